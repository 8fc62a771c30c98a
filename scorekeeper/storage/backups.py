"""Backups of the stored games, in a folder beside them, and restoring one; moving a whole store, and checking it.

A backup is a complete SQLite database, also of games on a server: those are backed up on this computer. A store that
is damaged or has no games is never backed up, so a good backup is never replaced by a bad one. Restoring destroys
nothing: the current games are backed up first.
"""

from contextlib import closing, suppress
from datetime import datetime, timedelta
from pathlib import Path
from time import time
from typing import NamedTuple

import msgspec

from scorekeeper.errors import Ambiguous, Damaged, NotFound, ScorekeeperError, Unavailable
from scorekeeper.storage.database import COLUMNS, Tables, insert_tables, read_tables
from scorekeeper.storage.places import Place
from scorekeeper.storage.sqlite import SqliteFile, folder_of, unused, write_backup
from scorekeeper.storage.store import Store, open_database, open_store
from scorekeeper.text import _, join_with_commas, ngettext

_LEFT = 3600.0
"""Seconds after which a half-written backup belongs to a program that was killed."""

_NEWEST = "last"
"""The name that stands for the newest backup."""

OFTEN = timedelta(hours=1)
"""No backup is made while the newest one is younger than this."""

COPIES, DAYS = 5, 10
"""How many backups stay: the latest ones, and the last one of each of the latest days that have one."""


class Restored(NamedTuple):
    """A restored backup: how many games it has, and where the earlier games were saved, if there were any."""

    games: int
    before: Path | None

    @property
    def backup(self) -> str:
        """The name of the backup of the earlier games; empty if there were none, or only a damaged file."""
        return "" if self.before is None or _time_of(self.before) is None else self.before.stem


class Backup(msgspec.Struct, frozen=True):
    """A backup, named after the time it was made; `games` is how many it has, without deleted ones."""

    name: str
    path: Path
    games: int
    latest: str
    """The title of the game that changed last."""
    changed: str
    """The time of that change in ISO format; "" without games."""


def list_backups(place: Place) -> tuple[Backup, ...]:
    """Return the readable backups of a store, the newest first."""
    found = []
    for path in _files(place):
        with suppress(Unavailable), closing(Store(SqliteFile(path, is_backup=True))) as copy:
            last = copy.list(1)
            title, changed = (last[0].title, last[0].changed.isoformat()) if last else ("", "")
            found.append(Backup(path.stem, path, copy.count(), title, changed))
    return tuple(found)


def missing_from(place: Place) -> str:
    """Return a sentence about the backups if all games are gone, or "".

    Raises Unavailable if the store cannot be read.
    """
    with closing(open_store(place)) as store:
        if store.count(hidden=True):
            return ""
    newest = next((one for one in list_backups(place) if one.games), None)
    if newest is None:
        return ""
    return ngettext(
        "All games are gone, but a backup has {count} game; scorekeeper restore last brings it back.",
        "All games are gone, but a backup has {count} games; scorekeeper restore last brings them back.",
        newest.games,
    )


def make_backup(place: Place, now: datetime) -> Path | None:
    """Make a backup unless there are no games or a backup of the last hour; return its path or None.

    Old backups are deleted. Raises Unavailable if the backup cannot be written, Damaged if the games
    cannot be read.
    """
    files = _files(place)
    made = _time_of(files[0]) if files else None
    if made is not None and abs(now - made.replace(tzinfo=now.tzinfo)) < OFTEN:
        return None
    with closing(open_store(place)) as store:
        if not store.count(hidden=True):
            return None
        path = write_backup(store.database.copy_into, place, now)
    with suppress(OSError):
        files = _files(place)
        last_of_day = {path.stem[:10]: path for path in reversed(files)}
        staying = {*files[:COPIES], *sorted(last_of_day.values(), reverse=True)[:DAYS]}
        for part in folder_of(place).glob("*.part"):
            if time() - part.stat().st_mtime < _LEFT:
                staying.add(part)
            files.append(part)
        for old in files:
            if old not in staying:
                old.unlink(missing_ok=True)
    return path


