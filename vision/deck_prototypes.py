"""Deck prototypes: how the cards of one pack lie in the reader's feature space."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Matrix = NDArray[np.float64]

_SHRINKAGE = 0.2
_EVENNESS = 3.0


@dataclass(frozen=True, eq=False)
class Likenesses:
    """How crops compare with the cards of an enrolled pack, a row for each crop.

    columns: of a table of faces, one for each card that was shown. shares: N x cards, how the crop divides among
    them if it is one of them (rows add up to 1). familiar: N, the probability that it is one of them.
    """

    columns: NDArray[np.intp]
    shares: Matrix
    familiar: Matrix

    def chosen(self, rows: NDArray[np.intp]) -> "Likenesses":
        """The rows of some of the crops."""
        return Likenesses(self.columns, self.shares[rows], self.familiar[rows])


def joined_likenesses(parts: Sequence[Likenesses]) -> Likenesses:
    """Comparisons with the same pack, one after the other."""
    return Likenesses(
        parts[0].columns,
        np.concatenate([part.shares for part in parts]),
        np.concatenate([part.familiar for part in parts]),
    )


@dataclass(frozen=True, eq=False)
class DeckPrototypes:
    """Mean features of each card, the metric in which they are compared, and what distance is still familiar."""

    columns: NDArray[np.intp]
    means: Matrix
    whitening: Matrix
    near: float
    far: float

    @classmethod
    def learnt(
        cls, features: NDArray[np.floating], columns: NDArray[np.integer], spoilt: NDArray[np.floating]
    ) -> "DeckPrototypes":
        """From features of crops (N x D) with their columns, and of crops that show no whole card (M x D).

        The metric is the inverse of the spread within a card, pulled towards an even one because there are few
        crops. Familiar is what lies nearer to some card than half way from its own crops to the spoilt ones.
        """
        values = np.asarray(features, np.float64)
        named = np.unique(columns)
        means = np.stack([values[columns == column].mean(axis=0) for column in named])
        rest = values - means[np.searchsorted(named, columns)]
        spread = rest.T @ rest / len(rest)
        level = np.trace(spread) / len(spread) + 1e-9
        spread += _SHRINKAGE * level * np.eye(len(spread))
        inverse = np.linalg.inv(spread)
        whitening = np.asarray(np.linalg.cholesky((inverse + inverse.T) / 2), np.float64)
        made = cls(named.astype(np.intp), means, whitening, 0.0, 1.0)
        own = made.distances(values).min(axis=1)
        other = made.distances(np.asarray(spoilt, np.float64)).min(axis=1)
        near = float(np.percentile(own, 90))
        far = max(float(np.percentile(other, 25)), 1.3 * near + 1e-6)
        return cls(made.columns, means, whitening, near, far)

    def distances(self, features: Matrix) -> Matrix:
        """From each crop to each card, N x cards."""
        points = features @ self.whitening
        own = self.means @ self.whitening
        squares = (points**2).sum(axis=1)[:, None] + (own**2).sum(axis=1)[None] - 2 * points @ own.T
        return np.asarray(np.sqrt(np.maximum(squares, 0)), np.float64)

    def likenesses(self, features: NDArray[np.floating]) -> Likenesses:
        """How crops with these features (N x D) compare with the pack's cards."""
        distances = self.distances(np.asarray(features, np.float64))
        unit = max(self.near, 1e-6)
        logits = -((distances / unit) ** 2) * _EVENNESS
        logits -= logits.max(axis=1, keepdims=True)
        shares = np.exp(logits)
        shares /= shares.sum(axis=1, keepdims=True)
        middle, slope = (self.near + self.far) / 2, 4.0 / max(self.far - self.near, 1e-6)
        familiar = 1 / (1 + np.exp(np.clip(slope * (distances.min(axis=1) - middle), -50, 50)))
        return Likenesses(self.columns, shares, familiar)
