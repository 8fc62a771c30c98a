"""The stored games in a PostgreSQL database: connects, tells others of changes, and says what is wrong with it.

There is one connection, opened by the first use and opened again once it is lost. No answer is waited for longer than
a person may wait, and while the server is known to be away nobody waits at all. No sentence shows a password. Nothing
here knows what a game is. Loading psycopg takes a while, so this module is loaded for a server only.
"""

import logging
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path
from threading import Thread
from time import monotonic
from typing import Any

import psycopg
from psycopg.sql import SQL, Identifier

from scorekeeper.errors import Unanswered, Unavailable
from scorekeeper.storage.database import (
    TABLES,
    VERSION,
    insert_tables,
    newer_program,
    other_program,
    read_tables,
)
from scorekeeper.storage.places import ServerAddress
from scorekeeper.text import N_, _

_LOCK = 0x53634B70
"""The advisory lock of whoever makes the tables."""

_WAIT = 5.0
"""Seconds that a command waits for an answer."""

_STANDS_STILL = 30
"""Seconds that a computer may do nothing within a transaction before the server lets the others go on."""

_TRY_AGAIN = 1.0
"""Seconds after which a server that is away is tried to reach again."""

_OPTIONS = {
    "connect_timeout": 2,
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 8000,
    "application_name": "scorekeeper",
    "client_encoding": "UTF8",
}
"""What the address may set otherwise."""

_BUSY_STATES = ("57014", "55P03", "40001", "40P01")
"""SQLSTATE codes of statements that took too long because of others."""

_GONE = ("08", "57P", "25P03")
"""Beginnings of the SQLSTATE codes with which a server ends a connection."""

_AS_OWNER = """
select set_config('role', owner.rolname, true)
from pg_database join pg_roles as owner on owner.oid = datdba
where datname = current_database() and has_schema_privilege(owner.oid, current_schema(), 'create')
  and pg_has_role(
    owner.oid, case when current_setting('server_version_num')::int < 160000 then 'member' else 'set' end
  )
"""
"""Whoever is a member of the database's owner makes the tables as that owner, so that all members may use them."""

_STATE = """
select coalesce(bool_or(tablename = 'scorekeeper'), false),
  coalesce(bool_or(tablename in ('games', 'events')), false),
  getdatabaseencoding()
from pg_tables where schemaname = any(current_schemas(false))
"""

_NEW = f"create sequence turns; {TABLES}; create table scorekeeper (version integer not null);"

_AWAY = N_("There is no connection to the server {server} ({why}); nothing can be saved until there is one.")
_BUSY = N_("The server {server} is busy ({why}), so nothing was saved; try again.")
_REFUSED = N_("The server {server} cannot do that ({why}), so nothing was saved.")
_UNANSWERED = N_(
    "The connection to the server {server} was lost ({why}). It is not known whether this was saved; look at the log "
    "first."
)

logging.getLogger("psycopg").setLevel(logging.CRITICAL)  # else it writes across the screen


class _Connection(psycopg.Connection[tuple[Any, ...]]):
    """A connection that takes `?` for values, as SQLite's do, and waits `patience` seconds for an answer."""

    patience: float | None = None

    def wait(self, gen: Any, interval: float = 0.1, timeout: float | None = None) -> Any:
        """Wait for an answer; close the connection if none comes, or the end of the transaction would wait again."""
        try:
            return super().wait(gen, interval, self.patience if timeout is None else timeout)
        except psycopg.errors.PipelineAborted:
            raise
        except psycopg.OperationalError as error:
            if timeout is None and error.sqlstate is None:
                self.close()
            raise

    def executemany(self, statement: str, rows: Iterable[Sequence[Any]]) -> None:
        """Execute a statement for many rows."""
        with self.cursor() as cursor:
            cursor.executemany(statement.replace("?", "%s"), rows)

    def execute(self, query: Any, params: Any = (), **how: Any) -> Any:
        """Execute a statement with `?` for its values."""
        own = query.replace("?", "%s") if isinstance(query, str) else query
        return super().execute(own, params or None, **how)


