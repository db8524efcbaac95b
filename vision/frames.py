"""The contract between cameras and whoever looks at their pictures."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Literal, Protocol

from vision.sightings import Image

Pace = Literal["real", "fast"]
"""`real` follows the clock and drops what comes too late; `fast` gives every frame when it is asked for."""


SOURCE_FAULTS = {
    "unnamed": "No camera was named: give a number, a name, a file, a folder or a stream address.",
    "no-such-camera": "There is no camera number {number}; {choice}.",
    "several-cameras": '"{spec}" fits several cameras: {choice}; give the number.',
    "nothing-called": '"{spec}" is no file, no folder and no camera; {choice}.',
    "camera-forbidden": "{name} may not be opened: give your user access to {device} (group video).",
    "camera-busy": "{name} cannot be opened: plug it in, and close other programs that use it.",
    "camera-blind": "{name} gives no picture: close other programs that use it, or plug it in again.",
    "stream-silent": "The stream {name} does not answer: check its address and its sender.",
    "no-file": "There is no file or folder {spec}: check the path.",
    "file-forbidden": "{name} may not be read: give your user the right to read it.",
    "no-video": "{name} is no video that can be read: give MP4, AVI, MKV or WebM file.",
    "no-pictures": "None of the files in {name} is a picture that can be read.",
    "empty-folder": "The folder {name} holds no photographs: put JPEG or PNG files in it.",
}
"""Why a source cannot be opened: codes, and what each says in English."""


class SourceError(ValueError):
    """A source that cannot be opened or read; the message is one sentence in English that says what to do.

    code: one of `SOURCE_FAULTS`, with the params that fill its sentence, for those who say it in another language.
    """

    def __init__(self, code: str, **params: str) -> None:
        self.code = code
        self.params = params
        super().__init__(SOURCE_FAULTS[code].format(**params))


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
