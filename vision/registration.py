"""Registration: how the picture moved when the camera was bumped."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.sightings import Image, Quad

Shift = NDArray[np.float64]
"""2 x 3: takes a point (x, y, 1) of the old picture to the new one."""

_WIDTH = 640
_LEAST_AGREEING = 14


def picture_shift(old: Image, new: Image) -> Shift | None:
    """How the old picture (BGR) has to be moved, turned and scaled to lie on the new one; None if they
    share too little."""
    scale = _WIDTH / old.shape[1]
    features = cv2.ORB.create(900, fastThreshold=8)
    points_old, marks_old = features.detectAndCompute(_grey(old, scale), None)
    points_new, marks_new = features.detectAndCompute(_grey(new, scale), None)
    if marks_old is None or marks_new is None or min(len(points_old), len(points_new)) < _LEAST_AGREEING:
        return None
    pairs = cv2.BFMatcher(cv2.NORM_HAMMING, crossCheck=True).match(marks_old, marks_new)
    if len(pairs) < _LEAST_AGREEING:
        return None
    source = np.array([points_old[pair.queryIdx].pt for pair in pairs], np.float32) / scale
    target = np.array([points_new[pair.trainIdx].pt for pair in pairs], np.float32) / scale
    found, agreeing = cv2.estimateAffinePartial2D(
        source, target, method=cv2.RANSAC, ransacReprojThreshold=3.0 / scale, maxIters=1500
    )
    if found is None or int(np.count_nonzero(agreeing)) < max(_LEAST_AGREEING, len(pairs) // 8):
        return None
    size = float(np.hypot(found[0, 0], found[1, 0]))
    return np.asarray(found, np.float64) if 0.6 < size < 1.7 else None


def moved_by(shift: Shift, shape: tuple[int, ...]) -> float:
    """The greatest distance in pixels by which a corner of a picture of that shape is moved."""
    height, width = shape[:2]
    corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float64)
    return float(np.max(np.linalg.norm(shifted(shift, corners) - corners, axis=1)))


def shifted(shift: Shift, points: NDArray[np.float64] | Quad) -> NDArray[np.float64]:
    """Points of the old picture in the new one."""
    return np.asarray(points @ shift[:, :2].T + shift[:, 2], np.float64)


def _grey(image: Image, scale: float) -> NDArray[np.uint8]:
    small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), np.uint8)
