"""Corners for the labelled training photographs, found by the detector and reader at hand and checked by the labels.

`python -m datasets.photo_quads --photos ../shared/photos --models models --into runs/photo-quads.json`

The photographs name their cards, but hardly one says where its corners are. Candidates come from the detector and
its proposals; one is kept when the label agrees: two boxes of the same corner index at opposite corners, or a box
around the whole card, or the reader's own view of the card that the file is named after. Photographs held out for
choosing thresholds, and packs kept for measuring enrolment, are left alone.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from tqdm import tqdm

from datasets.evaluation_labels import DEFAULT_FOLDER, Box, LabelKind, LabelledPhoto, labelled_photos
from datasets.labels import RANKS, SUITS
from vision.deck_language import USUAL
from vision.edges import fitted
from vision.proposals import first_proposals
from vision.quads import area, overlap, rotated
from vision.sight import CardSight
from vision.sightings import Image, Quad

KEPT_FOR_ENROLMENT = frozenset({"phone-black-deck", "jass-deck"})
LEAST_SEARCH_SCORE = 0.1
MOST_DETECTIONS = 12


@dataclass(frozen=True, eq=False)
class Candidate:
    """A quad that may be a card, with the probability of each of the 52 cards, joker, back and nothing."""

    quad: Quad
    faces: np.ndarray[tuple[int], np.dtype[np.float64]]


@dataclass(frozen=True, eq=False)
class QuadFound:
    """A labelled card of a photograph whose corners are known (pixels)."""

    file: str
    label: str
    quad: Quad

    def to_json(self) -> dict[str, object]:
        return {"file": self.file, "label": self.label, "quad": self.quad.round(2).tolist()}


def trainable_photos(photos: Path) -> list[LabelledPhoto]:
    """Return the labelled training photographs that are neither held out nor kept for measuring enrolment."""
    return [
        photo
        for photo in labelled_photos(photos, "train")
        if not photo.held_out and photo.set not in KEPT_FOR_ENROLMENT
    ]


def proposed(sight: CardSight, image: Image) -> list[Quad]:
    """Return the quads that the detector and its proposals suggest, likeliest cards first."""
    quads: list[Quad] = []
    seen: list[Quad] = []
    for size in (416, 640):
        for detection in sight.detector.find(image, size, LEAST_SEARCH_SCORE)[:MOST_DETECTIONS]:
            if any(_likeness(detection.quad, other) > 0.9 for other in seen):
                continue
            seen.append(detection.quad)
            quads += first_proposals(image, detection)
            quads += [fitted(image, rotated(detection.quad, angle)).quad for angle in (-14.0, 14.0)]
    return quads


def candidates(sight: CardSight, image: Image, quads: list[Quad]) -> list[Candidate]:
    """Return the quads with what the reader makes of each."""
    if not quads:
        return []
    table = sight.reader.read(image, quads).faces(USUAL)
    return [Candidate(quad, row) for quad, row in zip(quads, table, strict=True)]


def _likeness(one: Quad, other: Quad) -> float:
    shared = overlap(one, other)
    return shared / max(area(one) + area(other) - shared, 1.0)


def plausible(photo: LabelledPhoto, quads: list[Quad]) -> list[Quad]:
    """Return the quads whose place fits one of the photograph's labels; all of them where labels have no place."""
    if photo.kind is LabelKind.CORNERS:
        pairs = [points for points in _corner_points(photo).values() if len(points) == 2]
        return [quad for quad in quads if any(_at_opposite_corners(quad, points) for points in pairs)]
    if photo.kind is LabelKind.RANKS:
        boxes = [box for truth in photo.cards for box in truth.boxes]
        return [quad for quad in quads if any(_fills(quad, box) for box in boxes)]
    return quads


def agreeing(photo: LabelledPhoto, found: list[Candidate]) -> Iterator[QuadFound]:
    """Yield the cards of a photograph for which a candidate agrees with the label, the best of each."""
    if photo.kind is LabelKind.CORNERS:
        yield from _by_corners(photo, found)
    elif photo.kind is LabelKind.RANKS:
        yield from _by_boxes(photo, found)
    elif len(photo.cards) == 1:
        name = photo.cards[0].name
        best = max(found, key=lambda c: c.faces[_column(name)], default=None)
        if best is not None and best.faces[_column(name)] > 0.3:
            yield QuadFound(photo.file, name, best.quad)


