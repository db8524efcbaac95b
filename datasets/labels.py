"""What the networks are asked to name: classes, their order in the networks' outputs, and cards as labels.

The order of these tuples is the order of the networks' outputs; shipped weights depend on it.
"""

from __future__ import annotations

from dataclasses import dataclass

from vision import deck_language

KINDS = ("card", "joker", "back", "none")
RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
INDICES = deck_language.INDICES
SUITS = ("C", "D", "H", "S")
DETECTIONS = ("whole", "covered", "back")
UNKNOWN = -1


@dataclass(frozen=True, slots=True)
class CropLabel:
    """Class numbers of one crop, each an index into the tuple of its name; `UNKNOWN` asks nothing."""

    kind: int
    rank: int = UNKNOWN
    index: int = UNKNOWN
    suit: int = UNKNOWN

    def row(self) -> tuple[int, int, int, int]:
        return self.kind, self.rank, self.index, self.suit

    @property
    def name(self) -> str | None:
        """The card as `10H`, `JOKER` or `BACK`; None for what is no card with rank and suit."""
        if self.kind in (JOKER.kind, BACK.kind):
            return "JOKER" if self.kind == JOKER.kind else "BACK"
        known = self.kind != NOTHING.kind and UNKNOWN not in (self.rank, self.suit)
        return RANKS[self.rank] + SUITS[self.suit] if known else None


NOTHING = CropLabel(KINDS.index("none"))
JOKER = CropLabel(KINDS.index("joker"))
BACK = CropLabel(KINDS.index("back"))


def card_label(code: str, index: str | None = None) -> CropLabel:
    """Return the label of a card code (`10H`, `JOKER`, `BACK`, or a rank alone such as `9` or `K`).

    `index` is the printed corner letter where it is known; ranks 2 to 10 print themselves in every language.
    Raises `ValueError` for anything else.
    """
    if code == "JOKER" or code.startswith("JK"):
        return JOKER
    if code == "BACK" or code.startswith("BK"):
        return BACK
    rank, suit = (code, "") if code in RANKS else (code[:-1], code[-1])
    if rank not in RANKS or (suit and suit not in SUITS):
        raise ValueError(f"{code!r} is no card: write for example 10H, QS, JOKER or BACK")
    printed = index if index is not None else (rank if rank.isdigit() else None)
    return CropLabel(
        kind=KINDS.index("card"),
        rank=RANKS.index(rank),
        index=INDICES.index(printed) if printed in INDICES else UNKNOWN,
        suit=SUITS.index(suit) if suit else UNKNOWN,
    )
