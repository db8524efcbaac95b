"""What may be written after `scheids`."""

from __future__ import annotations

import argparse
import os
from pathlib import Path
from typing import Any, NoReturn

DEFAULT_PORT = 8765
_LANGUAGES = ("nl", "en", "de", "fr")
FAILED = 2
"""Exit code of everything that went wrong."""


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        self.exit(FAILED, f"{self.prog}: {message}; try {self.prog} --help.\n")


def command_parser() -> argparse.ArgumentParser:
    """The parser of the whole command line; what it parses has a `deed` that names what is to be done."""
    parser = _Parser(prog="scheids", description="A referee for Pesten played with real cards.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND", parser_class=_Parser)

    demo = commands.add_parser("demo", help="watch a filmed round being refereed; needs no camera")
    _serving(demo)
    _language(demo)
    demo.set_defaults(deed="demo")

    play = commands.add_parser("play", help="referee your own table")
    _serving(play)
    play.add_argument(
        "--camera", metavar="SPEC", help="number or name of a camera, a stream's address, or a file"
    )
    play.add_argument(
        "--rules", metavar="NAME", help="a rule set, as `scheids rules list` names them, or a file"
    )
    play.add_argument("--players", metavar="A,B,C", help="who plays, clockwise")
    play.add_argument(
        "--option", metavar="NAME=VALUE", action="append", default=[], help="an option over the rules"
    )
    play.add_argument("--deck", metavar="NAME", help="the enrolled pack that lies on the table")
    play.add_argument("--https", action="store_true", help="serve https, so that a phone can be the camera")
    _language(play)
    play.set_defaults(deed="play")

    read = commands.add_parser("read", help="read the cards in photographs")
    read.add_argument("photographs", metavar="PHOTO", nargs="+")
    _json(read)
    _language(read)
    read.set_defaults(deed="read")

    read.add_argument("--deck", metavar="NAME", help="a pack that was enrolled")
    _data(read)

    _packs(commands)

    watch = commands.add_parser("watch", help="tell what happens on a pile")
    watch.add_argument(
        "source", metavar="SOURCE", help="a camera, stream, video file or folder of photographs"
    )
    watch.add_argument("--pace", choices=("real", "fast"), default="real")
    _json(watch)
    _language(watch)
    watch.set_defaults(deed="watch")

    judge = commands.add_parser("judge", help="judge a game record")
    judge.add_argument("record", metavar="RECORD", help="a file, or - for standard input")
    _language(judge)
    _json(judge)
    judge.set_defaults(deed="judge")

    rules = commands.add_parser("rules", help="list, show and check rule sets")
    deeds = rules.add_subparsers(required=True, metavar="DEED", parser_class=_Parser)
    listing = deeds.add_parser("list", help="the shipped rule sets")
    show = deeds.add_parser("show", help="every option of a rule set")
    show.add_argument("name", metavar="NAME")
    check = deeds.add_parser("check", help="whether a rule file can be used")
    check.add_argument("file", metavar="FILE")
    for parser_of, deed in ((listing, "rules_list"), (show, "rules_show"), (check, "rules_check")):
        _json(parser_of)
        _language(parser_of)
        parser_of.set_defaults(deed=deed)

    doctor = commands.add_parser("doctor", help="check camera, light, reading, ports and addresses")
    doctor.add_argument("--camera", metavar="SPEC", help="the camera to check; by default the first one")
    doctor.add_argument("--port", type=int, default=DEFAULT_PORT)
    _json(doctor)
    _language(doctor)
    doctor.set_defaults(deed="doctor")
    return parser


def _packs(commands: Any) -> None:
    enrol = commands.add_parser("enrol", help="teach an unusual pack by showing its cards")
    shown = enrol.add_mutually_exclusive_group(required=True)
    shown.add_argument("--camera", metavar="SPEC", help="lay the cards before this camera; Ctrl+C ends")
    shown.add_argument(
        "--photos", metavar="FOLDER", help="photographs, named after their card (QS.jpg) or not"
    )
    enrol.add_argument("--deck", metavar="NAME", required=True, help="what the pack is called")
    enrol.set_defaults(deed="enrol")
    decks = commands.add_parser("decks", help="list, export, import and delete enrolled packs")
    deeds = decks.add_subparsers(required=True, metavar="DEED", parser_class=_Parser)
    listing = deeds.add_parser("list", help="the packs that were enrolled")
    export = deeds.add_parser("export", help="write a pack to a file")
    take_in = deeds.add_parser("import", help="keep a pack from a file")
    take_in.add_argument("--deck", metavar="NAME", help="another name for it")
    delete = deeds.add_parser("delete", help="delete a pack")
    for parser in (export, delete):
        parser.add_argument("name", metavar="NAME")
    for parser in (export, take_in):
        parser.add_argument("file", metavar="FILE", type=Path)
    for parser, deed in ((listing, "list"), (export, "export"), (take_in, "import"), (delete, "delete")):
        parser.set_defaults(deed=f"decks_{deed}")
    for parser in (enrol, listing, export, take_in, delete):
        _data(parser)
        _json(parser)


def _data(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--data", type=Path, metavar="FOLDER", help="where packs and matches are kept")


def spoken_language(wanted: str | None = None) -> str:
    """The language wanted, or else that of the environment (LC_ALL, LC_MESSAGES, LANG), or else English."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        wanted = wanted or os.environ.get(name)
    short = (wanted or "en")[:2].lower()
    return short if short in _LANGUAGES else "en"


def _language(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--lang",
        "--language",
        dest="language",
        choices=_LANGUAGES,
        help="the language of sentences; by default that of the environment (LANG)",
    )


def _json(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="one JSON object a line")


def _serving(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--port", type=int, default=DEFAULT_PORT, help=f"to listen on; {DEFAULT_PORT} as a rule"
    )
    parser.add_argument(
        "--host", default="0.0.0.0", help="the address to listen on; 127.0.0.1 for this computer only"
    )
    parser.add_argument("--data", type=Path, metavar="FOLDER", help="where matches are kept")
    parser.add_argument("--no-browser", action="store_true", help="do not open a browser")
    _json(parser)
