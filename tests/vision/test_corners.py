"""The corners of a card, cut out of a picture."""

import cv2
import numpy as np
import pytest

from tests.vision.toy_cards import toy_quad, toy_table
from vision.corners import PATCH_HEIGHT, PATCH_WIDTH, corner_patches
from vision.sightings import Image, Quad

WIDE, HIGH = 160, 240
RED, BLUE = (0, 0, 220), (220, 0, 0)


def _marked(quad: Quad) -> Image:
    """A white card with a red corner, a blue one opposite, each with a black spot in its lower half."""
    card = np.full((HIGH, WIDE, 3), 240, np.uint8)
    card[:80, :50], card[50:80, 20:40] = RED, 0
    card[-80:, -50:], card[-80:-50, -40:-20] = BLUE, 0
    frame = np.array([[0, 0], [WIDE, 0], [WIDE, HIGH], [0, HIGH]], np.float32)
    picture = toy_table()
    mapping = cv2.getPerspectiveTransform(frame, quad)
    cv2.warpPerspective(card, mapping, (640, 480), picture, borderMode=cv2.BORDER_TRANSPARENT)
    return picture


@pytest.mark.parametrize("turn", [0, 30, -75, 160])
@pytest.mark.parametrize("wide", [60, 160, 280])
def test_both_corners_stand_upright_however_the_card_lies(turn: float, wide: float) -> None:
    quad = toy_quad(320, 240, wide, turn, 1.5)
    first, opposite = corner_patches(_marked(quad), quad)
    assert first.shape == opposite.shape == (PATCH_HEIGHT, PATCH_WIDTH, 3)
    for patch, colour in ((first, RED), (opposite, BLUE)):
        shown = patch[25:40, 15:45].reshape(-1, 3).mean(axis=0)
        assert np.abs(shown - colour).max() < 40
        assert patch[70:78, 34:42].mean() < 60


def test_beyond_the_picture_its_edge_is_repeated() -> None:
    picture = np.full((100, 100, 3), 77, np.uint8)
    patches = corner_patches(picture, toy_quad(10, 20, 60))
    assert (patches == 77).all()
