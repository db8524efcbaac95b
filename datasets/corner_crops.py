"""Corners of cards for the corner reader: rendered ones, and those of photographed cards.

A patch is what `vision.corners` cuts out of a picture. Nothing but the corner is drawn and shown: no figure and no
number of pips can say what the index does not.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.crops import beside, crooked, fingers, lay, shaded, turned_about, visible_share
from datasets.decks import FaceArt
from datasets.face_pool import REFIGURED_SHARE, FacePool
from datasets.labels import NOTHING, UNKNOWN, CropLabel
from datasets.photometry import photographed
from datasets.placement import Quad
from datasets.real_crops import MARGIN, STORED_HEIGHT, STORED_WIDTH, RealCrops
from datasets.surfaces import Surfaces
from vision.corners import corner_patches

NARROWEST, WIDEST = 27, 250
ROOM = (0.14, 0.12)
"""What is drawn of the table beyond the card's corner, in widths and heights of the card."""
DRAWN = (0.62, 0.56)
"""What is drawn of the card from its corner on."""
INDEX = (0.24, 0.27)
"""The part of a card that holds its index and the pip below it."""
FREE_FROM, HIDDEN_BELOW = 0.9, 0.55
FAULTS = ("table", "table", "turned", "tilted", "shifted", "shifted", "side")
FAULTY_SHARE = 0.13


@dataclass(frozen=True)
class CornerMaker:
    """Draws labelled corners without end; `faulty_share` of them show no index where it should be."""

    pool: FacePool
    surfaces: Surfaces
    distractors: Sequence[FaceArt] = ()
    faulty_share: float = FAULTY_SHARE

    def crop(self, rng: random.Random) -> tuple[NDArray[np.uint8], CropLabel]:
        """Return one patch (96x64x3 uint8 BGR) and its label: kind card where an index can be read, else nothing."""
        while True:
            made = self._attempt(rng)
            if made is not None:
                return made

    def _attempt(self, rng: random.Random) -> tuple[NDArray[np.uint8], CropLabel] | None:
        wide = math.exp(rng.uniform(math.log(NARROWEST), math.log(WIDEST)))
        high = wide * 1.5 * rng.uniform(0.5, 1.12)
        width, height = round(wide * (ROOM[0] + DRAWN[0])), round(high * (ROOM[1] + DRAWN[1]))
        start = np.array([ROOM[0] * wide, ROOM[1] * high], np.float32)
        image = self.surfaces.surface(rng, width, height).astype(np.float32)
        fault = rng.choice(FAULTS) if rng.random() < self.faulty_share else ""
        card = (np.array([[0, 0], [1, 0], [1, 1], [0, 1]]) * (wide, high)).astype(np.float32)
        for _ in range(rng.choice([0, 0, 0, 1, 1, 2])):
            lay(image, self.pool.any_side(rng).art, beside(rng, round(wide), round(high), 0.35, 1.05) + start)
        if fault == "table":
            if self.distractors and rng.random() < 0.6:
                lay(image, rng.choice(self.distractors), card + start)
            return self._finished(image, rng, card + start, NOTHING)
        deck = self.pool.deck(rng)
        face = self.pool.card(rng, deck, refigured=REFIGURED_SHARE)
        if fault == "side":
            face = self.pool.joker(rng) if rng.random() < 0.5 else self.pool.back(rng)
        laid = _faulty(card, fault, rng, wide, high) + start
        if rng.random() < 0.5:
            laid = np.roll(laid, 2, 0)
        if rng.random() < 0.25:
            image = shaded(image, laid, rng, width, height)
        lay(image, face.art, laid)
        hidden = np.zeros((height, width), bool)
        if rng.random() < 0.22:
            nearness = rng.choice([(0.35, 0.7), (0.6, 1.1)])
            hidden |= lay(
                image, self.pool.any_side(rng).art, beside(rng, round(wide), round(high), *nearness) + start
            )
        if rng.random() < 0.06:
            hidden |= fingers(image, rng)
        loose = rng.random() < 0.2
        cut = crooked(
            rng, round(wide), round(high), *((0.04, 0.08, 0.03) if loose else (0.016, 0.045, 0.014))
        )
        quad = (cut + start).astype(np.float32)
        if fault:
            return self._finished(image, rng, quad, NOTHING)
        free = visible_share((card * INDEX + start).astype(np.float32), hidden)
        if HIDDEN_BELOW <= free < FREE_FROM:
            return None
        return self._finished(image, rng, quad, indexed(face.label) if free >= FREE_FROM else NOTHING)

    @staticmethod
    def _finished(
        image: NDArray[np.float32], rng: random.Random, quad: Quad, label: CropLabel
    ) -> tuple[NDArray[np.uint8], CropLabel]:
        return corner_patches(photographed(image, rng), quad)[0], label


@dataclass(frozen=True)
class RealCorners:
    """Corners of the photographed cards that `datasets.real_crops` stored."""

    cards: RealCrops

    @classmethod
    def load(cls, file: Path) -> RealCorners:
        return cls(RealCrops.load(file))

    def crop(self, rng: random.Random) -> tuple[NDArray[np.uint8], CropLabel]:
        """Return one corner cut out anew, a little off, smaller, in other light; now and then the wrong place."""
        number = rng.randrange(len(self.cards.pixels))
        label = CropLabel(*(int(value) for value in self.cards.labels[number]))
        picture = self.cards.pixels[number]
        wide, high = STORED_WIDTH / (1 + MARGIN), STORED_HEIGHT / (1 + MARGIN)
        start = np.array([(STORED_WIDTH - wide) / 2, (STORED_HEIGHT - high) / 2], np.float32)
        loose = rng.random() < 0.2
        quad = crooked(
            rng, round(wide), round(high), *((0.035, 0.06, 0.02) if loose else (0.014, 0.04, 0.01))
        )
        fault = rng.choice(["turned", "shifted"]) if rng.random() < 0.08 else ""
        quad = (_faulty(quad, fault, rng, wide, high) + start).astype(np.float32)
        if rng.random() < 0.5:
            share = rng.uniform(0.25, 1.0)
            picture = np.asarray(
                cv2.resize(picture, None, fx=share, fy=share, interpolation=cv2.INTER_AREA), np.uint8
            )
            quad = (quad * share).astype(np.float32)
        if rng.random() < 0.5:
            quad = np.roll(quad, 2, 0)
        if rng.random() < 0.6:
            picture = photographed(picture.astype(np.float32), rng, softness=0.5)
        return corner_patches(picture, quad)[0], NOTHING if fault else indexed(label)


def indexed(label: CropLabel) -> CropLabel:
    """What is asked of a free corner of a card: its index and suit; of a joker's or a back's, nothing."""
    return replace(label, rank=UNKNOWN) if label.rank != UNKNOWN else NOTHING


def _faulty(quad: Quad, fault: str, rng: random.Random, wide: float, high: float) -> Quad:
    """The quad moved so that no index stands where it should."""
    if fault == "turned":
        return np.roll(quad, 1, 0)
    if fault == "tilted":
        return turned_about(quad, rng.choice([-1, 1]) * rng.uniform(0.5, 1.2), round(wide), round(high))
    if fault == "shifted":
        away = rng.choice([(-0.35, 0.0), (0.3, 0.0), (0.0, -0.3), (0.0, 0.3), (-0.3, -0.3)])
        return (quad + np.array(away, np.float32) * (wide, high) * rng.uniform(0.9, 1.6)).astype(np.float32)
    return quad
