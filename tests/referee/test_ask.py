"""Asking the referee: what may be laid, what would happen, what now."""

import pytest

from referee.ask import Action, Do, actions, to_name, what_if, what_may_be_laid, what_now
from referee.cards import FACES, Card, Suit
from referee.history import fold
from referee.notation import parse
from referee.rulebook import load_rule_set
from referee.state import MatchState, Naming

HEAD = "rules: {}\noptions: jokers = 2{}\nplayers: North, East, South, West\nturned up: 9H\n"


def table(lines: str, rules: str = "pesten-7", options: str = "") -> MatchState:
    text = HEAD.format(rules, "".join(f", {o}" for o in options.split(", ") if o)) + lines.replace(
        " / ", "\n"
    )
    state = fold(parse(text).events).state
    assert state is not None
    return state


def test_what_may_be_laid_and_why_not_the_rest() -> None:
    verdicts = what_may_be_laid(table("North lays 4H"))
    assert set(verdicts) == set(FACES)
    legal = {str(card) for card, verdict in verdicts.items() if verdict.legal}
    assert legal == {"JOKER", "JC", "JD", "JH", "JS", "4C", "4D", "4S"} | {
        f"{r}H" for r in ["A", "2", "3", "5", "6", "7", "8", "10", "Q", "K"]
    }
    assert verdicts[Card.parse("5C")].codes == ("suit-or-rank",)
    assert verdicts[Card.parse("9H")].codes == ("card-cannot-exist",)


def test_what_may_be_laid_when_cards_are_owed() -> None:
    verdicts = what_may_be_laid(table("North lays 2H"))
    assert {str(card) for card, verdict in verdicts.items() if verdict.legal} == {"2C", "2D", "2S", "JOKER"}
    assert what_may_be_laid(table("match ends", options="match_rounds = 1")) != {}


def test_what_would_happen_if() -> None:
    state = table("North lays 4H")
    verdict = what_if(state, Card.parse("8H"))
    assert verdict.state.round is not None
    assert verdict.state.round.turn == "West"
    assert what_if(state, Card.parse("8H"), "West").codes == ("not-your-turn",)
    assert state.round is not None
    assert state.round.turn == "East"
    named = what_if(state, Card.parse("JC"), names=Suit.SPADES).state.round
    assert named is not None
    assert named.named_suit is Suit.SPADES


@pytest.mark.parametrize(
    ("lines", "rules", "options", "code"),
    [
        ("North lays 4H", "pesten-7", "", Do.LAY_OR_DRAW),
        ("North lays 2H", "pesten-7", "", Do.ANSWER_OR_TAKE),
        ("North lays 7H", "pesten-7", "", Do.LAY_AGAIN_OR_DRAW),
        ("North lays 7H", "stargames", "", Do.LAY_AGAIN_OR_PASS),
        ("North lays JC", "pesten-7", "", Do.NAME_SUIT),
        ("North lays QH", "pesten-7", "effects.Q = name-rank", Do.NAME_RANK),
        ("North draws 1", "wikipedia-nl", "", Do.LAY_OR_PASS),
        ("North lays JOKER, names clubs / East draws 5", "stargames", "", Do.LAY_OR_PASS),
        ("North lays 8H", "pesten-7", "answers.8 = 8", Do.ANSWER_SKIP_OR_PASS),
        ("North lays 7H", "pesten-7", "effects.7 = lay-suit", Do.LAY_SUIT_OR_PASS),
        ("North lays 10H", "pesten-with-cards", "", Do.EXCHANGE),
        ("North lays 9S", "pesten-7", "hand_size = 1", Do.ENTER_HANDS),
        ("round ends: North -; East 4C; South 5C; West 6C", "pesten-7", "", Do.START_ROUND),
        ("round ends: North -; East 4C; South 5C; West 6C", "wikipedia-nl", "", Do.MATCH_OVER),
    ],
)
def test_what_now(lines: str, rules: str, options: str, code: Do) -> None:
    assert what_now(table(lines, rules, options)).code is code


def test_the_first_card_is_waited_for() -> None:
    state = fold(parse("rules: pesten-7\nplayers: A, B").events).state
    assert state is not None
    assert what_now(state).code is Do.TURN_UP
    assert actions(state, "A") == ()


@pytest.mark.parametrize(
    ("lines", "rules", "options", "player", "buttons"),
    [
        ("North lays 4H", "pesten-7", "", "East", {Action.LAY, Action.DRAW}),
        ("North lays 4H", "pesten-7", "", "South", set()),
        ("North lays 2H", "pesten-7", "", "East", {Action.LAY, Action.TAKE}),
        ("North lays JC", "pesten-7", "", "North", {Action.NAME_SUIT}),
        ("North draws 1", "stargames", "", "North", {Action.LAY, Action.PASS}),
        ("North lays 4H", "wikipedia-nl", "", "North", {Action.DRAW_EXTRA}),
        ("North lays 4H", "pesten-7", "hand_size = 2", "North", {Action.SAY_LAST_CARD}),
        ("North lays 4H", "pesten-with-cards", "", "West", {Action.SAY_LAST_CARD}),
        ("North lays 10H", "wikipedia-nl", "", "West", {Action.CONFIRM_EXCHANGE}),
        ("North lays 4H", "pesten-13", "throw_in = yes", "West", {Action.LAY}),
        ("North lays 4H", "pesten-7", "", "Nobody", set()),
    ],
)
def test_actions(lines: str, rules: str, options: str, player: str, buttons: set[Action]) -> None:
    assert set(actions(table(lines, rules, options), player)) == buttons


@pytest.mark.parametrize(
    ("rules", "card", "naming"),
    [
        ("pesten-7", "9S", None),
        ("pesten-7", "JD", Naming.SUIT),
        ("pesten-7", "JOKER", None),
        ("wikipedia-nl", "JOKER", Naming.SUIT),
    ],
)
def test_what_must_be_named_with_a_card(rules: str, card: str, naming: Naming | None) -> None:
    assert to_name(load_rule_set(rules), Card.parse(card)) is naming
