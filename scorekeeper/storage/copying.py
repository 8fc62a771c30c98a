"""Complete copies of a database, in a folder beside it: their names, and writing one whole or not at all.

Knows nothing of games, and not which copies are worth having.
"""

import sqlite3
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime, timedelta
from pathlib import Path
from time import time

from scorekeeper.errors import Unavailable
from scorekeeper.system import make_folder, move_into_place
from scorekeeper.text import _

NAMED = "%Y-%m-%d-%H%M%S"
"""The name of a copy: the time at which it was made."""

_LEFT = 3600.0
"""Seconds after which a half-written copy belongs to a program that was killed."""


def folder_of(games: Path) -> Path:
    """Return the folder with the copies of a database."""
    return games.parent / "copies"


def copy_path(games: Path, at: datetime, before: str = "") -> Path:
    """Return an unused file name for a copy made now, with this before it."""
    while (path := folder_of(games) / f"{before}{at.strftime(NAMED)}.db").exists():
        at += timedelta(seconds=1)
    return path


def write_copy(connection: sqlite3.Connection, games: Path, at: datetime) -> Path:
    """Write a complete copy, or none, under a name that no other program takes at the same time.

    Raises Unavailable if it cannot be written, and sqlite3.DatabaseError if the database is damaged.
    """
    return write_copy_by(lambda part: connection.execute("vacuum into ?", (str(part),)), games, at)


def write_copy_by(write: Callable[[Path], object], games: Path, at: datetime) -> Path:
    """Let a copy be written into an empty file, and move it into place. Raises as `write_copy` and `write` do."""
    make_folder(folder_of(games))
    part, path = None, folder_of(games)
    try:
        part, path = _claimed(games, at)
        write(part)
        move_into_place(part, path)
    except (OSError, sqlite3.OperationalError) as error:
        why = error.strerror if isinstance(error, OSError) else error
        raise Unavailable(_("The backup {path} cannot be written ({why}).", path=path, why=why)) from None
    finally:
        if part is not None and not path.exists():  # once it exists, another program may hold the other name
            with suppress(OSError):
                part.unlink(missing_ok=True)
    return path


def _claimed(games: Path, at: datetime) -> tuple[Path, Path]:
    """Create an empty file for a copy, and return it and the name the copy gets; raises OSError."""
    while True:
        path = copy_path(games, at)
        part = path.with_suffix(".part")
        with suppress(FileExistsError):
            part.touch(exist_ok=False)
            if not path.exists():
                return part, path
            part.unlink()
        at += timedelta(seconds=1)


def sweep_parts(games: Path) -> None:
    """Delete what programs that were killed have left of half-written copies. Raises OSError."""
    for part in folder_of(games).glob("*.part"):
        with suppress(FileNotFoundError):
            if time() - part.stat().st_mtime > _LEFT:
                part.unlink()
