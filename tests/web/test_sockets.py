"""Screens that stay connected."""

from __future__ import annotations

import json
import time
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from tests.web.conftest import Phone, Running


def receive(socket: ClientConnection, kind: str = "snapshot") -> dict[str, Any]:
    """The next message of a kind."""
    while True:
        message: dict[str, Any] = json.loads(socket.recv(timeout=60))
        if message["type"] == kind:
            return message


def tap(kind: str, key: str, version: int, **payload: Any) -> str:
    return json.dumps({"type": "action", "id": key, "version": version, "kind": kind, "payload": payload})


def test_a_screen_gets_the_table_at_once_and_every_change(running: Running, playing: Phone) -> None:
    with playing.socket() as socket:
        assert receive(socket)["round"]["top"] == "9H"
        playing.did("lay", player="North", card="9S")
        while True:
            snapshot = receive(socket)
            if snapshot["round"]["top"] == "9S":
                break
        assert snapshot["you"]["role"] == "host"


def test_a_tap_over_the_socket_is_answered(running: Running, playing: Phone) -> None:
    with playing.socket() as socket:
        version = receive(socket)["version"]
        socket.send(tap("lay", "tap-1", version, player="North", card="9S"))
        answer = receive(socket, "answer")
        assert (answer["id"], answer["status"]) == ("tap-1", "applied")
        socket.send(tap("lay", "tap-1", version, player="North", card="9S"))
        assert receive(socket, "answer")["status"] == "already-applied"
        socket.send(tap("draw", "tap-2", version, player="East", count=1))
        assert receive(socket, "answer")["error"]["code"] == "stale"


def test_nonsense_is_answered_and_the_socket_stays(running: Running, playing: Phone) -> None:
    with playing.socket() as socket:
        receive(socket)
        for nonsense in (
            "{",
            "[]",
            "null",
            '"x"',
            "{}",
            '{"type": "dance"}',
            '{"type": "action"}',
            '{"type": "action", "id": 3, "kind": "lay"}',
            '{"type": "action", "id": "abcd", "kind": {}}',
            '{"type": "action", "id": "abcd", "kind": "lay", "payload": []}',
            '{"type": "action", "id": "abcd", "kind": "lay", "version": -1}',
            '{"type": "action", "id": "abcd", "kind": "lay", "version": 1e400}',
            "[" * 10_000,
            '{"a":' * 5000,
            "x" * 20_000,
        ):
            socket.send(nonsense)
            assert receive(socket, "answer")["error"]["code"] == "malformed"
        socket.send(b"\x00\xff")
        assert receive(socket, "answer")["error"]["code"] == "malformed"
        socket.send(tap("lay", "tap-1", 10**6, player="North", card="9S"))
        assert receive(socket, "answer")["status"] == "applied"


def test_guests_see_no_code_and_may_not_tap(running: Running, playing: Phone) -> None:
    with Phone(running).socket() as socket:
        snapshot = receive(socket)
        assert snapshot["you"]["code"] is None
        socket.send(tap("lay", "tap-1", snapshot["version"], player="North", card="9S"))
        assert receive(socket, "answer")["error"]["code"] == "join-first"


def test_sockets_from_other_pages_are_refused(running: Running) -> None:
    with pytest.raises(Exception, match=r"403|rejected"):
        connect(
            running.url.replace("http", "ws") + "/api/socket",
            origin=Origin("http://evil.example"),
            proxy=None,
        ).recv(timeout=2)


def test_a_flood_is_cut_off_while_the_table_goes_on(running: Running, playing: Phone) -> None:
    def flood(stranger: ClientConnection) -> None:
        for _ in range(2000):
            stranger.send('{"type": "hello"}')
        end = time.monotonic() + 60
        while time.monotonic() < end:
            stranger.recv(timeout=60)

    with Phone(running).socket() as stranger, pytest.raises((ConnectionClosed, BrokenPipeError)):
        flood(stranger)
    playing.did("lay", player="North", card="9S")


def test_presence_is_shown(running: Running, playing: Phone) -> None:
    anna = running.phone("Anna")
    anna.did("take-seat", player="North")
    with anna.socket() as socket:
        receive(socket)
        playing.until(lambda s: s["players"][0]["online"])
    playing.until(lambda s: not s["players"][0]["online"])
    anna.close()


def test_the_camera_status_comes_without_a_new_version(running: Running, playing: Phone) -> None:
    with playing.socket() as socket:
        version = receive(socket)["version"]
        playing.http.put("/api/camera", json={"spec": "7"})
        while receive(socket, "camera")["state"] != "failed":
            pass
        assert playing.snapshot()["version"] == version
