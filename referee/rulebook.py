"""Rule sets from files: the shipped sheets and a family's own."""

from __future__ import annotations

from collections.abc import Iterable

from referee.events import MatchStarted
from referee.rules import RuleSet


class RuleFileError(ValueError):
    """A rule file that cannot be used: ``line`` (from 1; 0 unknown), ``field``, ``message`` with the likely meaning."""

    def __init__(self, message: str, line: int = 0, field: str = "") -> None:
        super().__init__(f"line {line}: {message}" if line else message)
        self.message = message
        self.line = line
        self.field = field


def shipped_names() -> tuple[str, ...]:
    """The shipped rule sets: pesten-7 first."""
    raise NotImplementedError


def load_rule_set(name_or_path: str, options: Iterable[tuple[str, str]] = ()) -> RuleSet:
    """A shipped rule set by name, or a rule file by path, with (name, value) options over it.

    Raises RuleFileError.
    """
    raise NotImplementedError


def rule_set_from_text(toml: str, name: str = "house") -> RuleSet:
    """The rule set that a rule file with this text describes. Raises RuleFileError."""
    raise NotImplementedError


def write_rule_file(rules: RuleSet, base: str = "pesten-7") -> str:
    """A rule file that says only how ``rules`` differ from the shipped ``base``."""
    raise NotImplementedError


def rules_of_match(event: MatchStarted) -> RuleSet:
    """The rules that a match was started with. Raises RuleFileError."""
    return load_rule_set(event.rules, event.options)
