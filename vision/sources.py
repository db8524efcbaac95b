"""Where pictures come from: opens a webcam, stream, video file or folder of photographs by its name."""

from __future__ import annotations

import os
import re
from pathlib import Path

import cv2

from vision.cameras import (
    LiveSource,
    PushedSource,
    camera_names,
    open_stream,
    open_webcam,
    without_secrets,
)
from vision.frames import Frame, Pace, Source, SourceError, SourceState, frames
from vision.recordings import PICTURES, PhotoFolder, VideoFile, photo_folder

__all__ = [
    "Frame",
    "LiveSource",
    "Pace",
    "PushedSource",
    "Source",
    "SourceError",
    "SourceState",
    "camera_names",
    "frames",
    "open_source",
    "shown",
]

DEFAULT_SIZE = (1280, 720)
"""Width and height in pixels asked of a webcam when the spec names none."""

STREAMS = ("rtsp://", "rtsps://", "http://", "https://", "rtmp://", "udp://", "tcp://", "srt://")


def open_source(spec: str, pace: Pace = "real") -> Source:
    """Open what `spec` names.

    A camera number (`0`), part of a camera's name (`c270`), either with a size (`0@1920x1080`); a stream URL;
    a video file; a folder of photographs or one photograph. `pace` concerns files and folders: `real` follows
    the clock, `fast` gives every frame.

    Raises SourceError with one sentence for a camera that does not exist or may not be opened, a file that is
    missing or no video, a folder without photographs, a stream that does not answer.
    """
    _quieten_decoders()
    spec = spec.strip()
    if not spec:
        raise SourceError("unnamed")
    if spec.lower().startswith(STREAMS):
        return open_stream(spec)
    if not spec.isdigit():
        nowhere = SourceError("no-file", spec=spec[:80])
        try:
            path = Path(spec).expanduser()
            if path.is_dir():
                return photo_folder(path, pace)
            if path.is_file():
                return _open_file(path, pace)
        except PermissionError:
            raise SourceError("file-forbidden", name=path.name) from None
        except SourceError:
            raise
        except (OSError, ValueError, RuntimeError):  # a name too long, with a zero in it, or of no user
            raise nowhere from None
        if os.sep in spec or re.search(r"\.[A-Za-z0-9]{2,4}$", spec):
            raise nowhere
    wish = re.fullmatch(r"(.+)@(\d{2,5})x(\d{2,5})", spec)
    if wish:
        return open_webcam(wish[1], (int(wish[2]), int(wish[3])))
    return open_webcam(spec, DEFAULT_SIZE)


def shown(spec: str) -> str:
    """What a spec names, as anybody may see it: a stream without its password, a file without its folder."""
    if "://" in spec:
        return without_secrets(spec)
    return re.split(r"[/\\]", spec.rstrip("/\\"))[-1] or spec


def _open_file(path: Path, pace: Pace) -> Source:
    if not os.access(path, os.R_OK):
        raise SourceError("file-forbidden", name=path.name)
    if path.suffix.lower() in PICTURES:
        return PhotoFolder([path], path.name, pace)
    return VideoFile(path, pace)


def _quieten_decoders() -> None:
    """OpenCV and FFmpeg tell every failure on standard error; the sentence of a SourceError is enough."""
    os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")
    cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_SILENT)
