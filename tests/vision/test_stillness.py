"""What moves and what changed, seen in a small copy of the picture."""

import cv2
import numpy as np

from tests.vision.toy_cards import toy_quad
from vision.sightings import Image
from vision.stillness import CoarseView


def print_on(image: Image, x: int, y: int, seed: int) -> None:
    """A printed thing 60 pixels wide and high: a pile of cards, or the back of the stock."""
    pattern = np.random.default_rng(seed).integers(0, 2, (12, 12, 1), dtype=np.uint8) * 180 + 40
    shown = cv2.resize(pattern, (60, 60), interpolation=cv2.INTER_NEAREST)[..., None]
    image[y - 30 : y + 30, x - 30 : x + 30] = shown


def plain_table(pile: tuple[int, int], stock: tuple[int, int] | None) -> Image:
    image = np.full((240, 320, 3), 110, np.uint8)
    print_on(image, *pile, 1)
    if stock is not None:
        print_on(image, *stock, 2)
    return image


def changed_texture(before: Image, after: Image) -> float:
    view = CoarseView(before, 0.0)
    view.take(after, 1.0)
    return view.texture_changed(view.mask(toy_quad(120, 140, 100, ratio=1.0)))[1]


def test_a_pile_that_is_shoved_on_a_plain_table_does_not_move_the_rest() -> None:
    assert changed_texture(plain_table((120, 140), (250, 60)), plain_table((132, 147), (250, 60))) == 0


def test_a_bumped_camera_moves_the_rest_too() -> None:
    assert changed_texture(plain_table((120, 140), (250, 60)), plain_table((132, 147), (262, 67))) > 0.8


def test_where_nothing_else_has_texture_the_pile_itself_decides() -> None:
    assert changed_texture(plain_table((120, 140), None), plain_table((132, 147), None)) > 0.8
