"""The description of the interface is true: whatever is sent, answers are described and never the server's fault."""

from __future__ import annotations

import json
import random
from typing import Any
from urllib.parse import quote

import httpx
import pytest

from tests.web.conftest import Phone, Running

ODD: list[Any] = [
    None, True, 0, -1, 1, 10**20, 1.5, "", "x", "North", "9S", "JOKER", "é" * 50, "\x00", "\ud83c", [], [1],
    ["9S"], {}, {"a": 1}, {"North": ["9S"]}, [["North", []]], "x" * 300, "../../etc/passwd", "'; DROP TABLE entries",
    [[0, 0], [1, 0], [1, 1]], "seen-1", "clubs", "C", "pesten-7", "true", float(2**53),
]  # fmt: skip
FIELDS = [
    "player", "card", "count", "suit", "names", "last_card", "rank", "kind", "moves", "event", "changes", "choice",
    "turned_up", "dealer", "players", "rules", "options", "cards", "done", "device", "name", "locked", "paused", "on",
    "hands", "keep",
]  # fmt: skip
KINDS = [
    "lay", "draw", "pass", "name-suit", "name-rank", "last-card", "exchange", "take-back", "reshuffle", "undo",
    "correct", "remove", "choose", "start-round", "end-round", "enter-hand", "take-seat", "leave-seat", "rename-device",
    "lock", "camera-pause", "count-hands", "start-match", "step-down", "dance",
]  # fmt: skip


JSON = {"content-type": "application/json"}


def post(phone: Phone, wanted: dict[str, Any]) -> httpx.Response:
    return phone.http.post("/api/actions", content=json.dumps(wanted), headers=JSON)


def odd_payload(chance: random.Random) -> dict[str, Any]:
    """Some fields with some values, often sensible ones."""
    payload: dict[str, Any] = {
        field: chance.choice(ODD) for field in chance.sample(FIELDS, chance.randrange(5))
    }
    if chance.random() < 0.7:
        payload["player"] = chance.choice(["North", "East", "South", "West"])
    if chance.random() < 0.5:
        payload["card"] = chance.choice(["9S", "4H", "JD", "JOKER", "2C", "7H"])
    if chance.random() < 0.3:
        payload |= {"event": chance.randrange(40), "changes": {chance.choice(FIELDS): chance.choice(ODD)}}
    return payload


@pytest.mark.parametrize("seed", range(2))
def test_odd_taps_are_answered_and_the_table_goes_on(running: Running, playing: Phone, seed: int) -> None:
    chance = random.Random(seed)
    for number in range(120):
        deed = chance.choice(KINDS)
        wanted = {"id": f"odd-{number}", "kind": deed, "payload": odd_payload(chance)}
        running.desk.taps = type(running.desk.taps)(1000, 1000)
        answer = post(playing, wanted)
        assert answer.status_code < 500, (wanted, answer.text)
        assert answer.json().get("status") in ("applied", "refused") or answer.status_code == 422
        if number % 50 == 0:
            assert playing.http.get("/api/table").status_code == 200
    again = running.desk.journal.entries(running.desk.table.game.match)
    assert again[-1].seq == running.desk.journal.last_of(running.desk.table.game.match)
    assert playing.snapshot()["phase"] in ("playing", "dealing", "round-end", "match-end")


def values_for(schema: dict[str, Any], chance: random.Random) -> Any:
    kind = schema.get("type")
    if chance.random() < 0.3:
        return chance.choice(ODD)
    if kind == "integer":
        return chance.choice([-1, 0, 1, 7, 10**9])
    if kind == "boolean":
        return chance.choice([True, False])
    if kind == "object":
        return {field: chance.choice(ODD) for field in chance.sample(FIELDS, 2)}
    return chance.choice(["9S", "JD", "pesten-7", "North", "x", "é", "C"])


def test_every_described_route_answers_as_described(running: Running, playing: Phone) -> None:
    described = playing.http.get("/api/openapi.json").json()
    chance = random.Random(5)
    secret = running.desk.devices.secret
    calls = 0
    for path, methods in described["paths"].items():
        if path.endswith("/stream"):
            continue
        for method, route in methods.items():
            for _ in range(4):
                address, query = path, {}
                for parameter in route.get("parameters", ()):
                    value = values_for(parameter["schema"], chance)
                    text = str(value).encode(errors="replace").decode()
                    if parameter["in"] == "path":
                        address = address.replace("{" + parameter["name"] + "}", quote(text, safe="") or "x")
                    elif isinstance(value, str | int | bool):
                        query[parameter["name"]] = text
                body = chance.choice([None, *ODD]) if method != "get" else None
                if (
                    "application/json" in route.get("requestBody", {}).get("content", {})
                    and chance.random() < 0.7
                ):
                    name = route["requestBody"]["content"]["application/json"]["schema"]["$ref"].rsplit(
                        "/", 1
                    )[-1]
                    fields = described["components"]["schemas"][name]["properties"]
                    body = {field: values_for(shape, chance) for field, shape in fields.items()}
                running.desk.uploads = type(running.desk.uploads)(1000, 1000)
                answer = playing.http.request(
                    method.upper(), address, params=query, content=json.dumps(body), headers=JSON
                )
                calls += 1
                assert answer.status_code < 500, (method, address, query, body, answer.text)
                status = str(answer.status_code)
                assert status in route["responses"] or (status[0] == "4" and "4XX" in route["responses"]), (
                    path,
                    status,
                )
                if answer.status_code >= 400 and answer.headers["content-type"] == "application/json":
                    told = answer.json()
                    assert told.get("error", told)["code"] if told.get("error") else told["id"]
            if playing.snapshot()["you"]["role"] != "host":
                playing.http.get(f"/h/{secret}")
    assert calls > 80
    assert playing.snapshot()["type"] == "snapshot"
