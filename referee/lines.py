"""One line of a game record: what happened, in words that somebody at the table would use."""

from __future__ import annotations

import re
from collections.abc import Callable
from difflib import get_close_matches

from referee.cards import SUIT_NAMES, Card, MalformedCard, Rank, Suit, parse_rank, parse_suit
from referee.events import (
    CardLaid,
    CardsDrawn,
    CardSeen,
    CardTurnedUp,
    Corrected,
    Event,
    Exchange,
    ExplanationChosen,
    HandsExchanged,
    InsertableEvent,
    Inserted,
    LastCardSaid,
    MatchEnded,
    MatchStarted,
    Passed,
    PileReshuffled,
    RankNamed,
    Restored,
    RoundEnded,
    RoundStarted,
    SuitNamed,
    TakenBack,
    Undone,
)
from referee.faults import Fault, FaultError, likely
from referee.revising import read_hands


class LineError(FaultError):
    """A line that cannot be read; the message says what it should look like."""


_EXCHANGES = {
    "hands shown": Exchange.SHOW,
    "hands swapped": Exchange.SWAP,
    "hands passed on": Exchange.PASS_ON,
    "one card given": Exchange.GIVE_ONE,
}
_VERBS = ("lays", "draws", "passes", "names", "says last card", "knocks", "reshuffles", "takes back")
_RANK_WORDS = {
    "aces": "A",
    "jacks": "J",
    "queens": "Q",
    "kings": "K",
    "jokers": "JOKER",
    "twos": "2",
    "threes": "3",
}
_RANK_WORDS |= {
    "fours": "4",
    "fives": "5",
    "sixes": "6",
    "sevens": "7",
    "eights": "8",
    "nines": "9",
    "tens": "10",
}


def parse_line(line: str, players: tuple[str, ...]) -> Event:
    """The event on a line without its comment. Raises LineError or MalformedCard."""
    name = _named_first(line, players)
    rest = "" if name is None else line[len(name) + 1 :].strip()
    if name is not None and _is_deed(rest.lower()):
        return _player_line(name, rest, line)
    for pattern, read in _TABLE_LINES:
        found = pattern.fullmatch(line)
        if found:
            return read(found, players)
    if name is None:
        raise _unknown_line(line, players)
    return _player_line(name, rest, line)


def _named_first(line: str, players: tuple[str, ...]) -> str | None:
    """The player with whose name the line begins: the longest such name, written as here before otherwise."""
    lower = line.lower()
    begun = [player for player in players if lower.startswith(player.lower() + " ")]
    return max(begun, key=lambda player: (len(player), line.startswith(player)), default=None)


def _is_deed(words: str) -> bool:
    """Whether these words say what a player does; who is called Seen or Undo can then play too."""
    return any(words == verb or words.startswith(f"{verb} ") for verb in _VERBS)


def _player_line(name: str, rest: str, line: str) -> Event:
    verb, _, tail = rest.partition(" ")
    verb = verb.lower()
    if verb == "lays":
        parts = [part.strip() for part in tail.split(",")]
        suit, rank, last = _with_card(parts[1:])
        return CardLaid(name, _laid_card(parts[0]), suit, last, rank)
    if verb == "draws":
        return CardsDrawn(name, whole_number(tail) if tail else 1)
    if rest.lower() == "passes":
        return Passed(name)
    if verb == "names":
        named = _named(tail)
        return SuitNamed(name, named) if isinstance(named, Suit) else RankNamed(name, named)
    if rest.lower() in ("says last card", "knocks"):
        return LastCardSaid(name)
    if rest.lower() == "reshuffles":
        return PileReshuffled(name)
    if rest.lower().startswith("takes back"):
        card = rest[len("takes back") :].strip()
        return TakenBack(Card.parse(card) if card else None, name)
    close = get_close_matches(rest.lower(), _VERBS, n=1) or get_close_matches(verb, _VERBS, n=1)
    if close:
        raise LineError(Fault.PLAYER_DOES_NOT, f"{name} {close[0]}", text=line, player=name)
    raise LineError(Fault.PLAYER_DOES, text=line, player=name, verbs=", ".join(_VERBS))


def _laid_card(text: str) -> Card:
    try:
        return Card.parse(text)
    except MalformedCard:
        first, _, more = text.partition(" ")
        if not more:
            raise
        Card.parse(first)
        raise LineError(Fault.NOT_AFTER_A_CARD, text=more) from None


