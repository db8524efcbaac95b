"""A match at the live table, through a real server."""

from __future__ import annotations

from typing import Any

import pytest

from tests.web.conftest import Phone, Running


def test_a_new_table_waits_to_be_set_up(running: Running) -> None:
    guest = Phone(running)
    snapshot = guest.snapshot()
    assert snapshot["phase"] == "setup"
    assert snapshot["you"]["role"] == "guest"
    assert snapshot["you"]["code"] is None
    guest.close()


def test_a_match_begins_with_the_card_turned_up(playing: Phone) -> None:
    snapshot = playing.snapshot()
    assert snapshot["phase"] == "playing"
    assert snapshot["round"]["top"] == "9H"
    assert snapshot["round"]["turn"] == "North"
    assert [player["cards"] for player in snapshot["players"]] == [7, 7, 7, 7]
    assert snapshot["round"]["instruction"]["code"] == "lay-or-draw"
    north, east = snapshot["players"][:2]
    assert "draw" in [tap["kind"] for tap in north["may"]]
    assert "lay" not in [tap["kind"] for tap in east["may"]]


def test_a_legal_card_moves_the_turn(playing: Phone) -> None:
    answer = playing.did("lay", player="North", card="9S")
    snapshot = playing.snapshot()
    entry = snapshot["verdict"]
    assert entry["event"] == answer["event"]
    assert (entry["legal"], entry["player"], entry["card"]) == (True, "North", "9S")
    assert entry["reasons"][0]["code"] == "matches-rank"
    assert snapshot["round"]["turn"] == "East"
    assert snapshot["players"][0]["cards"] == 6
    assert snapshot["alarm"] is None


def test_an_illegal_card_stops_the_show_and_offers_ways_on(playing: Phone) -> None:
    playing.did("lay", player="North", card="4S")
    snapshot = playing.snapshot()
    alarm = snapshot["alarm"]
    assert alarm["legal"] is False
    assert alarm["reasons"][0]["code"] == "suit-or-rank"
    codes = [way["code"] for way in alarm["ways_on"]]
    assert codes[0] == "take-back"
    assert {"misread", "wrong-player", "not-laid"} <= set(codes)
    way = alarm["ways_on"][0]["action"]
    playing.did(way["kind"], **way["payload"])
    after = playing.snapshot()
    assert after["alarm"] is None
    assert after["round"]["turn"] == "North"


def test_a_tap_against_the_rules_is_refused_with_its_reason(playing: Phone) -> None:
    before = playing.snapshot()["version"]
    answer = playing.act("draw", player="South", count=1)
    assert answer["status"] == "refused"
    assert answer["error"]["code"] == "not-legal"
    assert answer["error"]["params"]["reasons"][0]["code"] == "not-your-turn"
    assert playing.snapshot()["version"] == before


def test_a_jack_waits_for_its_suit(playing: Phone) -> None:
    playing.did("lay", player="North", card="JD")
    waiting = playing.snapshot()
    assert waiting["round"]["naming"] == "suit"
    assert waiting["round"]["suit"] is None
    playing.did("name-suit", player="North", suit="C")
    after = playing.snapshot()
    assert (after["round"]["suit"], after["round"]["named_suit"], after["round"]["turn"]) == (
        "C",
        "C",
        "East",
    )


def test_a_correction_judges_what_followed_again(playing: Phone) -> None:
    first = playing.did("lay", player="North", card="9S")["event"]
    playing.did("lay", player="East", card="4S")
    playing.did("correct", event=first, changes={"card": "9C"})
    snapshot = playing.snapshot()
    corrected, illegal, revision = snapshot["history"][-3:]
    assert (corrected["card"], corrected["status"]) == ("9C", "corrected")
    assert corrected["corrected"]["changes"] == {"card": "9C"}
    assert corrected["corrected"]["by"]["name"] == "Host"
    assert illegal["legal"] is False
    assert any(change["event"] == illegal["event"] for change in revision["changes"])


def test_undone_events_stay_visible(playing: Phone) -> None:
    playing.did("lay", player="North", card="9S")
    playing.did("undo")
    snapshot = playing.snapshot()
    assert snapshot["round"]["top"] == "9H"
    assert [entry["status"] for entry in snapshot["history"] if entry["card"] == "9S"] == ["undone"]


