"""The cards left in a hand."""

from collections.abc import Mapping

import cv2
import numpy as np
import pytest

from referee.cards import FACES, JOKER, Card
from tests.vision.toy_cards import ColourReader, PlantedDetector, lay, toy_quad, toy_table
from vision.candidates import Candidate
from vision.detector import CardDetector, Detection, Kind
from vision.hand_scan import HandCard, HandScan, agreed, scan_hand
from vision.networks import Floats
from vision.reader import CardReader
from vision.sight import CardSight
from vision.sightings import Image, Quad, Reason

RED, GREEN, BLUE, BLANK = (0, 0, 220), (0, 190, 0), (220, 0, 0), (236, 238, 240)
WHOLE, COVERED, BACK = (0.9, 0.05, 0.0), (0.1, 0.8, 0.0), (0.0, 0.05, 0.9)
ACE, TEN, KING = Card.parse("AH"), Card.parse("10C"), Card.parse("KS")

Laid = tuple[Quad, tuple[int, int, int], tuple[float, float, float]]


def _table(*cards: Laid) -> tuple[Image, CardSight]:
    image = toy_table()
    for quad, colour, _ in cards:
        lay(image, quad, colour)
        corners = np.round(quad).astype(np.int32).reshape(-1, 1, 2)
        cv2.polylines(image, [corners], True, (150, 150, 150), 1, cv2.LINE_AA)
    network = PlantedDetector([quad for quad, _, _ in cards], [scores for _, _, scores in cards], 640)
    return image, CardSight(CardDetector(network), CardReader(ColourReader()))


def _hand(card: Card | None, x: float = 100) -> HandCard:
    return HandCard(card, 0.9, toy_quad(x, 100), reason=None if card else Reason.COVERED)


def test_cards_side_by_side_are_read_from_left_to_right() -> None:
    image, sight = _table(
        (toy_quad(480, 200, 90, 10), RED, WHOLE),
        (toy_quad(140, 220, 90), GREEN, WHOLE),
        (toy_quad(310, 210, 90), BLUE, WHOLE),
    )
    scan = scan_hand(image, sight)
    assert scan.read == (TEN, KING, ACE)
    assert scan.unread == ()


def test_overlapped_cards_are_read_though_their_right_parts_are_covered() -> None:
    quads = [toy_quad(220 + 60 * step, 220, 120) for step in range(3)]
    image, sight = _table((quads[0], RED, COVERED), (quads[1], GREEN, COVERED), (quads[2], BLUE, WHOLE))
    scan = scan_hand(image, sight)
    assert scan.read == (ACE, TEN, KING)


def test_a_card_that_cannot_be_told_is_seen_and_marked() -> None:
    image, sight = _table((toy_quad(160, 220, 90), GREEN, WHOLE), (toy_quad(380, 220, 90), BLANK, COVERED))
    scan = scan_hand(image, sight)
    assert scan.read == (TEN,)
    [unread] = scan.unread
    assert unread.reason is not None
    assert unread.card is None
    assert scan.to_json()["unread"] == 1
    assert scan.to_json()["read"] == ["10C"]


class PlainReader(ColourReader):
    """A reader that takes every crop for the same card, as surely as it is told."""

    def __init__(self, rank: int, index: int, kind: float = 9.0, clear: float = 9.0) -> None:
        self._answers = {"rank": (rank, 9.0), "index": (index, clear), "kind": (0, kind), "suit": (2, 9.0)}

    def run(self, batch: Floats) -> Mapping[str, Floats]:
        out = dict(super().run(batch))
        for name, (column, logit) in self._answers.items():
            out[name] = np.zeros_like(out[name])
            out[name][:, column] = logit
        return out


