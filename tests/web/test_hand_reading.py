"""Hands read from photographs."""

import numpy as np

from referee.cards import JOKER, Card
from tests.web.conftest import ScriptedSight
from vision.sightings import CardSeen, Reason
from web.hand_reading import cards_left, read_hand

PICTURE = np.zeros((100, 200, 3), np.uint8)
QUAD = np.array([[20, 10], [60, 10], [60, 70], [20, 70]], np.float32)


def test_cards_of_which_every_copy_lies_in_the_pile_cannot_be_in_a_hand() -> None:
    queen = Card.parse("QS")
    assert queen not in cards_left((queen,), 1, 2)
    assert queen in cards_left((queen,), 2, 2)
    assert JOKER in cards_left((JOKER,), 1, 2)
    assert JOKER not in cards_left((JOKER, JOKER), 1, 2)


def test_cards_face_down_are_left_out_and_unread_ones_counted() -> None:
    sight = ScriptedSight()
    sight.cards = (
        CardSeen(Card.parse("QS"), False, 0.99, QUAD, 1.0, True),
        CardSeen(None, True, 0.99, QUAD, 1.0, True),
        CardSeen(None, False, 0.4, QUAD, 1.0, True, Reason.GLARE),
    )
    found = read_hand(PICTURE, sight, None)
    assert [card["card"] for card in found["cards"]] == ["QS", None]
    assert found["cards"][0]["quad"] == [[0.1, 0.1], [0.3, 0.1], [0.3, 0.7], [0.1, 0.7]]
    assert found["warnings"] == [{"code": "unread-cards", "params": {"count": 1}}]


def test_an_empty_picture_is_said_to_be_one() -> None:
    assert read_hand(PICTURE, ScriptedSight(), None)["warnings"] == [{"code": "no-card", "params": {}}]
