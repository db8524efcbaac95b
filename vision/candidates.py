"""Candidates: every card of a picture with its best quad and what the reader says of it, not yet judged."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from referee.cards import JOKER
from vision.closer_looks import closer_quads
from vision.deck_language import DeckLanguage
from vision.detector import LIVE_SIZE, PHOTO_SIZE, CardDetector, Detection, Kind, without_doubles
from vision.edges import fitted
from vision.piles import ALONE, Standing, standings
from vision.proposals import first_proposals, more_proposals
from vision.quads import (
    angle_between,
    area,
    card_shaped,
    likeness,
    outside_share,
    overlap,
    rectify,
    upright,
    width,
)
from vision.reader import BACK_KIND, CARD, JOKER_KIND, NONE_COLUMN, CardReader, Readings, face_of, joined
from vision.sightings import Image, Quad
from vision.stacking import completed, hidden_places, index_is_free, lies_over

_SURE = 0.93
_LEAST_PICTURE = 32
_TINY = 26.0
_OTHER_SCALE = 0.65
_COARSER = (0.65, 0.45)
_CARD_ELONGATION = (1.2, 1.75)
_FAINT = 0.3
_FAINTEST = 0.1
_SAME_PLACE = 0.6
_LEAST_HIDDEN = 0.03
_MOST_HIDDEN = 0.85
_BACK_WHOLENESS = 0.55
_ANY_LANGUAGE = {language: 1 / len(DeckLanguage) for language in DeckLanguage}


@dataclass(frozen=True)
class Effort:
    """How much work a picture is worth.

    size: side of the square that the detector sees. thorough: whether covered cards are completed, small ones
    looked for twice, and a picture in which nothing is found looked at in other framings. most: cards read in one
    picture, the likeliest first. again: how many doubtful cards get many more proposals, those first that look
    most whole. closer: how many of those that are doubtful still are shown to the detector again, one by one. live:
    the pictures follow each other, and no single one is believed.
    """

    size: int
    thorough: bool
    most: int
    again: int = 60
    closer: int = 0
    live: bool = False


PHOTO = Effort(PHOTO_SIZE, True, 60, closer=6)
"""For single photographs: seconds do not matter."""
LIVE = Effort(LIVE_SIZE, False, 12, 1, live=True)
"""For the region of the pile, frame by frame."""


@dataclass(frozen=True, eq=False)
class Candidate:
    """One card that was found.

    quad: the one that the reader liked best. reading: what it says of that quad, one row. standing: how the card
    lies among the others. hidden: share of it under the other cards that were found. completed: the reading is
    of the card with its hidden places filled from its other half. index_free: one of its corner indices lies
    under no other card.
    """

    detection: Detection
    quad: Quad
    reading: Readings
    standing: Standing = ALONE
    hidden: float = 0.0
    completed: bool = False
    index_free: bool = True

    @property
    def wholeness(self) -> float:
        """How much it looks as if nothing covered it, by detector and reader together, 0..1."""
        if self.detection.kind is Kind.BACK:
            return _BACK_WHOLENESS
        readable = float(self.reading.kind[0, [CARD, JOKER_KIND]].sum())
        return 0.7 * self.detection.whole + 0.3 * readable

    @property
    def reads_a_card(self) -> bool:
        """Whether the reader takes it for a card with rank and suit."""
        return bool(self.reading.kind[0, CARD] > 0.5) or self.reading.known is not None

    @property
    def covered(self) -> float:
        """How much of what is read may be covered, 0..1: what weakens the confidence in the reading."""
        return self.hidden if self.completed else 2 * max(0.0, 0.5 - self.wholeness)


class CandidateFinder:
    """Detector and reader working together on one picture at a time."""

    def __init__(self, detector: CardDetector, reader: CardReader, effort: Effort) -> None:
        self.detector = detector
        self.reader = reader
        self.effort = effort

    def find(self, image: Image, places: Sequence[Quad] = ()) -> tuple[Candidate, ...]:
        """The cards of a picture (height x width x 3, BGR, uint8); none in one that is less than 32 pixels wide.

        places: where a card may lie as far as the caller knows; one that lies there and reads well is found even
        if the detector did not see it.
        """
        if min(image.shape[:2]) < _LEAST_PICTURE:
            return ()
        detections = self._detections(image)
        shown = [_shown(place, detections) for place in places]
        kept = _one_each(self._works(image, (*detections, *shown)))
        candidates = [work.best for work in kept]
        lying = self._standings(image, candidates)
        placed = [replace(one, standing=standing) for one, standing in zip(candidates, lying, strict=True)]
        if not self.effort.thorough:
            return self._with_corners(image, placed)
        above = [[candidates[other].quad for other in standing.under] for standing in lying]
        uncovered = [
            self._uncovered(image, one, work.quads, quads) if quads else one
            for one, work, quads in zip(placed, kept, above, strict=True)
        ]
        return self._with_corners(image, uncovered)

    def _with_corners(self, image: Image, candidates: Sequence[Candidate]) -> tuple[Candidate, ...]:
        if not candidates:
            return ()
        readings = joined([one.reading for one in candidates])
        readings = self.reader.with_corners(image, [one.quad for one in candidates], readings)
        return tuple(replace(one, reading=readings.chosen([number])) for number, one in enumerate(candidates))

    def _detections(self, image: Image) -> tuple[Detection, ...]:
        size = self.effort.size
        if not self.effort.thorough:
            return self.detector.find(image, size)[: self.effort.most]
        found = self.detector.find(image, size, _FAINTEST)
        for share in _COARSER:
            # a card that fills the picture is found better in a smaller one
            found = _together(found, self.detector.find(image, round(share * size), _FAINTEST))
        clear = [one for one in found if one.score > _FAINT]
        scale = size / max(image.shape[:2])
        if clear and np.median([width(one.quad) for one in clear]) * scale < _TINY and scale < 2:
            found = _together(found, self.detector.find(image, 2 * size))
        if not any(one.score > _FAINT for one in found):
            found = _together(found, self._framed(image))
        return found[: self.effort.most]

    def _framed(self, image: Image) -> tuple[Detection, ...]:
        """Cards that fill the picture: found with room added around it, or the picture itself is the card."""
        room = max(image.shape[:2]) // 4
        roomy = cv2.copyMakeBorder(image, room, room, room, room, cv2.BORDER_CONSTANT, value=(96, 96, 96))
        found = self.detector.find(np.asarray(roomy, np.uint8), self.effort.size // 2, _FAINTEST)
        shift = np.array([room, room], np.float32)
        moved = [replace(one, quad=one.quad - shift) for one in found]
        found = tuple(one for one in moved if outside_share(one.quad, image.shape) < 0.3)
        high, wide = image.shape[:2]
        if not _CARD_ELONGATION[0] < max(high, wide) / min(high, wide) < _CARD_ELONGATION[1]:
            return found
        frame = upright(np.array([[0, 0], [wide, 0], [wide, high], [0, high]], np.float32))
        return (*found, Detection(frame, Kind.WHOLE, _FAINT, (_FAINT, 0.0, 0.0)))

    def _works(self, image: Image, detections: Sequence[Detection]) -> list["_Work"]:
        """The first proposals of all detections read in one go, then more of those that convinced nobody."""
        works = self._read(image, detections, [first_proposals(image, one) for one in detections])
        doubtful = [number for number, work in enumerate(works) if work.liked < _SURE]
        doubtful = sorted(doubtful, key=lambda number: -detections[number].scores[Kind.WHOLE])[
            : self.effort.again
        ]
        if not doubtful:
            return works
        finds = self.effort.thorough
        others = self.detector.find(image, round(_OTHER_SCALE * self.effort.size)) if finds else ()
        unsure = [detections[number] for number in doubtful]
        proposals = [more_proposals(image, one) + _seen_otherwise(image, one, others) for one in unsure]
        again = self._read(image, unsure, proposals)
        works = _bettered(works, doubtful, again)
        doubtful = [number for number in doubtful if works[number].liked < _SURE][: self.effort.closer]
        looks = [closer_quads(image, detections[number].quad, self.detector) for number in doubtful]
        seen = [(number, quads) for number, quads in zip(doubtful, looks, strict=True) if quads]
        if not seen:
            return works
        proposals = [
            [each for quad in quads for each in (quad, fitted(image, quad).quad)] for _, quads in seen
        ]
        closer = self._read(image, [detections[number] for number, _ in seen], proposals)
        return _bettered(works, [number for number, _ in seen], closer)

    def _read(
        self, image: Image, detections: Sequence[Detection], proposals: Sequence[list[Quad]]
    ) -> list["_Work"]:
        readings = self.reader.read(image, [quad for quads in proposals for quad in quads])
        scores = liking(readings)
        works, start = [], 0
        for detection, quads in zip(detections, proposals, strict=True):
            best = start + int(np.argmax(scores[start : start + len(quads)]))
            candidate = Candidate(detection, quads[best - start], readings.chosen([best]))
            works.append(_Work(candidate, quads, float(scores[best])))
            start += len(quads)
        return works

    def _standings(self, image: Image, candidates: Sequence[Candidate]) -> tuple[Standing, ...]:
        quads = [one.quad for one in candidates]

        def over(one: int, other: int) -> float:
            return lies_over(image, quads[one], quads[other])

        return standings(quads, [one.wholeness for one in candidates], image.shape, over)

    def _uncovered(
        self, image: Image, candidate: Candidate, quads: Sequence[Quad], above: list[Quad]
    ) -> Candidate:
        """The candidate read again with what other cards hide of it filled in, if that reads better."""
        hidden = hidden_places(candidate.quad, above)
        share, free = float(hidden.mean()), index_is_free(hidden)
        plain = replace(candidate, hidden=share, index_free=free)
        if not _LEAST_HIDDEN < share < _MOST_HIDDEN:
            return plain
        shaped = [quad for quad in quads if card_shaped(quad)] or [candidate.quad]
        masks = [hidden_places(quad, above) for quad in shaped]
        crops = [completed(rectify(image, quad), mask) for quad, mask in zip(shaped, masks, strict=True)]
        readings = self.reader.read_crops(np.stack(crops))
        scores = liking(readings)
        best = int(np.argmax(scores))
        filled = readings.chosen([best])
        if scores[best] <= liking(candidate.reading)[0] or not proves(candidate.reading, filled):
            return plain
        return replace(
            candidate,
            quad=shaped[best],
            reading=filled,
            hidden=float(masks[best].mean()),
            completed=True,
            index_free=index_is_free(masks[best]),
        )


@dataclass(frozen=True, eq=False)
class _Work:
    """A detection's best quad so far, and the others that were tried."""

    best: Candidate
    quads: list[Quad]
    liked: float


