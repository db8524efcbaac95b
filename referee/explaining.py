"""Explaining a card that the camera saw and nobody claimed: a ranked list of stories."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import TypeAlias

from referee.cards import Card
from referee.events import CardLaid, CardsDrawn, CardSeen, CardTurnedUp, Passed, SuitNamed, TableEvent
from referee.explanations import Explanation, ExplanationKind
from referee.laying import copies
from referee.state import MatchState, Naming, RoundState
from referee.verdicts import Effect, EffectUse, Reason, Verdict

Judge: TypeAlias = Callable[[MatchState, TableEvent], Verdict]

_PRIOR = {
    ExplanationKind.FIRST_CARD: 1.0,
    ExplanationKind.TURN_PLAYER: 1.0,
    ExplanationKind.AFTER_PASSING: 0.7,
    ExplanationKind.AFTER_NAMING: 0.6,
    ExplanationKind.AFTER_TAKING: 0.6,
    ExplanationKind.AFTER_DRAWING: 0.6,
    ExplanationKind.TOGETHER: 0.65,
    ExplanationKind.THROW_IN: 0.62,
    ExplanationKind.ILLEGAL: 0.3,
    ExplanationKind.MISREAD: 0.3,
}
"""How likely a story is, the card read right, when nothing speaks against it. That an illegal card and a misread one
weigh the same leaves the choice between them to the reader's confidences: legality alone never changes a reading."""

_IMPOSSIBLE = 0.02
_UNSAID = 0.7
"""How likely it is that the player on turn laid a last card that fits and that nobody heard announced: likelier than
that two others did something without a word."""


@dataclass(frozen=True, slots=True)
class _Story:
    explanation: Explanation
    verdicts: tuple[Verdict, ...]


def judge_seen(state: MatchState, event: CardSeen, judge: Judge) -> Verdict:
    """The verdict on a seen card in a running round: that of the likeliest story, or of the one chosen."""
    stories = sorted(_stories(state, event, judge), key=lambda story: -story.explanation.weight)
    whole = sum(story.explanation.weight for story in stories) or 1.0
    ranked = tuple(replace(s.explanation, weight=s.explanation.weight / whole) for s in stories)
    chosen = next((i for i, e in enumerate(ranked) if e.key == event.choice), 0)
    verdicts = stories[chosen].verdicts
    effects = _effects(verdicts)
    earlier = tuple(reason for verdict in verdicts[:-1] for reason in verdict.reasons)
    last = verdicts[-1]
    return Verdict(last.legal, (*last.reasons, *earlier), effects, last.state, ranked, ranked[chosen].key)


def _effects(verdicts: tuple[Verdict, ...]) -> tuple[EffectUse, ...]:
    """What a story did, without a suit named in it that its last card has made void."""
    after = verdicts[-1].state.round
    void = after is None or after.named_suit is None
    return tuple(
        effect
        for verdict in verdicts
        for effect in verdict.effects
        if not (void and effect.code is Effect.SUIT_TO_FOLLOW)
    )


def _stories(state: MatchState, event: CardSeen, judge: Judge) -> Iterator[_Story]:
    r = state.round
    assert r is not None
    if r.awaiting_first:
        yield _told(
            state, judge, ExplanationKind.FIRST_CARD, r.dealer, event.confidence, (CardTurnedUp(event.card),)
        )
        return
    own = _told(
        state,
        judge,
        ExplanationKind.TURN_PLAYER,
        r.turn,
        event.confidence,
        (_laid(event, r.turn, event.card),),
    )
    if own.explanation.legal:
        yield own
    else:
        yield _as_illegal(state, r, own)
    for kind, player, before in _earlier(state, r, event.card, judge):
        story = _told(
            state, judge, kind, player, event.confidence, (*before, _laid(event, player, event.card))
        )
        if story.explanation.legal:
            yield _less(story, 0.25) if own.explanation.legal else story
    yield from _out_of_turn(state, r, event, judge)
    for card, confidence in event.alternatives:
        if card != event.card:
            misread = _told(
                state, judge, ExplanationKind.MISREAD, r.turn, confidence, (_laid(event, r.turn, card),)
            )
            yield misread if misread.explanation.legal else _less(misread, 0.1)


