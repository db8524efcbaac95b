"""What the letter in a card's corner means."""

import numpy as np
import pytest

from referee.cards import Rank
from vision.deck_language import (
    INDICES,
    RANKS,
    DeckLanguage,
    languages_from,
    rank_table,
    ranks_from_indices,
)


def _seen(*letters: str, sure: float = 0.97) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    rows = np.full((len(letters), len(INDICES)), (1 - sure) / (len(INDICES) - 1))
    for row, letter in zip(rows, letters, strict=True):
        row[INDICES.index(letter)] = sure
    return rows


@pytest.mark.parametrize(
    ("letters", "language"),
    [
        (("J", "Q"), DeckLanguage.ENGLISH),
        (("7", "Q"), DeckLanguage.ENGLISH),
        (("H", "V"), DeckLanguage.DUTCH),
        (("B", "V"), DeckLanguage.DUTCH),
        (("H",), DeckLanguage.DUTCH),
        (("R", "V"), DeckLanguage.FRENCH),
        (("V", "D"), DeckLanguage.FRENCH),
        (("B", "D"), DeckLanguage.GERMAN),
        (("B", "D", "K"), DeckLanguage.GERMAN),
    ],
)
def test_the_language_is_inferred_from_the_letters_seen(
    letters: tuple[str, ...], language: DeckLanguage
) -> None:
    found = languages_from(_seen(*letters))
    assert max(found, key=lambda one: found[one]) is language
    assert found[language] > 0.7
    assert sum(found.values()) == pytest.approx(1)


def test_numbers_say_nothing_about_the_language() -> None:
    assert languages_from(_seen("2", "10", "A")) == pytest.approx(languages_from(np.empty((0, len(INDICES)))))


def test_one_misread_letter_does_not_overturn_the_rest() -> None:
    found = languages_from(_seen("H", "V", "B", "V", "R"))
    assert max(found, key=lambda one: found[one]) is DeckLanguage.DUTCH


@pytest.mark.parametrize(
    ("language", "letter", "rank"),
    [
        (DeckLanguage.DUTCH, "V", Rank.QUEEN),
        (DeckLanguage.FRENCH, "V", Rank.JACK),
        (DeckLanguage.DUTCH, "B", Rank.JACK),
        (DeckLanguage.DUTCH, "H", Rank.KING),
        (DeckLanguage.GERMAN, "K", Rank.KING),
        (DeckLanguage.GERMAN, "D", Rank.QUEEN),
        (DeckLanguage.FRENCH, "R", Rank.KING),
        (DeckLanguage.FRENCH, "1", Rank.ACE),
        (DeckLanguage.ENGLISH, "J", Rank.JACK),
        (DeckLanguage.ENGLISH, "10", Rank.TEN),
    ],
)
def test_a_letter_means_what_it_means_in_the_pack_s_language(
    language: DeckLanguage, letter: str, rank: Rank
) -> None:
    found = ranks_from_indices(_seen(letter), {language: 1.0})
    assert RANKS[int(found[0].argmax())] is rank
    assert found[0].sum() == pytest.approx(1)


def test_a_v_alone_stays_open_between_queen_and_jack() -> None:
    seen = _seen("V")
    found = ranks_from_indices(seen, languages_from(seen))[0]
    queen, jack = found[RANKS.index(Rank.QUEEN)], found[RANKS.index(Rank.JACK)]
    assert queen > jack > 0.2


def test_a_letter_that_no_language_has_leaves_the_rank_open() -> None:
    table = rank_table({DeckLanguage.ENGLISH: 1.0})
    assert table[INDICES.index("H")].tolist() == pytest.approx([1 / 13] * 13)
    assert table[INDICES.index("other")].tolist() == pytest.approx([1 / 13] * 13)
    assert table.sum(axis=1).tolist() == pytest.approx([1.0] * len(INDICES))
