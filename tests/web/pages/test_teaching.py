"""A pack is taught in the browser: from the table's camera, from photographs, by tapping what is not known."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.photographs import FOLDER, photographs
from tests.web.conftest import Running, Scripted, start
from tests.web.pages.conftest import Screens, card_key
from vision.enrolment import read_deck
from vision.lesson import TEACHING
from vision.networks import MissingWeights
from vision.photographs import open_photograph
from vision.sight import LIVE, CardSight
from vision.sources import Frame, PushedSource

PHOTOGRAPHS = FOLDER / "train" / "jass-deck"
DIAMONDS = {
    f"{rank} of diamonds": PHOTOGRAPHS / f"000{number}.jpg"
    for number, rank in enumerate(("ace", "king", "queen", "jack", "10", "9", "8", "7", "6"))
}
CODES = dict(zip(DIAMONDS, ("AD", "KD", "QD", "JD", "10D", "9D", "8D", "7D", "6D"), strict=True))

SURELY, UNSURELY = 0.982, 0.978


class PhotographedTable(Scripted):
    """A live camera that shows the photograph that lies before it, with the shipped reader behind it."""

    def __init__(self) -> None:
        super().__init__()
        self.sight: Any = CardSight.shipped(LIVE)
        self.lying: Any = None

    def open(self, spec: str) -> Any:
        return _Photographed(self)


class _Photographed(PushedSource):
    def __init__(self, table: PhotographedTable) -> None:
        super().__init__("photographed table")
        self._table = table

    def next(self, timeout: float = 0.5) -> Frame | None:
        if self._table.lying is not None:
            self.push(self._table.lying)
        return super().next(0.05)


@pytest.fixture
def table() -> PhotographedTable:
    photographs("train/jass-deck")
    try:
        return PhotographedTable()
    except MissingWeights as missing:
        pytest.skip(str(missing))


@pytest.fixture
def running(table: PhotographedTable, tmp_path: Path) -> Iterator[Running]:
    found = start(tmp_path / "data", table)
    yield found
    found.stop()


@pytest.fixture
def screens(chromium: Browser, running: Running) -> Iterator[Screens]:
    found = Screens(chromium, running)
    yield found
    found.close()
    assert found.complaints == []


def read_and_unread(table: PhotographedTable) -> tuple[list[str], list[str]]:
    """The cards that a lesson names by itself, and those that it has to ask about, with the shipped reader."""
    shipped = table.sight
    sight = CardSight(shipped.detector, shipped.reader, shipped.acceptance, TEACHING)
    read, unread = [], []
    for name, file in DIAMONDS.items():
        seen = sight.see(open_photograph(file))
        if len(seen) == 1 and seen[0].name == CODES[name] and seen[0].confidence > SURELY:
            read.append(name)
        elif len(seen) == 1 and (seen[0].name is None or seen[0].confidence < UNSURELY):
            unread.append(name)
    if not read or not unread:
        pytest.skip(
            f"the shipped reader names {len(read)} and asks about {len(unread)} diamonds of this pack"
        )
    return read, unread


def begin(screens: Screens) -> Any:
    page = screens.open("/teach", role="host")
    page.get_by_label("Name of the pack").fill("Jass")
    page.get_by_role("button", name="Begin").click()
    expect(page.get_by_role("heading", name="Jass")).to_be_visible()
    return page


def test_cards_laid_under_the_camera_are_ticked_or_asked_about(
    screens: Screens, running: Running, table: PhotographedTable
) -> None:
    read, unread = read_and_unread(table)
    known, strange = read[0], unread[0]
    table.lying = open_photograph(DIAMONDS[known])
    running.desk.camera.start("0")
    page = begin(screens)
    expect(page.get_by_text("1 of 54 known")).to_be_visible()
    expect(card_key(page.locator(".teach-grid"), known)).to_have_class(re.compile("ticked"))

    table.lying = open_photograph(DIAMONDS[strange])
    asking = page.get_by_role("group", name="Which card is this?")
    expect(asking).to_be_visible()
    card_key(page.locator(".teach-grid"), strange).click()
    expect(asking).to_have_count(0)
    expect(page.get_by_text("2 of 54 known")).to_be_visible()

    page.get_by_role("button", name="Done").click()
    page.get_by_role("button", name="On the table").click()
    expect(page.get_by_role("button", name="On the table")).to_have_attribute("aria-pressed", "true")
    kept = read_deck(running.desk.journal.path.parent / "packs", "Jass")
    assert set(kept.counts()) == {CODES[known], CODES[strange]}


def test_photographs_teach_without_a_camera_and_a_wrong_name_is_changed(
    screens: Screens, table: PhotographedTable, tmp_path: Path
) -> None:
    read, unread = read_and_unread(table)
    right, wrong = read[0], unread[0]
    files = [shutil.copy(DIAMONDS[name], tmp_path / DIAMONDS[name].name) for name in (right, wrong)]
    page = begin(screens)
    page.get_by_label("Photograph cards").set_input_files(files)
    expect(page.get_by_role("group", name="Which card is this?")).to_be_visible()
    card_key(page.locator(".teach-grid"), wrong).click()
    expect(page.get_by_text("2 of 54 known")).to_be_visible()
    page.get_by_role("button", name=f"{wrong.capitalize()}: change").click()
    card_key(page.locator(".teach-grid"), "jack of hearts").click()
    expect(card_key(page.locator(".teach-grid"), "jack of hearts")).to_have_class(re.compile("ticked"))
    expect(card_key(page.locator(".teach-grid"), wrong)).not_to_have_class(re.compile("ticked"))
    card_key(page.locator(".teach-grid"), "jack of hearts").click()
    page.get_by_role("button", name="Forget").click()
    expect(page.get_by_text("1 of 54 known")).to_be_visible()


def test_packs_are_saved_to_a_file_deleted_and_taken_back(screens: Screens, tmp_path: Path) -> None:
    page = begin(screens)
    page.get_by_role("button", name="Done").click()
    with page.expect_download() as coming:
        page.get_by_role("link", name="Save as a file").click()
    file = tmp_path / "Jass.pack"
    coming.value.save_as(file)
    page.get_by_role("button", name="Delete the pack Jass?").click()
    page.get_by_role("dialog").get_by_role("button", name="Delete").click()
    expect(page.get_by_text("No pack has been taught yet.")).to_be_visible()
    page.get_by_label("From a file").set_input_files(file)
    expect(page.get_by_role("listitem").filter(has_text="Jass")).to_be_visible()


def test_only_the_host_is_let_in(screens: Screens) -> None:
    page = screens.open("/teach", role="player", name="Anna")
    expect(page.get_by_text("Only the host may do that.")).to_be_visible()
