"""Camera checks: is this a picture that cards can be read from, and what would make it a better one?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

import cv2
import numpy as np

from vision.frames import Frame
from vision.sightings import CardSeen, Image, Reason

NEEDED_WIDTH = 60
"""Pixels that a card should be wide to be read in ordinary light."""
LEAST_PICTURE = (640, 480)
"""Width and height below which a camera's picture is called small."""
LEAST_RATE = 12.0
"""Pictures a second below which cards are announced late."""

_BLACK = 7.0
_DARK, _BRIGHT = 45.0, 225.0
_BLURRED = 0.06
_BLURRED_BARE = 0.038
"""The same where no card is seen: a bare table top has few steep edges of its own."""
_WASHED_OUT = 0.05


class Advice(StrEnum):
    """What is wrong with the camera or its picture; each has the numbers that a sentence needs as
    `params`."""

    BLACK = "black"
    """Nothing but black: a lens cap, a closed shutter, or no light at all."""
    FROZEN = "frozen"
    """The same picture again and again, to the last bit: the driver or the stream hangs."""
    TORN = "torn"
    """The lower part of the picture belongs to another moment or is missing: a bad cable or an overloaded
    hub."""
    SLOW = "slow"
    """Few pictures a second (`rate`): more light, or a smaller picture, makes a webcam faster."""
    SMALL_PICTURE = "small-picture"
    """The camera gives few pixels (`width`, `height`)."""
    TOO_DARK = "too-dark"
    """Mean `brightness` of 255 is low."""
    TOO_BRIGHT = "too-bright"
    """Mean `brightness` of 255 is high."""
    BLUR = "blur"
    """Nothing in the picture is sharp: clean the lens, or move it out of its nearest distance."""
    GLARE = "glare"
    """A lamp is mirrored on the cards, or much of the picture is washed out (`percent`)."""
    NO_CARD = "no-card"
    """No card is in view."""
    CLOSER = "closer"
    """The cards are `width` pixels wide and should be `needed`."""
    HAND = "hand"
    """A hand is over the cards."""
    COVERED = "covered"
    """The card on top is not free."""
    AT_THE_EDGE = "at-the-edge"
    """A card sticks out of the picture."""


@dataclass(frozen=True, slots=True)
class Tip:
    """One thing to change, with its numbers."""

    advice: Advice
    params: tuple[tuple[str, int], ...] = ()

    def to_json(self) -> dict[str, object]:
        """`{"code", "params"}`."""
        return {"code": self.advice.value, "params": dict(self.params)}


def check_frames(frames: Sequence[Frame], rate: float | None = None) -> tuple[Tip, ...]:
    """What some seconds of pictures say about the camera itself; frames in order of time, two at least.

    rate: pictures a second, where these frames are but some of those that came.
    """
    tips: list[Tip] = []
    if len(frames) < 2:
        return (Tip(Advice.SLOW, (("rate", 0),)),)
    newest = frames[-1].image
    height, width = newest.shape[:2]
    if (width, height) < LEAST_PICTURE or height < LEAST_PICTURE[1]:
        tips.append(Tip(Advice.SMALL_PICTURE, (("width", width), ("height", height))))
    if all(float(frame.image.mean()) < _BLACK for frame in frames[-3:]):
        return (Tip(Advice.BLACK), *tips)
    if rate is None:
        rate = (len(frames) - 1) / max(1e-3, frames[-1].t - frames[0].t)
    if rate < LEAST_RATE:
        tips.append(Tip(Advice.SLOW, (("rate", round(rate)),)))
    if len(frames) >= 5 and all(np.array_equal(frame.image, newest) for frame in frames[-5:-1]):
        tips.append(Tip(Advice.FROZEN))
    if sum(is_torn(frame.image) for frame in frames) > len(frames) // 3:
        tips.append(Tip(Advice.TORN))
    return tuple(tips)


