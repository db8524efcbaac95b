"""Toy cards: plain drawn cards on a plain table, and networks that know only those."""

from collections.abc import Mapping, Sequence

import cv2
import numpy as np

from vision.deck_language import INDICES
from vision.detector import axis_point
from vision.networks import Floats
from vision.quads import rotated, scaled
from vision.reader import Readings
from vision.sightings import Image, Quad


def toy_quad(x: float, y: float, wide: float = 80, turn: float = 0.0, ratio: float = 1.45) -> Quad:
    """A card's corners around (x, y), turned clockwise by `turn` degrees."""
    half = (
        np.array([[-wide, -wide * ratio], [wide, -wide * ratio], [wide, wide * ratio], [-wide, wide * ratio]])
        / 2
    )
    return rotated((half + np.array([x, y])).astype(np.float32), turn)


def toy_table(high: int = 480, wide: int = 640, seed: int = 0, noise: float = 4.0) -> Image:
    """An empty table top with a little texture."""
    random = np.random.default_rng(seed)
    rough = random.integers(60, 110, (high // 12, wide // 12, 3), dtype=np.uint8)
    table = cv2.resize(rough, (wide, high), interpolation=cv2.INTER_CUBIC).astype(np.float32)
    return np.clip(table + random.normal(0, noise, table.shape), 0, 255).astype(np.uint8)


def lay(image: Image, quad: Quad, colour: tuple[int, int, int] = (0, 0, 190)) -> None:
    """Draws a white card with a coloured middle onto the picture."""
    for corners, fill in ((quad, (235, 240, 238)), (scaled(quad, 0.5), colour)):
        points = np.round(corners * 16).astype(np.int32).reshape(-1, 1, 2)
        cv2.fillPoly(image, [points], fill, cv2.LINE_AA, 4)


class PlantedDetector:
    """A detector network that finds the quads it was told of, each with its three scores."""

    def __init__(
        self, quads: Sequence[Quad], scores: Sequence[tuple[float, float, float]], side: int
    ) -> None:
        self.quads = list(quads)
        self.scores = list(scores)
        self.side = side
        self.shapes: list[tuple[int, ...]] = []

    def run(self, batch: Floats) -> Mapping[str, Floats]:
        self.shapes.append(batch.shape)
        scale = max(batch.shape[2:]) / self.side
        values = np.zeros((1, 11, len(self.quads)), np.float32)
        for number, (quad, scores) in enumerate(zip(self.quads, self.scores, strict=True)):
            middle = quad.mean(axis=0) * scale
            long_half = (quad[3] - quad[0]) / 2 * scale
            short_half = (quad[1] - quad[0]) / 2 * scale
            low, top = quad.min(axis=0) * scale, quad.max(axis=0) * scale
            values[0, :, number] = [
                *middle,
                *(top - low),
                *scores,
                *(middle + axis_point(long_half)),
                *(middle + axis_point(short_half)),
            ]
        return {"cards": values}


class ColourReader:
    """A reader network that takes the colour of a toy card's middle for its rank and suit, white for nothing."""

    MEANINGS: Mapping[str, tuple[int, int]] = {"red": (0, 2), "green": (9, 0), "blue": (12, 3)}
    """Rank and suit: ace of hearts, ten of clubs, king of spades."""

    def run(self, batch: Floats) -> Mapping[str, Floats]:
        count = len(batch)
        kind = np.zeros((count, 4), np.float32)
        rank = np.zeros((count, 13), np.float32)
        suit = np.zeros((count, 4), np.float32)
        index = np.zeros((count, 20), np.float32)
        middles = batch[:, :, 60:84, 40:56].mean(axis=(2, 3))
        for number, middle in enumerate(middles):
            channel = int(middle.argmax())
            if middle.max() - middle.min() < 0.2:
                kind[number, 3] = 9
                continue
            kind[number, 0] = 9
            which, what = self.MEANINGS[("red", "green", "blue")[channel]]
            rank[number, which] = 9
            suit[number, what] = 9
            index[number, 9 if which == 0 else 8 if which == 9 else 13] = 9
        features = np.zeros((count, 192), np.float32)
        features[:, :3] = middles
        return {"kind": kind, "rank": rank, "index": index, "suit": suit, "features": features}


def toy_reading(
    kind: int = 0, rank: int = 10, index: str = "J", suit: int = 2, sure: float = 0.96
) -> Readings:
    """What a reader says that is as sure of each of its heads."""

    def row(size: int, at: int) -> np.ndarray[tuple[int, ...], np.dtype[np.float32]]:
        values = np.full((1, size), (1 - sure) / (size - 1), np.float32)
        values[0, at] = sure
        return values

    return Readings(
        row(4, kind), row(13, rank), row(20, INDICES.index(index)), row(4, suit), np.zeros((1, 192), "f4")
    )