def _bettered(works: list[_Work], numbers: Sequence[int], more: Sequence[_Work]) -> list[_Work]:
    """The works with what was tried once more of some of them, the better of each kept."""
    works = list(works)
    for number, work in zip(numbers, more, strict=True):
        better = work if work.liked > works[number].liked else works[number]
        works[number] = replace(better, quads=[*works[number].quads, *work.quads])
    return works


def _shown(place: Quad, detections: Sequence[Detection]) -> Detection:
    """A place as a detection: with the scores of the one that lies there too, else a faint one, for only a good
    reading proves a card there."""
    there = max(detections, key=lambda one: likeness(one.quad, place), default=None)
    if there is None or likeness(there.quad, place) < _SAME_PLACE:
        return Detection(place, Kind.WHOLE, _FAINT, (_FAINT, 0.0, 0.0))
    return replace(there, quad=place)


def _together(found: Sequence[Detection], more: Sequence[Detection]) -> tuple[Detection, ...]:
    return without_doubles(sorted([*found, *more], key=lambda one: -one.score), 0.55)


def _seen_otherwise(image: Image, detection: Detection, others: Sequence[Detection]) -> list[Quad]:
    """The same card as the detector sees it at another scale, its sides fitted."""
    same = [one for one in others if likeness(one.quad, detection.quad) > 0.3]
    return [quad for one in same[:2] for quad in first_proposals(image, one)]


