"""Https with the table's own certificate, and its name on the network."""

from __future__ import annotations

import ssl
import threading
import time
from pathlib import Path

import httpx

from tests.web.conftest import start
from web.addresses import bind
from web.certificate import local_certificate
from web.local_name import LocalName
from web.server import Server, create_app


def test_a_certificate_is_made_once_and_the_table_answers_with_it(tmp_path: Path) -> None:
    certificate, key = local_certificate(tmp_path)
    assert Path(key).stat().st_mode & 0o077 == 0
    assert local_certificate(tmp_path) == (certificate, key)
    content = Path(certificate).read_bytes()
    running = start(tmp_path / "data")
    listener = bind("127.0.0.1", 0)
    server = Server(create_app(running.desk), listener, (certificate, key))
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.01)
    url = f"https://127.0.0.1:{listener.getsockname()[1]}"
    with httpx.Client(base_url=url, verify=ssl.create_default_context(cafile=certificate)) as phone:
        answer = phone.post("/api/join", json={"code": running.desk.devices.code})
        assert "secure" in answer.headers["set-cookie"].lower()
        assert phone.get("/api/table").json()["you"]["role"] == "player"
    server.stop()
    thread.join(10)
    running.stop()
    assert Path(certificate).read_bytes() == content


def test_a_damaged_certificate_is_made_anew(tmp_path: Path) -> None:
    certificate, _ = local_certificate(tmp_path)
    Path(certificate).write_text("nonsense")
    local_certificate(tmp_path)
    assert "BEGIN CERTIFICATE" in Path(certificate).read_text()


def test_a_table_for_this_computer_only_has_no_name_on_the_network() -> None:
    with LocalName("127.0.0.1", 8765) as found:
        time.sleep(0.05)
    assert found.name is None
