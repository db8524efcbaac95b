"""What table and phone say in words: whose cards, which camera, where a seat is freed, and no verdict too many."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.web.conftest import Phone
from tests.web.pages.conftest import Screens


def test_a_card_that_was_taken_back_carries_no_verdict(screens: Screens, playing: Phone) -> None:
    playing.did("lay", player="North", card="KC")
    playing.did("take-back")
    for path in ("/screen", "/history"):
        page = screens.open(path, "laptop", role="host")
        entry = page.locator("article").filter(has=page.get_by_text("The card was taken back", exact=True))
        expect(entry.first).to_be_visible()
        expect(entry.first.get_by_text("Allowed", exact=True)).to_have_count(0)


def test_the_count_on_the_phone_is_called_ones_own(screens: Screens, playing: Phone) -> None:
    phone = screens.open("/phone", "small phone", role="player", name="Anna")
    phone.get_by_role("button", name="South").click()
    phone.get_by_role("button", name="To the table").click()
    expect(phone.get_by_role("heading", level=1)).to_have_text("North is on turn")
    own = phone.locator(".status-hand")
    expect(own).to_have_text("7your cards")
    phone.get_by_role("button", name="Seats").click()
    phone.get_by_role("button", name="West").click()
    phone.get_by_role("button", name="To the table").click()
    expect(own).to_have_text("7South’s hand")


def test_a_seat_that_is_held_says_where_it_is_freed(screens: Screens, playing: Phone) -> None:
    holder = screens.running.phone("Old phone")
    holder.did("take-seat", player="North")
    phone = screens.open("/phone", "small phone", role="player", name="Anna")
    phone.get_by_role("button", name="North").click()
    expect(phone.get_by_text("ask the host to free it under Set up, Devices")).to_be_visible()
    holder.close()


@pytest.mark.parametrize("size", ["small phone", "big screen"])
def test_a_table_without_a_camera_says_so_and_one_that_fails_is_named(
    screens: Screens, host: Phone, size: str
) -> None:
    host.did("start-match", players=["Anna", "Bram"], dealer="Bram", rules="pesten-7")
    page = screens.open("/screen", size, role="host")
    without = page.get_by_text("No camera: tap the cards on a phone, or choose one under Set up, Camera.")
    expect(without).to_be_visible()
    host.http.put("/api/camera", json={"spec": "7"}).raise_for_status()
    named = "There is no camera number 7 on the computer where Scheids runs. Plug it in, or choose another."
    expect(page.get_by_text(named)).to_be_visible()
    expect(without).to_have_count(0)
