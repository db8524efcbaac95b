"""What the camera is told of the game: things that happened which it cannot see."""

from __future__ import annotations

from typing import Protocol

from referee.events import (
    CardLaid,
    CardTurnedUp,
    Corrected,
    Event,
    ExplanationChosen,
    Inserted,
    PileReshuffled,
    Restored,
    RoundEnded,
    RoundStarted,
)
from referee.state import MatchState
from web.camera import Order


class CameraAtTable(Protocol):
    """What the table asks of a camera."""

    def pause(self, paused: bool) -> None:
        """Leave what it sees out of the game, or take it in again."""

    def use_pack(self, packs: int, jokers: int) -> None:
        """Which cards can be in play."""

    def order(self, order: Order) -> None:
        """Tell its tracker something."""


def tell_tracker(
    camera: CameraAtTable, event: Event, before: MatchState | None, after: MatchState | None
) -> None:
    """Pass an event on: a reshuffle, the end of a round and the beginning of the next, the name of a card that may not
    have been readable, and that the top card was another one than was read."""
    if isinstance(event, PileReshuffled | RoundEnded | RoundStarted):
        camera.order(lambda tracker: tracker.reshuffled())
    named = event.turned_up if isinstance(event, RoundStarted) else None
    if isinstance(event, CardLaid | CardTurnedUp):
        named = event.card
    if named is not None:
        card = named
        camera.order(lambda tracker: tracker.named_by_table(card))
    revised = isinstance(event, Corrected | ExplanationChosen | Inserted | Restored)
    if revised and after is not None and after.round is not None:
        top = after.round.top
        old = before.round.top if before is not None and before.round is not None else None
        if top is not None and top != old:
            camera.order(lambda tracker: tracker.correct_top(top))
