"""The database file of the kept games: opening it safely, and saying what is wrong with it.

A file that is not ours, or newer than we are, is left as it is. Nothing here knows what a game is.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import AbstractContextManager, closing, contextmanager, nullcontext
from pathlib import Path

from scorekeeper.errors import Unavailable
from scorekeeper.words import _

VERSION = 1
APPLICATION = 0x53634B70
"""Marks the file as ours, in SQLite's header."""

WAIT = 5.0
"""Seconds to wait for another program that is writing."""

UNWRITABLE = ("CANTOPEN", "READONLY")
"""SQLite's words for a place where it may not write."""

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
pragma user_version = {VERSION};
"""


class Disk:
    """One database file, made when it is first written to."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._connection: sqlite3.Connection | None = None

    def close(self) -> None:
        """Let go of the file."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """Give a connection to read from; an empty database where there is no file yet."""
        with self._told(), self._to_read() as connection:
            yield connection

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """Give a connection in a transaction that is on the disk when the block ends, or never was."""
        with self._told():
            connection = self._open()
            connection.execute("begin immediate")
            try:
                yield connection
                connection.execute("commit")
            finally:
                if connection.in_transaction:
                    connection.execute("rollback")

    def _to_read(self) -> AbstractContextManager[sqlite3.Connection]:
        if self._connection is None and not self.path.exists():
            return closing(_empty())
        try:
            return nullcontext(self._open())
        except sqlite3.OperationalError as error:
            if _fault(error) not in UNWRITABLE or self.path.with_name(f"{self.path.name}-wal").exists():
                raise
            return closing(self._open_unwritable())

    def _open(self) -> sqlite3.Connection:
        if self._connection is None:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            connection = sqlite3.connect(self.path, timeout=WAIT, isolation_level=None)
            self._connection = self._prepared(connection)
        return self._connection

    def _open_unwritable(self) -> sqlite3.Connection:
        """Open a file in a place where nothing can be written, and where no program is writing."""
        place = f"{self.path.absolute().as_uri()}?immutable=1"
        return self._prepared(sqlite3.connect(place, uri=True, isolation_level=None))

    def _prepared(self, connection: sqlite3.Connection) -> sqlite3.Connection:
        try:
            self._prepare(connection)
        except (sqlite3.Error, Unavailable):
            connection.close()
            raise
        return connection

    def _prepare(self, connection: sqlite3.Connection) -> None:
        if pragma(connection, "user_version") == 0:
            self._make_tables(connection)
        if pragma(connection, "application_id") != APPLICATION:
            raise self._not_ours()
        if pragma(connection, "user_version") > VERSION:
            raise Unavailable(
                _("{path} was written by a newer scorekeeper; install that one to open it.").format(
                    path=self.path
                )
            )
        connection.execute("pragma synchronous = full")
        connection.execute("pragma foreign_keys = on")

    def _make_tables(self, connection: sqlite3.Connection) -> None:
        """Make the tables in an empty file. Raises Unavailable if it holds something else."""
        connection.execute("begin immediate")
        try:
            if pragma(connection, "user_version") == 0:
                if connection.execute("select count(*) from sqlite_master").fetchone()[0]:
                    raise self._not_ours()
                for statement in SCHEMA.split(";"):
                    connection.execute(statement)
            connection.execute("commit")
        finally:
            if connection.in_transaction:
                connection.execute("rollback")
        connection.execute("pragma journal_mode = wal")

    def _not_ours(self) -> Unavailable:
        return Unavailable(
            _("{path} is another program's database; it was left as it is.").format(path=self.path)
        )

    @contextmanager
    def _told(self) -> Iterator[None]:
        """Turn what SQLite and the disk say into a sentence for people."""
        try:
            yield
        except (sqlite3.Error, OSError) as error:
            self.close()
            raise Unavailable(_sentence(error).format(path=self.path, why=error)) from None


def pragma(connection: sqlite3.Connection, name: str) -> int:
    """Return a number that SQLite keeps with the file."""
    return int(connection.execute(f"pragma {name}").fetchone()[0])


def _empty() -> sqlite3.Connection:
    connection = sqlite3.connect(":memory:", isolation_level=None)
    connection.executescript(SCHEMA)
    return connection


def _fault(error: sqlite3.Error | OSError) -> str:
    """Return SQLite's word for the kind of fault, empty where it has none."""
    return str(getattr(error, "sqlite_errorname", "")).removeprefix("SQLITE_").split("_")[0]


def _sentence(error: sqlite3.Error | OSError) -> str:
    """Return what to tell people, with places for {path} and {why}."""
    match _fault(error):
        case "NOTADB" | "CORRUPT":
            return _("{path} is not a file of kept games, or it is damaged; it was left as it is.")
        case "LOCKED" | "BUSY":
            return _("{path} is locked by another program; close that one and try again.")
        case "FULL":
            return _("The disk is full, so nothing was kept; make room for {path} and try again.")
        case "READONLY" | "CANTOPEN" | "PERM":
            return _("{path} cannot be written, so nothing was kept; allow writing, or set SCOREKEEPER_HOME.")
    if isinstance(error, PermissionError):
        return _("{path} cannot be written, so nothing was kept; allow writing, or set SCOREKEEPER_HOME.")
    return _("{path} cannot be used ({why}).")
