"""The look of a made-up deck, drawn by lot: index, colours, layout, stock, courts."""

from __future__ import annotations

import random
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from datasets.deck_parts import DeckParts, Pips
from datasets.decks import Deck
from datasets.fonts import Mask, glyph

Colour = tuple[float, float, float]
"""Blue, green, red, 0 to 255."""

LANGUAGES = {"en": 5.0, "nl": 3.2, "de": 2.2, "fr": 1.1, "fr1": 1.1, "sv": 0.5, "none": 0.9}
PRINTED = {"sv": {"J": "Kn", "Q": "D", "A": "E"}}
LETTERS = "AJQKBVHDREKn0123456789"

GOLD: tuple[Colour, ...] = ((70, 165, 212), (50, 140, 190), (110, 190, 225))
SILVER: tuple[Colour, ...] = ((200, 200, 200), (170, 175, 180), (225, 228, 230))


@dataclass(frozen=True)
class DeckStyle:
    """Everything that all cards of one deck share. Lengths are shares of the card's width or height."""

    language: str
    font: Path
    pips: Pips
    colours: dict[str, Colour]
    index_colours: dict[str, Colour]
    stock: Colour
    dark: bool
    index_height: float
    index_stretch: float
    index_left: float
    index_top: float
    corner_pip: float
    pip_beside: bool
    corners: int
    index_in_pip: bool
    pip_width: float
    pip_columns: float
    pip_top: float
    ace_scale: float
    ace_art: bool
    middle: str
    frame: bool
    frame_tint: Colour | None
    court: str
    court_deck: Deck
    court_shuffle: bool
    court_channels: tuple[int, int, int]
    court_pale: bool
    court_frame: bool
    court_whole: bool
    rounding: float
    wear: float

    @property
    def jumbo(self) -> bool:
        """Whether indices are so big that pips have to make room."""
        return self.index_height > 0.125


def draw_style(rng: random.Random, parts: DeckParts) -> DeckStyle:
    """Draw a deck's look. Common looks come often, odd ones now and then."""
    language = rng.choices(list(LANGUAGES), list(LANGUAGES.values()))[0]
    dark = rng.random() < 0.12
    stock, colours, index_colours = _dark_colours(rng) if dark else _pale_colours(rng)
    corners = 4 if rng.random() < 0.16 else 2
    size = rng.random()
    if corners == 4:
        index_height = rng.uniform(0.12, 0.2) if size < 0.6 else rng.uniform(0.065, 0.11)
    elif size < 0.36:
        index_height = rng.uniform(0.06, 0.1)
    elif size < 0.64:
        index_height = rng.uniform(0.085, 0.125)
    else:
        index_height = rng.uniform(0.125, 0.27)
    jumbo = index_height > 0.125
    frame = rng.random() < (0.35 if jumbo else 0.12)
    middle = rng.choices(["pips", "one pip", "numeral"], [1.0, 0.06, 0.05])[0]
    court = rng.choices(["figure", "letter", "pip"], [1.0, 0.04, 0.04])[0]
    if language == "none":
        court = "figure"
    shuffle = language != "none" and rng.random() < 0.4
    whole = bool(parts.frameless_courts) and not dark and not jumbo and rng.random() < 0.35
    family = parts.english_courts if rng.random() < 0.6 and parts.english_courts else parts.courts
    if whole:
        family = parts.frameless_courts
    swaps = not whole and rng.random() < 0.35
    channels = rng.choice([(1, 0, 2), (2, 1, 0), (0, 2, 1), (1, 2, 0)]) if swaps else (0, 1, 2)
    return DeckStyle(
        language=language,
        font=_font(rng, parts),
        pips=reshaped(rng.choice(parts.pips), rng),
        colours=colours,
        index_colours=index_colours,
        stock=stock,
        dark=dark,
        index_height=index_height,
        index_stretch=rng.uniform(0.72, 1.15),
        index_left=rng.uniform(0.025, 0.065),
        index_top=rng.uniform(0.02, 0.055),
        corner_pip=rng.uniform(0.62, 0.98),
        pip_beside=jumbo and corners == 2 and rng.random() < 0.25,
        corners=corners,
        index_in_pip=language == "none" and rng.random() < 0.5,
        pip_width=rng.uniform(0.14, 0.215) * (0.8 if jumbo else 1.0),
        pip_columns=0.35 if jumbo and corners == 4 else max(rng.uniform(0.27, 0.33), 0.33 if jumbo else 0),
        pip_top=rng.uniform(0.16, 0.24),
        ace_scale=rng.uniform(1.0, 2.4),
        ace_art=rng.random() < 0.55,
        middle=middle,
        frame=frame,
        frame_tint=_tint(rng, dark) if frame and rng.random() < 0.5 else None,
        court=court,
        court_deck=rng.choice(family),
        court_shuffle=shuffle,
        court_channels=channels,
        court_pale=rng.random() < 0.15,
        court_frame=not whole and rng.random() < 0.5,
        court_whole=whole,
        rounding=rng.uniform(0.02, 0.055),
        wear=rng.choice([0, 0, rng.uniform(0.1, 0.5), rng.uniform(0.4, 1.0)]),
    )


