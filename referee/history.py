"""The events of a match in order, each with its verdict; corrections and undoing judge again."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from referee.events import Event, MatchStarted
from referee.rules import RuleSet
from referee.state import MatchState
from referee.verdicts import Verdict


@dataclass(frozen=True, slots=True)
class Change:
    """What a revision changed in a later (or the revised) event: ``what`` is ``legal``, ``reasons``, ``turn``,
    ``direction``, ``pending``, ``suit``, ``hands`` or ``winner``, after that event."""

    event_id: int
    what: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class Entry:
    """One event as it stands now.

    ``event`` is what was recorded; ``effective`` what counts after corrections. ``standing`` is False for events
    undone or removed, whose ``verdict`` is the last one they had. ``revised_by`` are the ids of corrections.
    ``changes`` are for a revision: what it changed. ``verdict.state`` is the state after the entry.
    """

    event_id: int
    event: Event
    effective: Event
    verdict: Verdict
    standing: bool = True
    revised_by: tuple[int, ...] = ()
    changes: tuple[Change, ...] = ()


@dataclass(frozen=True, slots=True)
class Timeline:
    """All entries in the order of recording; ``state`` after the last; None before a match has started."""

    entries: tuple[Entry, ...]
    state: MatchState | None


def fold(
    events: Iterable[tuple[int, Event]], rules_of: Callable[[MatchStarted], RuleSet] | None = None
) -> Timeline:
    """The timeline of these (id, event) pairs, ids rising. ``rules_of`` finds a match's rules; by default the
    rulebook does. Same events, same timeline."""
    raise NotImplementedError


def extend(timeline: Timeline, event_id: int, event: Event) -> Timeline:
    """The timeline with one more event; the same as folding all of them again, without the work."""
    raise NotImplementedError
