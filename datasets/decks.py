"""Rendered decks as arrays: what one deck is, the library of all of them, and what is printed in a corner."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

FaceArt = NDArray[np.uint8]
"""One side of a card: height x width x 4, blue-green-red-alpha, straight (not premultiplied) alpha."""

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
SUITS = ("C", "D", "H", "S")
FACE_CODES = tuple(rank + suit for suit in SUITS for rank in RANKS)
"""The 52 faces that have a rank and a suit. Jokers are `JK0`, `JK1`.., backs `BK0`, `BK1`.."""

INDEX_LETTERS: Mapping[str, Mapping[str, str]] = {
    "en": {},
    "nl": {"J": "B", "Q": "V", "K": "H"},
    "de": {"J": "B", "Q": "D"},
    "fr": {"J": "V", "Q": "D", "K": "R"},
    "fr1": {"J": "V", "Q": "D", "K": "R", "A": "1"},
    "sv": {"J": "other", "Q": "D", "A": "other"},
    "it": {"J": "other", "Q": "D", "K": "R"},
    "pl": {"J": "other", "Q": "D"},
    "other": {"J": "other", "Q": "other", "K": "other", "A": "other"},
    "none": {"J": "other", "Q": "other", "K": "other"},
}
"""Printed index by language, only where it differs from the English one.

