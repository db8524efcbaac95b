"""What a camera makes of a picture: drawn by lot, the same lot the same picture."""

import random

import cv2
import numpy as np
import pytest

from datasets.photometry import mended, photographed


def card() -> np.ndarray:
    """White, with a black block, 90 x 60."""
    picture = np.full((90, 60, 3), 200, np.uint8)
    cv2.rectangle(picture, (20, 30), (40, 60), (20, 20, 20), -1)
    return picture


@pytest.mark.parametrize("seed", range(20))
def test_a_photograph_has_the_size_of_what_it_shows_and_can_be_taken_again(seed: int) -> None:
    taken = [photographed(card().astype(np.float32), random.Random(seed)) for _ in range(2)]
    assert taken[0].shape == (90, 60, 3)
    assert taken[0].dtype == np.uint8
    assert np.array_equal(*taken)


def test_a_webcam_draws_seams_along_edges_and_gives_grey_no_colour() -> None:
    pictures = [mended(card(), random.Random(seed)) for seed in range(40)]
    assert all(np.ptp(picture.astype(int), axis=2).max() <= 2 for picture in pictures)
    seams = [int(picture[:, 10:20].max()) - 200 for picture in pictures]
    assert min(seams) < 8 < max(seams)
    assert all(int(picture[45, 30].max()) < 60 for picture in pictures), "what is black stays so"


def test_a_webcam_melts_specks() -> None:
    rng = np.random.default_rng(1)
    noisy = np.clip(card() + rng.normal(0, 9, (90, 60, 3)), 0, 255).astype(np.uint8)
    rough = [float(mended(noisy, random.Random(seed))[5:25, 5:55].std()) for seed in range(40)]
    assert np.median(rough) < 0.9 * float(noisy[5:25, 5:55].std())
