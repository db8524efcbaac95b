"""The detector alone, measured on rendered scenes: what it finds, and how exactly, before and after line fits."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from datasets.labels import DETECTIONS
from vision.detector import LIVE_SIZE, CardDetector
from vision.edges import fitted
from vision.quads import likeness, width
from vision.sightings import Image, Quad

SAME_CARD = 0.5
"""A detection is a card if their quads share so much of what both cover together."""
NARROWEST = 20.0
"""Cards narrower in pixels of the scene are not asked for, nor is a detection of one an error."""


@dataclass(frozen=True, eq=False)
class SceneCard:
    """A card that lies in a scene: class name, corners in pixels, share of it that can be seen, its name if known."""

    kind: str
    quad: Quad
    visible: float
    name: str | None = None


@dataclass(frozen=True, eq=False)
class Scene:
    """A rendered scene and the cards in it."""

    image: Image
    cards: tuple[SceneCard, ...]


@dataclass(frozen=True)
class Finding:
    """A card that was asked for. found: as which class, None if not at all. errors: mean distance of its corners
    from the truth as a share of the card's width, as detected and after line fits."""

    kind: str
    found: str | None
    errors: tuple[float, float] | None


@dataclass(frozen=True)
class Measured:
    """Every card of the scenes, and the classes of the detections that are no card."""

    findings: tuple[Finding, ...]
    invented: tuple[str, ...]
    scenes: int


def scenes_in(folder: Path) -> Iterator[Scene]:
    """The scenes that `datasets.scenes` rendered into a folder. Raises FileNotFoundError if there are none."""
    files = sorted((folder / "images").glob("*.jpg"))
    if not files:
        raise FileNotFoundError(
            f"There are no scenes in {folder}: render some with python -m datasets.scenes."
        )
    for file in files:
        image = cv2.imread(str(file))
        if image is None:
            raise FileNotFoundError(f"{file} is no picture: render the scenes again.")
        told = json.loads((folder / "quads" / f"{file.stem}.json").read_text(encoding="utf-8"))
        cards = [
            SceneCard(
                each["kind"], np.array(each["quad"], np.float32), float(each["visible"]), each.get("name")
            )
            for each in told
        ]
        yield Scene(np.asarray(image, np.uint8), tuple(cards))


def corner_error(quad: Quad, truth: Quad) -> float:
    """Mean distance of the corners, as a share of the true card's width; whichever corner comes first."""
    turned = (np.roll(quad, turn, axis=0) for turn in range(4))
    return float(min(np.hypot(*(one - truth).T).mean() for one in turned)) / max(width(truth), 1e-6)


def measured(scenes: Iterator[Scene], detector: CardDetector, size: int = LIVE_SIZE) -> Measured:
    """Runs the detector over scenes and holds its detections, best first, against the cards."""
    findings: list[Finding] = []
    invented: list[str] = []
    count = 0
    for scene in scenes:
        count += 1
        open_cards = list(scene.cards)
        for detection in detector.find(scene.image, size):
            alike = [likeness(detection.quad, card.quad) for card in open_cards]
            kind = DETECTIONS[detection.kind]
            if not alike or max(alike) < SAME_CARD:
                again = any(likeness(detection.quad, card.quad) >= SAME_CARD for card in scene.cards)
                if again or width(detection.quad) >= NARROWEST:
                    invented.append(kind)
                continue
            card = open_cards.pop(int(np.argmax(alike)))
            if width(card.quad) >= NARROWEST:
                sharp = fitted(scene.image, detection.quad).quad
                errors = corner_error(detection.quad, card.quad), corner_error(sharp, card.quad)
                findings.append(Finding(card.kind, kind, errors))
        findings += [Finding(card.kind, None, None) for card in open_cards if width(card.quad) >= NARROWEST]
    return Measured(tuple(findings), tuple(invented), count)


def detector_table(result: Measured) -> str:
    """A Markdown table by class: recall, precision, class right, corner error (half of the cards, nine in ten)."""
    rows = [
        "| class | cards | recall | precision | class right | corner error p50 | p90 | after line fits p50 | p90 |",
        "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |",
    ]
    for kind in (*DETECTIONS, "all"):
        cards = [one for one in result.findings if kind in (one.kind, "all")]
        found = [one for one in cards if one.found is not None]
        claimed = sum(kind in (one.found, "all") for one in result.findings if one.found is not None)
        extra = sum(kind in (one, "all") for one in result.invented)
        right = sum(one.found == one.kind for one in found)
        errors = np.array([one.errors for one in found if one.errors is not None]).reshape(-1, 2)
        rows.append(
            f"| {kind} | {len(cards)} | {_share(len(found), len(cards))} | {_share(claimed, claimed + extra)} "
            f"| {_share(right, len(found))} | {_quantiles(errors[:, 0])} | {_quantiles(errors[:, 1])} |"
        )
    return "\n".join(rows)


def _share(part: int, whole: int) -> str:
    return f"{part / whole:.1%}" if whole else "-"


def _quantiles(errors: Sequence[float] | np.ndarray[tuple[int], np.dtype[np.float64]]) -> str:
    if not len(errors):
        return "- | -"
    half, most = np.quantile(errors, [0.5, 0.9])
    return f"{half:.1%} | {most:.1%}"
