"""Connections that ask nothing, or are too many."""

from __future__ import annotations

import socket
import time
from pathlib import Path

import httpx
import pytest

from tests.web.conftest import PLAIN, Phone, Running, start
from web import connections, sockets


def begin_to_ask(url: str) -> socket.socket:
    address = httpx.URL(url)
    end = socket.create_connection((address.host, address.port or 0), timeout=20)
    end.sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ")
    return end


def cut_off(end: socket.socket) -> bool:
    try:
        return end.recv(1000) == b""
    except ConnectionError:
        return True


def test_who_connects_and_asks_nothing_is_cut_off(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "PATIENCE", 0.4)
    running = start(tmp_path)
    with begin_to_ask(running.url) as slow, httpx.Client(base_url=running.url, verify=PLAIN) as client:
        begun = time.monotonic()
        screen = running.host()
        with screen.socket() as listening:
            assert cut_off(slow)
            assert time.monotonic() - begun < 15
            assert listening.recv(timeout=20)
            time.sleep(0.9)
            assert client.get("/api/health").status_code == 200
            listening.send('{"type": "hello"}')
            assert listening.recv(timeout=20)
        screen.close()
    running.stop()


def test_nobody_elsewhere_holds_more_than_their_share(
    running: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "MOST_FROM_ONE_ADDRESS", 5)
    monkeypatch.setattr(connections, "is_this_computer", lambda address: False)
    many = [begin_to_ask(running.url) for _ in range(6)]
    assert cut_off(many[5])
    monkeypatch.undo()
    assert httpx.get(f"{running.url}/api/health", verify=PLAIN).status_code == 200
    for end in many:
        end.close()


def test_guests_leave_room_for_those_who_play(
    running: Running, playing: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sockets, "_MOST_GUESTS", 2)
    guest = Phone(running)
    with guest.socket() as first, guest.socket() as second:
        assert first.recv(timeout=20)
        assert second.recv(timeout=20)
        with guest.socket() as third, pytest.raises(Exception, match="too-many-sockets"):
            third.recv(timeout=20)
        with playing.socket() as screen:
            assert screen.recv(timeout=20)
    guest.close()
