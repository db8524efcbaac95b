"""Parts cut out of rendered decks, to make other decks from: suit pips, court figures, joker drawings."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.decks import SUITS, Deck, DeckLibrary, FaceArt, NoDecksError, read_picture
from datasets.face_pool import RESERVED_DECKS
from datasets.fonts import Mask, index_fonts

Pips = Mapping[str, Mask]
"""By suit, the shape of its pip, 255 inside."""

UNFIT_COURTS = ("simplistic", "pokerv5", "jolly", "oxygen", "minimum", "tango_nuevo", "plain", "kenney")
"""Decks whose courts are letters, crowns or silhouettes rather than figures."""

NOT_WHOLE = ("ornamental", "meuk", "pokerfr", "tarotv1")
"""Decks whose large indices or ornaments at the edge look like figures that reach there."""

FIGURE_BOX = (0.165, 0.055, 0.835, 0.945)
JOKER_BOX = (0.2, 0.12, 0.8, 0.88)
INDEX_BOX = (0.2, 0.27)
"""Width and height of the corner that holds index and pip, as shares of the face."""
MARGIN_BOX = (0.04, 0.32, 0.13, 0.68)
"""A part of the face beside the figure that only a figure without a frame reaches into."""
LEAST_REACH = 0.15
INK = 110
"""Darkness (255 less the darkest channel) from which a pixel belongs to a pip."""


@dataclass(frozen=True, eq=False)
class DeckParts:
    """All that can be recombined; figures are looked up in `courts` by code."""

    pips: tuple[Pips, ...]
    courts: tuple[Deck, ...]
    english_courts: tuple[Deck, ...]
    frameless_courts: tuple[Deck, ...]
    jokers: tuple[FaceArt, ...]
    fonts: tuple[Path, ...]

    def figure(self, deck: Deck, code: str) -> FaceArt:
        """The court figure of a card without its corner indices."""
        return box_of(deck.faces[code], FIGURE_BOX)

    def whole_figure(self, deck: Deck, code: str) -> FaceArt:
        """All of a court card but its corner indices, for decks whose figures fill the card."""
        face = deck.faces[code][..., :3].copy()
        tall, wide = int(INDEX_BOX[1] * face.shape[0]), int(INDEX_BOX[0] * face.shape[1])
        face[:tall, :wide] = face[-tall:, -wide:] = 255
        return face

    def joker_drawing(self, rng: random.Random) -> FaceArt:
        """The middle of some joker."""
        return box_of(rng.choice(self.jokers), JOKER_BOX)


@lru_cache(maxsize=2)
def parts_of(library: DeckLibrary) -> DeckParts:
    """Cut the parts out of all decks of a library.

    Raises NoFontsError when it has no fonts and NoDecksError when no deck has pips or figures to take.
    """
    originals = [
        deck
        for deck in library.decks
        if not deck.name.startswith("derived-") and deck.name not in RESERVED_DECKS
    ]
    pips = [found for deck in originals if (found := cut_pips(library.root / "cards" / deck.name))]
    courts = [
        deck
        for deck in originals
        if not any(mark in deck.name for mark in UNFIT_COURTS)
        and all(rank + suit in deck.faces for rank in "JQK" for suit in SUITS)
    ]
    if not pips or not courts:
        raise NoDecksError(f"no deck in {library.root} has pips and figures to make others from")
    return DeckParts(
        pips=tuple(pips),
        courts=tuple(courts),
        english_courts=tuple(deck for deck in courts if deck.index_language == "en" and deck.weight >= 1.5),
        frameless_courts=tuple(deck for deck in courts if fills_its_card(deck)),
        jokers=tuple(deck.faces[code] for deck in originals for code in deck.jokers),
        fonts=index_fonts(library.root),
    )


def cut_pips(folder: Path) -> Pips | None:
    """The pips of a deck, cut out of its twos; None when they are not found where twos have them."""
    pips: dict[str, Mask] = {}
    for suit in SUITS:
        file = folder / f"2{suit}.png"
        if not file.is_file():
            return None
        mask = _upper_pip(read_picture(file))
        if mask is None:
            return None
        pips[suit] = mask
    return pips


def _upper_pip(two: FaceArt) -> Mask | None:
    height, width = two.shape[:2]
    part = two[int(0.05 * height) : int(0.42 * height), int(0.3 * width) : int(0.7 * width)]
    ink = ((255 - part[..., :3].min(axis=2) > INK) & (part[..., 3] > 128)).astype(np.uint8)
    count, labels, facts, _ = cv2.connectedComponentsWithStats(ink)
    if count < 2:
        return None
    biggest = 1 + int(np.argmax(facts[1:, cv2.CC_STAT_AREA]))
    x, y, across, down, area = (int(value) for value in facts[biggest])
    fits = 0.05 * height < down < 0.3 * height and 0.1 * width < across < 0.38 * width
    inside = x > 0 and y > 0 and x + across < part.shape[1] and y + down < part.shape[0]
    if not fits or not inside or area < 0.35 * across * down:
        return None
    shape = ((labels[y : y + down, x : x + across] == biggest) * 255).astype(np.uint8)
    outlines, _ = cv2.findContours(shape, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    cv2.drawContours(shape, outlines, -1, 255, cv2.FILLED)
    return np.asarray(cv2.copyMakeBorder(shape, 1, 1, 1, 1, cv2.BORDER_CONSTANT, value=0), dtype=np.uint8)


def fills_its_card(deck: Deck) -> bool:
    """Whether the court figures of a deck reach to the sides of the card, no frame around them."""
    if any(mark in deck.name for mark in NOT_WHOLE):
        return False
    margins = [box_of(deck.faces[rank + suit], MARGIN_BOX) for rank in "JQK" for suit in SUITS]
    return float(np.mean([255 - margin.min(axis=2) > INK for margin in margins])) > LEAST_REACH


def box_of(face: FaceArt, box: tuple[float, float, float, float]) -> NDArray[np.uint8]:
    """A part of a face by shares of its width and height (left, top, right, bottom), as BGR."""
    height, width = face.shape[:2]
    left, top, right, bottom = box
    return face[int(top * height) : int(bottom * height), int(left * width) : int(right * width), :3]
