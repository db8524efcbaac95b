"""Stacking: which of two overlapping cards lies over the other, told by whose border can be seen."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.quads import CROP_HEIGHT, CROP_WIDTH, overlap, scaled, width
from vision.sightings import Image, Quad

_ALONG = 96
_ACROSS = np.arange(-5, 6, dtype=np.float32)
_ENDS = 0.05
_DOUBT = 6.0
_INDEX_WIDE, _INDEX_HIGH = 21, 40


def lies_over(image: Image, one: Quad, other: Quad) -> float:
    """From -1 (`other` surely lies over `one`) to 1 (the other way round); near 0 when the picture does not tell.

    Where two cards overlap only the upper one's border can be seen: averaged along a side, the print of the
    lower card evens out and a true border stays.
    """
    mine, others = _border(image, one, other), _border(image, other, one)
    return (mine - others) / (mine + others + _DOUBT)


def hidden_places(quad: Quad, above: list[Quad]) -> NDArray[np.bool_]:
    """Which pixels of a card's upright crop (144 x 96) lie under the cards above it."""
    frame = np.array([[0, 0], [CROP_WIDTH, 0], [CROP_WIDTH, CROP_HEIGHT], [0, CROP_HEIGHT]], np.float32)
    mapping = cv2.getPerspectiveTransform(quad, frame)
    mask = np.zeros((CROP_HEIGHT, CROP_WIDTH), np.uint8)
    for upper in above:
        if overlap(quad, upper) > 0:
            corners = cv2.perspectiveTransform(scaled(upper, 1.02)[None], mapping)[0]
            cv2.fillConvexPoly(mask, np.round(corners).astype(np.int32), 1)
    return mask > 0


def index_is_free(hidden: NDArray[np.bool_]) -> bool:
    """Whether one of the two corner indices of an upright crop (top left, bottom right) can be seen."""
    return bool(
        min(hidden[:_INDEX_HIGH, :_INDEX_WIDE].mean(), hidden[-_INDEX_HIGH:, -_INDEX_WIDE:].mean()) < 0.08
    )


def completed(crop: Image, hidden: NDArray[np.bool_]) -> Image:
    """An upright crop with its hidden places filled from the card's other half, turned about.

    A card reads the same both ways up, so that what is hidden here can mostly be seen there; what is hidden on
    both sides becomes paper.
    """
    turned, turned_hidden = crop[::-1, ::-1], hidden[::-1, ::-1]
    seen = crop[~hidden]
    bright = seen[seen.sum(axis=1) >= np.percentile(seen.sum(axis=1), 60)] if len(seen) else seen
    paper = np.median(bright, axis=0) if len(bright) else np.full(3, 230.0)
    filled = np.where(hidden[..., None], turned, crop)
    lost = hidden & turned_hidden
    return np.asarray(np.where(lost[..., None], paper.astype(np.uint8), filled), np.uint8)


def _border(image: Image, quad: Quad, other: Quad) -> float:
    """How clearly the part of `quad`'s border that lies within `other` shows, in grey levels."""
    unit = max(1.0, 0.014 * width(quad))
    inner = np.ascontiguousarray(scaled(other, 0.96))
    strengths, lengths = [], []
    for which in range(4):
        start, end = quad[which], quad[(which + 1) % 4]
        along = end - start
        length = float(np.hypot(*along))
        if length < 8:
            continue
        outward = np.array([along[1], -along[0]], np.float32) / length
        places = start + along * np.linspace(_ENDS, 1 - _ENDS, _ALONG, dtype=np.float32)[:, None]
        within = np.array([cv2.pointPolygonTest(inner, (float(x), float(y)), False) >= 0 for x, y in places])
        if within.mean() < 0.06:
            continue
        points = places[within][:, None] + outward * (_ACROSS * unit)[None, :, None]
        values = cv2.remap(
            image,
            points[..., 0].copy(),
            points[..., 1].copy(),
            cv2.INTER_LINEAR,
            borderMode=cv2.BORDER_REPLICATE,
        ).astype(np.float32)
        strengths.append(_step(values))
        lengths.append(float(within.sum()))
    return float(np.average(strengths, weights=lengths)) if lengths else 0.0


def _step(values: NDArray[np.float32]) -> float:
    """How much the mean profile (places along x places across x colours) changes in its middle."""
    parts = np.array_split(values, max(1, min(4, len(values) // 8)))
    steps = []
    for part in parts:
        profile = part.mean(axis=0)
        change = np.abs(profile[2:] - profile[:-2]).mean(axis=1)
        middle = len(change) // 2
        steps.append(float(change[middle - 1 : middle + 2].max() - 0.7 * np.median(change)))
    return max(0.0, float(np.mean(np.sort(steps)[: max(1, len(steps) // 2 + 1)])))
