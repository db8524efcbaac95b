"""Counting hands, ending matches, final scores."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace

from referee.cards import Card
from referee.choices import FinalScore, NextDealer
from referee.events import RoundEnded
from referee.laying import copies
from referee.rules import RuleSet
from referee.state import MatchState, RoundResult, RoundState
from referee.verdicts import Effect, EffectUse, Reason, ReasonUse, Verdict


def hand_points(rules: RuleSet, cards: Iterable[Card]) -> int:
    """Points of the cards left in a hand."""
    return sum(rules.points.get(card.rank, 0) for card in cards)


def final_scores(state: MatchState) -> dict[str, float]:
    """The final score of each player as the rule set reckons it, so far or at the end.

    Sheet 000: own total less the mean of the opponents' totals (50 against 60, 30, 90 gives -10).
    """
    if state.rules.final_score is FinalScore.ROUNDS_WON:
        return {player: float(won) for player, won in state.rounds_won.items()}
    totals = state.totals
    if state.rules.final_score is FinalScore.LOWEST_TOTAL or len(totals) < 2:
        return {player: float(total) for player, total in totals.items()}
    everything, others = sum(totals.values()), len(totals) - 1
    return {player: total - (everything - total) / others for player, total in totals.items()}


def leaders(state: MatchState) -> tuple[str, ...]:
    """Who is winning, or has won; several when equal; nobody before a round is scored."""
    if not state.results:
        return ()
    scores = final_scores(state)
    most = state.rules.final_score is FinalScore.ROUNDS_WON
    best = max(scores.values()) if most else min(scores.values())
    if most and not best:
        return ()
    return tuple(player for player in state.players if scores[player] == best)


def score_round(state: MatchState, event: RoundEnded) -> Verdict:
    """The verdict on the hands entered at the end of a round; remarks on them never block."""
    r = state.round
    if r is None:
        return Verdict(False, (ReasonUse(Reason.NO_ROUND),), (), state)
    if r.scored:
        params = {"winner": r.winner or ""}
        return Verdict(False, (ReasonUse(Reason.ROUND_OVER, (), params),), (), state)
    for player, _ in event.hands:
        if player not in r.players:
            return Verdict(False, (ReasonUse(Reason.UNKNOWN_PLAYER, (), {"player": player}),), (), state)
    hands = dict(event.hands)
    out = [player for player, cards in hands.items() if not cards]
    winner = r.winner or (out[0] if len(out) == 1 and len(hands) == len(r.players) else None)
    result, effects = _result(state, r, hands, winner)
    scored = replace(
        state,
        round=replace(r, over=True, scored=True, winner=winner),
        results=(*state.results, result),
        next_dealer=_next_dealer(state, r, result),
    )
    reasons = (ReasonUse(Reason.SCORED, ("points",), {"winner": winner or ""}), *_remarks(state, r, hands))
    if match_is_over(scored):
        return end_match(scored, reasons, effects)
    effects.append(EffectUse(Effect.DEALS_NEXT, ("next_dealer",), {"player": scored.next_dealer or ""}))
    return Verdict(True, reasons, tuple(effects), scored)


def _result(
    state: MatchState, r: RoundState, hands: dict[str, tuple[Card, ...]], winner: str | None
) -> tuple[RoundResult, list[EffectUse]]:
    rules, effects, factor = state.rules, [], 1
    if winner is not None and r.winner == winner and r.top and r.top.rank in rules.doubling_last:
        factor = 2
        effects.append(EffectUse(Effect.SCORES_DOUBLED, ("doubling_last",), {"card": str(r.top)}))
    left = tuple(hands.get(player, ()) for player in r.players)
    points = tuple(factor * hand_points(rules, cards) for cards in left)
    effects += [
        EffectUse(Effect.SCORES, ("points",), {"player": player, "points": score})
        for player, score in zip(r.players, points, strict=True)
    ]
    return RoundResult(r.number, r.dealer, r.starter, winner, points, left), effects


def _next_dealer(state: MatchState, r: RoundState, result: RoundResult) -> str:
    rule = state.rules.next_dealer
    if rule is NextDealer.STARTER:
        return r.starter
    if rule is NextDealer.WINNER and result.winner is not None:
        return result.winner
    if rule is NextDealer.LOSER:
        return r.players[result.points.index(max(result.points))]
    return r.dealer if rule is NextDealer.SAME else r.left_of(r.dealer)


def match_is_over(state: MatchState) -> bool:
    """Whether the rounds or the points of a match are reached."""
    rules = state.rules
    rounds = bool(rules.match_rounds) and len(state.results) >= rules.match_rounds
    return rounds or (bool(rules.match_points) and max(state.totals.values()) >= rules.match_points)


def end_match(
    state: MatchState, reasons: tuple[ReasonUse, ...], effects: Iterable[EffectUse] = ()
) -> Verdict:
    """The verdict that ends a match and names its winners."""
    winners = leaders(state)
    options = ("final_score", "match_rounds", "match_points")
    scores = final_scores(state)
    won = tuple(
        EffectUse(Effect.MATCH_WON, options, {"player": player, "score": round(scores[player], 2)})
        for player in winners
    )
    return Verdict(True, reasons, (*effects, *won), replace(state, over=True, winners=winners))


def _remarks(state: MatchState, r: RoundState, hands: dict[str, tuple[Card, ...]]) -> list[ReasonUse]:
    remarks: list[ReasonUse] = [] if r.over else [ReasonUse(Reason.ROUND_NOT_OVER)]
    for player, counted in zip(r.players, r.hands, strict=True):
        if player not in hands:
            remarks.append(ReasonUse(Reason.HAND_MISSING, (), {"player": player}))
        elif len(hands[player]) != counted:
            params: dict[str, str | int] = {"player": player, "count": len(hands[player]), "counted": counted}
            remarks.append(ReasonUse(Reason.HAND_COUNT_DIFFERS, (), params))
    entered = Counter(card for cards in hands.values() for card in cards)
    for card, count in entered.items():
        most = copies(state.rules, r, card)
        if count > most:
            params = {"card": str(card), "count": count, "most": most}
            remarks.append(ReasonUse(Reason.TOO_MANY_OF_CARD, ("packs",), params))
        elif count + r.discard.count(card) > most:
            holder = next(player for player, cards in hands.items() if card in cards)
            remarks.append(ReasonUse(Reason.CARD_IN_PILE, (), {"player": holder, "card": str(card)}))
    return remarks
