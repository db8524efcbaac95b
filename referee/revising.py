"""Changing an earlier event: what a correction, or another explanation, makes of it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable
from dataclasses import fields, replace
from typing import Any

from referee.cards import Card, parse_rank, parse_suit
from referee.events import (
    CardLaid,
    CardSeen,
    Corrected,
    Event,
    Exchange,
    ExplanationChosen,
    MalformedEvent,
    TableEvent,
    event_from_json,
)
from referee.faults import Fault, FaultError
from referee.verdicts import Verdict


class BadCorrectionError(FaultError):
    """A correction that does not fit the event it is about."""


def revised(event: Any, verdict: Verdict, revision: Corrected | ExplanationChosen) -> TableEvent | None:
    """The event as the revision would have it; None if it takes it out. Raises BadCorrectionError."""
    if isinstance(revision, ExplanationChosen):
        keys = [explanation.key for explanation in verdict.explanations]
        if not isinstance(event, CardSeen) or revision.choice not in keys:
            raise BadCorrectionError(Fault.NO_SUCH_EXPLANATION, text=revision.choice)
        return replace(event, choice=revision.choice)
    changes = dict(revision.changes)
    removed = changes.pop("removed", "no")
    try:
        _truth(removed.strip())
    except ValueError as fault:
        raise BadCorrectionError(Fault.CANNOT_BE, name="removed", text=removed) from fault
    if removes(revision):
        return None
    if isinstance(event, CardSeen) and "player" in changes:
        event = CardLaid(changes["player"], event.card, event.names, event.last_card, event.names_rank)
    kinds = {f.name: str(f.type) for f in fields(event)}
    data = event.to_json()
    for name, text in changes.items():
        if name not in kinds:
            raise BadCorrectionError(Fault.NOTHING_SUCH_TO_CORRECT, name=name, names=", ".join(kinds))
        try:
            data[name] = _read(kinds[name], text.strip())
        except (KeyError, ValueError, RecursionError) as fault:
            raise BadCorrectionError(Fault.CANNOT_BE, name=name, text=text) from fault
    if isinstance(event, CardSeen) and "card" in changes:
        data |= {"choice": "", "alternatives": [], "confidence": 1.0}
    try:
        corrected = event_from_json(data)
    except MalformedEvent as fault:
        raise BadCorrectionError(Fault.CANNOT_BE_USED, detail=str(fault)) from fault
    return corrected  # type: ignore[return-value]


def removes(revision: Event) -> bool:
    """Whether this is a correction that takes its event out."""
    if not isinstance(revision, Corrected):
        return False
    return dict(revision.changes).get("removed", "false").strip().lower() in ("true", "yes")


def _read(kind: str, text: str) -> Any:
    """The JSON value of a field; structured fields may also be given as JSON."""
    if kind.startswith("tuple") and text.startswith(("[", "{")):
        value = json.loads(text)
        return list(value.items()) if isinstance(value, dict) else value
    return _READERS[kind](text)


def read_hands(text: str, players: Iterable[str] = ()) -> tuple[tuple[str, tuple[Card, ...]], ...]:
    """Hands written ``North -; East QS 5H``. Raises MalformedCard; the last words that are cards are the hand."""
    hands: list[tuple[str, tuple[Card, ...]]] = []
    known = sorted(players, key=len, reverse=True)
    for part in text.split(";"):
        words = part.split()
        if not words:
            continue
        name = next((p for p in known if part.strip() == p or part.strip().startswith(p + " ")), None)
        if name is None:
            name, words = words[0], words[1:]
        else:
            words = part.strip()[len(name) :].split()
        hands.append((name, tuple(Card.parse(word) for word in words if word != "-")))
    return tuple(hands)


def _none_or(read: Callable[[str], Any]) -> Callable[[str], Any]:
    return lambda text: None if text.lower() in ("", "none", "-") else read(text)


def _truth(text: str) -> bool:
    if text.lower() not in ("true", "yes", "false", "no"):
        raise ValueError(text)
    return text.lower() in ("true", "yes")


def _whole(text: str) -> int:
    if not re.fullmatch(r"\d{1,6}", text, re.ASCII):
        raise ValueError(text)
    return int(text)


def _pairs(text: str) -> list[list[str]]:
    pairs = [part.split("=") for part in text.split(",") if part.strip()]
    if any(len(pair) != 2 for pair in pairs):
        raise ValueError(text)
    return [[a.strip(), b.strip()] for a, b in pairs]


def _counts(text: str) -> list[list[str | int]]:
    counts: list[list[str | int]] = []
    for part in text.split(","):
        name, _, number = part.strip().rpartition(" ")
        counts.append([name, _whole(number)])
    return counts


def _cards_by_player(text: str) -> list[Any]:
    return [[name, [str(card) for card in cards]] for name, cards in read_hands(text)]


_READERS: dict[str, Callable[[str], Any]] = {
    "str": str,
    "int": _whole,
    "bool": _truth,
    "float": float,
    "Card": lambda text: str(Card.parse(text)),
    "Suit": lambda text: parse_suit(text).value,
    "Rank": lambda text: parse_rank(text).value,
    "Exchange": lambda text: Exchange(text).value,
    "str | None": _none_or(str),
    "Card | None": _none_or(lambda text: str(Card.parse(text))),
    "Suit | None": _none_or(lambda text: parse_suit(text).value),
    "Rank | None": _none_or(lambda text: parse_rank(text).value),
    "tuple[str, ...]": lambda text: [name.strip() for name in text.split(",")],
    "tuple[tuple[str, str], ...]": _pairs,
    "tuple[tuple[str, int], ...]": _counts,
    "tuple[tuple[str, tuple[Card, ...]], ...]": _cards_by_player,
}
