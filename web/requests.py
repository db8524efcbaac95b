"""What routes share: who asks, what an error looks like, which limits hold."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import Depends
from pydantic import BaseModel
from starlette.requests import HTTPConnection
from starlette.responses import Response

from web.desk import Desk
from web.journal import Device


class ErrorDetail(BaseModel):
    """Why something was refused: a code that pages translate, what fills its sentence, and it in English."""

    code: str
    params: dict[str, Any]
    message: str


class ErrorBody(BaseModel):
    """Every refusal looks like this."""

    error: ErrorDetail


REFUSALS: dict[int | str, dict[str, Any]] = {
    "4XX": {"model": ErrorBody, "description": "Refused"},
    503: {"model": ErrorBody, "description": "The card reader is missing"},
    507: {"model": ErrorBody, "description": "The disk takes nothing more"},
}


def answers_with(media_type: str) -> dict[str, Any]:
    """What a route says of itself whose answer is no JSON."""
    return {"response_class": Response, "responses": {200: {"content": {media_type: {}}}}}


def desk_of(connection: HTTPConnection) -> Desk:
    """The desk that this server serves."""
    desk: Desk = connection.app.state.desk
    return desk


def asking(connection: HTTPConnection) -> Device:
    """Whoever asks, joined or not."""
    return desk_of(connection).device(connection)


def joined(connection: HTTPConnection) -> Device:
    """Whoever asks, if joined. Raises Refusal otherwise."""
    return desk_of(connection).joined(connection)


def host(connection: HTTPConnection) -> Device:
    """Whoever asks, if a host. Raises Refusal otherwise."""
    return desk_of(connection).host(connection)


def address_of(connection: HTTPConnection) -> str:
    """The network address that a request comes from."""
    return connection.client.host if connection.client else ""


AtDesk = Annotated[Desk, Depends(desk_of)]
Asking = Annotated[Device, Depends(asking)]
Joined = Annotated[Device, Depends(joined)]
Host = Annotated[Device, Depends(host)]
Json = dict[str, Any]
