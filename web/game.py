"""The match on the table, folded from its journal entries."""

from __future__ import annotations

from dataclasses import dataclass, field

from referee import history
from referee.cards import Card
from referee.events import (
    CardLaid,
    CardSeen,
    CardTurnedUp,
    LastCardSaid,
    MatchStarted,
    RoundEnded,
    RoundStarted,
    event_from_json,
)
from referee.history import Timeline
from referee.state import MatchState
from web.journal import Entry, Journal


@dataclass(frozen=True, slots=True)
class Draft:
    """A hand as it is being entered at the end of a round; `by` is the device's name."""

    cards: tuple[Card, ...]
    done: bool
    by: str


@dataclass(frozen=True, slots=True)
class Unreadable:
    """A card on the pile that cannot be read: why, since when (milliseconds since 1970), its picture."""

    reason: str
    since: int
    picture: int | None


@dataclass
class Game:
    """The match on the table, as folded from its journal entries."""

    match: str
    timeline: Timeline = field(default_factory=lambda: history.fold(()))
    entries: dict[int, Entry] = field(default_factory=dict)
    drafts: dict[str, Draft] = field(default_factory=dict)
    counting: bool = False
    unreadable: Unreadable | None = None
    version: int = 0
    decisive: int = 0

    @property
    def state(self) -> MatchState | None:
        """Where the match stands."""
        return self.timeline.state

    @property
    def phase(self) -> str:
        """setup, dealing, playing, round-end or match-end."""
        state = self.state
        if state is None:
            return "setup"
        if state.over:
            return "match-end"
        if state.round is None or state.round.scored:
            return "dealing"
        if state.round.over or self.counting:
            return "round-end"
        return "dealing" if state.round.top is None else "playing"

    def take(self, entry: Entry, timeline: Timeline | None = None) -> None:
        """Apply a journal entry; `timeline` is the fold with it when that is known already."""
        self.version = entry.seq
        body = entry.body
        if entry.kind == "event":
            event = event_from_json(body["event"])
            self.timeline = timeline or history.extend(self.timeline, entry.seq, event)
            self.entries[entry.seq] = entry
            if not isinstance(event, LastCardSaid):
                self.decisive = entry.seq
            if isinstance(event, RoundEnded | RoundStarted | MatchStarted):
                self.drafts, self.counting = {}, False
            if isinstance(event, CardSeen | CardLaid | CardTurnedUp | RoundStarted):
                self.unreadable = None
        elif entry.kind == "draft":
            cards = tuple(Card.parse(name) for name in body["cards"])
            self.drafts[body["player"]] = Draft(cards, body["done"], entry.actor.removeprefix("device:"))
        elif entry.kind == "counting":
            self.counting = body["on"]
            self.decisive = entry.seq
        elif entry.kind == "unreadable":
            picture = next(iter((entry.pictures or {}).values()), None)
            self.unreadable = Unreadable(body["reason"], entry.at, picture)


def load_game(journal: Journal, match: str) -> Game:
    """A match as its journal entries tell it."""
    game = Game(match)
    entries = journal.entries(match)
    events = [(entry.seq, event_from_json(entry.body["event"])) for entry in entries if entry.kind == "event"]
    whole = history.fold(events)
    for entry in entries:
        game.take(entry, whole)
    return game
