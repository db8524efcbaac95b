"""Watching: a source's frames run through a tracker until the source ends."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace

from vision.frames import Source, SourceState
from vision.observations import Observation, ObservationEvent
from vision.tracker import PileTracker


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
