"""A doubtful card shown to the detector in other ways."""

import cv2
import numpy as np
import pytest

from tests.vision.toy_cards import lay, toy_quad, toy_table
from vision.closer_looks import closer_quads
from vision.detector import CardDetector, Detection, Kind
from vision.quads import likeness, rotated, scaled, upright
from vision.sightings import Image


class PaperFinder(CardDetector):
    """Takes every patch of white paper for a card."""

    def __init__(self) -> None:
        self.sizes: list[float] = []

    def find(self, image: Image, size: int = 0, threshold: float | None = None) -> tuple[Detection, ...]:
        paper = np.asarray(cv2.inRange(image, np.full(3, 215), np.full(3, 255)), np.uint8)
        patches, _ = cv2.findContours(paper, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
        boxes = [cv2.minAreaRect(patch) for patch in patches if cv2.contourArea(patch) > 300]
        self.sizes += [min(box[1]) for box in boxes]
        return tuple(
            Detection(upright(cv2.boxPoints(box).astype(np.float32)), Kind.WHOLE, 0.9, (0.9, 0.0, 0.0))
            for box in boxes
        )


@pytest.mark.parametrize(("wide", "turn"), [(40, 0), (40, 130), (150, 75)])
def test_every_view_is_told_in_pixels_of_the_picture(wide: float, turn: float) -> None:
    card = toy_quad(300, 220, wide, turn)
    picture = toy_table()
    lay(picture, card)
    finder = PaperFinder()
    quads = closer_quads(picture, rotated(scaled(card, 0.9), 20), finder)
    assert len(quads) == 4
    assert min(likeness(quad, card) for quad in quads) > 0.9
    assert max(finder.sizes) / min(finder.sizes) > 1.5


def test_cards_that_lie_elsewhere_in_the_view_are_left_out() -> None:
    card, other = toy_quad(300, 220, 60), toy_quad(390, 220, 60)
    picture = toy_table()
    for quad in (card, other):
        lay(picture, quad)
    quads = closer_quads(picture, card, PaperFinder())
    assert all(likeness(quad, card) > 0.9 for quad in quads)
    assert closer_quads(toy_table(), card, PaperFinder()) == []
