"""Screens that stay connected: each gets the newest snapshot, as fast as it can take them, and may act."""

from __future__ import annotations

import asyncio
import json
import logging
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from web.actions import Answer, parse_action
from web.devices import GUEST
from web.journal import Device
from web.refusals import Refusal
from web.security import Bucket

HEARTBEAT = 10.0
SILENCE = 40.0
_LONGEST_MESSAGE = 16 * 1024
_MOST_SOCKETS = 300
_MOST_GUESTS = 150
_MOST_FROM_ONE_ADDRESS = 64
_MOST_WAITING = 100
_LONGEST_ID = 80
_log = logging.getLogger(__name__)

Actor = Callable[[Device, Any], Answer]
Writer = Callable[[Device], str]


@dataclass(eq=False)
class _Screen:
    socket: WebSocket
    device: Callable[[], Device]
    address: str
    wake: asyncio.Event = field(default_factory=asyncio.Event)
    heard: float = field(default_factory=time.monotonic)
    outbox: list[str] = field(default_factory=list)
    outdated: bool = True
    camera_changed: bool = False


class Screens:
    """Every connected screen. `snapshot` writes what a device may see, `act` carries out what it asks for,
    `outdated` is called before everybody is shown who came or went.

    `changed` and `camera_changed` may be called from any thread; a slow screen only ever misses snapshots
    that a newer one replaces.
    """

    def __init__(
        self,
        snapshot: Writer,
        camera: Callable[[], str],
        act: Actor,
        outdated: Callable[[], None] = lambda: None,
    ) -> None:
        self._snapshot = snapshot
        self._camera = camera
        self._act = act
        self._outdated = outdated
        self._screens: set[_Screen] = set()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._presence_due = False

    def changed(self) -> None:
        """The table changed: every screen gets a new snapshot."""
        self._from_any_thread(self._outdate)

    def camera_changed(self) -> None:
        """Only the camera's status changed."""
        self._from_any_thread(self._outdate_camera)

    def online(self) -> frozenset[str]:
        """The ids of the devices that are connected."""
        return frozenset(screen.device().id for screen in tuple(self._screens)) - {""}

    async def serve(self, socket: WebSocket, device: Callable[[], Device]) -> None:
        """Serve one screen until it goes away. `device` tells who it is, each time anew."""
        self._loop = asyncio.get_running_loop()
        address = socket.client.host if socket.client else ""
        await socket.accept()
        near = sum(screen.address == address for screen in self._screens)
        full = len(self._screens) >= _MOST_SOCKETS or near >= _MOST_FROM_ONE_ADDRESS
        if full or (device() is GUEST and self._guests() >= _MOST_GUESTS):
            await socket.close(4429, "too-many-sockets")
            return
        screen = _Screen(socket, device, address)
        self._screens.add(screen)
        sender = asyncio.create_task(self._send(screen))
        try:
            self._presence()
            await self._receive(screen)
        except WebSocketDisconnect:
            pass
        finally:
            self._screens.discard(screen)
            sender.cancel()
            self._presence()

    def _guests(self) -> int:
        return sum(screen.device() is GUEST for screen in self._screens)

    def _presence(self) -> None:
        """Somebody came or went; shown at most twice a second."""
        if not self._presence_due and self._loop is not None:
            self._presence_due = True
            self._loop.call_later(0.5, self._show_presence)

    def _show_presence(self) -> None:
        self._presence_due = False
        self._outdated()
        self._outdate()

    def _from_any_thread(self, callback: Callable[[], None]) -> None:
        if self._loop is not None and not self._loop.is_closed():
            try:
                self._loop.call_soon_threadsafe(callback)
            except RuntimeError:
                _log.debug("the server is stopping")

    def _outdate(self) -> None:
        for screen in self._screens:
            screen.outdated = True
            screen.wake.set()

    def _outdate_camera(self) -> None:
        for screen in self._screens:
            screen.camera_changed = True
            screen.wake.set()

    async def _send(self, screen: _Screen) -> None:
        try:
            while True:
                screen.wake.clear()
                while screen.outbox:
                    await screen.socket.send_text(screen.outbox.pop(0))
                if screen.outdated:
                    screen.outdated = screen.camera_changed = False
                    await screen.socket.send_text(self._snapshot(screen.device()))
                elif screen.camera_changed:
                    screen.camera_changed = False
                    await screen.socket.send_text(self._camera())
                if screen.outbox or screen.outdated:
                    continue
                try:
                    await asyncio.wait_for(screen.wake.wait(), HEARTBEAT)
                except TimeoutError:
                    if time.monotonic() - screen.heard > SILENCE:
                        await screen.socket.close(4408, "silent")
                        return
                    screen.outbox.append(json.dumps({"type": "ping", "now": int(time.time() * 1000)}))
        except (WebSocketDisconnect, RuntimeError, OSError):
            if screen.socket.client_state is WebSocketState.CONNECTED:
                _log.debug("a screen stopped listening")

    async def _receive(self, screen: _Screen) -> None:
        bucket = Bucket(rate=15, burst=40)
        excess = 0
        while True:
            message = await screen.socket.receive()
            if message["type"] == "websocket.disconnect":
                return
            screen.heard = time.monotonic()
            text = message.get("text")
            if not bucket.take():
                excess += 1
                if excess > 200:
                    await screen.socket.close(4429, "too-fast")
                    return
                if excess % 20 == 1:
                    self._answer(screen, Answer.refused("", Refusal("too-fast")))
                continue
            excess = 0
            if text is None or len(text) > _LONGEST_MESSAGE:
                self._answer(
                    screen, Answer.refused("", Refusal("malformed", problem="a short JSON text is expected"))
                )
                continue
            await self._handle(screen, text)

    async def _handle(self, screen: _Screen, text: str) -> None:
        try:
            message = json.loads(text)
        except (ValueError, RecursionError):
            self._answer(screen, Answer.refused("", Refusal("malformed", problem="it is no JSON")))
            return
        kind = message.get("type") if isinstance(message, dict) else None
        if kind == "pong":
            return
        if kind == "hello":
            screen.outdated = True
            screen.wake.set()
            return
        try:
            if kind != "action":
                raise Refusal("malformed", problem="its type is none of hello, pong and action")
            action = parse_action(message)
        except Refusal as refusal:
            key = message.get("id") if isinstance(message, dict) else ""
            key = key if isinstance(key, str) and len(key) <= _LONGEST_ID else ""
            self._answer(screen, Answer.refused(key, refusal))
            return
        answer = await asyncio.to_thread(self._act, screen.device(), action)
        self._answer(screen, answer)

    def _answer(self, screen: _Screen, answer: Answer) -> None:
        """Answer, unless a screen that asks and never listens has too much waiting already."""
        if len(screen.outbox) >= _MOST_WAITING:
            return
        screen.outbox.append(json.dumps(answer.to_json()))
        screen.wake.set()
