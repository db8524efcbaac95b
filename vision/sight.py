"""Sight: a picture in, the cards that lie in it out."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.acceptance import Acceptance, acceptance_beside
from vision.deck_language import DeckLanguage, languages_from
from vision.detector import LIVE_SIZE, PHOTO_SIZE, CardDetector, Detection, Kind, without_doubles
from vision.legibility import legibility, too_small
from vision.networks import OnnxNetwork, weights, weights_folder
from vision.piles import Standing, standings
from vision.proposals import first_proposals, more_proposals
from vision.quads import angle_between, area, card_shaped, outside_share, overlap, rectify, width
from vision.reader import (
    BACK_COLUMN,
    BACK_KIND,
    CARD,
    JOKER_KIND,
    NONE_COLUMN,
    CardReader,
    Readings,
    face_of,
    joined,
)
from vision.sightings import CardSeen, Image, Quad, Reason

_SURE = 0.93
_ALTERNATIVES = 5
_LEAST_ALTERNATIVE = 0.005
_LEAST_PICTURE = 32
_TINY = 26.0


class Sight(Protocol):
    """Anything that finds and reads the cards of a picture."""

    def see(self, image: Image) -> tuple[CardSeen, ...]:
        """The cards in `image` (height x width x 3, BGR, uint8), tops of piles first, then by confidence."""
        ...


@dataclass(frozen=True)
class Effort:
    """How much work a picture is worth.

    size: side of the square that the detector sees. thorough: whether doubtful cards get many more proposals,
    small ones a second look, and a picture in which nothing is found other framings. most: cards read in one
    picture, the likeliest first.
    """

    size: int
    thorough: bool
    most: int


PHOTO = Effort(PHOTO_SIZE, True, 60)
"""For single photographs: seconds do not matter."""
LIVE = Effort(LIVE_SIZE, False, 12)
"""For the region of the pile, frame by frame."""


@dataclass(frozen=True, eq=False)
class Candidate:
    """One detection with the quad that the reader liked best and what it says of it (one row), not yet judged.

    wholeness: how much it looks as if nothing covered it, by detector and reader together, 0..1.
    """

    detection: Detection
    quad: Quad
    reading: Readings

    @property
    def wholeness(self) -> float:
        if self.detection.kind is Kind.BACK:
            return 0.55
        readable = float(self.reading.kind[0, [CARD, JOKER_KIND]].sum())
        return 0.7 * self.detection.whole + 0.3 * readable


class CardSight:
    """The detector and the reader together.

    language: whose letters the pack bears; None infers it from the letters in each picture.
    """

    def __init__(
        self,
        detector: CardDetector,
        reader: CardReader,
        acceptance: Acceptance | None = None,
        effort: Effort = PHOTO,
        language: DeckLanguage | None = None,
    ) -> None:
        self.detector = detector
        self.reader = reader
        self.acceptance = acceptance if acceptance is not None else Acceptance()
        self.effort = effort
        self.language = language

    @classmethod
    def shipped(
        cls, effort: Effort = PHOTO, language: DeckLanguage | None = None, threads: int = 2
    ) -> "CardSight":
        """Sight with the weights that come with Scheids, run by `threads` threads.

        Raises MissingWeights when they are not there.
        """
        return cls.from_folder(weights_folder(), effort, language, threads)

    @classmethod
    def from_folder(
        cls, folder: Path, effort: Effort = PHOTO, language: DeckLanguage | None = None, threads: int = 2
    ) -> "CardSight":
        """Sight with other weights; see `vision.networks.weights` for the names of the files.

        Raises MissingWeights when they are not there.
        """
        detector = CardDetector(OnnxNetwork(weights(folder, "detector"), threads))
        file = weights(folder, "reader")
        reader = CardReader(OnnxNetwork(file, threads))
        return cls(detector, reader, acceptance_beside(file), effort, language)

    def see(self, image: Image) -> tuple[CardSeen, ...]:
        """See `Sight.see`. Pictures less than 32 pixels high or wide hold no card."""
        return self.judge(image, self.look(image))

    def look(self, image: Image) -> tuple[Candidate, ...]:
        """Every card of the picture with its best quad and what the reader says of that, doubtful ones included."""
        if min(image.shape[:2]) < _LEAST_PICTURE:
            return ()
        return tuple(self._one_each([self._best(image, detection) for detection in self._detections(image)]))

    def judge(self, image: Image, candidates: Sequence[Candidate]) -> tuple[CardSeen, ...]:
        """Which of the candidates of a picture are read, which refused and why, and how they lie."""
        if not candidates:
            return ()
        readings = joined([one.reading for one in candidates])
        table = readings.faces(self._languages(readings))
        lying = standings([one.quad for one in candidates], [one.wholeness for one in candidates], image.shape)
        seen = [
            self._seen(image, one, row, standing)
            for one, row, standing in zip(candidates, table, lying, strict=True)
        ]
        kept = [card for card in seen if card is not None]
        return tuple(sorted(kept, key=lambda card: (not card.top, -card.confidence)))

    def _detections(self, image: Image) -> tuple[Detection, ...]:
        found = self.detector.find(image, self.effort.size)
        if not self.effort.thorough:
            return found[: self.effort.most]
        scale = self.effort.size / max(image.shape[:2])
        if found and np.median([width(one.quad) for one in found]) * scale < _TINY and scale < 2:
            finer = self.detector.find(image, 2 * self.effort.size)
            found = without_doubles(sorted([*found, *finer], key=lambda one: -one.score), 0.55)
        if not found:
            found = self.detector.find(image, self.effort.size // 2)
        if not found:
            found = self._framed(image)
        return found[: self.effort.most]

    def _framed(self, image: Image) -> tuple[Detection, ...]:
        """Cards that fill the picture: found with room added around it."""
        high, wide = image.shape[:2]
        room = max(high, wide) // 4
        roomy = cv2.copyMakeBorder(image, room, room, room, room, cv2.BORDER_CONSTANT, value=(96, 96, 96))
        found = self.detector.find(np.asarray(roomy, np.uint8), self.effort.size // 2)
        shift = np.array([room, room], np.float32)
        moved = [replace(one, quad=one.quad - shift) for one in found]
        return tuple(one for one in moved if outside_share(one.quad, image.shape) < 0.3)

    def _best(self, image: Image, detection: Detection) -> Candidate:
        quads = first_proposals(image, detection)
        readings = self.reader.read(image, quads)
        scores = self._liking(readings)
        if self.effort.thorough and scores.max() < _SURE:
            more = more_proposals(image, detection)
            quads += more
            readings = joined([readings, self.reader.read(image, more)])
            scores = self._liking(readings)
        best = int(np.argmax(scores))
        return Candidate(detection, quads[best], readings.chosen([best]))

    def _liking(self, readings: Readings) -> NDArray[np.float64]:
        """How much the reader likes each crop: how sure it is of one face or of the back."""
        if readings.known is not None:
            return np.asarray(readings.faces({DeckLanguage.ENGLISH: 1.0})[:, :NONE_COLUMN].max(axis=1), np.float64)
        rank = np.maximum(readings.rank.max(axis=1), readings.index.max(axis=1))
        card = readings.kind[:, CARD] * rank * readings.suit.max(axis=1)
        other = readings.kind[:, [JOKER_KIND, BACK_KIND]].max(axis=1)
        return np.asarray(np.maximum(card, other), np.float64)

    def _languages(self, readings: Readings) -> Mapping[DeckLanguage, float]:
        if self.language is not None:
            return {self.language: 1.0}
        readable = readings.kind[:, CARD] > 0.5
        return languages_from(readings.index[readable])

    def _one_each(self, found: Sequence[Candidate]) -> list[Candidate]:
        """Without those that turned out to be the same card, or no card, once their quads were better."""
        kept: list[Candidate] = []
        ranked = sorted(found, key=lambda one: -float(self._liking(one.reading)[0]))
        for one in ranked:
            if not card_shaped(one.quad):
                continue
            for other in kept:
                shared = overlap(one.quad, other.quad)
                mine, theirs = area(one.quad), area(other.quad)
                limit = 0.5 if angle_between(one.quad, other.quad) < 25 else 0.75
                if shared / (mine + theirs - shared) > limit or (shared > 0.85 * mine and mine < 0.75 * theirs):
                    break
            else:
                kept.append(one)
        return kept

    def _seen(
        self, image: Image, found: Candidate, row: NDArray[np.float64], standing: Standing
    ) -> CardSeen | None:
        best = int(np.argmax(row[:NONE_COLUMN]))
        probability = float(row[best])
        confidence = self.acceptance.confidence(probability, found.wholeness)
        if row[NONE_COLUMN] > 0.5 and found.detection.score < 0.5 and not standing.top:
            return None
        reason = self._refusal(image, found, confidence, standing)
        shares = self.acceptance.calibrated(row)
        likeliest = [int(column) for column in np.argsort(-row[:BACK_COLUMN], kind="stable")[:_ALTERNATIVES]]
        alternatives = tuple(
            (face, float(shares[column]))
            for column in likeliest
            if (face := face_of(column)) is not None
            and shares[column] >= _LEAST_ALTERNATIVE
            and (reason is not None or column != best)
        )
        return CardSeen(
            face=None if reason is not None else face_of(best),
            back=reason is None and best == BACK_COLUMN,
            confidence=confidence,
            quad=found.quad,
            visible=standing.visible,
            top=standing.top,
            reason=reason,
            alternatives=alternatives,
        )

    def _refusal(self, image: Image, found: Candidate, confidence: float, standing: Standing) -> Reason | None:
        """Why the card is not read, None when it is."""
        if too_small(found.quad):
            return Reason.TOO_SMALL
        if confidence >= self.acceptance.threshold:
            return None
        crop = legibility(rectify(image, found.quad))
        if found.detection.kind is Kind.COVERED or standing.visible < 0.8:
            return Reason.HAND if crop.handled and standing.visible > 0.8 else Reason.COVERED
        if crop.glaring:
            return Reason.GLARE
        if crop.blurred:
            return Reason.BLUR
        return Reason.UNKNOWN
