"""Piles: which of the cards in a picture lies over which, from their quads and how whole each one looks."""

from collections.abc import Sequence
from dataclasses import dataclass

from vision.quads import area, outside_share, overlap
from vision.sightings import Quad

_TOUCH = 0.04


@dataclass(frozen=True)
class Standing:
    """Where a card lies: the share of it that can be seen, and whether nothing lies over it."""

    visible: float
    top: bool


def standings(
    quads: Sequence[Quad], wholeness: Sequence[float], shape: tuple[int, ...], whole_from: float = 0.5
) -> tuple[Standing, ...]:
    """The standing of each card.

    wholeness: how much each looks like a card of which nothing is hidden, 0..1; where two overlap, the one that
    looks more whole lies above. shape: of the picture. A card is on top when it looks whole and no overlapping
    card lies above it, so a pile has at most one top, and a card that lies alone is its own pile's.
    """
    areas = [max(area(quad), 1.0) for quad in quads]
    found = []
    for number, quad in enumerate(quads):
        hidden, over = outside_share(quad, shape), False
        for other, other_quad in enumerate(quads):
            if other == number:
                continue
            shared = overlap(quad, other_quad)
            if shared < _TOUCH * min(areas[number], areas[other]):
                continue
            above = (wholeness[other], areas[other], -other) > (wholeness[number], areas[number], -number)
            if above:
                over = True
                hidden += shared / areas[number]
        looks = wholeness[number]
        visible = max(0.0, 1.0 - min(hidden, 1.0))
        if looks < whole_from:
            visible = min(visible, 0.35 + 0.6 * looks / max(whole_from, 1e-6))
        found.append(Standing(visible, not over and looks >= whole_from))
    return tuple(found)
