from pathlib import Path

import numpy as np
import pytest

from datasets.evaluation_labels import LabelKind, LabelledPhoto, Truth
from datasets.photo_quads import Candidate, agreeing, plausible
from datasets.photo_scenes import framed, upright_framed

QUAD = np.array([[100, 100], [200, 100], [200, 250], [100, 250]], np.float32)
HEART_TEN = 2 * 13 + 9
TEN_AT_BOTH_CORNERS = ((104, 106, 120, 130), (180, 220, 196, 244))


def photo(kind: LabelKind, *cards: Truth) -> LabelledPhoto:
    return LabelledPhoto("train/some/0.jpg", Path("0.jpg"), "train", "some", kind, cards)


def candidate(quad: np.ndarray, probability: float) -> Candidate:
    faces = np.full(55, (1 - probability) / 54)
    faces[HEART_TEN] = probability
    return Candidate(quad.astype(np.float32), faces)


def test_two_index_boxes_at_opposite_corners_make_a_quad_of_that_card() -> None:
    labelled = photo(LabelKind.CORNERS, Truth("10H", TEN_AT_BOTH_CORNERS))
    found = list(agreeing(labelled, [candidate(QUAD, 0.9), candidate(QUAD + 60, 0.99)]))
    assert [(each.label, each.quad.tolist()) for each in found] == [("10H", QUAD.tolist())]


def test_a_quad_that_holds_another_cards_index_is_left_out() -> None:
    other = Truth("2C", ((150, 150, 160, 160), (300, 300, 310, 310)))
    labelled = photo(LabelKind.CORNERS, Truth("10H", TEN_AT_BOTH_CORNERS), other)
    assert list(agreeing(labelled, [candidate(QUAD, 0.9)])) == []


def test_a_box_around_the_card_and_the_right_rank_make_a_quad() -> None:
    labelled = photo(LabelKind.RANKS, Truth("10", ((98, 99, 203, 252),), whole=True))
    assert [found.label for found in agreeing(labelled, [candidate(QUAD, 0.9)])] == ["10"]
    assert list(agreeing(labelled, [candidate(QUAD + 200, 0.9)])) == []


@pytest.mark.parametrize(("probability", "kept"), [(0.9, 1), (0.1, 0)])
def test_a_picture_named_after_its_card_needs_a_reader_that_agrees(probability: float, kept: int) -> None:
    labelled = photo(LabelKind.SINGLE, Truth("10H"))
    assert len(list(agreeing(labelled, [candidate(QUAD, probability)]))) == kept


def test_quads_far_from_every_label_are_not_even_read() -> None:
    labelled = photo(LabelKind.CORNERS, Truth("10H", TEN_AT_BOTH_CORNERS))
    assert len(plausible(labelled, [QUAD, QUAD + 300])) == 1


def test_framing_keeps_every_card_inside_the_picture() -> None:
    import random

    image = np.full((480, 640, 3), 90, np.uint8)
    for seed in range(30):
        picture, cards = framed(image, [QUAD, QUAD + 200], random.Random(seed), 208)
        assert picture.shape == (208, 208, 3)
        corners = np.concatenate([card.quad for card in cards])
        assert corners.min() > -1
        assert corners.max() < 209


def test_the_upright_frame_scales_corners_with_the_picture() -> None:
    _, (card,) = upright_framed(np.zeros((480, 640, 3), np.uint8), [QUAD], 320)
    assert np.allclose(card.quad, QUAD / 2)
