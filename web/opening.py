"""Opening a table from the command line: a new match, or going on with the one that lies there."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from referee.faults import Fault, FaultError, likely
from web.actions import Action
from web.arguments import spoken_language
from web.desk import Desk
from web.refusals import Refusal
from web.sentences import fault_sentence, sentence
from web.table import HOUSE


def open_match(desk: Desk, players: str | None, rules: str | None, options: Sequence[str]) -> str | None:
    """Start a match of `players` ("A,B,C") by `rules` with `options` ("NAME=VALUE") over them.

    A match of the same players by the same rules that is not over is gone on with. Without players nothing
    starts, but the rules are checked and kept for setting up. Gives what is wrong as one sentence, or None.
    """
    chosen: dict[str, str] = {}
    for option in options:
        name, sign, value = option.partition("=")
        if not sign:
            return f"'{option}' is no option: write NAME=VALUE, as in joker_suit=layer."
        chosen[name.strip()] = value.strip()
    try:
        name = _rules_name(desk, rules)
        desk.shelf.choose(name, tuple(chosen.items()))
    except Refusal as refusal:
        return _why(refusal)
    except OSError as problem:
        return f"{rules} cannot be read: {problem.strerror}."
    if players is None:
        desk.journal.remember("wanted rules", {"rules": name, "options": chosen})
        return None
    names = [player.strip() for player in players.split(",")]
    if _lies_there(desk, names, name, chosen):
        return None
    payload: dict[str, Any] = {"players": names, "rules": name, "options": chosen}
    action = Action(id=f"open-{time.time_ns()}", kind="start-match", payload=payload)
    answer = desk.table.act(HOUSE, action)
    return None if answer.error is None else _refused(answer.error)


def _refused(error: Mapping[str, Any]) -> str:
    """Why the table does not begin: the referee's reasons, if it was the referee that refused."""
    reasons = error["params"].get("reasons") or []
    told = [sentence(f"reason.{use['code']}", use["params"], spoken_language()) for use in reasons]
    return " ".join(told) or str(error["message"])


def rules_in_play(desk: Desk) -> str | None:
    """The rules by which a match that is not over goes on; None when there is none."""
    game = desk.table.game
    if game.state is None or game.state.over:
        return None
    return str(next(iter(game.entries.values())).body.get("rules"))


def _why(refusal: Refusal) -> str:
    """The refusal as a sentence; what is wrong with rules in the language of whoever sits at the keyboard."""
    problems = refusal.params.get("problems")
    if not problems:
        return str(refusal)
    text = fault_sentence(problems[0], spoken_language())
    return text[:1].upper() + text[1:]


def _rules_name(desk: Desk, rules: str | None) -> str:
    """The name of the rules on the shelf; a rule file is put there first."""
    if rules is None:
        return "pesten-7"
    if rules in desk.shelf.names():
        return rules
    path = Path(rules)
    if path.suffix == ".toml" or path.is_file():
        desk.shelf.take_in(path.stem, path.read_text(encoding="utf-8", errors="replace"))
        return path.stem
    names = desk.shelf.names()
    unknown = FaultError(
        Fault.NO_SUCH_RULE_SET, likely(rules, names), name=rules[:60], names=", ".join(names)
    )
    raise Refusal("bad-rules", problem=str(unknown), problems=[unknown.to_json()])


def _lies_there(desk: Desk, players: list[str], rules: str, options: dict[str, str]) -> bool:
    game = desk.table.game
    if game.state is None or game.state.over or list(game.state.players) != players:
        return False
    start = next(iter(game.entries.values())).body
    chosen = desk.shelf.choose(rules, tuple(options.items()))
    return start.get("rules") == rules and start["event"]["options"] == [
        list(pair) for pair in chosen.options
    ]
