"""The commands about packs, as a script would use them."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import pytest

import web
from tests.web.commanding import run
from web.pack_commands import card_in_name


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
