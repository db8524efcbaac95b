"""The rule sets to choose from: the shipped sheets and the family's own."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Any

from referee.rulebook import RuleFileError, load_rule_set, rule_set_from_text, shipped_names, write_rule_file
from referee.rules import RuleSet, options_schema
from web.journal import Journal
from web.refusals import Refusal

_NAME = re.compile(r"[\w][\w .'+-]{0,39}")
_LONGEST_FILE = 40_000
_MOST_OWN = 100


@dataclass(frozen=True, slots=True)
class ChosenRules:
    """Rules for a match that need no file: a shipped rule set and every option that differs from it."""

    base: str
    options: tuple[tuple[str, str], ...]
    rules: RuleSet


class RuleShelf:
    """Shipped and own rule sets; own ones are kept in the journal's settings as rule files."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        kept = journal.setting("rule sets")
        self._own: dict[str, dict[str, str]] = dict(kept) if isinstance(kept, dict) else {}

    def names(self) -> tuple[str, ...]:
        """All names of rule sets that can be used, the shipped ones first."""
        return (*shipped_names(), *(name for name in self._own if self.is_own(name)))

    def is_own(self, name: str) -> bool:
        """Whether it is one of the family's own, and can be used: another version may have kept it."""
        return name in self._own and _read(self._own[name], name) is not None

    def load(self, name: str) -> RuleSet:
        """The rule set of this name. Raises Refusal when there is none."""
        own = _read(self._own[name], name) if name in self._own else None
        if own is not None:
            return own
        if name not in shipped_names():
            raise _unknown(name)
        return load_rule_set(name)

    def base_of(self, name: str) -> str:
        """The shipped rule set that a rule set is described against."""
        return self._own[name]["base"] if self.is_own(name) else name

    def choose(self, name: str, options: tuple[tuple[str, str], ...]) -> ChosenRules:
        """A rule set with options over it. Raises Refusal for unknown or contradictory options."""
        self.load(name)
        base = self.base_of(name)
        own = differing(self.load(name), load_rule_set(base)) if self.is_own(name) else ()
        together = tuple((dict(own) | dict(options)).items())
        try:
            return ChosenRules(base, together, load_rule_set(base, together))
        except RuleFileError as problem:
            raise _bad(problem) from None

    def describe(self, name: str) -> dict[str, Any]:
        """A rule set as pages show it: all values, and those that differ from its base."""
        rules, base = self.load(name), self.base_of(name)
        return {
            "name": name,
            "title": name,
            "own": self.is_own(name),
            "base": base,
            "values": rules.options(),
            "differs": dict(_differences(rules, load_rule_set(base))),
        }

    def listing(self) -> list[dict[str, Any]]:
        """One line for each rule set."""
        rows = []
        for name in self.names():
            rules = self.load(name)
            rows.append(
                {
                    "name": name,
                    "title": name,
                    "own": self.is_own(name),
                    "base": self.base_of(name),
                    "players": [rules.players_min, rules.players_max],
                    "hand_size": rules.hand_size,
                    "rounds": rules.match_rounds,
                }
            )
        return rows

    def save(self, name: str, base: str, options: tuple[tuple[str, str], ...]) -> None:
        """Keep `base` (shipped or own) with `options` over it under another name. Raises Refusal."""
        chosen = self.choose(base, options)
        self._keep(name, chosen.base, chosen.rules)

    def take_in(self, name: str, text: str) -> None:
        """Keep an imported rule file. Raises Refusal naming line, field and likely meaning."""
        if len(text) > _LONGEST_FILE:
            raise Refusal("too-large", limit=f"{_LONGEST_FILE // 1000} kB")
        try:
            rules = rule_set_from_text(text, name)
        except RuleFileError as problem:
            raise _bad(problem) from None
        self._keep(name, _nearest(rules), rules)

    def drop(self, name: str) -> None:
        """Remove one of the family's own. Raises Refusal for a shipped or unknown one."""
        if name in shipped_names():
            raise Refusal("rules-in-use")
        if name not in self._own:
            raise _unknown(name)
        self._write({kept: own for kept, own in self._own.items() if kept != name})

    def file(self, name: str) -> str:
        """The rule file of a rule set, as text."""
        return write_rule_file(self.load(name), self.base_of(name))

    def _keep(self, name: str, base: str, rules: RuleSet) -> None:
        if not _NAME.fullmatch(name):
            raise Refusal("malformed", problem="a name has 1 to 40 letters, digits, spaces or dashes")
        if name in shipped_names():
            raise Refusal("rules-in-use")
        if name not in self._own and len(self._own) >= _MOST_OWN:
            raise Refusal("too-large", limit=f"{_MOST_OWN} rule sets")
        self._write(self._own | {name: {"base": base, "text": write_rule_file(rules, base)}})

    def _write(self, own: dict[str, dict[str, str]]) -> None:
        self._journal.remember("rule sets", own)
        self._own = own


def _read(kept: object, name: str) -> RuleSet | None:
    """The rule set that was kept, None when this version cannot use it."""
    if not isinstance(kept, dict) or kept.get("base") not in shipped_names():
        return None
    try:
        return rule_set_from_text(str(kept.get("text")), name)
    except RuleFileError:
        return None


def schema() -> list[dict[str, Any]]:
    """Every option, described for pages."""
    return options_schema()


def differing(rules: RuleSet, base: RuleSet) -> tuple[tuple[str, str], ...]:
    """The options in which two rule sets differ, as the texts that rule sets read."""
    return tuple((name, _text(value)) for name, value in _differences(rules, base))


def _differences(rules: RuleSet, base: RuleSet) -> list[tuple[str, str | int | bool]]:
    usual = base.options()
    return [(name, value) for name, value in rules.options().items() if usual.get(name) != value]


def _text(value: str | int | bool) -> str:
    return json.dumps(value) if isinstance(value, bool) else str(value)


def _nearest(rules: RuleSet) -> str:
    return min(shipped_names(), key=lambda name: len(_differences(rules, load_rule_set(name))))


def _unknown(name: str) -> Refusal:
    return Refusal("unknown-rules", rules="".join(sign if sign.isprintable() else "?" for sign in name[:40]))


def _bad(problem: RuleFileError) -> Refusal:
    return Refusal("bad-rules", problem=str(problem), problems=[problem.to_json()])
