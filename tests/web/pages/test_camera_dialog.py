"""How the host makes a phone the camera: the dialog on the setup page, and the ways to the camera page."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import cv2
import numpy as np
import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Locator, Page, expect

from tests.web.conftest import Phone, Running, start
from tests.web.pages.conftest import SIZES, Screens

COMMAND = "scheids play --https"


@pytest.fixture
def secure(tmp_path: Path) -> Iterator[Running]:
    """A table whose address is a secure one, though these tests reach it without encryption."""
    found = start(tmp_path / "data", said_to_be_secure=True)
    yield found
    found.stop()


def dialog_of(page: Page) -> Locator:
    page.get_by_role("button", name="Phone as camera").click()
    return page.get_by_role("dialog", name="Phone as camera")


def scanned(code: Locator) -> str:
    """What a phone reads in a QR code on the page."""
    expect(code).to_be_visible()
    picture = cv2.imdecode(np.frombuffer(code.screenshot(), np.uint8), cv2.IMREAD_COLOR)
    assert picture is not None
    text, _, _ = cv2.QRCodeDetector().detectAndDecode(cv2.resize(picture, None, fx=3, fy=3))
    return text


@pytest.mark.parametrize("size", SIZES)
def test_the_host_gets_a_code_that_makes_a_phone_the_camera_and_stays_where_it_is(
    chromium: Browser, secure: Running, size: str
) -> None:
    screens = Screens(chromium, secure)
    page = screens.open("/setup#camera", size, role="host")
    dialog = dialog_of(page)
    assert urlsplit(page.url).path == "/setup"
    address = f"{secure.desk.address}/camera"
    expect(dialog).to_contain_text(address)
    expect(dialog).to_contain_text("choose “Advanced”, then “Proceed”")
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    assert dialog.evaluate("node => node.scrollWidth - node.clientWidth") <= 0
    assert Axe().run(page).violations_count == 0
    link = scanned(dialog.get_by_role("img", name=f"QR code to {address}"))
    assert link == f"{secure.desk.address}/j/{secure.desk.devices.code}/camera"
    phone = screens.open(urlsplit(link).path, "small phone")
    assert urlsplit(phone.url).path == "/camera"
    phone.get_by_role("button", name="Start the camera").click()
    expect(dialog.get_by_role("status")).to_contain_text("In use: Phone 2")
    screens.close()
    assert screens.complaints == []


def test_another_camera_is_let_go_in_the_dialog(chromium: Browser, secure: Running) -> None:
    screens = Screens(chromium, secure)
    page = screens.open("/setup#camera", "laptop", role="host")
    host = secure.host()
    host.http.put("/api/camera", json={"spec": "0"}).raise_for_status()
    dialog = dialog_of(page)
    expect(dialog).to_contain_text("is the camera now")
    dialog.get_by_role("button", name="Without a camera").click()
    expect(dialog).not_to_contain_text("is the camera now")
    host.until(lambda snapshot: snapshot["camera"]["state"] == "off")
    host.close()
    screens.close()
    assert screens.complaints == []


def test_without_https_the_dialog_says_which_command_to_type(screens: Screens) -> None:
    page = screens.open("/setup#camera", "laptop", role="host")
    dialog = dialog_of(page)
    expect(dialog.locator("code")).to_have_text(COMMAND)
    expect(dialog).to_contain_text("choose “Advanced”, then “Proceed”")
    expect(dialog.get_by_role("img")).to_have_count(0)


def test_the_camera_page_without_https_says_the_command(screens: Screens, playing: Phone) -> None:
    page = screens.open("/camera", "small phone", role="player", name="Anna")
    page.add_init_script("Object.defineProperty(window, 'isSecureContext', { value: false });")
    page.reload()
    expect(page.get_by_role("alert").locator("code")).to_have_text(COMMAND)
    expect(page.get_by_role("button", name="Start the camera")).to_have_count(0)


def test_a_phone_finds_the_camera_page_among_its_preferences(screens: Screens, playing: Phone) -> None:
    page = screens.open("/phone", "small phone", role="player", name="Anna")
    page.get_by_role("button", name="Preferences of this device").click()
    page.get_by_role("link", name="This phone as the table’s camera").click()
    expect(page.get_by_role("heading", level=1, name="Phone as camera")).to_be_visible()
    big = screens.open("/screen", "laptop", role="host")
    big.get_by_role("button", name="Preferences of this device").click()
    expect(big.get_by_role("dialog").get_by_role("link")).to_have_count(0)


def test_the_code_holds_no_address_but_the_tables_own(playing: Phone) -> None:
    for page in ("elsewhere", "http://example.org", "../h", ""):
        assert playing.http.get("/api/qr.svg", params={"page": page}).status_code == 422
    wrong = playing.http.get("/j/WRONG2/camera")
    assert (wrong.status_code, wrong.headers["location"]) == (303, "/camera?error=wrong-code")
    assert re.search("<svg", playing.http.get("/api/qr.svg?page=camera").text)


def test_a_dialog_keeps_its_heading_and_its_way_out_however_often_it_changes(screens: Screens) -> None:
    page = screens.open("/screen", "laptop", role="host")
    page.get_by_role("button", name="Preferences of this device").click()
    dialog = page.get_by_role("dialog", name="Preferences of this device")
    for theme in ("Dark", "Light", "As the device"):
        dialog.get_by_role("button", name=theme).click()
        expect(dialog.get_by_role("heading", level=2)).to_have_text("Preferences of this device")
    dialog.get_by_role("button", name="Close").click()
    expect(dialog).to_have_count(0)
