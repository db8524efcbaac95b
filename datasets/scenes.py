"""Scenes for the card detector: cards on a table with their quads, classes and visible shares.

`python -m datasets.scenes --artwork artwork --into runs/scenes --count 8000` renders them through joblib, whose
back end decides where that happens (`--backend loky`, or a Dask or Ray back end registered beforehand).
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

import cv2
import joblib
import numpy as np
from numpy.typing import NDArray
from tqdm import tqdm

from datasets.crops import fingers, lay
from datasets.decks import FaceArt
from datasets.face_pool import Face, FacePool
from datasets.labels import DETECTIONS, CropLabel
from datasets.photometry import FloatImage, photographed
from datasets.placement import Quad, View, arrangement
from datasets.surfaces import Surfaces

SIZE = 416
WHOLE_FROM, SEEN_FROM = 0.85, 0.25
SMALLEST_AREA = 0.0008
AXIS_SHARE = 0.6
COUNTS = (0, 1, 1, 2, 2, 3, 4, 5, 6, 7, 8, 10, 13)
HEAPS = (4, 5, 6, 7, 8)
"""How many cards lie in a scene, each as likely as the next."""


@dataclass(frozen=True)
class LabelledCard:
    """One card of a scene.

    kind: class name of `DETECTIONS`. quad: corners in pixels. visible: share of it that can be seen. label: what the
    reader should say of it, where that is known. hidden: mask of the picture's pixels that do not show this card.
    """

    kind: str
    quad: Quad
    visible: float
    label: CropLabel | None = None
    hidden: NDArray[np.bool_] | None = None


@dataclass(frozen=True)
class SceneMaker:
    """Draws labelled scenes without end; with `oblique` only heaps seen from the side, `refigured_share` of the court
    cards with another court's figure."""

    pool: FacePool
    surfaces: Surfaces
    distractors: Sequence[FaceArt] = ()
    hands: Sequence[FaceArt] = ()
    oblique: bool = False
    refigured_share: float = 0.0

    def scene(self, rng: random.Random, size: int = SIZE) -> tuple[NDArray[np.uint8], list[LabelledCard]]:
        """Return one scene (size x size uint8 BGR) and its cards that are big and visible enough to be asked for."""
        image = self.surfaces.surface(rng, size, size).astype(np.float32)
        count = rng.choice(HEAPS if self.oblique else COUNTS)
        view = View.oblique(rng, size) if self.oblique else View.drawn(rng, size, few_cards=count < 3)
        owner = np.zeros((size, size), np.int16)
        for _ in range(rng.choice([0, 0, 0, 1, 2]) if self.distractors else 0):
            self._object(image, owner, rng, view, beneath=True)
        cards = self._cards(image, owner, rng, view, count)
        for _ in range(rng.choice([0, 0, 0, 1, 1, 2])):
            self._over(image, owner, rng, view)
        taken = photographed(image, rng, softness=0.25)
        return taken, _labelled(cards, owner, size)

    def _cards(
        self, image: FloatImage, owner: NDArray[np.int16], rng: random.Random, view: View, count: int
    ) -> list[tuple[Face, Quad]]:
        aspect = rng.uniform(1.36, 1.56)
        deck = self.pool.deck(rng) if rng.random() < 0.7 else None
        back = self.pool.back(rng)
        backs = rng.choice([0.0, 0.0, 0.12, 0.5])
        shadows = rng.random() < 0.7
        cards: list[tuple[Face, Quad]] = []
        for lying in arrangement(rng, view, count):
            quad = view.quad(lying, aspect)
            if np.abs(quad - view.size / 2).max() > view.size:
                continue
            face = back if rng.random() < backs else self.pool.any_side(rng, deck, self.refigured_share)
            if shadows:
                _shadow(image, quad, rng, view)
            owned = lay(image, face.art, quad, brightness=rng.uniform(0.85, 1.08))
            cards.append((face, quad))
            owner[owned] = len(cards)
        return cards

    def _object(
        self, image: FloatImage, owner: NDArray[np.int16], rng: random.Random, view: View, beneath: bool
    ) -> None:
        art = rng.choice(self.distractors)
        rows, columns = art.shape[:2]
        wide = view.size / view.span * rng.uniform(0.4, 2.2 if beneath else 1.0)
        tall = wide * rows / columns
        x, y = rng.uniform(0, view.size), rng.uniform(0, view.size)
        turn = rng.uniform(0, 6.283)
        corners = np.array([[-wide, -tall], [wide, -tall], [wide, tall], [-wide, tall]]) / 2
        cos, sin = np.cos(turn), np.sin(turn)
        quad = (corners @ np.array([[cos, sin], [-sin, cos]]) + (x, y)).astype(np.float32)
        owned = lay(image, art, quad)
        if not beneath:
            owner[owned] = -1

    def _over(self, image: FloatImage, owner: NDArray[np.int16], rng: random.Random, view: View) -> None:
        draw = rng.random()
        if self.hands and draw < 0.6:
            owner[_reach_in(image, rng.choice(self.hands), rng)] = -1
        elif draw < 0.75:
            owner[fingers(image, rng)] = -1
        elif self.distractors:
            self._object(image, owner, rng, view, beneath=False)


