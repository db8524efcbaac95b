"""The command `scheids`. Results go to standard output, with --json one object a line; what goes wrong is one
sentence on standard error and exit code 2."""

from __future__ import annotations

import argparse
import logging
import sys
import tempfile
import threading
import time
import webbrowser
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from web.arguments import FAILED, command_parser, spoken_language
from web.command_answers import CommandError, say

if TYPE_CHECKING:
    from vision.camera_checks import Tip
    from web.desk import Desk
    from web.local_name import LocalName


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; gives the exit code."""
    asked = command_parser().parse_args(arguments)
    logging.basicConfig(level=logging.WARNING, format="scheids: %(message)s", stream=sys.stderr)
    try:
        code: int = _DEEDS[asked.deed](asked)
    except CommandError as problem:
        print(str(problem), file=sys.stderr)
        return FAILED
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        sys.stderr.close()
        return 0
    return code


def _demo(asked: argparse.Namespace) -> int:
    from web.demonstration import MissingClipError, Showing, load_demonstration

    try:
        shown = load_demonstration()
    except MissingClipError as problem:
        raise CommandError(str(problem)) from None

    def begin(desk: Desk) -> None:
        desk.showing = showing = Showing(desk, shown)
        showing.begin()

    with tempfile.TemporaryDirectory(prefix="scheids-", ignore_cleanup_errors=True) as folder:
        _serve(asked, asked.data or Path(folder), begin, demo=True)
    return 0


def _play(asked: argparse.Namespace) -> int:
    from web.data_folder import data_folder
    from web.refusals import Refusal
    from web.sentences import sentence

    language = spoken_language(asked.language)

    def begin(desk: Desk) -> None:
        _seat_players(desk, asked)
        if asked.deck is not None:
            try:
                desk.packs.choose(asked.deck)
            except Refusal as refusal:
                raise CommandError(str(refusal)) from None
        desk.use_camera(asked.camera)

    def ready(desk: Desk) -> None:
        complaint = desk.camera.complaint(language=language)
        if complaint and asked.camera is not None:
            raise CommandError(complaint)
        if complaint:
            print(sentence("terminal.last-camera", {"why": complaint}, language), file=sys.stderr)
        elif asked.camera is not None:
            desk.keep_camera(asked.camera)

    _serve(asked, asked.data or data_folder(), begin, ready)
    return 0


def _seat_players(desk: Desk, asked: argparse.Namespace) -> None:
    """Start the match that the command line describes, unless it is the one that lies on the table."""
    from web.opening import open_match, rules_in_play
    from web.sentences import sentence

    if asked.players is None and asked.rules is None and not asked.option:
        return
    problem = open_match(desk, asked.players, asked.rules, asked.option)
    if problem is not None:
        raise CommandError(problem)
    going_on = rules_in_play(desk)
    if asked.players is None and going_on is not None:
        told = sentence("terminal.rules-wait", {"rules": going_on}, spoken_language(asked.language))
        print(told, file=sys.stderr)


def _serve(
    asked: argparse.Namespace,
    data: Path,
    begin: Callable[[Desk], object],
    ready: Callable[[Desk], object] = lambda desk: None,
    demo: bool = False,
) -> None:
    """Open the table and serve it until it is stopped. `begin` is called before the server is made, which takes a
    second in which cameras open; `ready` after it."""
    from web.addresses import PortError, bind, local_address
    from web.journal import JournalError
    from web.sentences import error_sentence

    try:
        listener = bind(asked.host, asked.port)
    except PortError as problem:
        raise CommandError(error_sentence("port", problem, spoken_language(asked.language))) from None
    port = listener.getsockname()[1]
    tls = _certificate(data) if getattr(asked, "https", False) else None
    name = local_address() if asked.host in ("0.0.0.0", "::") else asked.host
    address = f"http{'s' if tls else ''}://{f'[{name}]' if ':' in name else name}:{port}"

    from vision.sources import open_source
    from web.desk import open_desk
    from web.local_name import LocalName
    from web.pipeline import load_sight, make_tracker

    try:
        desk = open_desk(
            data,
            address,
            open_source=open_source,
            load_sight=load_sight,
            make_tracker=make_tracker,
            demo=demo,
        )
    except JournalError as problem:
        listener.close()
        raise CommandError(str(problem)) from None
    try:
        begin(desk)
        from web.server import Server, create_app  # the camera warms up while this is loaded

        server = Server(create_app(desk), listener, tls)
        ready(desk)
        with LocalName("127.0.0.1" if demo else name, port, tls is not None) as called:
            threading.Thread(target=_announce, args=(asked, desk, server, called), daemon=True).start()
            server.run()
    finally:
        desk.close()
        listener.close()


def _certificate(data: Path) -> tuple[str, str]:
    from web.certificate import CertificateError, local_certificate

    try:
        paths: tuple[str, str] = local_certificate(data)
        return paths
    except CertificateError as problem:
        raise CommandError(str(problem)) from None


def _announce(asked: argparse.Namespace, desk: Desk, server: Any, called: LocalName) -> None:
    """Say where the table is once it answers, and open a browser there."""
    from web.sentences import sentence

    say_so = partial(sentence, language=spoken_language(asked.language))
    while not server.started:
        time.sleep(0.02)
    join = f"{desk.address}/j/{desk.devices.code}"
    host = f"{desk.address}/h/{desk.devices.secret}"
    if asked.json:
        say({"address": desk.address, "code": desk.devices.code, "join": join, "host": host})
    else:
        _draw_qr(join)
        print(say_so("terminal.phones", {"join": join, "code": desk.devices.code}))
        print(say_so("terminal.screen", {"host": host}))
        print(say_so("terminal.stop" if asked.deed == "demo" else "terminal.stop-match"), flush=True)
    if not asked.no_browser:
        webbrowser.open(host)
    by_name = None if asked.json else called.wait(10)
    if by_name is not None:
        print(say_so("terminal.by-name", {"address": by_name}), flush=True)


def _draw_qr(link: str) -> None:
    import segno

    if sys.stdout.isatty():
        segno.make(link, error="l").terminal(compact=True)


def _read(asked: argparse.Namespace) -> int:
    from vision.photographs import UnreadablePicture, photographs_in
    from vision.reading import read_photo
    from web.pipeline import load_photo_sight
    from web.sentences import sentence

    language = spoken_language(asked.language)
    sight = _loaded(load_photo_sight)
    if asked.deck is not None:
        from vision.enrolment import knowing
        from web.pack_commands import named_deck

        sight = knowing(sight, named_deck(asked.data, asked.deck))
    code = 0
    for name in asked.photographs:
        try:
            files = photographs_in(name) if Path(name).is_dir() else (Path(name),)
        except UnreadablePicture as problem:
            print(str(problem), file=sys.stderr)
            code = FAILED
            continue
        for file in files:
            found = read_photo(file, sight)
            if found.error is not None:
                print(found.error, file=sys.stderr)
                code = FAILED
                continue
            said = [
                sentence(f"advice.{tip.advice.value}", dict(tip.params), language) for tip in found.advice
            ]
            if found.mirrored:
                said.append(sentence("advice.mirrored", language=language))
            if said:
                print(f"{found.file}: {' '.join(said)}", file=sys.stderr)
            if asked.json:
                say(found.to_json())
            else:
                names = ", ".join(card.name or f"? ({card.reason})" for card in found.cards) or "no card"
                print(f"{found.file}: {names}", flush=True)
    return code


def _name_fault(tip: Tip, language: str) -> None:
    from web.sentences import sentence

    told = sentence(f"advice.{tip.advice.value}", dict(tip.params), language)
    print(told, file=sys.stderr, flush=True)


def _watch(asked: argparse.Namespace) -> int:
    from vision.camera_watch import WatchedSource
    from vision.sources import SourceError, open_source
    from vision.watching import watch
    from web.pipeline import load_sight, make_tracker
    from web.sentences import error_sentence

    language = spoken_language(asked.language)
    try:
        source = open_source(asked.source, asked.pace)
    except SourceError as problem:
        raise CommandError(error_sentence("source", problem, language)) from None
    name_fault = partial(_name_fault, language=language)
    seen = False
    try:
        for observation in watch(WatchedSource(source, name_fault), make_tracker(_loaded(load_sight), None)):
            seen = seen or observation.card is not None
            if asked.json:
                say(observation.to_json())
            else:
                told = str(observation.card or observation.reason or "")
                print(f"{observation.t:8.2f} s  {observation.event} {told}".rstrip(), flush=True)
    except SourceError as problem:
        raise CommandError(error_sentence("source", problem, language)) from None
    finally:
        source.close()
    if not seen:
        raise CommandError(f"No card was read in {asked.source}: aim at the pile, closer and from above.")
    return 0


def _loaded(load: Any) -> Any:
    try:
        return load()
    except (OSError, ValueError) as problem:
        raise CommandError(f"The card reader cannot be loaded: {problem}") from None


def _doctor(asked: argparse.Namespace) -> int:
    from web.checkup import checkup
    from web.sentences import sentence

    code, language = 0, spoken_language(asked.language)
    for finding in checkup(asked.camera, asked.port, language):
        code = code if finding.ok else 1
        if asked.json:
            say(finding.to_json())
        else:
            check = sentence(f"doctor.check.{finding.check}", language=language)
            print(f"{'ok ' if finding.ok else '!! '} {check}: {finding.found}", flush=True)
            if finding.advice:
                print(f"     {finding.advice}", flush=True)
    return code


def _with_packs(asked: argparse.Namespace) -> int:
    from web import pack_commands

    code: int = getattr(pack_commands, asked.deed)(asked)
    return code


def _with_rules(asked: argparse.Namespace) -> int:
    from web import rule_commands

    code: int = getattr(rule_commands, asked.deed)(asked)
    return code


_DEEDS: dict[str, Callable[[argparse.Namespace], int]] = {
    "demo": _demo,
    "play": _play,
    "read": _read,
    "watch": _watch,
    "doctor": _doctor,
    **dict.fromkeys(("judge", "rules_list", "rules_show", "rules_check"), _with_rules),
    **dict.fromkeys(("enrol", "decks_list", "decks_export", "decks_import", "decks_delete"), _with_packs),
}


if __name__ == "__main__":
    sys.exit(main())
