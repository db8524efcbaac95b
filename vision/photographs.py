"""Photographs: picture files of every kind that phones and programs write, opened as one kind of array."""

import io
import warnings
from pathlib import Path

import numpy as np
from PIL import Image as Pillow
from PIL import ImageOps, UnidentifiedImageError

from vision.sightings import Image

MOST_PIXELS = 80_000_000
"""Pictures with more pixels than this are refused: decoded they would fill the memory of a small machine."""

SUFFIXES = frozenset({".jpg", ".jpeg", ".png", ".webp", ".bmp", ".gif", ".tif", ".tiff"})
"""Endings of files that a folder of photographs is searched for."""

_BEHIND_TRANSPARENT = (128, 128, 128)
_DAMAGED = (OSError, SyntaxError, ValueError, EOFError, IndexError, KeyError, TypeError, OverflowError)


class UnreadablePicture(ValueError):
    """The file is no picture, is broken, or is too large. The message is one sentence that says what to do."""


def open_photograph(path: str | Path) -> Image:
    """The picture in a file, upright (its EXIF turn applied), height x width x 3, BGR, uint8.

    Sixteen-bit, grey, CMYK and palette pictures are converted; what is transparent becomes mid-grey, so that a
    white card keeps its edge; of an animation the first frame is taken.

    Raises UnreadablePicture for anything else.
    """
    path = Path(path)
    if path.is_dir():
        raise UnreadablePicture(f"{path} is a folder: name the photographs in it.")
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        raise UnreadablePicture(f"There is no file {path}: check its name.") from None
    except OSError as error:
        reason = error.strerror or "unknown cause"
        raise UnreadablePicture(
            f"{path} cannot be opened ({reason}): check the file's permissions."
        ) from error
    return decode_photograph(data, str(path))


def decode_photograph(data: bytes, name: str = "The picture") -> Image:
    """The picture in `data`, which holds a whole file; `name` begins the message of an error.

    Raises UnreadablePicture; see `open_photograph`.
    """
    if not data:
        raise UnreadablePicture(f"{name} is empty: save or copy the photograph again.")
    if data[4:8] == b"ftyp" and data[8:12] in (b"heic", b"heix", b"mif1", b"hevc", b"heim", b"heis"):
        raise UnreadablePicture(
            f"{name} is a HEIC picture, which cannot be read here: save it as JPEG, "
            "or set the phone's camera to its most compatible format."
        )
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            with Pillow.open(io.BytesIO(data)) as picture:
                return _converted(picture, name)
    except UnidentifiedImageError:
        raise UnreadablePicture(
            f"{name} is not a picture: give a JPEG, PNG, WebP, TIFF, BMP or GIF file."
        ) from None
    except Pillow.DecompressionBombError:
        raise UnreadablePicture(_too_large(name)) from None
    except UnreadablePicture:
        raise
    except MemoryError:
        raise UnreadablePicture(_too_large(name)) from None
    except _DAMAGED:
        raise UnreadablePicture(
            f"{name} is damaged or incomplete: save or copy the photograph again."
        ) from None


def photographs_in(folder: str | Path) -> tuple[Path, ...]:
    """The picture files directly in a folder, in the order of their names.

    Raises UnreadablePicture when it is no folder or holds none.
    """
    folder = Path(folder)
    if not folder.is_dir():
        raise UnreadablePicture(f"There is no folder {folder}: check its name.")
    found = tuple(
        sorted(path for path in folder.iterdir() if path.suffix.lower() in SUFFIXES and path.is_file())
    )
    if not found:
        raise UnreadablePicture(f"There are no photographs in {folder}: put JPEG or PNG files into it.")
    return found


def _too_large(name: str) -> str:
    return (
        f"{name} has more than {MOST_PIXELS // 1_000_000} megapixels: "
        "scale it down to 4,000 pixels wide, which shows a card just as well."
    )


def _converted(picture: Pillow.Image, name: str) -> Image:
    width, height = picture.size
    if width * height > MOST_PIXELS:
        raise UnreadablePicture(_too_large(name))
    picture.load()
    upright = ImageOps.exif_transpose(picture)
    if upright.mode.startswith("I") or upright.mode == "F":
        grey = _eight_bits(np.asarray(upright, dtype=np.float64))
        return np.repeat(grey[:, :, None], 3, axis=2)
    if "A" in upright.getbands() or "transparency" in upright.info:
        layer = upright.convert("RGBA")
        ground = Pillow.new("RGBA", layer.size, (*_BEHIND_TRANSPARENT, 255))
        upright = Pillow.alpha_composite(ground, layer)
    rgb = np.asarray(upright.convert("RGB"), dtype=np.uint8)
    return np.ascontiguousarray(rgb[:, :, ::-1])


def _eight_bits(
    values: np.ndarray[tuple[int, ...], np.dtype[np.float64]],
) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    """Deep grey values to 0..255: 16-bit ones by their format's range, others by the range that they use."""
    values = np.nan_to_num(values)
    low, high = float(values.min(initial=0.0)), float(values.max(initial=0.0))
    if low >= 0 and high <= 1.0:
        scale, low = 255.0, 0.0
    elif low >= 0 and high <= 255:
        scale, low = 1.0, 0.0
    elif low >= 0 and high <= 65535:
        scale, low = 255.0 / 65535.0, 0.0
    else:
        scale = 255.0 / max(high - low, 1e-12)
    return np.clip((values - low) * scale + 0.5, 0, 255).astype(np.uint8)
