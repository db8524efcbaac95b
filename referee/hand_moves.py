"""Where hands and cards go when they are exchanged."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from referee.choices import HandsGo
from referee.events import Exchange
from referee.rules import RuleSet
from referee.state import RoundState

Moves: TypeAlias = Sequence[tuple[str, str]]
"""Who gives to whom."""


def exchanged(rules: RuleSet, state: RoundState, kind: Exchange, moves: Moves = ()) -> RoundState | None:
    """The round after an exchange, hand counts following hands and cards; None if the moves cannot be.

    Without moves whole hands go one seat on as the rules say, and a single card to the left (sheet 004).
    """
    if kind is Exchange.SHOW:
        return state.but(exchange=None)
    if kind is Exchange.GIVE_ONE:
        astray = any(taker != state.left_of(giver) for giver, taker in moves if giver in state.players)
        if astray or not {name for move in moves for name in move} <= set(state.players):
            return None
        return state.but(hands=_given(state), exchange=None)
    usual = _usual(rules, state, kind)
    if kind is Exchange.PASS_ON and moves and set(moves) != set(usual):
        return None
    moves = moves or usual
    givers, takers = [giver for giver, _ in moves], [taker for _, taker in moves]
    whole = set(givers) == set(takers) and len(set(givers)) == len(givers) == len(takers)
    if not whole or not set(givers) <= set(state.players) or any(a == b for a, b in moves):
        return None
    counts = state.hand_counts
    moved = counts | {taker: counts[giver] for giver, taker in moves}
    hands = tuple(moved[player] for player in state.players)
    same = {a for a, x, y in zip(state.players, state.hands, hands, strict=True) if x == y}
    return state.but(
        hands=hands,
        announced=state.announced & same,
        unannounced=state.unannounced & same,
        exchange=None,
    )


def _usual(rules: RuleSet, state: RoundState, kind: Exchange) -> Moves:
    left = kind is Exchange.PASS_ON and rules.hands_go is HandsGo.LEFT
    return tuple(
        (player, state.left_of(player) if left else state.seat_after(player)) for player in state.players
    )


def _given(state: RoundState) -> tuple[int, ...]:
    """Everybody who holds a card gives one; with everybody holding some, nothing changes in number."""
    counts = list(state.hands)
    for seat, count in enumerate(state.hands):
        if count:
            counts[seat] -= 1
            counts[(seat + 1) % len(counts)] += 1
    return tuple(counts)
