"""Whether the camera was moved: a moved picture, a hand over the table, a pile taken away, another view."""

import cv2
import numpy as np

from tests.vision.test_stillness import plain_table, print_on
from tests.vision.toy_cards import toy_quad
from vision.bumps import ASTRAY, AT_REST, Bump, BumpWatch
from vision.sightings import Image
from vision.stillness import CoarseView

PILE, STOCK = (120, 140), (250, 60)


def told(before: Image, after: Image, seconds: float = 2 * ASTRAY) -> Bump | None:
    """What is told of a picture that lies still for so long after another one."""
    view = CoarseView(before, 0.0)
    zone = view.mask(toy_quad(*PILE, 100, ratio=1.0))
    watch = BumpWatch()
    for frame in range(1, round(seconds * 30)):
        view.take(after, frame / 30)
        bump = watch.look(view, before, after, zone)
        if bump is not None:
            return bump
    return None


def printed_table(seed: int) -> Image:
    """A cloth with a pattern all over it, the pile and the stock on it."""
    pattern = np.random.default_rng(seed).integers(60, 200, (24, 32, 1), dtype=np.uint8)
    image = np.repeat(cv2.resize(pattern, (320, 240), interpolation=cv2.INTER_NEAREST)[..., None], 3, axis=2)
    print_on(image, *PILE, 1)
    print_on(image, *STOCK, 2)
    return np.ascontiguousarray(image)


def moved(image: Image, x: float, y: float) -> Image:
    shift = np.array([[1, 0, x], [0, 1, y]], np.float32)
    return np.asarray(cv2.warpAffine(image, shift, (320, 240), borderMode=cv2.BORDER_REPLICATE), np.uint8)


def with_hand(image: Image) -> Image:
    """An arm from below, over the stock and the pile."""
    covered = image.copy()
    cv2.line(covered, (300, 239), (140, 120), (90, 120, 160), 60)
    cv2.circle(covered, STOCK, 55, (90, 120, 160), -1)
    return covered


def test_a_move_that_explains_the_picture_is_told_at_once_with_how_far_it_went() -> None:
    table = printed_table(5)
    bump = told(table, moved(table, 14, -9), AT_REST + 0.2)
    assert bump is not None
    assert bump.shift is not None
    assert np.allclose(bump.shift[:, 2], (14, -9), atol=2)


def test_a_hand_over_stock_and_pile_moved_no_camera() -> None:
    table = plain_table(PILE, STOCK)
    laid = table.copy()
    print_on(laid, 128, 146, 3)
    assert told(table, with_hand(laid)) is None


def test_a_pile_taken_from_a_plain_table_moved_no_camera() -> None:
    gone = np.full((240, 320, 3), 110, np.uint8)
    assert told(plain_table(PILE, None), gone) is None


def test_another_view_is_told_only_once_it_stays() -> None:
    elsewhere = cv2.rotate(printed_table(6), cv2.ROTATE_180)
    assert told(printed_table(5), elsewhere, ASTRAY - 0.2) is None
    bump = told(printed_table(5), elsewhere)
    assert bump is not None
    assert bump.shift is None


def test_a_trembling_picture_is_no_bump() -> None:
    table = printed_table(5)
    assert told(table, moved(table, 1.5, 1)) is None
