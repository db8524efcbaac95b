"""Index letters of other languages for Adrian Kennard's public-domain cards.

In his SVG files the index is one `<symbol id="V<suit><rank>">` that holds a single stroked path and is used
in both corners, so that another path makes a Dutch, German, French or Swedish card of an English one.
"""

from __future__ import annotations

import re

GLYPHS = {
    "B": "M-275 -460L10 -460A232 232 0 0 1 10 -8L-195 -8"
    "M10 -8A234 234 0 0 1 10 460L-275 460M-195 -460L-195 460",
    "V": "M-325 -460L-115 -460M115 -460L325 -460M-220 -460L0 450L220 -460",
    "H": "M-290 -460L-100 -460M-195 -460L-195 460M-290 460L-100 460"
    "M100 -460L290 -460M195 -460L195 460M100 460L290 460M-195 0L195 0",
    "D": "M-280 -460L-30 -460A270 460 0 0 1 -30 460L-280 460M-195 -460L-195 460",
    "R": "M-280 -460L20 -460A226 226 0 0 1 20 -8L-195 -8M-195 -460L-195 460M-280 460L-105 460"
    "M20 -8L205 460M135 460L290 460",
    "1": "M-130 -330L0 -460L0 460M-135 460L135 460",
    "E": "M-265 -460L235 -460L235 -325M-180 -460L-180 460M-265 460L245 460L245 315"
    "M-180 -15L105 -15M105 -120L105 90",
    "Kn": "M-455 -460L-455 460M-65 -460L-440 55M-335 -75L-65 460"
    "M80 -70L80 460M80 90A138 138 0 0 1 356 90L356 460",
}

PRINTED = {
    "nl": {"J": "B", "Q": "V", "K": "H"},
    "de": {"J": "B", "Q": "D"},
    "fr": {"J": "V", "Q": "D", "K": "R"},
    "fr1": {"J": "V", "Q": "D", "K": "R", "A": "1"},
    "sv": {"J": "Kn", "Q": "D", "A": "E"},
}


class NoIndexError(ValueError):
    """The SVG text has no index symbol for that card."""


def relabel(svg: str, code: str, language: str) -> str:
    """The SVG text of card `code` with the index of `language`; unchanged where the index is the same.

    Raises NoIndexError when the card's index symbol is not in the text.
    """
    glyph = PRINTED[language].get(code[:-1])
    if glyph is None:
        return svg
    symbol = re.compile(rf'(<symbol id="V{code[-1]}{code[:-1]}".*?<path d=")[^"]*(")', re.DOTALL)
    text, count = symbol.subn(rf"\g<1>{GLYPHS[glyph]}\g<2>", svg, count=1)
    if not count:
        raise NoIndexError(f"no index symbol for {code}")
    return text
