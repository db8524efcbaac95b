"""The doctor: is everything there that a table needs, and can the camera see the cards?"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
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
from vision.sight import Sight
from vision.sources import SourceError, camera_names, open_source
from web.addresses import PortError, bind, local_address
from web.data_folder import data_folder
from web.pipeline import load_photo_sight
from web.sentences import error_sentence, sentence

_LOOK_SECONDS = 2.0
_MOST_FRAMES = 60

Say = Callable[..., str]
"""The sentence of a key, its values filled in."""


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


def checkup(camera: str | None, port: int, language: str = "en") -> Iterator[Finding]:
    """Check everything, one finding after the other. `camera` None: the first webcam, if there is one."""
    say = partial(sentence, language=language)
    yield Finding("python", sys.version_info >= (3, 11), sys.version.split()[0])
    yield _port(port, language)
    yield _address(port, say)
    yield _folder(say)
    try:
        sight = load_photo_sight()
    except (OSError, ValueError) as problem:
        told = say("doctor.no-reader", {"problem": str(problem)})
        yield Finding("reader", False, told, say("doctor.install-again"))
        return
    yield Finding("reader", True, say("doctor.reader"))
    names = camera_names()
    listed = ", ".join(f"{number} {name}" for number, name in names.items()) or say("doctor.no-cameras")
    needed = not names and camera is None
    yield Finding("cameras", not needed, listed, say("doctor.plug-in") if needed else "")
    if camera is None and not names:
        return
    try:
        source = open_source(camera if camera is not None else str(next(iter(names))))
    except SourceError as problem:
        yield Finding("camera", False, error_sentence("source", problem, language))
        return
    try:
        frames = _look(source)
    finally:
        source.close()
    if not frames:
        told = say("doctor.no-picture", {"name": source.description})
        yield Finding("camera", False, told, say("doctor.plug-again"))
        return
    yield from _picture(source.description, frames, sight, say)


def _picture(name: str, frames: list[Frame], sight: Sight, say: Say) -> Iterator[Finding]:
    image = frames[-1].image
    height, width = image.shape[:2]
    mode = say("doctor.mode", {"name": name, "width": width, "height": height})
    seconds = frames[-1].t - frames[0].t
    if seconds > 0.5:
        mode = say("doctor.rate", {"mode": mode, "rate": round((len(frames) - 1) / seconds)})
    yield _finding("camera", mode, check_frames(frames), say)
    cards = sight.see(image)
    tips = check_picture(image, cards)
    light = [tip for tip in tips if tip.advice in (Advice.TOO_DARK, Advice.TOO_BRIGHT, Advice.BLACK)]
    bright = say("doctor.brightness", {"value": f"{float(image.mean()):.0f}"})
    yield _finding("brightness", bright, light, say)
    needed = {"value": f"{sharpness(image):.2f}", "needed": f"{blurred_below(bool(cards)):.2f}"}
    blur = [tip for tip in tips if tip.advice is Advice.BLUR]
    yield _finding("sharpness", say("doctor.sharpness", needed), blur, say)
    glare = [tip for tip in tips if tip.advice is Advice.GLARE]
    yield _finding("glare", say("doctor.glare", {"share": f"{washed_out(image):.1%}"}), glare, say)
    rest = [tip for tip in tips if tip not in light and tip.advice not in (Advice.BLUR, Advice.GLARE)]
    read = [card for card in cards if card.name]
    told = ", ".join(card.name or "?" for card in cards) or say("doctor.no-card")
    advised = _finding("reading", told, rest, say)
    yield replace(advised, ok=bool(read) and len(read) == len(cards))


def _finding(check: str, found: str, tips: Sequence[Tip], say: Say) -> Finding:
    advice = " ".join(say(f"advice.{tip.advice.value}", dict(tip.params)) for tip in tips)
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


def _port(port: int, language: str) -> Finding:
    try:
        bind("0.0.0.0", port).close()
    except PortError as problem:
        return Finding("port", False, error_sentence("port", problem, language))
    return Finding("port", True, sentence("doctor.port-free", {"port": str(port)}, language))


def _address(port: int, say: Say) -> Finding:
    address = local_address()
    if address.startswith("127."):
        return Finding("address", False, say("doctor.no-network"), say("doctor.join-network"))
    return Finding("address", True, say("doctor.address", {"address": f"http://{address}:{port}"}))


def _folder(say: Say) -> Finding:
    folder = data_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        probe = folder / ".probe"
        probe.write_bytes(b"")
        probe.unlink()
    except OSError as problem:
        told = say("doctor.folder-fails", {"folder": str(folder), "problem": problem.strerror or ""})
        return Finding("data", False, told, say("doctor.choose-data"))
    return Finding("data", True, say("doctor.folder", {"folder": str(folder)}))
