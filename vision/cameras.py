"""Live sources: webcams, network streams, and frames that somebody else pushes."""

from __future__ import annotations

import os
import platform
import re
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Protocol

import cv2
import numpy as np

from vision.frames import Frame, SourceError, SourceState
from vision.sightings import Image

STALL_SECONDS = 3.0
"""A live source that gave no frame for so long is called lost."""
FIRST_RETRY, LONGEST_RETRY = 0.5, 8.0
"""Seconds between attempts to reopen a lost camera: doubled after each failure, up to the second figure."""

LINUX = platform.system() == "Linux"
VIDEO_DEVICES = Path("/sys/class/video4linux")


class Capture(Protocol):
    """What a live source needs of an opened camera; OpenCV's VideoCapture is one."""

    def read(self) -> tuple[bool, cv2.typing.MatLike | None]:
        """Whether a frame came, and the frame."""

    def release(self) -> None:
        """Let go of the camera."""


class LiveSource:
    """A camera or stream, read by one thread that keeps only the newest frame and reopens what is lost.

    `reopen` gives an opened capture or raises SourceError; the thread calls it. `capture` is the first one.
    """

    live = True
    on_clock = True

    def __init__(self, description: str, capture: Capture, reopen: Callable[[], Capture]) -> None:
        self.description = description
        self._capture: Capture | None = capture
        self._reopen = reopen
        self._news = threading.Condition()
        self._newest: Frame | None = None
        self._given = -1
        self._count = 0
        self._started = self._last = time.monotonic()
        self._reason = ""
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._run, name=f"camera {description}", daemon=True)
        self._thread.start()

    @property
    def state(self) -> SourceState:
        """Lost when the camera failed, or when it gave nothing for STALL_SECONDS."""
        if self._ended.is_set():
            return SourceState.ENDED
        stalled = time.monotonic() - self._last > STALL_SECONDS
        return SourceState.LOST if self._reason or stalled else SourceState.RUNNING

    @property
    def reason(self) -> str:
        """Why it is lost."""
        if self.state is not SourceState.LOST:
            return ""
        return self._reason or f"{self.description} has given no picture for {STALL_SECONDS:.0f} seconds."

    def next(self, timeout: float = 0.5) -> Frame | None:
        """The newest frame, if it was not given yet."""
        with self._news:
            self._news.wait_for(lambda: self._ended.is_set() or self._count - 1 > self._given, timeout)
            if self._ended.is_set() or self._newest is None or self._newest.index <= self._given:
                return None
            self._given = self._newest.index
            return self._newest

    def close(self) -> None:
        """Stop the thread and let go of the camera."""
        self._ended.set()
        with self._news:
            self._news.notify_all()
        if threading.current_thread() is not self._thread:
            self._thread.join(timeout=2.0)

    def _run(self) -> None:
        wait = FIRST_RETRY
        while not self._ended.is_set():
            if self._capture is None:
                if self._ended.wait(wait):
                    break
                try:
                    self._capture = self._reopen()
                except SourceError as error:
                    self._reason = str(error)
                    wait = min(wait * 2, LONGEST_RETRY)
                    continue
            fine, image = self._capture.read()
            if fine and image is not None:
                wait = FIRST_RETRY
                self._keep(np.asarray(image, np.uint8))
            else:
                self._reason = f"{self.description} stopped giving pictures: check its cable, or the sender."
                self._capture.release()
                self._capture = None
        if self._capture is not None:
            self._capture.release()

    def _keep(self, image: Image) -> None:
        with self._news:
            self._last = time.monotonic()
            self._reason = ""
            self._newest = Frame(image, self._last - self._started, self._count)
            self._count += 1
            self._news.notify_all()


class PushedSource:
    """Frames from elsewhere, a phone's camera for example: `push` takes them in, `next` gives the newest."""

    live = True
    on_clock = True

    def __init__(self, description: str = "pushed pictures") -> None:
        self.description = description
        self._news = threading.Condition()
        self._newest: Frame | None = None
        self._count = 0
        self._given = -1
        self._closed = False
        self._started = self._last = time.monotonic()

    def push(self, image: Image) -> None:
        """Take in a new picture (height x width x 3, blue-green-red) in place of one not fetched yet."""
        with self._news:
            self._last = time.monotonic()
            self._newest = Frame(image, self._last - self._started, self._count)
            self._count += 1
            self._news.notify_all()

    @property
    def state(self) -> SourceState:
        """Lost when nothing was pushed for STALL_SECONDS."""
        if self._closed:
            return SourceState.ENDED
        return SourceState.LOST if time.monotonic() - self._last > STALL_SECONDS else SourceState.RUNNING

    @property
    def reason(self) -> str:
        """Why it is lost."""
        if self.state is not SourceState.LOST:
            return ""
        return f"{self.description}: none for {STALL_SECONDS:.0f} seconds, wake the device that sends."

    def next(self, timeout: float = 0.5) -> Frame | None:
        """The newest frame, if it was not given yet."""
        with self._news:
            self._news.wait_for(lambda: self._closed or self._count - 1 > self._given, timeout)
            if self._closed or self._newest is None or self._newest.index <= self._given:
                return None
            self._given = self._newest.index
            return self._newest

    def close(self) -> None:
        """End the source; pictures pushed afterwards are not given."""
        with self._news:
            self._closed = True
            self._news.notify_all()


