"""The tables of the stored games, in SQL that SQLite and PostgreSQL understand, and what a store needs of either.

`games.number` and `games.changed` are number and time of the last event: an append names the ones that it follows.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any, Protocol

from scorekeeper.errors import Unavailable
from scorekeeper.storage.places import Place
from scorekeeper.text import _

VERSION = 3
"""The version of the tables. Files had version 1 before, servers 1 and 2."""

TABLES = """
create table games (
  id text primary key, title text not null, players text not null, started text not null, changed text not null,
  turn bigint not null unique, complete boolean not null, hidden boolean not null default false,
  number integer not null default 0, summary_version integer, summary text
);
create table events (
  game text not null references games (id), number integer not null, at text not null, by text, what text not null,
  person text, computer text, primary key (game, number)
);
create table same_players (name text primary key, person text not null);
"""

COLUMNS = {
    "games": "id, title, players, started, changed, turn, complete, hidden, number, summary_version, summary",
    "events": "game, number, at, by, what, person, computer",
    "same_players": "name, person",
}
"""All columns of all tables; the later tables may refer to the earlier ones."""


class Cursor(Protocol):
    """The rows that a statement found."""

    def fetchone(self) -> Any:
        """Return the next row, or None."""

    def fetchall(self) -> list[Any]:
        """Return the rows that are left."""

    def __iter__(self) -> Iterator[Any]: ...


class SqlConnection(Protocol):
    """An open connection; `?` stands for a value."""

    def execute(self, statement: str, values: Sequence[Any] = (), /) -> Cursor:
        """Execute a statement."""

    def executemany(self, statement: str, rows: Iterable[Sequence[Any]], /) -> object:
        """Execute a statement for each of many rows."""


class Database(Protocol):
    """A SQLite file or a PostgreSQL database. What goes wrong in it is raised as Unavailable, in a sentence."""

    @property
    def place(self) -> Place:
        """Where it is."""

    wrote: bool
    """Whether anything was written through it."""
    next_turn: str
    """SQL for the next number in the order of changes; clocks may go backwards, this never does."""
    lock_row: str
    """What a SELECT ends with to lock the row that it finds, so that those who wait for it come in turn."""

    def reading(self) -> AbstractContextManager[SqlConnection]:
        """Yield a connection for reading."""

    def snapshot(self) -> AbstractContextManager[SqlConnection]:
        """Yield a connection that reads all as it is at one moment."""

    def writing(self) -> AbstractContextManager[SqlConnection]:
        """Yield a connection in a transaction: at the end of the block it is on disk, or nothing has changed.

        Raises Unanswered if it is not known which of the two.
        """

    def writing_much(self) -> AbstractContextManager[SqlConnection]:
        """As `writing`, for what takes long; nobody else writes meanwhile."""

    def others_wrote(self) -> bool:
        """Whether others may have written since this was asked last; never waits."""

    def close(self) -> None:
        """Close it; it may be used again."""

    def copy_into(self, path: Path) -> None:
        """Write all of it into an empty file, as a SQLite database."""


def newer_program(place: Place) -> Unavailable:
    """Return the refusal to use what a newer program wrote."""
    return Unavailable(
        _("{place} was written by a newer scorekeeper; install that one to open it.", place=place)
    )


def other_program(place: Place) -> Unavailable:
    """Return the refusal to use the tables of another program."""
    return Unavailable(_("{place} is another program's database; it was not changed.", place=place))
