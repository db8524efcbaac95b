"""Games on video with their truth: chooses decks, tables, cameras and people by a seed, draws, writes.

    python -m datasets.clips --decks ARTWORK --into FOLDER --count 20 --cards 50 --seed 1
    python -m datasets.clips --decks ARTWORK --into FOLDER --script round.json

Each clip is `NAME.mp4` with `NAME.json` beside it, which is written last: a clip that has one is finished and
kept, so that the same command goes on after a stop. Clips with `--split test` use the decks and table
photographs that are kept out of training, others (`--split train`) never do.
"""

from __future__ import annotations

import argparse
import json
import logging
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from datasets.clip_motion import Habits, Motion, choreograph
from datasets.clip_moves import Move, move_from_json, random_moves
from datasets.clip_pictures import ClipPictures, FaceArt, Look
from datasets.clip_truth import ClipTruth, TrueEvent
from datasets.decks import Deck, DeckLibrary
from datasets.face_pool import RESERVED_DECKS
from datasets.hands import drawn_hand
from datasets.tabletop import (
    SURFACES,
    Picture,
    TableCamera,
    gloss_field,
    light_field,
    photographed_surface,
    surface,
)

log = logging.getLogger(__name__)


CAMERAS = {
    (640, 480, 30.0): 0.24,
    (640, 480, 15.0): 0.12,
    (1280, 720, 30.0): 0.26,
    (1280, 720, 25.0): 0.16,
    (960, 540, 30.0): 0.17,
    (1920, 1080, 30.0): 0.05,
}
"""How often a clip is drawn for each kind of camera: width, height, frames a second."""


def is_test_photo(number: int) -> bool:
    """Whether the table photograph of that number is kept for test clips."""
    return number % 9 == 0


@dataclass(frozen=True, slots=True, eq=False)
class Clip:
    """A clip that can be drawn, frame by frame, with its truth."""

    pictures: ClipPictures
    motion: Motion
    truth: ClipTruth
    fps: float
    about: Mapping[str, Any]

    @property
    def frame_count(self) -> int:
        """Number of frames."""
        return int(self.motion.seconds * self.fps)

    def frames(self) -> Iterator[tuple[float, Picture]]:
        """Time and picture of every frame."""
        for index in range(self.frame_count):
            t = index / self.fps
            yield t, self.pictures.draw(t)

    def events(self) -> list[TrueEvent]:
        """What happens in it."""
        return self.truth.events(self.fps)


@dataclass(frozen=True, slots=True)
class Variation:
    """The numbers that make one clip differ from another; `drawn` takes them from a seed."""

    width: int = 1280
    height: int = 720
    fps: float = 25.0
    tilt: float = 25.0
    turn: float = 0.0
    across: float = 560.0
    bend: float = -0.04
    light: float = 0.8
    gloss: float = 12.0
    exposure: float = 1.0
    tint: tuple[float, float, float] = (1.0, 1.0, 1.0)
    drift: float = 0.02
    shiver: float = 0.3
    blur: float = 0.5
    noise: float = 2.0
    mess: float = 12.0
    twist: float = 20.0
    surface: str = "oak"
    bridge: bool = False

    @staticmethod
    def drawn(rng: np.random.Generator, widest: int = 1920) -> Variation:
        """Cameras from 640x480 to 1080p, from above or aslant, cards 60 to 190 pixels wide.

        widest: only cameras whose picture is at most so many pixels wide. Raises ValueError if there is none.
        """
        shares = np.array([share if camera[0] <= widest else 0.0 for camera, share in CAMERAS.items()])
        if not shares.any():
            raise ValueError(f"no camera's picture is {widest} pixels wide or less")
        width, height, fps = list(CAMERAS)[rng.choice(len(CAMERAS), p=shares / shares.sum())]
        warm = float(rng.normal(0, 0.05))
        return Variation(
            width=width,
            height=height,
            fps=fps,
            tilt=float(
                rng.choice(
                    [rng.uniform(2, 15), rng.uniform(15, 35), rng.uniform(35, 50)], p=(0.35, 0.45, 0.2)
                )
            ),
            turn=float(rng.uniform(-180, 180)),
            across=float(width * 63 / rng.uniform(max(66, width * 0.085), min(200, width * 0.19))),
            bend=float(rng.uniform(-0.09, 0.02)),
            light=float(rng.uniform(0.3, 1.3)),
            gloss=float(rng.choice([0.0, rng.uniform(5, 30), rng.uniform(30, 60)], p=(0.3, 0.6, 0.1))),
            exposure=float(rng.uniform(0.6, 1.02)),
            tint=(1 - warm + float(rng.normal(0, 0.02)), 1.0, 1 + warm + float(rng.normal(0, 0.02))),
            drift=float(rng.uniform(0.0, 0.05)),
            shiver=float(rng.choice([0.0, rng.uniform(0.1, 0.5), 0.9])),
            blur=float(rng.uniform(0.3, 0.75) * width / 900 + 0.25),
            noise=float(rng.uniform(0.8, 4.5)),
            mess=float(rng.uniform(4, 22)),
            twist=float(rng.uniform(5, 45)),
            surface=str(rng.choice(SURFACES)),
            bridge=bool(rng.random() < 0.25),
        )


