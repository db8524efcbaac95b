"""From what the camera saw on the pile to what it says happened in the game."""

from __future__ import annotations

from dataclasses import dataclass

from referee import history
from referee.cards import Card
from referee.events import (
    CardLaid,
    CardSeen,
    CardTurnedUp,
    Event,
    LastCardSaid,
    PileReshuffled,
    RoundStarted,
    TakenBack,
)
from referee.state import MatchState
from vision.observations import Note, Observation, ObservationEvent, UnreadableReason
from web.camera_pictures import jpeg
from web.game import Game

_SAME_CARD_WITHIN = 15_000
_TURNED_UP_WITHIN = 60_000
"""Milliseconds within which a first card that somebody tapped may be turned up before the camera."""
_CLEARED_WITHIN = 20_000
"""Milliseconds that the table has to clear away what lay there before somebody tapped the first card."""
_EVIDENCE_WIDTH = 640
_MOST_ALTERNATIVES = 8


@dataclass(frozen=True, slots=True)
class CannotRead:
    """A card came that has no name; `reason` is the reader's."""

    reason: str


class Witness:
    """Remembers what the next sighting needs: what lies before the camera, whether the pile was just taken away, and
    which cards the camera has seen itself."""

    def __init__(self) -> None:
        self._lying: list[Card] = []
        self._one_of_several = False
        self._pile_gone = False
        self._clearing_until = 0
        self._confirmed: set[int] = set()

    def forget_camera(self) -> None:
        """Another camera is turned to: what lies before it is not known."""
        self._lying = []
        self._one_of_several = self._pile_gone = False
        self._clearing_until = 0

    def confirm(self, event_id: int) -> None:
        """The camera stands for this event."""
        self._confirmed.add(event_id)

    def first_card(self, game: Game) -> Card | None:
        """Between rounds: the card that lies on top before the camera and may be the first one, or a hand's that was
        counted there; people say which."""
        return self._lying[-1] if self._lying and game.phase == "dealing" else None

    def note_tap(self, event_id: int, event: Event, now: int) -> None:
        """Somebody told an event. If it names the first card of a round and other cards lie before the camera, they
        are still to be cleared away and were not laid."""
        card = _first_card(event)
        if card is None or not self._lying:
            return
        if self._lying[-1] == card:
            self.confirm(event_id)
            self._lying = [card]
        else:
            self._clearing_until = now + _CLEARED_WITHIN

    def tell(self, game: Game, seen: Observation, now: int) -> Event | CannotRead | None:
        """The event that a sighting at `now` (milliseconds since 1970) reports; None when it means nothing.

        Between rounds hands are counted and cards gathered before the camera: only a card that comes alone to where
        nothing lay begins the next round. The top card is no news to a camera that was just turned on. A pile that
        was taken away and comes back with the same top card was reshuffled. A card that somebody reported by a tap
        just before is not reported twice.
        """
        alone = self._came_alone(game, seen)
        if seen.event is ObservationEvent.GONE:
            self._pile_gone, self._clearing_until = True, 0
            return None
        state = game.state
        if state is None or game.phase not in ("playing", "dealing"):
            return None
        if (game.phase == "dealing" and not alone) or self._is_cleared_away(state, seen, now):
            return None
        if seen.event is ObservationEvent.UNREADABLE:
            return CannotRead(seen.reason.value if seen.reason else "unknown")
        if seen.card is None:
            return None
        if seen.event is ObservationEvent.TAKEN_BACK:
            return self._taken_back(game, seen.card)
        if seen.event is not ObservationEvent.LAID:
            return None
        gone, self._pile_gone = self._pile_gone, False
        if state.round is None or state.round.scored:
            return RoundStarted(None, seen.card)
        if self._told_already(game, seen.card, now):
            return None
        if gone and state.round.top == seen.card:
            return PileReshuffled()
        if seen.note is Note.FIRST_SEEN and state.round.top == seen.card:
            return None
        if self._tapped_already(game, seen.card, now):
            return None
        others = tuple((card, round(chance, 4)) for card, chance in seen.alternatives[:_MOST_ALTERNATIVES])
        return CardSeen(seen.card, round(seen.confidence, 4), others)

    def _came_alone(self, game: Game, seen: Observation) -> bool:
        """Keep account of what lies before the camera; whether this came by itself to where nothing lay.

        What a camera sees first may have lain there all along: before the first round that is the first card.
        """
        before, self._one_of_several = self._one_of_several, seen.note is Note.SEVERAL_AT_ONCE
        several = before or self._one_of_several
        if seen.event is ObservationEvent.GONE:
            self._lying = []
        elif seen.event is ObservationEvent.TAKEN_BACK:
            self._lying = self._lying[:-1]
        elif seen.event is ObservationEvent.UNREADABLE:
            return not self._lying and seen.reason not in (UnreadableReason.HAND, UnreadableReason.COVERED)
        elif seen.event is ObservationEvent.LAID and seen.card is not None:
            if seen.note is Note.FIRST_SEEN and not several:
                self._lying = []
            bare = not self._lying
            self._lying.append(seen.card)
            played = game.state is not None and bool(game.state.results)
            return bare and not several and not (seen.note is Note.FIRST_SEEN and played)
        return False

    def _is_cleared_away(self, state: MatchState, seen: Observation, now: int) -> bool:
        """Whether this only shows that what lay there before the round is being cleared away."""
        top = state.round.top if state.round is not None else None
        if now >= self._clearing_until or (seen.event is ObservationEvent.LAID and seen.card == top):
            self._clearing_until = 0
        return self._clearing_until > 0

    def _taken_back(self, game: Game, card: Card) -> Event | None:
        if game.phase != "playing":
            return None
        event = TakenBack(card)
        judged = history.extend(game.timeline, game.version + 1, event).entries[-1]
        return event if judged.verdict.legal else None

    def _told_already(self, game: Game, card: Card, now: int) -> bool:
        """Whether this is the first card of the round, which somebody tapped before the camera saw it."""
        last = next((judged for judged in reversed(game.timeline.entries) if judged.standing), None)
        if last is None or last.event_id in self._confirmed:
            return False
        event, entry = last.effective, game.entries[last.event_id]
        told = _first_card(event)
        if told != card or entry.actor == "camera":
            return False
        if now - entry.at > _TURNED_UP_WITHIN:
            return False
        self.confirm(last.event_id)
        return True

    def _tapped_already(self, game: Game, card: Card, now: int) -> bool:
        for judged in reversed(game.timeline.entries):
            event = judged.effective
            if not judged.standing or isinstance(event, LastCardSaid):
                continue
            entry = game.entries[judged.event_id]
            if (
                not isinstance(event, CardLaid | CardTurnedUp)
                or entry.actor == "camera"
                or event.card != card
            ):
                return False
            if entry.seq in self._confirmed or now - entry.at > _SAME_CARD_WITHIN:
                return False
            self.confirm(entry.seq)
            return True
        return False


def _first_card(event: Event) -> Card | None:
    """The first card of a round, if that is what the event tells."""
    if isinstance(event, RoundStarted):
        return event.turned_up
    return event.card if isinstance(event, CardTurnedUp) else None


def evidence(seen: Observation, *roles: str) -> dict[str, bytes]:
    """The pictures of a sighting as JPEG, by role: before, after and crop, or only those asked for."""
    pictures = {"before": seen.before, "after": seen.after, "crop": seen.crop}
    return {
        role: jpeg(image, _EVIDENCE_WIDTH, 82)
        for role, image in pictures.items()
        if image is not None and image.size and (not roles or role in roles)
    }
