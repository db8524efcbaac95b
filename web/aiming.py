"""Aiming help: how the cards under the camera could be seen better, as codes that pages translate."""

from __future__ import annotations

import threading
import time
from typing import Any

from vision.camera_checks import check_picture
from vision.mirroring import looks_mirrored
from vision.sight import CardSight, Sight
from vision.sightings import CardSeen, Image

Json = dict[str, Any]
_MIRROR_SECONDS = 3.0
_LEISURELY = 2
"""So many times as long between checks where cards are read, though some read the same in a mirror."""
_REMEMBERED = 15.0
"""Seconds for which a check that found a mirror stands: other cards may not show it."""


def advise(seen: tuple[CardSeen, ...], image: Image, mirrored: bool) -> list[Json]:
    """What to change, the most useful first, each with `code` and `params`."""
    found = [tip.to_json() for tip in check_picture(image, seen)]
    return [{"code": "mirrored", "params": {}}, *found] if mirrored else found


class MirrorCheck:
    """Tells whether pictures are shown in a mirror; no oftener than every few seconds, because it costs as much as
    reading them twice more."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._next = self._until = 0.0

    def look(self, seen: tuple[CardSeen, ...], image: Image, sight: Sight, *, now: bool = False) -> bool:
        """What the last checks said, after a new one if it is time for that, or `now`."""
        if not isinstance(sight, CardSight):
            return False
        with self._lock:
            if now or time.monotonic() >= self._next:
                if looks_mirrored(image, sight):
                    self._until = time.monotonic() + _REMEMBERED
                read = any(card.face is not None for card in seen)
                self._next = time.monotonic() + _MIRROR_SECONDS * (_LEISURELY if read else 1)
            return time.monotonic() < self._until
