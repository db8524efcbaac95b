"""Fitting what a probability is worth."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from datasets.evaluation_calibration import Sample, fit, reliability, reliability_table, samples_of_scenes
from datasets.labels import card_label
from datasets.scenes import LabelledCard, write_scene
from vision.acceptance import Acceptance
from vision.sight import CardSight


def _samples(count: int, sharpness: float, loss: float, seed: int = 1) -> list[Sample]:
    """Readings whose true chance of being right follows a known calibration."""
    random = np.random.default_rng(seed)
    truth = Acceptance(sharpness, 0.0, loss, 0.5)
    samples = []
    for _ in range(count):
        probability = float(random.beta(4, 1))
        covered = float(random.choice([0.0, 0.8]))
        right = bool(random.random() < truth.confidence(probability, covered))
        samples.append(Sample(probability, covered, right))
    return samples


@pytest.mark.parametrize(("sharpness", "loss"), [(0.7, 1.0), (1.0, 1.5), (1.6, 2.5)])
def test_a_known_calibration_is_found_again(sharpness: float, loss: float) -> None:
    found = fit(_samples(20000, sharpness, loss), 0.02)
    assert found.sharpness == pytest.approx(sharpness, rel=0.15)
    assert found.covered_loss == pytest.approx(loss, abs=0.35)


def test_a_fitted_calibration_is_reliable_on_other_readings() -> None:
    found = fit(_samples(20000, 0.6, 2.0), 0.02)
    for _, _, count, mean, share in reliability(_samples(20000, 0.6, 2.0, seed=2), found):
        if count > 300:
            assert mean == pytest.approx(share, abs=0.04)


def test_the_threshold_keeps_mistakes_as_rare_as_asked() -> None:
    samples = _samples(20000, 1.0, 1.0)
    strict, loose = fit(samples, 0.01), fit(samples, 0.05)
    assert strict.threshold > loose.threshold
    for acceptance, most in ((strict, 0.01), (loose, 0.05)):
        confidence = [acceptance.confidence(one.probability, one.covered) for one in samples]
        accepted = [
            one for one, sure in zip(samples, confidence, strict=True) if sure >= acceptance.threshold
        ]
        assert np.mean([not one.right for one in accepted]) <= most


def test_names_that_a_corner_shows_have_a_threshold_of_their_own() -> None:
    plain = _samples(20000, 1.0, 1.0)
    shown = [
        replace(one, right=one.right or one.probability > 0.8, shown=0.9)
        for one in _samples(5000, 1.0, 1.0, 2)
    ]
    found = fit([*plain, *shown], 0.01)
    assert found.shown < found.threshold
    assert found.live <= found.threshold
    assert fit(plain, 0.01).shown == fit(plain, 0.01).threshold


def test_a_few_perfect_readings_do_not_make_it_careless() -> None:
    found = fit([Sample(0.99, 0.0, True)] * 30, 0.002)
    assert 0.7 <= found.threshold <= 0.98
    assert found.confidence(0.5) < 0.9


def test_the_table_names_every_class_that_has_readings() -> None:
    text = reliability_table([Sample(0.995, 0.0, True), Sample(0.3, 0.0, False)], Acceptance())
    assert "| 0.00-0.50 | 1 | 0.300 | 0.000 |" in text
    assert "| 0.99-1.00 | 1 | 0.995 | 1.000 |" in text
    assert "| 0.90 | 50.0% | 0 |" in text


def test_cards_of_scenes_are_judged_by_their_corners(
    tmp_path: Path, drawn_card: Callable[[str], np.ndarray]
) -> None:
    table = np.full((400, 400, 3), (90, 120, 60), np.uint8)
    table[88:312, 120:280] = drawn_card("4H")[..., :3]
    corners = np.array([[120, 88], [280, 88], [280, 312], [120, 312]], np.float32)
    for part in ("images", "labels", "quads"):
        (tmp_path / part).mkdir()
    sight = CardSight.shipped(threads=1)
    (seen,) = sight.see(table)
    guess = seen.name or str(seen.alternatives[0][0])
    for name, right in ((guess, True), ("5C" if guess != "5C" else "6C", False)):
        write_scene(tmp_path, "one", table, [LabelledCard("whole", corners, 1.0, card_label(name))])
        assert [sample.right for sample in samples_of_scenes(tmp_path, sight)] == [right]


def test_a_folder_without_scenes_is_named(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="render scenes first"):
        samples_of_scenes(tmp_path, CardSight.shipped(threads=1))
