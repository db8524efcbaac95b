"""What the camera sees as pages show it: made a JPEG, its cards outlined and named."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from vision.sightings import CardSeen, Image

_PREVIEW_WIDTH = 960


def jpeg(image: Image, width: int = _PREVIEW_WIDTH, quality: int = 80) -> bytes:
    """A picture as JPEG, made smaller when it is wider than `width` pixels."""
    if image.shape[1] > width:
        size = (width, max(1, round(image.shape[0] * width / image.shape[1])))
        image = np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.uint8)
    done, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])
    if not done:
        raise ValueError("the picture cannot be made a JPEG")
    return bytes(data)


def marked(image: Image, cards: Sequence[CardSeen], named: bool = True) -> Image:
    """A copy of the picture with the cards outlined and, unless somebody else does that, named."""
    drawn = image.copy()
    for card in cards:
        colour = (80, 200, 80) if card.name else (40, 140, 255)
        cv2.polylines(drawn, [np.round(card.quad).astype(np.int32)], True, colour, 3, cv2.LINE_AA)
        if named:
            x, y = card.centre
            for ink, thick in (((0, 0, 0), 6), ((255, 255, 255), 2)):
                place = (int(x) - 20, int(y))
                cv2.putText(
                    drawn, card.name or "?", place, cv2.FONT_HERSHEY_SIMPLEX, 0.9, ink, thick, cv2.LINE_AA
                )
    return drawn
