"""Rendered games: the same seed gives the same film, and the truth is what the film shows."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from datasets.clip_motion import Habits, choreograph
from datasets.clip_moves import Doing, Move, move_from_json, moves_from_record, random_moves
from datasets.clips import Clip, Variation, is_test_photo, make_clip, write_clip
from datasets.demo_clip import PLAYERS, script
from datasets.tabletop import SURFACES, TableCamera, lying, surface
from referee.cards import Card
from tests.datasets.drawn_decks import drawn_deck

SMALL = Variation(width=320, height=240, fps=10.0, across=420.0, tilt=12.0, noise=1.0, blur=0.0, shiver=0.0)


def clip_of(moves: list[Move], seed: int = 1, look: Variation = SMALL) -> Clip:
    return make_clip(moves, look, drawn_deck().faces, seed, habits=Habits(reach=420.0, hands=1))


def lay(card: str, manner: str = "slide") -> Move:
    return Move(Doing.LAY, Card.parse(card), 20.0, manner, 0.2, 2.0)


def test_the_truth_says_where_the_card_lies_and_the_picture_shows_it_there() -> None:
    clip = clip_of([lay("9H"), Move(Doing.WAIT, pause=0.5)])
    (event,) = clip.events()
    assert event.quad is not None
    before = clip.pictures.draw(0.0).astype(int)
    after = clip.pictures.draw(event.clear + 0.6).astype(int)
    differs = np.abs(after - before).max(axis=2) > 40
    inside = np.zeros(differs.shape, np.uint8)
    cv2.fillConvexPoly(inside, np.rint(event.quad).astype(np.int32), 1)
    assert differs[inside > 0].mean() > 0.6
    around = cv2.dilate(inside, np.ones((9, 9), np.uint8))
    assert differs[around == 0].mean() < 0.02


@pytest.mark.parametrize("manner", ["slide", "drop", "toss", "correct"])
def test_a_card_rests_before_it_is_clear_and_stays(manner: str) -> None:
    clip = clip_of([lay("9H", manner), Move(Doing.WAIT, pause=0.5)])
    (event,) = clip.events()
    assert event.rest <= event.clear + 0.1
    (card,) = clip.truth.cards_at(event.clear + 0.1)
    assert card.card == Card.parse("9H")
    assert card.visible > 0.9
    assert card.top
    assert not card.moving


def test_every_kind_of_event_is_in_the_truth() -> None:
    moves = [
        lay("9H"),
        lay("2S"),
        Move(Doing.TAKE_BACK, pause=0.2),
        Move(Doing.STRAIGHTEN),
        Move(Doing.DRAW),
        Move(Doing.HOVER),
        Move(Doing.LIGHT),
        Move(Doing.BUMP),
        Move(Doing.CLEAR),
    ]
    told = [(event.event, str(event.card)) for event in clip_of(moves).events()]
    assert told == [
        ("laid", "9H"),
        ("laid", "2S"),
        ("taken-back", "2S"),
        ("camera-moved", "None"),
        ("gone", "None"),
    ]


def test_the_same_seed_draws_the_same_film() -> None:
    one, other = (clip_of([lay("9H")], seed=3).pictures for _ in range(2))
    for t in (0.0, 0.5):
        assert np.array_equal(one.draw(t), other.draw(t))


def test_a_written_clip_has_its_truth_beside_it(tmp_path: Path) -> None:
    clip = clip_of([lay("QS")])
    write_clip(clip, tmp_path / "clip.mp4")
    truth = json.loads((tmp_path / "clip.json").read_text())
    assert truth["size"] == [320, 240]
    assert truth["events"][0]["card"] == "QS"
    film = cv2.VideoCapture(str(tmp_path / "clip.mp4"))
    assert int(film.get(cv2.CAP_PROP_FRAME_COUNT)) == clip.frame_count


def test_moves_survive_json_and_misspelt_fields_are_refused() -> None:
    move = lay("10D", "toss")
    assert move_from_json(move.to_json()) == move
    with pytest.raises(ValueError, match="no field 'crad'"):
        move_from_json({"do": "lay", "crad": "10D"})
    with pytest.raises(ValueError, match="no manner"):
        move_from_json({"do": "lay", "card": "10D", "manner": "throw"})


def test_a_game_record_becomes_moves() -> None:
    lines = ["North lays 9S", "East lays JD, names clubs", "South draws 2", "South passes", "East takes back"]
    moves = moves_from_record(lines, ["North", "East", "South"], np.random.default_rng(1))
    assert [(move.do.value, None if move.card is None else str(move.card)) for move in moves] == [
        ("lay", "9S"),
        ("lay", "JD"),
        ("draw", None),
        ("draw", None),
        ("take-back", None),
    ]
    with pytest.raises(ValueError, match="no player"):
        moves_from_record(["Nobody lays 9S"], ["North"], np.random.default_rng(1))


def test_a_random_game_never_lays_a_card_twice_without_a_reshuffle() -> None:
    lying_now: list[str] = []
    moves = random_moves(np.random.default_rng(5), 130)
    for move in moves:
        if move.do is Doing.LAY:
            assert lying_now.count(str(move.card)) < (2 if str(move.card) == "JOKER" else 1)
            lying_now.append(str(move.card))
        elif move.do is Doing.TAKE_BACK:
            lying_now.pop()
        elif move.do is Doing.CLEAR:
            lying_now.clear()
    assert sum(move.do is Doing.LAY for move in moves) == 130


def test_a_pile_taken_away_leaves_nothing_to_take_back() -> None:
    moves = [lay("9H"), Move(Doing.CLEAR), Move(Doing.TAKE_BACK)]
    motion = choreograph(moves, Habits(), np.random.default_rng(1))
    assert [happening.event for happening in motion.happenings] == ["laid", "gone"]


def test_the_camera_looks_at_the_pile_and_nearer_things_are_lower() -> None:
    camera = TableCamera(tilt=40.0)
    middle, near, right = camera.flat(np.array([[0.0, 0.0], [0.0, -50.0], [50.0, 0.0]]))
    assert middle.tolist() == pytest.approx([640, 360], abs=0.01)
    assert near[1] > middle[1] + 20
    assert right[0] > middle[0] + 20
    assert cv2.contourArea(camera.flat(lying(0, 0, 30)), oriented=True) > 0


@pytest.mark.parametrize("kind", SURFACES)
def test_every_table_can_be_drawn(kind: str) -> None:
    picture = surface(kind, np.random.default_rng(1), 200)
    assert picture.shape == (200, 200, 3)
    assert picture.std() > 1


def test_an_unknown_table_is_refused() -> None:
    with pytest.raises(ValueError, match="no surface"):
        surface("ice", np.random.default_rng(1))


def test_variations_are_within_what_webcams_do() -> None:
    for seed in range(40):
        drawn = Variation.drawn(np.random.default_rng(seed))
        assert 60 <= 63 * drawn.width / drawn.across <= 200
        assert drawn.fps >= 15


def test_table_photographs_are_split_by_number() -> None:
    assert [number for number in range(20) if is_test_photo(number)] == [0, 9, 18]


def test_the_demo_round_has_what_it_promises() -> None:
    steps = script()
    assert {step.player for step in steps if step.player} == set(PLAYERS)
    assert [step.record for step in steps if not step.legal] == ["Bram lays 4H"]
    assert sum(move.do is Doing.TAKE_BACK for step in steps for move in step.moves) == 2
    assert steps[-2].record == "Anna lays QC"


def test_a_picture_is_no_wider_than_asked() -> None:
    drawn = [Variation.drawn(np.random.default_rng(seed), 960) for seed in range(40)]
    assert {each.width for each in drawn} == {640, 960}
    with pytest.raises(ValueError, match="no camera"):
        Variation.drawn(np.random.default_rng(1), 320)
