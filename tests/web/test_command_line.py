"""The command `scheids`, as a script would use it."""

from __future__ import annotations

import contextlib
import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import httpx
import numpy as np
import pytest
from PIL import Image

import web
from referee.rulebook import load_rule_set, rule_set_from_text, shipped_names
from tests.web.conftest import PLAIN
from web.addresses import bind
from web.command_line import main
from web.journal import Journal
from web.pack_commands import card_in_name
from web.sentences import LANGUAGES

RECORD = """\
rules: pesten-7
players: North, East, South, West
dealer: West
turned up: 9H

North lays 9S       # the same rank
East lays JD, names clubs
South lays 4H
South draws 1
undo
"""


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = main(arguments)
    said = capsys.readouterr()
    return code, said.out, said.err


def failing(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """What a command that fails says: one sentence on standard error, nothing else, and exit code 2."""
    code, out, err = run(capsys, *arguments)
    assert (code, out) == (2, "")
    assert err.count("\n") == 1
    assert err.rstrip().endswith((".", "?"))
    return err


def test_judge_prints_one_object_an_event(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = tmp_path / "round.txt"
    record.write_text(RECORD)
    code, out, err = run(capsys, "judge", str(record), "--json")
    assert (code, err) == (0, "")
    rows = [json.loads(line) for line in out.splitlines()]
    assert [row["line"] for row in rows] == [6, 7, 8, 9, 10]
    assert list(rows[0]) == [
        "line", "event", "legal", "reasons", "options", "turn", "direction", "pending", "suit", "hands", "winner",
        "told",
    ]  # fmt: skip
    assert rows[0] | {"options": [], "told": ""} == {
        "line": 6,
        "event": "North lays 9S",
        "legal": True,
        "reasons": ["matches-rank"],
        "options": [],
        "turn": "East",
        "direction": "clockwise",
        "pending": 0,
        "suit": None,
        "hands": {"North": 6, "East": 7, "South": 7, "West": 7},
        "winner": None,
        "told": "",
    }
    assert rows[1]["suit"] == "clubs"
    assert (rows[2]["legal"], rows[2]["reasons"][0]) == (False, "not-named-suit")
    assert all(row["told"] for row in rows)


def test_judge_tells_what_a_correction_changes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = tmp_path / "round.txt"
    lines = ("North lays 9S", "East lays JD, names clubs", "West lays 5C", "insert before 8: South draws 1")
    record.write_text("\n".join([*RECORD.splitlines()[:5], *lines, "correct 7: card 9D"]) + "\n")
    _, out, _ = run(capsys, "judge", str(record))
    told = out.splitlines()
    assert told[2].startswith("   8  ✗ West lays the 5 of clubs: not allowed.")
    assert told[4].startswith("   →   8    West lays the 5 of clubs. Clubs was named")
    assert told[6].startswith("   →   7    East lays the 9 of diamonds.")
    assert told[7].startswith("   →   8  ✗ West lays the 5 of clubs: not allowed.")


def test_a_bad_rule_file_is_explained_in_the_language_of_the_environment(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "ours.toml"
    path.write_text('base = "pesten-7"\n[effects]\n7 = "skipp"\n', encoding="utf-8")
    monkeypatch.delenv("LC_ALL", raising=False)
    monkeypatch.delenv("LC_MESSAGES", raising=False)
    monkeypatch.setenv("LANG", "nl_NL.UTF-8")
    assert main(["rules", "check", str(path)]) == 2
    assert "regel 3: effects.7: 'skipp' is niets wat een kaart kan doen; bedoelde je 'skip'?" in (
        capsys.readouterr().err
    )
    assert main(["rules", "check", str(path), "--lang", "fr"]) == 2
    assert "vouliez-vous dire « skip » ?" in capsys.readouterr().err


@pytest.mark.parametrize("language", ["nl", "en", "de", "fr"])
def test_judge_speaks_four_languages(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], language: str
) -> None:
    record = tmp_path / "round.txt"
    record.write_text(RECORD)
    code, out, _ = run(capsys, "judge", str(record), "--language", language)
    assert code == 0
    suit = {"nl": "klaver", "en": "clubs", "de": "kreuz", "fr": "trèfle"}[language]
    assert suit in out.lower()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("rules: whist\nplayers: A, B\n\nA lays 9S\n", "whist"),
        ("rules: pesten-7\nplayers: A, B\ndealer: B\nturned up: 9H\n\nA lays 11S\n", "11S"),
        ("rules: pesten-7\nplayers: A, B\ndealer: B\nturned up: 9H\n\nC lays 9S\n", "C"),
        ("rules: pesten-7\noptions: hand_sise = 3\nplayers: A, B\n\nA lays 9S\n", "hand_s"),
        ("rules: pesten-7\nplayers: A, B\ndealer: B\nturned up: 9H\n\nA dances\n", "dances"),
        ("", ""),
    ],
)
def test_a_record_that_cannot_be_read_is_explained(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str, said: str
) -> None:
    record = tmp_path / "round.txt"
    record.write_text(text)
    assert said in failing(capsys, "judge", str(record), "--json")


