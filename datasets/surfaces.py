"""What cards lie on: photographed tables and floors, and plain, grained or woven surfaces made here."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

ByteImage = NDArray[np.uint8]
LONG_SIDE = 640
RESERVED_EVERY = 9
"""Photographs whose number is a multiple of this are kept for test clips."""


@dataclass(frozen=True)
class Surfaces:
    """Surfaces to lay cards on."""

    photographs: Sequence[ByteImage]

    @classmethod
    def load(cls, folder: Path) -> Surfaces:
        """Read the numbered photographs of `folder`; without any, surfaces are only made."""
        found = []
        for path in sorted(folder.glob("*.jpg")):
            if path.stem.isdigit() and int(path.stem) % RESERVED_EVERY == 0:
                continue
            picture = cv2.imread(str(path))
            if picture is not None:
                scale = LONG_SIDE / max(picture.shape[:2])
                found.append(
                    cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA).astype(
                        np.uint8
                    )
                )
        return cls(found)

    def surface(self, rng: random.Random, width: int, height: int) -> ByteImage:
        """Return a surface of the given size, uint8 BGR."""
        draw = rng.random()
        if self.photographs and draw < 0.6:
            return self._cut(rng, width, height)
        if draw < 0.72:
            return _plain(rng, width, height)
        if draw < 0.87:
            return _grained(rng, width, height)
        return _woven(rng, width, height)

    def _cut(self, rng: random.Random, width: int, height: int) -> ByteImage:
        picture = rng.choice(self.photographs)
        rows, columns = picture.shape[:2]
        share = rng.uniform(0.15, 0.95)
        wide, tall = max(8, int(columns * share)), max(8, int(rows * share))
        x, y = rng.randint(0, columns - wide), rng.randint(0, rows - tall)
        part = picture[y : y + tall, x : x + wide]
        if rng.random() < 0.5:
            part = np.rot90(part, rng.randrange(4))
        mode = cv2.INTER_AREA if wide > width else cv2.INTER_LINEAR
        return cv2.resize(np.ascontiguousarray(part), (width, height), interpolation=mode).astype(np.uint8)


def _colour(rng: random.Random) -> NDArray[np.float32]:
    if rng.random() < 0.3:
        grey = rng.uniform(15, 250)
        return np.array([grey + rng.uniform(-12, 12) for _ in range(3)], np.float32)
    hue, saturation, value = rng.uniform(0, 180), rng.uniform(20, 200), rng.uniform(30, 240)
    pixel = np.array([[[hue, saturation, value]]], np.uint8)
    return np.asarray(cv2.cvtColor(pixel, cv2.COLOR_HSV2BGR)[0, 0], np.float32)


def _cloudy(rng: random.Random, width: int, height: int, cells: tuple[int, int]) -> NDArray[np.float32]:
    grid = np.random.default_rng(rng.getrandbits(32)).standard_normal((cells[1], cells[0])).astype(np.float32)
    return cv2.resize(grid, (width, height), interpolation=cv2.INTER_CUBIC).astype(np.float32)


def _plain(rng: random.Random, width: int, height: int) -> ByteImage:
    noise = _cloudy(rng, width, height, (3, 3)) * rng.uniform(0, 12)
    return np.clip(_colour(rng) + noise[..., None], 0, 255).astype(np.uint8)


def _grained(rng: random.Random, width: int, height: int) -> ByteImage:
    warm = np.array([rng.uniform(20, 110), rng.uniform(50, 150), rng.uniform(80, 210)], np.float32)
    grain = _cloudy(rng, width, height, (rng.randint(2, 5), rng.randint(12, 60))) * rng.uniform(4, 22)
    grain += _cloudy(rng, width, height, (4, 4)) * rng.uniform(0, 15)
    surface = np.clip(warm + grain[..., None], 0, 255).astype(np.uint8)
    if rng.random() < 0.5:
        for _ in range(rng.randint(1, 4)):
            y = rng.randrange(height)
            cv2.line(surface, (0, y), (width, y + rng.randint(-3, 3)), tuple(float(c) * 0.5 for c in warm), 1)
    if rng.random() < 0.5:
        surface = cv2.resize(np.ascontiguousarray(surface.transpose(1, 0, 2)), (width, height)).astype(
            np.uint8
        )
    return surface


def _woven(rng: random.Random, width: int, height: int) -> ByteImage:
    ground, figure = _colour(rng), _colour(rng)
    step = rng.randint(6, 60)
    rows, columns = np.mgrid[0:height, 0:width]
    if rng.random() < 0.4:
        pattern = ((rows // step + columns // step) % 2).astype(np.float32)
    elif rng.random() < 0.5:
        pattern = ((rows * rng.choice([0, 1]) + columns) // step % 2).astype(np.float32)
    else:
        ring = np.hypot(rows % step - step / 2, columns % step - step / 2)
        pattern = (ring < step * rng.uniform(0.15, 0.4)).astype(np.float32)
    strength = rng.uniform(0.15, 1.0)
    cloth = ground + (figure - ground) * pattern[..., None] * strength
    cloth += np.random.default_rng(rng.getrandbits(32)).normal(0, rng.uniform(1, 9), (height, width, 1))
    return np.asarray(np.clip(cloth, 0, 255), np.uint8)