def check_picture(image: Image, seen: Sequence[CardSeen]) -> tuple[Tip, ...]:
    """What to change so that the cards `seen` in this picture are read better, the most useful first."""
    tips: list[Tip] = []
    light = float(image.mean())
    if light < _BLACK:
        return (Tip(Advice.BLACK),)
    if light < _DARK:
        tips.append(Tip(Advice.TOO_DARK, (("brightness", round(light)),)))
    elif light > _BRIGHT:
        tips.append(Tip(Advice.TOO_BRIGHT, (("brightness", round(light)),)))
    reasons = {card.reason for card in seen}
    if Reason.BLUR in reasons or sharpness(image) < blurred_below(bool(seen)):
        tips.append(Tip(Advice.BLUR))
    washed = washed_out(image)
    if Reason.GLARE in reasons or washed > _WASHED_OUT:
        tips.append(Tip(Advice.GLARE, (("percent", round(100 * washed)),)))
    if not seen:
        return (*tips, Tip(Advice.NO_CARD))
    narrowest = min(card.width for card in seen)
    if narrowest < NEEDED_WIDTH:
        tips.append(Tip(Advice.CLOSER, (("width", round(narrowest)), ("needed", NEEDED_WIDTH))))
    if Reason.HAND in reasons:
        tips.append(Tip(Advice.HAND))
    if Reason.COVERED in reasons and not any(card.top for card in seen):
        tips.append(Tip(Advice.COVERED))
    height, width = image.shape[:2]
    if any((card.quad < 1).any() or (card.quad > (width - 2, height - 2)).any() for card in seen):
        tips.append(Tip(Advice.AT_THE_EDGE))
    return tuple(tips)


def blurred_below(cards: bool) -> float:
    """The sharpness below which a picture counts as blurred: with `cards` in it, or of a bare table."""
    return _BLURRED if cards else _BLURRED_BARE


def sharpness(image: Image) -> float:
    """How steep the sharpest edges are, 0 (all blurred) to about 1, whatever the contrast and the size."""
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY).astype(np.float32)
    grey = np.asarray(cv2.GaussianBlur(grey, (0, 0), 0.8), np.float32)
    spread = float(np.percentile(grey, 99) - np.percentile(grey, 1))
    steps = np.abs(np.diff(grey, axis=1))
    return float(np.percentile(steps, 99.7)) / max(spread, 16.0)


def washed_out(image: Image) -> float:
    """The share of the picture that is burnt to white."""
    return float((image.min(axis=2) >= 251).mean())


def is_torn(image: Image) -> bool:
    """Whether a straight seam runs through the whole width: below it the picture is another one, or flat
    grey.

    Decoders fill what is missing with grey or with the last rows, so a seam is a step between two rows
    that is far greater than between all others and present along almost the whole row.
    """
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY).astype(np.float32)
    height = grey.shape[0]
    flat = grey.std(axis=1) < 1.0
    below = height - int(np.argmin(flat[::-1])) if not flat.all() else 0
    if 0.05 * height < height - below and below > 0 and abs(float(grey[-1].mean()) - 128) < 8:
        return True
    steps = np.abs(np.diff(grey, axis=0))
    along = (steps > 18).mean(axis=1)
    middle = along[height // 20 : -(height // 20)]
    return bool(middle.max() > 0.85 and np.median(middle) < 0.1 and _jumps_sideways(grey, middle, height))


def _jumps_sideways(
    grey: np.typing.NDArray[np.float32], along: np.typing.NDArray[np.float64], height: int
) -> bool:
    """A seam in a picture of two moments: the rows on both sides of it do not go on in each other."""
    row = int(np.argmax(along)) + height // 20
    above, under = grey[row] - grey[row].mean(), grey[row + 1] - grey[row + 1].mean()
    norm = float(np.linalg.norm(above) * np.linalg.norm(under))
    return norm < 1e-3 or float(above @ under) / norm < 0.5
