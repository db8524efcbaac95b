"""Jokers of many designs: a word or a star in the corners, a drawing or a device in the middle."""

from __future__ import annotations

import math
import random
from pathlib import Path

import cv2
import numpy as np

from datasets.deck_parts import DeckParts
from datasets.deck_style import Colour, DeckStyle
from datasets.decks import SUITS, FaceArt
from datasets.fonts import Mask, glyph
from datasets.print_plate import Plate

WORDS = ("JOKER", "JOKER", "JOKER", "Joker", "joker", "JOLLY", "JOLLY JOKER")
CORNERS = (
    "stacked",
    "stacked",
    "turned",
    "turned",
    "across",
    "star",
    "star",
    "star and word",
    "letter",
    "none",
)
MIDDLES = ("drawing", "drawing", "drawing", "star", "pips", "word", "face", "stars")


def draw_joker(
    rng: random.Random, parts: DeckParts, style: DeckStyle, width: int, height: int, red: bool
) -> FaceArt:
    """One joker of width x height pixels, in the deck's stock and ink."""
    plate = Plate(width, height, style.stock)
    colour = style.colours["H" if red else "S"]
    font = rng.choice(parts.fonts) if rng.random() < 0.4 else style.font
    word = rng.choice(WORDS)
    middle = rng.choice(MIDDLES)
    _print_middle(plate, rng, parts, style, font, colour, middle)
    corner = rng.choice(CORNERS)
    if corner == "none" and middle not in ("word", "drawing"):
        corner = "stacked"
    for _ in range(2):
        _print_corner(plate, rng, font, word, corner, colour, style)
        plate.turn()
    if rng.random() < 0.25:
        edge = rng.uniform(0.04, 0.09) * width
        plate.outline(edge, edge, width - edge, height - edge, colour)
    plate.wear(rng, style.wear)
    return plate.face(style.rounding)


def _print_corner(
    plate: Plate, rng: random.Random, font: Path, word: str, kind: str, colour: Colour, style: DeckStyle
) -> None:
    left, top = style.index_left * plate.width, style.index_top * plate.height
    size = min(0.14, style.index_height) * plate.height
    if kind == "letter":
        kind, word = "across", rng.choice(("Jkr", "JKR", "Jo"))
    if kind in ("star", "star and word"):
        star = star_mask(5)
        plate.stamp(star, left + size / 2, top + size / 2, size, size, colour)
        top += size * 1.15
        if kind == "star":
            return
        kind = "turned"
    if kind == "stacked":
        tall = rng.uniform(0.045, 0.075) * plate.height
        for letter in word.replace(" ", ""):
            mask = glyph_or_word(font, letter)
            plate.stamp(mask, left + tall * 0.45, top + tall / 2, tall * 0.75, tall, colour)
            top += tall * 1.12
    elif kind == "turned":
        mask = np.rot90(glyph_or_word(font, word), rng.choice([1, 3]))
        long = min(0.36 * plate.height, 0.06 * plate.width * mask.shape[0] / mask.shape[1])
        broad = long * mask.shape[1] / mask.shape[0]
        plate.stamp(np.ascontiguousarray(mask), left + broad / 2, top + long / 2, broad, long, colour)
    elif kind == "across":
        mask = glyph_or_word(font, word)
        broad = min(0.34 * plate.width, 0.07 * plate.height * mask.shape[1] / mask.shape[0])
        tall = broad * mask.shape[0] / mask.shape[1]
        plate.stamp(mask, left + broad / 2, top + tall / 2, broad, tall, colour)


