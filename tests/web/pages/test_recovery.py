"""Phones that sleep, taps that come twice or too late, a server that goes away and comes back."""

from __future__ import annotations

import time
from pathlib import Path

from playwright.sync_api import Browser, Page, expect

from tests.web.conftest import Phone, start
from tests.web.pages.conftest import Screens, again


def seated(screens: Screens, player: str) -> Page:
    page = screens.open("/phone", role="player", name=f"{player}’s phone")
    page.get_by_role("button", name=player).click()
    page.get_by_role("button", name="To the table").click()
    return page


def test_a_phone_that_slept_through_three_events_is_back_within_a_second(
    screens: Screens, playing: Phone
) -> None:
    page = seated(screens, "North")
    expect(page.get_by_role("heading", level=1)).to_have_text("It’s your turn!")
    lifecycle = page.context.new_cdp_session(page)
    lifecycle.send("Page.setWebLifecycleState", {"state": "frozen"})
    for player, card in (("North", "9S"), ("East", "5S"), ("South", "5D")):
        playing.did("lay", player=player, card=card)
    lifecycle.send("Page.setWebLifecycleState", {"state": "active"})
    woken = time.monotonic()
    expect(page.locator(".phone-top")).to_have_attribute("aria-label", "5 of diamonds", timeout=2000)
    assert time.monotonic() - woken < 1
    expect(page.get_by_role("heading", level=1)).to_have_text("West is on turn")


def test_a_tap_that_comes_twice_draws_once(screens: Screens, playing: Phone) -> None:
    page = seated(screens, "North")
    page.get_by_role("button", name="Draw a card").dblclick()
    expect(page.get_by_role("heading", level=1)).to_have_text("East is on turn")
    snapshot = playing.snapshot()
    assert [player["cards"] for player in snapshot["players"]] == [8, 7, 7, 7]
    assert [entry["kind"] for entry in snapshot["history"]].count("drawn") == 1


def test_a_tap_on_an_old_picture_is_answered_and_not_applied(screens: Screens, playing: Phone) -> None:
    page = seated(screens, "North")
    expect(page.get_by_role("button", name="Draw a card")).to_be_visible()
    page.evaluate(
        "import('/scripts/connection.js').then(({table}) => table.snapshot = {...table.snapshot, version: 1})"
    )
    page.get_by_role("button", name="Draw a card").click()
    expect(page.get_by_text("The game had gone on.")).to_be_visible()
    assert playing.snapshot()["players"][0]["cards"] == 7


def test_what_was_misread_is_put_right_and_what_was_tapped_is_undone(
    screens: Screens, playing: Phone
) -> None:
    page = seated(screens, "North")
    playing.did("lay", player="North", card="9S")
    page.locator(".latest").get_by_role("button", name="Not right").click()
    page.get_by_role("button", name="Another card…").click()
    page.get_by_role("button", name="9 of clubs").click()
    expect(page.locator(".phone-top")).to_have_attribute("aria-label", "9 of clubs")
    page.goto("/history")
    expect(page.locator(".entry.corrected")).to_contain_text("corrected · North’s phone")
    page.get_by_role("button", name="Undo the last one").click()
    expect(page.locator(".entry.undone s.entry-what")).to_have_text("North lays the 9 of clubs")


def test_an_entry_of_the_history_is_tapped_to_ask_why_and_to_put_it_right(
    screens: Screens, playing: Phone
) -> None:
    playing.did("lay", player="North", card="9S")
    playing.did("draw", player="East", count=1)
    page = screens.open("/history", role="player", name="Anna’s phone")
    page.locator(".entry", has_text="North lays").locator(".reasons, .effects").first.click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("same rank as the 9 of hearts")
    for part in ("Another card…", "North", "East", "Was said with it"):
        expect(dialog.get_by_role("button", name=part, exact=True)).to_be_visible()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="East draws").click()
    dialog.get_by_role("button", name="2 cards", exact=True).click()
    expect(page.locator(".entry.corrected")).to_contain_text("East draws 2 cards")


def test_pages_come_back_by_themselves_after_the_server_did(chromium: Browser, tmp_path: Path) -> None:
    first = start(tmp_path)
    screens = Screens(chromium, first)
    host = first.host()
    host.did("start-match", players=["North", "East"], rules="pesten-7", dealer="East")
    host.did("start-round", turned_up="9H")
    page = seated(screens, "North")
    expect(page.get_by_role("heading", level=1)).to_have_text("It’s your turn!")
    first.stop()
    expect(page.get_by_text("No connection just now.")).to_be_visible(timeout=10000)
    page.get_by_role("button", name="Draw a card").click()
    second = again(tmp_path, int(first.url.rsplit(":", 1)[1]))
    try:
        expect(page.get_by_role("heading", level=1)).to_have_text("East is on turn", timeout=15000)
        expect(page.get_by_text("No connection just now.")).to_be_hidden()
        assert host.snapshot()["players"][0]["cards"] == 8
    finally:
        host.close()
        screens.close()
        second.stop()


def test_every_page_says_that_the_table_is_away_and_comes_back_by_itself(
    chromium: Browser, tmp_path: Path
) -> None:
    first = start(tmp_path)
    screens = Screens(chromium, first)
    host = first.host()
    host.did("start-match", players=["North", "East"], rules="pesten-7", dealer="East")
    page = screens.open("/phone", role="host", size="small phone")
    page.evaluate("navigator.serviceWorker.ready.then(() => null)")
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    first.stop()
    for path in ("/screen", "/history", "/scores", "/setup", "/camera", "/teach", "/print", "/phone"):
        page.goto(path)
        expect(page.locator("main")).not_to_be_empty()
        expect(page.get_by_text("No table answers here.")).to_be_visible()
    second = again(tmp_path, int(first.url.rsplit(":", 1)[1]))
    try:
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        expect(page.locator(".offline").first).to_be_hidden()
        assert screens.complaints == []
    finally:
        host.close()
        screens.close()
        second.stop()
