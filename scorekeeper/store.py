"""Kept games: an append-only log of events.

An event that `append` returned for is on the disk. Nothing is ever changed or taken out; a deleted
game is only hidden. Two windows may hold one game: an append names the event it follows, and where
the other window was faster it is refused with what came (`Overtaken`).
"""

import secrets
import sqlite3
from collections.abc import Iterable
from datetime import datetime
from pathlib import Path

import msgspec

from scorekeeper.disk import Disk
from scorekeeper.errors import Ambiguous, NotFound, ScorekeeperError, Unavailable
from scorekeeper.events import Event, GameLog, Started, What, begin, replay
from scorekeeper.game import Game
from scorekeeper.words import _, ngettext

LATEST = "last"
"""Names the game that changed last."""

_ALPHABET = "abcdefghjkmnpqrstuvwxyz"
_ID_LENGTH = 6

_encoder = msgspec.json.Encoder(enc_hook=dict)
_what = msgspec.json.Decoder(What)
_names = msgspec.json.Decoder(tuple[str, ...])


class KeptGame(msgspec.Struct, frozen=True):
    """A game of the store, with all that happened in it."""

    id: str
    log: GameLog

    @property
    def game(self) -> Game:
        """Where the game stands."""
        return self.log.game


class Listed(msgspec.Struct, frozen=True):
    """A line of the list of games."""

    id: str
    title: str
    players: tuple[str, ...]
    started: datetime
    changed: datetime
    complete: bool


class Overtaken(ScorekeeperError):
    """Another window changed the game first; `kept` is the game as it is now, `came` what came."""

    def __init__(self, kept: KeptGame, came: tuple[Event, ...]) -> None:
        super().__init__(
            ngettext(
                "Another window made {count} change to this game first; look at it and enter yours again.",
                "Another window made {count} changes to this game first; look at them and enter yours again.",
                len(came),
            ).format(count=len(came))
        )
        self.kept = kept
        self.came = came


class Store:
    """The kept games of one file, which is made when the first game is kept."""

    def __init__(self, path: Path) -> None:
        self._disk = Disk(path)

    @property
    def path(self) -> Path:
        """Where the games are kept."""
        return self._disk.path

    def close(self) -> None:
        """Let go of the file."""
        self._disk.close()

    def create(self, started: Started, at: datetime, by: str | None = None) -> KeptGame:
        """Keep a new game. Raises ScorekeeperError if it cannot be played or kept."""
        return self.keep(begin(started, at, by))

    def keep(self, log: GameLog) -> KeptGame:
        """Keep a game with everything that happened in it, all or nothing, under a new id."""
        return self.keep_all([log])[0]

    def keep_all(self, logs: Iterable[GameLog]) -> tuple[KeptGame, ...]:
        """Keep several games, all of them or none."""
        with self._disk.writing() as connection:
            return tuple(_keep(connection, log) for log in logs)

    def append(self, kept: KeptGame, what: What, at: datetime, by: str | None = None) -> KeptGame:
        """Add one event to a game; it is on the disk when this returns.

        Raises ScorekeeperError if the event cannot be, Overtaken if another window was faster,
        NotFound if the game was deleted, Unavailable if it could not be written; the game is then as it was.
        """
        with self._disk.writing() as connection:
            _refuse_deleted(connection, kept.id)
            known = len(kept.log.events)
            if _count(connection, kept.id) != known:
                now = _read(connection, kept.id)
                raise Overtaken(now, now.log.events[known:])
            log = kept.log.after(what, at, by)
            _insert(connection, kept.id, log.events[known:])
            connection.execute(
                "update games set title = ?, players = ?, changed = ?, turn = ?, complete = ? where id = ?",
                (
                    log.game.title,
                    _json(log.game.players),
                    _stamp(at),
                    _turn(connection),
                    log.game.complete,
                    kept.id,
                ),
            )
        return KeptGame(kept.id, log)

    def game(self, game_id: str) -> KeptGame:
        """Return a kept game by its whole id."""
        with self._disk.reading() as connection:
            return _read(connection, game_id)

    def changed(self, kept: KeptGame) -> bool:
        """Whether another window has added to this game. Raises NotFound if it was deleted."""
        with self._disk.reading() as connection:
            _refuse_deleted(connection, kept.id)
            return _count(connection, kept.id) != len(kept.log.events)

    def find(self, name: str, deleted: bool = False) -> str:
        """Return the id that a prefix or `last` stands for; among deleted games only if asked.

        Raises NotFound if no game answers to it, Ambiguous if more than one does.
        """
        if name == LATEST:
            newest = self.list(1)
            if not newest:
                raise NotFound(_("No game is kept yet; start one with scorekeeper new."))
            return newest[0].id
        if not name.isascii():
            raise _unknown(name)
        with self._disk.reading() as connection:
            return _match(connection, name, deleted)

    def list(self, most: int = 50, skip: int = 0, deleted: bool = False) -> tuple[Listed, ...]:
        """Return kept games, or deleted ones, the one changed last first."""
        with self._disk.reading() as connection:
            rows = connection.execute(
                "select id, title, players, started, changed, complete from games"
                " where hidden = ? order by turn desc limit ? offset ?",
                (deleted, most, skip),
            ).fetchall()
        return tuple(
            Listed(game_id, title, _names.decode(names), _time(started), _time(changed), bool(complete))
            for game_id, title, names, started, changed, complete in rows
        )

    def known_players(self, games: int = 100) -> tuple[str, ...]:
        """Return who played in the latest games, the most recent first."""
        return tuple(dict.fromkeys(name for listed in self.list(games) for name in listed.players))

    def delete(self, game_id: str, deleted: bool = True) -> None:
        """Hide a game from every list, or with `deleted` false bring it back."""
        with self._disk.writing() as connection:
            connection.execute("update games set hidden = ? where id = ?", (deleted, game_id))


