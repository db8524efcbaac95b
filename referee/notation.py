"""The game record: a text file, one event a line, headers first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from referee.events import Event, MatchStarted


class MalformedRecord(ValueError):
    """A record that cannot be read; ``line`` counts from 1, ``message`` says what to do."""

    def __init__(self, line: int, message: str) -> None:
        super().__init__(f"line {line}: {message}")
        self.line = line
        self.message = message


@dataclass(frozen=True, slots=True)
class Record:
    """A parsed record: (line, event) pairs, `MatchStarted` and the first `RoundStarted` among them.

    ``headers`` are those two lines' worth: their events have the line of the last header line that made them and
    are left out of what `judge --json` prints. ``comments`` are (line, text) of every comment.
    """

    match: MatchStarted
    events: tuple[tuple[int, Event], ...]
    headers: frozenset[int]
    comments: tuple[tuple[int, str], ...]


def parse(text: str) -> Record:
    """The record in ``text``. Raises MalformedRecord."""
    raise NotImplementedError


def write(match: MatchStarted, events: Sequence[Event]) -> str:
    """The record that `parse` reads back into these events."""
    raise NotImplementedError


def replay(record: Record) -> list[dict[str, object]]:
    """One row for each event line, as `judge --json` prints it, without ``told``:

    ``line``, ``event`` (JSON), ``legal``, ``reasons`` (codes), ``options``, ``turn``, ``direction``, ``pending``,
    ``suit``, ``hands``, ``winner``; and besides ``verdict`` (JSON with params). Raises MalformedRecord when the rule
    set or the players cannot be used.
    """
    raise NotImplementedError
