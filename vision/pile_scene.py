"""The scene of one look: the cards that were seen in the pile's zone, held against the remembered pile."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vision.pile_memory import PileMemory
from vision.pile_zone import PileZone
from vision.quads import area
from vision.quads import likeness as same_place
from vision.sightings import CardSeen, Quad
from vision.stillness import CoarseView, Mask

_DEEPEST = 6


@dataclass(frozen=True, slots=True, eq=False)
class Scene:
    """`cards` are those in the zone without the stock's back; `changed`: where the settled picture
    differs."""

    cards: Sequence[CardSeen]
    view: CoarseView
    zone: PileZone
    pile: PileMemory
    changed: Mask

    def top(self) -> CardSeen | None:
        """The top of the pile: of the cards on top the new one, else the one remembered highest."""
        tops = [card for card in self.cards if card.top]
        if not tops:
            return None
        if len(self.pile) == 0:
            return max(tops, key=lambda card: (card.face is not None, area(card.quad)))
        fresh = [card for card in tops if not self._lay_before(card)]
        if fresh:
            newest = max(fresh, key=lambda card: self.changed_share(card.quad))
            if self.changed_share(newest.quad) > 0.03 or len(fresh) == len(tops):
                return newest
        return min(tops, key=self._depth)

    def changed_share(self, quad: Quad, grown: float = 1.0) -> float:
        """Of a quad's area, the share that differs from the settled picture."""
        return share(self.changed, self.view.mask(quad, grown))

    def changed_quads(self) -> list[Quad]:
        """The places of cards where the picture changed."""
        return [card.quad for card in self.cards if self.changed_share(card.quad) > 0.1]

    def old_top_stays(self, quad: Quad) -> bool:
        """Whether the part of the remembered top that the new quad leaves free still looks as it did."""
        top = self.pile.top
        if top is None:
            return False
        rest = self.view.mask(top.quad, 0.92) & ~self.view.mask(quad, 1.08)
        return bool(np.count_nonzero(rest) >= 12 and share(self.changed, rest) < 0.12)

    def old_top_shows(self, seen: CardSeen) -> bool:
        """Whether the remembered top still lies there, beside or under the card that was seen."""
        top = self.pile.top
        if top is None:
            return False
        if any(card is not seen and card.face is not None and card.face == top.card for card in self.cards):
            return True
        return self.changed_share(top.quad, 0.9) < 0.06

    def change_beside(self, quad: Quad, still: Mask) -> float:
        """How much changed and lies still beside a quad, in areas of a card."""
        beside = self.changed & ~self.view.mask(quad, 1.1) & still
        return float(np.count_nonzero(beside)) / self.zone.card_area(self.view)

    def _lay_before(self, card: CardSeen) -> bool:
        known = list(self.pile)[-_DEEPEST:]
        return any(lying.card == card.face and same_place(card.quad, lying.quad) > 0.4 for lying in known)

    def _depth(self, card: CardSeen) -> float:
        """How deep in the remembered pile a card seems to lie: 0 for the top."""
        for depth, lying in enumerate(reversed(list(self.pile)[-_DEEPEST:])):
            if same_place(card.quad, lying.quad) > 0.4 and card.face in (None, lying.card):
                return depth
        return _DEEPEST + self.zone.distance(card.quad) / 1e4


def share(changed: Mask, inside: Mask) -> float:
    """Of the pixels inside, the share that changed."""
    return float(np.count_nonzero(changed & inside)) / max(1, int(np.count_nonzero(inside)))
