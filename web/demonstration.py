"""The demonstration: a filmed round goes through the real camera, reader, tracker and referee, while the taps
that its players made are repeated at the moments at which they made them."""

from __future__ import annotations

import json
import logging
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from vision.sources import Frame, Source, SourceState, open_source
from web.actions import Action
from web.desk import Desk
from web.table import HOUSE

FOLDER = Path(__file__).parent / "demo"
_PATIENCE = 8.0
_PAUSE = 0.1
_log = logging.getLogger(__name__)


class MissingClipError(FileNotFoundError):
    """The clip does not lie where it should; the message says what to do."""


@dataclass(frozen=True, slots=True)
class Demonstration:
    """A filmed round: the clip, who plays by which rules, and the taps with their times in the clip (seconds)."""

    clip: Path
    players: tuple[str, ...]
    rules: str
    options: Mapping[str, str]
    dealer: str
    hands: int
    taps: tuple[Mapping[str, Any], ...]
    seconds: float


def load_demonstration(folder: Path = FOLDER) -> Demonstration:
    """The shipped demonstration. Raises MissingClipError when it is not there."""
    try:
        script = json.loads((folder / "demo.json").read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise MissingClipError("The demonstration is not installed: install Scheids again.") from None
    clip = folder / script["clip"]
    if not clip.is_file():
        raise MissingClipError("The film of the demonstration is not installed: install Scheids again.")
    return Demonstration(
        clip,
        tuple(script["players"]),
        script["rules"],
        script["options"],
        script["dealer"],
        script["hands"],
        tuple(script["taps"]),
        float(script["seconds"]),
    )


class UnhurriedFilm:
    """A film that never runs faster than it was made and never drops a picture: on a busy machine it runs slower,
    so that the round is the same everywhere."""

    live = False

    def __init__(self, film: Source, speed: float = 1.0) -> None:
        self._film = film
        self._speed = speed
        self._due = time.monotonic()
        self._shown = 0.0

    @property
    def on_clock(self) -> bool:
        """No picture is dropped."""
        return False

    @property
    def description(self) -> str:
        """What the film is called."""
        return self._film.description

    @property
    def state(self) -> SourceState:
        """Running until the film ends."""
        return self._film.state

    @property
    def reason(self) -> str:
        """Always empty: a film is not lost."""
        return self._film.reason

    def next(self, timeout: float = 0.5) -> Frame | None:
        """The next picture, when its time has come."""
        frame = self._film.next(timeout)
        if frame is None:
            return None
        due = self._due + (frame.t - self._shown) / self._speed
        now = time.monotonic()
        if due > now:
            time.sleep(due - now)
        self._due, self._shown = max(due, now), frame.t
        return frame

    def close(self) -> None:
        """Let go of the file."""
        self._film.close()


class Showing:
    """The demonstration on a desk: begun once, and again whenever its film is over.

    film: opens the film, by default the clip's own; speed: how many times as fast as it was made it runs at most.
    """

    def __init__(
        self, desk: Desk, shown: Demonstration, film: Callable[[], Source] | None = None, speed: float = 1.0
    ) -> None:
        self._desk = desk
        self._shown = shown
        self._film = film or (lambda: open_source(str(shown.clip), "fast"))
        self._speed = speed
        self._match = ""
        self._beginning = threading.Lock()

    def begin(self) -> threading.Thread:
        """Start the match and the film; the thread that repeats the taps ends with the film."""
        shown = self._shown
        payload = {
            "players": list(shown.players),
            "rules": shown.rules,
            "options": dict(shown.options),
            "dealer": shown.dealer,
            "hands": shown.hands,
        }
        action = Action(id=f"demo-{time.time_ns()}", kind="start-match", payload=payload)
        answer = self._desk.table.act(HOUSE, action)
        if answer.error is not None:
            raise ValueError(f"The demonstration cannot begin: {answer.error['message']}")
        self._match = self._desk.table.game.match
        self._desk.camera.follow(UnhurriedFilm(self._film(), self._speed))
        thread = threading.Thread(target=_repeat_taps, args=(self._desk, shown), name="taps", daemon=True)
        thread.start()
        return thread

    def again(self) -> bool:
        """Begin once more; False, and nothing happens, while the film runs, before its round is counted and when
        another match lies on the table."""
        with self._beginning:
            game = self._desk.table.game
            over = self._desk.camera.status.state == "ended" and game.phase == "dealing"
            if not over or game.match != self._match:
                return False
            self.begin()
            return True


def _repeat_taps(desk: Desk, shown: Demonstration) -> None:
    for number, tap in enumerate(shown.taps):
        while desk.camera.followed_to < tap["t"] and desk.camera.status.state not in (
            "ended",
            "failed",
            "off",
        ):
            time.sleep(_PAUSE)
        if desk.camera.status.state in ("failed", "off"):
            return
        _tap(desk, number, tap)


def _tap(desk: Desk, number: int, tap: Mapping[str, Any]) -> None:
    """Repeat a tap; one that comes before the camera has seen what it answers is tried again for a while."""
    kind, payload = _action(tap)
    patience = time.monotonic() + _PATIENCE
    while True:
        action = Action(id=f"demo-{number}-{time.time_ns()}", kind=kind, payload=payload)
        answer = desk.table.act(HOUSE, action)
        if answer.error is None:
            return
        if time.monotonic() > patience:
            _log.warning("the tap at %.1f s was refused: %s", tap["t"], answer.error["message"])
            return
        time.sleep(_PAUSE)


def _action(tap: Mapping[str, Any]) -> tuple[str, dict[str, Any]]:
    player = tap.get("player")
    match tap["do"]:
        case "draws":
            return "draw", {"player": player, "count": tap.get("count", 1)}
        case "passes":
            return "pass", {"player": player}
        case "names":
            return "name-suit", {"player": player, "suit": tap["suit"]}
        case "last-card":
            return "last-card", {"player": player}
        case "round-ends":
            return "end-round", {"hands": tap["hands"]}
        case other:
            raise ValueError(f"the demonstration knows no tap called {other!r}")
