"""The demonstration, with its film's truth in place of camera and reader."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from referee.cards import Card
from tests.web.conftest import Running, ScriptedTracker
from vision.observations import Observation, ObservationEvent
from vision.sight import Sight
from vision.sources import Frame, SourceState
from web.demonstration import FOLDER, MissingClipError, Showing, UnhurriedFilm, load_demonstration

RATE = 10


class Reel:
    """A film of grey pictures."""

    live = False
    description = "reel"
    reason = ""
    on_clock = False

    def __init__(self, seconds: float) -> None:
        self._left = int(seconds * RATE)
        self._index = -1
        self.state = SourceState.RUNNING

    def next(self, timeout: float = 0.5) -> Frame | None:
        if self._index + 1 >= self._left:
            self.state = SourceState.ENDED
            return None
        self._index += 1
        return Frame(np.full((40, 60, 3), 90, np.uint8), self._index / RATE, self._index)

    def close(self) -> None:
        self.state = SourceState.ENDED


class Oracle(ScriptedTracker):
    """Tells what the film's truth says, when it says so."""

    def __init__(self, truth: list[dict[str, Any]]) -> None:
        self._truth = list(truth)
        super().__init__(None)  # type: ignore[arg-type]

    def set_regions(self, region: object, stock: object) -> None:
        pass

    def step(self, frame: Frame) -> Sequence[Observation]:
        told = []
        while self._truth and self._truth[0]["clear"] <= frame.t:
            row = self._truth.pop(0)
            told.append(
                Observation(frame.t, ObservationEvent(row["event"]), Card.parse(row["card"]), 0.98, 0.2)
            )
        return told


def test_the_filmed_round_is_refereed_to_its_end(running: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    shown = load_demonstration()
    script = json.loads((FOLDER / "demo.json").read_text(encoding="utf-8"))

    def tracker(sight: Sight, region: object, stock: object) -> Oracle:
        return Oracle(script["truth"])

    monkeypatch.setattr(running.desk.camera, "_make_tracker", tracker)
    showing = running.desk.showing = Showing(running.desk, shown, lambda: Reel(shown.seconds), speed=20)
    taps = showing.begin()
    assert not showing.again(), "the film runs"
    taps.join(240)
    host = running.host()
    snapshot = host.until(lambda s: bool(s["scores"]["rounds"]), 60)
    hands = next(tap["hands"] for tap in script["taps"] if tap["do"] == "round-ends")
    ended = snapshot["scores"]["rounds"][0]
    assert {name: sorted(cards) for name, cards in ended["hands"].items()} == {
        n: sorted(c) for n, c in hands.items()
    }
    assert ended["winner"] == next(name for name, cards in hands.items() if not cards)
    assert ended["warnings"] == []
    entries = host.http.get("/api/history").json()["history"]
    laid = [entry for entry in entries if entry["kind"] == "seen" and entry["card"] != script["turned_up"]]
    truth = [row for row in script["truth"] if row["event"] == "laid"][1:]
    assert [(e["player"], e["card"], e["legal"]) for e in laid] == [
        (r["player"], r["card"], r["legal"]) for r in truth
    ]
    first = snapshot["match"]
    host.until(lambda s: s["camera"]["state"] == "ended")
    phone = running.phone("Anna")
    assert phone.http.post("/api/demonstration").status_code == 403
    assert host.http.post("/api/demonstration").json() == {"begun": True}
    assert host.http.post("/api/demonstration").json()["error"]["code"] == "not-now"
    again = host.until(lambda s: s["match"] != first and s["phase"] == "playing", 30)
    assert again["scores"]["rounds"] == []
    for each in (host, phone):
        each.close()


def test_there_is_nothing_to_watch_again_at_a_table_of_ones_own(running: Running) -> None:
    host = running.host()
    assert host.http.post("/api/demonstration").json()["error"]["code"] == "not-found"
    host.close()


def test_a_film_is_never_shown_faster_than_it_was_made() -> None:
    film = UnhurriedFilm(Reel(0.5), speed=5)
    times = [frame.t for frame in iter(film.next, None)]
    assert times == [0.0, 0.1, 0.2, 0.3, 0.4]
    assert film.state is SourceState.ENDED
    film.close()


def test_a_demonstration_that_is_not_installed_says_so(tmp_path: Path) -> None:
    with pytest.raises(MissingClipError, match="install Scheids again"):
        load_demonstration(tmp_path)
