"""Made-up decks: open fonts for the index, pips and figures of other decks, by a look drawn by lot."""

from __future__ import annotations

import random

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.back_art import draw_back
from datasets.deck_parts import DeckParts, parts_of
from datasets.deck_style import DeckStyle, draw_style, printed_index
from datasets.decks import FACE_CODES, Deck, DeckLibrary, FaceArt, index_name
from datasets.fonts import Mask, glyph
from datasets.joker_art import draw_joker
from datasets.print_plate import Plate

THIRD, SIXTH = 1 / 3, 1 / 6
PIP_PLACES: dict[str, tuple[tuple[float, float], ...]] = {
    "A": ((0.5, 0.5),),
    "2": ((0.5, 0), (0.5, 1)),
    "3": ((0.5, 0), (0.5, 0.5), (0.5, 1)),
    "4": ((0, 0), (1, 0), (0, 1), (1, 1)),
    "5": ((0, 0), (1, 0), (0, 1), (1, 1), (0.5, 0.5)),
    "6": ((0, 0), (1, 0), (0, 0.5), (1, 0.5), (0, 1), (1, 1)),
    "7": ((0, 0), (1, 0), (0, 0.5), (1, 0.5), (0, 1), (1, 1), (0.5, 0.25)),
    "8": ((0, 0), (1, 0), (0, 0.5), (1, 0.5), (0, 1), (1, 1), (0.5, 0.25), (0.5, 0.75)),
    "9": (*((x, y) for x in (0, 1) for y in (0, THIRD, 2 * THIRD, 1)), (0.5, 0.5)),
    "10": (*((x, y) for x in (0, 1) for y in (0, THIRD, 2 * THIRD, 1)), (0.5, SIXTH), (0.5, 5 * SIXTH)),
}
"""Where pips lie, as shares of the pip field, across and down."""

BACKS = 2
USUAL_COUNT = 60
"""So many made-up decks together weigh as much as the whole library."""


def procedural_deck(rng: random.Random, library: DeckLibrary, width: int = 216, height: int = 320) -> Deck:
    """Make up a deck of 52 faces, two jokers and two backs, each width x height pixels.

    Raises NoFontsError when the library's folder has no fonts.
    """
    parts = parts_of(library)
    style = draw_style(rng, parts)
    faces: dict[str, FaceArt] = {}
    for code in FACE_CODES:
        plate = Plate(width, height, style.stock)
        text = printed_index(code, style, index_name(code, style.language))
        if code[0] in "JQK":
            _print_court(plate, code, text, style, parts, rng)
        else:
            _print_pips(plate, code, text, style)
        _print_corners(plate, code, text, style)
        plate.wear(rng, style.wear * rng.uniform(0.6, 1.0))
        faces[code] = plate.face(style.rounding)
    for number in range(2):
        faces[f"JK{number}"] = draw_joker(rng, parts, style, width, height, red=number == 1)
    for number in range(BACKS):
        faces[f"BK{number}"] = draw_back(rng, style, width, height)
    for face in faces.values():
        face.setflags(write=False)
    weight = sum(deck.weight for deck in library.decks if deck.cards) / USUAL_COUNT
    return Deck(f"procedural-{rng.getrandbits(32):08x}", style.language, weight, faces)


def _print_corners(plate: Plate, code: str, text: str, style: DeckStyle) -> None:
    if style.index_in_pip and code[0] not in "AJQK":
        return
    colour, pip = style.index_colours[code[-1]], style.pips[code[-1]]
    sides = (False, True) if style.corners == 4 else (False,)
    for _ in range(2):
        for right in sides:
            _print_corner(plate, text, style, pip, colour, right, clear=code[0] in "JQK")
        plate.turn()


def _print_corner(
    plate: Plate,
    text: str,
    style: DeckStyle,
    pip: Mask,
    colour: tuple[float, float, float],
    right: bool,
    clear: bool,
) -> None:
    tall = style.index_height * plate.height
    letters = glyph(style.font, text) if text else None
    broad = 0.0
    if letters is not None:
        widest = plate.width * (0.2 if style.corners == 4 else 0.27)
        broad = min(tall * style.index_stretch * letters.shape[1] / letters.shape[0], widest)
    side = tall * style.corner_pip * (1.0 if text else 1.15)
    side_tall = side * pip.shape[0] / pip.shape[1]
    column = max(broad, side)
    x = style.index_left * plate.width + column / 2
    top = style.index_top * plate.height
    beneath = tall * 1.1 if text else 0.0
    if clear and style.court == "figure":
        # a frameless figure reaches under the index, which printers leave out of the drawing
        edge = x + column / 2 + 2
        bottom = top + beneath + (2 if style.pip_beside else side_tall + 3)
        left_edge, right_edge = (plate.width - edge, plate.width) if right else (0, edge)
        plate.fill(left_edge, 0, right_edge, bottom, style.stock)
    if right:
        x = plate.width - x
    if letters is not None:
        plate.stamp(letters, x, top + tall / 2, broad, tall, colour)
    if style.pip_beside and text:
        plate.stamp(pip, x + broad / 2 + side / 2 + 3, top + tall / 2, side, side_tall, colour)
    else:
        plate.stamp(pip, x, top + beneath + side_tall / 2, side, side_tall, colour)


