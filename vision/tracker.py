"""The pile tracker: frames in, observations out. Networks run only when something changed and lies still."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np

from referee.cards import Card
from vision.card_size import fitting_places
from vision.careful_sight import careful, mirror_check
from vision.frames import Frame
from vision.mirroring import mirrored
from vision.observations import Note, Observation, ObservationEvent, UnreadableReason
from vision.pack import Pack, Reading
from vision.pile_memory import Look, LyingCard, PileMemory, look_of
from vision.pile_scene import Scene
from vision.pile_zone import PileZone, Region, flipped
from vision.quads import rectify
from vision.sight import Sight
from vision.sightings import CardSeen, Image, Quad
from vision.silhouette import fresh_places
from vision.stillness import CoarseView, Mask
from vision.stories import Plot, Story, extra_cards, story_of
from vision.unrest import SETTLE, Unrest

TRIGGER = 0.015
"""Change that calls for a look, as a share of a card's area."""
PATIENCE = 1.0
"""Seconds of looking in vain before a card is called unreadable."""
HAND_PATIENCE = 3.0
"""Seconds that a hand may stay over the pile before the table is told."""
HIDDEN_CARD = 0.4
"""Change beside the old top, in areas of a card, that may be a card which was not found yet."""
KNOWN_SIZES = 9
"""So many cards of the pile, the uppermost, tell how large the next one looks."""
DARK = 7.0
"""Mean grey level below which a picture shows nothing."""


