"""How a train is named: by its number, as a place in an action, in a record and in a sentence.

The number is what everything else here goes by: each player's seat, then the public trains in order.
"""

from collections.abc import Mapping, Sequence
from functools import cache

from scorekeeper.engine.actions import NONE, PUBLIC, Action, Train
from scorekeeper.engine.bits import TILES
from scorekeeper.engine.reasons import TrainFact
from scorekeeper.tiles import full_set


@cache
def train_of_number(number: int, seats: int) -> Train:
    """Return a train as actions name it."""
    return Train(number) if number < seats else Train(PUBLIC, number - seats + 1)


class LaysOnTrains(dict[int, tuple[Action, ...]]):
    """How a seat lays the tile of each bit on a train, by the train's number."""

    def __init__(self, seat: int, seats: int, highest: int) -> None:
        self.seat, self.seats, self.tiles = seat, seats, TILES[: len(full_set(highest))]

    def __missing__(self, train: int) -> tuple[Action, ...]:
        on = train_of_number(train, self.seats)
        found = self[train] = tuple(Action(self.seat, "lay", tile, on) for tile in self.tiles)
        return found


@cache
def lays_on_trains(seats: int, highest: int) -> tuple[LaysOnTrains, ...]:
    """Return how each seat lays tiles on trains."""
    return tuple(LaysOnTrains(seat, seats, highest) for seat in range(seats))


def number_of_train(train: Train, seats: int) -> int:
    """Return the number of a train that an action names, begun or not."""
    return train.owner if train.owner != PUBLIC else seats + train.number - 1


def train_in_words(number: int, players: Sequence[str]) -> TrainFact:
    """Return a train as sentences name it."""
    train = train_of_number(number, len(players))
    return TrainFact("" if train.owner == PUBLIC else players[train.owner], train.number)


def train_word(number: int, players: Sequence[str], seat: int = NONE) -> str:
    """Return how a record names a train in an action of the seat; in nobody's action every owner by name."""
    train = train_of_number(number, len(players))
    if train.owner == PUBLIC:
        return "public" if train.number == 1 else f"public {train.number}"
    return "own" if train.owner == seat else players[train.owner]
