"""The corner reader alone, on corners of decks that training never saw."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from datasets.corner_crops import CornerMaker
from datasets.labels import INDICES, NOTHING, CropLabel
from vision.corner_reader import CornerReader

SURE = 0.8
"""The product of the three probabilities (index there, which, suit) above which a corner counts as read."""


@dataclass(frozen=True)
class CornerOutcomes:
    """Shares (0..1) of one kind of corners: index right, suit right, both said and right, something wrong said."""

    kind: str
    corners: int
    index: float | None
    suit: float | None
    right: float | None
    wrong: float


def corner_outcomes(
    maker: CornerMaker, reader: CornerReader, count: int = 3000, seed: int = 33
) -> list[CornerOutcomes]:
    """Draws corners and reads them: pip cards, aces, court cards, and places where no index is."""
    rng = random.Random(seed)
    drawn = [maker.crop(rng) for _ in range(count)]
    read = reader.read_patches(np.stack([patch for patch, _ in drawn]))
    said = read.present * read.index.max(axis=1) * read.suit.max(axis=1) > SURE
    index, suit = read.index.argmax(axis=1), read.suit.argmax(axis=1)
    kinds = np.array([_kind(label) for _, label in drawn])
    asked = np.array([label.row() for _, label in drawn])
    hit = (index == asked[:, 2]) & (suit == asked[:, 3])
    results = []
    for kind in ("2 to 10", "ace", "court", "no index"):
        these = kinds == kind
        if not these.any():
            continue
        if kind == "no index":
            results.append(CornerOutcomes(kind, int(these.sum()), None, None, None, _share(said, these)))
            continue
        results.append(
            CornerOutcomes(
                kind,
                int(these.sum()),
                _share(index == asked[:, 2], these),
                _share(suit == asked[:, 3], these),
                _share(said & hit, these),
                _share(said & ~hit, these),
            )
        )
    return results


def corners_table(results: Sequence[CornerOutcomes]) -> str:
    """A Markdown table, a row for each kind of corners."""
    rows = [
        "| corners | | index right | suit right | read right | read wrong |",
        "| --- | ---: | ---: | ---: | ---: | ---: |",
    ]
    for one in results:
        shares = [one.index, one.suit, one.right, one.wrong]
        shown = " | ".join("-" if share is None else f"{share:.1%}" for share in shares)
        rows.append(f"| {one.kind} | {one.corners} | {shown} |")
    return "\n".join(rows)


def _kind(label: CropLabel) -> str:
    if label.kind == NOTHING.kind:
        return "no index"
    printed = INDICES[label.index]
    return "2 to 10" if printed.isdigit() and printed != "1" else "ace" if printed in "A1" else "court"


def _share(values: NDArray[np.bool_], among: NDArray[np.bool_]) -> float:
    return float(values[among].mean())
