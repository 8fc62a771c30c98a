"""Whether two changes touch the same thing, or could have come in either order.

Two people at one game enter different rounds, or different hands of one: neither has to look again. For
everything else the slower one is asked to.
"""

from collections.abc import Iterable

from msgspec import UNSET

from scorekeeper.game import CallMade, Event, EventKind, Out, RoundScored

Touched = frozenset[tuple[int, str]]
"""Rounds with a player, or with nothing where the round itself is meant."""


def independent(what: EventKind, came: Iterable[Event]) -> bool:
    """Return whether a change touches nothing that these events touched."""
    return all(_apart(what, event.what) for event in came)


def _apart(one: EventKind, other: EventKind) -> bool:
    if isinstance(one, CallMade) or isinstance(other, CallMade):
        return isinstance(one, CallMade | RoundScored) and isinstance(other, CallMade | RoundScored)
    if not isinstance(one, RoundScored) or not isinstance(other, RoundScored):
        return False
    if one.started_with is not UNSET or other.started_with is not UNSET:
        return False
    return not _touched(one) & _touched(other)


def _touched(what: RoundScored) -> Touched:
    players = {name.casefold() for name in what.entries}
    if isinstance(what.ending, Out):
        players.add(what.ending.player.casefold())
    if what.ending is not UNSET or what.note is not UNSET or what.overruled:
        players.add("")
    return frozenset((what.round, player) for player in players)