def _with_card(parts: list[str]) -> tuple[Suit | None, Rank | None, bool]:
    suit, rank, last = None, None, False
    for part in parts:
        words = part.lower()
        if words in ("says last card", "last card", "knocks"):
            last = True
        elif words.startswith("names "):
            named = _named(part[6:])
            suit, rank = (named, rank) if isinstance(named, Suit) else (suit, named)
        else:
            raise LineError(Fault.NOT_AFTER_A_CARD, text=part)
    return suit, rank, last


def _named(text: str) -> Suit | Rank:
    word = text.strip().lower().removeprefix("rank ")
    if word in _RANK_WORDS or text.strip().lower().startswith("rank "):
        return parse_rank(_RANK_WORDS.get(word, word))
    return parse_suit(text)


def whole_number(text: str) -> int:
    """The number in ``text``. Raises LineError."""
    word = text.strip()
    if not re.fullmatch(r"-?\d{1,4}", word, re.ASCII):
        raise LineError(Fault.NO_COUNT, text=word)
    if int(word) < 0:
        raise LineError(Fault.BELOW_ZERO, text=word)
    return int(word)


def _seen(found: re.Match[str], _: tuple[str, ...]) -> Event:
    parts = [part.strip() for part in found.group(1).split(",")]
    suit, rank, last = _with_card(parts[1:])
    readings = [_reading(text) for text in re.split(r"\s+or\s+", parts[0])]
    return CardSeen(readings[0][0], readings[0][1], tuple(readings[1:]), suit, last, rank)


def _reading(text: str) -> tuple[Card, float]:
    name, _, sure = text.strip().partition(" ")
    if not sure:
        return Card.parse(name), 1.0
    if not re.fullmatch(r"0?\.\d{1,6}|[01](\.0*)?", sure.strip(), re.ASCII):
        raise LineError(Fault.NO_CONFIDENCE, text=sure)
    return Card.parse(name), float(sure)


def _exchange(found: re.Match[str], players: tuple[str, ...]) -> Event:
    moves: list[tuple[str, str]] = []
    for part in (found.group(2) or "").split(","):
        if part.strip():
            giver, to, taker = part.strip().partition(" to ")
            for name in (giver.strip(), taker.strip()):
                if not to or name not in players:
                    raise LineError(Fault.NO_EXCHANGE, text=part.strip())
            moves.append((giver.strip(), taker.strip()))
    return HandsExchanged(_EXCHANGES[found.group(1).lower()], tuple(moves))


def _round_ends(found: re.Match[str], players: tuple[str, ...]) -> Event:
    hands = read_hands(found.group(1), players)
    names = [name for name, _ in hands]
    for name in names:
        if name not in players:
            raise unknown_player(name, players)
        if names.count(name) > 1:
            raise LineError(Fault.HAND_TWICE, player=name)
    return RoundEnded(hands)


def _corrected(found: re.Match[str], players: tuple[str, ...]) -> Event:
    changes: list[tuple[str, str]] = []
    for part in found.group(2).split(","):
        name, _space, value = part.strip().partition(" ")
        if name.lower() == "removed" and not value:
            value = "true"
        if not name:
            raise LineError(Fault.EMPTY_CORRECTION)
        if name.lower() == "player" and value.strip() not in players:
            raise unknown_player(value.strip(), players)
        changes.append((name.lower(), value.strip()))
    return Corrected(_event_number(found.group(1)), tuple(changes))


def _inserted(found: re.Match[str], players: tuple[str, ...]) -> Event:
    if not found.group(2).strip():
        raise LineError(Fault.EMPTY_INSERTION, player=players[0])
    event = parse_line(found.group(2).strip(), players)
    if not isinstance(event, InsertableEvent):
        raise LineError(Fault.CANNOT_BE_PUT_IN, text=found.group(2).strip())
    return Inserted(_event_number(found.group(1)), event)


def _event_number(text: str) -> int:
    return int(text[:9])


