import random

import numpy as np
import pytest

from datasets.crops import CROP_HEIGHT, CROP_WIDTH, CropMaker
from datasets.face_pool import RESERVED_DECKS, FacePool
from datasets.labels import INDICES, KINDS, NOTHING, RANKS, SUITS, UNKNOWN, card_label
from datasets.surfaces import Surfaces
from tests.datasets.drawn_decks import drawn_deck


@pytest.mark.parametrize(
    ("code", "printed", "row"),
    [
        ("10H", None, ("card", "10", "10", "H")),
        ("QS", "V", ("card", "Q", "V", "S")),
        ("JS", "V", ("card", "J", "V", "S")),
        ("AC", "1", ("card", "A", "1", "C")),
    ],
)
def test_a_label_names_the_rank_and_the_printed_index(
    code: str, printed: str | None, row: tuple[str, ...]
) -> None:
    label = card_label(code, printed)
    assert (KINDS[label.kind], RANKS[label.rank], INDICES[label.index], SUITS[label.suit]) == row


def test_what_is_not_known_is_not_asked() -> None:
    rank_alone = card_label("9")
    assert rank_alone.suit == UNKNOWN
    assert card_label("KD").index == UNKNOWN


def test_a_label_of_no_card_is_refused_with_examples() -> None:
    with pytest.raises(ValueError, match="write for example 10H"):
        card_label("11H")


def test_crops_have_one_size_and_a_share_of_unreadable_ones() -> None:
    maker = CropMaker(FacePool([drawn_deck()]), Surfaces(()))
    made = [maker.crop(random.Random(seed)) for seed in range(150)]
    assert {image.shape for image, _ in made} == {(CROP_HEIGHT, CROP_WIDTH, 3)}
    assert {image.dtype for image, _ in made} == {np.dtype(np.uint8)}
    share = sum(label == NOTHING for _, label in made) / len(made)
    assert 0.05 < share < 0.4
    assert any(label.index != UNKNOWN for _, label in made if label.kind == NOTHING.kind)


@pytest.mark.parametrize(
    ("fault", "indexed"), [("shortened", True), ("grafted", True), ("cut", True), ("turned", False)]
)
def test_of_a_card_whose_pips_say_something_else_only_the_corner_index_is_asked(
    fault: str, indexed: bool
) -> None:
    maker = CropMaker(FacePool([drawn_deck()]), Surfaces(()), faults=(fault,), faulty_share=1.0)
    labels = [maker.crop(random.Random(seed))[1] for seed in range(40)]
    assert {(label.kind, label.rank) for label in labels} == {(NOTHING.kind, UNKNOWN)}
    assert any(label.index != UNKNOWN for label in labels) is indexed


def test_decks_of_the_test_clips_never_get_into_training() -> None:
    pool = FacePool([drawn_deck(name) for name in [*RESERVED_DECKS, "usable"]])
    drawn = {pool.deck(random.Random(seed)).name for seed in range(50)}
    assert drawn == {"usable"}


def test_a_pool_without_a_complete_deck_says_what_to_do() -> None:
    with pytest.raises(ValueError, match="fetch the artwork"):
        FacePool([])


def test_a_court_with_another_s_figure_is_still_what_its_corner_says() -> None:
    deck = drawn_deck()
    pool = FacePool([deck])
    made = {
        share: CropMaker(pool, Surfaces(()), faulty_share=0.0, refigured_share=share).crop(
            random.Random(seed)
        )
        for share in (0.0, 1.0)
        for seed in [next(s for s in range(999) if draws_a_court(pool, s))]
    }
    (plain, label), (strange, same_label) = made[0.0], made[1.0]
    assert label == same_label
    assert RANKS[label.rank] in "JQK"
    assert not np.array_equal(plain, strange)


def draws_a_court(pool: FacePool, seed: int) -> bool:
    _, label = CropMaker(pool, Surfaces(()), faulty_share=0.0).crop(random.Random(seed))
    return label.kind == KINDS.index("card") and RANKS[label.rank] in "JQK"
