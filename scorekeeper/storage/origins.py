"""Who entered an event at which computer: the database table of it, and who that is here.

The table is beside the events, because older databases lack it. A row counts only for the event of its time: an
older program may have replaced the events and left this table.
"""

import sqlite3
from collections.abc import Iterable, Mapping
from functools import cache

from scorekeeper.game import Event
from scorekeeper.storage.event_rows import EventRow, GameRow, Origin, stamp
from scorekeeper.storage.store import Store
from scorekeeper.text import _, escaped

_TABLE = """create table if not exists origins (
  game text not null, number integer not null, at text not null, person text, computer text,
  primary key (game, number)
) without rowid"""


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


def elsewhere(store: Store, game_id: str) -> Mapping[int, str]:
    """Return who entered the events of a game that came from another account or computer, by number."""
    return {
        number: _named(origin)
        for number, origin in store.origins(game_id).items()
        if origin.computer and _is_other(origin)
    }


def _is_other(origin: Origin) -> bool:
    return origin.computer != here().computer or origin.person != here().person


def _named(origin: Origin) -> str:
    return _(
        "{person} at {computer}",
        person=escaped(origin.person or _("somebody")),
        computer=escaped(origin.computer or ""),
    )


def make_table(connection: sqlite3.Connection) -> None:
    """Create the table if it is missing."""
    connection.execute(_TABLE)


def note(connection: sqlite3.Connection, game_id: str, events: Iterable[Event], origin: Origin) -> None:
    """Store where events come from. Who entered an event at a phone is its person."""
    make_table(connection)
    connection.executemany(
        "insert or replace into origins values (?, ?, ?, ?, ?)",
        [
            (game_id, event.number, stamp(event.at), event.by or origin.person, origin.computer)
            for event in events
        ],
    )


def of_game(connection: sqlite3.Connection, game_id: str) -> Mapping[int, Origin]:
    """Return where the events of a game come from, by number."""
    return {
        row.number: row.origin for row in event_rows(connection, game_id) if row.origin != Origin(None, None)
    }


def event_rows(connection: sqlite3.Connection, game_id: str) -> tuple[EventRow, ...]:
    """Return the rows of the events of a game."""
    if _made(connection):
        found = connection.execute(
            "select events.number, events.at, by, what, person, computer from events left join origins"
            " on origins.game = events.game and origins.number = events.number and origins.at = events.at"
            " where events.game = ? order by events.number",
            (game_id,),
        )
    else:
        found = connection.execute(
            "select number, at, by, what, null, null from events where game = ? order by number", (game_id,)
        )
    return tuple(EventRow(*row) for row in found)


def take(connection: sqlite3.Connection, row: GameRow) -> None:
    """Store where the events of a game from another store come from."""
    connection.executemany(
        "insert or replace into origins values (?, ?, ?, ?, ?)",
        [
            (row.id, event.number, event.at, event.person, event.computer)
            for event in row.events
            if event.origin != Origin(None, None)
        ],
    )


def _made(connection: sqlite3.Connection) -> bool:
    found = connection.execute("select 1 from sqlite_master where name = 'origins'")
    return found.fetchone() is not None
