"""Who is at the table: the devices that joined, their seats, the table's code and the host's secret."""

from __future__ import annotations

import hashlib
import hmac
import secrets
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, replace

from web.journal import Device, Journal
from web.refusals import Refusal

_LETTERS = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
_CODE_LENGTH = 6
_FREE_TRIES = 5
_LONGEST_WAIT = 900.0
_MOST_DEVICES = 200
_LONGEST_NAME = 40

GUEST = Device("", "", "", "guest")
"""Anybody who knows the address only."""


@dataclass
class _Tries:
    wrong: int = 0
    until: float = 0.0


class Attempts:
    """Counts wrong codes by network address and makes each address wait longer and longer."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._tries: dict[str, _Tries] = {}

    def check(self, address: str) -> None:
        """Raises Refusal while the address has to wait."""
        tries = self._tries.get(address)
        if tries is not None and (wait := tries.until - self._clock()) > 0:
            raise Refusal("too-many-tries", seconds=int(wait) + 1)

    def failed(self, address: str) -> None:
        """Note a wrong code."""
        if len(self._tries) > 10_000:
            self._tries.clear()
        tries = self._tries.setdefault(address, _Tries())
        tries.wrong += 1
        if tries.wrong >= _FREE_TRIES:
            wait = min(15.0 * 2 ** (tries.wrong - _FREE_TRIES), _LONGEST_WAIT)
            tries.until = self._clock() + wait

    def succeeded(self, address: str) -> None:
        """Forget what the address got wrong."""
        self._tries.pop(address, None)


class Devices:
    """The devices of one data folder and their seats in the current match; safe to use from threads."""

    def __init__(self, journal: Journal, attempts: Attempts | None = None) -> None:
        self._journal = journal
        self._attempts = attempts or Attempts()
        self._lock = threading.RLock()
        self._by_token = {device.token: device for device in journal.devices()}
        self._seats: list[tuple[str, str]] = []
        self._match = ""
        self.locked = bool(journal.setting("locked"))
        self.code = str(journal.setting("code") or "") or self.new_code()
        self.secret = str(journal.setting("secret") or "") or self._new_secret()

    def all(self) -> tuple[Device, ...]:
        """Every joined device, in the order of joining."""
        return tuple(self._by_token.values())

    def identify(self, token: str | None) -> Device:
        """The device with this cookie; GUEST for none or an unknown one."""
        return self._by_token.get(_hash(token), GUEST) if token else GUEST

    def has_joined(self, token: str | None) -> bool:
        """Whether this cookie is a joined device's."""
        return self.identify(token) is not GUEST

    def current(self, device: Device) -> Device:
        """What is known of a device now; GUEST once it was dropped."""
        return self._by_token.get(device.token, GUEST)

    def find(self, device: str) -> Device:
        """The device of this id. Raises Refusal when none has it."""
        for known in self._by_token.values():
            if known.id == device:
                return known
        raise Refusal("unknown-device")

    def join(self, code: str, name: str, address: str, known: Device = GUEST) -> tuple[Device, str | None]:
        """Let a device in that knows the code; gives it and its new cookie (None for a device that was in).

        Raises Refusal for a wrong code, after too many of them from `address`, and at a locked table.
        """
        with self._lock:
            self._attempts.check(address)
            typed = "".join(code.upper().split()).replace("-", "")
            if not hmac.compare_digest(typed.encode(), self.code.encode()):
                self._attempts.failed(address)
                raise Refusal("wrong-code")
            self._attempts.succeeded(address)
            if known is not GUEST:
                return (self.rename(known, name) if name.strip() else known), None
            if self.locked:
                raise Refusal("table-locked")
            return self._admit("player", name)

    def make_host(self, secret: str, address: str, known: Device = GUEST) -> tuple[Device, str | None]:
        """Make a device host that knows the secret; gives it and its new cookie as `join` does."""
        with self._lock:
            self._attempts.check(address)
            if not hmac.compare_digest(secret.encode(), self.secret.encode()):
                self._attempts.failed(address)
                raise Refusal("wrong-secret")
            self._attempts.succeeded(address)
            if known is not GUEST:
                return self._keep(replace(known, role="host")), None
            return self._admit("host", "")

    def rename(self, device: Device, name: str) -> Device:
        """Give a device another name."""
        return self._keep(replace(device, name=_tidy(name) or device.name))

    def set_role(self, device: Device, role: str) -> Device:
        """Make a device host or player."""
        return self._keep(replace(device, role=role))

    def step_down(self, device: Device) -> None:
        """Make a host a player again. Raises Refusal when nobody else is host."""
        with self._lock:
            if not any(other.role == "host" and other.id != device.id for other in self.all()):
                raise Refusal("last-host")
            self.set_role(device, "player")

    def drop(self, device: Device) -> None:
        """Forget a device; its cookie is worth nothing from now on."""
        with self._lock:
            self._journal.forget_device(device.id)
            self._by_token.pop(device.token, None)
            self._seats = [pair for pair in self._seats if pair[1] != device.id]

    def lock(self, locked: bool) -> None:
        """Shut the table to new devices, or open it."""
        self._journal.remember("locked", locked)
        self.locked = locked

    def new_code(self) -> str:
        """Change the table's code; those who are in stay in."""
        code = "".join(secrets.choice(_LETTERS) for _ in range(_CODE_LENGTH))
        self._journal.remember("code", code)
        self.code = code
        return code

    def open_match(self, match: str, players: tuple[str, ...]) -> None:
        """Turn to the seats of another match; who sat under the same name keeps that seat."""
        with self._lock:
            seats = list(self._journal.seats(match)) or [pair for pair in self._seats if pair[0] in players]
            known = {device.id for device in self.all()}
            self._match = match
            self._seat([pair for pair in seats if pair[1] in known])

    def seats_of(self, device: Device) -> tuple[str, ...]:
        """The players that a device plays for."""
        return tuple(player for player, holder in self._seats if holder == device.id)

    def holders(self, player: str) -> tuple[Device, ...]:
        """The devices that play for a player."""
        ids = {holder for name, holder in self._seats if name == player}
        return tuple(device for device in self.all() if device.id in ids)

    def take_seat(self, device: Device, player: str) -> None:
        """Sit a device down. Raises Refusal when somebody else sits there, unless a host does it."""
        with self._lock:
            others = [held for held in self.holders(player) if held.id != device.id]
            if others and device.role != "host":
                raise Refusal("seat-taken", player=player)
            if (player, device.id) not in self._seats:
                self._seat([*self._seats, (player, device.id)])

    def leave_seat(self, device: Device, player: str) -> None:
        """Free a seat: the device's own, or for a host anybody's."""
        with self._lock:
            self._seat(
                [
                    (name, holder)
                    for name, holder in self._seats
                    if name != player or (device.role != "host" and holder != device.id)
                ]
            )

    def may_act_for(self, device: Device, player: str) -> None:
        """Raises Refusal when a device that plays for somebody else acts for a player whose seat another holds.

        A host and a device that holds no seat, such as the big screen, serve everybody: a phone may be asleep.
        """
        if device.role == "host" or not self.seats_of(device):
            return
        holders = self.holders(player)
        if holders and all(held.id != device.id for held in holders):
            raise Refusal("not-your-seat", player=player)

    def _admit(self, role: str, name: str) -> tuple[Device, str]:
        while len(self._by_token) >= _MOST_DEVICES:
            self.drop(
                next((d for d in self.all() if d.role != "host" and not self.seats_of(d)), self.all()[0])
            )
        token = secrets.token_urlsafe(24)
        label = _tidy(name) or ("Host" if role == "host" else f"Phone {len(self._by_token) + 1}")
        return self._keep(Device(f"d{secrets.token_hex(4)}", _hash(token), label, role)), token

    def _seat(self, seats: list[tuple[str, str]]) -> None:
        """Written down first, so that a full disk leaves everybody where they sat."""
        self._journal.keep_seats(self._match, tuple(seats))
        self._seats = seats

    def _keep(self, device: Device) -> Device:
        with self._lock:
            self._journal.keep_device(device)
            self._by_token[device.token] = device
        return device

    def _new_secret(self) -> str:
        secret = secrets.token_urlsafe(18)
        self._journal.remember("secret", secret)
        return secret


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()


def _tidy(name: str) -> str:
    return " ".join("".join(sign for sign in name if sign.isprintable()).split())[:_LONGEST_NAME]
