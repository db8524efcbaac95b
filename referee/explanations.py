"""Stories behind a card that the camera saw and nobody claimed."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from referee.cards import Card

if TYPE_CHECKING:
    from referee.events import TableEvent


class ExplanationKind(StrEnum):
    """Stories that explain a card seen without a name."""

    TURN_PLAYER = "turn-player"
    """The player on turn laid it."""
    AFTER_DRAWING = "after-drawing"
    """The player on turn drew and the next one laid it."""
    AFTER_TAKING = "after-taking"
    """The player on turn took the cards owed and laid it, or the next one did."""
    AFTER_PASSING = "after-passing"
    """The player on turn had done enough and the next one laid it."""
    AFTER_NAMING = "after-naming"
    """The player on turn named this card's suit aloud, and the next one followed it."""
    TOGETHER = "together"
    """The same player laid a second, equal card."""
    THROW_IN = "throw-in"
    """Somebody threw in an equal card out of turn."""
    MISREAD = "misread"
    """It is another card, laid by the player on turn."""
    ILLEGAL = "illegal"
    """The player on turn laid it against the rules."""
    FIRST_CARD = "first-card"
    """It is the card turned up to begin the pile."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """One story behind a seen card.

    ``key`` chooses it (`events.ExplanationChosen`); ``events`` are what happened by this story, in order; ``legal``
    tells whether the laying is; ``weight`` (0 to 1, all of a verdict adding up to 1) ranks the stories.
    """

    key: str
    kind: ExplanationKind
    player: str
    card: Card
    legal: bool
    weight: float
    events: tuple[TableEvent, ...]

    def to_json(self) -> dict[str, Any]:
        """This explanation as plain JSON, its events included."""
        return {
            "key": self.key,
            "kind": self.kind.value,
            "player": self.player,
            "card": str(self.card),
            "legal": self.legal,
            "weight": round(self.weight, 4),
            "events": [event.to_json() for event in self.events],
        }
