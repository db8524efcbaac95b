"""Everything that rendering draws from, put together: decks, made-up decks, tables, distractors, hands."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

from datasets.crops import CropMaker
from datasets.decks import DeckLibrary
from datasets.distractors import distractor_art, hand_cutouts
from datasets.face_pool import RESERVED_DECKS, FacePool
from datasets.made_up_decks import made_up_decks
from datasets.scenes import SceneMaker
from datasets.surfaces import Surfaces


def face_pool(artwork: Path, procedural: int, seed: int, reserved: bool = False) -> FacePool:
    """Return all rendered decks of `artwork` and `procedural` made-up ones, together weighing as much.

    With `reserved` only those that training never sees; the made-up ones are then others if the seed is another.
    """
    library = DeckLibrary.load(artwork)
    made_up = made_up_decks(library, procedural, seed)
    if reserved:
        kept = [replace(deck, weight=3.0) for deck in library.decks if deck.name in RESERVED_DECKS]
        return FacePool([*kept, *(replace(deck, weight=1.0) for deck in made_up)], reserved=True)
    return FacePool([*library.decks, *made_up])


def scene_maker(
    artwork: Path, photos: Path, procedural: int, seed: int, reserved: bool = False
) -> SceneMaker:
    """Return a maker of detector scenes from the folders of artwork and photographs."""
    return SceneMaker(
        face_pool(artwork, procedural, seed, reserved),
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
