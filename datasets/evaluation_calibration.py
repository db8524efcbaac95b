"""Calibration: what a reading's probability is worth, measured and fitted on pictures that training left out."""

import json
import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.evaluation_labels import LabelKind, LabelledPhoto
from datasets.evaluation_scoring import Outcome, scored
from datasets.photometry import photographed
from vision.acceptance import Acceptance
from vision.candidates import Candidate
from vision.photographs import open_photograph
from vision.quads import likeness
from vision.reader import column_of
from vision.sight import LEAST_CORNER, CardSight
from vision.sightings import CardSeen, Image

BINS = (0.0, 0.5, 0.7, 0.8, 0.9, 0.95, 0.98, 0.99, 1.0)
_LEAST_THRESHOLD = 0.7
_MOST_THRESHOLD = 0.98
_RIDGE = 0.02
_JOKER_PROBABILITY = 0.97
_SAME_CARD = 0.45


@dataclass(frozen=True)
class Sample:
    """One reading: the reader's probability, how much may be covered, whether the reading is right, and the
    probability that a corner shows the card that it names."""

    probability: float
    covered: float
    right: bool
    shown: float = 0.0


def samples_of(photos: Sequence[LabelledPhoto], sight: CardSight, detail: float = 1.0) -> list[Sample]:
    """Every card that sight would name if it accepted everything, judged by the photographs' labels.

    detail: below 1 the photographs are taken anew as by a camera with that share of their pixels across, in other
    light: what is sharp and well lit is hardly ever misread, so that it tells little of when a reading is wrong.
    """
    eager = _eager(sight)
    samples = []
    for photo in photos:
        image = open_photograph(photo.path)
        if detail < 1:
            image = _taken_anew(image, detail, random.Random(f"{photo.file} {detail}"))
        candidates = eager.look(image)
        if not candidates:
            continue
        seen = eager.judge(image, candidates)
        corners = eager.shown(candidates)
        found = {id(one.quad): (one, row) for one, row in zip(candidates, corners, strict=True)}
        result = scored(photo, seen)
        for card in result.judged:
            if card.seen is not None and card.seen.name is not None:
                right = card.outcome is Outcome.RIGHT
                samples.append(_sample(card.seen, *found[id(card.seen.quad)], right))
        if photo.kind is not LabelKind.TOP:
            samples += [_sample(card, *found[id(card.quad)], False) for card in result.invented]
    return samples


def _sample(seen: CardSeen, candidate: Candidate, corners: NDArray[np.float64], right: bool) -> Sample:
    shown = 0.0 if seen.face is None else float(corners[column_of(seen.face)])
    return Sample(seen.confidence, candidate.covered, right, shown)


def _taken_anew(image: Image, detail: float, rng: random.Random) -> Image:
    height, width = image.shape[:2]
    small = cv2.resize(image, None, fx=detail, fy=detail, interpolation=cv2.INTER_AREA)
    taken = photographed(small.astype(np.float32), rng, softness=0.25)
    return np.asarray(cv2.resize(taken, (width, height), interpolation=cv2.INTER_LINEAR), np.uint8)


def samples_of_scenes(folder: Path, sight: CardSight) -> list[Sample]:
    """The same for rendered scenes (see `datasets.scenes`, with decks and a seed that training never saw).

    Raises FileNotFoundError when there are none in the folder.
    """
    pictures = sorted(folder.glob("images/*.jpg"))
    if not pictures:
        raise FileNotFoundError(f"no pictures in {folder}/images: render scenes first")
    return [sample for picture in pictures for sample in _scene_samples(picture, _eager(sight))]


def _scene_samples(picture: Path, eager: CardSight) -> list[Sample]:
    image = open_photograph(picture)
    truth = json.loads((picture.parents[1] / "quads" / f"{picture.stem}.json").read_text(encoding="utf-8"))
    candidates = eager.look(image)
    if not candidates:
        return []
    judged, corners = eager.judged(image, candidates), eager.shown(candidates)
    left = {number: seen for number, seen in enumerate(judged) if seen is not None and seen.name is not None}
    samples = []
    # the card on top takes its sighting first: the one below may have nearly the same corners
    for card in sorted(truth, key=lambda card: -float(card["visible"])):
        quad = np.array(card["quad"], np.float32)
        nearest = max(left, key=lambda number: likeness(left[number].quad, quad), default=None)
        if nearest is None or likeness(left[nearest].quad, quad) < _SAME_CARD:
            continue
        seen = left.pop(nearest)
        samples.append(_sample(seen, candidates[nearest], corners[nearest], seen.name == card["name"]))
    return samples + [
        _sample(seen, candidates[number], corners[number], False) for number, seen in left.items()
    ]


