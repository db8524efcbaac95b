"""A lesson: the cards of a pack are laid before the camera, and each is learnt or asked about.

A card that the reader is sure of is learnt at once. One that it is not sure of, or that contradicts what was learnt
before, becomes a question that a person answers.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from referee.cards import JOKER, Card
from vision.candidates import PHOTO, Candidate, Effort
from vision.enrolment import EnrolledDeck
from vision.legibility import too_small
from vision.quads import likeness, outside_share, rectify
from vision.sight import CardSight
from vision.sightings import BACK, CardSeen, Image, Quad

TEACHING = Effort(PHOTO.size, True, 30, 8)
"""How much work a picture of a lesson is worth: rows of several cards, each lying free."""

_STEADY = 6.0
_CHANGED = 14.0
_VIEW = (96, 54)
_SAME_PLACE = 0.6
_SAME_LOOK = 0.95
_CERTAINLY_A_CARD = 0.5
_CUT_OFF = 0.02
_SEVERAL = (None, BACK, str(JOKER))
"""What may look differently within one pack, or lie there twice."""
_SURE = 0.98
_ALIKE = 0.35
"""Distance of two crops in the reader's feature space (on the unit sphere): looks of the same card lie below 0.25 of
each other, those of different cards above 0.45."""


@dataclass(frozen=True, eq=False)
class ShownCard:
    """One card that was laid before the camera.

    name: which card it is, `BACK` for one that lies face down, None as long as nobody knows. crop: upright,
    144 x 96 x 3, BGR. guesses: cards that it could be with their probabilities, likeliest first. number: its own
    within the lesson. told: a person has said so.
    """

    number: int
    name: str | None
    crop: Image
    quad: Quad
    guesses: tuple[tuple[Card, float], ...] = ()
    told: bool = False


class Lesson:
    """Teaches one pack. Not safe to share by threads."""

    def __init__(self, deck: EnrolledDeck, sight: CardSight) -> None:
        self._known = deck
        self._sight = sight.working(TEACHING)
        self._shown: dict[int, ShownCard] = {}
        self._lying: tuple[ShownCard, ...] = ()
        self._next = 1
        self._before: NDArray[np.float32] | None = None
        self._looked: NDArray[np.float32] | None = None
        self._features: dict[int, NDArray[np.float64]] = {}

    @property
    def deck(self) -> EnrolledDeck:
        """The pack as it has been learnt so far."""
        deck = self._known
        for one in self._shown.values():
            if one.name == BACK:
                deck = deck.back_shown(one.crop)
            elif one.name is not None:
                deck = deck.shown(Card.parse(one.name), one.crop)
        return deck

    @property
    def shown(self) -> tuple[ShownCard, ...]:
        """The cards of this lesson that have a name, oldest first."""
        return tuple(one for one in self._shown.values() if one.name is not None)

    @property
    def questions(self) -> tuple[ShownCard, ...]:
        """The cards of this lesson that somebody has to name, oldest first."""
        return tuple(one for one in self._shown.values() if one.name is None)

    def one(self, number: int) -> ShownCard | None:
        """The card of that number."""
        return self._shown.get(number)

    def watch(self, image: Image) -> tuple[ShownCard, ...]:
        """Like `look` for the frames of a live camera: it looks only when the picture has changed and lies still.

        Two frames that follow each other are compared, so that a card in a moving hand is not learnt. A card that
        stays where it is is learnt once.
        """
        view = _coarse(image)
        before, self._before = self._before, view
        if before is None or float(np.abs(view - before).max()) > _STEADY:
            return ()
        if self._looked is not None and float(np.abs(view - self._looked).max()) < _CHANGED:
            return ()
        self._looked = view
        return self.look(image, follows=True)

    def look(self, image: Image, follows: bool = False) -> tuple[ShownCard, ...]:
        """The cards of a picture (height x width x 3, BGR, uint8).

        follows: it shows the same table as the last picture; then cards that stayed where they were are not
        among them. Cards that are covered, cut off by the picture's edge or too small are left out: there is
        nothing to learn from them.
        """
        candidates = self._sight.look(image)
        judged = self._sight.judged(image, candidates)
        lying = [
            self._taken(image, candidate, seen)
            for candidate, seen in zip(candidates, judged, strict=True)
            if seen is not None and _lies_free(image, candidate)
        ]
        before = self._lying if follows else ()
        fresh = [one for one in lying if not any(_stayed(one, other) for other in before)]
        stayed = [other for other in before if any(_stayed(one, other) for one in lying)]
        fresh = [replace(one, number=self._next + place) for place, one in enumerate(self._doubted(fresh))]
        self._next += len(fresh)
        self._lying = (*stayed, *fresh)
        self._shown |= {one.number: one for one in fresh}
        return tuple(fresh)

    def tell(self, number: int, name: str | None) -> bool:
        """Somebody says which card it is, `BACK` for a back; None: it is no card, forget it.

        What the reader alone took for that card before, and looks otherwise, becomes a question again. False
        when there is no card of that number. Raises MalformedCard for a name that no card has.
        """
        if number not in self._shown:
            return False
        if name is None:
            del self._shown[number]
            return True
        told = name if name == BACK else str(Card.parse(name))
        own = replace(self._shown[number], name=told, told=True)
        for other in self.shown:
            if other.name == told and not other.told and self._apart(own.crop, other.crop) > _ALIKE:
                self._shown[other.number] = replace(other, name=None)
        self._shown[number] = own
        return True

    def forget(self, name: str) -> None:
        """Unlearns a card, to show it again."""
        self._shown = {number: one for number, one in self._shown.items() if one.name != name}
        self._lying = tuple(one for one in self._lying if one.number in self._shown)
        self._looked = None
        if name == BACK:
            self._known = replace(self._known, backs=())
        else:
            self._known = self._known.forgotten(Card.parse(name))

    def _taken(self, image: Image, candidate: Candidate, seen: CardSeen) -> ShownCard:
        guesses = seen.alternatives
        if seen.face is not None:
            guesses = ((seen.face, seen.confidence), *guesses)
        name = seen.name if seen.confidence >= _SURE else None
        return ShownCard(0, name, rectify(image, candidate.quad), candidate.quad, guesses)

    def _doubted(self, fresh: Sequence[ShownCard]) -> list[ShownCard]:
        """The same, named by their likeness to what was learnt before, and those without a name that contradict
        that or each other."""
        named = [self._compared(one) for one in fresh]
        counts = Counter(one.name for one in named)
        return [
            replace(one, name=None) if counts[one.name] > 1 and one.name not in _SEVERAL else one
            for one in named
        ]

    def _compared(self, one: ShownCard) -> ShownCard:
        deck = self.deck
        learnt = [(str(card), crop) for card, crop in deck.crops] + [(BACK, crop) for crop in deck.backs]
        if not learnt:
            return one
        apart = {name: 9.0 for name, _ in learnt}
        for name, crop in learnt:
            apart[name] = min(apart[name], self._apart(one.crop, crop))
        nearest = min(apart, key=lambda name: apart[name])
        if apart[nearest] <= _ALIKE:
            return replace(one, name=nearest) if one.name in (None, nearest) else replace(one, name=None)
        return replace(one, name=None) if one.name in apart and one.name not in _SEVERAL else one

    def _apart(self, crop: Image, other: Image) -> float:
        own, theirs = self._place(crop), self._place(other)
        return float(np.linalg.norm(own - theirs))

    def _place(self, crop: Image) -> NDArray[np.float64]:
        """Where a crop lies in the reader's feature space, on the unit sphere."""
        key = hash(crop.tobytes())
        if key not in self._features:
            place = self._sight.reader.read_crops(crop[None]).features[0].astype(np.float64)
            self._features[key] = place / max(float(np.linalg.norm(place)), 1e-9)
        return self._features[key]


