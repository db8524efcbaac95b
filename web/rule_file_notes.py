"""A rule set as a rule file in which every option is explained: what it means and what may stand there."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping
from itertools import groupby
from typing import Any

from referee.cards import Rank
from referee.rank_effects import COUNTED, Deed
from referee.rulebook import written_value
from referee.rules import RuleSet, options_schema
from web.sentences import catalog, sentence

_WIDTH = 110


def noted_rule_file(rules: RuleSet, title: str, language: str = "en") -> str:
    """Every option of `rules` as TOML, with comments in `language`; reading it back gives the same options."""
    values = rules.options()
    groups = [list(rows) for _, rows in groupby(options_schema(), key=lambda row: row["field"])]
    lines = _comment(title)
    for rows in sorted(groups, key=lambda rows: rows[0]["rank"] is not None):
        first = rows[0]
        lines += ["", f"[{first['field']}]"] if first["rank"] else [""]
        lines += _comment(_meaning(first, language))
        lines += [f"{row['rank'] or row['name']} = {written_value(values[row['name']])}" for row in rows]
    return "\n".join(lines) + "\n"


def _meaning(row: Mapping[str, Any], language: str) -> str:
    words, field = catalog(language), row["field"]
    title = words.get(f"option.{field}.title", row["title"])
    meaning = words.get(f"option.{field}.description", row["description"])
    return f"{title}: {meaning} {_choices(row, language)}"


def _choices(row: Mapping[str, Any], language: str) -> str:
    """What may stand there, in words."""
    match row["kind"]:
        case "whole":
            values = {"low": row["minimum"], "high": row["maximum"]}
            return sentence("values.whole", values, language)
        case "choice":
            words = catalog(language)
            named = ((value, words.get(f"choice.{row['field']}.{value}")) for value in row["choices"])
            told = [f"{value} ({label})" if label else value for value, label in named]
            return sentence("values.choice", {"values": "; ".join(told)}, language)
        case "effects":
            deeds = ", ".join(f"{deed} N" if deed in COUNTED else str(deed) for deed in Deed)
            return sentence("values.effects", {"values": deeds}, language)
        case "ranks":
            key = "values.ranks-special" if row["default"] == "special" else "values.ranks"
            return sentence(key, {"values": " ".join(rank.value for rank in Rank)}, language)
        case kind:
            return sentence(f"values.{kind}", None, language)


def _comment(text: str) -> list[str]:
    return textwrap.wrap(text, _WIDTH, initial_indent="# ", subsequent_indent="# ", break_on_hyphens=False)
