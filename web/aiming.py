"""Aiming help: how the cards under the camera could be seen better, as codes that pages translate."""

from __future__ import annotations

import threading
import time
from typing import Any

from vision.camera_checks import check_picture
from vision.mirroring import LEAST_EVIDENCE, mirror_evidence
from vision.sight import CardSight, Sight
from vision.sightings import CardSeen, Image

Json = dict[str, Any]
_MIRROR_SECONDS = 3.0
_LEISURELY = 2
"""So many times as long between checks where cards are read, though some read the same in a mirror."""
_REMEMBERED = 90.0
"""Seconds for which a card speaks for or against a mirror after it was looked at: most cards hardly show it."""


def advise(seen: tuple[CardSeen, ...], image: Image, mirrored: bool) -> list[Json]:
    """What to change, the most useful first, each with `code` and `params`."""
    found = [tip.to_json() for tip in check_picture(image, seen)]
    return [{"code": "mirrored", "params": {}}, *found] if mirrored else found


class MirrorCheck:
    """Tells whether pictures are shown in a mirror; no oftener than every few seconds, because it costs as much as
    reading them twice more."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._next = 0.0
        self._told: dict[str, tuple[float, float]] = {}

    def look(self, seen: tuple[CardSeen, ...], image: Image, sight: Sight, *, now: bool = False) -> bool:
        """What the cards of the last checks say together, after a new one if it is time for that, or `now`.

        A card that lies there for long counts once, whatever the number of checks.
        """
        if not isinstance(sight, CardSight):
            return False
        with self._lock:
            at = time.monotonic()
            if now or at >= self._next:
                told = mirror_evidence(image, sight)
                if sum(told.values()) < -LEAST_EVIDENCE:
                    self._told = {}  # the camera was turned round meanwhile
                self._told |= {index: (evidence, at) for index, evidence in told.items()}
                read = any(card.face is not None for card in seen)
                self._next = time.monotonic() + _MIRROR_SECONDS * (_LEISURELY if read else 1)
            self._told = {index: one for index, one in self._told.items() if at - one[1] < _REMEMBERED}
            return sum(evidence for evidence, _ in self._told.values()) > LEAST_EVIDENCE
