"""Choosing rules and switching options, keeping them, the devices at the table, a phone as camera."""

from __future__ import annotations

import re
import time
from pathlib import Path

import numpy as np
import pytest
from playwright.sync_api import Page, expect

from referee.cards import Card
from tests.web.conftest import Phone, ScriptedSource
from tests.web.pages.conftest import Screens, settled
from vision.sightings import CardSeen
from web import camera_routes


def test_an_option_is_found_switched_marked_and_played_by(screens: Screens) -> None:
    page = screens.open("/setup", "laptop", role="host")
    page.get_by_role("radio", name=re.compile("^Pesten 7")).click()
    page.get_by_role("searchbox", name="Search an option").fill("illegal")
    option = page.locator("[id='option-illegal_penalty']")
    option.get_by_role("button", name="more").click()
    option.get_by_role("button", name="more").click()
    expect(option).to_contain_text("Differs from the sheet, which says 0.")
    page.get_by_role("searchbox", name="Search an option").fill("king")
    page.get_by_role("button", name=re.compile("^King: what the card does")).click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Play another card").uncheck()
    dialog.get_by_label("Play reverses").check()
    dialog.get_by_role("button", name="Done").click()
    expect(page.locator(".sheet-cards .differs")).to_contain_text("King: play reverses")

    page.get_by_role("button", name="Save as our own").click()
    page.get_by_label("Name", exact=True).fill("At grandma's")
    page.get_by_role("dialog").get_by_role("button", name="Save").click()
    expect(page.get_by_role("radio", name=re.compile("^At grandma's"))).to_be_checked()

    page.get_by_role("tab", name="Players").click()
    page.get_by_role("textbox", name="Player 1").fill("Anna")
    page.get_by_role("textbox", name="Player 2").fill("Bram")
    page.get_by_role("button", name="Start the match").click()
    page.wait_for_url("**/screen")
    host = screens.running.host()
    rules = host.snapshot()["rules"]
    host.close()
    assert rules["options"]["illegal_penalty"] in (2, "2")
    assert rules["options"]["effects.K"] == "reverse"


def test_contradicting_options_are_named_beside_them(screens: Screens) -> None:
    page = screens.open("/setup", "laptop", role="host")
    page.get_by_role("searchbox", name="Search an option").fill("forgotten")
    page.get_by_role("button", name="more").click()
    expect(page.get_by_role("alert").first).to_contain_text(
        "nothing is forgotten while “Announcing the last card” says “a reminder, no penalty”"
    )


def test_contradicting_options_are_explained_in_the_familys_language(screens: Screens) -> None:
    page = screens.open("/setup", "laptop", role="host", language="nl")
    page.get_by_role("searchbox").fill("vergeten")
    option = page.locator("[id='option-announce_penalty']")
    option.get_by_role("button", name="meer").click()
    told = option.get_by_role("alert")
    expect(told).to_contain_text("“herinnering, geen straf”, valt er niets te vergeten; kies een moment")
    expect(told).not_to_contain_text("announce")


def test_the_host_frees_a_seat_locks_the_table_and_makes_a_new_code(screens: Screens, playing: Phone) -> None:
    anna = screens.running.phone("Anna’s phone")
    anna.did("take-seat", player="North")
    page = screens.open("/setup#devices", "laptop", role="host")
    page.get_by_role("button", name="Free North’s seat").click()
    assert anna.until(lambda snapshot: snapshot["you"]["seats"] == [])
    page.get_by_role("button", name="Lock the table").click()
    expect(page.get_by_role("button", name="Unlock")).to_have_attribute("aria-pressed", "true")
    before = page.locator(".join-code").inner_text()
    page.get_by_role("button", name="New code").click()
    expect(page.locator(".join-code")).not_to_have_text(before)
    anna.close()


def test_a_wrong_code_is_answered_in_a_sentence(screens: Screens, playing: Phone) -> None:
    page = screens.open("/phone")
    page.get_by_label("The table’s code").fill("WRONG1")
    page.get_by_role("button", name="Join").click()
    expect(page.get_by_text("That is not this table’s code")).to_be_visible()


def test_a_phone_is_the_camera(screens: Screens, playing: Phone) -> None:
    page = screens.open("/camera", role="player", name="Anna’s phone")
    page.get_by_role("button", name="Start the camera").click()
    expect(page.get_by_text(re.compile(r"^[1-9]\d* pictures? sent to the table"))).to_be_visible()
    page.get_by_role("button", name="Stop the camera").click()
    expect(page.get_by_role("button", name="Start the camera")).to_be_visible()


def test_the_shell_is_kept_and_the_state_never(screens: Screens, playing: Phone) -> None:
    page = screens.open("/phone", role="player", name="Anna’s phone")
    page.evaluate("navigator.serviceWorker.ready")
    page.reload()
    page.goto("/history")
    expect(page.get_by_role("tab").first).to_be_visible()
    kept = page.evaluate(
        """async () => (await Promise.all((await caches.keys()).map(async (name) =>
            (await (await caches.open(name)).keys()).map((request) => new URL(request.url).pathname)))).flat()"""
    )
    assert {"/phone", "/history", "/scripts/phone.js"} <= set(kept)
    assert [path for path in kept if re.match(r"/(api|j|h)(/|$)", path)] == []


