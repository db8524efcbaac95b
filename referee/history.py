"""The events of a match in order, each with its verdict; corrections and undoing judge again."""

from __future__ import annotations

from collections.abc import Iterable

from referee.book import Book, RulesOf
from referee.events import Event
from referee.rulebook import rules_of_match
from referee.timeline import Change, Entry, Timeline

__all__ = ["Change", "Entry", "RulesOf", "Timeline", "extend", "fold"]


def fold(events: Iterable[tuple[int, Event]], rules_of: RulesOf = rules_of_match) -> Timeline:
    """The timeline of these (id, event) pairs, ids rising; same events, same timeline.

    ``rules_of`` finds a match's rules; by default the rulebook does.
    """
    book = Book([], rules_of)
    for event_id, event in events:
        book.record(event_id, event)
    return book.timeline()


def extend(timeline: Timeline, event_id: int, event: Event, rules_of: RulesOf = rules_of_match) -> Timeline:
    """The timeline with one more event: what folding all of them again would give."""
    book = Book(list(timeline.entries), rules_of)
    book.record(event_id, event)
    return book.timeline()
