"""What the tracker makes of rendered games, with a sight that is always right unless told otherwise."""

from collections.abc import Sequence

import numpy as np
import pytest

from datasets.clip_moves import Doing, Move
from referee.cards import Card
from tests.vision.truth_sight import SMALL, TruthSight, names, small_clip, tracked
from vision.frames import Frame, SourceState
from vision.observations import Note, Observation, ObservationEvent, UnreadableReason
from vision.pack import Pack
from vision.sightings import CardSeen, Image, Quad
from vision.tracker import PileTracker
from vision.watching import watch


def lay(card: str, seat: float = 0.0, manner: str = "slide", pause: float = 0.5) -> Move:
    return Move(Doing.LAY, Card.parse(card), seat, manner, pause, 1.5)


WAIT = Move(Doing.WAIT, pause=0.8)


def test_every_card_laid_is_told_once_and_soon() -> None:
    clip = small_clip(
        [lay("9H"), lay("9S", 120, "drop"), lay("2S", 240, "toss"), lay("JD", 10, "correct"), WAIT]
    )
    told = tracked(clip)
    assert names(told) == [("laid", "9H"), ("laid", "9S"), ("laid", "2S"), ("laid", "JD")]
    assert [observation.note for observation in told] == [Note.FIRST_SEEN, None, None, None]
    for event, observation in zip(clip.events(), told, strict=True):
        assert -0.1 <= observation.t - event.clear <= 0.3
        assert observation.latency <= 0.3
        assert observation.crop is not None
        assert observation.before is not None
        assert observation.after is not None


def test_a_card_taken_back_is_told_with_its_name_and_may_come_again() -> None:
    back = Move(Doing.TAKE_BACK, seat=200, pause=0.7)
    told = tracked(small_clip([lay("9H"), lay("4C", 200), back, lay("4C", 200), WAIT]))
    assert names(told) == [("laid", "9H"), ("laid", "4C"), ("taken-back", "4C"), ("laid", "4C")]


def test_hands_over_the_pile_and_straightening_and_drawing_are_no_events() -> None:
    busy = [
        Move(Doing.HOVER, seat=90, pause=0.5),
        Move(Doing.STRAIGHTEN, seat=180, pause=0.4),
        Move(Doing.DRAW, seat=270, pause=0.4),
        WAIT,
    ]
    assert names(tracked(small_clip([lay("9H"), lay("KS", 100), *busy]))) == [("laid", "9H"), ("laid", "KS")]


def test_the_pile_taken_away_is_told_and_its_cards_can_come_again() -> None:
    clear = Move(Doing.CLEAR, seat=30, pause=0.6)
    told = tracked(
        small_clip([lay("9H"), lay("KS", 100), clear, Move(Doing.WAIT, pause=1.2), lay("9H"), WAIT])
    )
    assert names(told) == [("laid", "9H"), ("laid", "KS"), ("gone", "None"), ("laid", "9H")]


def test_a_change_of_light_is_no_event() -> None:
    lamp = [
        Move(Doing.LIGHT, pause=0.5, amount=0.7),
        Move(Doing.WAIT, pause=0.8),
        Move(Doing.LIGHT, amount=1.4),
    ]
    assert names(tracked(small_clip([lay("9H"), *lamp, WAIT]))) == [("laid", "9H")]


def test_after_a_bump_the_pile_is_found_again() -> None:
    look = SMALL
    told = tracked(
        small_clip(
            [lay("9H"), Move(Doing.BUMP, pause=0.6), Move(Doing.WAIT, pause=1.0), lay("9C"), WAIT], look=look
        )
    )
    assert names(told) == [("laid", "9H"), ("camera-moved", "None"), ("laid", "9C")]
    assert told[1].note is Note.PILE_FOUND


def test_a_doubtful_reading_of_a_card_that_lies_there_already_is_corrected_by_the_pack() -> None:
    clip = small_clip([lay("9H"), lay("6S", 100), lay("9D", 200), WAIT])
    told = tracked(clip, TruthSight(clip, {Card.parse("9D"): Card.parse("9H")}))
    assert names(told) == [("laid", "9H"), ("laid", "6S"), ("laid", "9D")]
    assert told[2].note is Note.DECK_CORRECTED
    assert told[2].read_as == Card.parse("9H")


def test_a_joker_on_a_joker_is_a_second_card() -> None:
    told = tracked(small_clip([lay("JOKER"), lay("JOKER", 150), WAIT], seed=4))
    assert names(told) == [("laid", "JOKER"), ("laid", "JOKER")]


def test_a_card_that_cannot_be_read_is_told_once_with_the_reason() -> None:
    clip = small_clip([lay("9H"), Move(Doing.WAIT, pause=2.5)])
    told = tracked(clip, TruthSight(clip, blind=True))
    assert names(told) == [("unreadable", "None")]
    assert told[0].reason is UnreadableReason.GLARE


def test_an_empty_table_says_nothing() -> None:
    assert tracked(small_clip([Move(Doing.WAIT, pause=2.0)])) == []


def test_a_black_picture_is_called_dark_once() -> None:
    clip = small_clip([lay("9H"), WAIT])
    sight = TruthSight(clip)
    tracker = PileTracker(sight)
    black = np.zeros((240, 320, 3), np.uint8)
    told = [each for n in range(80) for each in tracker.step(Frame(black, n / 15, n))]
    assert [each.reason for each in told] == [UnreadableReason.DARK]


