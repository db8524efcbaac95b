"""The shipped networks on pictures that cameras give by accident, made from a frame of the demo clip."""

import io
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest
from PIL import Image as Pillow

import web
from vision.mirroring import looks_mirrored, mirrored, see_mirrored
from vision.networks import MissingWeights
from vision.photographs import decode_photograph
from vision.sight import CardSight
from vision.sightings import Image

CLIP = Path(web.__file__).parent / "demo" / "demo.mp4"
SECOND, CARD = 3.5, "9H"


@pytest.fixture(scope="module")
def sight() -> CardSight:
    try:
        return CardSight.shipped(threads=1)
    except MissingWeights as problem:
        pytest.skip(f"the networks are not trained yet: {problem}")


@pytest.fixture(scope="module")
def frame() -> Image:
    """The nine of hearts alone on the table, 1280 x 720."""
    clip = cv2.VideoCapture(str(CLIP))
    clip.set(cv2.CAP_PROP_POS_MSEC, SECOND * 1000)
    taken, image = clip.read()
    clip.release()
    assert taken
    return np.asarray(image, np.uint8)


def _card_fills_a_third(frame: Image, sight: CardSight) -> Image:
    [card] = [one for one in sight.see(frame) if one.name == CARD]
    x, y = (int(value) for value in card.centre)
    reach = int(1.5 * card.width)
    return np.ascontiguousarray(frame[max(0, y - reach) : y + reach, max(0, x - 2 * reach) : x + 2 * reach])


def _through_file(image: Image, form: str, **options: object) -> Image:
    data = io.BytesIO()
    Pillow.fromarray(np.ascontiguousarray(image[:, :, ::-1])).save(data, form, **options)
    return decode_photograph(data.getvalue())


ODD: dict[str, Callable[[Image], Image]] = {
    "as it is": lambda image: image,
    "upside down": lambda image: np.ascontiguousarray(image[::-1, ::-1]),
    "on its side": lambda image: np.ascontiguousarray(np.rot90(image)),
    "4K": lambda image: np.asarray(cv2.resize(image, (3840, 2160), interpolation=cv2.INTER_CUBIC), np.uint8),
    "grey": lambda image: np.repeat(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)[:, :, None], 3, axis=2),
    "dim": lambda image: (image * 0.45).astype(np.uint8),
    "strongly compressed": lambda image: _through_file(image, "JPEG", quality=25),
    "few colours": lambda image: _through_file(image, "GIF"),
}


@pytest.mark.parametrize("name", ODD)
def test_the_card_is_read_or_refused_but_never_taken_for_another(
    name: str, sight: CardSight, frame: Image
) -> None:
    names = {card.name for card in sight.see(ODD[name](frame))}
    assert names <= {CARD, None, "BACK"}
    if name in ("as it is", "upside down", "on its side", "4K"):
        assert CARD in names


def test_240p_is_read_or_refused_as_too_small(sight: CardSight, frame: Image) -> None:
    small = np.asarray(cv2.resize(frame, (426, 240), interpolation=cv2.INTER_AREA), np.uint8)
    assert {card.name for card in sight.see(small)} <= {CARD, None, "BACK"}


def test_a_mirror_image_is_read_all_the_same_or_noticed_and_undone(sight: CardSight, frame: Image) -> None:
    near = _card_fills_a_third(frame, sight)
    assert not looks_mirrored(near, sight)
    reverse = mirrored(near)
    names = {card.name for card in sight.see(reverse)}
    assert names <= {CARD, None, "BACK"}
    if CARD not in names:
        assert looks_mirrored(reverse, sight)
        assert CARD in {card.name for card in see_mirrored(reverse, sight)}


@pytest.mark.parametrize(
    "image",
    [
        np.zeros((720, 1280, 3), np.uint8),
        np.full((720, 1280, 3), 255, np.uint8),
        np.random.default_rng(1).integers(0, 256, (480, 640, 3), dtype=np.uint8),
        np.full((1, 4000, 3), 128, np.uint8),
    ],
    ids=["black", "white", "noise", "one line"],
)
def test_nothing_is_read_where_nothing_lies(image: Image, sight: CardSight) -> None:
    assert [card.name for card in sight.see(image) if card.name] == []


def test_a_torn_frame_gives_no_wrong_card(sight: CardSight, frame: Image) -> None:
    torn = frame.copy()
    torn[360:] = np.roll(frame[360:], 90, axis=1)
    torn[300:340] = 128
    assert {card.name for card in sight.see(torn)} <= {CARD, None, "BACK"}


def test_cards_of_another_game_are_not_taken_for_playing_cards(sight: CardSight) -> None:
    table = np.full((480, 800, 3), (70, 90, 60), np.uint8)
    for number, colour in enumerate([(40, 40, 220), (40, 180, 40), (220, 120, 30)]):
        left = 80 + 240 * number
        cv2.rectangle(table, (left, 100), (left + 160, 340), (250, 250, 250), -1)
        cv2.rectangle(table, (left + 10, 110), (left + 150, 330), colour, -1)
        cv2.ellipse(table, (left + 80, 220), (60, 95), 20, 0, 360, (250, 250, 250), -1)
        cv2.putText(table, "+4", (left + 40, 240), cv2.FONT_HERSHEY_SIMPLEX, 2, colour, 5, cv2.LINE_AA)
    assert [card.name for card in sight.see(table) if card.name not in (None, "BACK")] == []
