"""The corner reader held against corners whose index is known."""

from collections.abc import Mapping

import numpy as np

from datasets.corner_crops import CornerMaker
from datasets.evaluation_corners import corner_outcomes, corners_table
from datasets.face_pool import FacePool
from datasets.labels import INDICES
from datasets.surfaces import Surfaces
from tests.datasets.drawn_decks import drawn_deck
from vision.corner_reader import CornerReader
from vision.networks import Floats

MAKER = CornerMaker(FacePool([drawn_deck()]), Surfaces(()))


class AlwaysKingOfSpades:
    """A network that is sure of one card whatever it is shown."""

    def run(self, batch: Floats) -> Mapping[str, Floats]:
        def row(size: int, at: int) -> Floats:
            return np.tile(np.eye(size, dtype=np.float32)[at] * 12, (len(batch), 1))

        return {"kind": row(4, 0), "index": row(len(INDICES), INDICES.index("K")), "suit": row(4, 3)}


def test_what_is_said_of_corners_is_right_wrong_or_made_up() -> None:
    results = {one.kind: one for one in corner_outcomes(MAKER, CornerReader(AlwaysKingOfSpades()), 300)}
    courts, pips, nothing = results["court"], results["2 to 10"], results["no index"]
    assert courts.right is not None
    assert courts.index is not None
    assert 0 < courts.right < courts.index < 0.7
    assert courts.right + courts.wrong == 1
    assert (pips.index, pips.right, pips.wrong) == (0, 0, 1)
    assert (nothing.index, nothing.suit, nothing.right, nothing.wrong) == (None, None, None, 1)
    assert sum(one.corners for one in results.values()) == 300
    assert "| no index |" in corners_table(list(results.values()))
