"""The live table: taps and what the camera saw come in one after the other, the referee judges them and the
journal keeps them. All it knows is a fold over the journal; a restart goes on where it was."""

from __future__ import annotations

import logging
import secrets
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping
from typing import Any

from referee import history
from referee.cards import Card
from referee.events import (
    CardLaid,
    Corrected,
    Event,
    ExplanationChosen,
    Inserted,
    MatchStarted,
    Restored,
    RoundEnded,
    RoundStarted,
)
from referee.history import Timeline
from referee.state import MatchState
from vision.observations import Observation
from web.actions import Action, Answer
from web.camera_orders import CameraAtTable, tell_tracker
from web.device_deeds import DEVICE_DEEDS
from web.devices import GUEST, Devices
from web.game import Game, load_game
from web.journal import Device, DoubleActionError, Entry, Journal, JournalError
from web.player_names import player_names
from web.refusals import Refusal
from web.revisions import check_insertion, check_revision
from web.rule_shelf import RuleShelf
from web.taps import cards_of, event_of, hand_counts, option_texts, player_of, text_of, truth_of
from web.witness import CannotRead, Witness, evidence

_log = logging.getLogger(__name__)

HOST_ONLY = frozenset(
    {
        "start-match",
        "end-match",
        "count-hands",
        "lock",
        "new-code",
        "hand-over",
        "step-down",
        "drop-device",
    }
)
ANY_VERSION = HOST_ONLY - {"end-match", "count-hands"} | {
    "last-card",
    "correct",
    "choose",
    "remove",
    "insert",
    "restore",
    "enter-hand",
    "take-seat",
    "leave-seat",
    "rename-device",
    "camera-pause",
}


HOUSE = Device("house", "", "Scheids", "host")
"""Scheids itself, where the command line acts."""


