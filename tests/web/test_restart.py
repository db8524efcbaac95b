"""A server that stops, or is killed, and comes back where it was."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import httpx

from tests.web.conftest import PLAIN, start


def without_time(snapshot: dict[str, object]) -> dict[str, object]:
    return {
        key: value
        for key, value in snapshot.items()
        if key not in ("now", "boot", "serial", "camera", "you", "devices")
    }


def test_a_restarted_table_is_the_same_table(tmp_path: Path) -> None:
    running = start(tmp_path)
    host, anna = running.host(), running.phone("Anna")
    host.did("start-match", players=["North", "East"], dealer="East")
    host.did("start-round", turned_up="9H")
    anna.did("take-seat", player="North")
    anna.act("lay", key="tap-7", player="North", card="9S")
    host.did("lay", player="East", card="4D")
    event = host.snapshot()["history"][-2]["event"]
    host.did("correct", event=event, changes={"card": "9D"})
    before = without_time(host.snapshot())
    running.stop()

    again = start(tmp_path)
    for phone in (host, anna):
        phone.http.base_url = httpx.URL(again.url)
    assert without_time(host.snapshot()) == before
    assert anna.snapshot()["you"]["seats"] == ["North"]
    retried = anna.act("lay", key="tap-7", player="North", card="9S")
    assert retried["status"] == "already-applied"
    host.did("undo")
    again.stop()
    host.close()
    anna.close()


TABLE = """
import sys, pathlib
sys.path.insert(0, ".")
from tests.web.conftest import PLAIN, start
running = start(pathlib.Path(sys.argv[1]))
print(running.url, running.desk.devices.secret, flush=True)
running.thread.join()
"""


def test_nothing_acknowledged_is_lost_by_kill_9_in_mid_round(tmp_path: Path) -> None:
    def begin() -> tuple[subprocess.Popen[str], httpx.Client]:
        table = subprocess.Popen(
            [sys.executable, "-c", TABLE, str(tmp_path)],
            stdout=subprocess.PIPE,
            text=True,
            cwd=Path(__file__).parents[2],
        )
        assert table.stdout is not None
        url, secret = table.stdout.readline().split()
        client = httpx.Client(base_url=url, timeout=60, verify=PLAIN)
        client.get(f"/h/{secret}")
        return table, client

    table, client = begin()

    def act(kind: str, key: str, **payload: object) -> dict[str, object]:
        answer: dict[str, object] = client.post(
            "/api/actions", json={"id": key, "kind": kind, "payload": payload}
        ).json()
        return answer

    act("start-match", "tap-1", players=["North", "East"], dealer="East")
    act("start-round", "tap-2", turned_up="9H")
    applied = 0
    killed = False
    for number in range(12):
        turn = client.get("/api/table").json()["round"]["turn"]
        answer = act("draw", f"draw-{number}", player=turn, count=1)
        assert answer["status"] == "applied"
        applied += 1
        if number == 6:
            os.kill(table.pid, signal.SIGKILL)
            table.wait()
            assert table.stdout is not None
            table.stdout.close()
            cookies = client.cookies
            client.close()
            table, client = begin()
            client.cookies = cookies
            killed = True
            again = act("draw", f"draw-{number}", player=turn, count=1)
            assert (again["status"], again["event"]) == ("already-applied", answer["event"])
            hands = client.get("/api/table").json()["players"]
            assert sum(player["cards"] for player in hands) == 14 + applied
    assert killed
    snapshot = client.get("/api/table").json()
    assert sum(player["cards"] for player in snapshot["players"]) == 14 + applied
    assert snapshot["trouble"] is None
    table.kill()
    table.wait()
    assert table.stdout is not None
    table.stdout.close()
    client.close()


def test_a_journal_with_a_damaged_tail_goes_on_before_it(tmp_path: Path) -> None:
    running = start(tmp_path)
    host = running.host()
    host.did("start-match", players=["North", "East"], dealer="East")
    host.did("start-round", turned_up="9H")
    host.did("lay", player="North", card="9S")
    running.stop()
    path = tmp_path / "scheids.sqlite"
    whole = path.read_bytes()
    path.write_bytes(whole.replace(b'"card":"9S"', b'"card":"9C"'))

    again = start(tmp_path)
    host.http.base_url = httpx.URL(again.url)
    snapshot = host.snapshot()
    assert snapshot["trouble"] == "journal-damaged"
    assert snapshot["round"]["top"] == "9H"
    assert snapshot["you"]["role"] == "host"
    host.did("lay", player="North", card="9S")
    again.stop()
    host.close()
