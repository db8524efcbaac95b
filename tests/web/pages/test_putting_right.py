"""Putting right on the history page: something forgotten goes in, something undone counts again."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.web.conftest import Phone
from tests.web.pages.conftest import Screens


def test_a_forgotten_draw_is_put_in_and_revoked_with_a_few_taps(screens: Screens, playing: Phone) -> None:
    playing.did("lay", player="North", card="9S")
    later = playing.did("lay", player="South", card="4S")["event"]
    page = screens.open("/history", role="player", name="Bert")
    entry = page.locator(f"li[data-key='{later}']")
    expect(entry.get_by_text("Not allowed")).to_be_visible()
    entry.get_by_role("button", name="Something is missing before this").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("button", name="East", exact=True).click()
    dialog.get_by_role("button", name="1 card", exact=True).click()
    expect(dialog).to_have_count(0)
    expect(entry.get_by_text("Allowed", exact=True)).to_be_visible()
    expect(page.get_by_text("put in afterwards")).to_be_visible()
    revision = page.locator("li", has_text="Put in: East draws 1 card")
    expect(revision.get_by_text("South lays the 4 of spades: Allowed").last).to_be_visible()
    revision.get_by_role("button", name="Take this back").click()
    expect(entry.get_by_text("Not allowed")).to_be_visible()
    expect(revision.get_by_role("button", name="Do it again")).to_be_visible()
    assert playing.snapshot()["players"][1]["cards"] == 7


def test_what_was_undone_counts_after_all(screens: Screens, playing: Phone) -> None:
    first = playing.did("lay", player="North", card="9S")["event"]
    playing.did("undo", count=1)
    page = screens.open("/history", role="player", name="Bert", size="big screen")
    entry = page.locator(f"li[data-key='{first}']")
    expect(entry.locator("s")).to_have_text("North lays the 9 of spades")
    entry.get_by_role("button", name="It counts after all").click()
    expect(entry.get_by_text("restored · Bert")).to_be_visible()
    assert playing.snapshot()["round"]["top"] == "9S"
    playing.did("correct", event=first, changes={"card": "9C"})
    entry.get_by_role("button", name="Back as it was").click()
    expect(entry.get_by_text("North lays the 9 of spades")).to_be_visible()
