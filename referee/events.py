"""Everything that can happen at the table, as frozen values that turn into JSON and back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, dataclass, fields
from enum import StrEnum
from typing import Any, ClassVar, TypeAlias

from referee.cards import Card, MalformedCard, Rank, Suit


class MalformedEvent(ValueError):
    """JSON that describes no event."""


class Exchange(StrEnum):
    """What hands do after a card that exchanges them."""

    SHOW = "show-hands"
    """All others show their hands (wikipedia-nl: "tien zien")."""
    SWAP = "swap-hands"
    """All swap hands (wikipedia-nl: "wasmachine")."""
    PASS_ON = "pass-hands"
    """Everybody passes the whole hand to the neighbour (regles-fr)."""
    GIVE_ONE = "give-one"
    """Everybody gives one card to the left neighbour (pesten-with-cards)."""


Json: TypeAlias = dict[str, Any]


class _Event:
    __slots__ = ()
    type: ClassVar[str]

    def to_json(self) -> Json:
        """This event as plain JSON: ``type`` and its fields, cards by name."""
        return {"type": self.type} | {f.name: _plain(getattr(self, f.name)) for f in fields(self)}  # type: ignore[arg-type]


@dataclass(frozen=True, slots=True)
class MatchStarted(_Event):
    """A match begins. ``players`` sit clockwise in this order; ``options`` are (name, value) texts over ``rules``."""

    type: ClassVar[str] = "match-started"
    players: tuple[str, ...]
    rules: str
    options: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class RoundStarted(_Event):
    """Cards are dealt. ``turned_up`` None: the first card is still to be seen. ``hands`` empty: the rule set's number.

    ``dealer`` and ``starter`` None: as the rule set says.
    """

    type: ClassVar[str] = "round-started"
    dealer: str | None = None
    turned_up: Card | None = None
    hands: tuple[tuple[str, int], ...] = ()
    starter: str | None = None


@dataclass(frozen=True, slots=True)
class CardTurnedUp(_Event):
    """The top card of the stock is turned up to begin the pile (again, where the first one must be neutral)."""

    type: ClassVar[str] = "turned-up"
    card: Card


@dataclass(frozen=True, slots=True)
class CardLaid(_Event):
    """A named player lays a card, perhaps naming a suit or a rank and saying "last card" with it."""

    type: ClassVar[str] = "laid"
    player: str
    card: Card
    names: Suit | None = None
    last_card: bool = False
    names_rank: Rank | None = None


@dataclass(frozen=True, slots=True)
class CardSeen(_Event):
    """The camera saw a card come to rest; nobody said who laid it.

    ``confidence`` is the reader's, 0 to 1; ``alternatives`` are other cards with theirs; ``choice`` is the key of the
    explanation that somebody chose, empty for the likeliest.
    """

    type: ClassVar[str] = "seen"
    card: Card
    confidence: float = 1.0
    alternatives: tuple[tuple[Card, float], ...] = ()
    names: Suit | None = None
    last_card: bool = False
    names_rank: Rank | None = None
    choice: str = ""


@dataclass(frozen=True, slots=True)
class CardsDrawn(_Event):
    """A player takes ``count`` cards from the stock: drawn for want of a card, or owed."""

    type: ClassVar[str] = "drawn"
    player: str
    count: int = 1


@dataclass(frozen=True, slots=True)
class Passed(_Event):
    """A player ends the turn without (another) card."""

    type: ClassVar[str] = "passed"
    player: str


@dataclass(frozen=True, slots=True)
class SuitNamed(_Event):
    """A player names the suit to follow."""

    type: ClassVar[str] = "suit-named"
    player: str
    suit: Suit


@dataclass(frozen=True, slots=True)
class RankNamed(_Event):
    """A player names the rank to follow."""

    type: ClassVar[str] = "rank-named"
    player: str
    rank: Rank


@dataclass(frozen=True, slots=True)
class LastCardSaid(_Event):
    """A player says "last card" or knocks."""

    type: ClassVar[str] = "last-card-said"
    player: str


@dataclass(frozen=True, slots=True)
class HandsExchanged(_Event):
    """The table confirms that hands were shown, swapped, passed on, or one card given.

    ``moves`` are (giver, receiver) pairs of whole hands; empty: as the rule set says.
    """

    type: ClassVar[str] = "exchanged"
    kind: Exchange
    moves: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class PileReshuffled(_Event):
    """All of the discard pile but its top card became the stock."""

    type: ClassVar[str] = "reshuffled"
    player: str | None = None


@dataclass(frozen=True, slots=True)
class TakenBack(_Event):
    """The last card laid was taken up again; ``card`` None: whichever it was."""

    type: ClassVar[str] = "taken-back"
    card: Card | None = None
    player: str | None = None


@dataclass(frozen=True, slots=True)
class RoundEnded(_Event):
    """The hands left at the end of a round, one entry for each player, an empty one for whoever is out."""

    type: ClassVar[str] = "round-ended"
    hands: tuple[tuple[str, tuple[Card, ...]], ...]


@dataclass(frozen=True, slots=True)
class MatchEnded(_Event):
    """The table stops here; totals become final."""

    type: ClassVar[str] = "match-ended"


@dataclass(frozen=True, slots=True)
class Undone(_Event):
    """The last ``count`` standing events no longer count."""

    type: ClassVar[str] = "undone"
    count: int = 1


@dataclass(frozen=True, slots=True)
class Corrected(_Event):
    """Fields of an earlier event were otherwise: (field, value) texts, as in that event's JSON.

    Fields are those of the event: ``card``, ``player``, ``count``, ``names``, ``last_card``, ``suit`` and so on; a
    ``player`` for a seen card makes it that player's; ``("removed", "true")`` takes the event out.
    """

    type: ClassVar[str] = "corrected"
    event_id: int
    changes: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class ExplanationChosen(_Event):
    """Another explanation of a seen card is the true one; ``choice`` is its key."""

    type: ClassVar[str] = "explanation-chosen"
    event_id: int
    choice: str


TableEvent: TypeAlias = (
    MatchStarted
    | RoundStarted
    | CardTurnedUp
    | CardLaid
    | CardSeen
    | CardsDrawn
    | Passed
    | SuitNamed
    | RankNamed
    | LastCardSaid
    | HandsExchanged
    | PileReshuffled
    | TakenBack
    | RoundEnded
    | MatchEnded
)
"""What `referee.judge.judge` can judge by itself."""

InsertableEvent: TypeAlias = (
    CardTurnedUp
    | CardLaid
    | CardSeen
    | CardsDrawn
    | Passed
    | SuitNamed
    | RankNamed
    | LastCardSaid
    | HandsExchanged
    | PileReshuffled
)
"""What may be put in afterwards: anything of a round but its beginning, its end and a card taken back."""


@dataclass(frozen=True, slots=True)
class Inserted(_Event):
    """``event`` happened just before the event ``before`` and was forgotten; it goes by this event's own number."""

    type: ClassVar[str] = "inserted"
    before: int
    event: InsertableEvent


