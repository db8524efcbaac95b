"""Where each card of a deck lies: a file, or an element or a cell of a sheet, by layout of the package."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from datasets.catalogue import Artwork
from datasets.decks import FACE_CODES, RANKS, SUITS

SUIT_NAMES = {"C": "club", "D": "diamond", "H": "heart", "S": "spade"}
COURT_NAMES = {"J": "jack", "Q": "queen", "K": "king"}
FRENCH_SUITS = {"S": "P", "H": "C", "D": "K", "C": "T"}
FRENCH_COURTS = {"J": "V", "Q": "D", "K": "R"}


@dataclass(frozen=True)
class Place:
    """One card's picture: a file, and for a sheet the element ids to try in it or the cell of its grid."""

    file: Path
    ids: tuple[str, ...] = ()
    cell: tuple[int, int] | None = None


Found = dict[str, tuple[Place, ...]]
"""By code, the places where a card may be, most likely first."""


def places(artwork: Artwork, unpacked: Path) -> dict[str, tuple[Place, ...]]:
    """By code, where the card may be found, most likely first.

    Raises KeyError for an unknown layout; files that do not exist are left out, ids are not checked.
    """
    root = unpacked / artwork.package / artwork.path
    found = LAYOUTS[artwork.layout](root)
    return {
        code: there
        for code, options in found.items()
        if _wanted(artwork, code) and (there := tuple(option for option in options if option.file.is_file()))
    }


def _wanted(artwork: Artwork, code: str) -> bool:
    if artwork.parts == "extras":
        return code not in FACE_CODES
    return artwork.parts == "all" or not code.startswith("JK")


def _gnome(sheet: Path) -> Found:
    found: Found = {}
    for code in FACE_CODES:
        rank, suit = code[:-1], SUIT_NAMES[code[-1]]
        rank = {"A": "1"}.get(rank, COURT_NAMES.get(rank, rank))
        found[code] = (Place(sheet, (f"{suit}_{rank}", f"{rank}_{suit}")),)
    for code, ids in (
        ("JK0", ("joker_black", "black_joker")),
        ("JK1", ("joker_red", "red_joker")),
        ("JK2", ("joker",)),
        ("BK0", ("back",)),
    ):
        found[code] = (Place(sheet, ids),)
    return found


def _gnome_grid(sheet: Path) -> Found:
    found: Found = {
        rank + suit: (Place(sheet, cell=(row, column)),)
        for row, suit in enumerate(SUITS)
        for column, rank in enumerate(RANKS)
    }
    for column, code in enumerate(("JK0", "JK1", "BK0")):
        found[code] = (Place(sheet, cell=(4, column)),)
    return found


def _kde(sheet: Path) -> Found:
    found = _gnome(sheet)
    for number in range(1, 12):
        found[f"BK{number}"] = (Place(sheet, (f"back-c{number}", f"back_c{number}")),)
    return found


def _jeuxcartes(stem: Path) -> Found:
    found: Found = {}
    for code in FACE_CODES:
        rank, suit = code[:-1], FRENCH_SUITS[code[-1]]
        names = [FRENCH_COURTS.get(rank, rank), "1"] if rank == "A" else [FRENCH_COURTS.get(rank, rank)]
        found[code] = tuple(
            Place(Path(f"{stem}-{name}{suit}.{ending}")) for name in names for ending in ("pdf", "png")
        )
    folder, prefix = stem.parent, stem.name
    _number(found, "JK", (*folder.glob(f"{prefix}-J[NR].*"), *folder.glob(f"{prefix}-Exc.*")))
    _number(found, "BK", folder.glob(f"{prefix}-Dos*"))
    return found


def _kennard(folder: Path) -> Found:
    found: Found = {code: (Place(folder / f"{code.replace('10', 'T')}.svg"),) for code in FACE_CODES}
    found["JK0"] = (Place(folder / "2J.svg"),)
    found["BK0"] = (Place(folder.parent / "back.svg"),)
    return found


def _cardsjs(folder: Path) -> Found:
    found: Found = {
        code: (Place(folder / f"{code}.svg"), Place(folder / f"{code.replace('10', 'T')}.svg"))
        for code in FACE_CODES
    }
    _number(found, "BK", folder.glob("*_Back.svg"))
    return found


def _knoll(folder: Path) -> Found:
    found = _knoll_plain(folder)
    for code in FACE_CODES:
        if code[0] in COURT_NAMES:
            found[code] = (Place(folder / f"{COURT_NAMES[code[0]]}_of_{SUIT_NAMES[code[-1]]}s2.png"),)
    return found


def _knoll_plain(folder: Path) -> Found:
    found: Found = {}
    for code in FACE_CODES:
        rank = {"A": "ace"}.get(code[:-1], COURT_NAMES.get(code[:-1], code[:-1]))
        found[code] = (Place(folder / f"{rank}_of_{SUIT_NAMES[code[-1]]}s.png"),)
    found["AS"] = (Place(folder / "ace_of_spades2.png"), *found["AS"])
    _number(found, "JK", folder.glob("*_joker.png"))
    _number(found, "BK", folder.glob("back.png"))
    return found


def _kenney(folder: Path) -> Found:
    found: Found = {
        code: (Place(folder / f"card{SUIT_NAMES[code[-1]].capitalize()}s{code[:-1]}.png"),)
        for code in FACE_CODES
    }
    found["JK0"] = (Place(folder / "cardJoker.png"),)
    _number(found, "BK", folder.glob("cardBack_*.png"))
    return found


def _five_card_draw(folder: Path) -> Found:
    numbers = {"J": "11", "Q": "12", "K": "13", "A": "14"}
    found: Found = {
        code: (Place(folder / f"{code[-1]}{numbers.get(code[:-1], code[:-1])}.png"),) for code in FACE_CODES
    }
    _number(found, "JK", folder.glob("*_joker.png"))
    return found


def _deck_of_cards(folder: Path) -> Found:
    found: Found = {}
    _number(found, "JK", folder.glob("4_*.svg"))
    _number(found, "BK", folder.glob("back.png"))
    return found


def _svg_cards(folder: Path) -> Found:
    found: Found = {}
    _number(found, "JK", folder.glob("joker_*.png"))
    _number(found, "BK", folder.glob("back*.png"))
    return found


def _number(found: Found, prefix: str, files: Iterable[Path]) -> None:
    for number, file in enumerate(sorted(files)):
        found[f"{prefix}{number}"] = (Place(file),)


LAYOUTS: dict[str, Callable[[Path], Found]] = {
    "gnome": _gnome,
    "gnome-grid": _gnome_grid,
    "kde": _kde,
    "jeuxcartes": _jeuxcartes,
    "kennard": _kennard,
    "cardsjs": _cardsjs,
    "knoll": _knoll,
    "knoll-plain": _knoll_plain,
    "kenney": _kenney,
    "five-card-draw": _five_card_draw,
    "deck-of-cards": _deck_of_cards,
    "svg-cards": _svg_cards,
}
