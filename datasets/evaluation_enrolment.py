"""Enrolment measured: some photographs of a pack are shown, the others are read."""

import zlib
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from datasets.evaluation_labels import LabelKind, LabelledPhoto, Truth
from datasets.evaluation_scoring import Outcome, ScoredPhoto, scored
from referee.cards import Card
from vision.enrolment import EnrolledDeck, knowing
from vision.photographs import open_photograph
from vision.proposals import first_proposals, more_proposals
from vision.quads import card_shaped, outside_share, rectify, rotated, scaled
from vision.reader import column_of
from vision.sight import CardSight
from vision.sightings import BACK, Image, Quad

_FAINT = 0.08
_INDEX_PLACES = np.array([[0.1, 0.13], [0.9, 0.87]])
_CORNER_SLACK = 0.08


@dataclass(frozen=True)
class Enrolled:
    """A pack that was enrolled from some photographs, those photographs, and the ones left to be read."""

    deck: EnrolledDeck
    shown: tuple[LabelledPhoto, ...]
    left: tuple[LabelledPhoto, ...]


def enrolled_from(photos: Sequence[LabelledPhoto], sight: CardSight, shots: int) -> Enrolled:
    """Enrols up to `shots` pictures of each card.

    The photographs are taken in an order that their names decide. One is left for reading when each of its cards
    has been shown often enough, or when it is the only one left of a card that has been shown at all.
    """
    remaining: dict[str, int] = defaultdict(int)
    for photo in photos:
        for truth in photo.cards:
            remaining[truth.name] += 1
    counts: dict[str, int] = defaultdict(int)
    deck = EnrolledDeck(photos[0].set)
    shown, left = [], []
    for photo in sorted(photos, key=lambda one: zlib.crc32(one.file.encode())):
        names = {truth.name for truth in photo.cards} - {BACK}
        wanted = {
            name for name in names if counts[name] < shots and (counts[name] == 0 or remaining[name] > 1)
        }
        for truth in photo.cards:
            remaining[truth.name] -= 1
        crops = _crops(photo, sight) if wanted else {}
        if not wanted & set(crops):
            left.append(photo)
            continue
        shown.append(photo)
        for name, crop in crops.items():
            counts[name] += 1
            deck = deck.shown(Card.parse(name), crop)
    return Enrolled(deck, tuple(shown), tuple(left))


def enrolment_table(photos: Sequence[LabelledPhoto], sight: CardSight, shots: int) -> str:
    """What is read of a pack's other photographs before and after it was enrolled, as a Markdown table.

    Where there is but one photograph of each card none is left to be read; then the same ones are read as another
    camera in other light would have taken them, and the table says so.
    """
    result = enrolled_from(photos, sight, shots)
    again = not result.left
    left = result.shown if again else result.left
    after = knowing(sight, result.deck)
    rows = [
        f"{result.deck.name}: {len(result.deck.cards)} cards enrolled from {len(result.shown)} photographs, "
        f"{len(left)} {'of them taken again' if again else 'others'} to read (whole cards that were enrolled)",
        "",
        "| reader | cards | right | wrong | refused | missed | invented |",
        "| --- | ---: | ---: | ---: | ---: | ---: | ---: |",
    ]
    for name, each in (("as shipped", sight), ("after enrolment", after)):
        scores = [scored(photo, each.see(_picture(photo, again))) for photo in left]
        rows.append(_row(name, scores, result.deck))
    return "\n".join(rows)


def _picture(photo: LabelledPhoto, again: bool) -> Image:
    """The photograph, or the same scene from another angle and distance, in other light, less sharp."""
    image = open_photograph(photo.path)
    if not again:
        return image
    random = np.random.default_rng(zlib.crc32(photo.file.encode()))
    high, wide = image.shape[:2]
    corners = np.array([[0, 0], [wide, 0], [wide, high], [0, high]], np.float32)
    turned = rotated(corners, float(random.uniform(-25, 25)))
    target = scaled(turned, float(random.uniform(0.45, 0.75)))
    target = target + random.normal(0, 0.03 * wide, (4, 2)).astype(np.float32)
    mapping = cv2.getPerspectiveTransform(corners, target.astype(np.float32))
    taken = cv2.warpPerspective(image, mapping, (wide, high), borderMode=cv2.BORDER_REPLICATE)
    taken = cv2.GaussianBlur(taken, (0, 0), float(random.uniform(0.5, 1.3)))
    values = taken.astype(np.float32) * random.uniform(0.55, 1.15) * random.uniform(0.92, 1.08, 3)
    return np.clip(values + random.normal(0, 5, values.shape), 0, 255).astype(np.uint8)


def _row(name: str, scores: Sequence[ScoredPhoto], deck: EnrolledDeck) -> str:
    cards = [
        card
        for photo in scores
        for card in photo.judged
        if card.truth.name != BACK
        and Card.parse(card.truth.name) in deck.cards
        and (photo.photo.kind is not LabelKind.CORNERS or card.free_indices >= 2)
    ]
    counts = [sum(card.outcome is outcome for card in cards) for outcome in Outcome]
    shares = " | ".join(f"{count} ({count / max(1, len(cards)):.1%})" for count in counts)
    return f"| {name} | {len(cards)} | {shares} | {sum(len(photo.invented) for photo in scores)} |"


def _crops(photo: LabelledPhoto, sight: CardSight) -> dict[str, Image]:
    """Upright crops of the labelled cards of a photograph, as far as their corners can be found and checked."""
    image = open_photograph(photo.path)
    quads = [
        quad
        for one in sight.detector.find(image, sight.effort.size, _FAINT)
        for quad in (*first_proposals(image, one), *more_proposals(image, one))
        if card_shaped(quad) and outside_share(quad, image.shape) < 0.05
    ]
    if not quads:
        return {}
    if photo.kind is LabelKind.SINGLE:
        return {photo.cards[0].name: rectify(image, _whole_card(image, quads, photo.cards[0], sight))}
    found = {truth.name: _between_indices(truth, quads) for truth in photo.cards if truth.name != BACK}
    return {name: rectify(image, quad) for name, quad in found.items() if quad is not None}


def _whole_card(image: Image, quads: Sequence[Quad], truth: Truth, sight: CardSight) -> Quad:
    """Of a lone card's quads the one that the reader finds most card-like, best of all the labelled card."""
    readings = sight.reader.read(image, quads)
    table = readings.faces({})
    liking = readings.kind[:, :2].sum(axis=1) + table[:, column_of(Card.parse(truth.name))]
    return quads[int(np.argmax(liking))]


def _between_indices(truth: Truth, quads: Sequence[Quad]) -> Quad | None:
    """The quad that has both labelled indices of a card in opposite corners, where a card has them."""
    if len(truth.boxes) != 2:
        return None
    marks = np.array([[[(x1 + x2) / 2, (y1 + y2) / 2] for x1, y1, x2, y2 in truth.boxes]], np.float32)
    fits = [_slack(quad, marks) for quad in quads]
    best = int(np.argmin(fits))
    return quads[best] if fits[best] < _CORNER_SLACK else None


def _slack(quad: Quad, marks: np.ndarray[tuple[int, ...], np.dtype[np.float32]]) -> float:
    unit = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)
    inside = cv2.perspectiveTransform(marks, cv2.getPerspectiveTransform(quad, unit))[0]
    return float(np.abs(inside[np.argsort(inside[:, 1])] - _INDEX_PLACES).max())
