"""Corners, their order, and the crops that they cut out."""

import numpy as np
import pytest

from tests.vision.toy_cards import lay, toy_quad, toy_table
from vision.quads import (
    CROP_HEIGHT,
    CROP_WIDTH,
    area,
    elongation,
    is_convex,
    likeness,
    outside_share,
    overlap,
    parallelogram,
    quarter_turned,
    rectify,
    rectify_all,
    rotated,
    scaled,
    upright,
    width,
)


@pytest.mark.parametrize("turn", [-80, -30, 0, 15, 60, 89])
def test_corners_in_any_order_become_a_clockwise_quad_with_a_short_side_first(turn: float) -> None:
    quad = toy_quad(200, 150, 60, turn)
    for order in ((0, 1, 2, 3), (3, 2, 1, 0), (2, 0, 3, 1)):
        found = upright(quad[list(order)])
        assert is_convex(found)
        assert width(found) == pytest.approx(60, abs=0.01)
        assert found[0, 1] + found[1, 1] <= found[2, 1] + found[3, 1] + 0.01
        assert likeness(found, quad) == pytest.approx(1, abs=1e-3)


@pytest.mark.parametrize("signs", [(1, 1), (-1, 1), (1, -1), (-1, -1)])
@pytest.mark.parametrize("turn", [0, 40, 90, 135])
def test_a_parallelogram_does_not_mind_the_signs_of_its_axes(signs: tuple[int, int], turn: float) -> None:
    quad = toy_quad(100, 100, 50, turn)
    found = parallelogram(
        quad.mean(axis=0), signs[0] * (quad[3] - quad[0]) / 2, signs[1] * (quad[1] - quad[0]) / 2
    )
    assert is_convex(found)
    assert likeness(found, quad) == pytest.approx(1, abs=1e-3)
    assert width(found) == pytest.approx(50, abs=0.01)


def test_a_foreshortened_card_keeps_its_own_long_axis() -> None:
    found = parallelogram(np.array([50, 50]), np.array([0, 20]), np.array([30, 0]))
    assert elongation(found) == pytest.approx(40 / 60)
    assert elongation(quarter_turned(found)) == pytest.approx(60 / 40)


def test_areas_and_overlaps() -> None:
    one, other = toy_quad(100, 100, 40), toy_quad(120, 100, 40)
    assert area(one) == pytest.approx(40 * 58)
    assert overlap(one, other) == pytest.approx(20 * 58, rel=1e-3)
    assert likeness(one, other) == pytest.approx(1 / 3, rel=1e-3)
    assert overlap(one, toy_quad(300, 100, 40)) == 0
    assert overlap(one, rotated(one, 90)) == pytest.approx(40 * 40, rel=1e-3)
    assert area(scaled(one, 0.5)) == pytest.approx(area(one) / 4)


def test_the_share_beyond_the_picture() -> None:
    assert outside_share(toy_quad(100, 100, 40), (200, 200, 3)) == pytest.approx(0, abs=1e-3)
    assert outside_share(toy_quad(0, 100, 40), (200, 200, 3)) == pytest.approx(0.5, abs=1e-3)
    assert outside_share(toy_quad(-100, 100, 40), (200, 200, 3)) == 1


@pytest.mark.parametrize("wide", [30, 96, 300])
@pytest.mark.parametrize("turn", [0, 33, -70])
def test_a_crop_holds_the_card_and_nothing_else(wide: float, turn: float) -> None:
    picture = toy_table(700, 900)
    quad = toy_quad(450, 350, wide, turn)
    lay(picture, quad)
    crop = rectify(picture, quad)
    assert crop.shape == (CROP_HEIGHT, CROP_WIDTH, 3)
    assert crop[6:-6, 4:-4].min(axis=(0, 1)).tolist()[2] > 150
    assert crop[CROP_HEIGHT // 2, CROP_WIDTH // 2].tolist() == pytest.approx([0, 0, 190], abs=12)
    assert crop[10, 10].min() > 200


def test_crops_are_stacked_and_none_is_an_empty_stack() -> None:
    picture = toy_table()
    assert rectify_all(picture, [toy_quad(100, 100), toy_quad(300, 200)]).shape == (
        2,
        CROP_HEIGHT,
        CROP_WIDTH,
        3,
    )
    assert rectify_all(picture, []).shape == (0, CROP_HEIGHT, CROP_WIDTH, 3)
