"""Learning the look of a pack."""

import json
import zipfile
from collections.abc import Mapping
from io import BytesIO
from pathlib import Path

import cv2
import numpy as np
import pytest

from referee.cards import FACES, JOKER, Card
from vision.enrolment import (
    LARGEST_FILE,
    MOST_CROPS,
    EnrolledDeck,
    EnrolledReader,
    MalformedDeck,
    deck_names,
    drop_deck,
    imported,
    read_deck,
)
from vision.networks import Floats
from vision.reader import BACK_COLUMN, NONE_COLUMN, column_of
from vision.sightings import Image

ACE, TEN = Card.parse("AH"), Card.parse("10C")


class BlindReader:
    """A reader network that takes every crop for nothing, but whose features tell crops apart."""

    def run(self, batch: Floats) -> Mapping[str, Floats]:
        count = len(batch)
        kind = np.zeros((count, 4), np.float32)
        kind[:, 3] = 6
        small = batch[:, :, ::18, ::12].reshape(count, -1)
        features = np.zeros((count, 192), np.float32)
        features[:, : small.shape[1]] = small
        zeros = {
            name: np.zeros((count, size), np.float32)
            for name, size in (("rank", 13), ("index", 20), ("suit", 4))
        }
        return {"kind": kind, "features": features, **zeros}


def _art(seed: int) -> Image:
    """A black card with large golden shapes, different for each seed, the same both ways up."""
    random = np.random.default_rng(seed)
    crop = np.full((144, 96, 3), 20, np.uint8)
    for _ in range(4):
        x, y = int(random.integers(14, 82)), int(random.integers(14, 72))
        cv2.circle(crop, (x, y), int(random.integers(8, 16)), (60, 170, 220), -1)
    return np.maximum(crop, crop[::-1, ::-1])


def _dimmed(crop: Image, seed: int = 9) -> Image:
    noise = np.random.default_rng(seed).normal(0, 5, crop.shape)
    return np.clip(crop * 0.8 + 8 + noise, 0, 255).astype(np.uint8)


def test_a_pack_grows_card_by_card() -> None:
    deck = EnrolledDeck("Grandmother's pack").shown(ACE, _art(1)).shown(TEN, _art(2)).shown(ACE, _art(3))
    assert deck.cards == {ACE, TEN}
    assert len(deck.crops) == 3
    assert len(deck.missing) == len(FACES) - 2
    assert deck.forgotten(ACE).cards == {TEN}


def test_only_the_newest_pictures_of_a_card_are_kept() -> None:
    deck = EnrolledDeck("pack").shown(TEN, _art(99))
    for seed in range(MOST_CROPS + 3):
        deck = deck.shown(ACE, _art(seed))
    assert sum(card == ACE for card, _ in deck.crops) == MOST_CROPS
    assert (deck.crops[-1][1] == _art(MOST_CROPS + 2)).all()
    assert TEN in deck.cards


def test_a_pack_is_stored_listed_and_read_again(tmp_path: Path) -> None:
    deck = EnrolledDeck("Zwarte kaarten 2").shown(ACE, _art(1)).shown(JOKER, _art(2))
    assert deck_names(tmp_path / "packs") == ()
    deck.write(tmp_path / "packs")
    assert deck_names(tmp_path / "packs") == ("Zwarte kaarten 2",)
    for again in (read_deck(tmp_path / "packs", "Zwarte kaarten 2"), imported(deck.exported())):
        assert again.name == deck.name
        assert again.cards == deck.cards
        for (card, crop), (other, stored) in zip(deck.crops, again.crops, strict=True):
            assert card == other
            assert (crop == stored).all()


def test_an_empty_pack_can_be_stored_too(tmp_path: Path) -> None:
    EnrolledDeck("new").write(tmp_path)
    assert read_deck(tmp_path, "new").cards == frozenset()


@pytest.mark.parametrize("name", ["", "../up", "a/b", " space", "x" * 70, "tab\there"])
def test_names_that_no_file_could_safely_have_are_refused(name: str) -> None:
    with pytest.raises(MalformedDeck, match="cannot name a pack"):
        EnrolledDeck(name)


def _archive(**files: bytes) -> bytes:
    data = BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        for name, content in files.items():
            archive.writestr(name.replace("_", "."), content)
    return data.getvalue()


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"no archive",
        _archive(deck_json=b"{}"),
        _archive(deck_json=b"{}", crops_npz=b""),
        _archive(deck_json=b'{"name": "a", "cards": ["ZZ"]}', crops_npz=b""),
        _archive(deck_json=b'{"name": "a", "cards": ["AH"]}', crops_npz=b"PK"),
        _archive(deck_json=b"\xff\xfe", crops_npz=b""),
    ],
)
def test_what_is_no_pack_is_refused_with_a_sentence(data: bytes) -> None:
    with pytest.raises(MalformedDeck, match=r"\.$"):
        imported(data)


