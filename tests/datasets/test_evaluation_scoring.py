"""What counts as right, wrong, refused, missed and invented."""

import csv
from pathlib import Path

import numpy as np
import pytest

from datasets.evaluation_labels import (
    SUITS_BY_EYE,
    LabelKind,
    LabelledPhoto,
    Truth,
    held_out,
    labelled_photos,
)
from datasets.evaluation_scoring import Outcome, scored, width_class
from referee.cards import Card
from tests.photographs import photographs
from vision.sightings import BACK, CardSeen, Quad, Reason

RIGHT, WRONG, REFUSED, MISSED = Outcome.RIGHT, Outcome.WRONG, Outcome.REFUSED, Outcome.MISSED


def _quad(x: float, y: float, wide: float = 60) -> Quad:
    half, tall = wide / 2, wide * 0.7
    corners = [[x - half, y - tall], [x + half, y - tall], [x + half, y + tall], [x - half, y + tall]]
    return np.array(corners, np.float32)


def _seen(name: str | None, x: float = 100, y: float = 100, top: bool = True, wide: float = 60) -> CardSeen:
    face = Card.parse(name) if name not in (None, BACK) else None
    reason = Reason.UNKNOWN if name is None else None
    return CardSeen(face, name == BACK, 0.9, _quad(x, y, wide), 1.0, top, reason)


def _photo(kind: LabelKind, *truths: Truth) -> LabelledPhoto:
    return LabelledPhoto("train/some/0001.jpg", Path("0001.jpg"), "train", "some", kind, truths)


def _corners(name: str, x: float, y: float) -> Truth:
    return Truth(name, ((x - 28, y - 40, x - 16, y - 26), (x + 16, y + 26, x + 28, y + 40)))


@pytest.mark.parametrize(
    ("seen", "outcome", "invented"),
    [
        ([_seen("10H")], RIGHT, 0),
        ([_seen("9H")], WRONG, 0),
        ([_seen(None)], REFUSED, 0),
        ([], MISSED, 0),
        ([_seen("10H"), _seen("KS", 300)], RIGHT, 1),
        ([_seen("9H"), _seen("KS", 300)], WRONG, 1),
        ([_seen(None), _seen("10H")], RIGHT, 0),
        ([_seen(BACK)], WRONG, 0),
    ],
)
def test_a_single_card(seen: list[CardSeen], outcome: Outcome, invented: int) -> None:
    result = scored(_photo(LabelKind.SINGLE, Truth("10H")), seen)
    assert [card.outcome for card in result.judged] == [outcome]
    assert len(result.invented) == invented


@pytest.mark.parametrize(
    ("seen", "outcome"),
    [
        ([_seen("10H"), _seen("KS", top=False)], RIGHT),
        ([_seen("KS"), _seen("10H", top=False)], WRONG),
        ([_seen("10H"), _seen("KS")], WRONG),
        ([_seen(None), _seen("10H", top=False)], REFUSED),
        ([_seen("KS", top=False)], REFUSED),
        ([], MISSED),
    ],
    ids=["right", "lower-on-top", "two-tops", "top-unread", "no-top", "nothing"],
)
def test_the_top_of_a_pile(seen: list[CardSeen], outcome: Outcome) -> None:
    result = scored(_photo(LabelKind.TOP, Truth("10H")), seen)
    assert [card.outcome for card in result.judged] == [outcome]


def test_corner_boxes_are_matched_by_place() -> None:
    photo = _photo(
        LabelKind.CORNERS, _corners("10H", 100, 100), _corners("KS", 200, 100), _corners("2C", 300, 100)
    )
    seen = [_seen("10H", 100), _seen("QS", 200), _seen(None, 300), _seen("5D", 500)]
    result = scored(photo, seen)
    assert [card.outcome for card in result.judged] == [RIGHT, WRONG, REFUSED]
    assert [card.name for card in result.invented] == ["5D"]
    assert [card.free_indices for card in result.judged] == [2, 2, 2]


def test_two_cards_of_one_picture_that_are_swapped_are_both_wrong() -> None:
    photo = _photo(LabelKind.CORNERS, _corners("10H", 100, 100), _corners("KS", 200, 100))
    result = scored(photo, [_seen("KS", 100), _seen("10H", 200)])
    assert [card.outcome for card in result.judged] == [WRONG, WRONG]


