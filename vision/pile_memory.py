"""The pile as it was seen to grow: its cards from bottom to top, each with its place and its look when it
came."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from referee.cards import Card
from vision.quads import likeness as likeness_of_places
from vision.quads import rectify
from vision.registration import Shift, shifted
from vision.sightings import Image, Quad

LOOK_SIZE = (48, 72)
"""Width and height in pixels of a card's remembered look."""

Look = NDArray[np.float32]


@dataclass(frozen=True, slots=True, eq=False)
class LyingCard:
    """A card of the pile; `card` None: it lies face down or was never read."""

    card: Card | None
    quad: Quad
    look: Look
    confidence: float


class PileMemory:
    """The cards of the pile, bottom first."""

    def __init__(self) -> None:
        self._cards: list[LyingCard] = []

    def __len__(self) -> int:
        return len(self._cards)

    def __iter__(self) -> Iterator[LyingCard]:
        return iter(self._cards)

    @property
    def top(self) -> LyingCard | None:
        """The uppermost card, None if the pile is empty."""
        return self._cards[-1] if self._cards else None

    def touches(self, quad: Quad) -> bool:
        """Whether a quad lies well over the top card: a back that does not is the stock's."""
        return self.top is not None and likeness_of_places(quad, self.top.quad) > 0.15

    def faces(self) -> list[Card]:
        """The names of the cards that lie there, bottom first; unread ones are left out."""
        return [lying.card for lying in self._cards if lying.card is not None]

    def knows(self, card: Card | None) -> bool:
        """Whether a card of this name lies there; not that one lies there which has no name."""
        return card is not None and card in self.faces()

    def lay(self, lying: LyingCard) -> None:
        """Put a card on top."""
        self._cards.append(lying)

    def take(self) -> LyingCard:
        """Take the top card off. Raises IndexError on an empty pile."""
        return self._cards.pop()

    def clear(self, keep_top: bool = False) -> None:
        """Forget the pile, or all that lies under its top."""
        self._cards = self._cards[-1:] if keep_top else []

    def rename_top(self, card: Card) -> None:
        """The table says that the top is this card."""
        if self._cards:
            self._cards[-1] = replace(self._cards[-1], card=card, confidence=1.0)

    def see_top(self, quad: Quad, look: Look) -> None:
        """The top lies here and looks like this now: the pile was straightened, or the light changed."""
        if self._cards:
            self._cards[-1] = replace(self._cards[-1], quad=quad, look=look)

    def shift(self, shift: Shift) -> None:
        """The camera moved: every place moves with the picture."""
        self._cards = [
            replace(lying, quad=shifted(shift, lying.quad).astype(np.float32)) for lying in self._cards
        ]


def look_of(image: Image, quad: Quad) -> Look:
    """The look of the card in a quad: small, grey, evened out, so that two looks can be compared."""
    crop = rectify(image, quad)
    grey = cv2.cvtColor(crop, cv2.COLOR_BGR2GRAY)
    small = cv2.resize(cv2.GaussianBlur(grey, (0, 0), 1.6), LOOK_SIZE, interpolation=cv2.INTER_AREA)
    look = np.asarray(small, np.float32)
    look = look[3:-3, 2:-2]
    look = look - cv2.GaussianBlur(look, (0, 0), 14.0)
    spread = float(np.linalg.norm(look))
    return np.asarray(look / max(spread, 1e-3), np.float32)


def likeness(one: Look, other: Look) -> float:
    """How alike two looks are, -1 to 1, whichever way up either card lies."""
    if one.shape != other.shape:
        return 0.0
    turned = other[::-1, ::-1]
    return float(max(np.sum(one * other), np.sum(one * turned)))
