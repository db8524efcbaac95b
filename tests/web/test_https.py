"""Https with the table's own certificate, and its name on the network."""

from __future__ import annotations

import ipaddress
import ssl
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import pytest
from zeroconf import ServiceBrowser, ServiceListener, Zeroconf

from tests.web.conftest import start
from web.addresses import bind, local_address
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


class Heard(ServiceListener):
    """The names that come and go on the network."""

    def __init__(self) -> None:
        self.ports: dict[str, int | None] = {}

    def add_service(self, network: Zeroconf, kind: str, name: str) -> None:
        found = network.get_service_info(kind, name)
        self.ports[name] = None if found is None else found.port

    def remove_service(self, network: Zeroconf, kind: str, name: str) -> None:
        self.ports.pop(name, None)

    def update_service(self, network: Zeroconf, kind: str, name: str) -> None:
        """Nothing of what is asked here changes."""


def soon(true: Callable[[], bool]) -> bool:
    end = time.monotonic() + 20
    while not true() and time.monotonic() < end:
        time.sleep(0.05)
    return true()


@pytest.mark.parametrize("secure", [False, True], ids=["http", "https"])
def test_the_table_has_a_name_on_the_network_while_it_is_open(secure: bool) -> None:
    address = local_address()
    if ipaddress.ip_address(address).is_loopback:
        pytest.skip("this computer is on no network")
    heard = Heard()
    # in a thread of its own: where a browser test left an event loop in this one, it would wait for that loop
    apart = ThreadPoolExecutor(1)
    network = apart.submit(Zeroconf, interfaces=[address]).result()
    try:
        apart.submit(ServiceBrowser, network, f"_http{'s' * secure}._tcp.local.", heard).result()
        with LocalName(address, 8765, secure) as found:
            assert found.wait(20) == f"http{'s' * secure}://scheids.local:8765"
            assert soon(lambda: 8765 in heard.ports.values())
        assert soon(lambda: 8765 not in heard.ports.values())
    finally:
        apart.submit(network.close).result()
        apart.shutdown()


@pytest.mark.parametrize("address", ["192.0.2.77", "nonsense"])
def test_a_computer_without_network_gets_no_name_and_no_fault(
    address: str, caplog: pytest.LogCaptureFixture
) -> None:
    with LocalName(address, 8765) as found:
        assert found.wait(20) is None
    assert all(record.exc_info is None for record in caplog.records)
