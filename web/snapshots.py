"""What every screen shows: the whole table at one moment, as one JSON text."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable
from typing import Any

from referee import ask, history
from referee.cards import Card
from referee.events import CardLaid, CardSeen, CardTurnedUp, Revision, RoundEnded
from referee.history import Entry as Judged
from referee.scoring import hand_points
from referee.state import MatchState, Naming, RoundState
from web.devices import GUEST
from web.game import Game
from web.history_entries import entries_of_round, entry_json, pictures_json
from web.journal import Device
from web.scoresheet import scores_json, warnings_of
from web.table import LiveTable

SHOWN = 12
Json = dict[str, Any]


class Snapshots:
    """Writes snapshots of a table. What all devices see alike is written once for each change.

    `online` tells which devices are connected, `camera` the camera's status, `address` where the table is
    found (`http://192.168.1.20:8765`), and `demo` whether a demonstration runs.
    """

    def __init__(
        self,
        table: LiveTable,
        camera: Callable[[], Json],
        online: Callable[[], frozenset[str]],
        address: str,
        demo: bool = False,
    ) -> None:
        self._table = table
        self._camera = camera
        self._online = online
        self._address = address
        self._demo = demo
        self._boot = f"{time.time_ns() // 1_000_000:x}"
        self._lock = threading.Lock()
        self._shared: str | None = None
        self._serial = 0
        self._entries: dict[tuple[int, bool], tuple[Judged, str]] = {}

    def outdate(self) -> None:
        """Something changed: the next snapshot is written anew."""
        self._shared = None

    def text(self, device: Device) -> str:
        """The snapshot for one device, as JSON."""
        with self._lock:
            shared = self._shared
            if shared is None:
                self._serial += 1
                with self._table.lock:
                    shared = self._write()
                self._shared = shared
        own = json.dumps(self.you(device), separators=(",", ":"), ensure_ascii=False)
        return f'{shared[:-1]},"you":{own}}}'

    def you(self, device: Device) -> Json:
        """What concerns one device: who it is, its seats, and for those who joined the table's code."""
        devices = self._table.devices
        joined = device is not GUEST
        host = device.role == "host"
        return {
            "device": device.id or None,
            "name": device.name,
            "role": device.role,
            "seats": list(devices.seats_of(device)),
            "code": devices.code if joined else None,
            "join_url": f"{self._address}/j/{devices.code}" if joined else None,
            "address": self._address,
            "host_url": f"{self._address}/h/{devices.secret}" if host else None,
        }

    def camera_text(self) -> str:
        """The camera's status by itself, as JSON."""
        return json.dumps({"type": "camera", **self._camera_json()})

    def _write(self) -> str:
        game = self._table.game
        shown = entries_of_round(game)[-SHOWN:]
        texts = [self._entry(game, judged) for judged in shown]
        last = next((j for j in reversed(shown) if _counts(j)), None)
        alarm = last if last is not None and _stops(game, last) else None
        rest = json.dumps(self._rest(game), separators=(",", ":"), ensure_ascii=False)
        parts = [
            f'"history":[{",".join(texts)}]',
            f'"verdict":{self._entry(game, last) if last else "null"}',
            f'"alarm":{self._entry(game, alarm) if alarm else "null"}',
        ]
        return f"{rest[:-1]},{','.join(parts)}}}"

    def _entry(self, game: Game, judged: Judged) -> str:
        """An entry's JSON, kept as long as the entry is the same."""
        key = judged.event_id, judged.inserted
        kept = self._entries.get(key)
        if kept is not None and kept[0] is judged:
            return kept[1]
        text = json.dumps(entry_json(game, judged), separators=(",", ":"), ensure_ascii=False)
        if len(self._entries) > 500:
            self._entries.clear()
        self._entries[key] = (judged, text)
        return text

    def _rest(self, game: Game) -> Json:
        state = game.state
        return {
            "type": "snapshot",
            "version": game.version,
            "serial": self._serial,
            "boot": self._boot,
            "match": game.match or None,
            "now": int(time.time() * 1000),
            "phase": game.phase,
            "rules": _rules(game, state),
            "players": [] if state is None else [self._player(game, state, p) for p in state.players],
            "round": None if state is None or state.round is None else round_json(game, state, state.round),
            "instruction": None if state is None else instruction_json(state),
            "scores": None if state is None else scores_json(game),
            "round_end": _round_end(game, state),
            "first_card": None if self._table.first_card is None else str(self._table.first_card),
            "camera": self._camera_json(),
            "devices": self._devices(),
            "locked": self._table.devices.locked,
            "trouble": self._table.trouble,
            "demo": self._demo,
            "wanted": self._table.journal.setting("wanted rules") if game.phase == "setup" else None,
        }

    def _player(self, game: Game, state: MatchState, player: str) -> Json:
        being_played = state.round
        holders = self._table.devices.holders(player)
        online = self._online()
        playing = game.phase == "playing" and being_played is not None
        draft = game.drafts.get(player)
        return {
            "name": player,
            "seat": state.players.index(player),
            "cards": being_played.hand(player) if being_played else None,
            "turn": being_played is not None and playing and being_played.turn == player,
            "dealer": being_played is not None and being_played.dealer == player,
            "next_dealer": state.next_dealer == player,
            "announced": being_played is not None and player in being_played.announced,
            "unannounced": being_played is not None and player in being_played.unannounced,
            "held": bool(holders),
            "devices": [device.name for device in holders],
            "online": any(device.id in online for device in holders),
            "total": state.totals[player],
            "wins": state.rounds_won[player],
            "entered": None if draft is None else len(draft.cards),
            "may": may_json(state, player) if playing else [],
        }

    def _devices(self) -> list[Json]:
        online = self._online()
        devices = self._table.devices
        return [
            {
                "id": device.id,
                "name": device.name,
                "role": device.role,
                "seats": list(devices.seats_of(device)),
                "online": device.id in online,
            }
            for device in devices.all()
        ]

    def _camera_json(self) -> Json:
        unreadable = self._table.game.unreadable
        found: Json = dict(self._camera())
        found["unreadable"] = None
        if unreadable is not None:
            found["unreadable"] = {
                "reason": unreadable.reason,
                "since": unreadable.since,
                "picture": f"/api/pictures/{unreadable.picture}" if unreadable.picture else None,
            }
        return found


