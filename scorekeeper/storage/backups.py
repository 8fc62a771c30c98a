"""Backups of the stored games, in a folder beside them, and restoring one.

A backup is a whole store. Only a store that holds games and can be read from end to end is copied, so
that damage never replaces a good backup. Restoring destroys nothing: the present store is saved first.
"""

import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, closing, suppress
from datetime import datetime, timedelta
from pathlib import Path
from typing import NamedTuple

import msgspec

from scorekeeper.errors import Ambiguous, Damaged, NotFound, Unavailable
from scorekeeper.storage import summaries
from scorekeeper.storage.database import Disk
from scorekeeper.system import make_folder, move_into_place
from scorekeeper.text import _, join_with_commas, ngettext

_NEWEST = "last"
"""Names the newest copy."""

OFTEN = timedelta(hours=1)
"""No copy is made while the newest is younger than this."""

LATEST, DAYS = 5, 10
"""Copies that stay: the latest ones, and the last of each of the latest days that have one."""

_NAMED = "%Y-%m-%d-%H%M%S"
_TABLES = ("games", "events", "same_players")


class Restored(NamedTuple):
    """What came of bringing a copy back: how many games it holds, and where those before are kept, if any."""

    games: int
    before: Path | None


class Backup(msgspec.Struct, frozen=True):
    """A copy, named by when it was made; `games` is how many it holds, hidden ones not counted."""

    name: str
    path: Path
    games: int
    latest: str
    """The title of the game that changed last."""
    changed: str
    """When it did, as an ISO time; empty where there is no game."""


def folder_of(games: Path) -> Path:
    """Return the folder of the copies of a file of kept games."""
    return games.parent / "copies"


def list_copies(games: Path) -> tuple[Backup, ...]:
    """Return the copies that can be read, the newest first."""
    return tuple(_read(games))


def _read(games: Path) -> Iterator[Backup]:
    for path in _files(games):
        with suppress(Unavailable), _closing(path) as disk, disk.reading() as connection:
            last = connection.execute(
                "select title, changed from games where hidden = 0 order by turn desc limit 1"
            )
            yield Backup(path.stem, path, _shown_games(connection), *(last.fetchone() or ("", "")))


def missing_from(games: Path) -> str:
    """Return a sentence on the copies where no game is kept any more, though there were; else "".

    Raises Unavailable if the kept games cannot be read.
    """
    with _closing(games) as disk, disk.reading() as connection:
        if _holds_games(connection):
            return ""
    newest = next((one for one in _read(games) if one.games), None)
    if newest is None:
        return ""
    return ngettext(
        "No game is kept any more, but a copy holds {count} game; scorekeeper restore last brings it back.",
        "No game is kept any more, but a copy holds {count} games; scorekeeper restore last brings them back.",
        newest.games,
    )


def keep_copy(games: Path, now: datetime) -> Path | None:
    """Copy the kept games, if any, unless there is a copy of the last hour; return where, or None.

    Old copies are cleared away. Raises Unavailable if the copy cannot be written, Damaged if the games
    cannot be read.
    """
    files = _files(games)
    if files and abs(now - _made(files[0], now)) < OFTEN:
        return None
    with _closing(games) as disk, disk.reading() as connection:
        if not _holds_games(connection):
            return None
    path = _copied(games, now)
    for old in _surplus(_files(games)):
        with suppress(OSError):
            old.unlink()
    return path


def restore_backup(games: Path, name: str, now: datetime) -> Restored:
    """Bring a copy back; what was there before is kept first, if there was a game.

    Other windows may be open: they show the restored games; while one of them writes, nothing is restored.
    Raises NotFound or Ambiguous for the name, Unavailable if the games cannot be written.
    """
    path = _find(games, name)
    with _closing(path) as copy, copy.reading() as source:
        _check_whole(source, path)
        try:
            with _closing(games) as disk, disk.writing() as connection:
                before = _copied(games, now) if _holds_games(connection) else None
                _pour(source, connection)
        except Damaged:
            before = _put_aside(games, now)
            with _closing(games) as disk, disk.writing() as connection:
                _pour(source, connection)
        return Restored(_shown_games(source), before)


def _shown_games(connection: sqlite3.Connection) -> int:
    return int(connection.execute("select count(*) from games where hidden = 0").fetchone()[0])


