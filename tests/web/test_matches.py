"""Earlier matches, exports and tallies."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import httpx

from referee.notation import parse, replay
from tests.web.conftest import Phone, Running, start


def one_round(host: Phone, players: tuple[str, str], left: list[str]) -> None:
    host.did(
        "start-match", players=list(players), dealer=players[1], hands={players[0]: 1, players[1]: len(left)}
    )
    host.did("start-round", turned_up="9H")
    host.did("last-card", player=players[0])
    host.did("lay", player=players[0], card="9S")
    host.did("end-round", hands={players[1]: left})
    host.did("end-match")


def test_matches_are_kept_and_tallied(tmp_path: Path) -> None:
    running = start(tmp_path)
    host = running.host()
    one_round(host, ("Anna", "Bert"), ["QS"])
    one_round(host, ("Bert", "Carla"), ["KS", "3D"])
    assert host.snapshot()["phase"] == "match-end"
    running.stop()
    again = start(tmp_path)
    host.http.base_url = httpx.URL(again.url)
    matches = host.http.get("/api/matches").json()["matches"]
    assert [(row["players"], row["current"]) for row in matches] == [
        (["Bert", "Carla"], True),
        (["Anna", "Bert"], False),
    ]
    tallies = {row["name"]: row for row in host.http.get("/api/tallies").json()["players"]}
    assert (tallies["Bert"]["matches"], tallies["Bert"]["rounds_won"], tallies["Bert"]["points"]) == (
        2,
        1,
        10,
    )
    host.http.post(f"/api/matches/{matches[1]['id']}/resume").raise_for_status()
    assert [player["name"] for player in host.snapshot()["players"]] == ["Anna", "Bert"]
    again.stop()
    host.close()


def test_scores_are_exported_for_spreadsheets(running: Running, host: Phone) -> None:
    one_round(host, ("=Anna", "Bert"), ["QS", "3D"])
    match = host.snapshot()["match"]
    answer = host.http.get(f"/api/matches/{match}/scores.csv")
    assert "attachment" in answer.headers["content-disposition"]
    rows = list(csv.reader(io.StringIO(answer.text.removeprefix("\ufeff"))))
    assert rows == [
        ["round", "dealer", "winner", "'=Anna", "Bert"],
        ["1", "Bert", "'=Anna", "0", "13"],
        ["total", "", "", "0", "13"],
        ["final", "", "", "-13", "13"],
    ]


def test_a_match_is_exported_whole(running: Running, host: Phone) -> None:
    one_round(host, ("Anna", "Bert"), ["QS"])
    match = host.snapshot()["match"]
    told = host.http.get(f"/api/matches/{match}/match.json").json()
    assert told["scores"]["totals"] == {"Anna": 0, "Bert": 10}
    kinds = [entry["kind"] for entry in told["history"][0]["entries"]]
    assert kinds[0] == "round-started"
    assert "round-ended" in kinds


def test_the_exported_record_judges_the_same(running: Running, host: Phone) -> None:
    one_round(host, ("Anna", "Bert"), ["QS"])
    text = host.http.get(f"/api/matches/{host.snapshot()['match']}/record.txt").text
    rows = replay(parse(text))
    assert rows[-1]["winner"] in ("Anna", None)
    assert all(row["legal"] for row in rows)


def test_history_of_a_round(running: Running, playing: Phone) -> None:
    for _ in range(4):
        turn = playing.snapshot()["round"]["turn"]
        for _ in range(4):
            playing.did("last-card", player=turn)
        playing.did("draw", player=turn, count=1)
    assert len(playing.snapshot()["history"]) == 12
    assert len(playing.http.get("/api/history").json()["history"]) > 20
    assert playing.http.get("/api/history?round=1").json()["history"]
    assert playing.http.get("/api/history?round=9").json()["history"] == []


def test_unknown_matches_and_pictures(host: Phone) -> None:
    for path in (
        "/api/matches/nope",
        "/api/matches/nope/record.txt",
        "/api/pictures/12345",
        "/api/pictures/-1",
    ):
        assert host.http.get(path).status_code == 404
    assert host.http.post("/api/matches/nope/resume").json()["error"]["code"] == "unknown-match"
    assert host.http.get(f"/api/pictures/{10**30}").status_code in (404, 422)


def test_asking_the_referee(playing: Phone) -> None:
    cards = playing.http.get("/api/ask/lay").json()["cards"]
    assert len(cards) == 53
    assert cards["9S"]["legal"] is True
    assert cards["4S"]["legal"] is False
    assert cards["4S"]["reasons"][0]["code"] == "suit-or-rank"
    would = playing.http.get("/api/ask/what-if", params={"card": "AH"}).json()
    assert would["round"]["direction"] == "counterclockwise"
    assert playing.snapshot()["round"]["direction"] == "clockwise"
    for params, code in (
        ({"card": "0X"}, "unknown-card"),
        ({"card": "JD", "names": "X"}, "unknown-suit"),
        ({"card": "JD", "player": "Z"}, "unknown-player"),
        ({}, "malformed"),
    ):
        assert playing.http.get("/api/ask/what-if", params=params).json()["error"]["code"] == code
