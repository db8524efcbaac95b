"""Timelines: undoing, correcting, taking back; nothing is ever lost."""

import pytest

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


def test_a_forgotten_event_is_put_in_where_it_belongs() -> None:
    found = timeline(
        "North lays 4H / South lays 5H / insert before 6: East draws 1 / insert before 6: East passes"
    )
    assert [entry.event_id for entry in found.entries] == [1, 4, 5, 7, 8, 6, 7, 8]
    assert [entry.event_id for entry in found.entries if entry.inserted] == [7, 8]
    assert found.entries[5].verdict.legal
    changes = {(c.event_id, c.what): (c.before, c.after) for c in found.entries[-2].changes}
    assert changes[6, "reasons"] == ("not-your-turn", "matches-suit")
    assert changes[7, "reasons"] == ("", "drew hand-unseen")
    assert turn(found) == "West"


def test_what_was_put_in_is_corrected_removed_undone_and_restored_as_any_other() -> None:
    start = "North lays 4H / East lays 5H / insert before 6: West draws 1"
    assert timeline(start + " / correct 7: player East").entries[3].verdict.codes[0] == "drew"
    removed = timeline(start + " / correct 7: removed")
    assert [entry.standing for entry in removed.entries] == [True, True, True, False, True, True, True]
    again = timeline(start + " / correct 7: removed / restore 7")
    assert again.entries[3].standing
    assert not timeline(start + " / restore 7").entries[3].standing
    assert timeline(start + " / restore 7 / restore 7").entries[3].standing
    assert [e.standing for e in timeline(start + " / undo 2").entries] == [
        True,
        True,
        True,
        False,
        False,
        True,
        True,
    ]


def test_before_nothing_nothing_can_be_put_in() -> None:
    for number in (3, 7, 99):
        found = timeline(f"North lays 4H / East lays 5H / insert before {number}: North draws 1")
        assert found.entries[-1].verdict.codes == ("no-such-event",)


def test_undone_events_are_restored_one_by_one_or_all_at_once() -> None:
    start = "North lays 4H / East lays 5H / South lays 6H / undo 3"
    assert turn(timeline(start + " / restore 8")) == "West"
    one = timeline(start + " / restore 5")
    assert turn(one) == "East"
    assert [entry.standing for entry in one.entries[2:]] == [True, False, False, True, True]
    assert one.entries[2].revised_by == (9,)
    both = timeline(start + " / restore 5 / restore 6 / restore 7")
    assert turn(both) == "West"
    assert not both.entries[5].standing, "nothing is left undone"
    assert turn(timeline(start + " / restore 8 / restore 8")) == "North"


def test_a_correction_is_revoked_and_holds_again() -> None:
    start = "North lays 4H / East lays 4S / correct 5: card 8H / correct 5: last_card true"
    assert turn(timeline(start)) == "South"
    revoked = timeline(start + " / restore 7")
    assert turn(revoked) == "South"
    assert str(revoked.entries[2].effective.to_json()["card"]) == "4H"
    assert revoked.entries[2].effective.to_json()["last_card"] is True
    assert revoked.entries[3].verdict.codes == ("matches-rank",)
    as_recorded = timeline(start + " / restore 5")
    assert as_recorded.entries[2].effective == as_recorded.entries[2].event
    assert [entry.standing for entry in as_recorded.entries[4:6]] == [False, False]
    assert timeline(start + " / restore 5 / restore 7").entries[2].effective.to_json()["card"] == "8H"


def test_an_explanation_chosen_is_revoked() -> None:
    start = "North lays 2H / seen 4H / choose 6: illegal:East:4H"
    assert timeline(start + " / restore 7").entries[3].verdict.applied == "after-taking:South:4H"
    assert timeline(start + " / restore 6").entries[3].verdict.applied == "after-taking:South:4H"
    assert timeline(start + " / restore 7 / restore 7").entries[3].verdict.applied == "illegal:East:4H"


def test_a_taken_back_card_lies_again() -> None:
    start = "North lays 2H / seen 4H / taken back 4H"
    for number in (6, 7):
        found = timeline(f"{start} / restore {number}")
        assert found.state == timeline("North lays 2H / seen 4H").state
        assert not found.entries[4].standing
    again = timeline(start + " / restore 7 / restore 7")
    assert again.state == timeline(start).state
    undone = timeline(start + " / undo / restore 8")
    assert undone.state == timeline(start).state


def test_nothing_to_restore() -> None:
    for number, code in ((5, "nothing-to-restore"), (7, "nothing-to-restore"), (99, "no-such-event")):
        found = timeline(f"North lays 4H / undo 9 / restore 5 / restore {number}")
        assert found.entries[-1].verdict.codes == (code,)


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("correct 1: removed", "no-such-event"),
        ("correct 1: rules foo", "unknown-rules"),
        ("correct 4: dealer Nobody", "unknown-player"),
        ("correct 5: removed maybe", "bad-correction"),
        ("correct 6: count -1", "bad-correction"),
        ("correct 6: count 1_0", "bad-correction"),
        ("insert before 1: North draws 1", "no-such-event"),
    ],
)
def test_corrections_that_cannot_be_change_nothing(line: str, code: str) -> None:
    played = "North lays 4H / East draws 1"
    before, after = timeline(played), timeline(f"{played} / {line}")
    assert not after.entries[-1].verdict.legal
    assert after.entries[-1].verdict.codes == (code,)
    assert after.state == before.state
