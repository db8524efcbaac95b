"""The card detector: where cards lie in a picture, as parallelograms, whole, partly covered or face down."""

from dataclasses import dataclass
from enum import IntEnum

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.networks import Floats, Network
from vision.quads import angle_between, area, overlap, parallelogram
from vision.sightings import Image, Quad

LIVE_SIZE = 416
"""Side in pixels of the square into which the region of the pile is fitted, frame by frame."""
PHOTO_SIZE = 640
"""The same for single photographs."""

_STRIDE = 32
_PADDING = 114
_AXIS_POINT = 0.6
_MOST = 300
_SPREADS = ((0.12, 0.07), (0.2, 0.09))
"""How exact the long and the short half axis are: along, as a share of their length, and across."""
_BOX_SPREAD = 0.05
"""How exact the box is, as a share of the card's width."""
_SAME_WAY = 25.0
_ALIKE_ACROSS = 0.75


class Kind(IntEnum):
    """What a detection is. The numbers are the network's score columns."""

    WHOLE = 0
    """A face, no part of which is covered."""
    COVERED = 1
    """A face that other cards, hands or things hide in part."""
    BACK = 2
    """A card face down."""


@dataclass(frozen=True, eq=False)
class Detection:
    """A card that was found, not yet read. The quad is a parallelogram in pixels of the picture."""

    quad: Quad
    kind: Kind
    score: float
    scores: tuple[float, float, float]

    @property
    def whole(self) -> float:
        """How much the network takes it for whole rather than covered, 0..1."""
        whole, covered, _ = self.scores
        return whole / max(whole + covered, 1e-6)


class CardDetector:
    """Finds cards with a network in the project's detector format (see `models/detector/README.md`)."""

    def __init__(self, network: Network, threshold: float = 0.25, alike: float = 0.55) -> None:
        """threshold: lowest score of a detection. alike: quads that share more than this are one card."""
        self._network = network
        self._threshold = threshold
        self._alike = alike

    def find(
        self, image: Image, size: int = PHOTO_SIZE, threshold: float | None = None
    ) -> tuple[Detection, ...]:
        """The cards of a picture (height x width x 3, BGR, uint8), best first.

        size: the picture is fitted into a square of that side. threshold: another one than the detector's own.
        """
        batch, scale = letterboxed(image, size)
        values = next(iter(self._network.run(batch).values()))[0]
        found = decoded(values, scale, self._threshold if threshold is None else threshold)
        return without_doubles(found, self._alike)


def letterboxed(image: Image, size: int) -> tuple[Floats, float]:
    """The picture as a network's input, 1 x 3 x H x W, RGB 0..1, and the scale it was drawn at.

    The longer side becomes `size` (but no picture is enlarged more than fourfold); H and W are the next
    multiples of 32, the rest is grey at the right and below.
    """
    high, wide = image.shape[:2]
    scale = min(size / max(high, wide), 4.0)
    new_wide, new_high = max(1, round(wide * scale)), max(1, round(high * scale))
    how = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    small = image if scale == 1 else cv2.resize(image, (new_wide, new_high), interpolation=how)
    full_wide, full_high = (-(-side // _STRIDE) * _STRIDE for side in (new_wide, new_high))
    canvas = np.full((full_high, full_wide, 3), _PADDING, np.uint8)
    canvas[:new_high, :new_wide] = small
    planes = canvas[:, :, ::-1].transpose(2, 0, 1)
    return np.multiply(planes, np.float32(1 / 255), dtype=np.float32)[None], scale


def decoded(values: Floats, scale: float, threshold: float) -> list[Detection]:
    """The detections above a threshold in one output of the network (11 x N), best first, doubles included."""
    scores = values[4:7]
    best = scores.max(axis=0)
    chosen = np.flatnonzero(best >= threshold)
    chosen = chosen[np.argsort(-best[chosen], kind="stable")][:_MOST]
    found = []
    for column in values[:, chosen].T:
        centre = column[:2]
        long_half, short_half = reconciled(
            half_axis(column[7:9] - centre), half_axis(column[9:11] - centre), column[2:4]
        )
        quad = parallelogram(centre / scale, long_half / scale, short_half / scale)
        if area(quad) < 1:
            continue
        kind = Kind(int(np.argmax(column[4:7])))
        whole, covered, back = (float(score) for score in column[4:7])
        found.append(Detection(quad, kind, float(column[4:7].max()), (whole, covered, back)))
    return found


def half_axis(offset: NDArray[np.floating]) -> NDArray[np.float32]:
    """The half axis that an axis point stands for.

    A card's axis has no direction, so the network names the doubled angle: its point lies 0.6 of the half
    axis' length from the centre, at twice the axis' angle.
    """
    length = float(np.hypot(*offset)) / _AXIS_POINT
    angle = float(np.arctan2(offset[1], offset[0])) / 2
    return np.array([length * np.cos(angle), length * np.sin(angle)], np.float32)


def reconciled(
    long_half: NDArray[np.float32], short_half: NDArray[np.float32], box: NDArray[np.floating]
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """The half axes that fit best with themselves and with the box (width, height) around their parallelogram.

    The box is found more exactly than the axes are, and both half axes' extents add up to half of it: least
    squares, each part weighted by how exact the network was found to be on renders kept out of training.
    """
    lengths = float(np.hypot(*long_half)), float(np.hypot(*short_half))
    if min(lengths) < 1e-3:
        return long_half, short_half
    rows, values = [], []
    for number, (half, length) in enumerate(zip((long_half, short_half), lengths, strict=True)):
        along = half / length
        across = np.array([-along[1], along[0]])
        for direction, spread in ((along, _SPREADS[number][0]), (across, _SPREADS[number][1])):
            row = np.zeros(4)
            row[2 * number : 2 * number + 2] = direction
            rows.append(row / (spread * length))
            values.append(float(direction @ half) / (spread * length))
    for axis in (0, 1):
        row = np.zeros(4)
        row[axis] = 1.0 if long_half[axis] >= 0 else -1.0
        row[2 + axis] = 1.0 if short_half[axis] >= 0 else -1.0
        spread = _BOX_SPREAD * 2 * lengths[1]
        rows.append(row / spread)
        values.append(float(box[axis]) / 2 / spread)
    solved = np.linalg.lstsq(np.array(rows), np.array(values), rcond=None)[0].astype(np.float32)
    return solved[:2], solved[2:]


def axis_point(half: NDArray[np.floating]) -> NDArray[np.float32]:
    """The offset from the centre that stands for a half axis: the reverse of `half_axis`."""
    length = _AXIS_POINT * float(np.hypot(*half))
    angle = 2 * float(np.arctan2(half[1], half[0]))
    return np.array([length * np.cos(angle), length * np.sin(angle)], np.float32)


def without_doubles(found: list[Detection], alike: float) -> tuple[Detection, ...]:
    """The best of every group of detections that are the same card.

    Cards in a pile overlap by much and are kept, those that lie across each other above all; two detections are
    one card when the shared part is most of both, or when a small one lies wholly inside a better one (a court
    card's half).
    """
    kept: list[Detection] = []
    areas: list[float] = []
    for detection in found:
        mine = area(detection.quad)
        for other, size in zip(kept, areas, strict=True):
            shared = overlap(detection.quad, other.quad)
            if shared <= 0:
                continue
            limit = alike if angle_between(detection.quad, other.quad) < _SAME_WAY else _ALIKE_ACROSS
            if shared / (mine + size - shared) > limit or (shared > 0.9 * mine and mine < 0.7 * size):
                break
        else:
            kept.append(detection)
            areas.append(mine)
    return tuple(kept)