`none` stands for courts without any letter; an index outside the alphabet that the reader knows is `other`.
"""


class UnknownLanguageError(ValueError):
    """An index language that no deck is printed in."""


class NoDecksError(FileNotFoundError):
    """The artwork folder holds no rendered decks; it has to be fetched and rendered first."""


def index_name(code: str, index_language: str) -> str:
    """The index printed in the corner of card `code` (`10H`, `QS`) in a deck of that language.

    Raises UnknownLanguageError for a language without a table and ValueError for a code that is not one of
    the 52 faces.
    """
    if code not in FACE_CODES:
        raise ValueError(f"{code!r} has no index")
    try:
        letters = INDEX_LETTERS[index_language]
    except KeyError as error:
        raise UnknownLanguageError(index_language) from error
    rank = code[:-1]
    return letters.get(rank, rank)


@dataclass(frozen=True)
class Deck:
    """One deck: its faces by code, the language of its index letters, how often it should be drawn."""

    name: str
    index_language: str
    weight: float
    faces: Mapping[str, FaceArt]

    @cached_property
    def cards(self) -> tuple[str, ...]:
        """Codes of the faces with rank and suit that this deck has; empty for a set of jokers and backs."""
        return tuple(code for code in FACE_CODES if code in self.faces)

    @cached_property
    def jokers(self) -> tuple[str, ...]:
        """Codes of its jokers."""
        return tuple(sorted(code for code in self.faces if code.startswith("JK")))

    @cached_property
    def backs(self) -> tuple[str, ...]:
        """Codes of its backs."""
        return tuple(sorted(code for code in self.faces if code.startswith("BK")))


@dataclass(frozen=True, eq=False)
class DeckLibrary:
    """All rendered decks at one size, read through the page cache so that processes share the memory."""

    root: Path
    decks: list[Deck]

    def deck(self, name: str) -> Deck:
        """The deck of that name. Raises KeyError when it is not there."""
        for deck in self.decks:
            if deck.name == name:
                return deck
        raise KeyError(name)

    @classmethod
    def load(cls, root: Path, width: int = 216, height: int = 320) -> DeckLibrary:
        """Read `root/decks.json` and the cards beside it, every face resized to width x height pixels.

        The resized faces are kept in `root/resized/` and mapped read-only. Raises NoDecksError when nothing
        has been rendered there.
        """
        table = root / "decks.json"
        if not table.is_file():
            raise NoDecksError(f"no decks.json in {root}; run `python -m datasets.artwork --into {root}`")
        entries: list[dict[str, Any]] = json.loads(table.read_text(encoding="utf-8"))
        decks = [
            Deck(
                name=entry["name"],
                index_language=entry["index_language"],
                weight=float(entry["weight"]),
                faces=_faces(root, entry["name"], width, height),
            )
            for entry in entries
        ]
        return cls(root=root, decks=[deck for deck in decks if deck.faces])


def _faces(root: Path, name: str, width: int, height: int) -> dict[str, FaceArt]:
    pictures = sorted((root / "cards" / name).glob("*.png"))
    if not pictures:
        return {}
    stamp = hashlib.sha256(
        "\n".join(f"{p.name} {p.stat().st_size} {p.stat().st_mtime_ns}" for p in pictures).encode()
    ).hexdigest()[:12]
    store = root / "resized" / f"{width}x{height}" / f"{name}-{stamp}.npy"
    if not store.is_file():
        store.parent.mkdir(parents=True, exist_ok=True)
        trim = _trim_of(name)
        stack = np.stack([fit_face(read_picture(p), width, height, trim) for p in pictures])
        partial = store.with_suffix(f".{hashlib.sha256(str(id(stack)).encode()).hexdigest()[:8]}.npy")
        np.save(partial, stack)
        partial.replace(store)
        for stale in store.parent.glob(f"{name}-????????????.npy"):
            if stale != store:
                stale.unlink(missing_ok=True)
    mapped = np.load(store, mmap_mode="r")
    return {p.stem: mapped[i] for i, p in enumerate(pictures)}


def _trim_of(name: str) -> float:
    """Share of the height cut off all round: drawn outlines do not exist on real cards, a few may stay."""
    digest = hashlib.sha256(name.encode()).digest()
    return 0.0 if digest[0] < 64 else 0.006 + 0.008 * digest[1] / 255


def read_picture(path: Path) -> FaceArt:
    """Read a picture file as BGRA. Raises ValueError when it cannot be read as a picture."""
    picture = cv2.imread(str(path), cv2.IMREAD_UNCHANGED)
    if picture is None:
        raise ValueError(f"not a readable picture: {path}")
    if picture.ndim == 2:
        picture = cv2.cvtColor(picture, cv2.COLOR_GRAY2BGRA)
    elif picture.shape[2] == 3:
        picture = cv2.cvtColor(picture, cv2.COLOR_BGR2BGRA)
    return np.asarray(picture, dtype=np.uint8)


def fit_face(picture: FaceArt, width: int, height: int, trim: float = 0.0) -> FaceArt:
    """Resize to width x height; with `trim` > 0 cut that share of the height off each side and round anew.

    Colour under transparent pixels is continued from the card, so that warping leaves no dark or pale rim.
    """
    if trim > 0:
        cut = max(1, round(picture.shape[0] * trim))
        picture = picture[cut:-cut, cut:-cut].copy()
        rounding = rounded_mask(picture.shape[1], picture.shape[0], picture.shape[0] * (0.03 + trim))
        picture[..., 3] = np.minimum(picture[..., 3], rounding)
    premultiplied = picture.astype(np.float32)
    premultiplied[..., :3] *= premultiplied[..., 3:] / 255
    kernel = cv2.INTER_AREA if width < picture.shape[1] else cv2.INTER_CUBIC
    small = np.clip(cv2.resize(premultiplied, (width, height), interpolation=kernel), 0, 255)
    alpha = small[..., 3:]
    colour = small[..., :3] * (255 / np.maximum(alpha, 1))
    around = cv2.blur(small, (31, 31))
    rim = around[..., :3] * (255 / np.maximum(around[..., 3:], 1))
    solid = np.clip(alpha / 64, 0, 1)
    colour = colour * solid + rim * (1 - solid)
    return np.dstack([np.clip(colour, 0, 255), alpha]).astype(np.uint8)


def rounded_mask(width: int, height: int, radius: float) -> NDArray[np.uint8]:
    """A card-shaped mask, 255 inside, with corners of `radius` pixels and smooth edges."""
    scale = 4
    across, down = width * scale, height * scale
    bend = max(1, min(round(radius * scale), across // 2 - 1, down // 2 - 1))
    mask = np.zeros((down, across), np.uint8)
    cv2.rectangle(mask, (bend, 0), (across - 1 - bend, down - 1), 255, -1)
    cv2.rectangle(mask, (0, bend), (across - 1, down - 1 - bend), 255, -1)
    for x in (bend, across - 1 - bend):
        for y in (bend, down - 1 - bend):
            cv2.circle(mask, (x, y), bend, 255, -1)
    return np.asarray(cv2.resize(mask, (width, height), interpolation=cv2.INTER_AREA), dtype=np.uint8)
