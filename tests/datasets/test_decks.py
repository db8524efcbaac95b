from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from datasets.decks import (
    FACE_CODES,
    DeckLibrary,
    NoDecksError,
    UnknownLanguageError,
    fit_face,
    index_name,
    read_picture,
    rounded_mask,
)


@pytest.mark.parametrize(
    ("code", "language", "printed"),
    [
        ("10H", "nl", "10"),
        ("JH", "nl", "B"),
        ("QH", "nl", "V"),
        ("KH", "nl", "H"),
        ("QS", "de", "D"),
        ("KS", "de", "K"),
        ("JC", "fr", "V"),
        ("KC", "fr", "R"),
        ("AC", "fr", "A"),
        ("AC", "fr1", "1"),
        ("JD", "sv", "other"),  # Kn, which the reader's alphabet does not have
        ("QD", "sv", "D"),
        ("AD", "sv", "other"),
        ("JD", "none", "other"),
        ("AD", "none", "A"),
        ("7S", "other", "7"),
    ],
)
def test_the_printed_index_follows_the_language(code: str, language: str, printed: str) -> None:
    assert index_name(code, language) == printed


def test_an_unknown_language_or_card_has_no_index() -> None:
    with pytest.raises(UnknownLanguageError):
        index_name("QH", "xx")
    with pytest.raises(ValueError, match="JK0"):
        index_name("JK0", "nl")


def test_a_library_holds_the_rendered_decks_at_the_size_asked_for(library: DeckLibrary) -> None:
    assert [deck.name for deck in library.decks] == ["toy-dutch", "toy-english", "extras"]
    dutch = library.deck("toy-dutch")
    assert dutch.cards == FACE_CODES
    assert (dutch.jokers, dutch.backs) == (("JK0",), ("BK0",))
    assert library.deck("extras").cards == ()
    assert dutch.faces["QH"].shape == (160, 108, 4)
    assert dutch.faces["QH"].dtype == np.uint8
    with pytest.raises(KeyError):
        library.deck("no such deck")


def test_a_second_load_reads_what_the_first_one_kept(artwork: Path) -> None:
    first = DeckLibrary.load(artwork, 54, 80)
    kept = {p.name: p.stat().st_mtime_ns for p in (artwork / "resized" / "54x80").iterdir()}
    second = DeckLibrary.load(artwork, 54, 80)
    assert {p.name: p.stat().st_mtime_ns for p in (artwork / "resized" / "54x80").iterdir()} == kept
    assert np.array_equal(first.decks[0].faces["KS"], second.decks[0].faces["KS"])


def test_an_empty_folder_says_what_to_run(tmp_path: Path) -> None:
    with pytest.raises(NoDecksError, match=r"datasets\.artwork"):
        DeckLibrary.load(tmp_path)


def test_shrinking_leaves_no_dark_rim_under_transparent_pixels() -> None:
    card = np.zeros((448, 320, 4), np.uint8)
    card[..., :3] = 255
    card[..., 3] = rounded_mask(320, 448, 20)
    card[card[..., 3] == 0] = 0
    small = fit_face(card, 108, 160)
    assert small[0, 0, 3] < 64
    assert small[..., :3].min() > 240


def test_trimming_cuts_off_a_drawn_outline() -> None:
    card = np.full((448, 320, 4), 255, np.uint8)
    cv2.rectangle(card, (0, 0), (319, 447), (0, 0, 0, 255), 3)
    assert fit_face(card, 108, 160, trim=0.01)[80, 0, 0] > 240
    assert fit_face(card, 108, 160)[80, 0, 0] < 200


def test_a_file_that_is_no_picture_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "AS.png"
    file.write_text("no picture")
    with pytest.raises(ValueError, match="not a readable picture"):
        read_picture(file)
