"""From the reader network's numbers to faces."""

import numpy as np
import pytest

from referee.cards import FACES, JOKER, Card
from tests.vision.toy_cards import ColourReader, lay, toy_quad, toy_reading, toy_table
from vision.deck_language import DeckLanguage
from vision.reader import (
    BACK_COLUMN,
    NONE_COLUMN,
    OUTCOMES,
    CardReader,
    Readings,
    column_of,
    face_of,
    joined,
)


def _best(readings: Readings, language: DeckLanguage) -> str:
    column = int(readings.faces({language: 1.0})[0].argmax())
    return str(face_of(column)) if column < BACK_COLUMN else ("BACK" if column == BACK_COLUMN else "none")


@pytest.mark.parametrize(
    ("reading", "language", "name"),
    [
        (toy_reading(rank=10, index="J"), DeckLanguage.ENGLISH, "JH"),
        (toy_reading(rank=9, index="10", suit=0), DeckLanguage.ENGLISH, "10C"),
        (toy_reading(rank=0, index="1", suit=3), DeckLanguage.FRENCH, "AS"),
        (toy_reading(rank=11, index="V", suit=1), DeckLanguage.DUTCH, "QD"),
        (toy_reading(kind=1), DeckLanguage.ENGLISH, "JOKER"),
        (toy_reading(kind=2), DeckLanguage.ENGLISH, "BACK"),
        (toy_reading(kind=3), DeckLanguage.ENGLISH, "none"),
    ],
)
def test_what_the_heads_say_is_joined_into_a_face(
    reading: Readings, language: DeckLanguage, name: str
) -> None:
    assert _best(reading, language) == name


def test_a_table_of_faces_is_a_probability() -> None:
    table = joined([toy_reading(), toy_reading(kind=3), toy_reading(index="other")]).faces(
        {DeckLanguage.DUTCH: 1.0}
    )
    assert table.shape == (3, OUTCOMES)
    assert table.sum(axis=1).tolist() == pytest.approx([1, 1, 1], abs=1e-5)
    assert (table >= 0).all()


def test_the_index_outweighs_the_look_when_asked_to() -> None:
    shuffled = toy_reading(rank=12, index="J", sure=0.9)  # the figure of a king under the letter of a jack
    english = {DeckLanguage.ENGLISH: 1.0}
    assert FACES[int(shuffled.faces(english, index_share=0.9)[0].argmax())] == Card.parse("JH")
    assert FACES[int(shuffled.faces(english, index_share=0.1)[0].argmax())] == Card.parse("KH")


def test_columns_are_faces_in_their_order() -> None:
    assert [face_of(column_of(card)) for card in FACES] == list(FACES)
    assert face_of(column_of(JOKER)) == JOKER
    assert face_of(BACK_COLUMN) is None
    assert face_of(NONE_COLUMN) is None


@pytest.mark.parametrize("turn", [0, 25, -70, 180])
def test_the_quads_of_a_picture_are_read_in_their_order(turn: float) -> None:
    picture = toy_table()
    quads = [toy_quad(120, 150, 70, turn), toy_quad(300, 300, 70, -turn), toy_quad(480, 200, 70, turn)]
    for quad, colour in zip(quads, [(0, 0, 220), (0, 200, 0), (220, 0, 0)], strict=True):
        lay(picture, quad, colour)
    readings = CardReader(ColourReader()).read(picture, quads)
    table = readings.faces({DeckLanguage.ENGLISH: 1.0})
    assert [str(face_of(int(row.argmax()))) for row in table] == ["AH", "10C", "KS"]


def test_many_crops_are_read_in_parts_and_none_gives_none() -> None:
    reader = CardReader(ColourReader())
    crops = np.zeros((130, 144, 96, 3), np.uint8)
    crops[100, :, :, 2] = 255
    readings = reader.read_crops(crops)
    assert len(readings) == 130
    assert readings.kind[100].argmax() == 0
    assert readings.kind[99].argmax() == 3
    assert len(reader.read(toy_table(), [])) == 0
