"""Every page at every size, light and dark, in four languages; nothing sticks out, nobody is barred."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.web.conftest import Phone
from tests.web.pages.conftest import SIZES, Screens
from web.page_files import load_pages
from web.sentences import LANGUAGES

PAGES = ("/", "/screen", "/phone", "/history", "/history#lay", "/scores", "/setup", "/setup#players", "/setup#camera",
         "/setup#devices", "/camera", "/teach", "/print")  # fmt: skip
ROOT = Path(__file__).parents[3] / "web" / "pages"
_KEY = re.compile(
    r"\b(ui|reason|effect|instruction|explanation|entry|option|choice|deed|way|error|formula|advice)\.[a-z][\w.-]+"
)


@pytest.fixture
def table(playing: Phone) -> Phone:
    """A round with a verdict of every colour: legal, illegal, corrected."""
    playing.did("take-seat", player="North")
    playing.did("lay", player="North", card="2H")
    playing.did("draw", player="East", count=2)
    playing.did("lay", player="South", card="JD", names="C")
    return playing


def visit(screens: Screens, path: str, **how: Any) -> Page:
    page = screens.open(path, role="host", **how)
    expect(page.locator(".bar-note")).to_contain_text("Pesten 7")
    if path.startswith("/setup"):
        expect(page.locator(".start-bar")).to_contain_text("Pesten 7")
    return page


@pytest.mark.parametrize("size", SIZES)
def test_nothing_sticks_out_sideways(screens: Screens, table: Phone, size: str) -> None:
    for path in PAGES:
        page = visit(screens, path, size=size, language="de")
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, path
        page.context.close()


LONG = ["Anna", "Bartholomeus", "Charlotte-Sophie", "Maximiliaan-Ferdinand"[:20]]


@pytest.mark.parametrize("size", SIZES)
def test_long_names_stay_on_the_table(screens: Screens, host: Phone, size: str) -> None:
    host.did("start-match", players=LONG, rules="pesten-7", dealer="Anna")
    host.did("start-round", turned_up="9H")
    for path, frame, names in (("/screen", ".felt", ".seat"), ("/setup#players", ".plan", ".plan-seat")):
        page = visit(screens, path, size=size)
        expect(page.locator(names)).to_have_count(4)
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, path
        outside = page.evaluate(
            """([frame, names]) => [...document.querySelectorAll(names)].filter((node) => {
                const [seat, whole] = [node, document.querySelector(frame)].map((one) => one.getBoundingClientRect());
                return seat.left < whole.left || seat.right > whole.right;
            }).map((node) => node.textContent)""",
            [frame, names],
        )
        assert outside == [], path
        page.context.close()


@pytest.mark.parametrize("size", SIZES)
def test_a_long_name_is_seen_whole_while_it_is_typed(screens: Screens, host: Phone, size: str) -> None:
    page = screens.open("/setup#players", size, role="host")
    for number, name in enumerate(LONG, start=1):
        page.get_by_role("textbox", name=f"Player {number}").fill(name)
    cut = page.evaluate(
        """[...document.querySelectorAll('.player-line input')]
           .filter((field) => field.scrollWidth > field.clientWidth).map((field) => field.value)"""
    )
    assert cut == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_pages_speak_the_language_of_the_browser(screens: Screens, table: Phone, language: str) -> None:
    for path in PAGES:
        page = visit(screens, path, size="laptop", language=language)
        assert page.locator("html").get_attribute("lang") == language
        assert _KEY.findall(page.locator("body").inner_text()) == [], path
        page.context.close()


def test_devices_that_nobody_named_are_called_in_the_language_of_the_page(
    screens: Screens, table: Phone
) -> None:
    unnamed = screens.running.phone()
    for path in ("/setup#devices", "/phone", "/history"):
        page = visit(screens, path, size="laptop", language="nl")
        expect(page.locator("body")).to_contain_text("cherm van de gastheer")
        expect(page.locator("main")).not_to_contain_text(re.compile(r"\bHost\b|\bPhone \d"))
        page.context.close()
    unnamed.close()


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_totals_of_four_are_seen_at_once_on_a_small_phone(
    screens: Screens, host: Phone, language: str
) -> None:
    host.did("start-match", players=["Anna", "Bartholomeus", "Charlotte", "Dirk"], rules="pesten-7")
    host.did("start-round", turned_up="9H")
    page = visit(screens, "/scores", size="small phone", language=language)
    running = page.locator(".running")
    assert running.evaluate("node => node.scrollWidth - node.parentElement.clientWidth") <= 0


def test_another_language_is_kept_on_this_device(screens: Screens, table: Phone) -> None:
    page = visit(screens, "/screen", size="laptop", language="en")
    page.get_by_role("button", name="Preferences of this device").click()
    page.get_by_role("button", name="Français").click()
    expect(page.locator("html")).to_have_attribute("lang", "fr")
    page.goto("/scores")
    expect(page.locator("nav.tabs")).to_contain_text("Déroulé")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", ["phone", "laptop"])
def test_nobody_is_barred(screens: Screens, table: Phone, size: str, scheme: str) -> None:
    for path in PAGES:
        page = visit(screens, path, size=size, scheme=scheme)
        found = Axe().run(page, options={"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]})
        assert found.violations_count == 0, f"{path}\n{found.generate_report()}"
        page.context.close()


def test_an_illegal_card_bars_nobody_either(screens: Screens, table: Phone) -> None:
    table.did("lay", player="West", card="4H")
    for path, size in (("/screen", "big screen"), ("/phone", "small phone")):
        for scheme in ("light", "dark"):
            page = visit(screens, path, size=size, scheme=scheme)
            found = Axe().run(page)
            assert found.violations_count == 0, f"{path}\n{found.generate_report()}"
            page.context.close()


def unbarred(page: Page) -> None:
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_dialogs_bar_nobody(screens: Screens, table: Phone, scheme: str) -> None:
    page = visit(screens, "/history", size="phone", scheme=scheme)
    for opening in ("Not right", "Why?", "Something is missing before this"):
        page.get_by_role("button", name=opening).first.click()
        expect(page.get_by_role("dialog")).to_be_visible()
        unbarred(page)
        page.keyboard.press("Escape")
    page.get_by_role("button", name="Preferences of this device").click()
    unbarred(page)
    page.keyboard.press("Escape")
    page.get_by_role("tab").nth(1).click()
    page.locator(".card-grid button").nth(3).click()
    expect(page.locator(".what-if")).to_be_visible()
    unbarred(page)
    page = visit(screens, "/screen", size="laptop", scheme=scheme)
    page.locator(".seats").get_by_role("button", name="West").click()
    unbarred(page)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_switched_options_bar_nobody(screens: Screens, table: Phone, scheme: str) -> None:
    page = visit(screens, "/setup", size="laptop", scheme=scheme)
    page.get_by_role("searchbox", name="Search an option").fill("forgotten")
    page.get_by_role("button", name="more").click()
    expect(page.get_by_role("alert").first).to_be_visible()
    unbarred(page)
    page.get_by_role("searchbox", name="Search an option").fill("king")
    page.get_by_role("button", name=re.compile("^King: what the card does")).click()
    unbarred(page)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_end_of_a_round_and_of_a_match_bar_nobody(screens: Screens, table: Phone, scheme: str) -> None:
    table.did("count-hands", on=True)
    table.did("enter-hand", player="North", cards=["9H", "KD", "JOKER"], done=True)
    ways = (("/scores", "phone"), ("/screen", "big screen"), ("/phone", "phone"))
    for path, size in ways:
        unbarred(visit(screens, path, size=size, scheme=scheme))
    table.did("end-round", hands={"North": ["KD"], "East": ["4C"], "South": ["5C"], "West": []})
    table.did("end-match")
    for path, size in (*ways, ("/print", "laptop")):
        page = visit(screens, path, size=size, scheme=scheme)
        if path == "/scores":
            page.get_by_text("Earlier matches").click()
            expect(page.locator(".matches")).to_be_visible()
        unbarred(page)


@pytest.mark.parametrize("path", PAGES)
def test_targets_are_large_enough_for_a_thumb(screens: Screens, table: Phone, path: str) -> None:
    page = visit(screens, path, size="small phone")
    small = page.evaluate(
        """[...document.querySelectorAll('button, a.button, .tabs a, select, summary, input:not([type=file])')]
           .filter((node) => node.checkVisibility() && !node.closest('label'))
           .map((node) => [node.getBoundingClientRect(), node.outerHTML.slice(0, 80)])
           .filter(([box]) => box.height < 43.5 || box.width < 43.5 && !/card-key/.test(box[1]))
           .map(([box, html]) => `${Math.round(box.width)}x${Math.round(box.height)} ${html}`)"""
    )
    assert [line for line in small if "card-key" not in line] == []


def test_all_pages_together_weigh_less_than_300_kilobytes() -> None:
    files = load_pages()
    sent = {path: len(found.pressed or found.content) for path, found in files.items() if Path(path).suffix}
    one_language = sum(sorted(size for path, size in sent.items() if path.startswith("/languages/"))[-1:])
    rest = sum(size for path, size in sent.items() if not path.startswith("/languages/"))
    assert rest + one_language < 300_000


def test_a_phone_shows_something_within_a_second_on_a_slow_line(screens: Screens, table: Phone) -> None:
    page = screens.open("/phone", role="player", name="slow")
    line = page.context.new_cdp_session(page)
    line.send("Network.enable")
    line.send("Network.clearBrowserCache")
    line.send(
        "Network.emulateNetworkConditions",
        {"offline": False, "latency": 150, "downloadThroughput": 200_000, "uploadThroughput": 93_000},
    )
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    paints = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Infinity"
    assert page.evaluate(paints) < 1000


def static_imports(name: str, seen: set[str]) -> set[str]:
    script = (ROOT / "scripts" / name).read_text(encoding="utf-8")
    for inner in re.findall(r'^import [^;]*?from "\./([\w-]+\.js)";', script, re.MULTILINE):
        if inner not in seen:
            seen.add(inner)
            static_imports(inner, seen)
    return seen


@pytest.mark.parametrize("page", sorted(ROOT.glob("*.html")), ids=lambda page: page.stem)
def test_pages_name_all_their_scripts_so_that_they_load_at_once(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    named = set(re.findall(r'rel="modulepreload" href="/scripts/([\w-]+\.js)"', text))
    assert named == static_imports(f"{page.stem}.js", set())
    assert not re.search(r"<script(?![^>]*src)|style=", text)


def test_no_script_is_longer_than_400_lines() -> None:
    for script in ROOT.rglob("*.js"):
        assert len(script.read_text(encoding="utf-8").splitlines()) < 400, script.name
