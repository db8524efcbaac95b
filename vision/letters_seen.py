"""Letters seen: what the court cards of a pack told of its language, kept from picture to picture.

A V alone is a Dutch queen or a French jack. Once an H or an R was seen, it is one of them.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from vision.deck_language import COURTS, INDICES

MOST = 16
"""So many court cards are remembered, the newest ones: another pack on the table is soon another language."""

_LETTERS = frozenset(INDICES.index(letter) for letters in COURTS.values() for letter in letters)
_SURE = 0.8


class LettersSeen:
    """The letters on the court cards that one camera has seen, each letter of each suit once."""

    def __init__(self) -> None:
        self._rows: dict[tuple[int, int], NDArray[np.float64]] = {}

    def note(self, index: NDArray[np.floating], suit: int) -> None:
        """Remember a card that was surely read: its row of index probabilities (20) and the number of its suit.

        What is no clear court letter is not remembered.
        """
        letter = int(np.argmax(index))
        if letter not in _LETTERS or index[letter] < _SURE:
            return
        rows = {key: row for key, row in self._rows.items() if key != (letter, suit)}
        rows[letter, suit] = np.asarray(index, np.float64)
        # a new table each time: pictures may be read by two threads
        self._rows = dict(list(rows.items())[-MOST:])

    def beside(self, indices: NDArray[np.floating], suits: Sequence[int]) -> NDArray[np.float64]:
        """The rows of the cards in sight (N x 20, with their suits) and of those remembered that are not in sight."""
        here = {(int(np.argmax(row)), suit) for row, suit in zip(indices, suits, strict=True)}
        kept = [row[None] for key, row in self._rows.items() if key not in here]
        return np.concatenate([np.asarray(indices, np.float64).reshape(-1, len(INDICES)), *kept])
