"""Judging a card that a named player lays."""

from __future__ import annotations

from dataclasses import dataclass

from referee.announcing import announced_with_card, settle_after_card
from referee.card_effects import apply_card, end_run, go_on, offer_extra_draw, pay_for_special_last
from referee.cards import JOKER, Card
from referee.choices import Announce, DrawnCard, SpecialLast
from referee.events import CardLaid
from referee.matching import fits
from referee.proceedings import Proceedings
from referee.rules import RuleSet
from referee.state import Again, Naming, RoundState
from referee.verdicts import Effect, Params, Reason, ReasonUse


def copies(rules: RuleSet, state: RoundState, card: Card) -> int:
    """How many of this card the packs in play hold."""
    return state.packs * (rules.jokers if card == JOKER else 1)


def may_stop(rules: RuleSet, state: RoundState, drawable: int) -> bool:
    """Whether the player on turn may end the turn now, so that the next one may act without a word."""
    if state.naming is not None or (state.pending and not state.pending_waits):
        return False
    if state.pending_skip or state.taken or state.again in (Again.MAY, Again.RUN):
        return True
    if state.drawn and rules.draw_at_most and state.drawn >= rules.draw_at_most:
        return True
    return not drawable and bool(state.drawn)


def stop(p: Proceedings) -> None:
    """End the turn of the player on turn without (another) card."""
    r = p.round
    if r.again is Again.RUN:
        end_run(p)
        return
    if r.pending_skip:
        p.change(pending_skip=False)
        p.note(Effect.SKIPPED, f"answers.{r.discard[-1].rank.value}", player=r.turn)
    p.move_on()


def step_in(p: Proceedings, player: str) -> bool:
    """Whether ``player`` is next, and the player on turn is done: then ends that turn silently."""
    r = p.round
    if player == r.turn or not may_stop(p.rules, r, p.drawable):
        return player == r.turn
    trial = Proceedings(p.rules, r)
    stop(trial)
    if trial.round.turn != player or trial.round.naming is not None:
        return False
    p.note(Effect.PASSED_SILENTLY, player=r.turn)
    p.round = trial.round
    p.effects += trial.effects
    return True


def waits_for_a_name(p: Proceedings, player: str) -> ReasonUse | None:
    """Why nothing may be done while a suit or rank is still to be named; who is not next either is out of turn."""
    r = p.round
    if r.naming is None:
        return None
    trial = Proceedings(p.rules, r.but(naming=None))
    if not r.taken:
        go_on(trial)
    if player not in (r.turn, trial.round.turn):
        return ReasonUse(Reason.NOT_YOUR_TURN, (), {"player": player, "turn": r.turn})
    code = Reason.SUIT_NOT_NAMED if r.naming is Naming.SUIT else Reason.RANK_NOT_NAMED
    return ReasonUse(code, (), {"player": r.turn})


_UNPUNISHED = frozenset(
    {Reason.SUIT_NOT_NAMED, Reason.RANK_NOT_NAMED, Reason.CARD_CANNOT_EXIST, Reason.NO_CARDS_LEFT}
)


@dataclass(frozen=True, slots=True)
class _Refusal:
    why: ReasonUse
    penalty: int = -1
    options: tuple[str, ...] = ("illegal_penalty",)


def judge_laying(p: Proceedings, event: CardLaid) -> tuple[bool, tuple[ReasonUse, ...]]:
    """Apply a card laid by a known player in a running round; the reasons, and whether it was legal."""
    before = p.round
    outcome = _lay(p, event)
    if not isinstance(outcome, _Refusal):
        return True, outcome
    p.round = before
    p.effects.clear()
    p.change(rejected=event.card)
    p.note(Effect.CARD_GOES_BACK, player=event.player, card=str(event.card))
    code = outcome.why.code
    if code not in _UNPUNISHED:
        count = outcome.penalty if outcome.penalty >= 0 else p.rules.illegal_penalty
        p.penalty(event.player, count, code, *outcome.options)
    return False, (outcome.why,)


