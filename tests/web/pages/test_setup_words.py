"""The setup page says what is so: choices whole, a camera that opens, devices in order, the ways out in words."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.web.conftest import Phone
from tests.web.pages.conftest import SIZES, Screens
from web.sentences import LANGUAGES

ARROW = 20
CUT = """(arrow) => {
    const pen = document.createElement("canvas").getContext("2d");
    return [...document.querySelectorAll(".option select")].flatMap((field) => {
        const style = getComputedStyle(field);
        pen.font = style.font;
        const room = field.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight) - arrow;
        const texts = [...field.options].map(({ text }) => text);
        return texts.filter((text) => pen.measureText(text).width > room);
    });
}"""


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_choice_is_read_whole(screens: Screens, language: str) -> None:
    page = screens.open("/setup", "small phone", role="host", language=language)
    expect(page.locator(".option select").first).to_be_attached()
    page.evaluate("document.querySelectorAll('details').forEach((group) => (group.open = true))")
    for width, height in SIZES.values():
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(CUT, ARROW) == [], width


def test_a_camera_can_be_used_once_it_is_named(screens: Screens) -> None:
    page = screens.open("/setup#camera", "laptop", role="host")
    use = page.get_by_role("button", name="Use", exact=True)
    address = page.get_by_role("textbox", name="Number, name or address of a camera")
    expect(use).to_be_disabled()
    address.fill("  ")
    expect(use).to_be_disabled()
    address.fill("0")
    use.click()
    expect(page.get_by_text("In use: ")).to_be_visible()
    expect(address).to_have_value("")
    expect(use).to_be_disabled()


def test_a_camera_opens_until_its_first_picture_was_judged(screens: Screens, host: Phone) -> None:
    page = screens.open("/setup", "laptop", role="host")
    page.route("**/api/camera/frame.jpg*", lambda route: route.abort())
    host.http.put("/api/camera", json={"spec": "0"}).raise_for_status()
    screens.running.scripted.source.script.put(None)
    host.until(lambda snapshot: snapshot["camera"]["state"] == "ok")
    page.get_by_role("tab", name="Camera").click()
    expect(page.get_by_text("Camera is starting…").first).to_be_visible()
    expect(page.get_by_text("The camera sees the table")).to_have_count(0)
    expect(page.get_by_text("The camera is well placed.")).to_have_count(0)
    page.unroute("**/api/camera/frame.jpg*")
    expect(page.get_by_text("The camera sees the table")).to_be_visible()
    expect(page.get_by_text("Camera is starting…")).to_have_count(0)


def test_devices_that_are_away_come_last_and_are_removed_in_words(screens: Screens, playing: Phone) -> None:
    away = [screens.running.host(), screens.running.phone("Old phone")]
    anna = screens.open("/phone", "small phone", role="player", name="Anna’s phone")
    anna.get_by_role("button", name="North").click()
    page = screens.open("/setup#devices", "big screen", role="host")
    lines = page.locator(".device")
    expect(lines).to_have_count(5)
    expect(lines.filter(has_text="connected")).to_have_count(2)
    connected = ["connected" in text for text in lines.all_inner_texts()]
    assert connected == sorted(connected, reverse=True)
    remove = lines.filter(has_text="Anna’s phone").get_by_role("button", name="Remove Anna’s phone")
    expect(remove).to_have_text("Remove")
    for line in lines.filter(has=page.get_by_role("button", name=re.compile("^Remove"))).all():
        buttons = [button.bounding_box() for button in line.get_by_role("button").all()]
        words = line.locator(".grow").bounding_box()
        assert words
        middles = {round(box["y"] + box["height"] / 2) for box in buttons if box}
        assert len(middles) == 1
        assert words["y"] < middles.pop() < words["y"] + words["height"]
    for phone in away:
        phone.close()


@pytest.mark.parametrize(
    ("language", "why"),
    [
        ("en", "There is no camera number 7 on the computer where Scheids runs."),
        ("nl", "Er is geen camera nummer 7 op de computer waarop Scheids draait."),
        ("de", "An dem Computer, auf dem Scheids läuft, gibt es keine Kamera Nummer 7."),
        ("fr", "Il n’y a pas de caméra numéro 7 sur l’ordinateur où tourne Scheids."),
    ],
)
def test_why_a_camera_does_not_open_is_said_in_the_language_of_the_page(
    screens: Screens, playing: Phone, language: str, why: str
) -> None:
    playing.http.put("/api/camera", json={"spec": "7"})
    playing.until(lambda snapshot: snapshot["camera"]["state"] == "failed")
    for path in ("/setup#camera", "/screen"):
        page = screens.open(path, "laptop", role="host", language=language)
        expect(page.locator(".notice").filter(has_text=why)).to_be_visible()
        expect(page.locator(".notice.good")).to_have_count(0)
