"""Judging cards drawn and turns passed."""

from __future__ import annotations

from typing import TypeAlias

from referee.cards import Rank
from referee.choices import AgainDraw, DrawnCard, DrawWhen, JokerSuit, NothingToDraw
from referee.events import CardsDrawn
from referee.laying import may_stop, step_in, stop, waits_for_a_name
from referee.proceedings import Proceedings
from referee.state import Again, Naming, RoundState
from referee.verdicts import Effect, Reason, ReasonUse

Outcome: TypeAlias = tuple[bool, tuple[ReasonUse, ...]]


def judge_drawing(p: Proceedings, event: CardsDrawn) -> Outcome:
    """Apply cards drawn by a known player in a running round."""
    before = p.round
    legal, reasons = _draw(p, event)
    return (True, reasons) if legal else _offence(p, before, event.player, reasons)


def judge_passing(p: Proceedings, player: str) -> Outcome:
    """Apply a pass by a known player in a running round."""
    before = p.round
    legal, reasons = _pass(p, player)
    return (True, reasons) if legal else _offence(p, before, player, reasons)


def _offence(p: Proceedings, before: RoundState, player: str, reasons: tuple[ReasonUse, ...]) -> Outcome:
    p.round = before
    p.effects.clear()
    if reasons[0].code not in (Reason.SUIT_NOT_NAMED, Reason.RANK_NOT_NAMED, Reason.NOTHING_TO_DRAW):
        p.penalty(player, p.rules.illegal_penalty, reasons[0].code, "illegal_penalty")
    return False, reasons


def _no(code: Reason, *options: str, **params: str | int) -> Outcome:
    return False, (ReasonUse(code, options, params),)


def _yes(code: Reason, *options: str, **params: str | int) -> Outcome:
    return True, (ReasonUse(code, options, params),)


def _draw(p: Proceedings, event: CardsDrawn) -> Outcome:
    player, count, rules = event.player, event.count, p.rules
    unnamed = waits_for_a_name(p, player)
    if unnamed is not None:
        return False, (unnamed,)
    if player == p.round.extra_drawer and player != p.round.turn:
        return _extra(p, player, count)
    if not step_in(p, player):
        return _no(Reason.NOT_YOUR_TURN, player=player, turn=p.round.turn)
    r = p.round
    if count < 1:
        return _no(Reason.WRONG_COUNT, player=player, count=count, pending=max(r.pending, 1))
    if r.pending and not r.pending_waits:
        return _take(p, player, count)
    if r.pending_skip:
        return _no(Reason.BEING_SKIPPED, f"answers.{r.discard[-1].rank.value}", player=player)
    if r.again is Again.RUN:
        return _no(Reason.MAY_NOT_DRAW_NOW, f"effects.{r.discard[-1].rank.value}", player=player)
    most = rules.draw_at_most
    if r.taken or (most and r.drawn >= most):
        option = "play_after_taking" if r.taken else "draw_at_most"
        return _no(Reason.ALREADY_DRAWN, option, player=player)
    if not p.drawable:
        return _nothing(p, player)
    most = min(most - r.drawn if most else p.drawable, p.drawable)
    if count > most:
        return _no(Reason.TOO_MANY_DRAWN, "draw_at_most", player=player, count=count, most=most)
    return _for_want_of_a_card(p, player, count)


def _for_want_of_a_card(p: Proceedings, player: str, count: int) -> Outcome:
    rules, again = p.rules, p.round.again
    options = ["draw_at_most"]
    p.others_act(player)
    p.draw(player, count)
    p.change(drawn=p.round.drawn + count, again=None, fresh=False, drew_last=None, took_last=False)
    done = rules.draw_at_most and p.round.drawn >= rules.draw_at_most
    if again is not None and rules.again_draw is AgainDraw.ENDS_TURN:
        options.append("again_draw")
        _ends_turn(p, player)
    elif rules.drawn_card is DrawnCard.NEVER:
        options.append("drawn_card")
        if done:
            _ends_turn(p, player)
    else:
        p.note(Effect.MAY_LAY_DRAWN, "drawn_card", player=player)
    reasons = [ReasonUse(Reason.DREW, tuple(options), {"player": player, "count": count})]
    if rules.draw_when is DrawWhen.STUCK:
        reasons.append(ReasonUse(Reason.HAND_UNSEEN, ("draw_when",), {"player": player}))
    return True, tuple(reasons)


