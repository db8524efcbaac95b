"""Which card lies over which."""

import pytest

from tests.vision.toy_cards import toy_quad
from vision.piles import standings

TABLE = (480, 640, 3)


def test_cards_that_lie_apart_are_each_on_top() -> None:
    found = standings([toy_quad(100, 100), toy_quad(400, 300, turn=30)], [0.9, 0.95], TABLE)
    assert [one.top for one in found] == [True, True]
    assert [one.visible for one in found] == pytest.approx([1, 1], abs=0.01)


def test_of_a_pile_the_card_that_looks_whole_is_on_top() -> None:
    quads = [toy_quad(300, 220, turn=10), toy_quad(310, 230, turn=-40), toy_quad(295, 215, turn=80)]
    found = standings(quads, [0.2, 0.95, 0.3], TABLE)
    assert [one.top for one in found] == [False, True, False]
    assert found[1].visible == pytest.approx(1, abs=0.01)
    assert found[0].visible < 0.5


def test_a_chain_of_overlapping_cards_has_one_top() -> None:
    quads = [toy_quad(200 + 40 * step, 220) for step in range(4)]
    found = standings(quads, [0.2, 0.3, 0.35, 0.9], TABLE)
    assert [one.top for one in found] == [False, False, False, True]
    assert found[0].visible == pytest.approx(0.5, abs=0.02)


def test_a_covered_card_that_nothing_seen_lies_over_is_under_a_hand() -> None:
    [found] = standings([toy_quad(200, 220)], [0.1], TABLE)
    assert not found.top
    assert found.visible < 0.6


def test_a_card_half_out_of_the_picture_is_half_visible() -> None:
    [found] = standings([toy_quad(0, 220)], [0.9], TABLE)
    assert found.visible == pytest.approx(0.5, abs=0.02)


def test_cards_that_only_touch_do_not_cover_each_other() -> None:
    found = standings([toy_quad(200, 220, 80), toy_quad(279, 220, 80)], [0.9, 0.6], TABLE)
    assert [one.top for one in found] == [True, True]


def test_no_cards_no_standings() -> None:
    assert standings([], [], TABLE) == ()