def restore_backup(place: Place, name: str, now: datetime) -> Restored:
    """Restore a backup; if there are games, they are backed up first.

    Open windows show the restored games. Raises NotFound or Ambiguous for the name, and Unavailable if the
    database cannot be written, also while another window writes.
    """
    path = _find(place, name)
    with closing(SqliteFile(path, is_backup=True)) as copy:
        copy.check_whole()
        with copy.snapshot() as connection:
            tables = read_tables(connection)
    try:
        before = _replace_all(place, tables, now)
    except Damaged:
        if not isinstance(place, Path):
            raise
        before = _put_aside(place, now)
        _replace_all(place, tables, now)
    with closing(open_store(place)) as store:
        return Restored(store.count(), before)


def _replace_all(place: Place, tables: Tables, now: datetime) -> Path | None:
    """Store all of a backup in place of what is there, which is backed up first while nobody can add to it."""
    with closing(open_store(place)) as store, store.database.writing_much() as there:
        before = None
        if there.execute("select 1 from games limit 1").fetchone() is not None:
            with closing(open_database(place)) as reader:
                before = write_backup(reader.copy_into, place, now)
        for table in reversed(COLUMNS):
            there.execute(f"delete from {table}")
        insert_tables(tables, there, store.database.next_turn)
        return before


def _files(place: Place) -> list[Path]:
    """Return the files named like backups, the newest first."""
    try:
        found = [path for path in folder_of(place).glob("*.db") if _time_of(path) is not None]
    except OSError:
        return []
    return sorted(found, reverse=True)


def _time_of(path: Path) -> datetime | None:
    try:
        return datetime.fromisoformat(f"{path.stem[:10]} {path.stem[11:]}")
    except ValueError:
        return None


def _find(place: Place, name: str) -> Path:
    if name == _NEWEST:
        empty = {one.path for one in list_backups(place) if not one.games}
        found = [path for path in _files(place) if path not in empty][:1]
    else:
        found = [path for path in _files(place) if path.stem.startswith(name)]
    if not found:
        raise NotFound(_("There is no backup “{name}”; scorekeeper restore lists them.", name=name))
    if len(found) > 1:
        raise Ambiguous(
            _(
                "“{name}” could be {copies}; write more of it.",
                name=name,
                copies=join_with_commas([path.stem for path in found[:5]]),
            )
        )
    return found[0]


def _put_aside(games: Path, now: datetime) -> Path:
    """Move a damaged database and SQLite's side files out of the way."""
    aside = unused(games, now, "damaged-")
    try:
        for end in ("-wal", "-shm", ""):
            part = games.with_name(games.name + end)
            if part.exists():
                part.replace(aside.with_name(aside.name + end))
    except OSError as error:
        raise Unavailable(
            _(
                "{path} cannot be moved ({why}); close other windows and try again.",
                path=games,
                why=error.strerror,
            )
        ) from None
    return aside


def move_store(source: Place, target: Place) -> int:
    """Store all games and merged names of one store in another, or nothing; return how many games there were.

    The source stays as it is. Raises NotFound if there are no games, Impossible if the target has one of them,
    Damaged if what is read back differs, and Unavailable.
    """
    with closing(open_database(source)) as old, old.snapshot() as connection:
        tables = read_tables(connection)
    if not tables["games"]:
        raise NotFound(_("There are no games in {store}, so nothing was moved.", store=source))
    with closing(open_database(target)) as new, new.writing_much() as connection:
        return insert_tables(tables, connection, new.next_turn)


def check_store(place: Place) -> tuple[int, tuple[str, ...]]:
    """Return how many games a store has, deleted ones too, and a sentence for each that cannot be read."""
    faults: list[str] = []
    with closing(open_store(place)) as store:
        games = (*store.list(-1), *store.list(-1, deleted=True))
        for one in games:
            try:
                store.game(one.id)
            except ScorekeeperError as error:
                faults.append(str(error))
    return len(games), tuple(faults)
