"""Scores, reckoned by hand."""

from dataclasses import replace

import pytest

from referee.cards import Card
from referee.events import MatchEnded, RoundEnded, RoundStarted
from referee.judge import judge
from referee.rounds import new_match
from referee.rulebook import load_rule_set
from referee.scoring import final_scores, hand_points, leaders
from referee.state import MatchState, RoundResult

FOUR = ("South", "West", "North", "East")


def cards(text: str) -> tuple[Card, ...]:
    return tuple(Card.parse(word) for word in text.split())


def scored(rules: str, *rounds: tuple[int, ...], **options: str) -> MatchState:
    state = new_match(FOUR, load_rule_set(rules, options.items()))
    results = [
        RoundResult(n, "East", "South", FOUR[points.index(min(points))], points, ((),) * 4)
        for n, points in enumerate(rounds, start=1)
    ]
    return replace(state, results=tuple(results))


@pytest.mark.parametrize(
    ("rules", "hand", "points"),
    [
        ("pesten-7", "JOKER", 50),
        ("pesten-7", "AC KC JC 8C 7C 2C", 120),
        ("pesten-7", "QC 10C", 20),
        ("pesten-7", "9C 6C 5C 4C 3C", 27),
        ("pesten-7", "", 0),
        ("stargames", "KC QC 10C", 30),
        ("stargames", "AC JC 8C 7C 2C", 100),
        ("regles-fr", "KC QC JC AC JOKER", 61),
        ("regles-fr", "10C 9C 8C 7C 6C 5C 4C 3C 2C", 54),
    ],
)
def test_card_points(rules: str, hand: str, points: int) -> None:
    assert hand_points(load_rule_set(rules), cards(hand)) == points


def test_own_total_less_the_mean_of_the_opponents() -> None:
    # Sheet 000: I have 50, West 60, North 30, East 90; the others' mean is 60, so my final score is -10.
    state = scored("pesten-7", (20, 40, 30, 0), (30, 20, 0, 90))
    assert final_scores(state)["South"] == -10
    assert final_scores(state)["North"] == 30 - 200 / 3
    assert leaders(state) == ("North",)


def test_lowest_total_and_rounds_won() -> None:
    assert leaders(scored("stargames", (5, 0, 9, 9), (0, 5, 9, 9))) == ("South", "West")
    assert leaders(scored("pesten-with-cards", (50, 0, 9, 9), (0, 1, 9, 9), (0, 1, 9, 9))) == ("South",)
    assert leaders(scored("pesten-7")) == ()


@pytest.mark.parametrize(
    ("rules", "rounds"), [("pesten-7", 8), ("pesten-13", 5), ("wikipedia-nl", 1), ("stargames", 8)]
)
def test_a_match_has_so_many_rounds(rules: str, rounds: int) -> None:
    state = new_match(FOUR, load_rule_set(rules))
    for number in range(1, rounds + 1):
        assert not state.over
        state = judge(state, RoundStarted(turned_up=Card.parse("9H"))).state
        hands = tuple((player, cards("4C" if player != "South" else "")) for player in FOUR)
        state = judge(state, RoundEnded(hands)).state
        assert len(state.results) == number
    assert state.over
    assert state.winners == ("South",)
    assert not judge(state, RoundStarted()).legal


def test_the_table_decides_when_a_match_ends() -> None:
    state = scored("regles-fr", *[(1, 2, 3, 4)] * 30)
    verdict = judge(state, MatchEnded())
    assert verdict.state.winners == ("South",)
    assert not judge(verdict.state, MatchEnded()).legal


@pytest.mark.parametrize(
    ("rule", "dealer"),
    [("starter", "South"), ("left", "South"), ("winner", "West"), ("loser", "North"), ("same", "East")],
)
def test_who_deals_next(rule: str, dealer: str) -> None:
    state = new_match(FOUR, load_rule_set("pesten-7", [("next_dealer", rule)]))
    state = judge(state, RoundStarted(dealer="East", turned_up=Card.parse("9H"))).state
    hands = (("South", "4C"), ("West", ""), ("North", "JOKER"), ("East", "5C"))
    state = judge(state, RoundEnded(tuple((player, cards(hand)) for player, hand in hands))).state
    assert state.next_dealer == dealer
