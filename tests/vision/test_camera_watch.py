"""A live camera that hangs, tears or shows black is named while it runs."""

import cv2
import numpy as np
import pytest

from tests.vision.toy_cards import lay, toy_quad, toy_table
from vision.camera_checks import Advice, Tip
from vision.camera_watch import CameraWatch, WatchedSource
from vision.frames import Frame
from vision.sightings import Image
from vision.sources import PushedSource


def table() -> Image:
    image = toy_table()
    lay(image, toy_quad(320, 240, 90, 20))
    return image


def noisy(image: Image, seed: int) -> Image:
    return image + np.random.default_rng(seed).integers(0, 3, image.shape, dtype=np.uint8)


def torn(image: Image, seed: int) -> Image:
    broken = noisy(image, seed)
    broken[300:] = 128
    return broken


def half_of_another_moment(image: Image, seed: int) -> Image:
    broken = noisy(image, seed)
    broken[260:] = np.roll(255 - image, 150, axis=1)[260:]
    return broken


def faults(pictures: list[Image], rate: float = 25.0) -> set[Advice]:
    watch = CameraWatch()
    told = [watch.take(Frame(image, number / rate, number)) for number, image in enumerate(pictures)]
    return {tip.advice for tips in told if tips is not None for tip in tips}


@pytest.mark.parametrize(
    ("picture", "expected"),
    [
        (noisy, set()),
        (lambda image, _: image, {Advice.FROZEN}),
        (lambda image, _: np.zeros_like(image), {Advice.BLACK}),
        (torn, {Advice.TORN}),
        (half_of_another_moment, {Advice.TORN}),
        (
            lambda image, seed: noisy(np.asarray(cv2.resize(image, (320, 240)), np.uint8), seed),
            {Advice.SMALL_PICTURE},
        ),
    ],
    ids=["fine", "frozen", "black", "torn", "two moments", "240p"],
)
def test_what_is_wrong_with_a_camera_is_named(picture: object, expected: set[Advice]) -> None:
    assert callable(picture)
    image = table()
    assert faults([picture(image, number) for number in range(60)]) == expected


def test_a_camera_of_few_pictures_a_second_is_named() -> None:
    assert faults([noisy(table(), number) for number in range(40)], rate=5) == {Advice.SLOW}


def test_another_picture_size_begins_anew() -> None:
    image = table()
    small = np.asarray(cv2.resize(image, (320, 240)), np.uint8)
    assert faults([image, small] * 30) == set()


def test_a_live_source_tells_each_fault_once() -> None:
    told: list[Tip] = []
    pushed = PushedSource()
    source = WatchedSource(pushed, told.append)
    clock = iter(range(100_000))
    image = table()
    for _ in range(150):
        pushed.push(image)
        pushed._newest = Frame(image, next(clock) / 25, pushed._count - 1)
        assert source.next(0.1) is not None
    assert [tip.advice for tip in told] == [Advice.FROZEN]
