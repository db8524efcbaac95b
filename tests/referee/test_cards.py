import copy
import pickle

import pytest

from referee.cards import FACES, JOKER, RANKS, Card, MalformedCard, Rank, Suit, height, parse_rank, parse_suit


@pytest.mark.parametrize("name", ["10H", "QS", "AD", "2C", "JOKER"])
def test_a_card_is_written_as_it_is_read(name: str) -> None:
    assert str(Card.parse(name)) == name
    assert Card.parse(f" {name.lower()} ") is Card.parse(name)


@pytest.mark.parametrize("name", ["", "H10", "1H", "11S", "0H", "10", "J", "JOKERH", "♥", "BACK", "10X"])
def test_other_texts_are_no_cards(name: str) -> None:
    with pytest.raises(MalformedCard, match="is no card"):
        Card.parse(name)


def test_a_pack_has_52_faces_and_the_joker() -> None:
    assert len(FACES) == len(set(FACES)) == 53
    assert len(RANKS) == 13
    assert FACES[-1] is JOKER


def test_equal_cards_are_one_card_that_cannot_be_changed() -> None:
    card = Card(Rank.ACE, Suit.HEARTS)
    assert card is Card.parse("AH")
    assert pickle.loads(pickle.dumps(card)) is copy.deepcopy(card) is card
    with pytest.raises(AttributeError, match="cannot be changed"):
        card.rank = Rank.TWO  # type: ignore[misc]


def test_only_a_joker_has_no_suit() -> None:
    with pytest.raises(MalformedCard):
        Card(Rank.ACE, None)
    with pytest.raises(MalformedCard):
        Card(Rank.JOKER, Suit.HEARTS)


def test_aces_are_high_and_jokers_have_no_height() -> None:
    assert [height(rank) for rank in (Rank.TWO, Rank.TEN, Rank.KING, Rank.ACE, Rank.JOKER)] == [
        2,
        10,
        13,
        14,
        0,
    ]


@pytest.mark.parametrize(("text", "suit"), [("clubs", "C"), ("Heart", "H"), ("s", "S"), (" DIAMONDS ", "D")])
def test_suits_by_name_or_letter(text: str, suit: str) -> None:
    assert parse_suit(text) == suit


def test_no_such_suit_or_rank() -> None:
    with pytest.raises(MalformedCard, match="suits are clubs"):
        parse_suit("klaver")
    with pytest.raises(MalformedCard, match="ranks are A 2"):
        parse_rank("1")
