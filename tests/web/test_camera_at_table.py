"""What the camera sees becomes part of the game."""

from __future__ import annotations

import io
import json
import time
from concurrent.futures import ThreadPoolExecutor

from PIL import Image
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from tests.web.conftest import Phone, Running, ScriptedSource
from vision.observations import Note
from vision.sources import PushedSource, SourceState
from web.journal import Device


def with_camera(running: Running, host: Phone) -> None:
    host.http.put("/api/camera", json={"spec": "0"}).raise_for_status()


def test_the_first_card_seen_begins_the_round(running: Running, host: Phone) -> None:
    with_camera(running, host)
    host.did("start-match", players=["North", "East"], dealer="East")
    running.scripted.sees("9H")
    snapshot = host.until(lambda s: s["phase"] == "playing")
    assert snapshot["round"]["top"] == "9H"


def test_a_first_card_that_was_misread_can_be_put_right(running: Running, host: Phone) -> None:
    with_camera(running, host)
    host.did("start-match", players=["North", "East"], dealer="East", hands={"North": 1, "East": 1})
    host.did("start-round", turned_up="9H")
    host.did("lay", player="North", card="9S")
    host.did("end-round", hands={"East": ["4D"]})
    running.scripted.sees("6S")
    entry = host.until(lambda s: s["phase"] == "playing")["verdict"]
    assert (entry["kind"], entry["card"]) == ("round-started", "6S")
    assert [way["code"] for way in entry["ways_on"]] == ["misread", "not-laid"]
    host.did("correct", event=entry["event"], changes={"card": "9S"})
    assert host.snapshot()["round"]["top"] == "9S"


def test_a_card_seen_is_the_turn_players_and_has_its_pictures(running: Running, playing: Phone) -> None:
    with_camera(running, playing)
    running.scripted.sees("9S")
    snapshot = playing.until(lambda s: s["round"]["top"] == "9S")
    entry = snapshot["verdict"]
    assert (entry["player"], entry["legal"], entry["by"]["kind"]) == ("North", True, "camera")
    assert set(entry["pictures"]) == {"before", "after", "crop"}
    picture = playing.http.get(entry["pictures"]["crop"])
    assert picture.headers["content-type"] == "image/jpeg"
    assert picture.content[:2] == b"\xff\xd8"
    guest = Phone(running)
    assert guest.http.get(entry["pictures"]["crop"]).status_code == 403
    guest.close()


def test_another_explanation_is_one_tap_away(running: Running, playing: Phone) -> None:
    with_camera(running, playing)
    running.scripted.sees("9S")
    entry = playing.until(lambda s: s["round"]["top"] == "9S")["verdict"]
    other = next(way for way in entry["ways_on"] if way["code"] == "other-story")
    playing.did(other["action"]["kind"], **other["action"]["payload"])
    after = playing.snapshot()
    chosen = next(e for e in after["history"] if e["event"] == entry["event"])
    assert [told["key"] for told in chosen["explanations"] if told["chosen"]] == [
        other["action"]["payload"]["choice"]
    ]


def test_a_card_tapped_and_then_seen_counts_once(running: Running, playing: Phone) -> None:
    with_camera(running, playing)
    playing.did("lay", player="North", card="9S")
    running.scripted.sees("9S")
    running.scripted.sees("4S")
    snapshot = playing.until(lambda s: s["round"]["top"] == "4S")
    assert [e["card"] for e in snapshot["history"] if e["kind"] in ("laid", "seen")] == ["9S", "4S"]


def test_a_pile_that_comes_back_was_reshuffled(running: Running, playing: Phone) -> None:
    with_camera(running, playing)
    running.scripted.sees("9S")
    playing.until(lambda s: s["round"]["top"] == "9S")
    running.scripted.sees("9S", "gone")
    running.scripted.sees("9S")
    snapshot = playing.until(lambda s: s["verdict"]["kind"] == "reshuffled")
    assert snapshot["round"]["pile_count"] == 1
    assert snapshot["round"]["turn"] == "East"


def test_an_illegal_card_that_is_taken_back_is_settled(running: Running, playing: Phone) -> None:
    with_camera(running, playing)
    running.scripted.sees("4S")
    alarmed = playing.until(lambda s: s["verdict"]["card"] == "4S")
    chosen = next(e for e in alarmed["verdict"]["explanations"] if e["chosen"])
    if alarmed["alarm"] is None:
        assert chosen["kind"] in ("after-drawing", "misread")
    running.scripted.sees("4S", "taken-back")
    playing.until(lambda s: s["alarm"] is None and s["verdict"]["kind"] == "taken-back")


