"""What a rank does when it is laid, as data: ``draw 2``, ``skip``, ``reverse + play again``."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from referee.faults import Fault, FaultError, likely


class Deed(StrEnum):
    """One thing that a rank can do."""

    DRAW = "draw"
    """The next player draws n, or answers."""
    OTHERS_DRAW = "others-draw"
    """Every other player draws n at once."""
    DRAW_YOURSELF = "draw-yourself"
    """The player who laid it draws n at once."""
    SKIP = "skip"
    """The next player loses the turn."""
    PLAY_AGAIN = "play-again"
    """The player lays another card."""
    LAY_SUIT = "lay-suit"
    """The player may lay off every card of its suit."""
    REVERSE = "reverse"
    """Play goes the other way."""
    NAME_SUIT = "name-suit"
    """The player names the suit to follow."""
    NAME_RANK = "name-rank"
    """The player names the rank to follow."""
    AT_MOST = "at-most"
    """The next card must not be higher than this rank."""
    AT_LEAST = "at-least"
    """The next card must not be lower than this rank."""
    SHOW_HANDS = "show-hands"
    """All others show their hands."""
    SWAP_HANDS = "swap-hands"
    """All swap hands."""
    PASS_HANDS = "pass-hands"
    """Everybody passes the whole hand to the neighbour."""
    GIVE_ONE = "give-one"
    """Everybody gives one card to the left neighbour."""


COUNTED = frozenset({Deed.DRAW, Deed.OTHERS_DRAW, Deed.DRAW_YOURSELF})
EXCHANGES = frozenset({Deed.SHOW_HANDS, Deed.SWAP_HANDS, Deed.PASS_HANDS, Deed.GIVE_ONE})


@dataclass(frozen=True, slots=True)
class RankEffect:
    """One deed; ``count`` cards where it makes somebody draw, else 0."""

    deed: Deed
    count: int = 0

    def __str__(self) -> str:
        return f"{self.deed.value} {self.count}" if self.deed in COUNTED else self.deed.value


def parse_effects(text: str) -> tuple[RankEffect, ...]:
    """The effects that a rule file writes, joined by ``+``; ``nothing`` for none.

    >>> [str(effect) for effect in parse_effects("skip + draw-yourself 1")]
    ['skip', 'draw-yourself 1']

    Raises FaultError.
    """
    effects: list[RankEffect] = []
    for part in text.split("+"):
        words = part.strip().lower().replace("_", "-").split()
        count = 0
        if words and words[-1].isascii() and words[-1].isdigit():
            count = int(words.pop()[:6])
        name = "-".join(words)
        if name == "nothing" and not count:
            continue
        try:
            deed = Deed(name)
        except ValueError:
            raise FaultError(
                Fault.NO_DEED, likely(name, [*Deed, "nothing"]), value=name or part.strip()
            ) from None
        if deed in COUNTED and not 1 <= count <= 20:
            raise FaultError(Fault.DEED_NEEDS_COUNT, deed=deed.value)
        if deed not in COUNTED and count:
            raise FaultError(Fault.DEED_TAKES_NO_COUNT, deed=deed.value)
        effects.append(RankEffect(deed, count))
    _contradictions([effect.deed for effect in effects])
    return tuple(effects)


def write_effects(effects: tuple[RankEffect, ...]) -> str:
    """The text that `parse_effects` reads back."""
    return " + ".join(str(effect) for effect in effects) or "nothing"


def _contradictions(deeds: list[Deed]) -> None:
    for deed in deeds:
        if deeds.count(deed) > 1:
            raise FaultError(Fault.DEED_TWICE, deed=deed.value)
    for pair in (
        (Deed.NAME_SUIT, Deed.NAME_RANK),
        (Deed.AT_MOST, Deed.AT_LEAST),
        (Deed.PLAY_AGAIN, Deed.LAY_SUIT),
    ):
        if set(pair) <= set(deeds):
            raise FaultError(Fault.DEEDS_CONTRADICT, first=pair[0].value, second=pair[1].value)
    exchanges = [deed for deed in deeds if deed in EXCHANGES]
    if len(exchanges) > 1:
        raise FaultError(Fault.DEEDS_CONTRADICT, first=exchanges[0].value, second=exchanges[1].value)
