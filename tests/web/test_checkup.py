"""The doctor looks at everything that a table needs."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from web.addresses import bind
from web.checkup import Finding, checkup


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path))


def findings(camera: str | None, language: str = "en") -> dict[str, Finding]:
    with bind("127.0.0.1", 0) as free:
        port = free.getsockname()[1]
    return {finding.check: finding for finding in checkup(camera, port, language)}


def test_a_port_in_use_is_found() -> None:
    with bind("0.0.0.0", 0) as listener:
        found = {finding.check: finding for finding in checkup(None, listener.getsockname()[1])}
    assert not found["port"].ok
    assert "in use" in found["port"].found


def test_a_dark_picture_without_cards_gets_advice(tmp_path: Path) -> None:
    (tmp_path / "dark").mkdir()
    cv2.imwrite(str(tmp_path / "dark" / "1.png"), np.full((480, 640, 3), 25, np.uint8))
    found = findings(str(tmp_path / "dark"))
    assert not found["brightness"].ok
    assert found["brightness"].advice
    assert not found["reading"].ok
    assert found["reading"].found == "no card"


def test_a_camera_that_is_not_there_is_named() -> None:
    found = findings("97")
    assert not found["camera"].ok
    assert "97" in found["camera"].found
    assert found["camera"].to_json()["advice"] is None


def test_the_doctor_speaks_dutch(tmp_path: Path) -> None:
    (tmp_path / "donker").mkdir()
    cv2.imwrite(str(tmp_path / "donker" / "1.png"), np.full((480, 640, 3), 25, np.uint8))
    found = findings(str(tmp_path / "donker"), "nl")
    assert found["reading"].found == "geen kaart"
    assert found["brightness"].found == "25 van 255"
    assert found["data"].found.startswith("wedstrijden worden bewaard in ")
    assert "poort" in found["port"].found
    assert findings("97", "nl")["camera"].found.startswith("Er is geen camera nummer 97")
