"""What a store of games does, whatever it is kept in: an append-only log of events for each game.

An event is stored for good when `append` returns. Nothing is ever changed or removed; a deleted game is only hidden.
Two windows may open one game: an append must follow the last stored event. If the other window was faster,
`Overtaken` has its events. There is no SQL here: `sqlite_store` and `server_store` have it.
"""

import secrets
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from scorekeeper.errors import Ambiguous, Damaged, Impossible, NotFound, ScorekeeperError
from scorekeeper.game import Event, EventKind, Game, GameLog, Started, begin_game, replay_events
from scorekeeper.history import Summary
from scorekeeper.storage import event_rows
from scorekeeper.storage.event_rows import GameRow, Listed, Origin
from scorekeeper.storage.places import Place
from scorekeeper.storage.restored import Replaced
from scorekeeper.text import _, join_or, ngettext

LATEST = "last"
"""The name that stands for the game that changed last."""

_LONG_AGO = datetime(1970, 1, 1, tzinfo=UTC)

_ALPHABET = "abcdefghjkmnpqrstuvwxyz"
_ID_LENGTH = 6

MOST_MATCHED = 5
"""How many games are looked for that a beginning of an id may mean."""


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


class Match(NamedTuple):
    """A game that the beginning of an id may mean; `players` are as they are stored."""

    id: str
    title: str
    players: Any


class Snapshot(NamedTuple):
    """All of a store at one moment: its games by their last changes, deleted ones too, and the merged names."""

    games: Iterator[GameRow]
    same_players: Mapping[str, str]


class Store(ABC):
    """The games of one place. `open_store` opens one.

    Raises Unavailable where the place cannot be used, Locked where the same may succeed a moment later.
    """

    place: Place
    """Where it is."""
    wrote: bool
    """Whether anything was written through this store."""

    @abstractmethod
    def close(self) -> None:
        """Let go of the place; the store may be used again."""

    def create(self, started: Started, at: datetime, by: str | None = None) -> KeptGame:
        """Store a new game. Raises ScorekeeperError if it cannot be played or stored."""
        return self.keep(begin_game(started, at, by))

    def keep(self, log: GameLog) -> KeptGame:
        """Store a game with all its events, or nothing, under a new id."""
        return self.keep_all([log])[0]

    @abstractmethod
    def keep_all(self, logs: Iterable[GameLog]) -> tuple[KeptGame, ...]:
        """Store several games, all of them or none."""

    def append(self, kept: KeptGame, what: EventKind, at: datetime, by: str | None = None) -> KeptGame:
        """Add one event to a game; as `append_all`."""
        return self.append_all(kept, [what], at, by)

    @abstractmethod
    def append_all(
        self, kept: KeptGame, changes: Iterable[EventKind], at: datetime, by: str | None = None
    ) -> KeptGame:
        """Add events to a game, all of them or none; they are stored for good when this returns.

        Raises ScorekeeperError if an event is impossible, Overtaken if another window was faster, NotFound if
        the game was deleted, and Unavailable if they cannot be written; the game is then unchanged. After Locked
        the same changes to the same version may be added again: they are stored once.
        """

    @abstractmethod
    def game(self, game_id: str) -> KeptGame:
        """Return a stored game by its full id."""

    @abstractmethod
    def changed(self, kept: KeptGame) -> bool:
        """Whether another window has added to this game. Raises NotFound if it was deleted."""

    def may_have_changed(self, kept: KeptGame) -> bool:  # noqa: ARG002
        """Whether `changed` is worth asking; never waits."""
        return True

    def may_have_news(self) -> bool:
        """Whether the list of games is worth reading again; never waits."""
        return True

    @abstractmethod
    def others_wrote(self) -> bool:
        """Whether another window may have written anything since this was asked last; much cheaper than `changed`."""

    def find(self, name: str, deleted: bool = False) -> str:
        """Return the id for a prefix or `last`; `deleted` searches the deleted games instead.

        Raises NotFound if no game matches, Ambiguous if several do.
        """
        if name == LATEST:
            return self._latest()
        found = self._matching(name, deleted) if name.isascii() and name.isprintable() and name else ()
        if not found:
            raise unknown_game(name)
        if len(found) == 1:
            return found[0].id
        games = [
            _("{id} ({title})", id=one.id, title=one.title or event_rows.player_names(one.players))
            for one in found
        ]
        raise Ambiguous(
            _("“{name}” could be {games}; type one more letter.", name=name, games=join_or(games))
        )

    def _latest(self) -> str:
        newest = self.list(1)
        if newest:
            return newest[0].id
        if gone := self.list(1, deleted=True):
            raise NotFound(
                _("All games are deleted; scorekeeper undo {id} brings the last one back.", id=gone[0].id)
            )
        raise NotFound(_("There are no saved games yet; start one with scorekeeper new."))

    @abstractmethod
    def _matching(self, prefix: str, deleted: bool) -> Sequence[Match]:
        """Return at most `MOST_MATCHED` games whose ids begin so, in the order of their ids."""

    @abstractmethod
    def listed(self, game_id: str) -> Listed:
        """Return the line of a game in the list, even if its events cannot be read."""

    @abstractmethod
    def list(self, most: int = 50, skip: int = 0, deleted: bool = False) -> tuple[Listed, ...]:
        """Return the stored games, or the deleted ones, the one changed last first.

        Raises Damaged if the list cannot be read.
        """

    def readable(self) -> tuple[Listed, ...]:
        """Return the games that can still be found in a damaged store, the one changed last first."""
        with suppress(Damaged):
            return self.list(-1)
        return ()

    def known_players(self) -> tuple[str, ...]:
        """Return who played in the latest hundred games, the most recent first."""
        return tuple(dict.fromkeys(name for listed in self.list(100) for name in listed.players))

    @abstractmethod
    def delete(self, game_id: str, deleted: bool = True) -> None:
        """Hide a game from every list, damaged or not, or with `deleted` false bring it back; its events stay.

        Raises NotFound if there is no such game.
        """

    @abstractmethod
    def origins(self, game_id: str) -> Mapping[int, Origin]:
        """Return who entered each event of a game at which computer, by number; older events may lack it."""

    # what is derived from the events

    @abstractmethod
    def summaries(self, most: int = -1) -> dict[str, Summary | None]:
        """Return the summaries by game id, the one changed last first; None where there is no current one."""

    @abstractmethod
    def uncounted(self) -> tuple[str, ...]:
        """Return the ids of the games without a current summary."""

    @abstractmethod
    def stamp(self) -> tuple[object, ...]:
        """Return a value that changes whenever a game or a merged name changes."""

    @abstractmethod
    def turn_of(self, game_id: str) -> int:
        """Return the turn at which a game changed last; 0 if there is no such game."""

    @abstractmethod
    def keep_summaries(self, found: Mapping[str, tuple[int, Summary]]) -> None:
        """Store summaries with the turns of their games, except of games that have changed since."""

    # merged names

    @abstractmethod
    def same_players(self) -> Mapping[str, str]:
        """Return the person for each merged name, by the key of the name."""

    @abstractmethod
    def put_together(self, name: str, person: str) -> None:
        """Store that a name means this person."""

    @abstractmethod
    def take_apart(self, name: str) -> bool:
        """Remove a merged name; return whether there was one."""

    # copies

    @abstractmethod
    def holds_games(self) -> bool:
        """Whether there are any games, including deleted ones."""

    @abstractmethod
    def count(self) -> int:
        """Return how many games there are, without deleted ones."""

    @abstractmethod
    def snapshot(self) -> AbstractContextManager[Snapshot]:
        """Yield all that is stored, as it is at one moment, whatever others write meanwhile."""

    @abstractmethod
    def take_over(self, all_of: Snapshot, replaces: Replaced | None = None) -> Path | None:
        """Store all of another store, or nothing; what was stored is read back and compared first.

        With `replaces` the games that were here are backed up and removed; returns that backup if there were any.
        Raises Impossible if a game with the id of one of these is here, and Damaged if what is read back differs.
        """

    @abstractmethod
    def write_copy(self, beside: Path, at: datetime) -> Path:
        """Write all games into a new SQLite file among the backups beside this one, whole or not at all."""


