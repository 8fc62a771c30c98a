"""Which numbers take a tile of a player now: the ends of the trains that `access` leaves to the player."""

from collections.abc import Iterable, Sequence, Set

import msgspec

from scorekeeper.engine.actions import NONE
from scorekeeper.engine.base_state import BaseState
from scorekeeper.engine.trains.lines import Trains


class Open(msgspec.Struct, frozen=True, gc=False):
    """What a seat may use now."""

    ends: Sequence[tuple[int, int]]
    """Each train with each number that is known to be at its end, as in a `Way`."""
    numbers: Set[int]
    """Every number that takes a tile there, each that could where nobody told."""


def opened(state: BaseState, trains: Trains, found: Iterable[tuple[int, int]]) -> Open:
    """Return the ends and the numbers that take a tile in these ways."""
    tips_of, begun = trains.tips, len(trains.tips)
    ends: list[tuple[int, int]] = []
    numbers: set[int] = set()
    for way in found:
        train, number = way
        if number != NONE:
            ends.append(way)
            numbers.add(number)
            continue
        tips = tips_of[train] if train < begun else ()
        if tips is None:
            numbers.update(range(state.table.set_size + 1))
        elif len(tips) == 1:
            ends.append((train, tips[0].number))
            numbers.add(tips[0].number)
        else:
            shown = dict.fromkeys([tip.number for tip in tips] or (state.table.double,))
            ends += [(train, number) for number in shown]
            numbers.update(shown)
    return Open(ends, numbers)
