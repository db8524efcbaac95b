"""Timelines: undoing, correcting, taking back; nothing is ever lost."""

from referee.events import (
    CardLaid,
    Corrected,
    Event,
    ExplanationChosen,
    MatchStarted,
    RoundEnded,
    RoundStarted,
    Undone,
)
from referee.history import Timeline, extend, fold
from referee.notation import parse
from referee.rulebook import load_rule_set

HEAD = "rules: {}\noptions: jokers = 2\nplayers: North, East, South, West\nturned up: 9H\n"


def timeline(lines: str, rules: str = "pesten-7") -> Timeline:
    return fold(parse(HEAD.format(rules) + lines.replace(" / ", "\n")).events)


def turn(found: Timeline) -> str:
    assert found.state is not None
    assert found.state.round is not None
    return found.state.round.turn


def test_what_is_undone_stays_in_the_history() -> None:
    found = timeline("North lays 4H / East lays 5H / undo 2")
    assert [entry.standing for entry in found.entries] == [True, True, False, False, True]
    assert found.entries[-1].voids == (5, 6)
    assert found.entries[-1].revises
    assert turn(found) == "North"


def test_undoing_a_taking_back_lets_the_card_lie_again() -> None:
    found = timeline("North lays 4H / taken back / undo")
    assert turn(found) == "East"
    assert [entry.standing for entry in found.entries] == [True, True, True, False, True]


def test_taking_back_takes_what_was_said_with_it() -> None:
    found = timeline("North lays JC / North names clubs / North takes back JC")
    assert turn(found) == "North"
    assert found.entries[-1].voids == (6, 5)
    assert not timeline("North lays 4H / East lays 5H / taken back 4H").entries[-1].verdict.legal
    assert not timeline("North lays 4H / East takes back 4H").entries[-1].verdict.legal


def test_cards_drawn_before_a_seen_card_stay_drawn_when_it_is_taken_back() -> None:
    found = timeline("North lays 2H / seen 4H / taken back 4H")
    assert found.state is not None
    assert found.state.round is not None
    assert found.state.round.hand_counts == {"North": 6, "East": 9, "South": 7, "West": 7}
    assert turn(found) == "South"
    again = timeline("North lays 2H / seen 4H / taken back 4H / undo")
    assert again.state is not None
    assert again.state.round is not None
    assert again.state.round.hand("South") == 6
    assert again.entries[3].effective == again.entries[3].event


def test_a_correction_reports_what_changed_and_keeps_both_stories() -> None:
    found = timeline("North lays 4H / East lays 4S / South lays 5S / correct 5: card 8H")
    entry = found.entries[2]
    assert entry.event == CardLaid("North", entry.event.card) if isinstance(entry.event, CardLaid) else False
    assert str(getattr(entry.effective, "card", "")) == "8H"
    assert entry.revised_by == (8,)
    changes = {(c.event_id, c.what): (c.before, c.after) for c in found.entries[-1].changes}
    assert changes[6, "legal"] == ("true", "false")
    assert changes[6, "reasons"] == ("matches-rank", "not-your-turn")
    assert changes[7, "turn"] == ("West", "South")


def test_corrections_of_corrections_and_after_undoing() -> None:
    found = timeline(
        "North lays 4H / correct 5: card 8H / correct 5: player East / undo 1 / correct 5: card 3H"
    )
    assert [entry.verdict.legal for entry in found.entries[2:]] == [False, True, True, True, False]
    assert found.entries[2].standing is False
    assert found.entries[-1].verdict.codes == ("no-such-event",)


def test_bad_corrections_change_nothing() -> None:
    for change in (
        "card 99",
        "count 3",
        "player North",
        "names",
        "last_card perhaps",
        "removed no",
        "choice x",
    ):
        found = timeline(f"East draws 1 / North lays 4H / correct 6: {change}")
        assert turn(found) == "East"


def test_a_seen_card_gets_another_player_or_story() -> None:
    found = timeline("North lays 2H / seen 4H / correct 6: player East")
    assert isinstance(found.entries[3].effective, CardLaid)
    assert found.entries[3].verdict.codes == ("must-answer-draw",)
    other = timeline("North lays 2H / seen 4H / choose 6: illegal:East:4H")
    assert other.entries[3].verdict.applied == "illegal:East:4H"
    assert timeline("North lays 2H / choose 5: illegal:East:4H").entries[-1].verdict.codes == (
        "bad-correction",
    )


def test_an_earlier_round_is_scored_again() -> None:
    start: list[tuple[int, Event]] = [(1, MatchStarted(("A", "B"), "pesten-7")), (2, RoundStarted())]
    empty = fold([*start, (3, RoundEnded((("A", ()), ("B", ()))))])
    changes = (("hands", '[["A", []], ["B", ["QS", "5H"]]]'),)
    found = extend(extend(empty, 4, RoundStarted()), 5, Corrected(3, changes))
    assert found.state is not None
    assert found.state.totals == {"A": 0, "B": 15}
    by_name = extend(found, 7, Corrected(3, (("hands", '{"A": [], "B": ["4C"]}'),)))
    assert by_name.state is not None
    assert by_name.state.totals == {"A": 0, "B": 4}
    bad = extend(found, 6, Corrected(3, (("hands", "[["),)))
    assert bad.entries[-1].verdict.codes == ("bad-correction",)


def test_the_rules_of_a_match_may_be_corrected() -> None:
    found = timeline("North lays 3H / correct 1: options effects.3=others-draw 1")
    assert found.state is not None
    assert found.state.round is not None
    assert found.state.round.hand("East") == 8


def test_before_a_match_nothing_can_happen() -> None:
    empty = fold([])
    assert empty == Timeline((), None)
    early = fold([(1, RoundStarted()), (2, Undone(3)), (3, ExplanationChosen(9, "x"))])
    assert [entry.verdict.legal for entry in early.entries] == [False, False, False]
    assert early.state is None
    unknown = fold([(1, MatchStarted(("A", "B"), "nowhere"))])
    assert unknown.entries[0].verdict.codes == ("unknown-rules",)
    assert fold([(1, MatchStarted(("A", "A"), "pesten-7"))]).entries[0].verdict.codes == (
        "wrong-player-count",
    )


def test_rules_from_elsewhere() -> None:
    rules = load_rule_set("stargames")
    found = fold([(1, MatchStarted(("A", "B"), "ours"))], lambda _: rules)
    assert found.state is not None
    assert found.state.rules is rules


def test_a_second_match_may_follow() -> None:
    second = MatchStarted(("A", "B"), "pesten-7")
    assert not extend(timeline("North lays 4H"), 50, second).entries[-1].verdict.legal
    assert extend(timeline("match ends"), 50, second).entries[-1].verdict.legal
    over = timeline("round ends: North -; East 4C; South 4D; West 4S")
    assert extend(over, 50, second).entries[-1].verdict.legal
