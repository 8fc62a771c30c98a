"""The events of a game in their order, and the game that follows from them.

The list of events is the only thing that is stored; nothing in it is ever changed or removed. Undo and
redo are events too. What each kind of event does is decided in `apply`.

People who know nothing of each other may make changes at the same time, in either order, unless two of these concern
each other: whoever makes one of two such changes must have seen the other.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import datetime
from typing import TypeVar

import msgspec
from msgspec import UNSET
from msgspec.structs import replace

from scorekeeper.errors import Impossible, ScorekeeperError
from scorekeeper.game.apply import apply_event, start_game
from scorekeeper.game.events import (
    CallMade,
    Change,
    ColourChosen,
    DayChanged,
    EventKind,
    Finished,
    PlayerJoined,
    PlayerLeft,
    PlayerRenamed,
    Redone,
    Reopened,
    RoundCleared,
    RoundScored,
    RulesChanged,
    RulingKept,
    SeatsChanged,
    Started,
    TieDrawn,
    TotalsHidden,
    Undone,
)
from scorekeeper.game.game import Game
from scorekeeper.game.names import clean_by, name_key
from scorekeeper.game.notation import show_entry
from scorekeeper.game.roster import first_round, newcomer_points, with_names
from scorekeeper.game.round import EntryCell, Out, Pips, Round, SitsOut
from scorekeeper.text import N_, _

Moved = TypeVar("Moved")


class Event(msgspec.Struct, frozen=True):
    """Something that happened: numbered from 1, with the time and, where known, who entered it."""

    number: int
    at: datetime
    by: str | None
    what: EventKind


class Step(msgspec.Struct, frozen=True):
    """A change with the number of its event, and the game before and after it; at the start they are the same."""

    number: int
    what: Change
    before: Game
    after: Game


class GameLog(msgspec.Struct, frozen=True):
    """Everything that happened, and the game that follows from it.

    `steps` has for each event the change that it made, undid or redid. `standing` are the changes in force, and
    `undone` those that redo would make again, last first.
    """

    events: tuple[Event, ...]
    steps: tuple[Step, ...]
    standing: tuple[Step, ...]
    undone: tuple[Step, ...]

    @property
    def game(self) -> Game:
        """The state of the game."""
        return self.standing[-1].after

    @property
    def last_change(self) -> Step | None:
        """What undo would undo; None if there is nothing."""
        return self.standing[-1] if len(self.standing) > 1 else None

    def after(
        self, what: EventKind, at: datetime, by: str | None = None, game: Game | None = None
    ) -> "GameLog":
        """Return the log with one more event, after which the game is `game`, if that is known.

        Raises ScorekeeperError if it cannot be, or `by` cannot be shown.
        """
        event = Event(len(self.events) + 1, at, clean_by(by), what)
        standing, undone = [*self.standing], [*self.undone]
        step = _follow(event, standing, undone, game)
        return GameLog((*self.events, event), (*self.steps, step), tuple(standing), tuple(undone))


def begin_game(started: Started, at: datetime, by: str | None = None) -> GameLog:
    """Return the log of a game that begins. Raises ScorekeeperError if it cannot be played."""
    return replay_events([Event(1, at, clean_by(by), started)])


def replay_events(events: Iterable[Event]) -> GameLog:
    """Return the log that these events make, in their order.

    Raises Impossible if one is missing, or if they do not begin with a start or contradict each other.
    """
    events = tuple(events)
    check_numbers(event.number for event in events)
    started = events[0].what if events else None
    if not isinstance(started, Started):
        raise Impossible(_("The first change of this game is missing, so it cannot be read."))
    game = start_game(started)
    standing, undone = [Step(1, started, game, game)], list[Step]()
    steps = (standing[0], *[_follow(event, standing, undone) for event in events[1:]])
    return GameLog(events, steps, tuple(standing), tuple(undone))


def check_numbers(numbers: Iterable[int]) -> None:
    """Raise Impossible unless the numbers of events count from 1."""
    for due, number in enumerate(numbers, start=1):
        if number != due:
            raise Impossible(_("change {number} is missing", number=due))


def _follow(event: Event, standing: list[Step], undone: list[Step], after: Game | None = None) -> Step:
    """Move on by one event, and return the change that it makes, undoes or redoes."""
    what = event.what
    if isinstance(what, Undone | Redone):
        return undo_or_redo(what, standing, undone)
    before = standing[-1].after
    standing.append(Step(event.number, what, before, apply_event(what, before) if after is None else after))
    undone.clear()
    return standing[-1]


def undo_or_redo(what: Undone | Redone, standing: list[Moved], undone: list[Moved]) -> Moved:
    """Undo or redo a change, and return it. Raises Impossible if there is none."""
    if isinstance(what, Undone):
        if len(standing) < 2:
            raise Impossible(_("There is nothing to undo."))
        undone.append(standing.pop())
        return undone[-1]
    if not undone:
        raise Impossible(_("There is nothing to redo."))
    standing.append(undone.pop())
    return standing[-1]


def called_now(before: GameLog, after: GameLog) -> dict[str, str]:
    """Return the current names of the players of an earlier state; a player who is gone keeps the name.

    Follows renamings made meanwhile, and those undone meanwhile.
    """
    then, now = ([step.what for step in log.standing] for log in (before, after))
    both = list(zip(then, now, strict=False))
    shared = next((place for place, (one, other) in enumerate(both) if one != other), len(both))
    turned = [(what.name, what.player) for what in reversed(then[shared:]) if isinstance(what, PlayerRenamed)]
    made = [(what.player, what.name) for what in now[shared:] if isinstance(what, PlayerRenamed)]
    return {name: _followed(name, [*turned, *made], after.game) for name in before.game.players}


def _followed(name: str, steps: Sequence[tuple[str, str]], game: Game) -> str:
    """Return what these renamings made of a name, as the game spells it."""
    for old, new in steps:
        if name_key(name) == name_key(old):
            name = new
    return next((player for player in game.players if name_key(player) == name_key(name)), name)


def dealt_counts(log: GameLog) -> Mapping[int, int]:
    """Return to how many players a round was dealt that somebody left in the middle, by its number."""
    counts: dict[int, int] = {}
    for step in log.standing:
        if isinstance(step.what, PlayerLeft) and step.what.round is None:
            first = step.after.stay(step.after.player(step.what.player)).left
            for number in range(first or 1, step.before.last_under_way + 1):
                counts.setdefault(number, len(step.before.players_of(number)))
    return counts


def corrected_cells(log: GameLog) -> frozenset[EntryCell]:
    """Return every entry that is not what it was when its round was first complete.

    A slip that is fixed while the round is still being entered is not a correction.
    """
    first: dict[int, Round] = {}
    for step in log.standing:
        what = step.what
        if isinstance(what, PlayerRenamed):
            names = dict(zip(map(name_key, step.before.players), step.after.players, strict=True))
            first = {number: with_names(played, names) for number, played in first.items()}
        elif isinstance(what, RoundScored) and what.round not in first:
            played = step.after.round(what.round)
            if not step.after.missing_in(played):
                first[what.round] = played
    return frozenset(cell for played in first.values() for cell in _changed(log.game, played))


def _changed(game: Game, first: Round) -> Iterator[EntryCell]:
    """Yield the entries of a round that are others than at first; to say who had 0-0 changes none."""
    now = game.round(first.number)
    for name in game.players:
        then, entry = first.entries.get(name), now.entries.get(name)
        only_double_blank = isinstance(then, Pips) and entry == replace(then, double_blank=True)
        if (then, first.out == name) != (entry, now.out == name) and not only_double_blank:
            yield EntryCell(now.number, name)


Before = Mapping[EntryCell, tuple[str, ...]]
"""What stood in a cell before, first to last, each with the reason for which it was changed."""


def values_before(log: GameLog) -> Before:
    """Return what stood in every cell that was changed after it had been entered."""
    stood: dict[EntryCell, tuple[str, ...]] = {}
    for step in log.standing:
        what = step.what
        if isinstance(what, PlayerRenamed):
            names = dict(zip(step.before.players, step.after.players, strict=True))
            stood = {EntryCell(number, names[name]): values for (number, name), values in stood.items()}
        elif isinstance(what, RoundScored):
            then, now = step.before.round(what.round), step.after.round(what.round)
            replaced = [
                (name, show_entry(entry))
                for name, entry in then.entries.items()
                if now.entries.get(name) != entry
            ]
            if then.out is not None and then.out != now.out:
                replaced.append((then.out, _("went out")))
            for name, old in replaced:
                value = N_("{old} ({reason})") if what.reason else "{old}"
                cell = EntryCell(what.round, name)
                stood[cell] = (*stood.get(cell, ()), _(value, old=old, reason=what.reason))
    return stood


_OF_A_ROUND = (("ending", "out_on_double"), ("started_with",), ("began",), ("note",), ("marked",))
"""What an entry may say of a whole round; fields that say the same thing are together."""


def caught_up(what: EventKind, came: Iterable[tuple[Event, Step]]) -> EventKind | None:
    """Return a change as it is to be made after others that came first: with the new names of players.

    None if it concerns one of them.
    """
    for event, step in came:
        first = event.what
        if what == first or _concerns(what, first, step) or _concerns(first, what, step):
            return None
        if isinstance(first, PlayerRenamed):
            what = with_names(what, {name_key(first.player): first.name})
    return what


def _concerns(what: EventKind, other: EventKind, step: Step) -> bool:
    """Whether a change concerns another; `step` has the game before and after the one that came first."""
    match what, other:
        case Undone() | Redone() | Finished() | Reopened(), _:
            return True
        case PlayerJoined(), _ if _begins_otherwise(what, step):
            return True
        case RoundScored(), RoundScored():
            out = {name_key(name) for name, entry in other.entries.items() if isinstance(entry, SitsOut)}
            same = _told_of_all(what) & _told_of_all(other) or _players(what) & _players(other)
            return what.round == other.round and bool(same or _starter(what) & out)
        case RoundScored() | RoundCleared(), RoundCleared():
            return what.round == other.round
        case RoundScored() | RoundCleared() | CallMade() | RulingKept(), RulesChanged():
            return _changes_rules(other, what.round, step)
        case RoundScored(), PlayerLeft() | SeatsChanged():
            who = _players(what) | _starter(what)
            return name_key(other.player) in who if isinstance(other, PlayerLeft) else what.began is not UNSET
        case PlayerJoined() | PlayerLeft(), PlayerJoined() | PlayerLeft():
            return name_key(what.player) == name_key(other.player)
        case PlayerRenamed(), PlayerRenamed():
            return name_key(what.player) == name_key(other.player)
        case SeatsChanged() | RoundCleared(), PlayerJoined() | PlayerLeft():
            return True
    alone = RulesChanged | SeatsChanged | TieDrawn | DayChanged | ColourChosen | TotalsHidden
    return isinstance(what, alone) and type(what) is type(other)


def _begins_otherwise(what: PlayerJoined, step: Step) -> bool:
    """Whether somebody who comes would begin with other points before a change than after it."""
    then, now = (
        newcomer_points(game, first_round(game, what), what.begins) for game in (step.before, step.after)
    )
    return then != now


def _told_of_all(what: RoundScored) -> set[tuple[str, ...]]:
    """Return what an entry says of the whole round."""
    return {names for names in _OF_A_ROUND if any(getattr(what, name) is not UNSET for name in names)}


def _players(what: RoundScored) -> set[str]:
    """Return whose hands an entry says, by the keys of their names; who went out has an empty one."""
    out = [what.ending.player] if isinstance(what.ending, Out) else []
    return {name_key(name) for name in (*what.entries, *out)}


def _starter(what: RoundScored) -> set[str]:
    """Return the key of who is said to have begun the round, if anybody is."""
    return {name_key(what.began)} if isinstance(what.began, str) else set()


def _changes_rules(what: RulesChanged, number: int, step: Step) -> bool:
    """Whether a change of the rules changes those of a round, or would if it had come first."""
    if isinstance(step.what, RulesChanged):
        return step.before.rules_of(number) != step.after.rules_of(number)
    with suppress(ScorekeeperError):  # rules that cannot be are refused when they are applied
        before, after = (apply_event(what, game).rules_of(number) for game in (step.before, step.after))
        return before != after
    return False