def _laid(event: CardSeen, player: str, card: Card) -> CardLaid:
    return CardLaid(player, card, event.names, event.last_card, event.names_rank)


def _told(
    state: MatchState,
    judge: Judge,
    kind: ExplanationKind,
    player: str,
    sure: float,
    events: tuple[TableEvent, ...],
) -> _Story:
    verdicts: list[Verdict] = []
    for event in events:
        verdicts.append(judge(verdicts[-1].state if verdicts else state, event))
    card = getattr(events[-1], "card", None)
    assert isinstance(card, Card)
    legal = all(verdict.legal for verdict in verdicts)
    weight = _PRIOR[kind] * min(max(sure, 0.0), 1.0)
    key = f"{kind.value}:{player}:{card}"
    return _Story(Explanation(key, kind, player, card, legal, weight, events), tuple(verdicts))


def _as_illegal(state: MatchState, r: RoundState, own: _Story) -> _Story:
    e = own.explanation
    kind = ExplanationKind.ILLEGAL
    gone = r.discard.count(e.card) >= copies(state.rules, r, e.card)
    unsaid = own.verdicts[-1].codes[:1] == (Reason.LAST_CARD_NOT_ANNOUNCED,)
    weight = e.weight * (_IMPOSSIBLE if gone else _UNSAID if unsaid else _PRIOR[kind])
    return replace(
        own, explanation=replace(e, key=f"{kind.value}:{e.player}:{e.card}", kind=kind, weight=weight)
    )


def _less(story: _Story, factor: float) -> _Story:
    e = story.explanation
    return replace(story, explanation=replace(e, weight=e.weight * factor))


def _earlier(
    state: MatchState, r: RoundState, card: Card, judge: Judge
) -> Iterator[tuple[ExplanationKind, str, tuple[TableEvent, ...]]]:
    """What the player on turn may have done without a word, and who lays after it."""
    turn = r.turn
    if r.naming is not None:
        if r.naming is Naming.SUIT and card.suit is not None and card.rank not in state.rules.wild:
            named = SuitNamed(turn, card.suit)
            after = judge(state, named).state.round
            if after is not None:
                yield ExplanationKind.AFTER_NAMING, after.turn, (named,)
        return
    passed = judge(state, Passed(turn))
    if passed.legal and passed.state.round is not None and passed.codes[0] != Reason.TURN_ALREADY_OVER:
        yield ExplanationKind.AFTER_PASSING, passed.state.round.turn, (Passed(turn),)
    owed = r.pending and not r.pending_waits
    drawable = r.stock + len(r.discard) - 1
    drawn = CardsDrawn(turn, min(r.pending, drawable) if owed else max(1, state.rules.draw_at_most - r.drawn))
    verdict = judge(state, drawn)
    after = verdict.state.round
    if not verdict.legal or after is None or after.over or after.naming is not None:
        return
    kind = ExplanationKind.AFTER_TAKING if owed else ExplanationKind.AFTER_DRAWING
    if after.turn != turn:
        yield kind, after.turn, (drawn,)
        return
    if owed:
        yield kind, turn, (drawn,)
    passed = judge(verdict.state, Passed(turn))
    if passed.legal and passed.state.round is not None:
        yield kind, passed.state.round.turn, (drawn, Passed(turn))


def _out_of_turn(state: MatchState, r: RoundState, event: CardSeen, judge: Judge) -> Iterator[_Story]:
    if not r.fresh or r.top != event.card or not (state.rules.throw_in or state.rules.equal_together):
        return
    for player in r.players:
        kind = ExplanationKind.TOGETHER if player == r.last_layer else ExplanationKind.THROW_IN
        laid = _laid(event, player, event.card)
        if player != r.turn:
            story = _told(state, judge, kind, player, event.confidence, (laid,))
            if story.explanation.legal:
                yield story
