"""What each way to describe a card costs in corner error, before any network errs: geometry alone.

A card is seen by a pinhole camera from a given angle in every rotation; its true corners are described as an
oriented box, as axis points, or as a mask, and taken back to corners.
"""

from collections.abc import Callable

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.evaluation_detector import corner_error
from vision.quads import parallelogram, upright
from vision.sightings import Quad

ANGLES = (0.0, 30.0, 45.0, 60.0)
"""Degrees between the camera's view and straight down."""
_CARD = np.array([[-31.5, -44.0], [31.5, -44.0], [31.5, 44.0], [-31.5, 44.0]])
_MASK_STRIDE = 4
"""Segmentation networks of this family draw masks at a quarter of the picture's size."""


def seen_card(oblique: float, turn: float, distance: float, wide: float) -> Quad:
    """A card's corners in pixels. distance: camera to card in mm. wide: pixels that its width has from above."""
    angle, tilt = np.deg2rad(turn), np.deg2rad(oblique)
    flat = _CARD @ np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    depth = distance + flat[:, 1] * np.sin(tilt)
    places = np.stack([flat[:, 0], flat[:, 1] * np.cos(tilt)], axis=1) * (distance / depth)[:, None]
    return np.asarray(places * wide / 63.0 + 208.0, np.float32)


def as_oriented_box(quad: Quad) -> Quad:
    """The smallest turned rectangle around the card."""
    return np.asarray(upright(np.asarray(cv2.boxPoints(cv2.minAreaRect(quad)), np.float32)), np.float32)


def as_axis_points(quad: Quad) -> Quad:
    """The parallelogram of the two half axes about the middle of the upright box."""
    centre = (quad.min(axis=0) + quad.max(axis=0)) / 2
    long_half = (quad[2] + quad[3] - quad[0] - quad[1]) / 4
    short_half = (quad[1] + quad[2] - quad[0] - quad[3]) / 4
    return parallelogram(centre, long_half, short_half)


def as_mask(quad: Quad) -> Quad:
    """Four corners fitted to the outline of a mask at a quarter of the picture's size."""
    mask = np.zeros((416 // _MASK_STRIDE, 416 // _MASK_STRIDE), np.uint8)
    cv2.fillConvexPoly(mask, np.rint(quad / _MASK_STRIDE * 256).astype(np.int32), 1, cv2.LINE_8, 8)
    contours, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    outline = max(contours, key=cv2.contourArea)
    for share in np.arange(0.01, 0.2, 0.005):
        corners = cv2.approxPolyDP(outline, float(share) * cv2.arcLength(outline, True), True)
        if len(corners) <= 4:
            break
    if len(corners) < 4:
        return as_oriented_box(quad)
    return np.asarray(upright(corners.reshape(-1, 2) * float(_MASK_STRIDE)), np.float32)


WAYS: dict[str, Callable[[Quad], Quad]] = {
    "oriented box": as_oriented_box,
    "axis points": as_axis_points,
    "mask outline": as_mask,
}


def costs(oblique: float, cards: int = 720, seed: int = 1) -> dict[str, NDArray[np.float64]]:
    """Corner errors of each way over cards in every rotation, 40 to 110 pixels wide, 300 to 700 mm away."""
    rng = np.random.default_rng(seed)
    found: dict[str, list[float]] = {name: [] for name in WAYS}
    for number in range(cards):
        turn = 360.0 * number / cards
        quad = upright_card(seen_card(oblique, turn, rng.uniform(300, 700), rng.uniform(40, 110)))
        for name, way in WAYS.items():
            found[name].append(corner_error(way(quad), quad))
    return {name: np.array(errors) for name, errors in found.items()}


def upright_card(quad: Quad) -> Quad:
    """The corners with the upper short side first, the card's own sides staying what they are."""
    return quad if quad[0, 1] + quad[1, 1] <= quad[2, 1] + quad[3, 1] else np.roll(quad, 2, axis=0)


def representation_table(cards: int = 720) -> str:
    """A Markdown table of corner errors as a share of the card's width, half of the cards and nine in ten."""
    rows = [
        "| degrees oblique | " + " | ".join(f"{name} p50 | p90" for name in WAYS) + " |",
        "| ---: |" + " ---: | ---: |" * len(WAYS),
    ]
    for oblique in ANGLES:
        cells = [
            f"{np.median(one):.1%} | {np.quantile(one, 0.9):.1%}" for one in costs(oblique, cards).values()
        ]
        rows.append(f"| {oblique:.0f} | " + " | ".join(cells) + " |")
    return "\n".join(rows)
