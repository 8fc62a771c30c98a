"""The database file of the stored games: opens it safely, and says what is wrong with it. Backups are such files too.

A file that is foreign, damaged or newer than the program is left alone, and one that was moved or replaced while it
is open is not written to. Nothing here knows what a game is.
"""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import AbstractContextManager, ExitStack, closing, contextmanager, nullcontext, suppress
from pathlib import Path
from time import monotonic, sleep

from scorekeeper.errors import Damaged, Unavailable, cause
from scorekeeper.storage.database import TABLES, VERSION, newer_program, other_program
from scorekeeper.system import check_regular
from scorekeeper.text import N_, _

_PAUSE = 0.01
"""Seconds between two tries to switch the journal."""

WAIT = 5.0
"""Seconds to wait for another program that is writing."""

_APPLICATION = 0x53634B70
"""The application id in SQLite's header, which marks the file as ours."""

_DAMAGED = N_(
    "{path} is not a scorekeeper database, or it is damaged; it was not changed, "
    "and scorekeeper restore lists the backups."
)
_LOCKED = N_("{path} is locked by another program, so nothing was saved; close that one and try again.")
_UNWRITABLE = N_("{path} cannot be written, so nothing was saved; allow writing, or set SCOREKEEPER_HOME.")
_SENTENCES = {
    "NOTADB": _DAMAGED,
    "CORRUPT": _DAMAGED,
    "BUSY": _LOCKED,
    "LOCKED": _LOCKED,
    "READONLY": _UNWRITABLE,
    "CANTOPEN": _UNWRITABLE,
    "PERM": _UNWRITABLE,
    "FULL": N_("The disk is full, so nothing was saved; free some space for {path} and try again."),
    "IOERR": N_(
        "{path} cannot be written or read ({why}), so nothing was saved; see whether its disk is full, or gone."
    ),
}
"""What is said of each of SQLite's kinds of errors."""


