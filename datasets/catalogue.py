"""The catalogue of decks: where each one's artwork lies, under which licence, what is printed on it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal, TypedDict, Unpack

GNOME = "usr/share/aisleriot/cards"
KDE = "usr/share/carddecks"
JEUXCARTES = "usr/share/texlive/texmf-dist/tex/latex/jeuxcartes"
KENNARD = "package/src/images"

CC0 = "CC0-1.0"
PUBLIC_DOMAIN = "public domain"

Parts = Literal["all", "extras", "without jokers"]


@dataclass(frozen=True)
class Artwork:
    """One deck's artwork.

    `package` is the folder of its unpacked package and `path` the file or folder in it; `layout` names how
    its cards are found there. `parts` is `all`, `extras` when only jokers and backs are wanted, or
    `without jokers`.
    `white_ground` lists codes (or prefixes, `BK`, or `*`) drawn without a card beneath them.
    """

    name: str
    package: str
    path: str
    layout: str
    licence: str
    author: str
    index_language: str = "en"
    weight: float = 1.0
    jumbo: bool = False
    four_colour: bool = False
    four_corner: bool = False
    parts: Parts = "all"
    white_ground: tuple[str, ...] = ()
    relabel: str = ""

    @property
    def court_letters(self) -> bool:
        """Whether its courts have a letter at all."""
        return self.index_language != "none" and self.parts != "extras"

    def needs_ground(self, code: str) -> bool:
        """Whether a card has to be put on a white card first."""
        return any(mark == "*" or code.startswith(mark) for mark in self.white_ground)


class Marks(TypedDict, total=False):
    """The optional marks of an `Artwork`."""

    jumbo: bool
    four_colour: bool
    four_corner: bool
    parts: Parts
    white_ground: tuple[str, ...]


def _gnome(
    name: str,
    licence: str,
    author: str,
    language: str = "en",
    weight: float = 1.0,
    release: str = "bookworm",
    package: str = "gnome-cards-data",
    layout: str = "gnome",
    stem: str = "",
    **marks: Unpack[Marks],
) -> Artwork:
    ending = "-trixie" if release == "trixie" else ""
    path = f"{GNOME}/{stem or name}.svgz"
    full_name, folder = f"gnome-{name}{ending}", f"{release}/{package}"
    return Artwork(full_name, folder, path, layout, licence, author, language, weight, **marks)


def _kde(
    name: str, licence: str, author: str, weight: float, stem: str = "", **marks: Unpack[Marks]
) -> Artwork:
    path = f"{KDE}/svg-{name}/{stem or name}.svgz"
    package = "bookworm/kdegames-card-data-kf5"
    return Artwork(f"kde-{name}", package, path, "kde", licence, author, "en", weight, **marks)


def _jeuxcartes(
    number: str, licence: str, author: str, language: str, weight: float, **marks: Unpack[Marks]
) -> Artwork:
    name, path = f"deb-jeuxcartes-{number.lower()}", f"{JEUXCARTES}/CaJ-{number}"
    return Artwork(
        name, "trixie/texlive-games", path, "jeuxcartes", licence, author, language, weight, **marks
    )


def _kennard() -> tuple[Artwork, ...]:
    decks = []
    for folder in ("2color", "2color-bf", "4color", "4color-bf"):
        jumbo, four = folder.endswith("bf"), folder.startswith("4")
        base = Artwork(
            f"npm-meuk-{folder}",
            "npm/react-playing-cards",
            f"{KENNARD}/{folder}",
            "kennard",
            CC0,
            "Adrian Kennard (me.uk/cards)",
            jumbo=jumbo,
            four_colour=four,
            weight=(0.8 if four else 2.0),
        )
        decks.append(base)
        for language in ("nl", "de", "fr", "fr1", "sv"):
            common = language in ("nl", "de")
            weight = (0.6 if four else 2.0) if common else (0.3 if four else 1.0)
            decks.append(
                replace(
                    base,
                    name=f"derived-meuk-{folder}-{language}",
                    index_language=language,
                    relabel=language,
                    weight=weight,
                )
            )
    return tuple(decks)


BOOKWORM_GNOME = (
    _gnome("ancient_french", "LGPL-3.0-or-later", "David Bellot, Tony52, Cyril Bermel", "fr1", 1.5),
    _gnome("anglo", "GPL-3.0-or-later", "Reyer, Bermel", "en", 3.0),
    _gnome("anglo_modern", "GPL-3.0-or-later", "Fomin; GNOME AisleRiot", "en", 4.0),
    _gnome("anglo_modern_4_color", "GPL-3.0-or-later", "Fomin; GNOME AisleRiot", four_colour=True),
    _gnome("anglo_poker", "LGPL-3.0-or-later", "Adrian Kennard; GNOME AisleRiot", "en", 2.0),
    _gnome("atlasnye", "LGPL-3.0-or-later", "Dmitry Fomin"),
    _gnome("atlasnye_skat", "LGPL-3.0-or-later", "Dmitry Fomin", "de", 1.5, four_colour=True),
    _gnome("bellot", "LGPL-3.0-or-later", "David Bellot", "en", 1.5),
    _gnome("berlin", "GPL-3.0-or-later", "GNOME AisleRiot", "de", 1.5, white_ground=("BK",)),
    _gnome("dondorf", PUBLIC_DOMAIN, "Hoelscher", "en", 1.5, layout="gnome-grid", four_corner=True),
    _gnome("lattmann", "GPL-3.0-or-later", "GNOME AisleRiot", "de", 1.5),
    _gnome("neoclassical", "LGPL-3.0-or-later, CC-BY-3.0 and 4.0 origin", "Esquiaqui"),
    _gnome(
        "neoclassical_4_color", "LGPL-3.0-or-later, CC-BY-3.0 and 4.0 origin", "Esquiaqui", four_colour=True
    ),
    _gnome("ornamental", PUBLIC_DOMAIN, "Nicu Buculei", jumbo=True),
    _gnome("paris", PUBLIC_DOMAIN, "GNOME AisleRiot"),
    _gnome("plastic", "LGPL-3.0-or-later, CC-BY-4.0 origin", "Cheung", "en", 0.7),
    _gnome("rheinland", "GPL-3.0-or-later", "GNOME AisleRiot", "de", 1.5),
    _gnome("simplistic", "LGPL-3.0-or-later", "Adrian Kennard; GNOME AisleRiot", "en", 0.6),
    _gnome("tango", "GPL-3.0-or-later", "GNOME AisleRiot", jumbo=True),
    _gnome("tango_nuevo", "GPL-3.0-or-later", "GNOME AisleRiot", "en", 0.5, layout="gnome-grid", jumbo=True),
    _gnome("tarocco", "GPL-3.0-or-later", "GNOME AisleRiot", "it", 0.5),
    _gnome("tigullio", "LGPL-3.0-or-later", "Montanaro"),
    _gnome("bonded", "GPL-3.0-or-later", "GNOME AisleRiot", package="aisleriot", four_corner=True),
    _gnome("guyenne-classic", "GPL-3.0-or-later", "GNOME AisleRiot", "none", 0.6),
    _gnome("gnomangelo_bitmap", "GPL-3.0-or-later", "GNOME AisleRiot", parts="extras"),
    _gnome("slavic_costumes", "GPL-3.0-or-later", "GNOME AisleRiot", parts="extras"),
    _gnome("swiss-xvii", "GPL-3.0-or-later", "GNOME AisleRiot", layout="gnome-grid", parts="extras"),
)

TRIXIE_GNOME = (
    _gnome("clubkarte", "LGPL-3.0-or-later", "GNOME AisleRiot", "nl", 2.0, release="trixie"),
    _gnome("adler", "LGPL-3.0-or-later, CC-BY scans", "gkards.com", "de", 1.5, release="trixie"),
    _gnome("mittelalter", "LGPL-3.0-or-later", "GNOME AisleRiot", "de", 1.2, release="trixie"),
    _gnome("tarot", "LGPL-3.0-or-later", "GNOME AisleRiot", "fr1", 1.0, release="trixie"),
    _gnome("paris", "LGPL-2.1-or-later", "GNOME AisleRiot", "fr1", 1.5, release="trixie"),
    _gnome(
        "l-and-h",
        "LGPL-3.0-or-later, CC-BY scans",
        "gkards.com",
        "sv",
        1.0,
        release="trixie",
        stem="l-&-h",
        white_ground=("BK",),
    ),
    _gnome(
        "tragy",
        "GPL-3.0-or-later, CC-BY scans",
        "GNOME AisleRiot",
        "pl",
        0.5,
        release="trixie",
        parts="without jokers",
    ),
    _gnome(
        "anglo_poker",
        "LGPL-3.0-or-later",
        "Adrian Kennard; GNOME AisleRiot",
        "en",
        2.0,
        release="trixie",
        layout="gnome-grid",
    ),
    _gnome("minimum", "LGPL-3.0-or-later", "GNOME AisleRiot", "en", 0.4, release="trixie"),
    _gnome("minimum_dark", "LGPL-3.0-or-later", "GNOME AisleRiot", "en", 0.5, release="trixie"),
    _gnome("pixelangelo", "GPL-3.0-or-later", "GNOME AisleRiot", "en", 0.5, release="trixie"),
    _gnome("ornamental", "GPL-3.0-or-later", "Nicu Buculei", "en", 0.6, release="trixie", jumbo=True),
    _gnome("guyenne-classic", "GPL-3.0-or-later", "GNOME AisleRiot", release="trixie", parts="extras"),
)

KDE_DECKS = (
    _kde("standard", "GPL-2.0-or-later", "Chris Fitzgibbon", 1.5),
    _kde("nicu-white", "GPL-2.0-or-later", "Nicu Buculei", 1.0, stem="white", jumbo=True),
    _kde("dondorf", "GPL-2.0-or-later", "KDE games", 0.8, four_corner=True),
    _kde("jolly-royal", "GPL-2.0-or-later", "KDE games", 0.5),
    _kde("oxygen", "GPL-2.0-or-later", "KDE games", 0.2),
    _kde("oxygen-white", "GPL-2.0-or-later", "KDE games", 0.2),
    _kde("ancient-egyptians", "GPL-2.0-or-later", "KDE games", 0.4, stem="Ancient_Egyptians"),
    _kde("nicu-ornamental", "GPL-2.0-or-later", "Nicu Buculei", 1.0, stem="ornamental", parts="extras"),
)

JEUXCARTES_DECKS = (
    _jeuxcartes("PokeRbic", "LGPL-3.0", "Chris Aguilar (Vectorized Playing Cards 2.0)", "en", 3.5),
    _jeuxcartes("PokeRfr", "LGPL-2.1", "David Bellot (svg-cards)", "fr", 1.5),
    _jeuxcartes("PokeRv2", PUBLIC_DOMAIN, "tekeye.uk", "en", 3.0),
    _jeuxcartes("PokeRv3", CC0, "Adrian Kennard (me.uk/cards)", "en", 1.0),
    _jeuxcartes("PokeRv5", CC0, "Adrian Kennard (me.uk/cards)", "en", 0.5),
    _jeuxcartes("TaroTv1", PUBLIC_DOMAIN, "freesvg.org", "fr1", 0.6, four_corner=True),
)

OTHER_DECKS = (
    Artwork(
        "npm-cardsjs-aguilar13",
        "npm/cardsJS",
        "package/cards",
        "cardsjs",
        "LGPL-3.0-or-later",
        "Chris Aguilar (Vectorized Playing Cards 1.3)",
        weight=4.0,
    ),
    Artwork(
        "npm-deck-of-cards",
        "npm/deck-of-cards",
        "package/example/faces",
        "deck-of-cards",
        "LGPL-3.0",
        "Chris Aguilar",
        parts="extras",
        white_ground=("JK",),
    ),
    Artwork(
        "npm-svg-cards",
        "npm/svg-cards",
        "package/png/2x",
        "svg-cards",
        "LGPL-2.1",
        "David Bellot, Huub de Beer",
        parts="extras",
    ),
    Artwork(
        "pip-blackjack-gui",
        "pip/blackjack-gui",
        "blackjack_gui/images",
        "knoll",
        PUBLIC_DOMAIN,
        "Byron Knoll",
        weight=3.0,
        white_ground=("*",),
    ),
    Artwork(
        "pip-blackjack-gui-plain",
        "pip/blackjack-gui",
        "blackjack_gui/images",
        "knoll-plain",
        PUBLIC_DOMAIN,
        "Byron Knoll",
        weight=0.4,
        white_ground=("*",),
    ),
    Artwork(
        "pip-arcade-kenney",
        "pip/arcade",
        "arcade/resources/assets/images/cards",
        "kenney",
        CC0,
        "Kenney (kenney.nl)",
        weight=0.3,
    ),
    Artwork(
        "pip-five-card-draw",
        "pip/five-card-draw",
        "five_card_draw/data",
        "five-card-draw",
        PUBLIC_DOMAIN,
        "Byron Knoll",
        weight=1.0,
        white_ground=("*",),
    ),
)

CATALOGUE: tuple[Artwork, ...] = (
    *BOOKWORM_GNOME,
    *TRIXIE_GNOME,
    *KDE_DECKS,
    *JEUXCARTES_DECKS,
    *_kennard(),
    *OTHER_DECKS,
)