def printed_index(code: str, style: DeckStyle, index: str) -> str:
    """What the corner of card `code` shows: `index`, or the letters that the reader only knows as `other`.

    Empty for a court without a letter.
    """
    if index != "other":
        return index
    return PRINTED.get(style.language, {}).get(code[:-1], "")


def reshaped(pips: Pips, rng: random.Random) -> Pips:
    """The same suits drawn by another hand: fuller or thinner, wider or narrower, rounder."""
    if rng.random() < 0.4:
        return pips
    fuller, wider, rounder = rng.uniform(-0.035, 0.035), rng.uniform(0.85, 1.18), rng.uniform(0, 0.03)
    return {suit: _drawn_anew(pip, fuller, wider, rounder) for suit, pip in pips.items()}


def _drawn_anew(pip: Mask, fuller: float, wider: float, rounder: float) -> Mask:
    """fuller and rounder are lengths as shares of the pip's height, wider a factor."""
    high, wide = pip.shape[0], round(pip.shape[1] * wider)
    edge = 2 + int(high * max(fuller, 0))
    shape = cv2.resize(pip, (max(4, wide), high), interpolation=cv2.INTER_AREA)
    shape = cv2.copyMakeBorder(shape, edge, edge, edge, edge, cv2.BORDER_CONSTANT, value=0)
    reach = round(abs(fuller) * high)
    if reach:
        brush = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * reach + 1, 2 * reach + 1))
        shape = (cv2.dilate if fuller > 0 else cv2.erode)(shape, brush)
    if rounder * high > 0.5:
        soft = cv2.GaussianBlur(shape, (0, 0), rounder * high).astype(np.float32)
        shape = np.clip((soft - 127.5) * 8 + 127.5, 0, 255).astype(np.uint8)
    parts, _ = cv2.connectedComponents((shape > 127).astype(np.uint8))
    if parts != 2:
        # a stem was lost, or a thin place opened
        return pip
    rows, columns = np.nonzero(shape > 127)
    return np.asarray(shape[rows.min() : rows.max() + 1, columns.min() : columns.max() + 1], np.uint8)


def _font(rng: random.Random, parts: DeckParts) -> Path:
    for _ in range(40):
        font = rng.choice(parts.fonts)
        if _has_letters(font):
            return font
    return parts.fonts[0]


def _has_letters(font: Path) -> bool:
    try:
        return all(glyph(font, letter).size > 0 for letter in LETTERS)
    except (OSError, ValueError):
        return False


def _around(rng: random.Random, base: Colour, spread: float) -> Colour:
    blue, green, red = (min(255.0, max(0.0, value + rng.uniform(-spread, spread))) for value in base)
    return blue, green, red


def _pale_colours(rng: random.Random) -> tuple[Colour, dict[str, Colour], dict[str, Colour]]:
    ink = rng.uniform(5, 45)
    black = _around(rng, (ink, ink, ink), 8)
    red = (rng.uniform(15, 75), rng.uniform(10, 60), rng.uniform(160, 238))
    colours = {"C": black, "S": black, "D": red, "H": red}
    draw = rng.random()
    if draw < 0.05:
        green, blue = _around(rng, (60, 130, 20), 25), _around(rng, (190, 80, 20), 25)
        colours = {"C": green, "S": black, "D": blue, "H": red}
    elif draw < 0.09:
        green, orange = _around(rng, (60, 130, 20), 25), _around(rng, (20, 130, 240), 20)
        colours = {"C": black, "S": green, "D": orange, "H": red}
    elif draw < 0.11:
        blue = _around(rng, (150, 60, 20), 25)
        colours = {"C": blue, "S": blue, "D": red, "H": red}
    kind = rng.random()
    if kind < 0.5:
        white = 255 - rng.uniform(0, 6)
        stock: Colour = (white, white, white)
    elif kind < 0.8:
        stock = (255 - rng.uniform(0, 25), 255 - rng.uniform(0, 12), 255 - rng.uniform(0, 8))
    elif kind < 0.95:
        stock = (rng.uniform(175, 225), rng.uniform(215, 240), rng.uniform(232, 250))
    else:
        gold = _around(rng, (110, 190, 225), 15)
        stock = gold
    return stock, colours, colours


def _dark_colours(rng: random.Random) -> tuple[Colour, dict[str, Colour], dict[str, Colour]]:
    base = rng.uniform(10, 45)
    stock = _around(rng, (base, base, base), 8)
    gold, silver = _around(rng, rng.choice(GOLD), 12), _around(rng, rng.choice(SILVER), 8)
    white: Colour = (235, 235, 235)
    red = (rng.uniform(20, 70), rng.uniform(15, 60), rng.uniform(170, 245))
    dim = _around(rng, (120, 120, 120), 25)
    light, warm = rng.choice(
        [(silver, gold), (silver, gold), (gold, gold), (white, red), (silver, red), (dim, gold), (gold, red)]
    )
    colours = {"C": light, "S": light, "D": warm, "H": warm}
    same_index = rng.random() < 0.75
    index: Colour = rng.choice([white, gold, silver])
    return stock, colours, colours if same_index else dict.fromkeys(colours, index)


def _tint(rng: random.Random, dark: bool) -> Colour:
    low, high = (25, 90) if dark else (170, 255)
    return rng.uniform(low, high), rng.uniform(low, high), rng.uniform(low, high)
