"""What the camera tells the table: one value a thing that happened on the discard pile."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from referee.cards import Card
from vision.sightings import Image


class ObservationEvent(StrEnum):
    """What happened."""

    LAID = "laid"
    """A card came to rest on the pile; `card` names it."""
    TAKEN_BACK = "taken-back"
    """The top card was taken away and the one under it is the top again; `card` is the one taken."""
    GONE = "gone"
    """The whole pile was taken away (cleared, or shuffled into the stock)."""
    UNREADABLE = "unreadable"
    """Something lies still on the pile and cannot be read; `reason` says why."""
    CAMERA_LOST = "camera-lost"
    """No picture comes from the camera any more; it is being reopened."""
    CAMERA_MOVED = "camera-moved"
    """The camera was bumped; `note` says whether the pile was found again."""


class UnreadableReason(StrEnum):
    """Why something that lies on the pile has no name. The first six are the reader's own reasons."""

    GLARE = "glare"
    """A reflection washes out the index."""
    BLUR = "blur"
    """Out of focus, or the card still shakes."""
    TOO_SMALL = "too-small"
    """Too few pixels: bring the camera closer."""
    COVERED = "covered"
    """Something else lies over the card."""
    HAND = "hand"
    """A hand stays over the pile."""
    UNKNOWN = "unknown"
    """A card that resembles none that is known."""
    DARK = "dark"
    """Too little light to read anything."""


class Note(StrEnum):
    """What the tracker did beyond reading, so that screens can say it."""

    DECK_CORRECTED = "deck-corrected"
    """The likeliest reading, kept in `read_as`, cannot come again; the next likely one was taken."""
    REPEATED_CARD = "repeated-card"
    """Surely this card, although the pack cannot hold it again: a second pack, or an unseen reshuffle."""
    FIRST_SEEN = "first-seen"
    """The first card since the camera was turned on: it may have lain there all along."""
    SEVERAL_AT_ONCE = "several-at-once"
    """More than one card appeared between two still pictures; bottom to top as far as it shows."""
    PILE_FOUND = "pile-found"
    """After a bump the pile was found again by itself."""
    PILE_LOST = "pile-lost"
    """After a bump the pile could not be found: the table is asked to point at it."""
    BACK_UP = "back-up"
    """The card lies face down."""


@dataclass(frozen=True, slots=True, eq=False)
class Observation:
    """One event on the pile.

    `t` is the time in seconds at which it was announced, on the clock of the source; `latency` the seconds
    since the card came to rest (zero where nothing came to rest). `confidence` is the chance that `card` is
    right. `before`, `after` (the pile region) and `crop` (the card, upright) are evidence, or None.
    """

    t: float
    event: ObservationEvent
    card: Card | None = None
    confidence: float = 0.0
    latency: float = 0.0
    reason: UnreadableReason | None = None
    alternatives: tuple[tuple[Card, float], ...] = ()
    note: Note | None = None
    read_as: Card | None = None
    before: Image | None = field(default=None, repr=False)
    after: Image | None = field(default=None, repr=False)
    crop: Image | None = field(default=None, repr=False)

    def to_json(self) -> dict[str, Any]:
        """The five fields that `scheids watch --json` promises, in that order."""
        return {
            "t": round(self.t, 3),
            "event": self.event.value,
            "card": None if self.card is None else str(self.card),
            "confidence": round(self.confidence, 4),
            "latency": round(self.latency, 3),
        }

    def details(self) -> dict[str, Any]:
        """The same five fields with the reason, the note and the ranked alternatives; no pictures."""
        return {
            **self.to_json(),
            "reason": None if self.reason is None else self.reason.value,
            "note": None if self.note is None else self.note.value,
            "read_as": None if self.read_as is None else str(self.read_as),
            "alternatives": [[str(card), round(chance, 4)] for card, chance in self.alternatives],
        }
