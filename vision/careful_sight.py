"""Second looks: what else a sight can do about a picture that could not be read at first sight."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from vision.candidates import LIVE, Effort
from vision.mirroring import looks_mirrored
from vision.sight import CardSight, Sight
from vision.sightings import Image

CAREFUL = Effort(LIVE.size, True, 4, closer=1, live=True)
"""How much work a card is worth that lies still and was not read at first sight."""


def careful(sight: Sight) -> Sight:
    """The same networks and thresholds with more work for each card; another kind of sight as it is."""
    if not isinstance(sight, CardSight):
        return sight
    return sight.working(CAREFUL)


def mirror_check(sight: Sight) -> Callable[[Image], bool] | None:
    """Tells of a picture whether its cards can be read in a mirror only; None for a sight that cannot say."""
    return partial(_mirrored_cards, sight) if isinstance(sight, CardSight) else None


def _mirrored_cards(sight: CardSight, image: Image) -> bool:
    return looks_mirrored(image, sight)
