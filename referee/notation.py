"""The game record: a text file, one event a line, headers first.

rules: pesten-7
players: North, East, South, West
dealer: West
turned up: 9H

North lays 9S
East lays JD, names clubs
South draws 1
round ends: North -; East QS 5H; South JOKER; West 3D
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches

from referee.cards import SUIT_NAMES, Card, MalformedCard
from referee.events import CardTurnedUp, Event, MatchStarted, RoundStarted
from referee.faults import Fault, FaultError
from referee.history import Entry, Timeline, extend
from referee.lines import LineError, parse_line, unknown_player, whole_number, write_line
from referee.rulebook import RuleFileError, load_rule_set
from referee.verdicts import Reason


class MalformedRecord(FaultError):
    """A record that cannot be read; ``line`` counts from 1, ``message`` says what to do, `str` both."""

    def __init__(self, line: int, fault: FaultError) -> None:
        super().__init__(fault.code, fault.meant, **fault.params)
        self.line = line
        self.field = str(getattr(fault, "field", ""))
        self.message = fault.message

    def __str__(self) -> str:
        return f"line {self.line}: {self.message}"

    def to_json(self) -> dict[str, object]:
        """The fault with its line, and with the field of the rules that is to blame, if any."""
        return {**super().to_json(), "line": self.line, "field": self.field}


@dataclass(frozen=True, slots=True)
class Record:
    """A parsed record.

    ``events`` are (line, event) pairs: the `MatchStarted` and the first `RoundStarted`, whose lines are in
    ``headers``, and one for each event line. ``texts`` is each event line as written, less its comment;
    ``comments`` are the comments, by line; ``places`` are the lines of the headers at the top, by name.
    """

    events: tuple[tuple[int, Event], ...]
    headers: frozenset[int]
    texts: dict[int, str]
    comments: dict[int, str]
    places: dict[str, int]

    @property
    def match(self) -> MatchStarted:
        """How the match was started."""
        start = self.events[0][1]
        assert isinstance(start, MatchStarted)
        return start


_HEADERS = ("rules", "options", "players", "dealer", "hands", "turned up", "starts")
_HEADER = re.compile(r"([A-Za-z][A-Za-z ]*?)\s*:\s*(.*)", re.DOTALL)


@dataclass(slots=True)
class _Reader:
    headers: dict[str, tuple[int, str]] = field(default_factory=dict)
    players: tuple[str, ...] = ()
    events: list[tuple[int, Event]] = field(default_factory=list)
    texts: dict[int, str] = field(default_factory=dict)
    header_lines: frozenset[int] = frozenset()
    places: dict[str, int] = field(default_factory=dict)
    ended: bool = False


def parse(text: str) -> Record:
    """The record in ``text``. Raises MalformedRecord."""
    reader = _Reader()
    comments: dict[int, str] = {}
    number = 0
    for number, raw in enumerate(text.splitlines(), start=1):
        line, hash_sign, comment = raw.partition("#")
        if hash_sign:
            comments[number] = comment.strip()
        line = " ".join(line.split())
        if not line:
            continue
        try:
            _read(reader, number, line)
        except (LineError, MalformedCard) as fault:
            raise MalformedRecord(number, fault) from fault
    if not reader.events:
        _begin(reader, max(number, 1))
    return Record(tuple(reader.events), reader.header_lines, reader.texts, comments, reader.places)


def _read(reader: _Reader, number: int, line: str) -> None:
    found = _HEADER.fullmatch(line)
    name = found.group(1).lower() if found else ""
    begun = bool(reader.events)
    again = name == "turned up" and name in reader.headers
    if found and name in _HEADERS and (not begun or reader.ended) and not again:
        if name in reader.headers:
            raise LineError(Fault.HEADER_TWICE, header=name, first=reader.headers[name][0])
        if begun and name in ("rules", "options", "players"):
            raise LineError(Fault.HEADER_AT_THE_TOP, header=name)
        reader.headers[name] = (number, found.group(2))
        if begun and name == "turned up":
            _next_round(reader, number, line)
        return
    if found and begun and name in _HEADERS and name != "turned up":
        raise LineError(Fault.HEADER_AT_THE_TOP, header=name)
    if found and name == "turned up":
        if not begun:
            _begin(reader, number)
        reader.events.append((number, CardTurnedUp(Card.parse(found.group(2)))))
        reader.texts[number] = line
        return
    if (
        found
        and not begun
        and name != "round ends"
        and not line.lower().startswith(("hands ", "one card given", "correct ", "choose ", "insert "))
    ):
        close = get_close_matches(name, _HEADERS, n=1)
        raise LineError(Fault.NO_SUCH_HEADER, f"{close[0]}:" if close else "", header=name)
    if not begun:
        _begin(reader, number)
    if line.lower() == "next round":
        _next_round(reader, number, line)
        return
    if reader.ended and reader.headers:
        _next_round(reader, number - 1, "")
    event = parse_line(line, reader.players)
    reader.events.append((number, event))
    reader.texts[number] = line
    reader.ended = event.type == "round-ended"


def _begin(reader: _Reader, number: int) -> None:
    """Turn the headers into the beginning of a match and of its first round."""
    for needed in ("rules", "players"):
        if needed not in reader.headers:
            raise MalformedRecord(number, FaultError(Fault.HEADER_MISSING, header=needed))
    reader.players = _players(*reader.headers["players"])
    rules_line, rules = reader.headers["rules"]
    if not rules:
        raise MalformedRecord(rules_line, FaultError(Fault.RULES_EMPTY))
    options_line, options = reader.headers.get("options", (0, ""))
    match = MatchStarted(reader.players, rules, _options(options_line, options))
    first = min(line for line, _ in reader.headers.values())
    last = max(line for line, _ in reader.headers.values())
    if last == first:
        last += 1
    reader.events += [(first, match), (last, _round(reader))]
    reader.places = {name: line for name, (line, _) in reader.headers.items()}
    reader.header_lines = frozenset(line for line, _ in reader.headers.values()) | {first, last}
    reader.headers = {}


def _next_round(reader: _Reader, number: int, line: str) -> None:
    reader.events.append((number, _round(reader)))
    reader.texts[number] = line or "next round"
    reader.headers = {}
    reader.ended = False


def _players(line: int, text: str) -> tuple[str, ...]:
    players = tuple(name.strip() for name in text.split(","))
    for name in players:
        if not name or re.search(r"[;:]", name):
            raise MalformedRecord(line, FaultError(Fault.PLAYERS_UNREADABLE))
        if players.count(name) > 1:
            raise MalformedRecord(line, FaultError(Fault.NAME_TWICE, name=name))
    return players


def _options(line: int, text: str) -> tuple[tuple[str, str], ...]:
    options: list[tuple[str, str]] = []
    for part in text.split(",") if text else ():
        name, equals, value = part.partition("=")
        if not (equals and name.strip() and value.strip()):
            raise MalformedRecord(line, FaultError(Fault.OPTION_UNREADABLE, text=part.strip()))
        if name.strip() in dict(options):
            raise MalformedRecord(line, FaultError(Fault.OPTION_TWICE, name=name.strip()))
        options.append((name.strip(), value.strip()))
    return tuple(options)


def _round(reader: _Reader) -> RoundStarted:
    try:
        line, text = reader.headers.get("turned up", (0, ""))
        card = Card.parse(text) if text else None
        line, text = reader.headers.get("hands", (0, ""))
        hands = _hands(text, reader.players) if text else ()
        line, text = reader.headers.get("dealer", (0, ""))
        dealer = _player(text, reader.players) if text else None
        line, text = reader.headers.get("starts", (0, ""))
        starter = _player(text, reader.players) if text else None
    except (LineError, MalformedCard) as fault:
        raise MalformedRecord(line, fault) from fault
    return RoundStarted(dealer, card, hands, starter)


def _player(name: str, players: tuple[str, ...]) -> str:
    if name in players:
        return name
    alike = [player for player in players if player.lower() == name.lower()]
    if len(alike) != 1:
        raise unknown_player(name, players)
    return alike[0]


def _hands(text: str, players: tuple[str, ...]) -> tuple[tuple[str, int], ...]:
    if re.fullmatch(r"-?\d+", text):
        return tuple((player, _count(text)) for player in players)
    hands: list[tuple[str, int]] = []
    for part in text.split(","):
        name, _, number = part.strip().rpartition(" ")
        if not name:
            raise LineError(Fault.HAND_NOT_DEALT, text=part.strip())
        player = _player(name, players)
        if player in dict(hands):
            raise LineError(Fault.HAND_TWICE, player=player)
        hands.append((player, _count(number)))
    return tuple(hands)


def _count(text: str) -> int:
    count = whole_number(text)
    if count < 1:
        raise LineError(Fault.HAND_NOT_DEALT, text=str(count))
    return count


def write(events: Sequence[Event]) -> str:
    """The record that `parse` reads back into these events, the first of them a `MatchStarted`.

    Raises ValueError if they do not begin with a match and a round.
    """
    if len(events) < 2 or not isinstance(events[0], MatchStarted) or not isinstance(events[1], RoundStarted):
        raise ValueError("a record begins with a match and its first round")
    match = events[0]
    lines = [f"rules: {match.rules}"]
    if match.options:
        lines.append("options: " + ", ".join(f"{name} = {value}" for name, value in match.options))
    lines.append("players: " + ", ".join(match.players))
    for place, event in enumerate(events[1:]):
        if isinstance(event, RoundStarted):
            lines += _round_lines(event)
            lines.append("next round" if place and event.turned_up is None else "")
        elif isinstance(event, MatchStarted):
            raise ValueError("a record holds one match")
        else:
            lines.append(write_line(event))
    return "\n".join(lines) + "\n"


def _round_lines(event: RoundStarted) -> list[str]:
    lines = [f"dealer: {event.dealer}"] if event.dealer else []
    if event.starter:
        lines.append(f"starts: {event.starter}")
    if event.hands:
        lines.append("hands: " + ", ".join(f"{player} {count}" for player, count in event.hands))
    return [*lines, f"turned up: {event.turned_up}"] if event.turned_up else lines


def replay(record: Record) -> list[dict[str, object]]:
    """One row for each event line, as `judge --json` prints it, without ``told``.

    Each row has ``line``, ``event`` (the line's text), ``legal``, ``reasons`` (codes), ``options``, ``turn``,
    ``direction``, ``pending``, ``suit``, ``hands``, ``winner``; and besides ``verdict`` (with params), ``type``, and
    for what changes earlier lines ``changes`` and ``rejudged`` (line, event and verdict of each that is judged
    otherwise now). Raises MalformedRecord when the rule set or the players cannot be used.
    """
    timeline = Timeline((), None)
    rows: list[dict[str, object]] = []
    for line, event in record.events:
        timeline = extend(timeline, line, event)
        entry = timeline.entries[-1]
        if line not in record.headers:
            rows.append(_row(line, record.texts[line], entry, timeline))
        elif not entry.verdict.legal:
            raise MalformedRecord(_bad_line(record, line, entry), _bad_start(record, entry))
    return rows


def _row(line: int, text: str, entry: Entry, timeline: Timeline) -> dict[str, object]:
    r = timeline.state.round if timeline.state else None
    row: dict[str, object] = {
        "line": line,
        "event": text,
        "type": entry.event.type,
        "legal": entry.verdict.legal,
        "reasons": list(entry.verdict.codes),
        "options": list(entry.verdict.options),
        "turn": r.turn if r else None,
        "direction": r.direction.value if r else "clockwise",
        "pending": r.pending if r else 0,
        "suit": SUIT_NAMES[r.named_suit] if r and r.named_suit else None,
        "hands": r.hand_counts if r else {},
        "winner": r.winner if r else None,
        "verdict": entry.verdict.to_json(),
    }
    if entry.revises:
        row["changes"] = [
            {"line": c.event_id, "what": c.what, "before": c.before, "after": c.after} for c in entry.changes
        ]
        otherwise = {c.event_id for c in entry.changes if c.before and c.what in ("legal", "reasons")}
        row["rejudged"] = [
            {"line": e.event_id, "event": e.effective.to_json(), "verdict": e.verdict.to_json()}
            for e in timeline.entries
            if e.event_id in otherwise and e.standing
        ]
    return row


def _bad_line(record: Record, line: int, entry: Entry) -> int:
    """The header that is to blame for a beginning that cannot be."""
    match entry.verdict.reasons[0].code:
        case Reason.UNKNOWN_RULES:
            try:
                load_rule_set(record.match.rules)
            except RuleFileError:
                return record.places["rules"]
            return record.places.get("options", line)
        case Reason.WRONG_PLAYER_COUNT:
            return record.places["players"]
        case Reason.NOT_ENOUGH_CARDS:
            return record.places.get("hands", line)
        case _:
            return line


def _bad_start(record: Record, entry: Entry) -> FaultError:
    why = entry.verdict.reasons[0]
    params = why.params
    match why.code:
        case Reason.UNKNOWN_RULES:
            try:
                load_rule_set(record.match.rules, record.match.options)
            except RuleFileError as fault:
                return fault
            return FaultError(Fault.CANNOT_BE_USED, detail=str(params["message"]))
        case Reason.WRONG_PLAYER_COUNT:
            return FaultError(
                Fault.WRONG_PLAYER_COUNT,
                number=params["count"],
                least=params["least"],
                most=params["most"],
            )
        case Reason.NOT_ENOUGH_CARDS:
            return FaultError(Fault.NOT_ENOUGH_CARDS, number=params["count"], cards=params["cards"])
        case Reason.CARD_CANNOT_EXIST:
            return FaultError(Fault.NO_SUCH_CARD_IN_PACKS, name=params["card"])
        case _:
            return FaultError(Fault.ROUND_CANNOT_BEGIN, name=why.code.value)
