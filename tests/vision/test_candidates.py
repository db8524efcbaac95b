"""Candidates: what filling in the hidden places of a covered card may prove."""

import numpy as np
import pytest

from vision.candidates import proves
from vision.reader import BACK_KIND, CARD, JOKER_KIND, NONE, Readings

SEVEN, EIGHT = 6, 7
CLUBS, HEARTS = 0, 2


def reading(kind: int, rank: int = SEVEN, suit: int = CLUBS, sure: float = 0.9) -> Readings:
    """One crop's reading; an unsure one is mostly nothing readable."""
    kinds, ranks, suits = (np.full((1, size), 0.001, np.float32) for size in (4, 13, 4))
    indices = np.full((1, 20), 0.001, np.float32)
    kinds[0, NONE] = 1 - sure
    kinds[0, kind] = sure
    ranks[0, rank] = suits[0, suit] = indices[0, rank - 1] = 0.95
    return Readings(kinds, ranks, indices, suits, np.zeros((1, 192), np.float32))


@pytest.mark.parametrize(
    ("plain", "filled", "proven"),
    [
        (reading(CARD, SEVEN, sure=0.1), reading(CARD, SEVEN), True),
        (reading(CARD, SEVEN, sure=0.1), reading(CARD, EIGHT), False),
        (reading(CARD, SEVEN, CLUBS, sure=0.1), reading(CARD, SEVEN, HEARTS), False),
        (reading(JOKER_KIND, sure=0.1), reading(CARD, SEVEN), False),
        (reading(JOKER_KIND, sure=0.1), reading(JOKER_KIND), False),
        (reading(BACK_KIND, sure=0.1), reading(BACK_KIND), False),
    ],
)
def test_filling_in_makes_a_doubt_smaller_but_names_no_other_card_and_no_joker(
    plain: Readings, filled: Readings, proven: bool
) -> None:
    assert proves(plain, filled) is proven
