"""A real Chromium before a real server: the big screen, phones of given sizes, and what goes wrong in them."""

from __future__ import annotations

import os
import re
import shutil
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    FloatRect,
    Locator,
    Page,
    Playwright,
    expect,
    sync_playwright,
)

from tests.web.conftest import Running, Scripted
from web.addresses import bind
from web.desk import open_desk
from web.server import Server, create_app

SIZES = {"small phone": (360, 640), "phone": (390, 844), "laptop": (1280, 720), "big screen": (1920, 1080)}
PATIENCE = 20_000
"""Milliseconds that a busy machine may take before a page counts as stuck."""
expect.set_options(timeout=PATIENCE)

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--mute-audio",
    "--use-fake-device-for-media-stream",
    "--use-fake-ui-for-media-stream",
]


def chromium_path() -> str:
    """Where Chromium is; skips the test when there is none."""
    path = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
    if path is None:
        pytest.skip("no Chromium on this machine: apt-get install chromium, or set CHROMIUM")
    return path


@pytest.fixture(scope="session")
def driver() -> Iterator[Playwright]:
    """What starts browsers; there can be but one in a process."""
    with sync_playwright() as playwright:
        yield playwright


@pytest.fixture(scope="session")
def chromium(driver: Playwright) -> Iterator[Browser]:
    browser = driver.chromium.launch(executable_path=chromium_path(), args=FLAGS)
    yield browser
    browser.close()


@dataclass
class Screens:
    """Opens browsers on one table and remembers every complaint of theirs."""

    browser: Browser
    running: Running
    contexts: list[BrowserContext] = field(default_factory=list)
    complaints: list[str] = field(default_factory=list)

    def open(
        self,
        path: str,
        size: str = "phone",
        *,
        role: str = "guest",
        name: str = "",
        language: str = "en",
        scheme: Any = "light",
    ) -> Page:
        width, height = SIZES[size]
        context = self.browser.new_context(
            viewport={"width": width, "height": height},
            locale=language,
            color_scheme=scheme,
            reduced_motion="reduce",
            has_touch="phone" in size,
            base_url=self.running.url,
        )
        self.contexts.append(context)
        if role == "host":
            context.request.get(f"/h/{self.running.desk.devices.secret}")
        elif role == "player":
            code = self.running.desk.devices.code
            joined = context.request.post(
                "/api/join", data={"code": code, "name": name}, headers={"Origin": self.running.url}
            )
            assert joined.ok, joined.text()
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        page.on("pageerror", lambda error: self.complaints.append(f"{path}: {error}"))
        page.on(
            "console",
            lambda message: (
                self.complaints.append(f"{path}: {message.text}")
                if message.type == "error"
                and not re.search(r"WebSocket connection|Failed to load resource", message.text)
                else None
            ),
        )
        page.goto(path)
        expect(page.locator("main > *").first).to_be_visible()
        return page

    def close(self) -> None:
        for context in self.contexts:
            context.close()


@pytest.fixture
def screens(chromium: Browser, running: Running) -> Iterator[Screens]:
    found = Screens(chromium, running)
    yield found
    found.close()
    assert found.complaints == []


def card_key(page: Page, name: str) -> Any:
    """The button of one card in the grid that is open."""
    return page.get_by_role("button", name=re.compile(f"^{re.escape(name)}(,|$)"))


def again(data: Path, port: int) -> Running:
    """The server of the same table on the same port."""
    scripted = Scripted()
    listener = bind("127.0.0.1", port)
    url = f"http://127.0.0.1:{port}"
    desk = open_desk(
        data, url, open_source=scripted.open, load_sight=lambda: scripted.sight, make_tracker=scripted.tracker
    )
    server = Server(create_app(desk), listener)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    end = time.monotonic() + 10
    while not server.started and time.monotonic() < end:
        time.sleep(0.005)
    return Running(desk, server, thread, url, scripted)


def settled(*places: Locator) -> list[FloatRect]:
    """Where things lie on the page once none has moved for two seconds: advice on the camera may still come in."""
    end = time.monotonic() + PATIENCE / 1000
    before, since = [place.bounding_box() for place in places], time.monotonic()
    while time.monotonic() < end:
        time.sleep(0.2)
        now = [place.bounding_box() for place in places]
        if now != before:
            before, since = now, time.monotonic()
        elif time.monotonic() - since > 2:
            return [box for box in now if box is not None]
    raise AssertionError("the page does not come to rest")
