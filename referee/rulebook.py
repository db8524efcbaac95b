"""Rule sets from files: the shipped sheets and a family's own."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from referee.cards import parse_rank
from referee.events import MatchStarted
from referee.faults import Fault, FaultError, likely
from referee.rank_effects import parse_effects
from referee.rules import BY_RANK, RuleSet, options_schema

_SHEETS = Path(__file__).parent / "sheets"
_SHIPPED = ("pesten-7", "pesten-13", "wikipedia-nl", "stargames", "regles-fr", "pesten-with-cards")
_TRUTH = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}


class RuleFileError(FaultError):
    """A rule file that cannot be used: ``line`` (from 1; 0 unknown), ``field``, and what is wrong.

    ``message`` and `str` name the field, `str` the line too.
    """

    def __init__(self, fault: FaultError, line: int = 0, field: str = "") -> None:
        super().__init__(fault.code, fault.meant, **fault.params)
        self.line = line
        self.field = field
        if field and field not in self.params.values():
            self.message = f"{field}: {self.message}"

    def __str__(self) -> str:
        return f"line {self.line}: {self.message}" if self.line else self.message

    def to_json(self) -> dict[str, object]:
        """The fault with its line and field."""
        return {**super().to_json(), "line": self.line, "field": self.field}


def shipped_names() -> tuple[str, ...]:
    """The shipped rule sets: pesten-7 first."""
    return _SHIPPED


def load_rule_set(name_or_path: str, options: Iterable[tuple[str, str]] = ()) -> RuleSet:
    """A shipped rule set by name, or a rule file by path, with (name, value) options over it.

    Raises RuleFileError.
    """
    if name_or_path in _SHIPPED:
        return _shipped(name_or_path, tuple(options))
    path = Path(name_or_path)
    if path.suffix != ".toml" and "/" not in name_or_path:
        unknown = FaultError(
            Fault.NO_SUCH_RULE_SET,
            likely(name_or_path, _SHIPPED),
            name=name_or_path,
            names=", ".join(_SHIPPED),
        )
        raise RuleFileError(unknown)
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, ValueError) as fault:
        problem = getattr(fault, "strerror", None) or "it is no text"
        unreadable = FaultError(Fault.FILE_UNREADABLE, name=name_or_path, problem=problem)
        raise RuleFileError(unreadable) from fault
    return _build(path.stem, _flat_from_text(text) | _flat_from_options(options), text)


def rule_set_from_text(toml: str, name: str = "house") -> RuleSet:
    """The rule set that a rule file with this text describes. Raises RuleFileError."""
    return _build(name, _flat_from_text(toml), toml)


def write_rule_file(rules: RuleSet, base: str = "pesten-7") -> str:
    """A rule file that says only how ``rules`` differ from the shipped ``base``."""
    before = load_rule_set(base).options()
    lines, tables = [f'base = "{base}"'], dict[str, list[str]]()
    for name, value in rules.options().items():
        if value == before[name]:
            continue
        text = written_value(value)
        field, _, rank = name.partition(".")
        if rank:
            tables.setdefault(field, []).append(f"{rank} = {text}")
        else:
            lines.append(f"{name} = {text}")
    for field, rows in tables.items():
        lines += ["", f"[{field}]", *rows]
    return "\n".join(lines) + "\n"


def written_value(value: str | int | bool) -> str:
    """An option's value as a rule file writes it."""
    if isinstance(value, bool):
        return str(value).lower()
    return str(value) if isinstance(value, int) else f'"{value}"'


def rules_of_match(event: MatchStarted) -> RuleSet:
    """The rules that a match was started with. Raises RuleFileError."""
    return load_rule_set(event.rules, event.options)


@lru_cache(maxsize=256)
def _shipped(name: str, options: tuple[tuple[str, str], ...]) -> RuleSet:
    return _build(name, _flat_of_sheet(name) | _flat_from_options(options), "")


@lru_cache(maxsize=16)
def _flat_of_sheet(name: str) -> dict[str, Any]:
    return _flat_from_text((_SHEETS / f"{name}.toml").read_text(encoding="utf-8"))


@lru_cache(maxsize=1)
def _rows() -> dict[str, dict[str, Any]]:
    return {row["name"]: row for row in options_schema()}


def _flat_from_text(text: str) -> dict[str, Any]:
    try:
        data = tomllib.loads(text.removeprefix("\ufeff"))
    except tomllib.TOMLDecodeError as fault:
        found = re.search(r"\(at line (\d+)", str(fault))
        line = int(found.group(1)) if found else max(1, len(text.splitlines()))
        detail = str(fault).split(" (at")[0]
        raise RuleFileError(FaultError(Fault.NO_TOML, detail=detail), line) from fault
    except RecursionError as fault:
        raise RuleFileError(FaultError(Fault.NESTED_TOO_DEEPLY)) from fault
    base = data.pop("base", None)
    if base is not None and base not in _SHIPPED:
        unknown = FaultError(Fault.NO_SUCH_BASE, likely(str(base), _SHIPPED), name=str(base))
        raise RuleFileError(unknown, _line(text, "base"), "base")
    flat: dict[str, Any] = dict(_flat_of_sheet(base)) if base else {}
    for key, value in data.items():
        nested = value if isinstance(value, Mapping) else None
        for name, item in (
            {f"{key}.{k}": v for k, v in nested.items()} if nested is not None else {key: value}
        ).items():
            line = _line(text, name)
            flat_name = _known(name, line)
            flat[flat_name] = _value(flat_name, item, line)
    return flat


