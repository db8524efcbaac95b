"""The table's camera: a thread that follows the pile and tells the table, and never holds anybody up."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from queue import SimpleQueue
from typing import Any, Protocol

import cv2

from referee.cards import Card
from vision.camera_watch import CameraWatch
from vision.enrolment import EnrolledDeck, knowing
from vision.observations import Note, Observation, ObservationEvent
from vision.pack import Pack
from vision.sight import PHOTO, CardSight, Sight
from vision.sightings import CardSeen, Image
from vision.sources import Frame, Source, SourceError, SourceState, shown
from web.camera_status import CameraStatus
from web.regions import Box, Region, box_of
from web.sentences import error_sentence

_log = logging.getLogger(__name__)
_LOOK_AGAIN = 0.35
_LESSON_SECONDS = 12.0
_FAULTS = (ValueError, ArithmeticError, LookupError, RuntimeError, OSError, TypeError, cv2.error)


class Tracker(Protocol):
    """What turns frames into observations."""

    pack: Pack

    def step(self, frame: Frame) -> Sequence[Observation]:
        """What this frame shows to have happened."""

    def reshuffled(self) -> None:
        """All cards of the pile but the top one can come again."""

    def named_by_table(self, card: Card) -> None:
        """Somebody told the table that this card was laid."""

    def correct_top(self, card: Card) -> None:
        """The top card is this one, whatever was read."""

    def use_sight(self, sight: Sight) -> None:
        """Read with this from now on."""

    def set_regions(self, region: Box | None, stock: Box | None) -> None:
        """The pile lies here and the stock there from now on."""


Opener = Callable[[str], Source]
TrackerMaker = Callable[[Sight, Box | None, Box | None], Tracker]
Order = Callable[[Tracker], None]


class Camera:
    """At most one source at a time, followed by a thread of its own.

    `followed_to` is the time in seconds, on the source's clock, up to which the table has been told everything.

    `report` is called in that thread with every observation, `changed` whenever the status changes, `turned` before
    anything is reported of another source than the one before. Nothing that goes wrong with a source or a frame ends
    the thread's owner: it becomes a status.
    """

    def __init__(
        self,
        open_source: Opener,
        load_sight: Callable[[], Sight],
        make_tracker: TrackerMaker,
        report: Callable[[Observation], None],
        changed: Callable[[], None],
        turned: Callable[[], None] = lambda: None,
    ) -> None:
        self._open_source = open_source
        self._load_sight = load_sight
        self._make_tracker = make_tracker
        self._report = report
        self._changed = changed
        self._turned = turned
        self._status = CameraStatus()
        self._turning = threading.RLock()
        self._lock = threading.Lock()
        self._sight_lock = threading.Lock()
        self._look_lock = threading.Lock()
        self._plain: Sight | None = None
        self._sight: Sight | None = None
        self._deck: EnrolledDeck | None = None
        self._lesson_until = 0.0
        self._thread: threading.Thread | None = None
        self._stop = threading.Event()
        self._tried = threading.Event()
        self._frame: Frame | None = None
        self._seen: tuple[float, tuple[CardSeen, ...]] = (-1.0, ())
        self._paused = False
        self._arrived = threading.Condition()
        self.followed_to = -1.0
        self._orders: SimpleQueue[Order] = SimpleQueue()
        self._pack = Pack()

    @property
    def status(self) -> CameraStatus:
        """How it is doing now."""
        name = None if self._deck is None else self._deck.name
        state = "paused" if self._paused else self._status.state
        return replace(self._status, state=state, pack=name)

    @property
    def at_work(self) -> bool:
        """Whether there is a source that gives pictures, or is to give them again."""
        return self._status.state not in ("off", "ended", "failed")

    @property
    def paused(self) -> bool:
        """Whether what the camera sees is left out of the game for now."""
        return self._paused

    def pause(self, paused: bool) -> None:
        """Leave what the camera sees out of the game, or take it in again."""
        self._paused = paused
        self._changed()

    def start(self, spec: str, region: Region | None = None, stock_region: Region | None = None) -> None:
        """Turn to another source; opening it happens in the thread, its failure becomes the status."""
        self._begin(
            lambda: self._open_source(spec),
            CameraStatus("starting", spec, shown(spec), 0, 0, 0, region, stock_region),
        )

    def follow(
        self, source: Source, region: Region | None = None, stock_region: Region | None = None
    ) -> None:
        """Turn to a source that is open already, such as a phone that sends its pictures."""
        status = CameraStatus("starting", None, source.description, region=region, stock_region=stock_region)
        self._begin(lambda: source, status)

    def mark(self, region: Region | None, stock_region: Region | None) -> None:
        """The pile lies here and the stock there from now on; the source goes on and the pile is remembered."""
        with self._lock:
            self._status = replace(self._status, region=region, stock_region=stock_region)
        boxes = box_of(region), box_of(stock_region)
        self.order(lambda tracker: tracker.set_regions(*boxes))
        self._changed()

    def _begin(self, open_it: Callable[[], Source], status: CameraStatus) -> None:
        with self._turning:
            self.stop()
            self._stop = threading.Event()
            self._tried = threading.Event()
            self.followed_to = -1.0
            self._turned()
            with self._lock:
                self._status = status
            self._thread = threading.Thread(
                target=self._follow, args=(open_it, self._stop, self._tried), name="camera", daemon=True
            )
            self._thread.start()
        self._changed()

    def stop(self) -> None:
        """Let go of the source; waits at most five seconds for its thread."""
        with self._turning:
            thread, self._thread = self._thread, None
            self._stop.set()
            if thread is not None and thread is not threading.current_thread():
                thread.join(5)
            self._frame = None
            self._status = CameraStatus()
        self._changed()

    def complaint(self, timeout: float = 10.0, language: str = "en") -> str:
        """Why the source that was turned to cannot be opened, as a sentence; empty when it is open.

        Waits at most `timeout` seconds for the outcome; a source that takes longer has no complaint yet.
        """
        self._tried.wait(timeout)
        status = self._status
        if status.state != "failed":
            return ""
        return status.problem if status.fault is None else error_sentence("source", status.fault, language)

    def order(self, order: Order) -> None:
        """Have the thread tell the tracker something before the next frame."""
        self._orders.put(order)

    def use_pack(self, packs: int, jokers: int) -> None:
        """Which cards can be in play: so many packs with so many jokers each."""
        pack = Pack(packs, jokers)
        self._pack = pack
        self.order(lambda tracker: setattr(tracker, "pack", pack))

    def know(self, deck: EnrolledDeck | None) -> None:
        """Read this pack by the looks of its own cards; None: like any pack. It takes effect within seconds."""
        self._deck = deck
        self._changed()
        threading.Thread(target=self._learn, args=(deck,), name="pack", daemon=True).start()

    def give_lesson(self) -> None:
        """A pack is being taught: for some seconds from now on what the camera sees is no part of the game."""
        self._lesson_until = time.monotonic() + _LESSON_SECONDS

    def frame(self) -> Frame | None:
        """The newest frame, or None when no camera runs."""
        return self._frame

    def wait_for_frame(self, after: int, timeout: float = 2.0) -> Frame | None:
        """A frame later than number `after`, or None when none comes in time."""
        with self._arrived:
            self._arrived.wait_for(lambda: self._frame is not None and self._frame.index > after, timeout)
        frame = self._frame
        return frame if frame is not None and frame.index > after else None

    def pictures(self, count: int) -> Iterator[Image]:
        """At most `count` pictures that are taken from now on, each newer than the one before; they end early when
        none comes in time."""
        frame = self._frame
        after = -1 if frame is None else frame.index
        for _ in range(count):
            frame = self.wait_for_frame(after)
            if frame is None:
                return
            after = frame.index
            yield frame.image

    def sight(self) -> Sight:
        """The reader, loaded once. Raises what loading raises: ValueError or OSError when there is none."""
        with self._sight_lock:
            if self._sight is None:
                self._plain = self._sight = self._load_sight()
            return self._sight

    def plain_sight(self) -> Sight:
        """The reader as it is shipped, whatever pack lies on the table. Raises as `sight` does."""
        sight = self.sight()
        return sight if self._plain is None else self._plain

    def photo_sight(self) -> Sight:
        """The same reader with all the care that a single photograph is worth."""
        sight = self.sight()
        if isinstance(sight, CardSight):
            return sight.working(PHOTO)
        return sight

    def cards(self) -> tuple[tuple[CardSeen, ...], Image] | None:
        """The cards in the newest frame and that frame; looks at most about three times a second."""
        with self._look_lock:
            frame = self._frame
            if frame is None:
                return None
            at, cards = self._seen
            if time.monotonic() - at > _LOOK_AGAIN:
                cards = self.sight().see(frame.image)
                self._seen = (time.monotonic(), cards)
            return cards, frame.image

    def _learn(self, deck: EnrolledDeck | None) -> None:
        try:
            plain = self.plain_sight()
        except (ValueError, OSError, ImportError):
            return
        sight = knowing(plain, deck) if deck is not None and isinstance(plain, CardSight) else plain
        with self._sight_lock:
            if self._deck is not deck:
                return
            self._sight = sight
            self._seen = (-1.0, ())
        self.order(lambda tracker: tracker.use_sight(sight))

    def _follow(self, open_it: Callable[[], Source], stop: threading.Event, tried: threading.Event) -> None:
        loader = threading.Thread(target=self._warm_up, name="reader", daemon=True)
        loader.start()
        try:
            source = open_it()
        except SourceError as problem:
            self._note(stop, state="failed", problem=str(problem), fault=problem)
            return
        except _FAULTS:
            _log.exception("the camera cannot be opened")
            self._note(stop, state="failed", problem="The camera cannot be opened: choose another.")
            return
        finally:
            tried.set()
        self._note(stop, name=source.description)
        try:
            loader.join()
            self.sight()
            self._watch(source, stop)
        except (ValueError, OSError, ImportError) as problem:
            _log.error("the camera stops: %s", problem)
            self._note(stop, state="failed", problem=str(problem))
        finally:
            source.close()

    def _warm_up(self) -> None:
        try:
            self.sight()
        except (ValueError, OSError, ImportError) as problem:
            _log.error("the reader cannot be loaded: %s", problem)

    def _watch(self, source: Source, stop: threading.Event) -> None:
        tracker: Tracker | None = None
        health = CameraWatch()
        since, counted = time.monotonic(), 0
        while not stop.is_set():
            frame = source.next(0.5)
            if source.state is not SourceState.RUNNING and frame is None:
                if source.state is SourceState.ENDED:
                    self._note(stop, state="ended")
                    return
                self._note(stop, state="lost", problem=source.reason)
                continue
            if frame is None:
                continue
            with self._arrived:
                self._frame = frame
                self._arrived.notify_all()
            height, width = frame.image.shape[:2]
            if tracker is None:
                self._orders = SimpleQueue()
                marked_now = self._status
                tracker = self._make_tracker(
                    self.sight(), box_of(marked_now.region), box_of(marked_now.stock_region)
                )
                tracker.pack = self._pack
            advice = health.take(frame) if source.live else None
            if advice is not None:
                self._note(stop, advice=advice)
            counted += 1
            elapsed = time.monotonic() - since
            if self._status.state in ("starting", "lost") or elapsed > 5:
                fps = counted / elapsed if elapsed > 1 else self._status.fps
                since, counted = (time.monotonic(), 0) if elapsed > 1 else (since, counted)
                state = "moved" if self._status.state == "moved" else "ok"
                self._note(stop, state=state, width=width, height=height, fps=fps, problem="")
            self._step(tracker, frame, stop)
            self.followed_to = frame.t

    def _step(self, tracker: Tracker, frame: Frame, stop: threading.Event) -> None:
        try:
            while not self._orders.empty():
                self._orders.get_nowait()(tracker)
            if time.monotonic() < self._lesson_until:
                return
            observations = tracker.step(frame)
        except _FAULTS:
            _log.exception("frame %d could not be followed", frame.index)
            return
        for observation in observations:
            if observation.event is ObservationEvent.CAMERA_MOVED:
                self._note(stop, state="ok" if observation.note is Note.PILE_FOUND else "moved")
            elif observation.event is ObservationEvent.LAID and self._status.state == "moved":
                self._note(stop, state="ok")
            if not self._paused and not stop.is_set():
                self._tell(observation)

    def _tell(self, observation: Observation) -> None:
        try:
            self._report(observation)
        except _FAULTS:
            _log.exception("%s could not be told to the table", observation.event)

    def _note(self, stop: threading.Event, **changes: Any) -> None:
        if stop.is_set():
            return
        with self._lock:
            before = self._status
            self._status = replace(before, **changes)
        if replace(self._status, fps=before.fps, advice=()) != replace(before, advice=()) or (
            [tip.advice for tip in self._status.advice] != [tip.advice for tip in before.advice]
        ):
            self._changed()
