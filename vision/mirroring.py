"""Mirroring: noticing a picture that a camera shows the wrong way round, as webcams do in selfie mode.

An upside-down camera needs no notice: cards read the same both ways up.
"""

import math
from dataclasses import replace

import numpy as np

from vision.deck_language import INDICES
from vision.proposals import first_proposals
from vision.quads import card_shaped, rectify_all
from vision.reader import CARD
from vision.sight import CardSight
from vision.sightings import CardSeen, Image, Quad

LEAST_EVIDENCE = 0.4
"""From so much evidence on a picture is a mirror image."""
_OF_ONE_CARD = 2.0
_LEAST_CARD = 0.8
_UNLIKELY = 1e-3


def looks_mirrored(image: Image, sight: CardSight) -> bool:
    """Whether the cards of a picture look more like cards seen in a mirror than as they are.

    False for a picture without cards, and for one of cards that hardly differ from their mirror images.
    """
    return sum(mirror_evidence(image, sight).values()) > LEAST_EVIDENCE


def mirror_evidence(image: Image, sight: CardSight) -> dict[str, float]:
    """How much likelier the cards of a picture are in a mirror, by their index: the logarithm of a ratio, -2 to 2.

    Pips look the same in a mirror; the letters and digits in the corners do not, and they lie in the wrong corners.
    So what counts is how surely each is a card with one certain index. Cards that cannot be read either way say
    nothing, and of cards with the same index the one that says most counts.
    """
    found = sight.detector.find(image, sight.effort.size)
    quads = [quad for one in found for quad in first_proposals(image, one)[:1] if card_shaped(quad)]
    if not quads:
        return {}
    crops = rectify_all(image, quads)
    plain = sight.reader.read_crops(crops)
    turned = sight.reader.read_crops(np.ascontiguousarray(crops[:, :, ::-1]))
    evidence: dict[str, float] = {}
    for row, index in enumerate(np.maximum(plain.index, turned.index).argmax(axis=1)):
        as_it_is, in_a_mirror = (
            max(float(one.kind[row, CARD] * one.index[row, index]), _UNLIKELY) for one in (plain, turned)
        )
        if max(as_it_is, in_a_mirror) < _LEAST_CARD:
            continue
        told = max(-_OF_ONE_CARD, min(_OF_ONE_CARD, math.log(in_a_mirror / as_it_is)))
        evidence[INDICES[index]] = max(evidence.get(INDICES[index], 0.0), told, key=abs)
    return evidence


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
