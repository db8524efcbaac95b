from __future__ import annotations

import random
from pathlib import Path

import cv2
import numpy as np
import pytest

from datasets.distractors import KINDS, distractor_art
from datasets.hand_cutouts import cut_hand, hand_cutouts

FELT, SKIN, CARD = (50, 90, 30), (110, 140, 190), (225, 225, 230)


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_is_drawn_with_transparency_around_it(kind: str) -> None:
    draw, _ = KINDS[kind]
    for seed in range(5):
        art = draw(random.Random(seed))
        assert art.dtype == np.uint8
        assert art.shape[2] == 4
        assert 100 < max(art.shape[:2]) < 340
        assert (art[..., 3] > 200).mean() > 0.3


def test_as_many_are_drawn_as_asked_for_and_by_the_same_lot_the_same() -> None:
    one, other = distractor_art(random.Random(1), 30), distractor_art(random.Random(1), 30)
    assert len(one) == 30
    assert all(np.array_equal(a, b) for a, b in zip(one, other, strict=True))
    assert distractor_art(random.Random(1), 0) == []


def photograph(hand: bool) -> np.ndarray:
    picture = np.empty((720, 1280, 3), np.uint8)
    picture[:] = FELT
    cv2.rectangle(picture, (300, 200), (560, 560), CARD, -1)
    if hand:
        cv2.rectangle(picture, (800, 300), (1279, 440), SKIN, -1)
        cv2.circle(picture, (800, 370), 70, SKIN, -1)
    return picture


def test_a_hand_is_cut_out_with_its_wrist_below() -> None:
    hand = cut_hand(photograph(hand=True))
    assert hand is not None
    assert hand.shape[0] > hand.shape[1], "the arm that came from the right now comes from below"
    assert (hand[-5, :, 3] > 200).mean() > 0.8
    assert (hand[2, :, 3] > 200).mean() < 0.6
    inside = hand[..., :3][hand[..., 3] > 250]
    assert (inside[:, 2] > inside[:, 0]).all(), "skin only, no felt"


def test_a_photograph_without_a_hand_gives_none() -> None:
    assert cut_hand(photograph(hand=False)) is None


def test_every_ninth_photograph_is_kept_apart(tmp_path: Path) -> None:
    for number in (8, 9, 10, 18):
        cv2.imwrite(str(tmp_path / f"{number:04}.jpg"), photograph(hand=True))
    assert len(hand_cutouts(tmp_path)) == 2
    assert len(hand_cutouts(tmp_path, reserved=True)) == 2
    assert hand_cutouts(tmp_path / "missing") == []
