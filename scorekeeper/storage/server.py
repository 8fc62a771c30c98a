"""A connection to a PostgreSQL server that nobody has to wait for: its queries run one after another in a thread.

Whoever asks waits as long as they may and no longer; what was asked goes on. A lost connection is made anew, and what
was asked is asked again, so every deed must be one that may be done twice. A second connection listens for what
others write. Nothing here knows what a game is, and no sentence shows a password.
"""

import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from contextvars import copy_context
from functools import partial
from queue import Empty, SimpleQueue
from selectors import EVENT_READ, DefaultSelector
from socket import socket, socketpair
from time import monotonic
from types import ModuleType
from typing import TYPE_CHECKING, Any, Generic, TypeAlias, TypeVar

from scorekeeper.errors import Away, Locked, ScorekeeperError, Unavailable
from scorekeeper.storage.database import WAIT
from scorekeeper.storage.places import ServerAddress
from scorekeeper.storage.server_schema import check_version, prepare
from scorekeeper.text import N_, _, ngettext

if TYPE_CHECKING:
    from psycopg import Connection

    Line: TypeAlias = Connection[tuple[Any, ...]]

T = TypeVar("T")

_GLANCE = 0.25
"""Seconds that a screen may stand still for a server that does not answer."""

_LOOK = 1.5
"""Seconds that a screen may stand still for a list or a game; none once the server is known to be away."""

_RETRY = 0.3
"""Seconds between two attempts to connect."""

_BEAT = 1.0
"""Seconds between two signs of life that the server is asked for, and within which it has to answer."""

_GRACE = 0.15
"""Seconds for which whoever was overtaken is next."""

LET_GO = "select pg_advisory_unlock_all()"
"""Lets others go on who wait in line."""

_LONGEST = "20s"
"""How long the server tries one usual statement."""

_LONGEST_STILL = 30
"""Seconds that whoever moves or restores games may do nothing before the server lets others go on."""

_STOOD_STILL = "25P03"
"""SQLSTATE code of a transaction that did nothing for so long."""

_OPTIONS = {
    "connect_timeout": 3,
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 8000,
    "application_name": "scorekeeper",
}
"""What the address may set otherwise."""

_GONE = ("08", "57P01", "57P02", "57P03", "57P05", "53300", _STOOD_STILL)
"""Beginnings of SQLSTATE codes of a server that is away for a while."""

_AGAIN = ("40",)
"""Beginnings of SQLSTATE codes of transactions that are to be tried again."""

_PATIENCE_LOST = ("55P03", "57014")
"""SQLSTATE codes of statements that took too long, as a rule because others hold a lock."""

_FORBIDDEN = ("42501", "25006")
"""SQLSTATE codes of what this user, or this server, may not do."""

_COMING = ("starting up", "shutting down", "recovery", "too many", "slots are reserved", "not yet accepting")
"""What a server says that refuses a connection for a while."""

_UNKNOWN_HOST = ("failed to resolve host", "could not translate host name")
"""What is said of a name that no server has, or that cannot be looked up without a network."""

_REFUSALS = (
    (
        ("no password supplied",),
        N_(
            "The server {server} wants a password ({why}); write it into ~/.pgpass, which only you may read, as "
            "host:port:database:user:password."
        ),
    ),
    (
        ("does not support SSL",),
        N_(
            "The server {server} cannot be reached like this ({why}); ask its owner to turn ssl on, or leave "
            "sslmode out of the address."
        ),
    ),
    (
        ("certificate",),
        N_(
            "The server {server} cannot be reached like this ({why}); sslmode=verify-full needs its certificate in "
            "~/.postgresql/root.crt, and in the address the name that it was made for."
        ),
    ),
    (
        _UNKNOWN_HOST,
        N_("The server {server} cannot be found ({why}); check its name and the network of this computer."),
    ),
    (("FATAL", "definition of service"), N_("The server {server} refuses the connection ({why}).")),
)
"""What no waiting heals: what is said then, and what would be right."""


class ServerTask(Generic[T]):
    """Something to do over the connection, and its result."""

    def __init__(self, deed: "Callable[[Line], T]", until: float) -> None:
        context = copy_context()
        self.do: Callable[[Line], T] = lambda line: context.run(deed, line)
        self.context = context
        self.until = until
        """The moment after which it is given up."""
        self.result: Future[T] = Future()


