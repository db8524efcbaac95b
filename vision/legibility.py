"""Legibility: what in the picture itself keeps a card from being read."""

from dataclasses import dataclass

import cv2
import numpy as np

from vision.quads import height, width
from vision.sightings import Image, Quad

LEAST_WIDTH = 24.0
"""Cards narrower than this many pixels are not read: below it the reader is wrong with confidence."""
LEAST_OBLIQUE_WIDTH = 30.0
"""The same for a card that is seen so obliquely that it looks half as tall as it is."""

_USUAL_ELONGATION = 1.45
_BLURRED_BELOW = 0.11
_SATURATED = 247
_SKIN_LOW = np.array([40, 136, 80], np.uint8)
_SKIN_HIGH = np.array([250, 175, 126], np.uint8)


@dataclass(frozen=True)
class Legibility:
    """Measures of one card's crop.

    sharpness: how steep its edges are, about 0 (blurred) to 1. glare: share that is burnt out while the paper
    beside it is not. skin: share that has the colour of a hand.
    """

    sharpness: float
    glare: float
    skin: float

    @property
    def blurred(self) -> bool:
        return self.sharpness < _BLURRED_BELOW

    @property
    def glaring(self) -> bool:
        return self.glare > 0.1

    @property
    def handled(self) -> bool:
        return self.skin > 0.12


def too_small(quad: Quad) -> bool:
    """Whether a card has too few pixels to be read: see `LEAST_WIDTH` and `LEAST_OBLIQUE_WIDTH`."""
    across, along = width(quad), height(quad)
    halved = LEAST_OBLIQUE_WIDTH * (0.5**0.5)
    return across < LEAST_WIDTH or (across * along / _USUAL_ELONGATION) ** 0.5 < halved


def legibility(crop: Image) -> Legibility:
    """Measures an upright crop (144 x 96 x 3, BGR)."""
    inner = crop[6:-6, 4:-4]
    grey = cv2.cvtColor(inner, cv2.COLOR_BGR2GRAY).astype(np.float32)
    spread = float(np.percentile(grey, 98) - np.percentile(grey, 2))
    across = np.abs(np.diff(grey, axis=1))
    down = np.abs(np.diff(grey, axis=0))
    steepest = float(min(np.percentile(across, 99), np.percentile(down, 99)))
    sharpness = steepest / max(spread, 12.0)
    darkest = inner.min(axis=2)
    burnt = darkest >= _SATURATED
    share = float(burnt.mean())
    unburnt_paper = float(((darkest > 110) & (darkest < 232)).mean())
    glare = share if share > 0.97 or unburnt_paper > 0.15 else 0.0
    return Legibility(sharpness, glare, _skin(crop))


def _skin(crop: Image) -> float:
    """Share of the crop in skin-coloured pieces that reach in from its border, as fingers do and pips do not."""
    colours = cv2.cvtColor(cv2.blur(crop, (3, 3)), cv2.COLOR_BGR2YCrCb)
    mask = np.asarray(cv2.inRange(colours, _SKIN_LOW, _SKIN_HIGH), np.uint8)
    count, pieces = cv2.connectedComponents(mask)
    if count < 2:
        return 0.0
    border = np.concatenate([pieces[0], pieces[-1], pieces[:, 0], pieces[:, -1]])
    reaching = np.unique(border[border > 0])
    return float(np.isin(pieces, reaching).mean())
