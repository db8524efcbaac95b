"""Aiming help on the setup page: a real server whose camera shows pictures that are hard to read."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest
from playwright.sync_api import Browser, expect

from tests.web.conftest import PAGES, Running, serve
from tests.web.pages.conftest import Screens
from vision.sightings import Image
from vision.sources import open_source
from web.desk import open_desk
from web.pipeline import load_sight, make_tracker

FILM = Path(__file__).parents[3] / "web" / "demo" / "demo.mp4"
SECOND = 8
"""When a card lies free in the film of which the index tells a mirror."""

DARK = re.compile("^Too dark")
MIRRORED = re.compile("^The picture is mirrored")


@pytest.fixture
def seeing(tmp_path: Path) -> Iterator[Running]:
    """A server that opens what a camera's address names and reads with the shipped networks."""
    found = serve(
        lambda url: open_desk(
            tmp_path / "data",
            url,
            open_source=open_source,
            load_sight=load_sight,
            make_tracker=make_tracker,
            pages=PAGES,
        )
    )
    yield found
    found.stop()


def still() -> Image:
    """A picture of the film in which a card lies on the table."""
    film = cv2.VideoCapture(str(FILM))
    film.set(cv2.CAP_PROP_POS_MSEC, SECOND * 1000)
    fine, picture = film.read()
    film.release()
    assert fine
    return np.asarray(picture, np.uint8)


def dim(picture: Image) -> Image:
    return (picture * 0.15).astype(np.uint8)


def mirrored(picture: Image) -> Image:
    return np.ascontiguousarray(picture[:, ::-1])


@pytest.mark.timeout(180)
@pytest.mark.parametrize(("spoil", "sentence"), [(dim, DARK), (mirrored, MIRRORED)])
def test_what_is_wrong_with_the_picture_is_said_while_one_looks(
    chromium: Browser,
    seeing: Running,
    tmp_path: Path,
    spoil: Callable[[Image], Image],
    sentence: re.Pattern[str],
) -> None:
    folder = tmp_path / "pictures"
    folder.mkdir()
    for number in range(8):
        cv2.imwrite(str(folder / f"{number}.png"), spoil(still()))
    screens = Screens(chromium, seeing)
    page = screens.open("/setup#camera", "phone", role="host")
    page.get_by_label("Number, name or address of a camera").fill(str(folder))
    page.get_by_role("button", name="Use").click()
    expect(page.locator(".advice li").filter(has_text=sentence)).to_be_visible(timeout=60_000)
    for other in {DARK, MIRRORED} - {sentence}:
        expect(page.locator(".advice li").filter(has_text=other)).to_have_count(0)
    screens.close()
    assert screens.complaints == []