def make_clip(
    moves: Sequence[Move],
    variation: Variation,
    faces: Mapping[str, FaceArt],
    seed: int,
    table: Picture | None = None,
    habits: Habits | None = None,
    about: Mapping[str, Any] | None = None,
) -> Clip:
    """A clip of `moves` with that look. `faces` holds the cards by code, jokers as JK0.., backs as BK0..."""
    rng = np.random.default_rng(seed)
    camera = TableCamera(
        width=variation.width,
        height=variation.height,
        tilt=variation.tilt,
        turn=variation.turn,
        across=variation.across,
        distance=variation.across * float(rng.uniform(0.9, 1.5)),
        aim=(float(rng.uniform(-40, 10)), float(rng.uniform(-25, 25))),
        bend=variation.bend,
    )
    if habits is None:
        habits = Habits(
            mess=variation.mess,
            twist=variation.twist,
            reach=max(380.0, variation.across * 0.62 + 80),
            overlap=float(rng.uniform(0.0, 0.5)),
        )
    motion = choreograph(moves, habits, rng)
    backs = [art for code, art in sorted(faces.items()) if code.startswith("BK")]
    look = Look(
        camera=camera,
        table=surface(variation.surface, rng) if table is None else table,
        faces=faces,
        back=backs[int(rng.integers(len(backs)))] if backs else next(iter(faces.values())),
        hands=tuple(drawn_hand(rng) for _ in range(habits.hands)),
        light=light_field(camera, rng, variation.light),
        gloss=gloss_field(camera, rng, variation.gloss),
        exposure=variation.exposure,
        tint=variation.tint,
        drift=variation.drift,
        shiver=variation.shiver,
        blur=variation.blur,
        noise=variation.noise,
        shutter=float(rng.uniform(1 / 120, 1 / 40)),
        shadow=(float(rng.uniform(0, 360)), float(rng.uniform(0.25, 0.55))),
        card_size=(57.0 if variation.bridge else 63.0, 88.0),
    )
    pictures = ClipPictures(look, motion, seed)
    return Clip(pictures, motion, ClipTruth(pictures, motion), variation.fps, dict(about or {}))


def write_clip(clip: Clip, path: Path) -> dict[str, Any]:
    """Draw the whole clip into `path` (.mp4 or .avi) with its truth beside it (.json); returns the truth.

    Raises OSError if the film cannot be written.
    """
    camera = clip.pictures.look.camera
    code = "MJPG" if path.suffix == ".avi" else "mp4v"
    film = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*code), clip.fps, (camera.width, camera.height))
    if not film.isOpened():
        raise OSError(f"{path} cannot be written as {code} film")
    for _, frame in clip.frames():
        film.write(frame)
    film.release()
    truth = truth_of(clip, path.name)
    path.with_suffix(".json").write_text(json.dumps(truth, indent=1) + "\n", encoding="utf-8")
    return truth


