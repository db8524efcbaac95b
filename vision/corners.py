"""Corners: the two patches of a card that bear its index, cut out of a picture upright and larger than in a crop."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.sightings import Image, Quad

PATCH_WIDTH = 64
PATCH_HEIGHT = 96
"""A patch in pixels: a card would be 160 x 240."""
BEYOND = (0.05, 0.04)
"""How far a patch reaches beyond the card's corner, in widths and heights of the card."""
REACH = (0.35, 0.36)
"""How far it reaches into the card, likewise: room for jumbo indices and for quads that are a little off."""

_FINEST = 3


def corner_patches(image: Image, quad: Quad) -> NDArray[np.uint8]:
    """The two corners of a card that bear the index (2 x 96 x 64 x 3, BGR), each turned so that it stands upright.

    The first is the one at `quad[0]`, the other the one opposite. Beyond the edges of the picture the outermost
    pixels are repeated.
    """
    return np.stack([_patch(image, quad), _patch(image, np.roll(quad, 2, axis=0))])


def _patch(image: Image, quad: Quad) -> Image:
    wide = PATCH_WIDTH / (BEYOND[0] + REACH[0])
    high = PATCH_HEIGHT / (BEYOND[1] + REACH[1])
    across = float(max(np.linalg.norm(quad[1] - quad[0]), np.linalg.norm(quad[2] - quad[3])))
    finer = int(np.clip(round(across / wide), 1, _FINEST))
    left, top = BEYOND[0] * wide, BEYOND[1] * high
    card = np.array([[0, 0], [wide, 0], [wide, high], [0, high]], np.float32)
    target = (card + np.array([left, top], np.float32)) * finer - 0.5
    mapping = cv2.getPerspectiveTransform(quad.astype(np.float32), target.astype(np.float32))
    size = (PATCH_WIDTH * finer, PATCH_HEIGHT * finer)
    patch = cv2.warpPerspective(image, mapping, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    if finer > 1:
        patch = cv2.resize(patch, (PATCH_WIDTH, PATCH_HEIGHT), interpolation=cv2.INTER_AREA)
    return np.asarray(patch, np.uint8)
