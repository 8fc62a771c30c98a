"""The store of games in a SQLite file: the SQL of it.

What a store does and promises is described with `Store`; the file itself is the concern of `database`.
"""

import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from datetime import datetime
from pathlib import Path
from typing import Any

from scorekeeper.errors import Damaged, ScorekeeperError
from scorekeeper.game import Event, EventKind, Game, GameLog
from scorekeeper.history import Summary, summarise
from scorekeeper.storage import event_rows, origins, summaries
from scorekeeper.storage.copying import write_copy
from scorekeeper.storage.database import Disk
from scorekeeper.storage.event_rows import GameRow, Listed, Origin
from scorekeeper.storage.origins import here
from scorekeeper.storage.restored import LastRestored, Replaced, not_restored, note_restored
from scorekeeper.storage.store import (
    MOST_MATCHED,
    KeptGame,
    Match,
    Snapshot,
    Store,
    begin_listed,
    deleted_meanwhile,
    log_after,
    overtaken,
    random_id,
    read_rows,
    there_already,
    unknown_game,
)

_LINE = "id, title, players, started, changed, complete"

_GAME = "id, title, players, started, changed, turn, complete, hidden"


class SqliteStore(Store):
    """The games in one SQLite file, which is created with the first game.

    Raises Locked where others keep the file locked for longer than `wait` seconds.
    """

    def __init__(self, path: Path, wait: float | None = None) -> None:
        self.place: Path = path
        self._disk = Disk(path, wait)

    @property
    def wrote(self) -> bool:  # type: ignore[override]
        """Whether anything was written through this store."""
        return self._disk.wrote

    def close(self) -> None:
        """Close the file."""
        self._disk.close()

    def keep_all(self, logs: Iterable[GameLog]) -> tuple[KeptGame, ...]:
        """Store several games, all of them or none."""
        with self._disk.writing() as connection:
            return tuple(_keep(connection, log) for log in logs)

    def append_all(
        self, kept: KeptGame, changes: Iterable[EventKind], at: datetime, by: str | None = None
    ) -> KeptGame:
        """Add events to a game, all of them or none; they are on disk when this returns."""
        with self._disk.writing() as connection:
            _refuse_deleted(connection, kept.id)
            if _follows(connection, kept):
                return _append(connection, kept, log_after(kept, changes, at, by))
        raise overtaken(self.game(kept.id), kept)  # outside the block, so that others can write again

    def game(self, game_id: str) -> KeptGame:
        """Return a stored game by its full id."""
        with self._disk.reading() as connection:
            return _read(connection, game_id)

    def changed(self, kept: KeptGame) -> bool:
        """Whether another window has added to this game. Raises NotFound if it was deleted."""
        with self._disk.reading() as connection:
            _refuse_deleted(connection, kept.id)
            return not _follows(connection, kept)

    def others_wrote(self) -> bool:
        """Whether another window may have written anything since this was asked last; much cheaper than `changed`."""
        return self._disk.others_wrote()

    def _matching(self, prefix: str, deleted: bool) -> Sequence[Match]:
        with self._disk.reading() as connection:
            found = connection.execute(
                "select id, title, players from games where id >= ? and id < ? and hidden = ? order by id limit ?",
                (prefix, prefix + "\x7f", deleted, MOST_MATCHED),
            )
            return [Match(*row) for row in found]

    def listed(self, game_id: str) -> Listed:
        """Return the line of a game in the list, even if its events cannot be read."""
        with self._disk.reading() as connection:
            row = connection.execute(f"select {_LINE} from games where id = ?", (game_id,)).fetchone()
            if row is None:
                raise unknown_game(game_id)
            return _listed(connection, row)

    def list(self, most: int = 50, skip: int = 0, deleted: bool = False) -> tuple[Listed, ...]:
        """Return the stored games, or the deleted ones, the one changed last first."""
        with self._disk.reading() as connection:
            found = connection.execute(
                f"select {_LINE} from games where hidden = ? order by turn desc limit ? offset ?",
                (deleted, most, skip),
            ).fetchall()
            return tuple(_listed(connection, row) for row in found)

    def readable(self) -> tuple[Listed, ...]:
        """Return the games that can still be found in a damaged file, the one changed last first."""
        found: dict[str, tuple[int, Sequence[Any]]] = {}
        for direction in ("asc", "desc"):  # from both sides, up to the damage
            with suppress(Damaged), self._disk.reading() as connection:
                for *row, turn in connection.execute(
                    f"select {_LINE}, turn from games where hidden = 0 order by id {direction}"
                ):
                    found[row[0]] = (turn if isinstance(turn, int) else 0, row)
        if not found:
            return ()
        newest_first = sorted(found, key=lambda game_id: found[game_id][0], reverse=True)
        with self._disk.reading() as connection:
            return tuple(_listed(connection, found[game_id][1]) for game_id in newest_first)

    def delete(self, game_id: str, deleted: bool = True) -> None:
        """Hide a game from every list, or bring it back."""
        with self._disk.writing() as connection:
            hiding = "update games set hidden = ? where id = ?"
            if not connection.execute(hiding, (deleted, game_id)).rowcount:
                raise unknown_game(game_id)

    def origins(self, game_id: str) -> Mapping[int, Origin]:
        """Return who entered each event of a game at which computer, by number; older events may lack it."""
        with self._disk.reading() as connection:
            return origins.of_game(connection, game_id)

    def summaries(self, most: int = -1) -> dict[str, Summary | None]:
        """Return the summaries by game id, the one changed last first; None where there is no current one."""
        with self._disk.reading() as connection:
            return summaries.all_kept(connection, most)

    def uncounted(self) -> tuple[str, ...]:
        """Return the ids of the games without a current summary."""
        with self._disk.reading() as connection:
            return summaries.uncounted(connection)

    def stamp(self) -> tuple[object, ...]:
        """Return a value that changes whenever a game or a merged name changes."""
        with self._disk.reading() as connection:
            return summaries.summary_stamp(connection)

    def turn_of(self, game_id: str) -> int:
        """Return the turn at which a game changed last; 0 if there is no such game."""
        with self._disk.reading() as connection:
            return summaries.turn_of(connection, game_id)

    def keep_summaries(self, found: Mapping[str, tuple[int, Summary]]) -> None:
        """Store summaries with the turns of their games, except of games that have changed since."""
        with self._disk.writing() as connection:
            summaries.make_tables(connection)
            for game_id, (turn, summary) in found.items():
                summaries.keep(connection, game_id, turn, summary)

    def same_players(self) -> Mapping[str, str]:
        """Return the person for each merged name, by the key of the name."""
        with self._disk.reading() as connection:
            return summaries.same_players(connection)

    def put_together(self, name: str, person: str) -> None:
        """Store that a name means this person."""
        with self._disk.writing() as connection:
            summaries.put_together(connection, name, person)

    def take_apart(self, name: str) -> bool:
        """Remove a merged name; return whether there was one."""
        with self._disk.writing() as connection:
            return summaries.take_apart(connection, name)

    def holds_games(self) -> bool:
        """Whether there are any games, including deleted ones."""
        with self._disk.reading() as connection:
            return _holds_games(connection)

    def count(self) -> int:
        """Return how many games there are, without deleted ones."""
        with self._disk.reading() as connection:
            return int(connection.execute("select count(*) from games where hidden = 0").fetchone()[0])

    @contextmanager
    def snapshot(self) -> Iterator[Snapshot]:
        """Yield all that is stored, as it is at one moment."""
        with self._disk.reading() as connection:
            connection.execute("begin")
            try:
                yield Snapshot(_rows(connection), summaries.same_players(connection))
            finally:
                connection.execute("rollback")

    def take_over(self, all_of: Snapshot, replaces: Replaced | None = None) -> Path | None:
        """Store all of another store, or nothing; what was stored is read back and compared first."""
        with self._disk.writing() as connection:
            summaries.make_tables(connection)
            origins.make_table(connection)
            before = None if replaces is None else self._make_room(connection, replaces)
            after = _turn(connection) - 1
            taken = event_rows.Digest()
            for place, row in enumerate(all_of.games, start=1):
                taken.add(row)
                _take(connection, row._replace(turn=after + place))
            summaries.keep_same_players(connection, all_of.same_players)
            taken.compare(_rows(connection, after))
            _put_in_order(connection, after)
        return before

    def _make_room(self, connection: sqlite3.Connection, replaces: Replaced) -> Path | None:
        """Back up the games that are here, through a connection of its own, and remove them."""
        before = None
        if _holds_games(connection):
            with closing(Disk(self.place)) as disk, disk.reading() as reader:
                before = write_copy(reader, replaces.beside, replaces.at)
        for table in ("summaries", "origins", "events", "games", "same_players"):
            connection.execute(f"delete from {table}")
        note_restored(connection, LastRestored(replaces.made, before.stem if before else ""))
        return before

    def write_copy(self, beside: Path, at: datetime) -> Path:
        """Write all games into a new SQLite file among the backups beside this one, whole or not at all."""
        with self._disk.reading() as connection:
            return write_copy(connection, beside, at)


