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
from vision.observations import Note, Observation, ObservationEvent
from web.camera_pictures import jpeg
from web.game import Game

_SAME_CARD_WITHIN = 15_000
_EVIDENCE_WIDTH = 640
_MOST_ALTERNATIVES = 8


@dataclass(frozen=True, slots=True)
class CannotRead:
    """A card came that has no name; `reason` is the reader's."""

    reason: str


class Witness:
    """Remembers what the next sighting needs: whether the pile was just taken away, and which cards the
    camera has seen itself."""

    def __init__(self) -> None:
        self._pile_gone = False
        self._confirmed: set[int] = set()

    def confirm(self, event_id: int) -> None:
        """The camera stands for this event."""
        self._confirmed.add(event_id)

    def tell(self, game: Game, seen: Observation, now: int) -> Event | CannotRead | None:
        """The event that a sighting at `now` (milliseconds since 1970) reports; None when it means nothing.

        Between rounds the first card begins the next round. The top card is no news to a camera that was just turned
        on. A pile that was taken away and comes back with the same top card was reshuffled. A card that somebody
        reported by a tap just before is not reported twice.
        """
        if seen.event is ObservationEvent.GONE:
            self._pile_gone = True
            return None
        state = game.state
        if state is None or game.phase not in ("playing", "dealing"):
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
        if gone and state.round.top == seen.card:
            return PileReshuffled()
        if seen.note is Note.FIRST_SEEN and state.round.top == seen.card:
            return None
        if self._tapped_already(game, seen.card, now):
            return None
        others = tuple((card, round(chance, 4)) for card, chance in seen.alternatives[:_MOST_ALTERNATIVES])
        return CardSeen(seen.card, round(seen.confidence, 4), others)

    def _taken_back(self, game: Game, card: Card) -> Event | None:
        if game.phase != "playing":
            return None
        event = TakenBack(card)
        judged = history.extend(game.timeline, game.version + 1, event).entries[-1]
        return event if judged.verdict.legal else None

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


def evidence(seen: Observation, *roles: str) -> dict[str, bytes]:
    """The pictures of a sighting as JPEG, by role: before, after and crop, or only those asked for."""
    pictures = {"before": seen.before, "after": seen.after, "crop": seen.crop}
    return {
        role: jpeg(image, _EVIDENCE_WIDTH, 82)
        for role, image in pictures.items()
        if image is not None and image.size and (not roles or role in roles)
    }
