"""Between rounds hands are counted and cards gathered under the camera: none of that is part of a round."""

from __future__ import annotations

import time
from typing import Any

import pytest

from tests.web.conftest import Phone, Running
from vision.observations import Note, UnreadableReason

HANDS: dict[str, list[str]] = {"East": ["4D", "KH", "7C"]}


def settled(running: Running) -> None:
    """Everything that the camera was to see has been told to the table."""
    end = time.monotonic() + 30
    while not running.scripted.source.script.empty():
        assert time.monotonic() < end
        time.sleep(0.01)
    running.scripted.source.script.put(None)
    running.scripted.source.script.put(None)
    while not running.scripted.source.script.empty():
        assert time.monotonic() < end
        time.sleep(0.01)


def entries(phone: Phone) -> list[tuple[str, str | None]]:
    found: list[dict[str, Any]] = phone.http.get("/api/history").json()["history"]
    return [(entry["kind"], entry.get("card")) for entry in found]


@pytest.fixture
def won(running: Running, host: Phone) -> Phone:
    """A host at a table where North has won a round with the nine of spades, which the camera saw."""
    host.http.put("/api/camera", json={"spec": "0"}).raise_for_status()
    host.did("start-match", players=["North", "East"], dealer="East", hands={"North": 1, "East": 3})
    running.scripted.sees("9H", note=Note.FIRST_SEEN)
    host.until(lambda s: s["phase"] == "playing")
    running.scripted.sees("9S")
    host.until(lambda s: s["phase"] == "round-end")
    return host


def lay_hand(running: Running, *cards: str) -> None:
    """Lay cards side by side under the camera."""
    for card in cards[:-1]:
        running.scripted.sees(card, note=Note.SEVERAL_AT_ONCE)
    running.scripted.sees(cards[-1])


def test_a_hand_counted_under_the_camera_is_not_laid(running: Running, won: Phone) -> None:
    before = entries(won)
    running.scripted.sees("9S", "gone")
    lay_hand(running, "4D", "KH", "7C")
    settled(running)
    assert entries(won) == before
    assert won.snapshot()["first_card"] is None
    won.did("end-round", hands=HANDS)
    assert won.until(lambda s: s["phase"] == "dealing")["first_card"] == "7C"


def test_gathering_what_lies_there_begins_no_round(running: Running, won: Phone) -> None:
    lay_hand(running, "4D", "KH", "7C")
    won.did("end-round", hands=HANDS)
    running.scripted.sees("7C", "taken-back")
    running.scripted.sees("4D")
    running.scripted.sees("4D", "unreadable", reason=UnreadableReason.UNKNOWN)
    running.scripted.sees("9S")
    settled(running)
    snapshot = won.snapshot()
    assert (snapshot["phase"], snapshot["alarm"], snapshot["camera"]["unreadable"]) == ("dealing", None, None)
    running.scripted.sees("9S", "gone")
    running.scripted.sees("JD")
    snapshot = won.until(lambda s: s["phase"] == "playing")
    assert (snapshot["round"]["top"], snapshot["round"]["number"]) == ("JD", 2)
    running.scripted.sees("JC")
    assert won.until(lambda s: s["round"]["top"] == "JC")["alarm"] is None


def test_several_cards_at_once_are_no_first_card(running: Running, won: Phone) -> None:
    won.did("end-round", hands=HANDS)
    running.scripted.sees("9S", "gone")
    lay_hand(running, "4D", "KH")
    settled(running)
    assert won.snapshot()["phase"] == "dealing"


def test_a_hand_over_the_bare_table_is_no_incident(running: Running, won: Phone) -> None:
    won.did("end-round", hands=HANDS)
    running.scripted.sees("9S", "gone")
    running.scripted.sees("9S", "unreadable", reason=UnreadableReason.HAND)
    settled(running)
    assert won.snapshot()["camera"]["unreadable"] is None
    running.scripted.sees("9S", "unreadable", reason=UnreadableReason.GLARE)
    won.until(lambda s: s["camera"]["unreadable"] is not None)


def test_the_card_that_lies_there_is_the_first_one_when_somebody_says_so(
    running: Running, won: Phone
) -> None:
    won.did("end-round", hands=HANDS)
    running.scripted.sees("5D")
    won.until(lambda s: s["first_card"] == "5D")
    won.did("start-round", turned_up="5D")
    assert won.snapshot()["first_card"] is None
    running.scripted.sees("5C")
    snapshot = won.until(lambda s: s["round"]["top"] == "5C")
    assert (snapshot["alarm"], snapshot["round"]["pile_count"]) == (None, 2)
    following = running.scripted.following
    assert following is not None
    assert following.told[-2:] == ["reshuffled", "somebody laid 5D"]


def test_a_first_card_that_was_tapped_is_not_laid_when_the_camera_sees_it(
    running: Running, won: Phone
) -> None:
    lay_hand(running, "4D", "KH", "7C")
    won.did("end-round", hands=HANDS)
    won.did("start-round", turned_up="5D")
    running.scripted.sees("7C", "taken-back")
    running.scripted.sees("KH")
    running.scripted.sees("KH", "unreadable", reason=UnreadableReason.UNKNOWN)
    running.scripted.sees("KH", "gone")
    running.scripted.sees("5D")
    running.scripted.sees("5C")
    snapshot = won.until(lambda s: s["round"]["top"] == "5C")
    assert [entry["kind"] for entry in snapshot["history"]] == ["round-started", "seen"]
    assert snapshot["alarm"] is None


def test_before_the_first_round_a_card_that_lies_there_already_is_the_first_one(
    running: Running, host: Phone
) -> None:
    host.did("start-match", players=["North", "East"], dealer="East")
    host.http.put("/api/camera", json={"spec": "0"}).raise_for_status()
    running.scripted.sees("9H", note=Note.FIRST_SEEN)
    assert host.until(lambda s: s["phase"] == "playing")["round"]["top"] == "9H"


def test_cards_of_the_reading_test_do_not_begin_the_match(running: Running, host: Phone) -> None:
    host.http.put("/api/camera", json={"spec": "0"}).raise_for_status()
    for card in ("9H", "QS"):
        running.scripted.sees(card, note=Note.SEVERAL_AT_ONCE)
    running.scripted.sees("2C", note=Note.FIRST_SEEN)
    settled(running)
    host.did("start-match", players=["North", "East"], dealer="East")
    running.scripted.sees("QS")
    settled(running)
    assert host.snapshot()["phase"] == "dealing"
    running.scripted.sees("QS", "gone")
    running.scripted.sees("6D")
    assert host.until(lambda s: s["phase"] == "playing")["round"]["top"] == "6D"


def test_a_camera_turned_on_between_rounds_asks_what_lies_there(running: Running, won: Phone) -> None:
    won.did("end-round", hands=HANDS)
    won.http.put("/api/camera", json={"spec": "0"}).raise_for_status()
    running.scripted.sees("7C", note=Note.FIRST_SEEN)
    assert won.until(lambda s: s["first_card"] == "7C")["phase"] == "dealing"


def test_what_lay_before_another_camera_says_nothing_of_this_one(running: Running, won: Phone) -> None:
    won.did("end-round", hands=HANDS)
    running.scripted.sees("2C", note=Note.SEVERAL_AT_ONCE)
    running.scripted.sees("4D")
    won.until(lambda s: s["first_card"] == "4D")
    won.http.put("/api/camera", json={"spec": "0"}).raise_for_status()
    won.until(lambda s: s["first_card"] is None)
    running.scripted.sees("9C")
    assert won.until(lambda s: s["phase"] == "playing")["round"]["top"] == "9C"
