"""Proposals: the quads of one detection among which the reader chooses.

A detection's parallelogram is seldom exact. The reader recognises a good crop when it sees one, so it is given
several: the cheap ones always, the dear ones when none of those convinced it.
"""

from vision.contours import outlines
from vision.detector import Detection
from vision.edges import fitted
from vision.quads import elongation, quarter_turned, rotated, scaled
from vision.sightings import Image, Quad

_NEAR_SQUARE = 1.25


def first_proposals(image: Image, detection: Detection) -> list[Quad]:
    """The quad with its sides fitted to the card's edges, and as it was found; sideways too when near square."""
    sharp = fitted(image, detection.quad)
    quads = [sharp.quad]
    if sharp.support > 0:
        quads.append(detection.quad)
    return quads + [quarter_turned(quad) for quad in quads[:1] if elongation(quad) < _NEAR_SQUARE]


def more_proposals(image: Image, detection: Detection) -> list[Quad]:
    """Turned and resized starts, each fitted again, and outlines inside the box; sideways where near square."""
    quad = detection.quad
    starts = [rotated(quad, angle) for angle in (-12.0, 12.0, -25.0, 25.0)]
    starts += [scaled(quad, factor) for factor in (0.88, 1.14)]
    quads = [fitted(image, start).quad for start in starts]
    quads += [fitted(image, outline, (0.06,)).quad for outline in outlines(image, quad)]
    return quads + [quarter_turned(each) for each in [*quads, quad] if elongation(each) < _NEAR_SQUARE]