def _holds_games(connection: sqlite3.Connection) -> bool:
    return connection.execute("select 1 from games limit 1").fetchone() is not None


def _keep(connection: sqlite3.Connection, log: GameLog) -> KeptGame:
    game_id, game, turn = _new_id(connection), log.game, _turn(connection)
    first, last = event_rows.stamp(log.events[0].at), event_rows.stamp(log.events[-1].at)
    connection.execute(
        "insert into games values (?, ?, ?, ?, ?, ?, ?, 0)",
        (game_id, game.title, event_rows.as_json(game.players), first, last, turn, game.over),
    )
    _insert(connection, game_id, log.events)
    _summarise(connection, game_id, turn, game)
    return KeptGame(game_id, log)


def _append(connection: sqlite3.Connection, kept: KeptGame, log: GameLog) -> KeptGame:
    game, turn = log.game, _turn(connection)
    _insert(connection, kept.id, log.events[len(kept.log.events) :])
    line = (
        game.title,
        event_rows.as_json(game.players),
        event_rows.stamp(log.events[-1].at),
        turn,
        game.over,
    )
    connection.execute(
        "update games set title = ?, players = ?, changed = ?, turn = ?, complete = ? where id = ?",
        (*line, kept.id),
    )
    _summarise(connection, kept.id, turn, game)
    return KeptGame(kept.id, log)


