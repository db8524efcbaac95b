"""Whether a card may lie on the pile: suit, rank, wild cards, answers to cards owed."""

from __future__ import annotations

from typing import TypeAlias

from referee.cards import Card, Rank, height
from referee.choices import JokerSuit
from referee.rules import RuleSet
from referee.state import Again, Bound, RoundState
from referee.verdicts import Reason, ReasonUse

Fit: TypeAlias = tuple[bool, ReasonUse]


def fits(rules: RuleSet, state: RoundState, card: Card) -> Fit:
    """Whether the player on turn may lay ``card`` on the pile, and why (or why not)."""
    if state.pending and not state.pending_waits:
        return _answers_draw(rules, state, card)
    if state.pending_skip:
        return _answers_skip(rules, state, card)
    if state.again is Again.RUN and state.run_suit is not None:
        fit = card.suit is state.run_suit
        code = Reason.SUIT_RUN if fit else Reason.NOT_OF_RUN_SUIT
        return fit, ReasonUse(code, (), {"card": str(card), "suit": state.run_suit.value})
    return _matches(rules, state, card)


def may_answer(rules: RuleSet, state: RoundState) -> bool:
    """Whether any card at all would answer the cards that the player on turn owes.

    Nobody's joker comes back to be answered by whoever laid it under the poker-joker rule (sheet 001).
    """
    if state.attacker is not None:
        return state.turn != state.attacker
    owed_to = state.pending_rank or state.discard[-1].rank
    return bool(rules.answers.get(owed_to)) or bool(rules.reverse_answers and rules.reversing)


def _matches(rules: RuleSet, state: RoundState, card: Card) -> Fit:
    top = state.discard[-1]
    rank, suit = card.rank, state.named_suit or top.suit
    if rank is top.rank and rank in rules.not_on_itself:
        return _no(Reason.NOT_ON_ITSELF, state, card, "not_on_itself")
    if rank in rules.own_suit_only and suit is not None and state.named_rank is None:
        if card.suit is not suit:
            params = {"card": str(card), "suit": suit.value}
            return False, ReasonUse(Reason.OWN_SUIT_ONLY, ("own_suit_only",), params)
        fit = _yes(Reason.MATCHES_SUIT, state, card)
    elif rank in rules.wild:
        fit = True, ReasonUse(Reason.WILD, ("wild",), {"card": str(card)})
    elif state.named_rank is not None:
        named = state.named_rank
        code = Reason.FOLLOWS_NAMED_RANK if rank is named else Reason.NOT_NAMED_RANK
        options = (f"effects.{top.rank.value}",)
        fit = rank is named, ReasonUse(code, options, {"card": str(card), "rank": named.value})
    elif state.named_suit is not None:
        fit = _follows_named(rules, state, card)
    elif top.suit is None:
        fit = _yes(Reason.ANY_CARD_FOLLOWS, state, card, "joker_suit")
    elif card.suit is suit:
        fit = _yes(Reason.MATCHES_SUIT, state, card)
    elif rank is top.rank:
        fit = _yes(Reason.MATCHES_RANK, state, card)
    else:
        fit = _no(Reason.SUIT_OR_RANK, state, card)
    return _within(state, card, fit) if fit[0] and state.bound else fit


def _follows_named(rules: RuleSet, state: RoundState, card: Card) -> Fit:
    top, suit = state.discard[-1], state.named_suit
    assert suit is not None
    named_by = "joker_suit" if top.rank is Rank.JOKER and rules.joker_suit is not JokerSuit.NOBODY else None
    options = (named_by or f"effects.{top.rank.value}",)
    params = {"card": str(card), "suit": suit.value}
    if card.suit is suit:
        return True, ReasonUse(Reason.FOLLOWS_NAMED_SUIT, options, params)
    if card.rank is top.rank:
        return _yes(Reason.MATCHES_RANK, state, card)
    return False, ReasonUse(Reason.NOT_NAMED_SUIT, options, params)


def _within(state: RoundState, card: Card, fit: Fit) -> Fit:
    top = state.discard[-1]
    if card.rank is Rank.JOKER or top.rank is Rank.JOKER:
        return fit
    too_high = state.bound is Bound.AT_MOST and height(card.rank) > height(top.rank)
    too_low = state.bound is Bound.AT_LEAST and height(card.rank) < height(top.rank)
    if not (too_high or too_low):
        return fit
    params = {"card": str(card), "rank": top.rank.value}
    code = Reason.TOO_HIGH if too_high else Reason.TOO_LOW
    return False, ReasonUse(code, (f"effects.{top.rank.value}",), params)


def _answers_draw(rules: RuleSet, state: RoundState, card: Card) -> Fit:
    params: dict[str, str | int] = {
        "card": str(card),
        "pending": state.pending,
        "top": str(state.discard[-1]),
        "player": state.turn,
    }
    if state.attacker is not None:
        if state.turn == state.attacker:
            return False, ReasonUse(Reason.POKER_JOKER_ROUND, ("poker_joker",), params)
        frees = card.rank is Rank.TWO
        return frees, ReasonUse(
            Reason.ANSWERS_DRAW if frees else Reason.POKER_JOKER, ("poker_joker",), params
        )
    owed_to = state.pending_rank or state.discard[-1].rank
    option = f"answers.{owed_to.value}"
    if card.rank in rules.answers.get(owed_to, ()):
        return True, ReasonUse(Reason.ANSWERS_DRAW, (option,), params)
    if rules.reverse_answers and card.rank in rules.reversing:
        legal, why = _matches(rules, state, card)
        if not legal:
            return False, why
        return True, ReasonUse(
            Reason.TURNS_DRAW_BACK, ("reverse_answers", f"effects.{card.rank.value}"), params
        )
    if card.rank in rules.wild:
        return False, ReasonUse(Reason.WILD_NO_ANSWER, (option,), params)
    return False, ReasonUse(Reason.MUST_ANSWER_DRAW, (option,), params)


def _answers_skip(rules: RuleSet, state: RoundState, card: Card) -> Fit:
    top = state.discard[-1]
    fit = card.rank in rules.answers.get(top.rank, ())
    params = {"card": str(card), "top": str(top), "player": state.turn}
    code = Reason.ANSWERS_SKIP if fit else Reason.MUST_ANSWER_SKIP
    return fit, ReasonUse(code, (f"answers.{top.rank.value}",), params)


def _yes(code: Reason, state: RoundState, card: Card, *options: str) -> Fit:
    return True, ReasonUse(code, options, {"card": str(card), "top": str(state.discard[-1])})


def _no(code: Reason, state: RoundState, card: Card, *options: str) -> Fit:
    return False, ReasonUse(code, options, {"card": str(card), "top": str(state.discard[-1])})