def test_a_card_found_twice_is_right_once_and_not_invented() -> None:
    photo = _photo(LabelKind.CORNERS, _corners("10H", 100, 100))
    result = scored(photo, [_seen("10H", 100), _seen("10H", 104)])
    assert [card.outcome for card in result.judged] == [RIGHT]
    assert result.invented == ()


def test_boxes_around_whole_cards_know_the_rank_alone() -> None:
    photo = _photo(
        LabelKind.RANKS,
        Truth("10", ((70, 58, 130, 142),), whole=True),
        Truth("K", ((270, 58, 330, 142),), whole=True),
    )
    result = scored(photo, [_seen("10H", 100), _seen("QS", 300)])
    assert [card.outcome for card in result.judged] == [RIGHT, WRONG]


def test_backs_are_found_by_their_boxes() -> None:
    photo = _photo(LabelKind.CORNERS, Truth(BACK, ((70, 58, 130, 142),), whole=True))
    assert scored(photo, [_seen(BACK, 100)]).judged[0].outcome is RIGHT
    assert scored(photo, [_seen("10H", 100)]).judged[0].outcome is WRONG
    assert scored(photo, []).judged[0].outcome is MISSED


@pytest.mark.parametrize(
    ("wide", "name"), [(10, "0-24"), (24, "24-30"), (59.9, "40-60"), (100, "100-200"), (900, "200+")]
)
def test_cards_are_counted_by_their_width(wide: float, name: str) -> None:
    assert width_class(_seen("10H", wide=wide)) == name
    assert width_class(None) == "?"


def test_labels_are_read_from_the_two_tables(tmp_path: Path) -> None:
    (tmp_path / "labels.csv").write_text(
        "file,split,set,kind,cards,licence,source\n"
        "train/a/0.jpg,train,a,corner-boxes,10H KS BACK,MIT,x\n"
        "train/a/1.jpg,train,a,single,2C,MIT,x\n"
        "train/a/2.jpg,train,a,unlabelled,,MIT,x\n"
        'eval/b/0.jpg,eval,b,"whole-card-boxes, rank only",9 A,MIT,x\n'
    )
    (tmp_path / "boxes.csv").write_text(
        "file,label,what,x1,y1,x2,y2\n"
        "train/a/0.jpg,10H,corner index,1,2,3,4\n"
        "train/a/0.jpg,10H,corner index,5,6,7,8\n"
        "train/a/0.jpg,KS,corner index,5,6,7,8\n"
        "train/a/0.jpg,BACK,back,0,0,9,9\n"
        "eval/b/0.jpg,9,whole card,0,0,9,9\n"
        "eval/b/0.jpg,9,whole card,20,0,29,9\n"
    )
    corners, single = labelled_photos(tmp_path, "train")
    assert [(truth.name, len(truth.boxes)) for truth in corners.cards] == [("10H", 2), ("KS", 1), (BACK, 1)]
    assert [truth.name for truth in single.cards] == ["2C"]
    [ranks] = labelled_photos(tmp_path, "eval")
    assert [truth.name for truth in ranks.cards] == ["9", "9"]
    assert ranks.cards[0].rank_only
    assert labelled_photos(tmp_path, sets=["b"]) == (ranks,)
    kept = labelled_photos(tmp_path, only_held_out=True)
    assert all(held_out(photo.file) for photo in kept)


def test_about_one_in_five_photographs_is_held_out() -> None:
    share = np.mean([held_out(f"train/phone-white-deck/{number:04}.jpg") for number in range(1000)])
    assert 0.15 < share < 0.25


def test_suits_added_by_eye_belong_to_ranks_that_the_set_names() -> None:
    photos = photographs()
    with (photos / "boxes.csv").open(newline="") as table:
        boxes = [row for row in csv.DictReader(table) if row["what"] == "whole card"]
    ranks: dict[str, list[str]] = {}
    for row in boxes:
        ranks.setdefault(row["file"], []).append(row["label"])
    with SUITS_BY_EYE.open(newline="") as table:
        added = {row["file"]: row["cards"].split() for row in csv.DictReader(table)}
    assert {file: [card[:-1] for card in cards] for file, cards in added.items()} == {
        file: ranks[file] for file in added
    }
    known = [truth for photo in labelled_photos(photos, "train") for truth in photo.cards if truth.whole]
    assert not any(truth.rank_only for truth in known)