def test_files_that_are_no_records(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "cannot be read" in failing(capsys, "judge", str(tmp_path / "none.txt"))
    (tmp_path / "bytes").write_bytes(b"\xff\xfe\x00")
    assert "no text file" in failing(capsys, "judge", str(tmp_path / "bytes"))


def test_rules_are_listed_shown_and_checked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, "rules", "list", "--json")
    names = [json.loads(line)["name"] for line in out.splitlines()]
    assert names[0] == "pesten-7"
    assert len(names) == 6
    _, out, _ = run(capsys, "rules", "show", "pesten-13", "--json")
    assert json.loads(out)["options"]["hand_size"] == 13
    assert "whist" in failing(capsys, "rules", "show", "whist")
    assert "did you mean 'pesten-7'" in failing(capsys, "rules", "check", "pesten7")
    assert run(capsys, "rules", "check", "stargames")[0] == 0
    good, bad = tmp_path / "good.toml", tmp_path / "bad.toml"
    good.write_text('base = "pesten-7"\nhand_size = 9\n')
    bad.write_text('base = "pesten-7"\nhand_sise = 9\n')
    code, out, _ = run(capsys, "rules", "check", str(good), "--json")
    assert (code, json.loads(out)["options"]["hand_size"]) == (0, 9)
    said = failing(capsys, "rules", "check", str(bad))
    assert "ine 2" in said
    assert "hand_size" in said


@pytest.mark.parametrize(
    "arguments",
    [
        (),
        ("dance",),
        ("rules",),
        ("judge",),
        ("watch", "0", "--pace", "slow"),
        ("play", "--port", "eighty"),
    ],
)
def test_commands_that_do_not_exist(capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    said = capsys.readouterr()
    assert (ended.value.code, said.out) == (2, "")
    assert said.err.count("\n") == 1


def test_a_port_in_use_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with bind("127.0.0.1", 0) as listener:
        port = listener.getsockname()[1]
        said = failing(capsys, "play", "--host", "127.0.0.1", "--port", str(port), "--data", str(tmp_path))
    assert f"Port {port} is in use" in said
    assert "is no port" in failing(
        capsys, "play", "--host", "127.0.0.1", "--port", "70000", "--data", str(tmp_path)
    )


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--rules", "whist"), "whist"),
        (("--players", "A,B", "--option", "nonsense"), "NAME=VALUE"),
        (("--players", "A,B", "--option", "hand_sise=4"), "hand_size"),
        (("--players", "A,A"), "name"),
        (("--players", "A"), "cannot be played by 1: 2 to 10 players"),
        (("--rules", "pesten7"), "did you mean 'pesten-7'"),
        (("--camera", "nowhere.mp4"), "There is no file or folder nowhere.mp4"),
    ],
)
def test_a_table_that_cannot_be_opened_says_why(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], said: str
) -> None:
    told = failing(capsys, "play", "--host", "127.0.0.1", "--port", "0", "--data", str(tmp_path), *arguments)
    assert said in told


