"""From the detector network's numbers to cards."""

import numpy as np
import pytest

from tests.vision.toy_cards import PlantedDetector, toy_quad, toy_table
from vision.detector import CardDetector, Kind, axis_point, half_axis, letterboxed, reconciled
from vision.quads import likeness, rotated, width
from vision.sightings import Quad

WHOLE, COVERED, BACK = (0.9, 0.05, 0.0), (0.1, 0.8, 0.0), (0.0, 0.1, 0.7)


def _find(
    quads: list[Quad], scores: list[tuple[float, float, float]], size: int = 640
) -> list[tuple[Quad, Kind]]:
    found = CardDetector(PlantedDetector(quads, scores, 640)).find(toy_table(), size)
    return [(one.quad, one.kind) for one in found]


@pytest.mark.parametrize("angle", [0, 10, 45, 90, 135, 179])
@pytest.mark.parametrize("length", [5.0, 80.0])
def test_an_axis_point_stands_for_a_half_axis_whatever_its_direction(angle: float, length: float) -> None:
    half = length * np.array([np.cos(np.deg2rad(angle)), np.sin(np.deg2rad(angle))])
    for signed in (half, -half):
        found = half_axis(axis_point(signed))
        assert np.abs(found).tolist() == pytest.approx(np.abs(half).tolist(), abs=1e-3)
        assert abs(float(np.dot(found, half))) == pytest.approx(length**2, rel=1e-3)


@pytest.mark.parametrize("turn", [0, 30, -60, 90])
@pytest.mark.parametrize("size", [320, 416, 640])
def test_a_card_is_found_where_it_lies(turn: float, size: int) -> None:
    quad = toy_quad(300, 220, 90, turn)
    [(found, kind)] = _find([quad], [WHOLE], size)
    assert kind is Kind.WHOLE
    assert likeness(found, quad) > 0.98
    assert width(found) == pytest.approx(90, rel=0.01)


def test_weak_detections_are_dropped_and_the_strongest_comes_first() -> None:
    quads = [toy_quad(100, 100), toy_quad(300, 200), toy_quad(500, 300)]
    found = _find(quads, [COVERED, (0.1, 0.05, 0.02), WHOLE])
    assert [kind for _, kind in found] == [Kind.WHOLE, Kind.COVERED]


def test_the_same_card_found_twice_is_one_card() -> None:
    quad = toy_quad(300, 220, 90, 20)
    found = _find([quad, rotated(quad, 6), quad + np.float32(4)], [WHOLE, COVERED, (0.6, 0.1, 0.0)])
    assert [kind for _, kind in found] == [Kind.WHOLE]


@pytest.mark.parametrize(("dx", "turn"), [(0, 90), (45, 0), (20, 50)])
def test_cards_of_a_pile_are_all_kept(dx: float, turn: float) -> None:
    top = toy_quad(300, 220, 90)
    below = rotated(top + np.array([dx, 0], np.float32), turn)
    assert len(_find([top, below], [WHOLE, COVERED])) == 2


def test_half_a_court_card_inside_a_whole_one_is_not_another_card() -> None:
    whole = toy_quad(300, 220, 90)
    half = toy_quad(300, 220 + 30, 60, 90, 1.45)
    assert len(_find([whole, half], [WHOLE, (0.5, 0.0, 0.0)])) == 1


def test_the_card_s_wholeness_compares_whole_with_covered() -> None:
    found = CardDetector(PlantedDetector([toy_quad(300, 220)], [(0.6, 0.2, 0.0)], 640)).find(toy_table(), 640)
    assert found[0].whole == pytest.approx(0.75)


@pytest.mark.parametrize(
    ("shape", "size", "expected"),
    [
        ((480, 640, 3), 416, (1, 3, 320, 416)),
        ((480, 640, 3), 640, (1, 3, 480, 640)),
        ((2160, 3840, 3), 640, (1, 3, 384, 640)),
        ((640, 480, 3), 416, (1, 3, 416, 320)),
        ((60, 60, 3), 640, (1, 3, 256, 256)),
    ],
)
def test_pictures_are_letterboxed_to_multiples_of_32(
    shape: tuple[int, int, int], size: int, expected: tuple[int, ...]
) -> None:
    batch, scale = letterboxed(np.full(shape, 255, np.uint8), size)
    assert batch.shape == expected
    assert batch.dtype == np.float32
    assert batch.max() == 1
    assert batch[0, :, round(shape[0] * scale) - 1, round(shape[1] * scale) - 1].tolist() == [1, 1, 1]


def test_colours_are_given_to_the_network_red_first() -> None:
    batch, _ = letterboxed(np.full((64, 64, 3), (255, 128, 0), np.uint8), 64)
    assert batch[0, :, 0, 0].tolist() == pytest.approx([0, 128 / 255, 1])


@pytest.mark.parametrize("degrees", [0, 15, 70, 90, 105, 175])
def test_a_box_that_is_exact_mends_axes_that_are_not(degrees: int) -> None:
    turn = np.deg2rad(degrees)
    long_half = (75 * np.array([-np.sin(turn), np.cos(turn)])).astype(np.float32)
    short_half = (50 * np.array([np.cos(turn), np.sin(turn)])).astype(np.float32)
    box = 2 * (np.abs(long_half) + np.abs(short_half))
    longer, shorter = reconciled(long_half * np.float32(1.15), short_half * np.float32(0.8), box)
    before = np.hypot(*(0.15 * long_half)) + np.hypot(*(0.2 * short_half))
    after = np.hypot(*(longer - long_half)) + np.hypot(*(shorter - short_half))
    assert after < 0.9 * before


def test_axes_that_fit_their_box_stay_as_they_are() -> None:
    long_half, short_half = np.array([30, 60], np.float32), np.array([40, -20], np.float32)
    box = 2 * (np.abs(long_half) + np.abs(short_half))
    for before, after in zip((long_half, short_half), reconciled(long_half, short_half, box), strict=True):
        assert np.allclose(before, after, atol=1e-3)
