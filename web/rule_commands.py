"""The commands about rules: judging a game record, listing, showing and checking rule sets."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

from referee.faults import FaultError
from referee.notation import MalformedRecord, parse, replay
from referee.rulebook import RuleFileError, load_rule_set, rule_set_from_text, shipped_names
from referee.rules import RuleSet
from web.arguments import spoken_language
from web.command_answers import CommandError, say
from web.rule_file_notes import noted_rule_file
from web.sentences import fault_sentence, sentence, told


def judge(asked: argparse.Namespace) -> int:
    """Replay a game record, a line an event; what a line changes in earlier ones beneath it."""
    language = spoken_language(asked.language)
    text = _text_of(asked.record)
    try:
        record = parse(text)
        rows = replay(record)
    except MalformedRecord as problem:
        raise CommandError(f"{asked.record}, {_fault(problem, language)}") from None
    events = [event for line, event in record.events if line not in record.headers]
    for row, event in zip(rows, events, strict=True):
        verdict: Any = row.pop("verdict")
        row.pop("type")
        rejudged: Any = row.pop("rejudged", [])
        prose = told(event.to_json(), verdict, language)
        if asked.json:
            say({**row, "told": prose})
            continue
        print(_told_line(row["line"], verdict, prose), flush=True)
        for entry in rejudged:
            now = told(entry["event"], entry["verdict"], language)
            print(f"   →{_told_line(entry['line'], entry['verdict'], now)}", flush=True)
    return 0


def _told_line(line: object, verdict: dict[str, Any], prose: str) -> str:
    return f"{line:4}  {'  ' if verdict['legal'] else '✗ '}{prose}"


def _fault(problem: FaultError, language: str) -> str:
    return fault_sentence(problem.to_json(), language)


def _text_of(name: str) -> str:
    try:
        data = sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
    except OSError as problem:
        raise CommandError(f"{name} cannot be read: {problem.strerror}.") from None
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise CommandError(f"{name} is no text file: save it as UTF-8 text.") from None


def rules_list(asked: argparse.Namespace) -> int:
    """The shipped rule sets."""
    language = spoken_language(asked.language)
    for name in shipped_names():
        rules = load_rule_set(name)
        row = {
            "name": name,
            "title": sentence(f"rules.{name}", None, language),
            "players": [rules.players_min, rules.players_max],
            "hand_size": rules.hand_size,
            "rounds": rules.match_rounds,
        }
        if asked.json:
            say(row)
        else:
            facts = {"low": rules.players_min, "high": rules.players_max, "count": rules.hand_size}
            print(f"{name:20} {row['title']:36} {sentence('rules-facts', facts, language)}")
    return 0


def rules_show(asked: argparse.Namespace) -> int:
    """Every option of a rule set, as a rule file with notes."""
    language = spoken_language(asked.language)
    rules = _rules_called(asked.name, language)
    if asked.json:
        say({"name": asked.name, "options": rules.options()})
    else:
        title = sentence(f"rules.{rules.name}", None, language)
        print(noted_rule_file(rules, asked.name if title.startswith("rules.") else title, language), end="")
    return 0


def _rules_called(name: str, language: str) -> RuleSet:
    try:
        return load_rule_set(name)
    except RuleFileError as problem:
        text = _fault(problem, language)
        raise CommandError(f"{text[:1].upper()}{text[1:]}") from None


def rules_check(asked: argparse.Namespace) -> int:
    """Whether a rule file, or a shipped rule set, can be used."""
    language = spoken_language(asked.language)
    if asked.file == "-" or Path(asked.file).exists() or Path(asked.file).suffix:
        try:
            rules = rule_set_from_text(_text_of(asked.file), Path(asked.file).stem)
        except RuleFileError as problem:
            raise CommandError(f"{asked.file}, {_fault(problem, language)}") from None
    else:
        rules = _rules_called(asked.file, language)
    if asked.json:
        say({"file": asked.file, "ok": True, "options": rules.options()})
    else:
        print(f"{asked.file} can be used.")
    return 0
