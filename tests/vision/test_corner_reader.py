"""What a card's corners say of the card."""

from collections.abc import Mapping
from dataclasses import replace

import numpy as np
import pytest

from referee.cards import Card
from tests.vision.toy_cards import toy_reading
from vision.corner_reader import CORNERS, CornerReader, CornersRead, joined_corners
from vision.corners import PATCH_HEIGHT, PATCH_WIDTH
from vision.deck_language import INDICES, DeckLanguage
from vision.deck_prototypes import Likenesses
from vision.networks import Floats
from vision.reader import NONE_COLUMN, CardReader, Readings, column_of

ENGLISH, DUTCH = {DeckLanguage.ENGLISH: 1.0}, {DeckLanguage.DUTCH: 1.0}
SUITS = "CDHS"


def corners(*shown: str | None, sure: float = 0.97) -> CornersRead:
    """One card whose corners show these (`QS` an index and a suit, None no index)."""
    present = np.full((1, CORNERS), 1 - sure, np.float32)
    index = np.full((1, CORNERS, len(INDICES)), (1 - sure) / (len(INDICES) - 1), np.float32)
    suit = np.full((1, CORNERS, 4), (1 - sure) / 3, np.float32)
    for number, name in enumerate(shown):
        if name is None:
            continue
        present[0, number] = sure
        index[0, number, INDICES.index(name[:-1])] = sure
        suit[0, number, SUITS.index(name[-1])] = sure
    return CornersRead(present, index, suit)


def faces(
    look: Readings, seen: CornersRead | None, language: Mapping[DeckLanguage, float] = ENGLISH
) -> Floats:
    both = Readings(look.kind, look.rank, look.index, look.suit, look.features, None, seen)
    return np.asarray(both.faces(language)[0], np.float32)


def probability(name: str, look: Readings, seen: CornersRead | None) -> float:
    return float(faces(look, seen)[column_of(Card.parse(name))])


def test_corners_that_agree_make_a_reading_surer_and_such_that_do_not_make_it_doubtful() -> None:
    look = toy_reading(rank=11, index="Q", suit=3, sure=0.9)
    alone = probability("QS", look, None)
    assert probability("QS", look, corners("QS", "QS")) > alone
    assert probability("QS", look, corners("QC", "QC")) < 0.5 < alone
    assert probability("QS", look, corners("QS", None)) > alone


def test_where_no_index_is_seen_the_card_is_believed_less_and_no_other_card_more() -> None:
    look = toy_reading(rank=5, index="6", suit=1, sure=0.9)
    without = faces(look, None)
    hidden = faces(look, corners(None, None))
    assert hidden[NONE_COLUMN] > without[NONE_COLUMN]
    assert (hidden[:52] <= without[:52] + 1e-6).all()


def test_the_language_of_the_pack_says_what_a_letter_means() -> None:
    look = toy_reading(rank=11, index="V", suit=2, sure=0.5)
    dutch, french = (
        faces(look, corners("VH", "VH"), {language: 1.0})
        for language in (DeckLanguage.DUTCH, DeckLanguage.FRENCH)
    )
    assert dutch.argmax() == column_of(Card.parse("QH"))
    assert french.argmax() == column_of(Card.parse("JH"))


def test_an_index_that_no_pack_has_speaks_for_its_suit_only() -> None:
    cards, _ = corners("otherD", "otherD").evidence(DUTCH)
    by_rank = cards[0].max(axis=1)
    assert by_rank.max() == pytest.approx(by_rank.min(), rel=0.05)
    assert cards[0, 0].argmax() == SUITS.index("D")


def test_cards_given_their_corners_add_up_to_one() -> None:
    both = joined_corners([corners("QS", "QS"), corners(None, "3D"), corners(None, None)])
    look = toy_reading()
    three = np.zeros(3, np.intp)
    readings = look.chosen(list(three))
    seen = Readings(
        readings.kind, readings.rank, readings.index, readings.suit, readings.features, None, both
    )
    assert seen.faces(ENGLISH).sum(axis=1).tolist() == pytest.approx([1, 1, 1])
    assert seen.cards(ENGLISH).sum(axis=1).tolist() == pytest.approx([1, 1, 1])
    assert seen.chosen([1]).faces(ENGLISH) == pytest.approx(seen.faces(ENGLISH)[1:2])


