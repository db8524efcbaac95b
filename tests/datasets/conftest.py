"""A tiny library of decks, drawn here: two complete decks of plain shapes, jokers and a back, and one font."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest
from PIL import ImageFont

from datasets.decks import FACE_CODES, DeckLibrary

SHADES = {"C": (10, 10, 10), "S": (30, 30, 30), "D": (20, 20, 220), "H": (60, 20, 200)}


@pytest.fixture(autouse=True)
def _one_thread() -> None:
    cv2.setNumThreads(1)


def draw_card(code: str) -> np.ndarray:
    """A white card, 160 x 224, with a suit-coloured pip where twos have theirs and a block for a court."""
    card = np.full((224, 160, 4), 255, np.uint8)
    shade = (*SHADES[code[-1]], 255)
    if code[0] in "JQK":
        cv2.rectangle(card, (30, 20), (130, 204), (*(int(c) for c in card_tint(code)), 255), -1)
    elif code[:-1] in ("A", "3", "5", "9"):
        cv2.circle(card, (80, 112), 15, shade, -1)
    if code[:-1] not in ("A", "J", "Q", "K"):
        size = {"C": 13, "D": 15, "H": 17, "S": 19}[code[-1]]
        cv2.circle(card, (80, 45), size, shade, -1)
        cv2.circle(card, (80, 179), size, shade, -1)
    return card


def card_tint(code: str) -> tuple[int, int, int]:
    return {"J": (200, 120, 60), "Q": (60, 200, 120), "K": (120, 60, 200)}[code[0]]


@pytest.fixture
def drawn_card() -> Callable[[str], np.ndarray]:
    return draw_card


def _write(folder: Path, name: str, codes: tuple[str, ...]) -> None:
    (folder / name).mkdir(parents=True)
    for code in codes:
        card = draw_card(code if code in FACE_CODES else "AS")
        if code.startswith("BK"):
            card[10:-10, 10:-10, :3] = (160, 60, 30)
        cv2.imwrite(str(folder / name / f"{code}.png"), card)


@pytest.fixture(scope="session")
def artwork(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("artwork")
    _write(root / "cards", "toy-dutch", (*FACE_CODES, "JK0", "BK0"))
    _write(root / "cards", "toy-english", (*FACE_CODES, "JK0", "JK1", "BK0"))
    _write(root / "cards", "extras", ("JK0", "BK0", "BK1"))
    table = [
        {"name": "toy-dutch", "index_language": "nl", "weight": 2.0},
        {"name": "toy-english", "index_language": "en", "weight": 4.0},
        {"name": "extras", "index_language": "en", "weight": 1.0},
        {"name": "not-rendered", "index_language": "en", "weight": 1.0},
    ]
    (root / "decks.json").write_text(json.dumps(table), encoding="utf-8")
    (root / "fonts").mkdir()
    font = ImageFont.load_default(40)
    assert isinstance(font, ImageFont.FreeTypeFont)
    (root / "fonts" / "Default-Regular.ttf").write_bytes(font.path.getvalue())
    return root


@pytest.fixture(scope="session")
def library(artwork: Path) -> DeckLibrary:
    return DeckLibrary.load(artwork, 108, 160)


@pytest.fixture(scope="session")
def fetched() -> Path:
    """The folder of really fetched and rendered artwork, where there is one."""
    here = Path(__file__).parents[2]
    named = os.environ.get("SCHEIDS_ARTWORK")
    for folder in (Path(named) if named else here / "artwork", here / "artwork", here.parent / "artwork"):
        if (folder / "decks.json").is_file():
            return folder
    pytest.skip("no fetched artwork: run `python -m datasets.artwork --into artwork/` or set SCHEIDS_ARTWORK")
