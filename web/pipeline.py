"""The reader and the tracker that live tables use."""

from __future__ import annotations

from vision.pile_zone import Region
from vision.sight import LIVE, PHOTO, CardSight, Sight
from vision.tracker import PileTracker


def load_sight() -> Sight:
    """The reader for live pictures. Raises OSError or ValueError when its weights are missing or broken."""
    return CardSight.shipped(LIVE)


def load_photo_sight() -> Sight:
    """The reader for single photographs. Raises OSError or ValueError when its weights are missing or broken."""
    return CardSight.shipped(PHOTO)


def make_tracker(sight: Sight, region: Region | None, stock: Region | None = None) -> PileTracker:
    """A tracker of the pile inside a region of the picture, or anywhere; what lies in `stock` is not the pile."""
    return PileTracker(sight, region=region, stock=stock)
