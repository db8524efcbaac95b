"""Edges: a rough quad moved onto the card's true borders by fitting a line to each side."""

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.quads import area, height, is_convex, width
from vision.sightings import Image, Quad

_Matrix = NDArray[np.float32]

_COARSE_WIDTH = 80
_FINE_WIDTH = 160
_COARSE_REACH = 0.1
_BLOCKS = 22
_ENDS = 0.09
_FLOOR = 2.0
_SOFT = 8.0


@dataclass(frozen=True, eq=False)
class Fitted:
    """A quad whose sides were fitted, and how well: the share of the four sides that lies on an edge, 0..1."""

    quad: Quad
    support: float


def fitted(image: Image, quad: Quad, reaches: tuple[float, ...] = (0.17, 0.07)) -> Fitted:
    """Moves every side of `quad` to the straightest strong edge near it.

    For each reach (a share of the card's width) in turn the neighbourhood is drawn as if the quad were an
    upright rectangle; every line that crosses a side's strip within that reach is scored by the contrast along
    it, so that a side half hidden by a finger is still found, and the best line of each side is kept. Works
    from a start up to about 10 degrees off. The quad comes back as it was, with no support, when it is too
    small or the lines make no card.
    """
    current = Fitted(quad, 0.0)
    for reach in reaches:
        following = _step(image, current.quad, reach)
        if following is None:
            return current
        current = following
    return current


def support(image: Image, quad: Quad) -> float:
    """Share of the quad's border that lies on an edge, 0..1, the quad staying as it is."""
    found = _step(image, quad, 0.035)
    return 0.0 if found is None else found.support


def _step(image: Image, quad: Quad, reach: float) -> Fitted | None:
    across, along = width(quad), height(quad)
    if min(across, along) < 12:
        return None
    most = _COARSE_WIDTH if reach > _COARSE_REACH else _FINE_WIDTH
    factor = min(1.0, most / across, 1.6 * most / along)
    wide, high = max(16, round(across * factor)), max(16, round(along * factor))
    margin = max(4, round(reach * max(wide, 0.7 * high)) + 2)
    corners = np.array([[0, 0], [wide, 0], [wide, high], [0, high]], np.float32) + margin
    region, region_quad = _region(image, quad, factor, reach)
    to_flat = cv2.getPerspectiveTransform(region_quad, corners)
    flat = cv2.warpPerspective(
        region,
        to_flat,
        (wide + 2 * margin, high + 2 * margin),
        flags=cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REPLICATE,
    )
    colours = cv2.cvtColor(cv2.GaussianBlur(flat, (3, 3), 0), cv2.COLOR_BGR2LAB).astype(np.float32)
    lines = []
    found = []
    for which in range(4):
        strip = _strip(colours, which, wide, high, margin)
        contrast = _contrast(strip)
        start, end, share = _best_line(contrast)
        lines.append((start, end))
        found.append(share)
    flat_quad = _intersected(lines, wide, high, margin)
    if flat_quad is None:
        return None
    back = np.linalg.inv(to_flat)
    moved = cv2.perspectiveTransform(flat_quad[None], back)[0]
    origin = quad.mean(axis=0) - region_quad.mean(axis=0) / factor
    result = (moved / factor + origin).astype(np.float32)
    before, after = area(quad), area(result)
    if not is_convex(result) or not 0.6 < after / max(before, 1.0) < 1.6:
        return None
    return Fitted(result, float(np.mean(found)))


def _region(image: Image, quad: Quad, factor: float, reach: float) -> tuple[Image, Quad]:
    """The part of the picture around the quad, scaled down by `factor`, and the quad in it."""
    room = (reach + 0.05) * max(width(quad), 0.7 * height(quad)) + 4
    low = np.floor(quad.min(axis=0) - room).astype(int).clip(min=0)
    top = np.ceil(quad.max(axis=0) + room).astype(int)
    high, wide = image.shape[:2]
    x0, y0 = min(low[0], wide - 1), min(low[1], high - 1)
    part = image[y0 : max(y0 + 1, top[1]), x0 : max(x0 + 1, top[0])]
    if factor < 1:
        part = np.asarray(
            cv2.resize(part, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA), np.uint8
        )
    return part, ((quad - np.array([x0, y0], np.float32)) * factor).astype(np.float32)


def _strip(colours: _Matrix, which: int, wide: int, high: int, margin: int) -> _Matrix:
    """The pixels around one side: along the side x across it, the outside last."""
    if which in (1, 3):
        ends = round(_ENDS * high)
        rows = colours[margin + ends : margin + high - ends]
        return rows[:, wide:] if which == 1 else rows[:, : 2 * margin + 1][:, ::-1]
    ends = round(_ENDS * wide)
    columns = colours[:, margin + ends : margin + wide - ends].transpose(1, 0, 2)
    return columns[:, high:] if which == 2 else columns[:, : 2 * margin + 1][:, ::-1]


