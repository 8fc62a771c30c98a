"""The database table that says which backup the games were restored from; a database that never was has none."""

import sqlite3
from datetime import datetime
from typing import NamedTuple

from scorekeeper.dates import show_moment
from scorekeeper.errors import NotFound
from scorekeeper.text import _

_TABLE = "create table if not exists restored (made text not null, before text not null)"


class LastRestored(NamedTuple):
    """When the backup was made that the games come from, and the backup of the games before; "" if there is none."""

    made: datetime
    before: str


def note_restored(connection: sqlite3.Connection, last: LastRestored) -> None:
    """Note where the games come from, in the transaction that restores them."""
    connection.execute(_TABLE)
    connection.execute("delete from restored")
    connection.execute("insert into restored values (?, ?)", (last.made.isoformat(), last.before))


def not_restored(connection: sqlite3.Connection) -> NotFound | None:
    """Return what to say of a game that was there and is gone; None if no backup was restored."""
    if not connection.execute("select 1 from sqlite_master where name = 'restored'").fetchone():
        return None
    made, before = connection.execute("select made, before from restored").fetchone()
    moment = show_moment(datetime.fromisoformat(made))
    if not before:
        return NotFound(
            _(
                "The saved games were restored from the backup of {moment}, and this game is not among them. What "
                "you typed stays here; scorekeeper restore lists the other backups.",
                moment=moment,
            )
        )
    return NotFound(
        _(
            "The saved games were restored from the backup of {moment}, and this game is not among them. What you "
            "typed stays here; scorekeeper restore {before} brings the game back.",
            moment=moment,
            before=before,
        )
    )