def _reach_in(image: FloatImage, hand: FaceArt, rng: random.Random) -> NDArray[np.bool_]:
    """Lay a hand cut-out so that it comes in over one side of the picture."""
    size = image.shape[0]
    rows, columns = hand.shape[:2]
    scale = size * rng.uniform(0.3, 0.8) / max(rows, columns)
    half = np.array([columns, rows]) * scale / 2
    quarter = rng.randrange(4)
    corners = np.array([[-half[0], -half[1]], [half[0], -half[1]], [half[0], half[1]], [-half[0], half[1]]])
    turn = quarter * np.pi / 2 + rng.uniform(-0.5, 0.5)
    cos, sin = np.cos(turn), np.sin(turn)
    x, y = rng.choice(
        [
            (rng.uniform(0, size), rng.choice([0, size])),
            (rng.choice([0, size]), rng.uniform(0, size)),
            (rng.uniform(0, size), rng.uniform(0, size)),
        ]
    )
    quad = (corners @ np.array([[cos, sin], [-sin, cos]]) + (x, y)).astype(np.float32)
    return lay(image, hand, quad, brightness=rng.uniform(0.5, 1.4))


def _shadow(image: FloatImage, quad: Quad, rng: random.Random, view: View) -> None:
    unit = view.size / view.span
    away = np.array([rng.uniform(-0.04, 0.04), rng.uniform(0, 0.06)], np.float32) * unit
    left, top = np.maximum(np.floor(quad.min(0) - unit * 0.2).astype(int), 0)
    right, bottom = np.minimum(np.ceil(quad.max(0) + unit * 0.2).astype(int), view.size)
    if right <= left or bottom <= top:
        return
    shade = np.zeros((bottom - top, right - left), np.float32)
    cv2.fillConvexPoly(shade, (quad + away - (left, top)).astype(np.int32), 1.0)
    soft = max(1, int(0.05 * unit)) * 2 + 1
    image[top:bottom, left:right] *= (1 - 0.4 * cv2.blur(shade, (soft, soft)))[..., None]


def _labelled(cards: list[tuple[Face, Quad]], owner: NDArray[np.int16], size: int) -> list[LabelledCard]:
    found = []
    for number, (face, quad) in enumerate(cards, start=1):
        area = float(cv2.contourArea(quad)) * 0.985
        visible = min(1.0, float((owner == number).sum()) / max(area, 1.0))
        if area < size * size * SMALLEST_AREA or visible < SEEN_FROM:
            continue
        kind = "covered" if visible < WHOLE_FROM else ("back" if face.code == "BACK" else "whole")
        found.append(LabelledCard(kind, quad, visible, face.label, owner != number))
    return found


def axis_points(quad: Quad) -> NDArray[np.float32]:
    """Return the two points (2x2, pixels) that tell a detector the card's long and short half axes.

    A half axis of length l and angle t is drawn from the box centre as 0.6 l at angle 2t: turning a card half
    round leaves it as it is, so nothing jumps when a card turns.
    """
    centre = (quad.min(0) + quad.max(0)) / 2
    long_axis = (quad[2] + quad[3] - quad[0] - quad[1]) / 4
    short_axis = (quad[1] + quad[2] - quad[0] - quad[3]) / 4
    points = []
    for axis in (long_axis, short_axis):
        length, angle = float(np.hypot(*axis)), 2 * float(np.arctan2(axis[1], axis[0]))
        points.append(centre + AXIS_SHARE * length * np.array([np.cos(angle), np.sin(angle)]))
    return np.array(points, np.float32)


