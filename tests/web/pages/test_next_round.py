"""From one round to the next: who deals, and the card that lies under the camera."""

from __future__ import annotations

import re

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from tests.web.conftest import Phone
from tests.web.pages.conftest import Screens
from vision.observations import Note


def test_big_screen_and_phone_name_the_dealer_and_offer_the_card_that_lies_there(
    screens: Screens, host: Phone
) -> None:
    host.http.put("/api/camera", json={"spec": "0"}).raise_for_status()
    host.did("start-match", players=["Anna", "Bram"], dealer="Bram", hands=1, rules="pesten-7")
    host.did("start-round", turned_up="9H")
    host.did("lay", player="Anna", card="9S")
    host.did("end-round", hands={"Bram": ["4D"]})
    screens.running.scripted.sees("4D", note=Note.SEVERAL_AT_ONCE)
    screens.running.scripted.sees("7C")
    big = screens.open("/screen", "big screen", role="host")
    phone = screens.open("/phone", "small phone", role="player", name="Anna")
    phone.get_by_role("button", name="Anna").click()
    phone.get_by_role("button", name="To the table").click()
    for page in (big, phone):
        expect(page.get_by_role("heading", level=1)).to_have_text("Anna deals")
        expect(page.get_by_text("Clear away what lies under the camera")).to_be_visible()
        assert Axe().run(page).violations_count == 0
    phone.get_by_role("button", name="Begin with the 7 of clubs").click()
    expect(big.locator(".top-card")).to_have_attribute("aria-label", "7 of clubs")


def test_whoever_settles_an_illegal_card_by_keys_goes_on_at_the_table(
    screens: Screens, playing: Phone
) -> None:
    big = screens.open("/screen", "laptop", role="host")
    playing.did("lay", player="North", card="KC")
    expect(big.get_by_role("button", name=re.compile("Take the card back"))).to_be_focused()
    big.keyboard.press("Enter")
    expect(big.get_by_role("alertdialog")).to_have_count(0)
    expect(big.get_by_role("main")).to_be_focused()


def test_a_hand_exchange_is_one_tap_on_the_phone(screens: Screens, host: Phone) -> None:
    host.did("start-match", players=["Anna", "Bram", "Carla"], dealer="Carla", rules="pesten-with-cards")
    host.did("start-round", turned_up="9H")
    phone = screens.open("/phone", "small phone", role="player", name="Anna")
    phone.get_by_role("button", name="Anna").click()
    phone.get_by_role("button", name="To the table").click()
    host.did("lay", player="Anna", card="10H")
    assert host.snapshot()["round"]["exchange"] == "give-one"
    phone.locator(".action.exchange").click()
    expect(phone.locator(".action.exchange")).to_have_count(0)
    assert host.snapshot()["round"]["exchange"] is None
