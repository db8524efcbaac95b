"""The book of a match: entries while events are recorded into them, and judged again when something is put right."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import TypeAlias

from referee.events import (
    CardLaid,
    CardSeen,
    Corrected,
    Event,
    ExplanationChosen,
    Inserted,
    LastCardSaid,
    MatchStarted,
    RankNamed,
    Restored,
    Revision,
    RoundStarted,
    SuitNamed,
    TableEvent,
    TakenBack,
    Undone,
)
from referee.faults import FaultError
from referee.judge import judge
from referee.revising import BadCorrectionError, removes, revised
from referee.rulebook import RuleFileError
from referee.rules import RuleSet
from referee.state import MatchState
from referee.timeline import Change, Entry, Timeline
from referee.verdicts import Effect, EffectUse, Params, Reason, ReasonUse, Verdict

RulesOf: TypeAlias = Callable[[MatchStarted], RuleSet]

_NO_MATCH = MatchState((), RuleSet())


class Book:
    """Entries while events are recorded into them."""

    def __init__(self, entries: list[Entry], rules_of: RulesOf) -> None:
        self.entries = entries
        self.rules_of = rules_of

    def timeline(self) -> Timeline:
        """All of them, as a value."""
        state = self._state()
        return Timeline(tuple(self.entries), None if state is _NO_MATCH else state)

    def record(self, event_id: int, event: Event) -> None:
        """One more event; whatever it is, it gets an entry."""
        if isinstance(event, Undone):
            self._undo(event_id, event)
        elif isinstance(event, Corrected | ExplanationChosen):
            self._correct(event_id, event)
        elif isinstance(event, Inserted):
            self._insert(event_id, event)
        elif isinstance(event, Restored):
            self._restore(event_id, event)
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
            return Verdict(False, (ReasonUse(Reason.UNKNOWN_RULES, (), _told(fault)),), (), state)
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

    def _note(
        self, event_id: int, event: Event, code: Reason, params: Params, before: _Facts | None = None
    ) -> None:
        """The entry of a revision: refused without the facts ``before`` it, else with what it changed."""
        verdict = Verdict(before is not None, (ReasonUse(code, (), params),), (), self._state())
        changes = self._changes(before) if before is not None else ()
        self.entries.append(Entry(event_id, event, event, verdict, changes=changes))

    def _facts(self) -> _Facts:
        rows = (entry for entry in self.entries if entry.standing and not entry.revises)
        return {entry.event_id: _facts(entry.verdict) for entry in rows}

    def _changes(self, before: _Facts) -> tuple[Change, ...]:
        after = self._facts()
        changes = [
            Change(changed, what, old, new)
            for changed, facts in before.items()
            if changed in after
            for what, old in facts.items()
            if (new := after[changed].get(what, "")) != old
        ]
        fresh = [(number, facts) for number, facts in after.items() if number not in before]
        changes += [Change(n, what, "", facts[what]) for n, facts in fresh for what in ("legal", "reasons")]
        return tuple(changes)

    def _place(self, event_id: int) -> int | None:
        """Where the event of this id is that is part of the game itself."""
        return next((i for i, e in enumerate(self.entries) if e.event_id == event_id and not e.revises), None)

    def _revision(self, event_id: int) -> int | None:
        """Where the legal entry of this id is that changes others."""
        found = (i for i, e in enumerate(self.entries) if e.event_id == event_id and e.revises)
        return next((i for i in found if self.entries[i].verdict.legal), None)

    def _undo(self, event_id: int, event: Undone) -> None:
        undoable = [i for i, entry in enumerate(self.entries) if entry.standing and _undoable(entry)]
        if not 1 <= event.count <= len(undoable):
            self._note(event_id, event, Reason.NOTHING_TO_UNDO, {"count": event.count})
            return
        gone = undoable[-event.count :]
        ids = tuple(self.entries[place].event_id for place in gone)
        first = min(self._take_out(place) for place in reversed(gone))
        self._rejudge(first)
        why = ReasonUse(Reason.UNDONE, (), {"count": event.count})
        self.entries.append(
            Entry(event_id, event, event, Verdict(True, (why,), (), self._state()), voids=ids)
        )

    def _take_out(self, place: int) -> int:
        """Let an event count no longer; what a taking back took out stands again. The first place touched."""
        entry = self.entries[place]
        self.entries[place] = replace(entry, standing=False)
        return min([place, *(self._bring_back(i) for i in self._voided(entry))])

    def _bring_back(self, place: int) -> int:
        """Let an event count again; a taking back takes out again what it took. The first place touched."""
        entry = self.entries[place]
        kept = isinstance(entry.event, CardSeen) and not isinstance(entry.effective, CardSeen | CardLaid)
        effective = entry.event if kept else entry.effective
        self.entries[place] = replace(entry, standing=True, effective=effective)
        return min([place, *(self._void(i) for i in self._voided(entry))])

    def _voided(self, entry: Entry) -> list[int]:
        if not isinstance(entry.event, TakenBack):
            return []
        return [i for i in map(self._place, entry.voids) if i is not None]

    def _void(self, place: int) -> int:
        self.entries[place] = replace(self.entries[place], standing=False)
        if isinstance(self.entries[place].event, CardSeen):
            self._keep_what_came_before(place)
        return place

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
        place = self._place(event.event_id)
        if place is None or not self.entries[place].standing:
            self._note(event_id, event, Reason.NO_SUCH_EVENT, {"event": event.event_id})
            return
        target = self.entries[place]
        before = self._facts()
        try:
            effective = revised(target.effective, target.verdict, event)
        except BadCorrectionError as fault:
            self._note(event_id, event, Reason.BAD_CORRECTION, {"event": event.event_id, **_told(fault)})
            return
        why = self._no_beginning(place, effective)
        if why is not None:
            self._note(event_id, event, why.code, {"event": event.event_id, **why.params})
            return
        self.entries[place] = replace(
            target,
            effective=target.effective if effective is None else effective,
            standing=effective is not None,
            revised_by=(*target.revised_by, event_id),
        )
        self._rejudge(place)
        code = Reason.CORRECTED if isinstance(event, Corrected) else Reason.EXPLANATION_CHOSEN
        self._note(event_id, event, code, {"event": event.event_id}, before)

    def _no_beginning(self, place: int, effective: TableEvent | None) -> ReasonUse | None:
        """Why a match or a round could not begin as a correction of its beginning would have it."""
        begins = isinstance(self.entries[place].effective, MatchStarted | RoundStarted)
        if not begins or effective is None:
            return ReasonUse(Reason.NO_SUCH_EVENT, (), {}) if begins and place == 0 else None
        verdict = self._judge(self._state(place), effective)
        return None if verdict.legal else verdict.reasons[0]

    def _insert(self, event_id: int, event: Inserted) -> None:
        place = self._place(event.before)
        if not place:
            # nothing comes before the match itself
            self._note(event_id, event, Reason.NO_SUCH_EVENT, {"event": event.before})
            return
        before = self._facts()
        verdict = self._judge(self._state(place), event.event)
        self.entries.insert(place, Entry(event_id, event.event, event.event, verdict, inserted=True))
        self._rejudge(place)
        self._note(event_id, event, Reason.INSERTED, {"event": event.before}, before)

    def _restore(self, event_id: int, event: Restored) -> None:
        before = self._facts()
        place, revision = self._place(event.event_id), self._revision(event.event_id)
        if place is not None and self._altered(place):
            touched = self._as_recorded(place)
            entry = self.entries[place]
            self.entries[place] = replace(entry, revised_by=(*entry.revised_by, event_id))
        elif revision is not None and not isinstance(self.entries[revision].event, Restored):
            touched = self._turn_round(revision)
            entry = self.entries[revision]
            self.entries[revision] = replace(entry, revised_by=(*entry.revised_by, event_id))
        else:
            known = any(entry.event_id == event.event_id for entry in self.entries)
            code = Reason.NOTHING_TO_RESTORE if known else Reason.NO_SUCH_EVENT
            self._note(event_id, event, code, {"event": event.event_id})
            return
        self._rejudge(touched)
        self._settle()
        self._note(event_id, event, Reason.RESTORED, {"event": event.event_id}, before)

    def _as_recorded(self, place: int) -> int:
        """Let an event that is out stand again, or give a standing one the form in which it was recorded."""
        entry = self.entries[place]
        out = self._out(place)
        for i in map(self._revision, entry.revised_by):
            if i is not None and (removes(self.entries[i].event) or not out):
                self.entries[i] = replace(self.entries[i], standing=False)
        inserted = self._revision(entry.event_id)
        if out and inserted is not None:
            self.entries[inserted] = replace(self.entries[inserted], standing=True)
        if out:
            return self._bring_back(place)
        self.entries[place] = replace(entry, effective=entry.event)
        return place

    def _out(self, place: int) -> bool:
        entry = self.entries[place]
        kept = isinstance(entry.event, CardSeen) and not isinstance(entry.effective, CardSeen | CardLaid)
        return kept or not entry.standing

    def _altered(self, place: int) -> bool:
        return self._out(place) or self.entries[place].effective != self.entries[place].event

    def _turn_round(self, place: int) -> int:
        """Revoke a revision, or let a revoked one hold again. The first place touched."""
        entry = self.entries[place]
        revoked = not entry.standing
        self.entries[place] = replace(entry, standing=revoked)
        match entry.event:
            case Corrected(event_id) | ExplanationChosen(event_id):
                target = self._place(event_id)
                return len(self.entries) if target is None else self._reform(target, removes(entry.event))
            case Inserted():
                target = self._place(entry.event_id)
                if target is None:
                    return len(self.entries)
                return self._bring_back(target) if revoked else self._take_out(target)
            case Undone():
                targets = [
                    i for i, e in enumerate(self.entries) if e.event_id in entry.voids and _undoable(e)
                ]
                if revoked:
                    standing = [i for i in reversed(targets) if self.entries[i].standing]
                    return min(map(self._take_out, standing), default=len(self.entries))
                return min(map(self._bring_back, targets), default=len(self.entries))
            case _:
                return self._bring_back(place) if revoked else self._take_out(place)

    def _reform(self, place: int, removal: bool) -> int:
        """Give an event the form that its corrections, as far as they hold, make of it."""
        entry = self.entries[place]
        form, standing = entry.event, entry.standing or removal
        for number in entry.revised_by:
            at = self._revision(number)
            if at is None or not self.entries[at].standing:
                continue
            revision = self.entries[at].event
            if removes(revision):
                standing = False
            elif isinstance(revision, ExplanationChosen) and isinstance(form, CardSeen):
                form = replace(form, choice=revision.choice)
            elif isinstance(revision, Corrected):
                try:
                    form = revised(form, entry.verdict, revision) or form
                except BadCorrectionError:
                    continue
        self.entries[place] = replace(entry, effective=form, standing=standing)
        return place

    def _settle(self) -> None:
        """An undoing or a taking back of which nothing is left out holds no longer."""
        for at, entry in enumerate(self.entries):
            if not entry.voids or not entry.standing:
                continue
            left = [i for i, e in enumerate(self.entries) if e.event_id in entry.voids and _undoable(e)]
            if not any(self._out(i) for i in left):
                self.entries[at] = replace(entry, standing=False)

    def _rejudge(self, place: int) -> None:
        state = self._state(place)
        for i in range(place, len(self.entries)):
            entry = self.entries[i]
            if not entry.standing or entry.revises:
                continue
            effective = entry.effective
            assert not isinstance(effective, Revision)
            verdict = self._judge(state, effective)
            self.entries[i] = replace(entry, verdict=verdict)
            state = verdict.state


_Facts: TypeAlias = dict[int, dict[str, str]]


def _told(fault: FaultError) -> dict[str, str | int | float]:
    """A fault as params of a reason: its code as ``fault``, and its own params."""
    return {**fault.params, "fault": fault.code.value, "meant": fault.meant, "message": str(fault)}


def _undoable(entry: Entry) -> bool:
    return not isinstance(entry.event, Revision)


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
