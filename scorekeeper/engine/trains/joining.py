"""To which end of which train a tile is joined, where the player names a train, a number, a tile or nothing."""

from collections.abc import Sequence

from scorekeeper.engine.actions import NONE, START, Place
from scorekeeper.engine.base_state import BaseState
from scorekeeper.engine.explorer import Run, surely
from scorekeeper.engine.reasons import Refusal
from scorekeeper.engine.trains.access import (
    Way,
    barred,
    unsure_trains,
    usable_trains,
    verify_double,
    ways,
)
from scorekeeper.engine.trains.lines import Trains, train_word
from scorekeeper.errors import Malformed
from scorekeeper.text import _
from scorekeeper.tiles import Tile


def find_way(state: BaseState, trains: Trains, seat: int, tile: Tile, on: Place) -> Way:
    """Return the train and the end to which the tile is joined.

    Raises Refusal where it must not lie there, Malformed where several trains could be meant.
    """
    if on is None:
        return _only_way(state, trains, seat, tile)
    if isinstance(on, int):
        return _on_number(state, trains, seat, tile, on)
    if isinstance(on, Tile):
        return _on_tile(state, trains, seat, tile, on)
    train = trains.number(on)
    for way in possible_ways(state, trains, seat, tile):
        if way.train == train:
            return way
    number = trains.end_for(train, tile)
    if refusal := barred(state, trains, seat, tile, Way(train, number)):
        raise refusal
    if number == NONE:
        shown = (trains.ends(train) or (NONE,))[0]
        raise Refusal("conduct.misplay", "no-match", tile=tile, number=shown)
    return Way(train, number)


def possible_ways(state: BaseState, trains: Trains, seat: int, tile: Tile) -> list[Way]:
    """Return each way in which the tile fits, the train and the number."""
    return [way for way in ways(state, trains, seat) if way.number in tile]


def allowed_ways(state: BaseState, trains: Trains, seat: int, tile: Tile, certain: bool) -> list[Way]:
    """Return those of the ways in which the rules on doubles allow the tile, or may allow it."""
    possible = possible_ways(state, trains, seat, tile)
    if not tile.is_double or len(possible) < 2:
        return possible

    def verify_on(state: BaseState, way: Way) -> None:
        verify_double(state, trains, seat, tile, way.train)

    return [way for way in possible if surely(verify_on, state, way, None if certain else Run())]


def name_end(trains: Trains, way: Way, possible: Sequence[Way]) -> Place:
    """Return the train, or the tile or number at its end where it has several that fit."""
    if sum(other.train == way.train for other in possible) == 1:
        return trains.place_of(way.train)
    tip = next(tip for tip in trains.tips(way.train) or () if tip.number == way.number)
    return tip.tile or way.number


def _only_way(state: BaseState, trains: Trains, seat: int, tile: Tile) -> Way:
    possible = allowed_ways(state, trains, seat, tile, certain=False)
    possible = possible or possible_ways(state, trains, seat, tile)[:1]
    if len(possible) == 1:
        return possible[0]
    if possible:
        raise Malformed(
            _(
                "{tile} fits on more than one train; add which one, such as {tile} on {train}.",
                tile=tile,
                train=train_word(possible[0].train, state.setup.players, seat),
            )
        )
    numbers = trains.wanted(state, seat)
    nowhere = Refusal("conduct.misplay", "fits-nowhere", tile=tile, numbers=numbers)
    return _unsure_way(state, trains, seat, tile, tile, nowhere)


def _unsure_way(
    state: BaseState, trains: Trains, seat: int, tile: Tile, numbers: Sequence[int], nowhere: Refusal
) -> Way:
    """Return a way for the tile, which has no sure one, to one of these of its numbers.

    Raises Refusal with what bars a train that shows such a number, `nowhere` where none does.
    """
    untold = [train for train in usable_trains(state, trains, seat) if trains.ends(train) is None]
    for train in (*untold, *unsure_trains(state, trains, seat)):
        ends = trains.ends(train)
        if fits := numbers if ends is None else [end for end in ends if end in numbers]:
            return Way(train, fits[0])
    for train in range(len(trains.begun)):
        for end in trains.ends(train) or ():
            if end in numbers and (refusal := barred(state, trains, seat, tile, Way(train, end))):
                raise refusal
    raise nowhere


def _on_number(state: BaseState, trains: Trains, seat: int, tile: Tile, number: int) -> Way:
    possible = [way for way in possible_ways(state, trains, seat, tile) if way.number == number]
    if len(possible) == 1:
        return possible[0]
    if possible:
        return _only_way(state, trains, seat, tile)
    if number not in tile:
        raise Refusal("conduct.misplay", "no-match", tile=tile, number=number)
    nowhere = Refusal("conduct.misplay", "no-train", number=number)
    return _unsure_way(state, trains, seat, tile, (number,), nowhere)


def _on_tile(state: BaseState, trains: Trains, seat: int, tile: Tile, on: Tile) -> Way:
    if on in (START, (trains.double, trains.double)):
        return _on_number(state, trains, seat, tile, trains.double)
    for train in range(len(trains.begun)):
        for tip in trains.tips(train) or ():
            if tip.tile == on:
                way = Way(train, tip.number)
                if refusal := barred(state, trains, seat, tile, way):
                    raise refusal
                if tip.number not in tile:
                    raise Refusal("conduct.misplay", "no-match", tile=tile, number=tip.number)
                return way
    if trains.lies(on):
        raise Refusal("conduct.misplay", "taken", tile=tile, place=on)
    raise Refusal("conduct.misplay", "no-such-place", tile=tile, place=on)