class LiveTable:
    """The table that everybody looks at; safe to use from several threads.

    `on_change` is called after each change, in the thread that made it.
    """

    def __init__(
        self,
        journal: Journal,
        devices: Devices,
        shelf: RuleShelf,
        *,
        clock: Callable[[], float] = time.time,
        camera: CameraAtTable | None = None,
    ) -> None:
        self.journal = journal
        self.devices = devices
        self.shelf = shelf
        self.lock = threading.RLock()
        self.on_change: list[Callable[[], None]] = []
        self.trouble: str | None = None
        self._clock = clock
        self.camera = camera
        self._answers: OrderedDict[str, Answer] = OrderedDict()
        self._witness = Witness()
        match = journal.setting("match")
        self.game = load_game(journal, match) if isinstance(match, str) else Game("")
        self._opened()

    def act(self, device: Device, action: Action) -> Answer:
        """Carry out a tap, once: one that was applied before is answered and not applied again, and one
        that was made on an older state of the game is refused."""
        key = f"{device.id}:{action.id}"
        with self.lock:
            try:
                known = self._known(key, action.id)
                if known is not None:
                    return known
                answer = self._carry_out(
                    device if device is HOUSE else self.devices.current(device), action, key
                )
            except Refusal as refusal:
                return Answer.refused(action.id, refusal, self.game.version)
            except JournalError as problem:
                answer = Answer.refused(
                    action.id, Refusal("disk-failed", problem=str(problem)), self.game.version
                )
                self._not_written(problem)
            else:
                self._written()
                self._answers[key] = answer
            if len(self._answers) > 2000:
                self._answers.popitem(last=False)
        self.changed()
        return answer

    @property
    def first_card(self) -> Card | None:
        """Between rounds: the card that lies before the camera and is offered as the first one."""
        return self._witness.first_card(self.game)

    def forget_camera(self) -> None:
        """Another camera is turned to, which has seen nothing yet."""
        with self.lock:
            self._witness.forget_camera()

    def observe(self, observation: Observation) -> None:
        """Take in what the camera saw."""
        with self.lock:
            try:
                done = self._take_in(observation)
                if done:
                    self._written()
            except JournalError as problem:
                self._not_written(problem)
                done = True
        if done:
            self.changed()

    def _not_written(self, problem: JournalError) -> None:
        self.trouble = "disk-failed"
        _log.error("%s", problem)

    def _written(self) -> None:
        """The disk takes what is written, again if it did not before."""
        if self.trouble == "disk-failed":
            self.trouble = None

    def changed(self) -> None:
        """Tell whoever listens that there is something new to show."""
        for listener in self.on_change:
            listener()

    def open_match(self, match: str) -> None:
        """Put an earlier match on the table again. Raises Refusal when there is none of that name."""
        with self.lock:
            if match not in self.journal.matches():
                raise Refusal("unknown-match")
            game = load_game(self.journal, match)
            self.journal.remember("match", match)
            self.game = game
            self._opened()
        self.changed()

    def use_camera(self, camera: CameraAtTable) -> None:
        """From now on this camera is told what it should know of the game."""
        self.camera = camera
        self._opened()

    def _opened(self) -> None:
        """Another match lies on the table: seats and camera follow."""
        state = self.game.state
        if state is None:
            return
        self.devices.open_match(self.game.match, state.players)
        if self.camera is not None:
            self.camera.use_pack(state.rules.packs_for(len(state.players)), state.rules.jokers)

    def _known(self, key: str, action: str) -> Answer | None:
        known = self._answers.get(key)
        if known is None:
            entry = self.journal.by_action(key)
            if entry is None:
                return None
            return Answer(action, "already-applied", self.game.version, entry.seq)
        return Answer(action, "already-applied", self.game.version, known.event)

    def _carry_out(self, device: Device, action: Action, key: str) -> Answer:
        if device is GUEST:
            raise Refusal("join-first")
        if action.kind in HOST_ONLY and device.role != "host":
            raise Refusal("host-only")
        if (
            action.kind not in ANY_VERSION
            and action.version is not None
            and action.version < self.game.decisive
        ):
            raise Refusal("stale", version=self.game.version)
        actor = f"device:{device.name}"
        event_id: int | None = None
        if action.kind == "start-match":
            event_id = self._start_match(action.payload, actor, key)
        elif action.kind in _TABLE_DEEDS:
            _TABLE_DEEDS[action.kind](self, device, action.payload, actor)
        elif action.kind in DEVICE_DEEDS:
            DEVICE_DEEDS[action.kind](self.devices, device, action.payload, self._players)
        else:
            event_id = self._play(device, action, actor, key)
        return Answer(action.id, "applied", self.game.version, event_id)

    def _play(self, device: Device, action: Action, actor: str, key: str) -> int:
        state = self.game.state
        if state is None:
            raise Refusal("not-now")
        event: Event | None
        if action.kind == "end-round":
            event = self._hands(action.payload, state)
        else:
            event = event_of(action.kind, action.payload, state)
        if event is None:
            raise Refusal("unknown-action", kind=action.kind)
        if isinstance(event, Corrected):
            event = self._renamed(event)
        player = getattr(event, "player", None)
        if isinstance(player, str):
            self.devices.may_act_for(device, player)
        return self._append(event, actor, key, refuse=not isinstance(event, CardLaid)).seq

    def _renamed(self, event: Corrected) -> Corrected:
        """A correction of the card with which a round began, in that event's own words."""
        begun = any(
            judged.event_id == event.event_id and isinstance(judged.effective, RoundStarted)
            for judged in self.game.timeline.entries
        )
        if not begun:
            return event
        changes = tuple(("turned_up" if name == "card" else name, value) for name, value in event.changes)
        return Corrected(event.event_id, changes)

    def _hands(self, payload: Mapping[str, Any], state: MatchState) -> RoundEnded:
        given = payload.get("hands") or {}
        if not isinstance(given, dict):
            raise Refusal("malformed", problem="hands must be an object of players and their cards")
        entered = {name: draft.cards for name, draft in self.game.drafts.items()}
        for name, cards in given.items():
            entered[player_of({"player": name}, state.players)] = cards_of(cards)
        winner = state.round.winner if state.round else None
        if winner is not None:
            entered.setdefault(winner, ())
        missing = [player for player in state.players if player not in entered]
        if missing:
            raise Refusal("hands-missing", players=", ".join(missing))
        return RoundEnded(tuple((player, entered[player]) for player in state.players))

    def _start_match(self, payload: Mapping[str, Any], actor: str, key: str) -> int:
        players = player_names(payload.get("players"))
        name = text_of(payload.get("rules", "pesten-7"), "rules", 60)
        chosen = self.shelf.choose(name, option_texts(payload.get("options")))
        dealer = payload.get("dealer")
        if dealer is not None:
            player_of({"player": dealer}, players)
        events: list[Event] = [
            MatchStarted(players, chosen.base, chosen.options),
            RoundStarted(dealer, None, hand_counts(payload.get("hands"), players)),
        ]
        timeline = history.fold(())
        for number, event in enumerate(events):
            timeline = history.extend(timeline, number, event)
            _check(timeline)
        match = f"{int(self._clock()):x}{secrets.token_hex(2)}"
        game = Game(match)
        for event in events:
            body = {"event": event.to_json()} | ({"rules": name} if isinstance(event, MatchStarted) else {})
            entry = self.journal.append(match, "event", body, actor=actor, action=key, at=self._now())
            game.take(entry)
            key = f"{key}:round"
        self.journal.remember("match", match)
        self.game = game
        self._opened()
        return next(iter(game.entries))

    def _append(
        self,
        event: Event,
        actor: str,
        action: str | None = None,
        *,
        refuse: bool = False,
        camera: Mapping[str, Any] | None = None,
        pictures: Mapping[str, bytes] | None = None,
    ) -> Entry:
        """Judge an event and write it down; with `refuse`, one that breaks a rule and changes nothing is not."""
        seq = self.journal.last + 1
        timeline = history.extend(self.game.timeline, seq, event)
        if refuse and timeline.state == self.game.state:
            _check(timeline)
        if isinstance(event, Corrected | ExplanationChosen | Inserted | Restored):
            check_revision(self.game.timeline, timeline)
        if isinstance(event, Inserted):
            check_insertion(timeline, event)
        body: dict[str, Any] = {"event": event.to_json()}
        if camera is not None:
            body["camera"] = dict(camera)
        try:
            entry = self.journal.append(
                self.game.match, "event", body, actor=actor, action=action, at=self._now(), pictures=pictures
            )
        except DoubleActionError:
            raise Refusal("stale", version=self.game.version) from None
        before = self.game.state
        self.game.take(entry, timeline)
        if camera is None:
            self._witness.note_tap(entry.seq, event, self._now())
        if self.camera is not None:
            tell_tracker(self.camera, event, before, self.game.state)
        return entry

    def _take_in(self, seen: Observation) -> bool:
        offered = self.first_card
        told = self._witness.tell(self.game, seen, self._now())
        if isinstance(told, CannotRead):
            body = {**seen.details(), "reason": told.reason}
            pictures = evidence(seen, "after", "crop")
            entry = self.journal.append(
                self.game.match, "unreadable", body, actor="camera", at=self._now(), pictures=pictures
            )
            self.game.take(entry)
        elif told is not None:
            entry = self._append(told, "camera", camera=seen.details(), pictures=evidence(seen))
            self._witness.confirm(entry.seq)
        return told is not None or self.first_card != offered

    def _now(self) -> int:
        return int(self._clock() * 1000)

    def _note(self, kind: str, body: Mapping[str, Any], actor: str) -> None:
        entry = self.journal.append(self.game.match, kind, body, actor=actor, at=self._now())
        self.game.take(entry)

    def _players(self) -> tuple[str, ...]:
        if self.game.state is None:
            raise Refusal("not-now")
        return self.game.state.players

    def _enter_hand(self, device: Device, payload: Mapping[str, Any], actor: str) -> None:
        if self.game.phase != "round-end":
            raise Refusal("not-now")
        player = player_of(payload, self._players())
        cards = cards_of(payload.get("cards"))
        done = truth_of(payload.get("done", False), "done")
        self._note("draft", {"player": player, "cards": [str(card) for card in cards], "done": done}, actor)

    def _count_hands(self, device: Device, payload: Mapping[str, Any], actor: str) -> None:
        if self.game.phase not in ("playing", "round-end"):
            raise Refusal("not-now")
        self._note("counting", {"on": truth_of(payload.get("on", True), "on")}, actor)

    def _camera_pause(self, device: Device, payload: Mapping[str, Any], actor: str) -> None:
        paused = truth_of(payload.get("paused", True), "paused")
        if self.camera is None:
            raise Refusal("no-camera")
        self.camera.pause(paused)


_TABLE_DEEDS: dict[str, Callable[[LiveTable, Device, Mapping[str, Any], str], None]] = {
    "enter-hand": LiveTable._enter_hand,
    "count-hands": LiveTable._count_hands,
    "camera-pause": LiveTable._camera_pause,
}


def _check(timeline: Timeline) -> None:
    verdict = timeline.entries[-1].verdict
    if not verdict.legal:
        raise Refusal("not-legal", reasons=verdict.to_json()["reasons"], codes=", ".join(verdict.codes))
