"""Contours: card-shaped outlines in a part of a picture, found without any network.

They are second opinions where the detector's box lies askew; each is only a proposal that the reader may refuse.
"""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.quads import area, elongation, is_convex, likeness, upright
from vision.sightings import Image, Quad

_Mask = NDArray[np.uint8]

_SIDE = 220
_ROOM = 0.15
_LEAST_AREA = 0.35
_ELONGATIONS = (1.05, 2.0)


def outlines(image: Image, quad: Quad, most: int = 3) -> list[Quad]:
    """Up to `most` different quads found by outline in the surroundings of `quad`, the most card-like first."""
    room = _ROOM * float((quad.max(axis=0) - quad.min(axis=0)).max())
    high, wide = image.shape[:2]
    x0, y0 = np.floor(quad.min(axis=0) - room).astype(int).clip(min=0)
    x1, y1 = np.ceil(quad.max(axis=0) + room).astype(int)
    part = image[y0 : min(y1, high), x0 : min(x1, wide)]
    if min(part.shape[:2], default=0) < 16:
        return []
    factor = min(1.0, _SIDE / max(part.shape[:2]))
    small = cv2.resize(part, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA) if factor < 1 else part
    wanted = area(quad) * factor * factor
    origin = np.array([x0, y0], np.float32)
    found: list[tuple[float, Quad]] = []
    for mask in _masks(np.asarray(small, np.uint8)):
        contours, _ = cv2.findContours(mask, cv2.RETR_LIST, cv2.CHAIN_APPROX_SIMPLE)
        for contour in contours:
            candidate = _four_corners(np.asarray(contour, np.int32), _LEAST_AREA * wanted, 1.8 * wanted)
            if candidate is not None:
                likely, corners = candidate
                found.append((likely, (corners / factor + origin).astype(np.float32)))
    found.sort(key=lambda pair: -pair[0])
    chosen: list[Quad] = []
    for _, corners in found:
        if all(likeness(corners, other) < 0.85 for other in chosen):
            chosen.append(corners)
        if len(chosen) == most:
            break
    return chosen


def _masks(image: Image) -> list[_Mask]:
    """Black-and-white versions of the picture in which a card may stand out as one white piece."""
    soft = cv2.GaussianBlur(image, (5, 5), 0)
    grey = cv2.cvtColor(soft, cv2.COLOR_BGR2GRAY)
    darkest = soft.min(axis=2)
    saturation = cv2.cvtColor(soft, cv2.COLOR_BGR2HSV)[:, :, 1]
    masks = [
        _parted(np.asarray(grey, np.uint8)),
        _parted(darkest),
        _parted(np.asarray(255 - saturation, np.uint8)),
    ]
    border = np.concatenate([soft[:4].reshape(-1, 3), soft[-4:].reshape(-1, 3), soft[:, :4].reshape(-1, 3)])
    unlike = np.abs(soft.astype(np.float32) - np.median(border, axis=0)).max(axis=2)
    masks.append(_parted(np.clip(2 * unlike, 0, 255).astype(np.uint8)))
    opened = np.ones((5, 5), np.uint8)
    masks += [np.asarray(cv2.morphologyEx(mask, cv2.MORPH_OPEN, opened), np.uint8) for mask in masks[:2]]
    for low in (15, 40):
        edges = cv2.dilate(cv2.Canny(soft, low, 3 * low), np.ones((3, 3), np.uint8))
        masks.append(np.asarray(cv2.bitwise_not(edges), np.uint8))
    return masks


def _parted(values: _Mask) -> _Mask:
    _, mask = cv2.threshold(values, 0, 255, cv2.THRESH_BINARY + cv2.THRESH_OTSU)
    return np.asarray(mask, np.uint8)


def _four_corners(contour: NDArray[np.int32], least: float, largest: float) -> tuple[float, Quad] | None:
    """How card-like a contour is, and its corners; None when it has not the shape or size of a card."""
    hull = cv2.convexHull(contour)
    covered = cv2.contourArea(hull)
    if not least < covered < largest:
        return None
    around = cv2.arcLength(hull, True)
    for tolerance in (0.015, 0.025, 0.04, 0.06, 0.08):
        corners = cv2.approxPolyDP(hull, tolerance * around, True)
        if len(corners) <= 4:
            break
    if len(corners) != 4:
        return None
    quad = upright(corners.reshape(4, 2).astype(np.float32))
    whole = area(quad)
    shape = elongation(quad)
    if whole <= 0 or not is_convex(quad) or not _ELONGATIONS[0] < shape < _ELONGATIONS[1]:
        return None
    filled = covered / whole
    if not 0.9 < filled < 1.08:
        return None
    return 1.0 - 2 * abs(filled - 0.985) - 0.3 * abs(shape - 1.45), quad
