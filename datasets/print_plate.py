"""A plate to print one side of a card on: masks in a colour, pictures, lines, then wear and round corners."""

from __future__ import annotations

import random

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.decks import FaceArt, rounded_mask
from datasets.fonts import Mask

Colour = tuple[float, float, float]


class Plate:
    """A mutable picture of width x height pixels, blue-green-red floats 0 to 255."""

    def __init__(self, width: int, height: int, stock: Colour) -> None:
        self.width, self.height = width, height
        self.picture: NDArray[np.float32] = np.empty((height, width, 3), np.float32)
        self.picture[:] = stock

    def stamp(
        self,
        mask: Mask,
        x: float,
        y: float,
        width: float,
        height: float,
        colour: Colour,
        turned: bool = False,
    ) -> None:
        """Print a mask with its middle at (x, y) pixels, scaled to width x height pixels."""
        across, down = max(2, round(width)), max(2, round(height))
        shape = cv2.resize(mask, (across, down), interpolation=cv2.INTER_AREA)
        if turned:
            shape = shape[::-1, ::-1]
        left, top = round(x - across / 2), round(y - down / 2)
        x0, y0 = max(0, left), max(0, top)
        x1, y1 = min(self.width, left + across), min(self.height, top + down)
        if x1 <= x0 or y1 <= y0:
            return
        share = shape[y0 - top : y1 - top, x0 - left : x1 - left, None].astype(np.float32) / 255
        patch = self.picture[y0:y1, x0:x1]
        patch += (np.array(colour, np.float32) - patch) * share

    def fill(self, left: float, top: float, right: float, bottom: float, colour: Colour) -> None:
        """Fill a rectangle given in pixels."""
        self.picture[max(0, int(top)) : int(bottom), max(0, int(left)) : int(right)] = colour

    def outline(
        self, left: float, top: float, right: float, bottom: float, colour: Colour, line: int = 1
    ) -> None:
        """Draw a rectangle's outline."""
        cv2.rectangle(
            self.picture, (int(left), int(top)), (int(right), int(bottom)), colour, line, cv2.LINE_AA
        )

    def paste(self, art: NDArray[np.uint8], left: int, top: int, width: int, height: int) -> None:
        """Print a picture into a rectangle, its white taking the colour of the stock beneath."""
        scaled = cv2.resize(np.ascontiguousarray(art), (width, height), interpolation=cv2.INTER_AREA)
        patch = self.picture[top : top + height, left : left + width]
        patch *= scaled[: patch.shape[0], : patch.shape[1]].astype(np.float32) / 255

    def paste_foil(
        self, art: NDArray[np.uint8], left: int, top: int, width: int, height: int, foil: Colour
    ) -> None:
        """Print a picture as light foil on dark stock: its dark lines shine."""
        scaled = cv2.resize(np.ascontiguousarray(art), (width, height), interpolation=cv2.INTER_AREA)
        share = (255 - cv2.cvtColor(scaled, cv2.COLOR_BGR2GRAY)[..., None].astype(np.float32)) / 255
        patch = self.picture[top : top + height, left : left + width]
        patch += (np.array(foil, np.float32) - patch) * share[: patch.shape[0], : patch.shape[1]]

    def turn(self) -> None:
        """Turn the plate by 180 degrees."""
        self.picture = np.ascontiguousarray(self.picture[::-1, ::-1])

    def wear(self, rng: random.Random, amount: float) -> None:
        """Age the card: yellowing, grubby edges, scratches, stains. `amount` 0 to 1."""
        if amount <= 0:
            return
        yellow = np.array([1 - 0.16 * amount, 1 - 0.05 * amount, 1 - 0.02 * amount], np.float32)
        self.picture *= yellow
        noise = np.random.default_rng(rng.getrandbits(32)).random((9, 6), dtype=np.float32)
        blotch = cv2.resize(noise, (self.width, self.height), interpolation=cv2.INTER_CUBIC)
        self.picture *= 1 - 0.12 * amount * np.clip(blotch, 0, 1)[..., None]
        x = np.minimum(np.arange(self.width), np.arange(self.width)[::-1])
        y = np.minimum(np.arange(self.height), np.arange(self.height)[::-1])
        edge = np.minimum(x[None, :], y[:, None]).astype(np.float32)
        self.picture *= 1 - 0.35 * amount * np.exp(-edge / (0.012 * self.width * (1 + 2 * amount)))[..., None]
        for _ in range(int(rng.uniform(0, 9) * amount)):
            start = (rng.randrange(self.width), rng.randrange(self.height))
            end = (start[0] + rng.randint(-70, 70), start[1] + rng.randint(-70, 70))
            shade = rng.choice([150.0, 190.0, 235.0])
            overlay = self.picture.copy()
            cv2.line(overlay, start, end, (shade, shade, shade), 1, cv2.LINE_AA)
            self.picture = self.picture * 0.6 + overlay * 0.4

    def face(self, rounding: float) -> FaceArt:
        """The finished side as BGRA; `rounding` is the corner radius as a share of the height."""
        corners = rounded_mask(self.width, self.height, rounding * self.height)
        return np.dstack([np.clip(self.picture, 0, 255), corners]).astype(np.uint8)
