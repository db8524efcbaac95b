"""Sight held against rendered scenes and spoilt crops."""

import numpy as np

from datasets.evaluation_crops import CropKind, crop_outcomes, crops_table
from datasets.evaluation_detector import Scene, SceneCard
from datasets.evaluation_scenes import scene_outcomes, scenes_table
from datasets.face_pool import FacePool
from datasets.surfaces import Surfaces
from referee.cards import Card
from tests.datasets.drawn_decks import drawn_deck
from tests.vision.toy_cards import ColourReader, toy_quad
from vision.reader import CardReader
from vision.sightings import CardSeen, Image, Quad, Reason

TABLE = np.full((416, 416, 3), 90, np.uint8)
PLACES = [toy_quad(80, 100, 50), toy_quad(200, 100, 50), toy_quad(320, 100, 50), toy_quad(80, 300, 50)]


class Says:
    """Sees what it is told to see."""

    def __init__(self, *seen: CardSeen) -> None:
        self.seen = seen

    def see(self, image: Image, places: object = ()) -> tuple[CardSeen, ...]:
        return self.seen


def seen(name: str | None, quad: Quad) -> CardSeen:
    face = Card.parse(name) if name else None
    return CardSeen(face, False, 0.97 if face else 0.3, quad, 1.0, True, None if face else Reason.BLUR, ())


def test_every_card_has_one_outcome_and_what_lies_nowhere_is_invented() -> None:
    names = ["9H", "5S", "KD", "2C"]
    scene = Scene(
        TABLE,
        tuple(SceneCard("whole", quad, 1.0, name) for quad, name in zip(PLACES, names, strict=True)),
    )
    said = Says(
        seen("9H", PLACES[0]),
        seen("4S", PLACES[1] + 2),
        seen(None, PLACES[2]),
        seen("7D", toy_quad(320, 320, 50)),
    )
    told = scenes_table(scene_outcomes(iter([scene]), said))
    assert "| whole | 4 | 1 (25.0%) | 1 (25.0%) | 1 (25.0%) | 1 (25.0%) |" in told
    assert "1 invented" in told
    assert "scene 0: 5S read as 4S (0.970)" in told


def test_a_covered_card_does_not_take_the_reading_of_the_one_that_covers_it() -> None:
    cards = (SceneCard("covered", PLACES[0] + 3, 0.5, "5S"), SceneCard("whole", PLACES[0], 1.0, "9H"))
    result = scene_outcomes(iter([Scene(TABLE, cards)]), Says(seen("9H", PLACES[0])))
    assert not result.wrong
    assert {kind: sum(counts.values()) for kind, counts in result.counts.items()} == {
        "whole": 1,
        "covered": 1,
    }


def test_narrow_cards_jokers_and_backs_are_not_asked_for() -> None:
    cards = tuple(SceneCard("whole", quad, 1.0, "JOKER") for quad in PLACES[:1])
    narrow = SceneCard("whole", toy_quad(200, 200, 20), 1.0, "9H")
    result = scene_outcomes(iter([Scene(TABLE, (*cards, narrow))]), Says())
    assert not any(result.counts["whole"].values())


def test_where_pips_and_index_disagree_there_is_no_name_to_say() -> None:
    pool, reader = FacePool([drawn_deck()]), CardReader(ColourReader())
    whole = crop_outcomes(CropKind("whole", 12), pool, Surfaces(()), reader)
    spoilt = crop_outcomes(CropKind("grafted", 12, ("grafted",)), pool, Surfaces(()), reader)
    assert whole.right is not None
    assert whole.wrong is not None
    assert whole.right + whole.wrong <= 1
    assert (spoilt.right, spoilt.wrong) == (None, None)
    assert "| grafted | 12 |" in crops_table([spoilt])
