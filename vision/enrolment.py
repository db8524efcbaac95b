"""Enrolment: learning the look of a particular pack by being shown its cards.

Packs with black faces, without letters on the court cards or with jokers of their own are read by comparing a
crop with the crops of the pack's own cards, in the reader's feature space. Any part of a pack may be enrolled; the
other cards are read as those of any pack.
"""

import io
import json
import os
import re
import zipfile
import zlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from referee.cards import FACES, Card, MalformedCard
from vision.corner_reader import CornerReader
from vision.deck_prototypes import DeckPrototypes
from vision.networks import Network
from vision.quads import CROP_HEIGHT, CROP_WIDTH
from vision.reader import BACK_COLUMN, CardReader, Readings, column_of
from vision.sight import CardSight
from vision.sightings import BACK, Image

MOST_CROPS = 8
"""So many pictures of one card are kept, the newest ones."""
SUFFIX = ".pack"
"""Ending of the file that holds a pack."""
LARGEST_FILE = 20 * 1024 * 1024
"""Bytes that the file of a pack, or what is packed in it, may have at most."""

_NAME = re.compile(r"[\w][\w .'-]{0,59}")


class MalformedDeck(ValueError):
    """A stored pack that cannot be used, or a name that no pack can have. The message is one sentence."""


@dataclass(frozen=True, eq=False)
class EnrolledDeck:
    """A pack that was shown: its name and upright crops (144 x 96 x 3, BGR) of some of its cards, oldest first.

    The crops themselves are kept, not what some network made of them, so that a pack stays enrolled when the
    reader is trained anew. `backs` are crops of cards that lie face down.
    """

    name: str
    crops: tuple[tuple[Card, Image], ...] = ()
    backs: tuple[Image, ...] = ()

    def __post_init__(self) -> None:
        if not _NAME.fullmatch(self.name):
            raise MalformedDeck(f"'{self.name}' cannot name a pack: use letters, digits, spaces and dashes.")

    @property
    def cards(self) -> frozenset[Card]:
        """The cards that were shown."""
        return frozenset(card for card, _ in self.crops)

    @property
    def missing(self) -> tuple[Card, ...]:
        """The cards that were not shown yet, in the order of `FACES`."""
        return tuple(card for card in FACES if card not in self.cards)

    def shown(self, card: Card, crop: Image) -> "EnrolledDeck":
        """The pack with one more crop of a card; of each card only the newest `MOST_CROPS` are kept."""
        kept = [*self.crops, (card, _checked(crop))]
        own = [number for number, (other, _) in enumerate(kept) if other == card]
        dropped = set(own[:-MOST_CROPS])
        return replace(self, crops=tuple(entry for number, entry in enumerate(kept) if number not in dropped))

    def back_shown(self, crop: Image) -> "EnrolledDeck":
        """The pack with one more crop of its back; only the newest `MOST_CROPS` are kept."""
        return replace(self, backs=(*self.backs, _checked(crop))[-MOST_CROPS:])

    def counts(self) -> dict[str, int]:
        """How many crops there are of each card that was shown, `BACK` among them, by name."""
        names = [str(card) for card, _ in self.crops] + [BACK] * len(self.backs)
        return {name: names.count(name) for name in dict.fromkeys(names)}

    def forgotten(self, card: Card) -> "EnrolledDeck":
        """The pack without a card, to show that one again."""
        return replace(self, crops=tuple(entry for entry in self.crops if entry[0] != card))

    def exported(self) -> bytes:
        """The pack as one file: a zip archive with `deck.json` (name, cards) and `crops.npz`."""
        data = io.BytesIO()
        with zipfile.ZipFile(data, "w") as archive:
            archive.writestr("deck.json", self._description())
            archive.writestr("crops.npz", self._pictures())
        return data.getvalue()

    def write(self, folder: Path) -> None:
        """Stores the pack as `NAME.pack` in a folder, which is made when it is not there.

        Whatever interrupts it, the file is the old one or the new one.
        """
        folder.mkdir(parents=True, exist_ok=True)
        unfinished = folder / f".{self.name}.unfinished"
        unfinished.write_bytes(self.exported())
        os.replace(unfinished, _file(folder, self.name))

    def _description(self) -> str:
        names = [str(card) for card, _ in self.crops] + [BACK] * len(self.backs)
        return (
            json.dumps({"format": 1, "name": self.name, "cards": names}, indent=1, ensure_ascii=False) + "\n"
        )

    def _pictures(self) -> bytes:
        data = io.BytesIO()
        np.savez_compressed(data, crops=_stacked([*(crop for _, crop in self.crops), *self.backs]))
        return data.getvalue()