def _holds_games(connection: sqlite3.Connection) -> bool:
    """Whether a store holds any game, be it one that was deleted."""
    return connection.execute("select 1 from games limit 1").fetchone() is not None


def _closing(path: Path) -> AbstractContextManager[Disk]:
    return closing(Disk(path))


def _files(games: Path) -> list[Path]:
    """Return the files of copies by their names, the newest first; others that lie there are no copies."""
    try:
        found = [path for path in folder_of(games).glob("*.db") if _time_of(path) is not None]
    except OSError:
        return []
    return sorted(found, reverse=True)


def _time_of(path: Path) -> datetime | None:
    try:
        return datetime.fromisoformat(f"{path.stem[:10]} {path.stem[11:]}")
    except ValueError:
        return None


def _made(path: Path, now: datetime) -> datetime:
    made = _time_of(path)
    assert made is not None
    return made.replace(tzinfo=now.tzinfo)


def _find(games: Path, name: str) -> Path:
    files = _files(games)
    found = _newest(files) if name == _NEWEST else [path for path in files if path.stem.startswith(name)]
    if not found:
        raise NotFound(_("There is no copy {name!r}; scorekeeper restore lists them.", name=name))
    if len(found) > 1:
        raise Ambiguous(
            _(
                "{name!r} could be {copies}; write more of it.",
                name=name,
                copies=join_with_commas([path.stem for path in found[:5]]),
            )
        )
    return found[0]


def _newest(files: list[Path]) -> list[Path]:
    """Return the newest of these files, alone, passing over copies of no games."""
    for path in files:
        with suppress(Unavailable), _closing(path) as disk, disk.reading() as connection:
            if not _shown_games(connection):
                continue
        return [path]
    return []


def _surplus(files: list[Path]) -> Iterable[Path]:
    """Return the copies that need not stay, of all from the newest to the oldest."""
    last_of_day = {path.stem[:10]: path for path in reversed(files)}
    staying = {*files[:LATEST], *sorted(last_of_day.values(), reverse=True)[:DAYS]}
    return [path for path in files if path not in staying]


def _copied(games: Path, now: datetime) -> Path:
    """Write a copy whole, or leave none."""
    make_folder(folder_of(games))
    path = _free(games, now)
    part = path.with_suffix(".part")
    part.unlink(missing_ok=True)
    try:
        with _closing(games) as disk, disk.reading() as connection:
            connection.execute("vacuum into ?", (str(part),))
        move_into_place(part, path)
    finally:
        part.unlink(missing_ok=True)
    return path


def _free(games: Path, now: datetime, before: str = "") -> Path:
    """Return a file for what is kept now; nothing that lies there gives way to it."""
    while (path := folder_of(games) / f"{before}{now.strftime(_NAMED)}.db").exists():
        now += timedelta(seconds=1)
    return path


def _put_aside(games: Path, now: datetime) -> Path:
    """Move a damaged file, and what SQLite keeps beside it, out of the way."""
    aside = _free(games, now, "damaged-")
    try:
        for end in ("-wal", "-shm", ""):
            part = games.with_name(games.name + end)
            if part.exists():
                part.replace(aside.with_name(aside.name + end))
    except OSError as error:
        raise Unavailable(
            _(
                "{path} cannot be put aside ({why}); close other windows and try again.",
                path=games,
                why=error.strerror,
            )
        ) from None
    return aside


def _check_whole(source: sqlite3.Connection, path: Path) -> None:
    if source.execute("pragma quick_check(1)").fetchone()[0] != "ok":
        raise Damaged(_("The copy {path} is damaged; take another one.", path=path))


def _pour(source: sqlite3.Connection, into: sqlite3.Connection) -> None:
    """Put a store's games in the place of those of another, in that one's transaction.

    Summaries are only emptied: they are counted anew from the games.
    """
    summaries.make_tables(into)
    for table in ("summaries", *reversed(_TABLES)):
        into.execute(f"delete from {table}")
    there = {name for (name,) in source.execute("select name from sqlite_master")}
    for table in _TABLES:
        if table in there:
            found = source.execute(f"select * from {table}")
            places = ", ".join("?" * len(found.description))
            into.executemany(f"insert into {table} values ({places})", found)