class PostgresServer:
    """A database on a server; `wait` is how many seconds a screen may stand still."""

    next_turn = "nextval('turns')"
    lock_row = "for update"

    def __init__(self, address: ServerAddress, wait: float | None = None) -> None:
        self.place = address
        self.wrote = False
        self._wait = _WAIT if wait is None else wait
        self._hurries = wait is not None
        self._connection: _Connection | None = None
        self._committing = False
        self._trouble = ""
        """Why the server is away; empty while it is not known to be."""
        self._attempt: _Attempt | None = None

    def close(self) -> None:
        """Close the connection, and forget what was wrong with it."""
        self._trouble, self._attempt = "", None
        connection, self._connection = self._connection, None
        if connection is not None:
            with suppress(psycopg.Error):
                connection.close()

    @contextmanager
    def reading(self) -> Iterator[_Connection]:
        """Yield a connection for reading."""
        with self._explained():
            yield self._open()

    @contextmanager
    def snapshot(self) -> Iterator[_Connection]:
        """Yield a connection that reads all as it is at one moment, and takes the time it needs."""
        with self.reading() as connection, self._patiently(connection), connection.transaction():
            connection.execute("set transaction isolation level repeatable read, read only")
            yield connection

    @contextmanager
    def writing(self) -> Iterator[_Connection]:
        """Yield a connection in a transaction, in which only what is fetched waits for an answer; tell others."""
        with self._explained():
            connection = self._open()
            try:
                with connection.pipeline():
                    connection.execute("BEGIN")  # `transaction` would wait for an answer to it
                    yield connection
                    self._tell_others(connection)
                    connection.execute("COMMIT")
            finally:
                connection.rollback()
            self.wrote = True

    @contextmanager
    def writing_much(self) -> Iterator[_Connection]:
        """As `writing`, for as long as it takes; others may read meanwhile."""
        with self.reading() as connection, self._patiently(connection), connection.transaction():
            connection.execute("lock table games, same_players in exclusive mode")
            yield connection
            self._tell_others(connection)
            self.wrote = True

    def _tell_others(self, connection: _Connection) -> None:
        connection.execute("select pg_notify('scorekeeper_' || current_schema(), '')")
        self._committing = True

    @contextmanager
    def _patiently(self, connection: _Connection) -> Iterator[None]:
        """Let everything take the time it needs."""
        before, connection.patience = connection.patience, None
        connection.execute("set statement_timeout = 0")
        try:
            yield
        finally:
            connection.patience = before
            if not connection.broken and not connection.closed:
                self._set_limit(connection)

    def _set_limit(self, connection: _Connection) -> None:
        """Let the server give up a statement a little before nobody waits for it any more."""
        connection.execute(f"set statement_timeout = {int(self._wait * 800)}")

    def others_wrote(self) -> bool:
        """Whether others may have written since this was asked last; never waits, also while the server is away."""
        if self._connection is None:
            return not self._trouble or self._answers_again()
        try:
            own = self._connection.info.backend_pid
            # the first time psycopg may give only what came with earlier answers, and not look at the network
            notes = [note for _twice in range(2) for note in self._connection.notifies(timeout=0)]
            return any(note.pid != own for note in notes)
        except psycopg.Error:
            self.close()
            return True

    def _answers_again(self) -> bool:
        """Whether a server that was away can be reached again, which attempts beside this find out; never waits."""
        attempt = self._attempt
        if attempt is None or (not attempt.is_alive() and monotonic() - attempt.began > _TRY_AGAIN):
            attempt = self._attempt = _Attempt(self.place)
        if attempt.reached:
            self.close()
        return attempt.reached

    def copy_into(self, path: Path) -> None:
        """Write all of it into an empty file, as a SQLite database."""
        from scorekeeper.storage.sqlite import SqliteFile

        with self.snapshot() as connection, closing(SqliteFile(path)) as file, file.writing() as target:
            insert_tables(read_tables(connection), target, file.next_turn)

    def _open(self) -> _Connection:
        if self._connection is not None and not self._is_lost(self._connection):
            return self._connection
        if self._trouble and self._hurries and not self._answers_again():
            raise Unavailable(self._trouble)
        self._connection = self._connected()
        self._trouble = ""
        return self._connection

    def _is_lost(self, connection: _Connection) -> bool:
        """Whether a connection was lost while nobody used it. Raises Unavailable as `_read_version` does."""
        began = monotonic()
        try:
            self._read_version(connection)
        except psycopg.OperationalError:
            if monotonic() - began > self._wait / 2:  # the server does not answer; nobody waits for it twice
                raise
            self.close()
            return True
        return False

    def _connected(self) -> _Connection:
        with ExitStack() as failing:
            connection = _Connection.connect(self.place.secret, autocommit=True, **_missing(self.place))
            failing.callback(connection.close)
            connection.patience = self._wait
            connection.execute(
                f"set statement_timeout = '20s'; set idle_in_transaction_session_timeout = '{_STANDS_STILL}s';"
                " set client_min_messages = error"
            )
            connection.execute(
                "select set_config('synchronous_commit', 'on', false)"
                " where current_setting('synchronous_commit') in ('off', 'local')"
            )
            (schema,) = connection.execute("select current_schema()").fetchone()
            connection.execute(SQL("listen {}").format(Identifier(f"scorekeeper_{schema}")))
            self._prepare(connection)
            self._set_limit(connection)
            failing.pop_all()
        return connection

    def _prepare(self, connection: _Connection) -> None:
        """Make the tables where there are none. Raises Unavailable for those of others or newer ones."""
        if self._version(connection):
            return
        with self._patiently(connection), connection.transaction():
            connection.execute("select pg_advisory_xact_lock(?)", (_LOCK,))
            if not self._version(connection):  # nobody else was faster
                connection.execute(_AS_OWNER)
                connection.execute(_NEW)
                connection.execute("insert into scorekeeper values (?)", (VERSION,))

    def _version(self, connection: _Connection) -> int:
        """Return the version of the tables; 0 if there are none. Raises Unavailable if they are not to be touched."""
        ours, others, encoding = connection.execute(_STATE).fetchone()
        if encoding != "UTF8":
            raise Unavailable(
                _("The database has the encoding {encoding}; games need one with UTF8.", encoding=encoding)
            )
        if not ours:
            if others:
                raise other_program(self.place)
            return 0
        return self._read_version(connection)

    def _read_version(self, connection: _Connection) -> int:
        version = connection.execute("select coalesce(max(version), 0) from scorekeeper").fetchone()[0]
        if version > VERSION:
            raise newer_program(self.place)
        if not version:
            raise Unavailable(
                _(
                    "The tables of the games on the server are damaged: they have no version; restore that database "
                    "from its own backup."
                )
            )
        return int(version)

    @contextmanager
    def _explained(self) -> Iterator[None]:
        """Turn errors of the server and the network into sentences for people."""
        self._committing = False
        try:
            yield
        except (psycopg.Error, UnicodeError) as error:
            raise self._sentence(error) from None

    def _sentence(self, error: Exception) -> Unavailable:
        facts = {"server": self.place.shown, "why": self._redacted(error)}
        state = getattr(error, "sqlstate", None) or ""
        ours = self._connection is not None and isinstance(error, UnicodeError | psycopg.DataError)
        if (state or ours) and not state.startswith(_GONE):
            return Unavailable(_(_BUSY if state in _BUSY_STATES else _REFUSED, **facts))
        self.close()
        self._trouble = _(_AWAY, **facts)
        return Unanswered(_(_UNANSWERED, **facts)) if self._committing else Unavailable(self._trouble)

    def _redacted(self, error: Exception) -> str:
        """Return what an error says in one line, without a password."""
        text = (str(error).strip().splitlines() or [type(error).__name__])[0]
        for password in self.place.passwords:
            text = text.replace(password, "…")
        return "".join(letter for letter in text if letter.isprintable()).rstrip(".")[:300]


def _missing(address: ServerAddress) -> dict[str, Any]:
    """Return the options that an address does not set."""
    try:
        given = psycopg.conninfo.conninfo_to_dict(address.secret)
    except psycopg.ProgrammingError:
        raise Unavailable(
            _("The address {server} is not one that PostgreSQL understands.", server=address.shown)
        ) from None
    return {name: value for name, value in _OPTIONS.items() if name not in given}


class _Attempt(Thread):
    """An attempt to reach a server that is away, which nobody waits for: looking up its name may take long."""

    def __init__(self, address: ServerAddress) -> None:
        super().__init__(daemon=True)
        self.began, self.reached, self._address = monotonic(), False, address
        self.start()

    def run(self) -> None:
        """Reach it, if it is there."""
        with suppress(psycopg.Error, Unavailable):
            psycopg.connect(self._address.secret, **_missing(self._address)).close()
            self.reached = True
