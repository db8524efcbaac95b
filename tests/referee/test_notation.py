"""Records: what is read, what is written, and what is said about bad lines."""

import pytest

from referee.cards import Card, Suit
from referee.events import (
    CardLaid,
    CardsDrawn,
    CardSeen,
    Event,
    LastCardSaid,
    MatchStarted,
    Passed,
    RoundEnded,
    RoundStarted,
    SuitNamed,
    TakenBack,
    Undone,
)
from referee.notation import MalformedRecord, parse, replay, write

HEAD = "rules: pesten-7\nplayers: North, East, South, West\nturned up: 9H\n"

ISSUE = """
rules: pesten-7                      # a shipped rule set, or a path
options: jokers = 3, effects.3 = others-draw 1
players: North, East, South, West    # seat order, clockwise
dealer: West
hands: 7                             # cards each
turned up: 9H

North lays 9S
East lays JD, names clubs
South draws 1
South passes
West says last card
West lays 5C, says last card
seen QH                              # the camera saw it; nobody said who
undo
round ends: North -; East QS 5H; South JOKER; West 3D
"""


def test_a_whole_record() -> None:
    record = parse(ISSUE)
    assert record.match.players == ("North", "East", "South", "West")
    assert record.match.options == (("jokers", "3"), ("effects.3", "others-draw 1"))
    rows = replay(record)
    assert [row["line"] for row in rows] == list(range(9, 18))
    assert [row["event"] for row in rows][1] == "East lays JD, names clubs"
    row = {
        key: rows[1][key]
        for key in ("legal", "reasons", "turn", "direction", "pending", "suit", "hands", "winner")
    }
    assert row == {
        "legal": True,
        "reasons": ["wild"],
        "turn": "South",
        "direction": "clockwise",
        "pending": 0,
        "suit": "clubs",
        "hands": {"North": 6, "East": 6, "South": 7, "West": 7},
        "winner": None,
    }
    assert rows[-1]["winner"] == "North"


def test_writing_reads_back() -> None:
    record = parse(ISSUE)
    events = [event for _, event in record.events]
    assert [event for _, event in parse(write(events)).events] == events


def test_names_may_hold_blanks_and_headers_any_order() -> None:
    record = parse(
        "players: Anna B, Anna\nturned up: 9H\nrules: pesten-7\ndealer: Anna\nAnna B lays 4H\nanna draws 1"
    )
    laid = record.events[2][1]
    assert isinstance(laid, CardLaid)
    assert laid.player == "Anna B"
    assert [row["legal"] for row in replay(record)] == [True, True]


def test_a_seen_card_with_confidences() -> None:
    seen = parse(HEAD + "seen QH 0.8 or QD 0.1, names clubs, says last card").events[2][1]
    assert isinstance(seen, CardSeen)
    assert (seen.confidence, [sure for _, sure in seen.alternatives], seen.last_card) == (0.8, [0.1], True)


def test_hands_by_name_at_the_end() -> None:
    ended = parse(HEAD + "round ends: North -; East QS 5H").events[2][1]
    assert isinstance(ended, RoundEnded)
    assert [(name, [str(card) for card in cards]) for name, cards in ended.hands] == [
        ("North", []),
        ("East", ["QS", "5H"]),
    ]


