"""The detector held against rendered scenes, and what each way to describe a card costs."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from datasets.evaluation_detector import Scene, SceneCard, corner_error, detector_table, measured, scenes_in
from datasets.evaluation_representation import costs
from vision.detector import CardDetector, Detection, Kind

SQUARE = np.array([[100, 100], [160, 100], [160, 184], [100, 184]], np.float32)
TABLE = np.full((416, 416, 3), 90, np.uint8)


class Finds(CardDetector):
    """Finds what it is told to find."""

    def __init__(self, *found: Detection) -> None:
        self.found = found

    def find(self, image: object, size: int = 416, threshold: float | None = None) -> tuple[Detection, ...]:
        return self.found


def whole(x: float) -> Detection:
    return Detection(SQUARE + np.float32(x), Kind.WHOLE, 0.9, (0.9, 0.0, 0.0))


def test_a_card_found_twice_is_found_once_and_invented_once() -> None:
    scene = Scene(TABLE, (SceneCard("whole", SQUARE, 1.0), SceneCard("back", SQUARE + 200, 1.0)))
    result = measured(iter([scene]), Finds(whole(3), whole(6)))
    assert [(one.kind, one.found) for one in result.findings] == [("whole", "whole"), ("back", None)]
    assert result.invented == ("whole",)
    assert "| all | 2 | 50.0% | 50.0% | 100.0% |" in detector_table(result)


def test_corners_are_compared_whichever_comes_first() -> None:
    assert corner_error(np.roll(SQUARE + np.float32(3), 2, axis=0), SQUARE) == pytest.approx(3 * 2**0.5 / 60)


def test_scenes_come_with_their_quads(tmp_path: Path) -> None:
    for part in ("images", "quads"):
        (tmp_path / part).mkdir()
    cv2.imwrite(str(tmp_path / "images" / "s1.jpg"), TABLE)
    told = [{"kind": "covered", "name": "9H", "visible": 0.5, "quad": SQUARE.tolist()}]
    (tmp_path / "quads" / "s1.json").write_text(json.dumps(told))
    (scene,) = scenes_in(tmp_path)
    assert (scene.cards[0].kind, scene.cards[0].visible) == ("covered", 0.5)
    with pytest.raises(FileNotFoundError, match="no scenes"):
        next(scenes_in(tmp_path / "images"))


def test_an_oriented_box_costs_most_where_the_view_is_oblique_and_nothing_from_above() -> None:
    above, oblique = costs(0.0, 60), costs(60.0, 60)
    assert np.median(above["oriented box"]) < 0.005
    assert np.median(above["axis points"]) < 0.005
    assert np.median(oblique["oriented box"]) > 3 * np.median(oblique["axis points"])