def camera_names() -> dict[int, str]:
    """Number -> name of the webcams of this computer. Known on Linux only; empty elsewhere."""
    names: dict[int, str] = {}
    if not VIDEO_DEVICES.is_dir():
        return names
    for entry in VIDEO_DEVICES.glob("video*"):
        number = entry.name.removeprefix("video")
        index = _text(entry / "index")
        if number.isdigit() and index in ("", "0"):  # further nodes of one camera carry no pictures
            names[int(number)] = _text(entry / "name") or f"camera {number}"
    return dict(sorted(names.items()))


def open_webcam(spec: str, size: tuple[int, int]) -> LiveSource:
    """Open a webcam by number or by part of its name; `size` (width, height) in pixels is a wish.

    Raises SourceError for a number or name that does not exist, a name that fits several, a camera that may
    not be opened or gives no picture.
    """
    number, name = _find_webcam(spec)

    def attempt() -> Capture:
        return _open_device(number, name, size)

    return LiveSource(name, attempt(), attempt)


def open_stream(url: str) -> LiveSource:
    """Open an RTSP or HTTP stream; raises SourceError if nothing answers within five seconds."""
    shown = without_secrets(url)

    def attempt() -> Capture:
        capture = cv2.VideoCapture(
            url, cv2.CAP_FFMPEG, [cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, 5000, cv2.CAP_PROP_READ_TIMEOUT_MSEC, 5000]
        )
        if not capture.isOpened():
            raise SourceError("stream-silent", name=shown)
        return capture

    return LiveSource(shown, attempt(), attempt)


def _find_webcam(spec: str) -> tuple[int, str]:
    names = camera_names()
    if spec.isdigit():
        number = int(spec)
        if LINUX and not Path(f"/dev/video{number}").exists():
            raise SourceError("no-such-camera", number=str(number), choice=_choice(names))
        return number, names.get(number, f"camera {number}")
    wanted = [(number, name) for number, name in names.items() if spec.lower() in name.lower()]
    exact = [pair for pair in wanted if pair[1].lower() == spec.lower()]
    if len(exact or wanted) == 1:
        return (exact or wanted)[0]
    if wanted:
        raise SourceError(
            "several-cameras", spec=spec, cameras=_listed(dict(wanted)), choice=_choice(dict(wanted))
        )
    raise SourceError("nothing-called", spec=spec, choice=_choice(names))


def _choice(names: dict[int, str]) -> str:
    if names:
        return f"the cameras here are {_listed(names)}"
    if LINUX:
        return "no camera is connected to this computer"
    return "cameras go by number here: try 0 or 1"


def _listed(names: dict[int, str]) -> str:
    return ", ".join(f"{number} ({name})" for number, name in names.items())


def _open_device(number: int, name: str, size: tuple[int, int]) -> Capture:
    device = f"/dev/video{number}"
    if LINUX and Path(device).exists() and not os.access(device, os.R_OK | os.W_OK):
        raise SourceError("camera-forbidden", name=name, device=device)
    capture = cv2.VideoCapture(number, cv2.CAP_V4L2 if LINUX else cv2.CAP_ANY)
    if not capture.isOpened():
        raise SourceError("camera-busy", name=name)
    # Above 640x480 most webcams reach 30 frames a second only with compressed frames.
    capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
    capture.set(cv2.CAP_PROP_FRAME_WIDTH, size[0])
    capture.set(cv2.CAP_PROP_FRAME_HEIGHT, size[1])
    capture.set(cv2.CAP_PROP_FPS, 30)
    fine, _ = capture.read()
    if not fine:
        capture.release()
        raise SourceError("camera-blind", name=name)
    return capture


def without_secrets(url: str) -> str:
    """A stream's address as anybody may see it: without name, password and query, which may hold a key."""
    scheme, _, rest = url.partition("://")
    place, slash, path = re.split(r"[?#]", rest, maxsplit=1)[0].partition("/")
    return f"{scheme}://{place.rpartition('@')[2]}{slash}{path}"


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="replace").strip()
    except OSError:
        return ""
