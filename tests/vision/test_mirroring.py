"""Pictures the wrong way round."""

from collections.abc import Mapping

import cv2
import numpy as np
import pytest

from tests.vision.toy_cards import ColourReader, PlantedDetector, lay, toy_quad, toy_table
from vision.detector import CardDetector
from vision.mirroring import looks_mirrored, mirrored, mirrored_quad, see_mirrored
from vision.networks import Floats
from vision.quads import is_convex, likeness
from vision.reader import CardReader
from vision.sight import CardSight
from vision.sightings import Image, Quad


class CornerReader(ColourReader):
    """Reads a toy card by its middle, but only when the dark mark is in the top left corner or its opposite."""

    def run(self, batch: Floats) -> Mapping[str, Floats]:
        out = dict(super().run(batch))
        right = (
            batch[:, :, 4:18, 4:14].mean(axis=(1, 2, 3))
            < batch[:, :, 4:18, -14:-4].mean(axis=(1, 2, 3)) - 0.2
        )
        out["kind"] = np.where(right[:, None], out["kind"], np.array([[0, 0, 0, 9]], np.float32))
        return out


def _table(quad: Quad) -> Image:
    image = toy_table()
    lay(image, quad, (0, 0, 220))
    for corner, opposite in ((0, 2), (2, 0)):
        place = quad[corner] * 0.88 + quad[opposite] * 0.12
        cv2.circle(image, tuple(int(value) for value in place), 9, (20, 20, 20), -1)
    return image


def _sight(quad: Quad) -> CardSight:
    return CardSight(
        CardDetector(PlantedDetector([quad], [(0.9, 0.0, 0.0)], 640)), CardReader(CornerReader())
    )


@pytest.mark.parametrize("turn", [0, 30, -75])
def test_a_mirror_image_is_noticed_and_read_the_right_way_round(turn: float) -> None:
    quad = toy_quad(250, 230, 110, turn)
    image = _table(quad)
    reverse = mirrored_quad(quad, image.shape[1])
    assert not looks_mirrored(image, _sight(quad))
    assert looks_mirrored(mirrored(image), _sight(reverse))
    [card] = see_mirrored(mirrored(image), _sight(quad))
    assert card.name == "AH"
    assert likeness(card.quad, reverse) > 0.93
    assert is_convex(card.quad)


def test_a_table_without_cards_is_no_mirror_image() -> None:
    empty = CardSight(CardDetector(PlantedDetector([], [], 640)), CardReader(CornerReader()))
    assert not looks_mirrored(toy_table(), empty)


def test_mirroring_twice_changes_nothing() -> None:
    quad = toy_quad(250, 230, 110, 20)
    assert mirrored_quad(mirrored_quad(quad, 640), 640) == pytest.approx(quad, abs=1e-3)
    image = toy_table()
    assert (mirrored(mirrored(image)) == image).all()
