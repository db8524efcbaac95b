"""Deck languages: which rank a corner index stands for.

The letters of the court cards differ from country to country, and one letter clashes: V is the queen (vrouw) in
a Dutch pack and the jack (valet) in a French one. So the reader names the *index* and the language of the
pack, set by the table or inferred from the letters seen, turns it into a rank.
"""

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from referee.cards import Rank

Floats = NDArray[np.floating]

INDICES = (
    "2",
    "3",
    "4",
    "5",
    "6",
    "7",
    "8",
    "9",
    "10",
    "A",
    "1",
    "J",
    "Q",
    "K",
    "B",
    "V",
    "H",
    "D",
    "R",
    "other",
)
"""What stands in a card's corner, in the order of the reader's `index` output."""

RANKS = (
    Rank.ACE,
    Rank.TWO,
    Rank.THREE,
    Rank.FOUR,
    Rank.FIVE,
    Rank.SIX,
    Rank.SEVEN,
    Rank.EIGHT,
    Rank.NINE,
    Rank.TEN,
    Rank.JACK,
    Rank.QUEEN,
    Rank.KING,
)
"""The order of the reader's `rank` output."""


class DeckLanguage(StrEnum):
    """Whose letters a pack bears."""

    ENGLISH = "en"
    """J Q K A"""
    DUTCH = "nl"
    """B (boer) V (vrouw) H (heer) A (aas)"""
    FRENCH = "fr"
    """V (valet) D (dame) R (roi) 1 or A"""
    GERMAN = "de"
    """B (Bube) D (Dame) K (König) A"""


COURTS: Mapping[DeckLanguage, Mapping[str, Rank]] = MappingProxyType(
    {
        DeckLanguage.ENGLISH: {"J": Rank.JACK, "Q": Rank.QUEEN, "K": Rank.KING},
        DeckLanguage.DUTCH: {"B": Rank.JACK, "V": Rank.QUEEN, "H": Rank.KING},
        DeckLanguage.FRENCH: {"V": Rank.JACK, "D": Rank.QUEEN, "R": Rank.KING},
        DeckLanguage.GERMAN: {"B": Rank.JACK, "D": Rank.QUEEN, "K": Rank.KING},
    }
)
"""The court letters of each language."""

ALWAYS: Mapping[str, Rank] = MappingProxyType(
    {"A": Rank.ACE, "1": Rank.ACE, **{rank.value: rank for rank in RANKS[1:10]}}
)
"""Indices that mean the same in every pack."""

USUAL: Mapping[DeckLanguage, float] = MappingProxyType(
    {
        DeckLanguage.ENGLISH: 0.6,
        DeckLanguage.DUTCH: 0.2,
        DeckLanguage.FRENCH: 0.1,
        DeckLanguage.GERMAN: 0.1,
    }
)
"""How common the packs are on a Dutch table before any letter was seen."""

_SLIP = 0.02


def languages_from(indices: Floats, usual: Mapping[DeckLanguage, float] = USUAL) -> dict[DeckLanguage, float]:
    """The probability of each language after the index letters seen on some cards of one pack.

    indices: N x 20, a row of probabilities over `INDICES` for each card. Each card may be misread, so no single
    letter rules a language out.
    """
    logs = {language: float(np.log(usual[language])) for language in DeckLanguage}
    court_columns = [INDICES.index(letter) for letter in "JQKBVHDR"]
    for row in np.atleast_2d(indices):
        court = float(sum(row[column] for column in court_columns))
        if court < 0.3:
            continue
        for language in DeckLanguage:
            fits = sum(float(row[INDICES.index(letter)]) for letter in COURTS[language])
            logs[language] += float(np.log(_SLIP + (1 - _SLIP) * fits / court))
    highest = max(logs.values())
    weights = {language: float(np.exp(value - highest)) for language, value in logs.items()}
    total = sum(weights.values())
    return {language: weight / total for language, weight in weights.items()}


def rank_table(languages: Mapping[DeckLanguage, float]) -> NDArray[np.float64]:
    """What each index means: 20 x 13 probabilities of the rank given the index.

    Indices that no likely language has (the row of `other` too) leave the rank open: an even row.
    """
    table = np.zeros((len(INDICES), len(RANKS)))
    for index, rank in ALWAYS.items():
        table[INDICES.index(index), RANKS.index(rank)] = 1.0
    for language, share in languages.items():
        for letter, rank in COURTS[language].items():
            table[INDICES.index(letter), RANKS.index(rank)] += share
    given = table.sum(axis=1, keepdims=True)
    even = np.full_like(table, 1 / len(RANKS))
    return np.where(given > 1e-3, table / np.maximum(given, 1e-12), even)


def ranks_from_indices(indices: Floats, languages: Mapping[DeckLanguage, float]) -> NDArray[np.float64]:
    """The probability of each rank (N x 13) from index probabilities (N x 20) and those of the languages."""
    found = np.asarray(indices, np.float64) @ rank_table(languages)
    return np.asarray(found, np.float64)
