"""Faces to draw from while rendering: decks by weight, cards evenly, jokers and backs of all designs."""

from __future__ import annotations

import itertools
import random
from collections.abc import Sequence
from dataclasses import dataclass

from datasets.decks import FACE_CODES, Deck, FaceArt, index_name
from datasets.labels import CropLabel, card_label

RESERVED_DECKS = frozenset({"gnome-paris", "gnome-paris-trixie", "gnome-tigullio", "deb-jeuxcartes-pokerv6"})
"""Kept out of training: test clips are rendered from these."""


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

    def card(self, rng: random.Random, deck: Deck | None = None, code: str | None = None) -> Face:
        """Draw a card: of `deck` or of any, the card `code` or any of the 52."""
        deck = deck or self.deck(rng)
        code = code or rng.choice(FACE_CODES)
        return Face(code, deck.faces[code], card_label(code, index_name(code, deck.index_language)))

    def joker(self, rng: random.Random) -> Face:
        deck, code = rng.choice(self._jokers)
        return Face("JOKER", deck.faces[code], card_label("JOKER"))

    def back(self, rng: random.Random) -> Face:
        deck, code = rng.choice(self._backs)
        return Face("BACK", deck.faces[code], card_label("BACK"))

    def any_side(self, rng: random.Random, deck: Deck | None = None) -> Face:
        """Draw mostly a card, now and then a joker or a back."""
        draw = rng.random()
        if draw < 0.03 and self._jokers:
            return self.joker(rng)
        if draw < 0.06 and self._backs:
            return self.back(rng)
        return self.card(rng, deck)
