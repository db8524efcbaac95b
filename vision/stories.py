"""Stories: what one still picture of the pile says, compared with the pile as it was remembered."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from referee.cards import Card
from vision.observations import Note, UnreadableReason
from vision.pack import Pack, Reading, reading_of
from vision.pile_memory import Look, LyingCard, PileMemory, likeness
from vision.quads import likeness as same_place
from vision.sightings import CardSeen, Quad

STRONG = 0.97
"""A reading with so much confidence needs no second one."""
SAME_LOOK = 0.8
"""Looks at least so alike, at the same place, are the same card."""
TWIN_LOOK = 0.985
"""Looks so alike at the same place are the same card even if it was read otherwise this time."""


class Plot(StrEnum):
    """What seems to have happened."""

    SAME = "same"
    """The top is the card that it was."""
    LAID = "laid"
    """A new card lies on top."""
    BACK = "back"
    """The top was taken off and the card under it shows again."""
    UNREAD = "unread"
    """A card lies there that cannot be named."""
    NOTHING = "nothing"
    """No card is seen where the pile was."""


@dataclass(frozen=True, slots=True, eq=False)
class Story:
    """One telling of what one picture shows. `weight`: how many agreeing pictures it takes to believe it.

    `taken` counts the cards taken off (BACK); `extra` are cards that came below the top at the same time.
    """

    plot: Plot
    weight: int
    seen: CardSeen | None = None
    look: Look | None = None
    reading: Reading | None = None
    taken: int = 0
    reason: UnreadableReason | None = None
    extra: tuple[CardSeen, ...] = ()

    @property
    def key(self) -> tuple[Plot, Card | None, int]:
        """Two pictures tell the same story if this is the same."""
        return self.plot, None if self.reading is None else self.reading.card, self.taken

    @property
    def note(self) -> Note | None:
        """What has to be said beside the card."""
        if self.reading is not None and self.reading.read_as is not None:
            return Note.DECK_CORRECTED
        if self.reading is not None and self.reading.repeated:
            return Note.REPEATED_CARD
        if self.extra:
            return Note.SEVERAL_AT_ONCE
        return Note.BACK_UP if self.seen is not None and self.seen.back else None


def story_of(
    seen: CardSeen, look: Look, pile: PileMemory, pack: Pack, old_top_stays: bool, old_top_shows: bool
) -> Story:
    """What the top card that is seen now says.

    `old_top_stays`: what showed of the former top beside it still does. `old_top_shows`: the former top is
    seen elsewhere in the picture, or its place has not changed.
    Only places, looks and the pack decide; the rules of the game are never asked.
    """
    cards = list(pile)
    top = pile.top
    if top is not None:
        place, alike = same_place(seen.quad, top.quad), likeness(look, top.look)
        if place > 0.7 and alike > TWIN_LOOK:
            return Story(Plot.SAME, 1, seen, look)
        if (
            seen.face is not None
            and seen.face == top.card
            and not _second_copy(seen, pile, pack, old_top_stays)
        ):
            return Story(Plot.SAME, 1 if alike > SAME_LOOK or place > 0.5 else 2, seen, look)
        if seen.face is None and place > 0.6 and alike > SAME_LOOK:
            return Story(Plot.SAME, 1, seen, look)
    for taken, lying in enumerate(reversed(cards[:-1]), start=1):
        if taken > 3 or not cards:
            break
        back = _back(seen, look, lying, taken, pack, old_top_stays)
        if back is not None:
            return Story(Plot.SAME, 2) if old_top_shows else back
    if seen.face is None:
        reason = UnreadableReason.UNKNOWN if seen.reason is None else UnreadableReason(seen.reason.value)
        return Story(Plot.UNREAD, 3, seen, look, reason=reason)
    reading = reading_of(seen, pile.faces(), pack)
    if reading is None:
        return Story(Plot.UNREAD, 3, seen, look, reason=UnreadableReason.UNKNOWN)
    weight = 1 if reading.confidence >= STRONG else 2
    if reading.repeated or reading.read_as is not None:
        weight = 3
    if top is not None and same_place(seen.quad, top.quad) > 0.7 and likeness(look, top.look) > 0.9:
        weight = max(weight, 2)
    return Story(Plot.LAID, weight, seen, look, reading)


def _second_copy(seen: CardSeen, pile: PileMemory, pack: Pack, old_top_stays: bool) -> bool:
    """Whether a card of the same name as the top may be another one: the pack has several, and the old top
    stays."""
    if seen.face is None or not old_top_stays or pile.top is None:
        return False
    copies = pile.faces().count(seen.face) < pack.copies(seen.face)
    return copies and bool(same_place(seen.quad, pile.top.quad) < 0.8)


def _back(
    seen: CardSeen, look: Look, lying: LyingCard, taken: int, pack: Pack, old_top_stays: bool
) -> Story | None:
    place, alike = same_place(seen.quad, lying.quad), likeness(look, lying.look)
    if old_top_stays and not (place > 0.75 and alike > 0.9):
        return None
    named = seen.face is not None and seen.face == lying.card
    only_copy = lying.card is not None and pack.known and pack.copies(lying.card) == 1
    other_name = seen.face is not None and lying.card is not None and not named
    if place > 0.55 and alike > SAME_LOOK and not (other_name and alike < 0.95):
        return Story(Plot.BACK, taken if named else taken + 1, seen, look, taken=taken)
    # The look taken when a card was laid may be of a poor quad: the only such card, at its place, is itself.
    recognised = alike > 0.5 if place < 0.5 else alike > 0.2
    if named and only_copy and recognised and (place > 0.25 or taken == 1):
        return Story(Plot.BACK, 1 + taken, seen, look, taken=taken)
    if named and not only_copy and (place > 0.6 or (place > 0.45 and alike > 0.35)):
        return Story(Plot.BACK, 2 + taken, seen, look, taken=taken)
    return None


def extra_cards(
    seen: Sequence[CardSeen], top: CardSeen, pile: PileMemory, pack: Pack, new: Sequence[Quad]
) -> tuple[CardSeen, ...]:
    """Cards under the new top that were not there before and were read with great confidence; likeliest last.

    `new`: the quads inside which the picture changed.
    """
    lying = pile.faces()
    found = []
    for card in seen:
        if card is top or card.face is None or card.back or card.face == top.face:
            continue
        if card.confidence < STRONG or card.visible < 0.3 or lying.count(card.face) >= pack.copies(card.face):
            continue
        if any(same_place(card.quad, old.quad) > 0.5 for old in list(pile)[-4:]):
            continue
        if same_place(card.quad, top.quad) > 0.02 and any(card.quad is quad for quad in new):
            found.append(card)
    return tuple(sorted(found, key=lambda card: card.visible))
