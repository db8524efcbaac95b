"""The pile tracker: frames in, observations out. Networks run only when something changed and lies still."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from referee.cards import Card
from vision.frames import Frame, Source, SourceState
from vision.observations import Note, Observation, ObservationEvent, UnreadableReason
from vision.pack import Pack
from vision.pile_memory import LyingCard, PileMemory, look_of
from vision.pile_zone import PileZone, Region
from vision.quads import rectify
from vision.registration import moved_by, picture_shift
from vision.sight import Sight
from vision.sightings import CardSeen, Image, Quad
from vision.stillness import CoarseView, Mask
from vision.stories import Plot, Story, extra_cards, story_of
from vision.unrest import SETTLE, Unrest

TRIGGER = 0.015
"""Change that calls for a look, as a share of a card's area."""
PATIENCE = 1.0
"""Seconds of looking in vain before a card is called unreadable."""
HAND_PATIENCE = 3.0
"""Seconds that a hand may stay over the pile before the table is told."""
BUMPED = 0.55
"""Share of the picture's textured parts that must have changed before a bump of the camera is suspected."""
DARK = 7.0
"""Mean grey level below which a picture shows nothing."""


class PileTracker:
    """Watches one discard pile. `region`: where it lies, as shares of the picture; None finds it by itself.

    `pack` says which cards can be in play. Feed it every frame with `step`; it is not safe to share by
    threads.
    """

    def __init__(self, sight: Sight, region: Region | None = None, pack: Pack | None = None) -> None:
        self.sight = sight
        self.pack = Pack() if pack is None else pack
        self.pile = PileMemory()
        self._zone = PileZone(region)
        self._view: CoarseView | None = None
        self._settled: Image | None = None
        self._unrest: Unrest | None = None
        self._dark_since: float | None = None
        self.looks = 0

    @property
    def time(self) -> float:
        """The time of the last frame."""
        return self._view.t if self._view else 0.0

    @property
    def region(self) -> Region:
        """Where the pile is watched, as shares of the picture: left, top, right, bottom."""
        return self._zone.region_of(self._view.frame_size if self._view else (1, 1))

    def set_region(self, region: Region | None) -> None:
        """Watch this part of the picture from now on; None finds the pile anew."""
        self._zone = PileZone(region)
        self.look_again()

    def look_again(self) -> None:
        """Look at the pile at the next still moment even if nothing changes."""
        self._unrest = Unrest(self._view.t if self._view else 0.0, forced=True)

    def reshuffled(self) -> None:
        """All cards but the top went back into the stock: they can come again."""
        self.pile.clear(keep_top=True)

    def new_round(self) -> None:
        """The pile was taken away with the table's knowledge; whatever lies there next is new."""
        self.pile.clear()
        self.look_again()

    def correct_top(self, card: Card) -> None:
        """The table says that the top card is this one."""
        self.pile.rename_top(card)

    def step(self, frame: Frame) -> list[Observation]:
        """What the next frame tells; mostly nothing. Frames must come in order of time."""
        view = self._view
        size = (frame.image.shape[1], frame.image.shape[0])
        if view is None or view.frame_size != size:
            self._view = CoarseView(frame.image, frame.t)
            self._zone.forget()
            self._settled = frame.image
            self._unrest = Unrest(frame.t, forced=True)
            return []
        view.take(frame.image, frame.t)
        if float(view.grey.mean()) < DARK:
            return self._in_the_dark(frame)
        self._dark_since = None
        zone = self._zone.mask(view)
        changed = view.changed() & zone
        card_area = self._zone.card_area(view)
        if self._unrest is None:
            if np.count_nonzero(changed) < TRIGGER * card_area:
                view.drift(0.03)
                return []
            self._unrest = Unrest(frame.t)
        return self._follow(frame, view, self._unrest, zone, changed, card_area)

    def _follow(
        self, frame: Frame, view: CoarseView, unrest: Unrest, zone: Mask, changed: Mask, card_area: float
    ) -> list[Observation]:
        """Go on with a time of unrest: wait, look, or end it."""
        bump = self._bumped(frame, view, unrest)
        if bump is not None:
            return bump
        quiet = np.count_nonzero(changed) < TRIGGER * card_area / 2
        if quiet and not unrest.forced and not unrest.told and bool(view.still(SETTLE)[zone].all()):
            if not unrest.looks:
                self._unrest = None
                return []
            unrest.forced = True
        if not unrest.due(view, zone, changed, card_area):
            return self._hand_stays(frame, view, unrest, zone)
        unrest.look(frame.t)
        self.looks += 1
        left, upper, right, lower = self._zone.window(view.frame_size)
        found = self.sight.see(frame.image[upper:lower, left:right])
        seen = [card.moved(left, upper) for card in found]
        return self._judge(frame, view, unrest, zone, changed, seen)

    def _judge(
        self,
        frame: Frame,
        view: CoarseView,
        unrest: Unrest,
        zone: Mask,
        changed: Mask,
        seen: Sequence[CardSeen],
    ) -> list[Observation]:
        here = [card for card in seen if self._zone.holds(card.quad)]
        top = self._top_of(here, view, changed)
        if top is not None and view.still_since(top.quad) > frame.t - SETTLE + 1e-4:
            unrest.wait_for(top.quad)
            return []
        if top is None:
            return self._no_top(frame, view, unrest, zone, here)
        look = look_of(frame.image, top.quad)
        stays = self._old_top_stays(view, top.quad)
        shows = self._old_top_shows(here, view, top)
        story = story_of(top, look, self.pile, self.pack, stays, shows)
        if story.plot is Plot.LAID:
            new = [card.quad for card in here if self._share(changed, view.mask(card.quad)) > 0.1]
            story = replace(story, extra=extra_cards(here, top, self.pile, self.pack, new))
        agreeing = unrest.add(story)
        if story.plot is Plot.UNREAD:
            return self._unread(frame, view, unrest, story)
        if agreeing < story.weight + (1 if story.extra else 0):
            return []
        if (
            story.plot is Plot.SAME
            and story.seen is not None
            and self._may_hide_a_card(view, unrest, zone, changed, top.quad)
        ):
            return []
        return self._believe(frame, view, story)

    def _believe(self, frame: Frame, view: CoarseView, story: Story) -> list[Observation]:
        """Change the remembered pile as the story tells, and say so."""
        seen, look = story.seen, story.look
        if seen is None or look is None:
            self._calm(frame, view)
            return []
        told: list[Observation] = []
        before = self._picture(self._settled)
        if story.plot is Plot.LAID and story.reading is not None:
            if story.reading.repeated:
                self.pile.clear(keep_top=True)
            for extra in story.extra:
                self.pile.lay(
                    LyingCard(extra.face, extra.quad, look_of(frame.image, extra.quad), extra.confidence)
                )
                told.append(
                    self._observation(
                        frame,
                        view,
                        ObservationEvent.LAID,
                        extra,
                        before,
                        extra.face,
                        extra.confidence,
                        Note.SEVERAL_AT_ONCE,
                    )
                )
            reading = story.reading
            self.pile.lay(LyingCard(reading.card, seen.quad, look, reading.confidence))
            said = self._observation(
                frame, view, ObservationEvent.LAID, seen, before, reading.card, reading.confidence, story.note
            )
            told.append(replace(said, read_as=reading.read_as))
        elif story.plot is Plot.BACK:
            for _ in range(story.taken):
                gone = self.pile.take()
                told.append(
                    self._observation(
                        frame,
                        view,
                        ObservationEvent.TAKEN_BACK,
                        seen,
                        before,
                        gone.card,
                        gone.confidence,
                        None,
                    )
                )
            self.pile.see_top(seen.quad, look)
        else:
            self.pile.see_top(seen.quad, look)
        self._zone.centre_on(seen.quad, fresh=len(self.pile) <= 1)
        self._calm(frame, view)
        return told

    def _calm(self, frame: Frame, view: CoarseView) -> None:
        view.settle()
        self._settled = frame.image
        self._unrest = None

    def _unread(self, frame: Frame, view: CoarseView, unrest: Unrest, story: Story) -> list[Observation]:
        if unrest.told or story.seen is None or unrest.looks < 4 or frame.t - unrest.first_look < PATIENCE:
            return []
        unrest.told = True
        reason = unrest.usual_reason()
        said = self._observation(
            frame,
            view,
            ObservationEvent.UNREADABLE,
            story.seen,
            self._picture(self._settled),
            None,
            story.seen.confidence,
            story.note,
        )
        return [replace(said, reason=reason)]

    def _no_top(
        self, frame: Frame, view: CoarseView, unrest: Unrest, zone: Mask, here: Sequence[CardSeen]
    ) -> list[Observation]:
        """No card lies open on top: the pile is gone, or covered, or there never was one."""
        if unrest.add(Story(Plot.NOTHING, 3)) < 3 or frame.t - unrest.first_look < 0.35:
            return []
        if view.reaches_in(zone):
            return self._hand_stays(frame, view, unrest, zone)
        top = self.pile.top
        if top is None:
            if not here:
                self._calm(frame, view)
                return []
        elif not here and self._share(view.changed(), view.mask(top.quad)) > 0.25:
            said = Observation(
                frame.t,
                ObservationEvent.GONE,
                None,
                1.0,
                frame.t - view.still_since(top.quad),
                before=self._picture(self._settled),
                after=self._picture(frame.image),
            )
            self.pile.clear()
            self._calm(frame, view)
            return [said]
        elif self._share(view.changed(), view.mask(top.quad)) < 0.05:
            self._calm(frame, view)
            return []
        if not unrest.told and frame.t - unrest.first_look > PATIENCE:
            unrest.told = True
            return [
                Observation(
                    frame.t,
                    ObservationEvent.UNREADABLE,
                    reason=UnreadableReason.COVERED,
                    before=self._picture(self._settled),
                    after=self._picture(frame.image),
                )
            ]
        return []

    def _hand_stays(self, frame: Frame, view: CoarseView, unrest: Unrest, zone: Mask) -> list[Observation]:
        if unrest.told or frame.t - unrest.since < HAND_PATIENCE:
            return []
        if not view.reaches_in(zone):
            unrest.hand_since = None
            return []
        if unrest.hand_since is None:
            unrest.hand_since = frame.t
        if frame.t - unrest.hand_since < HAND_PATIENCE / 2:
            return []
        unrest.told = True
        return [
            Observation(
                frame.t,
                ObservationEvent.UNREADABLE,
                reason=UnreadableReason.HAND,
                before=self._picture(self._settled),
                after=self._picture(frame.image),
            )
        ]

    def _bumped(self, frame: Frame, view: CoarseView, unrest: Unrest) -> list[Observation] | None:
        """Whether the camera was moved since the settled picture; None if not, else what there is to tell."""
        if unrest.bump_checked or self._settled is None or unrest.forced:
            return None
        if view.changed_share_of_texture() < BUMPED or not bool(view.still(0.25).mean() > 0.97):
            return None
        unrest.bump_checked = True
        shift = picture_shift(self._settled, frame.image)
        width = frame.image.shape[1]
        if shift is not None and moved_by(shift, frame.image.shape) < 0.008 * width:
            return None
        note = Note.PILE_FOUND
        if shift is not None:
            self.pile.shift(shift)
            self._zone.shift(shift)
        else:
            self._zone.forget()
            note = Note.PILE_LOST
        told = Observation(
            frame.t,
            ObservationEvent.CAMERA_MOVED,
            None,
            1.0,
            0.0,
            note=note,
            before=self._settled,
            after=frame.image,
        )
        self._calm(frame, view)
        self._unrest = Unrest(frame.t, forced=True, bump_checked=True)
        return [told]

    def _in_the_dark(self, frame: Frame) -> list[Observation]:
        if self._dark_since is None:
            self._dark_since = frame.t
        if self._dark_since >= 0 and frame.t - self._dark_since > 2.0:
            self._dark_since = -1.0
            return [
                Observation(
                    frame.t,
                    ObservationEvent.UNREADABLE,
                    reason=UnreadableReason.DARK,
                    before=self._picture(self._settled),
                    after=self._picture(frame.image),
                )
            ]
        return []

    def _top_of(self, here: Sequence[CardSeen], view: CoarseView, changed: Mask) -> CardSeen | None:
        """The top of the pile among the cards in the zone: the one where most changed, else the remembered
        one."""
        tops = [card for card in here if card.top and not (card.back and not self._on_pile(card.quad))]
        if not tops:
            return None
        if len(self.pile) == 0:
            return max(tops, key=lambda card: (card.face is not None, abs(self._zone.area_of(card.quad))))
        fresh = [card for card in tops if not self._lay_before(card)]
        if fresh:
            newest = max(fresh, key=lambda card: self._share(changed, view.mask(card.quad)))
            if self._share(changed, view.mask(newest.quad)) > 0.03 or len(fresh) == len(tops):
                return newest
        return min(tops, key=lambda card: self._depth(card))

    def _lay_before(self, card: CardSeen) -> bool:
        return any(
            lying.card == card.face and self._zone.overlap(card.quad, lying.quad) > 0.4
            for lying in list(self.pile)[-6:]
        )

    def _depth(self, card: CardSeen) -> float:
        """How deep in the remembered pile a card seems to lie: 0 for the top."""
        for depth, lying in enumerate(reversed(list(self.pile)[-6:])):
            if self._zone.overlap(card.quad, lying.quad) > 0.4 and card.face in (None, lying.card):
                return depth
        return 6 + self._zone.distance(card.quad) / 1e4

    def _on_pile(self, quad: Quad) -> bool:
        top = self.pile.top
        return top is not None and self._zone.overlap(quad, top.quad) > 0.15

    def _old_top_stays(self, view: CoarseView, quad: Quad) -> bool:
        """Whether the part of the remembered top that the new quad leaves free still looks as it did."""
        top = self.pile.top
        if top is None:
            return False
        rest = view.mask(top.quad, 0.92) & ~view.mask(quad, 1.08)
        if np.count_nonzero(rest) < 12:
            return False
        return self._share(view.changed(), rest) < 0.12

    def _old_top_shows(self, here: Sequence[CardSeen], view: CoarseView, seen: CardSeen) -> bool:
        """Whether the remembered top still lies there, beside or under the card that was seen."""
        top = self.pile.top
        if top is None:
            return False
        if any(card is not seen and card.face is not None and card.face == top.card for card in here):
            return True
        return self._share(view.changed(), view.mask(top.quad, 0.9)) < 0.06

    def _may_hide_a_card(
        self, view: CoarseView, unrest: Unrest, zone: Mask, changed: Mask, quad: Quad
    ) -> bool:
        """A card-sized change beside the old top: perhaps a card that was not found yet. Worth some more
        looks."""
        beside = changed & ~view.mask(quad, 1.1) & view.still(SETTLE)
        return bool(np.count_nonzero(beside) > 0.4 * self._zone.card_area(view)) and unrest.looks < 6

    @staticmethod
    def _share(changed: Mask, inside: Mask) -> float:
        return float(np.count_nonzero(changed & inside)) / max(1, int(np.count_nonzero(inside)))

    def _observation(
        self,
        frame: Frame,
        view: CoarseView,
        event: ObservationEvent,
        seen: CardSeen,
        before: Image | None,
        card: Card | None,
        confidence: float,
        note: Note | None,
    ) -> Observation:
        return Observation(
            frame.t,
            event,
            card,
            confidence,
            max(0.0, frame.t - view.still_since(seen.quad)),
            alternatives=seen.alternatives,
            note=note,
            before=before,
            after=self._picture(frame.image),
            crop=rectify(frame.image, seen.quad),
        )

    def _picture(self, image: Image | None) -> Image | None:
        """The part of a picture that shows the pile."""
        if image is None or self._view is None:
            return None
        left, upper, right, lower = self._zone.window(self._view.frame_size)
        return np.ascontiguousarray(image[upper:lower, left:right])


def watch(source: Source, tracker: PileTracker) -> Iterator[Observation]:
    """Every observation that a source gives until it ends, a lost camera among them.

    On the clock (live sources, files at real pace) `latency` includes the time that reading took.
    """
    lost = False
    while source.state is not SourceState.ENDED:
        frame = source.next()
        if frame is None:
            if source.state is SourceState.LOST and not lost:
                lost = True
                yield Observation(tracker.time, ObservationEvent.CAMERA_LOST)
            continue
        if lost:
            lost = False
            tracker.look_again()
        began = time.perf_counter()
        told = tracker.step(frame)
        took = time.perf_counter() - began if source.on_clock else 0.0
        for observation in told:
            yield replace(observation, latency=observation.latency + took)
