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

from tests.web.commanding import failing, run
from tests.web.conftest import PLAIN
from web.addresses import bind
from web.command_line import main
from web.journal import Journal


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


def test_advice_on_a_photograph_is_in_the_language_asked_for(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "dark.png"
    Image.new("RGB", (640, 480)).save(file)
    said = {language: run(capsys, "read", str(file), "--lang", language)[2] for language in ("nl", "en")}
    assert said["nl"]
    assert said["nl"] != said["en"]


def test_the_terminal_says_in_the_familys_language_what_stands_in_the_way(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    where = ("--host", "127.0.0.1", "--port", "0", "--data", str(tmp_path), "--no-browser", "--lang", "de")
    assert "Es gibt keine Datei und keinen Ordner nirgends.mp4." in failing(
        capsys, "play", "--camera", "nirgends.mp4", *where
    )
    assert "Es gibt keine Datei" in failing(capsys, "watch", "nirgends.mp4", "--lang", "de")
    with bind("127.0.0.1", 0) as listener:
        port = str(listener.getsockname()[1])
        taken = failing(capsys, "play", "--host", "127.0.0.1", "--port", port, "--lang", "nl")
    assert f"Poort {port} is in gebruik" in taken
