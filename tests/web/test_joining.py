"""Who may look, act and host."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest
from starlette.types import Message

from tests.web.conftest import PLAIN, Phone, Running
from web.devices import Attempts
from web.refusals import Refusal
from web.security import Buckets, Gatekeeper
from web.server import create_app


def test_a_phone_joins_by_code_and_gets_a_cookie_that_scripts_cannot_read(running: Running) -> None:
    phone = Phone(running)
    code = running.desk.devices.code.lower()
    answer = phone.http.post("/api/join", json={"code": f" {code[:3]} {code[3:]}", "name": "Anna's phone"})
    cookie = answer.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=lax" in cookie
    you = phone.snapshot()["you"]
    assert (you["name"], you["role"], you["code"]) == ("Anna's phone", "player", running.desk.devices.code)
    phone.close()


def test_the_link_in_the_qr_code_joins(running: Running) -> None:
    phone = Phone(running)
    answer = phone.http.get(f"/j/{running.desk.devices.code}")
    assert (answer.status_code, answer.headers["location"]) == (303, "/phone")
    assert phone.snapshot()["you"]["role"] == "player"
    phone.close()


def test_a_wrong_code_lets_nobody_in_and_guessing_is_slowed_down(running: Running) -> None:
    phone = Phone(running)
    answers = [phone.http.post("/api/join", json={"code": f"GUESS{n}"}) for n in range(8)]
    assert [answer.status_code for answer in answers] == [403] * 5 + [429] * 3
    assert answers[-1].json()["error"]["code"] == "too-many-tries"
    right = phone.http.post("/api/join", json={"code": running.desk.devices.code})
    assert right.status_code == 429
    assert phone.http.get("/h/wrong").headers["location"] == "/?error=too-many-tries"
    phone.close()


def test_each_further_guess_waits_longer() -> None:
    now = [0.0]
    attempts = Attempts(lambda: now[0])
    waits = []
    for _ in range(12):
        attempts.failed("a")
        try:
            attempts.check("a")
            waits.append(0)
        except Refusal as refusal:
            waits.append(refusal.params["seconds"])
    assert waits[:4] == [0, 0, 0, 0]
    assert waits[4:9] == [16, 31, 61, 121, 241]
    assert max(waits) <= 901
    attempts.check("b")
    now[0] += 1000
    attempts.check("a")


def test_the_host_link_makes_a_host(running: Running) -> None:
    phone = Phone(running)
    assert phone.http.get("/h/wrong").headers["location"] == "/?error=wrong-secret"
    assert phone.snapshot()["you"]["role"] == "guest"
    assert phone.http.get(f"/h/{running.desk.devices.secret}").headers["location"] == "/setup"
    assert phone.snapshot()["you"]["role"] == "host"
    phone.close()


def test_strangers_may_look_but_change_nothing(running: Running, playing: Phone) -> None:
    stranger = Phone(running)
    before = playing.snapshot()
    assert stranger.snapshot()["round"]["top"] == "9H"
    wanted = {"id": "stranger-1", "kind": "lay", "payload": {"player": "North", "card": "9S"}}
    assert stranger.http.post("/api/actions", json=wanted).json()["error"]["code"] == "join-first"
    for method, path in (
        ("GET", "/api/qr.svg"),
        ("GET", "/api/camera/frame.jpg"),
        ("GET", "/api/camera/stream"),
        ("GET", "/api/pictures/1"),
        ("GET", "/api/matches/x/scores.csv"),
        ("GET", "/api/cameras"),
        ("PUT", "/api/camera"),
        ("PUT", "/api/rules/mine"),
        ("DELETE", "/api/rules/mine"),
        ("POST", "/api/leave"),
        ("POST", "/api/camera/test"),
    ):
        answer = stranger.http.request(method, path, json={} if method in ("PUT", "POST") else None)
        assert (path, answer.json()["error"]["code"]) == (path, "join-first")
    assert playing.snapshot()["version"] == before["version"]
    stranger.close()


def test_players_may_not_do_what_is_the_hosts(running: Running, playing: Phone) -> None:
    anna = running.phone("Anna")
    for deed in ("start-match", "end-match", "lock", "new-code", "hand-over", "drop-device", "count-hands"):
        assert anna.act(deed)["error"]["code"] == "host-only"
    assert anna.http.put("/api/camera", json={"spec": "0"}).json()["error"]["code"] == "host-only"
    anna.close()


def test_a_joined_screen_without_a_seat_serves_whoever_has_no_phone_at_hand(
    running: Running, playing: Phone
) -> None:
    anna, screen = running.phone("Anna"), running.phone("Big screen")
    anna.did("take-seat", player="North")
    screen.did("draw", player="North", count=1)
    assert playing.snapshot()["verdict"]["by"]["name"] == "Big screen"
    anna.close()
    screen.close()


def test_a_seat_belongs_to_the_phone_that_took_it(running: Running, playing: Phone) -> None:
    anna, bert = running.phone("Anna"), running.phone("Bert")
    anna.did("take-seat", player="North")
    assert bert.act("take-seat", player="North")["error"]["code"] == "seat-taken"
    bert.did("take-seat", player="East")
    assert bert.act("lay", player="North", card="9S")["error"]["code"] == "not-your-seat"
    bert.did("leave-seat", player="East")
    bert.did("leave-seat", player="North")
    assert anna.snapshot()["you"]["seats"] == ["North"]
    anna.did("lay", player="North", card="9S")
    playing.did("draw", player="East", count=1)
    playing.did("leave-seat", player="North")
    bert.did("take-seat", player="North")
    players = {player["name"]: player["devices"] for player in playing.snapshot()["players"]}
    assert players["North"] == ["Bert"]
    anna.close()
    bert.close()


def test_a_locked_table_lets_nobody_new_in(running: Running, playing: Phone) -> None:
    anna = running.phone("Anna")
    playing.did("lock", locked=True)
    late = Phone(running)
    answer = late.http.post("/api/join", json={"code": running.desk.devices.code})
    assert answer.json()["error"]["code"] == "table-locked"
    anna.did("lay", player="North", card="9S")
    playing.did("lock", locked=False)
    assert late.http.post("/api/join", json={"code": running.desk.devices.code}).status_code == 200
    for phone in (anna, late):
        phone.close()


def test_a_changed_code_keeps_those_in_who_are_in(running: Running, playing: Phone) -> None:
    anna = running.phone("Anna")
    old = running.desk.devices.code
    playing.did("new-code")
    assert anna.snapshot()["you"]["code"] == running.desk.devices.code != old
    late = Phone(running)
    assert late.http.post("/api/join", json={"code": old}).json()["error"]["code"] == "wrong-code"
    anna.close()
    late.close()


def test_hosting_is_handed_over(running: Running, playing: Phone) -> None:
    anna = running.phone("Anna")
    playing.did("hand-over", device=anna.snapshot()["you"]["device"])
    assert (anna.snapshot()["you"]["role"], playing.snapshot()["you"]["role"]) == ("host", "player")
    anna.did("drop-device", device=playing.snapshot()["you"]["device"])
    assert playing.snapshot()["you"]["role"] == "guest"
    anna.close()


def test_a_host_lays_it_down_when_another_is_there(running: Running, playing: Phone) -> None:
    refused = playing.act("step-down")
    assert refused["error"]["code"] == "last-host"
    anna = running.phone("Anna")
    playing.did("hand-over", device=anna.snapshot()["you"]["device"], keep=True)
    playing.did("step-down")
    assert (anna.snapshot()["you"]["role"], playing.snapshot()["you"]["role"]) == ("host", "player")
    anna.close()


@pytest.mark.parametrize("host_name", ["evil.example", "scheids.evil.example:80", "", "[::1", "a b"])
def test_other_host_names_are_refused(running: Running, host_name: str) -> None:
    answer = httpx.get(f"{running.url}/api/table", headers={"Host": host_name}, verify=PLAIN)
    assert answer.status_code in (400, 421)


def test_requests_from_other_pages_are_refused(running: Running, playing: Phone) -> None:
    wanted = {"id": "tap-9", "kind": "lay", "payload": {"player": "North", "card": "9S"}}
    for headers in ({"Origin": "http://evil.example"}, {"Origin": "null"}, {"Sec-Fetch-Site": "cross-site"}):
        answer = playing.http.post("/api/actions", json=wanted, headers=headers)
        assert answer.json()["error"]["code"] == "origin-refused"
    answer = playing.http.post("/api/actions", json=wanted, headers={"Origin": running.url})
    assert answer.json()["status"] == "applied"


def test_every_answer_carries_a_strict_policy(running: Running) -> None:
    for path in ("/", "/api/table", "/nowhere"):
        headers = httpx.get(running.url + path, verify=PLAIN).headers
        assert "default-src 'none'" in headers["content-security-policy"]
        assert "unsafe" not in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["x-frame-options"] == "DENY"


@pytest.mark.parametrize(
    "path",
    [
        "/../web/journal.py",
        "/..%2f..%2fetc/passwd",
        "/%2e%2e/%2e%2e/etc/passwd",
        "/scheids.sqlite",
        "/.env",
        "//",
    ],
)
def test_no_path_reaches_the_file_system(running: Running, path: str) -> None:
    answer = httpx.get(running.url + path, verify=PLAIN)
    assert answer.status_code == 404
    assert answer.json()["error"]["code"] == "not-found"


def test_large_bodies_are_refused(running: Running, playing: Phone) -> None:
    answer = playing.http.post(
        "/api/actions", content=b"x" * 100_000, headers={"content-type": "application/json"}
    )
    assert answer.status_code == 413

    def chunks() -> object:
        for _ in range(100):
            yield b"x" * 10_000

    answer = playing.http.post("/api/actions", content=chunks(), headers={"content-type": "application/json"})  # type: ignore[arg-type]
    assert answer.status_code == 413


def test_pages_elsewhere_cannot_guess_codes_through_somebody_elses_browser(running: Running) -> None:
    hidden = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Dest": "image"}
    for path in (f"/j/{running.desk.devices.code}", "/j/GUESS2", f"/h/{running.desk.devices.secret}"):
        answer = httpx.get(running.url + path, headers=hidden, verify=PLAIN)
        assert answer.json()["error"]["code"] == "origin-refused"
    clicked = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Dest": "document"}
    answer = httpx.get(f"{running.url}/j/{running.desk.devices.code}", headers=clicked, verify=PLAIN)
    assert answer.headers["location"] == "/phone"


def test_a_stranger_who_floods_is_slowed_down_and_nobody_else(running: Running) -> None:
    gate = Gatekeeper(create_app(running.desk), (), (), Buckets(rate=0.001, burst=5))

    def ask(address: str) -> int:
        sent: list[Message] = []

        async def receive() -> Message:
            return {"type": "http.request", "body": b"", "more_body": False}

        async def send(message: Message) -> None:
            sent.append(message)

        scope = {
            "type": "http", "method": "GET", "path": "/api/health", "raw_path": b"/api/health", "query_string": b"",
            "headers": [(b"host", b"192.168.1.2")], "client": (address, 1), "scheme": "http", "root_path": "",
        }  # fmt: skip
        # in a thread of its own: Playwright keeps an event loop running in this one
        with ThreadPoolExecutor(1) as pool:
            pool.submit(lambda: asyncio.run(gate(scope, receive, send))).result()
        status: int = sent[0]["status"]
        return status

    assert [ask("192.168.1.66") for _ in range(8)] == [200] * 5 + [429] * 3
    assert ask("192.168.1.7") == 200
    assert [ask("127.0.0.1") for _ in range(8)] == [200] * 8
