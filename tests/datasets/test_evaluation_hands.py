"""Hands are judged card by card and as a whole."""

from pathlib import Path

import pytest

from datasets.evaluation_hands import ScoredHand, faults, hands, hands_table, main
from datasets.evaluation_labels import LabelKind, LabelledPhoto, Truth
from datasets.evaluation_scoring import scored
from referee.cards import Card
from tests.vision.toy_cards import toy_quad
from vision.sightings import CardSeen, Reason

PLACES = {"AH": (100.0, 100.0), "10C": (300.0, 100.0)}


def photo(*names: str, kind: LabelKind = LabelKind.CORNERS) -> LabelledPhoto:
    truths = []
    for name in names:
        x, y = PLACES.get(name, (500.0, 100.0))
        truths.append(Truth(name, ((x - 5, y - 5, x + 5, y + 5),)))
    return LabelledPhoto("train/toys/1.jpg", Path("1.jpg"), "train", "toys", kind, tuple(truths))


def seen(place: str, name: str | None) -> CardSeen:
    face = None if name is None else Card.parse(name)
    quad = toy_quad(*PLACES[place])
    return CardSeen(face, False, 0.97, quad, 1.0, False, None if face else Reason.COVERED)


def hand(*cards: CardSeen) -> ScoredHand:
    return ScoredHand(scored(photo("AH", "10C"), cards), ())


def test_only_pictures_of_several_cards_face_up_or_of_single_ones_are_hands() -> None:
    photos = [
        photo("AH"),
        photo("AH", "BACK"),
        photo("AH", "10C", "BACK"),
        photo("AH", kind=LabelKind.SINGLE),
    ]
    assert [[truth.name for truth in one.cards] for one in hands(photos)] == [["AH", "10C"], ["AH"]]


@pytest.mark.parametrize(
    ("cards", "exact", "safe"),
    [
        ((seen("AH", "AH"), seen("10C", "10C")), True, True),
        ((seen("AH", "AH"), seen("10C", None)), False, True),
        ((seen("AH", "AH"),), False, True),
        ((seen("AH", "AH"), seen("10C", "9C")), False, False),
    ],
    ids=["all", "one seen and not read", "one missed", "one wrong"],
)
def test_a_hand_is_exact_or_at_least_not_false(cards: tuple[CardSeen, ...], exact: bool, safe: bool) -> None:
    assert (hand(*cards).exact, hand(*cards).safe) == (exact, safe)


def test_the_table_has_a_row_a_set_and_the_faults_are_named() -> None:
    results = [hand(seen("AH", "AH"), seen("10C", "9C")), hand(seen("AH", "AH"), seen("10C", None))]
    rows = hands_table(results).splitlines()
    assert rows[-1] == "| all | 2 | 0 | 1 | 4 | 2 (50.0%) | 1 (25.0%) | 1 (25.0%) | 0 (0.0%) | 0 |"
    assert faults(results) == ("train/toys/1.jpg: 10C read as 9C (0.97)",)


def test_missing_photographs_are_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--photos", str(tmp_path), "--models", str(tmp_path)]) == 2
    assert len(capsys.readouterr().err.strip().splitlines()) == 1
