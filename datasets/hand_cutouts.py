"""Hands cut out of photographs of hands over green felt, by the colour of skin."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.decks import FaceArt, read_picture
from datasets.fonts import Mask

WORKING_WIDTH = 960
LEAST_SHARE, LEAST_SOLIDITY = 0.02, 0.64
TYPICAL_BRIGHTNESS = 150.0
RESERVED_EVERY = 9
"""Photographs whose number divides by this are kept for test clips."""


def hand_cutouts(folder: Path, reserved: bool = False) -> list[FaceArt]:
    """Cut one hand out of each photograph in `folder` that shows one clearly, as BGRA of varying size.

    The hand comes in over the lower edge of its picture and is brightened to a common level. Photographs
    kept for test clips are passed over, or with `reserved` are the only ones used. Empty when the folder
    does not exist.
    """
    found = []
    for file in sorted(folder.glob("*.jpg")):
        kept_apart = file.stem.isdigit() and int(file.stem) % RESERVED_EVERY == 0
        if kept_apart != reserved:
            continue
        hand = cut_hand(read_picture(file)[..., :3])
        if hand is not None:
            found.append(hand)
    return found


def cut_hand(photograph: NDArray[np.uint8]) -> FaceArt | None:
    """The hand in a BGR photograph; None when there is none, or it is too small or too ragged."""
    scale = WORKING_WIDTH / photograph.shape[1]
    picture = cv2.resize(photograph, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA).astype(np.uint8)
    mask = _largest_at_border(_skin(picture))
    if mask is None:
        return None
    x, y, across, down = cv2.boundingRect(mask)
    mask = cv2.erode(mask, np.ones((3, 3), np.uint8)).astype(np.uint8)
    alpha = cv2.GaussianBlur(mask, (0, 0), 1.2)
    level = float(np.percentile(picture[mask > 0].max(axis=1), 70))
    gain = min(2.2, TYPICAL_BRIGHTNESS / max(level, 1.0))
    bright = np.clip(picture.astype(np.float32) * gain, 0, 255)
    cutout = np.dstack([bright, alpha]).astype(np.uint8)[y : y + down, x : x + across]
    rows, columns = mask.shape
    crossed = {
        0: int((mask[rows - 3] > 0).sum()),
        1: int((mask[:, columns - 3] > 0).sum()),
        2: int((mask[2] > 0).sum()),
        3: int((mask[:, 2] > 0).sum()),
    }
    quarters = max(crossed, key=lambda side: crossed[side])
    return np.ascontiguousarray(np.rot90(cutout, -quarters))


def _skin(picture: NDArray[np.uint8]) -> Mask:
    blue, green, red = (picture[..., channel].astype(np.int32) for channel in range(3))
    saturation = cv2.cvtColor(picture, cv2.COLOR_BGR2HSV)[..., 1]
    warm = (red > green + 6) & (green >= blue - 4) & (red > 28) & (red < 3 * np.maximum(blue, 1))
    skin = warm & (saturation > 55) & (saturation < 175)
    small, large = (cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (size, size)) for size in (9, 17))
    mask = cv2.morphologyEx(skin.astype(np.uint8) * 255, cv2.MORPH_OPEN, small)
    mask = cv2.morphologyEx(mask, cv2.MORPH_CLOSE, large)
    smooth = cv2.GaussianBlur(mask, (0, 0), 4, borderType=cv2.BORDER_REPLICATE)
    return np.asarray((smooth > 127) * 255, dtype=np.uint8)


def _largest_at_border(mask: Mask) -> Mask | None:
    height, width = mask.shape
    outlines, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    for outline in sorted(outlines, key=cv2.contourArea, reverse=True):
        area = cv2.contourArea(outline)
        if area < LEAST_SHARE * height * width:
            return None
        x, y, across, down = cv2.boundingRect(outline)
        at_border = x <= 2 or y <= 2 or x + across >= width - 2 or y + down >= height - 2
        if at_border and area > LEAST_SOLIDITY * cv2.contourArea(cv2.convexHull(outline)):
            shape = np.zeros_like(mask)
            cv2.drawContours(shape, [outline], -1, 255, cv2.FILLED)
            return shape
    return None
