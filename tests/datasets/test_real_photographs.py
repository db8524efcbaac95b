"""The shipped networks on real photographs that no training saw."""

from collections import Counter

import pytest

from datasets.evaluation_labels import LabelledPhoto, labelled_photos
from datasets.evaluation_scoring import Outcome, scored
from tests.photographs import photographs
from vision.networks import MissingWeights
from vision.photographs import open_photograph
from vision.sight import CardSight

SETS = ("phone-white-deck", "mixed-tables-9-to-A")


@pytest.fixture(scope="module")
def sight() -> CardSight:
    try:
        return CardSight.shipped(threads=1)
    except MissingWeights as missing:
        pytest.skip(str(missing))


def alone(photo: LabelledPhoto) -> bool:
    """Whether one card lies in the picture, and all of it is known to be visible."""
    return len(photo.cards) == 1 and (photo.cards[0].whole or len(photo.cards[0].boxes) == 2)


@pytest.mark.parametrize("name", SETS)
def test_cards_that_lie_alone_are_named_and_hardly_ever_wrongly(sight: CardSight, name: str) -> None:
    held_out = labelled_photos(photographs(), "train", [name], only_held_out=True)
    chosen = [photo for photo in held_out if alone(photo)][:20]
    assert len(chosen) >= 10
    outcomes = Counter(
        judged.outcome
        for photo in chosen
        for judged in scored(photo, sight.see(open_photograph(photo.path))).judged
    )
    assert outcomes[Outcome.RIGHT] >= 0.85 * outcomes.total()
    assert outcomes[Outcome.WRONG] == 0
