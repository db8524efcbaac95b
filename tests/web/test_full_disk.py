"""A disk that takes nothing more: what is refused did not happen, everybody is told, and the table goes on."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.web.conftest import Phone, Running, start


@contextmanager
def nothing_can_be_written(running: Running) -> Iterator[None]:
    running.desk.journal._db.execute("PRAGMA query_only = ON")
    yield
    running.desk.journal._db.execute("PRAGMA query_only = OFF")


def shown(running: Running, phone: Phone) -> dict[str, object]:
    """What is shown to a phone that looks for the first time."""
    running.desk.snapshots.outdate()
    snapshot = phone.snapshot()
    return {
        key: snapshot[key] for key in ("version", "locked", "players", "devices", "you", "phase", "round")
    }


def test_what_could_not_be_written_did_not_happen(running: Running, playing: Phone) -> None:
    anna, bram = running.phone("Anna"), running.phone("Bram")
    anna.did("take-seat", player="North")
    before = shown(running, playing)
    rules = playing.http.get("/api/rules").json()
    with nothing_can_be_written(running):
        refused = [
            playing.act("lay", player="North", card="9S"),
            playing.act("lock", locked=True),
            playing.act("new-code"),
            bram.act("take-seat", player="East"),
            anna.act("leave-seat", player="North"),
            playing.act("drop-device", device=anna.snapshot()["you"]["device"]),
            playing.act("hand-over", device=anna.snapshot()["you"]["device"]),
            anna.act("rename-device", name="Other"),
            playing.act("start-match", players=["A", "B"]),
        ]
        assert [answer["error"]["code"] for answer in refused] == ["disk-failed"] * len(refused)
        for method, path, body in (
            ("PUT", "/api/rules/ours", {"base": "pesten-7", "options": {"hand_size": 9}}),
            ("PUT", "/api/camera", {"spec": "0"}),
            ("POST", "/api/join", {"code": running.desk.devices.code, "name": "Anna again"}),
        ):
            answer = (anna if path == "/api/join" else playing).http.request(method, path, json=body)
            assert (answer.status_code, answer.json()["error"]["code"]) == (507, "disk-failed")
        stranger = Phone(running)
        for link in (f"/j/{running.desk.devices.code}", f"/h/{running.desk.devices.secret}"):
            assert stranger.http.get(link).headers["location"].endswith("?error=disk-failed")
        stranger.close()
        assert shown(running, playing) == before
        assert playing.http.get("/api/rules").json() == rules
    for phone in (anna, bram):
        phone.close()


def test_everybody_sees_the_trouble_until_there_is_room_again(running: Running, playing: Phone) -> None:
    assert playing.snapshot()["trouble"] is None
    with nothing_can_be_written(running):
        playing.act("lay", player="North", card="9S")
        assert playing.snapshot()["trouble"] == "disk-failed"
    playing.did("lay", player="North", card="9S")
    assert playing.snapshot()["trouble"] is None


def test_a_table_is_closed_and_opened_again_though_the_last_note_could_not_be_written(tmp_path: Path) -> None:
    running = start(tmp_path)
    host = running.host()
    host.did("start-match", players=["North", "East"])
    running.desk.journal._db.execute("PRAGMA query_only = ON")
    running.stop()
    again = start(tmp_path)
    assert again.desk.table.game.state is not None
    assert again.desk.table.trouble is None
    again.stop()
    host.close()
