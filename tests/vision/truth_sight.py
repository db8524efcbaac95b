"""A sight that needs no networks: it knows what a rendered clip truly shows."""

from collections.abc import Callable, Sequence

import numpy as np

from datasets.clip_motion import Habits
from datasets.clip_moves import Move
from datasets.clips import Clip, Variation, make_clip
from referee.cards import Card
from tests.datasets.drawn_decks import drawn_deck
from vision.frames import Frame
from vision.observations import Observation
from vision.sightings import CardSeen, Image, Quad, Reason
from vision.tracker import PileTracker

SMALL = Variation(
    width=320, height=240, fps=15.0, across=420.0, tilt=15.0, noise=1.5, blur=0.3, shiver=0.15, gloss=0.0
)
"""Small and quick to draw; cards are 48 pixels wide."""


def small_clip(moves: Sequence[Move], seed: int = 1, look: Variation = SMALL) -> Clip:
    return make_clip(moves, look, drawn_deck().faces, seed, habits=Habits(mess=8.0, reach=420.0, hands=1))


class TruthSight:
    """Sees what is true of the frame given to `show`. `mistakes`: a card by the one it is taken for, with
    doubt."""

    def __init__(self, clip: Clip, mistakes: dict[Card, Card] | None = None, blind: bool = False) -> None:
        self.clip = clip
        self.mistakes = mistakes or {}
        self.blind = blind
        self.looks = 0
        self._frame: Image | None = None
        self._t = 0.0
        self.turned_round = False

    def show(self, frame: Frame) -> None:
        self._frame, self._t = frame.image, frame.t

    def see(self, image: Image, places: Sequence[Quad] = ()) -> tuple[CardSeen, ...]:
        assert self._frame is not None
        self.looks += 1
        # A tracker that turned the picture round shows a part of its own copy.
        frame = np.asarray(image.base) if self.turned_round else self._frame
        start = image.__array_interface__["data"][0] - frame.__array_interface__["data"][0]
        row, rest = divmod(start, frame.strides[0])
        corner = np.array([rest // 3, row], np.float32)
        found = []
        for card in self.clip.truth.cards_at(self._t):
            quad = (card.quad - corner).astype(np.float32)
            middle = quad.mean(axis=0)
            if card.card is None or card.visible < 0.15 or not (0 < middle[0] < image.shape[1]):
                continue
            whole = card.visible > 0.95 and not self.blind
            face = self.mistakes.get(card.card, card.card)
            sure = 0.99 if face == card.card else 0.85
            others = () if face == card.card else ((card.card, 0.1),)
            found.append(
                CardSeen(
                    face if whole else None,
                    False,
                    sure if whole else 0.3,
                    quad,
                    card.visible,
                    card.top and card.visible > 0.6,
                    None if whole else Reason.GLARE if self.blind else Reason.COVERED,
                    others,
                )
            )
        return tuple(found)


def tracked(
    clip: Clip,
    sight: TruthSight | None = None,
    tracker: PileTracker | None = None,
    then: Callable[[list[Observation]], None] = lambda told: None,
) -> list[Observation]:
    """Every observation of a clip at its own pace; `then` is called after each frame with all told so far."""
    sight = sight or TruthSight(clip)
    tracker = tracker or PileTracker(sight)
    told: list[Observation] = []
    for index, (t, image) in enumerate(clip.frames()):
        frame = Frame(image, t, index)
        sight.show(frame)
        told += tracker.step(frame)
        then(told)
    return told


def names(told: Sequence[Observation]) -> list[tuple[str, str]]:
    return [(each.event.value, str(each.card)) for each in told]
