"""From a tap to what it says happened: payloads checked field by field, then events of the referee."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from referee.cards import Card, MalformedCard, Rank, Suit
from referee.events import (
    CardLaid,
    CardsDrawn,
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
    Passed,
    PileReshuffled,
    RankNamed,
    Restored,
    RoundStarted,
    SuitNamed,
    TakenBack,
    Undone,
)
from referee.state import MatchState
from web.refusals import Refusal

Payload = Mapping[str, Any]
_MOST_CARDS = 120
_LONGEST_CHANGE = 8000


def event_of(kind: str, payload: Payload, state: MatchState) -> Event | None:
    """The event that a tap of this kind reports, None when the kind is about something else than the game.

    Raises Refusal naming what in the payload is wrong.
    """
    reader = _READERS.get(kind)
    return None if reader is None else reader(payload, state)


def player_of(payload: Payload, players: Sequence[str]) -> str:
    """The payload's player. Raises Refusal when nobody of that name plays."""
    name = payload.get("player")
    if not isinstance(name, str) or name not in players:
        raise Refusal("unknown-player", player=_shown(name))
    return name


def card_of(value: object) -> Card:
    """The card of this name. Raises Refusal for anything else."""
    try:
        return Card.parse(text_of(value, "card", 12))
    except MalformedCard:
        raise Refusal("unknown-card", card=_shown(value)) from None


def cards_of(value: object) -> tuple[Card, ...]:
    """A list of cards by name. Raises Refusal for anything else."""
    if not isinstance(value, list) or len(value) > _MOST_CARDS:
        raise Refusal("malformed", problem="cards must be a list of card names")
    return tuple(card_of(name) for name in value)


def text_of(value: object, field: str, longest: int = 200) -> str:
    """A short text. Raises Refusal for anything else."""
    if not isinstance(value, str) or len(value) > longest or not value.isprintable():
        raise Refusal("malformed", problem=f"{field} must be a plain text of at most {longest} characters")
    return value


def whole_of(value: object, field: str, least: int, most: int) -> int:
    """A whole number within bounds. Raises Refusal for anything else."""
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise Refusal("malformed", problem=f"{field} must be a whole number from {least} to {most}")
    return value


def truth_of(value: object, field: str) -> bool:
    """True or false. Raises Refusal for anything else."""
    if not isinstance(value, bool):
        raise Refusal("malformed", problem=f"{field} must be true or false")
    return value


def option_texts(value: object) -> tuple[tuple[str, str], ...]:
    """Options from a JSON object as the name and value texts that rule sets read. Raises Refusal."""
    if value is None:
        return ()
    if not isinstance(value, dict) or len(value) > 300:
        raise Refusal("malformed", problem="options must be an object of names and values")
    return tuple((text_of(name, "an option's name", 60), _as_text(item)) for name, item in value.items())


