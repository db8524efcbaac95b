"""The journal: everything that happened at the table, written before it is acknowledged, never changed.

One SQLite file holds the entries of every match, the pictures that belong to them, the devices that
joined and a few settings. Entries form a chain of checksums, so that damage is noticed and everything
before it is kept.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import sqlite3
import threading
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

FILE_NAME = "scheids.sqlite"
_SCHEMA = """
CREATE TABLE IF NOT EXISTS entries (
    seq INTEGER PRIMARY KEY,
    match TEXT NOT NULL,
    at INTEGER NOT NULL,
    actor TEXT NOT NULL,
    action TEXT UNIQUE,
    kind TEXT NOT NULL,
    body TEXT NOT NULL,
    chain TEXT NOT NULL
);
CREATE INDEX IF NOT EXISTS entries_of_match ON entries (match, seq);
CREATE TABLE IF NOT EXISTS pictures (
    id INTEGER PRIMARY KEY,
    seq INTEGER NOT NULL,
    role TEXT NOT NULL,
    jpeg BLOB NOT NULL
);
CREATE INDEX IF NOT EXISTS pictures_of_entry ON pictures (seq);
CREATE TABLE IF NOT EXISTS settings (name TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS devices (
    id TEXT PRIMARY KEY, token TEXT NOT NULL UNIQUE, name TEXT NOT NULL, role TEXT NOT NULL
);
CREATE TABLE IF NOT EXISTS seats (match TEXT NOT NULL, player TEXT NOT NULL, device TEXT NOT NULL,
    PRIMARY KEY (match, player, device));
CREATE TRIGGER IF NOT EXISTS entries_stay BEFORE UPDATE ON entries
    BEGIN SELECT RAISE(ABORT, 'the journal is only ever added to'); END;
CREATE TRIGGER IF NOT EXISTS entries_remain BEFORE DELETE ON entries
    BEGIN SELECT RAISE(ABORT, 'the journal is only ever added to'); END;
"""
_DAMAGE = (sqlite3.DatabaseError, UnicodeDecodeError)
"""What SQLite raises over a damaged file: the second when it quotes what it found there."""
_FIRST_LINK = "0" * 32
_ENTRY = "seq, match, at, actor, kind, body, action"


class JournalError(Exception):
    """The journal cannot be opened or written; the message is one sentence that says what to do."""


class JournalInUseError(JournalError):
    """Another Scheids has this data folder open."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing that happened.

    `seq` counts up over all matches; `at` is in milliseconds since 1970; `actor` is `camera`, `referee` or
    a device's name; `action` the key of the tap that caused it, if any; `pictures` maps a role (before,
    after, crop) to a picture's number.
    """

    seq: int
    match: str
    at: int
    actor: str
    kind: str
    body: Mapping[str, Any]
    action: str | None = None
    pictures: Mapping[str, int] | None = None


@dataclass(frozen=True, slots=True)
class Device:
    """A browser that joined. `token` is the hash of the secret in its cookie; `role` is player or host."""

    id: str
    token: str
    name: str
    role: str


class Journal:
    """The open journal of one data folder; safe to use from several threads.

    Raises JournalInUseError when another process holds it and JournalError when the folder cannot be written.
    A damaged file is set aside under another name and every entry that can still be read is carried over;
    `salvaged` then tells how many.
    """

    def __init__(self, folder: Path) -> None:
        self.salvaged: int | None = None
        self._lock = threading.RLock()
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as problem:
            raise JournalError(f"The data folder {folder} cannot be made: {problem.strerror}.") from problem
        self.path = folder / FILE_NAME
        try:
            self._db = _open(self.path)
            damaged = not _is_sound(self._db)
        except sqlite3.OperationalError as problem:
            if problem.sqlite_errorcode != sqlite3.SQLITE_ERROR:
                raise _unopened(self.path, problem) from problem
            damaged = True  # no such column, say: these are not our tables
        except _DAMAGE:
            damaged = True
        if damaged:
            self._set_aside()
        row = self._db.execute("SELECT seq, chain FROM entries ORDER BY seq DESC LIMIT 1").fetchone()
        self._last: int = row[0] if row else 0
        self._chain: str = row[1] if row else _FIRST_LINK

    def close(self) -> None:
        """Close the file; the journal cannot be used afterwards."""
        with self._lock:
            # On a full disk the note that all is well is left out: the next start then looks through the file.
            with contextlib.suppress(sqlite3.Error):
                self._db.execute("REPLACE INTO settings VALUES ('closed', 'true')")
            self._db.close()

    @property
    def last(self) -> int:
        """The number of the newest entry; the next one gets the number after it."""
        return self._last

    def append(
        self,
        match: str,
        kind: str,
        body: Mapping[str, Any],
        *,
        actor: str,
        action: str | None = None,
        at: int | None = None,
        pictures: Mapping[str, bytes] | None = None,
    ) -> Entry:
        """Write an entry with its JPEG pictures to the disk and return it.

        When this returns, a power cut cannot take it away. Raises JournalError when the disk refuses, and
        DoubleActionError when `action` is known.
        """
        at = int(time.time() * 1000) if at is None else at
        text = json.dumps(body, separators=(",", ":"), ensure_ascii=False)
        with self._lock, self._writing():
            seq = self._last + 1
            chain = _link(self._chain, seq, match, at, actor, action, kind, text)
            self._db.execute(
                "INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                (seq, match, at, actor, action, kind, text, chain),
            )
            numbers = {
                role: self._db.execute(
                    "INSERT INTO pictures (seq, role, jpeg) VALUES (?, ?, ?)", (seq, role, jpeg)
                ).lastrowid
                or 0
                for role, jpeg in (pictures or {}).items()
            }
            self._db.execute("COMMIT")
            self._last, self._chain = seq, chain
        return Entry(seq, match, at, actor, kind, json.loads(text), action, numbers or None)

    def entries(self, match: str) -> tuple[Entry, ...]:
        """Every entry of a match, oldest first."""
        with self._lock:
            rows = self._db.execute(
                f"SELECT {_ENTRY} FROM entries WHERE match = ? ORDER BY seq", (match,)
            ).fetchall()
            shown = self._db.execute(
                "SELECT seq, role, id FROM pictures JOIN entries USING (seq) WHERE match = ?", (match,)
            ).fetchall()
        numbers: dict[int, dict[str, int]] = {}
        for seq, role, number in shown:
            numbers.setdefault(seq, {})[role] = number
        return tuple(_entry(row, numbers.get(row[0])) for row in rows)

    def matches(self) -> tuple[str, ...]:
        """The matches that have entries, the one begun last first."""
        with self._lock:
            rows = self._db.execute(
                "SELECT match FROM entries GROUP BY match ORDER BY min(seq) DESC"
            ).fetchall()
        return tuple(row[0] for row in rows)

    def last_of(self, match: str) -> int:
        """The number of a match's newest entry; 0 when it has none."""
        with self._lock:
            row = self._db.execute("SELECT max(seq) FROM entries WHERE match = ?", (match,)).fetchone()
        return row[0] or 0

    def by_action(self, action: str) -> Entry | None:
        """The entry that a tap caused, if it was ever applied."""
        with self._lock:
            row = self._db.execute(f"SELECT {_ENTRY} FROM entries WHERE action = ?", (action,)).fetchone()
        return None if row is None else _entry(row)

    def picture(self, number: int) -> bytes | None:
        """The JPEG bytes of a picture, or None when there is none of that number."""
        if not 0 < number < 2**62:
            return None
        with self._lock:
            row = self._db.execute("SELECT jpeg FROM pictures WHERE id = ?", (number,)).fetchone()
        return None if row is None else bytes(row[0])

    def setting(self, name: str) -> Any:
        """A remembered value (JSON), or None when there is none or it is damaged."""
        with self._lock:
            row = self._db.execute("SELECT value FROM settings WHERE name = ?", (name,)).fetchone()
        try:
            return None if row is None else json.loads(row[0])
        except (ValueError, TypeError):
            return None

    def remember(self, name: str, value: Any) -> None:
        """Keep a value (JSON) under a name; settings are no history and may be overwritten."""
        with self._lock, self._writing():
            self._db.execute("REPLACE INTO settings VALUES (?, ?)", (name, json.dumps(value)))
            self._db.execute("COMMIT")

    def devices(self) -> tuple[Device, ...]:
        """Every device that joined and was not forgotten."""
        with self._lock:
            rows = self._db.execute("SELECT id, token, name, role FROM devices ORDER BY rowid").fetchall()
        return tuple(Device(*row) for row in rows)

    def keep_device(self, device: Device) -> None:
        """Add a device or overwrite what is known of it."""
        with self._lock, self._writing():
            self._db.execute(
                "REPLACE INTO devices VALUES (?, ?, ?, ?)",
                (device.id, device.token, device.name, device.role),
            )
            self._db.execute("COMMIT")

    def forget_device(self, device: str) -> None:
        """Drop a device and the seats it holds."""
        with self._lock, self._writing():
            self._db.execute("DELETE FROM devices WHERE id = ?", (device,))
            self._db.execute("DELETE FROM seats WHERE device = ?", (device,))
            self._db.execute("COMMIT")

    def seats(self, match: str) -> tuple[tuple[str, str], ...]:
        """Who sits where in a match: pairs of player and device."""
        with self._lock:
            rows = self._db.execute("SELECT player, device FROM seats WHERE match = ?", (match,)).fetchall()
        return tuple((player, device) for player, device in rows)

    def keep_seats(self, match: str, seats: tuple[tuple[str, str], ...]) -> None:
        """Replace who sits where in a match."""
        with self._lock, self._writing():
            self._db.execute("DELETE FROM seats WHERE match = ?", (match,))
            self._db.executemany(
                "INSERT OR IGNORE INTO seats VALUES (?, ?, ?)",
                [(match, player, device) for player, device in seats],
            )
            self._db.execute("COMMIT")

    @contextlib.contextmanager
    def _writing(self) -> Iterator[None]:
        try:
            self._db.execute("BEGIN IMMEDIATE")
            yield
        except sqlite3.IntegrityError as problem:
            self._db.execute("ROLLBACK")
            raise DoubleActionError("this action was applied before") from problem
        except sqlite3.Error as problem:
            if self._db.in_transaction:
                self._db.execute("ROLLBACK")
            raise JournalError(f"The journal cannot be written ({problem}): is the disk full?") from problem

    def _set_aside(self) -> None:
        aside = self.path.with_name(f"scheids.damaged-{int(time.time())}.sqlite")
        if hasattr(self, "_db"):
            self._db.close()
        self.path.rename(aside)
        for tail in ("-wal", "-shm"):
            rest = self.path.with_name(self.path.name + tail)
            if rest.exists():
                rest.rename(aside.with_name(aside.name + tail))
        self._db = _open(self.path)
        self.salvaged = _carry_over(aside, self._db)


