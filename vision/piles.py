"""Piles: which of the cards in a picture lies over which, from their quads and how whole each one looks."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from vision.quads import area, outside_share, overlap
from vision.sightings import Quad

_TOUCH = 0.04
_LOOKS = 0.7
_PLAIN = 0.8


@dataclass(frozen=True)
class Standing:
    """Where a card lies: the share of it that can be seen, and whether nothing lies over it."""

    visible: float
    top: bool
    under: tuple[int, ...] = ()
    """Numbers of the cards that lie over it."""


ALONE = Standing(1.0, True)
"""A card that nothing touches."""


def standings(
    quads: Sequence[Quad],
    wholeness: Sequence[float],
    shape: tuple[int, ...],
    over: Callable[[int, int], float] = lambda one, other: 0.0,
    whole_from: float = 0.5,
) -> tuple[Standing, ...]:
    """The standing of each card.

    wholeness: how much each looks like a card of which nothing is hidden, 0..1; where two overlap, the one that
    looks more whole lies above, unless `over` knows better: asked for the numbers of two cards that overlap it
    says from -1 to 1 how surely the first lies over the second. shape: of the picture. A card is on top when it
    looks whole and no overlapping card lies above it; a card that lies alone is the top of its own pile.
    """
    areas = [max(area(quad), 1.0) for quad in quads]
    found = []
    asked: dict[tuple[int, int], float] = {}

    def lies_above(one: int, another: int) -> bool:
        first, second = min(one, another), max(one, another)
        if (first, second) not in asked:
            differ = wholeness[first] - wholeness[second]
            known = differ if abs(differ) > _PLAIN else _LOOKS * differ + over(first, second)
            asked[first, second] = known if known != 0 else areas[first] - areas[second]
        value = asked[first, second]
        return value >= 0 if one == first else value < 0

    for number, quad in enumerate(quads):
        hidden = outside_share(quad, shape)
        under = []
        for other, other_quad in enumerate(quads):
            if other == number:
                continue
            shared = overlap(quad, other_quad)
            if shared < _TOUCH * min(areas[number], areas[other]):
                continue
            if lies_above(other, number):
                under.append(other)
                hidden += shared / areas[number]
        looks = wholeness[number]
        visible = max(0.0, 1.0 - min(hidden, 1.0))
        if looks < whole_from:
            visible = min(visible, 0.35 + 0.6 * looks / max(whole_from, 1e-6))
        found.append(Standing(visible, not under and looks >= whole_from, tuple(under)))
    return tuple(found)
