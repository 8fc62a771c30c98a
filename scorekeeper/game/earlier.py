"""What stood in the cells of the score table before they were changed."""

from collections.abc import Iterator, Mapping

from scorekeeper.game.events import PlayerRenamed, RoundScored
from scorekeeper.game.log import GameLog
from scorekeeper.game.notation import show_entry
from scorekeeper.game.round import EntryCell, Round, SitsOut
from scorekeeper.text import N_, _

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
            for name, old in _replaced(then, now):
                value = N_("{old} ({reason})") if what.reason else "{old}"
                cell = EntryCell(what.round, name)
                stood[cell] = (*stood.get(cell, ()), _(value, old=old, reason=what.reason))
    return stood


def _replaced(then: Round, now: Round) -> Iterator[tuple[str, str]]:
    """Yield the players of whom something else was entered before, and what it was."""
    for name, entry in then.entries.items():
        if now.entries.get(name) != entry and (old := show_entry(entry)) != _hand(now, name):
            yield name, old
    if then.out is not None and then.out != now.out:
        yield then.out, _("went out")


def _hand(played: Round, name: str) -> str:
    if name == played.out:
        return _("went out")
    entry = played.entries.get(name)
    if isinstance(entry, SitsOut):
        return _("sat out")
    return "" if entry is None else show_entry(entry)