def label_line(card: LabelledCard, width: int, height: int) -> str:
    """Return the card as a line of a pose label file: class, box and axis points as shares of the picture."""
    extent = np.array([width, height], np.float32)
    low = np.clip(card.quad.min(0) / extent, 0, 1)
    high = np.clip(card.quad.max(0) / extent, 0, 1)
    points = np.clip(axis_points(card.quad) / extent, 0, 1)
    numbers = [*((low + high) / 2), *(high - low), *points.ravel()]
    return f"{DETECTIONS.index(card.kind)} " + " ".join(f"{n:.5f}" for n in numbers)


def write_scene(folder: Path, name: str, image: NDArray[np.uint8], cards: list[LabelledCard]) -> None:
    """Write picture, label file and quads of one scene below `folder` (images/, labels/, quads/)."""
    height, width = image.shape[:2]
    cv2.imwrite(str(folder / "images" / f"{name}.jpg"), image, [cv2.IMWRITE_JPEG_QUALITY, 93])
    lines = [label_line(card, width, height) for card in cards]
    (folder / "labels" / f"{name}.txt").write_text("".join(line + "\n" for line in lines))
    quads = [
        {
            "kind": card.kind,
            "name": card.label.name if card.label else None,
            "visible": round(card.visible, 3),
            "quad": card.quad.round(2).tolist(),
        }
        for card in cards
    ]
    (folder / "quads" / f"{name}.json").write_text(json.dumps(quads))


@lru_cache(maxsize=1)
def _maker(
    artwork: Path, photos: Path, procedural: int, seed: int, reserved: bool, oblique: bool
) -> SceneMaker:
    from datasets.materials import scene_maker

    cv2.setNumThreads(1)
    return replace(scene_maker(artwork, photos, procedural, seed, reserved), oblique=oblique)


def _render(
    first: int,
    count: int,
    folder: Path,
    artwork: Path,
    photos: Path,
    procedural: int,
    seed: int,
    size: int,
    reserved: bool,
    oblique: bool,
) -> int:
    maker = _maker(artwork, photos, procedural, seed, reserved, oblique)
    for number in range(first, first + count):
        image, cards = maker.scene(random.Random(seed * 1_000_003 + number), size)
        write_scene(folder, f"s{seed}-{number:06d}", image, cards)
    return count


def main() -> None:
    parser = argparse.ArgumentParser(description="Render labelled scenes for the card detector.")
    parser.add_argument("--artwork", type=Path, default=Path("artwork"))
    parser.add_argument("--photos", type=Path, default=Path("../shared/photos"))
    parser.add_argument("--into", type=Path, default=Path("runs/scenes"))
    parser.add_argument("--count", type=int, default=8000)
    parser.add_argument("--procedural", type=int, default=60, help="decks to make up")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--size", type=int, default=SIZE, help="side of the pictures in pixels")
    parser.add_argument(
        "--reserved", action="store_true", help="with the decks that training never sees, to measure"
    )
    parser.add_argument("--oblique", action="store_true", help="only heaps of cards seen from the side")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--backend", default="loky", help="joblib back end")
    given = parser.parse_args()
    for part in ("images", "labels", "quads"):
        (given.into / part).mkdir(parents=True, exist_ok=True)
    # by the module's own name: run as __main__, a worker process could not import what it is asked to call
    from datasets.scenes import _render as render_scenes

    batch = 50
    work = [
        joblib.delayed(render_scenes)(
            first,
            min(batch, given.count - first),
            given.into,
            given.artwork,
            given.photos,
            given.procedural,
            given.seed,
            given.size,
            given.reserved,
            given.oblique,
        )
        for first in range(0, given.count, batch)
    ]
    with joblib.parallel_config(backend=given.backend, n_jobs=given.jobs), tqdm(total=given.count) as bar:
        for done in joblib.Parallel(return_as="generator_unordered")(work):
            bar.update(done)


if __name__ == "__main__":
    main()