def _print_middle(
    plate: Plate,
    rng: random.Random,
    parts: DeckParts,
    style: DeckStyle,
    font: Path,
    colour: Colour,
    kind: str,
) -> None:
    width, height = plate.width, plate.height
    if kind == "drawing":
        across, down = round(rng.uniform(0.5, 0.66) * width), round(rng.uniform(0.5, 0.72) * height)
        art = np.ascontiguousarray(parts.joker_drawing(rng)[..., list(style.court_channels)])
        left, top = (width - across) // 2, (height - down) // 2
        if style.dark:
            plate.paste_foil(art, left, top, across, down, colour)
        else:
            plate.paste(art, left, top, across, down)
    elif kind == "star":
        size = rng.uniform(0.4, 0.62) * width
        plate.stamp(star_mask(rng.choice([5, 5, 6, 8])), width / 2, height / 2, size, size, colour)
    elif kind == "stars":
        size = rng.uniform(0.1, 0.16) * width
        for number in range(rng.choice([5, 6, 8])):
            angle = number * math.pi / 3
            x, y = width / 2 + 0.22 * width * math.cos(angle), height / 2 + 0.22 * width * math.sin(angle)
            plate.stamp(star_mask(5), x, y, size, size, style.colours[SUITS[number % 4]])
    elif kind == "pips":
        size, reach = 0.26 * width, 0.17 * width
        for number, suit in enumerate(SUITS):
            pip = style.pips[suit]
            x = width / 2 + reach * (1 if number % 2 else -1)
            y = height / 2 + reach * (1 if number // 2 else -1)
            plate.stamp(pip, x, y, size, size * pip.shape[0] / pip.shape[1], style.colours[suit])
    elif kind == "word":
        mask = tilted(glyph_or_word(font, rng.choice(("JOKER", "Joker"))), rng.choice([0, 0, 30, 45, 60, 90]))
        scale = min(0.62 * width / mask.shape[1], 0.55 * height / mask.shape[0])
        plate.stamp(mask, width / 2, height / 2, mask.shape[1] * scale, mask.shape[0] * scale, colour)
    else:
        _print_fool(plate, rng, colour)


def _print_fool(plate: Plate, rng: random.Random, colour: Colour) -> None:
    """A laughing face under a cap with bells."""
    x, y, radius = plate.width // 2, int(plate.height * 0.52), int(plate.width * rng.uniform(0.17, 0.23))
    skin = (150.0 + rng.uniform(0, 60), 200.0, 245.0)
    caps = [tuple(rng.uniform(20, 230) for _ in range(3)) for _ in range(3)]
    for number, side in enumerate((-1, 0, 1)):
        tip = (x + int(side * radius * 1.6), y - int(radius * (1.5 if side else 2.3)))
        base = [(x - radius + (side + 1) * radius // 2, y - radius // 3), tip]
        base.append((x + (side + 1) * radius // 2, y - radius // 3))
        cv2.fillPoly(plate.picture, [np.array(base, np.int32)], caps[number], cv2.LINE_AA)
        cv2.circle(plate.picture, tip, max(3, radius // 5), (60, 200, 240), -1, cv2.LINE_AA)
    cv2.circle(plate.picture, (x, y), radius, skin, -1, cv2.LINE_AA)
    cv2.circle(plate.picture, (x, y), radius, colour, 1, cv2.LINE_AA)
    for side in (-1, 1):
        cv2.circle(plate.picture, (x + side * radius // 3, y - radius // 4), max(2, radius // 9), colour, -1)
    cv2.ellipse(
        plate.picture, (x, y + radius // 5), (radius // 2, radius // 3), 0, 10, 170, colour, 2, cv2.LINE_AA
    )


def star_mask(points: int, size: int = 96) -> Mask:
    """A star with that many points."""
    mask = np.zeros((size, size), np.uint8)
    outer, inner = size / 2 - 1, size * (0.19 if points == 5 else 0.27)
    corners = []
    for number in range(2 * points):
        angle, reach = math.pi * number / points - math.pi / 2, outer if number % 2 == 0 else inner
        corners.append((size / 2 + reach * math.cos(angle), size / 2 + reach * math.sin(angle)))
    cv2.fillPoly(mask, [np.array(corners, np.int32)], 255, cv2.LINE_AA)
    return mask


def tilted(mask: Mask, degrees: float) -> Mask:
    """A mask turned anticlockwise, on a canvas large enough for it."""
    height, width = mask.shape
    side = math.ceil(math.hypot(height, width))
    turn = cv2.getRotationMatrix2D((width / 2, height / 2), degrees, 1.0)
    turn[:, 2] += ((side - width) / 2, (side - height) / 2)
    turned = cv2.warpAffine(np.ascontiguousarray(mask), turn, (side, side))
    x, y, across, down = cv2.boundingRect(turned)
    return np.asarray(turned[y : y + down, x : x + across], dtype=np.uint8)


def glyph_or_word(font: Path, text: str) -> Mask:
    """`glyph`, also for letters that are less tall than a digit."""
    try:
        return glyph(font, text)
    except ValueError:
        return glyph(font, text.upper())
