"""Earlier matches, exports, tallies and pictures."""

from __future__ import annotations

import json

from fastapi import APIRouter, Response

from web.desk import Desk
from web.game import Game, load_game
from web.matches import match_json, record
from web.refusals import Refusal
from web.requests import REFUSALS, Asking, AtDesk, Host, Joined, Json, answers_with
from web.scoresheet import scores_csv

router = APIRouter(prefix="/api", responses=REFUSALS)


@router.get("/matches")
def matches(desk: AtDesk, device: Asking) -> Json:
    """Every match played here, the newest first."""
    with desk.table.lock:
        return {"matches": desk.matches.listing(desk.table.game)}


@router.get("/tallies")
def tallies(desk: AtDesk, device: Asking) -> Json:
    """How often everybody has played and won."""
    with desk.table.lock:
        return {"players": desk.matches.tallies(desk.table.game)}


@router.get("/matches/{match}")
def one_match(match: str, desk: AtDesk, device: Joined) -> Response:
    """A match with its score sheet and history."""
    return Response(_json(_game(desk, match)), media_type="application/json")


@router.get("/matches/{match}/scores.csv", **answers_with("text/csv"))
def export_scores(match: str, desk: AtDesk, device: Joined) -> Response:
    """The score sheet for a spreadsheet."""
    return _download("\ufeff" + scores_csv(_game(desk, match)), "text/csv; charset=utf-8", "scores.csv")


@router.get("/matches/{match}/match.json")
def export_match(match: str, desk: AtDesk, device: Joined) -> Response:
    """Everything about a match, for programs."""
    return _download(_json(_game(desk, match)), "application/json", "match.json")


@router.get("/matches/{match}/record.txt", **answers_with("text/plain"))
def export_record(match: str, desk: AtDesk, device: Joined) -> Response:
    """The match as a game record that `scheids judge` reads."""
    return _download(record(_game(desk, match)), "text/plain; charset=utf-8", "record.txt")


@router.post("/matches/{match}/resume")
def resume(match: str, desk: AtDesk, device: Host) -> Json:
    """Put an earlier match on the table again."""
    desk.table.open_match(match)
    return {"match": match}


@router.get("/pictures/{number}", **answers_with("image/jpeg"))
def picture(number: int, desk: AtDesk, device: Joined) -> Response:
    """A picture that shows what happened."""
    data = desk.journal.picture(number)
    if data is None:
        raise Refusal("unknown-picture")
    return Response(
        data, media_type="image/jpeg", headers={"cache-control": "private, max-age=604800, immutable"}
    )


def _game(desk: Desk, match: str) -> Game:
    with desk.table.lock:
        if match == desk.table.game.match:
            return desk.table.game
    game = load_game(desk.journal, match)
    if game.state is None:
        raise Refusal("unknown-match")
    return game


def _json(game: Game) -> str:
    return json.dumps(match_json(game), ensure_ascii=False)


def _download(text: str, media_type: str, name: str) -> Response:
    return Response(
        text.encode(),
        media_type=media_type,
        headers={"content-disposition": f'attachment; filename="{name}"'},
    )
