"""Turns moves into motion: where every card and every hand is at any time, and what truly happened when.

Lengths in millimetres on the table (x to the right, y away from the camera, z up), angles in degrees,
times in seconds of clip time.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from datasets.clip_moves import Doing, Move
from referee.cards import Card

STOCK = (-118.0, 12.0)
"""Where the stock lies."""


@dataclass(frozen=True, slots=True)
class Pose:
    """Where something is: its middle (a card) or its fingertips (a hand), its height, its turn."""

    x: float
    y: float
    z: float
    turn: float

    def between(self, other: Pose, share: float) -> Pose:
        """The pose at `share` of the way to `other`."""
        return Pose(
            self.x + (other.x - self.x) * share,
            self.y + (other.y - self.y) * share,
            self.z + (other.z - self.z) * share,
            self.turn + (other.turn - self.turn) * share,
        )


_EASES = {
    "smooth": lambda s: s * s * s * (10 - 15 * s + 6 * s * s),
    "out": lambda s: 1 - (1 - s) ** 3,
    "fall": lambda s: s * s,
}


@dataclass(slots=True)
class Track:
    """Poses over time. Before its first key a thing is not there, after `until` not any more."""

    keys: list[tuple[float, Pose, str]] = field(default_factory=list)
    until: float = math.inf

    def add(self, t: float, pose: Pose, ease: str = "smooth") -> None:
        """Be at `pose` at `t`, getting there from the key before with that ease."""
        self.keys.append((t, pose, ease))

    def hold(self, t: float) -> None:
        """Stay where the last key left it until `t`."""
        self.keys.append((t, self.keys[-1][1], "smooth"))

    @property
    def last(self) -> Pose:
        """Where it ends."""
        return self.keys[-1][1]

    def at(self, t: float) -> Pose | None:
        """Where it is at `t`, None while it is not in the clip."""
        if not self.keys or t < self.keys[0][0] or t >= self.until:
            return None
        place = bisect_right([key[0] for key in self.keys], t)
        if place == len(self.keys):
            return self.last
        (start, pose, _), (end, goal, ease) = self.keys[place - 1], self.keys[place]
        share = (t - start) / (end - start) if end > start else 1.0
        return pose if pose == goal else pose.between(goal, _EASES[ease](share))

    def moves_at(self, t: float) -> bool:
        """Whether it is between two different poses at `t`."""
        place = bisect_right([key[0] for key in self.keys], t)
        return 0 < place < len(self.keys) and self.keys[place - 1][1] != self.keys[place][1]


@dataclass(slots=True)
class MovingCard:
    """A card of the clip; None for one that is face down (drawn from the stock)."""

    card: Card | None
    track: Track


@dataclass(frozen=True, slots=True)
class Happening:
    """What truly happened: `rest` is when the last card stopped moving. `moved` is the place of the card
    in `cards`, `under` the one that is the top afterwards."""

    event: str
    rest: float
    card: Card | None = None
    moved: int | None = None
    under: int | None = None
    seat: float = 0.0
    manner: str = ""


@dataclass(slots=True)
class Motion:
    """Everything that moves in a clip."""

    cards: list[MovingCard] = field(default_factory=list)
    hands: list[tuple[int, Track]] = field(default_factory=list)
    bumps: list[tuple[float, float]] = field(default_factory=list)
    lights: list[tuple[float, float]] = field(default_factory=list)
    happenings: list[Happening] = field(default_factory=list)
    ends: list[float] = field(default_factory=list)
    """When each move was over, in the order of the moves."""
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class Habits:
    """How the table plays: `mess` is the scatter of the pile in mm, `reach` how far off the picture hands
    come from, `overlap` the share of a hand's way back during which the next may already come."""

    mess: float = 12.0
    twist: float = 22.0
    reach: float = 520.0
    overlap: float = 0.3
    hands: int = 4


def choreograph(moves: Sequence[Move], habits: Habits, rng: np.random.Generator) -> Motion:
    """Motion for `moves`, one after another. A CLEAR takes every card that lies there; a TAKE_BACK on an
    empty pile is passed over."""
    return _Choreographer(habits, rng).run(moves)


