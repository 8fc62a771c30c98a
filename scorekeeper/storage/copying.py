"""Takes all rows out of one database and into another, and writes backups whole or not at all."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from datetime import datetime, timedelta
from itertools import chain
from pathlib import Path
from typing import Any, TypeAlias

from scorekeeper.errors import Damaged, Impossible, Unavailable
from scorekeeper.storage.database import COLUMNS, SqlConnection
from scorekeeper.storage.places import Place
from scorekeeper.system import make_folder, move_into_place
from scorekeeper.text import _

Tables: TypeAlias = Mapping[str, list[tuple[Any, ...]]]
"""The rows of each table of a store."""

_NAMED = "%Y-%m-%d-%H%M%S"
"""The name of a backup: the time at which it was made."""


def read_tables(source: SqlConnection) -> Tables:
    """Return all rows of a store, the games in the order of their changes. Raises Damaged if one cannot be copied."""
    tables = {table: list(_rows(source, table, set())) for table in COLUMNS}
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
    there = {game_id for (game_id,) in target.execute("select id from games")}
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
        if not names and sum(map(hash, rows)) != sum(map(hash, _rows(target, table, there))):
            raise Damaged(_("What was stored is not what was read, so nothing was moved."))
    return len(tables["games"])


def _rows(connection: SqlConnection, table: str, but: set[str]) -> Iterator[tuple[Any, ...]]:
    """Yield the rows of a table without those of some games, and without the turn."""
    columns = COLUMNS[table].replace(" turn,", "")
    order = "order by turn" if table == "games" else ""
    for row in connection.execute(f"select {columns} from {table} {order}"):
        if row[0] not in but:
            yield (*row[:5], bool(row[5]), bool(row[6]), *row[7:]) if table == "games" else tuple(row)


def folder_of(place: Place) -> Path:
    """Return the folder on this computer for the backups of a store."""
    return (place.parent if isinstance(place, Path) else place.folder) / "copies"


def unused(place: Place, now: datetime, before: str = "") -> Path:
    """Return an unused path for a backup made now, with this before its name."""
    while (path := folder_of(place) / f"{before}{now.strftime(_NAMED)}.db").exists():
        now += timedelta(seconds=1)
    return path


def write_backup(copy_into: Callable[[Path], object], place: Place, now: datetime) -> Path:
    """Let a backup be written into an empty file, and return its path once it is whole.

    No other program takes its name at the same time. Raises Unavailable if it cannot be written.
    """
    make_folder(folder_of(place))
    path = part = folder_of(place)
    try:
        path, part = _claimed(place, now)
        copy_into(part)
        move_into_place(part, path)
    except OSError as error:
        raise Unavailable(
            _("The backup {path} cannot be written ({why}).", path=path, why=error.strerror)
        ) from None
    finally:
        if not path.exists():  # once it exists, another program may hold the other name
            with suppress(OSError):
                part.unlink(missing_ok=True)
    return path


def _claimed(place: Place, now: datetime) -> tuple[Path, Path]:
    """Return the name of a new backup, and an empty file to write it into, which nobody else has."""
    while True:
        path = unused(place, now)
        part = path.with_suffix(".part")
        with suppress(FileExistsError):
            part.touch(exist_ok=False)
            if not path.exists():
                return path, part
            part.unlink()  # another program finished its backup under this name in this moment
        now += timedelta(seconds=1)
