"""Everything that rendering draws from, put together: decks, made-up decks, tables, distractors, hands."""

from __future__ import annotations

import random
from pathlib import Path

from datasets.crops import CropMaker
from datasets.decks import DeckLibrary
from datasets.distractors import distractor_art, hand_cutouts
from datasets.face_pool import FacePool
from datasets.made_up_decks import made_up_decks
from datasets.scenes import SceneMaker
from datasets.surfaces import Surfaces


def face_pool(artwork: Path, procedural: int, seed: int) -> FacePool:
    """Return all rendered decks of `artwork` and `procedural` made-up ones, together weighing as much."""
    library = DeckLibrary.load(artwork)
    return FacePool([*library.decks, *made_up_decks(library, procedural, seed)])


def scene_maker(artwork: Path, photos: Path, procedural: int, seed: int) -> SceneMaker:
    """Return a maker of detector scenes from the folders of artwork and photographs."""
    return SceneMaker(
        face_pool(artwork, procedural, seed),
        Surfaces.load(photos / "backgrounds"),
        distractor_art(random.Random(seed), 120),
        hand_cutouts(photos / "train" / "green-felt-hands"),
    )


def crop_maker(artwork: Path, photos: Path, procedural: int, seed: int) -> CropMaker:
    """Return a maker of reader crops from the folders of artwork and photographs."""
    return CropMaker(
        face_pool(artwork, procedural, seed),
        Surfaces.load(photos / "backgrounds"),
        distractor_art(random.Random(seed), 120),
    )
