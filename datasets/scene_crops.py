"""Crops for the reader as the detector itself would cut them: its own quads of rendered scenes, right and wrong.

`python -m datasets.scene_crops --artwork artwork --models models --into runs/scene-crops --scenes 4000`

A crop is named when its quad lies on a card that can be seen; a quad that lies askew, on half a card, on the card
below or on the table is "nothing readable", which is what the reader must say of it at a real table.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import joblib
import numpy as np
from numpy.typing import NDArray
from tqdm import tqdm

from datasets.crops import CROP_HEIGHT, CROP_WIDTH, NOT_READABLE_BELOW, WHOLE_FROM, free_index
from datasets.face_pool import REFIGURED_SHARE
from datasets.labels import NOTHING, UNKNOWN, CropLabel
from datasets.photometry import photographed
from datasets.scenes import LabelledCard, SceneMaker
from vision.detector import CardDetector
from vision.networks import OnnxNetwork, weights
from vision.proposals import first_proposals, more_proposals
from vision.quads import rectify, width
from vision.sightings import Quad

SIZE = 640
NARROWEST = 24.0
NEAR, FAR = 0.12, 0.24
MORE_SHARE, NOTHING_SHARE = 0.3, 0.16
MOST_OF_ONE = 4


def corner_distance(quad: Quad, card: Quad) -> float:
    """Largest distance between the corners of a quad and of a card, in card widths, either end up."""
    apart = [float(np.linalg.norm(np.roll(quad, turn, 0) - card, axis=1).max()) for turn in (0, 2)]
    return min(apart) / max(width(card), 1.0)


def label_of(quad: Quad, cards: Sequence[LabelledCard]) -> CropLabel | None:
    """Return what the reader should say of a crop; None where even a person could argue."""
    nearest = min(cards, key=lambda card: corner_distance(quad, card.quad), default=None)
    if nearest is None:
        return NOTHING
    away = corner_distance(quad, nearest.quad)
    if away > FAR:
        return NOTHING
    if away > NEAR:
        return None
    if nearest.visible >= WHOLE_FROM:
        return nearest.label
    if nearest.visible >= NOT_READABLE_BELOW:
        return None
    if nearest.label is None or nearest.label.rank == UNKNOWN or nearest.hidden is None:
        return NOTHING
    readable = free_index(nearest.quad, nearest.hidden)
    return replace(nearest.label, kind=NOTHING.kind) if readable else NOTHING


def cut(
    image: NDArray[np.uint8], cards: Sequence[LabelledCard], detector: CardDetector, rng: random.Random
) -> list[tuple[NDArray[np.uint8], CropLabel]]:
    """Return the crops (144x96x3 uint8 BGR) of one scene that the detector proposes, with their labels."""
    made = []
    for detection in detector.find(image, SIZE, 0.15):
        quads = first_proposals(image, detection)
        if rng.random() < MORE_SHARE:
            quads += more_proposals(image, detection)
        rng.shuffle(quads)
        for quad in quads[:MOST_OF_ONE]:
            label = label_of(quad, cards)
            dull = label is None or (label == NOTHING and rng.random() > NOTHING_SHARE)
            if label is None or dull or width(quad) < NARROWEST:
                continue
            made.append((rectify(image, quad), label))
    return made


def _cut_scenes(
    first: int,
    count: int,
    seed: int,
    artwork: Path,
    photos: Path,
    procedural: int,
    models: Path,
    oblique: bool,
) -> tuple[NDArray[np.uint8], NDArray[np.int16]]:
    from datasets.materials import scene_maker

    cv2.setNumThreads(1)
    drawn: SceneMaker = scene_maker(artwork, photos, procedural, seed)
    maker = replace(drawn, oblique=oblique, refigured_share=REFIGURED_SHARE)
    detector = CardDetector(OnnxNetwork(weights(models, "detector"), 1))
    made = []
    for number in range(first, first + count):
        rng = random.Random(seed * 1_000_003 + number)
        image, cards = maker.scene(rng, SIZE)
        made += cut(image, cards, detector, rng)
    pixels = np.array([crop for crop, _ in made], np.uint8).reshape(-1, CROP_HEIGHT, CROP_WIDTH, 3)
    labels = np.array([label.row() for _, label in made], np.int16).reshape(-1, 4)
    return pixels, labels


@dataclass(frozen=True)
class SceneCrops:
    """Stored crops (Nx144x96x3 uint8 BGR, mapped from disk) with label rows (Nx4)."""

    pixels: NDArray[np.uint8]
    labels: NDArray[np.int16]

    @classmethod
    def load(cls, folder: Path) -> SceneCrops:
        """Map what the command wrote. Raises FileNotFoundError when there is nothing."""
        labels = np.load(folder / "labels.npy")
        shape = (len(labels), CROP_HEIGHT, CROP_WIDTH, 3)
        return cls(np.memmap(folder / "pixels.dat", np.uint8, "r", shape=shape), labels)

    def crop(self, rng: random.Random) -> tuple[NDArray[np.uint8], CropLabel]:
        """Return one crop, now and then photographed once more."""
        number = rng.randrange(len(self.labels))
        image = np.array(self.pixels[number])
        if rng.random() < 0.5:
            image = photographed(image.astype(np.float32), rng, softness=0.3)
        return image, CropLabel(*(int(value) for value in self.labels[number]))


def main() -> None:
    parser = argparse.ArgumentParser(description="Cut the detector's own quads out of rendered scenes.")
    parser.add_argument("--artwork", type=Path, default=Path("artwork"))
    parser.add_argument("--photos", type=Path, default=Path("../shared/photos"))
    parser.add_argument("--models", type=Path, default=Path("models"))
    parser.add_argument("--into", type=Path, default=Path("runs/scene-crops"))
    parser.add_argument("--scenes", type=int, default=4000)
    parser.add_argument("--procedural", type=int, default=160, help="decks to make up")
    parser.add_argument("--seed", type=int, default=3)
    parser.add_argument("--oblique", action="store_true", help="only heaps of cards seen from the side")
    parser.add_argument("--jobs", type=int, default=1)
    given = parser.parse_args()
    # by the module's own name: run as __main__, a worker process could not import what it is asked to call
    from datasets.scene_crops import _cut_scenes as cut_scenes

    batch = 200
    work = [
        joblib.delayed(cut_scenes)(
            first,
            min(batch, given.scenes - first),
            given.seed,
            given.artwork,
            given.photos,
            given.procedural,
            given.models,
            given.oblique,
        )
        for first in range(0, given.scenes, batch)
    ]
    given.into.mkdir(parents=True, exist_ok=True)
    rows = []
    with (given.into / "pixels.dat").open("wb") as file, tqdm(total=len(work), unit="batch") as bar:
        for pixels, labels in joblib.Parallel(n_jobs=given.jobs, return_as="generator")(work):
            file.write(pixels.tobytes())
            rows.append(labels)
            bar.update(1)
    np.save(given.into / "labels.npy", np.concatenate(rows))


if __name__ == "__main__":
    main()
