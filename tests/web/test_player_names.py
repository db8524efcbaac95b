"""What players may be called."""

from __future__ import annotations

import pytest

from referee.notation import parse
from tests.web.conftest import Phone
from web.player_names import player_names
from web.refusals import Refusal

FAMILY = "👨\u200d👩\u200d👧"


@pytest.mark.parametrize(
    "names",
    [
        ["Anna", "Bram"],
        [FAMILY, "😀"],
        ["مرحبا", "می\u200cخواهم"],
        ['Jan "Piet"', "O'Brien"],
        ["=1+1", "-"],
        ["seen", "turned up"],
    ],
)
def test_names_of_every_kind_are_kept_as_they_are(names: list[str]) -> None:
    assert player_names(names) == tuple(names)


def test_blanks_and_accents_are_written_one_way() -> None:
    assert player_names(["  Anna   Maria ", "Ze\u0301"]) == ("Anna Maria", "Zé")


@pytest.mark.parametrize(
    "names",
    [
        None,
        "Anna",
        [],
        [None, "Bram"],
        ["", "Bram"],
        [" \u200d ", "Bram"],
        ["x" * 10_000, "Bram"],
        list("ABCDEFGHIJK"),
        ["Anna", "anna"],
        ["Zé", "Ze\u0301"],
        ["Anna", "An\u200dna"],
        ["Anna", "Ａnna"],
        ["\u202eAnna", "Bram"],
        ["An\u200bna", "Bram"],
        ["An\0na", "Bram"],
        ["Anna: Bram", "Carla"],
        ["a\ud800", "Bram"],
    ],
)
def test_names_that_cannot_be_told_apart_or_shown_are_refused(names: object) -> None:
    with pytest.raises(Refusal) as refused:
        player_names(names)
    assert refused.value.code == "bad-names"


def test_a_match_of_odd_names_is_played_and_its_record_read(host: Phone) -> None:
    host.did("start-match", players=["seen", "<b>undo", FAMILY], dealer=FAMILY)
    host.did("start-round", turned_up="9H")
    host.did("lay", player="seen", card="9S")
    record = host.http.get(f"/api/matches/{host.snapshot()['match']}/record.txt").text
    assert [event.to_json()["type"] for _, event in parse(record).events][-1] == "laid"
