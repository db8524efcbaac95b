"""What the big screen says once a round is counted: who won it, how it stands, what comes next."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from tests.web.conftest import Phone, Running, Scripted, start
from tests.web.pages.conftest import SIZES, Screens
from vision.observations import Note
from vision.sources import SourceState


@pytest.fixture
def showing(tmp_path: Path) -> Iterator[Running]:
    """A table that shows the demonstration."""
    found = start(tmp_path / "data", demo=True)
    yield found
    found.stop()


def play_a_round(host: Phone, scripted: Scripted) -> None:
    """Anna wins the first round; the queen of clubs lies under the camera afterwards."""
    host.http.put("/api/camera", json={"spec": "0"}).raise_for_status()
    host.did("start-match", players=["Anna", "Bram"], dealer="Bram", hands=1, rules="pesten-7")
    host.did("start-round", turned_up="9H")
    host.did("lay", player="Anna", card="9S")
    host.did("end-round", hands={"Bram": ["4D"]})
    scripted.sees("4D", note=Note.SEVERAL_AT_ONCE)
    scripted.sees("QC")
    host.until(lambda snapshot: snapshot["first_card"] == "QC")


class Repeated:
    """A demonstration that is not over."""

    asked = 0

    def again(self) -> bool:
        self.asked += 1
        return False


def row(page: Page, player: str) -> list[str]:
    line = page.get_by_role("row").filter(has=page.get_by_role("rowheader", name=player))
    return line.get_by_role("cell").all_inner_texts()


@pytest.mark.parametrize("size", SIZES)
def test_before_the_next_round_stands_who_won_the_last(screens: Screens, host: Phone, size: str) -> None:
    play_a_round(host, screens.running.scripted)
    page = screens.open("/screen", size, role="host")
    expect(page.get_by_role("heading", level=1)).to_have_text("Anna deals")
    expect(page.get_by_role("heading", name="Round 1 goes to Anna")).to_be_visible()
    assert (row(page, "Anna"), row(page, "Bram")) == (["0", "0"], ["4", "4"])
    expect(page.locator(".bar-note")).to_contain_text("Round 2 of 8")
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    assert Axe().run(page).violations_count == 0


def test_before_the_first_round_there_is_nothing_to_tell(screens: Screens, host: Phone) -> None:
    host.did("start-match", players=["Anna", "Bram"], dealer="Bram", rules="pesten-7")
    page = screens.open("/screen", "laptop", role="host")
    expect(page.get_by_role("heading", level=1)).to_have_text("Bram deals")
    expect(page.locator(".bar-note")).to_contain_text("Round 1 of 8")
    expect(page.get_by_role("table")).to_have_count(0)


@pytest.mark.parametrize("size", SIZES)
def test_the_demonstration_ends_with_its_winner_and_the_way_to_ones_own_table(
    chromium: Browser, showing: Running, size: str
) -> None:
    host = showing.host()
    play_a_round(host, showing.scripted)
    showing.scripted.source.state = SourceState.ENDED
    host.until(lambda snapshot: snapshot["camera"]["state"] == "ended")
    screens = Screens(chromium, showing)
    page = screens.open("/screen", size, role="host")
    expect(page.get_by_role("heading", level=1)).to_have_text("Anna wins the round!")
    assert (row(page, "Anna"), row(page, "Bram")) == (["0", "0"], ["4", "4"])
    expect(page.get_by_text("The film ends here. At a real table Anna would deal now.")).to_be_visible()
    expect(page.locator(".bar-note")).to_contain_text("Demonstration")
    expect(page.locator("body")).not_to_contain_text("Begin with")
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    assert Axe().run(page).violations_count == 0
    phone = screens.open("/phone", "small phone", role="player", name="Anna")
    phone.get_by_role("button", name="Anna").click()
    phone.get_by_role("button", name="To the table").click()
    expect(phone.get_by_role("heading", level=1)).to_have_text("Round 1 goes to Anna")
    expect(phone.get_by_role("button", name="Tap the first card")).to_have_count(0)
    begun = showing.desk.showing = Repeated()
    page.get_by_role("button", name="Watch again").click()
    expect(page.locator(".toast")).to_contain_text("cannot be done now")
    assert begun.asked == 1
    page.get_by_role("link", name="Set up your own table").click()
    page.wait_for_url("**/setup")
    screens.close()
    host.close()
    assert screens.complaints == []


def test_no_first_card_is_offered_from_a_source_that_has_ended(screens: Screens, host: Phone) -> None:
    play_a_round(host, screens.running.scripted)
    page = screens.open("/screen", "laptop", role="host")
    expect(page.get_by_role("button", name="Begin with the queen of clubs")).to_be_visible()
    screens.running.scripted.source.state = SourceState.ENDED
    expect(page.get_by_text("No more pictures come")).to_be_visible()
    expect(page.get_by_role("button", name="Begin with the queen of clubs")).to_have_count(0)
    expect(page.get_by_role("button", name="Tap the first card")).to_be_visible()