def truth_of(clip: Clip, name: str) -> dict[str, Any]:
    """The truth file of a clip."""
    camera = clip.pictures.look.camera
    return {
        "clip": name,
        "fps": clip.fps,
        "size": [camera.width, camera.height],
        "seconds": round(clip.frame_count / clip.fps, 2),
        **clip.about,
        "events": [event.to_json() for event in clip.events()],
    }


def random_clip(
    seed: int, cards: int, decks: Sequence[Deck], photos: Sequence[Path], widest: int = 1920
) -> Clip:
    """A clip of `cards` cards laid, everything drawn from the seed, the picture no wider than `widest`."""
    rng = np.random.default_rng(seed)
    variation = Variation.drawn(rng, widest)
    deck = decks[int(rng.integers(len(decks)))]
    table = (
        photographed_surface(photos[int(rng.integers(len(photos)))], rng)
        if photos and rng.random() < 0.6
        else None
    )
    moves = random_moves(rng, cards, jokers=2 if deck.jokers else 0)
    about = {
        "seed": seed,
        "deck": deck.name,
        "index_language": deck.index_language,
        "tilt": round(variation.tilt, 1),
        "card_px": round(63 * variation.width / variation.across, 1),
    }
    return make_clip(moves, variation, deck.faces, seed, table, about=about)


def _whole_decks(library: DeckLibrary, test: bool) -> list[Deck]:
    return [
        deck
        for deck in library.decks
        if len(deck.cards) == 52 and deck.backs and (deck.name in RESERVED_DECKS) == test
    ]


def _photos(folder: Path | None, test: bool) -> list[Path]:
    found = sorted(folder.glob("*.jpg")) if folder else []
    return [path for path in found if path.stem.isdigit() and is_test_photo(int(path.stem)) == test]


def main(arguments: Sequence[str] | None = None) -> int:
    """Write clips; returns the exit code."""
    parser = argparse.ArgumentParser(
        prog="datasets.clips", description=__doc__.splitlines()[0] if __doc__ else None
    )
    parser.add_argument("--decks", type=Path, required=True, help="folder of rendered artwork")
    parser.add_argument("--tables", type=Path, help="folder of table photographs (numbered .jpg)")
    parser.add_argument("--into", type=Path, required=True, help="folder to write clips into")
    parser.add_argument("--split", choices=("train", "test"), default="test")
    parser.add_argument("--count", type=int, default=1, help="number of clips")
    parser.add_argument("--cards", type=int, default=50, help="cards laid in each")
    parser.add_argument("--seed", type=int, default=1, help="seed of the first clip")
    parser.add_argument("--widest", type=int, default=1920, help="widest picture in pixels")
    parser.add_argument("--script", type=Path, help="JSON list of moves to draw instead of a random game")
    chosen = parser.parse_args(arguments)
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    test = chosen.split == "test"
    decks = _whole_decks(DeckLibrary.load(chosen.decks), test)
    if not decks:
        log.error("no whole deck of the %s split in %s", chosen.split, chosen.decks)
        return 2
    chosen.into.mkdir(parents=True, exist_ok=True)
    for seed in range(chosen.seed, chosen.seed + chosen.count):
        path = chosen.into / f"clip-{seed:04d}.mp4"
        if path.with_suffix(".json").is_file():
            log.info("%s is there already", path.name)
            continue
        if chosen.script:
            moves = [move_from_json(entry) for entry in json.loads(chosen.script.read_text(encoding="utf-8"))]
            deck = decks[seed % len(decks)]
            clip = make_clip(moves, Variation(), deck.faces, seed, about={"seed": seed, "deck": deck.name})
        else:
            photos = _photos(chosen.tables, test)
            clip = random_clip(seed, chosen.cards, decks, photos, chosen.widest)
        truth = write_clip(clip, path)
        laid = sum(event["event"] == "laid" for event in truth["events"])
        log.info("%s: %d cards laid in %.0f s, %s", path.name, laid, truth["seconds"], clip.about.get("deck"))
    return 0


if __name__ == "__main__":
    sys.exit(main())