def round_json(game: Game, state: MatchState, played: RoundState) -> Json:
    """A round as pages see it."""
    top = played.top
    suit = played.named_suit or (top.suit if top is not None and played.naming is None else None)
    laid = next((j for j in reversed(game.timeline.entries) if _laid(j, top)), None)
    return {
        "number": played.number,
        "dealer": played.dealer,
        "starter": played.starter,
        "turn": played.turn,
        "direction": played.direction.value,
        "top": str(top) if top else None,
        "top_player": played.last_layer,
        "top_pictures": pictures_json(game.entries.get(laid.event_id)) if laid else None,
        "suit": suit.value if suit else None,
        "named_suit": played.named_suit.value if played.named_suit else None,
        "rank": top.rank.value if top else None,
        "named_rank": played.named_rank.value if played.named_rank else None,
        "bound": played.bound.value if played.bound else None,
        "any_card": top is not None and suit is None and played.naming is None,
        "pending": played.pending,
        "pending_player": played.turn if played.pending else None,
        "pending_skip": played.pending_skip,
        "attacker": played.attacker,
        "naming": played.naming.value if played.naming else None,
        "obligations": _obligations(played),
        "exchange": played.exchange.value if played.exchange else None,
        "rejected": str(played.rejected) if played.rejected else None,
        "instruction": instruction_json(state),
        "pile": [str(card) for card in played.discard[-8:]],
        "pile_count": len(played.discard),
        "stock_count": played.stock,
        "winner": played.winner,
        "over": played.over,
    }


