"""What a tap changes about the devices at the table: seats, names, hosts, the lock and the code."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from web.devices import Devices
from web.journal import Device
from web.taps import player_of, text_of, truth_of

Payload: TypeAlias = Mapping[str, Any]
Players: TypeAlias = Callable[[], tuple[str, ...]]
"""Who plays. Raises Refusal while no match is open."""


def _take_seat(devices: Devices, device: Device, payload: Payload, players: Players) -> None:
    devices.take_seat(device, player_of(payload, players()))


def _leave_seat(devices: Devices, device: Device, payload: Payload, players: Players) -> None:
    devices.leave_seat(device, player_of(payload, players()))


def _rename(devices: Devices, device: Device, payload: Payload, players: Players) -> None:
    devices.rename(device, text_of(payload.get("name"), "name", 100))


def _lock(devices: Devices, device: Device, payload: Payload, players: Players) -> None:
    devices.lock(truth_of(payload.get("locked"), "locked"))


def _new_code(devices: Devices, device: Device, payload: Payload, players: Players) -> None:
    devices.new_code()


def _hand_over(devices: Devices, device: Device, payload: Payload, players: Players) -> None:
    heir = devices.find(text_of(payload.get("device"), "device", 40))
    devices.set_role(heir, "host")
    if not truth_of(payload.get("keep", False), "keep") and heir.id != device.id:
        devices.set_role(device, "player")


def _step_down(devices: Devices, device: Device, payload: Payload, players: Players) -> None:
    devices.step_down(device)


def _drop_device(devices: Devices, device: Device, payload: Payload, players: Players) -> None:
    devices.drop(devices.find(text_of(payload.get("device"), "device", 40)))


DEVICE_DEEDS: Mapping[str, Callable[[Devices, Device, Payload, Players], None]] = {
    "take-seat": _take_seat,
    "leave-seat": _leave_seat,
    "rename-device": _rename,
    "lock": _lock,
    "new-code": _new_code,
    "hand-over": _hand_over,
    "step-down": _step_down,
    "drop-device": _drop_device,
}
"""By kind of tap. Each raises Refusal when the payload is wrong or the device may not."""
