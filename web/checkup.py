"""The doctor: is everything there that a table needs, and can the camera see the cards?"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from vision.camera_checks import (
    Advice,
    Tip,
    blurred_below,
    check_frames,
    check_picture,
    sharpness,
    washed_out,
)
from vision.frames import Frame, Source, SourceState
from vision.sources import SourceError, camera_names, open_source
from web.addresses import PortError, bind, local_address
from web.data_folder import data_folder
from web.pipeline import load_photo_sight
from web.sentences import sentence

_LOOK_SECONDS = 2.0
_MOST_FRAMES = 60


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
    needed = not names and camera is None
    yield Finding("cameras", not needed, listed, "Plug in a webcam." if needed else "")
    if camera is None and not names:
        return
    try:
        source = open_source(camera if camera is not None else str(next(iter(names))))
    except SourceError as problem:
        yield Finding("camera", False, str(problem))
        return
    try:
        frames = _look(source)
    finally:
        source.close()
    if not frames:
        yield Finding(
            "camera", False, f"{source.description} gives no picture", "Unplug it and plug it in again."
        )
        return
    image = frames[-1].image
    height, width = image.shape[:2]
    mode = f"{source.description}, {width} x {height} pixels"
    seconds = frames[-1].t - frames[0].t
    if seconds > 0.5:
        mode += f", {(len(frames) - 1) / seconds:.0f} pictures a second"
    yield _finding("camera", mode, check_frames(frames))
    cards = sight.see(image)
    tips = check_picture(image, cards)
    light = [tip for tip in tips if tip.advice in (Advice.TOO_DARK, Advice.TOO_BRIGHT, Advice.BLACK)]
    yield _finding("brightness", f"{float(image.mean()):.0f} of 255", light)
    sharp = f"{sharpness(image):.2f}, of which {blurred_below(bool(cards)):.2f} is needed"
    yield _finding("sharpness", sharp, [tip for tip in tips if tip.advice is Advice.BLUR])
    glare = [tip for tip in tips if tip.advice is Advice.GLARE]
    yield _finding("glare", f"{washed_out(image):.1%} of the picture is washed out", glare)
    rest = [tip for tip in tips if tip not in light and tip.advice not in (Advice.BLUR, Advice.GLARE)]
    read = [card for card in cards if card.name]
    told = ", ".join(card.name or "?" for card in cards) or "no card"
    advised = _finding("reading", told, rest)
    yield replace(advised, ok=bool(read) and len(read) == len(cards))


def _finding(check: str, found: str, tips: Sequence[Tip]) -> Finding:
    advice = " ".join(sentence(f"advice.{tip.advice.value}", dict(tip.params)) for tip in tips)
    return Finding(check, not tips, found, advice)


def _look(source: Source) -> list[Frame]:
    """The frames that come within two seconds; the last ones of them where there are many."""
    frames: list[Frame] = []
    end = time.monotonic() + _LOOK_SECONDS
    while time.monotonic() < end and source.state is not SourceState.ENDED:
        frame = source.next(0.5)
        if frame is not None:
            frames = [*frames[-_MOST_FRAMES:], frame]
    return frames


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
