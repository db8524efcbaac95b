"""The referee's one question: is this event legal here, why, and what follows?"""

from __future__ import annotations

from referee.announcing import judge_announcement
from referee.drawing import judge_drawing, judge_passing
from referee.events import (
    CardLaid,
    CardsDrawn,
    CardSeen,
    CardTurnedUp,
    HandsExchanged,
    LastCardSaid,
    MatchEnded,
    MatchStarted,
    Passed,
    PileReshuffled,
    RankNamed,
    RoundEnded,
    RoundStarted,
    SuitNamed,
    TableEvent,
    TakenBack,
)
from referee.exchanging import judge_exchange, judge_naming
from referee.explaining import judge_seen
from referee.laying import judge_laying
from referee.proceedings import Proceedings
from referee.rounds import judge_turning_up, start_round
from referee.scoring import end_match, score_round
from referee.state import MatchState
from referee.verdicts import Reason, ReasonUse, Verdict


def judge(state: MatchState, event: TableEvent) -> Verdict:
    """The verdict on ``event`` in ``state``; pure, and total: whatever happens gets a verdict.

    An illegal event leaves the state as it was but for penalties, which go to the hand at once, and for the note of
    a rejected card. Revisions and the start of a match are for `referee.history.fold`.
    """
    if isinstance(event, RoundStarted):
        return start_round(state, event)
    if isinstance(event, RoundEnded):
        return score_round(state, event)
    if isinstance(event, MatchEnded):
        if state.over:
            return _refused(state, Reason.MATCH_OVER)
        return end_match(state, (ReasonUse(Reason.MATCH_ENDED),))
    if isinstance(event, MatchStarted):
        return _refused(state, Reason.ROUND_RUNNING)
    r = state.round
    if state.over:
        return _refused(state, Reason.MATCH_OVER)
    if r is None:
        return _refused(state, Reason.NO_ROUND)
    if r.over:
        return _refused(state, Reason.ROUND_OVER, winner=r.winner or "")
    player = getattr(event, "player", None)
    if player is not None and player not in r.players:
        return _refused(state, Reason.UNKNOWN_PLAYER, player=player)
    if isinstance(event, CardSeen):
        return judge_seen(state, event, judge)
    return _in_round(state, Proceedings(state.rules, r), event)


def _in_round(state: MatchState, p: Proceedings, event: TableEvent) -> Verdict:
    if isinstance(event, CardTurnedUp):
        legal, reasons = judge_turning_up(p, event.card)
    elif p.round.awaiting_first:
        return _refused(state, Reason.FIRST_CARD_MISSING)
    elif isinstance(event, CardLaid):
        legal, reasons = judge_laying(p, event)
    elif isinstance(event, CardsDrawn):
        legal, reasons = judge_drawing(p, event)
    elif isinstance(event, Passed):
        legal, reasons = judge_passing(p, event.player)
    elif isinstance(event, SuitNamed | RankNamed):
        legal, reasons = judge_naming(p, event)
    elif isinstance(event, LastCardSaid):
        legal, reasons = judge_announcement(p, event.player)
    elif isinstance(event, HandsExchanged):
        legal, reasons = judge_exchange(p, event)
    elif isinstance(event, PileReshuffled):
        if len(p.round.discard) > 1:
            p.put_back()
        legal, reasons = True, (ReasonUse(Reason.RESHUFFLED),)
    elif isinstance(event, TakenBack):
        legal, reasons = _taken_back(p, event)
    else:
        raise TypeError(f"{event!r} is no event of a round")
    return Verdict(legal, reasons, tuple(p.effects), state.with_round(p.round))


def _taken_back(p: Proceedings, event: TakenBack) -> tuple[bool, tuple[ReasonUse, ...]]:
    rejected = p.round.rejected
    if rejected is None or event.card not in (None, rejected):
        return False, (ReasonUse(Reason.NOTHING_TO_TAKE_BACK),)
    p.change(rejected=None)
    return True, (ReasonUse(Reason.TAKEN_BACK, (), {"card": str(rejected)}),)


def _refused(state: MatchState, code: Reason, **params: str | int) -> Verdict:
    return Verdict(False, (ReasonUse(code, (), params),), (), state)
