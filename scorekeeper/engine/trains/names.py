"""How a train is named: by its number, as a place in an action, in a record and in a sentence.

The number is what everything else here goes by: each player's seat, then the public trains in order.
"""

from collections.abc import Mapping, Sequence
from functools import cache

from scorekeeper.engine.actions import NONE, PUBLIC, Action, Train
from scorekeeper.engine.bits import TILES
from scorekeeper.engine.reasons import TrainFact


@cache
def train_of_number(number: int, seats: int) -> Train:
    """Return a train as actions name it."""
    return Train(number) if number < seats else Train(PUBLIC, number - seats + 1)


class _Lays(dict[int, Action]):
    """How a seat lays the tile of each bit, by its place, on a train."""

    def __init__(self, seat: int, train: Train) -> None:
        self.seat, self.train = seat, train

    def __missing__(self, place: int) -> Action:
        self[place] = Action(self.seat, "lay", TILES[place], self.train)
        return self[place]


@cache
def lays_on(seat: int, train: int, seats: int) -> Mapping[int, Action]:
    """Return how a seat lays tiles on a train: an action for each tile, by the place of its bit."""
    return _Lays(seat, train_of_number(train, seats))


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
