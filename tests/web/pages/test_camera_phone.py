"""The page that makes a phone the camera: what it says and does when something goes wrong."""

from __future__ import annotations

import re
import time

from playwright.sync_api import Page, WebSocketRoute, expect

from tests.web.conftest import Phone
from tests.web.pages.conftest import Screens

STUCK = "The table does not answer"
HIDE = """hidden => {
  const get = () => (hidden ? "hidden" : "visible");
  Object.defineProperty(document, "visibilityState", { get, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}"""


def sent(page: Page) -> int:
    return int(page.get_by_text(re.compile(r"^\d+ pictures? sent")).inner_text().split()[0])


def sends_more(page: Page, than: int) -> bool:
    end = time.monotonic() + 20
    while sent(page) <= than and time.monotonic() < end:
        page.wait_for_timeout(100)
    return sent(page) > than


def filming(screens: Screens) -> Page:
    page = screens.open("/camera", role="host")
    page.get_by_role("button", name="Start the camera").click()
    expect(page.get_by_text(re.compile(r"^[1-9]\d* pictures? sent"))).to_be_visible()
    return page


def test_a_refused_camera_is_explained_as_long_as_it_is_refused(screens: Screens, playing: Phone) -> None:
    page = screens.open("/camera", role="host")
    page.evaluate(
        """() => {
            navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException("no", "NotAllowedError"));
        }"""
    )
    page.get_by_role("button", name="Start the camera").click()
    expect(page.get_by_role("alert").filter(has_text="The camera was refused")).to_be_visible()
    page.wait_for_timeout(6000)
    expect(page.get_by_role("alert").filter(has_text="allow the camera and start it again")).to_be_visible()


def test_a_camera_that_the_phone_takes_back_is_said_to_be_gone(screens: Screens, playing: Phone) -> None:
    page = filming(screens)
    page.evaluate(
        """() => document.querySelector("video").srcObject.getTracks().forEach((track) => {
            track.stop();
            track.dispatchEvent(new Event("ended"));
        })"""
    )
    expect(page.get_by_role("alert").filter(has_text="took its camera back")).to_be_visible()
    playing.until(lambda snapshot: snapshot["camera"]["state"] == "ended")
    page.get_by_role("button", name="Start the camera").click()
    playing.until(lambda snapshot: snapshot["camera"]["state"] == "ok")


def test_a_phone_in_a_pocket_sends_no_standing_picture_and_goes_on_when_it_is_back(
    screens: Screens, playing: Phone
) -> None:
    page = filming(screens)
    page.evaluate(HIDE, True)
    page.wait_for_timeout(500)
    before = sent(page)
    playing.until(lambda snapshot: snapshot["camera"]["state"] == "lost")
    assert sent(page) == before
    page.evaluate(HIDE, False)
    playing.until(lambda snapshot: snapshot["camera"]["state"] == "ok")
    assert sends_more(page, before)


def waited_for(page: Page, playing: Phone, state: str) -> None:
    """Waits as a page does, so that what stands between it and the table goes on carrying."""
    end = time.monotonic() + 60
    while playing.snapshot()["camera"]["state"] != state:
        assert time.monotonic() < end
        page.wait_for_timeout(50)


def test_a_line_that_died_without_a_word_is_replaced(screens: Screens, playing: Phone) -> None:
    page = screens.open("/camera", role="host")
    lines: list[str] = []
    dead: set[str] = set()

    def opened(route: WebSocketRoute) -> None:
        name = str(len(lines))
        lines.append(name)
        server = route.connect_to_server()
        route.on_message(lambda said: None if name in dead else server.send(said))
        server.on_message(lambda said: None if name in dead else route.send(said))

    page.route_web_socket(re.compile("/api/camera/push"), opened)
    page.reload()
    page.get_by_role("button", name="Start the camera").click()
    expect(page.get_by_text(re.compile(r"^[1-9]\d* pictures? sent"))).to_be_visible()
    dead.add(lines[-1])
    expect(page.get_by_text(STUCK)).to_be_visible()
    before = sent(page)
    waited_for(page, playing, "lost")
    waited_for(page, playing, "ok")
    expect(page.get_by_text(STUCK)).to_be_hidden()
    assert sends_more(page, before)
    assert len(lines) == 2