def _print_pips(plate: Plate, code: str, text: str, style: DeckStyle) -> None:
    rank, suit = code[:-1], code[-1]
    pip, colour = style.pips[suit], style.colours[suit]
    ratio = pip.shape[0] / pip.shape[1]
    width, height = plate.width, plate.height
    if style.frame:
        box = (0.2 * width, 0.12 * height, 0.8 * width, 0.88 * height)
        if style.frame_tint is not None:
            plate.fill(*box, style.frame_tint)
        plate.outline(*box, style.colours["S"])
    if style.middle == "one pip":
        plate.stamp(pip, width / 2, height / 2, width * 0.45, width * 0.45 * ratio, colour)
        return
    if style.middle == "numeral" and text:
        letters = glyph(style.font, text)
        tall = 0.42 * height
        broad = min(0.55 * width, tall * letters.shape[1] / letters.shape[0])
        plate.stamp(letters, width / 2, height / 2, broad, tall, colour)
        return
    size = width * style.pip_width * (0.8 if style.frame else 1.0)
    if rank == "A":
        size *= style.ace_scale
        if suit == "S" and style.ace_art:
            _print_ace_of_spades(plate, pip, colour, style, max(size, 0.45 * width))
            return
    for across, down in PIP_PLACES[rank]:
        if style.frame:
            x, y = (0.34 + 0.32 * across) * width, (0.22 + 0.56 * down) * height
        else:
            x = (style.pip_columns + (1 - 2 * style.pip_columns) * across) * width
            y = (style.pip_top + (1 - 2 * style.pip_top) * down) * height
        plate.stamp(pip, x, y, size, size * ratio, colour, turned=down > 0.5)
        if style.index_in_pip and text:
            letters = glyph(style.font, text)
            tall = size * 0.38
            broad = min(size * 0.5, tall * letters.shape[1] / letters.shape[0])
            plate.stamp(letters, x, y, broad, tall, style.stock, turned=down > 0.5)


def _print_ace_of_spades(
    plate: Plate, pip: Mask, colour: tuple[float, float, float], style: DeckStyle, size: float
) -> None:
    ratio = pip.shape[0] / pip.shape[1]
    x, y = plate.width / 2, plate.height / 2
    for number, share in enumerate((1.0, 0.86, 0.76, 0.5, 0.4)):
        ink = colour if number % 2 == 0 else style.stock
        plate.stamp(pip, x, y, size * share, size * share * ratio, ink)
    for name, place in (("SCHEIDS", 0.5 + 0.62 * size * ratio / plate.height),):
        letters = glyph(style.font, name)
        tall = 0.03 * plate.height
        broad = min(tall * letters.shape[1] / letters.shape[0], 0.5 * plate.width)
        plate.stamp(letters, x, place * plate.height, broad, tall, colour)


def _print_court(
    plate: Plate, code: str, text: str, style: DeckStyle, parts: DeckParts, rng: random.Random
) -> None:
    suit = code[-1]
    width, height = plate.width, plate.height
    if style.court == "letter" and text:
        letters = glyph(style.font, text)
        tall = 0.4 * height
        broad = min(0.5 * width, tall * letters.shape[1] / letters.shape[0])
        plate.stamp(letters, width / 2, height / 2, broad, tall, style.colours[suit])
        return
    if style.court != "figure":
        pip = style.pips[suit]
        plate.stamp(
            pip,
            width / 2,
            height / 2,
            0.42 * width,
            0.42 * width * pip.shape[0] / pip.shape[1],
            style.colours[suit],
        )
        return
    figure_code = rng.choice("JQK") + suit if style.court_shuffle else code
    others = parts.frameless_courts if style.court_whole else parts.courts
    deck = rng.choice(others) if style.court_shuffle and rng.random() < 0.3 else style.court_deck
    if style.court_whole:
        plate.paste(_recoloured(parts.whole_figure(deck, figure_code), style), 0, 0, width, height)
        return
    art = _recoloured(parts.figure(deck, figure_code), style)
    left = int(width * (0.2 if style.jumbo else 0.155))
    top = int(height * (0.065 if style.jumbo else 0.05))
    if style.dark:
        plate.paste_foil(art, left, top, width - 2 * left, height - 2 * top, style.colours[suit])
    else:
        plate.paste(art, left, top, width - 2 * left, height - 2 * top)
    if style.court_frame:
        plate.outline(left, top, width - 1 - left, height - 1 - top, style.colours["S"])


def _recoloured(art: NDArray[np.uint8], style: DeckStyle) -> NDArray[np.uint8]:
    changed = art[..., list(style.court_channels)]
    if style.court_pale:
        changed = 255 - (255 - changed) // 2
    return np.asarray(cv2.convertScaleAbs(changed), dtype=np.uint8)
