"""The events of a game in their order, and the game that follows from them.

The list of events is the only thing that is stored; nothing in it is ever changed or removed. Undo and
redo are events too. What each kind of event does is decided in `apply`.
"""

from collections.abc import Iterable
from datetime import datetime

import msgspec

from scorekeeper.errors import Impossible
from scorekeeper.game.apply import apply_event, start_game
from scorekeeper.game.events import (
    Change,
    EventKind,
    Redone,
    Started,
    Undone,
)
from scorekeeper.game.game import Game
from scorekeeper.game.names import clean_by
from scorekeeper.text import _


class Event(msgspec.Struct, frozen=True):
    """Something that happened: numbered from 1, with the time and, where known, who entered it."""

    number: int
    at: datetime
    by: str | None
    what: EventKind


class GameLog(msgspec.Struct, frozen=True):
    """Everything that happened, and the game that follows from it.

    `standing` are the changes in force and `taken_back` those that redo would make again, last first.
    """

    events: tuple[Event, ...]
    standing: tuple[Change, ...]
    taken_back: tuple[Change, ...]
    game: Game

    def after(self, what: EventKind, at: datetime, by: str | None = None) -> "GameLog":
        """Return the log with one more event. Raises ScorekeeperError if it cannot be, or `by` cannot be shown."""
        return self.kept_after(what, at, clean_by(by))

    def kept_after(self, what: EventKind, at: datetime, by: str | None) -> "GameLog":
        """Return the log with an event that was kept already, whoever entered it. Raises as `after`."""
        events = (*self.events, Event(len(self.events) + 1, at, by, what))
        if isinstance(what, Undone):
            return self._undo(events)
        if isinstance(what, Redone):
            return self._redo(events)
        return GameLog(events, (*self.standing, what), (), apply_event(what, self.game))

    def _undo(self, events: tuple[Event, ...]) -> "GameLog":
        if len(self.standing) < 2:
            raise Impossible(_("There is nothing to undo."))
        standing, last = self.standing[:-1], self.standing[-1]
        return GameLog(events, standing, (*self.taken_back, last), _played(standing))

    def _redo(self, events: tuple[Event, ...]) -> "GameLog":
        if not self.taken_back:
            raise Impossible(_("There is nothing to redo."))
        again = self.taken_back[-1]
        return GameLog(events, (*self.standing, again), self.taken_back[:-1], apply_event(again, self.game))


def begin_game(started: Started, at: datetime, by: str | None = None) -> GameLog:
    """Return the log of a game that begins. Raises ScorekeeperError if it cannot be played."""
    return _begun(started, at, clean_by(by))


def _begun(started: Started, at: datetime, by: str | None) -> GameLog:
    return GameLog((Event(1, at, by, started),), (started,), (), start_game(started))


def replay_events(events: Iterable[Event]) -> GameLog:
    """Return the log that these events make, in their order.

    Raises Impossible if they do not begin with a start or contradict each other.
    """
    log: GameLog | None = None
    for event in events:
        if log is not None:
            log = log.kept_after(event.what, event.at, event.by)
        elif isinstance(event.what, Started):
            log = _begun(event.what, event.at, event.by)
        else:
            break
    if log is None:
        raise Impossible(_("The first change of this game is missing, so it cannot be read."))
    return log


def game_at_start(log: GameLog) -> Game:
    """Return the game as it was before anything was entered."""
    return _played(log.standing[:1])


def _played(changes: Iterable[Change]) -> Game:
    first, *others = changes
    assert isinstance(first, Started)
    game = start_game(first)
    for change in others:
        game = apply_event(change, game)
    return game
