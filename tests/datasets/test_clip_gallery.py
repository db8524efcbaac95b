"""The page of what was not told right of clips."""

import json
from pathlib import Path

import cv2
import numpy as np

from datasets.clip_gallery import ClipFaults, confusions, write_clip_gallery

MISSED = {
    "kind": "not right",
    "expected": {"event": "laid", "card": "9H", "rest": 0.1, "clear": 0.2},
    "told": None,
}
FALSE = {
    "kind": "false",
    "t": 0.3,
    "event": "laid",
    "card": "KD",
    "confidence": 0.9,
    "reason": None,
    "note": None,
}


def test_every_fault_has_its_picture(tmp_path: Path) -> None:
    clip = tmp_path / "clip-0001.avi"
    film = cv2.VideoWriter(str(clip), cv2.VideoWriter.fourcc(*"MJPG"), 10.0, (64, 48))
    for _ in range(10):
        film.write(np.full((48, 64, 3), 90, np.uint8))
    film.release()
    clip.with_suffix(".json").write_text(json.dumps({"events": [MISSED["expected"]]}))
    faults = [ClipFaults(clip, [MISSED, FALSE])]
    assert confusions(faults) == [("laid 9H", "-", 1), ("-", "laid KD", 1)]
    write_clip_gallery(faults, tmp_path / "page.html", "1 clip")
    page = (tmp_path / "page.html").read_text()
    assert page.count("<figure") == page.count("data:image/jpeg") == 2
    assert "missed at 0.40 s: laid 9H, told nothing" in page