def instruction_json(state: MatchState) -> Json:
    """What the table is waited on for."""
    instruction = ask.what_now(state)
    return {"code": instruction.code.value, "params": dict(instruction.params)}


def may_json(state: MatchState, player: str) -> list[Json]:
    """What a player may do now, as taps that only need to be sent (a card or suit still added where one is)."""
    return [
        {"code": action.value, "kind": kind, "payload": {"player": player, **more}}
        for action in ask.actions(state, player)
        for kind, more in (_tap(action, state),)
    ]


def _tap(action: ask.Action, state: MatchState) -> tuple[str, Json]:
    played = state.round
    assert played is not None
    match action:
        case ask.Action.DRAW | ask.Action.DRAW_EXTRA:
            return "draw", {"count": 1}
        case ask.Action.TAKE:
            return "draw", {"count": played.pending}
        case ask.Action.SAY_LAST_CARD:
            return "last-card", {}
        case ask.Action.CONFIRM_EXCHANGE:
            return "exchange", {"kind": played.exchange.value if played.exchange else None}
        case _:
            return action.value, {}


def _obligations(played: RoundState) -> list[str]:
    found = []
    if played.again is not None:
        found.append(f"{played.again.value}-play-again")
    if played.naming is Naming.SUIT:
        found.append("must-name-suit")
    if played.naming is Naming.RANK:
        found.append("must-name-rank")
    if played.pending:
        found.append("must-answer-or-take")
    if played.exchange is not None:
        found.append("must-exchange")
    return found


def _rules(game: Game, state: MatchState | None) -> Json | None:
    if state is None:
        return None
    first = next(iter(game.entries.values()))
    event = first.body["event"]
    name = str(first.body.get("rules", event["rules"]))
    return {
        "name": name,
        "title": name,
        "base": event["rules"],
        "options": dict(event["options"]),
        "packs": state.rules.packs_for(len(state.players)),
        "jokers": state.rules.jokers,
        "hand_size": state.rules.hand_size,
        "rounds": state.rules.match_rounds,
        "final_score": state.rules.final_score.value,
        "announce": state.rules.announce.value,
    }


def _round_end(game: Game, state: MatchState | None) -> Json | None:
    if state is None or state.round is None or game.phase != "round-end":
        return None
    played = state.round
    winner = played.winner
    hands = {player: draft.cards for player, draft in game.drafts.items()}
    if winner is not None:
        hands.setdefault(winner, ())
    missing = [player for player in state.players if player not in hands]
    event = RoundEnded(tuple((player, hands[player]) for player in state.players if player in hands))
    judged = history.extend(game.timeline, game.version + 1, event).entries[-1]
    return {
        "winner": winner,
        "drafts": {
            player: {
                "cards": [str(card) for card in draft.cards],
                "done": draft.done,
                "by": draft.by,
                "points": hand_points(state.rules, draft.cards),
            }
            for player, draft in game.drafts.items()
        },
        "counted": played.hand_counts,
        "missing": missing,
        "warnings": [w for w in warnings_of(judged.verdict) if w["code"] != "hand-missing"],
    }


def _counts(judged: Judged) -> bool:
    return judged.standing and not isinstance(judged.event, Revision)


def _laid(judged: Judged, top: Card | None) -> bool:
    if not judged.standing or not judged.verdict.legal or top is None:
        return False
    event = judged.effective
    if isinstance(event, CardSeen):
        return any(e.key == judged.verdict.applied and e.card == top for e in judged.verdict.explanations)
    return getattr(event, "card", None) == top or getattr(event, "turned_up", None) == top


def _stops(game: Game, judged: Judged) -> bool:
    illegal_card = (
        isinstance(judged.effective, CardSeen | CardLaid | CardTurnedUp) and not judged.verdict.legal
    )
    return illegal_card and game.phase in ("playing", "dealing")