def test_a_face_is_shown_as_surely_as_by_the_corner_that_shows_it_best() -> None:
    look = toy_reading()
    seen = Readings(
        look.kind, look.rank, look.index, look.suit, look.features, None, corners("4S", "9D", sure=0.9)
    )
    shown = seen.cornered(ENGLISH)
    assert shown is not None
    assert shown[0, column_of(Card.parse("9D"))] == pytest.approx(0.9**3, rel=0.02)
    assert shown[0, column_of(Card.parse("4S"))] == pytest.approx(0.9**3, rel=0.02)
    assert shown[0, column_of(Card.parse("9S"))] < 0.05
    assert look.cornered(ENGLISH) is None


def test_letters_in_the_corners_tell_the_language_of_the_pack() -> None:
    look = toy_reading(index="Q", sure=0.6)
    seen = Readings(look.kind, look.rank, look.index, look.suit, look.features, None, corners("VS", "VS"))
    assert INDICES[int(look.letters[0].argmax())] == "Q"
    assert INDICES[int(seen.letters[0].argmax())] == "V"
    unseen = Readings(look.kind, look.rank, look.index, look.suit, look.features, None, corners(None, None))
    assert unseen.letters[0] == pytest.approx(look.index[0], abs=0.05)


def test_a_card_that_looks_like_its_own_in_a_taught_pack_is_not_doubted_for_its_corners() -> None:
    look = toy_reading(rank=9, index="10", suit=3)
    column = column_of(Card.parse("10S"))
    alike = Likenesses(np.array([column]), np.array([[1.0]]), np.array([0.99]))
    taught = replace(look, known=alike, corners=corners("QD", "QD"))
    assert taught.faces(ENGLISH)[0, column] > 0.95
    other = np.array([column_of(Card.parse("2H"))])
    stranger = replace(taught, known=replace(alike, columns=other, familiar=np.array([0.01])))
    assert stranger.faces(ENGLISH)[0, column] < 0.75


class Bright:
    """A network that reads an ace of clubs in a bright patch and no index in a dark one."""

    def run(self, batch: Floats) -> Mapping[str, Floats]:
        assert batch.shape[1:] == (3, PATCH_HEIGHT, PATCH_WIDTH)
        bright = (batch.mean(axis=(1, 2, 3)) > 0.5)[:, None]
        kind = np.where(bright, [[9.0, 0, 0, 0]], [[0, 0, 0, 9.0]])
        index = np.eye(len(INDICES))[[INDICES.index("A")] * len(batch)] * 9
        return {
            "kind": kind.astype(np.float32),
            "index": index.astype(np.float32),
            "suit": np.array([[9, 0, 0, 0]] * len(batch), np.float32),
        }


def test_a_reader_looks_at_the_corners_of_the_quads_it_is_asked_about() -> None:
    picture = np.zeros((200, 300, 3), np.uint8)
    picture[:, :150] = 255
    quads = [
        np.array([[20, 20], [100, 20], [100, 140], [20, 140]], np.float32),
        np.array([[180, 20], [260, 20], [260, 140], [180, 140]], np.float32),
    ]
    seen = CornerReader(Bright()).read(picture, quads)
    assert (seen.present[0] > 0.9).all()
    assert (seen.present[1] < 0.1).all()
    assert seen.index[0, 1].argmax() == INDICES.index("A")
    assert len(CornerReader(Bright()).read(picture, []).present) == 0


def test_a_reader_without_a_corner_reader_leaves_readings_as_they_are() -> None:
    look = toy_reading()
    quad = np.array([[0, 0], [9, 0], [9, 14], [0, 14]], np.float32)
    picture = np.zeros((20, 20, 3), np.uint8)
    assert CardReader(Bright()).with_corners(picture, [quad], look) is look
    seen = CardReader(Bright(), CornerReader(Bright())).with_corners(picture, [quad], look)
    assert seen.corners is not None
    assert joined_corners([seen.corners, seen.corners]).present.shape == (2, CORNERS)
