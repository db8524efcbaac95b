"""Recorded games: what the referee said is written beside each line, as a comment that this test reads."""

from pathlib import Path
from typing import Any

import pytest

from referee.cards import SUIT_NAMES
from referee.notation import parse, replay

GAMES = Path(__file__).parent.parent / "games"


def names() -> list[str]:
    return sorted(str(path.relative_to(GAMES).with_suffix("")) for path in GAMES.rglob("*.txt"))


@pytest.mark.parametrize("name", names())
def test_game(name: str) -> None:
    text = (GAMES / f"{name}.txt").read_text(encoding="utf-8")
    record = parse(text)
    rows = replay(record)
    judged = 0
    for row in rows:
        comment = record.comments.get(int(str(row["line"])), "")
        for clause in filter(None, (part.strip() for part in comment.split(";"))):
            judged += 1
            check(row, clause, f"{name}, line {row['line']}: {row['event']}")
    assert judged >= 1, "a game states at least one expectation"


def check(row: dict[str, Any], clause: str, where: str) -> None:
    word, _, rest = clause.partition(" ")
    found: object
    expected: object = rest
    if word in ("legal", "legal:", "illegal", "illegal:"):
        assert row["legal"] is word.startswith("legal"), (
            f"{where} is {'' if row['legal'] else 'il'}legal: {row['reasons']}"
        )
        if not rest:
            return
        found, expected = row["reasons"][: len(rest.split())], rest.split()
    elif word in ("turn", "direction", "winner"):
        found, expected = row[word], None if rest == "none" else rest
    elif word == "pending":
        found, expected = row["pending"], int(rest)
    elif word == "suit":
        assert rest == "none" or rest in SUIT_NAMES.values()
        found, expected = row["suit"], None if rest == "none" else rest
    elif word == "hand":
        player, _, count = rest.rpartition(" ")
        found, expected = row["hands"][player], int(count)
    elif word == "option":
        assert rest in row["options"], f"{where} names {row['options']}, not {rest}"
        return
    elif word in ("effect", "remark"):
        codes = row["reasons"] if word == "remark" else [e["code"] for e in row["verdict"]["effects"]]
        assert rest in codes, f"{where} has {codes}, not {rest}"
        return
    elif word in ("points", "penalty"):
        player, _, count = rest.rpartition(" ")
        code, what = ("scores", "points") if word == "points" else ("penalty", "count")
        effects = [e["params"] for e in row["verdict"]["effects"] if e["code"] == code]
        found, expected = {e["player"]: e[what] for e in effects}.get(player), int(count)
    elif word == "deals":
        found = next(
            (e["params"]["player"] for e in row["verdict"]["effects"] if e["code"] == "deals-next"), None
        )
    elif word == "changed":
        line, what = rest.split()
        assert {"line": int(line), "what": what}.items() <= next(
            (c.items() for c in row["changes"] if c["line"] == int(line) and c["what"] == what), {}.items()
        ), f"{where} changed {row['changes']}"
        return
    else:
        raise AssertionError(f"{where}: '{clause}' is no expectation")
    assert found == expected, f"{where}: {word} is {found}, not {expected}"
