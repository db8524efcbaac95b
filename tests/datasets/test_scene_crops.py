import random
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from datasets.crops import CROP_HEIGHT, CROP_WIDTH
from datasets.labels import KINDS, NOTHING, UNKNOWN, card_label
from datasets.placement import Quad
from datasets.scene_crops import SceneCrops, corner_distance, label_of
from datasets.scenes import LabelledCard

CARD = np.array([[100, 100], [160, 100], [160, 190], [100, 190]], np.float32)
TEN = card_label("10H", "10")


def lying(hidden_rows: slice = slice(0, 0), visible: float = 1.0) -> LabelledCard:
    hidden = np.zeros((300, 300), np.bool_)
    hidden[hidden_rows] = True
    return LabelledCard("whole", CARD, visible, TEN, hidden)


def moved(by: float) -> Quad:
    return (CARD + np.array([by * 60, 0])).astype(np.float32)


def test_a_card_upside_down_is_the_same_card() -> None:
    assert corner_distance(np.roll(CARD, 2, 0), CARD) == 0
    assert corner_distance(np.roll(CARD, 1, 0), CARD) > 0.3


@pytest.mark.parametrize(
    ("quad", "card", "label"),
    [
        pytest.param(CARD, lying(), TEN, id="right on the card"),
        pytest.param(moved(0.1), lying(), TEN, id="a little off"),
        pytest.param(moved(0.2), lying(), None, id="neither here nor there"),
        pytest.param(moved(0.5), lying(), NOTHING, id="half a card off"),
        pytest.param(CARD, lying(visible=0.7), None, id="a corner covered"),
        pytest.param(CARD, lying(slice(0, 300), visible=0.4), NOTHING, id="both indices covered"),
    ],
)
def test_a_quad_is_named_only_where_it_shows_its_card(quad: Quad, card: LabelledCard, label: object) -> None:
    assert label_of(quad, [card]) == label


def test_half_a_card_is_nothing_to_read_but_its_free_index_is_asked_for() -> None:
    label = label_of(CARD, [lying(slice(145, 300), visible=0.5)])
    assert label is not None
    assert KINDS[label.kind] == "none"
    assert label.rank == TEN.rank != UNKNOWN


def test_a_table_without_cards_is_nothing_to_read() -> None:
    assert label_of(CARD, []) == NOTHING


def command(module: str, *arguments: object) -> None:
    words = [sys.executable, "-m", module, *(str(argument) for argument in arguments)]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]


def test_worker_processes_render_scenes_and_cut_them(artwork: Path, tmp_path: Path) -> None:
    usual = ("--artwork", artwork, "--photos", tmp_path, "--procedural", 1, "--jobs", 2)
    command("datasets.scenes", *usual, "--into", tmp_path / "scenes", "--count", 3)
    assert len(list((tmp_path / "scenes" / "images").glob("*.jpg"))) == 3

    command("datasets.scene_crops", *usual, "--into", tmp_path / "crops", "--scenes", 6, "--oblique")
    crops = SceneCrops.load(tmp_path / "crops")
    assert len(crops.labels) > 0
    image, label = crops.crop(random.Random(1))
    assert image.shape == (CROP_HEIGHT, CROP_WIDTH, 3)
    assert label.row() in {tuple(row) for row in crops.labels.tolist()}
