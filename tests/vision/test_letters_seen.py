"""What the court cards of a pack told of its language."""

import numpy as np
from numpy.typing import NDArray

from vision.deck_language import INDICES, DeckLanguage, languages_from
from vision.letters_seen import MOST, LettersSeen

HEARTS, SPADES = 2, 3


def row(letter: str, sure: float = 0.96) -> NDArray[np.float64]:
    values = np.full(len(INDICES), (1 - sure) / (len(INDICES) - 1))
    values[INDICES.index(letter)] = sure
    return values


def likeliest(letters: LettersSeen, *here: str) -> DeckLanguage:
    rows = np.array([row(letter) for letter in here]).reshape(-1, len(INDICES))
    found = languages_from(letters.beside(rows, [SPADES] * len(here)))
    return max(found, key=lambda language: found[language])


def test_a_v_means_what_the_pack_said_before() -> None:
    dutch, french = LettersSeen(), LettersSeen()
    dutch.note(row("H"), HEARTS)
    french.note(row("R"), HEARTS)
    assert likeliest(dutch, "V") is DeckLanguage.DUTCH
    assert likeliest(french, "V") is DeckLanguage.FRENCH
    assert likeliest(LettersSeen()) is DeckLanguage.ENGLISH


def test_a_card_seen_in_many_pictures_counts_once() -> None:
    letters = LettersSeen()
    for _ in range(20):
        letters.note(row("K"), HEARTS)
    assert len(letters.beside(np.empty((0, len(INDICES))), [])) == 1
    assert len(letters.beside(np.array([row("K")]), [HEARTS])) == 1
    assert len(letters.beside(np.array([row("K")]), [SPADES])) == 2


def test_numbers_aces_and_doubtful_letters_tell_nothing() -> None:
    letters = LettersSeen()
    for unclear in (row("9"), row("A"), row("other"), row("H", sure=0.6)):
        letters.note(unclear, HEARTS)
    assert len(letters.beside(np.empty((0, len(INDICES))), [])) == 0


def test_another_pack_is_believed_after_a_while() -> None:
    letters = LettersSeen()
    for letter in "JQK":
        for suit in range(4):
            letters.note(row(letter), suit)
    for letter in "BVH":
        for suit in range(4):
            letters.note(row(letter), suit)
    assert likeliest(letters) is DeckLanguage.DUTCH
    assert len(letters.beside(np.empty((0, len(INDICES))), [])) == MOST
