"""Stillness: a small grey copy of every frame that tells what moves, what changed, and since when it lies
still.

Nothing in here knows cards or networks; it costs a few milliseconds a frame.
"""

from __future__ import annotations

from collections import deque

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.registration import Shift
from vision.sightings import Image, Quad

COARSE_WIDTH = 320
"""Width in pixels of the small copy."""
MOTION_LEVEL = 9.0
"""Grey levels by which a pixel must differ from a moment ago to count as moving."""
CHANGE_LEVEL = 13.0
"""Grey levels by which it must differ from the settled picture to count as changed."""
MOMENT = 0.08
"""Seconds back to which a frame is compared, beside the frame just before it: slow hands move too."""

TREMBLE = 0.7
"""Pixels of the small copy by which the picture may tremble without anything counting as moving or
changed."""

_LEAST_TEXTURE = 6

Grey = NDArray[np.float32]
Mask = NDArray[np.bool_]


class CoarseView:
    """The small copy of the newest frame, of the settled one, and the time at which each pixel last moved.

    `scale` takes pixels of the frame to pixels of the copy.
    """

    def __init__(self, image: Image, t: float) -> None:
        height, width = image.shape[:2]
        self.scale = min(1.0, COARSE_WIDTH / width)
        self.size = (max(8, round(width * self.scale)), max(8, round(height * self.scale)))
        self.frame_size = (width, height)
        self.grey = self._small(image)
        self.slope = _slope(self.grey)
        self.settled, self.settled_slope = self.grey.copy(), self.slope
        self.moved_at = np.full(self.grey.shape, t, np.float32)
        self._past: deque[tuple[float, Grey, Grey]] = deque([(t, self.grey, self.slope)])
        self.t = t

    def take(self, image: Image, t: float) -> None:
        """Look at the next frame, which has the same size as the first one."""
        grey = self._small(image)
        moving = _differs(grey, self.grey, self.slope, MOTION_LEVEL)
        while len(self._past) > 1 and self._past[1][0] <= t - MOMENT:
            self._past.popleft()
        then, *past = self._past[0]
        slowly = _differs(grey, past[0], past[1], MOTION_LEVEL) & ~moving
        # What differs from a moment ago but not from the last frame moves slowly, or stopped since.
        self.moved_at[slowly] = np.maximum(self.moved_at[slowly], (then + t) / 2)
        self.moved_at[moving] = t
        self.grey, self.slope, self.t = grey, _slope(grey), t
        self._past.append((t, grey, self.slope))

    def settle(self) -> None:
        """What is seen now is the settled picture from now on."""
        self.settled, self.settled_slope = self.grey.copy(), self.slope

    def drift(self, share: float) -> None:
        """Let the settled picture follow slow changes of light where nothing changed otherwise."""
        quiet = ~self.changed()
        self.settled[quiet] += share * (self.grey[quiet] - self.settled[quiet])

    def changed(self) -> Mask:
        """Pixels of the copy that differ from the settled picture, whatever the light does as a whole."""
        return _differs(self.grey, self.settled, self.settled_slope, CHANGE_LEVEL)

    def still(self, seconds: float) -> Mask:
        """Pixels of the copy that have not moved for so long."""
        return np.asarray(self.moved_at <= self.t - seconds + 1e-4)

    def still_since(self, quad: Quad) -> float:
        """The time at which the last motion inside a quad (pixels of the frame) ended; single pixels do
        not count."""
        inside = self.moved_at[self.mask(quad)]
        return float(np.percentile(inside, 97)) if inside.size else self.t

    def mask(self, quad: Quad, grown: float = 1.0) -> Mask:
        """The pixels of the copy inside a quad of the frame, which is first grown about its middle."""
        middle = quad.mean(axis=0)
        corners = (middle + (quad - middle) * grown) * self.scale
        mask = np.zeros(self.grey.shape, np.uint8)
        cv2.fillConvexPoly(mask, np.rint(corners * 16).astype(np.int32), 1, cv2.LINE_8, 4)
        return np.asarray(mask > 0)

    def disc(self, centre: tuple[float, float], radius: float) -> Mask:
        """The pixels of the copy within `radius` of `centre`, both in pixels of the frame."""
        mask = np.zeros(self.grey.shape, np.uint8)
        place = (round(centre[0] * self.scale), round(centre[1] * self.scale))
        cv2.circle(mask, place, max(1, round(radius * self.scale)), 1, -1)
        return np.asarray(mask > 0)

    def texture_changed(self, apart: Mask | None = None) -> tuple[int, float]:
        """How many parts of the settled picture have texture, and the share of them in which something
        changed, 0 to 1. `apart` is left out of it, unless nothing else has texture."""
        rows, columns = 9, 12
        height, width = self.grey.shape[0] // rows * rows, self.grey.shape[1] // columns * columns
        edges = np.abs(cv2.Laplacian(self.settled[:height, :width], cv2.CV_32F)) > 12
        cells = (rows, height // rows, columns, width // columns)
        texture = edges.reshape(cells).sum(axis=(1, 3)) > 3
        differs = self.changed()[:height, :width].reshape(cells).sum(axis=(1, 3)) > 2
        if apart is not None:
            elsewhere = texture & ~apart[:height, :width].reshape(cells).any(axis=(1, 3))
            texture = elsewhere if np.count_nonzero(elsewhere) >= _LEAST_TEXTURE else texture
        parts = int(np.count_nonzero(texture))
        return parts, float(np.count_nonzero(texture & differs)) / max(_LEAST_TEXTURE, parts)

    def unexplained(self, shift: Shift) -> float:
        """Of the pixels that changed, how many still differ when the settled picture is moved by `shift`
        (in pixels of the frame): near 0 where it explains all, 1 and more where it explains nothing."""
        scaled = np.hstack([shift[:, :2], shift[:, 2:] * self.scale])
        moved = cv2.warpAffine(self.settled, scaled, self.size, borderMode=cv2.BORDER_REPLICATE)
        there = cv2.warpAffine(np.ones_like(self.settled), scaled, self.size) > 0.999
        then = np.asarray(moved, np.float32)
        left = _differs(self.grey, then, np.maximum(self.slope, _slope(then)), CHANGE_LEVEL) & there
        return int(np.count_nonzero(left)) / max(1, int(np.count_nonzero(self.changed() & there)))

    def reaches_in(self, zone: Mask, seconds: float = 0.5) -> bool:
        """Whether something reaches from the border of the picture into the zone: a changed or lately
        moving stretch that touches both, an arm."""
        busy = self.changed() | ~self.still(seconds)
        closed = cv2.morphologyEx(busy.astype(np.uint8), cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8))
        count, labels = cv2.connectedComponents(np.asarray(closed, np.uint8), connectivity=8)
        if count < 2:
            return False
        sides = (labels[:2], labels[-2:], labels[:, :2], labels[:, -2:])
        rim = np.concatenate([strip.ravel() for strip in sides])
        return bool((set(np.unique(rim)) - {0}) & set(np.unique(labels[zone])))

    def _small(self, image: Image) -> Grey:
        small = cv2.resize(image, self.size, interpolation=cv2.INTER_AREA)
        grey = cv2.cvtColor(small, cv2.COLOR_BGR2GRAY)
        return np.asarray(cv2.GaussianBlur(grey, (3, 3), 0), np.float32)


def _differs(now: Grey, then: Grey, slope: Grey, level: float) -> Mask:
    """Where two copies differ by more than a trembling picture would, the light as a whole evened out."""
    gain = _gain(now, then)
    return np.asarray(np.abs(now - then * gain) > level + TREMBLE * slope)


def _slope(grey: Grey) -> Grey:
    """How steep the picture is near each pixel, in grey levels a pixel."""
    across, down = (
        cv2.Sobel(grey, cv2.CV_32F, 1, 0, scale=1 / 8),
        cv2.Sobel(grey, cv2.CV_32F, 0, 1, scale=1 / 8),
    )
    steep = cv2.magnitude(across, down)
    return np.asarray(cv2.dilate(steep, np.ones((3, 3), np.uint8)), np.float32)


def _gain(now: Grey, then: Grey) -> float:
    """The factor by which the light as a whole grew; near 1 it is taken as noise."""
    sample_now, sample_then = now[::6, ::6], then[::6, ::6]
    bright = sample_then > 24
    if np.count_nonzero(bright) < 32:
        return 1.0
    gain = float(np.median(sample_now[bright] / sample_then[bright]))
    return min(2.0, max(0.5, gain))
