"""The contract between cameras and whoever looks at their pictures."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Literal, Protocol

from vision.sightings import Image

Pace = Literal["real", "fast"]
"""`real` follows the clock and drops what comes too late; `fast` gives every frame when it is asked for."""


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
    """One picture (blue-green-red), its time in seconds since the source was opened, its number from 0."""

    image: Image
    t: float
    index: int


class Source(Protocol):
    """Gives frames until it ends."""

    @property
    def live(self) -> bool:
        """True for cameras and streams: only the newest frame is given. Files may give every one."""

    @property
    def description(self) -> str:
        """What a person would call it: the camera's name or the file's."""

    @property
    def state(self) -> SourceState:
        """How it is doing now; safe to ask from another thread."""

    @property
    def reason(self) -> str:
        """Why it is lost, as one sentence; empty while it runs."""

    @property
    def on_clock(self) -> bool:
        """Whether frames come as time passes, and are dropped when nobody fetches them."""

    def next(self, timeout: float = 0.5) -> Frame | None:
        """The next frame that was not given yet; None if none comes within `timeout` seconds."""

    def close(self) -> None:
        """Let go of the camera or file; asking for frames afterwards gives None."""


def frames(source: Source) -> Iterator[Frame]:
    """Every frame of a source until it ends; waits through a lost camera."""
    while source.state is not SourceState.ENDED:
        frame = source.next()
        if frame is not None:
            yield frame
