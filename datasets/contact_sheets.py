"""Contact sheets for looking at decks: `python -m datasets.contact_sheets --artwork artwork --into sheets`.

Rows of faces on green baize, a deck a row, its name above; rendered decks first, then made-up ones.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterable, Sequence
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.decks import Deck, DeckLibrary, FaceArt
from datasets.procedural import procedural_deck

Picture = NDArray[np.uint8]

SHOWN = ("AS", "7H", "10D", "JC", "QH", "KS")
BAIZE = (80, 110, 60)
ROWS_A_SHEET = 20


def main(arguments: Sequence[str] | None = None) -> None:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m datasets.contact_sheets", description=__doc__)
    parser.add_argument("--artwork", type=Path, required=True, help="folder that datasets.artwork filled")
    parser.add_argument("--into", type=Path, required=True, help="folder for the sheets, made when missing")
    parser.add_argument("--made-up", type=int, default=12, help="how many made-up decks to show")
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args(arguments)
    library = DeckLibrary.load(options.artwork)
    rng = random.Random(options.seed)
    decks = [*library.decks, *(procedural_deck(rng, library) for _ in range(options.made_up))]
    rows = [deck_row(f"{deck.name} [{deck.index_language}]", shown_faces(deck)) for deck in decks]
    options.into.mkdir(parents=True, exist_ok=True)
    for start in range(0, len(rows), ROWS_A_SHEET):
        file = options.into / f"decks-{start // ROWS_A_SHEET:02d}.png"
        cv2.imwrite(str(file), sheet(rows[start : start + ROWS_A_SHEET]))


def deck_row(name: str, faces: Iterable[FaceArt], height: int = 110) -> Picture:
    """One deck as a row of faces, its name above it."""
    cells = [on_ground(face, height) for face in faces]
    gap = np.full((height, 4, 3), BAIZE, np.uint8)
    row = np.hstack([part for cell in cells for part in (cell, gap)] or [gap])
    banner = np.full((14, row.shape[1], 3), BAIZE, np.uint8)
    cv2.putText(banner, name, (2, 11), cv2.FONT_HERSHEY_SIMPLEX, 0.38, (255, 255, 255), 1, cv2.LINE_AA)
    return np.vstack([banner, row])


def shown_faces(deck: Deck, extras: int = 4) -> list[FaceArt]:
    """Six telling faces, then jokers and backs."""
    codes = [code for code in SHOWN if code in deck.faces]
    return [deck.faces[code] for code in (*codes, *deck.jokers[:extras], *deck.backs[:extras])]


def sheet(rows: Sequence[Picture], columns: int = 2) -> Picture:
    """Rows set beneath each other in columns."""
    width = max(row.shape[1] for row in rows)
    padded = [
        cv2.copyMakeBorder(row, 0, 4, 0, width - row.shape[1], cv2.BORDER_CONSTANT, value=BAIZE)
        for row in rows
    ]
    tall = -(-len(padded) // columns)
    stacks = [np.vstack(padded[start : start + tall]) for start in range(0, len(padded), tall)]
    height = max(stack.shape[0] for stack in stacks)
    return np.hstack(
        [
            cv2.copyMakeBorder(stack, 0, height - stack.shape[0], 0, 8, cv2.BORDER_CONSTANT, value=BAIZE)
            for stack in stacks
        ]
    ).astype(np.uint8)


def on_ground(face: FaceArt, height: int) -> Picture:
    """A face scaled to `height` pixels and laid on the baize."""
    width = max(1, round(face.shape[1] * height / face.shape[0]))
    small = cv2.resize(np.ascontiguousarray(face), (width, height), interpolation=cv2.INTER_AREA)
    alpha = small[..., 3:].astype(np.float32) / 255
    return np.asarray(small[..., :3] * alpha + np.array(BAIZE, np.float32) * (1 - alpha), dtype=np.uint8)


if __name__ == "__main__":
    main()