class PileTracker:
    """Watches one discard pile. `region`: where it lies, as shares of the picture; None finds it by itself.
    `stock`: where the stock lies; a card there, face up or not, was not laid unless it lies on the pile as well.

    `pack` says which cards can be in play. `looks_mirrored` tells of a picture in which nothing can be read
    whether it could be in a mirror; then every frame is turned round from there on (`mirrored`). Feed it
    every frame with `step`; it is not safe to share by threads.
    """

    def __init__(
        self,
        sight: Sight,
        region: Region | None = None,
        pack: Pack | None = None,
        looks_mirrored: Callable[[Image], bool] | None = None,
        stock: Region | None = None,
    ) -> None:
        self.sight = sight
        self.mirrored = False
        self._looks_mirrored = mirror_check(sight) if looks_mirrored is None else looks_mirrored
        self.pack = Pack() if pack is None else pack
        self.pile = PileMemory()
        self._zone = PileZone(region, stock)
        self._view: CoarseView | None = None
        self._settled: Image | None = None
        self._unrest: Unrest | None = None
        self._dark_since: float | None = None
        self._seen_any = False
        self.looks = 0

    @property
    def time(self) -> float:
        """The time of the last frame."""
        return self._view.t if self._view else 0.0

    @property
    def region(self) -> Region:
        """Where the pile is watched, as shares of the picture: left, top, right, bottom."""
        region = self._zone.region_of(self._view.frame_size if self._view else (1, 1))
        return flipped(region) if self.mirrored else region

    def set_regions(self, region: Region | None, stock: Region | None) -> None:
        """Watch this part of the picture from now on, None finds the pile anew; and where the stock lies. The
        remembered pile stays, so that a card that lies there is not told again."""
        self._zone = PileZone(region, stock)
        if self.mirrored:
            self._zone.flip()
        self.look_again()

    def use_sight(self, sight: Sight) -> None:
        """Read with another sight from now on, one that knows the pack for example."""
        self.sight = sight
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

    def named_by_table(self, card: Card) -> None:
        """The table says which card was laid; if the top could not be read, it is that one and is not told
        again."""
        told = self._unrest.unread if self._unrest is not None else None
        if told is None or told.seen is None or told.look is None or self._view is None:
            return
        self.pile.lay(LyingCard(card, told.seen.quad, told.look, 1.0))
        self._zone.centre_on(told.seen.quad, fresh=len(self.pile) <= 1)
        self.look_again()

    def step(self, frame: Frame) -> list[Observation]:
        """What the next frame tells; mostly nothing. Frames must come in order of time."""
        if self.mirrored:
            frame = Frame(mirrored(frame.image), frame.t, frame.index)
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
        bump = self._bumped(frame, view, unrest, zone)
        if bump:
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
        sight = careful(self.sight) if unrest.doubtful(view) else self.sight
        corner = np.array([left, upper], np.float32)
        places = self._fresh_places(view, zone, changed) if unrest.unexplained else []
        part = frame.image[upper:lower, left:right]
        found = sight.see(part, [place - corner for place in places])
        seen = [card.moved(left, upper) for card in found]
        fitting = self._fitting_places(seen)
        if fitting:
            found = sight.see(part, [place - corner for place in (*places, *fitting)])
            seen = [card.moved(left, upper) for card in found]
        return self._judge(frame, view, unrest, zone, changed, seen)

    def _fresh_places(self, view: CoarseView, zone: Mask, changed: Mask) -> list[Quad]:
        """Where a new card may lie, in pixels of the frame, told by what changed and lies still."""
        lying = [card.quad * view.scale for card in list(self.pile)[-KNOWN_SIZES:]]
        resting = changed & zone & view.still(SETTLE)
        return [
            place / np.float32(view.scale) for place in fresh_places(resting, view.settled, view.grey, lying)
        ]

    def _fitting_places(self, seen: Sequence[CardSeen]) -> list[Quad]:
        """Where the new top may lie if what was taken for it has not the size of the pile's cards."""
        new = [
            card.quad
            for card in seen
            if card.top and self._zone.holds(card.quad) and not self.pile.knows(card.face)
        ]
        return fitting_places(new, [card.quad for card in list(self.pile)[-KNOWN_SIZES:]])

    def _judge(
        self,
        frame: Frame,
        view: CoarseView,
        unrest: Unrest,
        zone: Mask,
        changed: Mask,
        seen: Sequence[CardSeen],
    ) -> list[Observation]:
        here = [card for card in seen if self._zone.holds(card.quad) and not self._is_stock(card, view)]
        scene = Scene(here, view, self._zone, self.pile, changed)
        top = scene.top()
        unrest.catch_up(here, top)
        if top is None:
            return self._no_top(frame, unrest, scene, zone)
        if view.still_since(top.quad) > frame.t - SETTLE + 1e-4 and not unrest.wait_for(top):
            return []
        look = look_of(frame.image, top.quad)
        story = story_of(
            top, look, self.pile, self.pack, scene.old_top_stays(top.quad), scene.old_top_shows(top)
        )
        if story.plot is Plot.LAID:
            extra = extra_cards(here, top, self.pile, self.pack, scene.changed_quads())
            late = unrest.late
            if late is not None and late.face not in (*self.pile.faces(), top.face):
                extra = (late, *(card for card in extra if card.face != late.face))
            story = replace(story, extra=extra, weight=story.weight + bool(extra))
        agreeing = unrest.add(story)
        if story.plot is Plot.UNREAD:
            return self._unread(frame, unrest, story)
        if agreeing < story.weight:
            return []
        same = story.plot is Plot.SAME and story.seen is not None
        if same and unrest.looks < 6 and scene.change_beside(top.quad, view.still(SETTLE)) > HIDDEN_CARD:
            return []
        return self._believe(frame, view, story)

    def _is_stock(self, card: CardSeen, view: CoarseView) -> bool:
        """Whether a card belongs to the stock: a back or anything in its region, off the pile."""
        stock = card.back or self._zone.in_stock(card.quad, view.frame_size)
        return stock and not self.pile.touches(card.quad)

    def _believe(self, frame: Frame, view: CoarseView, story: Story) -> list[Observation]:
        """Change the remembered pile as the story tells, and say so."""
        seen, look = story.seen, story.look
        told: list[Observation] = []
        if seen is not None and look is not None:
            if story.plot is Plot.LAID and story.reading is not None:
                told = self._lay(frame, story, seen, look, story.reading)
            elif story.plot is Plot.BACK:
                for _ in range(story.taken):
                    gone = self.pile.take()
                    back = self._tell(frame, ObservationEvent.TAKEN_BACK, seen)
                    told.append(replace(back, card=gone.card, confidence=gone.confidence))
            self.pile.see_top(seen.quad, look)
            self._zone.centre_on(seen.quad, fresh=len(self.pile) <= 1)
        self._calm(frame, view)
        return told

    def _lay(
        self, frame: Frame, story: Story, seen: CardSeen, look: Look, reading: Reading
    ) -> list[Observation]:
        told = []
        if reading.repeated:
            self.pile.clear(keep_top=True)
        for extra in story.extra:
            self.pile.lay(
                LyingCard(extra.face, extra.quad, look_of(frame.image, extra.quad), extra.confidence)
            )
            said = self._tell(frame, ObservationEvent.LAID, extra)
            told.append(
                replace(said, card=extra.face, confidence=extra.confidence, note=Note.SEVERAL_AT_ONCE)
            )
        self.pile.lay(LyingCard(reading.card, seen.quad, look, reading.confidence))
        first, self._seen_any = not self._seen_any, True
        said = self._tell(frame, ObservationEvent.LAID, seen)
        told.append(
            replace(
                said,
                card=reading.card,
                confidence=reading.confidence,
                note=story.note or (Note.FIRST_SEEN if first else None),
                read_as=reading.read_as,
            )
        )
        return told

    def _calm(self, frame: Frame, view: CoarseView) -> None:
        view.settle()
        self._settled = frame.image
        self._unrest = None

    def _unread(self, frame: Frame, unrest: Unrest, story: Story) -> list[Observation]:
        if unrest.told or story.seen is None or unrest.looks < 4 or frame.t - unrest.first_look < PATIENCE:
            return []
        unrest.told = True
        if not self.mirrored and self._looks_mirrored is not None and self._looks_mirrored(frame.image):
            self.mirrored = True
            self._zone.flip()
            self._view = None
            return []
        said = self._tell(frame, ObservationEvent.UNREADABLE, story.seen)
        return [
            replace(said, reason=unrest.usual_reason(), confidence=story.seen.confidence, note=story.note)
        ]

    def _no_top(self, frame: Frame, unrest: Unrest, scene: Scene, zone: Mask) -> list[Observation]:
        """No card lies open on top: the pile is gone, or covered, or there never was one."""
        if unrest.add(Story(Plot.NOTHING, 3)) < 3 or frame.t - unrest.first_look < 0.35:
            return []
        if scene.view.reaches_in(zone) or unrest.bump.suspects(scene.view, zone):
            return self._hand_stays(frame, scene.view, unrest, zone)
        top = self.pile.top
        if top is None:
            if not scene.cards:
                self._calm(frame, scene.view)
                return []
        elif not scene.cards and scene.changed_share(top.quad) > 0.25:
            said = self._tell(frame, ObservationEvent.GONE)
            latency = frame.t - scene.view.still_since(top.quad)
            self.pile.clear()
            self._calm(frame, scene.view)
            return [replace(said, confidence=1.0, latency=latency)]
        elif scene.changed_share(top.quad) < 0.05:
            self._calm(frame, scene.view)
            return []
        if unrest.told or frame.t - unrest.first_look <= PATIENCE:
            return []
        unrest.told = True
        return [replace(self._tell(frame, ObservationEvent.UNREADABLE), reason=UnreadableReason.COVERED)]

    def _hand_stays(self, frame: Frame, view: CoarseView, unrest: Unrest, zone: Mask) -> list[Observation]:
        """Tell the table of a hand that does not leave the pile."""
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
        return [replace(self._tell(frame, ObservationEvent.UNREADABLE), reason=UnreadableReason.HAND)]

    def _bumped(self, frame: Frame, view: CoarseView, unrest: Unrest, zone: Mask) -> list[Observation]:
        """What there is to tell if the camera was moved since the settled picture."""
        if self._settled is None or unrest.forced:
            return []
        bump = unrest.bump.look(view, self._settled, frame.image, zone)
        if bump is None:
            return []
        if bump.shift is not None:
            self.pile.shift(bump.shift)
            self._zone.shift(bump.shift)
        else:
            self._zone.forget()
        note = Note.PILE_LOST if bump.shift is None else Note.PILE_FOUND
        told = Observation(
            frame.t,
            ObservationEvent.CAMERA_MOVED,
            None,
            1.0,
            note=note,
            before=self._settled,
            after=frame.image,
        )
        self._calm(frame, view)
        self._unrest = Unrest(frame.t, forced=True, bump=unrest.bump)
        return [told]

    def _in_the_dark(self, frame: Frame) -> list[Observation]:
        if self._dark_since is None:
            self._dark_since = frame.t
        if self._dark_since < 0 or frame.t - self._dark_since < 2.0:
            return []
        self._dark_since = -1.0
        return [replace(self._tell(frame, ObservationEvent.UNREADABLE), reason=UnreadableReason.DARK)]

    def _tell(self, frame: Frame, event: ObservationEvent, seen: CardSeen | None = None) -> Observation:
        """An observation with its pictures; of a card seen also its crop, the alternatives and the
        latency."""
        told = Observation(
            frame.t, event, before=self._picture(self._settled), after=self._picture(frame.image)
        )
        if seen is None or self._view is None:
            return told
        return replace(
            told,
            latency=max(0.0, frame.t - self._view.still_since(seen.quad)),
            alternatives=seen.alternatives,
            crop=rectify(frame.image, seen.quad),
        )

    def _picture(self, image: Image | None) -> Image | None:
        """The part of a picture that shows the pile."""
        if image is None or self._view is None:
            return None
        left, upper, right, lower = self._zone.window(self._view.frame_size)
        return np.ascontiguousarray(image[upper:lower, left:right])
