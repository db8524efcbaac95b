"""Taps that come twice, late, or together."""

from __future__ import annotations

import threading
from typing import Any

from tests.web.conftest import Phone, Running


def test_a_retried_tap_is_answered_and_not_applied_again(playing: Phone) -> None:
    first = playing.act("lay", key="tap-1", player="North", card="9S")
    again = playing.act("lay", key="tap-1", player="North", card="9S")
    assert (first["status"], again["status"]) == ("applied", "already-applied")
    assert again["event"] == first["event"]
    assert playing.snapshot()["players"][0]["cards"] == 6


def test_the_same_id_of_another_device_is_another_tap(running: Running, playing: Phone) -> None:
    other = running.phone("Anna")
    playing.act("last-card", key="tap-1", player="North")
    answer = other.act("lay", key="tap-1", player="North", card="9S")
    assert answer["status"] == "applied"
    other.close()


def test_a_tap_on_an_older_state_is_refused(playing: Phone) -> None:
    version = playing.snapshot()["version"]
    playing.did("lay", player="North", card="9S")
    late = playing.act("draw", version=version, player="East", count=1)
    assert late["status"] == "refused"
    assert late["error"]["code"] == "stale"
    assert late["version"] > version


def test_saying_last_card_makes_no_other_tap_stale(playing: Phone) -> None:
    version = playing.snapshot()["version"]
    playing.did("last-card", player="East")
    answer = playing.act("lay", version=version, player="North", card="9S")
    assert answer["status"] == "applied"


def test_last_card_may_be_said_on_an_older_state(playing: Phone) -> None:
    version = playing.snapshot()["version"]
    playing.did("lay", player="North", card="9S")
    answer = playing.act("last-card", version=version, player="South")
    assert answer["status"] == "applied"


def test_of_two_taps_at_once_one_is_applied(running: Running, playing: Phone) -> None:
    phones = [running.phone("Anna"), running.phone("Bert")]
    for _ in range(5):
        snapshot = playing.snapshot()
        turn = snapshot["round"]["turn"]
        answers: list[dict[str, Any]] = []
        gate = threading.Barrier(2)

        def tap(
            phone: Phone,
            turn: str = turn,
            version: int = snapshot["version"],
            gate: threading.Barrier = gate,
            answers: list[dict[str, Any]] = answers,
        ) -> None:
            gate.wait()
            answers.append(phone.act("draw", version=version, player=turn, count=1))

        threads = [threading.Thread(target=tap, args=(phone,)) for phone in phones]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert sorted(answer["status"] for answer in answers) == ["applied", "refused"]
        assert {answer["error"]["code"] for answer in answers if answer["error"]} == {"stale"}
    assert sum(player["cards"] for player in playing.snapshot()["players"]) == 33
    for phone in phones:
        phone.close()
