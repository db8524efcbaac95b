"""A family plays a round: set up, join by code, play, an illegal card, the hands counted."""

from __future__ import annotations

from io import BytesIO

import numpy as np
from axe_playwright_python.sync_playwright import Axe
from PIL import Image
from playwright.sync_api import Page, expect

from referee.cards import Card
from tests.web.conftest import Phone
from tests.web.pages.conftest import Screens, card_key
from vision.sightings import CardSeen, Reason


def join(page: Page, code: str, device: str, player: str) -> None:
    page.get_by_label("The table’s code").fill(code)
    page.get_by_label("Name of this device").fill(device)
    page.get_by_role("button", name="Join").click()
    page.get_by_role("button", name=player).click()
    page.get_by_role("button", name="To the table").click()


def report(page: Page, card: str) -> None:
    page.get_by_role("button", name="Report a card").click()
    card_key(page, card).click()


def test_a_round_on_two_phones_and_a_big_screen(screens: Screens) -> None:
    setup = screens.open("/setup#players", "laptop", role="host")
    for number, name in enumerate(("Anna", "Bram", "Carla", "Dirk"), start=1):
        setup.get_by_role("textbox", name=f"Player {number}").fill(name)
    setup.get_by_label("Who deals the first round?").select_option("Dirk")
    setup.get_by_role("button", name="Start the match").click()
    setup.wait_for_url("**/screen")
    big = setup
    expect(big.get_by_role("heading", level=1)).to_have_text("Dirk deals")

    code = screens.running.desk.devices.code
    expect(big.locator(".join-code")).to_have_text(code)
    anna, bram = screens.open("/phone"), screens.open("/phone", "small phone")
    join(anna, code, "Anna's phone", "Anna")
    join(bram, code, "Bram's phone", "Bram")

    big.get_by_role("button", name="Tap the first card").click()
    card_key(big, "9 of hearts").click()
    expect(anna.get_by_role("heading", level=1)).to_have_text("It’s your turn!")
    expect(bram.get_by_role("heading", level=1)).to_have_text("Anna is on turn")
    expect(big.locator(".seat.on-turn")).to_contain_text("Anna")

    report(anna, "9 of spades")
    expect(bram.get_by_role("heading", level=1)).to_have_text("It’s your turn!")
    expect(big.locator(".top-card")).to_have_attribute("aria-label", "9 of spades")
    expect(big.locator(".verdict")).to_contain_text("same rank as the 9 of hearts")

    report(bram, "4 of diamonds")
    alarm = big.get_by_role("alertdialog")
    expect(alarm).to_contain_text("Bram lays the 4 of diamonds")
    expect(alarm).to_contain_text("neither suit nor rank is the same")
    expect(alarm.get_by_role("button").first).to_be_focused()
    alarm.get_by_role("button", name="Take the card back").click()
    expect(alarm).to_have_count(0)

    bram.get_by_role("button", name="Draw a card").click()
    expect(big.locator(".seat.on-turn")).to_contain_text("Carla")
    big.locator(".seat", has_text="Carla").click()
    big.get_by_role("dialog").get_by_role("button", name="Report a card").click()
    card_key(big, "jack of clubs").click()
    big.get_by_role("dialog").get_by_role("button", name="diamonds").click()
    expect(big.locator(".seating .follow")).to_contain_text("diamonds")
    expect(anna.locator(".pile")).to_contain_text("diamonds")
    expect(big.locator(".seat.on-turn")).to_contain_text("Dirk")


def test_hands_are_counted_and_the_score_is_written_out(screens: Screens, host: Phone) -> None:
    host.did("start-match", players=["Anna", "Bram"], dealer="Bram", hands=2, rules="pesten-7")
    host.did("start-round", turned_up="9H")
    for player, card in (("Anna", "9S"), ("Bram", "4S"), ("Anna", "5S")):
        host.did("lay", player=player, card=card)
    page = screens.open("/scores", role="player", name="Bram")
    expect(page.get_by_role("heading", name="Anna wins the round!")).to_be_visible()
    for card in ("queen of spades", "10 of clubs"):
        card_key(page, card).click()
    expect(page.locator(".hand-entry .chip").first).to_have_text("2 cards · 20 points")
    page.get_by_role("button", name="Remove the 10 of clubs").click()
    expect(page.locator(".hand-entry .chip").first).to_have_text("1 card · 10 points")
    page.get_by_role("button", name="This is right").click()
    page.get_by_role("button", name="Finish the round").click()
    expect(page.locator(".running tfoot")).to_contain_text("10")
    expect(page.locator(".final")).to_contain_text("0 − 10 = −10")
    expect(page.locator(".final")).to_contain_text("10 − 0 = 10")

    page.get_by_role("button", name="Correct round 1").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("button", name="Bram").click()
    card_key(page, "joker").click()
    dialog.get_by_role("button", name="Save").click()
    expect(page.locator(".running tfoot")).to_contain_text("60")
    expect(page.get_by_role("img", name="Totals by round as lines")).to_be_visible()