def test_an_unreadable_card_is_shown_until_the_next_one(running: Running, playing: Phone) -> None:
    with_camera(running, playing)
    running.scripted.sees("4S", "unreadable", reason=None)
    snapshot = playing.until(lambda s: s["camera"]["unreadable"] is not None)
    assert snapshot["camera"]["unreadable"]["reason"] == "unknown"
    running.scripted.sees("9S")
    playing.until(lambda s: s["camera"]["unreadable"] is None)


def test_a_camera_that_fails_leaves_the_game_alone(running: Running, playing: Phone) -> None:
    playing.http.put("/api/camera", json={"spec": "7"})
    snapshot = playing.until(lambda s: s["camera"]["state"] == "failed")
    assert "There is no camera number 7" in snapshot["camera"]["problem"]
    playing.did("lay", player="North", card="9S")
    with_camera(running, playing)
    running.scripted.sees("4S")
    playing.until(lambda s: s["round"]["top"] == "4S")


def test_a_paused_camera_says_nothing(running: Running, playing: Phone) -> None:
    with_camera(running, playing)
    playing.did("camera-pause", paused=True)
    running.scripted.sees("9S")
    playing.until(lambda s: s["camera"]["state"] == "paused")
    while not running.scripted.source.script.empty():
        time.sleep(0.01)
    time.sleep(0.1)
    playing.did("camera-pause", paused=False)
    running.scripted.sees("QH")
    snapshot = playing.until(lambda s: s["round"]["top"] == "QH")
    assert [e["card"] for e in snapshot["history"] if e["kind"] == "seen"] == ["QH"]


def test_the_tracker_is_told_what_it_cannot_see(running: Running, playing: Phone) -> None:
    with_camera(running, playing)
    running.scripted.sees("9S")
    entry = playing.until(lambda s: s["round"]["top"] == "9S")["verdict"]
    playing.did("correct", event=entry["event"], changes={"card": "9C"})
    playing.did("lay", player="East", card="4C")
    playing.did("reshuffle")
    running.scripted.source.script.put(None)
    following = running.scripted.following
    assert following is not None
    end = time.monotonic() + 30
    while len(following.told) < 3 and time.monotonic() < end:
        time.sleep(0.02)
    assert following.told == ["the top is 9C", "somebody laid 4C", "reshuffled"]
    assert (following.pack.packs, following.pack.jokers) == (1, 2)


BOX = [[0.25, 0.25], [0.75, 0.25], [0.75, 0.75], [0.25, 0.75]]


def test_marking_pile_and_stock_lets_the_camera_go_on(running: Running, playing: Phone) -> None:
    with_camera(running, playing)
    running.scripted.sees("9S")
    playing.until(lambda s: s["round"]["top"] == "9S")
    following = running.scripted.following
    assert following is not None
    source = running.scripted.source
    playing.http.put("/api/camera", json={"region": BOX}).raise_for_status()
    playing.http.put("/api/camera", json={"stock_region": [[0, 0], [0.2, 0], [0.2, 1]]}).raise_for_status()
    running.scripted.sees("5S")
    snapshot = playing.until(lambda s: s["round"]["top"] == "5S")
    assert running.scripted.source is source
    assert running.scripted.following is following
    assert following.told == [
        "pile (0.25, 0.25, 0.75, 0.75), stock None",
        "pile (0.25, 0.25, 0.75, 0.75), stock (0.0, 0.0, 0.2, 1.0)",
    ]
    assert snapshot["camera"]["region"] == BOX


def test_a_phone_that_is_the_camera_stays_it_when_the_pile_is_marked(running: Running, host: Phone) -> None:
    phone = Device("1", "", "Anna’s phone", "player")
    source = running.desk.phone_camera(phone)
    answer = host.http.put("/api/camera", json={"region": BOX}).json()
    assert (answer["name"], answer["region"]) == ("Anna’s phone", BOX)
    assert source.state is SourceState.RUNNING
    running.desk.end_phone_camera(source)
    running.desk.phone_camera(phone)
    assert running.desk.camera.status.to_json()["region"] == BOX


def test_another_camera_begins_without_the_regions_of_the_last_one(running: Running, host: Phone) -> None:
    host.http.put("/api/camera", json={"spec": "0", "region": BOX}).raise_for_status()
    assert host.http.put("/api/camera", json={"spec": "0"}).json()["region"] == BOX
    assert host.http.put("/api/camera", json={"spec": "1"}).json()["region"] is None


