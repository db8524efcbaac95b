import random

import numpy as np
import pytest

from datasets.face_pool import FacePool
from datasets.labels import DETECTIONS
from datasets.scenes import SceneMaker, axis_points, label_line
from datasets.surfaces import Surfaces
from tests.datasets.drawn_decks import drawn_deck
from vision.detector import half_axis
from vision.quads import likeness, parallelogram


@pytest.fixture(scope="module")
def maker() -> SceneMaker:
    return SceneMaker(FacePool([drawn_deck()]), Surfaces(()))


def test_a_scene_is_the_same_picture_every_time_for_one_seed(maker: SceneMaker) -> None:
    first, first_cards = maker.scene(random.Random(4), 160)
    again, again_cards = maker.scene(random.Random(4), 160)
    assert (first == again).all()
    assert [card.kind for card in first_cards] == [card.kind for card in again_cards]


def test_whole_cards_are_seen_nearly_whole_and_covered_ones_are_not(maker: SceneMaker) -> None:
    cards = [card for seed in range(40) for card in maker.scene(random.Random(seed), 160)[1]]
    assert {card.kind for card in cards} == set(DETECTIONS)
    assert all(card.visible >= 0.85 for card in cards if card.kind != "covered")
    assert all(0.25 <= card.visible < 0.85 for card in cards if card.kind == "covered")


@pytest.mark.parametrize("degrees", range(0, 360, 15))
def test_the_detector_reads_back_the_axes_that_scenes_write(degrees: int) -> None:
    turn = np.deg2rad(degrees)
    long_half = 60 * np.array([np.sin(turn), np.cos(turn)])
    short_half = 40 * np.array([np.cos(turn), -np.sin(turn)])
    centre = np.array([200.0, 150.0])
    quad = parallelogram(centre, long_half, short_half)
    points = axis_points(quad)
    found = parallelogram(centre, half_axis(points[0] - centre), half_axis(points[1] - centre))
    assert likeness(quad, found) > 0.98


def test_turning_a_card_half_round_changes_nothing_that_the_detector_learns() -> None:
    quad = np.array([[10, 10], [50, 20], [40, 80], [0, 70]], np.float32)
    assert np.allclose(axis_points(quad), axis_points(np.roll(quad, 2, 0)), atol=1e-3)


def test_label_lines_stay_within_the_picture(maker: SceneMaker) -> None:
    for seed in range(20):
        for card in maker.scene(random.Random(seed), 160)[1]:
            kind, *numbers = (float(part) for part in label_line(card, 160, 160).split())
            assert kind in range(len(DETECTIONS))
            assert len(numbers) == 8
            assert all(0 <= number <= 1 for number in numbers)
