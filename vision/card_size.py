"""Card size: how large the cards of one pile look, and how obliquely, told by those that lie there already."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from vision.quads import likeness
from vision.sightings import Quad

WIDE, TALL = 20, 29
"""A card's width and height in card units."""
MISFIT = 0.12
"""A card's side may seem so much longer or shorter than the pile's cards have it, as a share."""
FEWEST = 3
"""With fewer cards a size is hearsay."""
_ALIKE = 0.85

Plane = NDArray[np.float64]


def fitting_places(new: Sequence[Quad], lying: Sequence[Quad]) -> list[Quad]:
    """Where cards may lie that were found in quads which have not the size of the cards under them.

    new: quads of cards just found. lying: quads of cards of the pile, in pixels of the same picture. Nothing where
    the new ones fit, or the pile is too small to tell.
    """
    if len(lying) < FEWEST:
        return []
    plane = plane_of(lying)
    return [place for quad in new if misfits(quad, plane) for place in resized(quad, plane)]


def plane_of(quads: Sequence[Quad]) -> Plane:
    """The 2 x 2 map from card units (a card is 20 wide and 29 high) to pixels that fits most of the quads, however
    each is turned. Of several quads the half that agrees best decides: now and then one ends at a pip."""
    metrics = np.array([_metric(quad.astype(np.float64)) for quad in quads])
    apart = np.linalg.norm(metrics[:, None] - metrics[None], axis=(2, 3)).sum(axis=1)
    middle = metrics[int(np.argmin(apart))]
    nearest = np.argsort(np.linalg.norm(metrics - middle, axis=(1, 2)), kind="stable")[: len(quads) // 2 + 1]
    return np.asarray(np.linalg.cholesky(metrics[nearest].mean(axis=0) + 1e-9 * np.eye(2)), np.float64)


def sides(quad: Quad, plane: Plane) -> tuple[float, float]:
    """How wide and how high a quad is compared with a card of the pile, 1 being the same."""
    across, down = _axes(quad, plane)
    return float(np.linalg.norm(across)) / WIDE, float(np.linalg.norm(down)) / TALL


def misfits(quad: Quad, plane: Plane) -> bool:
    """Whether a quad is no card of the pile's size: it ends too early, or holds more than the card."""
    return max(abs(side - 1) for side in sides(quad, plane)) > MISFIT


def resized(quad: Quad, plane: Plane) -> list[Quad]:
    """The quads of the pile's card size that share a corner and the turn with this one."""
    across, down = _axes(quad, plane)
    steps = (
        across / max(float(np.linalg.norm(across)), 1e-9) * WIDE,
        down / max(float(np.linalg.norm(down)), 1e-9) * TALL,
    )
    found: list[Quad] = []
    for number, (right, lower) in enumerate(((0, 0), (1, 0), (1, 1), (0, 1))):
        shape = np.array([(x - right) * steps[0] + (y - lower) * steps[1] for x, y in _CORNERS])
        placed = (shape @ plane.T + quad[number]).astype(np.float32)
        if all(likeness(placed, other) < _ALIKE for other in found):
            found.append(placed)
    return found


_CORNERS = ((0, 0), (1, 0), (1, 1), (0, 1))


def _axes(quad: Quad, plane: Plane) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """A quad's width and height as vectors in card units."""
    flat = quad.astype(np.float64) @ np.linalg.inv(plane).T
    return (flat[1] - flat[0] + flat[2] - flat[3]) / 2, (flat[3] - flat[0] + flat[2] - flat[1]) / 2


def _metric(corners: NDArray[np.float64]) -> Plane:
    """What a quad says of the plane, the same for every turn of the card."""
    across = (corners[1] - corners[0] + corners[2] - corners[3]) / 2 / WIDE
    down = (corners[3] - corners[0] + corners[2] - corners[1]) / 2 / TALL
    axes = np.stack([across, down], axis=1)
    return np.asarray(axes @ axes.T, np.float64)