def test_a_camera_that_cannot_be_opened_is_not_kept(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    usual = ("play", "--host", "127.0.0.1", "--port", "0", "--data", str(tmp_path))
    failing(capsys, *usual, "--camera", "nowhere.mp4")
    journal = Journal(tmp_path)
    assert journal.setting("camera") is None
    journal.close()


def test_a_camera_used_last_that_is_gone_keeps_no_table_shut(tmp_path: Path) -> None:
    journal = Journal(tmp_path)
    journal.remember("camera", {"spec": "gone.mp4"})
    journal.close()
    with played(tmp_path) as table:
        assert table.snapshot()["camera"]["state"] == "failed"
    assert "The camera used last does not open. There is no file or folder gone.mp4" in table.complaints


def test_rules_asked_for_while_a_match_goes_on_are_the_next_ones(tmp_path: Path) -> None:
    with played(tmp_path, "--players", "Anna,Bert", "--rules", "stargames") as table:
        assert table.snapshot()["rules"]["name"] == "stargames"
    with played(tmp_path, "--rules", "pesten-13") as table:
        assert table.snapshot()["rules"]["name"] == "stargames"
    assert "The match by stargames goes on" in table.complaints


@dataclass
class Played:
    """A table in a process of its own: where it says it is, and once it has ended its standard error."""

    address: str
    complaints: str = ""

    def snapshot(self) -> dict[str, Any]:
        told: dict[str, Any] = httpx.get(f"{self.address}/api/table", verify=PLAIN, timeout=60).json()
        return told


@contextlib.contextmanager
def played(data: Path, *arguments: str) -> Iterator[Played]:
    table = subprocess.Popen(
        [sys.executable, "-m", "web.command_line", "play", "--host", "127.0.0.1", "--port", "0", "--json",
         "--no-browser", "--data", str(data), *arguments],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=Path(__file__).parents[2],
    )  # fmt: skip
    assert table.stdout is not None
    found = Played(json.loads(table.stdout.readline())["address"])
    try:
        yield found
    finally:
        table.send_signal(signal.SIGINT)
        found.complaints = table.communicate(timeout=60)[1]


def test_sources_that_are_none(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "There is no" in failing(capsys, "watch", str(tmp_path / "none.mp4"), "--json")
    (tmp_path / "empty").mkdir()
    failing(capsys, "watch", str(tmp_path / "empty"), "--json")
    (tmp_path / "text.mp4").write_text("this is no film")
    failing(capsys, "watch", str(tmp_path / "text.mp4"), "--json")


def test_photographs_that_are_none(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "text.jpg").write_text("this is no picture")
    (tmp_path / "empty").mkdir()
    for name in ("none.jpg", "text.jpg", "empty"):
        failing(capsys, "read", str(tmp_path / name), "--json")


def test_photographs_are_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    cv2.imwrite(str(tmp_path / "bare.png"), np.full((300, 400, 3), 70, np.uint8))
    code, out, err = run(capsys, "read", str(tmp_path / "bare.png"), str(tmp_path / "none.png"), "--json")
    assert code == 2
    assert json.loads(out) == {"file": str(tmp_path / "bare.png"), "cards": []}
    assert "No card in sight" in err


@pytest.mark.parametrize(
    ("grey", "words"), [(0, "The picture is black"), (30, "Too dark"), (255, "Too bright")]
)
def test_a_picture_that_shows_nothing_says_why(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], grey: int, words: str
) -> None:
    cv2.imwrite(str(tmp_path / "a.png"), np.full((480, 640, 3), grey, np.uint8))
    code, out, err = run(capsys, "read", str(tmp_path / "a.png"))
    assert (code, words in err) == (0, True)
    assert ":" in out
    assert not re.search(r"\b(10|[2-9AJQK])[CDHS]\b", out)


def test_play_says_where_it_is_and_goes_on_after_kill_9(tmp_path: Path) -> None:
    def begin() -> tuple[subprocess.Popen[str], dict[str, str], httpx.Client]:
        table = subprocess.Popen(
            [sys.executable, "-m", "web.command_line", "play", "--host", "127.0.0.1", "--port", "0", "--json",
             "--no-browser", "--players", "Anna,Bert", "--rules", "stargames", "--data", str(tmp_path)],
            stdout=subprocess.PIPE, text=True, cwd=Path(__file__).parents[2],
        )  # fmt: skip
        assert table.stdout is not None
        told = json.loads(table.stdout.readline())
        client = httpx.Client(base_url=told["address"], timeout=60, verify=PLAIN)
        client.get(told["host"])
        return table, told, client

    def end(table: subprocess.Popen[str], client: httpx.Client, how: signal.Signals) -> None:
        client.close()
        os.kill(table.pid, how)
        table.wait(60)
        assert table.stdout is not None
        table.stdout.close()

    table, told, client = begin()
    assert told["join"] == f"{told['address']}/j/{told['code']}"
    snapshot = client.get("/api/table").json()
    assert [player["name"] for player in snapshot["players"]] == ["Anna", "Bert"]
    assert snapshot["rules"]["name"] == "stargames"
    wanted = {"id": "tap-1", "kind": "start-round", "payload": {"turned_up": "9H"}}
    assert client.post("/api/actions", json=wanted).json()["status"] == "applied"
    end(table, client, signal.SIGKILL)
    table, again, client = begin()
    assert again["code"] == told["code"]
    after = client.get("/api/table").json()
    assert (after["match"], after["round"]["top"]) == (snapshot["match"], "9H")
    end(table, client, signal.SIGINT)


def test_a_pack_is_enrolled_from_photographs_listed_and_carried(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "photographs"
    folder.mkdir()
    (folder / "2.jpg").write_bytes(b"no picture")
    clip = cv2.VideoCapture(str(Path(web.__file__).parent / "demo" / "demo.mp4"))
    clip.set(cv2.CAP_PROP_POS_MSEC, 3500)
    cv2.imwrite(str(folder / "pile.png"), clip.read()[1])
    data = ("--data", str(tmp_path / "data"))
    code, out, err = run(capsys, "enrol", "--photos", str(folder), "--deck", "ours", "--json", *data)
    rows = [json.loads(line) for line in out.splitlines()]
    assert code == 2
    assert "2.jpg" in err
    named = {row["card"] for row in rows[:-1]} - {None}
    assert named <= {"BACK", "9H"}, "the stock and the discard pile"
    assert len(rows) == 3
    assert (rows[-1]["deck"], rows[-1]["known"], rows[-1]["of"]) == ("ours", len(named), 54)

    assert run(capsys, "decks", "export", "ours", str(tmp_path / "ours.pack"), *data)[0] == 0
    assert run(capsys, "decks", "import", str(tmp_path / "ours.pack"), *data)[0] == 2
    assert run(capsys, "decks", "import", str(tmp_path / "ours.pack"), "--deck", "again", *data)[0] == 0
    listed = run(capsys, "decks", "list", "--json", *data)[1]
    assert [json.loads(line)["deck"] for line in listed.splitlines()] == ["again", "ours"]
    assert run(capsys, "decks", "delete", "again", *data)[:2] == (0, "again is deleted.\n")
    code, _, err = run(capsys, "read", "--deck", "again", str(folder / "pile.png"), *data)
    assert (code, "No pack called 'again'" in err) == (2, True)


def test_cards_laid_before_a_camera_are_enrolled_until_it_ends(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    clip = str(Path(web.__file__).parent / "demo" / "demo.mp4")
    frames = tmp_path / "frames"
    frames.mkdir()
    film = cv2.VideoCapture(clip)
    film.set(cv2.CAP_PROP_POS_MSEC, 3500)
    cv2.imwrite(str(frames / "a.png"), film.read()[1])
    code, out, _ = run(
        capsys, "enrol", "--camera", str(frames), "--deck", "ours", "--json", "--data", str(tmp_path / "data")
    )
    rows = [json.loads(line) for line in out.splitlines()]
    assert code == 0
    assert len(rows) == 3, "each card once, however long it lies there"
    assert {row["card"] for row in rows[:-1]} <= {"BACK", "9H", None}
    assert rows[-1]["deck"] == "ours"


@pytest.mark.parametrize(
    "arguments",
    [
        ("enrol", "--deck", "../up", "--photos", "."),
        ("enrol", "--deck", "ours", "--photos", "nowhere"),
        ("enrol", "--deck", "ours", "--camera", "nowhere.mp4"),
        ("decks", "export", "nothing", "a.pack"),
        ("decks", "import", "nowhere.pack"),
        ("decks", "delete", "nothing"),
    ],
)
def test_packs_that_cannot_be_had_are_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...]
) -> None:
    code, _, err = run(capsys, *arguments, "--data", str(tmp_path))
    assert code == 2
    assert len(err.strip().splitlines()) == 1


@pytest.mark.parametrize(
    ("file", "card"),
    [
        ("QS.jpg", "QS"),
        ("10h-2.png", "10H"),
        ("joker_3.jpg", "JOKER"),
        ("back.jpg", "BACK"),
        ("IMG_1.jpg", None),
    ],
)
def test_a_photograph_may_be_named_after_its_card(file: str, card: str | None) -> None:
    assert card_in_name(Path(file)) == card


def test_options_are_explained_in_the_language_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    _, dutch, _ = run(capsys, "rules", "show", "pesten-7", "--lang", "nl")
    _, english, _ = run(capsys, "rules", "show", "pesten-7", "--lang", "en")
    told = dutch.splitlines()
    note = told[told.index("hand_size = 7") - 1]
    assert note == "# Kaarten bij het begin: Zoveel kaarten krijgt iedereen bij het delen. 1 tot en met 30."
    assert "Kaarten" not in english


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", shipped_names())
def test_a_rule_set_that_was_shown_can_be_used_as_a_rule_file(
    capsys: pytest.CaptureFixture[str], name: str, language: str
) -> None:
    _, text, _ = run(capsys, "rules", "show", name, "--lang", language)
    assert rule_set_from_text(text).options() == load_rule_set(name).options()
    assert "values." not in text
    assert max(len(line) for line in text.splitlines()) <= 110


def test_advice_on_a_photograph_is_in_the_language_asked_for(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "dark.png"
    Image.new("RGB", (640, 480)).save(file)
    said = {language: run(capsys, "read", str(file), "--lang", language)[2] for language in ("nl", "en")}
    assert said["nl"]
    assert said["nl"] != said["en"]
