"""The database tables of summaries and merged names.

A summary is derived from the events and carries the `turn` at which its game changed last, so a stale one is
noticed and computed again. Nothing here reads or writes events.
"""

import sqlite3
from collections.abc import Mapping

import msgspec

from scorekeeper.history import SUMMARY_VERSION, Summary

TABLES = (
    """create table if not exists summaries (
      game text primary key, turn integer not null, version integer not null, summary text not null
    ) without rowid""",
    "create table if not exists same_players (name text primary key, person text not null) without rowid",
)
"""Created by the first write, because older databases lack them."""

_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(Summary)


def make_tables(connection: sqlite3.Connection) -> None:
    """Create the tables that are missing."""
    for statement in TABLES:
        connection.execute(statement)


def keep(connection: sqlite3.Connection, game_id: str, turn: int, summary: Summary) -> None:
    """Store the summary of a game at this turn, unless the game has changed since."""
    connection.execute(
        "insert or replace into summaries select id, turn, ?, ? from games where id = ? and turn = ?",
        (SUMMARY_VERSION, as_text(summary), game_id, turn),
    )


def all_kept(connection: sqlite3.Connection, most: int = -1) -> dict[str, Summary | None]:
    """Return the summaries of the listed games by id, the one changed last first; None if there is none."""
    if not _made(connection):
        found = connection.execute(
            "select id from games where hidden = 0 order by turn desc limit ?", (most,)
        )
        return {game_id: None for (game_id,) in found}
    rows = connection.execute(
        "select id, summary from games left join summaries"
        " on summaries.game = id and summaries.turn = games.turn and version = ?"
        " where hidden = 0 order by games.turn desc limit ?",
        (SUMMARY_VERSION, most),
    )
    return {game_id: None if text is None else parse(text) for game_id, text in rows}


def uncounted(connection: sqlite3.Connection) -> tuple[str, ...]:
    """Return the ids of the listed games without a current summary."""
    if not _made(connection):
        return tuple(all_kept(connection))
    rows = connection.execute(
        "select id from games where hidden = 0 and not exists"
        " (select 1 from summaries where game = id and summaries.turn = games.turn and version = ?)",
        (SUMMARY_VERSION,),
    )
    return tuple(game_id for (game_id,) in rows)


def summary_stamp(connection: sqlite3.Connection) -> tuple[object, ...]:
    """Return a value that changes whenever a game or a merged name changes."""
    found = connection.execute("select max(turn), count(*), sum(hidden) from games").fetchone()
    return *found, *same_players(connection).items()


def as_text(summary: Summary) -> str:
    """Return a summary as text for a database."""
    return _encoder.encode(summary).decode()


def parse(text: str) -> Summary | None:
    """Return a summary from its text; None if it cannot be read."""
    try:
        return _decoder.decode(text)
    except (msgspec.DecodeError, ValueError):
        return None


def _made(connection: sqlite3.Connection) -> bool:
    found = connection.execute("select 1 from sqlite_master where name = 'summaries'")
    return found.fetchone() is not None


def turn_of(connection: sqlite3.Connection, game_id: str) -> int:
    """Return the turn at which a game changed last; 0 if there is no such game."""
    found = connection.execute("select turn from games where id = ?", (game_id,)).fetchone()
    return 0 if found is None else int(found[0])


def same_players(connection: sqlite3.Connection) -> Mapping[str, str]:
    """Return the person for each merged name, by the key of the name."""
    if not _made(connection):
        return {}
    return dict(connection.execute("select name, person from same_players"))


def put_together(connection: sqlite3.Connection, name: str, person: str) -> None:
    """Store that a name means this person."""
    make_tables(connection)
    connection.execute("insert or replace into same_players values (?, ?)", (name, person))


def keep_same_players(connection: sqlite3.Connection, people: Mapping[str, str]) -> None:
    """Store the merged names of another store; those that are here stay as they are."""
    connection.executemany("insert or ignore into same_players values (?, ?)", people.items())


def take_apart(connection: sqlite3.Connection, name: str) -> bool:
    """Remove a merged name; return whether there was one."""
    make_tables(connection)
    return connection.execute("delete from same_players where name = ?", (name,)).rowcount > 0
