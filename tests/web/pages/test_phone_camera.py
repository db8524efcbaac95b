"""A phone on a stack of books is the camera: the real command with https, a real browser, a film as its camera."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import pytest
from playwright.sync_api import Playwright, expect

from tests.web.pages.conftest import FLAGS, chromium_path

ROOT = Path(__file__).parents[3]
FILM = ROOT / "web" / "demo" / "demo.mp4"
SECONDS = 4
"""The film's first card lies after one and a half seconds."""


@pytest.fixture
def table(tmp_path: Path) -> Iterator[dict[str, Any]]:
    """`scheids play --https` as a family starts it; gives what it prints."""
    command = [
        sys.executable,
        "-m",
        "web.command_line",
        "play",
        "--https",
        "--json",
        "--no-browser",
        "--port",
        "0",
    ]
    command += ["--data", str(tmp_path / "data"), "--players", "Anna,Bram", "--rules", "pesten-7"]
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    yield json.loads(process.stdout.readline())
    process.terminate()
    process.wait(20)
    process.stdout.close()


@pytest.fixture
def film(tmp_path: Path) -> Path:
    """The first seconds of the shipped film as a camera of Chromium's; it shows them again and again."""
    source = cv2.VideoCapture(str(FILM))
    pictures = [source.read()[1] for _ in range(int(SECONDS * source.get(cv2.CAP_PROP_FPS)))]
    path = tmp_path / "film.mjpeg"
    path.write_bytes(b"".join(cv2.imencode(".jpg", picture)[1].tobytes() for picture in pictures))
    return path


@pytest.mark.timeout(180)
def test_a_card_filmed_by_a_phone_arrives_at_the_table(
    driver: Playwright, table: dict[str, Any], film: Path
) -> None:
    flags = [*FLAGS, f"--use-file-for-fake-video-capture={film}"]
    browser = driver.chromium.launch(executable_path=chromium_path(), args=flags)
    phone = browser.new_context(ignore_https_errors=True, viewport={"width": 390, "height": 844}, locale="en")
    page = phone.new_page()
    page.goto(table["host"])
    page.goto(f"{table['address']}/camera")
    page.get_by_role("button", name="Start the camera").click()
    big = phone.new_page()
    big.goto(f"{table['address']}/screen")
    page.bring_to_front()
    expect(big.locator(".top-card")).to_have_attribute("aria-label", "9 of hearts", timeout=90_000)
    browser.close()
