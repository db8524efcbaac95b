"""Beginning a round: dealing, turning up the first card."""

from __future__ import annotations

from dataclasses import replace

from referee.card_effects import apply_card, apply_first_card
from referee.cards import Card
from referee.choices import FirstCard, Starter
from referee.events import RoundStarted
from referee.laying import copies
from referee.proceedings import Proceedings
from referee.rules import RuleSet
from referee.state import MatchState, RoundState
from referee.verdicts import Effect, EffectUse, Reason, ReasonUse, Verdict


def new_match(players: tuple[str, ...], rules: RuleSet) -> MatchState:
    """A match before its first round."""
    return MatchState(players, rules)


def start_round(state: MatchState, event: RoundStarted) -> Verdict:
    """The verdict on the beginning of a round."""
    fault = _cannot_start(state, event)
    if fault is not None:
        return Verdict(False, (fault,), (), state)
    rules, players = state.rules, state.players
    dealer = event.dealer or state.next_dealer or players[-1]
    starter = event.starter or _starter(state, dealer)
    hands = _hands(state, event)
    packs = rules.packs_for(len(players))
    stock = packs * (52 + rules.jokers) - sum(hands)
    r = RoundState(len(state.results) + 1, players, dealer, starter, starter, hands, stock, packs)
    p = Proceedings(rules, r)
    if event.turned_up is not None:
        turn_up(p, event.turned_up)
    params = {"dealer": dealer, "player": starter}
    special = event.turned_up is not None and event.turned_up.rank in rules.special
    options = ("who_starts", "first_card") if special else ("who_starts",)
    why = ReasonUse(Reason.ROUND_STARTED, options, params)
    first = EffectUse(Effect.TURN, (), {"player": p.round.turn})
    return Verdict(True, (why,), (*p.effects, first), replace(state, round=p.round))


def _starter(state: MatchState, dealer: str) -> str:
    rule, players = state.rules.who_starts, state.players
    if rule is Starter.OPENER and not state.results:
        return players[0]
    step = 0 if rule is Starter.DEALER else 1
    return players[(players.index(dealer) + step) % len(players)]


def _hands(state: MatchState, event: RoundStarted) -> tuple[int, ...]:
    given = dict(event.hands)
    return tuple(given.get(player, state.rules.hand_size) for player in state.players)


def _cannot_start(state: MatchState, event: RoundStarted) -> ReasonUse | None:
    rules, players = state.rules, state.players
    if state.over:
        return ReasonUse(Reason.MATCH_OVER)
    if state.round is not None and not state.round.over:
        return ReasonUse(Reason.ROUND_RUNNING)
    if not rules.players_min <= len(players) <= rules.players_max:
        params = {"count": len(players), "least": rules.players_min, "most": rules.players_max}
        return ReasonUse(Reason.WRONG_PLAYER_COUNT, ("players_min", "players_max"), params)
    for name in (event.dealer, event.starter, *(player for player, _ in event.hands)):
        if name is not None and name not in players:
            return ReasonUse(Reason.UNKNOWN_PLAYER, (), {"player": name})
    for player, count in event.hands:
        if count < 1:
            return ReasonUse(Reason.BAD_HAND_COUNT, (), {"player": player, "count": count})
    cards = rules.packs_for(len(players)) * (52 + rules.jokers)
    needed = sum(_hands(state, event)) + 1
    if needed > cards:
        options = ("packs", "packs_from", "jokers", "hand_size")
        return ReasonUse(Reason.NOT_ENOUGH_CARDS, options, {"count": needed, "cards": cards})
    if event.turned_up is not None and event.turned_up.suit is None and not rules.jokers:
        return ReasonUse(Reason.CARD_CANNOT_EXIST, ("jokers",), {"card": str(event.turned_up), "count": 0})
    return None


def judge_turning_up(p: Proceedings, card: Card) -> tuple[bool, tuple[ReasonUse, ...]]:
    """Apply the first card of the pile, turned up in a running round."""
    r = p.round
    if not r.awaiting_first:
        return False, (ReasonUse(Reason.FIRST_CARD_LIES),)
    if not r.stock:
        return False, (ReasonUse(Reason.NOTHING_TO_DRAW, (), {"player": r.dealer}),)
    known = copies(p.rules, r, card)
    if r.discard.count(card) >= known:
        params: dict[str, str | int] = {"card": str(card), "count": known}
        return False, (ReasonUse(Reason.CARD_CANNOT_EXIST, ("packs", "jokers"), params),)
    turn_up(p, card)
    options = ("first_card",) if card.rank in p.rules.special else ()
    return True, (ReasonUse(Reason.TURNED_UP, options, {"card": str(card)}),)


def turn_up(p: Proceedings, card: Card) -> None:
    """Put the first card on the pile, with the effect that the rules give to a special one (sheets 003, 004)."""
    r, mode = p.round, p.rules.first_card
    p.change(discard=(*r.discard, card), stock=r.stock - 1, awaiting_first=False)
    if card.rank not in p.rules.special or mode is FirstCard.PLAIN:
        return
    if mode is FirstCard.UNTIL_NEUTRAL:
        p.change(awaiting_first=True)
        p.note(Effect.TURN_UP_ANOTHER, "first_card", card=str(card))
    elif mode is FirstCard.AS_DEALER:
        p.change(turn=r.dealer)
        apply_card(p, card)
    else:
        apply_first_card(p, card)
