"""A table seen by a webcam: the camera over it, its surface, its light. Lengths in millimetres, pictures
BGR."""

from __future__ import annotations

import math
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

Picture = NDArray[np.uint8]
Points = NDArray[np.float64]

CARD_WIDTH, CARD_HEIGHT = 63.0, 88.0
"""A poker-size card in millimetres; bridge size is 57 wide and is had by scaling x."""


@dataclass(frozen=True, slots=True)
class TableCamera:
    """A pinhole camera that looks at the pile, which lies at the origin of the table.

    `tilt` is the angle from straight down, `turn` the side of the table it stands at (degrees), `across`
    the width of table in view at the pile (mm), `aim` the table point in the middle of the picture, `bend`
    the radial distortion of the lens (negative: barrel).
    """

    width: int = 1280
    height: int = 720
    distance: float = 620.0
    tilt: float = 25.0
    turn: float = 0.0
    across: float = 620.0
    aim: tuple[float, float] = (0.0, 0.0)
    bend: float = -0.04

    def project(self, points: Points) -> NDArray[np.float32]:
        """Table points (N x 3, mm, z up) as picture points (N x 2) of the undistorted picture."""
        tilt, turn = math.radians(self.tilt), math.radians(self.turn)
        forward = np.array([math.sin(turn), math.cos(turn), 0.0])
        right = np.array([math.cos(turn), -math.sin(turn), 0.0])
        look = forward * math.sin(tilt) - np.array([0.0, 0.0, 1.0]) * math.cos(tilt)
        down = np.cross(look, right)
        place = np.array([*self.aim, 0.0]) - look * self.distance
        seen = (points - place) @ np.stack([right, down, look], 1)
        focal = self.width * self.distance / self.across
        depth = np.maximum(seen[:, 2], 1.0)
        x = self.width / 2 + focal * seen[:, 0] / depth
        y = self.height / 2 + focal * seen[:, 1] / depth
        return np.stack([x, y], 1).astype(np.float32)

    def flat(self, points: Points) -> NDArray[np.float32]:
        """The same for points on the table (N x 2)."""
        return self.project(np.concatenate([points, np.zeros((len(points), 1))], 1))

    def distort(self, points: NDArray[np.float32]) -> NDArray[np.float32]:
        """Points of the undistorted picture as points of the picture that the lens gives."""
        middle = np.array([self.width / 2, self.height / 2], np.float32)
        offset = (points - middle) / (self.width / 2)
        radius = (offset**2).sum(1, keepdims=True)
        return np.asarray(middle + offset * (1 + self.bend * radius) * (self.width / 2), np.float32)

    def undistortion_maps(self) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """For every pixel of the lens's picture, where in the undistorted picture it comes from (x and y
        maps)."""
        x, y = np.meshgrid(np.arange(self.width, dtype=np.float32), np.arange(self.height, dtype=np.float32))
        half = self.width / 2
        u, v = (x - half) / half, (y - self.height / 2) / half
        s, t = u.copy(), v.copy()
        for _ in range(6):
            factor = 1 + self.bend * (s * s + t * t)
            s, t = u / factor, v / factor
        return (s * half + half).astype(np.float32), (t * half + self.height / 2).astype(np.float32)

    def pixels_per_mm(self) -> float:
        """Scale at the pile."""
        return self.width / self.across


def lying(x: float, y: float, turn: float, width: float = CARD_WIDTH, height: float = CARD_HEIGHT) -> Points:
    """Corners (4 x 2, mm) of a card whose middle is at x, y, turned anticlockwise by `turn` degrees.

    Top left, top right, bottom right, bottom left of the card's own upright frame.
    """
    half = np.array([[-width, height], [width, height], [width, -height], [-width, -height]]) / 2
    cos, sin = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    return np.asarray(half @ np.array([[cos, sin], [-sin, cos]]) + np.array([x, y]))


SURFACES = ("oak", "walnut", "pine", "laminate", "felt", "gingham", "linen", "oilcloth", "marble", "mat")


def surface(kind: str, rng: np.random.Generator, size: int = 1200) -> Picture:
    """A square of table, `size` pixels a side at one pixel a millimetre. Raises ValueError for an unknown
    kind."""
    if kind in ("oak", "walnut", "pine"):
        return _wood(kind, rng, size)
    if kind in ("gingham", "oilcloth"):
        return _cloth(kind, rng, size)
    if kind not in SURFACES:
        raise ValueError(f"no surface {kind!r}")
    tones = {
        "laminate": (205, 212, 216),
        "felt": (52, 92, 38),
        "linen": (188, 200, 208),
        "marble": (222, 222, 224),
        "mat": (70, 62, 84),
    }
    tone = np.array(tones[kind], np.float32) * rng.uniform(0.85, 1.1) + rng.uniform(-12, 12, 3).astype(
        np.float32
    )
    if kind == "felt" and rng.random() < 0.4:
        tone = tone[[2, 0, 1]]
    grain = clouds(rng, size, 2.0) * (14 if kind in ("felt", "mat") else 5)
    broad = clouds(rng, size, 90.0) * 8
    if kind == "linen":
        weave = rng.normal(0, 9, (size, 1)).astype(np.float32) + rng.normal(0, 9, (1, size)).astype(
            np.float32
        )
        grain = grain + weave * (0.6 + 0.4 * clouds(rng, size, 3.0))
    if kind == "marble":
        veins = np.exp(-np.abs(clouds(rng, size, 60.0) + 0.4 * clouds(rng, size, 14.0)) * 9)
        broad = broad - 70 * veins * np.clip(clouds(rng, size, 120.0) + 0.6, 0, 1)
    return np.clip(tone + (grain + broad)[..., None], 0, 255).astype(np.uint8)


