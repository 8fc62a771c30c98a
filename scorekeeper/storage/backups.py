"""Backups of the stored games, in a folder beside them, and restoring one; moving a whole store, and checking it.

A backup is a complete SQLite database, also of games on a server: those are backed up on this computer. A store that
is damaged or has no games is never backed up, so a good backup is never replaced by a bad one. A backup is written
whole or not at all. Restoring destroys nothing: the current games are backed up first. Backups have the order in
which they were made, whatever clocks say.
"""

import re
from collections.abc import Callable, Sequence
from contextlib import closing, suppress
from datetime import datetime, timedelta
from operator import itemgetter
from pathlib import Path
from typing import NamedTuple

import msgspec

from scorekeeper.errors import Ambiguous, Damaged, Impossible, NotFound, ScorekeeperError, Unavailable, cause
from scorekeeper.storage.clubs import kept_club
from scorekeeper.storage.database import (
    COLUMNS,
    IDS,
    Listed,
    Tables,
    insert_tables,
    read_tables,
    why_not_listed,
)
from scorekeeper.storage.places import StorePlace
from scorekeeper.storage.sqlite import SqliteFile
from scorekeeper.storage.store import Store, new_id, open_database, open_store, with_titles
from scorekeeper.system import make_folder, move_into_place
from scorekeeper.text import N_, _, join_with_commas, ngettext

_BACKUP = re.compile(r"(\d{4}-\d\d-\d\d-\d{6})-(\d+)(-replaced)?\.db|(\d+)\.part")
"""Names of backups: the time, a number that grows, and whether a restore replaced these games; half-written ones."""

_NEWEST = "last"
"""The name that stands for the newest backup."""

OFTEN, MANY = timedelta(hours=1), 50
"""No backup is made while the newest one is younger than this, and has all but so many changes: a clock may stand."""

COPIES, DAYS = 5, 10
"""How many backups stay: the latest ones, and the last one of each of the latest days that have one."""


def backups_folder(place: StorePlace) -> Path:
    """Return the folder on this computer for the backups of a store."""
    return (place.parent if isinstance(place, Path) else place.folder) / "copies"


class BackupName(NamedTuple):
    """What the name of a backup says; they sort in the order in which they were made, whatever the clock showed."""

    number: int
    """How many were made before, and one."""
    time: str
    is_replaced: bool
    """Whether a restore replaced these games."""

    @property
    def day(self) -> str:
        """The day on which it was made, by the clock."""
        return self.time[:10]

    @property
    def made(self) -> datetime | None:
        """The time at which it was made, by the clock; None where its numbers are no time."""
        with suppress(ValueError):
            return datetime.strptime(self.time, "%Y-%m-%d-%H%M%S")
        return None


def backup_name(path: Path) -> BackupName | None:
    """Return what the name of a backup says, also of a half-written one; None for other files.

    >>> backup_name(Path("2026-11-20-231205-7.db")) < backup_name(Path("2019-01-01-000000-12-replaced.db"))
    True
    """
    match = _BACKUP.fullmatch(path.name)
    return match and BackupName(int(match[2] or match[4]), match[1] or "", bool(match[3]))


class Restored(NamedTuple):
    """A restored backup: how many games it has, and where the earlier games were saved, if there were any."""

    games: int
    before: Path | None

    @property
    def backup(self) -> str:
        """The name of the backup of the earlier games; empty if there were none, or only a damaged file."""
        return "" if self.before is None or backup_name(self.before) is None else self.before.stem


class Replacement(NamedTuple):
    """What restoring a backup would do to the games that are not deleted, those changed last first."""

    name: str
    """The whole name of the backup."""
    back: tuple[Listed, ...]
    changed: tuple[tuple[Listed, Listed], ...]
    """Each game as it is now, and as it was."""
    gone: tuple[Listed, ...]
    same: int
    """How many games stay as they are."""
    merges: bool
    """Whether other names are merged."""
    damaged: bool
    """Whether the file of the games is damaged, so that nothing in it can be compared."""

    @property
    def is_nothing(self) -> bool:
        """Whether all is as it was."""
        return not (self.back or self.changed or self.gone or self.merges or self.damaged)


class Backup(msgspec.Struct, frozen=True):
    """A backup, named after the time it was made; `games` is how many it has, without deleted ones."""

    name: str
    path: Path
    games: int
    latest: str
    """The title of the game that changed last."""
    changed: str
    """The time of that change in ISO format; "" without games."""


def list_backups(place: StorePlace) -> tuple[Backup, ...]:
    """Return the readable backups of a store, the newest first."""
    backups = []
    for path in _named_files(place):
        with suppress(Unavailable), closing(Store(SqliteFile(path, is_backup=True))) as copy:
            last = copy.list(1)
            title, changed = (last[0].title, last[0].changed.isoformat()) if last else ("", "")
            backups.append(Backup(path.stem, path, copy.count(), title, changed))
    return tuple(backups)


