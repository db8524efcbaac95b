"""A family plays a whole match on two phones and a big screen; things go wrong as they do at a table."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, WebSocketRoute, expect

from tests.web.conftest import start
from tests.web.pages.conftest import Screens, again, card_key

LAST = "Last card!"


class SlowLine:
    """Stands between a page and the table; while `held`, what is tapped waits on the way."""

    def __init__(self, page: Page) -> None:
        self.held = False
        self._waiting: list[str | bytes] = []
        self._server: WebSocketRoute | None = None
        page.route_web_socket(re.compile("/api/socket"), self._opened)

    def _opened(self, route: WebSocketRoute) -> None:
        server = self._server = route.connect_to_server()
        route.on_message(lambda said: self._waiting.append(said) if self.held else server.send(said))
        server.on_message(lambda said: None if self.held else route.send(said))

    def let_go(self) -> None:
        self.held = False
        assert self._server is not None
        for said in self._waiting:
            self._server.send(said)
        self._waiting.clear()


def on_turn(page: Page) -> None:
    expect(page.get_by_role("heading", level=1)).to_have_text("It’s your turn!")


def lay(page: Page, card: str) -> None:
    page.get_by_role("button", name="Report a card").click()
    card_key(page, card).click()


def lay_at_screen(big: Page, player: str, card: str) -> None:
    """For somebody without a phone: tap their seat, then the card."""
    expect(big.locator(".seat.on-turn")).to_contain_text(player)
    big.locator(".seat", has_text=player).click()
    lay(big, card)


def count_hand(page: Page, *cards: str) -> None:
    for card in cards:
        card_key(page, card).click()
    page.get_by_role("button", name="This is right").click()
    expect(page.get_by_role("button", name="Confirmed")).to_be_visible()


def set_up(screens: Screens) -> Page:
    page = screens.open("/setup", "big screen", role="host")
    for wanted, option, value in (("Cards dealt", "hand_size", "3"), ("Rounds in", "match_rounds", "3")):
        page.get_by_role("searchbox", name="Search an option").fill(wanted)
        page.locator(f"[id='value-{option}']").fill(value)
        page.locator(f"[id='value-{option}']").press("Tab")
    page.get_by_role("tab", name="Players").click()
    for number, name in enumerate(("Anna", "Bram", "Carla"), start=1):
        page.get_by_role("textbox", name=f"Player {number}").fill(name)
    page.get_by_label("Who deals the first round?").select_option("Carla")
    page.get_by_role("button", name="Start the match").click()
    page.wait_for_url("**/screen")
    return page


def join(page: Page, code: str, player: str) -> None:
    page.get_by_label("The table’s code").fill(code)
    page.get_by_label("Name of this device").fill(f"{player}’s phone")
    page.get_by_role("button", name="Join").click()
    page.get_by_role("button", name=player).click()
    page.get_by_role("button", name="To the table").click()


def turn_up(big: Page, card: str) -> None:
    big.get_by_role("button", name="Tap the first card").click()
    card_key(big, card).click()


def finish(big: Page, *carlas: str) -> None:
    """Carla counts at the big screen; when all have counted, the round is finished there."""
    big.goto("/scores")
    if carlas:
        big.get_by_role("button", name=re.compile("^Carla")).click()
        count_hand(big, *carlas)
    big.get_by_role("button", name="Finish the round").click()
    expect(big.get_by_role("button", name="Finish the round")).to_have_count(0)


@pytest.mark.timeout(600)
def test_a_whole_match(chromium: Browser, tmp_path: Path) -> None:
    first = start(tmp_path)
    screens = Screens(chromium, first)
    big = set_up(screens)
    anna, bram = screens.open("/phone"), screens.open("/phone", "small phone")
    line = SlowLine(bram)
    bram.reload()
    for page, player in ((anna, "Anna"), (bram, "Bram")):
        join(page, first.desk.devices.code, player)

    host = first.host()
    host.http.put("/api/camera", json={"spec": "0"}).raise_for_status()
    host.close()

    # Round 1. Anna taps twice, Bram's tap comes after the camera saw his card, Carla has no phone.
    turn_up(big, "9 of hearts")
    on_turn(anna)
    anna.get_by_role("button", name="Draw a card").dblclick()
    on_turn(bram)
    expect(big.locator(".seat", has_text="Anna")).to_contain_text("4")
    line.held = True
    bram.get_by_role("button", name="Draw a card").click()
    first.scripted.sees("9S")
    expect(big.locator(".seat.on-turn")).to_contain_text("Carla")
    line.let_go()
    expect(bram.get_by_text("The game had gone on.")).to_be_visible()
    expect(big.locator(".seat", has_text="Bram")).to_contain_text("2")
    lay_at_screen(big, "Carla", "4 of spades")
    on_turn(anna)
    lay(anna, "4 of hearts")
    on_turn(bram)
    lay(bram, "5 of hearts")
    bram.get_by_role("button", name=LAST).click()
    lay_at_screen(big, "Carla", "5 of clubs")
    big.locator(".seat", has_text="Carla").click()
    big.get_by_role("dialog").get_by_role("button", name=LAST).click()
    on_turn(anna)
    lay(anna, "6 of clubs")
    on_turn(bram)
    lay(bram, "6 of diamonds")
    expect(bram.get_by_role("heading", level=1)).to_have_text("Bram wins the round!")
    count_hand(anna, "queen of spades", "10 of clubs")
    finish(big, "joker")
    expect(big.locator(".running tfoot")).to_contain_text("20")

    # Round 2. Anna's phone sleeps through three events, and the table's computer starts anew meanwhile.
    big.goto("/screen")
    expect(big.get_by_role("heading", level=1)).to_have_text("Anna deals")
    turn_up(big, "10 of hearts")
    on_turn(bram)
    asleep = anna.context.new_cdp_session(anna)
    anna.context.set_offline(True)
    asleep.send("Page.setWebLifecycleState", {"state": "frozen"})
    lay(bram, "10 of spades")
    expect(big.locator(".seat.on-turn")).to_contain_text("Carla")
    first.stop()
    expect(big.get_by_text("No connection just now.")).to_be_visible()
    second = again(tmp_path, int(first.url.rsplit(":", 1)[1]))
    screens.running = second
    try:
        expect(big.get_by_text("No connection just now.")).to_be_hidden()
        lay_at_screen(big, "Carla", "3 of diamonds")
        alarm = big.get_by_role("alertdialog")
        expect(alarm).to_contain_text("neither suit nor rank is the same")
        alarm.get_by_role("button", name="Take the card back").click()
        expect(alarm).to_have_count(0)
        lay_at_screen(big, "Carla", "4 of spades")
        anna.context.set_offline(False)
        asleep.send("Page.setWebLifecycleState", {"state": "active"})
        on_turn(anna)
        expect(anna.locator(".phone-top")).to_have_attribute("aria-label", "4 of spades")
        lay(anna, "4 of diamonds")
        on_turn(bram)
        lay(bram, "9 of diamonds")
        bram.get_by_role("button", name=LAST).click()
        lay_at_screen(big, "Carla", "9 of clubs")
        big.locator(".seat", has_text="Carla").click()
        big.get_by_role("dialog").get_by_role("button", name=LAST).click()
        on_turn(anna)
        lay(anna, "6 of clubs")
        anna.get_by_role("button", name=LAST).click()
        on_turn(bram)
        bram.get_by_role("button", name="Draw a card").click()
        lay_at_screen(big, "Carla", "6 of spades")
        expect(anna.get_by_role("heading", level=1)).to_have_text("Carla wins the round!")
        count_hand(anna, "5 of hearts")
        count_hand(bram, "king of hearts", "3 of clubs")
        finish(big)

        # Round 3, the last one by the rule set.
        big.goto("/screen")
        expect(big.get_by_role("heading", level=1)).to_have_text("Bram deals")
        turn_up(big, "6 of hearts")
        lay_at_screen(big, "Carla", "6 of spades")
        on_turn(anna)
        lay(anna, "9 of spades")
        on_turn(bram)
        lay(bram, "9 of clubs")
        lay_at_screen(big, "Carla", "5 of clubs")
        big.locator(".seat", has_text="Carla").click()
        big.get_by_role("dialog").get_by_role("button", name=LAST).click()
        on_turn(anna)
        lay(anna, "5 of spades")
        anna.get_by_role("button", name=LAST).click()
        on_turn(bram)
        bram.get_by_role("button", name="Draw a card").click()
        lay_at_screen(big, "Carla", "3 of spades")
        count_hand(anna, "10 of hearts")
        line.held = True
        for card in ("4 of clubs", "6 of clubs", "queen of clubs"):
            card_key(bram, card).click()
        bram.get_by_role("button", name=re.compile("^This is right|no cards", re.I)).click()
        line.let_go()
        expect(bram.get_by_role("button", name="Confirmed")).to_be_visible()
        finish(big)
        expect(big.get_by_role("heading", name="Final score")).to_be_visible()
        final = big.locator(".final")
        expect(final).to_contain_text("35 − (43 + 50) ÷ 2 = −11.5")
        expect(final).to_contain_text("43 − (35 + 50) ÷ 2 = 0.5")
        expect(final).to_contain_text("50 − (35 + 43) ÷ 2 = 11")
        for phone in (anna, bram):
            expect(phone.get_by_role("heading", level=1)).to_have_text("Anna wins the match!")
        assert screens.complaints == []
    finally:
        screens.close()
        second.stop()
