"""Hand scan: the cards left in a hand, read together for scoring.

They lie side by side or overlap with their corner indices free. Cards that show no more than an index are read
from that, or are marked as seen and not readable.
"""

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from statistics import median_low
from typing import Any

import numpy as np
from numpy.typing import NDArray

from referee.cards import FACES, JOKER, Card, Rank
from vision.candidates import Candidate
from vision.reader import CARD, column_of, face_of, joined
from vision.sight import CardSight
from vision.sightings import CardSeen, Image, Quad, Reason

_BY_INDEX_THRESHOLD = 0.9
_BY_INDEX_COVERED = 0.3
_BY_INDEX_CARD = 0.75
_BY_INDEX_INDEX = 0.9
_BY_INDEX_CORNER = 0.8
_MIDDLE_HIDDEN = 0.3
_MIDDLE_PIPS = frozenset({Rank.TWO, Rank.FOUR, Rank.SIX, Rank.EIGHT})
"""Ranks that a higher one looks like when the pips in its middle are covered: a three like a two, and so on."""
_ALTERNATIVES = 5
_LEAST_ALTERNATIVE = 0.01
_LEAST_LEFT = 0.02


@dataclass(frozen=True, eq=False)
class HandCard:
    """One card of a hand.

    card: None when it is seen and not readable. confidence: that `card`, or else the best guess, is right. quad:
    its corners, see `vision.sightings.Quad`. by_index: read from a corner index because the rest is covered.
    corrected: the pack cannot hold what it looked most like. reason: why it was not read. alternatives: other
    cards that it could be, with their probabilities, the best guess first where it was not read.
    """

    card: Card | None
    confidence: float
    quad: Quad
    by_index: bool = False
    corrected: bool = False
    reason: Reason | None = None
    alternatives: tuple[tuple[Card, float], ...] = ()

    def to_json(self) -> dict[str, Any]:
        """As `CardSeen.to_json`, with how it was read."""
        return {
            "card": None if self.card is None else str(self.card),
            "confidence": round(self.confidence, 3),
            "quad": [[round(float(x), 1), round(float(y), 1)] for x, y in self.quad],
            "by_index": self.by_index,
            "corrected": self.corrected,
            "reason": None if self.reason is None else self.reason.value,
            "alternatives": [[str(card), round(share, 3)] for card, share in self.alternatives],
        }


@dataclass(frozen=True, eq=False)
class HandScan:
    """The cards of one hand, from left to right."""

    cards: tuple[HandCard, ...]

    @property
    def read(self) -> tuple[Card, ...]:
        """The cards that were read."""
        return tuple(one.card for one in self.cards if one.card is not None)

    @property
    def unread(self) -> tuple[HandCard, ...]:
        """The cards that were seen and not read: somebody has to say what they are."""
        return tuple(one for one in self.cards if one.card is None)

    def to_json(self) -> dict[str, Any]:
        """`{"cards": [...], "read": [names], "unread": how many}`."""
        return {
            "cards": [one.to_json() for one in self.cards],
            "read": [str(card) for card in self.read],
            "unread": len(self.unread),
        }


def scan_hand(
    image: Image, sight: CardSight, possible: Collection[Card] | None = None, copies: int = 1, jokers: int = 3
) -> HandScan:
    """Reads the hand in a picture (height x width x 3, BGR, uint8). Cards face down are left out.

    possible: the cards that the hand can hold (what was seen in the discard pile cannot be in it); None for any.
    copies: how many of each card the pack has; jokers: how many jokers. Of two cards that are read as the same
    one the surer keeps the name.
    """
    candidates = sight.look(image)
    if not candidates:
        return HandScan(())
    readings = joined([one.reading for one in candidates])
    languages = sight.languages(readings)
    table, given_card, corners = (
        readings.faces(languages),
        readings.cards(languages),
        readings.cornered(languages),
    )
    found = []
    for number, (candidate, seen) in enumerate(zip(candidates, sight.judged(image, candidates), strict=True)):
        if seen is None or seen.back:
            continue
        card = HandCard(seen.face, seen.confidence, seen.quad, False, False, seen.reason, seen.alternatives)
        shown = None if corners is None else corners[number]
        if card.card is not None and _middle_hidden(candidate, card.card) and not _shows(shown, card.card):
            alternatives = ((card.card, card.confidence), *card.alternatives)
            card = replace(card, card=None, reason=Reason.COVERED, alternatives=alternatives)
        elif seen.face is None and candidate.index_free and seen.reason in (Reason.COVERED, Reason.UNKNOWN):
            card = _by_index(sight, candidate, seen, given_card[number], shown)
        if card.card is not None and possible is not None and card.card not in possible:
            card = _corrected(sight, card, candidate, table[number], possible)
        found.append(card)
    left_to_right = sorted(
        _without_repeats(found, copies, jokers), key=lambda one: float(one.quad[:, 0].mean())
    )
    return HandScan(tuple(left_to_right))


