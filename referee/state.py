"""Where a round and a match stand: frozen values that only `referee.judge.judge` replaces."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from enum import StrEnum
from typing import Any

from referee.cards import Card, Rank, Suit
from referee.events import Exchange
from referee.rules import RuleSet


class Direction(StrEnum):
    """The way play goes round, seen from above."""

    CLOCKWISE = "clockwise"
    COUNTERCLOCKWISE = "counterclockwise"


class Again(StrEnum):
    """Why the player on turn may go on after having laid a card in this turn."""

    MUST = "must"
    """Another card must be laid, or one drawn."""
    MAY = "may"
    """Another card may be laid."""
    RUN = "run"
    """Every card of one suit may be laid off."""


class Naming(StrEnum):
    """What a player has to name."""

    SUIT = "suit"
    RANK = "rank"


class Bound(StrEnum):
    """How the next card's rank is bound."""

    AT_MOST = "at-most"
    AT_LEAST = "at-least"


@dataclass(frozen=True)
class RoundState:
    """One round. Hands are counts, in seat order; the pile's cards are known, those in hands and stock are not.

    - ``awaiting_first``: the first card of the pile is still to be turned up (or another, if it must be neutral).
    - ``pending`` cards are owed to ``pending_rank`` by the player on turn; by the next one if ``pending_waits``.
      ``attacker`` laid the joker of the poker-joker rule.
    - ``pending_skip``: the player on turn is skipped unless the skip is handed on.
    - ``bound``: the next card is at most or at least the top card's rank.
    - ``naming``: what the player on turn must name first; ``naming_stays`` tells that the turn stays after it.
    - ``skips``: seats that the turn jumps over when it moves on.
    - ``drawn`` cards were drawn for want of one in this turn; ``taken``: cards owed were, and a card may follow.
    - ``last_layer`` laid the top card, and nobody has acted since if it is ``fresh``.
    - ``drew_last`` lost the turn by drawing just before (by taking cards owed if ``took_last``).
    - ``rejected``: an illegal card that goes back to its hand.
    - ``announced`` players said "last card"; ``unannounced`` ones hold one card and may still be caught.
    """

    number: int
    players: tuple[str, ...]
    dealer: str
    starter: str
    turn: str
    hands: tuple[int, ...]
    stock: int
    packs: int
    discard: tuple[Card, ...] = ()
    awaiting_first: bool = True
    direction: Direction = Direction.CLOCKWISE
    pending: int = 0
    pending_rank: Rank | None = None
    pending_waits: bool = False
    attacker: str | None = None
    pending_skip: bool = False
    named_suit: Suit | None = None
    named_rank: Rank | None = None
    bound: Bound | None = None
    naming: Naming | None = None
    naming_stays: bool = False
    skips: int = 0
    again: Again | None = None
    run_suit: Suit | None = None
    run_length: int = 0
    drawn: int = 0
    taken: bool = False
    exchange: Exchange | None = None
    extra_drawer: str | None = None
    last_layer: str | None = None
    fresh: bool = False
    drew_last: str | None = None
    took_last: bool = False
    rejected: Card | None = None
    announced: frozenset[str] = frozenset()
    unannounced: frozenset[str] = frozenset()
    winner: str | None = None
    over: bool = False
    scored: bool = False

    def but(self, **changes: Any) -> RoundState:
        """This state with some fields changed, as `dataclasses.replace` would, many times faster.

        Judging a round again does this a dozen times an event.
        """
        if not _FIELDS.issuperset(changes):
            raise TypeError(f"a round has no {', '.join(sorted(changes.keys() - _FIELDS))}")
        values = self.__dict__.copy()
        values.update(changes)
        state = object.__new__(RoundState)
        object.__setattr__(state, "__dict__", values)
        return state

    @property
    def top(self) -> Card | None:
        """The top card of the pile; None before the first one is turned up."""
        return self.discard[-1] if self.discard else None

    @property
    def hand_counts(self) -> dict[str, int]:
        """Cards in each hand, by player."""
        return dict(zip(self.players, self.hands, strict=True))

    def hand(self, player: str) -> int:
        """Cards in this player's hand. Raises ValueError for somebody who does not play."""
        return self.hands[self.players.index(player)]

    def seat_after(self, player: str, steps: int = 1) -> str:
        """The player so many seats further on in the direction of play (negative: back)."""
        if self.direction is Direction.COUNTERCLOCKWISE:
            steps = -steps
        return self.players[(self.players.index(player) + steps) % len(self.players)]

    def left_of(self, player: str) -> str:
        """The neighbour to the left, whatever the direction of play."""
        return self.players[(self.players.index(player) + 1) % len(self.players)]

    def to_json(self) -> dict[str, Any]:
        """This round as plain JSON."""
        return {
            "number": self.number,
            "dealer": self.dealer,
            "starter": self.starter,
            "turn": self.turn,
            "direction": self.direction.value,
            "hands": self.hand_counts,
            "stock": self.stock,
            "packs": self.packs,
            "top": str(self.top) if self.top else None,
            "discard": [str(card) for card in self.discard],
            "pending": self.pending,
            "pending_skip": self.pending_skip,
            "suit": self.named_suit.value if self.named_suit else None,
            "rank": self.named_rank.value if self.named_rank else None,
            "bound": self.bound.value if self.bound else None,
            "naming": self.naming.value if self.naming else None,
            "again": self.again.value if self.again else None,
            "run_suit": self.run_suit.value if self.run_suit else None,
            "drawn": self.drawn,
            "awaiting_first": self.awaiting_first,
            "taken": self.taken,
            "exchange": self.exchange.value if self.exchange else None,
            "extra_drawer": self.extra_drawer,
            "last_layer": self.last_layer,
            "announced": [player for player in self.players if player in self.announced],
            "unannounced": [player for player in self.players if player in self.unannounced],
            "winner": self.winner,
            "over": self.over,
            "scored": self.scored,
        }