def begin_listed(game_id: Any, log: GameLog | None) -> Listed:
    """Return a line of the list made from the events of a game; None if they cannot be read either."""
    if log is None:
        name = str(game_id).encode(errors="replace").decode()
        return Listed(name, _("(damaged)"), (), _LONG_AGO, _LONG_AGO, False)
    first, last = log.events[0], log.events[-1]
    return Listed(str(game_id), log.game.title, log.game.players, first.at, last.at, log.game.over)


def read_rows(game_id: str, rows: Iterable[Sequence[Any]]) -> KeptGame:
    """Return the game that rows of events make. Raises Damaged if they make none."""
    try:
        return KeptGame(game_id, replay_events(event_rows.events(rows)))
    except event_rows.UNREADABLE as error:
        raise Damaged(event_rows.why_unreadable(game_id, error)) from None


def log_after(kept: KeptGame, changes: Iterable[EventKind], at: datetime, by: str | None) -> GameLog:
    """Return the log of a game with these changes. Raises ScorekeeperError if one is impossible."""
    log = kept.log
    for what in changes:
        log = log.after(what, at, by)
    return log


def random_id() -> str:
    """Return an id for a new game, which another game may have."""
    return "".join(secrets.choice(_ALPHABET) for _letter in range(_ID_LENGTH))


def overtaken(now: KeptGame, kept: KeptGame) -> Overtaken:
    """Return the refusal of an append to `kept`, given the game as it is stored now."""
    return Overtaken(now, now.events_since(kept) or ())


def deleted_meanwhile() -> NotFound:
    """Return the refusal of an append to a deleted game."""
    return NotFound(_("This game was deleted meanwhile; bring it back from the list of games to go on."))


def unknown_game(name: str) -> NotFound:
    """Return what to say of a name that no game has."""
    return NotFound(_("There is no saved game “{name}”; scorekeeper games lists them.", name=name))


def there_already(game_id: str) -> Impossible:
    """Return the refusal to take over a game whose id another game has here."""
    return Impossible(
        _(
            "A game {id} is in that store already, so nothing was moved; name a new file or an empty database "
            "instead.",
            id=game_id,
        )
    )
