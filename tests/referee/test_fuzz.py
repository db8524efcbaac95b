"""Spoilt records and rule files give a clear error or verdicts, never a crash.

``SCHEIDS_FUZZ=10000`` sets how many of each; by default a few hundred.
"""

import os
from pathlib import Path
from random import Random

from referee.notation import MalformedRecord, parse, replay
from referee.rulebook import RuleFileError, rule_set_from_text, shipped_names, write_rule_file
from referee.rulebook import load_rule_set as load

COUNT = int(os.environ.get("SCHEIDS_FUZZ", "400"))
ROOT = Path(__file__).parent.parent
RECORDS = [path.read_text(encoding="utf-8") for path in sorted((ROOT / "games").rglob("*.txt"))]
SHEETS = [
    path.read_text(encoding="utf-8") for path in sorted((ROOT.parent / "referee" / "sheets").glob("*.toml"))
]
SCRAPS = [
    "",
    " ",
    ",",
    ";",
    ":",
    "#",
    "=",
    "-1",
    "0",
    "99999999999999999999",
    "1.5",
    "é",
    "\x00",
    "\u2028",
    "♥",
    "JOKER",
    "0H",
    "11S",
    "North",
    "Wst",
    "lays",
    "draws",
    "passes",
    "names",
    "hearts",
    "says last card",
    "undo",
    "undo 3",
    "seen",
    "seen QH",
    "correct 7: card 4S",
    "insert before 7: North draws 1",
    "insert before 8: East lays 4H",
    "restore 7",
    "restore 10",
    "choose 8: x",
    "round ends:",
    "turned up: 2H",
    "match ends",
    "next round",
    "players: A, A",
    "options: effects.7 = skip",
    "hands: 0",
    "hands: North -3",
    "rules: ../x",
    "taken back",
    "[effects]",
    '7 = "skip"',
    '"',
    "[[",
    "]",
    "true",
    "'x'",
    'base = "pesten-7"',
    "a.b.c = 1",
    'packs_from = "2:9"',
    "{",
    "\ud7ff",
    "1e9",
    "nan",
]


def spoil(random: Random, text: str, others: list[str]) -> str:
    for _ in range(random.randint(1, 4)):
        lines = text.split("\n")
        place = random.randrange(len(lines))
        at = random.randint(0, len(text))
        match random.randrange(8):
            case 0:
                text = text[:at] + random.choice(SCRAPS) + text[at:]
            case 1:
                text = text[:at] + text[at + random.randint(1, 9) :]
            case 2:
                lines[place] = random.choice(SCRAPS)
                text = "\n".join(lines)
            case 3:
                lines.insert(place, random.choice(random.choice(others).split("\n")))
                text = "\n".join(lines)
            case 4:
                del lines[place]
                text = "\n".join(lines) or "x"
            case 5:
                lines[place], lines[-1] = lines[-1], lines[place]
                text = "\n".join(lines)
            case 6:
                words = lines[place].split(" ")
                words[random.randrange(len(words))] = random.choice(SCRAPS)
                lines[place] = " ".join(words)
                text = "\n".join(lines)
            case _:
                text = (
                    text[:at]
                    + chr(random.choice([random.randrange(32, 127), random.randrange(0xD7FF)]))
                    + text[at:]
                )
    return text


def test_spoilt_records() -> None:
    random = Random(2)
    judged, faults = 0, []
    for _ in range(COUNT):
        try:
            rows = replay(parse(spoil(random, random.choice(RECORDS), RECORDS)))
        except MalformedRecord as fault:
            faults.append((fault.line, fault.message))
        else:
            judged += bool(rows)
    assert all(line >= 1 and len(message) > 8 for line, message in faults)
    assert 0 < judged < COUNT


def test_spoilt_rule_files() -> None:
    random = Random(3)
    usable, faults = 0, []
    whole = [write_rule_file(load(name), base) for name in shipped_names() for base in shipped_names()]
    for _ in range(COUNT):
        try:
            rules = rule_set_from_text(spoil(random, random.choice(SHEETS + whole), SHEETS))
        except RuleFileError as fault:
            faults.append(fault.message)
        else:
            usable += 1
            assert rules.options()
    assert all(len(message) > 8 for message in faults)
    assert 0 < usable < COUNT
