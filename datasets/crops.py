"""Crops for the card reader: one card as a quad would cut it out of a photograph, right or wrong."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.decks import Deck, FaceArt
from datasets.face_pool import REFIGURED_SHARE, Face, FacePool
from datasets.labels import NOTHING, UNKNOWN, CropLabel
from datasets.photometry import FloatImage, photographed
from datasets.placement import Quad
from datasets.surfaces import Surfaces

CROP_WIDTH, CROP_HEIGHT = 96, 144
WHOLE_FROM, NOT_READABLE_BELOW = 0.80, 0.62
FAULTS = (
    *("cut",) * 3,
    *("covered",) * 3,
    "turned",
    *("tilted",) * 2,
    "halved",
    "shifted",
    "table",
    *("shortened",) * 4,
    *("grafted",) * 6,
)
"""What is wrong with a crop. A card shortened by a row of pips, or with the middle of another one, shows a number of
pips that its corner index does not name: so the index is learnt from the corner, not from the pips."""
FAULTY_SHARE = 0.24


class CropMaker:
    """Draws labelled crops without end; `faulty_share` of them have one of the `faults`,
    `refigured_share` of the court cards without a fault another court's figure."""

    def __init__(
        self,
        pool: FacePool,
        surfaces: Surfaces,
        distractors: Sequence[FaceArt] = (),
        faults: Sequence[str] = FAULTS,
        faulty_share: float = FAULTY_SHARE,
        refigured_share: float = REFIGURED_SHARE,
    ) -> None:
        self._pool = pool
        self._surfaces = surfaces
        self._distractors = distractors
        self._faults = faults
        self._faulty_share = faulty_share
        self._refigured_share = refigured_share

    def crop(self, rng: random.Random) -> tuple[NDArray[np.uint8], CropLabel]:
        """Return one crop (144x96x3 uint8 BGR) and its label; about one in five is not readable."""
        while True:
            made = self._attempt(rng)
            if made is not None:
                return made

    def _attempt(self, rng: random.Random) -> tuple[NDArray[np.uint8], CropLabel] | None:
        width = int(math.exp(rng.uniform(math.log(27), math.log(185))))
        height = int(width * 1.5 * rng.uniform(0.5, 1.12))
        image = self._surfaces.surface(rng, width, height).astype(np.float32)
        draw = rng.random()
        fault = rng.choice(self._faults) if draw < self._faulty_share else ""
        if fault == "table":
            if self._distractors and rng.random() < 0.7:
                self._lay(image, rng.choice(self._distractors), crooked(rng, width, height, 0.06, 0.3, 0.1))
            return self._finish(image, rng, NOTHING)
        deck = self._pool.deck(rng)
        face = self._face(rng, fault, deck)
        if rng.random() < 0.35:
            for _ in range(rng.choice([1, 1, 2])):
                self._lay(image, self._pool.any_side(rng).art, beside(rng, width, height, 0.35, 1.05))
        loose = rng.random() < 0.15
        quad = crooked(rng, width, height, *((0.04, 0.08, 0.03) if loose else (0.014, 0.045, 0.012)))
        quad = _faulty(quad, fault, rng, width, height)
        if rng.random() < 0.5:
            quad = np.roll(quad, 2, 0)
        art, corner, label = face.art, fault == "grafted", face.label
        if fault in ("cut", "shortened"):
            art, corner = _cut_art(art, rng, fault == "shortened")
        elif fault == "grafted":
            other = self._pool.card(rng, deck)
            art = _grafted_art(art, other.art)
            label = replace(label, suit=label.suit if other.label.suit == label.suit else UNKNOWN)
        if rng.random() < 0.25:
            image = shaded(image, quad, rng, width, height)
        self._lay(image, art, quad)
        hidden = np.zeros((height, width), bool)
        if fault == "covered" or rng.random() < 0.22:
            nearness = (0.3, 0.7) if fault == "covered" else (0.6, 1.0)
            cover = beside(rng, width, height, *nearness)
            hidden |= self._lay(image, self._pool.any_side(rng).art, cover)
        if rng.random() < 0.14:
            hidden |= fingers(image, rng)
        share = visible_share(quad, hidden)
        if corner and share > 0.99:
            # rank and pips may disagree here; the index is what the corner says
            return self._finish(image, rng, replace(label, kind=NOTHING.kind, rank=UNKNOWN))
        if fault and fault != "covered":
            return self._finish(image, rng, NOTHING)
        if share >= WHOLE_FROM:
            return self._finish(image, rng, face.label)
        if share < NOT_READABLE_BELOW:
            # no whole card, but what a free corner index says is still asked for: hands held in a fan are read from it
            known = free_index(quad, hidden)
            return self._finish(image, rng, replace(face.label, kind=NOTHING.kind) if known else NOTHING)
        return None

    def _face(self, rng: random.Random, fault: str, deck: Deck) -> Face:
        draw = rng.random()
        if draw < 0.035 and not fault:
            return self._pool.joker(rng)
        if draw < 0.065 and not fault:
            return self._pool.back(rng)
        return self._pool.card(rng, deck, refigured=0.0 if fault else self._refigured_share)

    @staticmethod
    def _lay(image: FloatImage, art: FaceArt, quad: Quad) -> NDArray[np.bool_]:
        return lay(image, art, quad)

    @staticmethod
    def _finish(
        image: FloatImage, rng: random.Random, label: CropLabel
    ) -> tuple[NDArray[np.uint8], CropLabel]:
        taken = photographed(image, rng)
        mode = cv2.INTER_AREA if taken.shape[1] > CROP_WIDTH else cv2.INTER_LINEAR
        return cv2.resize(taken, (CROP_WIDTH, CROP_HEIGHT), interpolation=mode).astype(np.uint8), label


