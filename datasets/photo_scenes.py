"""Training photographs as detector scenes, from corners that `datasets.photo_quads` found.

`python -m datasets.photo_scenes --quads runs/photo-quads.json --into runs/photo-scenes`

Only photographs whose every labelled card has corners are used: a card without a label would teach the detector
that it is none. Each is written several times, turned and framed anew.
"""

from __future__ import annotations

import argparse
import json
import random
from collections import defaultdict
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.photo_quads import trainable_photos
from datasets.scenes import SIZE, LabelledCard, write_scene
from vision.sightings import Quad


def framed(
    image: NDArray[np.uint8], quads: list[Quad], rng: random.Random, size: int = SIZE
) -> tuple[NDArray[np.uint8], list[LabelledCard]]:
    """Return the photograph turned and scaled into a square of `size` pixels, every card wholly inside it."""
    height, width = image.shape[:2]
    angle, scale = rng.uniform(0, 360), size / max(height, width) * rng.uniform(0.7, 1.6)
    matrix = cv2.getRotationMatrix2D((width / 2, height / 2), angle, scale)
    matrix[:, 2] += (size / 2 - width / 2, size / 2 - height / 2)
    corners = np.concatenate(quads) if quads else np.array([[width / 2, height / 2]], np.float32)
    placed = corners @ matrix[:, :2].T + matrix[:, 2]
    low, high = placed.min(0), placed.max(0)
    slack = np.maximum(0.0, size - (high - low))
    target = np.array([rng.uniform(0, slack[0]), rng.uniform(0, slack[1])])
    if (high - low).max() > size:
        shrink = 0.97 * size / float((high - low).max())
        matrix = np.multiply(matrix, shrink)
        placed = corners @ matrix[:, :2].T + matrix[:, 2]
        low = placed.min(0)
        target = np.zeros(2) + 0.01 * size
    matrix[:, 2] += target - low
    grey = rng.uniform(0, 200)
    # plain beyond the photograph's edge: mirroring it would show cards that have no label
    warped = cv2.warpAffine(image, matrix, (size, size), flags=cv2.INTER_AREA, borderValue=(grey, grey, grey))
    cards = [
        LabelledCard("whole", (q @ matrix[:, :2].T + matrix[:, 2]).astype(np.float32), 1.0) for q in quads
    ]
    return np.asarray(warped, np.uint8), cards


def upright_framed(
    image: NDArray[np.uint8], quads: list[Quad], size: int = SIZE
) -> tuple[NDArray[np.uint8], list[LabelledCard]]:
    """Return the whole photograph fitted into a square of `size` pixels on grey, as the detector will meet it."""
    height, width = image.shape[:2]
    scale = size / max(height, width)
    small = cv2.resize(image, (round(width * scale), round(height * scale)), interpolation=cv2.INTER_AREA)
    canvas = np.full((size, size, 3), 114, np.uint8)
    canvas[: small.shape[0], : small.shape[1]] = small
    return canvas, [LabelledCard("whole", (q * scale).astype(np.float32), 1.0) for q in quads]


def main() -> None:
    parser = argparse.ArgumentParser(description="Write training photographs as detector scenes.")
    parser.add_argument("--photos", type=Path, default=Path("../shared/photos"))
    parser.add_argument("--quads", type=Path, default=Path("runs/photo-quads.json"))
    parser.add_argument("--into", type=Path, default=Path("runs/photo-scenes"))
    parser.add_argument("--copies", type=int, default=2, help="turned copies of each photograph")
    given = parser.parse_args()
    for part in ("images", "labels", "quads"):
        (given.into / part).mkdir(parents=True, exist_ok=True)
    quads: dict[str, list[Quad]] = defaultdict(list)
    for found in json.loads(given.quads.read_text()):
        quads[found["file"]].append(np.array(found["quad"], np.float32))
    rng = random.Random(1)
    for photo in trainable_photos(given.photos):
        if not quads[photo.file] or len(quads[photo.file]) != len(photo.cards):
            continue
        image = np.asarray(cv2.imread(str(given.photos / photo.file)), np.uint8)
        name = photo.file.removesuffix(".jpg").replace("/", "-")
        write_scene(given.into, f"{name}-0", *upright_framed(image, quads[photo.file]))
        for copy in range(1, given.copies + 1):
            write_scene(given.into, f"{name}-{copy}", *framed(image, quads[photo.file], rng))


if __name__ == "__main__":
    main()
