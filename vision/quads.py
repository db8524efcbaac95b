"""Quads: the four corners of a card, and the upright crop that they cut out of a picture.

Corners are pixels of the picture, clockwise as seen, a short side first (see `vision.sightings.Quad`).
"""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.sightings import Image, Quad, side

Point = NDArray[np.floating]

CROP_WIDTH = 96
CROP_HEIGHT = 144

_LARGEST_CROP = 4


def upright(corners: NDArray[np.floating]) -> Quad:
    """Four corners in any order as a quad: clockwise, short side first, that side being the upper one."""
    points = np.asarray(corners, np.float32).reshape(4, 2)
    around = points - points.mean(axis=0)
    points = points[np.argsort(np.arctan2(around[:, 1], around[:, 0]))]
    if side(points, 0) + side(points, 2) > side(points, 1) + side(points, 3):
        points = np.roll(points, -1, axis=0)
    if points[0, 1] + points[1, 1] > points[2, 1] + points[3, 1] + 1e-3:
        points = np.roll(points, 2, axis=0)
    return points


def parallelogram(centre: Point, long_half: Point, short_half: Point) -> Quad:
    """The quad around `centre` whose half axes are `long_half` (along the card) and `short_half` (across it).

    The signs of the two axes do not matter. The long axis stays the card's own even where an oblique view
    makes it the shorter one.
    """
    along = np.asarray(long_half, np.float32)
    across = np.asarray(short_half, np.float32)
    if along[1] < 0 or (along[1] == 0 and along[0] < 0):
        along = -along
    if along[0] * across[1] - along[1] * across[0] > 0:
        across = -across
    middle = np.asarray(centre, np.float32)
    return np.stack(
        [middle - along - across, middle - along + across, middle + along + across, middle + along - across]
    ).astype(np.float32)


def quarter_turned(quad: Quad) -> Quad:
    """The same corners with the card's long axis taken to be the other one."""
    return np.asarray(np.roll(quad, 1, axis=0), np.float32)


def rotated(quad: Quad, degrees: float) -> Quad:
    """The quad turned about its centre, clockwise as seen."""
    angle = np.deg2rad(degrees)
    turn = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]], np.float32)
    middle = quad.mean(axis=0)
    return np.asarray((quad - middle) @ turn + middle, np.float32)


def scaled(quad: Quad, factor: float) -> Quad:
    """The quad made larger or smaller about its centre."""
    middle = quad.mean(axis=0)
    return np.asarray((middle + (quad - middle) * np.float32(factor)).astype(np.float32), np.float32)


def width(quad: Quad) -> float:
    """Mean length of the two short sides in pixels."""
    return (side(quad, 0) + side(quad, 2)) / 2


def height(quad: Quad) -> float:
    """Mean length of the two long sides in pixels."""
    return (side(quad, 1) + side(quad, 3)) / 2


def elongation(quad: Quad) -> float:
    """Long side over short side as the picture shows them; about 1.4 to 1.6 for a card seen from above."""
    return height(quad) / max(width(quad), 1e-6)


def angle_between(one: Quad, other: Quad) -> float:
    """Degrees between the long axes of two quads, 0..90."""
    first, second = one[3] - one[0] + one[2] - one[1], other[3] - other[0] + other[2] - other[1]
    turn = np.arctan2(first[0] * second[1] - first[1] * second[0], float(np.dot(first, second)))
    degrees = abs(float(np.rad2deg(turn)))
    return min(degrees, 180 - degrees)


def area(quad: Quad) -> float:
    """Area in square pixels."""
    x, y = quad[:, 0].astype(np.float64), quad[:, 1].astype(np.float64)
    return float(abs(np.dot(x, np.roll(y, -1)) - np.dot(y, np.roll(x, -1))) / 2)


def is_convex(quad: Quad) -> bool:
    """Whether the corners go round clockwise without a dent."""
    edges = np.roll(quad, -1, axis=0) - quad
    following = np.roll(edges, -1, axis=0)
    return bool(np.all(edges[:, 0] * following[:, 1] - edges[:, 1] * following[:, 0] > 0))


def card_shaped(quad: Quad) -> bool:
    """Whether a quad can be a card seen from anywhere: convex, not a sliver, no corner too sharp or too blunt."""
    if not is_convex(quad) or not 0.45 < elongation(quad) < 3.2:
        return False
    before, after = np.roll(quad, 1, axis=0) - quad, np.roll(quad, -1, axis=0) - quad
    across = before[:, 0] * after[:, 1] - before[:, 1] * after[:, 0]
    lengths = np.hypot(*before.T) * np.hypot(*after.T)
    return bool((np.abs(across) > 0.5 * lengths).all())


def overlap(one: Quad, other: Quad) -> float:
    """Area in square pixels that two convex quads share."""
    if (one.max(axis=0) <= other.min(axis=0)).any() or (other.max(axis=0) <= one.min(axis=0)).any():
        return 0.0
    shared, _ = cv2.intersectConvexConvex(np.ascontiguousarray(one), np.ascontiguousarray(other))
    return float(shared)


def likeness(one: Quad, other: Quad) -> float:
    """Shared area over joint area of two convex quads, 0..1."""
    shared = overlap(one, other)
    joint = area(one) + area(other) - shared
    return shared / joint if joint > 0 else 0.0


def outside_share(quad: Quad, shape: tuple[int, ...]) -> float:
    """Share of the quad that lies beyond the edges of a picture of that shape (height, width, ...), 0..1."""
    high, wide = shape[:2]
    frame = np.array([[0, 0], [wide, 0], [wide, high], [0, high]], np.float32)
    whole = area(quad)
    return 1.0 - min(1.0, overlap(quad, frame) / whole) if whole > 0 else 1.0


def rectify(image: Image, quad: Quad) -> Image:
    """The card inside the quad as an upright crop, 144 x 96 x 3, BGR, sampled at the picture's full resolution.

    Beyond the edges of the picture the outermost pixels are repeated.
    """
    across = max(side(quad, 0), side(quad, 2))
    finer = int(np.clip(round(across / CROP_WIDTH), 1, _LARGEST_CROP))
    wide, high = CROP_WIDTH * finer, CROP_HEIGHT * finer
    # Pixel centres lie at half coordinates: the outermost samples must fall inside the card.
    target = np.array([[0, 0], [wide, 0], [wide, high], [0, high]], np.float32) - 0.5
    mapping = cv2.getPerspectiveTransform(quad.astype(np.float32), target)
    crop = cv2.warpPerspective(
        image, mapping, (wide, high), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    if finer > 1:
        crop = cv2.resize(crop, (CROP_WIDTH, CROP_HEIGHT), interpolation=cv2.INTER_AREA)
    return np.asarray(crop, np.uint8)


def rectify_all(image: Image, quads: list[Quad]) -> NDArray[np.uint8]:
    """`rectify` for each quad, stacked: N x 144 x 96 x 3."""
    if not quads:
        return np.empty((0, CROP_HEIGHT, CROP_WIDTH, 3), np.uint8)
    return np.stack([rectify(image, quad) for quad in quads])
