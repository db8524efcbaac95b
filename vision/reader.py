"""The card reader: which card an upright crop shows.

It names four things apart, the kind (card, joker, back, nothing readable), the rank as it looks, the index in the
corner and the suit; `Readings.faces` joins them, the deck's language deciding what an index means.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from referee.cards import FACES, JOKER, Card, Suit
from vision.corner_reader import CornerReader, CornersRead, joined_corners
from vision.deck_language import RANKS, DeckLanguage, ranks_from_indices
from vision.deck_prototypes import Likenesses, joined_likenesses
from vision.networks import Floats, Network, probabilities
from vision.quads import rectify_all
from vision.sightings import Image, Quad

CARD, JOKER_KIND, BACK_KIND, NONE = range(4)
"""Columns of the reader's `kind` output."""

SUITS = (Suit.CLUBS, Suit.DIAMONDS, Suit.HEARTS, Suit.SPADES)
"""The order of the reader's `suit` output."""

BACK_COLUMN = len(FACES)
NONE_COLUMN = len(FACES) + 1
OUTCOMES = len(FACES) + 2
"""Columns of a table of faces: one for each of `FACES`, then face down, then not readable."""

_MOST_AT_ONCE = 64
_OWN_SHARE = 0.5
_LEAST_OPINION = 0.003
_UNLIKE_ITSELF = 0.3


@dataclass(frozen=True, eq=False)
class Readings:
    """What the reader says of N crops, a row each; all but the features are probabilities.

    kind N x 4, rank N x 13, index N x 20, suit N x 4, features N x 192 (place of the crop in the reader's own
    space, for decks that were enrolled).
    """

    kind: Floats
    rank: Floats
    index: Floats
    suit: Floats
    features: Floats
    known: Likenesses | None = None
    """How the crops compare with the cards of an enrolled pack, if there is one."""
    corners: CornersRead | None = None
    """What the corners show, where they were read on their own."""

    def __len__(self) -> int:
        return len(self.kind)

    def faces(self, languages: Mapping[DeckLanguage, float], index_share: float = 0.5) -> NDArray[np.float64]:
        """The probability of each outcome, N x 55: the faces in the order of `FACES`, BACK, not readable.

        languages: probability of each language of the pack. index_share: how much the corner index counts
        against the look of the whole card when the two name the rank, 0..1.
        """
        kind = self.kind.astype(np.float64)
        table = np.empty((len(self), OUTCOMES))
        table[:, :BACK_COLUMN] = kind[:, CARD, None] * self._looks(languages, index_share)
        table[:, _JOKER_COLUMN] = kind[:, JOKER_KIND]
        table[:, BACK_COLUMN] = kind[:, BACK_KIND]
        table[:, NONE_COLUMN] = kind[:, NONE]
        cornered = table if self.corners is None else _with_corners(table, self.corners, languages)
        return cornered if self.known is None else _with_known(table, cornered, self.known)

    def cards(self, languages: Mapping[DeckLanguage, float], index_share: float = 0.5) -> NDArray[np.float64]:
        """The probability of each face given that the crop shows a card with rank and suit, N x 53."""
        table = self._looks(languages, index_share)
        if self.corners is not None:
            table[:, _SUITED] *= _for_faces(self.corners, languages)[0]
            table /= table.sum(axis=1, keepdims=True)
        return table

    def _looks(self, languages: Mapping[DeckLanguage, float], index_share: float) -> NDArray[np.float64]:
        by_look = np.log(np.maximum(self.rank.astype(np.float64), 1e-9))
        by_index = np.log(np.maximum(ranks_from_indices(self.index, languages), 1e-9))
        rank = np.exp((1 - index_share) * by_look + index_share * by_index)
        rank /= rank.sum(axis=1, keepdims=True)
        table = rank[:, _RANK_OF] * self.suit[:, _SUIT_OF].astype(np.float64)
        table[:, _JOKER_COLUMN] = 0.0
        return np.asarray(table, np.float64)

    @property
    def letters(self) -> NDArray[np.float64]:
        """The probability of each index, N x 20, by the whole card and by the corners where one is to be seen."""
        index = self.index.astype(np.float64)
        if self.corners is None:
            return index
        share = self.corners.present.astype(np.float64)[..., None]
        seen = (share * self.corners.index).sum(axis=1)
        return np.asarray((index + seen) / (1 + share.sum(axis=1)), np.float64)

    def cornered(self, languages: Mapping[DeckLanguage, float]) -> NDArray[np.float64] | None:
        """The probability that a corner shows each face, N x 53 (0 for a joker); None where corners were not read."""
        if self.corners is None:
            return None
        table = np.zeros((len(self), BACK_COLUMN))
        table[:, _SUITED] = self.corners.naming(languages)[:, _RANK_OF[_SUITED], _SUIT_OF[_SUITED]]
        return table

    def chosen(self, rows: Sequence[int]) -> "Readings":
        """The readings of some of the crops, in that order."""
        picked = np.asarray(rows, np.intp)
        known = None if self.known is None else self.known.chosen(picked)
        corners = None if self.corners is None else self.corners.chosen(picked)
        return Readings(
            self.kind[picked],
            self.rank[picked],
            self.index[picked],
            self.suit[picked],
            self.features[picked],
            known,
            corners,
        )