_FIELDS = frozenset(each.name for each in fields(RoundState))


@dataclass(frozen=True, slots=True)
class RoundResult:
    """A scored round: points by player in seat order, the hands as entered, who won."""

    number: int
    dealer: str
    starter: str
    winner: str | None
    points: tuple[int, ...]
    hands: tuple[tuple[Card, ...], ...]


@dataclass(frozen=True)
class MatchState:
    """A match: players in seat order, clockwise; the rules; rounds scored; the round being played, if any."""

    players: tuple[str, ...]
    rules: RuleSet = field(repr=False)
    round: RoundState | None = None
    results: tuple[RoundResult, ...] = ()
    next_dealer: str | None = None
    over: bool = False
    winners: tuple[str, ...] = ()

    def with_round(self, r: RoundState) -> MatchState:
        """This match with its round as it now stands."""
        values = self.__dict__.copy()
        values["round"] = r
        state = object.__new__(MatchState)
        object.__setattr__(state, "__dict__", values)
        return state

    @property
    def totals(self) -> dict[str, int]:
        """Points of all scored rounds, by player."""
        return {p: sum(result.points[i] for result in self.results) for i, p in enumerate(self.players)}

    @property
    def rounds_won(self) -> dict[str, int]:
        """Rounds won, by player."""
        return {p: sum(result.winner == p for result in self.results) for p in self.players}

    def to_json(self) -> dict[str, Any]:
        """This match as plain JSON."""
        return {
            "players": list(self.players),
            "rules": self.rules.name,
            "round": self.round.to_json() if self.round else None,
            "rounds": [
                {
                    "number": result.number,
                    "dealer": result.dealer,
                    "starter": result.starter,
                    "winner": result.winner,
                    "points": dict(zip(self.players, result.points, strict=True)),
                }
                for result in self.results
            ],
            "totals": self.totals,
            "rounds_won": self.rounds_won,
            "next_dealer": self.next_dealer,
            "over": self.over,
            "winners": list(self.winners),
        }
