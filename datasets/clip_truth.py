"""What is truly to be seen in a clip: which cards lie where, how much of each shows, and when each event
was clear."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.clip_motion import Happening, Motion, Pose
from datasets.clip_pictures import ClipPictures
from referee.cards import Card

COARSE = 4
"""Coverage is counted in a picture this many times smaller."""


@dataclass(frozen=True, slots=True, eq=False)
class CardInView:
    """A face-up card as the picture at one moment shows it. `card` None: face down, in a hand."""

    card: Card | None
    quad: NDArray[np.float32]
    visible: float
    moving: bool
    top: bool


@dataclass(frozen=True, slots=True, eq=False)
class TrueEvent:
    """One event of a clip. `rest`: the last card stopped moving; `clear`: nothing covers the new top any
    more."""

    event: str
    card: Card | None
    rest: float
    clear: float
    quad: NDArray[np.float32] | None
    seat: float
    manner: str

    def to_json(self) -> dict[str, Any]:
        """As it stands in the truth file."""
        return {
            "event": self.event,
            "card": None if self.card is None else str(self.card),
            "rest": round(self.rest, 3),
            "clear": round(self.clear, 3),
            "quad": None
            if self.quad is None
            else [[round(float(x), 1), round(float(y), 1)] for x, y in self.quad],
            "seat": round(self.seat, 1),
            "manner": self.manner,
        }


class ClipTruth:
    """Answers what is visible at any time of a clip."""

    def __init__(self, pictures: ClipPictures, motion: Motion) -> None:
        self._pictures = pictures
        self._motion = motion
        camera = pictures.look.camera
        self._size = (camera.width // COARSE, camera.height // COARSE)

    def cards_at(self, t: float, deepest: int = 6) -> tuple[CardInView, ...]:
        """The uppermost cards at `t`, topmost first; what lies deeper than `deepest` is left out."""
        present: list[tuple[Card | None, Pose, bool]] = []
        for each in self._motion.cards:
            pose = each.track.at(t)
            if pose is not None:
                present.append((each.card, pose, each.track.moves_at(t)))
        covered = self._hands(t)
        over = np.zeros_like(covered)
        found: list[CardInView] = []
        for card, pose, moving in sorted(present, key=lambda entry: entry[2])[::-1][:deepest]:
            quad = self._pictures.card_quad(pose)
            mask = self._mask(quad)
            area = max(1, int(np.count_nonzero(mask)))
            shown = int(np.count_nonzero(mask & ~covered)) / max(area, self._whole(quad))
            top = not bool(np.any(mask & over))
            found.append(CardInView(card, self.seen(quad, t), min(1.0, shown), moving, top))
            covered |= mask
            over |= mask
        return tuple(found)

    def seen(self, quad: NDArray[np.float32], t: float) -> NDArray[np.float32]:
        """Points of the undistorted picture where the frame at `t` shows them."""
        matrix = self._pictures.lens_jolt(t)
        moved = quad @ matrix[:, :2].T + matrix[:, 2]
        return self._pictures.look.camera.distort(moved.astype(np.float32))

    def events(self, fps: float) -> list[TrueEvent]:
        """The events of the clip in order, with the time from which each could be seen, to a frame."""
        happenings = sorted(self._motion.happenings, key=lambda happening: happening.rest)
        return [self._event(happening, fps) for happening in happenings]

    def _event(self, happening: Happening, fps: float) -> TrueEvent:
        quad = None
        if happening.moved is not None and happening.event == "laid":
            pose = self._motion.cards[happening.moved].track.at(happening.rest + 1e-3)
            if pose is not None:
                quad = self.seen(self._pictures.card_quad(pose), happening.rest)
        rest, clear = self._times(happening, fps)
        return TrueEvent(happening.event, happening.card, rest, clear, quad, happening.seat, happening.manner)

    def _times(self, happening: Happening, fps: float) -> tuple[float, float]:
        """First frames at which the moved card, and then every hand, is off the card that matters."""
        t = math.ceil(happening.rest * fps - 1e-6) / fps
        moved, rest = happening.moved, t
        while moved is not None and t < happening.rest + 6.0:
            watched = moved if happening.event == "laid" else happening.under
            pose = self._motion.cards[moved if watched is None else watched].track.at(
                t if happening.event == "laid" or watched is not None else happening.rest - 1e-3
            )
            if pose is None:
                break
            mask = self._mask(self._pictures.card_quad(pose))
            if happening.event != "laid":
                leaving = self._motion.cards[moved].track.at(t)
                if leaving is not None and np.any(mask & self._mask(self._pictures.card_quad(leaving))):
                    t += 1 / fps
                    rest = t
                    continue
            if not np.any(mask & self._hands(t)):
                break
            t += 1 / fps
        return (happening.rest if happening.event in ("laid", "camera-moved") else rest), t

    def hand_over(self, t: float, quad: NDArray[np.float32]) -> bool:
        """Whether a hand covers any of the quad (undistorted picture) at `t`."""
        return bool(np.any(self._mask(quad) & self._hands(t)))

    def _hands(self, t: float) -> NDArray[np.bool_]:
        covered = np.zeros((self._size[1], self._size[0]), np.uint8)
        for which, pose, _ in self._pictures.hands_at(t):
            outline = self._pictures.look.hands[which % len(self._pictures.look.hands)].outline
            height, width = outline.shape
            source = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
            view = cv2.getPerspectiveTransform(source, self._pictures.hand_quad(pose) / COARSE)
            covered = np.maximum(
                covered, np.asarray(cv2.warpPerspective(outline, view, self._size), np.uint8)
            )
        return np.asarray(covered > 60)

    def _mask(self, quad: NDArray[np.float32]) -> NDArray[np.bool_]:
        mask = np.zeros((self._size[1], self._size[0]), np.uint8)
        cv2.fillConvexPoly(mask, np.rint(quad / COARSE * 16).astype(np.int32), 1, cv2.LINE_8, 4)
        return np.asarray(mask > 0)

    @staticmethod
    def _whole(quad: NDArray[np.float32]) -> int:
        return int(abs(cv2.contourArea(quad)) / COARSE**2)