def _ends_turn(p: Proceedings, player: str, took: bool = False) -> None:
    p.move_on()
    p.change(drew_last=player, took_last=took)


def _take(p: Proceedings, player: str, count: int) -> Outcome:
    r, rules = p.round, p.rules
    owed = min(r.pending, p.drawable)
    if not owed:
        return _nothing(p, player)
    if count not in (owed, r.pending):
        return _no(Reason.WRONG_COUNT, player=player, count=count, pending=owed)
    p.others_act(player)
    p.draw(player, owed)
    owed_to = r.pending_rank or r.discard[-1].rank
    p.change(pending=0, pending_rank=None, attacker=None, fresh=False, drew_last=None, took_last=False)
    options = [f"effects.{owed_to.value}"]
    after = owed_to in rules.play_after_taking
    if after:
        options.append("play_after_taking")
        p.change(taken=True)
        p.note(Effect.MAY_LAY_AFTER_TAKING, "play_after_taking", player=player)
    if r.discard[-1].rank is Rank.JOKER and rules.joker_suit is JokerSuit.DRAWER:
        p.change(naming=Naming.SUIT)
        p.note(Effect.MUST_NAME_SUIT, "joker_suit", player=player)
    elif not after:
        _ends_turn(p, player, took=True)
    return _yes(Reason.TOOK_CARDS_OWED, *options, player=player, count=owed)


def _extra(p: Proceedings, player: str, count: int) -> Outcome:
    if count != 1:
        return _no(Reason.TOO_MANY_DRAWN, "extra_draw", player=player, count=count, most=1)
    if not p.drawable:
        return _no(Reason.NOTHING_TO_DRAW, player=player)
    p.draw(player, 1)
    p.change(extra_drawer=None)
    return _yes(Reason.EXTRA_DRAW, "extra_draw", player=player)


def _nothing(p: Proceedings, player: str) -> Outcome:
    if p.rules.nothing_to_draw is NothingToDraw.ROUND_ENDS:
        p.exhausted(player)
        return _yes(Reason.NOTHING_TO_DRAW, "nothing_to_draw", player=player)
    return _no(Reason.NOTHING_TO_DRAW, "nothing_to_draw", player=player)


def _pass(p: Proceedings, player: str) -> Outcome:
    r, rules = p.round, p.rules
    unnamed = waits_for_a_name(p, player)
    if unnamed is not None:
        return False, (unnamed,)
    if player != r.turn and player in (r.drew_last, r.extra_drawer):
        p.change(extra_drawer=None if player == r.extra_drawer else r.extra_drawer)
        return _yes(Reason.TURN_ALREADY_OVER, player=player)
    if not step_in(p, player):
        return _no(Reason.NOT_YOUR_TURN, player=player, turn=r.turn)
    r = p.round
    blocked = not p.drawable
    if r.pending and not r.pending_waits and not blocked:
        return _no(Reason.MUST_TAKE_CARDS_OWED, player=player, pending=min(r.pending, p.drawable))
    if may_stop(rules, r, p.drawable):
        code = Reason.SKIP_ACCEPTED if r.pending_skip else Reason.PASSED
        p.others_act(player)
        p.change(fresh=False, drew_last=None, took_last=False)
        stop(p)
        return _yes(code, player=player)
    if blocked:
        p.others_act(player)
        p.exhausted(player)
        if not p.round.over:
            p.change(pending=0, pending_rank=None, attacker=None, fresh=False, drew_last=None)
            p.move_on()
        return _yes(Reason.PASSED, "nothing_to_draw", player=player)
    if r.drawn and not rules.draw_at_most:
        return _no(Reason.MUST_DRAW_UNTIL_IT_FITS, "draw_at_most", player=player)
    return _no(Reason.MUST_DRAW_FIRST, "draw_at_most", player=player)
