"""Cards that were seen and not claimed: which story is applied, and which others are offered."""

import pytest

from referee.history import fold
from referee.notation import parse
from referee.verdicts import Verdict

HEAD = "rules: {}\noptions: {}\nplayers: North, East, South, West\nturned up: 9H\n"


def seen(lines: str, rules: str = "pesten-7", options: str = "jokers = 2") -> Verdict:
    return fold(parse(HEAD.format(rules, options) + lines.replace("; ", "\n")).events).entries[-1].verdict


@pytest.mark.parametrize(
    ("lines", "rules", "options", "applied"),
    [
        # Legal for the player on turn: so it was theirs.
        ("seen 4H", "pesten-7", "jokers = 2", "turn-player:North:4H"),
        # Whoever drew under sheet 000 is not on turn any more.
        ("North draws 1; seen 4H", "pesten-7", "jokers = 2", "turn-player:East:4H"),
        # Illegal for everybody in reach.
        ("seen 4S", "pesten-7", "jokers = 2", "illegal:North:4S"),
        # Cards owed: the next player may lay it once they are taken.
        ("North lays 2H; seen 4H", "pesten-7", "jokers = 2", "after-taking:South:4H"),
        # Sheet 002: whoever took a joker's cards lays a card in the same turn.
        ("North lays JOKER, names clubs; seen 4C", "stargames", "jokers = 2", "after-taking:East:4C"),
        # An 8 on an 8 would answer; anything else means that the skip was taken.
        ("North lays 8H; seen 4H", "pesten-7", "answers.8 = 8", "after-passing:South:4H"),
        # Nobody told the referee the suit: the next card tells it, unless it goes on anything.
        ("North lays JC; seen 4S", "pesten-7", "jokers = 2", "after-naming:East:4S"),
        ("North lays JC; seen JS", "pesten-7", "jokers = 2", "illegal:North:JS"),
        # The reader doubts: the likelier card counts, whether it is legal or not.
        ("seen 4S 0.5 or 4H 0.49", "pesten-7", "jokers = 2", "illegal:North:4S"),
        ("seen 4S 0.4 or 4H 0.5", "pesten-7", "jokers = 2", "misread:North:4H"),
        # What lies in the pile cannot have been laid again: then a doubtful second reading is believed.
        ("seen 9H 0.9 or 6H 0.08", "pesten-7", "jokers = 2", "misread:North:6H"),
        ("seen 9H 0.9", "pesten-7", "jokers = 2", "illegal:North:9H"),
        # Two packs.
        ("North lays 4H; seen 4H", "pesten-13", "equal_together = yes", "turn-player:East:4H"),
        (
            "North lays 2H; seen 2H",
            "pesten-13",
            "answers.2 = none, equal_together = yes",
            "together:North:2H",
        ),
        ("North lays 2H; seen 2H", "pesten-13", "answers.2 = none, throw_in = yes", "throw-in:South:2H"),
    ],
)
def test_the_likeliest_story(lines: str, rules: str, options: str, applied: str) -> None:
    verdict = seen(lines, rules, options)
    assert verdict.applied == applied
    assert verdict.explanations[0].key == applied
    assert verdict.legal is not applied.startswith("illegal")


def test_the_other_stories_are_offered() -> None:
    keys = [e.key for e in seen("North lays 2H; seen 2S 0.9 or QS 0.1").explanations]
    assert keys[0] == "turn-player:East:2S"
    assert "after-taking:South:2S" in keys
    assert "misread:East:QS" in keys


def test_the_first_card() -> None:
    timeline = fold(parse("rules: pesten-7\nplayers: A, B\nseen 9H").events)
    assert timeline.entries[-1].verdict.applied == "first-card:B:9H"
    assert timeline.state is not None
    assert timeline.state.round is not None
    assert str(timeline.state.round.top) == "9H"


def test_what_was_said_with_a_seen_card_goes_with_it() -> None:
    verdict = seen("seen JC, names diamonds, says last card")
    assert verdict.state.round is not None
    assert verdict.state.round.named_suit == "D"


def test_it_is_json() -> None:
    data = seen("North lays 2H; seen 4H").to_json()
    best = data["explanations"][0]
    assert best["events"][0] == {"type": "drawn", "player": "East", "count": 2}
    assert data["applied"] == best["key"] == "after-taking:South:4H"