def lay(image: FloatImage, art: FaceArt, quad: Quad, brightness: float = 1.0) -> NDArray[np.bool_]:
    """Draw `art` (BGRA) into `image` (float32 BGR, changed in place) with its corners on `quad` (pixels).

    Returns the mask of pixels that it now owns.
    """
    height, width = image.shape[:2]
    left, top = np.floor(quad.min(0)).astype(int) - 1
    right, bottom = np.ceil(quad.max(0)).astype(int) + 2
    left, top, right, bottom = max(0, left), max(0, top), min(width, right), min(height, bottom)
    owned = np.zeros((height, width), bool)
    if right <= left or bottom <= top:
        return owned
    rows, columns = art.shape[:2]
    span = max(float(np.linalg.norm(quad[0] - quad[1])), float(np.linalg.norm(quad[1] - quad[2])) / 1.5)
    halvings = 0
    while columns / 2**halvings > 2.2 * max(span, 8) and halvings < 3:
        halvings += 1
    if halvings:
        shape = (columns >> halvings, rows >> halvings)
        art = cv2.resize(art, shape, interpolation=cv2.INTER_AREA).astype(np.uint8)
        rows, columns = art.shape[:2]
    corners = np.array([[0, 0], [columns, 0], [columns, rows], [0, rows]], np.float32)
    matrix = cv2.getPerspectiveTransform(corners, (quad - (left, top)).astype(np.float32))
    warped = cv2.warpPerspective(art, matrix, (int(right - left), int(bottom - top)), flags=cv2.INTER_LINEAR)
    alpha = warped[..., 3:].astype(np.float32) * (1 / 255)
    part = image[top:bottom, left:right]
    part *= 1 - alpha
    part += np.minimum(warped[..., :3] * np.float32(brightness), 255) * alpha
    owned[top:bottom, left:right] = alpha[..., 0] > 0.5
    return owned


def fingers(image: FloatImage, rng: random.Random) -> NDArray[np.bool_]:
    """Draw one to three fingers reaching in from a side of `image` (changed in place); return their mask."""
    height, width = image.shape[:2]
    tone = rng.uniform(0.25, 1.0)
    skin = np.array(
        [150 * tone + rng.uniform(-25, 25), 175 * tone + rng.uniform(-20, 20), 225 * tone], np.float32
    )
    x, y = rng.choice(
        [
            (rng.uniform(0, width), -0.05 * height),
            (width * 1.05, rng.uniform(0, height)),
            (rng.uniform(0, width), height * 1.05),
            (-0.05 * width, rng.uniform(0, height)),
        ]
    )
    reach, thick = rng.uniform(0.15, 0.5) * width, rng.uniform(0.1, 0.2) * width
    angle = math.atan2(height / 2 - y, width / 2 - x) + rng.uniform(-0.5, 0.5)
    mask = np.zeros((height, width), np.float32)
    for _ in range(rng.choice([1, 1, 2, 3])):
        tip = (int(x + math.cos(angle) * reach), int(y + math.sin(angle) * reach))
        cv2.line(mask, (int(x), int(y)), tip, 1.0, max(1, int(thick)))
        x, y = x - math.sin(angle) * thick * 1.05, y + math.cos(angle) * thick * 1.05
        reach *= rng.uniform(0.7, 1.2)
    mask = cv2.GaussianBlur(mask, (0, 0), max(0.5, thick * 0.06)).astype(np.float32)
    round_light = 0.55 + 0.45 * cv2.GaussianBlur(mask, (0, 0), max(0.8, thick * 0.35))
    image[:] = image * (1 - mask[..., None]) + skin * round_light[..., None] * mask[..., None]
    return np.asarray(mask > 0.5)


def crooked(rng: random.Random, width: int, height: int, noise: float, scale: float, shift: float) -> Quad:
    """A card of that size (pixels) as a quad cuts it out: corners, scale and place a little off."""
    across, down = 1 + rng.uniform(-scale, scale), 1 + rng.uniform(-scale, scale)
    dx, dy = rng.gauss(0, shift), rng.gauss(0, shift)
    corners = [
        (
            (x * across + 0.5 + dx + rng.gauss(0, noise)) * width,
            (y * down + 0.5 + dy + rng.gauss(0, noise * 0.8)) * height,
        )
        for x, y in ((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5))
    ]
    return np.array(corners, np.float32)


