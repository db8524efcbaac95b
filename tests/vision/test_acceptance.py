"""When a reading is sure enough."""

from pathlib import Path

import numpy as np
import pytest

from vision.acceptance import Acceptance, acceptance_beside, write_acceptance


def test_the_plain_calibration_keeps_the_reader_s_probability() -> None:
    for probability in (0.0, 0.01, 0.5, 0.9, 1.0):
        assert Acceptance().confidence(probability) == pytest.approx(probability, abs=1e-5)


def test_sharpening_moves_confidence_away_from_even_odds() -> None:
    sharp = Acceptance(sharpness=2.0)
    assert sharp.confidence(0.8) > 0.9
    assert sharp.confidence(0.2) < 0.1
    assert sharp.confidence(0.5) == pytest.approx(0.5)


def test_a_card_that_looks_covered_is_believed_less() -> None:
    acceptance = Acceptance(covered_loss=3.0)
    assert acceptance.confidence(0.95, 0.0) == pytest.approx(0.95)
    assert acceptance.confidence(0.95, 0.6) < 0.8


def test_calibrated_rows_stay_probabilities_and_keep_their_order() -> None:
    row = np.array([[0.7, 0.2, 0.1, 0.0]])
    found = Acceptance(sharpness=0.5).calibrated(row)
    assert found.sum() == pytest.approx(1)
    assert list(np.argsort(-found[0])) == [0, 1, 2, 3]
    assert found[0, 0] < 0.7


def test_the_numbers_lie_beside_the_weights(tmp_path: Path) -> None:
    weights = tmp_path / "reader.onnx"
    assert acceptance_beside(weights) == Acceptance()
    stored = Acceptance(1.25, -0.5, 2.0, 0.9, 0.88, 0.86, 0.98)
    write_acceptance(stored, weights)
    assert acceptance_beside(weights) == stored


@pytest.mark.parametrize("text", ["{", "[1, 2]", '{"threshold": "high"}', '{"threshold": null}'])
def test_a_damaged_file_is_named(tmp_path: Path, text: str) -> None:
    (tmp_path / "acceptance.json").write_text(text)
    with pytest.raises(ValueError, match=r"acceptance\.json is damaged"):
        acceptance_beside(tmp_path / "reader.onnx")
