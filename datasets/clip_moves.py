"""What the people in a clip do, one move after another, and where such scripts come from."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

import numpy as np

from referee.cards import FACES, Card


class Doing(StrEnum):
    """What somebody does."""

    LAY = "lay"
    """Lays `card` on the pile."""
    TAKE_BACK = "take-back"
    """Takes the top card away again."""
    STRAIGHTEN = "straighten"
    """Pushes the pile together."""
    DRAW = "draw"
    """Takes a card from the stock, which lies beside the pile."""
    HOVER = "hover"
    """Holds a hand over the pile and thinks better of it."""
    CLEAR = "clear"
    """Takes the whole pile away."""
    BUMP = "bump"
    """Knocks against the camera."""
    LIGHT = "light"
    """Switches a lamp, or a cloud passes."""
    WAIT = "wait"
    """Nothing."""


MANNERS = ("slide", "drop", "toss", "correct")
"""How a card is laid: pushed over the table, let fall, thrown, or laid askew and then nudged into place."""


@dataclass(frozen=True, slots=True)
class Move:
    """One thing done. `seat` is where the person sits, degrees anticlockwise from the camera's side of the
    table; `pause` the seconds before it begins; `haste` how quick the hand is (1: at leisure)."""

    do: Doing
    card: Card | None = None
    seat: float = 0.0
    manner: str = "slide"
    pause: float = 0.4
    haste: float = 1.0
    amount: float = 1.0

    def to_json(self) -> dict[str, Any]:
        """As it stands in a clip's truth file."""
        return {
            "do": self.do.value,
            "card": None if self.card is None else str(self.card),
            "seat": round(self.seat, 1),
            "manner": self.manner,
            "pause": round(self.pause, 3),
            "haste": round(self.haste, 2),
            "amount": round(self.amount, 2),
        }


def move_from_json(entry: Mapping[str, Any]) -> Move:
    """The move that `to_json` wrote; missing fields take their defaults. Raises ValueError for an unknown
    one."""
    known = {"do", "card", "seat", "manner", "pause", "haste", "amount"}
    unknown = set(entry) - known
    if unknown:
        raise ValueError(f"a move has no field {sorted(unknown)[0]!r}; it has {', '.join(sorted(known))}")
    fields = dict(entry)
    card = fields.pop("card", None)
    if fields.get("manner", "slide") not in MANNERS:
        raise ValueError(f"no manner {fields['manner']!r}; there are {', '.join(MANNERS)}")
    return Move(do=Doing(fields.pop("do")), card=None if card is None else Card.parse(card), **fields)


_LAYS = re.compile(r"^(?P<who>.+?) lays (?P<card>\S+?)(,.*)?$")
_DRAWS = re.compile(r"^(?P<who>.+?) draws (?P<count>\d+)$")


def moves_from_record(lines: Iterable[str], players: Sequence[str], rng: np.random.Generator) -> list[Move]:
    """Moves for the event lines of a game record; what no camera sees (suits named, passes) only takes time.

    A line `NAME takes back` is a card taken back. Raises ValueError for a line that names no player.
    """
    seats = {player: -360.0 * place / len(players) % 360 for place, player in enumerate(players)}
    moves: list[Move] = []
    waited = 0.0
    for line in lines:
        text = line.split("#")[0].strip()
        if not text or text.startswith(("undo", "round ends", "seen")):
            continue
        who = next((player for player in players if text.startswith(player + " ")), None)
        if who is None:
            raise ValueError(f"no player in {text!r}")
        pause = waited + float(rng.uniform(0.5, 1.3))
        haste = float(rng.uniform(0.85, 1.3))
        laid, drawn = _LAYS.match(text), _DRAWS.match(text)
        waited = 0.0
        if laid:
            manner = str(rng.choice(MANNERS, p=(0.4, 0.3, 0.15, 0.15)))
            moves.append(Move(Doing.LAY, Card.parse(laid["card"]), seats[who], manner, pause, haste))
        elif drawn:
            for _ in range(int(drawn["count"])):
                moves.append(Move(Doing.DRAW, seat=seats[who], pause=pause, haste=haste))
                pause = 0.15
        elif text.endswith("takes back"):
            moves.append(Move(Doing.TAKE_BACK, seat=seats[who], pause=pause, haste=haste))
        else:
            waited = 0.8
    return moves


def random_moves(rng: np.random.Generator, cards: int, pace: float = 1.0, jokers: int = 2) -> list[Move]:
    """A lively game in which `cards` cards are laid: a shuffled pack, reshuffled when it is used up.

    People draw, straighten, hesitate, take back, and now and then lay two cards in quick succession.
    """
    players = int(rng.integers(2, 6))
    seats = [(float(rng.uniform(-15, 15)) - 360.0 * place / players) % 360 for place in range(players)]
    pack = _shuffled(rng, jokers)
    moves: list[Move] = []
    laid, turn, on_pile = 0, 0, 0
    while laid < cards:
        if not pack:
            moves.append(Move(Doing.CLEAR, seat=seats[turn % players], pause=float(rng.uniform(0.6, 1.5))))
            pack, on_pile = _shuffled(rng, jokers), 0
        quick = rng.random() < 0.15
        pause = float(rng.uniform(0.05, 0.3) if quick else rng.uniform(0.3, 1.4)) * pace
        haste = float(rng.uniform(0.7, 1.9))
        manner = str(rng.choice(MANNERS, p=(0.4, 0.27, 0.18, 0.15)))
        seat = seats[turn % players]
        moves.append(Move(Doing.LAY, pack.pop(), seat, manner, pause, haste))
        laid, on_pile = laid + 1, on_pile + 1
        moves += _asides(rng, seat, pack, moves[-1], on_pile)
        if moves[-1].do is Doing.TAKE_BACK:
            on_pile -= 1
        if not quick:
            turn += 1
    moves.append(Move(Doing.WAIT, pause=1.2))
    return moves


def _asides(rng: np.random.Generator, seat: float, pack: list[Card], last: Move, on_pile: int) -> list[Move]:
    pause, haste = float(rng.uniform(0.4, 1.2)), float(rng.uniform(0.8, 1.6))
    chance = rng.random()
    if chance < 0.16:
        return [Move(Doing.DRAW, seat=float(rng.uniform(0, 360)), pause=pause, haste=haste)]
    if chance < 0.22:
        return [Move(Doing.STRAIGHTEN, seat=seat, pause=pause, haste=haste)]
    if chance < 0.27:
        return [Move(Doing.HOVER, seat=float(rng.uniform(0, 360)), pause=pause, haste=haste)]
    if chance < 0.31 and on_pile > 1 and last.card is not None:
        pack.insert(int(rng.integers(0, len(pack) + 1)), last.card)
        return [Move(Doing.TAKE_BACK, seat=seat, pause=pause, haste=haste)]
    if chance < 0.33:
        return [Move(Doing.LIGHT, pause=pause, amount=float(rng.uniform(0.7, 1.3)))]
    return []


def _shuffled(rng: np.random.Generator, jokers: int) -> list[Card]:
    faces = [card for card in FACES if str(card) != "JOKER"]
    pack = faces + [Card.parse("JOKER")] * jokers
    return [pack[place] for place in rng.permutation(len(pack))]
