"""The clip that ships with the product: a short whole round of Pesten, and what its players tap while it
runs.

    python -m datasets.demo_clip --decks ARTWORK --into web/demo

Three people, four cards each, sheet `pesten-7`. Bram lays a card that does not fit and takes it back,
Carla changes her mind, a two is answered with a two and costs four cards, a jack names clubs, an eight
skips, an ace turns the direction, and Anna finishes with a plain queen.
"""

from __future__ import annotations

import argparse
import json
import logging
import shutil
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from datasets.clip_moves import Doing, Move
from datasets.clips import Clip, Variation, make_clip, truth_of, write_clip
from datasets.decks import DeckLibrary
from referee.cards import Card

log = logging.getLogger(__name__)

DECK = "npm-meuk-2color"
PLAYERS = ("Anna", "Bram", "Carla")
SEATS = {"Anna": 35.0, "Bram": 270.0, "Carla": 155.0}
"""Where they sit, degrees anticlockwise from the camera's side: clockwise in the order of PLAYERS."""
DEALER = "Carla"
TURNED_UP = "9H"
HANDS = 4
SEED = 7


@dataclass(frozen=True, slots=True)
class Step:
    """One turn of the script: the moves of a hand, the line of the record, what is tapped `after` seconds
    later."""

    player: str
    moves: tuple[Move, ...]
    record: str
    tap: tuple[tuple[str, Any], ...] = ()
    after: float = 1.0
    legal: bool = True


def _lay(player: str, card: str, manner: str, pause: float = 1.9, haste: float = 1.0) -> tuple[Move, ...]:
    return (Move(Doing.LAY, Card.parse(card), SEATS[player], manner, pause, haste),)


def _back(player: str, pause: float) -> tuple[Move, ...]:
    return (Move(Doing.TAKE_BACK, seat=SEATS[player], pause=pause),)


def script() -> list[Step]:
    """The round, step by step."""
    draw = tuple(Move(Doing.DRAW, seat=SEATS["Bram"], pause=0.1 if n else 1.6, haste=1.3) for n in range(4))
    straight = (Move(Doing.STRAIGHTEN, seat=SEATS["Carla"], pause=1.2),)
    return [
        Step("Carla", _lay("Carla", "9H", "slide", 0.4), ""),
        Step("Anna", _lay("Anna", "9S", "drop"), "Anna lays 9S"),
        Step("Bram", _lay("Bram", "4H", "toss"), "Bram lays 4H", legal=False),
        Step("Bram", _back("Bram", 2.6), ""),
        Step("Bram", _lay("Bram", "4S", "slide", 1.4), "Bram lays 4S"),
        Step("Carla", _lay("Carla", "6S", "correct"), "Carla lays 6S"),
        Step("Carla", _back("Carla", 1.6), "undo"),
        Step("Carla", _lay("Carla", "2S", "drop", 1.2), "Carla lays 2S"),
        Step("Anna", _lay("Anna", "2D", "toss", 2.2, 1.2), "Anna lays 2D"),
        Step("Bram", draw, "Bram draws 4", (("do", "draws"), ("count", 4)), 0.6),
        Step(
            "Carla",
            straight + _lay("Carla", "JD", "slide", 1.0),
            "Carla lays JD, names clubs",
            (("do", "names"), ("suit", "C")),
            1.3,
        ),
        Step(
            "Anna",
            _lay("Anna", "8C", "drop", 2.6),
            "Anna lays 8C, says last card",
            (("do", "last-card"),),
            0.8,
        ),
        Step(
            "Carla",
            _lay("Carla", "AC", "correct", 2.3),
            "Carla lays AC, says last card",
            (("do", "last-card"),),
            0.9,
        ),
        Step("Bram", _lay("Bram", "10C", "slide", 2.3), "Bram lays 10C"),
        Step("Anna", _lay("Anna", "QC", "drop", 2.0), "Anna lays QC"),
        Step(
            "",
            (Move(Doing.WAIT, pause=3.0),),
            "round ends: Anna -; Bram 4H KH 6D 3S QS 7H; Carla 6S",
            (
                ("do", "round-ends"),
                ("hands", {"Anna": [], "Bram": ["4H", "KH", "6D", "3S", "QS", "7H"], "Carla": ["6S"]}),
            ),
            -0.5,
        ),
    ]


