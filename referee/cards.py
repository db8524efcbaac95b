"""Playing cards by name: ``10H``, ``QS``, ``AD``, ``2C``, ``JOKER``."""

from __future__ import annotations

from enum import StrEnum

from referee.faults import Fault, FaultError


class MalformedCard(FaultError):
    """A text that names no card."""


class Suit(StrEnum):
    """The four suits."""

    CLUBS = "C"
    DIAMONDS = "D"
    HEARTS = "H"
    SPADES = "S"


class Rank(StrEnum):
    """The thirteen ranks, and the joker as a rank of its own."""

    ACE = "A"
    TWO = "2"
    THREE = "3"
    FOUR = "4"
    FIVE = "5"
    SIX = "6"
    SEVEN = "7"
    EIGHT = "8"
    NINE = "9"
    TEN = "10"
    JACK = "J"
    QUEEN = "Q"
    KING = "K"
    JOKER = "JOKER"


RANKS: tuple[Rank, ...] = tuple(rank for rank in Rank if rank is not Rank.JOKER)
"""The thirteen ranks of a suit, ace first."""

SUIT_NAMES: dict[Suit, str] = {
    Suit.CLUBS: "clubs",
    Suit.DIAMONDS: "diamonds",
    Suit.HEARTS: "hearts",
    Suit.SPADES: "spades",
}
"""The English suit names that game records use."""

_HEIGHTS = {rank: height for height, rank in enumerate((*RANKS[1:], Rank.ACE), start=2)}


def height(rank: Rank) -> int:
    """How high a rank is where ranks are compared: 2 is 2, king is 13, ace is 14; a joker is 0."""
    return _HEIGHTS.get(rank, 0)


_BY_PARTS: dict[tuple[Rank, Suit | None], Card] = {}


class Card:
    """One card face; immutable, and one object for each face, so that equal cards are the same card.

    ``suit`` is None for a joker and for a joker only; anything else raises MalformedCard.
    """

    __slots__ = ("_name", "rank", "suit")
    __match_args__ = ("rank", "suit")

    rank: Rank
    suit: Suit | None
    _name: str

    def __new__(cls, rank: Rank, suit: Suit | None) -> Card:
        card = _BY_PARTS.get((rank, suit))
        if card is None:
            if (suit is None) is not (rank is Rank.JOKER):
                raise MalformedCard(Fault.NO_CARD, text=f"{rank} {suit}")
            card = super().__new__(cls)
            object.__setattr__(card, "rank", rank)
            object.__setattr__(card, "suit", suit)
            object.__setattr__(card, "_name", f"{rank.value}{suit.value}" if suit else rank.value)
            _BY_PARTS[rank, suit] = card
        return card

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a card cannot be changed, not even its {name}")

    def __reduce__(self) -> tuple[type[Card], tuple[Rank, Suit | None]]:
        return Card, (self.rank, self.suit)

    def __str__(self) -> str:
        return self._name

    def __repr__(self) -> str:
        return f"Card({self._name})"

    @staticmethod
    def parse(text: str) -> Card:
        """The card with this name, upper or lower case.

        >>> str(Card.parse("10h"))
        '10H'

        Raises MalformedCard for any other text.
        """
        card = _BY_NAME.get(text.strip().upper())
        if card is None:
            raise MalformedCard(Fault.NO_CARD, text=text)
        return card


JOKER = Card(Rank.JOKER, None)
FACES: tuple[Card, ...] = (*(Card(rank, suit) for suit in Suit for rank in RANKS), JOKER)
"""The 53 faces of a pack, the joker last."""

_BY_NAME: dict[str, Card] = {str(card): card for card in FACES}


def parse_suit(text: str) -> Suit:
    """The suit called ``clubs``, ``diamonds``, ``hearts``, ``spades`` or by its letter.

    Raises MalformedCard for any other text.
    """
    word = text.strip().lower()
    for suit, name in SUIT_NAMES.items():
        if word in (name, name[:-1], suit.value.lower()):
            return suit
    raise MalformedCard(Fault.NO_SUIT, text=text)


def parse_rank(text: str) -> Rank:
    """The rank written ``A``, ``2`` to ``10``, ``J``, ``Q``, ``K`` or ``JOKER``, upper or lower case.

    Raises MalformedCard for any other text.
    """
    try:
        return Rank(text.strip().upper())
    except ValueError:
        raise MalformedCard(Fault.NO_RANK, text=text) from None
