"""The tables of the stored games, in SQL that SQLite and PostgreSQL understand, and what a store needs of either.

`games.number` and `games.changed` are number and time of the last event: an append names the ones that it follows.
A club night is kept as a game is, with JSON's null in place of its players.
Rows become values here, and nothing in them is trusted: a damaged one raises one of `UNREADABLE`. All rows of a store
can be taken out, and put into another. Opens no file.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from datetime import UTC, datetime
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple, Protocol, TypeAlias

import msgspec

from scorekeeper.errors import Damaged, Impossible, ScorekeeperError, Unavailable
from scorekeeper.game import Event, EventKind
from scorekeeper.storage.places import StorePlace
from scorekeeper.text import N_, _

VERSION = 1
"""The version of the tables."""

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

IDS = "select id from games union select game from events"
"""SQL for the ids of all games, also of one that is damaged so that only its changes are left."""

OF_GAMES, OF_CLUBS = "players <> 'null'", "players = 'null'"
"""SQL for what tells games from club nights."""

UNREADABLE = (msgspec.DecodeError, ValueError, TypeError, RecursionError, ScorekeeperError)
"""The exceptions that reading a damaged row may raise."""

_NEWER = re.compile(r"Invalid value '(.*)' - at `\$\.type`")
_LONG_AGO = datetime(1970, 1, 1, tzinfo=UTC)
_encoder = msgspec.json.Encoder(enc_hook=dict)
_what = msgspec.json.Decoder(EventKind)
_names = msgspec.json.Decoder(tuple[str, ...] | None)

Tables: TypeAlias = Mapping[str, list[tuple[Any, ...]]]
"""The rows of each table of a store."""


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
    """A store. What goes wrong in it is raised as Unavailable, in a sentence."""

    @property
    def place(self) -> StorePlace:
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


def newer_program(place: StorePlace) -> Unavailable:
    """Return the refusal to use what a newer program wrote."""
    return Unavailable(
        _("{place} was written by a newer scorekeeper; install that one to open it.", place=place)
    )


def other_program(place: StorePlace) -> Unavailable:
    """Return the refusal to use the tables of another program."""
    return Unavailable(_("{place} is another program's database; it was not changed.", place=place))


class Listed(msgspec.Struct, frozen=True):
    """A line of the list of games."""

    id: str
    title: str
    players: tuple[str, ...]
    started: datetime
    changed: datetime
    complete: bool


class Origin(NamedTuple):
    """Who entered an event, and at which computer; None where it is not known."""

    person: str | None
    computer: str | None


@cache
def here() -> Origin:
    """Return the user of this account, and this computer."""
    import getpass  # only writing needs them
    import platform

    try:
        person = getpass.getuser()
    except (OSError, KeyError, ImportError):  # an account without a name
        person = ""
    return Origin(_shown(person), _shown(platform.node()))


def _shown(name: str) -> str | None:
    """Return a name as it can be stored and shown; None if there is none."""
    clean = "".join(letter for letter in name if letter.isprintable()).encode(errors="replace").decode()
    return clean[:80] or None


def read_events(rows: Iterable[Sequence[Any]]) -> Iterator[Event]:
    """Yield the events of rows with number, time, person and event."""
    for number, at, by, what in rows_in_order(rows):
        yield Event(number, at, by, _what.decode(what))


def rows_in_order(rows: Iterable[Sequence[Any]]) -> Iterator[tuple[int, datetime, str | None, Any]]:
    """Yield the rows of events, the last column as it is. Raises Impossible if one is missing."""
    for due, (number, at, by, what) in enumerate(rows, start=1):
        if number != due:
            raise Impossible(_("change {number} is missing", number=due))
        yield number, datetime.fromisoformat(at), None if by is None else _text(by), what


def check_last(last: int | str, number: int | str) -> None:
    """Raise Impossible if number or time of the last change is not what its game or club night has."""
    if number != last:
        raise Impossible(_("Its last change is {last}, not {number}.", last=last, number=number))


def dropped(place: StorePlace) -> Unavailable:
    """Return the refusal of what a database said that it took, and did not store."""
    sentence = N_(
        "{place} did not store every row, so nothing was saved; see whether it has a trigger or a rule that "
        "drops rows."
    )
    return Unavailable(_(sentence, place=place))


def why_unchangeable(game_id: str, last: Event, changed: object) -> str:
    """Return why nothing can be added to a game: its last event is not the one that should be the last."""
    return _(
        "The game {name} is damaged and cannot be changed (its last change was at {last}, not at {changed}); "
        "scorekeeper restore lists the backups, scorekeeper restore BACKUP --game {name} brings it back from one, "
        "and scorekeeper delete {name} takes it off the list.",
        name=game_id,
        last=last.at.isoformat(),
        changed=changed,
    )


_GAME_UNKNOWN = N_(
    "The game {name} has a change of an unknown kind ({kind}); open it with a newer scorekeeper."
)
_CLUB_UNKNOWN = N_(
    "The event {id} has a change of an unknown kind ({kind}); open it with a newer scorekeeper."
)
_GAME_DAMAGED = N_(
    "The game {name} is damaged and cannot be read ({why}); scorekeeper restore lists the backups, scorekeeper "
    "restore BACKUP --game {name} brings it back from one, and scorekeeper delete {name} takes it off the list."
)
_CLUB_DAMAGED = N_(
    "The event {id} is damaged and cannot be read ({why}); scorekeeper restore lists the backups, and "
    "scorekeeper restore BACKUP brings back all games and events as they were in one."
)


def why_unreadable(kept_id: str, error: Exception, *, is_club: bool = False) -> str:
    """Return why a game, or an event, cannot be read: it has an unknown kind of change, or is damaged."""
    facts = {"name": kept_id, "id": kept_id, "why": str(error).rstrip(".")}
    if newer := _NEWER.match(str(error)):
        return _(_CLUB_UNKNOWN if is_club else _GAME_UNKNOWN, kind=newer[1], **facts)
    return _(_CLUB_DAMAGED if is_club else _GAME_DAMAGED, **facts)


def why_not_listed(game_id: str) -> str:
    """Return that a game is damaged so that only its changes are left."""
    return _(
        "The game {name} is damaged: its changes are there, but it is missing from the list; scorekeeper restore "
        "lists the backups, and scorekeeper restore BACKUP --game {name} brings it back from one.",
        name=game_id,
    )


def read_listed(row: Sequence[Any]) -> Listed:
    """Return the line of the list of games for a row, even for one that is damaged."""
    game_id, title, names, started, changed, complete = row
    try:
        return Listed(
            _text(game_id),
            _text(title),
            _names.decode(names) or (),
            datetime.fromisoformat(started),
            datetime.fromisoformat(changed),
            bool(complete),
        )
    except UNREADABLE:
        name = str(game_id).encode(errors="replace").decode()
        return Listed(name, _("(damaged)"), (), _LONG_AGO, _LONG_AGO, False)


def as_json(value: object) -> str:
    """Return a value of the core as JSON for the database."""
    return _encoder.encode(value).decode()


def _text(value: object) -> str:
    return msgspec.convert(value, str).encode().decode()


def read_tables(source: SqlConnection, game_id: str | None = None) -> Tables:
    """Return all rows of a store, or those of one game; the games stand in the order of their changes.

    Raises Damaged if one cannot be copied.
    """
    tables = {
        table: [row for row in _rows(source, table) if game_id in (None, row[0])]
        for table in COLUMNS
        if game_id is None or table != "same_players"
    }
    try:
        for row in chain.from_iterable(tables.values()):
            "".join(value for value in row if isinstance(value, str)).encode()
    except UnicodeEncodeError:
        raise Damaged(
            _(
                "There is damaged text in a game, so it cannot be copied; scorekeeper store check finds the game."
            )
        ) from None
    return tables


def insert_tables(tables: Tables, target: SqlConnection, next_turn: str) -> int:
    """Store all rows in an open transaction; return how many games there were. What was stored is read back.

    The games come after those that are there. Raises Impossible if one is there already, and Damaged if what is read
    back differs.
    """
    there = {game_id for (game_id,) in target.execute(IDS)}
    if both := there.intersection(row[0] for row in tables["games"]):
        raise Impossible(
            _(
                "A game {id} is in that store already, so nothing was moved; name a new file or an empty database "
                "instead.",
                id=min(both),
            )
        )
    for table, rows in tables.items():
        columns = COLUMNS[table]
        marks = ", ".join(next_turn if name == "turn" else "?" for name in columns.split(", "))
        names = " on conflict (name) do nothing" if table == "same_players" else ""
        target.executemany(f"insert into {table} ({columns}) values ({marks}){names}", rows)
        stored = [row for row in _rows(target, table) if row[0] not in there]
        if names:
            whole = {row[0] for row in rows} <= {row[0] for row in stored}
        else:
            whole = sum(map(hash, rows)) == sum(map(hash, stored))
        if not whole:
            raise Damaged(_("What was stored is not what was read, so nothing was moved."))
    return len(tables["games"])


def _rows(connection: SqlConnection, table: str) -> Iterator[tuple[Any, ...]]:
    """Yield the rows of a table, without the turn."""
    columns = COLUMNS[table].replace(" turn,", "")
    order = "order by turn" if table == "games" else ""
    for row in connection.execute(f"select {columns} from {table} {order}"):
        if table == "games":  # SQLite keeps truth as numbers
            *line, complete, hidden, number, version, summary = row
            row = (*line, bool(complete), bool(hidden), number, version, summary)
        yield tuple(row)
