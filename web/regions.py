"""Where in the camera's picture the pile and the stock lie, as somebody marked them."""

from __future__ import annotations

from functools import partial

from web.refusals import Refusal

Region = tuple[tuple[float, float], ...]
"""Corners of a region of the picture, as fractions of its width and height."""


Box = tuple[float, float, float, float]
"""The upright box around a region: left, top, right, bottom as fractions of the picture."""

_LEAST = 0.02
"""A region narrower than this share of the picture holds no card."""


def box_of(region: Region | None) -> Box | None:
    """The upright box around a region."""
    if region is None:
        return None
    across, down = zip(*region, strict=True)
    return min(across), min(down), max(across), max(down)


def region_of(value: object) -> tuple[tuple[float, float], ...] | None:
    """A region of the picture from JSON: 3 to 8 corners as fractions. Raises Refusal for anything else."""
    if value is None:
        return None
    wrong = partial(Refusal, "malformed", problem="a region is a list of corners [x, y] between 0 and 1")
    if not isinstance(value, list) or not 3 <= len(value) <= 8:
        raise wrong()
    corners = []
    for corner in value:
        if not isinstance(corner, list) or len(corner) != 2:
            raise wrong()
        x, y = corner
        if not all(isinstance(v, int | float) and not isinstance(v, bool) and 0 <= v <= 1 for v in corner):
            raise wrong()
        corners.append((float(x), float(y)))
    if any(max(axis) - min(axis) < _LEAST for axis in zip(*corners, strict=True)):
        raise Refusal("malformed", problem="that region is too narrow to hold a card")
    return tuple(corners)
