"""Drawn hands that lay cards: a forearm, a back of hand, fingers. Not anatomy: something that moves and
covers."""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

SCALE = 2.0
"""Pixels a millimetre of a drawn hand."""
WIDTH, LENGTH = 230, 560
"""Extent of the drawing in millimetres; the tip of the middle finger is at HAND_TIP, the arm leaves at the
bottom."""
HAND_TIP = (115.0, 18.0)

SKINS = (
    (150, 178, 224),
    (126, 156, 208),
    (104, 134, 190),
    (78, 106, 160),
    (50, 70, 112),
    (38, 50, 82),
    (140, 170, 222),
)
SLEEVES = (
    (92, 60, 38),
    (52, 52, 56),
    (60, 62, 140),
    (150, 150, 152),
    (74, 104, 60),
    (190, 186, 178),
    (40, 34, 120),
)

Sprite = NDArray[np.float32]
"""Height x width x 4, blue-green-red-alpha, premultiplied, 0 to 255."""


@dataclass(frozen=True, slots=True, eq=False)
class Hand:
    """One person's hand, fingers up in the drawing; `outline` is its coverage at a quarter of a pixel a
    mm."""

    drawing: Sprite
    outline: NDArray[np.uint8]


def drawn_hand(rng: np.random.Generator) -> Hand:
    """A hand of random build, skin, sleeve and posture; left or right."""
    skin = np.array(SKINS[rng.integers(len(SKINS))], np.float32) * rng.uniform(0.9, 1.08)
    sleeve = np.array(SLEEVES[rng.integers(len(SLEEVES))], np.float32)
    spread, build = rng.uniform(0.7, 1.3), rng.uniform(0.9, 1.12)
    mirrored = rng.random() < 0.5
    knuckles = [(-31.0, 98.0), (-11.0, 92.0), (10.0, 94.0), (29.0, 103.0)]
    tips = [
        (-26.0 - 9 * spread, 30.0),
        (-8.0 - 2 * spread, 6.0),
        (9.0 + 3 * spread, 10.0),
        (26.0 + 10 * spread, 34.0),
    ]
    widths = [19.0, 20.0, 19.0, 16.5]
    thumb = [(-43.0, 142.0), (-52.0 - 4 * spread, 112.0), (-40.0, 78.0 + rng.uniform(-8, 8))]
    over = np.zeros((round(LENGTH * SCALE), round(WIDTH * SCALE), 4), np.float32)
    noise = rng.normal(0, 1, over.shape[:2]).astype(np.float32)
    texture = np.asarray(cv2.GaussianBlur(noise, (0, 0), 3.0), np.float32) * 12
    for knuckle, tip, width in zip(knuckles, tips, widths, strict=True):
        bend = ((knuckle[0] + tip[0]) / 2 + rng.uniform(-2, 2), (knuckle[1] + tip[1]) / 2)
        _finger(over, [knuckle, bend, tip], width * build, skin, texture)
    _palm(over, build, skin, texture)
    for knuckle, tip, width in zip(knuckles, tips, widths, strict=True):
        reach = 0.55
        middle = (knuckle[0] + (tip[0] - knuckle[0]) * reach, knuckle[1] + (tip[1] - knuckle[1]) * reach)
        _limb(over, [(knuckle[0] * 0.8, knuckle[1] + 14.0), middle], width * build, skin, texture, 0.8)
    for sigma in (3.0, 8.0):
        _melt(over, sigma)
    for knuckle, tip, width in zip(knuckles, tips, widths, strict=True):
        bend = ((knuckle[0] + tip[0]) / 2, (knuckle[1] + tip[1]) / 2)
        _finger(over, [bend, tip], width * build, skin, texture)
    _finger(over, thumb, 21 * build, skin, texture)
    _melt(over, 2.0)
    cuff = rng.uniform(210, 330)
    _limb(over, [(4.0, cuff), (6.0, LENGTH + 60.0)], 88 * build, sleeve, texture * 1.5, 0.7)
    if mirrored:
        over = np.ascontiguousarray(over[:, ::-1])
    outline = cv2.resize(over[..., 3], (WIDTH // 4, LENGTH // 4), interpolation=cv2.INTER_AREA)
    return Hand(over, np.asarray(np.clip(outline, 0, 255), np.uint8))


def _palm(canvas: Sprite, build: float, skin: NDArray[np.float32], texture: NDArray[np.float32]) -> None:
    """The back of the hand, drawn together at the wrist, and the forearm as far as the sleeve."""
    outline = [
        (-40, 96),
        (-20, 84),
        (8, 84),
        (34, 96),
        (43, 120),
        (42, 150),
        (34, 178),
        (31, 205),
        (36, 340),
        (-34, 340),
        (-29, 205),
        (-36, 180),
        (-48, 158),
        (-47, 128),
    ]
    mask = np.zeros(canvas.shape[:2], np.uint8)
    shape = _place([(x * build, float(y)) for x, y in outline])
    cv2.fillPoly(mask, [shape], 255, cv2.LINE_AA, 4)
    mask = np.asarray(cv2.boxFilter(mask, -1, (29, 29)), np.uint8)
    mask = np.asarray(cv2.boxFilter(mask, -1, (29, 29)), np.uint8)
    mask = np.clip((mask.astype(np.float32) - 127.5) * 8 + 127.5, 0, 255).astype(np.uint8)
    _shade(canvas, mask, 84 * build, skin, texture, 0.75)


def _melt(canvas: Sprite, sigma: float) -> None:
    """Soften the seams between the drawn parts, not the outline."""
    small = cv2.resize(canvas, None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA)
    small = cv2.GaussianBlur(small, (0, 0), sigma * SCALE / 4)
    soft = cv2.resize(small, (canvas.shape[1], canvas.shape[0]), interpolation=cv2.INTER_LINEAR)
    colour = soft[..., :3] * (255 / np.maximum(soft[..., 3:], 1.0))
    rows = np.arange(canvas.shape[0], dtype=np.float32)[:, None, None] / SCALE - HAND_TIP[1]
    share = np.clip((rows - 35) / 40, 0, 1) * 0.8 * canvas[..., 3:] / 255
    canvas[..., :3] += share * (np.clip(colour, 0, 255) * canvas[..., 3:] / 255 - canvas[..., :3])


def _place(points: list[tuple[float, float]]) -> NDArray[np.int32]:
    moved = [(x + HAND_TIP[0], y + HAND_TIP[1] - 6.0) for x, y in points]
    return np.asarray(np.array(moved) * SCALE * 16, np.int32)


def _limb(
    canvas: Sprite,
    points: list[tuple[float, float]],
    width: float,
    tone: NDArray[np.float32],
    texture: NDArray[np.float32],
    roundness: float,
) -> None:
    mask = np.zeros(canvas.shape[:2], np.uint8)
    cv2.polylines(mask, [_place(points)], False, 255, max(1, round(width * SCALE)), cv2.LINE_AA, 4)
    _shade(canvas, mask, width, tone, texture, roundness)


def _finger(
    canvas: Sprite,
    points: list[tuple[float, float]],
    width: float,
    tone: NDArray[np.float32],
    texture: NDArray[np.float32],
) -> None:
    mask = np.zeros(canvas.shape[:2], np.uint8)
    cv2.polylines(mask, [_place(points)], False, 255, max(1, round(width * SCALE)), cv2.LINE_AA, 4)
    _shade(canvas, mask, width, tone, texture, 0.9)
    (x0, y0), (x1, y1) = points[-2], points[-1]
    length = math.hypot(x1 - x0, y1 - y0)
    nail = _place([(x1 + (x1 - x0) / length * width * 0.12, y1 + (y1 - y0) / length * width * 0.12)])[0] // 16
    angle = math.degrees(math.atan2(y1 - y0, x1 - x0))
    shape = np.zeros(canvas.shape[:2], np.uint8)
    axes = (round(width * SCALE * 0.34), round(width * SCALE * 0.27))
    cv2.ellipse(shape, (int(nail[0]), int(nail[1])), axes, angle, 0, 360, 255, -1, cv2.LINE_AA)
    share = cv2.GaussianBlur(shape, (0, 0), 1.2).astype(np.float32)[..., None] / 255 * 0.45
    canvas[..., :3] += share * (tone * 0.75 + np.array((62, 58, 68), np.float32) - canvas[..., :3])


def _shade(
    canvas: Sprite,
    mask: NDArray[np.uint8],
    width: float,
    tone: NDArray[np.float32],
    texture: NDArray[np.float32],
    roundness: float,
) -> None:
    rows, columns = np.flatnonzero(mask.any(1)), np.flatnonzero(mask.any(0))
    if not len(rows) or not len(columns):
        return
    part = np.s_[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    inner = cv2.distanceTransform((mask[part] > 127).astype(np.uint8), cv2.DIST_L2, 3)
    inner = np.minimum(np.asarray(inner, np.float32) / max(1.0, width * SCALE / 2), 1.0)
    height = np.sqrt(np.maximum(0.0, 1 - (1 - inner) ** 2))
    slope_x = cv2.Sobel(height, cv2.CV_32F, 1, 0, ksize=5) * width * SCALE / 90
    slope_y = cv2.Sobel(height, cv2.CV_32F, 0, 1, ksize=5) * width * SCALE / 90
    lit = (1 - roundness * 0.42 * (1 - height) + 0.05 * np.clip(slope_x + slope_y, -2, 2))[..., None]
    colour = tone * np.clip(lit, 0.35, 1.15) + texture[part][..., None]
    alpha = mask[part].astype(np.float32)[..., None] / 255
    canvas[part][..., :3] = canvas[part][..., :3] * (1 - alpha) + np.clip(colour, 0, 255) * alpha
    canvas[part][..., 3:] = canvas[part][..., 3:] * (1 - alpha) + 255 * alpha
