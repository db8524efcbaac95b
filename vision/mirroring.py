"""Mirroring: noticing a picture that a camera shows the wrong way round, as webcams do in selfie mode.

An upside-down camera needs no notice: cards read the same both ways up.
"""

from dataclasses import replace

import numpy as np

from vision.candidates import liking
from vision.proposals import first_proposals
from vision.quads import card_shaped, rectify_all
from vision.sight import CardSight
from vision.sightings import CardSeen, Image, Quad

_PLAIN_AT_MOST = 0.6
_MIRRORED_FROM = 0.93


def looks_mirrored(image: Image, sight: CardSight) -> bool:
    """Whether the cards of a picture can be read in a mirror and not as they are.

    False for a picture without cards, and where as many cards can be read as they are.
    """
    found = sight.detector.find(image, sight.effort.size)
    quads = [quad for one in found for quad in first_proposals(image, one)[:1] if card_shaped(quad)]
    if not quads:
        return False
    crops = rectify_all(image, quads)
    plain = liking(sight.reader.read_crops(crops))
    turned = liking(sight.reader.read_crops(np.ascontiguousarray(crops[:, :, ::-1])))
    for_mirror = int(((turned >= _MIRRORED_FROM) & (plain <= _PLAIN_AT_MOST)).sum())
    for_plain = int(((plain >= _MIRRORED_FROM) & (turned <= _PLAIN_AT_MOST)).sum())
    return for_mirror > for_plain


def mirrored(image: Image) -> Image:
    """The picture as a mirror shows it."""
    return np.ascontiguousarray(image[:, ::-1])


def mirrored_quad(quad: Quad, wide: int) -> Quad:
    """A quad of the mirrored picture as a quad of the picture itself (`wide` pixels wide), clockwise again."""
    turned = quad * np.array([-1, 1], np.float32) + np.array([wide - 1, 0], np.float32)
    return np.ascontiguousarray(turned[[1, 0, 3, 2]], np.float32)


def see_mirrored(image: Image, sight: CardSight) -> tuple[CardSeen, ...]:
    """The cards of a mirrored picture, with their corners where they are in that picture."""
    wide = image.shape[1]
    return tuple(replace(card, quad=mirrored_quad(card.quad, wide)) for card in sight.see(mirrored(image)))
