"""Which backup the games of a store were restored from, and what to say of a game that is gone since.

In SQLite there is a table of it, which a database that never was restored does not have.
"""

import sqlite3
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from scorekeeper.dates import show_moment
from scorekeeper.errors import NotFound
from scorekeeper.text import N_, _, escaped

_TABLE = "create table if not exists restored (made text not null, before text not null)"


class LastRestored(NamedTuple):
    """When the backup was made that the games come from, and the backup of the games before; "" if there is none."""

    made: datetime
    before: str


class Replaced(NamedTuple):
    """How games are replaced by those of a backup: when it was made, the time now, and what backups are beside."""

    made: datetime
    at: datetime
    beside: Path


def note_restored(connection: sqlite3.Connection, last: LastRestored) -> None:
    """Note where the games come from, in the transaction that restores them."""
    connection.execute(_TABLE)
    connection.execute("delete from restored")
    connection.execute("insert into restored values (?, ?)", (last.made.isoformat(), last.before))


def not_restored(connection: sqlite3.Connection) -> NotFound | None:
    """Return what to say of a game that was there and is gone; None if no backup was restored."""
    if not connection.execute("select 1 from sqlite_master where name = 'restored'").fetchone():
        return None
    return gone_since(*connection.execute("select made, before from restored").fetchone())


def gone_since(made: str, before: str, computer: str = "") -> NotFound:
    """Return what to say of a game that was there before a backup was restored, made and replacing as stored.

    `computer` is where the backup of the games before is, unless it is here.
    """
    sentence = N_(
        "The saved games were restored from the backup of {moment}, and this game is not among them. What you typed "
        "stays here; scorekeeper restore {before} brings the game back."
    )
    if not before:
        sentence = N_(
            "The saved games were restored from the backup of {moment}, and this game is not among them. What you "
            "typed stays here; scorekeeper restore lists the other backups."
        )
    elif computer:
        sentence = N_(
            "The saved games were restored from the backup of {moment}, and this game is not among them. What you "
            "typed stays here; on the computer {computer}, scorekeeper restore {before} brings the game back."
        )
    moment = show_moment(datetime.fromisoformat(made))
    return NotFound(_(sentence, moment=moment, before=before, computer=escaped(computer)))