class Server:
    """A server, reached with the first use; `wait` is for screens, which must not stand still."""

    def __init__(self, address: ServerAddress, wait: float | None = None) -> None:
        self.address = address
        self._hurry = wait is not None
        self._jobs: SimpleQueue[ServerTask[Any] | None] = SimpleQueue()
        self._worker: threading.Thread | None = None
        self._listener: threading.Thread | None = None
        self._closing = threading.Event()
        self._wake: socket | None = None
        """Ends the listener's wait when it is written to."""
        self._asked_at: float | None = None
        """Since when the listener waits for a sign of life."""
        self.is_first = False
        """Whether others wait in line for what is done next, which only the thread of the connection changes."""
        self._trouble = ""
        """Why the server was away when it was tried last; empty once it answered."""
        self._was_reached = False
        """Whether there was a connection, so that the name of the server is right."""
        self.heard: Callable[[str], None] = lambda _payload: None
        """Called in another thread with what the server tells of a change."""
        self.listening: Callable[[], None] = lambda: None
        """Called in another thread whenever listening begins: what came before was not heard."""

    @property
    def is_away(self) -> bool:
        """Whether the server is known not to answer at the moment."""
        asked = self._asked_at
        return bool(self._trouble) or (asked is not None and monotonic() - asked > _BEAT)

    def close(self) -> None:
        """Let go of the connections; whoever waits for a server that does not answer is not waited for."""
        worker, self._worker = self._worker, None
        listener, self._listener = self._listener, None
        if worker is not None:
            self._jobs.put(None)
        self._closing.set()
        if self._wake is not None:
            self._wake.close()
            self._wake = None
        for thread in (worker, listener):
            if thread is not None:
                thread.join(0.1 if self.is_away else 2 * _BEAT)
        self._jobs, self._closing = SimpleQueue(), threading.Event()
        self._asked_at = None
        self._trouble = ""

    def read(self, deed: "Callable[[Line], T]") -> T:
        """Return what a deed reads. Raises Away if the server does not answer in time, and as the deed does."""

        def read(line: "Line") -> T:
            check_version(line)
            return deed(line)

        return self.finish(self.begin(read), _LOOK)

    def write(self, deed: "Callable[[Line], T]", long: bool = False) -> T:
        """Do something that may be done twice, and return its result. A long deed takes the time it needs."""
        if long:
            return self.finish(self.begin(deed), None)
        return self.finish(self.begin(deed), 2 * _LOOK)

    def begin(self, deed: "Callable[[Line], T]") -> ServerTask[T]:
        """Begin something without waiting for it."""
        job = ServerTask(deed, monotonic() + WAIT)
        if self._worker is None:
            load_driver()
            self._worker = threading.Thread(target=self._work, args=(self._jobs,), name="store", daemon=True)
            self._worker.start()
        self._jobs.put(job)
        return job

    def finish(self, job: ServerTask[T], patience: float | None) -> T:
        """Return the result of something that was begun.

        Raises Away if a screen would have to wait longer than its patience, or everybody else longer than `WAIT`;
        it goes on all the same, and may be asked for again. Raises as the deed does.
        """
        try:
            return job.result.result(self._patience(patience))
        except TimeoutError:
            self._trouble = self._trouble or _("it does not answer")
            raise self.away() from None

    def answer(self, job: ServerTask[T]) -> T:
        """Return the result of something small that was begun; as `finish`."""
        return self.finish(job, _GLANCE)

    def _patience(self, patience: float | None) -> float | None:
        if patience is None or not self._hurry:
            return None if patience is None else 2 * WAIT
        if self._trouble or self.is_away:
            return 0.01
        return patience

    def away(self) -> Away:
        """Return that the server does not answer."""
        return Away(
            _(
                "The server {server} does not answer ({why}); the games are there again when it is.",
                server=self.address.shown,
                why=self._trouble or _("it does not answer"),
            )
        )

    def _work(self, jobs: "SimpleQueue[ServerTask[Any] | None]") -> None:
        """Do one thing after another, until there is None."""
        line: Line | None = None
        closing = self._closing
        while (job := self._next(jobs, line)) is not None:
            line = self._do(job, line, closing)
        if line is not None:
            with suppress(load_driver().Error):
                line.close()

    def _next(
        self, jobs: "SimpleQueue[ServerTask[Any] | None]", line: "Line | None"
    ) -> ServerTask[Any] | None:
        """Return what is to be done next; let go of the line of a game if nothing comes soon."""
        if self.is_first:
            with suppress(Empty):
                return jobs.get(timeout=_GRACE)
            self.is_first = False
            with suppress(load_driver().Error):
                if line is not None:
                    line.execute(LET_GO)
        return jobs.get()

    def _do(self, job: ServerTask[Any], line: "Line | None", closing: threading.Event) -> "Line | None":
        """Do a thing, again over another connection if this one is lost; return the connection that is left."""
        driver = load_driver()
        pause = _RETRY if line is None else 0  # it may only have been idle for longer than the server allows
        while True:
            try:
                line = line or job.context.run(self.connect)
                result = job.do(line)
            except (driver.Error, UnicodeEncodeError) as error:
                if line is not None and (line.broken or line.closed or _is(error, *_GONE)):
                    _drop(line)
                    line, self.is_first = None, False
                if self._may_try_again(error, line, job) and not closing.wait(pause if line is None else 0):
                    pause = _RETRY
                    continue
                job.result.set_exception(job.context.run(self._explained, error, line is None))
            except ScorekeeperError as error:
                if isinstance(error, Away) and monotonic() < job.until and not closing.wait(_RETRY):
                    continue
                job.result.set_exception(error)
            except BaseException as error:  # noqa: BLE001, whoever asked raises it
                job.result.set_exception(error)
            else:
                self._trouble = ""
                job.result.set_result(result)
            return line

    def _may_try_again(self, error: Exception, line: "Line | None", job: ServerTask[Any]) -> bool:
        lost = line is None or _is(error, *_AGAIN)
        if line is None:
            self._trouble = self.redacted(error)
        return lost and monotonic() < job.until

    def connect(self) -> "Line":
        """Return a new connection with the tables in place. Raises Away or Unavailable."""
        driver = load_driver()
        try:
            given = set(driver.conninfo.conninfo_to_dict(self.address.secret))  # names alone, no password
            options = {name: value for name, value in _OPTIONS.items() if name not in given}
            line: Line = driver.connect(
                self.address.secret, autocommit=True, **options, client_encoding="UTF8"
            )
        except driver.ProgrammingError:
            raise Unavailable(
                _("The address {server} is not one that PostgreSQL understands.", server=self.address.shown)
            ) from None
        except (driver.Error, UnicodeError) as error:
            raise self._no_connection(error) from None
        self._was_reached = True
        try:
            line.execute(
                f"select set_config('statement_timeout', '{_LONGEST}', false),"
                " set_config('synchronous_commit', case when current_setting('synchronous_commit')"
                " in ('off', 'local') then 'on' else current_setting('synchronous_commit') end, false),"
                " set_config('client_min_messages', 'error', false)"
            )
            prepare(line)
        except BaseException as error:
            is_lost = line.closed or _is(error, *_GONE)
            _drop(line)
            if not isinstance(error, driver.Error) or is_lost or _is(error, *_PATIENCE_LOST, *_AGAIN):
                raise
            if _is(error, *_FORBIDDEN):
                raise self._not_for_this_user(error) from None
            raise self._explained(error, lost=False) from None
        return line

    def _no_connection(self, error: Exception) -> Unavailable:
        """Return why there is no connection: the server is away for a while, or refuses us."""
        text = str(error)
        if not any(word in text for word in _COMING):
            for marks, sentence in _REFUSALS:
                mark = next((one for one in marks if one in text), None)
                if mark is not None and not (marks is _UNKNOWN_HOST and self._was_reached):
                    return Unavailable(_(sentence, server=self.address.shown, why=self.redacted(error, mark)))
        self._trouble = self.redacted(error)
        return self.away()

    def _not_for_this_user(self, error: Exception) -> Unavailable:
        """Return that the tables are neither there for this user nor made by them."""
        return Unavailable(
            _(
                "The server {server} does not show this user the games ({why}); the owner of the database must "
                "connect first and let others in.",
                server=self.address.shown,
                why=self.redacted(error),
            )
        )

    def _explained(self, error: Exception, lost: bool) -> Unavailable:
        """Return an error of the server as a sentence for people."""
        if lost:
            self._trouble = self.redacted(error)
            return self.away()
        if _is(error, *_PATIENCE_LOST, *_AGAIN):
            return Locked(_("The server {server} is busy; try again.", server=self.address.shown))
        sentence = N_("The server {server} cannot do that ({why}), so nothing was saved.")
        if _is(error, "53100"):
            sentence = N_("The disk of the server {server} is full, so nothing was saved.")
        elif _is(error, *_FORBIDDEN):
            sentence = N_(
                "The server {server} does not allow that ({why}), so nothing was saved; ask its owner for the right."
            )
        return Unavailable(_(sentence, server=self.address.shown, why=self.redacted(error)))

    @contextmanager
    def apart(self) -> "Iterator[Line]":
        """Yield a connection apart from the others, for what takes long; what goes wrong is explained."""
        line: Line | None = None
        try:
            line = self.connect()
            line.execute(f"set idle_in_transaction_session_timeout = '{_LONGEST_STILL}s'")
            yield line
        except (load_driver().Error, UnicodeEncodeError) as error:
            raise self._explained_apart(error, line) from None
        finally:
            if line is not None:
                _drop(line)

    def reading(self, rows: Iterator[T], line: "Line") -> Iterator[T]:
        """Yield what is read over such a connection while another server is written; what goes wrong is explained."""
        try:
            yield from rows
        except load_driver().Error as error:
            raise self._explained_apart(error, line) from None

    def _explained_apart(self, error: Exception, line: "Line | None") -> Unavailable:
        if _is(error, _STOOD_STILL):
            return self._stood_still()
        never_there = line is None and getattr(error, "sqlstate", None) is None
        lost = never_there or _is(error, *_GONE) or (line is not None and line.broken)
        return self._explained(error, lost)

    def _stood_still(self) -> Unavailable:
        """Return that the server let others go on."""
        return Unavailable(
            ngettext(
                "This computer stood still for more than {count} second, so the server {server} let the others go on "
                "and nothing was saved; do it again.",
                "This computer stood still for more than {count} seconds, so the server {server} let the others go "
                "on and nothing was saved; do it again.",
                _LONGEST_STILL,
                server=self.address.shown,
            )
        )

    def redacted(self, error: Exception, mark: str = "") -> str:
        """Return what an error says in one line, the first with this mark, without a password."""
        lines = str(error).strip().splitlines()
        text = next((line for line in lines if mark in line), type(error).__name__)
        for password in self.address.passwords:
            text = text.replace(password, "…")
        return "".join(letter for letter in text if letter.isprintable()).rstrip(".")[:300]

    def listen(self, channel: str) -> None:
        """Listen for changes from now on, over a connection of its own that is made anew when it is lost."""
        if self._listener is None:
            load_driver()
            self._wake, woken = socketpair()
            listening = partial(copy_context().run, self._listen, channel, self._closing, woken)
            self._listener = threading.Thread(target=listening, name="changes", daemon=True)
            self._listener.start()

    def _listen(self, channel: str, closing: threading.Event, woken: socket) -> None:
        driver = load_driver()
        with woken:
            while not closing.is_set():
                try:
                    with self._listening(channel) as line:
                        while not closing.is_set():
                            self._hear(line, woken)
                except (driver.Error, ScorekeeperError) as error:
                    if not self._trouble:
                        self._trouble = self.redacted(error)
                closing.wait(_RETRY)

    @contextmanager
    def _listening(self, channel: str) -> "Iterator[Line]":
        line = self.connect()
        try:
            name = line.execute(f"select '{channel}_' || current_schema()").fetchone()
            assert name is not None
            line.execute(load_driver().sql.SQL("listen {}").format(load_driver().sql.Identifier(name[0])))
            self._trouble = ""
            self.listening()
            yield line
        finally:
            self._asked_at = None
            _drop(line)

    def _hear(self, line: "Line", woken: socket) -> None:
        """Wait a while for changes; ask for a sign of life where there are none."""
        with DefaultSelector() as waiting:
            for source in (line, woken):
                waiting.register(source, EVENT_READ)
            ready = waiting.select(_BEAT)
        for note in line.notifies(timeout=0):
            self.heard(note.payload)
        if not ready:
            self._asked_at = monotonic()
            check_version(line)
            self._asked_at = None
            self._trouble = ""


def _drop(line: "Line") -> None:
    with suppress(load_driver().Error):
        line.close()


def _is(error: BaseException, *codes: str) -> bool:
    state = getattr(error, "sqlstate", None)
    return state is not None and state.startswith(codes)


def load_driver() -> ModuleType:
    """Return psycopg. Raises Unavailable with the way to install it if it is missing."""
    try:
        import psycopg
        import psycopg.conninfo
        import psycopg.sql
    except ImportError:
        raise Unavailable(
            _(
                'A store on a server needs psycopg; install it with: {python} -m pip install "psycopg[binary]".',
                python=sys.executable,
            )
        ) from None
    return psycopg
