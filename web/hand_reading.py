"""Reading the hands left at the end of a round from photographs, with what the pile tells about them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from referee.cards import FACES, JOKER, Card
from referee.state import MatchState
from vision.hand_scan import HandCard, HandScan, agreed, scan_hand
from vision.sight import CardSight, Sight
from vision.sightings import Image

Json = dict[str, Any]
_SURELY_THE_TOP = 0.5


def read_hand(image: Image, sight: Sight, state: MatchState | None) -> Json:
    """The cards of a photographed hand with corners as fractions of the picture, and what is doubtful about them.

    Cards of which every copy lies in the pile are not taken for read.
    """
    return _told(_scan(image, sight, state), image)


def read_hand_at_table(images: Iterable[Image], sight: Sight, state: MatchState | None) -> Json:
    """The same from several pictures of the table's camera: what most of them agree on. Two that read the same cards
    and leave none open are enough; no more pictures are taken then.

    The pile may lie in sight: its top card is left out. Raises ValueError when there is no picture.
    """
    top = None if state is None or state.round is None else state.round.top
    scans: list[HandScan] = []
    last: Image | None = None
    for image in images:
        last = image
        scans.append(_without_pile(_scan(image, sight, state), top))
        if len(scans) == 2 and _alike(*scans):
            break
    if last is None:
        raise ValueError("the camera gave no picture")
    return _told(agreed(scans), last)


def _alike(one: HandScan, other: HandScan) -> bool:
    return not one.unread and not other.unread and Counter(one.read) == Counter(other.read)


def _scan(image: Image, sight: Sight, state: MatchState | None) -> HandScan:
    packs, jokers = 1, 3
    possible: set[Card] | None = None
    if state is not None:
        packs, jokers = state.rules.packs_for(len(state.players)), state.rules.jokers
        if state.round is not None:
            possible = cards_left(state.round.discard, packs, jokers)
    if isinstance(sight, CardSight):
        return scan_hand(image, sight, possible, packs, packs * jokers)
    return HandScan(
        tuple(
            HandCard(one.face, one.confidence, one.quad, reason=one.reason, alternatives=one.alternatives)
            for one in sight.see(image)
            if not one.back
        )
    )


def _without_pile(scan: HandScan, top: Card | None) -> HandScan:
    """Without the card that is not read only because it lies on top of the pile."""
    for one in scan.unread:
        if one.alternatives and one.alternatives[0][0] == top and one.alternatives[0][1] >= _SURELY_THE_TOP:
            return replace(scan, cards=tuple(other for other in scan.cards if other is not one))
    return scan


def _told(scan: HandScan, image: Image) -> Json:
    height, width = image.shape[:2]
    rows = []
    for card in scan.cards:
        row = card.to_json()
        row["quad"] = [[round(float(x) / width, 4), round(float(y) / height, 4)] for x, y in card.quad]
        rows.append(row)
    warnings: list[Json] = []
    if not rows:
        warnings.append({"code": "no-card", "params": {}})
    if scan.unread:
        warnings.append({"code": "unread-cards", "params": {"count": len(scan.unread)}})
    return {"cards": rows, "warnings": warnings}


def cards_left(discard: tuple[Card, ...], packs: int, jokers: int) -> set[Card]:
    """The cards of which at least one copy does not lie in the pile."""
    lying = Counter(discard)
    return {card for card in FACES if lying[card] < packs * (jokers if card == JOKER else 1)}
