"""The zone of the pile: where in the picture its cards are expected, and how large they are."""

from __future__ import annotations

import math

import numpy as np

from vision.quads import area, height
from vision.registration import Shift, shifted
from vision.sightings import Quad
from vision.stillness import CoarseView, Mask

Region = tuple[float, float, float, float]
"""Left, top, right and bottom as shares of the picture, 0 to 1."""

WHOLE: Region = (0.0, 0.0, 1.0, 1.0)
REACH = 1.15
"""A card whose middle lies within so many card heights of the pile's middle lies on the pile."""
WINDOW = 1.75
"""Half the side of the square that the networks are shown, in card heights."""


def flipped(region: Region) -> Region:
    """The same region in the mirrored picture."""
    return 1 - region[2], region[1], 1 - region[0], region[3]


def _checked(region: Region | None) -> Region | None:
    if region is not None and not (0 <= region[0] < region[2] <= 1 and 0 <= region[1] < region[3] <= 1):
        raise ValueError(f"a region is left, top, right, bottom between 0 and 1, not {region}")
    return region


class PileZone:
    """Starts as the given region (or the whole picture) and closes in on the pile once a card was seen.

    `stock` is the region of the stock: what lies there lies not on the pile.
    """

    def __init__(self, region: Region | None = None, stock: Region | None = None) -> None:
        self._given = _checked(region)
        self._stock = _checked(stock)
        self._centres: list[tuple[float, float]] = []
        self._card_height = 0.0
        self._quad: Quad | None = None

    def forget(self) -> None:
        """Expect the pile anywhere in the region again."""
        self._centres, self._card_height, self._quad = [], 0.0, None

    def flip(self) -> None:
        """The picture was mirrored all along: so are the given regions; the pile is looked for anew."""
        self._given = flipped(self._given) if self._given is not None else None
        self._stock = flipped(self._stock) if self._stock is not None else None
        self.forget()

    def centre_on(self, quad: Quad, fresh: bool = False) -> None:
        """A card of the pile lies here; `fresh`: it is the only one, so that the pile may have gone
        elsewhere."""
        if fresh:
            self._centres = []
        x, y = quad.mean(axis=0)
        self._centres = [*self._centres[-6:], (float(x), float(y))]
        long = height(quad)
        self._card_height = long if fresh or not self._card_height else 0.7 * self._card_height + 0.3 * long
        self._quad = quad

    def shift(self, shift: Shift) -> None:
        """The camera moved."""
        if self._centres:
            moved = shifted(shift, np.array(self._centres, np.float64))
            self._centres = [(float(x), float(y)) for x, y in moved]
        if self._quad is not None:
            self._quad = shifted(shift, self._quad).astype(np.float32)

    @property
    def centre(self) -> tuple[float, float] | None:
        """The middle of the pile in pixels, None while it is unknown."""
        if not self._centres:
            return None
        x, y = np.median(np.array(self._centres), axis=0)
        return float(x), float(y)

    def mask(self, view: CoarseView) -> Mask:
        """Where change matters, in the small copy."""
        if self.centre is not None:
            return view.disc(self.centre, (REACH + 0.35) * self._card_height)
        left, upper, right, lower = self._pixels(self._given or WHOLE, (view.size[0], view.size[1]))
        mask = np.zeros(view.grey.shape, np.bool_)
        mask[upper:lower, left:right] = True
        return mask

    def card_area(self, view: CoarseView) -> float:
        """The area of a card in pixels of the small copy; a guess while none was seen."""
        if self._quad is not None:
            return float(max(20.0, float(area(self._quad)) * view.scale**2))
        return 0.012 * float(view.grey.size)

    def window(self, size: tuple[int, int]) -> tuple[int, int, int, int]:
        """Left, top, right and bottom in pixels of the part that the networks are shown; `size` is width,
        height."""
        if self.centre is None:
            return self._pixels(self._given or WHOLE, size)
        half = WINDOW * self._card_height
        x, y = self.centre
        left, upper = max(0, math.floor(x - half)), max(0, math.floor(y - half))
        return left, upper, min(size[0], math.ceil(x + half)), min(size[1], math.ceil(y + half))

    def region_of(self, size: tuple[int, int]) -> Region:
        """The window as shares of the picture."""
        left, upper, right, lower = self.window(size)
        return left / size[0], upper / size[1], right / size[0], lower / size[1]

    def holds(self, quad: Quad) -> bool:
        """Whether a card lies on the pile, or may while the pile is unknown."""
        return self.centre is None or self.distance(quad) < REACH * self._card_height

    def in_stock(self, quad: Quad, size: tuple[int, int]) -> bool:
        """Whether the middle of a card lies in the region of the stock."""
        if self._stock is None:
            return False
        x, y = quad.mean(axis=0)
        left, upper, right, lower = self._pixels(self._stock, size)
        return bool(left <= x <= right and upper <= y <= lower)

    def distance(self, quad: Quad) -> float:
        """Pixels from the pile's middle to the middle of a quad; 0 while the pile is unknown."""
        if self.centre is None:
            return 0.0
        x, y = quad.mean(axis=0)
        return math.hypot(float(x) - self.centre[0], float(y) - self.centre[1])

    @staticmethod
    def _pixels(region: Region, size: tuple[int, int]) -> tuple[int, int, int, int]:
        width, height_ = size
        return (
            math.floor(region[0] * width),
            math.floor(region[1] * height_),
            math.ceil(region[2] * width),
            math.ceil(region[3] * height_),
        )
