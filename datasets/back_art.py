"""Card backs: patterns that look the same either way up, with or without a white border."""

from __future__ import annotations

import math
import random

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.deck_style import DeckStyle
from datasets.decks import SUITS, FaceArt
from datasets.joker_art import star_mask
from datasets.print_plate import Plate

PATTERNS = ("lattice", "checks", "dots", "waves", "rings", "stripes", "plain", "tiles", "medallion")
DYES = (
    (160, 60, 30),
    (40, 30, 170),
    (60, 110, 30),
    (30, 30, 30),
    (120, 40, 110),
    (30, 120, 200),
    (130, 120, 40),
)


def draw_back(rng: random.Random, style: DeckStyle, width: int, height: int) -> FaceArt:
    """One back of width x height pixels."""
    base = rng.choice(DYES)
    dye = np.array([min(255.0, max(0.0, part + rng.uniform(-40, 40))) for part in base], np.float32)
    light = np.array(style.stock if not style.dark else (200, 200, 200), np.float32)
    ground, ink = (light, dye) if rng.random() < 0.5 else (dye, light)
    if rng.random() < 0.2:
        ink = np.array([rng.uniform(0, 255) for _ in range(3)], np.float32)
    kind = rng.choice(PATTERNS)
    if kind == "plain":
        ground, ink = dye, light
    share = _pattern(rng, kind, width, height)
    share = np.asarray(np.maximum(share, share[::-1, ::-1]) * rng.uniform(0.5, 1.0), np.float32)
    plate = Plate(width, height, (float(light[0]), float(light[1]), float(light[2])))
    plate.picture = (ground + (ink - ground) * share[..., None]).astype(np.float32)
    if rng.random() < 0.45:
        _medallion(plate, rng, style, dye)
    if rng.random() < 0.7:
        border = int(rng.uniform(0.02, 0.09) * width)
        framed = np.empty_like(plate.picture)
        framed[:] = light
        inner = slice(border, height - border), slice(border, width - border)
        framed[inner] = plate.picture[inner]
        plate.picture = framed
        shade = (float(dye[0]), float(dye[1]), float(dye[2]))
        plate.outline(border, border, width - 1 - border, height - 1 - border, shade, rng.choice([1, 1, 3]))
    plate.wear(rng, style.wear)
    return plate.face(style.rounding)


def _pattern(rng: random.Random, kind: str, width: int, height: int) -> NDArray[np.float32]:
    """How much ink lies at each pixel, 0 to 1."""
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    x, y = x - width / 2, y - height / 2
    step = rng.uniform(0.035, 0.16) * width
    turn = rng.choice([0.0, math.pi / 4, rng.uniform(0, math.pi)])
    u, v = x * math.cos(turn) + y * math.sin(turn), y * math.cos(turn) - x * math.sin(turn)
    wave_u, wave_v = np.cos(2 * math.pi * u / step), np.cos(2 * math.pi * v / step)
    sharp = rng.uniform(2, 8)
    if kind == "lattice":
        value = np.maximum(wave_u, wave_v) - rng.uniform(0.3, 0.8)
    elif kind == "checks":
        value = wave_u * wave_v
    elif kind == "dots":
        value = wave_u + wave_v - rng.uniform(0.3, 1.1)
    elif kind == "waves":
        value = np.cos(2 * math.pi * (v + step * np.sin(u / step)) / step)
    elif kind == "rings":
        value = np.cos(2 * math.pi * np.hypot(x, y * rng.uniform(0.6, 1.2)) / step)
    elif kind == "stripes":
        value = wave_u + rng.uniform(-0.6, 0.6)
    elif kind == "tiles":
        value = np.cos(2 * math.pi * np.hypot((u % step) - step / 2, (v % step) - step / 2) / (step / 2))
    elif kind == "medallion":
        angle = np.arctan2(y, x)
        petals = rng.choice([4, 6, 8, 12])
        value = np.cos(petals * angle) * np.cos(2 * math.pi * np.hypot(x, y) / (2 * step))
    else:
        return np.zeros((height, width), np.float32)
    return np.asarray(np.clip(0.5 + value * sharp / 2, 0, 1), dtype=np.float32)


def _medallion(plate: Plate, rng: random.Random, style: DeckStyle, dye: NDArray[np.float32]) -> None:
    ink = (float(dye[0]), float(dye[1]), float(dye[2]))
    centre = (plate.width // 2, plate.height // 2)
    radius = int(rng.uniform(0.12, 0.3) * plate.width)
    cv2.circle(plate.picture, centre, radius, (235, 240, 240), -1, cv2.LINE_AA)
    cv2.circle(plate.picture, centre, radius, ink, 2, cv2.LINE_AA)
    mask = rng.choice([star_mask(6), star_mask(8), style.pips["D"], style.pips[rng.choice(SUITS)]])
    tall = radius * 1.1
    plate.stamp(mask, *centre, tall * mask.shape[1] / mask.shape[0], tall, ink)
    if rng.random() < 0.5:
        plate.turn()
