"""Sources that were recorded before: a video file, or photographs that are shown one after another."""

from __future__ import annotations

import logging
import re
import time
from pathlib import Path

import cv2
import numpy as np

from vision.frames import Frame, Pace, SourceError, SourceState
from vision.sightings import Image

PICTURES = frozenset({".jpg", ".jpeg", ".png", ".bmp", ".webp", ".tif", ".tiff"})
"""Endings of files that a folder of photographs may hold; others are passed over."""

PHOTO_SECONDS = 1.2
"""How long each photograph of a folder is held still, in seconds of clip time."""
PHOTO_RATE = 10.0
"""Frames a second while a photograph is held."""

log = logging.getLogger(__name__)


class Recording:
    """Hands out frames with given times, on the clock (`real`) or as fast as they are taken (`fast`)."""

    live = False
    reason = ""

    def __init__(self, description: str, pace: Pace) -> None:
        self.description = description
        self._pace = pace
        self.on_clock = pace == "real"
        self._state = SourceState.RUNNING
        self._started: float | None = None
        self._pending: Frame | None = None

    @property
    def state(self) -> SourceState:
        """Running until the last frame has been given."""
        return self._state

    def next(self, timeout: float = 0.5) -> Frame | None:
        """The next frame; with pace `real` the newest one whose time has come."""
        if self._state is SourceState.ENDED:
            return None
        if self._pending is None:
            self._pending = self._read(0.0)
        if self._pending is not None and self._pace == "real":
            self._pending = self._on_time(self._pending, timeout)
            if self._pending is not None and self._clock() < self._pending.t:
                return None
        frame, self._pending = self._pending, None
        if frame is None:
            self.close()
        return frame

    def _clock(self) -> float:
        now = time.monotonic()
        if self._started is None:
            self._started = now
        return now - self._started

    def _on_time(self, frame: Frame, timeout: float) -> Frame | None:
        late = self._clock() - frame.t
        if late < 0:
            time.sleep(min(-late, timeout))
            return frame
        if late > 0.1:
            newer = self._read(frame.t + late - 0.05)
            return newer if newer is not None else frame
        return frame

    def _read(self, not_before: float) -> Frame | None:
        """The next frame whose time is at least `not_before`, or None at the end."""
        raise NotImplementedError

    def close(self) -> None:
        """Let go of the file."""
        self._state = SourceState.ENDED


class VideoFile(Recording):
    """A video file. Times are the file's own time stamps, so variable frame rates keep their pace."""

    def __init__(self, path: Path, pace: Pace) -> None:
        super().__init__(path.name, pace)
        self._capture = cv2.VideoCapture(str(path), cv2.CAP_FFMPEG)
        fps = self._capture.get(cv2.CAP_PROP_FPS) if self._capture.isOpened() else 0.0
        self._interval = 1.0 / fps if 1.0 <= fps <= 240.0 else 1.0 / 30.0
        self._index = 0
        self._t = -self._interval
        self._pending = self._read(0.0)
        if self._pending is None:
            self.close()
            raise SourceError("no-video", name=path.name)

    def _read(self, not_before: float) -> Frame | None:
        while self._capture.grab():
            stamp = float(self._capture.get(cv2.CAP_PROP_POS_MSEC)) / 1000.0
            self._t = stamp if stamp > self._t and stamp < self._t + 60.0 else self._t + self._interval
            self._index += 1
            if self._t < not_before:
                continue
            fine, image = self._capture.retrieve()
            if fine and image is not None:
                return Frame(_colour(image), self._t, self._index - 1)
        return None

    def close(self) -> None:
        """Let go of the file."""
        super().close()
        self._capture.release()


class PhotoFolder(Recording):
    """Photographs in the order of their names (numbers count as numbers), each held still for a while.

    A picture that cannot be read is passed over with a warning in the log.
    """

    def __init__(self, paths: list[Path], description: str, pace: Pace) -> None:
        super().__init__(description, pace)
        self._paths = paths
        self._index = 0
        self._place = -1
        self._image: Image | None = None
        self._held = round(PHOTO_SECONDS * PHOTO_RATE)
        self._pending = self._read(0.0)
        if self._pending is None:
            raise SourceError("no-pictures", name=description)

    def _read(self, not_before: float) -> Frame | None:
        self._index = max(self._index, int(not_before * PHOTO_RATE))
        while self._place < 0 or self._index >= (self._place + 1) * self._held or self._image is None:
            self._place += 1
            if not self._paths:
                return None
            self._image = _photograph(self._paths.pop(0))
            if self._image is None:
                self._place -= 1
        frame = Frame(self._image, self._index / PHOTO_RATE, self._index)
        self._index += 1
        return frame


def _photograph(path: Path) -> Image | None:
    try:
        data = np.frombuffer(path.read_bytes(), np.uint8)
    except OSError as error:
        log.warning("%s cannot be read: %s", path.name, error.strerror)
        return None
    image = cv2.imdecode(data, cv2.IMREAD_COLOR) if data.size else None
    if image is None:
        log.warning("%s is not a picture", path.name)
        return None
    return _colour(image)


def _colour(image: cv2.typing.MatLike) -> Image:
    """Three channels of eight bits, whatever the decoder gave."""
    picture = np.asarray(image)
    if picture.dtype != np.uint8:
        picture = cv2.convertScaleAbs(picture, alpha=255.0 / max(1.0, float(picture.max())))
    if picture.ndim == 2:
        picture = cv2.cvtColor(picture, cv2.COLOR_GRAY2BGR)
    elif picture.shape[2] == 4:
        picture = cv2.cvtColor(picture, cv2.COLOR_BGRA2BGR)
    return np.ascontiguousarray(picture, np.uint8)


def photo_folder(path: Path, pace: Pace) -> PhotoFolder:
    """The photographs in a folder; raises SourceError if it holds none."""
    found = [entry for entry in path.iterdir() if entry.suffix.lower() in PICTURES and entry.is_file()]
    if not found:
        raise SourceError("empty-folder", name=path.name)
    return PhotoFolder(sorted(found, key=_order), path.name, pace)


def _order(path: Path) -> list[tuple[int, int | str]]:
    parts = [part for part in re.split(r"(\d+)", path.name) if part]
    return [(0, int(part)) if part.isdigit() else (1, part.lower()) for part in parts]
