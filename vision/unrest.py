"""Unrest: the time between the first change on the pile and the picture that explains it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from vision.bumps import BumpWatch
from vision.observations import UnreadableReason
from vision.quads import likeness as same_place
from vision.sightings import CardSeen, Quad
from vision.stillness import CoarseView, Mask
from vision.stories import STRONG, Plot, Story

SETTLE = 0.07
"""Seconds that a card must lie still before it is looked at."""
NEWLY_STILL = 0.03
"""So much that came to lie still since the last look, as a share of a card's area, is worth another look."""
LYING = 0.2
"""Seconds after which a card that was not read is taken to lie where it will stay."""
LONGEST_WAIT = 0.35
"""Seconds to wait at most for a card that was seen to come to rest, before looking again."""
TREMBLING = 0.3
"""Seconds for which a surely read card must be seen at one place to count as lying though something stirs on it."""


_NAMED = (Plot.LAID, Plot.BACK, Plot.SAME)


def _guesses(told: Story, story: Story) -> bool:
    """Whether an unread look's best guess is the card of a look that read one."""
    if (
        told.plot is not Plot.UNREAD
        or story.plot is not Plot.LAID
        or told.seen is None
        or story.reading is None
    ):
        return False
    return bool(told.seen.alternatives) and told.seen.alternatives[0][0] == story.reading.card


@dataclass(slots=True)
class Unrest:
    """What was looked at, what was told, and when to look again.

    `forced`: look even if nothing seems changed (at the start, or after a bump). `late`: the unread card's
    name, read only when another card already came over it.
    """

    since: float
    forced: bool = False
    told: bool = False
    bump: BumpWatch = field(default_factory=BumpWatch)
    looks: int = 0
    first_look: float = 0.0
    last_look: float = -1.0
    retry: float = 0.0
    awaited: Quad | None = None
    hand_since: float | None = None
    stories: list[Story] = field(default_factory=list)
    late: CardSeen | None = None
    _surely: tuple[float, CardSeen] | None = None

    def due(self, view: CoarseView, zone: Mask, changed: Mask, card_area: float) -> bool:
        """Whether it is time to run the networks."""
        t = view.t
        if self.awaited is not None and t < self.last_look + LONGEST_WAIT:
            return view.still_since(self.awaited) <= t - SETTLE + 1e-4
        still = view.still(SETTLE)
        if self.looks == 0:
            if self.forced:
                return bool(still[zone].mean() > 0.97)
            lying = np.count_nonzero(changed & still)
            return bool(lying >= max(1.0, min(0.12 * card_area, 0.8 * np.count_nonzero(changed))))
        if t >= self.retry:
            return True
        if self.stories and self.stories[-1].plot is Plot.NOTHING and t < self.last_look + 0.12:
            return False
        fresh = still & zone & (view.moved_at > self.last_look - SETTLE)
        return bool(np.count_nonzero(fresh) > NEWLY_STILL * card_area)

    def look(self, t: float) -> None:
        """A look is taken now."""
        if self.looks == 0:
            self.first_look = t
        self.looks += 1
        self.last_look = t
        self.awaited = None
        self.retry = t + (0.15 if self.looks < 6 else 0.5)

    def wait_for(self, card: CardSeen) -> bool:
        """The card that was seen still moves, or something moves over it; whether it lies there all the same,
        for looks some time apart read it surely at one place (a shadow or a shaking table stirs there)."""
        self.awaited = card.quad
        since, before = self._surely if self._surely is not None else (self.last_look, card)
        same = card.face == before.face and same_place(card.quad, before.quad) > 0.85
        if card.face is None or card.confidence < STRONG:
            self._surely = None
            return False
        self._surely = (since, before) if same else (self.last_look, card)
        return same and self.last_look - since >= TREMBLING

    def add(self, story: Story) -> int:
        """Keep what the look told; how many looks agree with it.

        Looks in which nothing could be read do not contradict one in which something could; they agree if
        their best guess is the same card.
        """
        self.stories.append(story)
        count = 0
        for told in reversed(self.stories[-8:]):
            if told.key == story.key or _guesses(told, story):
                count += 1
            elif story.plot not in _NAMED or told.plot in _NAMED:
                break
        if story.plot in _NAMED and count < story.weight:
            self.retry = self.last_look + 0.03
        elif story.plot is Plot.UNREAD and any(told.plot is Plot.LAID for told in self.stories[-4:]):
            self.retry = self.last_look + 0.06
        return count

    def doubtful(self, view: CoarseView) -> bool:
        """Whether a card lies still and quick looks could not read it: worth a slow, careful one."""
        last = self.stories[-1] if self.stories else None
        told = [story.plot for story in self.stories[-6:]]
        if last is None or told.count(Plot.UNREAD) < 2 or last.plot not in (Plot.UNREAD, Plot.LAID):
            return False
        return last.seen is not None and bool(view.still_since(last.seen.quad) <= view.t - LYING)

    @property
    def unexplained(self) -> bool:
        """Whether the last look named no card that came or went."""
        return bool(self.stories) and self.stories[-1].plot not in (Plot.LAID, Plot.BACK)

    @property
    def unread(self) -> Story | None:
        """The newest story of a card that lies on top and has no name."""
        return next((told for told in reversed(self.stories) if told.plot is Plot.UNREAD), None)

    def catch_up(self, cards: Sequence[CardSeen], top: CardSeen | None) -> None:
        """Keep a card that is read surely where an unread one lies, while something else is the top."""
        told = self.unread
        if told is None or told.seen is None:
            return
        for card in cards:
            sure = card is not top and card.face is not None and card.confidence >= STRONG
            if sure and same_place(card.quad, told.seen.quad) > 0.6:
                self.late = card

    def usual_reason(self) -> UnreadableReason:
        """Why the card could not be read, by most of the looks."""
        reasons = Counter(told.reason for told in self.stories if told.plot is Plot.UNREAD)
        return (reasons.most_common(1)[0][0] if reasons else None) or UnreadableReason.UNKNOWN