def test_a_camera_turned_on_in_a_round_does_not_take_the_top_card_as_laid(
    running: Running, playing: Phone
) -> None:
    with_camera(running, playing)
    running.scripted.sees("9S")
    playing.until(lambda s: s["round"]["top"] == "9S")
    with_camera(running, playing)
    running.scripted.sees("9S", note=Note.FIRST_SEEN)
    running.scripted.sees("5S")
    snapshot = playing.until(lambda s: s["verdict"]["card"] == "5S" or s["alarm"])
    assert snapshot["alarm"] is None
    assert snapshot["round"]["pile"] == ["9H", "9S", "5S"]


def test_a_camera_turned_on_in_a_round_takes_another_card_as_laid(running: Running, playing: Phone) -> None:
    with_camera(running, playing)
    running.scripted.sees("9S", note=Note.FIRST_SEEN)
    assert playing.until(lambda s: s["round"]["top"] == "9S")["verdict"]["player"] == "North"


def test_guests_see_no_password_and_no_folder_of_the_camera(running: Running, playing: Phone) -> None:
    guest = Phone(running)
    for spec, seen in (
        ("rtsp://anna:secret@192.0.2.7:554/live?key=hidden", "rtsp://192.0.2.7:554/live"),
        ("/home/anna/films/pile.mp4", "pile.mp4"),
        ("0", "0"),
    ):
        playing.http.put("/api/camera", json={"spec": spec}).raise_for_status()
        assert guest.http.get("/api/camera").json()["spec"] == seen
        guest.until(lambda snapshot, seen=seen: snapshot["camera"]["spec"] == seen)
        for told in (guest.http.get("/api/camera").text, guest.http.get("/api/table").text):
            assert not any(private in told for private in ("secret", "hidden", "/home/anna"))
    playing.http.put("/api/camera", json={"region": [[0, 0], [1, 0], [1, 1]]}).raise_for_status()
    assert running.desk.camera.status.spec == "0"
    guest.close()


def test_a_camera_that_breaks_while_it_is_opened_is_said_to_have_failed(
    running: Running, playing: Phone
) -> None:
    def broken(spec: str) -> ScriptedSource:
        raise OSError("no such thing")

    running.desk.camera._open_source = broken
    playing.http.put("/api/camera", json={"spec": "0"}).raise_for_status()
    status = playing.until(lambda s: s["camera"]["state"] == "failed")["camera"]
    assert status["problem"]
    playing.did("lay", player="North", card="9S")


def pushing(phone: Phone) -> ClientConnection:
    cookies = "; ".join(f"{name}={value}" for name, value in phone.http.cookies.items())
    address = str(phone.http.base_url).rstrip("/").replace("http", "ws") + "/api/camera/push"
    return connect(address, additional_headers={"Cookie": cookies}, proxy=None)


def test_only_a_host_takes_the_table_from_a_camera_at_work(running: Running, playing: Phone) -> None:
    out = io.BytesIO()
    Image.new("RGB", (64, 48)).save(out, "JPEG")
    anna, bram = running.phone("Anna"), running.phone("Bram")

    def refused(socket: ClientConnection) -> str:
        """Why the table lets this phone's pictures be."""
        try:
            while True:
                socket.send(out.getvalue())
                socket.recv(timeout=60)
        except ConnectionClosed as closed:
            return closed.rcvd.reason if closed.rcvd else "cut off"

    with_camera(running, playing)
    running.scripted.source.script.put(None)
    playing.until(lambda s: s["camera"]["state"] == "ok")
    with pushing(anna) as socket:
        assert refused(socket) == "camera-taken"
    assert playing.snapshot()["camera"]["name"] == "scripted camera"

    playing.http.put("/api/camera", json={"spec": None}).raise_for_status()
    with pushing(anna) as first:
        first.send(out.getvalue())
        assert json.loads(first.recv(timeout=60))["ok"]
        playing.until(lambda s: s["camera"]["name"] == "Anna")
        with pushing(bram) as socket:
            assert refused(socket) == "camera-taken"
        with pushing(anna) as again, pushing(playing) as hosts:
            assert refused(first) == "camera-taken"
            hosts.send(out.getvalue())
            assert json.loads(hosts.recv(timeout=60))["ok"]
            assert refused(again) == "camera-taken"
    anna.close()
    bram.close()


def test_two_who_turn_to_a_camera_at_once_leave_one_that_is_followed(
    running: Running, playing: Phone
) -> None:
    camera = running.desk.camera
    sources = [PushedSource(str(number)) for number in range(6)]
    with ThreadPoolExecutor(len(sources)) as several:
        list(several.map(camera.follow, sources))
    camera.stop()
    assert [source.state for source in sources] == [SourceState.ENDED] * len(sources)