def _keep(connection: sqlite3.Connection, log: GameLog) -> KeptGame:
    game_id, game = _new_id(connection), log.game
    first, last = _stamp(log.events[0].at), _stamp(log.events[-1].at)
    connection.execute(
        "insert into games values (?, ?, ?, ?, ?, ?, ?, 0)",
        (game_id, game.title, _json(game.players), first, last, _turn(connection), game.complete),
    )
    _insert(connection, game_id, log.events)
    return KeptGame(game_id, log)


def _match(connection: sqlite3.Connection, prefix: str, deleted: bool) -> str:
    found = connection.execute(
        "select id, title from games where id >= ? and id < ? and hidden = ? order by id limit 5",
        (prefix, prefix + "\x7f", deleted),
    ).fetchall()
    if not found or not prefix:
        raise _unknown(prefix)
    if len(found) == 1:
        return str(found[0][0])
    raise Ambiguous(
        _("{name!r} could be {games}; type one more letter.").format(
            name=prefix, games=", ".join(f"{game_id} ({title})" for game_id, title in found)
        )
    )


def _refuse_deleted(connection: sqlite3.Connection, game_id: str) -> None:
    if connection.execute("select 1 from games where id = ? and hidden = 1", (game_id,)).fetchone():
        raise NotFound(_("This game was deleted meanwhile; bring it back from the list of games to go on."))


def _unknown(name: str) -> NotFound:
    return NotFound(_("There is no kept game {name!r}; scorekeeper games lists them.").format(name=name))


def _new_id(connection: sqlite3.Connection) -> str:
    while True:
        game_id = "".join(secrets.choice(_ALPHABET) for _letter in range(_ID_LENGTH))
        if not connection.execute("select 1 from games where id = ?", (game_id,)).fetchone():
            return game_id


def _turn(connection: sqlite3.Connection) -> int:
    """Return the next number of the order in which games changed; clocks may go backwards."""
    return int(connection.execute("select coalesce(max(turn), 0) + 1 from games").fetchone()[0])


def _count(connection: sqlite3.Connection, game_id: str) -> int:
    return int(connection.execute("select count(*) from events where game = ?", (game_id,)).fetchone()[0])


def _insert(connection: sqlite3.Connection, game_id: str, events: Iterable[Event]) -> None:
    connection.executemany(
        "insert into events values (?, ?, ?, ?, ?)",
        [(game_id, event.number, _stamp(event.at), event.by, _json(event.what)) for event in events],
    )


def _read(connection: sqlite3.Connection, game_id: str) -> KeptGame:
    rows = connection.execute(
        "select number, at, by, what from events where game = ? order by number", (game_id,)
    ).fetchall()
    if not rows:
        raise _unknown(game_id)
    try:
        return KeptGame(
            game_id, replay(Event(number, _time(at), by, _what.decode(what)) for number, at, by, what in rows)
        )
    except (msgspec.DecodeError, ValueError) as error:
        raise Unavailable(
            _("The game {name} is damaged and cannot be read ({why}).").format(name=game_id, why=error)
        ) from None


def _json(value: object) -> str:
    return _encoder.encode(value).decode()


def _stamp(at: datetime) -> str:
    return at.isoformat()


def _time(stamp: str) -> datetime:
    return datetime.fromisoformat(stamp)
