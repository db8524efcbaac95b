"""The doctor: is everything there that a table needs, and can the camera see the cards?"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np

from vision.frames import Frame, Source
from vision.sources import SourceError, camera_names, open_source
from web.addresses import PortError, bind, local_address
from web.aiming import advice
from web.data_folder import data_folder
from web.pipeline import load_photo_sight

_LOOK_SECONDS = 2.0
_ADVICE = {
    "too-dark": "Turn on a lamp over the table.",
    "too-bright": "Dim the light, or turn the camera away from the window.",
    "no-card": "Lay a card under the camera.",
    "closer": "Bring the camera closer to the pile.",
    "glare": "Move the lamp so that it does not shine back off the cards.",
    "blur": "Focus the camera, or hold it still.",
    "hand": "Take your hand off the cards.",
    "covered": "Lay the cards apart.",
    "at-the-edge": "Aim so that whole cards are in the picture.",
}


@dataclass(frozen=True, slots=True)
class Finding:
    """One check: its name, whether it is well, what was found, and what to do if it is not."""

    check: str
    ok: bool
    found: str
    advice: str = ""

    def to_json(self) -> dict[str, Any]:
        """What `scheids doctor --json` prints."""
        return {"check": self.check, "ok": self.ok, "found": self.found, "advice": self.advice or None}


def checkup(camera: str | None, port: int) -> Iterator[Finding]:
    """Check everything, one finding after the other. `camera` None: the first webcam, if there is one."""
    yield Finding("python", sys.version_info >= (3, 11), sys.version.split()[0])
    yield _port(port)
    address = local_address()
    alone = address.startswith("127.")
    yield Finding(
        "address",
        not alone,
        f"phones find the table at http://{address}:{port}"
        if not alone
        else "this computer is in no network",
        "Join the network that the phones are in." if alone else "",
    )
    yield _folder()
    try:
        sight = load_photo_sight()
    except (OSError, ValueError) as problem:
        yield Finding("reader", False, str(problem), "Install Scheids again.")
        return
    yield Finding("reader", True, "the card reader is installed")
    names = camera_names()
    listed = ", ".join(f"{number} {name}" for number, name in names.items()) or "none is listed"
    yield Finding("cameras", bool(names) or camera is not None, listed, "" if names else "Plug in a webcam.")
    if camera is None and not names:
        return
    try:
        source = open_source(camera if camera is not None else str(next(iter(names))))
    except SourceError as problem:
        yield Finding("camera", False, str(problem))
        return
    try:
        frame, count, seconds = _look(source)
    finally:
        source.close()
    if frame is None:
        yield Finding(
            "camera", False, f"{source.description} gives no picture", "Unplug it and plug it in again."
        )
        return
    height, width = frame.image.shape[:2]
    mode = f"{source.description}, {width} x {height} pixels"
    if seconds > 0.5:
        mode += f", {count / seconds:.0f} pictures a second"
    yield Finding(
        "camera", width >= 640, mode, "" if width >= 640 else "Choose a camera with 1280 x 720 pixels."
    )
    grey = np.asarray(cv2.cvtColor(frame.image, cv2.COLOR_BGR2GRAY))
    light = float(grey.mean())
    yield Finding("brightness", 45 <= light <= 225, f"{light:.0f} of 255")
    sharp = float(cv2.Laplacian(grey, cv2.CV_64F).var())
    yield Finding("sharpness", sharp >= 18, f"{sharp:.0f}", "" if sharp >= 18 else _ADVICE["blur"])
    white = float((grey > 250).mean())
    yield Finding("glare", white < 0.05, f"{white:.1%} of the picture is washed out")
    cards = sight.see(frame.image)
    read = [card for card in cards if card.name]
    tips = [_ADVICE[tip["code"]] for tip in advice(cards, frame.image) if tip["code"] in _ADVICE]
    told = ", ".join(card.name or "?" for card in cards) or "no card"
    yield Finding("reading", bool(read) and len(read) == len(cards), told, " ".join(tips))


def _look(source: Source) -> tuple[Frame | None, int, float]:
    """The last of the frames that come within two seconds, how many came, and in how long."""
    newest: Frame | None = None
    count, begun = 0, time.monotonic()
    first = begun
    while time.monotonic() - begun < _LOOK_SECONDS:
        frame = source.next(0.5)
        if frame is not None:
            first = first if count else time.monotonic()
            newest, count = frame, count + 1
        elif count and source.state.value == "ended":
            break
    return newest, max(count - 1, 0), time.monotonic() - first


def _port(port: int) -> Finding:
    try:
        bind("0.0.0.0", port).close()
    except PortError as problem:
        return Finding("port", False, str(problem))
    return Finding("port", True, f"port {port} is free")


def _folder() -> Finding:
    folder = data_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        probe = folder / ".probe"
        probe.write_bytes(b"")
        probe.unlink()
    except OSError as problem:
        return Finding(
            "data", False, f"{folder} cannot be written: {problem.strerror}", "Choose another with --data."
        )
    return Finding("data", True, f"matches are kept in {folder}")