class _Choreographer:
    def __init__(self, habits: Habits, rng: np.random.Generator) -> None:
        self.habits = habits
        self.rng = rng
        self.motion = Motion()
        self.pile: list[int] = []
        self.now = 0.3
        self.free = 0.0

    def run(self, moves: Sequence[Move]) -> Motion:
        does = {
            Doing.LAY: self._lay,
            Doing.TAKE_BACK: self._take_back,
            Doing.STRAIGHTEN: self._straighten,
            Doing.DRAW: self._draw,
            Doing.HOVER: self._hover,
            Doing.CLEAR: self._clear,
            Doing.BUMP: self._bump,
            Doing.LIGHT: self._light,
            Doing.WAIT: self._wait,
        }
        for move in moves:
            self.now += move.pause
            does[move.do](move)
            self.motion.ends.append(self.now)
        self.motion.seconds = max(self.now, self.free) + 0.5
        return self.motion

    def _away(self, seat: float, distance: float, z: float, turn: float) -> Pose:
        angle = math.radians(seat)
        return Pose(distance * math.sin(angle), -distance * math.cos(angle), z, turn)

    def _hand(self, seat: float) -> Track:
        track = Track()
        self.motion.hands.append((round(seat / 360 * self.habits.hands) % self.habits.hands, track))
        return track

    def _grip(self, pose: Pose, seat: float, depth: float, z: float, lean: float) -> Pose:
        """Fingertips `depth` mm towards the person from a card's middle."""
        angle = math.radians(seat)
        return Pose(pose.x + depth * math.sin(angle), pose.y - depth * math.cos(angle), z, seat + lean)

    def _lay(self, move: Move) -> None:
        rng, habits = self.rng, self.habits
        seat, quick = move.seat + rng.normal(0, 8), 1 / move.haste
        lean = rng.normal(0, 10)
        turn = seat + lean + rng.normal(0, habits.twist)
        goal = Pose(rng.normal(0, habits.mess), rng.normal(0, habits.mess), 0.0, turn)
        depth, start = rng.uniform(20, 34), self.now
        arrive = start + rng.uniform(0.5, 0.9) * quick
        index = len(self.motion.cards)
        card, hand = MovingCard(move.card, Track()), self._hand(seat)
        self.motion.cards.append(card)
        lift = 2.0 if move.manner == "slide" else rng.uniform(15, 50)
        begin = replace(self._away(seat, habits.reach, lift, turn + rng.normal(0, 10)), z=lift)
        card.track.add(start, begin)
        hand.add(start, self._grip(begin, seat, depth, lift + 6, lean))
        rest = self._land(move.manner, card.track, hand, goal, seat, depth, lean, lift, start, arrive)
        linger = rest + rng.uniform(0.03, 0.35) * quick
        hand.hold(max(linger, hand.keys[-1][0]))
        self._withdraw(hand, seat, lean, quick)
        self.motion.happenings.append(
            Happening("laid", rest, move.card, index, self.pile[-1] if self.pile else None, seat, move.manner)
        )
        self.pile.append(index)

    def _land(
        self,
        manner: str,
        card: Track,
        hand: Track,
        goal: Pose,
        seat: float,
        depth: float,
        lean: float,
        lift: float,
        start: float,
        arrive: float,
    ) -> float:
        rng = self.rng
        if manner == "drop":
            above = replace(goal, z=rng.uniform(8, 18), turn=goal.turn + rng.normal(0, 3))
            card.add(arrive, above)
            hand.add(arrive, self._grip(above, seat, depth, above.z + 6, lean))
            let_go = arrive + rng.uniform(0.02, 0.15)
            card.hold(let_go)
            card.add(let_go + 0.07, goal, "fall")
            hand.hold(let_go + 0.03)
            return let_go + 0.07
        if manner == "toss":
            share = rng.uniform(0.55, 0.7)
            turned = card.keys[0][1].between(goal, share)
            free = replace(turned, z=6.0, turn=goal.turn + rng.normal(0, 25))
            let_go = start + (arrive - start) * 0.6
            card.add(let_go, free, "fall")
            hand.add(let_go, self._grip(free, seat, depth, 14.0, lean), "fall")
            landed = let_go + rng.uniform(0.25, 0.45)
            card.add(landed, goal, "out")
            hand.add(let_go + 0.15, self._grip(free, seat, depth - 25, 18.0, lean), "out")
            return landed
        askew = goal
        if manner == "correct":
            askew = Pose(
                goal.x + rng.normal(0, 14), goal.y + rng.normal(0, 14), 0.0, goal.turn + rng.normal(0, 14)
            )
        card.add(arrive, replace(askew, z=0.0))
        hand.add(arrive, self._grip(askew, seat, depth, 6.0, lean))
        if manner != "correct":
            return arrive
        nudge = arrive + rng.uniform(0.1, 0.5)
        card.hold(nudge)
        hand.hold(nudge)
        done = nudge + rng.uniform(0.2, 0.45)
        card.add(done, goal)
        hand.add(done, self._grip(goal, seat, depth, 6.0, lean))
        return done

    def _withdraw(self, hand: Track, seat: float, lean: float, quick: float) -> None:
        leave = hand.keys[-1][0]
        gone = leave + self.rng.uniform(0.4, 0.75) * quick
        hand.add(gone, self._away(seat, self.habits.reach + 60, 45.0, seat + lean))
        hand.until = gone
        self.free = gone
        self.now = leave + (gone - leave) * (1 - self.habits.overlap)

    def _reach(self, move: Move, goal: Pose, depth: float, seconds: float) -> tuple[Track, float, float]:
        """A hand that comes from its seat to `goal`; the track, the time of arrival, its lean."""
        lean = float(self.rng.normal(0, 10))
        hand = self._hand(move.seat)
        hand.add(self.now, self._away(move.seat, self.habits.reach, 55.0, move.seat + lean))
        arrive = self.now + seconds / move.haste
        hand.add(arrive, self._grip(goal, move.seat, depth, 8.0, lean))
        return hand, arrive, lean

    def _take_back(self, move: Move) -> None:
        if not self.pile:
            return
        index = self.pile.pop()
        card = self.motion.cards[index]
        hand, arrive, lean = self._reach(move, card.track.last, 24.0, 0.6)
        grasped = arrive + self.rng.uniform(0.1, 0.25)
        hand.hold(grasped)
        card.track.hold(grasped)
        off = self._away(move.seat, self.habits.reach + 60, 30.0, card.track.last.turn)
        gone = grasped + self.rng.uniform(0.5, 0.8) / move.haste
        card.track.add(gone, off)
        card.track.until = hand.until = gone
        hand.add(gone, self._grip(off, move.seat, 24.0, 38.0, lean))
        under = self.pile[-1] if self.pile else None
        event = "taken-back" if self.pile else "gone"
        self.motion.happenings.append(Happening(event, grasped, card.card, index, under, move.seat))
        self.now = self.free = gone

    def _straighten(self, move: Move) -> None:
        if not self.pile:
            return
        hand, arrive, lean = self._reach(move, Pose(0, 0, 0, 0), 20.0, 0.6)
        done = arrive + self.rng.uniform(0.4, 0.8)
        for index in self.pile[-8:]:
            track = self.motion.cards[index].track
            old = track.last
            track.hold(arrive)
            near = replace(old, x=old.x * 0.4, y=old.y * 0.4, turn=old.turn + float(self.rng.normal(0, 5)))
            track.add(done, near)
        hand.add(arrive + (done - arrive) / 2, self._grip(Pose(6, -4, 0, 0), move.seat, 12.0, 8.0, lean))
        hand.add(done, self._grip(Pose(-4, 5, 0, 0), move.seat, 20.0, 8.0, lean))
        self._withdraw(hand, move.seat, lean, 1 / move.haste)

    def _draw(self, move: Move) -> None:
        place = Pose(*STOCK, 6.0, float(self.rng.normal(0, 2)))
        hand, arrive, lean = self._reach(move, place, 20.0, 0.6)
        card = MovingCard(None, Track())
        self.motion.cards.append(card)
        card.track.add(arrive, place)
        grasped = arrive + 0.1
        hand.hold(grasped)
        card.track.hold(grasped)
        off = self._away(move.seat, self.habits.reach + 60, 35.0, move.seat)
        gone = grasped + self.rng.uniform(0.5, 0.8) / move.haste
        card.track.add(gone, off)
        hand.add(gone, self._grip(off, move.seat, 20.0, 42.0, lean))
        card.track.until = hand.until = gone
        self.now = self.free = gone

    def _hover(self, move: Move) -> None:
        spot = Pose(float(self.rng.normal(0, 20)), float(self.rng.normal(0, 20)), 0.0, 0.0)
        hand, arrive, lean = self._reach(move, replace(spot, z=40.0), float(self.rng.uniform(-20, 40)), 0.6)
        hand.hold(arrive + self.rng.uniform(0.2, 1.4))
        self._withdraw(hand, move.seat, lean, 1 / move.haste)

    def _clear(self, move: Move) -> None:
        hand, arrive, lean = self._reach(move, Pose(0, 0, 0, 0), 10.0, 0.7)
        grasped = arrive + 0.4
        hand.hold(grasped)
        gone = grasped + 0.9 / move.haste
        off = self._away(move.seat, self.habits.reach + 80, 20.0, 0.0)
        for index in self.pile:
            track = self.motion.cards[index].track
            track.hold(grasped)
            track.add(gone, Pose(track.last.x + off.x, track.last.y + off.y, 20.0, track.last.turn))
            track.until = gone
        hand.add(gone, self._grip(off, move.seat, 10.0, 28.0, lean))
        hand.until = gone
        if self.pile:
            self.motion.happenings.append(Happening("gone", grasped, None, self.pile[-1], None, move.seat))
        self.pile = []
        self.now = self.free = gone

    def _bump(self, move: Move) -> None:
        self.motion.bumps.append((self.now, move.amount))
        self.now += 0.4
        self.motion.happenings.append(Happening("camera-moved", self.now))

    def _light(self, move: Move) -> None:
        self.motion.lights.append((self.now, move.amount))
        self.now += 0.3

    def _wait(self, move: Move) -> None:
        self.now += 0.0
