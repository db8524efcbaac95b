"""The value that travels between the stages."""

import json

import pytest

from referee.cards import Card
from tests.vision.toy_cards import toy_quad
from vision.sightings import CardSeen, Reason


def test_a_read_card_has_its_name_and_prints_as_one_json_object() -> None:
    card = CardSeen(Card.parse("10H"), False, 0.98765, toy_quad(50, 60, 20), 1.0, True)
    assert card.name == "10H"
    assert card.centre == pytest.approx((50, 60))
    assert card.width == pytest.approx(20)
    assert card.height == pytest.approx(29)
    assert json.loads(json.dumps(card.to_json())) == {
        "card": "10H",
        "confidence": 0.988,
        "quad": [[40.0, 45.5], [60.0, 45.5], [60.0, 74.5], [40.0, 74.5]],
        "visible": 1.0,
        "top": True,
        "reason": None,
        "alternatives": [],
    }


def test_a_back_and_an_unread_card() -> None:
    back = CardSeen(None, True, 0.9, toy_quad(50, 60), 1.0, True)
    assert back.name == "BACK"
    guesses = ((Card.parse("9H"), 0.5), (Card.parse("JOKER"), 0.2))
    unread = CardSeen(None, False, 0.5, toy_quad(50, 60), 0.4, False, Reason.COVERED, guesses)
    assert unread.name is None
    assert unread.to_json()["card"] is None
    assert unread.to_json()["reason"] == "covered"
    assert unread.to_json()["alternatives"] == [["9H", 0.5], ["JOKER", 0.2]]


def test_a_sighting_in_a_region_is_moved_into_the_picture() -> None:
    card = CardSeen(Card.parse("10H"), False, 0.9, toy_quad(50, 60, 20), 1.0, True).moved(100, -10)
    assert card.centre == pytest.approx((150, 50))
    assert card.quad.dtype.name == "float32"