def test_the_networks_rest_while_nothing_happens() -> None:
    clip = small_clip([lay("9H"), Move(Doing.WAIT, pause=4.0)])
    sight = TruthSight(clip)
    tracked(clip, sight)
    assert sight.looks < 15


def test_a_corrected_top_is_remembered() -> None:
    clip = small_clip([lay("9H"), WAIT])
    tracker = PileTracker(sight := TruthSight(clip), pack=Pack(packs=1))
    tracked(clip, sight, tracker)
    tracker.correct_top(Card.parse("9D"))
    assert tracker.pile.faces() == [Card.parse("9D")]
    tracker.new_round()
    assert tracker.pile.faces() == []


def test_a_region_outside_the_picture_is_refused() -> None:
    with pytest.raises(ValueError, match="region"):
        PileTracker(TruthSight(small_clip([WAIT])), region=(0.5, 0.0, 0.2, 1.0))


def test_json_has_the_promised_fields_in_order() -> None:
    clip = small_clip([lay("9H"), WAIT])
    told = tracked(clip)
    assert list(told[0].to_json()) == ["t", "event", "card", "confidence", "latency"]
    assert told[0].to_json()["card"] == "9H"
    assert told[0].event is ObservationEvent.LAID


def test_an_unread_card_that_the_table_names_is_not_told_again() -> None:
    clip = small_clip([lay("9H"), Move(Doing.WAIT, pause=3.5)])
    sight = TruthSight(clip, blind=True)
    tracker = PileTracker(sight)

    def name_it(told: list[Observation]) -> None:
        if told and sight.blind:
            tracker.named_by_table(Card.parse("9H"))
            sight.blind = False

    told = tracked(clip, sight, tracker, name_it)
    assert names(told) == [("unreadable", "None")]
    assert tracker.pile.faces() == [Card.parse("9H")]


def test_a_mirrored_camera_is_noticed_and_turned_round() -> None:
    clip = small_clip([lay("9H"), Move(Doing.WAIT, pause=2.5)])
    sight = TruthSight(clip, blind=True)

    def looks_mirrored(image: Image) -> bool:
        sight.blind = False
        sight.turned_round = True
        return True

    tracker = PileTracker(sight, region=(0.0, 0.0, 0.9, 1.0), looks_mirrored=looks_mirrored)
    told = []
    for index, (t, image) in enumerate(clip.frames()):
        sight.show(Frame(image, t, index))
        told += tracker.step(
            Frame(np.ascontiguousarray(image[:, ::-1]) if sight.turned_round else image, t, index)
        )
    assert tracker.mirrored
    assert tracker.region[2] <= 1.0
    assert names(told) == [("laid", "9H")]


class FailingCamera:
    """Gives three pictures, is lost, gives three more, and ends."""

    live = on_clock = True
    description, reason = "a camera", "gone"

    def __init__(self) -> None:
        self.asked = 0

    @property
    def state(self) -> SourceState:
        if self.asked > 9:
            return SourceState.ENDED
        return SourceState.LOST if 3 <= self.asked < 6 else SourceState.RUNNING

    def next(self, timeout: float = 0.5) -> Frame | None:
        self.asked += 1
        if 4 <= self.asked <= 6 or self.asked > 9:
            return None
        return Frame(np.full((240, 320, 3), 90, np.uint8), self.asked / 10, self.asked)

    def close(self) -> None:
        self.asked = 99


class BlindSight:
    def see(self, image: Image, places: Sequence[Quad] = ()) -> tuple[CardSeen, ...]:
        return ()


def test_a_lost_camera_is_told_once() -> None:
    told = list(watch(FailingCamera(), PileTracker(BlindSight())))
    assert names(told) == [("camera-lost", "None")]


class WithStray(TruthSight):
    """Sees one more card, face up, in the upper left corner of the picture."""

    def see(self, image: Image, places: Sequence[Quad] = ()) -> tuple[CardSeen, ...]:
        found = super().see(image)
        if image.shape != (SMALL.height, SMALL.width, 3):
            return found
        quad = np.array([[4, 4], [64, 4], [64, 84], [4, 84]], np.float32)
        return (*found, CardSeen(Card.parse("KS"), False, 0.99, quad, 1.0, True))


def test_a_card_in_the_region_of_the_stock_was_not_laid() -> None:
    clip = small_clip([WAIT, lay("9H"), lay("9S", 120), WAIT])
    assert ("laid", "KS") in names(tracked(clip, WithStray(clip)))
    sight = WithStray(clip)
    tracker = PileTracker(sight, stock=(0.0, 0.0, 0.3, 0.5))
    assert names(tracked(clip, sight, tracker)) == [("laid", "9H"), ("laid", "9S")]


def test_a_pile_that_has_grown_into_the_region_of_the_stock_is_followed() -> None:
    clip = small_clip([lay("9H"), lay("9S", 120), WAIT])
    sight = TruthSight(clip)
    tracker = PileTracker(sight)

    def mark_the_stock(told: list[Observation]) -> None:
        if names(told) == [("laid", "9H")]:
            tracker.set_regions(None, (0.0, 0.0, 1.0, 1.0))

    assert names(tracked(clip, sight, tracker, mark_the_stock)) == [("laid", "9H"), ("laid", "9S")]
