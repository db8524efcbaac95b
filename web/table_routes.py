"""Joining, looking and acting."""

from __future__ import annotations

import asyncio
import io
import json
from importlib.metadata import PackageNotFoundError, version
from typing import Literal

import segno
from fastapi import APIRouter, Request, Response, WebSocket
from pydantic import BaseModel, Field
from starlette.responses import RedirectResponse

from referee import ask
from referee.cards import Suit
from web.actions import Action
from web.desk import Desk
from web.history_entries import round_history
from web.journal import Device, JournalError
from web.refusals import Refusal
from web.requests import REFUSALS, Asking, AtDesk, Host, Joined, Json, address_of, answers_with, desk_of
from web.security import COOKIE, is_visit
from web.snapshots import instruction_json, round_json
from web.taps import card_of, player_of

router = APIRouter(responses=REFUSALS)
_YEAR = 365 * 24 * 3600


class JoinRequest(BaseModel):
    """The table's code, and what the device is to be called."""

    code: str = Field(min_length=1, max_length=40)
    name: str = Field(default="", max_length=100)


@router.get("/api/health")
def health() -> Json:
    """Whether the table answers, and its version."""
    try:
        found = version("scheids")
    except PackageNotFoundError:
        found = "0"
    return {"ok": True, "version": found}


@router.get("/api/table")
def table(desk: AtDesk, device: Asking) -> Response:
    """The whole table as the device may see it."""
    return Response(desk.snapshots.text(device), media_type="application/json")


@router.post("/api/join")
def join(wanted: JoinRequest, request: Request, response: Response, desk: AtDesk, known: Asking) -> Json:
    """Join with the table's code."""
    device, token = desk.devices.join(wanted.code, wanted.name, address_of(request), known)
    if token is not None:
        _hand_cookie(response, token, request)
    desk.table.changed()
    return {"you": desk.snapshots.you(device)}


@router.post("/api/leave")
def leave(response: Response, desk: AtDesk, device: Joined) -> Json:
    """Forget this device and free its seats."""
    desk.devices.drop(device)
    response.delete_cookie(COOKIE, path="/")
    desk.table.changed()
    return {"left": True}


@router.get("/j/{code}", include_in_schema=False)
def join_by_link(code: str, request: Request, desk: AtDesk, known: Asking) -> Response:
    """Join by the QR code's link, then go to the phone page."""
    return _joined_at("/phone", code, request, desk, known)


@router.get("/j/{code}/camera", include_in_schema=False)
def join_as_camera(code: str, request: Request, desk: AtDesk, known: Asking) -> Response:
    """Join by the QR code for a phone that is to be the camera, then go to the camera page."""
    return _joined_at("/camera", code, request, desk, known)


def _joined_at(page: str, code: str, request: Request, desk: Desk, known: Device) -> Response:
    if not is_visit(request.headers):
        raise Refusal("origin-refused")
    try:
        _, token = desk.devices.join(code[:40], "", address_of(request), known)
    except Refusal as refusal:
        return RedirectResponse(f"{page}?error={refusal.code}", 303)
    except JournalError:
        return RedirectResponse(f"{page}?error=disk-failed", 303)
    desk.table.changed()
    response = RedirectResponse(page, 303)
    if token is not None:
        _hand_cookie(response, token, request)
    return response


@router.get("/h/{secret}", include_in_schema=False)
def host_by_link(secret: str, request: Request, desk: AtDesk, known: Asking) -> Response:
    """Become host by the secret link, then go to the big screen, or to setting up."""
    if not is_visit(request.headers):
        raise Refusal("origin-refused")
    try:
        _, token = desk.devices.make_host(secret[:100], address_of(request), known)
    except Refusal as refusal:
        return RedirectResponse(f"/?error={refusal.code}", 303)
    except JournalError:
        return RedirectResponse("/?error=disk-failed", 303)
    desk.table.changed()
    response = RedirectResponse("/setup" if desk.table.game.phase == "setup" else "/screen", 303)
    if token is not None:
        _hand_cookie(response, token, request)
    return response