def _flat_from_options(options: Iterable[tuple[str, str]]) -> dict[str, Any]:
    flat: dict[str, Any] = {}
    for name, text in options:
        known = _known(name, 0)
        flat[known] = _value(known, text, 0)
    return flat


def _known(name: str, line: int) -> str:
    field, dot, rank = name.strip().partition(".")
    field = re.sub(r"[\s-]+", "_", field.strip().lower())
    flat = f"{field}.{rank.strip().upper()}" if dot else field
    if flat in _rows():
        return flat
    if field in BY_RANK:
        if not dot:
            raise RuleFileError(FaultError(Fault.ONE_VALUE_A_RANK, example=f"{field}.7"), line, field)
        raise RuleFileError(FaultError(Fault.NO_RANK, text=str(rank)), line, name)
    names = [*_rows(), *BY_RANK, "base"]
    raise RuleFileError(FaultError(Fault.NO_SUCH_OPTION, likely(flat, names), name=name), line, name)


def _value(name: str, raw: Any, line: int) -> Any:
    row = _rows()[name]
    kind = row["kind"]
    try:
        if kind == "whole":
            return _whole(row, raw)
        if kind == "truth":
            return _truth(raw)
        if kind == "choice":
            return _choice(row, raw)
        if kind == "effects":
            return _effects(raw)
        if kind == "packs":
            return _packs(raw)
        return _ranks(name, raw)
    except FaultError as fault:
        raise RuleFileError(fault, line, name) from fault


def _whole(row: Mapping[str, Any], raw: Any) -> int:
    least, most = row["minimum"], row["maximum"]
    text = str(raw).strip()
    if isinstance(raw, bool) or not re.fullmatch(r"-?\d{1,6}", text, re.ASCII):
        raise FaultError(Fault.NO_WHOLE_NUMBER, value=str(raw), least=least, most=most)
    if not least <= int(text) <= most:
        raise FaultError(Fault.OUT_OF_BOUNDS, value=text, least=least, most=most)
    return int(text)


def _truth(raw: Any) -> bool:
    word = str(raw).strip().lower()
    if word not in _TRUTH:
        raise FaultError(Fault.NEITHER_TRUE_NOR_FALSE, value=str(raw))
    return _TRUTH[word]


def _choice(row: Mapping[str, Any], raw: Any) -> str:
    word = re.sub(r"[\s_]+", "-", str(raw).strip().lower())
    if word not in row["choices"]:
        choices = row["choices"]
        raise FaultError(Fault.NONE_OF, likely(word, choices), value=str(raw), choices=", ".join(choices))
    return word


def _effects(raw: Any) -> str:
    text = " + ".join(str(item) for item in raw) if isinstance(raw, list) else str(raw)
    parse_effects(text)
    return text


def _packs(raw: Any) -> str:
    text = str(raw)
    if not re.fullmatch(r"\s*(none|(\d{1,2}:\d{1,2}[\s+]*)*)\s*", text, re.ASCII):
        raise FaultError(Fault.NO_PACKS, value=str(raw))
    return text


def _ranks(name: str, raw: Any) -> str:
    text = " ".join(str(item) for item in raw) if isinstance(raw, list) else str(raw)
    words = text.replace("+", " ").replace(",", " ").split()
    if name == "special_last_ranks" and [word.lower() for word in words] == ["special"]:
        return "special"
    for word in words:
        if word.lower() not in ("none", "nothing"):
            parse_rank(word)
    return " ".join(words)


def _build(name: str, flat: Mapping[str, Any], text: str) -> RuleSet:
    nested: dict[str, Any] = {"name": name}
    defaults = RuleSet().options()
    for field in BY_RANK:
        nested[field] = {k.partition(".")[2]: v for k, v in defaults.items() if k.startswith(f"{field}.")}
    for key, value in flat.items():
        field, _, rank = key.partition(".")
        if rank:
            nested[field][rank] = value
        else:
            nested[field] = value
    try:
        return RuleSet.model_validate(nested)
    except ValidationError as fault:
        first = fault.errors()[0]
        cause = first.get("ctx", {}).get("error")
        place = ".".join(str(part) for part in first["loc"])
        field = place or str(getattr(cause, "field", ""))
        if not isinstance(cause, FaultError):
            cause = FaultError(Fault.CANNOT_BE_USED, detail=first["msg"])
        raise RuleFileError(cause, _line(text, field), field) from fault


def _line(text: str, name: str) -> int:
    """The line that sets the option ``name``, or 0."""
    field, _, rank = name.partition(".")
    table = ""
    for number, line in enumerate(text.splitlines(), start=1):
        bare = line.strip()
        header = re.fullmatch(r"\[\s*[\"']?([^\]\"']*?)[\"']?\s*\]\s*(#.*)?", bare)
        if header:
            table = header.group(1)
            if table == name:
                return number
            continue
        key = re.split(r"\s*=", bare, maxsplit=1)[0].replace('"', "").replace("'", "")
        if (table == field and rank and key == rank) or (
            not table and key in (name, field if rank else name)
        ):
            return number
    return 0
