"""Detector and reader together, on toy cards that toy networks know."""

from collections.abc import Mapping

import numpy as np
import pytest

from tests.vision.toy_cards import ColourReader, PlantedDetector, lay, toy_quad, toy_table
from vision.acceptance import Acceptance
from vision.corner_reader import CornerReader
from vision.deck_language import INDICES, DeckLanguage
from vision.detector import CardDetector
from vision.letters_seen import LettersSeen
from vision.networks import Floats
from vision.quads import likeness, rotated
from vision.reader import CardReader, joined
from vision.sight import LIVE, PHOTO, CardSight, Effort
from vision.sightings import CardSeen, Image, Quad, Reason

RED, GREEN, BLUE = (0, 0, 220), (0, 190, 0), (220, 0, 0)
WHOLE, COVERED = (0.9, 0.05, 0.0), (0.1, 0.8, 0.0)

Laid = tuple[Quad, tuple[int, int, int], tuple[float, float, float]]


def _see(cards: list[Laid], effort: Effort = PHOTO, picture: Image | None = None) -> tuple[CardSeen, ...]:
    image = toy_table() if picture is None else picture.copy()
    for quad, colour, _ in cards:
        lay(image, quad, colour)
    network = PlantedDetector(
        [rotated(quad, 3) for quad, _, _ in cards], [scores for _, _, scores in cards], 640
    )
    return CardSight(CardDetector(network), CardReader(ColourReader()), Acceptance(), effort).see(image)


@pytest.mark.parametrize("effort", [PHOTO, LIVE])
def test_cards_that_lie_apart_are_read_and_each_is_on_top(effort: Effort) -> None:
    quads = [toy_quad(120, 150, 90, 20), toy_quad(330, 300, 90, -50), toy_quad(520, 170, 90, 88)]
    seen = _see(
        [(quad, colour, WHOLE) for quad, colour in zip(quads, (RED, GREEN, BLUE), strict=True)], effort
    )
    assert {card.name for card in seen} == {"AH", "10C", "KS"}
    for card in seen:
        assert card.top
        assert card.reason is None
        assert card.confidence > 0.9
        assert card.visible > 0.95
        assert max(likeness(card.quad, quad) for quad in quads) > 0.93


def test_the_top_of_a_pile_comes_first_and_what_it_covers_is_refused() -> None:
    below, top = toy_quad(300, 240, 110, 0), toy_quad(340, 250, 110, 60)
    seen = _see([(below, BLUE, (0.05, 0.9, 0.0)), (top, RED, WHOLE)])
    assert [card.top for card in seen] == [True, False]
    assert seen[0].name == "AH"
    assert seen[1].visible < 0.8


def test_a_card_that_the_detector_missed_is_found_where_the_caller_says_that_it_may_lie() -> None:
    missed, elsewhere = toy_quad(340, 250, 110, 60), toy_quad(120, 120, 110)
    picture = toy_table()
    lay(picture, missed, RED)
    sight = CardSight(
        CardDetector(PlantedDetector([], [], 640)), CardReader(ColourReader()), Acceptance(), LIVE
    )
    assert sight.see(picture) == ()
    assert sight.see(picture, [elsewhere]) == ()
    found = sight.see(picture, [rotated(missed, 4), elsewhere])
    assert [card.name for card in found] == ["AH"]
    assert likeness(found[0].quad, missed) > 0.9


def test_a_card_too_small_to_tell_is_refused_though_the_reader_is_sure() -> None:
    [card] = _see([(toy_quad(320, 240, 20), RED, WHOLE)])
    assert card.name is None
    assert card.reason is Reason.TOO_SMALL


def test_a_card_that_the_reader_does_not_know_is_refused_with_its_best_guesses() -> None:
    [card] = _see([(toy_quad(320, 240, 90), (236, 238, 240), WHOLE)])
    assert card.name is None
    assert card.face is None
    assert card.reason in (Reason.UNKNOWN, Reason.BLUR)
    assert card.confidence < 0.5


def test_a_burnt_out_card_is_refused_for_glare() -> None:
    picture = toy_table()
    quad = toy_quad(320, 240, 120)
    lay(picture, quad, (210, 212, 211))
    picture = (picture * 0.85).astype(np.uint8)
    picture[180:300, 270:345] = 255
    network = PlantedDetector([quad], [WHOLE], 640)
    [card] = CardSight(CardDetector(network), CardReader(ColourReader())).see(picture)
    assert card.reason is Reason.GLARE


def test_a_table_without_a_card_gives_nothing() -> None:
    assert _see([]) == ()