def test_a_round_is_counted_and_the_next_dealer_named(playing: Phone) -> None:
    play_to_the_end(playing)
    snapshot = playing.snapshot()
    assert snapshot["phase"] == "round-end"
    assert snapshot["round_end"]["missing"] == ["East"]
    playing.did("enter-hand", player="East", cards=["QS", "5H"], done=True)
    drafted = playing.snapshot()["round_end"]
    assert drafted["drafts"]["East"]["points"] == 15
    playing.did("end-round")
    scored = playing.snapshot()
    assert scored["phase"] == "dealing"
    assert scored["scores"]["totals"] == {"North": 0, "East": 15}
    assert scored["scores"]["final"] == {"North": -15.0, "East": 15.0}
    assert scored["scores"]["next_dealer"] == "North"


def test_a_hand_that_the_deck_cannot_hold_is_pointed_out(playing: Phone) -> None:
    play_to_the_end(playing)
    playing.did("enter-hand", player="East", cards=["9H"], done=False)
    codes = {warning["code"] for warning in playing.snapshot()["round_end"]["warnings"]}
    assert "card-in-pile" in codes


def test_missing_hands_are_named(playing: Phone) -> None:
    play_to_the_end(playing)
    answer = playing.act("end-round")
    assert answer["error"]["code"] == "hands-missing"
    assert answer["error"]["params"]["players"] == "East"


def test_a_past_round_can_be_edited(playing: Phone) -> None:
    play_to_the_end(playing)
    playing.did("end-round", hands={"East": ["QS"]})
    event = playing.snapshot()["scores"]["rounds"][0]["event"]
    playing.did("correct", event=event, changes={"hands": [["North", []], ["East", ["KS"]]]})
    assert playing.snapshot()["scores"]["totals"]["East"] == 20
    playing.did("correct", event=event, changes={"hands": {"North": [], "East": ["KS", "3D"]}})
    assert playing.snapshot()["scores"]["totals"]["East"] == 23
    wrong: list[Any] = [{"Nobody": ["KS"]}, [["North", ["99"]]], "x", 3, [[]]]
    for hands in wrong:
        answer = playing.act("correct", event=event, changes={"hands": hands})
        assert answer["error"]["code"] in ("bad-correction", "not-legal"), hands
    assert playing.snapshot()["scores"]["totals"]["East"] == 23


@pytest.mark.parametrize(
    ("kind", "payload", "code"),
    [
        ("lay", {"player": "Nobody", "card": "9S"}, "unknown-player"),
        ("lay", {"player": "North", "card": "11S"}, "unknown-card"),
        ("lay", {"player": "North"}, "malformed"),
        ("lay", {"player": ["North"], "card": {}}, "unknown-player"),
        ("draw", {"player": "North", "count": -1}, "malformed"),
        ("draw", {"player": "North", "count": 10**30}, "malformed"),
        ("draw", {"player": "North", "count": True}, "malformed"),
        ("name-suit", {"player": "North", "suit": "X"}, "unknown-suit"),
        ("name-suit", {"player": "North", "suit": None}, "malformed"),
        ("correct", {"event": "e1", "changes": {"card": "9S"}}, "unknown-event"),
        ("correct", {"event": 1, "changes": {}}, "malformed"),
        ("correct", {"event": 10**12, "changes": {"card": "9S"}}, "not-legal"),
        ("correct", {"event": 1, "changes": {"nonsense": "9S"}}, "not-legal"),
        ("choose", {"event": 1, "choice": "x"}, "not-legal"),
        ("undo", {"count": 0}, "malformed"),
        ("undo", {"count": 900}, "not-legal"),
        ("exchange", {"kind": "kisses"}, "malformed"),
        ("end-round", {"hands": {"North": "all"}}, "malformed"),
        ("enter-hand", {"player": "North", "cards": []}, "not-now"),
        ("start-match", {"players": "North"}, "bad-names"),
        ("start-match", {"players": ["A", "A"]}, "bad-names"),
        ("start-match", {"players": ["A"]}, "not-legal"),
        ("start-match", {"players": ["A", "B"], "rules": "whist"}, "unknown-rules"),
        ("start-match", {"players": ["A", "B"], "options": {"jokerz": 3}}, "bad-rules"),
        ("start-match", {"players": ["A", "B"], "dealer": "C"}, "unknown-player"),
        ("start-match", {"players": ["A", "B"], "hands": {"A": "x"}}, "malformed"),
        ("dance", {}, "unknown-action"),
    ],
)
def test_nonsense_is_refused_and_changes_nothing(
    playing: Phone, kind: str, payload: dict[str, Any], code: str
) -> None:
    before = playing.snapshot()
    answer = playing.act(kind, **payload)
    assert answer["status"] == "refused"
    assert answer["error"]["code"] == code
    assert answer["error"]["message"]
    after = playing.snapshot()
    assert after["version"] == before["version"]
    assert after["round"] == before["round"]


