"""Faces to draw from while rendering: decks by weight, cards evenly, jokers and backs of all designs."""

from __future__ import annotations

import itertools
import random
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from datasets.decks import FACE_CODES, Deck, FaceArt, index_name
from datasets.labels import CropLabel, card_label

RESERVED_DECKS = frozenset({"gnome-paris", "gnome-paris-trixie", "gnome-tigullio", "deb-jeuxcartes-pokerv6"})
"""Kept out of training: test clips are rendered from these."""
COURTS = tuple(rank + suit for rank in "JQK" for suit in "CDHS")
REFIGURED_SHARE = 0.35
"""So many court cards bear the figure of another court of their pack: rank and suit are what the corner says, for no
two makers draw the same figures."""


@dataclass(frozen=True, slots=True)
class Face:
    """One side of a card, ready to be laid: its art (BGRA) and what the reader should say of it."""

    code: str
    art: FaceArt
    label: CropLabel


class FacePool:
    """Decks to draw from: without those kept out of training, unless `reserved` says that they only measure."""

    def __init__(self, decks: Sequence[Deck], reserved: bool = False) -> None:
        usable = [deck for deck in decks if reserved or deck.name not in RESERVED_DECKS]
        self._decks = [deck for deck in usable if len(deck.cards) >= len(FACE_CODES)]
        if not self._decks:
            raise ValueError("no complete deck to render: fetch the artwork first")
        self._cumulative = list(itertools.accumulate(deck.weight for deck in self._decks))
        self._jokers = [(deck, code) for deck in usable for code in deck.jokers]
        self._backs = [(deck, code) for deck in usable for code in deck.backs]

    def deck(self, rng: random.Random) -> Deck:
        """Draw a whole deck by its weight."""
        return rng.choices(self._decks, cum_weights=self._cumulative)[0]

    def card(self, rng: random.Random, deck: Deck | None = None, refigured: float = 0.0) -> Face:
        """Draw one of the 52 cards, of `deck` or of any; `refigured` of the courts with another's figure."""
        deck = deck or self.deck(rng)
        code = rng.choice(FACE_CODES)
        art = deck.faces[code]
        if code in COURTS and rng.random() < refigured:
            art = _refigured_art(art, deck.faces[rng.choice(COURTS)])
        return Face(code, art, card_label(code, index_name(code, deck.index_language)))

    def joker(self, rng: random.Random) -> Face:
        deck, code = rng.choice(self._jokers)
        return Face("JOKER", deck.faces[code], card_label("JOKER"))

    def back(self, rng: random.Random) -> Face:
        deck, code = rng.choice(self._backs)
        return Face("BACK", deck.faces[code], card_label("BACK"))

    def any_side(self, rng: random.Random, deck: Deck | None = None, refigured: float = 0.0) -> Face:
        """Draw mostly a card, now and then a joker or a back; `refigured` of the courts with another's figure."""
        draw = rng.random()
        if draw < 0.03 and self._jokers:
            return self.joker(rng)
        if draw < 0.06 and self._backs:
            return self.back(rng)
        return self.card(rng, deck, refigured)


def _refigured_art(art: FaceArt, other: FaceArt) -> FaceArt:
    """Another court's figure; in the corners this card's indices, with the pip that many makers draw beside them."""
    rows, columns = art.shape[:2]
    drawn = other.copy() if other.shape == art.shape else cv2.resize(other, (columns, rows)).astype(np.uint8)
    for face, source in ((drawn, art), (drawn[::-1, ::-1], art[::-1, ::-1])):
        for left, right, high in ((0.0, 0.42, 0.27), (0.0, 0.26, 0.42), (0.76, 1.0, 0.42)):
            place = slice(0, int(high * rows)), slice(int(left * columns), int(right * columns))
            face[place] = source[place]
    return drawn
