"""When to look again, and which looks agree."""

import numpy as np
import pytest

from referee.cards import Card
from tests.vision.toy_cards import toy_quad
from vision.observations import UnreadableReason
from vision.pack import Pack, Reading, reading_of
from vision.sightings import CardSeen
from vision.stories import Plot, Story
from vision.unrest import Unrest

NINE, SIX, TWO = Card.parse("9H"), Card.parse("6S"), Card.parse("2C")


def seen(face: Card | None, confidence: float = 0.9, *others: tuple[Card, float]) -> CardSeen:
    return CardSeen(face, False, confidence, toy_quad(100, 100), 1.0, True, None, tuple(others))


def laid(card: Card) -> Story:
    return Story(Plot.LAID, 2, seen(card), np.zeros((2, 2), np.float32), Reading(card, 0.9))


def unread(guess: Card | None = None) -> Story:
    others = () if guess is None else ((guess, 0.6),)
    return Story(Plot.UNREAD, 3, seen(None, 0.6, *others), None, reason=UnreadableReason.BLUR)


@pytest.mark.parametrize(
    ("stories", "agreeing"),
    [
        ([laid(NINE)], 1),
        ([laid(NINE), laid(NINE)], 2),
        ([laid(NINE), unread(), laid(NINE)], 2),
        ([unread(NINE), laid(NINE)], 2),
        ([unread(SIX), laid(NINE)], 1),
        ([laid(SIX), laid(NINE)], 1),
        ([laid(NINE), laid(SIX), laid(NINE)], 1),
        ([Story(Plot.NOTHING, 3), unread(), unread()], 2),
    ],
)
def test_looks_that_read_nothing_do_not_contradict(stories: list[Story], agreeing: int) -> None:
    unrest = Unrest(0.0)
    counts = [unrest.add(story) for story in stories]
    assert counts[-1] == agreeing


def test_the_usual_reason_is_that_of_most_looks() -> None:
    unrest = Unrest(0.0)
    assert unrest.usual_reason() is UnreadableReason.UNKNOWN
    unrest.add(unread())
    assert unrest.usual_reason() is UnreadableReason.BLUR


def test_a_card_is_read_late_only_where_the_unread_one_lies() -> None:
    unrest = Unrest(0.0)
    unrest.add(unread())
    unrest.catch_up([seen(TWO, 0.99)], None)
    assert unrest.late is not None
    assert unrest.late.face == TWO
    elsewhere = Unrest(0.0)
    elsewhere.add(unread())
    elsewhere.catch_up([CardSeen(TWO, False, 0.99, toy_quad(300, 100), 1.0, True)], None)
    assert elsewhere.late is None


def awaited(*looks: tuple[float, CardSeen]) -> list[bool]:
    """Whether the card counts as lying, look by look."""
    unrest = Unrest(0.0)
    answers = []
    for t, card in looks:
        unrest.look(t)
        answers.append(unrest.wait_for(card))
    return answers


def test_a_card_on_which_a_shadow_stirs_lies_there_once_it_was_read_surely_for_a_while() -> None:
    sure = seen(NINE, 0.99)
    assert awaited((1.0, sure), (1.2, sure), (1.4, sure)) == [False, False, True]


@pytest.mark.parametrize(
    "other",
    [seen(SIX, 0.99), seen(NINE, 0.9), seen(None, 0.99)],
    ids=["another card", "a doubtful reading", "no reading"],
)
def test_a_card_that_moves_or_changes_its_name_is_waited_for(other: CardSeen) -> None:
    sure = seen(NINE, 0.99)
    assert awaited((1.0, sure), (1.2, other), (1.4, sure)) == [False, False, False]
    moved = CardSeen(NINE, False, 0.99, toy_quad(130, 100), 1.0, True)
    assert awaited((1.0, sure), (1.4, moved)) == [False, False]


@pytest.mark.parametrize(
    ("read", "lying", "pack", "expected"),
    [
        (seen(NINE), [SIX], Pack(), Reading(NINE, 0.9)),
        (seen(NINE, 0.8, (SIX, 0.15)), [NINE], Pack(), Reading(SIX, 1.0, read_as=NINE)),
        (seen(NINE, 0.8, (TWO, 0.1), (SIX, 0.09)), [NINE], Pack(), None),
        (seen(NINE, 0.99, (SIX, 0.01)), [NINE], Pack(), Reading(NINE, 0.99, repeated=True)),
        (seen(NINE, 0.8, (SIX, 0.15)), [NINE], Pack(packs=2), Reading(NINE, 0.8)),
        (seen(NINE, 0.8, (SIX, 0.15)), [NINE], Pack(known=False), Reading(NINE, 0.8)),
        (seen(Card.parse("JOKER")), [Card.parse("JOKER")], Pack(), Reading(Card.parse("JOKER"), 0.9)),
        (seen(None, 0.7, (SIX, 0.7)), [], Pack(), None),
    ],
)
def test_what_lies_in_the_pile_cannot_come_again(
    read: CardSeen, lying: list[Card], pack: Pack, expected: Reading | None
) -> None:
    assert reading_of(read, lying, pack) == expected
