"""What the pack can still hold: a doubtful reading of a card that lies in the pile already must be another
card."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from referee.cards import Card, Rank
from vision.sightings import CardSeen

SURE = 0.97
"""A repeated card that is read with so much confidence is believed against the pack: nobody saw a
reshuffle."""
_LEAST_SHARE = 0.6
_LEAST_CHANCE = 0.03


@dataclass(frozen=True, slots=True)
class Pack:
    """How many packs are on the table and how many jokers come with each. `known` false: believe every
    reading."""

    packs: int = 1
    jokers: int = 2
    known: bool = True

    def copies(self, card: Card) -> int:
        """How often the card exists."""
        return self.packs * (self.jokers if card.rank is Rank.JOKER else 1)


@dataclass(frozen=True, slots=True)
class Reading:
    """A card's name after the pack was asked. `read_as` is what the reader said if the pack corrected it;
    `repeated`: the pack should not hold it again, and it was believed all the same."""

    card: Card
    confidence: float
    read_as: Card | None = None
    repeated: bool = False


def reading_of(seen: CardSeen, lying: Iterable[Card], pack: Pack) -> Reading | None:
    """The likeliest card that can have come to lie on top of those `lying`; None if there is no saying.

    A card that was read and can be there is taken as read. One that cannot is replaced by the likeliest
    alternative that can, if that carries most of what chance is left; an unread card is never named by the
    pack alone.
    """
    if seen.face is None:
        return None
    counts = Counter(lying)
    if not pack.known or counts[seen.face] < pack.copies(seen.face):
        return Reading(seen.face, seen.confidence)
    possible = [(card, chance) for card, chance in seen.alternatives if counts[card] < pack.copies(card)]
    total = sum(chance for _, chance in possible)
    if possible and total > 0 and seen.confidence < SURE:
        card, chance = max(possible, key=lambda entry: entry[1])
        if chance >= _LEAST_CHANCE and chance / total >= _LEAST_SHARE:
            return Reading(card, chance / total, read_as=seen.face)
    if seen.confidence >= SURE:
        return Reading(seen.face, seen.confidence, repeated=True)
    return None
