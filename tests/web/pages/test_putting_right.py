"""Putting right on the history page: something forgotten goes in, something undone counts again."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.web.conftest import Phone
from tests.web.pages.conftest import Screens, card_key
from tests.web.test_camera_at_table import with_camera


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


def test_a_card_that_names_no_suit_is_asked_for_none(screens: Screens, playing: Phone) -> None:
    plain = playing.did("lay", player="North", card="9S")["event"]
    jack = playing.did("lay", player="East", card="JS", names="C")["event"]
    page = screens.open("/history", role="player", name="Bert")
    suit = page.get_by_role("heading", name="Which suit was named?")
    for event, asked in ((plain, 0), (jack, 1)):
        page.locator(f"li[data-key='{event}']").get_by_role("button", name="Not right").click()
        expect(page.get_by_role("dialog").get_by_role("heading", name="Which card was it?")).to_be_visible()
        expect(suit).to_have_count(asked)
        page.get_by_role("button", name="Close").click()


def test_reporting_a_card_asks_for_a_suit_only_where_it_names_one(screens: Screens, playing: Phone) -> None:
    page = screens.open("/screen", "big screen", role="host")
    for player, card, name in (("North", "9S", "9 of spades"), ("East", "JS", "jack of spades")):
        page.locator(".seats").get_by_role("button", name=player).click()
        page.get_by_role("dialog").get_by_role("button", name="Report a card").click()
        card_key(page, name).click()
        if card == "JS":
            page.get_by_role("dialog").get_by_role("button", name="Clubs").click()
        expect(page.get_by_role("dialog")).to_have_count(0)
        assert playing.until(lambda s, card=card: s["round"]["top"] == card)  # type: ignore[misc]
    assert playing.snapshot()["round"]["named_suit"] == "C"


def test_the_big_screen_serves_somebody_whose_phone_sleeps(screens: Screens, playing: Phone) -> None:
    anna = screens.running.phone("Anna’s phone")
    anna.did("take-seat", player="North")
    page = screens.open("/screen", "big screen", role="player", name="Big screen")
    page.locator(".seats").get_by_role("button", name="North").click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("North also plays on Anna’s phone")
    dialog.get_by_role("button", name="Draw").click()
    assert playing.until(lambda s: s["players"][0]["cards"] == 8)["verdict"]["by"]["name"] == "Big screen"

    phone = screens.open("/screen", "laptop", role="player", name="Bert")
    expect(phone.locator(".seats").get_by_role("button", name="North")).to_have_count(1)
    phone.evaluate("import('/scripts/connection.js').then(({ act }) => act('take-seat', { player: 'East' }))")
    expect(phone.locator(".seats").get_by_role("button", name="North")).to_have_count(0)
    anna.close()


def test_what_was_corrected_stays_struck_through_with_who_did_it(screens: Screens, playing: Phone) -> None:
    laid = playing.did("lay", player="North", card="6H")["event"]
    drawn = playing.did("draw", player="East", count=1)["event"]
    page = screens.open("/history", role="player", name="Bram’s phone")
    carla = screens.running.phone("Carla")
    for event, changes in ((laid, {"card": "9S"}), (drawn, {"count": 2})):
        carla.did("correct", event=event, changes=changes)
    first = page.locator(".entry", has_text="North lays the 9 of spades")
    expect(first.locator("s")).to_have_text("North lays the 6 of hearts")
    expect(first).to_contain_text("corrected · Carla")
    second = page.locator(".entry", has=page.get_by_role("button", name="East draws 2 cards"))
    expect(second.locator("s")).to_have_text("East draws 1 card")
    carla.did("remove", event=drawn)
    carla.close()
    gone = page.locator(".entry.removed")
    expect(gone.locator("s").first).to_have_text("East draws 2 cards")
    expect(gone).to_contain_text("Carla")


def test_the_story_that_held_before_another_was_chosen_stays_struck_through(
    screens: Screens, playing: Phone
) -> None:
    with_camera(screens.running, playing)
    screens.running.scripted.sees("9S")
    seen = playing.until(lambda s: s["round"]["top"] == "9S")["verdict"]
    page = screens.open("/history", role="player", name="Bert")
    entry = page.locator(f"li[data-key='{seen['event']}']")
    expect(entry.get_by_text("North lays the 9 of spades")).to_be_visible()
    expect(entry.locator("s")).to_have_count(0)
    other = next(way for way in seen["ways_on"] if way["code"] == "other-story")
    playing.did(other["action"]["kind"], **other["action"]["payload"])
    expect(entry.locator("s")).to_have_text("North was on turn and laid the 9 of spades.")


def test_who_is_host_beside_another_can_stop_being_it(screens: Screens, playing: Phone) -> None:
    page = screens.open("/setup#devices", "laptop", role="host")
    page.get_by_role("button", name="Stop being host").click()
    page.get_by_role("dialog").get_by_role("button", name="Stop being host").click()
    expect(page.get_by_role("button", name="Stop being host")).to_have_count(0)
    expect(page.get_by_role("button", name="Make host")).to_have_count(0)
    assert playing.snapshot()["you"]["role"] == "host"
