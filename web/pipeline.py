"""The reader and the tracker that live tables use."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from vision.tracker import PileTracker

from vision.sight import LIVE, PHOTO, CardSight, Sight


def load_sight() -> Sight:
    """The reader for live pictures. Raises OSError or ValueError when its weights are missing or broken."""
    return CardSight.shipped(LIVE)


def load_photo_sight() -> Sight:
    """The reader for single photographs. Raises OSError or ValueError when its weights are missing or broken."""
    return CardSight.shipped(PHOTO)


def make_tracker(sight: Sight, region: NDArray[np.float32] | None) -> PileTracker:
    """A tracker of the pile inside a region of the picture (corners in pixels), or wherever it finds one."""
    return PileTracker(sight, region=region)
