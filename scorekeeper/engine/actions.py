"""What a player does at the table: lays a tile, draws, passes, calls, challenges.

Plain values. `play` decides whether an action may be done; `notation` writes it.
"""

from collections.abc import Sequence
from functools import cache
from typing import Literal, TypeAlias

import msgspec

from scorekeeper.engine.bits import BIT, TILES
from scorekeeper.tiles import Tile, full_set

ActionKind = Literal["lay", "draw", "pass", "little", "challenge", "marks", "unmarks"]

IN_TURN: tuple[ActionKind, ...] = ("lay", "draw", "pass")
"""Actions that belong to a turn; calls and challenges come at any time."""

MARKING: tuple[ActionKind, ...] = ("marks", "unmarks")
"""What is said of a marker, which changes nothing."""

NONE = -1
"""Stands where no number is meant: no double laid, no foot open, nobody's seat."""

START = Tile(-1, -1)
"""Stands for the starting double where a place is named, whichever double that is."""

PUBLIC = -1
"""Stands for the owner of a train that belongs to nobody."""


class Train(msgspec.Struct, frozen=True, gc=False):
    """A train as a place to lay tiles on: the one of a seat, or one of the public ones, counted from 1."""

    owner: int = PUBLIC
    number: int = 1

    def __str__(self) -> str:
        return f"public {self.number}" if self.owner == PUBLIC else f"train {self.owner}"


@cache
def train_of_number(number: int, seats: int) -> Train:
    """Return a train as actions name it."""
    return Train(number) if number < seats else Train(PUBLIC, number - seats + 1)


def number_of_train(train: Train, seats: int) -> int:
    """Return the number of a train that an action names, begun or not."""
    return train.owner if train.owner != PUBLIC else seats + train.number - 1


def train_word(number: int, players: Sequence[str], seat: int = NONE) -> str:
    """Return how a record names a train in an action of the seat; in nobody's action every owner by name."""
    train = train_of_number(number, len(players))
    if train.owner == PUBLIC:
        return "public" if train.number == 1 else f"public {train.number}"
    return "own" if train.owner == seat else players[train.owner]


LayingPlace: TypeAlias = Tile | Train | int | None
"""A tile on the table (or START), a train, or a number that an open end shows; None where it is not named."""


class Action(msgspec.Struct, frozen=True, gc=False):
    """One thing done by the player in a seat, counted from 0."""

    seat: int
    kind: ActionKind
    tile: Tile | None = None
    """The tile that is laid, or that a draw showed."""
    on: LayingPlace = None
    other: int | None = None
    """The seat of the player who is challenged."""
    bit: int = 0
    """The tile as a bit, 0 without one; follows from the tile."""

    def __post_init__(self) -> None:
        if self.tile is not None:
            msgspec.structs.force_setattr(self, "bit", BIT.get(self.tile, 0))

    def __str__(self) -> str:
        """Write the action by seats, as `State.parse` reads it.

        >>> str(lay_tile(0, Tile(9, 4), Tile(9, 9))), str(challenge(2, 0)), str(lay_tile(1, Tile(6, 1), Train(0)))
        ('0 9-4 on 9-9', '2 challenges 0', '1 6-1 on train 0')
        """
        if self.kind == "challenge":
            return f"{self.seat} challenges {self.other}"
        if self.kind != "lay":
            return f"{self.seat} {self.kind}" + (f" {self.tile}" if self.tile else "")
        place = "start" if self.on == START else self.on
        return f"{self.seat} {self.tile}" + ("" if place is None else f" on {place}")


Ways: TypeAlias = tuple[int, int, int, Action, Action]
"""A tile, its higher number and its lower one where that is another, as bits, and how a seat lays it on either."""


@cache
def lays_on_numbers(seats: int, highest: int) -> tuple[tuple[Ways, ...], ...]:
    """Return for each seat how it lays each tile on open ends, by the length of the tile's bit."""
    tiles = TILES[: len(full_set(highest))]
    ways = ([_ways(seat, tile) for tile in tiles] for seat in range(seats))
    return tuple((own[0], *own) for own in ways)  # no bit has length 0


def _ways(seat: int, tile: Tile) -> Ways:
    high, low = (Action(seat, "lay", tile, number) for number in tile)
    return BIT[tile], 1 << tile.high, 0 if tile.is_double else 1 << tile.low, high, low


def lay_tile(seat: int, tile: Tile, on: LayingPlace = None) -> Action:
    """Lay a tile on a place."""
    return Action(seat, "lay", tile, on)


@cache
def draw_tile(seat: int, tile: Tile | None = None) -> Action:
    """Draw a tile; if none is named, one that nobody else saw."""
    return Action(seat, "draw", tile)


@cache
def pass_turn(seat: int) -> Action:
    """Pass: end the turn."""
    return Action(seat, "pass")


def little(seat: int) -> Action:
    """Call Chickenlittle."""
    return Action(seat, "little")


def challenge(seat: int, other: int) -> Action:
    """Say that another player forgot to call."""
    return Action(seat, "challenge", other=other)
