"""The referee's desk: everything that one running Scheids consists of, put together once."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from typing import Any, Protocol

from starlette.requests import HTTPConnection

from vision.sight import Sight
from vision.sightings import CardSeen, Image
from vision.sources import PushedSource
from web.aiming import MirrorCheck, advise
from web.camera import Camera, Opener, TrackerMaker
from web.devices import GUEST, Devices
from web.hand_reading import read_hand, read_hand_at_table
from web.journal import Device, Journal
from web.matches import Matches
from web.packs import Packs
from web.page_files import PageFile, load_pages
from web.refusals import Refusal
from web.regions import region_of
from web.rule_shelf import RuleShelf
from web.security import COOKIE, Buckets
from web.snapshots import Snapshots
from web.sockets import Screens
from web.table import LiveTable

_HAND_PICTURES = 3


class Repeatable(Protocol):
    """A demonstration that can be shown again."""

    def again(self) -> bool:
        """Begin once more if it is over; whether it was."""


@dataclass
class Desk:
    """What requests work with."""

    journal: Journal
    devices: Devices
    shelf: RuleShelf
    table: LiveTable
    camera: Camera
    snapshots: Snapshots
    screens: Screens
    pages: Mapping[str, PageFile]
    address: str
    matches: Matches
    packs: Packs
    streams: int = 0
    phone: str = ""
    showing: Repeatable | None = None
    mirror: MirrorCheck = field(default_factory=MirrorCheck)
    reading: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(1))
    taps: Buckets = field(default_factory=lambda: Buckets(rate=15, burst=60))
    uploads: Buckets = field(default_factory=lambda: Buckets(rate=0.5, burst=10))

    def device(self, connection: HTTPConnection) -> Device:
        """The device that a request or socket comes from."""
        return self.devices.identify(connection.cookies.get(COOKIE))

    def joined(self, connection: HTTPConnection) -> Device:
        """The same, if it has joined. Raises Refusal otherwise."""
        device = self.device(connection)
        if device is GUEST:
            raise Refusal("join-first")
        return device

    def host(self, connection: HTTPConnection) -> Device:
        """The same, if it is a host. Raises Refusal otherwise."""
        device = self.joined(connection)
        if device.role != "host":
            raise Refusal("host-only")
        return device

    def use_camera(self, spec: str | None = None) -> None:
        """Turn to this camera, or to the one that was used last, if any, and to the pack that lay on the table.

        What was marked in the pictures of the camera used last counts for it again.
        """
        self.packs.recall()
        kept = self.journal.setting("camera")
        kept = kept if isinstance(kept, dict) and isinstance(kept.get("spec"), str) else {}
        spec = kept.get("spec") if spec is None else spec
        if spec is None:
            return
        marked = kept if kept.get("spec") == spec else {}
        with contextlib.suppress(Refusal):
            region, stock = region_of(marked.get("region")), region_of(marked.get("stock_region"))
            self.camera.start(spec, region, stock)

    def keep_camera(self, spec: str) -> None:
        """Turn to this camera at the next start, too."""
        kept = self.journal.setting("camera")
        if not isinstance(kept, dict) or kept.get("spec") != spec:
            self.journal.remember("camera", {"spec": spec})

    def read_hand(self, image: Image) -> dict[str, Any]:
        """The cards of a photographed hand. Raises ValueError or OSError when there is no reader."""
        return read_hand(image, self.camera.photo_sight(), self.table.game.state)

    def read_hand_at_camera(self) -> dict[str, Any]:
        """The cards of a hand under the table's camera, by several pictures taken from now on.

        Raises Refusal when the camera gives none, ValueError or OSError when there is no reader.
        """
        sight = self.camera.photo_sight()
        if self.camera.frame() is None:
            raise Refusal("no-camera")
        images = self.camera.pictures(_HAND_PICTURES)
        first = next(images, None)
        if first is None:
            raise Refusal("no-camera")
        return read_hand_at_table(chain((first,), images), sight, self.table.game.state)

    def advise(self, seen: tuple[CardSeen, ...], image: Image) -> list[dict[str, Any]]:
        """How the cards could be seen better, as codes with params; looked at with all care."""
        return advise(seen, image, self.mirror.look(seen, image, self.camera.photo_sight(), now=True))

    def hints(self, seen: tuple[CardSeen, ...], image: Image) -> list[dict[str, Any]]:
        """The same as often as the preview asks."""
        return advise(seen, image, self.mirror.look(seen, image, self.camera.sight()))

    def phone_camera(self, device: Device) -> PushedSource:
        """Make a phone the camera; its pictures are pushed into what is returned. Waits for the old camera.

        Raises Refusal when another camera is at work and the phone is no host's.
        """
        again = self.phone == device.id and self.camera.status.spec is None
        if self.camera.at_work and device.role != "host" and not again:
            raise Refusal("camera-taken")
        source = PushedSource(device.name)
        before = self.camera.status
        self.phone = device.id
        self.camera.follow(source, *((before.region, before.stock_region) if again else ()))
        return source

    def end_phone_camera(self, source: PushedSource) -> None:
        """The phone is gone: its last picture stays until another camera is chosen."""
        source.close()

    def close(self) -> None:
        """Let go of the camera and close the journal."""
        self.camera.stop()
        self.journal.close()


def open_desk(
    data: Path,
    address: str,
    *,
    open_source: Opener,
    load_sight: Callable[[], Sight],
    make_tracker: TrackerMaker,
    demo: bool = False,
    pages: Mapping[str, PageFile] | None = None,
) -> Desk:
    """Open the data folder and put the desk together. Raises JournalError when the folder cannot be used."""
    journal = Journal(data)
    devices = Devices(journal)
    shelf = RuleShelf(journal)
    table = LiveTable(journal, devices, shelf)

    def camera_changed() -> None:
        snapshots.outdate()
        screens.camera_changed()

    camera = Camera(open_source, load_sight, make_tracker, table.observe, camera_changed, table.forget_camera)
    table.use_camera(camera)
    snapshots = Snapshots(table, lambda: camera.status.to_json(), lambda: screens.online(), address, demo)
    screens = Screens(snapshots.text, snapshots.camera_text, table.act, snapshots.outdate)
    table.on_change += [snapshots.outdate, screens.changed]
    if journal.salvaged is not None:
        table.trouble = "journal-damaged"
    return Desk(
        journal,
        devices,
        shelf,
        table,
        camera,
        snapshots,
        screens,
        load_pages() if pages is None else pages,
        address,
        Matches(journal),
        Packs(data / "packs", journal, camera),
    )