@dataclass(frozen=True, slots=True)
class Restored(_Event):
    """An undone, removed or corrected event counts again as it was recorded.

    If ``event_id`` is an undoing, a correction, an insertion or a taking back, that is revoked, or holds again after
    it was revoked.
    """

    type: ClassVar[str] = "restored"
    event_id: int


Revision: TypeAlias = Undone | Corrected | ExplanationChosen | Inserted | Restored
"""What changes earlier events; only `referee.history.fold` can apply it."""

Event: TypeAlias = TableEvent | Revision

_TYPES: dict[str, type[Event]] = {
    kind.type: kind
    for kind in (
        MatchStarted,
        RoundStarted,
        CardTurnedUp,
        CardLaid,
        CardSeen,
        CardsDrawn,
        Passed,
        SuitNamed,
        RankNamed,
        LastCardSaid,
        HandsExchanged,
        PileReshuffled,
        TakenBack,
        RoundEnded,
        MatchEnded,
        Undone,
        Corrected,
        ExplanationChosen,
        Inserted,
        Restored,
    )
}


def event_from_json(data: Mapping[str, Any]) -> Event:
    """The event that `to_json` described. Raises MalformedEvent, naming the field, for anything else."""
    kind = _TYPES.get(str(data.get("type")))
    if kind is None:
        raise MalformedEvent(f"no event has the type {data.get('type')!r}")
    known = {f.name: f for f in fields(kind)}
    for name in data:
        if name != "type" and name not in known:
            raise MalformedEvent(f"{kind.type} has no field '{name}'")
    values: dict[str, Any] = {}
    for name, f in known.items():
        if name in data:
            try:
                values[name] = _READERS[str(f.type)](data[name])
            except (MalformedCard, ValueError, TypeError, KeyError, AttributeError) as fault:
                raise MalformedEvent(f"{kind.type}: {name} cannot be {data[name]!r}") from fault
        elif f.default is MISSING:
            raise MalformedEvent(f"{kind.type} needs the field '{name}'")
    return kind(**values)


def _plain(value: Any) -> Any:
    if isinstance(value, _Event):
        return value.to_json()
    if isinstance(value, Card):
        return str(value)
    if isinstance(value, StrEnum):
        return value.value
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    return value


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError("a text is needed")
    return value


def _whole(value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise TypeError("a whole number is needed")
    return value


def _truth(value: Any) -> bool:
    if not isinstance(value, bool):
        raise TypeError("true or false is needed")
    return value


def _list(value: Any) -> list[Any]:
    if not isinstance(value, list | tuple):
        raise TypeError("a list is needed")
    return list(value)


def _card(value: Any) -> Card:
    return Card.parse(_text(value))


def _insertable(value: Any) -> InsertableEvent:
    event = event_from_json(value)
    if not isinstance(event, InsertableEvent):
        raise ValueError(f"{event.type} cannot be put in afterwards")
    return event


def _optional(read: Any) -> Any:
    return lambda value: None if value is None else read(value)


def _pairs(first: Any, second: Any) -> Any:
    def read(value: Any) -> tuple[tuple[Any, Any], ...]:
        return tuple((first(a), second(b)) for a, b in (_list(pair) for pair in _list(value)))

    return read


_READERS: dict[str, Any] = {
    "str": _text,
    "int": _whole,
    "bool": _truth,
    "float": float,
    "Card": _card,
    "Suit": Suit,
    "Rank": Rank,
    "Exchange": Exchange,
    "InsertableEvent": _insertable,
    "str | None": _optional(_text),
    "Card | None": _optional(_card),
    "Suit | None": _optional(Suit),
    "Rank | None": _optional(Rank),
    "tuple[str, ...]": lambda value: tuple(_text(item) for item in _list(value)),
    "tuple[tuple[str, str], ...]": _pairs(_text, _text),
    "tuple[tuple[str, int], ...]": _pairs(_text, _whole),
    "tuple[tuple[Card, float], ...]": _pairs(_card, float),
    "tuple[tuple[str, tuple[Card, ...]], ...]": _pairs(
        _text, lambda cards: tuple(_card(c) for c in _list(cards))
    ),
}
