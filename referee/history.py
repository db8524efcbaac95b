"""The events of a match in order, each with its verdict; corrections and undoing judge again."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import TypeAlias

from referee.events import (
    CardLaid,
    CardSeen,
    Corrected,
    Event,
    ExplanationChosen,
    LastCardSaid,
    MatchStarted,
    RankNamed,
    SuitNamed,
    TableEvent,
    TakenBack,
    Undone,
)
from referee.judge import judge
from referee.revising import BadCorrectionError, revised
from referee.rulebook import RuleFileError, rules_of_match
from referee.rules import RuleSet
from referee.state import MatchState
from referee.verdicts import Effect, EffectUse, Reason, ReasonUse, Verdict

RulesOf: TypeAlias = Callable[[MatchStarted], RuleSet]


@dataclass(frozen=True, slots=True)
class Change:
    """What a revision changed about a later (or the revised) event.

    ``what`` is ``legal``, ``reasons``, ``turn``, ``direction``, ``pending``, ``suit``, ``hands`` or ``winner``, as
    they are after that event.
    """

    event_id: int
    what: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class Entry:
    """One event as it stands now.

    ``event`` is what was recorded; ``effective`` what counts after corrections. ``standing`` is False for events
    undone, removed or taken back, whose ``verdict`` is the last one they had; of a seen card taken back, the draw that
    came before it may stand on as ``effective``. ``revised_by`` are the ids of
    corrections. ``changes`` are for a revision: what it changed. ``voids`` are the ids of events that this one took
    out. ``verdict.state`` is the state after the entry.
    """

    event_id: int
    event: Event
    effective: Event
    verdict: Verdict
    standing: bool = True
    revised_by: tuple[int, ...] = ()
    changes: tuple[Change, ...] = ()
    voids: tuple[int, ...] = ()

    @property
    def revises(self) -> bool:
        """Whether this entry changes earlier ones rather than the round itself."""
        return bool(self.voids) or isinstance(self.event, Undone | Corrected | ExplanationChosen)


@dataclass(frozen=True, slots=True)
class Timeline:
    """All entries in the order of recording; ``state`` after the last standing one; None before a match."""

    entries: tuple[Entry, ...]
    state: MatchState | None


def fold(events: Iterable[tuple[int, Event]], rules_of: RulesOf = rules_of_match) -> Timeline:
    """The timeline of these (id, event) pairs, ids rising; same events, same timeline.

    ``rules_of`` finds a match's rules; by default the rulebook does.
    """
    book = _Book([], rules_of)
    for event_id, event in events:
        book.record(event_id, event)
    return book.timeline()


def extend(timeline: Timeline, event_id: int, event: Event, rules_of: RulesOf = rules_of_match) -> Timeline:
    """The timeline with one more event: what folding all of them again would give."""
    book = _Book(list(timeline.entries), rules_of)
    book.record(event_id, event)
    return book.timeline()


_NO_MATCH = MatchState((), RuleSet())


class _Book:
    """Entries while events are recorded into them."""

    def __init__(self, entries: list[Entry], rules_of: RulesOf) -> None:
        self.entries = entries
        self.rules_of = rules_of

    def timeline(self) -> Timeline:
        state = self._state()
        return Timeline(tuple(self.entries), None if state is _NO_MATCH else state)

    def record(self, event_id: int, event: Event) -> None:
        if isinstance(event, Undone):
            self._undo(event_id, event)
        elif isinstance(event, Corrected | ExplanationChosen):
            self._correct(event_id, event)
        else:
            verdict = self._judge(self._state(), event)
            entry = Entry(event_id, event, event, verdict)
            if isinstance(event, TakenBack) and not verdict.legal:
                entry = self._take_back(entry, event)
            self.entries.append(entry)

    def _judge(self, state: MatchState, event: TableEvent) -> Verdict:
        if isinstance(event, MatchStarted):
            return self._start_match(state, event)
        return judge(state, event)

    def _start_match(self, state: MatchState, event: MatchStarted) -> Verdict:
        if state.round is not None and not (state.round.over or state.over):
            return Verdict(False, (ReasonUse(Reason.ROUND_RUNNING),), (), state)
        try:
            rules = self.rules_of(event)
        except RuleFileError as fault:
            return Verdict(False, (ReasonUse(Reason.UNKNOWN_RULES, (), {"message": str(fault)}),), (), state)
        players = event.players
        if not rules.players_min <= len(set(players)) == len(players) <= rules.players_max:
            params = {"count": len(set(players)), "least": rules.players_min, "most": rules.players_max}
            why = ReasonUse(Reason.WRONG_PLAYER_COUNT, ("players_min", "players_max"), params)
            return Verdict(False, (why,), (), state)
        return Verdict(True, (ReasonUse(Reason.MATCH_STARTED),), (), MatchState(players, rules))

    def _standing(self, before: int | None = None) -> Iterator[int]:
        """Places of the entries that make the state, last first."""
        for place in range(len(self.entries) if before is None else before, 0, -1):
            entry = self.entries[place - 1]
            if entry.standing and not entry.revises:
                yield place - 1

    def _state(self, before: int | None = None) -> MatchState:
        place = next(self._standing(before), None)
        return _NO_MATCH if place is None else self.entries[place].verdict.state

    def _refuse(self, event_id: int, event: Event, why: ReasonUse) -> None:
        self.entries.append(Entry(event_id, event, event, Verdict(False, (why,), (), self._state())))

    def _undo(self, event_id: int, event: Undone) -> None:
        undoable = [i for i, entry in enumerate(self.entries) if entry.standing and _undoable(entry)]
        if not 1 <= event.count <= len(undoable):
            params = {"count": event.count}
            self._refuse(event_id, event, ReasonUse(Reason.NOTHING_TO_UNDO, (), params))
            return
        gone = undoable[-event.count :]
        restored: set[int] = set()
        for place in reversed(gone):
            self.entries[place] = replace(self.entries[place], standing=False)
            restored.discard(self.entries[place].event_id)
            restored.update(self.entries[place].voids)
        if restored:
            self._restore(restored)
        why = ReasonUse(Reason.UNDONE, (), {"count": event.count})
        ids = tuple(self.entries[place].event_id for place in gone)
        self.entries.append(
            Entry(event_id, event, event, Verdict(True, (why,), (), self._state()), voids=ids)
        )

    def _restore(self, ids: set[int]) -> None:
        places = [i for i, entry in enumerate(self.entries) if entry.event_id in ids]
        for place in places:
            entry = self.entries[place]
            seen = isinstance(entry.event, CardSeen) and not isinstance(entry.effective, CardSeen | CardLaid)
            self.entries[place] = replace(
                entry, standing=True, effective=entry.event if seen else entry.effective
            )
        self._rejudge(places[0])

    def _take_back(self, entry: Entry, event: TakenBack) -> Entry:
        """Void the legal card laid last, and what was said about it since, if that is what was taken back."""
        voided: list[int] = []
        for place in self._standing():
            earlier = self.entries[place]
            voided.append(place)
            if isinstance(earlier.effective, LastCardSaid | SuitNamed | RankNamed):
                continue
            r = earlier.verdict.state.round
            laid = isinstance(earlier.effective, CardLaid | CardSeen) and earlier.verdict.legal
            if not laid or r is None or r.top is None or r.scored or event.card not in (None, r.top):
                return entry
            if event.player is not None and event.player != r.last_layer:
                return entry
            ids = tuple(self.entries[i].event_id for i in voided)
            for i in voided:
                self.entries[i] = replace(self.entries[i], standing=False)
            self._keep_what_came_before(place)
            card = str(r.top)
            effect = EffectUse(Effect.CARD_GOES_BACK, (), {"player": r.last_layer or "", "card": card})
            verdict = Verdict(
                True, (ReasonUse(Reason.TAKEN_BACK, (), {"card": card}),), (effect,), self._state()
            )
            return replace(entry, verdict=verdict, voids=ids)
        return entry

    def _keep_what_came_before(self, place: int) -> None:
        """Of a seen card taken back, keep what its story says was done before it was laid: cards drawn, a pass."""
        entry = self.entries[place]
        story = next((e for e in entry.verdict.explanations if e.key == entry.verdict.applied), None)
        if story is not None and len(story.events) > 1:
            kept = story.events[0]
            verdict = self._judge(self._state(place), kept)
            self.entries[place] = replace(entry, effective=kept, verdict=verdict, standing=True)

    def _correct(self, event_id: int, event: Corrected | ExplanationChosen) -> None:
        place = next(
            (
                i
                for i, entry in enumerate(self.entries)
                if entry.event_id == event.event_id and entry.standing
            ),
            None,
        )
        if place is None or self.entries[place].revises:
            params = {"event": event.event_id}
            self._refuse(event_id, event, ReasonUse(Reason.NO_SUCH_EVENT, (), params))
            return
        target = self.entries[place]
        before = [(entry.event_id, _facts(entry.verdict)) for entry in self._from(place)]
        try:
            effective = revised(target.effective, target.verdict, event)
        except BadCorrectionError as fault:
            message: dict[str, str | int] = {"event": event.event_id, "message": str(fault)}
            self._refuse(event_id, event, ReasonUse(Reason.BAD_CORRECTION, (), message))
            return
        removed = effective is None
        self.entries[place] = replace(
            target,
            effective=target.effective if effective is None else effective,
            standing=not removed,
            revised_by=(*target.revised_by, event_id),
        )
        self._rejudge(place)
        after = {entry.event_id: _facts(entry.verdict) for entry in self._from(place)}
        changes = tuple(
            Change(changed, what, old, after[changed][what])
            for changed, facts in before
            if changed in after
            for what, old in facts.items()
            if after[changed][what] != old
        )
        code = Reason.CORRECTED if isinstance(event, Corrected) else Reason.EXPLANATION_CHOSEN
        verdict = Verdict(True, (ReasonUse(code, (), {"event": event.event_id}),), (), self._state())
        self.entries.append(Entry(event_id, event, event, verdict, changes=changes))

    def _from(self, place: int) -> Iterator[Entry]:
        return (entry for entry in self.entries[place:] if entry.standing and not entry.revises)

    def _rejudge(self, place: int) -> None:
        state = self._state(place)
        for i in range(place, len(self.entries)):
            entry = self.entries[i]
            if not entry.standing or entry.revises:
                continue
            effective = entry.effective
            assert not isinstance(effective, Undone | Corrected | ExplanationChosen)
            verdict = self._judge(state, effective)
            self.entries[i] = replace(entry, verdict=verdict)
            state = verdict.state


def _undoable(entry: Entry) -> bool:
    return not isinstance(entry.event, Undone | Corrected | ExplanationChosen)


def _facts(verdict: Verdict) -> dict[str, str]:
    r = verdict.state.round
    facts = {"legal": str(verdict.legal).lower(), "reasons": " ".join(verdict.codes)}
    if r is not None:
        facts |= {
            "turn": r.turn,
            "direction": r.direction.value,
            "pending": str(r.pending),
            "suit": r.named_suit.value if r.named_suit else "",
            "hands": ", ".join(f"{player} {count}" for player, count in r.hand_counts.items()),
            "winner": r.winner or "",
        }
    return facts
