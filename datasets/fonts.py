"""Open fonts for printed indices: the packages they come in, and glyphs as masks."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from datasets.packages import Package

Mask = NDArray[np.uint8]

GLYPH_SIZE = 96

FONT_PACKAGES = tuple(
    Package("bookworm", name, version)
    for name, version in (
        ("fonts-dejavu-core", "2.37-6"),
        ("fonts-dejavu-extra", "2.37-6"),
        ("fonts-liberation2", "2.1.5-1"),
        ("fonts-roboto-unhinted", "2:0~20170802-3"),
        ("fonts-roboto-slab", "1.100263+20170512-2"),
        ("fonts-open-sans", "1.11-2"),
        ("fonts-lato", "2.0-2.1"),
        ("fonts-ebgaramond", "0.016+git20210310.42d4f9f2-1"),
        ("fonts-linuxlibertine", "5.3.0-6"),
        ("fonts-crosextra-carlito", "20220224-1"),
        ("fonts-crosextra-caladea", "20200211-1"),
        ("fonts-quicksand", "0.2016-2.1"),
        ("fonts-urw-base35", "20200910-7"),
        ("fonts-comfortaa", "3.001-3"),
        ("fonts-cantarell", "0.303.1-1"),
        ("fonts-freefont-otf", "20120503-10"),
        ("fonts-bebas-neue", "3.0-2"),
        ("fonts-gfs-didot", "1.1-7"),
        ("fonts-gfs-neohellenic", "1.1-7"),
        ("fonts-oldstandard", "2.2really-4"),
        ("fonts-cabin", "1.5-3"),
        ("fonts-clear-sans", "1.00-2"),
        ("fonts-jura", "5.103-3"),
        ("fonts-cardo", "1.04-3"),
        ("fonts-goudybookletter", "2010.07.03-6"),
        ("fonts-century-catalogue", "001.001-8"),
        ("fonts-dosis", "1.7-3"),
        ("fonts-karla", "20201218-1"),
        ("fonts-league-spartan", "2.210-1"),
        ("fonts-averia-serif-gwf", "1.00-2.1"),
        ("fonts-averia-sans-gwf", "1.00-2.1"),
        ("fonts-sil-gentium-basic", "1.102-1.1"),
        ("fonts-texgyre", "20180621-6"),
        ("fonts-fanwood", "1.1-7"),
        ("fonts-vollkorn", "4.105-2"),
        ("fonts-yanone-kaffeesatz", "2.0+git20211102+ds-1"),
        ("fonts-prociono", "2.3-6"),
        ("fonts-hack", "3.003-3"),
        ("fonts-ocr-a", "1.0-10"),
        ("fonts-play", "1.002+20150307.1-0.1"),
        ("fonts-tuffy", "20120614-2.1"),
        ("fonts-adf-baskervald", "0.20190904-2"),
        ("fonts-adf-berenis", "0.20190904-2"),
        ("fonts-adf-gillius", "0.20190904-2"),
        ("fonts-adf-universalis", "0.20190904-2"),
        ("fonts-adf-tribun", "0.20190904-2"),
        ("fonts-adf-libris", "0.20190904-2"),
    )
)

UNFIT = (
    *("dingbat", "symbol", "d050", "emoji", "math", "italic", "oblique", "-it.", "-it-", "ita.", "initials"),
    *("keyboard", "z003", "chancery", "chorus", "thin", "hairline", "light", "drm", "display-", "cursor"),
    *("smallcaps", "-sc", "capsand", "swash", "alternate", "ornament", "-i.", "bi.", "ri.", "_i."),
)
"""Parts of file names of styles that nobody prints on cards, or without Latin capitals."""


class NoFontsError(FileNotFoundError):
    """The artwork folder holds no fonts."""


def index_fonts(root: Path) -> tuple[Path, ...]:
    """The upright, not too thin fonts in `root/fonts`. Raises NoFontsError when there are none."""
    found = tuple(
        path
        for path in sorted((root / "fonts").glob("*.[ot]tf"))
        if not any(mark in path.name.lower() for mark in UNFIT) and prints_latin(path)
    )
    if not found:
        raise NoFontsError(f"no fonts in {root / 'fonts'}")
    return found


@lru_cache(maxsize=1024)
def prints_latin(font: Path) -> bool:
    """Whether a font draws every letter and digit of an index, each unlike the others.

    A font of another script draws the same empty box for all of them.
    """
    try:
        drawn = [glyph(font, letter).tobytes() for letter in "A1234567890JQKBVHDR"]
        glyph(font, "Joker")
    except (OSError, ValueError):
        return False
    return len(set(drawn)) == len(drawn)


@lru_cache(maxsize=4096)
def glyph(font: Path, text: str) -> Mask:
    """`text` in a font, cut to its ink, 255 where there is ink; read-only.

    Raises OSError when the file is not a font that FreeType reads, ValueError when it draws nothing.
    """
    face = ImageFont.truetype(str(font), GLYPH_SIZE)
    left, top, right, bottom = (round(edge) for edge in face.getbbox(text))
    if right - left < 4 or bottom - top < GLYPH_SIZE // 4:
        raise ValueError(f"{font.name} has no {text!r}")
    canvas = Image.new("L", (right - left, bottom - top), 0)
    ImageDraw.Draw(canvas).text((-left, -top), text, font=face, fill=255)
    box = canvas.getbbox()
    if box is None:
        raise ValueError(f"{font.name} draws nothing for {text!r}")
    mask = np.array(canvas.crop(box), dtype=np.uint8)
    mask.setflags(write=False)
    return mask
