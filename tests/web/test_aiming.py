"""Aiming help: what is wrong with the pictures of a whole round, by the weights that ship."""

from __future__ import annotations

from pathlib import Path

import pytest

import web
from vision.frames import frames
from vision.mirroring import mirrored
from vision.sight import LIVE, CardSight
from vision.sightings import Image
from vision.sources import open_source
from web.aiming import MirrorCheck

ROUND = Path(web.__file__).parent / "demo" / "demo.mp4"


@pytest.fixture(scope="module")
def pictures() -> list[Image]:
    """A picture of the filmed round for every three seconds."""
    return [frame.image for frame in frames(open_source(str(ROUND), "fast")) if frame.index % 75 == 0]


@pytest.fixture(scope="module")
def sight() -> CardSight:
    return CardSight.shipped(LIVE, threads=1)


def test_a_camera_in_selfie_mode_is_named_within_the_round(pictures: list[Image], sight: CardSight) -> None:
    check = MirrorCheck()
    told = [check.look((), mirrored(picture), sight, now=True) for picture in pictures]
    assert told.index(True) < len(pictures) / 2
    assert told[-1]


def test_a_camera_that_is_right_is_never_taken_for_one(pictures: list[Image], sight: CardSight) -> None:
    check = MirrorCheck()
    assert not any(check.look((), picture, sight, now=True) for picture in pictures)


def test_a_camera_that_was_turned_round_is_believed(pictures: list[Image], sight: CardSight) -> None:
    check = MirrorCheck()
    for picture in pictures:
        check.look((), mirrored(picture), sight, now=True)
    told = [check.look((), picture, sight, now=True) for picture in pictures]
    assert not told[-1]
