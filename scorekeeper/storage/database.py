"""The database file of the stored games: opens it safely, and explains what is wrong with it.

A file that is foreign, damaged or newer than the program is left alone. Games can be read even if SQLite cannot
create its side files (in a read-only folder, on a full disk). A file that is removed, replaced or overwritten while
it is open is noticed, and what the open connection still reads is backed up. Nothing here knows what a game is.
"""

import os
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, closing, contextmanager, nullcontext, suppress
from datetime import datetime
from pathlib import Path
from time import sleep
from typing import NamedTuple

from scorekeeper.errors import Damaged, Locked, Unavailable
from scorekeeper.storage.copying import write_copy
from scorekeeper.system import check_regular
from scorekeeper.text import N_, _

SCHEMA_VERSION = 1
APPLICATION = 0x53634B70
"""The application id in SQLite's header, which marks the file as ours."""

WAIT = 5.0
"""Seconds to wait for another program that is writing."""

_KINDS: Mapping[str, type[Unavailable]] = {
    "NOTADB": Damaged, "CORRUPT": Damaged, "LOCKED": Locked, "BUSY": Locked
}  # fmt: skip
"""What is raised for SQLite's error names, where it is more than Unavailable."""

UNWRITABLE = ("CANTOPEN", "READONLY", "IOERR", "FULL")
"""SQLite's error names for a place where it cannot write."""

LITTLE_ROOM = 100_000
"""With fewer free bytes on the disk, SQLite cannot create its side files."""

SCHEMA = f"""
create table games (
  id text primary key, title text not null, players text not null, started text not null,
  changed text not null, turn integer not null, complete integer not null, hidden integer not null default 0
) without rowid;
create unique index games_by_turn on games (turn);
create table events (
  game text not null references games (id), number integer not null, at text not null, by text,
  what text not null, primary key (game, number)
) without rowid;
pragma application_id = {APPLICATION};
pragma user_version = {SCHEMA_VERSION};
"""

MARK = "create table if not exists mark (id text not null, changes integer not null)"
"""One row that tells this file from others, and from older copies of itself; older databases lack it."""


class Files(NamedTuple):
    """What identifies the database and SQLite's side files, whatever their names; None for one that is missing."""

    games: tuple[int, int] | None
    journal: tuple[int, int] | None
    shared_memory: tuple[int, int] | None


class Mark(NamedTuple):
    """What the database says of itself: its random id, and how often it was written."""

    id: str
    changes: int


