"""What holds on every round that can be reached, whatever the rules: checked by tests and `million.py`."""

from collections.abc import Iterable
from itertools import chain

from scorekeeper.engine.bits import tiles_of
from scorekeeper.engine.feet import feet_of
from scorekeeper.engine.notation import parse_action
from scorekeeper.engine.play import do
from scorekeeper.engine.state import State, begin_round
from scorekeeper.tiles import Tile, full_set
from tests.random_player import show_record


def broken(state: State, yard: Iterable[Tile]) -> list[str]:
    """Return the laws that a round breaks; `yard` are the tiles that really lie in it."""
    laws = {
        "every tile is in one place": _in_one_place(state, list(yard)),
        "the numbers are those of the open ends": _same_numbers(state),
        "suits: an odd number of plain tiles shows an end": _suits(state),
        "pips: the table is as odd as its open ends": _pips(state),
        "under the strict lock at most one foot is open": _one_foot(state),
        "where everything is told, what fits is sure to": _sure(state),
    }
    return [law for law, holds in laws.items() if not holds]


def laid_tiles(state: State) -> list[Tile]:
    """Return the tiles that are known to lie on the table."""
    return tiles_of(state.table.lying)


def _in_one_place(state: State, yard: list[Tile]) -> bool:
    hands = chain.from_iterable(hand.known for hand in state.hands)
    places = [*laid_tiles(state), *hands, *yard]
    return sorted(places) == sorted(full_set(state.setup.set_size)) and state.table.yard == len(yard)


def _same_numbers(state: State) -> bool:
    table = feet_of(state)
    open_ends = table.open_ends
    if open_ends is None:
        return not state.started
    for number, places in enumerate(open_ends.offered):
        toes = table.left if number == table.bound else 0
        if table.ends[number] + toes != len(places) - len(open_ends.unnamed[number]):
            return False
    return True


def _unfinished(state: State) -> set[int]:
    open_ends = feet_of(state).open_ends
    offered = () if open_ends is None else open_ends.offered
    return {number for number, places in enumerate(offered) if Tile(number, number) in places}


def _suits(state: State) -> bool:
    """Catalogue D11."""
    table = feet_of(state)
    open_ends = table.open_ends
    if open_ends is None:
        return not state.started
    for number in set(range(table.set_size + 1)) - _unfinished(state):
        ends = sum(place.high != place.low for place in open_ends.offered[number])
        toes = table.start_toes if number == table.double else 0
        if (ends - table.laid_of(number) + toes) % 2:
            return False
    return True


def _pips(state: State) -> bool:
    """Catalogue D10, for layouts on which every foot is complete."""
    table = feet_of(state)
    open_ends = table.open_ends
    if open_ends is None:
        return not state.started
    if not state.started or _unfinished(state):
        return True
    pips = sum(tile.pips for tile in open_ends.shows)
    feet = sum(tile.is_double for tile in open_ends.shows) - 1
    fewer = feet * (3 - table.foot_toes) if table.foot_toes != 3 else 0
    ends = sum(
        number * sum(place.high != place.low for place in places)
        for number, places in enumerate(open_ends.offered)
    )
    return (pips - ends - table.start_toes * table.double) % 2 == 0 or fewer > 0


def _one_foot(state: State) -> bool:
    closed = state.rules.foot.uncloseable == "closed"
    return not state.strict or closed or len(_unfinished(state)) <= 1


def replays(state: State) -> bool:
    """Whether the printed record, played again, leads to the same table and hands."""
    again = begin_round(state.setup)
    for line in show_record(state.setup, state.history):
        do(again, parse_action(line, state.setup.players, state.setup.set_size))
    tables = [
        (repr(one), [vars(hand) for hand in one.hands], one.outcome, one.table.lying)
        for one in (again, state)
    ]
    return tables[0] == tables[1]


def _sure(state: State) -> bool:
    table = state.table
    return not table.all_told or table.surely_fitting(state, state.turn) == state.fitting(state.turn)
