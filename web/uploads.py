"""Photographs that people send: checked before anything reads them."""

from __future__ import annotations

import io
import warnings

import numpy as np
from PIL import Image as Pictures
from PIL import ImageOps, UnidentifiedImageError

from vision.sightings import Image
from web.refusals import Refusal

LARGEST_UPLOAD = 20 * 1024 * 1024
MOST_PIXELS = 50_000_000
_LONGEST_SIDE = 2560
_FORMATS = ("JPEG", "PNG", "WEBP")


def open_photograph(data: bytes, most_pixels: int = MOST_PIXELS) -> Image:
    """The pixels of an uploaded photograph, upright and at most 2560 pixels long: height x width x 3, BGR.

    Raises Refusal when the bytes are too many, no JPEG, PNG or WebP, damaged, or hold more than `most_pixels`;
    pixels are only unpacked once their number is known.
    """
    if len(data) > LARGEST_UPLOAD:
        raise Refusal("too-large", limit=f"{LARGEST_UPLOAD // 1024 // 1024} MB")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            picture = Pictures.open(io.BytesIO(data), formats=_FORMATS)
            if picture.width * picture.height > most_pixels:
                raise Refusal("too-many-pixels", limit=most_pixels // 1_000_000)
            picture.draft("RGB", (_LONGEST_SIDE, _LONGEST_SIDE))
            upright = ImageOps.exif_transpose(picture).convert("RGB")
    except Pictures.DecompressionBombError:
        raise Refusal("too-many-pixels", limit=most_pixels // 1_000_000) from None
    except (UnidentifiedImageError, OSError, SyntaxError, ValueError, EOFError, IndexError, KeyError):
        raise Refusal("not-a-picture") from None
    upright.thumbnail((_LONGEST_SIDE, _LONGEST_SIDE), Pictures.Resampling.BOX)
    return np.ascontiguousarray(np.asarray(upright, np.uint8)[:, :, ::-1])