class SqliteFile:
    """One database file, created by the first write; `wait` seconds others may keep it locked."""

    next_turn = "(select coalesce(max(turn), 0) + 1 from games)"
    lock_row = ""

    def __init__(self, path: Path, wait: float | None = None, is_backup: bool = False) -> None:
        self.place = path
        self.wrote = False
        self._wait = WAIT if wait is None else wait
        self._is_backup = is_backup
        self._connection: sqlite3.Connection | None = None
        self._opened: object = None
        self._data_version = 0

    def close(self) -> None:
        """Close the file."""
        connection, self._connection = self._connection, None
        if connection is None:
            return
        with ExitStack() as others:
            if _identity(self.place) != self._opened:
                # SQLite would write the removed journal into the file, unless somebody uses that with the new one
                with suppress(sqlite3.Error, ValueError):
                    uri = f"{self.place.absolute().as_uri()}?mode=ro"
                    another = others.enter_context(closing(sqlite3.connect(uri, uri=True)))
                    _pragma(another, "user_version")
            connection.close()

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """Yield a connection for reading, to an empty database if there is no file yet."""
        with self._explained(), self._to_read() as connection:
            yield connection

    @contextmanager
    def snapshot(self) -> Iterator[sqlite3.Connection]:
        """Yield a connection that reads all as it is at one moment."""
        with self.reading() as connection, connection:
            connection.execute("begin")
            yield connection

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """Yield a connection in a transaction: at the end of the block it is on disk, or nothing has changed."""
        with self._explained():
            connection = self._open()
            # otherwise SQLite trusts cached pages of the old file
            connection.execute("pragma shrink_memory")
            with connection:
                connection.execute("begin immediate")
                yield connection
                self._check_there()
            self.wrote = True

    writing_much = writing

    def others_wrote(self) -> bool:
        """Whether others may have written since this was asked last; never waits."""
        if self._connection is None or _identity(self.place) != self._opened:
            return True
        with suppress(sqlite3.Error):
            known, self._data_version = self._data_version, _pragma(self._connection, "data_version")
            return known != self._data_version
        return True

    def copy_into(self, path: Path) -> None:
        """Write all of it into an empty file."""
        with self.reading() as connection:
            # SQL takes text in UTF-8; an address can name any bytes
            named = str(path) if os.name == "nt" else path.absolute().as_uri()
            connection.execute("vacuum into ?", (named,))

    def check_whole(self) -> None:
        """Raise Damaged if SQLite finds anything wrong with the file."""
        with self.reading() as connection:
            if connection.execute("pragma quick_check(1)").fetchone()[0] != "ok":
                raise Damaged(_(_DAMAGED, path=self.place))

    def _open(self) -> sqlite3.Connection:
        self._check_there()
        if self._connection is None:
            self.place.parent.mkdir(parents=True, exist_ok=True)
            if self._is_backup or self.place.exists():
                check_regular(self.place)
            connection = sqlite3.connect(self.place, timeout=self._wait, isolation_level=None, uri=True)
            self._connection = self._prepared(connection)
            if not self._is_backup:
                self._write_ahead(connection)
            if self._opened is None:  # nothing was read before, so nothing is news
                self._data_version = _pragma(connection, "data_version")
            self._opened = _identity(self.place)
        elif _pragma(self._connection, "user_version") > VERSION:
            raise newer_program(self.place)
        return self._connection

    def _to_read(self) -> AbstractContextManager[sqlite3.Connection]:
        """Open the file; where SQLite cannot make its side files, as one that nobody writes to."""
        if self._connection is None and not self._is_backup and not os.path.lexists(self.place):
            empty = sqlite3.connect(":memory:", isolation_level=None)
            empty.executescript(TABLES)
            return closing(empty)
        try:
            return nullcontext(self._open())
        except sqlite3.OperationalError as error:
            journal = self.place.with_name(f"{self.place.name}-wal")
            whole = not journal.exists() or not journal.stat().st_size
            if _fault(error) not in ("CANTOPEN", "READONLY", "IOERR", "FULL") or not whole:
                raise
        uri = f"{self.place.absolute().as_uri()}?immutable=1"
        return closing(self._prepared(sqlite3.connect(uri, uri=True, isolation_level=None)))

    def _check_there(self) -> None:
        """Raise Unavailable if a file was removed or replaced while in use, since writes to it would be lost."""
        if self._connection is not None and _identity(self.place) != self._opened:
            raise Unavailable(
                _(
                    "Another program moved, deleted or replaced {path} or a file beside it, so nothing was saved; "
                    "close all windows, put it back, or see the backups with scorekeeper restore.",
                    path=self.place,
                )
            )

    def _prepared(self, connection: sqlite3.Connection) -> sqlite3.Connection:
        """Return a connection to tables of this version, which are made where there are none."""
        with ExitStack() as failing:
            failing.callback(connection.close)
            connection.execute("pragma synchronous = full")
            if not _pragma(connection, "user_version"):
                self._make_tables(connection)
            if _pragma(connection, "application_id") != _APPLICATION:
                raise other_program(self.place)
            if _pragma(connection, "user_version") > VERSION:
                raise newer_program(self.place)
            failing.pop_all()
        # damaged bytes become surrogates, which cannot be encoded again
        connection.text_factory = lambda text: text.decode(errors="surrogateescape")
        return connection

    def _make_tables(self, connection: sqlite3.Connection) -> None:
        with connection:
            connection.execute("begin immediate")
            if _pragma(connection, "user_version"):  # somebody else was faster
                return
            if connection.execute("select 1 from sqlite_master").fetchone():
                raise other_program(self.place)
            for statement in TABLES.split(";"):
                connection.execute(statement)
            connection.execute(f"pragma application_id = {_APPLICATION}")
            connection.execute(f"pragma user_version = {VERSION}")

    def _write_ahead(self, connection: sqlite3.Connection) -> None:
        """Keep the journal in a file beside, so that readers wait for nobody; the switch itself waits for no lock.

        Reading opens that file, which another window that closes would otherwise remove.
        """
        last = monotonic() + self._wait
        while True:
            try:
                connection.execute("pragma journal_mode = wal")
                _pragma(connection, "user_version")
            except sqlite3.OperationalError as error:
                if _fault(error) != "BUSY" or monotonic() > last:
                    raise
                sleep(_PAUSE)
            else:
                return

    @contextmanager
    def _explained(self) -> Iterator[None]:
        """Turn errors of SQLite and the disk into sentences for people."""
        try:
            yield
        except (sqlite3.Error, OSError, UnicodeDecodeError) as error:
            self.close()
            sentence = _SENTENCES.get(_fault(error), N_("{path} cannot be used ({why})."))
            kind = Damaged if sentence == _DAMAGED else Unavailable
            raise kind(_(sentence, path=self.place, why=cause(error))) from None


def _pragma(connection: sqlite3.Connection, name: str) -> int:
    return int(connection.execute(f"pragma {name}").fetchone()[0])


def _identity(path: Path) -> list[tuple[int, int] | None]:
    """Return what identifies the database and SQLite's side files; None for one that is missing."""
    identities = list[tuple[int, int] | None]()
    for end in ("", "-wal", "-shm"):
        try:
            stat = path.with_name(path.name + end).stat()
            identities.append((stat.st_dev, stat.st_ino))
        except (OSError, ValueError):
            identities.append(None)
    return identities


def _fault(error: Exception) -> str:
    """Return SQLite's name for the kind of error, or ours if it has none."""
    if isinstance(error, UnicodeDecodeError):  # SQLite quotes the damaged data
        return "CORRUPT"
    if isinstance(error, PermissionError):
        return "PERM"
    return str(getattr(error, "sqlite_errorname", "")).removeprefix("SQLITE_").split("_")[0]
