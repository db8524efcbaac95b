"""Closer looks: a doubtful card shown to the detector again, alone, larger and turned.

How exactly the detector finds a card's corners depends on how large the card is in its picture and which way it
lies there. Seen in a few other ways, a card of which one view was poor mostly has one that is good.
"""

import cv2
import numpy as np

from vision.detector import CardDetector
from vision.quads import height, likeness
from vision.sightings import Image, Quad

_VIEWS = ((3.0, 0.0), (2.2, 90.0), (2.2, 45.0), (1.6, 30.0))
"""Side of the view in card heights, and by how many degrees it is turned."""
_SIDE = 416
_FAINTEST = 0.1
_SAME_CARD = 0.3
_OF_EACH_VIEW = 2
_GREY = (114, 114, 114)


def closer_quads(image: Image, quad: Quad, detector: CardDetector) -> list[Quad]:
    """Where a card that was found roughly at `quad` lies as other views of it say, in pixels of the picture."""
    quads = []
    for room, turn in _VIEWS:
        mapping = _view(quad, room, turn)
        how = cv2.INTER_AREA if mapping[0, 0] ** 2 + mapping[0, 1] ** 2 < 1 else cv2.INTER_LINEAR
        shown = cv2.warpAffine(image, mapping, (_SIDE, _SIDE), flags=how, borderValue=_GREY)
        back = cv2.invertAffineTransform(mapping)
        found = detector.find(np.asarray(shown, np.uint8), _SIDE, _FAINTEST)
        there = [(one.quad @ back[:, :2].T + back[:, 2]).astype(np.float32) for one in found]
        quads += [one for one in there if likeness(one, quad) > _SAME_CARD][:_OF_EACH_VIEW]
    return quads


def _view(quad: Quad, room: float, turn: float) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    """The 2 x 3 map that draws the surroundings of a quad into a square, turned about its middle."""
    x, y = (float(value) for value in quad.mean(axis=0))
    mapping = cv2.getRotationMatrix2D((x, y), turn, _SIDE / max(room * height(quad), 1.0))
    mapping[:, 2] += np.array([_SIDE / 2 - x, _SIDE / 2 - y])
    return np.asarray(mapping, np.float64)