def clouds(rng: np.random.Generator, size: int, scale: float, stretch: float = 1.0) -> NDArray[np.float32]:
    """Smooth noise of unit spread, features about `scale` pixels high and `scale * stretch` wide."""
    rows, columns = max(4, round(size / scale)), max(4, round(size / scale / stretch))
    coarse = rng.normal(0, 1, (min(rows, size), min(columns, size))).astype(np.float32)
    return np.asarray(cv2.resize(coarse, (size, size), interpolation=cv2.INTER_CUBIC), np.float32)


def _wood(kind: str, rng: np.random.Generator, size: int) -> Picture:
    tones = {"oak": (112, 158, 194), "walnut": (52, 78, 112), "pine": (140, 190, 220)}
    tone = np.array(tones[kind], np.float32) * rng.uniform(0.85, 1.1)
    rows = np.arange(size, dtype=np.float32)[:, None]
    board = size / rng.integers(6, 12)
    which = (rows // board).astype(int)
    shade = rng.normal(0, 9, which.max() + 1).astype(np.float32)[which[:, 0]][:, None]
    wave = clouds(rng, size, 70.0, 4.0) * 6 + clouds(rng, size, 25.0, 9.0) * 2
    offset = rng.uniform(0, 60, which.max() + 1).astype(np.float32)[which[:, 0]][:, None]
    rings = np.sin((rows + wave * 3 + offset) / rng.uniform(2.0, 5.0)) * 4
    pores = clouds(rng, size, 1.2, 30.0) * 7 + clouds(rng, size, 3.0, 40.0) * 5
    value = shade + rings + pores
    gaps = (np.abs(rows % board) < 1.6).astype(np.float32) * 45
    picture = tone + (value - gaps)[..., None] * np.array([0.8, 1.0, 1.1], np.float32)
    return np.asarray(np.clip(picture, 0, 255), np.uint8)


def _cloth(kind: str, rng: np.random.Generator, size: int) -> Picture:
    dyes = [(60, 50, 190), (170, 90, 40), (70, 130, 50), (60, 160, 215), (150, 70, 140)]
    dye = np.array(dyes[rng.integers(len(dyes))], np.float32)
    ground = np.array((232, 236, 238), np.float32)
    rows, columns = np.mgrid[0:size, 0:size].astype(np.float32)
    if kind == "gingham":
        check = rng.uniform(14, 34)
        share = ((rows // check) % 2 + (columns // check) % 2) / 2
    else:
        step = rng.uniform(35, 80)
        shift = (rows // step) % 2 * step / 2
        share = (
            (rows % step - step / 2) ** 2 + ((columns + shift) % step - step / 2) ** 2 < (step / 5) ** 2
        ) * 1.0
    share = cv2.GaussianBlur(np.asarray(share, np.float32), (0, 0), 0.8)[..., None]
    picture = ground * (1 - 0.85 * share) + dye * 0.85 * share
    folds = clouds(rng, size, 150.0, 2.0) * 7 + clouds(rng, size, 1.5) * 5
    return np.asarray(np.clip(picture + folds[..., None], 0, 255), np.uint8)


def photographed_surface(path: Path, rng: np.random.Generator, size: int = 1200) -> Picture:
    """A square of a photographed table, turned at random. Raises ValueError if `path` is no picture."""
    photo = cv2.imread(str(path), cv2.IMREAD_COLOR)
    if photo is None:
        raise ValueError(f"{path} is no picture")
    side = min(photo.shape[:2])
    y, x = (int(rng.integers(0, extent - side + 1)) for extent in photo.shape[:2])
    square = np.rot90(photo[y : y + side, x : x + side], int(rng.integers(4)))
    return np.asarray(
        cv2.resize(np.ascontiguousarray(square), (size, size), interpolation=cv2.INTER_CUBIC), np.uint8
    )


def light_field(camera: TableCamera, rng: np.random.Generator, contrast: float) -> NDArray[np.float32]:
    """How bright each pixel is lit (height x width x 1, 0.92 at the pile): a lamp to one side, and
    vignetting."""
    x, y = np.meshgrid(np.linspace(-1, 1, camera.width), np.linspace(-1, 1, camera.height))
    angle, reach = rng.uniform(0, 2 * math.pi), rng.uniform(0.3, 1.2)
    lamp = (x - reach * math.cos(angle)) ** 2 + (y - reach * math.sin(angle)) ** 2
    field = 1 - contrast * 0.2 * (lamp - lamp.mean()) - 0.08 * contrast * (x**2 + y**2)
    pile = camera.flat(np.zeros((1, 2)))[0]
    at_pile = field[round(float(pile[1])) % camera.height, round(float(pile[0])) % camera.width]
    return np.asarray(np.clip(field / at_pile * 0.92, 0.3, 1.25)[..., None], np.float32)


def gloss_field(camera: TableCamera, rng: np.random.Generator, strength: float) -> NDArray[np.float32]:
    """What a glossy card adds by mirroring the lamp (height x width x 1, grey levels), near the pile."""
    x, y = np.meshgrid(np.arange(camera.width), np.arange(camera.height))
    centre = camera.flat(np.array([[rng.uniform(-70, 70), rng.uniform(-70, 70)]]))[0]
    spread = rng.uniform(15, 55) * camera.pixels_per_mm()
    patch = np.exp(-(((x - centre[0]) / spread) ** 2 + ((y - centre[1]) / (spread * 0.7)) ** 2))
    return np.asarray((strength * patch)[..., None], np.float32)
