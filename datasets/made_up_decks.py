"""Made-up decks kept on disk, so that all processes of a training run map the same ones and make none.

`python -m datasets.made_up_decks --artwork artwork/ --count 100` makes them beforehand.
"""

from __future__ import annotations

import argparse
import json
import os
import random
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from tqdm import tqdm

from datasets.decks import Deck, DeckLibrary
from datasets.procedural import procedural_deck

LOOK = 4
"""To be raised when `datasets.procedural` draws differently: decks of an older look are left aside."""


def made_up_decks(
    library: DeckLibrary, count: int, seed: int = 0, width: int = 216, height: int = 320
) -> list[Deck]:
    """The first `count` decks of a series, made where they are missing in the library's folder.

    The same seed gives the same series; faces are width x height pixels, read-only. Raises NoFontsError or
    NoDecksError when the library has nothing to make decks from.
    """
    folder = library.root / "made-up" / f"{width}x{height}-{LOOK}"
    folder.mkdir(parents=True, exist_ok=True)
    stems = [folder / f"{seed}-{number:04}" for number in range(count)]
    missing = [stem for stem in stems if not stem.with_suffix(".json").is_file()]
    for stem in tqdm(missing, desc="making up decks", unit="deck", disable=not missing):
        if not stem.with_suffix(".json").is_file():
            _keep(procedural_deck(random.Random(stem.name), library, width, height), stem)
    return [_kept(stem) for stem in stems]


def _keep(deck: Deck, stem: Path) -> None:
    codes = sorted(deck.faces)
    facts = {"name": deck.name, "index_language": deck.index_language, "weight": deck.weight, "codes": codes}
    # written under a name of this process first: others may be making the same deck
    own = stem.with_name(f".{stem.name}-{os.getpid()}")
    np.save(own.with_suffix(".npy"), np.stack([deck.faces[code] for code in codes]))
    own.with_suffix(".json").write_text(json.dumps(facts), encoding="utf-8")
    own.with_suffix(".npy").replace(stem.with_suffix(".npy"))
    own.with_suffix(".json").replace(stem.with_suffix(".json"))


def _kept(stem: Path) -> Deck:
    facts = json.loads(stem.with_suffix(".json").read_text(encoding="utf-8"))
    faces = np.load(stem.with_suffix(".npy"), mmap_mode="r")
    return Deck(
        name=facts["name"],
        index_language=facts["index_language"],
        weight=facts["weight"],
        faces={code: faces[number] for number, code in enumerate(facts["codes"])},
    )


def main(arguments: Sequence[str] | None = None) -> None:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m datasets.made_up_decks", description=__doc__)
    parser.add_argument("--artwork", type=Path, required=True, help="folder that datasets.artwork filled")
    parser.add_argument("--count", type=int, default=100, help="how many decks")
    parser.add_argument("--seed", type=int, default=0, help="which series")
    options = parser.parse_args(arguments)
    made_up_decks(DeckLibrary.load(options.artwork), options.count, options.seed)


if __name__ == "__main__":
    main()
