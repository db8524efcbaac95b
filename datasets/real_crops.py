"""Crops of photographed cards for the reader, from corners that `datasets.photo_quads` found.

`python -m datasets.real_crops --quads runs/photo-quads.json --into runs/real-crops.npz`
"""

from __future__ import annotations

import argparse
import json
import random
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.crops import CROP_HEIGHT, CROP_WIDTH
from datasets.labels import NOTHING, UNKNOWN, CropLabel, card_label
from datasets.photometry import photographed
from vision.sightings import Quad

MARGIN = 0.25
STORED_WIDTH, STORED_HEIGHT = 180, 270
ENGLISH = {"phone-white-deck", "green-felt-hands", "mixed-tables-9-to-A", "singles-dim"}
SPOILED_SHARE = 0.12


def stored_crop(image: NDArray[np.uint8], quad: Quad) -> NDArray[np.uint8]:
    """Return the card with a margin of an eighth of its size all round, 270x180x3."""
    centre = quad.mean(0)
    wide = (centre + (quad - centre) * (1 + MARGIN)).astype(np.float32)
    target = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32) * (STORED_WIDTH, STORED_HEIGHT)
    matrix = cv2.getPerspectiveTransform(wide, target.astype(np.float32))
    size = (STORED_WIDTH, STORED_HEIGHT)
    warped = cv2.warpPerspective(image, matrix, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(warped, np.uint8)


@dataclass(frozen=True)
class RealCrops:
    """Stored crops (Nx270x180x3 uint8 BGR) with label rows (Nx4)."""

    pixels: NDArray[np.uint8]
    labels: NDArray[np.int16]

    @classmethod
    def load(cls, file: Path) -> RealCrops:
        with np.load(file) as arrays:
            return cls(arrays["pixels"], arrays["labels"])

    def crop(self, rng: random.Random) -> tuple[NDArray[np.uint8], CropLabel]:
        """Return one card cut out anew, a little off, smaller, in other light; now and then spoiled on purpose."""
        number = rng.randrange(len(self.pixels))
        label = CropLabel(*(int(value) for value in self.labels[number]))
        inner = np.array([STORED_WIDTH, STORED_HEIGHT], np.float32) / (1 + MARGIN)
        unit = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]], np.float32)
        loose = 0.035 if rng.random() < 0.15 else 0.013
        noise = np.array([[rng.gauss(0, loose), rng.gauss(0, loose)] for _ in range(4)], np.float32)
        scale = np.array([1 + rng.uniform(-0.04, 0.04), 1 + rng.uniform(-0.04, 0.04)], np.float32)
        corners = unit * scale + noise
        if rng.random() < SPOILED_SHARE:
            corners, corner = _spoiled(corners, rng)
            label = replace(label, kind=NOTHING.kind, rank=UNKNOWN) if corner else NOTHING
        width = int(CROP_WIDTH * rng.uniform(0.33, 1.0)) if rng.random() < 0.5 else CROP_WIDTH
        height = int(width * 1.5)
        source = (corners * inner + (STORED_WIDTH / 2, STORED_HEIGHT / 2)).astype(np.float32)
        target = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
        matrix = cv2.getPerspectiveTransform(source, target)
        cut = cv2.warpPerspective(
            self.pixels[number],
            matrix,
            (width, height),
            flags=cv2.INTER_AREA,
            borderMode=cv2.BORDER_REPLICATE,
        )
        if rng.random() < 0.5:
            cut = cut[::-1, ::-1]
        taken = np.asarray(cut, np.uint8)
        if rng.random() < 0.6:
            taken = photographed(taken.astype(np.float32), rng, softness=0.5)
        return np.asarray(cv2.resize(taken, (CROP_WIDTH, CROP_HEIGHT)), np.uint8), label


def _spoiled(corners: NDArray[np.float32], rng: random.Random) -> tuple[NDArray[np.float32], bool]:
    """A quad that is no whole card; whether one of its corners is a card's corner that bears the index."""
    draw = rng.random()
    if draw < 0.5:
        share = rng.uniform(0.42, 0.86)
        keep = np.array(rng.choice([(share, 1.0), (1.0, share), (share, share)]), np.float32)
        sides = np.array([rng.choice([-1, 1]), rng.choice([-1, 1])], np.float32)
        cut = sides[keep < 1]
        return (corners * keep + (1 - keep) / 2 * sides).astype(np.float32), bool((cut == cut[0]).all())
    if draw < 0.75:
        angle = rng.choice([-1, 1]) * rng.uniform(0.3, 0.9)
        cos, sin = np.cos(angle), np.sin(angle)
        tall = np.array([1.0, 1.5], np.float32)
        return np.asarray((corners * tall) @ np.array([[cos, sin], [-sin, cos]]) / tall, np.float32), False
    return np.asarray(np.roll(corners, 1, 0), np.float32), False


def main() -> None:
    parser = argparse.ArgumentParser(description="Cut the cards of the training photographs out.")
    parser.add_argument("--photos", type=Path, default=Path("../shared/photos"))
    parser.add_argument("--quads", type=Path, default=Path("runs/photo-quads.json"))
    parser.add_argument("--into", type=Path, default=Path("runs/real-crops.npz"))
    given = parser.parse_args()
    pixels, labels = [], []
    for found in json.loads(given.quads.read_text()):
        image = cv2.imread(str(given.photos / found["file"]))
        if image is None:
            continue
        rank = found["label"].rstrip("CDHS")
        english = found["file"].split("/")[1] in ENGLISH
        pixels.append(stored_crop(np.asarray(image, np.uint8), np.array(found["quad"], np.float32)))
        labels.append(card_label(found["label"], rank if english else None).row())
    given.into.parent.mkdir(parents=True, exist_ok=True)
    np.savez(given.into, pixels=np.array(pixels, np.uint8), labels=np.array(labels, np.int16))


if __name__ == "__main__":
    main()
