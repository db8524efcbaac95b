"""What one picture says of the pile: the same top, a card laid, cards taken back."""

import numpy as np
import pytest

from referee.cards import Card
from tests.vision.toy_cards import toy_quad
from vision.pack import Pack
from vision.pile_memory import Look, LyingCard, PileMemory
from vision.sightings import CardSeen
from vision.stories import Plot, story_of


def look(alike: float) -> Look:
    """A look that is as much like `look(1.0)` as that."""
    return np.array([[alike, (1 - alike**2) ** 0.5], [0, 0]], np.float32)


def pile_of(below: str, top: str) -> PileMemory:
    pile = PileMemory()
    pile.lay(LyingCard(Card.parse(below), toy_quad(100, 100), look(1.0), 0.99))
    pile.lay(LyingCard(Card.parse(top), toy_quad(130, 110, 80, 70), look(0.0), 0.99))
    return pile


@pytest.mark.parametrize(
    ("below", "shift", "alike", "plot"),
    [
        ("JS", 4, 0.95, Plot.BACK),
        ("JS", 12, 0.4, Plot.BACK),  # its corners were found badly when it came
        ("JS", 12, 0.1, Plot.LAID),
        ("JS", 45, 0.4, Plot.LAID),
        ("JOKER", 12, 0.1, Plot.BACK),
        ("JOKER", 30, 0.4, Plot.BACK),
        ("JOKER", 30, 0.1, Plot.LAID),  # the pack has another joker
    ],
)
def test_the_card_that_lay_under_the_top_shows_again(
    below: str, shift: int, alike: float, plot: Plot
) -> None:
    seen = CardSeen(Card.parse(below), False, 0.98, toy_quad(100 + shift, 100), 1.0, True)
    story = story_of(seen, look(alike), pile_of(below, "KC"), Pack(1, 2), False, False)
    assert story.plot is plot
    assert story.taken == (1 if plot is Plot.BACK else 0)


def test_a_card_that_shows_while_the_old_top_stays_was_not_taken_back() -> None:
    seen = CardSeen(Card.parse("JOKER"), False, 0.98, toy_quad(130, 100), 1.0, True)
    assert story_of(seen, look(0.4), pile_of("JOKER", "KC"), Pack(1, 2), True, False).plot is Plot.LAID
