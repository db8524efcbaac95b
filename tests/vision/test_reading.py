"""One photograph's file, as the command line reads it."""

import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from PIL import Image as Pillow

from referee.cards import Card
from tests.vision.toy_cards import toy_quad
from vision.reading import read_photo
from vision.sightings import CardSeen, Image, Quad


class OneCard:
    """Sees the same card in every picture."""

    def see(self, image: Image, places: Sequence[Quad] = ()) -> tuple[CardSeen, ...]:
        return (CardSeen(Card.parse("QS"), False, 0.99, toy_quad(50, 50, 20), 1.0, True),)


def test_a_photograph_is_read(tmp_path: Path) -> None:
    file = tmp_path / "table.png"
    Pillow.fromarray(np.zeros((100, 100, 3), np.uint8)).save(file)
    value = json.loads(json.dumps(read_photo(file, OneCard()).to_json()))
    assert value["file"] == str(file)
    assert [card["card"] for card in value["cards"]] == ["QS"]
    assert "error" not in value


def test_what_is_no_picture_is_answered_not_raised(tmp_path: Path) -> None:
    file = tmp_path / "letter.jpg"
    file.write_text("dear aunt")
    value = read_photo(file, OneCard()).to_json()
    assert value["cards"] == []
    assert "not a picture" in value["error"]