def _unopened(path: Path, problem: sqlite3.OperationalError) -> JournalError:
    if "locked" in str(problem):
        return JournalInUseError(
            f"Another Scheids is using the data folder {path.parent}: stop it, or choose another folder."
        )
    return JournalError(f"The journal {path} cannot be opened: {problem}.")


class DoubleActionError(JournalError):
    """The tap was applied before."""


def _entry(row: tuple[Any, ...], pictures: Mapping[str, int] | None = None) -> Entry:
    seq, match, at, actor, kind, body, action = row
    return Entry(seq, match, at, actor, kind, json.loads(body), action, pictures)


def _open(path: Path) -> sqlite3.Connection:
    db = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=0.5)
    try:
        db.execute("PRAGMA locking_mode = EXCLUSIVE")
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("PRAGMA synchronous = FULL")
        db.executescript(_SCHEMA)
        db.execute("REPLACE INTO settings VALUES ('open', 'true')")
    except (sqlite3.Error, UnicodeDecodeError):
        db.close()
        raise
    return db


def _is_sound(db: sqlite3.Connection) -> bool:
    """Whether the file and its chain are whole; pages are only read one by one after an unclean end."""
    closed = db.execute("SELECT 1 FROM settings WHERE name = 'closed'").fetchone()
    db.execute("DELETE FROM settings WHERE name = 'closed'")
    if not closed and db.execute("PRAGMA quick_check(1)").fetchone()[0] != "ok":
        return False
    return all(intact for _, intact in _checked(db))


