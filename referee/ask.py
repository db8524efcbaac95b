"""Asking the referee before acting."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from referee.cards import FACES, Card, Rank, Suit
from referee.choices import Announce, JokerSuit
from referee.events import (
    CardLaid,
    CardsDrawn,
    HandsExchanged,
    LastCardSaid,
    Passed,
    RankNamed,
    SuitNamed,
    TableEvent,
)
from referee.judge import judge
from referee.laying import may_stop
from referee.matching import may_answer
from referee.rank_effects import Deed
from referee.rules import RuleSet
from referee.state import Again, MatchState, Naming, RoundState
from referee.verdicts import Params, Reason, Verdict


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
    TAKE = "take"
    """No card answers the cards owed. Params: player, count."""
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
    """What to do now, and its params."""

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
    """The verdict on each of the 53 faces, if the player on turn (or another) laid it now; empty between rounds."""
    r = state.round
    if r is None or r.over:
        return {}
    who = player or r.turn
    return {card: judge(state, CardLaid(who, card, last_card=r.hand(who) <= 2)) for card in FACES}


def what_if(state: MatchState, card: Card, player: str | None = None, names: Suit | None = None) -> Verdict:
    """The verdict if the player on turn (or another) laid this card now."""
    who = player or (state.round.turn if state.round else "")
    return judge(state, CardLaid(who, card, names))


def to_name(rules: RuleSet, card: Card) -> Naming | None:
    """What whoever lays this card must name by these rules."""
    deeds = {effect.deed for effect in rules.effects.get(card.rank, ())}
    if Deed.NAME_SUIT in deeds or (card.rank is Rank.JOKER and rules.joker_suit is JokerSuit.LAYER):
        return Naming.SUIT
    return Naming.RANK if Deed.NAME_RANK in deeds else None


def what_now(state: MatchState) -> Instruction:
    """What the table is waited on for."""
    r = state.round
    if state.over:
        return Instruction(Do.MATCH_OVER, {"winner": ", ".join(state.winners)})
    if r is None or r.scored:
        return Instruction(Do.START_ROUND, {"dealer": state.next_dealer or (state.players or ("",))[-1]})
    if r.over:
        return Instruction(Do.ENTER_HANDS, {"winner": r.winner or ""})
    if r.awaiting_first:
        return Instruction(Do.TURN_UP, {"dealer": r.dealer})
    if r.exchange is not None:
        return Instruction(Do.EXCHANGE, {"kind": r.exchange.value, "player": r.turn})
    return _on_turn(state, r)


def drawable(r: RoundState) -> int:
    """Cards that can still be drawn: the stock, and the pile less its top card."""
    return r.stock + max(0, len(r.discard) - 1)


def _on_turn(state: MatchState, r: RoundState) -> Instruction:
    player: dict[str, str | int] = {"player": r.turn}
    if r.naming is not None:
        return Instruction(Do.NAME_SUIT if r.naming is Naming.SUIT else Do.NAME_RANK, player)
    if r.pending and not r.pending_waits:
        code = Do.ANSWER_OR_TAKE if may_answer(state.rules, r) else Do.TAKE
        return Instruction(code, player | {"count": min(r.pending, drawable(r))})
    if r.pending_skip:
        return Instruction(Do.ANSWER_SKIP_OR_PASS, player)
    if r.again is Again.RUN and r.run_suit is not None:
        return Instruction(Do.LAY_SUIT_OR_PASS, player | {"suit": r.run_suit.value})
    if r.again is Again.MAY:
        return Instruction(Do.LAY_AGAIN_OR_PASS, player)
    if r.again is Again.MUST:
        return Instruction(Do.LAY_AGAIN_OR_DRAW, player)
    if r.taken or judge(state, Passed(r.turn)).legal:
        return Instruction(Do.LAY_OR_PASS, player)
    return Instruction(Do.LAY_OR_DRAW, player | {"count": max(0, state.rules.draw_at_most - r.drawn)})


def actions(state: MatchState, player: str) -> tuple[Action, ...]:
    """What this player may do now, as buttons; laying is there if some card could legally be laid."""
    r = state.round
    if r is None or r.over or r.awaiting_first or player not in r.players:
        return ()
    allowed = [action for action, event in _trials(r, player) if judge(state, event).legal]
    if any(judge(state, CardLaid(player, card, last_card=True)).legal for card in _likely(state, r, player)):
        allowed.insert(0, Action.LAY)
    if _may_announce(state, r, player):
        allowed.append(Action.SAY_LAST_CARD)
    return tuple(allowed)


def _likely(state: MatchState, r: RoundState, player: str) -> Iterable[Card]:
    """Cards worth trying: out of turn only the top card's like can be laid."""
    if player == r.turn or may_stop(state.rules, r, drawable(r)):
        return FACES
    return r.discard[-1:] if r.fresh else ()


def _trials(r: RoundState, player: str) -> Iterator[tuple[Action, TableEvent]]:
    owes = r.turn == player and r.pending and not r.pending_waits
    if owes:
        yield Action.TAKE, CardsDrawn(player, min(r.pending, drawable(r)))
    elif r.turn == player:
        yield Action.DRAW, CardsDrawn(player, 1)
    elif r.extra_drawer == player:
        yield Action.DRAW_EXTRA, CardsDrawn(player, 1)
    if r.turn == player:
        yield Action.PASS, Passed(player)
        yield Action.NAME_SUIT, SuitNamed(player, Suit.HEARTS)
        yield Action.NAME_RANK, RankNamed(player, Rank.SEVEN)
    if r.exchange is not None:
        yield Action.CONFIRM_EXCHANGE, HandsExchanged(r.exchange)


def _may_announce(state: MatchState, r: RoundState, player: str) -> bool:
    if state.rules.announce is Announce.NOT_NEEDED or player in r.announced:
        return False
    if state.rules.announce is Announce.BEFORE_LAST:
        return True
    return judge(state, LastCardSaid(player)).codes[0] == Reason.LAST_CARD_SAID
