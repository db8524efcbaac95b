"""Crops made by processes of their own while training goes on, handed over through a ring in a file."""

from __future__ import annotations

import multiprocessing
import random
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from multiprocessing.process import BaseProcess
from multiprocessing.sharedctypes import Synchronized
from pathlib import Path
from types import TracebackType
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from datasets.crops import CROP_HEIGHT, CROP_WIDTH
from datasets.labels import CropLabel


class MakesCrops(Protocol):
    """Whatever draws labelled crops."""

    def crop(self, rng: random.Random) -> tuple[NDArray[np.uint8], CropLabel]: ...


@dataclass(frozen=True)
class CropMixture:
    """Crops of several sources, each as often as its weight says."""

    sources: Sequence[MakesCrops]
    weights: Sequence[float]

    def crop(self, rng: random.Random) -> tuple[NDArray[np.uint8], CropLabel]:
        return rng.choices(self.sources, self.weights)[0].crop(rng)


class StreamStopped(RuntimeError):
    """A process that makes crops has ended; its own message stands above."""


def _fill(
    build: Callable[[], MakesCrops],
    pixels_file: Path,
    labels_file: Path,
    capacity: int,
    first: int,
    step: int,
    made: Synchronized[int],
    used: Synchronized[int],
    reuse: float,
    seed: int,
    shape: tuple[int, int],
) -> None:
    import cv2

    cv2.setNumThreads(1)
    maker = build()
    rng = random.Random(seed)
    pixels = np.memmap(pixels_file, np.uint8, "r+", shape=(capacity, *shape, 3))
    labels = np.memmap(labels_file, np.int16, "r+", shape=(capacity, 4))
    count = 0
    while True:
        if made.value > capacity // 4 + used.value / reuse:
            time.sleep(0.02)
            continue
        image, label = maker.crop(rng)
        place = (first + count * step) % capacity
        pixels[place], labels[place] = image, label.row()
        count += 1
        with made.get_lock():
            made.value += 1


class CropStream:
    """A context in which `batch(n)` returns crops (Nx144x96x3 uint8 BGR, or of another `shape`) and labels (Nx4 int16).

    Each crop is used about `reuse` times before it is written over. Raises `StreamStopped` when a maker died.
    """

    def __init__(
        self,
        build: Callable[[], MakesCrops],
        folder: Path,
        makers: int = 1,
        capacity: int = 40_000,
        reuse: float = 2.0,
        seed: int = 1,
        shape: tuple[int, int] = (CROP_HEIGHT, CROP_WIDTH),
    ) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._files = (folder / "ring-pixels.dat", folder / "ring-labels.dat")
        self._pixels = np.memmap(self._files[0], np.uint8, "w+", shape=(capacity, *shape, 3))
        self._labels = np.memmap(self._files[1], np.int16, "w+", shape=(capacity, 4))
        self._capacity = capacity
        context = multiprocessing.get_context("fork")
        self._made: Synchronized[int] = context.Value("q", 0)
        self._used: Synchronized[int] = context.Value("q", 0)
        self._rng = np.random.default_rng(seed)
        self._makers: list[BaseProcess] = [
            context.Process(
                target=_fill,
                args=(
                    build,
                    *self._files,
                    capacity,
                    n,
                    makers,
                    self._made,
                    self._used,
                    reuse,
                    seed * 977 + n,
                    shape,
                ),
                daemon=True,
            )
            for n in range(makers)
        ]

    def __enter__(self) -> CropStream:
        for maker in self._makers:
            maker.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for maker in self._makers:
            maker.terminate()
            maker.join()
        for file in self._files:
            file.unlink(missing_ok=True)

    @property
    def made(self) -> int:
        return int(self._made.value)

    def batch(self, size: int, least: int = 2000) -> tuple[NDArray[np.uint8], NDArray[np.int16]]:
        """Return `size` crops drawn evenly from those at hand, once at least `least` have been made."""
        while self.made < max(size, min(least, self._capacity // 4)):
            if not all(maker.is_alive() for maker in self._makers):
                raise StreamStopped("a process that makes crops has stopped")
            time.sleep(0.05)
        picks = self._rng.integers(0, min(self.made, self._capacity), size)
        self._used.value += size
        return self._pixels[picks], self._labels[picks]
