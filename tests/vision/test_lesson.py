"""Cards laid before the camera one after another are learnt, or asked about."""

import cv2
import numpy as np
import pytest

from referee.cards import Card, MalformedCard
from tests.vision.toy_cards import ColourReader, PlantedDetector, lay, toy_quad, toy_table
from vision.detector import CardDetector
from vision.enrolment import EnrolledDeck
from vision.lesson import Lesson, in_words
from vision.reader import CardReader
from vision.sight import CardSight
from vision.sightings import Image, Quad

RED, GREEN, BLUE, BLANK = (0, 0, 220), (0, 190, 0), (220, 0, 0), (236, 238, 240)
WHOLE, COVERED = (0.9, 0.05, 0.0), (0.1, 0.8, 0.0)
LEFT, RIGHT = toy_quad(180, 220, 90), toy_quad(420, 220, 90)

Laid = tuple[Quad, tuple[int, int, int]]


class Table:
    """A table with toy cards on it, and a lesson before it."""

    def __init__(self) -> None:
        self._network = PlantedDetector([], [], 640)
        self.lesson = Lesson(
            EnrolledDeck("ours"), CardSight(CardDetector(self._network), CardReader(ColourReader()))
        )

    def with_cards(self, *cards: Laid, scores: tuple[float, float, float] = WHOLE) -> Image:
        image = toy_table()
        for quad, colour in cards:
            lay(image, quad, colour)
            corners = np.round(quad).astype(np.int32).reshape(-1, 1, 2)
            cv2.polylines(image, [corners], True, (150, 150, 150), 1, cv2.LINE_AA)
        self._network.quads = [quad for quad, _ in cards]
        self._network.scores = [scores for _ in cards]
        return image


def test_a_row_of_cards_is_learnt_at_once() -> None:
    table = Table()
    found = table.lesson.look(table.with_cards((LEFT, RED), (RIGHT, BLUE)))
    assert sorted(one.name or "?" for one in found) == ["AH", "KS"]
    assert table.lesson.deck.cards == {Card.parse("AH"), Card.parse("KS")}


def test_a_card_that_stays_is_learnt_once_and_one_laid_beside_it_is_new() -> None:
    table = Table()
    table.lesson.look(table.with_cards((LEFT, RED)))
    assert table.lesson.look(table.with_cards((LEFT, RED)), follows=True) == ()
    assert in_words(table.lesson.look(table.with_cards((LEFT, RED), (RIGHT, GREEN)), follows=True)) == "10C"
    assert table.lesson.deck.counts() == {"AH": 1, "10C": 1}


def test_a_card_shown_again_elsewhere_adds_another_look_of_it() -> None:
    table = Table()
    table.lesson.look(table.with_cards((LEFT, RED)))
    table.lesson.look(table.with_cards((RIGHT, RED)))
    assert table.lesson.deck.counts() == {"AH": 2}


def test_another_card_laid_in_the_same_place_is_new() -> None:
    table = Table()
    table.lesson.look(table.with_cards((LEFT, RED)))
    assert in_words(table.lesson.look(table.with_cards((LEFT, BLUE)), follows=True)) == "KS"


def test_each_photograph_is_looked_at_for_itself() -> None:
    table = Table()
    table.lesson.look(table.with_cards((LEFT, RED)))
    table.lesson.look(table.with_cards((LEFT, RED)))
    assert table.lesson.deck.counts() == {"AH": 2}


def test_an_unknown_card_is_a_question_until_somebody_names_it() -> None:
    table = Table()
    (asked,) = table.lesson.look(table.with_cards((LEFT, BLANK)))
    assert asked.name is None
    assert table.lesson.deck.cards == frozenset()
    assert table.lesson.look(table.with_cards((LEFT, BLANK)), follows=True) == ()
    assert table.lesson.tell(asked.number, "7D")
    assert table.lesson.questions == ()
    assert table.lesson.deck.counts() == {"7D": 1}
    assert table.lesson.tell(asked.number, "BACK")
    assert table.lesson.deck.counts() == {"BACK": 1}


def test_what_is_no_card_is_forgotten() -> None:
    table = Table()
    (asked,) = table.lesson.look(table.with_cards((LEFT, BLANK)))
    assert table.lesson.tell(asked.number, None)
    assert table.lesson.questions == ()
    assert not table.lesson.tell(asked.number, "7D")
    assert table.lesson.look(table.with_cards((LEFT, BLANK)), follows=True) == ()


def test_two_cards_that_are_read_as_the_same_one_are_asked_about() -> None:
    table = Table()
    found = table.lesson.look(table.with_cards((LEFT, RED), (RIGHT, RED)))
    assert [one.name for one in found] == [None, None]
    assert str(found[0].guesses[0][0]) == "AH"


def test_a_card_that_looks_like_another_one_that_was_learnt_is_asked_about() -> None:
    table = Table()
    (one,) = table.lesson.look(table.with_cards((LEFT, BLUE)))
    table.lesson.tell(one.number, "AH")
    (doubted,) = table.lesson.look(table.with_cards((RIGHT, BLUE)))
    assert doubted.name is None
    assert str(doubted.guesses[0][0]) == "KS"


def test_a_card_that_somebody_named_once_is_known_afterwards() -> None:
    table = Table()
    (one,) = table.lesson.look(table.with_cards((LEFT, BLANK)))
    table.lesson.tell(one.number, "BACK")
    (again,) = table.lesson.look(table.with_cards((RIGHT, BLANK)))
    assert again.name == "BACK"


def test_what_was_taken_for_a_card_is_asked_about_once_the_right_one_is_named() -> None:
    table = Table()
    (wrong,) = table.lesson.look(table.with_cards((LEFT, BLUE)))
    assert wrong.name == "KS"
    (right,) = table.lesson.look(table.with_cards((LEFT, BLANK)))
    table.lesson.tell(right.number, "KS")
    assert [one.number for one in table.lesson.questions] == [wrong.number]


def test_covered_and_cut_off_cards_teach_nothing() -> None:
    table = Table()
    assert table.lesson.look(table.with_cards((LEFT, RED), scores=COVERED)) == ()
    assert table.lesson.look(table.with_cards((toy_quad(20, 220, 90), RED))) == ()


def test_a_card_is_forgotten_and_learnt_again_where_it_lies() -> None:
    table = Table()
    image = table.with_cards((LEFT, RED))
    table.lesson.look(image)
    table.lesson.forget("AH")
    assert table.lesson.deck.cards == frozenset()
    assert in_words(table.lesson.look(image)) == "AH"


def test_a_live_picture_is_looked_at_when_it_changed_and_lies_still() -> None:
    table = Table()
    assert table.lesson.watch(table.with_cards((LEFT, RED))) == ()
    assert in_words(table.lesson.watch(table.with_cards((LEFT, RED)))) == "AH"
    assert table.lesson.watch(table.with_cards((RIGHT, BLUE))) == (), "it moved"
    assert in_words(table.lesson.watch(table.with_cards((RIGHT, BLUE)))) == "KS"
    assert table.lesson.watch(table.with_cards((RIGHT, BLUE))) == (), "nothing changed"


def test_a_name_that_no_card_has_is_refused() -> None:
    table = Table()
    (one,) = table.lesson.look(table.with_cards((LEFT, RED)))
    with pytest.raises(MalformedCard):
        table.lesson.tell(one.number, "11H")
    assert table.lesson.deck.counts() == {"AH": 1}