def _eager(sight: CardSight) -> CardSight:
    """The same sight, accepting everything with the reader's own probability."""
    return CardSight(
        sight.detector, sight.reader, Acceptance(1.0, 0.0, 0.0, 0.0, 0.0, 0.0), sight.effort, sight.language
    )


def fit(samples: Sequence[Sample], wrong: float) -> Acceptance:
    """The calibration that makes the samples likeliest, and the lowest thresholds that keep mistakes rare: one for all
    names, one for those that a corner shows, and one for a table that is watched, where twice as many may be wrong
    because no picture is believed alone.

    wrong: the share of accepted cards that may be wrong. With few samples the share is estimated a little
    upwards (one more mistake than was seen counts half), and the threshold stays within sensible bounds.
    """
    odds = np.array([_log_odds(sample.probability) for sample in samples])
    lost = np.array([sample.covered for sample in samples])
    right = np.array([float(sample.right) for sample in samples])
    design = np.stack([odds, np.ones_like(odds), -lost], axis=1)
    weights = np.array([1.0, 0.0, 1.0])
    prior = weights.copy()
    for _ in range(60):
        expected = 1 / (1 + np.exp(-design @ weights))
        gradient = design.T @ (right - expected) - _RIDGE * len(samples) * (weights - prior) * 0.1
        curvature = (design * (expected * (1 - expected))[:, None]).T @ design
        curvature += np.eye(3) * (_RIDGE * len(samples) * 0.1 + 1e-6)
        weights = weights + np.linalg.solve(curvature, gradient)
    sharpness, offset, loss = (float(value) for value in weights)
    fitted = Acceptance(max(sharpness, 0.2), offset, max(loss, 0.0), _MOST_THRESHOLD)
    confidence = np.array([fitted.confidence(sample.probability, sample.covered) for sample in samples])
    by_corner = np.array([sample.shown >= LEAST_CORNER for sample in samples], bool)
    usual, live = _threshold(confidence, right, wrong), _threshold(confidence, right, 2 * wrong)
    shown = _threshold(confidence[by_corner], right[by_corner], wrong) if by_corner.any() else usual
    joker = fitted.confidence(_JOKER_PROBABILITY)
    return replace(fitted, threshold=usual, live=live, shown=min(shown, usual), joker=joker)


def _threshold(confidence: NDArray[np.float64], right: NDArray[np.float64], wrong: float) -> float:
    best = _MOST_THRESHOLD
    for threshold in np.arange(_LEAST_THRESHOLD, _MOST_THRESHOLD + 1e-9, 0.01)[::-1]:
        accepted = confidence >= threshold
        mistakes = float(((1 - right) * accepted).sum()) + 0.5
        if mistakes / max(1.0, float(accepted.sum())) > max(wrong, 0.75 / max(1.0, float(accepted.sum()))):
            break
        best = float(threshold)
    return round(best, 2)


def reliability(
    samples: Sequence[Sample], acceptance: Acceptance
) -> list[tuple[float, float, int, float, float]]:
    """For each class of confidence: its bounds, how many readings, their mean confidence, the share right."""
    confidence = np.array([acceptance.confidence(one.probability, one.covered) for one in samples])
    right: NDArray[np.bool_] = np.array([one.right for one in samples], bool)
    rows = []
    for low, high in pairwise(BINS):
        chosen = (confidence >= low) & ((confidence < high) | (high == 1.0))
        if chosen.any():
            rows.append(
                (low, high, int(chosen.sum()), float(confidence[chosen].mean()), float(right[chosen].mean()))
            )
    return rows


def reliability_table(samples: Sequence[Sample], acceptance: Acceptance) -> str:
    """The reliability diagram as a Markdown table, and what a few thresholds would do."""
    lines = ["| confidence | readings | mean confidence | share right |", "| --- | ---: | ---: | ---: |"]
    for low, high, count, mean, share in reliability(samples, acceptance):
        lines.append(f"| {low:.2f}-{high:.2f} | {count} | {mean:.3f} | {share:.3f} |")
    lines += ["", "| threshold | accepted | wrong among them |", "| --- | ---: | ---: |"]
    for threshold in (0.5, 0.7, 0.8, 0.85, 0.9, 0.95, 0.97):
        accepted = [
            one for one in samples if acceptance.confidence(one.probability, one.covered) >= threshold
        ]
        mistakes = sum(not one.right for one in accepted)
        lines.append(f"| {threshold:.2f} | {len(accepted) / max(1, len(samples)):.1%} | {mistakes} |")
    return "\n".join(lines)


def _log_odds(probability: float) -> float:
    clipped = min(max(probability, 1e-6), 1 - 1e-6)
    return float(np.log(clipped / (1 - clipped)))
