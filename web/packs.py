"""The family's packs: the looks of their cards, learnt in lessons, kept as files beside the journal."""

from __future__ import annotations

import logging
import threading
from dataclasses import replace
from pathlib import Path
from typing import Any

from referee.cards import FACES, Card, MalformedCard
from vision.enrolment import (
    LARGEST_FILE,
    EnrolledDeck,
    MalformedDeck,
    deck_names,
    drop_deck,
    imported,
    read_deck,
)
from vision.lesson import Lesson, ShownCard
from vision.sight import CardSight
from vision.sightings import BACK, Image
from web.camera import Camera
from web.journal import Journal
from web.refusals import Refusal

Json = dict[str, Any]
NAMES = (*(str(face) for face in FACES), BACK)
"""Everything that can be taught of a pack: 52 cards, the joker and the back."""

_log = logging.getLogger(__name__)
_SETTING = "pack"
_MOST_PACKS = 50
_MOST_SHOWN = 40


class Packs:
    """The packs of one data folder, the one that lies on the table, and the lesson that is going on."""

    def __init__(self, folder: Path, journal: Journal, camera: Camera) -> None:
        self._folder = folder
        self._journal = journal
        self._camera = camera
        self._lock = threading.RLock()
        self._lesson: tuple[str, Lesson] | None = None

    @property
    def in_use(self) -> str | None:
        """The name of the pack on the table; None: any pack, read as it comes."""
        name = self._journal.setting(_SETTING)
        return name if name in deck_names(self._folder) else None

    def recall(self) -> None:
        """Read with the pack that was chosen last."""
        name = self.in_use
        if name is not None:
            try:
                self._camera.know(read_deck(self._folder, name))
            except MalformedDeck as problem:
                _log.error("%s: %s", name, problem)

    def choose(self, name: str | None) -> None:
        """Say which pack lies on the table. Raises Refusal when there is none of that name."""
        deck = None if name is None else self.deck(name)
        self._journal.remember(_SETTING, name)
        self._camera.know(deck)

    def listing(self) -> Json:
        """Every pack with how many of the 54 things to learn it has, and which one lies on the table."""
        rows = []
        for name in deck_names(self._folder):
            try:
                counts = read_deck(self._folder, name).counts()
            except MalformedDeck:
                rows.append({"name": name, "cards": 0, "damaged": True})
            else:
                rows.append({"name": name, "cards": len(counts), "damaged": False})
        return {"packs": rows, "in_use": self.in_use, "of": len(NAMES)}

    def deck(self, name: str) -> EnrolledDeck:
        """A pack. Raises Refusal when there is none of that name, or when its file is damaged."""
        with self._lock:
            if self._lesson is not None and self._lesson[0] == name:
                return self._lesson[1].deck
        if name not in deck_names(self._folder):
            raise Refusal("unknown-pack", pack=name[:60])
        try:
            return read_deck(self._folder, name)
        except MalformedDeck as problem:
            raise Refusal("bad-pack", problem=str(problem)) from None

    def begin(self, name: str) -> None:
        """Make a new pack. Raises Refusal for a name that cannot be used or is used."""
        self._keep_new(name, lambda: EnrolledDeck(name))

    def take_in(self, data: bytes, name: str | None = None) -> str:
        """Keep a pack from a file, under its own name or another; gives the name. Raises Refusal."""
        if len(data) > LARGEST_FILE:
            raise Refusal("too-large", limit=f"{LARGEST_FILE // 1024 // 1024} MB")
        try:
            deck = imported(data)
            deck = deck if not name else replace(deck, name=name)
        except MalformedDeck as problem:
            raise Refusal("bad-pack", problem=str(problem)) from None
        self._keep_new(deck.name, lambda: deck)
        return deck.name

    def drop(self, name: str) -> None:
        """Delete a pack. Raises Refusal when there is none of that name."""
        with self._lock:
            if self._lesson is not None and self._lesson[0] == name:
                self._lesson = None
            try:
                drop_deck(self._folder, name)
            except MalformedDeck:
                raise Refusal("unknown-pack", pack=name[:60]) from None
            if self._journal.setting(_SETTING) == name:
                self.choose(None)

    def describe(self, name: str) -> Json:
        """What is known of a pack: crops a card, the cards of the running lesson, and its open questions."""
        counts = self.deck(name).counts()
        with self._lock:
            lesson = self._lesson[1] if self._lesson is not None and self._lesson[0] == name else None
            shown = lesson.shown[-_MOST_SHOWN:] if lesson is not None else ()
            questions = lesson.questions if lesson is not None else ()
        return {
            "name": name,
            "counts": counts,
            "missing": [card for card in NAMES if card not in counts],
            "shown": [_row(one) for one in reversed(shown)],
            "questions": [_row(one) for one in questions],
        }

    def teach(self, name: str, image: Image, live: bool) -> list[Json]:
        """Learn from a picture, a frame of the live camera or a photograph; gives the cards that are new.

        Raises Refusal when there is no such pack or no reader.
        """
        with self._lock:
            lesson = self._lesson_of(name)
            found = lesson.watch(image) if live else lesson.look(image)
            if any(one.name is not None for one in found):
                self._save(lesson.deck)
            return [_row(one) for one in found]

    def tell(self, name: str, number: int, card: str | None) -> None:
        """A person says which card it is, None for no card at all. Raises Refusal."""
        with self._lock:
            lesson = self._running(name)
            if lesson is None:
                raise Refusal("not-now")
            try:
                known = lesson.tell(number, card)
            except MalformedCard:
                raise Refusal("unknown-card", card=str(card)[:40]) from None
            if not known:
                raise Refusal("not-now")
            self._save(lesson.deck)

    def forget(self, name: str, card: str) -> None:
        """Unlearn a card of a pack. Raises Refusal."""
        if card not in NAMES:
            raise Refusal("unknown-card", card=card[:40])
        with self._lock:
            lesson = self._running(name)
            if lesson is not None:
                lesson.forget(card)
                self._save(lesson.deck)
                return
            deck = self.deck(name)
            self._save(replace(deck, backs=()) if card == BACK else deck.forgotten(Card.parse(card)))

    def crop(self, name: str, number: int) -> Image:
        """The picture of a card of the running lesson. Raises Refusal when there is none."""
        with self._lock:
            lesson = self._running(name)
            one = None if lesson is None else lesson.one(number)
        if one is None:
            raise Refusal("unknown-picture")
        return one.crop

    def finish(self, name: str) -> None:
        """End the lesson; a pack that lies on the table is read with what was learnt."""
        with self._lock:
            if self._lesson is not None and self._lesson[0] == name:
                self._lesson = None
        if self.in_use == name:
            self.recall()

    def _running(self, name: str) -> Lesson | None:
        return self._lesson[1] if self._lesson is not None and self._lesson[0] == name else None

    def _lesson_of(self, name: str) -> Lesson:
        if self._lesson is None or self._lesson[0] != name:
            deck = self.deck(name)
            try:
                sight = self._camera.plain_sight()
            except (ValueError, OSError, ImportError):
                raise Refusal("no-reader") from None
            if not isinstance(sight, CardSight):
                raise Refusal("no-reader")
            self._lesson = (name, Lesson(deck, sight))
        return self._lesson[1]

    def _save(self, deck: EnrolledDeck) -> None:
        try:
            deck.write(self._folder)
        except OSError as problem:
            raise Refusal("disk-failed", problem=str(problem.strerror)) from None

    def _keep_new(self, name: str, make: Any) -> None:
        with self._lock:
            names = deck_names(self._folder)
            if name.casefold() in {known.casefold() for known in names}:
                raise Refusal("pack-exists", pack=name[:60])
            if len(names) >= _MOST_PACKS:
                raise Refusal("too-large", limit=f"{_MOST_PACKS} packs")
            try:
                make().write(self._folder)
            except MalformedDeck as problem:
                raise Refusal("bad-pack", problem=str(problem)) from None
            except OSError as problem:
                raise Refusal("disk-failed", problem=str(problem.strerror)) from None


def _row(one: ShownCard) -> Json:
    return {
        "number": one.number,
        "card": one.name,
        "guesses": [[str(card), round(chance, 3)] for card, chance in one.guesses[:3]],
    }