def test_a_hand_is_read_from_a_photograph_and_then_confirmed(screens: Screens, host: Phone) -> None:
    host.did("start-match", players=["Anna", "Bram"], dealer="Bram", hands=1, rules="pesten-7")
    host.did("start-round", turned_up="9H")
    host.did("lay", player="Anna", card="9S")
    quad = np.array([[10, 10], [60, 10], [60, 90], [10, 90]], np.float32)
    screens.running.scripted.sight.cards = (
        CardSeen(Card.parse("QS"), False, 0.99, quad, 1.0, True, None, ((Card.parse("QS"), 0.99),)),
    )
    page = screens.open("/phone", role="player", name="Bram")
    page.get_by_role("button", name="Bram").click()
    page.get_by_role("button", name="To the table").click()
    picture = BytesIO()
    Image.new("RGB", (320, 240), "green").save(picture, "JPEG")
    page.locator("input[type=file]").set_input_files(
        {"name": "hand.jpg", "mimeType": "image/jpeg", "buffer": picture.getvalue()}
    )
    expect(page.get_by_role("button", name="Remove the queen of spades")).to_be_visible()
    expect(page.get_by_text("1 card read. Please check.")).to_be_visible()
    page.get_by_role("button", name="This is right").click()
    expect(page.get_by_role("button", name="Confirmed")).to_be_visible()


def test_a_second_photograph_adds_to_the_hand_and_counts_no_card_twice(screens: Screens, host: Phone) -> None:
    host.did("start-match", players=["Anna", "Bram"], dealer="Bram", hands=1, rules="pesten-7")
    host.did("start-round", turned_up="9H")
    host.did("lay", player="Anna", card="9S")
    page = screens.open("/scores", role="player", name="Bram")
    picture = BytesIO()
    Image.new("RGB", (320, 240), "green").save(picture, "JPEG")
    photograph = {"name": "hand.jpg", "mimeType": "image/jpeg", "buffer": picture.getvalue()}
    quad = np.array([[10, 10], [60, 10], [60, 90], [10, 90]], np.float32)
    shots: tuple[tuple[tuple[str, ...], str], ...] = (
        (("QS", "JOKER"), "2 cards read. Please check."),
        (
            ("QS", "JOKER", "JOKER", "4D"),
            "2 cards added: joker and 4 of diamonds. Please check. "
            "Seen again and not counted twice: queen of spades and joker.",
        ),
        (("QS",), "No further card was read."),
    )
    for names, told in shots:
        screens.running.scripted.sight.cards = tuple(
            CardSeen(Card.parse(name), False, 0.99, quad + at * 70, 1.0, True)
            for at, name in enumerate(names)
        )
        page.locator("input[type=file]").set_input_files(photograph)
        expect(page.get_by_text(told, exact=True)).to_be_visible()
    drafts = host.snapshot()["round_end"]["drafts"]
    assert drafts["Bram"]["cards"] == ["QS", "JOKER", "JOKER", "4D"]
    page.get_by_role("button", name="Take all away").click()
    expect(page.get_by_role("button", name="No cards left")).to_be_visible()


def test_what_a_photograph_shows_and_is_not_read_is_named_or_waved_away(
    screens: Screens, host: Phone
) -> None:
    host.did("start-match", players=["Anna", "Bram"], dealer="Bram", hands=1, rules="pesten-7")
    host.did("start-round", turned_up="9H")
    host.did("lay", player="Anna", card="9S")
    page = screens.open("/scores", "small phone", role="player", name="Bram")
    picture = BytesIO()
    Image.new("RGB", (320, 240), "green").save(picture, "JPEG")
    quad = np.array([[10, 10], [60, 10], [60, 90], [10, 90]], np.float32)
    king = ((Card.parse("KH"), 0.6),)
    screens.running.scripted.sight.cards = (
        CardSeen(Card.parse("QS"), False, 0.99, quad, 1.0, True),
        CardSeen(None, False, 0.6, quad + 60, 0.5, False, Reason.COVERED, king),
        *(CardSeen(None, False, 0.2, quad + at, 0.5, False, Reason.COVERED) for at in (90, 120, 150)),
    )
    page.locator("input[type=file]").set_input_files(
        {"name": "hand.jpg", "mimeType": "image/jpeg", "buffer": picture.getvalue()}
    )
    unread = page.get_by_role("region", name="Cards that were not read")
    expect(unread.get_by_role("img")).to_have_count(4)
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    assert Axe().run(page).violations_count == 0
    unread.get_by_role("button", name="king of hearts").click()
    expect(unread.get_by_role("img")).to_have_count(3)
    unread.get_by_role("button", name="Not in this hand").first.click()
    expect(unread.get_by_role("img")).to_have_count(2)
    unread.get_by_role("button", name="Which card?").first.click()
    page.get_by_role("dialog").get_by_role("button", name="4 of clubs").click()
    expect(unread.get_by_role("img")).to_have_count(1)
    page.get_by_role("button", name="This is right").click()
    expect(unread).to_have_count(0)
    assert host.snapshot()["round_end"]["drafts"]["Bram"]["cards"] == ["QS", "KH", "4C"]


def test_the_printed_sheet_calls_the_score_final_only_when_the_match_is_over(
    screens: Screens, host: Phone
) -> None:
    host.did("start-match", players=["Anna", "Bram"], dealer="Bram", rules="pesten-7")
    host.did("start-round", turned_up="9H")
    host.did("count-hands", on=True)
    host.did("end-round", hands={"Anna": [], "Bram": ["QS", "JOKER"]})
    page = screens.open("/print", "laptop", role="player", name="Bram")
    expect(page.get_by_role("heading", level=2)).to_have_text("Score so far")
    expect(page.locator(".sheet-hand .mini")).to_have_count(2)
    host.did("end-match")
    expect(page.get_by_role("heading", level=2)).to_have_text("Final score")
