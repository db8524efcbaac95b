"""Rough quads moved onto the card's true borders."""

import cv2
import numpy as np
import pytest

from tests.vision.toy_cards import lay, toy_quad, toy_table
from vision.edges import fitted, support
from vision.quads import rotated, scaled
from vision.sightings import Quad


def _error(found: Quad, truth: Quad) -> float:
    """Mean distance of the corners, as a share of the card's width."""
    return float(np.linalg.norm(found - truth, axis=1).mean() / np.linalg.norm(truth[1] - truth[0]))


@pytest.mark.parametrize("turn", [0, 20, 45, -75])
@pytest.mark.parametrize("wide", [40, 90, 220])
@pytest.mark.parametrize("start", ["askew", "large", "small", "shifted"])
def test_a_rough_quad_finds_the_card(turn: float, wide: float, start: str) -> None:
    picture = toy_table(600, 800, seed=3)
    truth = toy_quad(400, 300, wide, turn)
    lay(picture, truth)
    rough = {
        "askew": rotated(truth, 7),
        "large": scaled(truth, 1.1),
        "small": scaled(truth, 0.92),
        "shifted": truth + np.float32(0.06 * wide),
    }[start]
    found = fitted(picture, rough)
    assert _error(found.quad, truth) < 0.015 + 0.8 / wide
    assert found.support > 0.8


def test_a_finger_over_one_side_does_not_pull_it_away() -> None:
    picture = toy_table(seed=5)
    truth = toy_quad(320, 240, 120, 10)
    lay(picture, truth)
    cv2.line(picture, (320, 240), (460, 250), (120, 150, 210), 34, cv2.LINE_AA)
    found = fitted(picture, rotated(truth, 4))
    assert _error(found.quad, truth) < 0.04


def test_a_card_on_another_card_keeps_its_own_border() -> None:
    picture = toy_table(seed=7)
    lay(picture, toy_quad(330, 250, 120, 50))
    truth = toy_quad(320, 240, 120, -5)
    lay(picture, truth)
    cv2.polylines(
        picture, [np.round(truth).astype(np.int32).reshape(-1, 1, 2)], True, (150, 150, 150), 1, cv2.LINE_AA
    )
    assert _error(fitted(picture, rotated(truth, 5)).quad, truth) < 0.04


def test_a_bare_table_gives_no_support() -> None:
    flat = np.full((300, 300, 3), 90, np.uint8)
    assert support(flat, toy_quad(150, 150, 80)) == 0


@pytest.mark.parametrize("quad", [toy_quad(150, 150, 6), toy_quad(-400, 150, 80), toy_quad(299, 299, 90)])
def test_quads_too_small_or_out_of_the_picture_do_no_harm(quad: Quad) -> None:
    found = fitted(toy_table(300, 300), quad)
    assert np.isfinite(found.quad).all()
