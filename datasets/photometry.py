"""What light, lens, sensor and file format do to a picture of cards on a table."""

from __future__ import annotations

import math
import random

import cv2
import numpy as np
from numpy.typing import NDArray

FloatImage = NDArray[np.float32]
ByteImage = NDArray[np.uint8]


def photographed(image: FloatImage, rng: random.Random, softness: float = 1.0) -> ByteImage:
    """Return `image` (BGR, 0..255, HxWx3 float32) as a camera might have taken it, as uint8.

    Shading, hard shadow, colour cast, glare, haze, gamma, blur, sharpening, noise, what a webcam does about noise, and
    JPEG are each drawn from `rng`. `softness` scales the blur, whose unit is the picture's width.
    """
    height, width = image.shape[:2]
    image = _lit(image, rng, width, height)
    image = _coloured(image, rng)
    if rng.random() < 0.3:
        image = image + _glare(rng, width, height)[..., None]
    if rng.random() < 0.35:
        veil = rng.uniform(0, 60)
        image = image * (1 - veil / 255 * rng.uniform(0.5, 1.3)) + veil
    np.clip(image, 0, 255, out=image)
    if rng.random() < 0.4:
        image = 255 * np.power(image / 255, rng.uniform(0.65, 1.6))
    image = _focused(image.astype(np.float32), rng, width, softness)
    if rng.random() < 0.6:
        image = image + _noise(rng, width, height)
    taken = np.clip(image, 0, 255).astype(np.uint8)
    if rng.random() < 0.25:
        taken = mended(taken, rng)
    return _compressed(taken, rng)


def _lit(image: FloatImage, rng: random.Random, width: int, height: int) -> FloatImage:
    if rng.random() < 0.7:
        cells = rng.choice([2, 2, 3, 4])
        depth = rng.uniform(0.05, 0.5)
        field = np.array(
            [rng.uniform(1 - depth, 1 + depth * 0.3) for _ in range(cells * cells)], np.float32
        ).reshape(cells, cells)
        mode = cv2.INTER_CUBIC if cells > 2 else cv2.INTER_LINEAR
        image = image * cv2.resize(field, (width, height), interpolation=mode)[..., None]
    if rng.random() < 0.18:
        shade = np.ones((height, width), np.float32)
        corners = np.array(
            [
                [rng.uniform(-0.3, 1.3) * width, rng.uniform(-0.3, 1.3) * height]
                for _ in range(rng.choice([3, 4]))
            ],
            np.int32,
        )
        cv2.fillPoly(shade, [corners], rng.uniform(0.3, 0.8))
        edge = rng.choice([1, 3, 7, 15])
        image = image * cv2.blur(shade, (edge, edge))[..., None]
    return image.astype(np.float32)


def _coloured(image: FloatImage, rng: random.Random) -> FloatImage:
    saturation = rng.choice([1.0, 1.0, rng.uniform(0.2, 1.0), rng.uniform(1.0, 1.5)])
    grey_picture = rng.random() < 0.06
    if grey_picture:
        saturation = 0.0
    if saturation != 1.0:
        grey = image.mean(2, keepdims=True)
        image = grey + (image - grey) * saturation
    exposure = rng.uniform(0.13, 0.4) if rng.random() < 0.1 else math.exp(rng.gauss(-0.22, 0.35))
    # cameras mostly balance the light, but a lamp over a kitchen table is often more than they can undo
    strength = 0.24 if rng.random() < 0.2 else 0.08
    cast = [1.0] * 3 if grey_picture else [math.exp(rng.gauss(0, strength)) for _ in range(3)]
    return (image * np.array([exposure * c for c in cast], np.float32)).astype(np.float32)


def _glare(rng: random.Random, width: int, height: int) -> FloatImage:
    rows, columns = np.ogrid[0:height, 0:width]
    x, y = rng.uniform(0, width), rng.uniform(0, height)
    spread_x, spread_y = rng.uniform(0.05, 0.5) * width, rng.uniform(0.05, 0.35) * height
    bump = np.exp(-(((columns - x) / spread_x) ** 2) - ((rows - y) / spread_y) ** 2)
    return (rng.uniform(30, 230) * bump).astype(np.float32)


def _focused(image: FloatImage, rng: random.Random, width: int, softness: float) -> FloatImage:
    draw = rng.random()
    if draw < 0.45:
        sigma = rng.uniform(0.3, 1.0) * width * 0.011 * softness + rng.uniform(0, 0.35)
        image = cv2.GaussianBlur(image, (0, 0), sigma).astype(np.float32)
    elif draw < 0.6:
        reach = max(2, int(rng.uniform(0.015, 0.06) * width * softness) + 1)
        kernel = np.zeros((reach * 2 + 1, reach * 2 + 1), np.float32)
        angle = rng.uniform(0, math.pi)
        dx, dy = math.cos(angle) * reach / 2, math.sin(angle) * reach / 2
        start = (round(reach - dx), round(reach - dy))
        cv2.line(kernel, start, (round(reach + dx), round(reach + dy)), 1.0, 1)
        image = cv2.filter2D(image, -1, kernel / kernel.sum()).astype(np.float32)
    if rng.random() < 0.15:
        soft = cv2.GaussianBlur(image, (0, 0), rng.uniform(0.8, 1.6))
        image = (image + rng.uniform(0.3, 1.3) * (image - soft)).astype(np.float32)
    return image


def _noise(rng: random.Random, width: int, height: int) -> FloatImage:
    channels = 1 if rng.random() < 0.4 else 3
    noise = np.random.default_rng(rng.getrandbits(32)).standard_normal(
        (height, width, channels), dtype=np.float32
    )
    noise *= rng.uniform(1, 11)
    if rng.random() < 0.4:
        noise = (cv2.GaussianBlur(noise, (0, 0), 0.8) * 1.5).reshape(height, width, channels)
    return noise.astype(np.float32)


def mended(image: ByteImage, rng: random.Random) -> ByteImage:
    """What cheap cameras do to noise: small shapes melt, edges get a seam, colour is coarser than light."""
    if rng.random() < 0.5:
        image = np.asarray(cv2.medianBlur(image, 3), np.uint8)
    else:
        image = np.asarray(cv2.bilateralFilter(image, 5, rng.uniform(20, 70), rng.uniform(1, 3)), np.uint8)
    if rng.random() < 0.6:
        light = cv2.cvtColor(image, cv2.COLOR_BGR2YCrCb)
        light[..., 1:] = cv2.GaussianBlur(light[..., 1:], (0, 0), rng.uniform(0.8, 2.5))
        image = np.asarray(cv2.cvtColor(light, cv2.COLOR_YCrCb2BGR), np.uint8)
    if rng.random() < 0.7:
        soft = cv2.GaussianBlur(image, (0, 0), rng.uniform(0.7, 1.6))
        more = rng.uniform(0.4, 2.0)
        image = np.asarray(cv2.addWeighted(image, 1 + more, soft, -more, 0), np.uint8)
    return image


def _compressed(image: ByteImage, rng: random.Random) -> ByteImage:
    if rng.random() < 0.06:
        dots = np.random.default_rng(rng.getrandbits(32)).random(image.shape[:2])
        image = image.copy()
        image[dots < 0.01], image[dots > 0.99] = 0, 255
    if rng.random() >= 0.6:
        return image
    _, coded = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, rng.randint(25, 92)])
    return np.asarray(cv2.imdecode(coded, cv2.IMREAD_COLOR), np.uint8)
