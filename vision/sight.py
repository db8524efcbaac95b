"""Sight: a picture in, the cards that lie in it out."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from referee.cards import JOKER
from vision.acceptance import Acceptance, acceptance_beside
from vision.candidates import LIVE, PHOTO, Candidate, CandidateFinder, Effort
from vision.corner_reader import CornerReader
from vision.deck_language import ALWAYS, COURTS, INDICES, RANKS, DeckLanguage, languages_from
from vision.detector import CardDetector, Kind
from vision.legibility import legibility, too_small
from vision.letters_seen import LettersSeen
from vision.networks import OnnxNetwork, weights, weights_folder
from vision.quads import rectify
from vision.reader import BACK_COLUMN, CARD, NONE_COLUMN, SUITS, CardReader, Readings, face_of, joined
from vision.sightings import CardSeen, Image, Quad, Reason

__all__ = ["LIVE", "PHOTO", "CardSight", "Effort", "Sight"]

_ALTERNATIVES = 5
_LEAST_ALTERNATIVE = 0.005
_LEAST_BACK = 0.25
_LEAST_JOKER = 0.5
_NEVER = 2.0
_COVERED = 0.15
_COVERED_THRESHOLD = 0.94
_LEAST_INDEX = 0.8
LEAST_CORNER = 0.6
"""The probability from which a corner counts as showing a face."""
_LEAST_FAMILIAR = 0.5
_KNOWN_THRESHOLD = 0.77
"""A card of an enrolled pack that looks like itself: its likeness is the proof, the thresholds are for other packs."""
_LEAST_NOTED = 0.97


class Sight(Protocol):
    """Anything that finds and reads the cards of a picture."""

    def see(self, image: Image, places: Sequence[Quad] = ()) -> tuple[CardSeen, ...]:
        """The cards in `image` (height x width x 3, BGR, uint8), tops of piles first, then by confidence.

        places: where cards may lie as far as the caller knows; they are looked at too.
        """
        ...


class CardSight:
    """The detector and the reader together.

    language: whose letters the pack bears; None infers it from the letters in each picture. letters: remembers them
    from one picture to the next, for pictures of one table; None takes each picture by itself.
    """

    def __init__(
        self,
        detector: CardDetector,
        reader: CardReader,
        acceptance: Acceptance | None = None,
        effort: Effort = PHOTO,
        language: DeckLanguage | None = None,
        letters: LettersSeen | None = None,
    ) -> None:
        self.detector = detector
        self.reader = reader
        self.acceptance = acceptance if acceptance is not None else Acceptance()
        self.effort = effort
        self.language = language
        self.letters = letters

    def working(self, effort: Effort, reader: CardReader | None = None) -> "CardSight":
        """The same sight that takes more or less trouble, or with another reader; what it remembers is shared."""
        return CardSight(
            self.detector, reader or self.reader, self.acceptance, effort, self.language, self.letters
        )

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

        At work on a table (`LIVE`) it remembers the letters that it saw. Raises MissingWeights when they are not there.
        """
        detector = CardDetector(OnnxNetwork(weights(folder, "detector"), threads))
        file = weights(folder, "reader")
        corners = CornerReader(OnnxNetwork(weights(folder, "corners"), threads))
        reader = CardReader(OnnxNetwork(file, threads), corners)
        letters = None if effort.thorough else LettersSeen()
        return cls(detector, reader, acceptance_beside(file), effort, language, letters)

    def see(self, image: Image, places: Sequence[Quad] = ()) -> tuple[CardSeen, ...]:
        """See `Sight.see`. Pictures less than 32 pixels high or wide hold no card."""
        return self.judge(image, self.look(image, places))

    def look(self, image: Image, places: Sequence[Quad] = ()) -> tuple[Candidate, ...]:
        """Every card of the picture with its best quad and what the reader says of that, doubtful ones included."""
        return CandidateFinder(self.detector, self.reader, self.effort).find(image, places)

    def judge(self, image: Image, candidates: Sequence[Candidate]) -> tuple[CardSeen, ...]:
        """Which of the candidates of a picture are read, which refused and why, and how they lie.

        Sorted like the answer of `see`; candidates that are most likely no cards at all are left out.
        """
        kept = [card for card in self.judged(image, candidates) if card is not None]
        return tuple(sorted(kept, key=lambda card: (not card.top, -card.confidence)))

    def judged(self, image: Image, candidates: Sequence[Candidate]) -> list[CardSeen | None]:
        """The same in the order of the candidates, with None for those that are most likely no cards."""
        if not candidates:
            return []
        readings = joined([one.reading for one in candidates])
        languages = self.languages(readings)
        table, corners = readings.faces(languages), readings.cornered(languages)
        seen = [
            self._seen(image, one, row, None if corners is None else corners[number])
            for number, (one, row) in enumerate(zip(candidates, table, strict=True))
        ]
        if self.letters is not None:
            for card, index in zip(seen, readings.letters, strict=True):
                if card is not None and card.face is not None and card.confidence >= _LEAST_NOTED:
                    self.letters.note(index, SUITS.index(card.face.suit) if card.face.suit else -1)
        return seen

    def shown(self, candidates: Sequence[Candidate]) -> NDArray[np.float64]:
        """The probability that a corner of each candidate shows each face, N x 53; 0 where corners are not read."""
        readings = joined([one.reading for one in candidates])
        corners = readings.cornered(self.languages(readings))
        return np.zeros((len(candidates), BACK_COLUMN)) if corners is None else corners

    def languages(self, readings: Readings) -> Mapping[DeckLanguage, float]:
        """The probability of each language of the pack: the one that is set, else by the letters in the readings."""
        if self.language is not None:
            return {self.language: 1.0}
        readable = readings.kind[:, CARD] > 0.5
        indices = readings.letters[readable]
        if self.letters is not None:
            suits = [int(suit) for suit in readings.suit[readable].argmax(axis=1)]
            indices = self.letters.beside(indices, suits)
        return languages_from(indices)

    def _seen(
        self, image: Image, found: Candidate, row: NDArray[np.float64], corners: NDArray[np.float64] | None
    ) -> CardSeen | None:
        standing = found.standing
        best = int(np.argmax(row[:NONE_COLUMN]))
        probability = float(row[best])
        confidence = self.acceptance.confidence(probability, found.covered)
        if row[NONE_COLUMN] > 0.5 and found.detection.score < 0.5 and not standing.top:
            return None
        reason = self._refusal(image, found, confidence, self._wanted(found, best, corners))
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

    @property
    def _usual(self) -> float:
        return self.acceptance.live if self.effort.live else self.acceptance.threshold

    def _wanted(self, found: Candidate, column: int, corners: NDArray[np.float64] | None) -> float:
        """The confidence that an outcome needs.

        The looks of jokers and backs alone are no proof of a card. A name that a corner shows needs less than one that
        rests on the whole look alone. A card of which a part may be covered shows fewer pips than it has: its rank is
        believed only when its corner index says the same.
        """
        scores = found.detection.scores
        if column == BACK_COLUMN:
            return self._usual if scores[Kind.BACK] >= _LEAST_BACK else _NEVER
        if face_of(column) == JOKER:
            return self.acceptance.joker if found.detection.score >= _LEAST_JOKER else _NEVER
        familiar = _familiar(found, column)
        shown = corners is not None and bool(corners[column] >= LEAST_CORNER)
        least = self.acceptance.shown if shown else self._usual
        if familiar:
            least = min(least, _KNOWN_THRESHOLD)
        if found.covered <= _COVERED:
            return least
        agrees = shown if corners is not None else _index_agrees(found)
        return max(least, _COVERED_THRESHOLD) if agrees or familiar else _NEVER

    def _refusal(self, image: Image, found: Candidate, confidence: float, wanted: float) -> Reason | None:
        """Why the card is not read, None when it is."""
        if too_small(found.quad):
            return Reason.TOO_SMALL
        if confidence >= wanted:
            return None
        crop = legibility(rectify(image, found.quad))
        visible = found.standing.visible
        if found.detection.kind is Kind.COVERED or visible < 0.8:
            return Reason.HAND if crop.handled and found.hidden < 0.1 else Reason.COVERED
        if crop.glaring:
            return Reason.GLARE
        if crop.blurred:
            return Reason.BLUR
        return Reason.UNKNOWN


def _familiar(found: Candidate, column: int) -> bool:
    """Whether a free card looks like this very card of the enrolled pack: such packs may have no index."""
    known = found.reading.known
    if known is None or not found.index_free or column not in known.columns:
        return False
    return bool(known.familiar[0] > _LEAST_FAMILIAR)


def _index_agrees(found: Candidate) -> bool:
    """Whether a free corner index is surely read, and names the rank that the whole card seems to have."""
    if not found.index_free:
        return False
    index = int(found.reading.index[0].argmax())
    look = RANKS[int(found.reading.rank[0].argmax())]
    meant = {ALWAYS.get(INDICES[index]), *(letters.get(INDICES[index]) for letters in COURTS.values())}
    return bool(found.reading.index[0, index] >= _LEAST_INDEX) and look in meant
