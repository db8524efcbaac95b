"""What was seen: the one value type that travels between the stages of vision.

A sighting is a card somewhere in a picture, read or not. Nothing in here knows networks, cameras or rules.
"""

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

import numpy as np
from numpy.typing import NDArray

from referee.cards import Card

Image = NDArray[np.uint8]
"""Height x width x 3, blue-green-red, 0..255."""

Quad = NDArray[np.float32]
"""4 x 2 corners (x, y) in pixels of the picture, clockwise as seen, starting at the top left of the card's own
upright frame, so that the first side is a short one: top left, top right, bottom right, bottom left. A card
reads the same upside down, so which of its two short sides is called the top is arbitrary."""

BACK = "BACK"
"""The name of a card that lies face down."""


class Reason(StrEnum):
    """Why a card that is seen was not read."""

    GLARE = "glare"
    """Light is reflected off the card over its index or most of its face."""
    BLUR = "blur"
    """The card moved, or the camera is out of focus."""
    TOO_SMALL = "too-small"
    """The card is too few pixels wide for its index to be told apart."""
    COVERED = "covered"
    """Another card or thing lies over it, or the edge of the picture cuts it off."""
    HAND = "hand"
    """A hand is over it."""
    UNKNOWN = "unknown"
    """Nothing of the above is to blame; the reader cannot tell which card it is."""


@dataclass(frozen=True, eq=False)
class CardSeen:
    """One card seen in one picture.

    face: the card that was read, None when it lies face down or was not read.
    back: it lies face down.
    confidence: calibrated probability that `face` (or the back) is right; for an unread card the probability
        of the best guess, which was not enough.
    quad: the four corners, see `Quad`.
    visible: estimated share of the card's area that nothing else covers, 0..1.
    top: it lies on top of a pile: the card is whole, nothing lies over it, and no other card in the picture
        that overlaps it lies above it. Cards that lie apart from all others are each the top of a pile of one.
    reason: why it was not read, None for a card that was.
    alternatives: other cards that it could be, likeliest first, with their probabilities. For an unread card
        the best guess comes first.
    """

    face: Card | None
    back: bool
    confidence: float
    quad: Quad
    visible: float
    top: bool
    reason: Reason | None = None
    alternatives: tuple[tuple[Card, float], ...] = ()

    @property
    def name(self) -> str | None:
        """`10H`, `JOKER`, `BACK`, or None for a card that is seen and not read."""
        if self.back:
            return BACK
        return None if self.face is None else str(self.face)

    @property
    def centre(self) -> tuple[float, float]:
        """Middle of the card in pixels of the picture (x, y)."""
        x, y = self.quad.mean(axis=0)
        return float(x), float(y)

    @property
    def width(self) -> float:
        """Mean length in pixels of the two short sides."""
        return float((side(self.quad, 0) + side(self.quad, 2)) / 2)

    @property
    def height(self) -> float:
        """Mean length in pixels of the two long sides."""
        return float((side(self.quad, 1) + side(self.quad, 3)) / 2)

    def moved(self, x: float, y: float) -> "CardSeen":
        """The same sighting in a picture whose origin lies `x`, `y` pixels up and to the left of this one's."""
        return replace(self, quad=(self.quad + np.array([x, y], np.float32)).astype(np.float32))

    def to_json(self) -> dict[str, Any]:
        """The object that `scheids read --json` prints for a card. Quads have one decimal, shares three."""
        return {
            "card": self.name,
            "confidence": round(self.confidence, 3),
            "quad": [[round(float(x), 1), round(float(y), 1)] for x, y in self.quad],
            "visible": round(self.visible, 3),
            "top": self.top,
            "reason": None if self.reason is None else self.reason.value,
            "alternatives": [[str(card), round(p, 3)] for card, p in self.alternatives],
        }


def side(quad: Quad, which: int) -> float:
    """Length in pixels of a quad's side: 0 top, 1 right, 2 bottom, 3 left."""
    return float(np.hypot(*(quad[(which + 1) % 4] - quad[which])))