def _contrast(strip: _Matrix) -> _Matrix:
    """How strong an edge crosses each place of a strip: blocks along the side x places across it.

    Differences are averaged along the side within a block before their sizes are taken, which keeps an edge
    and cancels noise. Card paper is mostly lighter than the table: that direction counts a little more.
    """
    change = strip[:, :-2] - strip[:, 2:]
    starts = np.linspace(0, len(change), min(_BLOCKS, len(change)), endpoint=False).astype(np.intp)
    sizes = np.diff(starts, append=len(change)).astype(np.float32)
    mean = np.add.reduceat(change, starts, axis=0) / sizes[:, None, None]
    light, green_red, blue_yellow = mean[..., 0], mean[..., 1], mean[..., 2]
    strength = (
        0.7 * np.abs(light) + 0.3 * np.clip(light, 0, None) + 0.8 * (np.abs(green_red) + np.abs(blue_yellow))
    )
    return np.clip(strength - _FLOOR, 0, None).astype(np.float32)


def _best_line(contrast: _Matrix) -> tuple[float, float, float]:
    """The line with most contrast along it: its places at the first and last block, and the share on an edge."""
    blocks, places = contrast.shape
    cells, penalty = _all_lines(blocks, places)
    total = _ridge(contrast).ravel()[cells].mean(axis=0) - penalty
    start, end = divmod(int(np.argmax(total)), places)
    return _sharpened(contrast, float(start), float(end), np.linspace(0, 1, blocks, dtype=np.float32))


@lru_cache(maxsize=64)
def _all_lines(blocks: int, places: int) -> tuple[NDArray[np.intp], NDArray[np.float32]]:
    """Every line across a strip: the cells it runs through (blocks x lines), and what being far or askew costs."""
    middle = (places - 1) / 2
    steps = np.arange(places, dtype=np.float32)
    first, last = (ends.ravel() for ends in np.meshgrid(steps, steps, indexing="ij"))
    along = np.linspace(0, 1, blocks, dtype=np.float32)[:, None]
    across = (first + (last - first) * along + 0.5).astype(np.intp)
    cells = across + places * np.arange(blocks, dtype=np.intp)[:, None]
    offset = (first + last) / 2 - middle
    penalty = 1.2 * (offset / middle) ** 2 + 1.2 * ((last - first) / (2 * middle)) ** 2
    return cells, penalty.astype(np.float32)


def _ridge(contrast: _Matrix) -> _Matrix:
    """Contrast made ready for adding up: a strong edge counts little more than a clear one, beside a peak less."""
    gentle = _SOFT * np.log1p(contrast / _SOFT)
    padded = np.pad(contrast, ((0, 0), (1, 1)))
    peak = (contrast >= padded[:, :-2]) & (contrast >= padded[:, 2:])
    crest = np.where(peak, gentle, 0)
    beside = np.pad(crest, ((0, 0), (1, 1)))
    return np.asarray(np.maximum(crest, 0.75 * np.maximum(beside[:, :-2], beside[:, 2:])), np.float32)


def _sharpened(
    contrast: _Matrix, start: float, end: float, along: NDArray[np.float32]
) -> tuple[float, float, float]:
    """The line fitted again, between pixels, to the contrast within a pixel and a half of it."""
    places = np.arange(contrast.shape[1], dtype=np.float32)
    line = start + (end - start) * along
    near = np.abs(places[None] - line[:, None]) <= 1.5
    weight = contrast * near
    mass = weight.sum(axis=1)
    on = mass > 1.0
    share = float(on.mean())
    if on.sum() < 4:
        return start, end, share
    centre = (weight * places).sum(axis=1)[on] / mass[on]
    slope, base = np.polyfit(along[on], centre, 1, w=np.sqrt(mass[on]))
    return float(base), float(base + slope), share


def _intersected(lines: list[tuple[float, float]], wide: int, high: int, margin: int) -> Quad | None:
    """Corners of the four side lines in the flat picture; None when two neighbours are nearly parallel."""
    shift = margin - 1  # a difference of neighbours two apart sits one place further out
    ends_x, ends_y = _ENDS * wide + margin, _ENDS * high + margin
    far_x, far_y = (1 - _ENDS) * wide + margin, (1 - _ENDS) * high + margin
    (top_a, top_b), (right_a, right_b), (bottom_a, bottom_b), (left_a, left_b) = (
        (start - shift, end - shift) for start, end in lines
    )
    sides = np.array(
        [
            [[ends_x, margin - top_a], [far_x, margin - top_b]],
            [[wide + margin + right_a, ends_y], [wide + margin + right_b, far_y]],
            [[ends_x, high + margin + bottom_a], [far_x, high + margin + bottom_b]],
            [[margin - left_a, ends_y], [margin - left_b, far_y]],
        ],
        np.float64,
    )
    corners = []
    for one, other in ((3, 0), (0, 1), (1, 2), (2, 3)):
        (p, p_end), (r, r_end) = sides[one], sides[other]
        u, v = p_end - p, r_end - r
        across = u[0] * v[1] - u[1] * v[0]
        if abs(across) < 0.5 * np.hypot(*u) * np.hypot(*v):
            return None
        step = ((r - p)[0] * v[1] - (r - p)[1] * v[0]) / across
        corners.append(p + u * step)
    return np.array(corners, np.float32)
