"""The events of a match with their verdicts, as values."""

from __future__ import annotations

from dataclasses import dataclass

from referee.events import Event, Revision
from referee.state import MatchState
from referee.verdicts import Verdict


@dataclass(frozen=True, slots=True)
class Change:
    """What a revision changed about a later (or the revised) event.

    ``what`` is ``legal``, ``reasons``, ``turn``, ``direction``, ``pending``, ``suit``, ``hands`` or ``winner``, as
    they are after that event; ``before`` is empty for an event that did not count before.
    """

    event_id: int
    what: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class Entry:
    """One event as it stands now.

    ``event`` is what was recorded; ``effective`` what counts after corrections. ``standing`` is False for events
    undone, removed or taken back, whose ``verdict`` is the last one they had, and for revisions that were revoked; of a
    seen card taken back, the draw that came before it may stand on as ``effective``. ``revised_by`` are the ids of
    corrections and restorings. ``changes`` are for a revision: what it changed. ``voids`` are the ids of events that
    this one took out. ``verdict.state`` is the state after the entry. ``inserted``: it was put in afterwards, by the
    revision of the same id.
    """

    event_id: int
    event: Event
    effective: Event
    verdict: Verdict
    standing: bool = True
    revised_by: tuple[int, ...] = ()
    changes: tuple[Change, ...] = ()
    voids: tuple[int, ...] = ()
    inserted: bool = False

    @property
    def revises(self) -> bool:
        """Whether this entry changes earlier ones rather than the round itself."""
        return bool(self.voids) or isinstance(self.event, Revision)


@dataclass(frozen=True, slots=True)
class Timeline:
    """All entries in the order of recording, but for inserted ones, which stand where they were put.

    ``state`` is that after the last standing event; None before a match.
    """

    entries: tuple[Entry, ...]
    state: MatchState | None
