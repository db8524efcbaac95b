"""Crops of photographed cards, whole and spoilt on purpose."""

import random

import numpy as np

from datasets.labels import NOTHING, UNKNOWN, card_label
from datasets.real_crops import STORED_HEIGHT, STORED_WIDTH, RealCrops

LABEL = card_label("8C")


def photographed_card() -> RealCrops:
    """A stored card that is white in its upper left corner, black in its lower right, grey elsewhere."""
    card = np.full((STORED_HEIGHT, STORED_WIDTH, 3), 128, np.uint8)
    card[: STORED_HEIGHT // 4, : STORED_WIDTH // 4] = 255
    card[-STORED_HEIGHT // 4 :, -STORED_WIDTH // 4 :] = 0
    return RealCrops(card[None], np.array([LABEL.row()], np.int16))


def test_a_spoilt_photograph_asks_for_the_index_only_where_its_corner_is_left() -> None:
    crops = photographed_card()
    kept = 0
    for seed in range(300):
        image, label = crops.crop(random.Random(seed))
        if label.kind != NOTHING.kind:
            assert label == LABEL
            continue
        assert label.rank == UNKNOWN
        if label.index != UNKNOWN:
            kept += 1
            assert (label.index, label.suit) == (LABEL.index, LABEL.suit)
            corners = [image[:20, :12], image[-20:, -12:]]
            assert max(np.ptp([corner.mean(), image.mean()]) for corner in corners) > 15
    assert 5 < kept < 60
