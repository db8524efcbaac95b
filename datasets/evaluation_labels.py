"""Labelled photographs: what is known of each picture in the photographs folder.

`labels.csv` names a picture's cards, `boxes.csv` says where some of them are; see the folder's own `SOURCES.md`.
"""

import csv
import zlib
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from pathlib import Path

Box = tuple[float, float, float, float]
"""x1, y1, x2, y2 in pixels of the stored file."""

DEFAULT_FOLDER = Path("../shared/photos")
HELD_OUT_EVERY = 5


CORRECTED = {
    f"train/jass-deck/{number:04}.jpg": card
    for number, card in enumerate(("QS", "JS", "10S", "9S", "8S", "7S", "6S"), start=29)
}
"""The queen of spades is missing in this set's list, which shifts the names of the seven cards after it."""

SUITS_BY_EYE = Path(__file__).with_name("suits_by_eye.csv")
"""Cards of photographs whose own labels name ranks only, suits added by looking at each; in the order of the boxes."""


class LabelKind(StrEnum):
    """What a picture's labels say."""

    SINGLE = "single"
    """One card, named."""
    CROP = "rectified crop"
    """One card that fills the picture, named."""
    TOP = "top of pile"
    """The top card is named; what lies below is not."""
    CORNERS = "corner-boxes"
    """A box for every visible corner index, and for backs."""
    RANKS = "whole-card-boxes, rank only"
    """A box around every card, named by rank, and by suit where `SUITS_BY_EYE` adds it."""
    NONE = "unlabelled"


@dataclass(frozen=True)
class Truth:
    """A card that lies in a picture.

    name: `10H`, `BACK`, or a rank alone; boxes: where its marks are. whole: the box is around the card, not around a
    corner index.
    """

    name: str
    boxes: tuple[Box, ...] = ()
    whole: bool = False

    @property
    def rank_only(self) -> bool:
        return self.name in ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")

    def names(self, name: str) -> bool:
        """Whether a reading of that name is right."""
        return name == self.name or (self.rank_only and name[:-1] == self.name)


@dataclass(frozen=True)
class LabelledPhoto:
    """One picture and the cards known to lie in it."""

    file: str
    path: Path
    split: str
    set: str
    kind: LabelKind
    cards: tuple[Truth, ...]

    @property
    def held_out(self) -> bool:
        """Whether this picture of `train` is kept out of training, for choosing thresholds: see `held_out`."""
        return held_out(self.file)


def held_out(file: str) -> bool:
    """One in five of the training photographs, by name as `labels.csv` writes it, is never trained on."""
    return zlib.crc32(file.encode()) % HELD_OUT_EVERY == 0


def labelled_photos(
    folder: Path = DEFAULT_FOLDER,
    split: str | None = None,
    sets: Iterable[str] = (),
    only_held_out: bool = False,
) -> tuple[LabelledPhoto, ...]:
    """The labelled pictures of a photographs folder, unlabelled ones left out.

    Raises FileNotFoundError when there is no `labels.csv` in it.
    """
    boxes: dict[str, dict[str, list[Box]]] = defaultdict(lambda: defaultdict(list))
    whole: dict[str, list[tuple[str, Box]]] = defaultdict(list)
    with (folder / "boxes.csv").open(encoding="utf-8", newline="") as table:
        for row in csv.DictReader(table):
            box = (float(row["x1"]), float(row["y1"]), float(row["x2"]), float(row["y2"]))
            if row["what"] == "corner index":
                boxes[row["file"]][row["label"]].append(box)
            else:
                whole[row["file"]].append((row["label"], box))
    wanted = frozenset(sets)
    photos = []
    with (folder / "labels.csv").open(encoding="utf-8", newline="") as table:
        for row in csv.DictReader(table):
            file, kind = row["file"], LabelKind(row["kind"])
            corrected = CORRECTED.get(file)
            if corrected is not None:
                kind = LabelKind.SINGLE
            chosen = (split is None or row["split"] == split) and (not wanted or row["set"] in wanted)
            if not chosen or kind is LabelKind.NONE or (only_held_out and not held_out(file)):
                continue
            if kind in (LabelKind.CORNERS, LabelKind.RANKS):
                if file not in boxes and file not in whole:
                    continue
                truths = [Truth(name, tuple(found)) for name, found in boxes[file].items()]
                names = _suits_by_eye().get(file, [name for name, _ in whole[file]])
                boxed = zip(names, whole[file], strict=True)
                truths += [Truth(name, (box,), whole=True) for name, (_, box) in boxed]
            else:
                truths = [Truth(name) for name in (corrected or row["cards"]).split()]
            photos.append(LabelledPhoto(file, folder / file, row["split"], row["set"], kind, tuple(truths)))
    return tuple(photos)


@cache
def _suits_by_eye() -> dict[str, list[str]]:
    with SUITS_BY_EYE.open(encoding="utf-8", newline="") as table:
        return {row["file"]: row["cards"].split() for row in csv.DictReader(table)}
