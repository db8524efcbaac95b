"""Training of the corner reader: `python -m datasets.train_corners --artwork artwork --into runs/corners --minutes 60`.

It goes like that of the card reader (`datasets.train_reader`), on patches of 96 x 64 pixels that show a corner only.
"""

from __future__ import annotations

import argparse
import functools
import random
from pathlib import Path

from datasets.crop_stream import CropMixture, CropStream, MakesCrops
from datasets.reader_network import corner_network
from datasets.train_reader import add_options, begun, train
from vision.corners import PATCH_HEIGHT, PATCH_WIDTH


def _build(
    artwork: Path, photos: Path, procedural: int, seed: int, real: Path | None, real_share: float
) -> MakesCrops:
    from datasets.corner_crops import CornerMaker, RealCorners
    from datasets.distractors import distractor_art
    from datasets.materials import face_pool
    from datasets.surfaces import Surfaces

    drawn = CornerMaker(
        face_pool(artwork, procedural, seed),
        Surfaces.load(photos / "backgrounds"),
        distractor_art(random.Random(seed), 120),
    )
    if real is None:
        return drawn
    return CropMixture([drawn, RealCorners.load(real)], [1 - real_share, real_share])


def main() -> None:
    parser = argparse.ArgumentParser(description="Train the corner reader.")
    add_options(parser, Path("runs/corners"))
    given = parser.parse_args()
    training = begun(given, corner_network)
    build = functools.partial(
        _build, given.artwork, given.photos, given.procedural, given.seed, given.real, given.real_share
    )
    shape = (PATCH_HEIGHT, PATCH_WIDTH)
    with CropStream(
        build, given.into, given.makers, reuse=given.reuse, seed=given.seed, shape=shape
    ) as stream:
        train(training, stream, turning=False)


if __name__ == "__main__":
    main()
