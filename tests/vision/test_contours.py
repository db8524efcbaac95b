"""Outlines found without a network."""

import numpy as np
import pytest

from tests.vision.toy_cards import lay, toy_quad, toy_table
from vision.contours import outlines
from vision.quads import likeness, rotated


@pytest.mark.parametrize("turn", [0, 30, -65])
def test_a_card_s_outline_is_found_from_a_start_far_askew(turn: float) -> None:
    picture = toy_table(seed=2)
    truth = toy_quad(320, 240, 110, turn)
    lay(picture, truth)
    found = outlines(picture, rotated(truth, 28))
    assert found
    assert max(likeness(quad, truth) for quad in found) > 0.9


def test_no_outline_on_a_flat_table_or_outside_the_picture() -> None:
    flat = np.full((300, 300, 3), 80, np.uint8)
    assert outlines(flat, toy_quad(150, 150, 80)) == []
    assert outlines(flat, toy_quad(-300, 150, 80)) == []
    assert outlines(flat, toy_quad(150, 150, 4)) == []


def test_at_most_so_many_and_all_different() -> None:
    picture = toy_table(seed=4)
    lay(picture, toy_quad(280, 240, 100, 10))
    lay(picture, toy_quad(350, 250, 100, 50))
    found = outlines(picture, toy_quad(315, 245, 150), most=2)
    assert len(found) <= 2
    if len(found) == 2:
        assert likeness(found[0], found[1]) < 0.85
