"""The commands about packs: enrolling one from a camera or photographs, and listing, carrying and deleting them."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

from referee.cards import Card, MalformedCard
from vision.enrolment import (
    EnrolledDeck,
    MalformedDeck,
    deck_names,
    drop_deck,
    imported,
    read_deck,
)
from vision.lesson import Lesson, ShownCard
from vision.photographs import UnreadablePicture, open_photograph, photographs_in
from vision.sight import CardSight
from vision.sightings import BACK
from vision.sources import SourceError, frames, open_source
from web.arguments import FAILED
from web.command_answers import CommandError, say
from web.data_folder import data_folder
from web.packs import NAMES
from web.pipeline import load_photo_sight


def enrol(asked: argparse.Namespace) -> int:
    """Teach a pack until the photographs are used up, or the camera is stopped with Ctrl+C."""
    folder = _folder(asked)
    lesson = Lesson(_begun(folder, asked.deck), _sight())
    told = 0
    code = 0
    looks = _from_photographs if asked.photos is not None else _from_camera
    try:
        for source, fresh in looks(asked.photos or asked.camera, lesson):
            if isinstance(fresh, str):
                print(fresh, file=sys.stderr)
                code = FAILED
                continue
            for one in fresh:
                known = lesson.one(one.number)
                card = known.name if known is not None else None
                card = card or _answered(lesson, one, asked.json)
                told += 1
                _say_card(source, one, card, asked.json)
            if fresh:
                lesson.deck.write(folder)
    except KeyboardInterrupt:
        print(file=sys.stderr)
    except OSError as problem:
        raise CommandError(f"{folder} cannot be written: {problem.strerror}.") from None
    counts = lesson.deck.counts()
    missing = [card for card in NAMES if card not in counts]
    asked_about = len(lesson.questions)
    if asked.json:
        row = {"deck": asked.deck, "known": len(counts), "of": len(NAMES), "missing": missing}
        say({**row, "unnamed": asked_about})
    else:
        print(f"{asked.deck}: {len(counts)} of {len(NAMES)} known; missing: {' '.join(missing) or 'none'}")
        if asked_about:
            print(f"{asked_about} cards were seen and not recognised: name their files after them (QS.jpg).")
    if not told:
        raise CommandError("No card was seen: each must lie free, whole and still in the picture.")
    return code


def decks_list(asked: argparse.Namespace) -> int:
    """One line for each pack."""
    folder = _folder(asked)
    for name in deck_names(folder):
        try:
            known = len(read_deck(folder, name).counts())
        except MalformedDeck as problem:
            print(f"{name}: {problem}", file=sys.stderr)
            continue
        if asked.json:
            say({"deck": name, "known": known, "of": len(NAMES)})
        else:
            print(f"{name:30} {known} of {len(NAMES)} known")
    return 0


def decks_export(asked: argparse.Namespace) -> int:
    """Write a pack to a file."""
    try:
        asked.file.write_bytes(read_deck(_folder(asked), asked.name).exported())
    except MalformedDeck as problem:
        raise CommandError(str(problem)) from None
    except OSError as problem:
        raise CommandError(f"{asked.file} cannot be written: {problem.strerror}.") from None
    return 0


def decks_import(asked: argparse.Namespace) -> int:
    """Keep a pack from a file."""
    folder = _folder(asked)
    try:
        deck = imported(asked.file.read_bytes())
        deck = EnrolledDeck(asked.deck or deck.name, deck.crops, deck.backs)
        if deck.name in deck_names(folder):
            raise CommandError(f"There is a pack called '{deck.name}' already: give another with --deck.")
        deck.write(folder)
    except MalformedDeck as problem:
        raise CommandError(f"{asked.file}: {problem}") from None
    except OSError as problem:
        raise CommandError(f"{asked.file}: {problem.strerror}.") from None
    print(deck.name)
    return 0


def decks_delete(asked: argparse.Namespace) -> int:
    """Delete a pack."""
    try:
        drop_deck(_folder(asked), asked.name)
    except MalformedDeck as problem:
        raise CommandError(str(problem)) from None
    if asked.json:
        say({"deleted": asked.name})
    else:
        print(f"{asked.name} is deleted.")
    return 0


def named_deck(data: Path | None, name: str) -> EnrolledDeck:
    """A pack of the data folder. Raises CommandError when there is none of that name."""
    try:
        return read_deck((data or data_folder()) / "packs", name)
    except MalformedDeck as problem:
        raise CommandError(str(problem)) from None


Look = tuple[str, tuple[ShownCard, ...] | str]
"""Where cards were seen, and the cards that are new, or a sentence that says why nothing could be seen."""


def _from_photographs(folder: str, lesson: Lesson) -> Iterator[Look]:
    """What each photograph teaches. One that is named after a card and shows one card is taken at its name."""
    try:
        files = photographs_in(folder)
    except UnreadablePicture as problem:
        raise CommandError(str(problem)) from None
    for file in files:
        try:
            fresh = lesson.look(open_photograph(file))
        except UnreadablePicture as problem:
            yield file.name, str(problem)
            continue
        named = card_in_name(file)
        if named is not None and len(fresh) == 1:
            lesson.tell(fresh[0].number, named)
        yield file.name, fresh


def _from_camera(spec: str, lesson: Lesson) -> Iterator[Look]:
    try:
        source = open_source(spec)
    except SourceError as problem:
        raise CommandError(str(problem)) from None
    try:
        for frame in frames(source):
            fresh = lesson.watch(frame.image)
            if fresh:
                yield f"{frame.t:.1f} s", fresh
    finally:
        source.close()


def card_in_name(file: Path) -> str | None:
    """The card that a file is named after: `QS.jpg`, `10h-2.png`, `joker.jpg`, `back.jpg`; else None."""
    word = file.stem.replace("_", "-").replace(" ", "-").split("-")[0].upper()
    if word == BACK:
        return BACK
    try:
        return str(Card.parse(word))
    except MalformedCard:
        return None


def _answered(lesson: Lesson, one: ShownCard, as_json: bool) -> str | None:
    """The card as the person at the keyboard names it, None where nobody is asked or knows."""
    if as_json or not sys.stdin.isatty():
        return None
    guess = str(one.guesses[0][0]) if one.guesses else ""
    while True:
        said = input(f"Which card is this{f' ({guess})' if guess else ''}? ").strip().upper() or guess
        if said in ("", "-"):
            lesson.tell(one.number, None)
            return None
        try:
            lesson.tell(one.number, said)
        except MalformedCard:
            print("Cards are written 10H, QS, AD, 2C, JOKER, BACK; - for no card.")
        else:
            return said


def _say_card(source: str, one: ShownCard, card: str | None, as_json: bool) -> None:
    guesses = [[str(face), round(chance, 3)] for face, chance in one.guesses[:3]]
    if as_json:
        say({"seen": source, "card": card, "guesses": guesses})
    else:
        likely = " or ".join(str(face) for face, _ in one.guesses[:3])
        unsure = f"? ({likely})" if likely else "?"
        print(f"{source}: {card or unsure}", flush=True)


def _begun(folder: Path, name: str) -> EnrolledDeck:
    try:
        return read_deck(folder, name) if name in deck_names(folder) else EnrolledDeck(name)
    except MalformedDeck as problem:
        raise CommandError(str(problem)) from None


def _sight() -> CardSight:
    try:
        sight = load_photo_sight()
    except (OSError, ValueError) as problem:
        raise CommandError(f"The card reader cannot be loaded: {problem}") from None
    assert isinstance(sight, CardSight)
    return sight


def _folder(asked: argparse.Namespace) -> Path:
    folder: Path = asked.data or data_folder()
    return folder / "packs"
