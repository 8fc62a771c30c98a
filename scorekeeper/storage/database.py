"""The database file of the stored games: opens it safely, and explains what is wrong with it.

A file that is foreign, damaged or newer than the program is left alone. Games can be read even if SQLite cannot
create its side files (in a read-only folder, on a full disk). Nothing here knows what a game is.
"""

import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, closing, contextmanager, nullcontext, suppress
from pathlib import Path

from scorekeeper.errors import Damaged, Locked, Unavailable
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


class Disk:
    """One database file, created by the first write; `wait` seconds, usually `WAIT`, others may keep it locked."""

    def __init__(self, path: Path, wait: float | None = None) -> None:
        self.path = path
        self._wait = WAIT if wait is None else wait
        self.wrote = False
        """Whether anything was written through this object."""
        self._connection: sqlite3.Connection | None = None
        self._opened: tuple[int, int] | None = None

    def close(self) -> None:
        """Close the file."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None

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
                self._check_there()
                connection.execute("commit")
                self.wrote = True
            finally:
                if connection.in_transaction:
                    connection.execute("rollback")

    def _to_read(self) -> AbstractContextManager[sqlite3.Connection]:
        self._check_there()
        if self._connection is None and not self.path.exists():
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
            connection = sqlite3.connect(self.path, timeout=self._wait, isolation_level=None)
            self._connection = self._prepared(connection)
            self._opened = _identity(self.path)
        return self._connection

    def _check_there(self) -> None:
        """Raise Unavailable if the file was removed or replaced while in use, since writes to it would be lost."""
        found = _identity(self.path)
        if self._opened is None or found == self._opened:
            return
        if found is None or self._connection is not None:
            self.close()
            raise Unavailable(
                _(
                    "{path} was moved or deleted, so nothing was saved; put it back and try again.",
                    path=self.path,
                )
            )

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
        if pragma(connection, "user_version") > SCHEMA_VERSION:
            raise Unavailable(
                _("{path} was written by a newer scorekeeper; install that one to open it.", path=self.path)
            )
        connection.text_factory = _as_written
        connection.execute("pragma synchronous = full")
        connection.execute("pragma foreign_keys = on")

    def _make_tables(self, connection: sqlite3.Connection) -> None:
        """Create the tables in an empty file. Raises Unavailable if it has other content."""
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