class Disk:
    """One database file, created by the first write; `wait` seconds, usually `WAIT`, others may keep it locked."""

    def __init__(self, path: Path, wait: float | None = None) -> None:
        self.path = path
        self._wait = WAIT if wait is None else wait
        self.wrote = False
        """Whether anything was written through this object."""
        self._connection: sqlite3.Connection | None = None
        self._opened: Files | None = None
        self._mark: Mark | None = None
        self._data_version = 0
        self._rescued: str | None = None

    def close(self) -> None:
        """Close the file; if others took it away meanwhile, what was in it is backed up first."""
        connection, self._connection = self._connection, None
        if connection is None:
            return
        if self._taken_away():
            self._rescue(connection)
        else:
            connection.close()

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """Yield a connection for reading, to an empty database if there is no file yet."""
        with self._faults_explained(), self._to_read() as connection:
            yield connection

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """Yield a connection in a transaction: at the end of the block it is on disk, or nothing has changed."""
        with self._faults_explained():
            connection = self._open()
            connection.execute("begin immediate")
            try:
                yield connection
                _count(connection)
                self._check_there(content=False)
                connection.execute("commit")
                self._check_there(content=False)
                self.wrote = True
            finally:
                if connection.in_transaction:
                    connection.execute("rollback")

    def others_wrote(self) -> bool:
        """Whether another connection may have written since this was asked last; much cheaper than to read.

        What was removed or replaced counts as written; a file with other content under the same name is not noticed.
        """
        if self._connection is None or _files(self.path) != self._opened:
            return True
        with suppress(sqlite3.Error):
            known, self._data_version = self._data_version, pragma(self._connection, "data_version")
            return known != self._data_version
        return True

    def _to_read(self) -> AbstractContextManager[sqlite3.Connection]:
        if self._connection is None and not self.path.exists():
            self._check_there()
            return closing(_empty())
        try:
            return nullcontext(self._open())
        except sqlite3.OperationalError as error:
            if _fault(error) not in UNWRITABLE:
                raise
            return self._without_side_files()

    def _open(self) -> sqlite3.Connection:
        self._check_there()
        if self._connection is None:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            if self.path.exists():
                check_regular(self.path)
            connection = sqlite3.connect(self.path, timeout=self._wait, isolation_level=None)
            self._connection = self._prepared(connection)
            self._opened, self._mark = _files(self.path), _mark(self.path)
        else:
            self._check_version(self._connection)
        return self._connection

    def _check_there(self, content: bool = True) -> None:
        """Raise Unavailable if the file was removed or replaced while in use, since writes to it would be lost.

        With `content`, also if it was overwritten, which takes longer to find out.
        """
        connection = self._connection
        if connection is None:
            if self._opened is not None and _files(self.path).games is None:
                raise self._moved()
        elif self._taken_away(content):
            self._rescue(connection)
            raise self._moved()

    def _taken_away(self, content: bool = True) -> bool:
        """Whether the open file, or a side file, is no longer the one under its name, or has other content."""
        if _files(self.path) != self._opened:
            return True
        if not content:
            return False
        before, now = self._mark, _mark(self.path)
        if before is not None and (now is None or now.id != before.id or now.changes < before.changes):
            return True
        self._mark = now
        return False

    def _moved(self) -> Unavailable:
        if self._rescued:
            return Unavailable(
                _(
                    "Another program moved, deleted or replaced {path} or a file beside it, so nothing was saved; "
                    "close all windows, and scorekeeper restore {backup} brings back what was saved before.",
                    path=self.path,
                    backup=self._rescued,
                )
            )
        return Unavailable(
            _("{path} was moved or deleted, so nothing was saved; put it back and try again.", path=self.path)
        )

    def _rescue(self, connection: sqlite3.Connection) -> None:
        """Back up, once, what an open connection still reads of files that were taken away, and never close it.

        Closing it, SQLite would write into a file that may be another one by now.
        """
        if self._rescued is not None:
            return
        _leave_open(connection)
        self._rescued = ""
        if self.path.parent.exists():
            if connection.in_transaction:
                connection.execute("rollback")
            with suppress(sqlite3.Error, Unavailable):
                self._rescued = write_copy(connection, self.path, datetime.now().astimezone()).stem

    def _without_side_files(self) -> AbstractContextManager[sqlite3.Connection]:
        """Open the file for reading without side files: with an exclusive lock, or else as an immutable file.

        Writes that are still in the journal are read as well.
        """
        with suppress(sqlite3.OperationalError):
            connection = sqlite3.connect(self.path, timeout=0, isolation_level=None)
            connection.execute("pragma locking_mode = exclusive")
            return closing(self._prepared(connection))
        journal = self.path.with_name(f"{self.path.name}-wal")
        if journal.exists() and journal.stat().st_size:
            return self._copied(journal)
        place = f"{self.path.absolute().as_uri()}?immutable=1"
        return closing(self._prepared(sqlite3.connect(place, uri=True, isolation_level=None)))

    @contextmanager
    def _copied(self, journal: Path) -> Iterator[sqlite3.Connection]:
        """Yield a connection to a copy of the file and its journal, if neither may be touched."""
        import shutil  # rarely needed and slow to load
        from tempfile import TemporaryDirectory

        with TemporaryDirectory(prefix="scorekeeper-") as folder:
            for part in (self.path, journal):
                shutil.copyfile(part, Path(folder) / part.name)
            copy = sqlite3.connect(Path(folder) / self.path.name, isolation_level=None)
            with closing(self._prepared(copy)) as connection:
                yield connection

    def _prepared(self, connection: sqlite3.Connection) -> sqlite3.Connection:
        try:
            self._prepare(connection)
        except (sqlite3.Error, Unavailable, UnicodeDecodeError):
            connection.close()
            raise
        return connection

    def _prepare(self, connection: sqlite3.Connection) -> None:
        if pragma(connection, "user_version") == 0:
            self._make_tables(connection)
        if pragma(connection, "application_id") != APPLICATION:
            raise self._not_ours()
        self._check_version(connection)
        connection.text_factory = _as_written
        connection.execute("pragma synchronous = full")
        connection.execute("pragma foreign_keys = on")

    def _check_version(self, connection: sqlite3.Connection) -> None:
        if pragma(connection, "user_version") > SCHEMA_VERSION:
            raise Unavailable(
                _("{path} was written by a newer scorekeeper; install that one to open it.", path=self.path)
            )

    def _make_tables(self, connection: sqlite3.Connection) -> None:
        """Create the tables in an empty file. Raises Unavailable if it has other content."""
        connection.execute("begin immediate")
        try:
            if pragma(connection, "user_version") == 0:
                if connection.execute("select count(*) from sqlite_master").fetchone()[0]:
                    raise self._not_ours()
                for statement in SCHEMA.split(";"):
                    connection.execute(statement)
                _count(connection)
            connection.execute("commit")
        finally:
            if connection.in_transaction:
                connection.execute("rollback")
        connection.execute("pragma journal_mode = wal")

    def _not_ours(self) -> Unavailable:
        return Unavailable(_("{path} is another program's database; it was not changed.", path=self.path))

    @contextmanager
    def _faults_explained(self) -> Iterator[None]:
        """Turn errors of SQLite and the disk into sentences for people."""
        try:
            yield
        except (sqlite3.Error, OSError, UnicodeDecodeError) as error:
            self.close()
            raise self._explained(error) from None

    def _explained(self, error: Exception) -> Unavailable:
        fault = _fault(error)
        if fault == "IOERR" and _full(self.path.parent):
            fault = "FULL"
        return _KINDS.get(fault, Unavailable)(_(_sentence(fault), path=self.path, why=error))