def test_a_pack_whose_pictures_do_not_match_its_cards_is_refused(tmp_path: Path) -> None:
    EnrolledDeck("pack").shown(ACE, _art(1)).write(tmp_path)
    with zipfile.ZipFile(tmp_path / "pack.pack") as archive:
        pictures = archive.read("crops.npz")
    names = json.dumps({"name": "pack", "cards": ["AH", "10C"]}).encode()
    with pytest.raises(MalformedDeck, match="do not match"):
        imported(_archive(deck_json=names, crops_npz=pictures))


@pytest.mark.parametrize("name", ["other", "../pack", "", ".."])
def test_a_pack_that_is_not_there_is_named(tmp_path: Path, name: str) -> None:
    EnrolledDeck("pack").write(tmp_path / "packs")
    for deed in (read_deck, drop_deck):
        with pytest.raises(MalformedDeck, match="No pack called"):
            deed(tmp_path / "packs", name)


def test_a_pack_is_deleted(tmp_path: Path) -> None:
    EnrolledDeck("pack").write(tmp_path)
    drop_deck(tmp_path, "pack")
    assert deck_names(tmp_path) == ()


def test_a_file_that_would_unpack_to_more_than_any_pack_is_refused() -> None:
    with pytest.raises(MalformedDeck, match="too large"):
        imported(_archive(deck_json=b"{}", crops_npz=bytes(LARGEST_FILE)))


def test_a_renamed_file_is_the_pack_of_its_new_name(tmp_path: Path) -> None:
    EnrolledDeck("old").shown(ACE, _art(1)).write(tmp_path)
    (tmp_path / "old.pack").rename(tmp_path / "new.pack")
    assert read_deck(tmp_path, "new").name == "new"


def test_backs_are_learnt_like_cards(tmp_path: Path) -> None:
    deck = EnrolledDeck("black")
    for number, card in enumerate(FACES[:6]):
        deck = deck.shown(card, _art(number))
    for seed in range(MOST_CROPS + 2):
        deck = deck.back_shown(_dimmed(_art(60), seed))
    deck.write(tmp_path)
    again = read_deck(tmp_path, "black")
    assert len(again.backs) == MOST_CROPS
    assert again.counts() == {**{str(card): 1 for card in FACES[:6]}, "BACK": MOST_CROPS}
    reader = EnrolledReader(BlindReader(), again)
    table = reader.read_crops(np.stack([_dimmed(_art(60), 77), _dimmed(_art(2))])).faces({})
    assert table.argmax(axis=1).tolist() == [BACK_COLUMN, column_of(FACES[2])]


def test_a_crop_of_another_size_is_refused() -> None:
    with pytest.raises(ValueError, match="144 x 96"):
        EnrolledDeck("pack").shown(ACE, np.zeros((10, 10, 3), np.uint8))


def test_an_enrolled_pack_is_read_by_a_reader_that_does_not_know_it() -> None:
    shown = {card: _art(number) for number, card in enumerate(FACES[:12])}
    deck = EnrolledDeck("black")
    for card, crop in shown.items():
        deck = deck.shown(card, crop)
    reader = EnrolledReader(BlindReader(), deck)
    table = reader.read_crops(np.stack([_dimmed(crop) for crop in shown.values()])).faces({})
    assert [int(row.argmax()) for row in table] == [column_of(card) for card in shown]
    assert table.sum(axis=1).tolist() == pytest.approx([1.0] * len(shown))


def test_a_card_that_was_not_shown_is_not_taken_for_one_that_was() -> None:
    deck = EnrolledDeck("black")
    for number, card in enumerate(FACES[:12]):
        deck = deck.shown(card, _art(number))
    reader = EnrolledReader(BlindReader(), deck)
    table = reader.read_crops(np.stack([_art(number) for number in range(200, 212)])).faces({})
    assert (table.argmax(axis=1) == NONE_COLUMN).mean() > 0.8


def test_a_pack_without_cards_changes_nothing() -> None:
    crops = np.stack([_art(1), _art(2)])
    plain = EnrolledReader(BlindReader(), EnrolledDeck("new")).read_crops(crops)
    assert plain.known is None
    assert plain.faces({}).argmax(axis=1).tolist() == [NONE_COLUMN] * 2
