"""The reader and the tracker that live tables use."""

from __future__ import annotations

from vision.sight import LIVE, PHOTO, CardSight, Sight
from vision.tracker import PileTracker


def load_sight() -> Sight:
    """The reader for live pictures. Raises OSError or ValueError when its weights are missing or broken."""
    return CardSight.shipped(LIVE)


def load_photo_sight() -> Sight:
    """The reader for single photographs. Raises OSError or ValueError when its weights are missing or broken."""
    return CardSight.shipped(PHOTO)


def make_tracker(sight: Sight, region: tuple[float, float, float, float] | None) -> PileTracker:
    """A tracker of the pile inside a box of the picture (left, top, right, bottom as fractions), or anywhere."""
    return PileTracker(sight, region=region)