def _checked(db: sqlite3.Connection) -> Iterator[tuple[tuple[Any, ...], bool]]:
    previous = _FIRST_LINK
    columns = "seq, match, at, actor, action, kind, body, chain"
    for row in db.execute(f"SELECT {columns} FROM entries ORDER BY seq"):
        yield row, row[7] == _link(previous, *row[:7])
        previous = row[7]


def _carry_over(aside: Path, fresh: sqlite3.Connection) -> int:
    """Copy the unbroken beginning of a damaged journal and what else can be read; gives the entries kept."""
    kept = 0
    old = sqlite3.connect(aside, isolation_level=None)
    fresh.execute("BEGIN")
    try:
        for row, intact in _checked(old):
            if not intact:
                break
            fresh.execute("INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?, ?, ?)", row)
            kept = row[0]
    except _DAMAGE:
        pass
    for table, places, where in (
        ("settings", 2, ""),
        ("devices", 4, ""),
        ("seats", 3, ""),
        ("pictures", 4, f"WHERE seq <= {kept}"),
    ):
        try:
            for row in old.execute(f"SELECT * FROM {table} {where}"):
                fresh.execute(f"INSERT OR REPLACE INTO {table} VALUES ({', '.join('?' * places)})", row)
        except _DAMAGE:
            continue
    fresh.execute("COMMIT")
    old.close()
    return kept


def _link(previous: str, *values: object) -> str:
    text = json.dumps([previous, *values], separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:32]
