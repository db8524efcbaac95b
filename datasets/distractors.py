"""Things that lie on a table and are no playing cards: drawn by own code, as BGRA pictures."""

from __future__ import annotations

import math
import random
from collections.abc import Callable

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.decks import FaceArt, rounded_mask
from datasets.hand_cutouts import hand_cutouts

__all__ = ["distractor_art", "hand_cutouts"]

Canvas = NDArray[np.uint8]
Colour = tuple[float, float, float]

LETTERING = (cv2.FONT_HERSHEY_DUPLEX, cv2.FONT_HERSHEY_COMPLEX, cv2.FONT_HERSHEY_SIMPLEX)
BRIGHT: tuple[Colour, ...] = ((40, 40, 215), (190, 90, 20), (60, 150, 40), (30, 200, 240), (140, 40, 130))
WORDS = ("MENU", "Kaart", "2024", "No 7", "PUNTEN", "Café", "10", "A4", "K3", "welkom", "bier", "V. d. Berg")


def distractor_art(rng: random.Random, count: int) -> list[FaceArt]:
    """Draw `count` things of all kinds; sizes vary, the longest side is 120 to 330 pixels."""
    kinds = list(KINDS)
    weights = [weight for _, weight in KINDS.values()]
    return [KINDS[kind][0](rng) for kind in rng.choices(kinds, weights, k=count)]


