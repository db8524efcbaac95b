"""The journal keeps what it acknowledged, through crashes, double taps and damage."""

import os
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.web.conftest import Scripted, ScriptedSight
from web.desk import open_desk
from web.devices import GUEST
from web.journal import Device, DoubleActionError, Journal, JournalInUseError


def test_entries_come_back_in_order_with_their_pictures(tmp_path: Path) -> None:
    journal = Journal(tmp_path)
    journal.append("m1", "event", {"card": "9H"}, actor="camera", at=5, pictures={"crop": b"jpeg"})
    journal.append("m2", "event", {"card": "QS"}, actor="Anna")
    journal.append("m1", "event", {"card": "10H"}, actor="Anna", action="a1")
    journal.close()
    again = Journal(tmp_path)
    first, second = again.entries("m1")
    assert (first.body, first.at, first.actor) == ({"card": "9H"}, 5, "camera")
    assert first.pictures is not None
    assert again.picture(first.pictures["crop"]) == b"jpeg"
    assert (second.seq, second.action, second.pictures) == (3, "a1", None)
    assert again.matches() == ("m2", "m1")
    assert again.by_action("a1") == second
    assert again.by_action("a2") is None
    again.close()


def test_an_action_is_written_once(tmp_path: Path) -> None:
    journal = Journal(tmp_path)
    journal.append("m", "event", {}, actor="Anna", action="a1")
    with pytest.raises(DoubleActionError):
        journal.append("m", "event", {}, actor="Anna", action="a1")
    journal.append("m", "event", {}, actor="Anna", action="a2")
    assert [entry.action for entry in journal.entries("m")] == ["a1", "a2"]
    journal.close()


def test_nothing_can_be_changed_or_deleted(tmp_path: Path) -> None:
    journal = Journal(tmp_path)
    journal.append("m", "event", {}, actor="Anna")
    journal.close()
    db = sqlite3.connect(tmp_path / "scheids.sqlite")
    for statement in ("UPDATE entries SET actor = 'Bert'", "DELETE FROM entries"):
        with pytest.raises(sqlite3.IntegrityError, match="only ever added"):
            db.execute(statement)
    db.close()


def test_a_second_scheids_is_told_so(tmp_path: Path) -> None:
    journal = Journal(tmp_path)
    code = "import sys, pathlib, web.journal as j\ntry: j.Journal(pathlib.Path(sys.argv[1]))\n"
    code += "except j.JournalInUseError as e: sys.exit(str(e))\n"
    second = subprocess.run([sys.executable, "-c", code, str(tmp_path)], capture_output=True, text=True)
    assert second.returncode == 1
    assert "Another Scheids is using the data folder" in second.stderr
    journal.close()
    assert issubclass(JournalInUseError, Exception)


WRITER = """
import sys, pathlib
from web.journal import Journal
journal = Journal(pathlib.Path(sys.argv[1]))
for number in range(100000):
    entry = journal.append("m", "event", {"number": number}, actor="camera", pictures={"crop": b"x" * 3000})
    sys.stdout.write(f"{entry.seq}\\n"); sys.stdout.flush()
"""


def test_what_was_acknowledged_survives_kill_9(tmp_path: Path) -> None:
    writer = subprocess.Popen(
        [sys.executable, "-c", WRITER, str(tmp_path)], stdout=subprocess.PIPE, text=True
    )
    assert writer.stdout is not None
    for _ in range(25):
        acknowledged = int(writer.stdout.readline())
    os.kill(writer.pid, signal.SIGKILL)
    acknowledged = max(
        [acknowledged, *(int(line) for line in writer.stdout.read().splitlines(True) if line[-1] == "\n")]
    )
    writer.wait()
    writer.stdout.close()
    journal = Journal(tmp_path)
    kept = journal.entries("m")
    assert len(kept) >= acknowledged
    assert [entry.body["number"] for entry in kept] == list(range(len(kept)))
    assert journal.salvaged is None
    journal.close()


def test_a_changed_entry_is_noticed_and_everything_before_it_kept(tmp_path: Path) -> None:
    journal = Journal(tmp_path)
    for number in range(5):
        journal.append("m", "event", {"number": number}, actor="camera")
    journal.keep_device(Device("d1", "hash", "Anna's phone", "player"))
    journal.close()
    db = sqlite3.connect(tmp_path / "scheids.sqlite")
    db.execute("DROP TRIGGER entries_stay")
    db.execute("UPDATE entries SET body = '{}' WHERE seq = 4")
    db.commit()
    db.close()
    again = Journal(tmp_path)
    assert again.salvaged == 3
    assert len(again.entries("m")) == 3
    assert [device.name for device in again.devices()] == ["Anna's phone"]
    assert list(tmp_path.glob("scheids.damaged-*.sqlite"))
    again.append("m", "event", {"number": 3}, actor="camera")
    again.close()


