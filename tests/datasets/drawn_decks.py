"""Decks small enough to draw in a test: a big index and as many pips as the rank says, on white."""

from __future__ import annotations

import cv2
import numpy as np

from datasets.decks import FACE_CODES, RANKS, Deck, FaceArt, rounded_mask

RED, BLACK = (30, 30, 200), (20, 20, 20)


def drawn_face(
    text: str, ink: tuple[int, int, int], marks: int, width: int = 72, height: int = 108
) -> FaceArt:
    face = np.full((height, width, 3), 250, np.uint8)
    cv2.putText(face, text, (4, 20), cv2.FONT_HERSHEY_DUPLEX, 0.6, ink, 1, cv2.LINE_AA)
    for mark in range(marks):
        cv2.circle(face, (24 + 24 * (mark % 2), 36 + 8 * (mark // 2)), 3, ink, -1)
    return np.dstack([face, rounded_mask(width, height, 5)])


def drawn_deck(name: str = "drawn", index_language: str = "en") -> Deck:
    faces = {
        code: drawn_face(code, RED if code[-1] in "DH" else BLACK, RANKS.index(code[:-1]) + 1)
        for code in FACE_CODES
    }
    faces["JK0"] = drawn_face("JOKER", BLACK, 0)
    faces["BK0"] = drawn_face("", (160, 60, 30), 12)
    return Deck(name=name, index_language=index_language, weight=1.0, faces=faces)
