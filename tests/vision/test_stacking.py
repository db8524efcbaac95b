"""Which card lies over which, and what the hidden part of a card must look like."""

import cv2
import numpy as np
import pytest

from tests.vision.toy_cards import lay, toy_quad, toy_table
from vision.quads import rectify
from vision.sightings import Image, Quad
from vision.stacking import completed, hidden_places, index_is_free, lies_over


def _laid(image: Image, quad: Quad, colour: tuple[int, int, int]) -> None:
    lay(image, quad, colour)
    corners = np.round(quad).astype(np.int32).reshape(-1, 1, 2)
    cv2.polylines(image, [corners], True, (150, 150, 150), 1, cv2.LINE_AA)


@pytest.mark.parametrize(("dx", "turn"), [(60, 0), (30, 40), (-50, -20), (10, 90)])
@pytest.mark.parametrize("wide", [70, 140])
def test_the_card_whose_border_shows_lies_above(dx: float, turn: float, wide: float) -> None:
    image = toy_table(seed=6)
    below, above = toy_quad(320, 240, wide), toy_quad(320 + dx * wide / 100, 250, wide, turn)
    _laid(image, below, (0, 0, 200))
    _laid(image, above, (180, 0, 0))
    assert lies_over(image, above, below) > 0.2
    assert lies_over(image, below, above) == pytest.approx(-lies_over(image, above, below))


def test_cards_apart_tell_nothing() -> None:
    image = toy_table()
    assert lies_over(image, toy_quad(100, 100), toy_quad(500, 300)) == 0


def test_the_places_under_another_card_are_known() -> None:
    below, above = toy_quad(300, 240, 100), toy_quad(350, 240, 100)
    hidden = hidden_places(below, [above])
    assert hidden.shape == (144, 96)
    assert hidden.mean() == pytest.approx(0.5, abs=0.03)
    assert hidden[70, 90]
    assert not hidden[70, 5]
    assert not hidden_places(below, []).any()
    assert not hidden_places(below, [toy_quad(600, 240)]).any()


def test_an_index_is_free_when_one_of_its_two_corners_is() -> None:
    hidden = np.zeros((144, 96), bool)
    assert index_is_free(hidden)
    hidden[:, 40:] = True
    assert index_is_free(hidden)
    hidden[:60] = True
    assert not index_is_free(hidden)


def test_a_half_covered_card_is_completed_from_its_other_half() -> None:
    image = toy_table()
    quad = toy_quad(300, 240, 96)
    lay(image, quad, (0, 0, 200))
    whole = rectify(image, quad)
    hidden = np.zeros((144, 96), bool)
    hidden[80:] = True
    spoilt = whole.copy()
    spoilt[80:] = 0
    assert np.abs(completed(spoilt, hidden).astype(int) - whole).mean() < 4


def test_what_is_hidden_on_both_sides_becomes_paper() -> None:
    crop = np.full((144, 96, 3), 220, np.uint8)
    hidden = np.zeros((144, 96), bool)
    hidden[:, 30:] = True
    crop[hidden] = 0
    assert np.abs(completed(crop, hidden).astype(int) - 220).max() < 3
    everything = np.ones((144, 96), bool)
    assert completed(crop, everything).shape == crop.shape
