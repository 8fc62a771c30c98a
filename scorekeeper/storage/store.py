"""The store of games: an append-only log of events for each.

An event is on disk when `append` returns. Nothing is ever changed or removed; a deleted game is only hidden.
Two windows may open one game: an append must follow the last stored event. If the other window was faster,
`Overtaken` has its events.
"""

import secrets
import sqlite3
from collections.abc import Iterable, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec

from scorekeeper.errors import Ambiguous, Damaged, NotFound, ScorekeeperError
from scorekeeper.game import Event, EventKind, Game, GameLog, Started, begin_game, replay_events
from scorekeeper.history import summarise
from scorekeeper.storage import event_rows, summaries
from scorekeeper.storage.database import Disk
from scorekeeper.storage.event_rows import Listed
from scorekeeper.storage.restored import not_restored
from scorekeeper.text import _, join_or, ngettext

LATEST = "last"
"""The name that stands for the game that changed last."""

_LINE = "id, title, players, started, changed, complete"
_LONG_AGO = datetime(1970, 1, 1, tzinfo=UTC)

_ALPHABET = "abcdefghjkmnpqrstuvwxyz"
_ID_LENGTH = 6


class KeptGame(msgspec.Struct, frozen=True):
    """A stored game with all its events."""

    id: str
    log: GameLog

    @property
    def game(self) -> Game:
        """The state of the game."""
        return self.log.game

    def events_since(self, earlier: "KeptGame") -> tuple[Event, ...] | None:
        """Return what was added to an earlier version; None if this one does not continue it, but was restored."""
        known = earlier.log.events
        return self.log.events[len(known) :] if self.log.events[: len(known)] == known else None


class Overtaken(ScorekeeperError):
    """Another window changed the game first; `kept` is the game as it is now, `came` the new events."""

    def __init__(self, kept: KeptGame, came: tuple[Event, ...]) -> None:
        sentence = ngettext(
            "Another window made {count} change to this game first; look at it and enter yours again.",
            "Another window made {count} changes to this game first; look at them and enter yours again.",
            len(came),
        )
        super().__init__(sentence if came else restored_sentence())
        self.kept = kept
        self.came = came


def restored_sentence() -> str:
    """Return what happened to a game that does not continue the version that was known."""
    return _("This game was restored from a backup; check it and enter yours again.")


class Store:
    """The games in one database file, which is created with the first game.

    Raises Locked where others keep the file locked for longer than `wait` seconds.
    """

    def __init__(self, path: Path, wait: float | None = None) -> None:
        self._disk = Disk(path, wait)

    @property
    def path(self) -> Path:
        """The database file."""
        return self._disk.path

    @property
    def wrote(self) -> bool:
        """Whether anything was written through this store."""
        return self._disk.wrote

    @property
    def disk(self) -> Disk:
        """The database, for the tables beside the games."""
        return self._disk

    def close(self) -> None:
        """Close the file."""
        self._disk.close()

    def create(self, started: Started, at: datetime, by: str | None = None) -> KeptGame:
        """Store a new game. Raises ScorekeeperError if it cannot be played or stored."""
        return self.keep(begin_game(started, at, by))

    def keep(self, log: GameLog) -> KeptGame:
        """Store a game with all its events, or nothing, under a new id."""
        return self.keep_all([log])[0]

    def keep_all(self, logs: Iterable[GameLog]) -> tuple[KeptGame, ...]:
        """Store several games, all of them or none."""
        with self._disk.writing() as connection:
            return tuple(_keep(connection, log) for log in logs)

    def append(self, kept: KeptGame, what: EventKind, at: datetime, by: str | None = None) -> KeptGame:
        """Add one event to a game; as `append_all`."""
        return self.append_all(kept, [what], at, by)

    def append_all(
        self, kept: KeptGame, changes: Iterable[EventKind], at: datetime, by: str | None = None
    ) -> KeptGame:
        """Add events to a game, all of them or none; they are on disk when this returns.

        Raises ScorekeeperError if an event is impossible, Overtaken if another window was faster, NotFound if
        the game was deleted, and Unavailable if they cannot be written; the game is then unchanged.
        """
        with self._disk.writing() as connection:
            _refuse_deleted(connection, kept.id)
            if _follows(connection, kept):
                log = kept.log
                for what in changes:
                    log = log.after(what, at, by)
                return _append(connection, kept, log)
        now = self.game(kept.id)  # outside the block, so that others can write again
        raise Overtaken(now, now.events_since(kept) or ())

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

    def find(self, name: str, deleted: bool = False) -> str:
        """Return the id for a prefix or `last`; `deleted` searches the deleted games instead.

        Raises NotFound if no game matches, Ambiguous if several do.
        """
        if name == LATEST:
            newest = self.list(1)
            if not newest:
                if gone := self.list(1, deleted=True):
                    raise NotFound(
                        _(
                            "All games are deleted; scorekeeper undo {id} brings the last one back.",
                            id=gone[0].id,
                        )
                    )
                raise NotFound(_("There are no saved games yet; start one with scorekeeper new."))
            return newest[0].id
        if not name.isascii():
            raise _unknown(name)
        with self._disk.reading() as connection:
            return _match(connection, name, deleted)

    def listed(self, game_id: str) -> Listed:
        """Return the line of a game in the list, even if its events cannot be read."""
        with self._disk.reading() as connection:
            row = connection.execute(f"select {_LINE} from games where id = ?", (game_id,)).fetchone()
            if row is None:
                raise _unknown(game_id)
            return _listed(connection, row)

    def list(self, most: int = 50, skip: int = 0, deleted: bool = False) -> tuple[Listed, ...]:
        """Return the stored games, or the deleted ones, the one changed last first.

        Raises Damaged if the list cannot be read.
        """
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

    def known_players(self) -> tuple[str, ...]:
        """Return who played in the latest hundred games, the most recent first."""
        return tuple(dict.fromkeys(name for listed in self.list(100) for name in listed.players))

    def delete(self, game_id: str, deleted: bool = True) -> None:
        """Hide a game from every list, damaged or not, or with `deleted` false bring it back; its events stay.

        Raises NotFound if there is no such game.
        """
        with self._disk.writing() as connection:
            hiding = "update games set hidden = ? where id = ?"
            if not connection.execute(hiding, (deleted, game_id)).rowcount:
                raise _unknown(game_id)


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
        return _listed_anew(connection, row[0])