@router.post("/api/actions")
async def act(action: Action, response: Response, desk: AtDesk, device: Joined) -> Json:
    """Carry out one tap; the same `id` is never carried out twice."""
    desk.taps.take(device.id)
    answer = await asyncio.to_thread(desk.table.act, device, action)
    response.status_code = answer.http_status
    return answer.to_json()


@router.post("/api/demonstration")
def watch_again(desk: AtDesk, device: Host) -> Json:
    """Show the demonstration's film once more, in a match of its own, when it is over."""
    if desk.showing is None:
        raise Refusal("not-found")
    if not desk.showing.again():
        raise Refusal("not-now")
    return {"begun": True}


@router.websocket("/api/socket")
async def socket(socket: WebSocket) -> None:
    """Snapshots as they come, and taps."""
    desk = desk_of(socket)
    token = socket.cookies.get(COOKIE)
    await desk.screens.serve(socket, lambda: desk.devices.identify(token))


@router.get("/api/qr.svg", **answers_with("image/svg+xml"))
def qr(desk: AtDesk, device: Joined, page: Literal["phone", "camera"] = "phone") -> Response:
    """The address to join by, as a QR code: as a player's phone, or as the table's camera."""
    out = io.BytesIO()
    link = f"{desk.address}/j/{desk.devices.code}{'/camera' if page == 'camera' else ''}"
    segno.make(link, error="m").save(
        out, kind="svg", scale=8, border=2, light="#fff", svgclass=None, lineclass=None
    )
    return Response(out.getvalue(), media_type="image/svg+xml")


@router.get("/api/history")
def round_entries(desk: AtDesk, device: Asking, round: int | None = None) -> Response:
    """Everything that happened in a round of this match, the newest round by default."""
    with desk.table.lock:
        entries = round_history(desk.table.game, round)
    return _text({"match": desk.table.game.match or None, "round": round, "history": entries})


@router.get("/api/ask/lay")
def may_be_laid(desk: AtDesk, device: Asking, player: str | None = None) -> Response:
    """The verdict on each of the 53 faces, if the player (by default the one on turn) laid it now."""
    game = desk.table.game
    state = game.state
    if state is None or game.phase != "playing" or state.round is None:
        raise Refusal("not-now")
    who = state.round.turn if player is None else player_of({"player": player}, state.players)
    verdicts = ask.what_may_be_laid(state, who)
    cards = {}
    for card, verdict in verdicts.items():
        told = verdict.to_json()
        cards[str(card)] = {key: told[key] for key in ("legal", "reasons", "effects")}
    return _text({"player": who, "version": game.version, "cards": cards})


@router.get("/api/ask/what-if")
def what_if(
    desk: AtDesk, device: Asking, card: str, player: str | None = None, names: str | None = None
) -> Response:
    """What would happen if a player laid this card now."""
    game = desk.table.game
    state = game.state
    if state is None or game.phase != "playing" or state.round is None:
        raise Refusal("not-now")
    who = state.round.turn if player is None else player_of({"player": player}, state.players)
    suit = None
    if names is not None:
        found = next((s for s in Suit if s.value == names), None)
        if found is None:
            raise Refusal("unknown-suit", suit=names[:40])
        suit = found
    verdict = ask.what_if(state, card_of(card), who, suit)
    told = verdict.to_json()
    after = verdict.state
    return _text(
        {
            "player": who,
            "card": card,
            **{key: told[key] for key in ("legal", "reasons", "effects")},
            "instruction": instruction_json(after),
            "round": None if after.round is None else round_json(game, after, after.round),
        }
    )


def _text(value: object) -> Response:
    return Response(
        json.dumps(value, ensure_ascii=False, separators=(",", ":")), media_type="application/json"
    )


def _hand_cookie(response: Response, token: str, request: Request) -> None:
    response.set_cookie(
        COOKIE,
        token,
        max_age=_YEAR,
        path="/",
        httponly=True,
        samesite="lax",
        secure=request.url.scheme == "https",
    )