_TABLE_LINES: tuple[tuple[re.Pattern[str], Callable[[re.Match[str], tuple[str, ...]], Event]], ...] = tuple(
    (re.compile(pattern, re.IGNORECASE | re.ASCII), read)
    for pattern, read in (
        (r"seen (.+)", _seen),
        (r"undo", lambda _m, _p: Undone(1)),
        (r"undo (\S+)", lambda m, _p: Undone(whole_number(m.group(1)))),
        (r"taken back", lambda _m, _p: TakenBack(None)),
        (r"taken back (\S+)", lambda m, _p: TakenBack(Card.parse(m.group(1)))),
        (r"reshuffled", lambda _m, _p: PileReshuffled(None)),
        (r"match ends", lambda _m, _p: MatchEnded()),
        (r"round ends ?:(.*)", _round_ends),
        (r"(hands shown|hands swapped|hands passed on|one card given)(?: ?:(.*))?", _exchange),
        (r"correct (\d+) ?:(.*)", _corrected),
        (r"turned up ?: ?(\S+)", lambda m, _p: CardTurnedUp(Card.parse(m.group(1)))),
        (r"insert before (\d+) ?:(.*)", _inserted),
        (r"restore (\d+)", lambda m, _p: Restored(_event_number(m.group(1)))),
        (r"choose (\d+) ?: ?(.+)", lambda m, _p: ExplanationChosen(_event_number(m.group(1)), m.group(2))),
    )
)


def unknown_player(name: str, players: tuple[str, ...]) -> LineError:
    """What to say of a name that is nobody's."""
    close = likely(name, players)
    if close:
        return LineError(Fault.NO_SUCH_PLAYER, close, name=name)
    return LineError(Fault.NO_SUCH_PLAYER_AMONG, name=name, players=", ".join(players))


def _unknown_line(line: str, players: tuple[str, ...]) -> LineError:
    if line in players:
        return LineError(Fault.PLAYER_DOES, text=line, player=line, verbs=", ".join(_VERBS))
    first = line.split()[0]
    close = likely(first.lower(), [p.lower() for p in players])
    if close:
        name = next(p for p in players if p.lower() == close)
        return LineError(Fault.NO_SUCH_PLAYER, name, name=first)
    return LineError(Fault.NO_EVENT, text=line, players=", ".join(players))


def write_line(event: Event) -> str:
    """The line that `parse_line` reads back."""
    match event:
        case CardLaid():
            return f"{event.player} lays {event.card}{_said(event)}"
        case CardSeen():
            more = "".join(f" or {card} {sure:.4f}" for card, sure in event.alternatives)
            sure = f" {event.confidence:.4f}" if event.confidence != 1 else ""
            return f"seen {event.card}{sure}{more}{_said(event)}"
        case CardsDrawn():
            return f"{event.player} draws {event.count}"
        case Passed():
            return f"{event.player} passes"
        case SuitNamed():
            return f"{event.player} names {SUIT_NAMES[event.suit]}"
        case RankNamed():
            return f"{event.player} names rank {event.rank.value}"
        case LastCardSaid():
            return f"{event.player} says last card"
        case HandsExchanged():
            words = next(text for text, kind in _EXCHANGES.items() if kind is event.kind)
            moves = ", ".join(f"{giver} to {taker}" for giver, taker in event.moves)
            return f"{words}: {moves}" if moves else words
        case PileReshuffled():
            return f"{event.player} reshuffles" if event.player else "reshuffled"
        case TakenBack():
            card = f" {event.card}" if event.card else ""
            return f"{event.player} takes back{card}" if event.player else f"taken back{card}"
        case CardTurnedUp():
            return f"turned up: {event.card}"
        case RoundEnded():
            return "round ends: " + "; ".join(
                f"{player} {' '.join(map(str, cards)) or '-'}" for player, cards in event.hands
            )
        case MatchEnded():
            return "match ends"
        case Undone():
            return f"undo {event.count}" if event.count != 1 else "undo"
        case Corrected():
            return f"correct {event.event_id}: " + ", ".join(
                f"{name} {value}" for name, value in event.changes
            )
        case ExplanationChosen():
            return f"choose {event.event_id}: {event.choice}"
        case Inserted():
            return f"insert before {event.before}: {write_line(event.event)}"
        case Restored():
            return f"restore {event.event_id}"
        case MatchStarted() | RoundStarted():
            raise LineError(Fault.BEGINS_IN_SEVERAL_LINES)


def _said(event: CardLaid | CardSeen) -> str:
    suit = f", names {SUIT_NAMES[event.names]}" if event.names else ""
    rank = f", names rank {event.names_rank.value}" if event.names_rank else ""
    return suit + rank + (", says last card" if event.last_card else "")
