"""The corner reader: which index and suit the corners of a card show, and what that says of the card.

Whoever sorts cards looks at the corners. A network of its own sees nothing else of the card, so that neither a
strange court's figure nor the number of pips that happen to be free can mislead it, and it sees them larger.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.corners import corner_patches
from vision.deck_language import RANKS, DeckLanguage, ranks_from_indices
from vision.networks import Floats, Network, probabilities
from vision.sightings import Image, Quad

CORNERS = 2
"""A card bears its index in two corners at least; those are the ones that are read."""

_ABSENT = 0.13
"""So many of the corners that it was trained on show no index."""
_CARD_HIDES, _OTHERS_HIDE = 0.25, 0.8
"""How often a corner shows no index when the card can be read, and when there is none to be read."""
_CARDS = 52
_LEAST = 1e-3
_WEIGHT = 0.5
"""What two corners of one picture say is not said independently of the card's look, nor of each other."""


@dataclass(frozen=True, eq=False)
class CornersRead:
    """What the corners of N cards show, all of it probabilities.

    present: N x 2, that there is an index to read. index: N x 2 x 20, suit: N x 2 x 4, what they are if so.
    """

    present: Floats
    index: Floats
    suit: Floats

    def chosen(self, rows: NDArray[np.intp]) -> "CornersRead":
        """The corners of some of the cards, in that order."""
        return CornersRead(self.present[rows], self.index[rows], self.suit[rows])

    def naming(self, languages: Mapping[DeckLanguage, float]) -> NDArray[np.float64]:
        """The probability that one of the corners, the better for it, shows a rank and suit: N x 13 x 4."""
        count = len(self.present)
        rank = ranks_from_indices(self.index.reshape(count * CORNERS, -1), languages)
        each = rank.reshape(count, CORNERS, -1, 1) * self.suit.astype(np.float64)[:, :, None, :]
        return np.asarray((self.present[..., None, None] * each).max(axis=1), np.float64)

    def evidence(
        self, languages: Mapping[DeckLanguage, float]
    ) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """How much the corners speak for each rank and suit (N x 13 x 4) and for no readable card (N).

        Factors for the probabilities of somebody who has not seen them; 1 where they say nothing.
        """
        count = len(self.present)
        here = self.present.astype(np.float64) / (1 - _ABSENT)
        gone = (1 - self.present.astype(np.float64)) / _ABSENT
        suit = np.maximum(self.suit.astype(np.float64), _LEAST)[:, :, None, :]
        cards = np.zeros((count, len(RANKS), self.suit.shape[2]))
        # one language after the other: both corners bear the same letter, and it means the same in both
        for language, share in languages.items():
            rank = ranks_from_indices(self.index.reshape(count * CORNERS, -1), {language: 1.0})
            rank = np.maximum(rank, _LEAST).reshape(count, CORNERS, -1, 1)
            shown = here[..., None, None] * rank * suit * _CARDS
            each = (1 - _CARD_HIDES) * shown + _CARD_HIDES * gone[..., None, None]
            cards += share * np.prod(each, axis=1) ** _WEIGHT
        nothing = (1 - _OTHERS_HIDE) * here + _OTHERS_HIDE * gone
        return cards, np.prod(nothing, axis=1) ** _WEIGHT


def joined_corners(parts: Sequence[CornersRead]) -> CornersRead:
    """The corners of several cards, one after the other."""
    return CornersRead(
        np.concatenate([part.present for part in parts]),
        np.concatenate([part.index for part in parts]),
        np.concatenate([part.suit for part in parts]),
    )


class CornerReader:
    """Reads corners with a network in the project's format (see `models/corners/README.md`)."""

    def __init__(self, network: Network) -> None:
        self._network = network

    def read(self, image: Image, quads: Sequence[Quad]) -> CornersRead:
        """What the corners of the cards at these quads show, read at the picture's full resolution."""
        if not quads:
            return CornersRead(*(np.empty((0, CORNERS, *size), np.float32) for size in ((), (20,), (4,))))
        read = self.read_patches(np.concatenate([corner_patches(image, quad) for quad in quads]))
        shape = (len(quads), CORNERS, -1)
        return CornersRead(
            read.present.reshape(shape[:2]), read.index.reshape(shape), read.suit.reshape(shape)
        )

    def read_patches(self, patches: NDArray[np.uint8]) -> CornersRead:
        """What each patch shows (P x 96 x 64 x 3, BGR), one row for each: P, P x 20 and P x 4."""
        batch = patches[..., ::-1].transpose(0, 3, 1, 2).astype(np.float32) * np.float32(1 / 255)
        out = self._network.run(batch)
        kind, index, suit = (probabilities(out[name]) for name in ("kind", "index", "suit"))
        return CornersRead(kind[:, 0], index, suit)
