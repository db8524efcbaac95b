"""Camera watch: notices while it runs that a camera hangs, tears its pictures, or shows nothing but black."""

from __future__ import annotations

from collections.abc import Callable

from vision.camera_checks import Advice, Tip, check_frames
from vision.frames import Frame, Source, SourceState

SAMPLES = 6
"""Pictures that are compared with each other."""
SECONDS = 0.4
"""Seconds between them: a table that lies still for that long still differs by the camera's noise."""


class CameraWatch:
    """Takes every frame of one live source and says what is wrong with it, about every two seconds."""

    def __init__(self) -> None:
        self._kept: list[Frame] = []
        self._count = 0
        self._since: float | None = None

    def take(self, frame: Frame) -> tuple[Tip, ...] | None:
        """What is wrong with the camera, if it is time to say so; None in between."""
        if self._since is None:
            self._since = frame.t
        self._count += 1
        if self._kept and frame.t - self._kept[-1].t < SECONDS:
            return None
        if self._kept and frame.image.shape != self._kept[-1].image.shape:
            self._kept = []
        self._kept.append(frame)
        if len(self._kept) < SAMPLES:
            return None
        rate = (self._count - 1) / max(1e-3, frame.t - self._since)
        tips = check_frames(self._kept, rate)
        self._kept, self._count, self._since = [], 0, None
        return tips


class WatchedSource:
    """A source of which every new fault is told; otherwise the source itself. Only live ones have faults."""

    def __init__(self, source: Source, tell: Callable[[Tip], None]) -> None:
        self._source = source
        self._tell = tell
        self._watch = CameraWatch()
        self._told: frozenset[Advice] = frozenset()

    @property
    def live(self) -> bool:
        """See `Source`."""
        return self._source.live

    @property
    def description(self) -> str:
        """See `Source`."""
        return self._source.description

    @property
    def state(self) -> SourceState:
        """See `Source`."""
        return self._source.state

    @property
    def reason(self) -> str:
        """See `Source`."""
        return self._source.reason

    @property
    def on_clock(self) -> bool:
        """See `Source`."""
        return self._source.on_clock

    def next(self, timeout: float = 0.5) -> Frame | None:
        """See `Source`."""
        frame = self._source.next(timeout)
        tips = self._watch.take(frame) if frame is not None and self.live else None
        if tips is not None:
            for tip in tips:
                if tip.advice not in self._told:
                    self._tell(tip)
            self._told = frozenset(tip.advice for tip in tips)
        return frame

    def close(self) -> None:
        """See `Source`."""
        self._source.close()