def agreed(scans: Sequence[HandScan]) -> HandScan:
    """What several pictures of the same hand say together: a card that at least half of them read is in it, as many
    times as at least half of them read it.

    The places are those of the last scan that read the card; as many unread cards are kept as the scans saw
    beyond the read ones (their lower median).
    """
    if not scans:
        return HandScan(())
    votes: Counter[tuple[Card, int]] = Counter()
    latest: dict[tuple[Card, int], HandCard] = {}
    for scan in scans:
        copies: Counter[Card] = Counter()
        for one in scan.cards:
            if one.card is not None:
                copy = (one.card, copies[one.card])
                copies[one.card] += 1
                votes[copy] += 1
                latest[copy] = one
    kept = [latest[copy] for copy, count in votes.items() if 2 * count >= len(scans)]
    spare = max(0, median_low([len(scan.cards) for scan in scans]) - len(kept))
    kept += list(scans[-1].unread[:spare])
    return HandScan(tuple(sorted(kept, key=lambda one: float(one.quad[:, 0].mean()))))


def _middle_hidden(candidate: Candidate, card: Card) -> bool:
    """Whether pips may be missing from the count: what lies over a card's middle cannot be filled in from its other
    half."""
    if candidate.reading.known is not None or not candidate.completed:
        return False
    return candidate.hidden > _MIDDLE_HIDDEN and card.rank in _MIDDLE_PIPS


def _shows(corners: NDArray[np.float64] | None, card: Card | None) -> bool:
    """Whether a corner of the card clearly shows that it is this one."""
    return corners is not None and card is not None and corners[column_of(card)] >= _BY_INDEX_CORNER


def _by_index(
    sight: CardSight,
    candidate: Candidate,
    seen: CardSeen,
    row: NDArray[np.float64],
    corners: NDArray[np.float64] | None,
) -> HandCard:
    """A card whose index can be seen: rank and suit alone decide, if it looks like a card and the index is clear."""
    best = int(np.argmax(row))
    covered = max(candidate.covered, _BY_INDEX_COVERED)
    confidence = sight.acceptance.confidence(float(row[best]), covered)
    shares = sight.acceptance.calibrated(row)
    reading = candidate.reading
    clear = (
        float(reading.kind[0, CARD]) >= _BY_INDEX_CARD and float(reading.index[0].max()) >= _BY_INDEX_INDEX
        if corners is None
        else _shows(corners, face_of(best))
    )
    if clear and confidence >= max(_BY_INDEX_THRESHOLD, sight.acceptance.threshold):
        return HandCard(face_of(best), confidence, seen.quad, True, False, None, _likeliest(shares, best))
    return HandCard(None, confidence, seen.quad, False, False, seen.reason, _likeliest(shares))


def _corrected(
    sight: CardSight,
    card: HandCard,
    candidate: Candidate,
    row: NDArray[np.float64],
    possible: Collection[Card],
) -> HandCard:
    """The likeliest card that the hand can hold, if what is left is still sure enough; else not readable."""
    allowed = np.array([face in possible for face in FACES])
    shares = np.where(allowed, row[: len(FACES)], 0.0)
    total = float(shares.sum())
    if total < _LEAST_LEFT:
        return replace(card, card=None, reason=Reason.UNKNOWN, alternatives=_likeliest(row))
    shares = shares / total
    best = int(np.argmax(shares))
    confidence = sight.acceptance.confidence(float(shares[best]), candidate.covered) * min(1.0, 2 * total)
    if confidence >= sight.acceptance.threshold:
        return replace(
            card,
            card=face_of(best),
            confidence=confidence,
            corrected=True,
            alternatives=_likeliest(shares, best),
        )
    return replace(
        card, card=None, reason=Reason.UNKNOWN, confidence=confidence, alternatives=_likeliest(shares)
    )


def _without_repeats(found: Sequence[HandCard], copies: int, jokers: int) -> list[HandCard]:
    kept = []
    counts: Counter[Card] = Counter()
    for one in sorted(found, key=lambda each: -each.confidence):
        if one.card is None:
            kept.append(one)
            continue
        counts[one.card] += 1
        if counts[one.card] <= (jokers if one.card == JOKER else copies):
            kept.append(one)
        else:
            alternatives = ((one.card, one.confidence), *one.alternatives)
            kept.append(
                replace(one, card=None, by_index=False, reason=Reason.UNKNOWN, alternatives=alternatives)
            )
    return kept


def _likeliest(shares: NDArray[np.float64], beside: int | None = None) -> tuple[tuple[Card, float], ...]:
    order = [int(column) for column in np.argsort(-shares[: len(FACES)], kind="stable")[:_ALTERNATIVES]]
    return tuple(
        (FACES[column], float(shares[column]))
        for column in order
        if column != beside and shares[column] >= _LEAST_ALTERNATIVE
    )
