"""Sources: films, photographs, streams and cameras, whole and broken."""

import time
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision import cameras
from vision.cameras import LiveSource, PushedSource
from vision.frames import SourceError, SourceState, frames
from vision.sightings import Image
from vision.sources import open_source, shown


def picture(level: int, height: int = 48, width: int = 64) -> Image:
    return np.full((height, width, 3), level, np.uint8)


@pytest.fixture
def film(tmp_path: Path) -> Path:
    path = tmp_path / "film.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 20.0, (64, 48))
    for level in range(0, 200, 20):
        writer.write(picture(level))
    writer.release()
    return path


def test_a_film_gives_every_frame_with_its_time(film: Path) -> None:
    source = open_source(str(film), pace="fast")
    got = list(frames(source))
    assert [frame.index for frame in got] == list(range(10))
    assert [round(frame.t, 3) for frame in got] == [round(n / 20, 3) for n in range(10)]
    assert abs(int(got[3].image.mean()) - 60) < 4
    assert source.state is SourceState.ENDED
    assert source.next() is None


def test_at_real_pace_a_film_takes_its_time_and_drops_what_is_late(film: Path) -> None:
    source = open_source(str(film), pace="real")
    begun = time.monotonic()
    first = source.next()
    time.sleep(0.3)
    later = source.next()
    assert first is not None
    assert later is not None
    assert later.index >= 4
    list(frames(source))
    assert time.monotonic() - begun >= 0.4


def test_photographs_are_held_still_in_the_order_of_their_numbers(tmp_path: Path) -> None:
    for number, level in ((2, 40), (10, 200), (1, 10)):
        cv2.imwrite(str(tmp_path / f"photo{number}.png"), picture(level))
    (tmp_path / "notes.txt").write_text("no photograph")
    (tmp_path / "photo3.png").write_text("broken")
    got = list(frames(open_source(str(tmp_path), pace="fast")))
    assert [int(frame.image.mean()) for frame in got[::12]] == [10, 40, 200]
    assert len(got) == 36
    assert got[-1].t == pytest.approx(3.5)


@pytest.mark.parametrize(
    ("name", "content", "sentence"),
    [
        ("film.mp4", b"hello", "no video"),
        ("empty.mp4", b"", "no video"),
        ("photo.jpg", b"hello", "picture that can be read"),
    ],
)
def test_files_that_are_not_what_they_are_called(
    tmp_path: Path, name: str, content: bytes, sentence: str
) -> None:
    (tmp_path / name).write_bytes(content)
    with pytest.raises(SourceError, match=sentence):
        open_source(str(tmp_path / name))


@pytest.mark.parametrize(
    ("spec", "sentence"),
    [
        ("", "No camera was named"),
        ("97", "camera"),
        ("no-such-camera", "no camera"),
        ("missing/film.mp4", "no file"),
        ("rtsp://127.0.0.1:9/nothing", "does not answer"),
    ],
)
def test_what_does_not_exist_is_said_in_one_sentence(spec: str, sentence: str) -> None:
    with pytest.raises(SourceError, match=sentence) as refusal:
        open_source(spec)
    assert "\n" not in str(refusal.value)


def test_an_empty_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="no photographs"):
        open_source(str(tmp_path))


class FlakyCamera:
    """Gives some pictures, then none."""

    def __init__(self, pictures: int) -> None:
        self.left = pictures
        self.released = False

    def read(self) -> tuple[bool, Image | None]:
        time.sleep(0.01)
        self.left -= 1
        return (True, picture(100)) if self.left >= 0 else (False, None)

    def release(self) -> None:
        self.released = True


def test_a_lost_camera_is_reopened_with_patience(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cameras, "FIRST_RETRY", 0.05)
    attempts: list[float] = []

    def reopen() -> FlakyCamera:
        attempts.append(time.monotonic())
        if len(attempts) < 3:
            raise SourceError("camera-busy", name="a camera")
        return FlakyCamera(10_000)

    first = FlakyCamera(3)
    source = LiveSource("a camera", first, reopen)
    states, frame = set(), None
    deadline = time.monotonic() + 10
    while len(attempts) < 3 or frame is None:
        frame = source.next(0.05)
        states.add(source.state)
        assert time.monotonic() < deadline
    assert first.released
    assert SourceState.LOST in states
    assert attempts[2] - attempts[1] > attempts[1] - attempts[0] > 0.05
    assert source.reason == ""
    source.close()
    assert source.state is SourceState.ENDED
    assert source.next(0.01) is None


def test_a_live_source_gives_only_the_newest_frame() -> None:
    source = LiveSource("a camera", FlakyCamera(10_000), lambda: FlakyCamera(1))
    first = source.next(2.0)
    time.sleep(0.2)
    second = source.next(2.0)
    source.close()
    assert first is not None
    assert second is not None
    assert second.index > first.index + 2


def test_pushed_pictures_come_out_once() -> None:
    source = PushedSource("a phone")
    assert source.next(0.01) is None
    source.push(picture(1))
    source.push(picture(2))
    frame = source.next(0.01)
    assert frame is not None
    assert int(frame.image[0, 0, 0]) == 2
    assert source.next(0.01) is None
    source.close()
    assert source.state is SourceState.ENDED


def test_a_stream_with_a_password_is_described_without_it() -> None:
    with pytest.raises(SourceError) as refusal:
        open_source("rtsp://me:secret@127.0.0.1:9/x")
    assert "secret" not in str(refusal.value)


def test_cameras_are_found_by_part_of_their_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for number, name, index in ((0, "Built-in", 0), (2, "Logi C270", 0), (3, "Logi C270", 1)):
        folder = tmp_path / f"video{number}"
        folder.mkdir()
        (folder / "name").write_text(name)
        (folder / "index").write_text(str(index))
    monkeypatch.setattr(cameras, "VIDEO_DEVICES", tmp_path)
    assert cameras.camera_names() == {0: "Built-in", 2: "Logi C270"}
    with pytest.raises(SourceError, match="Logi C270"):
        open_source("c270")
    with pytest.raises(SourceError, match="0 \\(Built-in\\), 2 \\(Logi C270\\)"):
        open_source("nikon")


@pytest.mark.parametrize(
    "spec", ["x" * 299, "a/" + "y" * 5000, "zero\0in/it", "~nobody-of-that-name/pile.mp4"]
)
def test_a_path_that_cannot_be_is_no_camera(spec: str) -> None:
    with pytest.raises(SourceError) as refused:
        open_source(spec)
    assert len(str(refused.value)) < 200


@pytest.mark.parametrize(
    ("spec", "seen"),
    [
        ("rtsp://anna:p@ss@192.0.2.7/live", "rtsp://192.0.2.7/live"),
        ("http://cam.local/a@b?token=x#y", "http://cam.local/a@b"),
        ("http://u:p@h?k", "http://h"),
        ("/home/anna/pile.mp4", "pile.mp4"),
        (r"C:\films\pile.mp4", "pile.mp4"),
        ("photos/", "photos"),
        ("0@1280x720", "0@1280x720"),
        ("c270", "c270"),
        ("/", "/"),
    ],
)
def test_what_a_spec_names_is_shown_without_passwords_and_folders(spec: str, seen: str) -> None:
    assert shown(spec) == seen
