"""What happened in a game, event by event, and the game that follows from it.

The list of events is the only thing that is kept; nothing in it is ever changed or taken away. Undo
and redo are events too. Each kind of event is applied by one function, which refuses what cannot be.
"""

from collections.abc import Iterable, Mapping
from contextlib import suppress
from datetime import date, datetime
from typing import TypeAlias

import msgspec
from msgspec import UNSET, UnsetType
from msgspec.structs import force_setattr, replace

from scorekeeper.bounds import check_round
from scorekeeper.deal import deal
from scorekeeper.earlier import Earlier, amended, check_earlier
from scorekeeper.errors import Impossible, Malformed
from scorekeeper.game import Call, Ending, Entry, Game, KeptRuling, Out, Round
from scorekeeper.noted import keep_ruling, note_call, serve_penalty
from scorekeeper.players import clean_note, clean_players, clean_title
from scorekeeper.rounds import with_round
from scorekeeper.rules import Rules, Value, read_changes, with_changes
from scorekeeper.tiles import SET_SIZES
from scorekeeper.words import _


class Started(msgspec.Struct, frozen=True, tag="started", omit_defaults=True, kw_only=True):
    """A game began, with the whole rules in force, not a reference to a rule book."""

    title: str
    date: date
    set_size: int
    players: tuple[str, ...]
    book: str
    rules: Rules
    house: Mapping[str, Value] = {}
    first_starter: str | None = None
    earlier: Earlier = ()
    """Rules of earlier rounds, where a game is taken over that had its rules changed."""

    def __post_init__(self) -> None:
        """Type the house's values, which come back from the disk as plain lists and tables."""
        force_setattr(self, "house", read_changes(self.house))


class RoundScored(msgspec.Struct, frozen=True, tag="round-scored", omit_defaults=True, kw_only=True):
    """Something of a round was entered or corrected; what is unset stays as it was.

    An entry of None takes the player's entry away again.
    """

    round: int
    entries: Mapping[str, Entry | None] = {}
    ending: Ending | UnsetType | None = UNSET
    started_with: int | UnsetType | None = UNSET
    note: str | UnsetType = UNSET
    reason: str | None = None


class RoundCleared(msgspec.Struct, frozen=True, tag="round-cleared", omit_defaults=True):
    """All of a round but its calls and rulings was taken away, to be entered anew."""

    round: int
    reason: str | None = None


class CallMade(msgspec.Struct, frozen=True, tag="call-made"):
    """Somebody called, or was caught."""

    round: int
    call: Call


class PenaltyServed(msgspec.Struct, frozen=True, tag="penalty-served"):
    """What a call imposed has been done; calls of a round count from 0."""

    round: int
    call: int


class RulingKept(msgspec.Struct, frozen=True, tag="ruling-kept"):
    """The table keeps how a dispute was settled."""

    round: int
    ruling: KeptRuling


class RulesChanged(msgspec.Struct, frozen=True, tag="rules-changed", omit_defaults=True, kw_only=True):
    """The table changed rules (keys with their values), for the rounds that have not begun.

    With `count_again` earlier rounds are counted by them too, as far as hands were entered.
    """

    changes: Mapping[str, Value]
    reason: str | None = None
    count_again: bool = False

    def __post_init__(self) -> None:
        """Type the values, which come back from the disk as plain lists and tables."""
        with suppress(Malformed):  # what is no rule is refused when it is applied
            force_setattr(self, "changes", read_changes(self.changes))


class TieDrawn(msgspec.Struct, frozen=True, tag="tie-drawn"):
    """Players who tied drew tiles for the place; the best draw first."""

    order: tuple[str, ...]


class Finished(msgspec.Struct, frozen=True, tag="finished"):
    """The table calls the game over; it is locked."""


class Reopened(msgspec.Struct, frozen=True, tag="reopened"):
    """A finished game was opened again."""


class Undone(msgspec.Struct, frozen=True, tag="undone"):
    """The last change that stands was taken back."""


class Redone(msgspec.Struct, frozen=True, tag="redone"):
    """The last change taken back was made again."""


Change: TypeAlias = (
    Started
    | RoundScored
    | RoundCleared
    | CallMade
    | PenaltyServed
    | RulingKept
    | RulesChanged
    | TieDrawn
    | Finished
    | Reopened
)
What: TypeAlias = Change | Undone | Redone


class Event(msgspec.Struct, frozen=True):
    """Something that happened: numbered from 1, with the time and, where known, who entered it."""

    number: int
    at: datetime
    by: str | None
    what: What


class GameLog(msgspec.Struct, frozen=True):
    """Everything that happened, and the game that follows from it.

    `standing` are the changes in force and `taken_back` those that redo would make again, last first.
    """

    events: tuple[Event, ...]
    standing: tuple[Change, ...]
    taken_back: tuple[Change, ...]
    game: Game

    def after(self, what: What, at: datetime, by: str | None = None) -> "GameLog":
        """Return the log with one more event. Raises ScorekeeperError if it cannot be."""
        events = (*self.events, Event(len(self.events) + 1, at, by, what))
        if isinstance(what, Undone):
            return self._undo(events)
        if isinstance(what, Redone):
            return self._redo(events)
        return GameLog(events, (*self.standing, what), (), apply(what, self.game))

    def _undo(self, events: tuple[Event, ...]) -> "GameLog":
        if len(self.standing) < 2:
            raise Impossible(_("There is nothing to undo."))
        standing, last = self.standing[:-1], self.standing[-1]
        return GameLog(events, standing, (*self.taken_back, last), _played(standing))

    def _redo(self, events: tuple[Event, ...]) -> "GameLog":
        if not self.taken_back:
            raise Impossible(_("There is nothing to redo."))
        again = self.taken_back[-1]
        return GameLog(events, (*self.standing, again), self.taken_back[:-1], apply(again, self.game))


