from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from datasets.deck_parts import cut_pips, fills_its_card, parts_of
from datasets.deck_style import draw_style, printed_index, reshaped
from datasets.decks import FACE_CODES, SUITS, Deck, DeckLibrary, index_name
from datasets.fonts import NoFontsError, glyph, index_fonts
from datasets.made_up_decks import made_up_decks
from datasets.procedural import procedural_deck


def test_a_made_up_deck_is_complete(library: DeckLibrary) -> None:
    deck = procedural_deck(random.Random(1), library, 108, 160)
    assert deck.cards == FACE_CODES
    assert len(deck.jokers) == 2
    assert len(deck.backs) == 2
    for face in deck.faces.values():
        assert face.shape == (160, 108, 4)
        assert face.dtype == np.uint8
        assert face[80, 54, 3] == 255
        assert face[0, 0, 3] < 255, "corners are round"


def test_the_same_lot_makes_the_same_deck(library: DeckLibrary) -> None:
    one, other = (procedural_deck(random.Random(5), library, 108, 160) for _ in range(2))
    assert one.name == other.name
    assert all(np.array_equal(one.faces[code], other.faces[code]) for code in one.faces)


@pytest.mark.parametrize("seed", range(6))
def test_every_face_of_a_deck_looks_different(library: DeckLibrary, seed: int) -> None:
    deck = procedural_deck(random.Random(seed), library, 108, 160)
    same = [
        (a, b)
        for i, a in enumerate(FACE_CODES)
        for b in FACE_CODES[i + 1 :]
        if np.array_equal(deck.faces[a], deck.faces[b])
    ]
    assert deck.index_language == "none" or not same


def test_all_languages_come_up(library: DeckLibrary) -> None:
    parts, rng = parts_of(library), random.Random(2)
    assert {draw_style(rng, parts).language for _ in range(300)} == {
        *("en", "nl", "de", "fr", "fr1", "sv", "none"),
    }


def test_black_faces_and_four_corners_come_up_with_plain_ones(library: DeckLibrary) -> None:
    parts, rng = parts_of(library), random.Random(3)
    styles = [draw_style(rng, parts) for _ in range(300)]
    dark = [style for style in styles if style.dark]
    assert 10 < len(dark) < 80
    assert all(max(style.stock) < 80 for style in dark)
    assert any(style.corners == 4 and style.jumbo for style in styles)
    assert any(style.court_shuffle for style in styles)


def test_letters_outside_the_alphabet_are_printed_all_the_same(library: DeckLibrary) -> None:
    style = draw_style(random.Random(4), parts_of(library))
    swedish, unlettered = replace(style, language="sv"), replace(style, language="none")
    assert printed_index("JC", swedish, index_name("JC", "sv")) == "Kn"
    assert printed_index("AC", swedish, index_name("AC", "sv")) == "E"
    assert printed_index("JC", unlettered, index_name("JC", "none")) == ""
    assert printed_index("9C", unlettered, index_name("9C", "none")) == "9"


def test_pips_are_cut_out_of_the_twos(artwork: Path) -> None:
    pips = cut_pips(artwork / "cards" / "toy-dutch")
    assert pips is not None
    assert set(pips) == set(SUITS)
    heights = [pips[suit].shape[0] for suit in ("C", "D", "H", "S")]
    assert heights == sorted(heights), "the drawn pips grow from clubs to spades"
    assert cut_pips(artwork / "cards" / "extras") is None


def _painted(deck: Deck) -> Deck:
    """The deck with every court card red from edge to edge."""
    faces = dict(deck.faces)
    for code in (rank + suit for rank in "JQK" for suit in SUITS):
        faces[code] = faces[code].copy()
        faces[code][..., :3] = (20, 20, 200)
    return replace(deck, name="painted", faces=faces)


