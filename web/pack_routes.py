"""Packs: naming, teaching, choosing, keeping and carrying them to another house."""

from __future__ import annotations

import asyncio
from typing import Annotated

from fastapi import APIRouter, File, Form, Response, UploadFile
from pydantic import BaseModel, Field

from vision.enrolment import LARGEST_FILE
from web.camera_pictures import jpeg
from web.refusals import Refusal
from web.requests import REFUSALS, AtDesk, Host, Joined, Json, answers_with
from web.uploads import LARGEST_UPLOAD, open_photograph

router = APIRouter(prefix="/api/packs", responses=REFUSALS)
UPLOAD_PATHS = ("/api/packs/photo", "/api/packs/import")


class NewPack(BaseModel):
    """What the family calls a pack."""

    name: str = Field(min_length=1, max_length=60)


class ChosenPack(BaseModel):
    """Which pack lies on the table; null for any."""

    name: str | None = Field(default=None, max_length=60)


class Answer(BaseModel):
    """Which card one of the lesson's pictures shows; null: none."""

    number: int
    card: str | None = Field(default=None, max_length=10)


class Forgotten(BaseModel):
    """A card to unlearn."""

    card: str = Field(max_length=10)


@router.get("")
def packs(desk: AtDesk, device: Joined) -> Json:
    """The packs, how much of each is known, and which one lies on the table."""
    return desk.packs.listing()


@router.post("")
def begin(wanted: NewPack, desk: AtDesk, device: Host) -> Json:
    """Begin a new pack."""
    name = wanted.name.strip()
    desk.packs.begin(name)
    return desk.packs.describe(name)


@router.post("/import")
async def take_in(
    desk: AtDesk,
    device: Host,
    file: Annotated[UploadFile, File()],
    name: Annotated[str, Form(max_length=60)] = "",
) -> Json:
    """Keep a pack from a file, under its own name unless another is given."""
    data = await file.read(LARGEST_FILE + 1)
    kept = await asyncio.to_thread(desk.packs.take_in, data, name.strip() or None)
    return desk.packs.describe(kept)


@router.post("/photo")
async def photograph(
    desk: AtDesk,
    device: Host,
    photo: Annotated[UploadFile, File()],
    name: Annotated[str, Form(max_length=60)],
) -> Json:
    """Learn from a photograph of one or several cards."""
    data = await photo.read(LARGEST_UPLOAD + 1)
    async with desk.reading:
        image = await asyncio.to_thread(open_photograph, data)
        fresh = await asyncio.to_thread(desk.packs.teach, name, image, False)
    return {"new": fresh, **desk.packs.describe(name)}


@router.put("/on-the-table")
def choose(wanted: ChosenPack, desk: AtDesk, device: Host) -> Json:
    """Say which pack lies on the table."""
    desk.packs.choose(wanted.name)
    return desk.packs.listing()


@router.get("/{name}")
def pack(name: str, desk: AtDesk, device: Joined) -> Json:
    """What is known of a pack, and how its lesson stands."""
    return desk.packs.describe(name)


@router.delete("/{name}")
def drop(name: str, desk: AtDesk, device: Host) -> Json:
    """Delete a pack."""
    desk.packs.drop(name)
    return {"dropped": name}


@router.get("/{name}/file", **answers_with("application/zip"))
def pack_file(name: str, desk: AtDesk, device: Joined) -> Response:
    """The pack as a file, to carry elsewhere."""
    headers = {"content-disposition": 'attachment; filename="scheids.pack"'}
    return Response(desk.packs.deck(name).exported(), media_type="application/zip", headers=headers)


@router.post("/{name}/look")
async def look(name: str, desk: AtDesk, device: Host) -> Json:
    """Learn from what the table's camera sees now; nothing is new while it moves or stays the same."""
    newest = desk.camera.frame()
    if newest is None:
        raise Refusal("no-camera")
    desk.camera.give_lesson()
    async with desk.reading:
        fresh = await asyncio.to_thread(desk.packs.teach, name, newest.image, True)
    return {"new": fresh, **desk.packs.describe(name)}


@router.post("/{name}/tell")
async def tell(name: str, answer: Answer, desk: AtDesk, device: Host) -> Json:
    """A person says which card it is."""
    await asyncio.to_thread(desk.packs.tell, name, answer.number, answer.card)
    return desk.packs.describe(name)


@router.post("/{name}/forget")
async def forget(name: str, wanted: Forgotten, desk: AtDesk, device: Host) -> Json:
    """Unlearn a card, to show it again."""
    await asyncio.to_thread(desk.packs.forget, name, wanted.card)
    return desk.packs.describe(name)


@router.post("/{name}/done")
async def finish(name: str, desk: AtDesk, device: Host) -> Json:
    """End the lesson."""
    await asyncio.to_thread(desk.packs.finish, name)
    return desk.packs.describe(name)


@router.get("/{name}/cards/{number}.jpg", **answers_with("image/jpeg"))
def crop(name: str, number: int, desk: AtDesk, device: Joined) -> Response:
    """The picture of one card of the lesson."""
    return Response(jpeg(desk.packs.crop(name, number)), media_type="image/jpeg")