BAD = [
    ("", 1, "'rules:' is missing"),
    ("rules: pesten-7\nNorth lays 4H", 2, "'players:' is missing"),
    ("rules: pesten\nplayers: A, B\nA lays 4H", 1, "there is no rule set 'pesten'"),
    ("rules: pesten-7\nplayers: A, A", 2, "two players are called 'A'"),
    ("rules: pesten-7\nplayers: A", 2, "for 2 to 10"),
    ("rules: pesten-7\nplayers: A,, B", 2, "in seat order"),
    ("rules: pesten-7\nrules: pesten-7", 2, "is there twice"),
    ("rules: pesten-7\nplayer: A, B", 2, "did you mean 'players:'"),
    ("rules: pesten-7\nplayers: A, B\noptions: hand_sise = 7", 3, "did you mean 'hand_size'"),
    ("rules: pesten-7\nplayers: A, B\noptions: throw_in", 3, "NAME = VALUE"),
    ("rules: pesten-7\nplayers: A, B\nhands: -3", 3, "below zero"),
    ("rules: pesten-7\nplayers: A, B\nhands: 0", 3, "cannot be dealt"),
    (
        "rules: pesten-7\nplayers: A, B\nhands: 40\nturned up: 9H",
        3,
        "81 cards are needed and the packs hold 54",
    ),
    ("rules: pesten-7\nplayers: A, B\nhands: A 3, C 4", 3, "nobody called 'C' plays"),
    ("rules: pesten-7\nplayers: Ann, Bob\ndealer: Anne", 3, "did you mean 'Ann'?"),
    ("rules: pesten-7\nplayers: A, B\nturned up: 9X", 3, "'9X' is no card"),
    (HEAD + "North lays 11H", 4, "'11H' is no card"),
    (HEAD + "Nort lays 4H", 4, "did you mean 'North'?"),
    (HEAD + "North lay 4H", 4, "did you mean 'North lays'?"),
    (HEAD + "North lays 4H, name clubs", 4, "', names hearts'"),
    (HEAD + "North lays JH, names harten", 4, "'harten' is no suit"),
    (HEAD + "North draws some", 4, "'some' is no number"),
    (HEAD + "North draws -1", 4, "below zero"),
    (HEAD + "North draws 123456789", 4, "is no number"),
    (HEAD + "seen QH 80%", 4, "is no confidence"),
    (HEAD + "round ends: North -; Eas 4H", 4, "did you mean 'East'?"),
    (HEAD + "round ends: North -; North 4H", 4, "twice"),
    (HEAD + "hands swapped: North East", 4, "'North to East, East to North'"),
    (HEAD + "the phone rings", 4, "is no event"),
    (HEAD + "undo -1", 4, "below zero"),
    (HEAD + "North", 4, "a player lays, draws, passes"),
    (HEAD + "North lays JS names clubs", 4, "', names hearts'"),
    (HEAD + "North lays 9S\ninsert before 4:", 5, "stands behind the colon"),
    (HEAD + "North lays 9S\ninsert before 4: # forgotten", 5, "stands behind the colon"),
    (HEAD + "North lays 9S\nrules: pesten-13", 5, "belongs at the top"),
    (HEAD + "North lays 9S\ndealer: East", 5, "belongs at the top"),
    (HEAD + "North lays 9S\ncorrect 4: player Nord", 5, "nobody called 'Nord' plays"),
    (HEAD + "round ends: X -", 4, "players are North, East, South, West"),
    (HEAD + f"North lays {'9' * 100_000}", 4, "…' is no card"),
    ("rules: pesten-7\nplayers: A, B\nhands: x", 3, "write 'hands: 7'"),
    ("rules: pesten-7\nplayers: A, B\nhands: A 7, A 8", 3, "the hand of A is there twice"),
    (
        "rules: pesten-7\nplayers: A, B\noptions: hand_size = 7, hand_size = 9",
        3,
        "there twice; leave one out",
    ),
    ("rules: nowhere/x.toml\nplayers: A, B", 1, "No such file or directory"),
]


@pytest.mark.parametrize(("text", "line", "says"), BAD)
def test_bad_records_name_the_line_and_what_to_do(text: str, line: int, says: str) -> None:
    with pytest.raises(MalformedRecord) as caught:
        replay(parse(text))
    assert says in caught.value.message
    assert caught.value.line == line


def test_what_is_wrong_is_said_in_few_words() -> None:
    for text, _, _ in BAD:
        with pytest.raises(MalformedRecord) as caught:
            replay(parse(text))
        assert len(caught.value.message) < 260
        assert "did you mean ''" not in caught.value.message


def test_a_word_is_never_taken_for_itself() -> None:
    with pytest.raises(MalformedRecord, match=r"there is no option 'base'$"):
        replay(parse("rules: pesten-7\nplayers: A, B\noptions: base = pesten-7"))


def test_cards_given_may_be_the_first_event() -> None:
    record = parse(
        "rules: pesten-with-cards\nplayers: A, B, C\nturned up: 10H\none card given: A to B, B to C, C to A"
    )
    assert [row["legal"] for row in replay(record)] == [True]


def test_names_after_headers_may_be_written_small() -> None:
    record = parse("rules: pesten-7\nplayers: Ann, Bob\ndealer: ann\nhands: bob 3, ANN 4\nturned up: 9H")
    start = record.events[1][1]
    assert isinstance(start, RoundStarted)
    assert (start.dealer, start.hands) == ("Ann", (("Bob", 3), ("Ann", 4)))


def test_who_is_called_as_a_line_begins_can_play_too() -> None:
    names = ("seen", "undo", "anna", "Anna", "taken back", "correct 7")
    events: list[Event] = [MatchStarted(names, "pesten-7"), RoundStarted(None, Card.parse("9H"))]
    for name in names:
        events += [CardLaid(name, Card.parse("9S")), LastCardSaid(name), CardsDrawn(name, 2)]
        events += [Passed(name), TakenBack(Card.parse("9S"), name), SuitNamed(name, Suit.CLUBS)]
    events += [CardSeen(Card.parse("9S")), Undone(2), TakenBack(Card.parse("9S"))]
    assert [event for _, event in parse(write(events)).events] == events