def pragma(connection: sqlite3.Connection, name: str) -> int:
    """Return the value of a pragma that is a number."""
    return int(connection.execute(f"pragma {name}").fetchone()[0])


def _empty() -> sqlite3.Connection:
    connection = sqlite3.connect(":memory:", isolation_level=None)
    connection.executescript(SCHEMA)
    return connection


def _as_written(text: bytes) -> str:
    """Decode text from the disk; damaged bytes become surrogates, which cannot be encoded again."""
    return text.decode(errors="surrogateescape")


def _count(connection: sqlite3.Connection) -> None:
    """Count a change in the database's mark."""
    connection.execute(MARK)
    if not connection.execute("update mark set changes = changes + 1").rowcount:
        connection.execute("insert into mark values (?, 1)", (os.urandom(8).hex(),))


def _mark(path: Path) -> Mark | None:
    """Return the mark in the file itself, whatever its journal and an open connection hold; None if it has none.

    Another program may be writing the file just now, so it is tried again where it cannot be read. Only SQLite may
    open the file, because a process that closes it in any other way loses the locks that SQLite has on it.
    """
    for _attempt in range(3):
        try:
            return _read_mark(f"{path.absolute().as_uri()}?immutable=1")
        except sqlite3.Error:
            sleep(0.005)
    return None


def _read_mark(place: str) -> Mark | None:
    with closing(sqlite3.connect(place, uri=True, isolation_level=None)) as connection:
        if connection.execute("select 1 from sqlite_master where name = 'mark'").fetchone() is None:
            return None
        match connection.execute("select id, changes from mark").fetchone():
            case str(name), int(changes):
                return Mark(name, changes)
        return None  # damaged, as the rest of the file may be


def _leave_open(connection: sqlite3.Connection) -> None:
    """Let a connection outlive the program, which would close it."""
    import ctypes  # rarely needed and slow to load

    ctypes.pythonapi.Py_IncRef(ctypes.py_object(connection))


def _files(path: Path) -> Files:
    return Files(*(_identity(path.with_name(path.name + end)) for end in ("", "-wal", "-shm")))


def _identity(path: Path) -> tuple[int, int] | None:
    """Return what identifies a file whatever its name; None if there is none."""
    try:
        found = path.stat()
    except (OSError, ValueError):
        return None
    return found.st_dev, found.st_ino


def _full(folder: Path) -> bool:
    """Whether the disk of a folder is too full for SQLite's side files."""
    import shutil  # rarely needed and slow to load

    try:
        return shutil.disk_usage(folder).free < LITTLE_ROOM
    except OSError:
        return False


def _fault(error: Exception) -> str:
    """Return SQLite's name for the kind of error, or ours if it has none."""
    if isinstance(error, UnicodeDecodeError):  # SQLite quotes the damaged data
        return "CORRUPT"
    if isinstance(error, PermissionError):
        return "PERM"
    return str(getattr(error, "sqlite_errorname", "")).removeprefix("SQLITE_").split("_")[0]


def _sentence(fault: str) -> str:
    """Return the sentence for people, with placeholders {path} and {why}."""
    match fault:
        case "NOTADB" | "CORRUPT":
            return N_(
                "{path} is not a scorekeeper database, or it is damaged; it was not changed, "
                "and scorekeeper restore lists the backups."
            )
        case "LOCKED" | "BUSY":
            return N_("{path} is locked by another program; close that one and try again.")
        case "FULL":
            return N_("The disk is full, so nothing was saved; free some space for {path} and try again.")
        case "READONLY" | "CANTOPEN" | "PERM":
            return N_(
                "{path} cannot be written, so nothing was saved; allow writing, or set SCOREKEEPER_HOME."
            )
        case "IOERR":
            return N_(
                "{path} cannot be written or read ({why}), so nothing was saved; "
                "see whether its disk is full, or gone."
            )
    return N_("{path} cannot be used ({why}).")