def hold_back(page: Page, ending: str) -> None:
    """From now on the answer about this address takes a second and a half."""
    page.evaluate(
        """(ending) => {
            const ask = window.fetch;
            window.fetch = async (address, ...how) => {
                if (String(address).endsWith(ending)) await new Promise((done) => setTimeout(done, 1500));
                return ask(address, ...how);
            };
        }""",
        ending,
    )


def test_an_option_switched_right_after_another_rule_set_is_kept(screens: Screens) -> None:
    page = screens.open("/setup", "laptop", role="host")
    page.get_by_role("searchbox", name="Search an option").fill("illegal")
    option = page.locator("[id='option-illegal_penalty']")
    hold_back(page, "/pesten-13")
    page.get_by_role("radio", name=re.compile("^Pesten 13")).click()
    option.get_by_role("button", name="more").click()
    expect(page.locator(".start-bar")).to_contain_text("Pesten 13")
    expect(option.get_by_role("spinbutton")).to_have_value("1")
    expect(option).to_contain_text("Differs from the sheet, which says 0.")


def test_the_rule_set_that_was_tapped_last_is_chosen(screens: Screens) -> None:
    page = screens.open("/setup", "laptop", role="host")
    hold_back(page, "/pesten-13")
    page.get_by_role("radio", name=re.compile("^Pesten 13")).click()
    page.get_by_role("radio", name=re.compile("^The German way")).click()
    expect(page.locator(".start-bar")).to_contain_text("The German way")
    page.wait_for_timeout(2000)
    expect(page.locator(".start-bar")).to_contain_text("The German way")


def test_own_rules_are_carried_as_a_file_under_their_name_and_deleted(
    screens: Screens, tmp_path: Path
) -> None:
    page = screens.open("/setup", "laptop", role="host")
    page.get_by_role("searchbox", name="Search an option").fill("illegal")
    page.locator("[id='option-illegal_penalty']").get_by_role("button", name="more").click()
    page.get_by_role("button", name="Save as our own").click()
    page.get_by_label("Name", exact=True).fill("At grandma's")
    page.keyboard.press("Enter")
    expect(page.get_by_role("radio", name=re.compile("^At grandma's"))).to_be_checked()
    with page.expect_download() as waiting:
        page.get_by_role("link", name="As a file").click()
    assert waiting.value.suggested_filename == "At grandma's.toml"
    carried = tmp_path / waiting.value.suggested_filename
    waiting.value.save_as(carried)
    page.get_by_role("button", name="Delete").click()
    page.get_by_role("dialog").get_by_role("button", name="Delete").click()
    expect(page.get_by_role("radio", name=re.compile("^At grandma's"))).to_have_count(0)
    page.get_by_label("From a file").set_input_files(carried)
    expect(page.get_by_role("radio", name=re.compile("^At grandma's"))).to_be_checked()
    expect(page.locator("[id='value-illegal_penalty']")).to_have_value("1")


def test_own_rules_are_not_written_over_without_asking(screens: Screens) -> None:
    page = screens.open("/setup", "laptop", role="host")

    def save(more: int) -> None:
        page.get_by_role("searchbox", name="Search an option").fill("illegal")
        for _ in range(more):
            page.locator("[id='option-illegal_penalty']").get_by_role("button", name="more").click()
        page.get_by_role("button", name="Save as our own").click()
        page.get_by_label("Name", exact=True).fill("At home")
        page.get_by_role("button", name="Save", exact=True).click()

    save(1)
    expect(page.get_by_role("radio", name=re.compile("^At home"))).to_be_checked()
    save(1)
    asked = page.get_by_role("dialog", name="Are you sure?")
    expect(asked).to_contain_text("At home")
    asked.get_by_role("button", name="Cancel").click()
    kept = screens.running.desk.shelf.load("At home").illegal_penalty
    page.get_by_role("button", name="Save", exact=True).click()
    asked.get_by_role("button", name="Replace").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    assert screens.running.desk.shelf.load("At home").illegal_penalty == kept + 1