def play_to_the_end(host: Phone) -> None:
    """A round of two in which North, who holds one card, lays it."""
    host.did("start-match", players=["North", "East"], dealer="East", hands={"North": 1, "East": 2})
    host.did("start-round", turned_up="9H")
    host.did("last-card", player="North")
    host.did("lay", player="North", card="9S")


def test_what_was_forgotten_is_put_in_and_taken_out_again(playing: Phone) -> None:
    playing.did("lay", player="North", card="9S")
    later = playing.did("lay", player="South", card="4S")["event"]
    refused = playing.act("insert", before=later, kind="pass", payload={"player": "West"})
    assert refused["error"]["code"] == "not-legal"
    put = playing.did("insert", before=later, kind="draw", payload={"player": "East", "count": 1})["event"]
    snapshot = playing.snapshot()
    drawn, judged_again, revision = snapshot["history"][-3:]
    assert (drawn["event"], drawn["inserted"], drawn["by"]["kind"]) == (put, True, "device")
    assert (judged_again["event"], judged_again["legal"]) == (later, True)
    assert (revision["kind"], revision["put_in"]["player"], revision["target"]) == ("inserted", "East", later)
    assert {"event": later, "what": "legal", "before": "false", "after": "true"} in revision["changes"]
    assert snapshot["round"]["turn"] == "West"
    playing.did("restore", event=put)
    snapshot = playing.snapshot()
    drawn, judged_again, revision = snapshot["history"][-4:-1]
    assert (drawn["status"], judged_again["legal"], revision["status"]) == ("undone", False, "undone")
    assert revision["corrected"]["by"]["kind"] == "device"


def test_undone_and_corrected_events_count_again_with_one_tap(playing: Phone) -> None:
    first = playing.did("lay", player="North", card="9S")["event"]
    playing.did("undo", count=1)
    entry = playing.snapshot()["history"][-2]
    assert (entry["status"], entry["corrected"]["changes"]) == ("undone", {"undone": "true"})
    playing.did("restore", event=first)
    lying, undoing, _ = playing.snapshot()["history"][-3:]
    assert (lying["status"], lying["legal"], undoing["status"]) == ("restored", True, "undone")
    playing.did("correct", event=first, changes={"card": "9C"})
    playing.did("restore", event=first)
    assert playing.snapshot()["round"]["top"] == "9S"
    assert playing.act("restore", event=first)["status"] == "refused"
    playing.did("remove", event=first)
    entry = next(entry for entry in playing.snapshot()["history"] if entry["event"] == first)
    assert entry["status"] == "removed"


@pytest.mark.parametrize(
    ("payload", "code"),
    [
        ({"kind": "draw", "payload": {"player": "East"}}, "unknown-event"),
        ({"before": 9999, "kind": "draw", "payload": {"player": "East"}}, "not-legal"),
        ({"before": 2, "kind": "undo", "payload": {}}, "unknown-action"),
        ({"before": 2, "kind": "insert", "payload": {}}, "unknown-action"),
        ({"before": 2, "kind": "start-round", "payload": {"dealer": "East"}}, "unknown-action"),
        ({"before": 2, "kind": ["lay"], "payload": {}}, "unknown-action"),
        ({"before": 2, "kind": "lay", "payload": "AS"}, "unknown-action"),
        ({"before": 2, "kind": "lay", "payload": {"player": "East", "card": "99"}}, "unknown-card"),
        ({"before": 2, "kind": "draw", "payload": {"player": "Nobody"}}, "unknown-player"),
    ],
)
def test_what_cannot_be_put_in_is_refused(playing: Phone, payload: dict[str, Any], code: str) -> None:
    assert playing.act("insert", **payload)["error"]["code"] == code


def test_a_record_tells_the_match_as_it_stands(playing: Phone) -> None:
    playing.did("lay", player="North", card="9S")
    later = playing.did("lay", player="South", card="4S")["event"]
    playing.did("insert", before=later, kind="draw", payload={"player": "East", "count": 1})
    playing.did("lay", player="West", card="4D")
    playing.did("undo", count=1)
    match = playing.snapshot()["match"]
    text = playing.http.get(f"/api/matches/{match}/record.txt").text
    assert text.split("\n\n")[1].splitlines() == [
        "turned up: 9H",
        "North lays 9S",
        "East draws 1",
        "South lays 4S",
    ]
