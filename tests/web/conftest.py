"""A real server on this machine's own address, with a camera and a reader that the tests script."""

from __future__ import annotations

import json
import queue
import ssl
import threading
import time
import uuid
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import numpy as np
import pytest
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from referee.cards import Card
from vision.observations import Observation, ObservationEvent
from vision.pack import Pack
from vision.sight import Sight
from vision.sightings import CardSeen, Image, Quad
from vision.sources import Frame, SourceError, SourceState
from web.addresses import bind
from web.desk import Desk, open_desk
from web.page_files import load_pages
from web.regions import Box
from web.server import Server, create_app

PLAIN = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
"""Never used, but without it every client would load all certificates of the system."""
PAGES = load_pages()


Script = queue.Queue[Observation | None]


class ScriptedSource:
    """Gives a frame for each observation that a test puts in."""

    live = True
    on_clock = True
    description = "scripted camera"

    def __init__(self, script: Script | None = None) -> None:
        self.script: Script = queue.Queue() if script is None else script
        self.state = SourceState.RUNNING
        self.reason = ""
        self.waiting: list[Observation] = []
        self._index = -1

    def next(self, timeout: float = 0.5) -> Frame | None:
        try:
            item = self.script.get(timeout=min(timeout, 0.05))
        except queue.Empty:
            return None
        if item is not None:
            self.waiting.append(item)
        self._index += 1
        return Frame(np.full((120, 160, 3), 90, np.uint8), self._index / 25, self._index)

    def close(self) -> None:
        self.state = SourceState.ENDED


class ScriptedTracker:
    def __init__(self, source: ScriptedSource) -> None:
        self._source = source
        self.pack = Pack()
        self.told: list[str] = []

    def reshuffled(self) -> None:
        self.told.append("reshuffled")

    def named_by_table(self, card: Card) -> None:
        self.told.append(f"somebody laid {card}")

    def correct_top(self, card: Card) -> None:
        self.told.append(f"the top is {card}")

    def use_sight(self, sight: Sight) -> None:
        self.told.append("another sight")

    def set_regions(self, region: Box | None, stock: Box | None) -> None:
        self.told.append(f"pile {region}, stock {stock}")

    def step(self, frame: Frame) -> Sequence[Observation]:
        found, self._source.waiting = self._source.waiting, []
        return found


class ScriptedSight:
    def __init__(self) -> None:
        self.cards: tuple[CardSeen, ...] = ()

    def see(self, image: Image, places: Sequence[Quad] = ()) -> tuple[CardSeen, ...]:
        return self.cards


@dataclass
class Scripted:
    """What stands in for camera and reader."""

    source: ScriptedSource = field(default_factory=ScriptedSource)
    sight: ScriptedSight = field(default_factory=ScriptedSight)
    following: ScriptedTracker | None = None

    def open(self, spec: str) -> ScriptedSource:
        if spec != "0":
            raise SourceError("no-such-camera", number=spec, choice="try 0")
        self.source = ScriptedSource(self.source.script)
        return self.source

    def tracker(self, sight: Sight, region: Box | None, stock: Box | None) -> ScriptedTracker:
        self.following = ScriptedTracker(self.source)
        return self.following

    def sees(self, card: str, event: str = "laid", **more: Any) -> None:
        picture = np.full((60, 80, 3), 128, np.uint8)
        pictures = {"before": picture, "after": picture, "crop": picture}
        self.source.script.put(
            Observation(1.0, ObservationEvent(event), Card.parse(card), 0.97, 0.4, **(pictures | more))
        )


@dataclass
class Running:
    """A server that answers at `url`."""

    desk: Desk
    server: Server
    thread: threading.Thread
    url: str
    scripted: Scripted

    def host(self) -> Phone:
        phone = Phone(self)
        phone.http.get(f"/h/{self.desk.devices.secret}")
        return phone

    def phone(self, name: str = "") -> Phone:
        phone = Phone(self)
        phone.http.post("/api/join", json={"code": self.desk.devices.code, "name": name}).raise_for_status()
        return phone

    def stop(self) -> None:
        self.server.stop()
        self.thread.join(10)
        self.desk.close()


class Phone:
    """One browser: its cookies, its requests and its socket."""

    def __init__(self, running: Running) -> None:
        self._url = running.url
        self.http = httpx.Client(base_url=running.url, timeout=60, verify=PLAIN)

    def snapshot(self) -> dict[str, Any]:
        found: dict[str, Any] = self.http.get("/api/table").json()
        return found

    def act(
        self, deed: str, key: str | None = None, version: int | None = None, **payload: Any
    ) -> dict[str, Any]:
        wanted = {"id": key or uuid.uuid4().hex, "kind": deed, "payload": payload}
        wanted["version"] = self.snapshot()["version"] if version is None else version
        found: dict[str, Any] = self.http.post("/api/actions", json=wanted).json()
        return found

    def did(self, deed: str, **payload: Any) -> dict[str, Any]:
        answer = self.act(deed, **payload)
        assert answer.get("status") == "applied", answer
        return answer

    def until(self, true: Callable[[dict[str, Any]], bool], seconds: float = 30) -> dict[str, Any]:
        """The first snapshot of which something is true."""
        end = time.monotonic() + seconds
        while True:
            snapshot = self.snapshot()
            if true(snapshot):
                return snapshot
            assert time.monotonic() < end, json.dumps(snapshot)[:2000]
            time.sleep(0.02)

    def socket(self) -> ClientConnection:
        cookies = "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())
        return connect(
            self._url.replace("http", "ws") + "/api/socket",
            additional_headers={"Cookie": cookies} if cookies else {},
            origin=Origin(self._url),
            proxy=None,
        )

    def close(self) -> None:
        self.http.close()


def serve(make_desk: Callable[[str], Desk], scripted: Scripted | None = None) -> Running:
    """Start a server at a free port of the desk that is made for its address."""
    listener = bind("127.0.0.1", 0)
    url = f"http://127.0.0.1:{listener.getsockname()[1]}"
    desk = make_desk(url)
    server = Server(create_app(desk), listener)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    end = time.monotonic() + 60
    while not server.started:
        assert time.monotonic() < end
        time.sleep(0.005)
    return Running(desk, server, thread, url, scripted or Scripted())


def start(
    data: Path, scripted: Scripted | None = None, *, demo: bool = False, said_to_be_secure: bool = False
) -> Running:
    """Start a server over a data folder; one that is only said to be secure is reached without encryption."""
    script = scripted or Scripted()
    return serve(
        lambda url: open_desk(
            data,
            url.replace("http:", "https:") if said_to_be_secure else url,
            open_source=script.open,
            load_sight=lambda: script.sight,
            make_tracker=script.tracker,
            pages=PAGES,
            demo=demo,
        ),
        script,
    )


@pytest.fixture
def running(tmp_path: Path) -> Iterator[Running]:
    found = start(tmp_path / "data")
    yield found
    found.stop()


@pytest.fixture
def host(running: Running) -> Iterator[Phone]:
    phone = running.host()
    yield phone
    phone.close()


@pytest.fixture
def playing(host: Phone) -> Phone:
    """A host at a table at which a match of four has begun with the nine of hearts turned up."""
    host.did("start-match", players=["North", "East", "South", "West"], rules="pesten-7", dealer="West")
    host.did("start-round", turned_up="9H")
    return host
