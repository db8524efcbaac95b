"""Scoring: what a sight said of a picture against what is known of it."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

import cv2
import numpy as np

from datasets.evaluation_labels import Box, LabelKind, LabelledPhoto, Truth
from vision.quads import likeness, scaled
from vision.sightings import CardSeen, Quad

WIDTHS = (24, 30, 40, 60, 100, 200)
"""Edges in pixels of the classes of card width."""


class Outcome(StrEnum):
    """What became of a card that lies in a picture."""

    RIGHT = "right"
    WRONG = "wrong"
    REFUSED = "refused"
    MISSED = "missed"


@dataclass(frozen=True, eq=False)
class Judged:
    """A card that lies in a picture, what became of it, and the sighting that decided."""

    truth: Truth
    outcome: Outcome
    seen: CardSeen | None

    @property
    def free_indices(self) -> int:
        """How many of its corner indices are visible, 0 where that is not labelled."""
        return 0 if self.truth.whole else len(self.truth.boxes)


@dataclass(frozen=True, eq=False)
class ScoredPhoto:
    """A picture's cards judged, and the names that were read where no such card lies."""

    photo: LabelledPhoto
    judged: tuple[Judged, ...]
    invented: tuple[CardSeen, ...]
    seen: tuple[CardSeen, ...]
    seconds: float


def scored(photo: LabelledPhoto, seen: Sequence[CardSeen], seconds: float = 0.0) -> ScoredPhoto:
    """Judges every labelled card of a photograph, by the rules of its kind of label."""
    match photo.kind:
        case LabelKind.SINGLE | LabelKind.CROP:
            judged, invented = _single(photo.cards[0], seen)
        case LabelKind.TOP:
            judged, invented = _top(photo.cards[0], seen)
        case _:
            judged, invented = _placed(photo, seen)
    return ScoredPhoto(photo, tuple(judged), tuple(invented), tuple(seen), seconds)


def width_class(seen: CardSeen | None) -> str:
    """The class of a card's width in pixels, `?` for one that was not found."""
    if seen is None:
        return "?"
    for low, high in zip((0, *WIDTHS), (*WIDTHS, 10**6), strict=True):
        if seen.width < high:
            return f"{low}-{high}" if high < 10**6 else f"{low}+"
    return "?"


def _single(truth: Truth, seen: Sequence[CardSeen]) -> tuple[list[Judged], list[CardSeen]]:
    named = [card for card in seen if card.name is not None]
    right = [card for card in named if card.name is not None and truth.names(card.name)]
    others = [card for card in named if card not in right]
    if right:
        return [Judged(truth, Outcome.RIGHT, right[0])], others
    if others:
        worst = max(others, key=lambda card: card.confidence)
        return [Judged(truth, Outcome.WRONG, worst)], [card for card in others if card is not worst]
    if seen:
        return [Judged(truth, Outcome.REFUSED, max(seen, key=lambda card: card.width))], []
    return [Judged(truth, Outcome.MISSED, None)], []


def _top(truth: Truth, seen: Sequence[CardSeen]) -> tuple[list[Judged], list[CardSeen]]:
    """Only tops count; a second top that is read otherwise is a wrong answer too, for one of them is no top."""
    tops = [card for card in seen if card.top and card.name is not None]
    wrong = [card for card in tops if card.name is not None and not truth.names(card.name)]
    if wrong:
        return [Judged(truth, Outcome.WRONG, max(wrong, key=lambda card: card.confidence))], []
    if tops:
        return [Judged(truth, Outcome.RIGHT, tops[0])], []
    if seen:
        unread = [card for card in seen if card.name is None] or list(seen)
        return [Judged(truth, Outcome.REFUSED, max(unread, key=lambda card: card.visible))], []
    return [Judged(truth, Outcome.MISSED, None)], []


def _placed(photo: LabelledPhoto, seen: Sequence[CardSeen]) -> tuple[list[Judged], list[CardSeen]]:
    truths = list(photo.cards)
    decided: dict[int, Judged] = {}
    invented: list[CardSeen] = []
    fits = [[_fit(card.quad, truth) for truth in truths] for card in seen]
    named = [number for number, card in enumerate(seen) if card.name is not None]
    rest = []
    for number in sorted(named, key=lambda one: -seen[one].confidence):
        name = seen[number].name or ""
        options = [
            (fits[number][which], which)
            for which, truth in enumerate(truths)
            if truth.names(name) and which not in decided and fits[number][which] > 0
        ]
        if options:
            which = max(options)[1]
            decided[which] = Judged(truths[which], Outcome.RIGHT, seen[number])
        else:
            rest.append(number)
    for number in rest:
        options = [(fit, which) for which, fit in enumerate(fits[number]) if fit > 0 and which not in decided]
        if options:
            which = max(options)[1]
            decided[which] = Judged(truths[which], Outcome.WRONG, seen[number])
        elif not any(truth.names(seen[number].name or "") for truth in truths):
            invented.append(seen[number])
    for number, card in enumerate(seen):
        options = [(fit, which) for which, fit in enumerate(fits[number]) if fit > 0 and which not in decided]
        if card.name is None and options:
            which = max(options)[1]
            decided[which] = Judged(truths[which], Outcome.REFUSED, card)
    for which, truth in enumerate(truths):
        decided.setdefault(which, Judged(truth, Outcome.MISSED, None))
    return [decided[which] for which in range(len(truths))], invented


def _fit(quad: Quad, truth: Truth) -> float:
    """How well a sighting lies on a labelled card, 0 when it does not."""
    if truth.whole:
        return max((_box_likeness(quad, box) for box in truth.boxes), default=0.0)
    outline = scaled(quad, 1.08)
    return float(sum(_contains(outline, box) for box in truth.boxes))


def _contains(quad: Quad, box: Box) -> bool:
    middle = ((box[0] + box[2]) / 2, (box[1] + box[3]) / 2)
    return cv2.pointPolygonTest(np.ascontiguousarray(quad), middle, False) >= 0


def _box_likeness(quad: Quad, box: Box) -> float:
    low, high = quad.min(axis=0), quad.max(axis=0)
    around = np.array(
        [[low[0], low[1]], [high[0], low[1]], [high[0], high[1]], [low[0], high[1]]], np.float32
    )
    x1, y1, x2, y2 = box
    alike = likeness(around, np.array([[x1, y1], [x2, y1], [x2, y2], [x1, y2]], np.float32))
    return alike if alike > 0.4 else 0.0
