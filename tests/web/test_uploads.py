"""Photographs and pushed pictures."""

from __future__ import annotations

import io
import json
import zlib

import numpy as np
import pytest
from PIL import Image
from websockets.sync.client import connect

from referee.cards import Card
from tests.web.conftest import Phone, Running
from vision.sightings import CardSeen
from web.camera_routes import PHOTO_PATHS
from web.pack_routes import UPLOAD_PATHS
from web.refusals import Refusal
from web.uploads import open_photograph


def picture(kind: str = "JPEG", size: tuple[int, int] = (64, 48), **more: object) -> bytes:
    out = io.BytesIO()
    Image.new("RGB", size, (10, 120, 200)).save(out, kind, **more)
    return out.getvalue()


def bomb(width: int, height: int) -> bytes:
    """A small PNG that unpacks into many pixels."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return len(data).to_bytes(4, "big") + kind + data + zlib.crc32(kind + data).to_bytes(4, "big")

    head = width.to_bytes(4, "big") + height.to_bytes(4, "big") + b"\x08\x00\x00\x00\x00"
    return (
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(b"")) + chunk(b"IEND", b"")
    )


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
def test_photographs_of_each_kind_are_read_as_blue_green_red(kind: str) -> None:
    image = open_photograph(picture(kind))
    assert image.shape == (48, 64, 3)
    assert np.abs(image.reshape(-1, 3).mean(0) - [200, 120, 10]).max() < 6


def test_a_photograph_is_turned_upright_and_made_small_enough() -> None:
    exif = Image.Exif()
    exif[0x0112] = 6
    assert open_photograph(picture(size=(64, 48), exif=exif)).shape == (64, 48, 3)
    assert max(open_photograph(picture(size=(4000, 3000))).shape) == 2560


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "not-a-picture"),
        (b"hello", "not-a-picture"),
        (picture()[:200], "not-a-picture"),
        (picture("GIF"), "not-a-picture"),
        (bomb(60_000, 60_000), "too-many-pixels"),
        (bomb(12_000, 9_000), "too-many-pixels"),
        (b"\xff\xd8" + b"x" * (21 * 1024 * 1024), "too-large"),
    ],
    ids=["empty", "text", "torn", "gif", "bomb", "100-megapixels", "heavy"],
)
def test_what_is_no_usable_photograph_is_refused(data: bytes, code: str) -> None:
    with pytest.raises(Refusal) as refused:
        open_photograph(data)
    assert refused.value.code == code


def test_a_photographed_hand_is_read(running: Running, host: Phone) -> None:
    quad = np.array([[8, 6], [24, 6], [24, 30], [8, 30]], np.float32)
    running.scripted.sight.cards = (CardSeen(Card.parse("QS"), False, 0.98, quad, 1.0, True),)
    answer = host.http.post("/api/hand", files={"photo": ("hand.jpg", picture())})
    card = answer.json()["cards"][0]
    assert (card["card"], card["confidence"]) == ("QS", 0.98)
    assert card["quad"][0] == [0.125, 0.125]


def test_uploads_are_refused_politely(running: Running, host: Phone) -> None:
    answers = {
        "not-a-picture": host.http.post("/api/hand", files={"photo": ("x.jpg", b"nonsense")}),
        "too-large": host.http.post("/api/hand", files={"photo": ("x.jpg", b"x" * 26_000_000)}),
        "malformed": host.http.post("/api/hand", data={"photo": "text"}),
    }
    assert {name: answer.json()["error"]["code"] for name, answer in answers.items()} == {
        n: n for n in answers
    }
    stranger = Phone(running)
    assert stranger.http.post("/api/hand", files={"photo": ("x.jpg", picture())}).status_code == 403
    stranger.close()


def test_a_phone_can_be_the_camera(running: Running, host: Phone) -> None:
    cookies = "; ".join(f"{name}={value}" for name, value in host.http.cookies.items())
    with connect(
        running.url.replace("http", "ws") + "/api/camera/push",
        additional_headers={"Cookie": cookies},
        proxy=None,
    ) as phone:
        for data, fine in (
            (picture(size=(320, 240)), True),
            (b"nonsense", False),
            (picture(size=(320, 240)), True),
        ):
            phone.send(data)
            assert json.loads(phone.recv(timeout=60))["ok"] is fine
        host.until(lambda s: s["camera"]["state"] == "ok")
        frame = host.http.get("/api/camera/frame.jpg")
        assert Image.open(io.BytesIO(frame.content)).size == (320, 240)
    host.until(lambda s: s["camera"]["state"] == "ended")


def test_the_preview_needs_a_camera(host: Phone) -> None:
    for path in ("/api/camera/frame.jpg", "/api/camera/stream", "/api/camera/cards"):
        assert host.http.get(path).json()["error"]["code"] == "no-camera"


def test_the_preview_shows_what_the_camera_sees(running: Running, host: Phone) -> None:
    quad = np.array([[20, 20], [40, 20], [40, 50], [20, 50]], np.float32)
    running.scripted.sight.cards = (CardSeen(Card.parse("QS"), False, 0.98, quad, 1.0, True),)
    host.http.put(
        "/api/camera", json={"spec": "0", "region": [[0, 0], [1, 0], [1, 1], [0, 1]]}
    ).raise_for_status()
    running.scripted.source.script.put(None)
    host.until(lambda s: s["camera"]["state"] == "ok")
    plain = host.http.get("/api/camera/frame.jpg")
    marked = host.http.get("/api/camera/frame.jpg?marks=1")
    assert plain.content != marked.content
    assert "scheids-cards" not in plain.headers
    assert json.loads(marked.headers["scheids-cards"]) == [{"card": "QS", "at": [0.188, 0.292]}]
    assert host.http.get("/api/camera/cards").json()["cards"][0]["card"] == "QS"
    advice = host.http.post("/api/camera/test").json()["advice"]
    assert {"code": "closer", "params": {"width": 20, "needed": 60}} in advice
    with host.http.stream("GET", "/api/camera/stream") as stream:
        first = next(stream.iter_bytes())
    assert first.startswith(b"--frame\r\nContent-Type: image/jpeg")


@pytest.mark.parametrize(
    "region",
    [
        [[0, 0]],
        [[0, 0], [1, 0], [2, 1]],
        "x",
        [[0, 0], [1, 0], ["a", 1]],
        [[0], [1], [2]],
        [[0.5, 0], [0.5, 1], [0.5, 0.5]],
    ],
)
def test_a_region_lies_inside_the_picture(host: Phone, region: object) -> None:
    answer = host.http.put("/api/camera", json={"spec": "0", "region": region})
    assert answer.json()["error"]["code"] == "malformed"


def test_nothing_of_a_strangers_upload_is_taken_in(running: Running) -> None:
    stranger = Phone(running)
    form = {"content-type": "multipart/form-data; boundary=b"}
    for path in (*PHOTO_PATHS, *UPLOAD_PATHS):
        answer = stranger.http.post(path, content=b"--b", headers=form)
        assert answer.json()["error"]["code"] == "join-first"
    stranger.close()