def demo_clip(decks: Path) -> Clip:
    """The clip, ready to be drawn. Raises LookupError if the artwork lacks its deck."""
    deck = next((deck for deck in DeckLibrary.load(decks).decks if deck.name == DECK), None)
    if deck is None:
        raise LookupError(f"no deck {DECK} in {decks}")
    moves = [move for step in script() for move in step.moves]
    look = Variation(
        width=1280,
        height=720,
        fps=25.0,
        tilt=24.0,
        turn=0.0,
        across=545.0,
        light=0.7,
        gloss=10.0,
        exposure=0.97,
        tint=(0.97, 1.0, 1.03),
        drift=0.02,
        shiver=0.25,
        blur=0.55,
        noise=1.3,
        mess=13.0,
        twist=16.0,
        surface="oak",
    )
    return make_clip(moves, look, deck.faces, SEED, about={"deck": DECK, "seed": SEED})


def demo_script(clip: Clip, name: str) -> dict[str, Any]:
    """What `web/demo/demo.json` holds: the game, the taps of its players by clip time, the truth, the
    record."""
    truth = truth_of(clip, name)
    events = iter(clip.events())
    told: list[dict[str, Any]] = []
    taps: list[dict[str, Any]] = []
    done = 0
    for step in script():
        done += len(step.moves)
        end = clip.motion.ends[done - 1]
        for move in step.moves:
            if move.do in (Doing.LAY, Doing.TAKE_BACK):
                event = next(events)
                end = event.clear
                told.append(
                    {
                        "t": round(event.rest, 2),
                        "clear": round(event.clear, 2),
                        "event": event.event,
                        "card": str(event.card),
                        "manner": move.manner,
                        "player": step.player,
                        "legal": step.legal,
                    }
                )
        if step.tap:
            tap = {"t": round(end + step.after, 2), "player": step.player, **dict(step.tap)}
            taps.append({key: value for key, value in tap.items() if value != ""})
    return {
        "clip": name,
        "fps": clip.fps,
        "size": truth["size"],
        "seconds": truth["seconds"],
        "deck": DECK,
        "rules": "pesten-7",
        "options": {},
        "players": list(PLAYERS),
        "dealer": DEALER,
        "hands": HANDS,
        "turned_up": TURNED_UP,
        "taps": taps,
        "truth": told,
        "record": [step.record for step in script() if step.record],
    }


def write_demo(decks: Path, into: Path) -> dict[str, Any]:
    """Draw the clip and write `demo.mp4` and `demo.json`; returns the script.

    With `ffmpeg` on the path the film is packed as H.264, which is a third of the size.
    """
    into.mkdir(parents=True, exist_ok=True)
    clip = demo_clip(decks)
    film = into / "demo.mp4"
    write_clip(clip, film)
    packer = shutil.which("ffmpeg")
    if packer:
        raw = film.replace(into / "unpacked.mp4")
        command = [
            packer,
            "-y",
            "-loglevel",
            "error",
            "-i",
            str(raw),
            "-c:v",
            "libx264",
            "-crf",
            "25",
            "-preset",
            "slow",
            "-pix_fmt",
            "yuv420p",
            "-movflags",
            "+faststart",
            str(film),
        ]
        subprocess.run(command, check=True)
        raw.unlink()
    told = demo_script(clip, film.name)
    (into / "demo.json").write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")
    return told


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the demo clip; returns the exit code."""
    parser = argparse.ArgumentParser(prog="datasets.demo_clip", description="Write the clip that ships.")
    parser.add_argument("--decks", type=Path, required=True, help="folder of rendered artwork")
    parser.add_argument("--into", type=Path, default=Path("web/demo"))
    chosen = parser.parse_args(arguments)
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    told = write_demo(chosen.decks, chosen.into)
    size = (chosen.into / "demo.mp4").stat().st_size / 1e6
    log.info("%s: %.0f s, %.1f MB, %d taps", told["clip"], told["seconds"], size, len(told["taps"]))
    return 0


if __name__ == "__main__":
    sys.exit(main())
