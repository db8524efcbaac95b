"""The commands about rules and game records, as a script would use them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from referee.rulebook import load_rule_set, rule_set_from_text, shipped_names
from tests.web.commanding import failing, run
from web.command_line import main
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