def missing_from(place: StorePlace) -> str:
    """Return a sentence about the backups if all games are gone, or "".

    Raises Unavailable if the store cannot be read.
    """
    with closing(open_store(place)) as store:
        if store.count(hidden=True):
            return ""
    newest = next((backup for backup in list_backups(place) if backup.games), None)
    if newest is None:
        return ""
    return ngettext(
        "All games are gone, but a backup has {count} game; scorekeeper restore last brings it back.",
        "All games are gone, but a backup has {count} games; scorekeeper restore last brings them back.",
        newest.games,
    )


def make_backup(store: Store, now: datetime) -> Path | None:
    """Make a backup unless there are no games or the newest backup will do; return its path or None.

    Old backups are deleted. Raises Unavailable if the backup cannot be written, Damaged if the games
    cannot be read.
    """
    if _is_fresh(store, now) or not store.count(hidden=True):
        return None
    path = write_backup(store.database.copy_into, store.place, now)
    with suppress(OSError):
        _clear(store.place, path)
    return path


def _is_fresh(store: Store, now: datetime) -> bool:
    """Whether the newest backup was made just now, and few changes ago."""
    for path, name in list(_named_files(store.place).items())[:1]:
        if name.made is None or abs(now.replace(tzinfo=None) - name.made) >= OFTEN:
            return False
        with suppress(Unavailable), closing(Store(SqliteFile(path, is_backup=True))) as newest:
            return abs(store.change_count() - newest.change_count()) < MANY
    return False


def write_backup(
    copy_into: Callable[[Path], object], place: StorePlace, now: datetime, *, is_replaced: bool = False
) -> Path:
    """Let a backup be written into an empty file, and return its path once it is whole.

    No other program takes its number. Raises Unavailable if it cannot be written.
    """
    make_folder(backups_folder(place))
    path = part = backups_folder(place)
    try:
        number, part = _claimed(backups_folder(place))
        path = part.with_name(f"{_named_time(now)}-{number}{'-replaced' if is_replaced else ''}.db")
        copy_into(part)
        move_into_place(part, path)
    except OSError as error:
        raise Unavailable(
            _("The backup {path} cannot be written ({why}).", path=path, why=cause(error))
        ) from None
    finally:
        if not path.is_file():  # once it is there, another program may hold the other name
            with suppress(OSError):
                part.unlink(missing_ok=True)
    return path


def _claimed(folder: Path) -> tuple[int, Path]:
    """Return the number of a new backup, and an empty file to write it into, which nobody else has."""
    while True:
        number = _last_number(folder, "*") + 1
        part = folder / f"{number}.part"
        with suppress(FileExistsError):
            part.touch(exist_ok=False)
            if _last_number(folder, "*.db") < number:
                return number, part
            part.unlink()  # another program finished its backup with this number in this moment


def _last_number(folder: Path, which: str) -> int:
    return max((name.number for path in folder.glob(which) if (name := backup_name(path))), default=0)


def _clear(place: StorePlace, made: Path) -> None:
    """Delete old backups, but neither the one just made nor the last one of games that a restore replaced."""
    files = _named_files(place)
    last_of_day = dict[str, Path]()
    for path, name in files.items():
        last_of_day.setdefault(name.day, path)
    replaced = [path for path, name in files.items() if name.is_replaced]
    staying = {made, *[*files][:COPIES], *[*last_of_day.values()][:DAYS], *replaced[:1]}
    for old in files:
        if old not in staying:
            old.unlink(missing_ok=True)
    if len(files) < COPIES:
        return
    for part in backups_folder(place).glob("*.part"):  # of a program that was killed long ago
        half = backup_name(part)
        if half is None or half.number < [*files.values()][COPIES - 1].number:
            part.unlink(missing_ok=True)


def compare_backup(place: StorePlace, name: str) -> Replacement:
    """Return what restoring a backup would do. Raises as `restore_backup` does."""
    path = _find(place, name)
    with closing(SqliteFile(path, is_backup=True)) as file:
        file.check_whole()
        copy = Store(file)
        then, merged = copy.versions(), copy.same_players()
    damaged = False
    try:
        with closing(open_store(place)) as store:
            now, merges = store.versions(), store.same_players() != merged
    except Damaged:
        if not isinstance(place, Path):
            raise
        now, merges, damaged = {}, False, True
    both = [(now[game_id], then[game_id]) for game_id in now if game_id in then]
    changed = tuple((is_now[0], was[0]) for is_now, was in both if is_now != was)
    return Replacement(
        name=path.stem,
        back=tuple(listed for game_id, (listed, _number) in then.items() if game_id not in now),
        changed=changed,
        gone=tuple(listed for game_id, (listed, _number) in now.items() if game_id not in then),
        same=len(both) - len(changed),
        merges=merges,
        damaged=damaged,
    )


