"""Which numbers take a tile of a player now: the ends of the trains that `access` leaves to the player."""

from collections.abc import Iterable, Sequence, Set

import msgspec

from scorekeeper.engine.actions import NONE
from scorekeeper.engine.base_state import BaseState
from scorekeeper.engine.trains.access import bound_ways, free_trains
from scorekeeper.engine.trains.lines import Trains


class Open(msgspec.Struct, frozen=True, gc=False):
    """What a seat may use now."""

    ends: Sequence[tuple[int, int]]
    """Each train with each number that is known to be at its end, as in a `Way`."""
    numbers: Set[int]
    """Every number that takes a tile there, each that could where nobody told."""


def reached(state: BaseState, trains: Trains, seat: int) -> Open:
    """Return what a seat may use."""
    bound = bound_ways(state, trains, seat)
    if bound is not None:
        return opened(state, trains, bound)
    shown = trains.shown
    ends: list[tuple[int, int]] = []
    numbers: set[int] = set()
    for train in free_trains(state, trains, seat):
        number = shown[train]
        ends.append((train, number))
        numbers.add(number)
    if NONE in numbers:
        return opened(state, trains, [(train, NONE) for train, _number in ends])
    return Open(ends, numbers)


def opened(state: BaseState, trains: Trains, found: Iterable[tuple[int, int]]) -> Open:
    """Return the ends and the numbers that take a tile in these ways."""
    ends: list[tuple[int, int]] = []
    numbers: set[int] = set()
    for way in found:
        train, number = way
        if number != NONE:
            ends.append(way)
            numbers.add(number)
        elif (told := trains.ends(train)) is None:
            numbers.update(range(state.table.set_size + 1))
        else:
            ends += [(train, number) for number in dict.fromkeys(told)]
            numbers.update(told)
    return Open(ends, numbers)
