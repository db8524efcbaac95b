"""Asking the referee before acting."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from referee.cards import Card, Suit
from referee.state import MatchState
from referee.verdicts import Params, Verdict


class Do(StrEnum):
    """What the table is waited on for."""

    START_ROUND = "start-round"
    """Deal. Params: dealer."""
    TURN_UP = "turn-up"
    """Turn up the first card. Params: dealer."""
    LAY_OR_DRAW = "lay-or-draw"
    """Params: player, count (cards that may be drawn; 0: until one fits)."""
    LAY_OR_PASS = "lay-or-pass"
    """The player has drawn enough. Params: player."""
    LAY_AGAIN_OR_DRAW = "lay-again-or-draw"
    """Params: player."""
    LAY_AGAIN_OR_PASS = "lay-again-or-pass"
    """Params: player."""
    LAY_SUIT_OR_PASS = "lay-suit-or-pass"
    """Params: player, suit."""
    ANSWER_OR_TAKE = "answer-or-take"
    """Params: player, count."""
    ANSWER_SKIP_OR_PASS = "answer-skip-or-pass"
    """Params: player."""
    NAME_SUIT = "name-suit"
    """Params: player."""
    NAME_RANK = "name-rank"
    """Params: player."""
    EXCHANGE = "exchange"
    """Confirm the exchange of hands. Params: kind, player."""
    ENTER_HANDS = "enter-hands"
    """The round is over: enter the hands left. Params: winner, empty when nobody won."""
    MATCH_OVER = "match-over"
    """Params: winner: the winners, joined by a comma."""


@dataclass(frozen=True, slots=True)
class Instruction:
    """What to do now. ``follow`` tells what a card must match: suit letter, rank, both, or nothing."""

    code: Do
    params: Params = field(default_factory=dict)


class Action(StrEnum):
    """What one player may do now, as buttons."""

    LAY = "lay"
    DRAW = "draw"
    TAKE = "take"
    DRAW_EXTRA = "draw-extra"
    PASS = "pass"
    NAME_SUIT = "name-suit"
    NAME_RANK = "name-rank"
    SAY_LAST_CARD = "say-last-card"
    CONFIRM_EXCHANGE = "confirm-exchange"


def what_may_be_laid(state: MatchState, player: str | None = None) -> Mapping[Card, Verdict]:
    """The verdict on each of the 53 faces, if the player on turn (or another) laid it now."""
    raise NotImplementedError


def what_if(state: MatchState, card: Card, player: str | None = None, names: Suit | None = None) -> Verdict:
    """The verdict if the player on turn (or another) laid this card now."""
    raise NotImplementedError


def what_now(state: MatchState) -> Instruction:
    """What the table is waited on for."""
    raise NotImplementedError


def actions(state: MatchState, player: str) -> tuple[Action, ...]:
    """What this player may do now."""
    raise NotImplementedError