def in_words(shown: Iterable[ShownCard]) -> str:
    """The names of cards, `?` for one that nobody knows yet."""
    return ", ".join(one.name or "?" for one in shown)


def _lies_free(image: Image, candidate: Candidate) -> bool:
    if candidate.detection.score < _CERTAINLY_A_CARD or too_small(candidate.quad):
        return False
    return candidate.standing.top and outside_share(candidate.quad, image.shape) < _CUT_OFF


def _coarse(image: Image) -> NDArray[np.float32]:
    """The picture so small that noise is gone and a card is still some pixels wide."""
    small = cv2.resize(image, _VIEW, interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), np.float32)


def _stayed(one: ShownCard, other: ShownCard) -> bool:
    """Whether it is the same card in the same place as before."""
    if likeness(one.quad, other.quad) < _SAME_PLACE:
        return False
    if one.name is not None and other.name is not None:
        return one.name == other.name
    return max(_alike(one.crop, other.crop), _alike(one.crop, other.crop[::-1, ::-1])) > _SAME_LOOK


def _alike(crop: Image, other: Image) -> float:
    """The correlation of two crops, -1..1, whatever the light."""
    values = [cv2.GaussianBlur(each, (0, 0), 2.0).astype(np.float64).ravel() for each in (crop, other)]
    one, two = (each - each.mean() for each in values)
    return float(one @ two / max(float(np.linalg.norm(one) * np.linalg.norm(two)), 1e-9))