def _lay(p: Proceedings, event: CardLaid) -> tuple[ReasonUse, ...] | _Refusal:
    rules, player, card = p.rules, event.player, event.card
    p.assume_exchange()
    fault = _impossible(p, event)
    if fault is not None:
        return fault
    out_of_turn = _equal_card(rules, p.round, event)
    if out_of_turn is not None:
        why = out_of_turn
        p.change(
            turn=player, pending_skip=False, skips=0, again=None, run_suit=None, naming=None, drawn=0,
            pending_waits=bool(p.round.pending),
        )  # fmt: skip
    else:
        fault = _not_on_turn(p, event)
        if fault is not None:
            return fault
        fit, why = fits(rules, p.round, card)
        if not fit:
            return _Refusal(why)
    last = p.round.hand(player) == 1
    paid = False
    if last:
        fault = _cannot_be_last(rules, p.round, event)
        if fault is not None:
            return fault
        paid = rules.special_last is SpecialLast.PAID and card.rank in rules.banned_last
    reasons = [why]
    if paid:
        params: Params = {"card": str(card), "count": rules.special_last_penalty}
        options = ("special_last", "special_last_ranks", "special_last_penalty")
        reasons.append(ReasonUse(Reason.SPECIAL_LAST_PAID, options, params))
    p.others_act(player)
    in_time = announced_with_card(p, event)
    in_run = p.round.again is Again.RUN
    p.lay(player, card)
    if last and not paid:
        p.change(winner=player, over=True, again=None, naming=None)
        p.note(Effect.ROUND_WON, player=player)
        return tuple(reasons)
    if paid:
        pay_for_special_last(p, player)
    settle_after_card(p, event, in_time)
    if in_run:
        p.change(run_length=p.round.run_length + 1)
    else:
        p.change(again=None)
        apply_card(p, card, event.names, event.names_rank, why.code is Reason.TURNS_DRAW_BACK)
    offer_extra_draw(p, player)
    if _names_in_vain(p.round, event, in_run):
        reasons.append(ReasonUse(Reason.NOTHING_TO_NAME, (), {"player": player}))
    return tuple(reasons)


def _names_in_vain(state: RoundState, event: CardLaid, in_run: bool) -> bool:
    suit = event.names is not None and (in_run or state.named_suit is not event.names)
    rank = event.names_rank is not None and (in_run or state.named_rank is not event.names_rank)
    return suit or rank


def _impossible(p: Proceedings, event: CardLaid) -> _Refusal | None:
    r, card, player = p.round, event.card, event.player
    if r.hand(player) < 1:
        return _Refusal(ReasonUse(Reason.NO_CARDS_LEFT, (), {"player": player}))
    known = copies(p.rules, r, card)
    if r.discard.count(card) >= known:
        options = ("packs", "packs_from", *(("jokers",) if card == JOKER else ()))
        return _Refusal(ReasonUse(Reason.CARD_CANNOT_EXIST, options, {"card": str(card), "count": known}))
    return None


def _equal_card(rules: RuleSet, r: RoundState, event: CardLaid) -> ReasonUse | None:
    if not r.fresh or r.top != event.card or event.player == r.turn or r.naming is not None:
        return None
    if event.player == r.last_layer:
        if rules.equal_together:
            return ReasonUse(Reason.LAID_TOGETHER, ("equal_together",), {"card": str(event.card)})
    elif rules.throw_in:
        params = {"card": str(event.card), "player": event.player}
        return ReasonUse(Reason.THROWN_IN, ("throw_in",), params)
    return None


def _not_on_turn(p: Proceedings, event: CardLaid) -> _Refusal | None:
    r, player = p.round, event.player
    unnamed = waits_for_a_name(p, player)
    if unnamed is not None:
        return _Refusal(unnamed)
    if step_in(p, player):
        if player == r.turn and r.drawn and p.rules.drawn_card is DrawnCard.NEVER:
            params = {"card": str(event.card), "player": player}
            return _Refusal(ReasonUse(Reason.DRAWN_CARD, ("drawn_card",), params))
        return None
    if player == r.drew_last:
        params = {"card": str(event.card), "player": player}
        if r.took_last:
            return _Refusal(ReasonUse(Reason.TAKEN_CARDS_END_TURN, ("play_after_taking",), params))
        return _Refusal(ReasonUse(Reason.DRAWN_CARD, ("drawn_card",), params))
    return _Refusal(ReasonUse(Reason.NOT_YOUR_TURN, (), {"player": player, "turn": r.turn}))


def _cannot_be_last(rules: RuleSet, r: RoundState, event: CardLaid) -> _Refusal | None:
    card, player = event.card, event.player
    params = {"card": str(card), "player": player}
    if card.rank in rules.never_last:
        return _Refusal(ReasonUse(Reason.SPECIAL_LAST, ("never_last",), params))
    if rules.special_last is SpecialLast.FORBIDDEN and card.rank in rules.banned_last:
        options: tuple[str, ...] = ("special_last", "special_last_ranks", f"effects.{card.rank.value}")
        penalty = rules.special_last_penalty or rules.illegal_penalty
        name = "special_last_penalty" if rules.special_last_penalty else "illegal_penalty"
        return _Refusal(ReasonUse(Reason.SPECIAL_LAST, options, params), penalty, (name,))
    if rules.announce is Announce.BEFORE_LAST and player not in r.announced and not event.last_card:
        why = ReasonUse(Reason.LAST_CARD_NOT_ANNOUNCED, ("announce",), params)
        return _Refusal(why, rules.announce_penalty, ("announce_penalty",))
    return None