def colour_game_card(rng: random.Random) -> FaceArt:
    """A card of another game: one bright colour, a big number or sign on a disc, small ones in corners."""
    width, height = 200, 310
    canvas = _blank(width, height, rng.choice([(245, 245, 245), (245, 245, 245), (20, 20, 20)]))
    ground = _varied(rng, rng.choice((*BRIGHT, (25, 25, 25))), 25)
    edge = rng.choice([0, 9, 13])
    _panel(canvas, edge, edge, width - edge, height - edge, ground, 14)
    centre, axes = (width // 2, height // 2), (int(rng.uniform(62, 84)), int(rng.uniform(90, 125)))
    device = rng.choice(["oval", "disc", "square", "none"])
    inner: Colour = rng.choice([(245, 245, 245), _varied(rng, ground, 60)])
    if device == "oval":
        cv2.ellipse(canvas, centre, axes, rng.choice([20, 30, -25]), 0, 360, inner, -1, cv2.LINE_AA)
    elif device == "disc":
        cv2.circle(canvas, centre, axes[0], inner, -1, cv2.LINE_AA)
    elif device == "square":
        cv2.rectangle(canvas, (50, 90), (width - 50, height - 90), inner, -1)
    sign = rng.choice([*"0123456789", "+2", "+4", "10", "12", "S", "X", "ring", "arrows"])
    ink = ground if device != "none" and rng.random() < 0.8 else (250, 250, 250)
    _sign(canvas, rng, sign, centre, 92, ink)
    if rng.random() < 0.85:
        for turned in (False, True):
            corner = (34, 44) if not turned else (width - 34, height - 44)
            _sign(canvas, rng, sign, corner, 30, (250, 250, 250), turned)
    return _finished(canvas, 14, rng)


def picture_card(rng: random.Random) -> FaceArt:
    """A collecting or memory card: a picture, a title, lines of text."""
    width, height = rng.choice([(200, 300), (230, 230), (210, 320), (320, 205)])
    canvas = _blank(width, height, _varied(rng, (225, 230, 235), 30))
    _panel(canvas, 10, 10, width - 10, height - 10, _varied(rng, rng.choice(BRIGHT), 50), 8)
    _scene(canvas, rng, (18, 34, width - 18, int(height * rng.uniform(0.55, 0.9))))
    _text(canvas, rng.choice(WORDS), (20, 28), 15, (20, 20, 20))
    for y in range(int(height * 0.66), height - 22, 12):
        if y > height * 0.6:
            cv2.line(canvas, (22, y), (int(width * rng.uniform(0.5, 0.9)), y), (60, 60, 60), 2)
    return _finished(canvas, 10, rng)


def blank_paper(rng: random.Random) -> FaceArt:
    """White paper of about a card's shape: a note, a score list, a business card, an empty card."""
    width, height = rng.choice([(200, 300), (210, 320), (180, 300), (320, 200), (230, 320)])
    canvas = _blank(width, height, _varied(rng, (244, 246, 248), 10))
    kind = rng.choice(["empty", "ruled", "scores", "business", "receipt"])
    ink = _varied(rng, rng.choice([(40, 40, 40), (130, 60, 30), (40, 40, 180)]), 20)
    if kind in ("ruled", "scores"):
        for y in range(26, height - 8, rng.choice([14, 18, 22])):
            cv2.line(canvas, (0, y), (width, y), (215, 200, 190), 1)
    if kind == "scores":
        cv2.line(canvas, (width // 2, 0), (width // 2, height), ink, 2)
        for x in (14, width // 2 + 14):
            for y in range(40, height - 20, 34):
                _text(canvas, str(rng.randint(0, 99)), (x, y), rng.choice([18, 24]), ink)
    if kind == "business":
        _text(canvas, rng.choice(WORDS), (18, int(height * 0.4)), 22, ink)
        for line in range(3):
            y = int(height * 0.6) + line * 16
            cv2.line(canvas, (18, y), (int(width * rng.uniform(0.4, 0.8)), y), ink, 2)
    if kind == "receipt":
        for y in range(20, height - 14, 13):
            cv2.line(canvas, (14, y), (int(width * rng.uniform(0.4, 0.7)), y), (90, 90, 90), 2)
            cv2.line(canvas, (int(width * 0.8), y), (width - 12, y), (90, 90, 90), 2)
    return _finished(canvas, rng.choice([0, 0, 8]), rng)


def bank_note(rng: random.Random) -> FaceArt:
    """A rectangle like a bank note: tinted, fine lines, a numeral, a portrait or building."""
    width, height = 330, int(rng.uniform(150, 180))
    ground = _varied(
        rng, rng.choice([(200, 215, 190), (185, 190, 230), (225, 205, 190), (180, 225, 240)]), 18
    )
    canvas = _blank(width, height, ground)
    dark: Colour = (ground[0] * 0.55, ground[1] * 0.55, ground[2] * 0.55)
    x = np.arange(width)
    for offset in range(0, height, 7):
        wave = offset + 10 * np.sin(x / rng.uniform(18, 40)) + 3
        points = np.stack([x, wave], axis=1).astype(np.int32)
        cv2.polylines(
            canvas, [points], False, (ground[0] * 0.85, ground[1] * 0.85, ground[2] * 0.9), 1, cv2.LINE_AA
        )
    cv2.ellipse(canvas, (int(width * 0.66), height // 2), (46, 62), 0, 0, 360, dark, -1, cv2.LINE_AA)
    cv2.ellipse(canvas, (int(width * 0.66), height // 2 - 8), (24, 32), 0, 0, 360, ground, -1, cv2.LINE_AA)
    numeral = rng.choice(["5", "10", "20", "50"])
    _text(canvas, numeral, (16, 50), 40, dark)
    _text(canvas, numeral, (width - 80, height - 14), 28, dark)
    return _finished(canvas, 0, rng)


def coin(rng: random.Random) -> FaceArt:
    """A coin, one or two metals."""
    size = 140
    canvas = _blank(size, size, (0, 0, 0))
    metals: tuple[Colour, ...] = ((60, 130, 190), (150, 160, 165), (70, 110, 160), (120, 175, 205))
    outer = _varied(rng, rng.choice(metals), 15)
    _disc(canvas, rng, size // 2, 68, outer)
    if rng.random() < 0.5:
        _disc(canvas, rng, size // 2, 46, _varied(rng, rng.choice(metals), 15))
    cv2.circle(
        canvas, (size // 2, size // 2), 62, (outer[0] * 0.6, outer[1] * 0.6, outer[2] * 0.6), 2, cv2.LINE_AA
    )
    _sign(canvas, rng, rng.choice(["1", "2", "5", "10", "20", "50"]), (70, 70), 56, (40, 60, 70))
    return np.dstack([canvas, _round(size)])


def chip(rng: random.Random) -> FaceArt:
    """A gaming chip or a coaster."""
    size = 180
    canvas = _blank(size, size, _varied(rng, rng.choice(BRIGHT), 40))
    for number in range(0, 360, rng.choice([45, 60, 30])):
        cv2.ellipse(canvas, (90, 90), (88, 88), number, 0, 16, (240, 240, 240), -1, cv2.LINE_AA)
    cv2.circle(
        canvas, (90, 90), int(rng.uniform(50, 72)), _varied(rng, rng.choice(BRIGHT), 60), -1, cv2.LINE_AA
    )
    _sign(canvas, rng, rng.choice(["10", "5", "A", "25", "ring", "X"]), (90, 90), 50, (240, 240, 240))
    return np.dstack([canvas, _round(size)])


def cup(rng: random.Random) -> FaceArt:
    """A cup or glass from above, with a handle or a saucer now and then."""
    size = 240
    canvas = _blank(size, size, (0, 0, 0))
    alpha = np.zeros((size, size), np.uint8)
    centre, china = (size // 2, size // 2), _varied(rng, rng.choice(((235, 238, 240), *BRIGHT)), 20)
    if rng.random() < 0.4:
        cv2.circle(alpha, centre, 118, 255, -1, cv2.LINE_AA)
        _disc(canvas, rng, size // 2, 118, _varied(rng, china, 25))
    if rng.random() < 0.6:
        cv2.ellipse(alpha, (size // 2 + 82, size // 2), (34, 24), 0, 0, 360, 255, 12, cv2.LINE_AA)
        cv2.ellipse(canvas, (size // 2 + 82, size // 2), (34, 24), 0, 0, 360, china, 14, cv2.LINE_AA)
    cv2.circle(alpha, centre, 84, 255, -1, cv2.LINE_AA)
    _disc(canvas, rng, size // 2, 84, china)
    drink = _varied(rng, rng.choice([(20, 30, 50), (40, 90, 140), (30, 140, 200), (210, 220, 225)]), 15)
    _disc(canvas, rng, size // 2, int(rng.uniform(62, 76)), drink)
    return np.dstack([canvas, alpha])


def phone(rng: random.Random) -> FaceArt:
    """A phone lying on its back, dark or showing something; or its case."""
    width, height = 150, 310
    canvas = _blank(width, height, _varied(rng, rng.choice(((30, 30, 30), (200, 200, 205), *BRIGHT)), 15))
    if rng.random() < 0.75:
        screen = (6, 8, width - 6, height - 8)
        cv2.rectangle(canvas, screen[:2], screen[2:], _varied(rng, (18, 16, 16), 10), -1)
        if rng.random() < 0.6:
            _scene(canvas, rng, screen)
            for row in range(5):
                for column in range(4):
                    x, y = 16 + column * 32, 150 + row * 30
                    _panel(canvas, x, y, x + 22, y + 22, _varied(rng, rng.choice(BRIGHT), 60), 5)
        elif rng.random() < 0.5:
            cv2.fillPoly(canvas, [np.array([[6, 8], [90, 8], [30, 300], [6, 300]], np.int32)], (70, 70, 70))
    else:
        for y in (30, 62):
            cv2.circle(canvas, (34, y), 13, (15, 15, 15), -1, cv2.LINE_AA)
    return _finished(canvas, 22, rng)


def die(rng: random.Random) -> FaceArt:
    """A die from above."""
    size = 120
    ground, ink = rng.choice(
        [((240, 244, 246), (25, 25, 25)), ((40, 30, 190), (240, 240, 240)), ((30, 30, 30), (240, 240, 240))]
    )
    canvas = _blank(size, size, _varied(rng, ground, 12))
    spots = {
        1: [(1, 1)],
        2: [(0, 0), (2, 2)],
        3: [(0, 0), (1, 1), (2, 2)],
        4: [(0, 0), (0, 2), (2, 0), (2, 2)],
        5: [(0, 0), (0, 2), (2, 0), (2, 2), (1, 1)],
        6: [(0, 0), (0, 2), (2, 0), (2, 2), (1, 0), (1, 2)],
    }[rng.randint(1, 6)]
    for column, row in spots:
        cv2.circle(canvas, (30 + 30 * column, 30 + 30 * row), 11, ink, -1, cv2.LINE_AA)
    return _finished(canvas, 18, rng)


def place_mat(rng: random.Random) -> FaceArt:
    """A printed mat, a magazine or a photograph."""
    width, height = rng.choice([(320, 220), (330, 250), (220, 310)])
    canvas = _blank(width, height, _varied(rng, rng.choice(BRIGHT), 60))
    edge = rng.choice([0, 8, 20])
    _scene(canvas, rng, (edge, edge, width - edge, height - edge))
    if rng.random() < 0.6:
        _text(
            canvas,
            rng.choice(WORDS),
            (edge + 14, edge + 50),
            rng.choice([26, 40]),
            _varied(rng, (240, 240, 240), 15),
        )
    return _finished(canvas, rng.choice([0, 14]), rng)


def stick(rng: random.Random) -> FaceArt:
    """A pen, a pencil or a remote control."""
    width, height = rng.choice([(26, 320), (22, 300), (80, 320)])
    canvas = _blank(width, height, _varied(rng, rng.choice(((40, 40, 40), (220, 220, 220), *BRIGHT)), 25))
    shade = 1 - 0.5 * np.abs(np.linspace(-0.8, 0.9, width, dtype=np.float32))[None, :, None]
    canvas = np.asarray(canvas * shade, dtype=np.uint8)
    if width > 60:
        for y in range(30, height - 60, 28):
            for x in (20, 40, 60):
                cv2.circle(canvas, (x, y), 8, _varied(rng, (110, 110, 110), 60), -1, cv2.LINE_AA)
    else:
        cv2.rectangle(canvas, (0, 0), (width, 40), _varied(rng, rng.choice(BRIGHT), 40), -1)
    return _finished(canvas, 11, rng)


def _scene(canvas: Canvas, rng: random.Random, box: tuple[int, int, int, int]) -> None:
    """Fill a box with something like a picture: soft colours, then shapes."""
    left, top, right, bottom = box
    width, height = right - left, bottom - top
    if width < 8 or height < 8:
        return
    seeds = np.random.default_rng(rng.getrandbits(32)).integers(30, 240, (rng.choice([3, 5]), 4, 3))
    picture = cv2.resize(seeds.astype(np.uint8), (width, height), interpolation=cv2.INTER_CUBIC)
    for _ in range(rng.randint(2, 9)):
        shade = _varied(rng, rng.choice(BRIGHT), 80)
        x, y, size = rng.randrange(width), rng.randrange(height), rng.randint(6, max(8, width // 4))
        if rng.random() < 0.5:
            cv2.circle(picture, (x, y), size, shade, -1, cv2.LINE_AA)
        else:
            points = [
                (x + rng.randint(-size, size), y + rng.randint(-size, size))
                for _ in range(rng.choice([3, 4, 5]))
            ]
            cv2.fillPoly(picture, [np.array(points, np.int32)], shade, cv2.LINE_AA)
    canvas[top:bottom, left:right] = picture


def _sign(
    canvas: Canvas,
    rng: random.Random,
    sign: str,
    centre: tuple[int, int],
    size: int,
    ink: Colour,
    turned: bool = False,
) -> None:
    if sign == "ring":
        cv2.circle(canvas, centre, size // 2, ink, max(2, size // 7), cv2.LINE_AA)
        reach = int(size * 0.33)
        start, end = (centre[0] - reach, centre[1] + reach), (centre[0] + reach, centre[1] - reach)
        cv2.line(canvas, start, end, ink, max(2, size // 7), cv2.LINE_AA)
        return
    if sign == "arrows":
        for side in (-1, 1):
            x = centre[0] + side * size // 5
            start, end = (x, centre[1] + side * size // 2), (x, centre[1] - side * size // 2)
            cv2.arrowedLine(canvas, start, end, ink, max(2, size // 8), cv2.LINE_AA, tipLength=0.4)
        return
    stamp = np.zeros((size * 2, size * 2), np.uint8)
    _text_mask(stamp, sign, size, rng.choice(LETTERING))
    if turned:
        stamp = stamp[::-1, ::-1]
    left, top = centre[0] - size, centre[1] - size
    x0, y0 = max(0, left), max(0, top)
    x1, y1 = min(canvas.shape[1], left + 2 * size), min(canvas.shape[0], top + 2 * size)
    share = stamp[y0 - top : y1 - top, x0 - left : x1 - left, None].astype(np.float32) / 255
    patch = canvas[y0:y1, x0:x1]
    patch[:] = (patch * (1 - share) + np.array(ink, np.float32) * share).astype(np.uint8)


def _text_mask(stamp: Canvas, text: str, size: int, font: int) -> None:
    thick = max(1, size // 9)
    (width, height), _ = cv2.getTextSize(text, font, 1.0, thick)
    scale = size / max(height, width * 0.6)
    (width, height), _ = cv2.getTextSize(text, font, scale, thick)
    origin = ((stamp.shape[1] - width) // 2, (stamp.shape[0] + height) // 2)
    cv2.putText(stamp, text, origin, font, scale, 255, thick, cv2.LINE_AA)


def _text(canvas: Canvas, text: str, origin: tuple[int, int], size: int, ink: Colour) -> None:
    cv2.putText(
        canvas, text, origin, cv2.FONT_HERSHEY_DUPLEX, size / 22, ink, max(1, size // 14), cv2.LINE_AA
    )


def _panel(canvas: Canvas, left: int, top: int, right: int, bottom: int, colour: Colour, bend: int) -> None:
    share = rounded_mask(right - left, bottom - top, bend)[..., None].astype(np.float32) / 255
    patch = canvas[top:bottom, left:right]
    patch[:] = (patch * (1 - share) + np.array(colour, np.float32) * share).astype(np.uint8)


def _disc(canvas: Canvas, rng: random.Random, middle: int, radius: int, colour: Colour) -> None:
    """A disc lit from one side."""
    y, x = np.mgrid[0 : canvas.shape[0], 0 : canvas.shape[1]].astype(np.float32) - middle
    angle = rng.uniform(0, 2 * math.pi)
    light = 1 + 0.3 * (x * math.cos(angle) + y * math.sin(angle)) / radius
    inside = np.hypot(x, y) <= radius
    lit = np.clip(np.array(colour, np.float32) * light[..., None], 0, 255).astype(np.uint8)
    canvas[inside] = lit[inside]


def _round(size: int) -> NDArray[np.uint8]:
    mask = np.zeros((size, size), np.uint8)
    cv2.circle(mask, (size // 2, size // 2), size // 2 - 2, 255, -1, cv2.LINE_AA)
    return mask


def _blank(width: int, height: int, colour: Colour) -> Canvas:
    canvas = np.empty((height, width, 3), np.uint8)
    canvas[:] = np.clip(colour, 0, 255)
    return canvas


def _varied(rng: random.Random, colour: Colour, spread: float) -> Colour:
    blue, green, red = (min(255.0, max(0.0, part + rng.uniform(-spread, spread))) for part in colour)
    return blue, green, red


def _finished(canvas: Canvas, bend: int, rng: random.Random) -> FaceArt:
    height, width = canvas.shape[:2]
    mask = rounded_mask(width, height, bend) if bend else np.full((height, width), 255, np.uint8)
    if rng.random() < 0.3:
        canvas = np.clip(canvas.astype(np.float32) * rng.uniform(0.7, 1.1), 0, 255).astype(np.uint8)
    return np.dstack([canvas, mask])


KINDS: dict[str, tuple[Callable[[random.Random], FaceArt], float]] = {
    "colour game card": (colour_game_card, 4.0),
    "picture card": (picture_card, 2.0),
    "blank paper": (blank_paper, 2.5),
    "bank note": (bank_note, 1.0),
    "coin": (coin, 1.0),
    "chip": (chip, 1.0),
    "cup": (cup, 1.2),
    "phone": (phone, 1.5),
    "die": (die, 0.8),
    "place mat": (place_mat, 1.5),
    "stick": (stick, 0.8),
}
"""What is drawn, and how often."""
