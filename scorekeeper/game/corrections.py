"""Which entries were corrected: changed after their round had been complete.

A slip that is fixed while the round is still being entered is not a correction.
"""

from collections.abc import Iterator

from scorekeeper.game.events import PlayerRenamed, RoundCleared, RoundScored
from scorekeeper.game.game import Game
from scorekeeper.game.log import GameLog
from scorekeeper.game.roster import with_names
from scorekeeper.game.round import EntryCell, Round


def corrected_cells(log: GameLog) -> frozenset[EntryCell]:
    """Return every entry that is not what it was when its round was first complete."""
    first: dict[int, Round] = {}
    for step in log.standing:
        what = step.what
        if isinstance(what, PlayerRenamed):
            names = dict(zip(step.before.players, step.after.players, strict=True))
            first = {number: with_names(played, names) for number, played in first.items()}
        elif isinstance(what, RoundScored) and what.round not in first:
            played = step.after.round(what.round)
            if not step.after.lacks(played):
                first[what.round] = played
    return frozenset(cell for played in first.values() for cell in _changed(log.game, played))


def correcting_changes(log: GameLog) -> tuple[bool, ...]:
    """Say of every change in force whether it corrected something: an entry of a round that was complete."""
    return tuple(
        isinstance(step.what, RoundScored | RoundCleared)
        and _corrects(step.before, step.after, step.what.round)
        for step in log.standing
    )


def _corrects(before: Game, after: Game, number: int) -> bool:
    then = before.round(number)
    return not before.lacks(then) and any(True for _cell in _changed(after, then))


def _changed(game: Game, first: Round) -> Iterator[EntryCell]:
    now = game.round(first.number)
    for name in game.players:
        if (first.entries.get(name), first.out == name) != (now.entries.get(name), now.out == name):
            yield EntryCell(now.number, name)
