"""Aiming the camera: what would let it see the cards better, as codes that pages turn into words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import cv2
import numpy as np

from vision.sightings import CardSeen, Image, Reason

NEEDED_WIDTH = 60
_DARK, _BRIGHT = 45.0, 225.0
_BLURRED = 18.0

_BY_REASON = {Reason.GLARE: "glare", Reason.BLUR: "blur", Reason.HAND: "hand", Reason.COVERED: "covered"}


def advice(seen: Sequence[CardSeen], image: Image) -> list[dict[str, Any]]:
    """What to change, the most useful first; empty when all is well. Widths are in pixels of the picture."""
    grey = np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY))
    found: list[dict[str, Any]] = []
    light = float(grey.mean())
    if light < _DARK:
        found.append(_tip("too-dark", brightness=round(light)))
    elif light > _BRIGHT:
        found.append(_tip("too-bright", brightness=round(light)))
    if not seen:
        found.append(_tip("no-card"))
        if float(cv2.Laplacian(grey, cv2.CV_64F).var()) < _BLURRED:
            found.append(_tip("blur"))
        return found
    narrowest = min(card.width for card in seen)
    if narrowest < NEEDED_WIDTH:
        found.append(_tip("closer", width=round(narrowest), needed=NEEDED_WIDTH))
    for reason, code in _BY_REASON.items():
        if any(card.reason is reason for card in seen):
            found.append(_tip(code))
    height, width = image.shape[:2]
    edge = any(
        (card.quad < 1).any() or (card.quad[:, 0] > width - 2).any() or (card.quad[:, 1] > height - 2).any()
        for card in seen
    )
    if edge:
        found.append(_tip("at-the-edge"))
    return found


def _tip(code: str, **params: int) -> dict[str, Any]:
    return {"code": code, "params": params}
