"""Reading the hands left at the end of a round from photographs, with what the pile tells about them."""

from __future__ import annotations

from collections import Counter
from typing import Any

from referee.cards import FACES, JOKER, Card
from referee.state import MatchState
from vision.hand_scan import HandCard, scan_hand
from vision.sight import CardSight, Sight
from vision.sightings import CardSeen, Image

Json = dict[str, Any]


def read_hand(image: Image, sight: Sight, state: MatchState | None) -> Json:
    """The cards of a photographed hand with corners as fractions of the picture, and what is doubtful about them.

    Cards of which every copy lies in the pile are not taken for read.
    """
    packs, jokers = 1, 3
    possible: set[Card] | None = None
    if state is not None:
        packs, jokers = state.rules.packs_for(len(state.players)), state.rules.jokers
        if state.round is not None:
            possible = cards_left(state.round.discard, packs, jokers)
    if isinstance(sight, CardSight):
        found: list[HandCard | CardSeen] = list(
            scan_hand(image, sight, possible, packs, packs * jokers).cards
        )
    else:
        found = [card for card in sight.see(image) if not card.back]
    height, width = image.shape[:2]
    rows = []
    for card in found:
        row = card.to_json()
        row["quad"] = [[round(float(x) / width, 4), round(float(y) / height, 4)] for x, y in card.quad]
        rows.append(row)
    unread = sum(row["card"] is None for row in rows)
    warnings: list[Json] = []
    if not rows:
        warnings.append({"code": "no-card", "params": {}})
    if unread:
        warnings.append({"code": "unread-cards", "params": {"count": unread}})
    return {"cards": rows, "warnings": warnings}


def cards_left(discard: tuple[Card, ...], packs: int, jokers: int) -> set[Card]:
    """The cards of which at least one copy does not lie in the pile."""
    lying = Counter(discard)
    return {card for card in FACES if lying[card] < packs * (jokers if card == JOKER else 1)}
