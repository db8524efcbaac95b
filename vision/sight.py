"""Sight: a picture in, the cards that lie in it out."""

from typing import Protocol

from vision.sightings import CardSeen, Image


class Sight(Protocol):
    """Anything that finds and reads the cards of a picture."""

    def see(self, image: Image) -> tuple[CardSeen, ...]:
        """The cards in `image` (height x width x 3, BGR, uint8), tops of piles first, then by confidence."""
        ...