def imported(data: bytes) -> EnrolledDeck:
    """The pack in a file that `EnrolledDeck.exported` made. Raises MalformedDeck for anything else."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            if sum(entry.file_size for entry in archive.infolist()) > LARGEST_FILE:
                raise MalformedDeck("This file is too large for a pack: export the pack again.")
            return _restored(archive.read("deck.json"), archive.read("crops.npz"))
    except _NO_ARCHIVE as error:
        raise MalformedDeck("This is no pack that was enrolled here: export it again.") from error


def read_deck(folder: Path, name: str) -> EnrolledDeck:
    """The pack of that name in a folder. Raises MalformedDeck when there is none or it is damaged."""
    if not _NAME.fullmatch(name):
        raise MalformedDeck(f"No pack called '{name}' was enrolled: choose one of the list.")
    try:
        return replace(imported(_file(folder, name).read_bytes()), name=name)
    except OSError as error:
        raise MalformedDeck(f"No pack called '{name}' was enrolled: choose one of the list.") from error


def deck_names(folder: Path) -> tuple[str, ...]:
    """The names of the packs in a folder, in alphabetical order."""
    if not folder.is_dir():
        return ()
    return tuple(sorted(file.stem for file in folder.glob(f"*{SUFFIX}") if _NAME.fullmatch(file.stem)))


def drop_deck(folder: Path, name: str) -> None:
    """Deletes the pack of that name. Raises MalformedDeck when there is none."""
    if name not in deck_names(folder):
        raise MalformedDeck(f"No pack called '{name}' was enrolled: choose one of the list.")
    _file(folder, name).unlink()


class EnrolledReader(CardReader):
    """A reader that knows one pack by sight, as well as all that it was trained on."""

    def __init__(self, network: Network, deck: EnrolledDeck, corners: CornerReader | None = None) -> None:
        super().__init__(network, corners)
        self.deck = deck
        self._prototypes: DeckPrototypes | None = None
        shown = [(column_of(card), crop) for card, crop in deck.crops]
        shown += [(BACK_COLUMN, crop) for crop in deck.backs]
        if shown:
            self._prototypes = _prototypes(CardReader(network), shown)

    def read_crops(self, crops: NDArray[np.uint8]) -> Readings:
        readings = super().read_crops(crops)
        if self._prototypes is None or not len(readings):
            return readings
        return replace(readings, known=self._prototypes.likenesses(readings.features))


def knowing(sight: CardSight, deck: EnrolledDeck) -> CardSight:
    """The same sight that also knows a pack. Takes some seconds for a whole pack."""
    reader = EnrolledReader(sight.reader.network, deck, sight.reader.corners)
    return sight.working(sight.effort, reader)


def _prototypes(reader: CardReader, shown: Sequence[tuple[int, Image]]) -> DeckPrototypes:
    """What the cards of a pack look like to the reader, under many small changes, and what spoilt crops do."""
    random = np.random.default_rng(len(shown))
    crops = [variant for _, crop in shown for variant in _variants(crop, random)]
    spoilt = [variant for _, crop in shown for variant in _spoilt(crop, random)]
    each = len(crops) // len(shown)
    columns = np.repeat([column for column, _ in shown], each)
    return DeckPrototypes.learnt(
        reader.read_crops(_stacked(crops)).features, columns, reader.read_crops(_stacked(spoilt)).features
    )


def _variants(crop: Image, random: np.random.Generator, count: int = 10) -> Iterable[Image]:
    """The crop as other light, focus and less exact corners would show it, itself first."""
    yield crop
    corners = np.array([[0, 0], [CROP_WIDTH, 0], [CROP_WIDTH, CROP_HEIGHT], [0, CROP_HEIGHT]], np.float32)
    for _ in range(count - 1):
        moved = corners + random.normal(0, 2.2, (4, 2)).astype(np.float32)
        mapping = cv2.getPerspectiveTransform(moved, corners)
        made = cv2.warpPerspective(crop, mapping, (CROP_WIDTH, CROP_HEIGHT), borderMode=cv2.BORDER_REPLICATE)
        if random.random() < 0.5:
            made = cv2.GaussianBlur(made, (0, 0), float(random.uniform(0.4, 1.6)))
        light = random.uniform(0.6, 1.5) * random.uniform(0.93, 1.07, 3)
        values = made.astype(np.float32) * light + random.uniform(-15, 15)
        values += random.normal(0, 4, values.shape)
        yield np.clip(values, 0, 255).astype(np.uint8)


def _spoilt(crop: Image, random: np.random.Generator) -> Iterable[Image]:
    """What a wrong quad would cut out of the same card: turned, half of it, shifted off it."""
    turned = cv2.resize(np.rot90(crop), (CROP_WIDTH, CROP_HEIGHT))
    yield np.asarray(turned, np.uint8)
    half = crop[:, : CROP_WIDTH // 2] if random.random() < 0.5 else crop[: CROP_HEIGHT // 2]
    yield np.asarray(cv2.resize(half, (CROP_WIDTH, CROP_HEIGHT)), np.uint8)
    yield np.roll(crop, int(random.choice([-1, 1]) * CROP_WIDTH * 0.4), axis=1)


def _stacked(crops: Sequence[Image]) -> NDArray[np.uint8]:
    return np.stack(crops) if crops else np.empty((0, CROP_HEIGHT, CROP_WIDTH, 3), np.uint8)


def _checked(crop: Image) -> Image:
    if crop.shape != (CROP_HEIGHT, CROP_WIDTH, 3):
        raise ValueError(f"a crop is {CROP_HEIGHT} x {CROP_WIDTH} x 3, not {crop.shape}")
    return np.ascontiguousarray(crop, np.uint8)


def _file(folder: Path, name: str) -> Path:
    return folder / f"{name}{SUFFIX}"


def _restored(description: bytes, pictures: bytes) -> EnrolledDeck:
    try:
        value = json.loads(description)
        names = [str(name) for name in value["cards"]]
        with np.load(io.BytesIO(pictures), allow_pickle=False) as stored:
            crops = np.asarray(stored["crops"], np.uint8)
        if crops.shape != (len(names), CROP_HEIGHT, CROP_WIDTH, 3):
            raise MalformedDeck("This pack is damaged: its pictures do not match its cards; enrol it again.")
        pairs = list(zip(names, crops, strict=True))
        cards = tuple((Card.parse(name), crop) for name, crop in pairs if name != BACK)
        return EnrolledDeck(str(value["name"]), cards, tuple(crop for name, crop in pairs if name == BACK))
    except MalformedDeck:
        raise
    except (KeyError, TypeError, MalformedCard, zipfile.BadZipFile) as error:
        raise MalformedDeck("This pack is damaged: enrol it again, or import it from a copy.") from error
    except (OSError, EOFError, ValueError, zlib.error, MemoryError) as error:
        raise MalformedDeck("This pack's pictures are damaged: enrol it again.") from error


_NO_ARCHIVE = (zipfile.BadZipFile, KeyError, EOFError, NotImplementedError, RuntimeError, zlib.error, OSError)
