"""Packs are begun, taught, chosen, carried and deleted over the wire."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from tests.vision.toy_cards import ColourReader, PlantedDetector, lay, toy_quad, toy_table
from tests.web.conftest import Phone, Running, start
from vision.detector import CardDetector
from vision.enrolment import EnrolledReader
from vision.reader import CardReader
from vision.sight import CardSight

RED, GREEN, BLANK = (0, 0, 220), (0, 190, 0), (236, 238, 240)
PLACES = (toy_quad(180, 220, 90), toy_quad(420, 220, 90))


def photograph(running: Running, *colours: tuple[int, int, int]) -> bytes:
    """Toy cards side by side as a PNG file, for a reader that knows toy cards."""
    image = toy_table()
    quads = PLACES[: len(colours)]
    for quad, colour in zip(quads, colours, strict=True):
        lay(image, quad, colour)
    network = PlantedDetector(list(quads), [(0.9, 0.05, 0.0)] * len(quads), 640)
    sight: Any = CardSight(CardDetector(network), CardReader(ColourReader()))
    running.scripted.sight = sight
    running.desk.camera._plain = running.desk.camera._sight = None
    return bytes(cv2.imencode(".png", image)[1])


def taught(running: Running, host: Phone, *colours: tuple[int, int, int], name: str = "ours") -> Any:
    files = {"photo": ("cards.png", photograph(running, *colours), "image/png")}
    answer = host.http.post("/api/packs/photo", files=files, data={"name": name})
    answer.raise_for_status()
    return answer.json()


@pytest.fixture
def ours(running: Running, host: Phone) -> Phone:
    host.http.post("/api/packs", json={"name": "ours"}).raise_for_status()
    return host


def test_a_photograph_of_several_cards_teaches_them_all(running: Running, ours: Phone) -> None:
    found = taught(running, ours, RED, GREEN)
    assert sorted(one["card"] for one in found["new"]) == ["10C", "AH"]
    assert found["counts"] == {"AH": 1, "10C": 1}
    assert len(found["missing"]) == 52
    number = found["shown"][0]["number"]
    crop = ours.http.get(f"/api/packs/ours/cards/{number}.jpg")
    assert crop.content[:2] == b"\xff\xd8"


def test_an_unsure_card_is_asked_about_and_named(running: Running, ours: Phone) -> None:
    (asked,) = taught(running, ours, BLANK)["questions"]
    told = ours.http.post("/api/packs/ours/tell", json={"number": asked["number"], "card": "QS"}).json()
    assert (told["counts"], told["questions"]) == ({"QS": 1}, [])
    forgotten = ours.http.post("/api/packs/ours/forget", json={"card": "QS"}).json()
    assert forgotten["counts"] == {}


def test_a_pack_outlives_a_restart_and_is_still_on_the_table(tmp_path: Path) -> None:
    first = start(tmp_path / "house")
    host = first.host()
    host.http.post("/api/packs", json={"name": "ours"}).raise_for_status()
    taught(first, host, RED, GREEN)
    host.http.put("/api/packs/on-the-table", json={"name": "ours"}).raise_for_status()
    host.close()
    first.stop()
    again = start(tmp_path / "house", first.scripted)
    try:
        again.desk.use_camera()
        host = again.host()
        listing = host.http.get("/api/packs").json()
        assert listing == {
            "packs": [{"name": "ours", "cards": 2, "damaged": False}],
            "in_use": "ours",
            "of": 54,
        }
        assert host.snapshot()["camera"]["pack"] == "ours"
        host.close()
    finally:
        again.stop()


def test_the_pack_on_the_table_is_what_everything_is_read_with(running: Running, ours: Phone) -> None:
    taught(running, ours, RED, GREEN)
    ours.http.put("/api/packs/on-the-table", json={"name": "ours"}).raise_for_status()
    end = time.monotonic() + 60
    while not isinstance(getattr(running.desk.camera.photo_sight(), "reader", None), EnrolledReader):
        assert time.monotonic() < end, "the pack was never learnt"
        time.sleep(0.05)
    ours.http.put("/api/camera", json={"spec": "0"}).raise_for_status()
    ours.http.put("/api/packs/on-the-table", json={"name": None}).raise_for_status()
    end = time.monotonic() + 60
    while isinstance(getattr(running.desk.camera.sight(), "reader", None), EnrolledReader):
        assert time.monotonic() < end, "the pack was never put away"
        time.sleep(0.05)
    assert ours.snapshot()["camera"]["pack"] is None


def test_a_pack_is_carried_to_another_house(running: Running, ours: Phone) -> None:
    taught(running, ours, RED, GREEN)
    data = ours.http.get("/api/packs/ours/file").content
    again = ours.http.post("/api/packs/import", files={"file": ("a.pack", data)})
    assert again.json()["error"]["code"] == "pack-exists"
    ours.http.delete("/api/packs/ours").raise_for_status()
    assert ours.http.get("/api/packs").json()["packs"] == []
    taken = ours.http.post("/api/packs/import", files={"file": ("a.pack", data)}).json()
    assert taken["counts"] == {"AH": 1, "10C": 1}
    renamed = ours.http.post(
        "/api/packs/import", files={"file": ("a.pack", data)}, data={"name": "zwart pak 2"}
    )
    assert renamed.json()["name"] == "zwart pak 2"


def test_deleting_the_pack_on_the_table_leaves_any_pack(running: Running, ours: Phone) -> None:
    ours.http.put("/api/packs/on-the-table", json={"name": "ours"}).raise_for_status()
    ours.http.delete("/api/packs/ours").raise_for_status()
    assert ours.http.get("/api/packs").json()["in_use"] is None


@pytest.mark.parametrize("name", ["../up", ".hidden", "a/b", " "])
def test_a_name_that_no_file_can_have_is_refused(host: Phone, name: str) -> None:
    answer = host.http.post("/api/packs", json={"name": name})
    assert (answer.status_code, answer.json()["error"]["code"]) == (422, "bad-pack")


@pytest.mark.parametrize("data", [b"", b"no pack", b"PK\x03\x04" + bytes(40), bytes(21 * 1024 * 1024)])
def test_what_is_no_pack_is_refused(host: Phone, data: bytes) -> None:
    answer = host.http.post("/api/packs/import", files={"file": ("a.pack", data)})
    assert answer.json()["error"]["code"] in ("bad-pack", "too-large")


def test_a_damaged_pack_is_named_and_can_be_deleted(running: Running, ours: Phone) -> None:
    folder = running.desk.journal.path.parent / "packs"
    (folder / "broken.pack").write_bytes(b"PK not any more")
    listing = ours.http.get("/api/packs").json()["packs"]
    assert [pack["damaged"] for pack in listing if pack["name"] == "broken"] == [True]
    assert ours.http.get("/api/packs/broken").json()["error"]["code"] == "bad-pack"
    assert ours.http.delete("/api/packs/broken").is_success


def test_only_the_host_teaches(running: Running, ours: Phone) -> None:
    anna = running.phone("Anna")
    assert anna.http.get("/api/packs").is_success
    for path in ("/api/packs/ours/look", "/api/packs/ours/done"):
        assert anna.http.post(path, json={}).json()["error"]["code"] == "host-only"
    assert anna.http.delete("/api/packs/ours").json()["error"]["code"] == "host-only"
    guest = Phone(running)
    assert guest.http.get("/api/packs").json()["error"]["code"] == "join-first"
    anna.close()
    guest.close()


def test_what_the_camera_sees_in_a_lesson_is_no_part_of_the_game(running: Running, playing: Phone) -> None:
    photograph(running, RED)
    playing.http.post("/api/packs", json={"name": "ours"}).raise_for_status()
    playing.http.put("/api/camera", json={"spec": "0"}).raise_for_status()
    running.scripted.source.script.put(None)
    playing.until(lambda s: s["camera"]["state"] == "ok")
    assert playing.http.post("/api/packs/ours/look", json={}).is_success
    running.scripted.sees("9S")
    end = time.monotonic() + 1.0
    while time.monotonic() < end:
        assert playing.snapshot()["round"]["top"] == "9H"
        time.sleep(0.1)


def test_without_a_camera_or_a_reader_that_is_said(ours: Phone) -> None:
    assert ours.http.post("/api/packs/ours/look", json={}).json()["error"]["code"] == "no-camera"
    assert ours.http.get("/api/packs/other").json()["error"]["code"] == "unknown-pack"
    png = bytes(cv2.imencode(".png", np.zeros((40, 40, 3), np.uint8))[1])
    answer = ours.http.post("/api/packs/photo", files={"photo": ("a.png", png)}, data={"name": "ours"})
    assert answer.json()["error"]["code"] == "no-reader"