def test_pile_and_stock_are_marked_by_dragging_their_corners(screens: Screens, playing: Phone) -> None:
    playing.http.put("/api/camera", json={"spec": "0"}).raise_for_status()
    screens.running.scripted.source.script.put(None)
    playing.until(lambda snapshot: snapshot["camera"]["state"] == "ok")
    page = screens.open("/setup#camera", "laptop", role="host")
    expect(page.locator(".preview img")).to_be_visible()
    page.get_by_role("button", name="Stock", exact=True).click()
    box, corner = settled(page.locator(".preview"), page.get_by_role("button", name="Corner 3"))
    page.mouse.move(corner["x"] + corner["width"] / 2, corner["y"] + corner["height"] / 2)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] * 0.4, box["y"] + box["height"] * 0.9, steps=5)
    page.mouse.move(box["x"] + box["width"] * 0.4, box["y"] + box["height"] + 300, steps=5)
    page.mouse.up()
    marked = playing.until(lambda snapshot: snapshot["camera"]["stock_region"])["camera"]
    assert marked["region"] is None
    corners = [[0.06, 0.3], [0.4, 0.3], [0.4, 1.0], [0.06, 1.0]]
    assert [[round(x, 2), round(y, 2)] for x, y in marked["stock_region"]] == corners
    page.get_by_role("button", name="Do not mark the stock").click()
    playing.until(lambda snapshot: snapshot["camera"]["stock_region"] is None)


def test_a_corner_is_dragged_by_a_finger_and_moved_by_keys(screens: Screens, playing: Phone) -> None:
    playing.http.put("/api/camera", json={"spec": "0"}).raise_for_status()
    screens.running.scripted.source.script.put(None)
    playing.until(lambda snapshot: snapshot["camera"]["state"] == "ok")
    page = screens.open("/setup#camera", "phone", role="host")
    expect(page.locator(".preview img")).to_be_visible()
    corner = page.get_by_role("button", name="Corner 1")
    # in the middle: at the edge it may lie under the bars at the top and bottom of the page
    corner.evaluate("place => place.scrollIntoView({ block: 'center' })")
    place, box = settled(corner, page.locator(".preview"))
    finger = page.context.new_cdp_session(page)
    start = {"x": place["x"] + place["width"] / 2, "y": place["y"] + place["height"] / 2}
    goal = {"x": box["x"] + box["width"] * 0.3, "y": box["y"] + box["height"] * 0.4}
    scrolled = page.evaluate("scrollY")
    finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [start]})
    for part in (0.3, 0.6, 1.0):
        between = {axis: start[axis] + (goal[axis] - start[axis]) * part for axis in ("x", "y")}
        finger.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [between]})
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    marked = playing.until(lambda snapshot: snapshot["camera"]["region"])["camera"]["region"]
    assert [round(value, 2) for value in marked[0]] == [0.3, 0.4]
    assert [round(value, 2) for value in marked[2]] == [0.92, 0.92]
    assert page.evaluate("scrollY") == scrolled

    corner.focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowUp")
    expected = [round(marked[0][0] + 0.01, 4), round(marked[0][1] - 0.01, 4)]
    playing.until(lambda snapshot: [round(value, 4) for value in snapshot["camera"]["region"][0]] == expected)


def test_the_preview_names_cards_as_the_page_does(screens: Screens, playing: Phone) -> None:
    quad = np.array([[20, 20], [60, 20], [60, 80], [20, 80]], np.float32)
    screens.running.scripted.sight.cards = (
        CardSeen(Card.parse("QS"), False, 0.98, quad, 1.0, True),
        CardSeen(None, False, 0.4, quad + 60, 1.0, True),
    )
    playing.http.put("/api/camera", json={"spec": "0"}).raise_for_status()
    screens.running.scripted.source.script.put(None)
    playing.until(lambda snapshot: snapshot["camera"]["state"] == "ok")
    page = screens.open("/setup#camera", "laptop", role="host", language="nl")
    expect(page.locator(".preview .seen-card").first).to_have_text("V")
    expect(page.locator(".preview .seen-card").last).to_have_text("?")
    preview = page.locator(".preview").bounding_box()
    assert preview
    assert abs(preview["width"] / preview["height"] - 160 / 120) < 0.01, "the picture is drawn out of shape"
    page.locator(".preview + .row button").nth(2).click()
    expect(page.locator(".preview .seen-card")).to_have_count(0)


def test_cameras_are_chosen_by_name_and_picture(
    screens: Screens, playing: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    named = {0: "Kitchen camera", 2: "Laptop camera"}
    shown: list[str] = []

    def glance(spec: str) -> ScriptedSource:
        shown.append(spec)
        source = ScriptedSource()
        source.script.put(None)
        return source

    monkeypatch.setattr(camera_routes, "camera_names", lambda: named)
    monkeypatch.setattr(camera_routes, "open_source", glance)
    page = screens.open("/setup#camera", "laptop", role="host")
    kitchen = page.get_by_role("button", name="Kitchen camera")
    expect(page.get_by_role("button", name="Laptop camera")).to_be_visible()
    expect(page.locator(".camera-choice img")).to_have_count(2)
    loaded = "images => images.every((image) => image.complete && image.naturalWidth === 160)"
    end = time.monotonic() + 20
    while not page.locator(".camera-choice img").evaluate_all(loaded) and time.monotonic() < end:
        page.wait_for_timeout(100)
    assert page.locator(".camera-choice img").evaluate_all(loaded)
    assert sorted(shown) == ["0", "2"]
    kitchen.click()
    expect(kitchen).to_have_attribute("aria-pressed", "true")
    assert playing.snapshot()["camera"]["spec"] == "0"
