"""The reader alone, on crops whose pips and corner index say different things, and on whole cards."""

import random
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from datasets.crops import CropMaker
from datasets.face_pool import FacePool
from datasets.labels import KINDS, NOTHING, RANKS, SUITS, UNKNOWN
from datasets.surfaces import Surfaces
from vision.deck_language import DeckLanguage
from vision.reader import NONE_COLUMN, CardReader, face_of

SURE = 0.78
"""The reader's own probability above which a name is counted as said."""


@dataclass(frozen=True)
class CropKind:
    """One kind of crops: their faults, how many are drawn, whether only courts, and whether with strange figures."""

    name: str
    count: int
    faults: tuple[str, ...] = ()
    courts: bool = False
    refigured: bool = False

    def maker(self, pool: FacePool, surfaces: Surfaces) -> CropMaker:
        """A maker of such crops."""
        return CropMaker(
            pool,
            surfaces,
            faults=self.faults,
            faulty_share=float(bool(self.faults)),
            refigured_share=float(self.refigured),
        )


CROP_KINDS = (
    CropKind("whole", 900),
    CropKind("court cards", 600, courts=True),
    CropKind("courts with another's figure", 600, courts=True, refigured=True),
    CropKind("lacking a row of pips", 300, ("shortened",)),
    CropKind("middle of another card", 300, ("grafted",)),
)
_COURTS = tuple(RANKS.index(rank) for rank in "JQK")
_ANY_LANGUAGE = {language: 1 / len(DeckLanguage) for language in DeckLanguage}


@dataclass(frozen=True)
class CropOutcomes:
    """Shares (0..1) of one kind of crops: the corner index read right, called unreadable, a name said and right, a
    name said and wrong; the last only where there is a card to name."""

    kind: str
    crops: int
    index: float
    unreadable: float
    right: float | None
    wrong: float | None


def crop_outcomes(
    kind: CropKind, pool: FacePool, surfaces: Surfaces, reader: CardReader, seed: int = 33
) -> CropOutcomes:
    """Draws crops that show a card's index or a card and reads them."""
    rng, maker = random.Random(seed), kind.maker(pool, surfaces)
    crops: list[NDArray[np.uint8]] = []
    rows: list[tuple[int, int, int, int]] = []
    while len(crops) < kind.count:
        crop, label = maker.crop(rng)
        if kind.courts and label.rank not in _COURTS:
            continue
        if label.index != UNKNOWN or label.rank != UNKNOWN:
            crops.append(crop)
            rows.append(label.row())
    asked = np.array(rows)
    readings = reader.read_crops(np.stack(crops))
    indexed = asked[:, 2] != UNKNOWN
    index = float((readings.index.argmax(axis=1) == asked[:, 2])[indexed].mean()) if indexed.any() else 0.0
    unreadable = float((readings.kind[:, NOTHING.kind] > 0.5).mean())
    named = (asked[:, 0] == KINDS.index("card")) & (asked[:, 1] != UNKNOWN) & (asked[:, 3] != UNKNOWN)
    if not named.any():
        return CropOutcomes(kind.name, kind.count, index, unreadable, None, None)
    table = readings.faces(_ANY_LANGUAGE)[named]
    best = table.argmax(axis=1)
    said = (table.max(axis=1) > SURE) & (best < NONE_COLUMN)
    truth = [RANKS[rank] + SUITS[suit] for _, rank, _, suit in asked[named]]
    hit = np.array([str(face_of(int(column))) == name for column, name in zip(best, truth, strict=True)])
    return CropOutcomes(
        kind.name, kind.count, index, unreadable, float((said & hit).mean()), float((said & ~hit).mean())
    )


def crops_table(results: Sequence[CropOutcomes]) -> str:
    """A Markdown table, a row for each kind of crops."""
    rows = [
        "| crops | | index right | called unreadable | named and right | named and wrong |",
        "| --- | ---: | ---: | ---: | ---: | ---: |",
    ]
    for one in results:
        shares = [one.index, one.unreadable, one.right, one.wrong]
        shown = " | ".join("-" if share is None else f"{share:.1%}" for share in shares)
        rows.append(f"| {one.kind} | {one.crops} | {shown} |")
    return "\n".join(rows)