def restore_game(place: StorePlace, name: str, game: str) -> tuple[Listed, str]:
    """Restore one game of a backup beside all others; return its line there, and its id now.

    That is a new one if its own is taken. Raises NotFound or Ambiguous for either name, Impossible if the game is the
    same now, Damaged if it cannot be read, and Unavailable.
    """
    path = _find(place, name)
    with closing(Store(SqliteFile(path, is_backup=True))) as copy:
        try:
            game_id = copy.find(game)
        except NotFound:
            raise _no_such_game(path.stem, game, copy.list(COPIES)) from None
        copy.game(game_id)
        version = copy.versions()[game_id]
        with copy.database.snapshot() as connection:
            tables = read_tables(connection, game_id)
    with closing(open_store(place)) as store:
        if store.versions().get(game_id) == version:
            raise Impossible(
                _("The game {id} is the same now as in the backup, so nothing was restored.", id=game_id)
            )
        with store.database.writing_much() as there:
            taken = {row[0] for row in there.execute(IDS)}
            now_id = game_id if game_id not in taken else new_id()
            named = {table: [(now_id, *row[1:]) for row in rows] for table, rows in tables.items()}
            insert_tables(named, there, store.database.next_turn)
    return version[0], now_id


def _no_such_game(name: str, game: str, latest: Sequence[Listed]) -> NotFound:
    """Return that a backup has no such game, and which ones it has."""
    if not latest:
        return NotFound(_("The backup {name} has no games.", name=name))
    sentence = N_("The backup {name} has no game “{game}”; its latest are {games}.")
    return NotFound(_(sentence, name=name, game=game, games=join_with_commas(with_titles(latest))))


def restore_backup(place: StorePlace, name: str, now: datetime) -> Restored:
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


def _replace_all(place: StorePlace, tables: Tables, now: datetime) -> Path | None:
    """Store all of a backup in place of what is there, which is backed up first while nobody can add to it."""
    with closing(open_store(place)) as store, store.database.writing_much() as there:
        before = None
        if there.execute(IDS).fetchone() is not None:
            with closing(open_database(place)) as reader:
                before = write_backup(reader.copy_into, place, now, is_replaced=True)
        for table in reversed(COLUMNS):
            there.execute(f"delete from {table}")
        insert_tables(tables, there, store.database.next_turn)
        return before


def _named_files(place: StorePlace) -> dict[Path, BackupName]:
    """Return the files named like backups with what their names say, the newest first."""
    try:
        named = {path: backup_name(path) for path in backups_folder(place).glob("*.db")}
    except OSError:
        return {}
    files = [(path, name) for path, name in named.items() if name]
    return dict(sorted(files, key=itemgetter(1), reverse=True))


def _find(place: StorePlace, name: str) -> Path:
    if name == _NEWEST:
        empty = {backup.path for backup in list_backups(place) if not backup.games}
        paths = [path for path in _named_files(place) if path not in empty][:1]
    else:
        paths = [path for path in _named_files(place) if path.stem.startswith(name)]
        paths = [path for path in paths if path.stem == name] or paths
    if not paths:
        raise NotFound(_("There is no backup “{name}”; scorekeeper restore lists them.", name=name))
    if len(paths) > 1:
        raise Ambiguous(
            _(
                "“{name}” could be {copies}; write more of it.",
                name=name,
                copies=join_with_commas([path.stem for path in paths[:5]]),
            )
        )
    return paths[0]


def _named_time(now: datetime) -> str:
    """Return how the name of a backup begins: with the time that the clock showed, whatever year that is."""
    return f"{now.year:04}-{now:%m-%d-%H%M%S}"


def unused(place: StorePlace, now: datetime, before: str) -> Path:
    """Return an unused path beside the backups, with this before the time in its name."""
    while (path := backups_folder(place) / f"{before}{_named_time(now)}.db").exists():
        now += timedelta(seconds=1)
    return path


def _put_aside(games: Path, now: datetime) -> Path:
    """Move a damaged database and SQLite's side files out of the way."""
    aside = unused(games, now, "damaged-")
    try:
        for end in ("-wal", "-shm", ""):
            part = games.with_name(games.name + end)
            if part.exists():
                part.replace(aside.with_name(aside.name + end))
    except OSError as error:
        sentence = N_("{path} cannot be moved ({why}); close other windows and try again.")
        raise Unavailable(_(sentence, path=games, why=cause(error))) from None
    return aside


def move_store(source: StorePlace, target: StorePlace) -> int:
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


def check_store(place: StorePlace) -> tuple[int, tuple[str, ...]]:
    """Return how many games a store has, deleted ones too, and a sentence for each that cannot be read or changed."""
    faults: list[str] = []
    with closing(open_store(place)) as store:
        games = (*store.list(-1), *store.list(-1, deleted=True))
        clubs = (*store.list_clubs(), *store.list_clubs(deleted=True))
        for listed in (*games, *clubs):
            try:
                kept_club(store, listed.id) if listed in clubs else store.game(listed.id, to_change=True)
            except ScorekeeperError as error:
                faults.append(str(error))
        with store.database.reading() as connection:
            ids = {game_id for (game_id,) in connection.execute(IDS)}
    faults += map(why_not_listed, sorted(ids.difference(listed.id for listed in (*games, *clubs))))
    return len(games), tuple(faults)
