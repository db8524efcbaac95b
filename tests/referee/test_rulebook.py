"""Rule files: what the shipped ones state, and what is said about bad ones."""

import re
from pathlib import Path

import pytest

from referee.rulebook import RuleFileError, load_rule_set, rule_set_from_text, shipped_names, write_rule_file
from referee.rules import options_schema

SHEETS = Path(__file__).parent.parent.parent / "referee" / "sheets"


def test_the_shipped_rule_sets() -> None:
    names = ("pesten-7", "pesten-13", "wikipedia-nl", "stargames", "regles-fr", "pesten-with-cards")
    assert shipped_names() == names
    assert sorted(path.stem for path in SHEETS.glob("*.toml")) == sorted(names)


@pytest.mark.parametrize("name", shipped_names())
def test_a_sheet_states_only_what_differs_and_where_it_comes_from(name: str) -> None:
    text = (SHEETS / f"{name}.toml").read_text(encoding="utf-8")
    base = load_rule_set("pesten-7").options()
    table = ""
    for line in text.splitlines():
        if line.startswith("["):
            table = line.strip("[]") + "."
        stated = re.match(r"(\w+) = ", line)
        if stated and stated[1] != "base" and name != "pesten-7":
            option = table + stated[1]
            assert load_rule_set(name).options()[option] != base[option], (
                f"{option} is the same as in pesten-7"
            )
    assert re.search(r"[Ss]heet 00[0-4]", text)


@pytest.mark.parametrize("name", shipped_names())
def test_a_rule_file_written_reads_back(name: str) -> None:
    rules = load_rule_set(name)
    for base in shipped_names():
        assert rule_set_from_text(write_rule_file(rules, base), name) == rules


def test_every_option_is_described_and_says_where_it_comes_from() -> None:
    for row in options_schema():
        assert len(row["title"]) > 3, row["name"]
        assert len(row["description"]) > 10, row["name"]
        assert set(row["sheets"]) <= {"000", "001", "002", "003", "004", "house"}, row["name"]
        assert row["sheets"], row["name"]


def test_options_over_a_rule_set_as_texts() -> None:
    options = [("hand size", "9"), ("effects.k", "nothing"), ("throw-in", "yes"), ("answers.2", "2 3")]
    rules = load_rule_set("pesten-7", options)
    assert rules.hand_size == 9
    assert rules.throw_in
    assert rules.options()["effects.K"] == "nothing"
    assert rules.options()["answers.2"] == "2 3"


BAD = [
    ("hand_sise = 7", 1, "hand_sise", "did you mean 'hand_size'"),
    ('base = "pesten-7"\n\nanounce = "reminder"', 3, "anounce", "did you mean 'announce'"),
    ('base = "pesten7"', 1, "base", "did you mean 'pesten-7'"),
    ('[effects]\n8 = "skip"\n7 = "skipp"', 3, "effects.7", "did you mean 'skip'"),
    ('[effects]\n1 = "skip"', 2, "effects.1", "'1' is no rank"),
    ('[effects]\n7 = "draw"', 2, "effects.7", "needs a number of cards"),
    ('[effects]\n7 = "skip 2"', 2, "effects.7", "takes no number"),
    ('[effects]\n7 = "skip + skip"', 2, "effects.7", "twice"),
    ('[effects]\n7 = "swap-hands + give-one"', 2, "effects.7", "contradict each other"),
    ('[effects]\nQ = "name-suit + name-rank"', 2, "effects.Q", "contradict each other"),
    ('effects = "skip"', 1, "effects", "one value for each rank"),
    ('[answers]\n2 = "2 ZZ"', 2, "answers.2", "'ZZ' is no rank"),
    ('who_starts = "dealr"', 1, "who_starts", "did you mean 'dealer'"),
    ("hand_size = 99", 1, "hand_size", "from 1 to 30"),
    ("hand_size = true", 1, "hand_size", "no whole number"),
    ("hand_size = -3", 1, "hand_size", "out of bounds"),
    ('adding_up = "perhaps"', 1, "adding_up", "neither true nor false"),
    ('packs_from = "three"', 1, "packs_from", "'3:3 5:4'"),
    ('packs_from = "3:99"', 1, "packs_from", "packs 1 to 8"),
    ("[points]\nQ = 1001", 2, "points.Q", "from 0 to 1000"),
    ("players_min = 6\nplayers_max = 4", 1, "players_min", "contradict"),
    ("draw_at_most = 0", 1, "draw_at_most", "drawn_card = 'never'"),
    ("announce_penalty = 2", 1, "announce_penalty", "nothing is forgotten"),
    ('special_last = "paid"', 1, "special_last", "special_last_penalty"),
    ("a = [", 1, "", "no TOML"),
]


@pytest.mark.parametrize(("text", "line", "field", "says"), BAD)
def test_bad_rule_files_name_line_field_and_likely_meaning(
    text: str, line: int, field: str, says: str
) -> None:
    with pytest.raises(RuleFileError) as caught:
        rule_set_from_text(text)
    assert says in caught.value.message
    assert (caught.value.line, caught.value.field) == (line, field)
    assert str(caught.value).startswith(f"line {line}: ")


def test_no_such_rule_set_or_file(tmp_path: Path) -> None:
    with pytest.raises(RuleFileError, match="did you mean 'stargames'"):
        load_rule_set("stargame")
    with pytest.raises(RuleFileError, match="cannot be read"):
        load_rule_set(str(tmp_path / "none.toml"))
    path = tmp_path / "ours.toml"
    path.write_text('base = "regles-fr"\nhand_size = 5\n', encoding="utf-8")
    rules = load_rule_set(str(path), [("jokers", "3")])
    assert (rules.name, rules.hand_size, rules.jokers, rules.announce_penalty) == ("ours", 5, 3, 2)


def test_king_and_ace_may_both_reverse() -> None:
    assert len(load_rule_set("pesten-with-cards", [("effects.K", "reverse")]).reversing) == 2