def test_figures_without_a_frame_fill_the_cards_of_a_made_up_deck(
    library: DeckLibrary, monkeypatch: pytest.MonkeyPatch
) -> None:
    plain = next(deck for deck in library.decks if len(deck.cards) == len(FACE_CODES))
    painted = _painted(plain)
    assert fills_its_card(painted)
    assert not fills_its_card(plain)
    parts = replace(parts_of(library), frameless_courts=(painted,))
    styles = [draw_style(random.Random(seed), parts) for seed in range(200)]
    whole = [style for style in styles if style.court_whole]
    assert whole
    assert all(style.court_deck is painted and not style.court_frame and not style.dark for style in whole)
    style = replace(next(style for style in whole if style.corners == 2), court_shuffle=False, wear=0.0)
    monkeypatch.setattr("datasets.procedural.parts_of", lambda _: parts)
    monkeypatch.setattr("datasets.procedural.draw_style", lambda *_: style)
    face = procedural_deck(random.Random(1), library, 108, 160).faces["JC"]
    assert face[80, 5, 2] > 1.5 * face[80, 5, 1], "red at the side"
    assert face[2, 12, 1] > 120, "stock behind the index"


def _drawn_pips() -> dict[str, np.ndarray]:
    """The four suits as a child would draw them, cut to their edges."""
    pips = {suit: np.zeros((60, 60), np.uint8) for suit in SUITS}
    for x, y in ((30, 16), (16, 36), (44, 36)):
        cv2.circle(pips["C"], (x, y), 14, 255, -1)
    cv2.fillPoly(pips["D"], [np.array([[30, 0], [54, 30], [30, 59], [6, 30]])], 255)
    for suit, tip, lobes in (("H", 59, 20), ("S", 0, 36)):
        for x in (17, 43):
            cv2.circle(pips[suit], (x, lobes), 15, 255, -1)
        cv2.fillPoly(pips[suit], [np.array([[3, lobes], [57, lobes], [30, tip]])], 255)
    for suit in "CS":
        cv2.fillPoly(pips[suit], [np.array([[30, 30], [40, 59], [20, 59]])], 255)
    boxes = {suit: cv2.boundingRect(pip) for suit, pip in pips.items()}
    return {suit: pips[suit][y : y + high, x : x + wide] for suit, (x, y, wide, high) in boxes.items()}


def test_pips_by_another_hand_are_still_those_of_their_suit() -> None:
    pips = _drawn_pips()
    drawn = [reshaped(pips, random.Random(seed)) for seed in range(60)]
    assert any(not np.array_equal(one["C"], pips["C"]) for one in drawn)
    for one in drawn:
        for suit, pip in one.items():
            parts, _ = cv2.connectedComponents((pip > 127).astype(np.uint8))
            assert parts == 2, "one piece before its ground"
            alike = {other: _overlap(pip, pips[other]) for other in SUITS}
            assert max(alike, key=alike.__getitem__) == suit


def _overlap(one: np.ndarray, other: np.ndarray) -> float:
    first, second = (cv2.resize(mask, (64, 64)) > 127 for mask in (one, other))
    return float((first & second).sum() / (first | second).sum())


def test_a_glyph_is_cut_to_its_ink(artwork: Path) -> None:
    font = index_fonts(artwork)[0]
    mask = glyph(font, "V")
    assert mask[0].max() > 0
    assert mask[:, 0].max() > 0
    assert glyph(font, "10").shape[1] > glyph(font, "1").shape[1]
    with pytest.raises(ValueError, match="' '"):
        glyph(font, " ")


def test_a_folder_without_fonts_is_refused(tmp_path: Path) -> None:
    with pytest.raises(NoFontsError):
        index_fonts(tmp_path)


def test_made_up_decks_are_made_once_and_then_read(
    library: DeckLibrary, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = made_up_decks(library, 2, seed=3, width=54, height=80)
    assert made[0].name != made[1].name

    def refuse(*_: object) -> Deck:
        raise AssertionError("made again")

    monkeypatch.setattr("datasets.made_up_decks.procedural_deck", refuse)
    read = made_up_decks(library, 2, seed=3, width=54, height=80)
    for one, other in zip(made, read, strict=True):
        assert (one.name, one.index_language, one.weight) == (other.name, other.index_language, other.weight)
        assert all(np.array_equal(one.faces[code], other.faces[code]) for code in one.faces)