@pytest.mark.parametrize(("rank", "index", "read"), [(1, 0, None), (7, 6, None), (9, 8, "10H")])
def test_a_low_card_whose_middle_is_covered_may_have_more_pips(
    rank: int, index: int, read: str | None
) -> None:
    _, sight = _table()
    covered = Candidate(
        Detection(toy_quad(220, 220, 120), Kind.COVERED, 0.8, COVERED),
        toy_quad(220, 220, 120),
        CardReader(PlainReader(rank, index)).read_crops(np.zeros((1, 144, 96, 3), np.uint8)),
        hidden=0.45,
        completed=True,
    )
    sight.look = lambda image: (covered,)  # type: ignore[method-assign]
    [found] = scan_hand(toy_table(), sight).cards
    assert (None if found.card is None else str(found.card)) == read
    if read is None:
        assert found.reason is Reason.COVERED
        assert found.alternatives[0][0] == Card.parse("2H" if rank == 1 else "8H")


@pytest.mark.parametrize(("kind", "clear"), [(0.5, 9.0), (9.0, 2.0)], ids=["hardly a card", "no clear index"])
def test_an_index_alone_is_believed_only_when_it_is_clear(kind: float, clear: float) -> None:
    _, sight = _table()
    doubtful = Candidate(
        Detection(toy_quad(220, 220, 120), Kind.COVERED, 0.8, COVERED),
        toy_quad(220, 220, 120),
        CardReader(PlainReader(3, 2, kind, clear)).read_crops(np.zeros((1, 144, 96, 3), np.uint8)),
    )
    sight.look = lambda image: (doubtful,)  # type: ignore[method-assign]
    found = scan_hand(toy_table(), sight)
    assert found.read == ()


def test_backs_are_no_part_of_the_hand_and_an_empty_table_is_an_empty_hand() -> None:
    class BackReader(ColourReader):
        def run(self, batch: Floats) -> Mapping[str, Floats]:
            out = dict(super().run(batch))
            out["kind"] = np.tile(np.array([[0, 0, 9, 0]], np.float32), (len(batch), 1))
            return out

    image, sight = _table((toy_quad(160, 220, 90), GREEN, BACK))
    sight = CardSight(sight.detector, CardReader(BackReader()))
    assert scan_hand(image, sight).cards == ()
    image, sight = _table()
    assert scan_hand(image, sight).cards == ()


def test_a_pack_holds_each_card_once() -> None:
    image, sight = _table((toy_quad(160, 220, 90), RED, WHOLE), (toy_quad(380, 220, 90), RED, WHOLE))
    scan = scan_hand(image, sight)
    assert scan.read == (ACE,)
    assert [one.alternatives[0][0] for one in scan.unread] == [ACE]
    assert scan_hand(image, sight, copies=2).read == (ACE, ACE)


def test_a_card_that_lies_in_the_pile_cannot_be_in_the_hand() -> None:
    image, sight = _table((toy_quad(160, 220, 90), RED, WHOLE))
    assert scan_hand(image, sight, possible=frozenset(FACES) - {ACE}).read == ()
    assert scan_hand(image, sight, possible=frozenset(FACES)).read == (ACE,)


@pytest.mark.parametrize(
    ("scans", "read", "unread"),
    [
        ([], (), 0),
        ([HandScan((_hand(ACE, 10), _hand(TEN, 90)))] * 3, (ACE, TEN), 0),
        ([HandScan((_hand(ACE),)), HandScan((_hand(ACE),)), HandScan((_hand(KING),))], (ACE,), 0),
        ([HandScan((_hand(ACE, 10), _hand(None, 90)))] * 3, (ACE,), 1),
        (
            [HandScan((_hand(ACE, 10), _hand(None, 90))), HandScan((_hand(ACE, 10), _hand(JOKER, 90)))],
            (ACE, JOKER),
            0,
        ),
        ([HandScan((_hand(JOKER, 10), _hand(JOKER, 90)))] * 3, (JOKER, JOKER), 0),
        (
            [HandScan((_hand(ACE, 10), _hand(ACE, 90))), HandScan((_hand(ACE),)), HandScan((_hand(ACE),))],
            (ACE,),
            0,
        ),
    ],
    ids=["nothing", "unanimous", "outvoted", "always-unread", "read-once", "two-alike", "outvoted-copy"],
)
def test_several_pictures_agree(scans: list[HandScan], read: tuple[Card, ...], unread: int) -> None:
    found = agreed(scans)
    assert found.read == read
    assert len(found.unread) == unread
