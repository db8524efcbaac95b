"""What keeps a card from being read."""

import cv2
import numpy as np
import pytest

from tests.vision.toy_cards import toy_quad
from vision.legibility import legibility, too_small
from vision.sightings import Image


def _crop(paper: int = 215) -> Image:
    crop = np.full((144, 96, 3), paper, np.uint8)
    for x, y in ((30, 30), (66, 30), (30, 72), (66, 72), (30, 114), (66, 114)):
        cv2.circle(crop, (x, y), 8, (30, 30, 160), -1, cv2.LINE_AA)
    cv2.putText(crop, "6", (4, 20), cv2.FONT_HERSHEY_SIMPLEX, 0.6, (30, 30, 160), 2, cv2.LINE_AA)
    return crop


@pytest.mark.parametrize(
    ("wide", "ratio", "small"),
    [
        (20, 1.45, True),
        (23.9, 1.45, True),
        (25, 1.45, False),
        (25, 0.75, True),
        (31, 0.75, False),
        (60, 0.3, False),
    ],
)
def test_small_cards_are_refused_oblique_ones_sooner(wide: float, ratio: float, small: bool) -> None:
    assert too_small(toy_quad(100, 100, wide, 0, ratio)) is small


def test_a_clear_crop_has_no_fault() -> None:
    found = legibility(_crop())
    assert not found.blurred
    assert not found.glaring
    assert not found.handled


@pytest.mark.parametrize("spread", [5.0, 9.0])
def test_a_blurred_crop_is_told(spread: float) -> None:
    assert legibility(np.asarray(cv2.GaussianBlur(_crop(), (0, 0), spread), np.uint8)).blurred


def test_motion_in_one_direction_blurs_too() -> None:
    streak = np.zeros((25, 25), np.float32)
    streak[12] = 1 / 25
    assert legibility(np.asarray(cv2.filter2D(_crop(), -1, streak), np.uint8)).blurred


def test_a_burnt_out_patch_is_glare_and_bright_paper_is_not() -> None:
    crop = _crop(200)
    crop[20:80, 10:70] = 255
    assert legibility(crop).glaring
    assert not legibility(_crop(252)).glaring


def test_a_finger_is_told_by_its_colour() -> None:
    crop = _crop()
    cv2.line(crop, (0, 70), (60, 80), (120, 155, 215), 26)
    assert legibility(crop).handled