def begin(started: Started, at: datetime, by: str | None = None) -> GameLog:
    """Return the log of a game that begins. Raises ScorekeeperError if it cannot be played."""
    return GameLog((Event(1, at, by, started),), (started,), (), start(started))


def replay(events: Iterable[Event]) -> GameLog:
    """Return the log that these events make, in their order.

    Raises Impossible if they do not begin with a start or contradict each other.
    """
    log: GameLog | None = None
    for event in events:
        if log is not None:
            log = log.after(event.what, event.at, event.by)
        elif isinstance(event.what, Started):
            log = begin(event.what, event.at, event.by)
        else:
            break
    if log is None:
        raise Impossible(_("This game has no beginning, so it cannot be read."))
    return log


def game_at_start(log: GameLog) -> Game:
    """Return the game as it was before anything was entered."""
    return _played(log.standing[:1])


def _played(changes: Iterable[Change]) -> Game:
    first, *others = changes
    assert isinstance(first, Started)
    game = start(first)
    for change in others:
        game = apply(change, game)
    return game


def start(started: Started) -> Game:
    """Return the game at its start. Raises ScorekeeperError if it cannot be played."""
    players = clean_players(started.players)
    if started.set_size not in SET_SIZES:
        raise Impossible(
            _("There is no set {size}; sets are {sizes}.").format(
                size=started.set_size, sizes=", ".join(map(str, SET_SIZES))
            )
        )
    deal(started.rules, started.set_size, len(players))
    check_earlier(started.earlier)
    game = Game(
        title=clean_title(started.title),
        date=started.date,
        set_size=started.set_size,
        players=players,
        book=started.book,
        rules=started.rules,
        earlier=started.earlier,
        house=started.house,
    )
    first = started.first_starter
    return replace(game, first_starter=game.player(first)) if first is not None else game


def apply(what: Change, game: Game) -> Game:
    """Return the game after a change. Raises ScorekeeperError if it cannot be."""
    if game.finished and not isinstance(what, Reopened):
        raise Impossible(_("This game is finished; reopen it to change it."))
    match what:
        case RoundScored():
            return _score_round(what, game)
        case RoundCleared():
            return _clear_round(what, game)
        case CallMade() | PenaltyServed() | RulingKept():
            return _note(what, game)
        case RulesChanged():
            return _change_rules(what, game)
        case TieDrawn():
            return replace(game, tie_draw=_tie_order(what, game))
        case Finished():
            return replace(game, finished=True)
        case Reopened():
            return replace(game, finished=False)
    raise Impossible(_("A game that goes on cannot start again."))


def _change_rules(what: RulesChanged, game: Game) -> Game:
    clean_note(what.reason or "")
    changes = read_changes(what.changes)
    changed = replace(
        game,
        rules=with_changes(game.rules, changes),
        earlier=amended(game.earlier, game.rules, changes, len(game.rounds), what.count_again),
        house={**game.house, **changes},
    )
    if (changed.rules, changed.earlier) == (game.rules, game.earlier):
        raise Impossible(_("These rules are in force already."))
    deal(changed.rules, game.set_size, len(game.players))
    for played in game.rounds:
        check_round(changed, played)
    return changed


def _tie_order(what: TieDrawn, game: Game) -> tuple[str, ...]:
    order = tuple(game.player(name) for name in what.order)
    if len(set(order)) < len(order):
        raise Impossible(_("A player draws one tile for the place, not two."))
    return order


def _score_round(what: RoundScored, game: Game) -> Game:
    clean_note(what.reason or "")
    played = game.round(what.round)
    ending = played.ending if what.ending is UNSET else what.ending
    entered = {game.player(name): entry for name, entry in what.entries.items()}
    entries = dict(played.entries) | entered
    if isinstance(ending, Out):
        ending = Out(game.player(ending.player))
        if entered.get(ending.player) is not None:
            raise Impossible(
                _("{name} went out, so nothing can be left in that hand.").format(name=ending.player)
            )
        entries.pop(ending.player, None)
    changed = replace(
        played,
        ending=ending,
        entries={name: entries[name] for name in game.players if entries.get(name) is not None},
        started_with=played.started_with if what.started_with is UNSET else what.started_with,
        note=played.note if what.note is UNSET else clean_note(what.note),
    )
    check_round(game, changed)
    return with_round(game, changed)


def _clear_round(what: RoundCleared, game: Game) -> Game:
    clean_note(what.reason or "")
    played = game.round(what.round)
    return with_round(game, Round(played.number, played.double, calls=played.calls, rulings=played.rulings))


def _note(what: CallMade | PenaltyServed | RulingKept, game: Game) -> Game:
    match what:
        case CallMade(number, call):
            return note_call(game, number, call)
        case PenaltyServed(number, place):
            return serve_penalty(game, number, place)
        case RulingKept(number, ruling):
            return keep_ruling(game, number, ruling)
