"""The camera: choosing and aiming it, looking through it, photographing hands, and a phone as camera."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from typing import Annotated, Any

from fastapi import APIRouter, File, Response, UploadFile, WebSocket
from pydantic import BaseModel, Field
from starlette.responses import StreamingResponse
from starlette.websockets import WebSocketDisconnect

from vision.sightings import CardSeen, Image
from vision.sources import SourceError, SourceState, camera_names, open_source
from web.camera_pictures import jpeg, marked
from web.desk import Desk
from web.devices import GUEST
from web.refusals import Refusal
from web.regions import region_of
from web.requests import REFUSALS, Asking, AtDesk, Host, Joined, Json, answers_with, desk_of
from web.security import Bucket
from web.uploads import LARGEST_UPLOAD, open_photograph

router = APIRouter(prefix="/api", responses=REFUSALS)
PHOTO_PATHS = ("/api/hand",)
_STREAM_PAUSE = 0.2
_MOST_STREAMS = 6
_LARGEST_FRAME = 1_500_000
_MOST_FRAME_PIXELS = 9_000_000


class CameraRequest(BaseModel):
    """Which camera, and where in its picture the pile and the stock lie; what is left out stays as it is."""

    spec: str | None = Field(default=None, max_length=300)
    region: list[Any] | None = Field(default=None, max_length=8)
    stock_region: list[Any] | None = Field(default=None, max_length=8)


@router.get("/cameras")
def cameras(desk: AtDesk, device: Host) -> Json:
    """The cameras of this computer, by name."""
    found = [
        {"spec": str(number), "name": name, "thumbnail": f"/api/cameras/{number}/thumbnail.jpg"}
        for number, name in camera_names().items()
    ]
    return {"cameras": found}


@router.get("/cameras/{number}/thumbnail.jpg", **answers_with("image/jpeg"))
async def thumbnail(number: int, desk: AtDesk, device: Host) -> Response:
    """What one of the cameras sees, small."""
    desk.uploads.take(device.id)
    if number not in camera_names():
        raise Refusal("not-found")
    async with desk.reading:
        data = await asyncio.to_thread(_glance, desk, str(number))
    return Response(data, media_type="image/jpeg")


@router.get("/camera")
def camera(desk: AtDesk, device: Asking) -> Json:
    """How the camera is doing."""
    return desk.camera.status.to_json()


@router.put("/camera")
def choose_camera(wanted: CameraRequest, desk: AtDesk, device: Host) -> Json:
    """Turn to a camera, `spec` null to none; without `spec` the camera goes on and only the regions change.

    A camera other than the one in use begins without the regions that were marked in its picture.
    """
    given = wanted.model_fields_set
    now = desk.camera.status
    turned = "spec" in given
    known = not turned or wanted.spec == now.spec
    region = region_of(wanted.region) if "region" in given else now.region if known else None
    stock = region_of(wanted.stock_region) if "stock_region" in given else now.stock_region if known else None
    spec = wanted.spec if turned else now.spec
    if turned or spec:
        kept: Json = {"spec": spec, "region": region, "stock_region": stock}
        desk.journal.remember("camera", kept if spec else None)
    if not turned:
        desk.camera.mark(region, stock)
    elif spec:
        desk.camera.start(spec, region, stock)
    else:
        desk.camera.stop()
    return desk.camera.status.to_json()


@router.get("/camera/frame.jpg", **answers_with("image/jpeg"))
def frame(desk: AtDesk, device: Joined, marks: bool = False) -> Response:
    """What the camera sees now. On request the cards are outlined, the header `scheids-cards` names them for pages to
    write in their own language (a list of `card`, null for one that cannot be read, and `at`, the card's middle as
    fractions of the picture), and `scheids-advice` says how to see them better (a list of `code` and `params`)."""
    if not marks:
        return Response(_preview(desk, False), media_type="image/jpeg")
    seen, image = _look(desk)
    height, width = image.shape[:2]
    names = [
        {"card": one.name, "at": [round(one.centre[0] / width, 3), round(one.centre[1] / height, 3)]}
        for one in seen
    ]
    return Response(
        jpeg(marked(image, seen, named=False)),
        media_type="image/jpeg",
        headers={
            "scheids-cards": json.dumps(names),
            "scheids-advice": json.dumps(desk.hints(seen, image)),
        },
    )


@router.get("/camera/stream", **answers_with("multipart/x-mixed-replace"))
async def stream(desk: AtDesk, device: Joined, marks: bool = False) -> StreamingResponse:
    """What the camera sees, about five pictures a second (multipart JPEG)."""
    if desk.streams >= _MOST_STREAMS:
        raise Refusal("too-many-sockets")
    if desk.camera.frame() is None:
        raise Refusal("no-camera")
    return StreamingResponse(_frames(desk, marks), media_type="multipart/x-mixed-replace; boundary=frame")


@router.get("/camera/cards")
def cards(desk: AtDesk, device: Joined) -> Json:
    """The cards that are seen now."""
    seen, image = _look(desk)
    return {"cards": cards_json(seen, image)}


@router.post("/camera/test")
def reading_test(desk: AtDesk, device: Joined) -> Json:
    """A reading test: which cards lie there, and how to see them better."""
    desk.uploads.take(device.id)
    seen, image = _look(desk)
    return {"cards": cards_json(seen, image), "advice": desk.advise(seen, image)}


@router.post("/camera/hand")
async def hand_at_camera(desk: AtDesk, device: Joined) -> Json:
    """Read a hand that is laid out under the table's camera, from several pictures; people confirm what was read."""
    desk.uploads.take(device.id)
    async with desk.reading:
        return await asyncio.to_thread(_with_reader, desk.read_hand_at_camera)