@pytest.mark.parametrize("keep", [0, 100, 5000, 9000])
def test_a_torn_file_is_set_aside_and_the_table_goes_on(tmp_path: Path, keep: int) -> None:
    journal = Journal(tmp_path)
    for number in range(40):
        journal.append("m", "event", {"number": number}, actor="camera", pictures={"crop": b"x" * 2000})
    journal.close()
    path = tmp_path / "scheids.sqlite"
    whole = path.read_bytes()
    path.write_bytes(whole[:keep] + b"\xff" * min(keep, 300))
    again = Journal(tmp_path)
    kept = again.entries("m")
    assert [entry.body["number"] for entry in kept] == list(range(len(kept)))
    again.append("m", "event", {"number": len(kept)}, actor="camera")
    again.close()


def test_settings_devices_and_seats_are_remembered(tmp_path: Path) -> None:
    journal = Journal(tmp_path)
    journal.remember("code", "4821K")
    journal.remember("code", "7777A")
    journal.keep_device(Device("d1", "h1", "Anna", "player"))
    journal.keep_device(Device("d2", "h2", "Bert", "host"))
    journal.keep_seats("m", (("North", "d1"), ("South", "d1"), ("East", "d2")))
    journal.forget_device("d2")
    assert journal.setting("code") == "7777A"
    assert journal.setting("nothing") is None
    assert [device.id for device in journal.devices()] == ["d1"]
    assert sorted(journal.seats("m")) == [("North", "d1"), ("South", "d1")]
    journal.close()


def test_writing_takes_milliseconds(tmp_path: Path) -> None:
    journal = Journal(tmp_path)
    begun = time.perf_counter()
    for _ in range(50):
        journal.append("m", "event", {"number": 1}, actor="camera")
    assert (time.perf_counter() - begun) / 50 < 0.5
    journal.close()


def broken_into(path: Path, *statements: str) -> None:
    db = sqlite3.connect(path / "scheids.sqlite")
    for statement in statements:
        db.execute(statement)
    db.commit()
    db.close()


@pytest.mark.parametrize(
    "statements",
    [
        ("DROP TABLE entries", "CREATE TABLE entries (x)"),
        ("DROP TABLE settings", "CREATE TABLE settings (x)"),
        (
            "PRAGMA writable_schema = 1",
            "UPDATE sqlite_master SET sql = CAST(X'435245415445205441424C4520FF20FE' AS TEXT) WHERE name = 'seats'",
        ),
    ],
    ids=["other entries", "other settings", "damaged schema"],
)
def test_a_file_whose_tables_are_not_ours_is_set_aside(tmp_path: Path, statements: tuple[str, ...]) -> None:
    journal = Journal(tmp_path)
    journal.append("m", "event", {"number": 0}, actor="camera")
    journal.close()
    broken_into(tmp_path, *statements)
    again = Journal(tmp_path)
    assert again.salvaged is not None
    again.append("m", "event", {"number": 1}, actor="camera")
    again.close()


@pytest.mark.parametrize("name", ["camera", "match", "rule sets", "code", "secret", "locked", "pack"])
@pytest.mark.parametrize(
    "value",
    [
        "{",
        "3",
        '"x"',
        "[1]",
        '{"a": 1}',
        '{"spec": 3, "region": "x"}',
        '{"mine": {"base": "pesten-7", "text": "="}}',
    ],
)
def test_a_damaged_setting_keeps_no_table_shut(tmp_path: Path, name: str, value: str) -> None:
    Journal(tmp_path).close()
    broken_into(tmp_path, f"REPLACE INTO settings VALUES ('{name}', '{value}')")
    desk = open_desk(
        tmp_path,
        "http://127.0.0.1",
        open_source=Scripted().open,
        load_sight=ScriptedSight,
        make_tracker=Scripted().tracker,
        pages={},
    )
    desk.use_camera()
    assert [row["own"] for row in desk.shelf.listing()] == [False] * len(desk.shelf.names())
    assert desk.packs.listing()["in_use"] is None
    assert desk.snapshots.text(GUEST)
    desk.close()