def _column(card: str) -> int:
    if card == "JOKER":
        return len(SUITS) * len(RANKS)
    return SUITS.index(card[-1]) * len(RANKS) + RANKS.index(card[:-1])


def _columns(label: str) -> list[int]:
    """Columns of a card, or of a rank in all suits."""
    return [_column(label + suit) for suit in SUITS] if label in RANKS else [_column(label)]


def _corner_points(photo: LabelledPhoto) -> dict[str, list[tuple[float, float]]]:
    return {
        truth.name: [((x1 + x2) / 2, (y1 + y2) / 2) for x1, y1, x2, y2 in truth.boxes]
        for truth in photo.cards
        if truth.name != "BACK"
    }


def _by_corners(photo: LabelledPhoto, found: list[Candidate]) -> Iterator[QuadFound]:
    corners = _corner_points(photo)
    for label, points in corners.items():
        if len(points) != 2:
            continue
        others = [point for name, places in corners.items() if name != label for point in places]
        fitting = [
            c for c in found if _at_opposite_corners(c.quad, points) and not _holds_any(c.quad, others)
        ]
        best = max(fitting, key=lambda c: c.faces[_column(label)], default=None)
        if best is not None and best.faces[_column(label)] > 0.02:
            yield QuadFound(photo.file, label, best.quad)


def _at_opposite_corners(quad: Quad, points: list[tuple[float, float]]) -> bool:
    unit = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)
    matrix = cv2.getPerspectiveTransform(quad.astype(np.float32), unit)
    inside = cv2.perspectiveTransform(np.array([points], np.float32), matrix)[0]
    opposite = np.abs(inside.sum(0) - 1).max() < 0.14
    near = bool(0.02 < min(inside[:, 0]) < 0.27 and 0.03 < min(inside[:, 1]) < 0.3)
    return bool(opposite and near)


def _holds_any(quad: Quad, points: list[tuple[float, float]]) -> bool:
    return any(cv2.pointPolygonTest(quad.astype(np.float32), point, False) > 0 for point in points)


def _fills(quad: Quad, box: Box) -> bool:
    x1, y1, x2, y2 = box
    low, high = quad.min(0), quad.max(0)
    wide = float(min(high[0], x2) - max(low[0], x1))
    tall = float(min(high[1], y2) - max(low[1], y1))
    shared = max(0.0, wide) * max(0.0, tall)
    union = float((high - low).prod()) + (x2 - x1) * (y2 - y1) - shared
    return shared / max(union, 1.0) > 0.72


def _by_boxes(photo: LabelledPhoto, found: list[Candidate]) -> Iterator[QuadFound]:
    for truth in photo.cards:
        fitting = [c for c in found if _fills(c.quad, truth.boxes[0])]
        best = max(fitting, key=lambda c: float(c.faces[_columns(truth.name)].sum()), default=None)
        if best is not None and best.faces[_columns(truth.name)].sum() > 0.1:
            yield QuadFound(photo.file, truth.name, best.quad)


def main() -> None:
    parser = argparse.ArgumentParser(description="Find the corners of the cards in the training photographs.")
    parser.add_argument("--photos", type=Path, default=DEFAULT_FOLDER)
    parser.add_argument("--models", type=Path, default=Path("models"))
    parser.add_argument("--into", type=Path, default=Path("runs/photo-quads.json"))
    parser.add_argument("--threads", type=int, default=1)
    given = parser.parse_args()
    sight = CardSight.from_folder(given.models, threads=given.threads)
    kept: list[QuadFound] = []
    for photo in tqdm(trainable_photos(given.photos)):
        image = cv2.imread(str(given.photos / photo.file))
        if image is not None:
            picture = np.asarray(image, np.uint8)
            quads = plausible(photo, proposed(sight, picture))
            kept += agreeing(photo, candidates(sight, picture, quads))
    given.into.parent.mkdir(parents=True, exist_ok=True)
    given.into.write_text(json.dumps([found.to_json() for found in kept]))


if __name__ == "__main__":
    main()
