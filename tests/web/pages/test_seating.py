"""The table as seated on the big screen: nobody's cards, no arrow and no suit is covered by anything."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.web.conftest import Phone
from tests.web.pages.conftest import SIZES, Screens

NAMES = ["Anna", "Bartholomeus", "Carla", "Dirk", "Charlotte", "Fatima", "Gijs", "Hanneke", "Ibrahim", "Jo"]
LAID_OUT = {**SIZES, "tablet": (768, 1024), "tablet on its side": (1024, 768), "low window": (1366, 600)}
RIM = 5.5
"""Pixels of the rim around the player on turn, which may reach past the edge of the felt."""

COVERED = """(rim) => {
    const box = (node, name, by = 0) => {
        const { left, top, right, bottom } = node.getBoundingClientRect();
        return { name, left: left - by, top: top - by, right: right + by, bottom: bottom + by };
    };
    const seats = [...document.querySelectorAll(".seat")].map((node) =>
        box(node, node.querySelector(".seat-name").textContent, node.matches(".on-turn") ? 5 : 0));
    const facts = [...document.querySelectorAll(".seating-facts > *")].map((node) => box(node, node.textContent));
    const ring = box(document.querySelector(".middle"), "ring");
    const [across, down] = [(ring.left + ring.right) / 2, (ring.top + ring.bottom) / 2];
    const reach = ((ring.right - ring.left) / 2) * (100 / 104);
    const felt = box(document.querySelector(".felt"), "felt");
    const all = [...seats, ...facts, box(document.querySelector(".top-card"), "top card")];
    const found = [];
    all.forEach((a, index) => all.slice(index + 1).forEach((b) => {
        const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
        const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
        if (wide > 0.5 && high > 0.5) found.push(`${a.name} and ${b.name}`);
    }));
    for (const one of [...seats, ...facts]) {
        const x = Math.max(one.left - across, 0, across - one.right);
        const y = Math.max(one.top - down, 0, down - one.bottom);
        if (Math.hypot(x, y) < reach - 0.5) found.push(`${one.name} and the arrows`);
        const [left, right] = [felt.left - one.left, one.right - felt.right];
        const out = Math.max(left, right, felt.top - one.top, one.bottom - felt.bottom);
        if (out > rim) found.push(`${one.name} and the edge`);
    }
    return found;
}"""


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("number", range(2, 11))
def test_nothing_covers_anything_while_a_named_suit_must_be_followed(
    screens: Screens, host: Phone, number: int, language: str
) -> None:
    names = NAMES[:number]
    host.did(
        "start-match", players=names, dealer=names[-1], rules="pesten-7", options={"packs": "2"}, hands=2
    )
    host.did("start-round", turned_up="9H")
    host.did("lay", player="Anna", card="JH", names="D")
    page = screens.open("/screen", "laptop", role="host", language=language)
    expect(page.locator(".seat")).to_have_count(number)
    expect(page.locator(".seating .follow .suit-D")).to_be_visible()
    expect(page.locator(".seat .chip.warn")).to_have_count(1)
    covered = {}
    for size, (width, height) in LAID_OUT.items():
        page.set_viewport_size({"width": width, "height": height})
        covered[size] = page.evaluate(COVERED, RIM)
    assert {size: found for size, found in covered.items() if found} == {}
