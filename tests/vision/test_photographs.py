"""Pictures of every kind that phones and programs write, and files that are none."""

import io
from pathlib import Path

import numpy as np
import pytest
from PIL import Image as Pillow

from vision.photographs import (
    MOST_PIXELS,
    UnreadablePicture,
    decode_photograph,
    open_photograph,
    photographs_in,
)

WIDE, HIGH = 40, 24
RED = (200, 40, 30)


def _saved(picture: Pillow.Image, form: str, **options: object) -> bytes:
    data = io.BytesIO()
    picture.save(data, form, **options)
    return data.getvalue()


def _red(mode: str = "RGB") -> Pillow.Image:
    return Pillow.new("RGB", (WIDE, HIGH), RED).convert(mode)


@pytest.mark.parametrize(
    ("data", "tolerance"),
    [
        (_saved(_red(), "PNG"), 0),
        (_saved(_red(), "BMP"), 0),
        (_saved(_red(), "TIFF"), 0),
        (_saved(_red(), "JPEG", quality=95), 6),
        (_saved(_red(), "WEBP", lossless=True), 0),
        (_saved(_red("P"), "PNG"), 30),
        (_saved(_red("P"), "GIF"), 30),
        (_saved(_red("RGBA"), "PNG"), 0),
        (_saved(_red("CMYK"), "JPEG", quality=95), 12),
        (_saved(_red("CMYK"), "TIFF"), 3),
    ],
    ids=["png", "bmp", "tiff", "jpeg", "webp", "palette", "gif", "alpha", "cmyk-jpeg", "cmyk-tiff"],
)
def test_colour_pictures_become_bgr(data: bytes, tolerance: int) -> None:
    image = decode_photograph(data)
    assert image.shape == (HIGH, WIDE, 3)
    assert image.dtype == np.uint8
    assert image.flags.c_contiguous
    assert np.abs(image[HIGH // 2, WIDE // 2].astype(int) - np.array(RED[::-1])).max() <= tolerance


@pytest.mark.parametrize(
    ("picture", "form", "grey"),
    [
        (Pillow.new("L", (WIDE, HIGH), 90), "PNG", 90),
        (Pillow.new("LA", (WIDE, HIGH), (90, 255)), "PNG", 90),
        (Pillow.new("1", (WIDE, HIGH), 1), "PNG", 255),
        (Pillow.fromarray(np.full((HIGH, WIDE), 90 * 257, np.uint16)), "PNG", 90),
        (Pillow.fromarray(np.full((HIGH, WIDE), 90 * 257, np.uint16)), "TIFF", 90),
        (Pillow.fromarray(np.full((HIGH, WIDE), 90 * 257, np.int32)), "TIFF", 90),
        (Pillow.fromarray(np.full((HIGH, WIDE), 90 / 255, np.float32)), "TIFF", 90),
    ],
    ids=["8-bit", "grey-alpha", "1-bit", "16-bit-png", "16-bit-tiff", "32-bit-tiff", "float-tiff"],
)
def test_grey_pictures_of_every_depth(picture: Pillow.Image, form: str, grey: int) -> None:
    image = decode_photograph(_saved(picture, form))
    assert image.shape == (HIGH, WIDE, 3)
    assert np.abs(image.astype(int) - grey).max() <= 1


def test_a_photograph_taken_sideways_is_turned_upright() -> None:
    sideways = Pillow.new("RGB", (WIDE, HIGH), (0, 0, 0))
    sideways.paste((255, 255, 255), (0, 0, WIDE, HIGH // 2))
    exif = Pillow.Exif()
    exif[0x0112] = 6  # the camera was turned a quarter clockwise
    image = decode_photograph(_saved(sideways, "JPEG", exif=exif, quality=95))
    assert image.shape == (WIDE, HIGH, 3)
    assert image[:, -3].min() > 200
    assert image[:, 2].max() < 60


def test_what_is_transparent_becomes_grey_so_that_a_white_card_keeps_its_edge() -> None:
    cutout = Pillow.new("RGBA", (WIDE, HIGH), (255, 255, 255, 0))
    cutout.paste((255, 255, 255, 255), (10, 6, 30, 18))
    image = decode_photograph(_saved(cutout, "PNG"))
    assert image[0, 0].tolist() == [128, 128, 128]
    assert image[12, 20].tolist() == [255, 255, 255]


@pytest.mark.parametrize("form", ["GIF", "WEBP", "PNG"])
def test_the_first_frame_of_an_animation_is_taken(form: str) -> None:
    frames = [Pillow.new("RGB", (WIDE, HIGH), colour) for colour in (RED, (0, 0, 255))]
    image = decode_photograph(_saved(frames[0], form, save_all=True, append_images=frames[1:], duration=50))
    assert np.abs(image[5, 5].astype(int) - np.array(RED[::-1])).max() <= 30


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "empty"),
        (b"just a letter to my aunt", "not a picture"),
        (b"\x00\x00\x00\x18ftypheic\x00\x00\x00\x00mif1heic", "HEIC"),
        (_saved(_red(), "PNG")[:60], "damaged"),
        (_saved(Pillow.effect_noise((200, 200), 90), "JPEG")[:3000], "damaged"),
        (b"\x89PNG\r\n\x1a\n" + b"\x00" * 40, "not a picture|damaged"),
    ],
    ids=["empty", "text", "heic", "cut-png", "cut-jpeg", "png-of-nothing"],
)
def test_what_is_no_picture_gets_one_sentence(data: bytes, words: str) -> None:
    with pytest.raises(UnreadablePicture, match=words) as problem:
        decode_photograph(data, "holiday.jpg")
    assert str(problem.value).startswith("holiday.jpg ")
    assert str(problem.value).endswith(".")
    assert "\n" not in str(problem.value)


@pytest.mark.parametrize("size", [(10000, 10000), (20000, 10000), (200, MOST_PIXELS // 100)])
def test_enormous_pictures_are_refused_before_they_fill_the_memory(size: tuple[int, int]) -> None:
    data = _saved(Pillow.new("1", size), "PNG")
    with pytest.raises(UnreadablePicture, match="megapixels"):
        decode_photograph(data)


def test_a_missing_file_and_a_folder_are_named(tmp_path: Path) -> None:
    with pytest.raises(UnreadablePicture, match=r"no file .*absent\.jpg"):
        open_photograph(tmp_path / "absent.jpg")
    with pytest.raises(UnreadablePicture, match="is a folder"):
        open_photograph(tmp_path)


def test_a_folder_gives_its_pictures_in_order(tmp_path: Path) -> None:
    for name in ("b.JPG", "a.png", "notes.txt"):
        (tmp_path / name).write_bytes(b"x")
    assert [path.name for path in photographs_in(tmp_path)] == ["a.png", "b.JPG"]
    (tmp_path / "empty").mkdir()
    with pytest.raises(UnreadablePicture, match="no photographs in"):
        photographs_in(tmp_path / "empty")
    with pytest.raises(UnreadablePicture, match="no folder"):
        photographs_in(tmp_path / "absent")