def beside(rng: random.Random, width: int, height: int, near: float, far: float) -> Quad:
    """A card of that size (pixels) that lies somewhere around one in its place, `near` to `far` card sizes away."""
    quad = crooked(rng, width, height, 0.02, 0.1, 0.0)
    angle, reach = rng.uniform(0, 2 * math.pi), rng.uniform(near, far)
    turn = rng.uniform(-0.6, 0.6) if rng.random() < 0.6 else rng.uniform(-3, 3)
    away = np.array([math.cos(angle) * width * reach, math.sin(angle) * height * reach], np.float32)
    return turned_about(quad, turn, width, height) + away


def turned_about(quad: Quad, turn: float, width: int, height: int) -> Quad:
    """The quad turned by `turn` radians about the middle of a card of that size (pixels)."""
    cos, sin = math.cos(turn), math.sin(turn)
    square = (quad - (width / 2, height / 2)) / (width, height) * (1.0, 1.5)
    turned = square @ np.array([[cos, sin], [-sin, cos]], np.float32)
    return (turned / (1.0, 1.5) * (width, height) + (width / 2, height / 2)).astype(np.float32)


def _faulty(quad: Quad, fault: str, rng: random.Random, width: int, height: int) -> Quad:
    if fault == "shifted":
        side = rng.choice([(-1, 0), (1, 0), (0, 1), (0, -1)])
        away = np.array([side[0] * width, side[1] * height], np.float32) * rng.uniform(0.4, 0.8)
        return (quad + away).astype(np.float32)
    if fault == "halved":
        return (quad * (0.5, 1.0) + (rng.choice([0.0, 0.5]) * width, 0)).astype(np.float32)
    if fault == "turned":
        return np.roll(quad, 1, 0)
    if fault == "tilted":
        turned = turned_about(quad, rng.choice([-1, 1]) * rng.uniform(0.22, 0.75), width, height)
        centre = np.array([width / 2, height / 2], np.float32)
        return ((turned - centre) * rng.uniform(0.85, 1.25) + centre).astype(np.float32)
    return quad


def _cut_art(art: FaceArt, rng: random.Random, shortened: bool = False) -> tuple[FaceArt, bool]:
    """A piece of the art, a card that lacks its last pips if `shortened`; whether a corner with its index is on it."""
    rows, columns = art.shape[:2]
    across, down = rng.choice(
        [
            (1.0, rng.uniform(0.4, 0.86)),
            (rng.uniform(0.4, 0.84), 1.0),
            (rng.uniform(0.5, 0.9), rng.uniform(0.5, 0.88)),
        ]
    )
    if shortened:
        across, down = rng.choice([1.0, 1.0, rng.uniform(0.9, 1.0)]), rng.uniform(0.6, 0.88)
    wide, tall = int(columns * across), int(rows * down)
    left, upper = rng.random() < 0.5, rng.random() < 0.5
    x, y = 0 if left else columns - wide, 0 if upper else rows - tall
    first = x == 0 and y == 0
    last = x + wide == columns and y + tall == rows
    return art[y : y + tall, x : x + wide], first or last


def _grafted_art(art: FaceArt, other: FaceArt) -> FaceArt:
    """The art with the middle of another face between its columns of indices."""
    rows, columns = art.shape[:2]
    grafted = art.copy()
    middle = cv2.resize(other, (columns, rows), interpolation=cv2.INTER_AREA)
    edge, top = int(0.25 * columns), int(0.03 * rows)
    grafted[top : rows - top, edge : columns - edge] = middle[top : rows - top, edge : columns - edge]
    return grafted


def shaded(image: FloatImage, quad: Quad, rng: random.Random, width: int, height: int) -> FloatImage:
    """The picture with a soft shadow under the card at `quad`."""
    shade = np.zeros((height, width), np.float32)
    away = (rng.uniform(-0.06, 0.06) * width, rng.uniform(-0.05, 0.05) * height)
    cv2.fillConvexPoly(shade, (quad + away).astype(np.int32), 1.0)
    soft = max(1, width // 16)
    return (image * (1 - rng.uniform(0.2, 0.6) * cv2.blur(shade, (soft, soft)))[..., None]).astype(np.float32)


def free_index(quad: Quad, hidden: NDArray[np.bool_]) -> bool:
    """Whether one of the two corners that bear the index (0.24 wide, 0.27 high) is in the picture and free."""
    height, width = hidden.shape
    across, down = quad[1] - quad[0], quad[3] - quad[0]
    for corner, sign in ((quad[0], 1.0), (quad[2], -1.0)):
        patch = corner + sign * np.array(
            [0 * across, 0.24 * across, 0.24 * across + 0.27 * down, 0.27 * down]
        )
        if patch.min() < -2 or (patch > (width + 2, height + 2)).any():
            continue
        if visible_share(patch.astype(np.float32), hidden) >= 0.9:
            return True
    return False


def visible_share(quad: Quad, hidden: NDArray[np.bool_]) -> float:
    """The share of a quad (0..1) that is not hidden."""
    own = np.zeros(hidden.shape, np.uint8)
    cv2.fillConvexPoly(own, quad.astype(np.int32), 1)
    inside = own > 0
    return 1.0 - float((hidden & inside).sum()) / max(1, int(inside.sum()))
