"""Where a new card lies, found from what changed."""

import cv2
import numpy as np
import pytest

from tests.vision.toy_cards import toy_quad
from vision.quads import likeness, width
from vision.sightings import Quad
from vision.silhouette import fresh_places
from vision.stillness import CoarseView, Grey

SIZE = (240, 320)


def table() -> Grey:
    speckle = np.random.default_rng(3).normal(0, 1, SIZE)
    return np.asarray(cv2.GaussianBlur(90 + 6 * speckle, (3, 3), 0), np.float32)


def with_card(grey: Grey, quad: Quad, pips: int) -> Grey:
    """White paper with a thin shadow around it and a few dark pips: on another card only those differ."""
    drawn = grey.copy()
    corners = np.rint(quad * 16).astype(np.int32)
    cv2.fillConvexPoly(drawn, corners, 228.0, cv2.LINE_AA, 4)
    cv2.polylines(drawn, [corners], True, 196.0, 1, cv2.LINE_AA, 4)
    rng = np.random.default_rng(pips)
    for _ in range(pips):
        across, down = rng.uniform(0.15, 0.85, 2)
        place = quad[0] + across * (quad[1] - quad[0]) + down * (quad[3] - quad[0])
        cv2.circle(drawn, (int(place[0]), int(place[1])), 3, 60.0, -1, cv2.LINE_AA)
    return np.asarray(drawn, np.float32)


def seen(grey: Grey) -> np.ndarray:
    return np.repeat(np.clip(grey, 0, 255).astype(np.uint8)[..., None], 3, axis=2)


def found(before: Grey, after: Grey, lying: list[Quad]) -> list[Quad]:
    view = CoarseView(seen(before), 0.0)
    view.take(seen(after), 1.0)
    return fresh_places(view.changed(), view.settled, view.grey, lying)


OLD = toy_quad(150, 120, 44, 20)


@pytest.mark.parametrize(
    ("x", "y", "angle"), [(160, 112, 65), (138, 131, -30), (150, 121, 108), (165, 128, 24)]
)
def test_white_on_white_a_new_card_is_found_by_its_pips_and_its_new_border(
    x: float, y: float, angle: float
) -> None:
    new = toy_quad(x, y, 44, angle)
    before = with_card(table(), OLD, 5)
    places = found(before, with_card(before, new, 8), [OLD])
    assert len(places) == 1
    assert likeness(places[0], new) > 0.75
    assert width(places[0]) == pytest.approx(44, rel=0.1)


def test_a_card_seen_obliquely_is_found_at_any_turn() -> None:
    squeeze = np.array([1.0, 0.7], np.float32)
    old, new = OLD * squeeze, (toy_quad(158, 118, 44, 95) * squeeze).astype(np.float32)
    before = with_card(table(), old, 5)
    places = found(before, with_card(before, new, 8), [old])
    assert likeness(places[0], new) > 0.7


def test_nothing_is_found_without_change_or_without_a_known_size() -> None:
    before = with_card(table(), OLD, 5)
    assert found(before, before, [OLD]) == []
    assert found(before, with_card(before, toy_quad(160, 112, 44, 65), 8), []) == []
