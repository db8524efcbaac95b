"""Acceptance: when a reading is sure enough to be said aloud.

The numbers were fitted on photographs and renders held back from training (`datasets.evaluation` makes them
again); they lie beside the reader's weights.
"""

import json
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True)
class Acceptance:
    """How the reader's own probability becomes a confidence, and from where on it is believed.

    sharpness and offset: confidence = logistic(sharpness x log-odds + offset - covered_loss x covered share).
    threshold: lowest confidence of an accepted card. live: the same at a table that is watched, where several pictures
    in a row must say the same. shown: the same for a card whose corner, looked at by itself, shows index and suit.
    joker: the same for a joker, whose looks vary without end, so that almost any picture on a card-sized paper has
    something of one.
    """

    sharpness: float = 1.0
    offset: float = 0.0
    covered_loss: float = 1.5
    threshold: float = 0.85
    live: float = 0.85
    shown: float = 0.85
    joker: float = 0.97

    def confidence(self, probability: float, covered: float = 0.0) -> float:
        """Calibrated probability that a reading is right.

        probability: the reader's own, 0..1. covered: how much of the card may be covered, 0..1.
        """
        clipped = min(max(probability, 1e-6), 1 - 1e-6)
        odds = float(np.log(clipped / (1 - clipped)))
        return float(1 / (1 + np.exp(-(self.sharpness * odds + self.offset - self.covered_loss * covered))))

    def accepting(self, threshold: float) -> "Acceptance":
        """The same calibration with one other threshold, whatever the corners show."""
        return replace(self, threshold=threshold, live=threshold, shown=threshold)

    def calibrated(self, table: NDArray[np.float64]) -> NDArray[np.float64]:
        """Probabilities (rows add up to 1) made as sharp or as soft as the confidence is."""
        powers = np.maximum(table, 1e-12) ** self.sharpness
        return np.asarray(powers / powers.sum(axis=-1, keepdims=True), np.float64)


def acceptance_beside(weights: Path) -> Acceptance:
    """The numbers in `acceptance.json` beside a file of reader weights; the usual ones where there is none.

    Raises ValueError when the file holds something else.
    """
    file = weights.with_name("acceptance.json")
    if not file.is_file():
        return Acceptance()
    known = {field.name for field in fields(Acceptance)}
    try:
        values = json.loads(file.read_text(encoding="utf-8"))
        return Acceptance(**{name: float(value) for name, value in values.items() if name in known})
    except (ValueError, AttributeError, TypeError) as error:
        raise ValueError(f"{file} is damaged: install Scheids again.") from error


def write_acceptance(acceptance: Acceptance, weights: Path) -> None:
    """Stores the numbers beside a file of reader weights."""
    text = json.dumps({name: round(value, 4) for name, value in asdict(acceptance).items()}, indent=2)
    weights.with_name("acceptance.json").write_text(text + "\n", encoding="utf-8")
