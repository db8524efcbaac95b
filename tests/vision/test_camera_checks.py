"""What is said of good and bad cameras."""

import cv2
import numpy as np
import pytest

from tests.vision.toy_cards import lay, toy_quad, toy_table
from vision.camera_checks import Advice, check_frames, check_picture, is_torn
from vision.frames import Frame
from vision.sightings import CardSeen, Image, Reason


def table(wide: float = 90, x: float = 320) -> tuple[Image, CardSeen]:
    image, quad = toy_table(), toy_quad(x, 240, wide, 20)
    lay(image, quad)
    return image, CardSeen(None, False, 0.4, quad, 1.0, True, Reason.UNKNOWN)


def advice(image: Image, *seen: CardSeen) -> set[Advice]:
    return {tip.advice for tip in check_picture(image, seen)}


def test_a_good_picture_needs_nothing() -> None:
    image, card = table()
    assert advice(image, card) == set()


def test_a_small_card_asks_for_the_camera_to_come_closer_with_both_widths() -> None:
    image, card = table(wide=48)
    tips = check_picture(image, [card])
    assert [tip.to_json() for tip in tips] == [{"code": "closer", "params": {"width": 48, "needed": 60}}]


@pytest.mark.parametrize(
    ("spoil", "expected"),
    [
        (lambda image: (image * 0.25).astype(np.uint8), Advice.TOO_DARK),
        (lambda image: np.zeros_like(image), Advice.BLACK),
        (lambda image: np.maximum(image, 235), Advice.TOO_BRIGHT),
        (lambda image: cv2.GaussianBlur(image, (0, 0), 9), Advice.BLUR),
        (lambda image: cv2.rectangle(image.copy(), (0, 0), (300, 120), (255, 255, 255), -1), Advice.GLARE),
    ],
)
def test_spoilt_pictures_are_named(spoil: object, expected: Advice) -> None:
    image, card = table()
    assert callable(spoil)
    assert expected in advice(spoil(image), card)


def test_an_empty_table_and_a_card_cut_off_are_named() -> None:
    image, _ = table()
    assert advice(image) == {Advice.NO_CARD}
    image, card = table(x=20)
    assert Advice.AT_THE_EDGE in advice(image, card)


def test_a_smooth_table_without_cards_is_not_called_blurred_but_a_camera_out_of_focus_is() -> None:
    smooth = np.asarray(cv2.GaussianBlur(toy_table(), (0, 0), 9), np.uint8)
    assert advice(smooth) == {Advice.NO_CARD}
    image, _ = table()
    assert advice(np.asarray(cv2.GaussianBlur(image, (0, 0), 20), np.uint8)) == {Advice.BLUR, Advice.NO_CARD}


def film(images: list[Image], rate: float = 30.0) -> list[Frame]:
    return [Frame(image, number / rate, number) for number, image in enumerate(images)]


def test_a_frozen_camera_is_told_from_a_still_table() -> None:
    image, _ = table()
    rng = np.random.default_rng(1)
    alive = [image + rng.integers(0, 3, image.shape, dtype=np.uint8) for _ in range(8)]
    assert check_frames(film(alive)) == ()
    assert {tip.advice for tip in check_frames(film([image] * 8))} == {Advice.FROZEN}


def test_black_slow_and_small_cameras() -> None:
    black = [np.zeros((480, 640, 3), np.uint8)] * 5
    assert check_frames(film(black))[0].advice is Advice.BLACK
    image, _ = table()
    assert Advice.SLOW in {tip.advice for tip in check_frames(film([image, image + 1, image], rate=4))}
    small = [np.full((240, 320, 3), level, np.uint8) for level in (80, 90)]
    assert Advice.SMALL_PICTURE in {tip.advice for tip in check_frames(film(small))}


def test_torn_pictures() -> None:
    image, _ = table()
    assert not is_torn(image)
    missing = image.copy()
    missing[300:] = 128
    assert is_torn(missing)
    other = image.copy()
    other[260:] = np.roll(255 - image, 150, axis=1)[260:]
    assert is_torn(other)