def liking(readings: Readings) -> NDArray[np.float64]:
    """How much the reader likes each crop, 0..1: how sure it is of one face or of the back."""
    if readings.known is not None:
        return np.asarray(
            readings.faces({DeckLanguage.ENGLISH: 1.0})[:, :NONE_COLUMN].max(axis=1), np.float64
        )
    rank = np.maximum(readings.rank.max(axis=1), readings.index.max(axis=1))
    card = readings.kind[:, CARD] * rank * readings.suit.max(axis=1)
    other = readings.kind[:, [JOKER_KIND, BACK_KIND]].max(axis=1)
    return np.asarray(np.maximum(card, other), np.float64)


def proves(plain: Readings, filled: Readings) -> bool:
    """Whether a card with its hidden places filled in is the one that it looked most like without.

    Filling in may make a doubt smaller. It also puts pips together that never were on one card, and any picture
    turned about upon itself has something of a joker: such a name is no reading.
    """
    before, after = (each.faces(_ANY_LANGUAGE)[0, :NONE_COLUMN].argmax() for each in (plain, filled))
    return bool(before == after) and face_of(int(after)) not in (None, JOKER)


def _one_each(works: Sequence[_Work]) -> list[_Work]:
    """Without those that turned out to be the same card, or no card, once their quads were better."""
    kept: list[_Work] = []
    for work in sorted(works, key=lambda one: -one.liked):
        quad = work.best.quad
        faint = work.best.detection.score <= _FAINT
        if (faint and not (work.liked >= _SURE and work.best.reads_a_card)) or not card_shaped(quad):
            continue
        for other in kept:
            theirs_quad = other.best.quad
            shared, mine, theirs = overlap(quad, theirs_quad), area(quad), area(theirs_quad)
            limit = 0.5 if angle_between(quad, theirs_quad) < 25 else 0.75
            if shared / (mine + theirs - shared) > limit or (shared > 0.85 * mine and mine < 0.75 * theirs):
                break
        else:
            kept.append(work)
    return kept