def _as_text(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return str(value)[:40]
    if isinstance(value, str):
        return text_of(value, "an option's value", 200)
    text = json.dumps(value, separators=(",", ":"))
    return text_of(text, "a change", _LONGEST_CHANGE)


def _suit(value: object) -> Suit:
    try:
        return Suit(text_of(value, "suit", 12))
    except ValueError:
        raise Refusal("unknown-suit", suit=_shown(value)) from None


def _rank(value: object) -> Rank:
    try:
        return Rank(text_of(value, "rank", 12))
    except ValueError:
        raise Refusal("malformed", problem="rank must be one of A 2 to 10 J Q K") from None


def _event_id(payload: Payload, field: str = "event") -> int:
    value = payload.get(field)
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        raise Refusal("unknown-event", event=_shown(value))
    return value


def _lay(payload: Payload, state: MatchState) -> Event:
    names = payload.get("names")
    rank = payload.get("names_rank")
    return CardLaid(
        player_of(payload, state.players),
        card_of(payload.get("card")),
        None if names is None else _suit(names),
        truth_of(payload.get("last_card", False), "last_card"),
        None if rank is None else _rank(rank),
    )


def _draw(payload: Payload, state: MatchState) -> Event:
    count = whole_of(payload.get("count", 1), "count", 1, 108)
    return CardsDrawn(player_of(payload, state.players), count)


def _exchange(payload: Payload, state: MatchState) -> Event:
    try:
        kind = Exchange(text_of(payload.get("kind"), "kind", 30))
    except ValueError:
        raise Refusal("malformed", problem="kind must be an exchange of hands") from None
    moves = payload.get("moves", [])
    if not isinstance(moves, list) or len(moves) > 20:
        raise Refusal("malformed", problem="moves must be pairs of players")
    pairs = []
    for pair in moves:
        if not isinstance(pair, list) or len(pair) != 2:
            raise Refusal("malformed", problem="moves must be pairs of players")
        giver, receiver = (player_of({"player": name}, state.players) for name in pair)
        pairs.append((giver, receiver))
    return HandsExchanged(kind, tuple(pairs))


def _take_back(payload: Payload, state: MatchState) -> Event:
    card = payload.get("card")
    player = player_of(payload, state.players) if payload.get("player") is not None else None
    return TakenBack(None if card is None else card_of(card), player)


def _correct(payload: Payload, state: MatchState) -> Event:
    changes = payload.get("changes")
    if not isinstance(changes, dict) or not changes or len(changes) > 12:
        raise Refusal("malformed", problem="changes must be an object of fields and values")
    if "card" in changes:
        card_of(changes["card"])
    if "player" in changes:
        player_of(changes, state.players)
    texts = tuple(
        (text_of(name, "a field", 30), _as_text(list(value.items()) if isinstance(value, dict) else value))
        for name, value in changes.items()
    )
    return Corrected(_event_id(payload), texts)


def _insert(payload: Payload, state: MatchState) -> Event:
    before = _event_id(payload, "before")
    kind, told = payload.get("kind"), payload.get("payload", {})
    reader = _READERS.get(kind) if isinstance(kind, str) and kind != "insert" else None
    if reader is None or not isinstance(told, dict):
        raise Refusal("unknown-action", kind=_shown(kind))
    event = reader(told, state)
    if not isinstance(event, InsertableEvent):
        raise Refusal("unknown-action", kind=_shown(kind))
    return Inserted(before, event)


def _start_round(payload: Payload, state: MatchState) -> Event:
    card = payload.get("turned_up")
    turned_up = None if card is None else card_of(card)
    if state.round is not None and not state.round.scored and state.round.top is None:
        if turned_up is None:
            raise Refusal("not-now")
        return CardTurnedUp(turned_up)
    dealer = payload.get("dealer")
    if dealer is not None:
        dealer = player_of({"player": dealer}, state.players)
    return RoundStarted(dealer, turned_up, hand_counts(payload.get("hands"), state.players))


def hand_counts(value: object, players: Sequence[str]) -> tuple[tuple[str, int], ...]:
    """Cards dealt, by player: from one number for all or an object of numbers. Raises Refusal."""
    if value is None:
        return ()
    if isinstance(value, dict):
        return tuple(
            (player_of({"player": name}, players), whole_of(count, "hands", 1, 60))
            for name, count in value.items()
        )
    return tuple((player, whole_of(value, "hands", 1, 60)) for player in players)


_READERS: dict[str, Callable[[Payload, MatchState], Event]] = {
    "lay": _lay,
    "draw": _draw,
    "pass": lambda payload, state: Passed(player_of(payload, state.players)),
    "name-suit": lambda payload, state: SuitNamed(
        player_of(payload, state.players), _suit(payload.get("suit"))
    ),
    "name-rank": lambda payload, state: RankNamed(
        player_of(payload, state.players), _rank(payload.get("rank"))
    ),
    "last-card": lambda payload, state: LastCardSaid(player_of(payload, state.players)),
    "exchange": _exchange,
    "take-back": _take_back,
    "reshuffle": lambda payload, state: PileReshuffled(),
    "undo": lambda payload, state: Undone(whole_of(payload.get("count", 1), "count", 1, 1000)),
    "correct": _correct,
    "remove": lambda payload, state: Corrected(_event_id(payload), (("removed", "true"),)),
    "choose": lambda payload, state: ExplanationChosen(
        _event_id(payload), text_of(payload.get("choice"), "choice", 120)
    ),
    "insert": _insert,
    "restore": lambda payload, state: Restored(_event_id(payload)),
    "start-round": _start_round,
    "end-match": lambda payload, state: MatchEnded(),
}


def _shown(value: object) -> str:
    """A wrong value as a message may repeat it."""
    return "".join(sign if sign.isprintable() else "?" for sign in str(value)[:40])