@pytest.mark.parametrize("shape", [(1, 1, 3), (20, 600, 3), (31, 31, 3)])
def test_pictures_too_small_to_hold_a_card_give_nothing(shape: tuple[int, int, int]) -> None:
    network = PlantedDetector([toy_quad(10, 10)], [WHOLE], 640)
    sight = CardSight(CardDetector(network), CardReader(ColourReader()))
    assert sight.see(np.zeros(shape, np.uint8)) == ()


def test_the_same_picture_is_always_read_the_same() -> None:
    cards = [(toy_quad(200, 200, 90, 10), RED, WHOLE), (toy_quad(260, 230, 90, 50), GREEN, COVERED)]
    first, second = (_see(cards) for _ in range(2))
    assert [card.to_json() for card in first] == [card.to_json() for card in second]


def test_a_set_language_is_used_and_an_unset_one_inferred() -> None:
    network = PlantedDetector([toy_quad(320, 240, 90)], [WHOLE], 640)
    image = toy_table()
    lay(image, toy_quad(320, 240, 90), BLUE)
    dutch = CardSight(CardDetector(network), CardReader(ColourReader()), language=DeckLanguage.DUTCH)
    inferred = CardSight(CardDetector(network), CardReader(ColourReader()))
    assert inferred.see(image)[0].name == "KS"
    assert dutch.see(image)[0].confidence < inferred.see(image)[0].confidence


class Hesitant(ColourReader):
    """The same reader, less sure of everything."""

    def run(self, batch: Floats) -> Mapping[str, Floats]:
        return {name: values * np.float32(0.52) for name, values in super().run(batch).items()}


class Shows:
    """A corner network that sees the same index and suit in every corner."""

    def __init__(self, letter: str, suit: int) -> None:
        self.letter, self.suit = INDICES.index(letter), suit

    def run(self, batch: Floats) -> Mapping[str, Floats]:
        def row(size: int, at: int) -> Floats:
            return np.tile(np.eye(size, dtype=np.float32)[at] * 8, (len(batch), 1))

        return {"kind": row(4, 0), "index": row(len(INDICES), self.letter), "suit": row(4, self.suit)}


@pytest.mark.parametrize(
    ("look", "corners", "effort", "name"),
    [
        (Hesitant(), None, PHOTO, None),
        (Hesitant(), None, LIVE, "KS"),
        (Hesitant(), Shows("K", 3), PHOTO, "KS"),
        (Hesitant(), Shows("Q", 3), PHOTO, "QS"),
        (ColourReader(), Shows("Q", 3), PHOTO, None),
    ],
)
def test_a_doubtful_look_follows_the_corners_and_a_sure_one_against_them_is_not_believed(
    look: ColourReader, corners: Shows | None, effort: Effort, name: str | None
) -> None:
    network = PlantedDetector([toy_quad(320, 240, 90)], [WHOLE], 640)
    image = toy_table()
    lay(image, toy_quad(320, 240, 90), BLUE)
    reader = CardReader(look, CornerReader(corners) if corners else None)
    english = DeckLanguage.ENGLISH
    strict = Acceptance(threshold=0.995, live=0.75, shown=0.85)
    [card] = CardSight(CardDetector(network), reader, strict, effort, english).see(image)
    assert card.name == name


@pytest.mark.parametrize(("letter", "name"), [("K", "KS"), ("9", None)])
def test_a_covered_card_is_what_its_corner_shows(letter: str, name: str | None) -> None:
    below = toy_quad(300, 240, 110, 0)
    image = toy_table()
    lay(image, below, BLUE)
    network = PlantedDetector([below], [COVERED], 640)
    reader = CardReader(ColourReader(), CornerReader(Shows(letter, 3)))
    sight = CardSight(CardDetector(network), reader, Acceptance(covered_loss=0.0))
    [card] = sight.see(image)
    assert card.name == name
    [candidate] = sight.look(image)
    assert candidate.covered > 0.15
    assert sight.shown([candidate])[0].max() > 0.9 or letter == "9"


def test_a_sight_at_a_table_remembers_the_letters_that_it_read() -> None:
    network = PlantedDetector([toy_quad(320, 240, 90)], [WHOLE], 640)
    king, letters = toy_table(), LettersSeen()
    lay(king, toy_quad(320, 240, 90), BLUE)
    sight = CardSight(CardDetector(network), CardReader(ColourReader()), letters=letters)
    assert sight.working(LIVE).see(king)[0].name == "KS"
    [remembered] = letters.beside(np.empty((0, len(INDICES))), [])
    assert INDICES[int(remembered.argmax())] == "K"
    nothing = joined([one.reading for one in sight.look(toy_table())])
    alone = CardSight(CardDetector(network), CardReader(ColourReader()))
    assert sight.languages(nothing)[DeckLanguage.DUTCH] < alone.languages(nothing)[DeckLanguage.DUTCH] / 3
