"""Hands read from photographs."""

import threading

import numpy as np
import pytest

from referee.cards import JOKER, Card
from tests.web.conftest import Phone, Running, ScriptedSight
from vision.sightings import CardSeen, Image, Reason
from web.hand_reading import cards_left, read_hand, read_hand_at_table

PICTURE = np.zeros((100, 200, 3), np.uint8)
QUAD = np.array([[20, 10], [60, 10], [60, 70], [20, 70]], np.float32)


def test_cards_of_which_every_copy_lies_in_the_pile_cannot_be_in_a_hand() -> None:
    queen = Card.parse("QS")
    assert queen not in cards_left((queen,), 1, 2)
    assert queen in cards_left((queen,), 2, 2)
    assert JOKER in cards_left((JOKER,), 1, 2)
    assert JOKER not in cards_left((JOKER, JOKER), 1, 2)


def test_cards_face_down_are_left_out_and_unread_ones_counted() -> None:
    sight = ScriptedSight()
    sight.cards = (
        CardSeen(Card.parse("QS"), False, 0.99, QUAD, 1.0, True),
        CardSeen(None, True, 0.99, QUAD, 1.0, True),
        CardSeen(None, False, 0.4, QUAD, 1.0, True, Reason.GLARE),
    )
    found = read_hand(PICTURE, sight, None)
    assert [card["card"] for card in found["cards"]] == ["QS", None]
    assert found["cards"][0]["quad"] == [[0.1, 0.1], [0.3, 0.1], [0.3, 0.7], [0.1, 0.7]]
    assert found["warnings"] == [{"code": "unread-cards", "params": {"count": 1}}]


def test_an_empty_picture_is_said_to_be_one() -> None:
    assert read_hand(PICTURE, ScriptedSight(), None)["warnings"] == [{"code": "no-card", "params": {}}]


def _card(name: str | None, guess: str | None = None, at: int = 20) -> CardSeen:
    place = QUAD + np.array([at - 20, 0], np.float32)
    others = () if guess is None else ((Card.parse(guess), 0.9),)
    unread = None if name else Reason.UNKNOWN
    return CardSeen(Card.parse(name) if name else None, False, 0.9, place, 1.0, True, unread, others)


class Glances(ScriptedSight):
    """Sees other cards in each picture; the last ones again when there are no more."""

    def __init__(self, *glances: tuple[CardSeen, ...]) -> None:
        super().__init__()
        self.glances = list(glances)
        self.looked = 0

    def see(self, image: Image, places: object = ()) -> tuple[CardSeen, ...]:
        self.looked += 1
        return self.glances.pop(0) if len(self.glances) > 1 else self.glances[0]


def test_what_a_single_picture_misreads_is_outvoted() -> None:
    right, wrong = (_card("QS"), _card("9H", at=90)), (_card("QS"), _card("6H", at=90))
    sight = Glances(right, wrong, right)
    found = read_hand_at_table([PICTURE] * 3, sight, None)
    assert [card["card"] for card in found["cards"]] == ["QS", "9H"]
    assert sight.looked == 3


def test_two_pictures_that_agree_are_enough() -> None:
    sight = Glances((_card("QS"), _card("QS", at=90)))
    found = read_hand_at_table([PICTURE] * 3, sight, None)
    assert [card["card"] for card in found["cards"]] == ["QS", "QS"]
    assert sight.looked == 2
    with pytest.raises(ValueError, match="no picture"):
        read_hand_at_table([], sight, None)


def test_the_pile_in_sight_is_no_card_of_the_hand_that_somebody_has_to_name(
    running: Running, playing: Phone
) -> None:
    state = running.desk.table.game.state
    lying = _card(None, "9H", at=90)
    found = read_hand_at_table([PICTURE] * 3, Glances((_card("QS"), lying)), state)
    assert [card["card"] for card in found["cards"]] == ["QS"]
    assert found["warnings"] == []
    strange = _card(None, "9D", at=90)
    found = read_hand_at_table([PICTURE] * 3, Glances((_card("QS"), strange)), state)
    assert found["warnings"] == [{"code": "unread-cards", "params": {"count": 1}}]


def test_the_tables_camera_reads_a_hand_from_pictures_taken_after_it_was_asked(
    running: Running, host: Phone
) -> None:
    assert host.http.post("/api/camera/hand").json()["error"]["code"] == "no-camera"
    host.http.put("/api/camera", json={"spec": "0"}).raise_for_status()
    running.scripted.source.script.put(None)
    host.until(lambda snapshot: snapshot["camera"]["state"] == "ok")
    running.scripted.sight.cards = (_card("QS"), _card("10C", at=90))
    assert host.http.post("/api/camera/hand").json()["error"]["code"] == "no-camera", (
        "an old picture was read"
    )
    done = threading.Event()

    def film() -> None:
        while not done.wait(0.05):
            running.scripted.source.script.put(None)

    filming = threading.Thread(target=film)
    filming.start()
    try:
        found = host.http.post("/api/camera/hand").json()
    finally:
        done.set()
        filming.join()
    assert [card["card"] for card in found["cards"]] == ["QS", "10C"]