def _listed_anew(connection: sqlite3.Connection, game_id: str) -> Listed:
    try:
        log = _read(connection, game_id).log
    except (ScorekeeperError, sqlite3.DatabaseError, UnicodeError):  # SQLite and names quote damaged text
        name = str(game_id).encode(errors="replace").decode()
        return Listed(name, _("(damaged)"), (), _LONG_AGO, _LONG_AGO, False)
    first, last = log.events[0], log.events[-1]
    return Listed(game_id, log.game.title, log.game.players, first.at, last.at, log.game.over)


def _match(connection: sqlite3.Connection, prefix: str, deleted: bool) -> str:
    found = connection.execute(
        "select id, title, players from games where id >= ? and id < ? and hidden = ? order by id limit 5",
        (prefix, prefix + "\x7f", deleted),
    ).fetchall()
    if not found or not prefix:
        raise _unknown(prefix)
    if len(found) == 1:
        return str(found[0][0])
    raise Ambiguous(
        _(
            "“{name}” could be {games}; type one more letter.",
            name=prefix,
            games=join_or(
                [
                    _("{id} ({title})", id=game_id, title=title or event_rows.player_names(names))
                    for game_id, title, names in found
                ]
            ),
        )
    )


def _refuse_deleted(connection: sqlite3.Connection, game_id: str) -> None:
    if connection.execute("select 1 from games where id = ? and hidden = 1", (game_id,)).fetchone():
        raise NotFound(_("This game was deleted meanwhile; bring it back from the list of games to go on."))


def _unknown(name: str) -> NotFound:
    return NotFound(_("There is no saved game “{name}”; scorekeeper games lists them.", name=name))


def _new_id(connection: sqlite3.Connection) -> str:
    while True:
        game_id = "".join(secrets.choice(_ALPHABET) for _letter in range(_ID_LENGTH))
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


def _insert(connection: sqlite3.Connection, game_id: str, events: Iterable[Event]) -> None:
    connection.executemany(
        "insert into events values (?, ?, ?, ?, ?)",
        [event_rows.row_of(game_id, event) for event in events],
    )


def _read(connection: sqlite3.Connection, game_id: str) -> KeptGame:
    found = connection.execute(
        "select number, at, by, what from events where game = ? order by number", (game_id,)
    ).fetchall()
    if not found and not connection.execute("select 1 from games where id = ?", (game_id,)).fetchone():
        raise not_restored(connection) or _unknown(game_id)
    try:
        return KeptGame(game_id, replay_events(event_rows.events(found)))
    except event_rows.UNREADABLE as error:
        raise Damaged(event_rows.why_unreadable(game_id, error)) from None
