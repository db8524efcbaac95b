"""Where cards lie and how a camera sees them: table coordinates in card widths, picture coordinates in pixels."""

from __future__ import annotations

import math
import random
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Quad = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Lying:
    """One card on the table: its centre (card widths from the picture's middle) and turn (radians)."""

    x: float
    y: float
    turn: float


@dataclass(frozen=True, slots=True)
class View:
    """A camera over the table: `size` pixels square, `span` card widths across, tilted by `tilt` radians."""

    size: int
    span: float
    tilt: float
    lens: float

    @staticmethod
    def drawn(rng: random.Random, size: int, few_cards: bool) -> View:
        tilt = math.radians(rng.choice([rng.uniform(0, 15), rng.uniform(10, 45), rng.uniform(35, 62)]))
        span = rng.uniform(1.7, 5.0) if few_cards else rng.uniform(3.0, 10.0)
        return View(size, span, tilt, rng.uniform(0.9, 1.8))

    @staticmethod
    def oblique(rng: random.Random, size: int) -> View:
        """A camera at the table's edge that sees a heap from the side, its cards small."""
        return View(size, rng.uniform(3.5, 6.5), math.radians(rng.uniform(30, 60)), rng.uniform(0.9, 1.6))

    def project(self, points: NDArray[np.float64]) -> Quad:
        """Return table points (Nx2, card widths) as picture points (Nx2, pixels)."""
        distance = self.span * self.lens
        depth = distance - points[:, 1] * math.sin(self.tilt)
        scale = self.lens * self.size / np.maximum(depth, 0.2 * distance)
        x = self.size / 2 + points[:, 0] * scale
        y = self.size / 2 + points[:, 1] * math.cos(self.tilt) * scale
        return np.stack([x, y], 1).astype(np.float32)

    def quad(self, lying: Lying, aspect: float) -> Quad:
        """Return the card's corners in pixels: top left, top right, bottom right, bottom left of its own frame."""
        half_width, half_height = 0.5, 0.5 * aspect
        corners = np.array(
            [
                [-half_width, -half_height],
                [half_width, -half_height],
                [half_width, half_height],
                [-half_width, half_height],
            ]
        )
        cos, sin = math.cos(lying.turn), math.sin(lying.turn)
        turned = corners @ np.array([[cos, sin], [-sin, cos]]) + (lying.x, lying.y)
        return self.project(turned)


def arrangement(rng: random.Random, view: View, count: int) -> list[Lying]:
    """Return `count` cards as tables show them, lowest first: scattered, piled, in rows, fanned or mixed."""
    lying: list[Lying] = []
    while len(lying) < count:
        left = count - len(lying)
        shape = rng.choice([_scattered, _scattered, _piled, _piled, _in_a_row, _fanned])
        lying += shape(rng, view, left if rng.random() < 0.6 else rng.randint(1, left))
    return lying


def _spot(rng: random.Random, view: View, share: float = 0.45) -> tuple[float, float]:
    reach = view.span * share
    return rng.uniform(-reach, reach), rng.uniform(-reach, reach) / max(math.cos(view.tilt), 0.5) * 0.9


def _scattered(rng: random.Random, view: View, count: int) -> list[Lying]:
    return [Lying(*_spot(rng, view), rng.uniform(0, 2 * math.pi)) for _ in range(count)]


def _piled(rng: random.Random, view: View, count: int) -> list[Lying]:
    x, y = _spot(rng, view, 0.3)
    mess = rng.choice([0.08, 0.2, 0.35, 0.5])
    straight = rng.random() < 0.35
    turn = rng.uniform(0, 2 * math.pi)
    return [
        Lying(
            x + rng.gauss(0, mess),
            y + rng.gauss(0, mess),
            turn + rng.gauss(0, 0.12) if straight else rng.uniform(0, 2 * math.pi),
        )
        for _ in range(count)
    ]


def _in_a_row(rng: random.Random, view: View, count: int) -> list[Lying]:
    x, y = _spot(rng, view, 0.42)
    turn = rng.gauss(0, 0.15) + rng.choice([0, 0, math.pi / 2, rng.uniform(0, math.pi)])
    step = rng.choice([rng.uniform(0.15, 0.6), rng.uniform(1.02, 1.3)]) * rng.choice([-1, 1])
    dx, dy = math.cos(turn) * step, math.sin(turn) * step
    return [
        Lying(x + dx * i + rng.gauss(0, 0.03), y + dy * i + rng.gauss(0, 0.03), turn + rng.gauss(0, 0.05))
        for i in range(count)
    ]


def _fanned(rng: random.Random, view: View, count: int) -> list[Lying]:
    x, y = _spot(rng, view, 0.3)
    start, radius, step = rng.uniform(0, 2 * math.pi), rng.uniform(1.2, 2.5), rng.uniform(0.1, 0.28)
    return [
        Lying(
            x + math.sin(start + i * step) * radius, y - math.cos(start + i * step) * radius, start + i * step
        )
        for i in range(count)
    ]
