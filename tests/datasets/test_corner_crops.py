"""Corners of rendered and photographed cards, with what should be read of them."""

import random

import cv2
import numpy as np
import pytest

from datasets import corner_crops
from datasets.corner_crops import CornerMaker, RealCorners, indexed
from datasets.face_pool import FacePool
from datasets.labels import BACK, INDICES, JOKER, KINDS, NOTHING, UNKNOWN, card_label
from datasets.real_crops import STORED_HEIGHT, STORED_WIDTH, RealCrops
from datasets.surfaces import Surfaces
from tests.datasets.drawn_decks import drawn_deck
from vision.corners import PATCH_HEIGHT, PATCH_WIDTH

POOL = FacePool([drawn_deck()])


@pytest.mark.parametrize(
    ("whole", "asked"),
    [
        (card_label("QS", "V"), (KINDS.index("card"), UNKNOWN, INDICES.index("V"), 3)),
        (card_label("9"), (KINDS.index("card"), UNKNOWN, INDICES.index("9"), UNKNOWN)),
        (JOKER, NOTHING.row()),
        (BACK, NOTHING.row()),
    ],
)
def test_of_a_corner_index_and_suit_are_asked_and_no_rank(whole: object, asked: tuple[int, ...]) -> None:
    assert indexed(whole).row() == asked  # type: ignore[arg-type]


def test_most_corners_show_an_index_and_some_do_not() -> None:
    maker = CornerMaker(POOL, Surfaces(()))
    made = [maker.crop(random.Random(seed)) for seed in range(200)]
    assert {patch.shape for patch, _ in made} == {(PATCH_HEIGHT, PATCH_WIDTH, 3)}
    nothing = sum(label == NOTHING for _, label in made) / len(made)
    assert 0.05 < nothing < 0.4
    assert {label.index for _, label in made if label != NOTHING} >= {INDICES.index(name) for name in "29JQK"}


@pytest.mark.parametrize("fault", sorted(set(corner_crops.FAULTS)))
def test_where_the_index_should_be_and_is_not_nothing_is_to_be_read(
    fault: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(corner_crops, "FAULTS", (fault,))
    maker = CornerMaker(POOL, Surfaces(()), faulty_share=1.0)
    assert {maker.crop(random.Random(seed))[1] for seed in range(12)} == {NOTHING}


def _stored() -> RealCrops:
    """A photographed eight of clubs: bright where its indices are, else grey."""
    card = np.full((STORED_HEIGHT, STORED_WIDTH, 3), 90, np.uint8)
    cv2.rectangle(card, (22, 33), (52, 85), (255, 255, 255), -1)
    card[-STORED_HEIGHT // 2 :] = card[: STORED_HEIGHT // 2][::-1, ::-1]
    return RealCrops(card[None], np.array([card_label("8C").row()], np.int16))


def test_both_corners_of_a_photographed_card_are_cut_out_upright() -> None:
    corners = RealCorners(_stored())
    found = [corners.crop(random.Random(seed)) for seed in range(150)]
    right = [patch for patch, label in found if label == indexed(card_label("8C"))]
    assert 0.8 < len(right) / len(found) < 1.0
    assert {label for _, label in found} == {indexed(card_label("8C")), NOTHING}
    brighter = [patch[20:55, 14:28].mean() > patch[70:, 45:].mean() for patch in right]
    assert np.mean(brighter) > 0.95
