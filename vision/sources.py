"""Where pictures come from: a webcam, a stream, a video file, a folder of photographs, or pushed frames."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Literal, Protocol

from vision.observations import Image

Pace = Literal["real", "fast"]
"""`real` follows the clock and drops what comes too late; `fast` gives every frame as soon as it is asked for."""


class SourceError(ValueError):
    """A source that cannot be opened or read; the message is one sentence that says what to do."""


class SourceState(StrEnum):
    """How a source is doing."""

    RUNNING = "running"
    """Frames come."""
    LOST = "lost"
    """A live camera gives no frames; it is being reopened, at growing intervals."""
    ENDED = "ended"
    """A file or folder is used up, or the source was closed; no frame will come any more."""


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """One picture: blue-green-red pixels, time in seconds since the source was opened, running number from 0."""

    image: Image
    t: float
    index: int


class Source(Protocol):
    """Gives frames until it ends. `live` sources give only the newest frame; files may give every one."""

    live: bool

    @property
    def description(self) -> str:
        """What a person would call it: the camera's name or the file's."""

    @property
    def state(self) -> SourceState:
        """How it is doing now; safe to ask from another thread."""

    @property
    def reason(self) -> str:
        """Why it is lost, as one sentence; empty while it runs."""

    def next(self, timeout: float = 0.5) -> Frame | None:
        """The next frame that was not given yet, waiting at most `timeout` seconds for it; None if there was none."""

    def close(self) -> None:
        """Let go of the camera or file; asking for frames afterwards gives None."""


def open_source(spec: str, pace: Pace = "real") -> Source:
    """Open what `spec` names: a camera number ("0"), a camera name, a stream URL, a video file or a folder of
    photographs.

    Raises SourceError with one sentence for a camera that does not exist, a file that is no video, an empty folder,
    a stream that does not answer.
    """
    raise NotImplementedError(spec, pace)


def frames(source: Source) -> Iterator[Frame]:
    """Every frame of a source until it ends; waits through a lost camera."""
    while source.state is not SourceState.ENDED:
        frame = source.next()
        if frame is not None:
            yield frame