@router.post("/hand")
async def hand(desk: AtDesk, device: Joined, photo: Annotated[UploadFile, File()]) -> Json:
    """Read a photographed hand of cards; people confirm what was read."""
    desk.uploads.take(device.id)
    data = await photo.read(LARGEST_UPLOAD + 1)
    async with desk.reading:
        return await asyncio.to_thread(_read_hand, desk, data)


@router.websocket("/camera/push")
async def push(socket: WebSocket) -> None:
    """A phone as camera: JPEG pictures as binary messages, each answered by how many came so far."""
    desk = desk_of(socket)
    device = desk.device(socket)
    await socket.accept()
    if device is GUEST:
        await socket.close(4403, "join-first")
        return
    try:
        source = await asyncio.to_thread(desk.phone_camera, device)
    except Refusal as refusal:
        await socket.close(4403, refusal.code)
        return
    accepted = 0
    pace = Bucket(rate=20, burst=40)
    try:
        while True:
            message = await socket.receive()
            if message["type"] == "websocket.disconnect":
                break
            while not pace.take():
                await asyncio.sleep(0.05)
            if source.state is SourceState.ENDED:
                await socket.close(4403, "camera-taken")
                break
            image = await asyncio.to_thread(_pushed, message.get("bytes"))
            if image is not None:
                source.push(image)
                accepted += 1
            told = {"type": "camera-push", "accepted": accepted, "ok": image is not None}
            await socket.send_text(json.dumps(told))
    except WebSocketDisconnect:
        pass
    finally:
        desk.end_phone_camera(source)


def _pushed(data: bytes | None) -> Image | None:
    """The picture that a phone sent, None when it is none that a camera would take."""
    if data is None or len(data) > _LARGEST_FRAME:
        return None
    try:
        return open_photograph(data, _MOST_FRAME_PIXELS)
    except Refusal:
        return None


def cards_json(seen: tuple[CardSeen, ...], image: Image) -> list[Json]:
    """Sightings with their corners as fractions of the picture."""
    height, width = image.shape[:2]
    rows = []
    for card in seen:
        row = card.to_json()
        row["quad"] = [[round(float(x) / width, 4), round(float(y) / height, 4)] for x, y in card.quad]
        row["width"] = round(card.width)
        rows.append(row)
    return rows


def _glance(desk: Desk, spec: str) -> bytes:
    """One picture of a camera: of the table's own as it is, of another by opening it for a moment."""
    newest = desk.camera.frame() if desk.camera.status.spec == spec else None
    if newest is None:
        try:
            source = open_source(spec)
        except SourceError as problem:
            raise Refusal("camera-failed", problem=str(problem)) from None
        try:
            newest = source.next(2.0)
        finally:
            source.close()
    if newest is None:
        raise Refusal("camera-failed", problem="The camera gives no picture.")
    return jpeg(newest.image, 240)


def _look(desk: Desk) -> tuple[tuple[CardSeen, ...], Image]:
    try:
        found = desk.camera.cards()
    except (ValueError, OSError, ImportError):
        raise Refusal("no-reader") from None
    if found is None:
        raise Refusal("no-camera")
    return found


def _preview(desk: Desk, marks: bool) -> bytes:
    if marks:
        seen, image = _look(desk)
        return jpeg(marked(image, seen))
    newest = desk.camera.frame()
    if newest is None:
        raise Refusal("no-camera")
    return jpeg(newest.image)


async def _frames(desk: Desk, marks: bool) -> AsyncIterator[bytes]:
    desk.streams += 1
    shown = -1
    quiet = 0.0
    try:
        while quiet < 30:
            newest = desk.camera.frame()
            if newest is None or newest.index == shown:
                quiet += _STREAM_PAUSE
            else:
                quiet, shown = 0.0, newest.index
                data = await asyncio.to_thread(_preview, desk, marks)
                yield b"--frame\r\nContent-Type: image/jpeg\r\nContent-Length: %d\r\n\r\n%b\r\n" % (
                    len(data),
                    data,
                )
            await asyncio.sleep(_STREAM_PAUSE)
    except Refusal:
        return
    finally:
        desk.streams -= 1


def _read_hand(desk: Desk, data: bytes) -> Json:
    image = open_photograph(data)
    return _with_reader(lambda: desk.read_hand(image))


def _with_reader(read: Callable[[], Json]) -> Json:
    try:
        return read()
    except (ValueError, OSError, ImportError):
        raise Refusal("no-reader") from None
