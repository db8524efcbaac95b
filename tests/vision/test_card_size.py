"""How large the next card of a pile must look."""

import numpy as np
import pytest

from tests.vision.toy_cards import toy_quad
from vision.card_size import fitting_places, misfits, plane_of, resized, sides
from vision.quads import likeness
from vision.sightings import Quad

OBLIQUE = np.array([[1.0, 0.1], [0.0, 0.6]], np.float32)
"""A camera that looks from the side: heights shrink."""


def lying(*angles: float, wide: float = 40) -> list[Quad]:
    return [toy_quad(200 + angle / 9, 150, wide, angle) @ OBLIQUE.T for angle in angles]


def shortened(quad: Quad, share: float) -> Quad:
    """The card as it is cut out by a quad that ends at a row of pips."""
    short = quad.copy()
    short[2:] = quad[[1, 0]] + share * (quad[2:] - quad[[1, 0]])
    return short


def test_the_size_of_a_card_does_not_depend_on_how_it_lies() -> None:
    areas = [abs(float(np.linalg.det(plane_of([toy_quad(0, 0, 40, angle)])))) for angle in (0, 37, 90)]
    assert areas == pytest.approx([areas[0]] * 3, rel=1e-4)


@pytest.mark.parametrize("angle", [0.0, 25.0, 61.0, 90.0, 140.0])
def test_a_card_of_the_pile_fits_however_it_is_turned(angle: float) -> None:
    plane = plane_of(lying(10, 50, 130))
    [card] = lying(angle)
    assert sides(card, plane) == pytest.approx((1, 1), abs=0.02)
    assert not misfits(card, plane)


@pytest.mark.parametrize("share", [0.65, 0.8])
def test_a_quad_that_ends_at_a_row_of_pips_is_no_card_and_one_of_its_other_sizes_is(share: float) -> None:
    plane = plane_of(lying(10, 50, 130))
    [card] = lying(75)
    cut = shortened(card, share)
    assert misfits(cut, plane)
    assert max(likeness(place, card) for place in resized(cut, plane)) > 0.95


def test_a_quad_that_fits_has_but_one_other_size() -> None:
    [card] = lying(75)
    assert len(resized(card, plane_of(lying(10, 50, 130)))) == 1


def test_one_bad_quad_among_the_pile_s_cards_does_not_make_the_next_one_look_wrong() -> None:
    plane = plane_of([*lying(10, 50, 130), shortened(lying(80)[0], 0.5), *lying(0, wide=62)])
    [card] = lying(75)
    assert sides(card, plane) == pytest.approx((1, 1), abs=0.03)


def test_places_are_offered_only_for_a_misfit_and_only_by_a_pile_that_can_tell() -> None:
    pile = lying(10, 50, 130)
    [card] = lying(75)
    cut = shortened(card, 0.7)
    assert fitting_places([card], pile) == []
    assert fitting_places([cut], pile[:2]) == []
    assert max(likeness(place, card) for place in fitting_places([card, cut], pile)) > 0.95