def _listed(connection: sqlite3.Connection, row: Sequence[Any]) -> Listed:
    """Return a line of the list; if the row is damaged, rebuild it from the events of its game."""
    try:
        return event_rows.line(row)
    except event_rows.UNREADABLE:
        return begin_listed(row[0], _log_of(connection, row[0]))


def _log_of(connection: sqlite3.Connection, game_id: str) -> GameLog | None:
    try:
        return _read(connection, game_id).log
    except (ScorekeeperError, sqlite3.DatabaseError, UnicodeError):  # SQLite and names quote damaged text
        return None


def _refuse_deleted(connection: sqlite3.Connection, game_id: str) -> None:
    if connection.execute("select 1 from games where id = ? and hidden = 1", (game_id,)).fetchone():
        raise deleted_meanwhile()


def _new_id(connection: sqlite3.Connection) -> str:
    while True:
        game_id = random_id()
        if not connection.execute("select 1 from games where id = ?", (game_id,)).fetchone():
            return game_id


def _turn(connection: sqlite3.Connection) -> int:
    """Return the next number in the order of changes; clocks may go backwards, this never does."""
    return int(connection.execute("select coalesce(max(turn), 0) + 1 from games").fetchone()[0])


def _follows(connection: sqlite3.Connection, kept: KeptGame) -> bool:
    """Whether the last stored event of a game is still the last one that this window knows."""
    known = kept.log.events[-1]
    last = "select number, at from events where game = ? order by number desc limit 1"
    return bool(connection.execute(last, (kept.id,)).fetchone() == (known.number, event_rows.stamp(known.at)))


def _summarise(connection: sqlite3.Connection, game_id: str, turn: int, game: Game) -> None:
    summaries.make_tables(connection)
    summaries.keep(connection, game_id, turn, summarise(game))


def _insert(connection: sqlite3.Connection, game_id: str, events: Sequence[Event]) -> None:
    connection.executemany(
        "insert into events values (?, ?, ?, ?, ?)",
        [event_rows.row_of(game_id, event) for event in events],
    )
    origins.note(connection, game_id, events, here())


def _read(connection: sqlite3.Connection, game_id: str) -> KeptGame:
    found = connection.execute(
        "select number, at, by, what from events where game = ? order by number", (game_id,)
    ).fetchall()
    if not found and not connection.execute("select 1 from games where id = ?", (game_id,)).fetchone():
        raise not_restored(connection) or unknown_game(game_id)
    return read_rows(game_id, found)


def _rows(connection: sqlite3.Connection, after: int = 0) -> Iterator[GameRow]:
    """Yield the rows of the games that changed after a turn, in the order of their changes."""
    games = connection.execute(f"select {_GAME} from games where turn > ? order by turn", (after,))
    for game_id, title, players, started, changed, turn, complete, hidden in games:
        yield GameRow(
            game_id, title, players, started, changed, turn, bool(complete), bool(hidden),
            origins.event_rows(connection, game_id),
        )  # fmt: skip


def _put_in_order(connection: sqlite3.Connection, after: int) -> None:
    """Give all games their turns by their last changes: those up to a turn were here, those after it were taken."""
    own, taken = (
        connection.execute(
            f"select id, changed from games where turn {which} ? order by turn", (after,)
        ).fetchall()
        for which in ("<=", ">")
    )
    turns = enumerate(event_rows.by_change(own, taken) if own else (), start=_turn(connection))
    for turn, game_id in turns:
        connection.execute(
            "update summaries set turn = ? where game = ? and turn = (select turn from games where id = game)",
            (turn, game_id),
        )
        connection.execute("update games set turn = ? where id = ?", (turn, game_id))


def _take(connection: sqlite3.Connection, row: GameRow) -> None:
    if connection.execute("select 1 from games where id = ?", (row.id,)).fetchone():
        raise there_already(row.id)
    connection.execute("insert into games values (?, ?, ?, ?, ?, ?, ?, ?)", row[:-1])
    connection.executemany(
        "insert into events values (?, ?, ?, ?, ?)", [(row.id, *event[:4]) for event in row.events]
    )
    origins.take(connection, row)