def joined(parts: Sequence[Readings]) -> Readings:
    """Several readings one after the other, all by the same reader."""
    known = [part.known for part in parts if part.known is not None]
    corners = [part.corners for part in parts if part.corners is not None]
    return Readings(
        np.concatenate([part.kind for part in parts]),
        np.concatenate([part.rank for part in parts]),
        np.concatenate([part.index for part in parts]),
        np.concatenate([part.suit for part in parts]),
        np.concatenate([part.features for part in parts]),
        joined_likenesses(known) if known and len(known) == len(parts) else None,
        joined_corners(corners) if corners and len(corners) == len(parts) else None,
    )


class CardReader:
    """Reads upright crops with a network in the project's reader format (see `models/reader/README.md`).

    corners: reads the corners of the cards as well, when it is asked to.
    """

    def __init__(self, network: Network, corners: CornerReader | None = None) -> None:
        self.network = network
        self.corners = corners

    def read(self, image: Image, quads: Sequence[Quad]) -> Readings:
        """What each quad of a picture shows, read at the picture's full resolution."""
        return self.read_crops(rectify_all(image, list(quads)))

    def with_corners(self, image: Image, quads: Sequence[Quad], readings: Readings) -> Readings:
        """What was read of a picture's cards, a row for each quad, with what their corners show beside it."""
        if self.corners is None or not quads:
            return readings
        return replace(readings, corners=self.corners.read(image, quads))

    def read_crops(self, crops: NDArray[np.uint8]) -> Readings:
        """What each crop shows (N x 144 x 96 x 3, BGR). Both ways up are read and their answers joined."""
        parts = [
            self._batch(crops[start : start + _MOST_AT_ONCE]) for start in range(0, len(crops), _MOST_AT_ONCE)
        ]
        return joined(parts) if parts else _nothing()

    def _batch(self, crops: NDArray[np.uint8]) -> Readings:
        count = len(crops)
        both = np.concatenate([crops, crops[:, ::-1, ::-1]])
        batch = np.multiply(both[:, :, :, ::-1].transpose(0, 3, 1, 2), np.float32(1 / 255), dtype=np.float32)
        out = self.network.run(batch)
        kind, rank, index, suit = (
            probabilities(_mean_of_turns(out[name], count)) for name in ("kind", "rank", "index", "suit")
        )
        return Readings(kind, rank, index, suit, _mean_of_turns(out["features"], count))


def face_of(column: int) -> Card | None:
    """The face that a column of a table of faces stands for; None for BACK and for not readable."""
    return FACES[column] if column < BACK_COLUMN else None


def column_of(card: Card) -> int:
    """The column of a face in a table of faces."""
    return FACES.index(card)


def _with_corners(
    table: NDArray[np.float64], corners: CornersRead, languages: Mapping[DeckLanguage, float]
) -> NDArray[np.float64]:
    """A table of faces after the corners were looked at."""
    cards, nothing = _for_faces(corners, languages)
    table = table * nothing[:, None]
    table[:, _SUITED] *= cards / nothing[:, None]
    return np.asarray(table / table.sum(axis=1, keepdims=True), np.float64)


def _for_faces(
    corners: CornersRead, languages: Mapping[DeckLanguage, float]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    cards, nothing = corners.evidence(languages)
    return cards[:, _RANK_OF[_SUITED], _SUIT_OF[_SUITED]], nothing


def _with_known(
    table: NDArray[np.float64], cornered: NDArray[np.float64], known: Likenesses
) -> NDArray[np.float64]:
    """A table of faces in which the cards of an enrolled pack are judged by their likeness first.

    Among the pack's cards the reader's own view counts a little, and not what the corners seem to show: packs are
    taught because theirs are strange. What does not look like any of them is left to the reader and the corners, but a
    card of the pack that does not look like itself is hardly believed, unless it is also the one of them that comes
    nearest.
    """
    own = table[:, known.columns]
    opinion = np.maximum(own / np.maximum(own.sum(axis=1, keepdims=True), 1e-9), _LEAST_OPINION) ** _OWN_SHARE
    shares = known.shares * opinion
    shares /= shares.sum(axis=1, keepdims=True)
    rest = cornered.copy()
    rest[:, NONE_COLUMN] += rest[:, known.columns].sum(axis=1) * (1 - _UNLIKE_ITSELF)
    rest[:, known.columns] *= _UNLIKE_ITSELF
    agreement = (own * known.shares).sum(axis=1)
    familiar = (known.familiar + (1 - known.familiar) * agreement)[:, None]
    joint = (1 - familiar) * rest
    joint[:, known.columns] += familiar * shares
    return np.asarray(joint / joint.sum(axis=1, keepdims=True), np.float64)


def _mean_of_turns(values: Floats, count: int) -> Floats:
    return np.asarray((values[:count] + values[count:]) / 2, np.float32)


def _nothing() -> Readings:
    kind, rank, index, suit, features = (np.empty((0, size), np.float32) for size in (4, 13, 20, 4, 192))
    return Readings(kind, rank, index, suit, features)


_JOKER_COLUMN = FACES.index(JOKER)
_RANK_OF = np.array([0 if card == JOKER else RANKS.index(card.rank) for card in FACES])
_SUITED = np.array([column for column, card in enumerate(FACES) if card != JOKER])
_SUIT_OF = np.array([0 if card.suit is None else SUITS.index(card.suit) for card in FACES])
