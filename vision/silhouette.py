"""Silhouette: where a card of known size came to lie, told by what changed in the picture alone.

A new card on a heap of cards has no clear outline: white lies on white. But it can only lie where the picture
changed, it has the size of the cards under it, and its border is an edge that was not there before.
"""

from collections.abc import Sequence
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.card_size import TALL, WIDE, Plane, plane_of
from vision.quads import likeness
from vision.sightings import Quad
from vision.stillness import Grey, Mask

_SIDE = 129
_TURNS = 24
_CLEAREST = 10.0
_BORDER_SHARE = 0.9
_SHARE_INSIDE = 0.5
_LEAST_CHANGED = 0.12
_ALIKE = 0.62


def fresh_places(
    changed: Mask, before: Grey, after: Grey, lying: Sequence[Quad], most: int = 1
) -> list[Quad]:
    """Where a new card most likely lies, best first; none when too little changed.

    changed: where the picture differs from what it was. before, after: the picture then and now, grey levels.
    lying: quads of cards of the same size nearby, in pixels of the same picture, which tell how large a card
    looks and how obliquely; without them nothing is found.
    """
    if not lying or not changed.any():
        return []
    plane = plane_of(lying)
    card_area = WIDE * TALL * abs(float(np.linalg.det(plane)))
    if np.count_nonzero(changed) < _LEAST_CHANGED * card_area:
        return []
    rows, columns = np.nonzero(changed)
    centre = np.array([np.median(columns), np.median(rows)])
    mapping = np.hstack([plane, (centre - plane @ (_SIDE / 2, _SIDE / 2))[:, None]])
    flat_changed = _flat(changed.astype(np.float32), mapping)
    flat_edges = _flat(_new_edges(before, after), mapping)
    places = _best_places(flat_changed, flat_edges, most)
    return [(corners @ plane.T + mapping[:, 2]).astype(np.float32) for corners in places]


def _flat(values: NDArray[np.float32], mapping: Plane) -> NDArray[np.float32]:
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return np.asarray(cv2.warpAffine(values, mapping, (_SIDE, _SIDE), flags=flags), np.float32)


def _new_edges(before: Grey, after: Grey) -> NDArray[np.float32]:
    """How clear an edge crosses each pixel that was none before, 0..1."""
    then = cv2.dilate(_steepness(before), np.ones((3, 3), np.uint8))
    fresh = np.clip(_steepness(after) - then, 0, _CLEAREST) / _CLEAREST
    return np.asarray(fresh, np.float32)


def _steepness(grey: Grey) -> NDArray[np.float32]:
    across = cv2.Sobel(grey, cv2.CV_32F, 1, 0, scale=1 / 4)
    down = cv2.Sobel(grey, cv2.CV_32F, 0, 1, scale=1 / 4)
    return np.asarray(cv2.magnitude(across, down), np.float32)


def _best_places(
    changed: NDArray[np.float32], edges: NDArray[np.float32], most: int
) -> list[NDArray[np.float64]]:
    total = max(1.0, float(changed.sum()))
    scores = []
    for inside, border, _ in _stencils():
        within = cv2.filter2D(changed, cv2.CV_32F, inside, borderType=cv2.BORDER_CONSTANT)
        around = cv2.filter2D(edges, cv2.CV_32F, border, borderType=cv2.BORDER_CONSTANT)
        scores.append(within / total + _SHARE_INSIDE * within / (WIDE * TALL) + _BORDER_SHARE * around)
    table = np.stack(scores)
    found: list[NDArray[np.float64]] = []
    for _ in range(40):
        turn, row, column = np.unravel_index(int(np.argmax(table)), table.shape)
        if table[turn, row, column] <= 0:
            break
        corners = _stencils()[int(turn)][2] + (float(column), float(row))
        near = table[:, max(0, row - 2) : row + 3, max(0, column - 2) : column + 3]
        turns = np.arange(turn - 1, turn + 2) % _TURNS
        near[turns] = 0
        if all(likeness(corners.astype(np.float32), other.astype(np.float32)) < _ALIKE for other in found):
            found.append(corners)
        if len(found) == most:
            break
    return found


@lru_cache(maxsize=1)
def _stencils() -> tuple[tuple[NDArray[np.float32], NDArray[np.float32], NDArray[np.float64]], ...]:
    """For each turn: a card's inside (ones), its border (adding up to one) and its corners about the middle."""
    size = 2 * int(np.hypot(WIDE, TALL) / 2) + 5
    middle = size // 2
    made = []
    for turn in range(_TURNS):
        angle = np.pi * turn / _TURNS
        cos, sin = np.cos(angle), np.sin(angle)
        unit = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]]) * (WIDE, TALL)
        corners = unit @ np.array([[cos, sin], [-sin, cos]])
        fixed = np.rint((corners + middle) * 16).astype(np.int32)
        inside, border = np.zeros((size, size), np.float32), np.zeros((size, size), np.float32)
        cv2.fillConvexPoly(inside, fixed, 1.0, cv2.LINE_8, 4)
        cv2.polylines(border, [fixed], True, 1.0, 2, cv2.LINE_8, 4)
        made.append((inside, border / border.sum(), corners))
    return tuple(made)
