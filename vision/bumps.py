"""Bumps: whether the camera was moved since the settled picture, or a hand only covers what there is to see."""

from __future__ import annotations

from dataclasses import dataclass

from vision.registration import Shift, moved_by, picture_shift
from vision.sightings import Image
from vision.stillness import CoarseView, Mask

BUMPED = 0.55
"""Share of the picture's textured parts that must have changed before a bump is suspected."""
AT_REST = 0.25
"""Seconds for which the picture must lie still before it is compared with the settled one."""
ASTRAY = 1.2
"""Seconds after which a picture that shares nothing with the settled one is another view: hands go away sooner."""
LEAST_SEEN = 12
"""So many textured parts must lie beside the pile for a lost view to be told from a pile that was taken away."""
LEAST_MOVE = 0.008
"""The least move that counts, as a share of the picture's width."""
EXPLAINED = 0.6
"""A move that leaves more of the change than this share was not the camera's."""


@dataclass(frozen=True, slots=True, eq=False)
class Bump:
    """The camera was moved; `shift` says how, None when the old view is not found in the new one."""

    shift: Shift | None


@dataclass(slots=True)
class BumpWatch:
    """Looks for one bump during a time of unrest.

    What lies beside the pile decides: on a plain table a hand that shoves the pile moves most there is to see.
    """

    over: bool = False
    """Whether the question is settled."""
    _tried: bool = False

    def look(self, view: CoarseView, settled: Image, image: Image, zone: Mask) -> Bump | None:
        """The bump that the newest picture proves, if it does; `settled` is the last picture that was explained."""
        if self.over or not self.suspects(view, zone) or not _rests(view, AT_REST):
            return None
        final = _rests(view, ASTRAY)
        if self._tried and not final:
            return None
        self._tried, self.over = True, final
        shift = picture_shift(settled, image)
        if shift is not None and moved_by(shift, image.shape) < LEAST_MOVE * image.shape[1]:
            self.over = True
            return None
        if shift is not None and view.unexplained(shift) <= EXPLAINED:
            self.over = True
            return Bump(shift)
        parts, _ = view.texture_changed(zone)
        return Bump(None) if final and parts >= LEAST_SEEN else None

    def suspects(self, view: CoarseView, zone: Mask) -> bool:
        """Whether so much changed that the camera may have been moved, and that is not settled yet."""
        return not self.over and view.texture_changed(zone)[1] >= BUMPED


def _rests(view: CoarseView, seconds: float) -> bool:
    return bool(view.still(seconds).mean() > 0.97)
