"""The trains on the table: their ends, markers and open doubles, and what the turn has brought so far.

Knows no rule: `access` decides which trains a player may use, `table` what a tile brings about. The class in `table`
stands above `access`, which it asks, and this one below. A train is known by its number: each player's seat, then the
public trains in order.
"""

from collections.abc import Iterable
from functools import cache
from typing import NamedTuple, Self

import msgspec

from scorekeeper.engine.actions import NONE, Action, Train, number_of_train, train_of_number
from scorekeeper.engine.base_state import Outcome, Table
from scorekeeper.engine.bits import BIT, DOUBLE_OF, TILE_OF, TILES
from scorekeeper.engine.setup import Setup
from scorekeeper.tiles import Tile, full_set


class LaysOnTrains(dict[int, tuple[Action, ...]]):
    """How a seat lays the tile of each bit on a train, by the train's number."""

    def __init__(self, seat: int, seats: int, highest: int) -> None:
        self.seat, self.seats, self.tiles = seat, seats, TILES[: len(full_set(highest))]

    def __missing__(self, train: int) -> tuple[Action, ...]:
        on = train_of_number(train, self.seats)
        lays = self[train] = tuple(Action(self.seat, "lay", tile, on) for tile in self.tiles)
        return lays


lays_on_trains = cache(LaysOnTrains)
"""Returns the same for the same seat, whatever the rules: the fewer there are, the closer they stay at hand."""


class Tip(NamedTuple):
    """An end of a train."""

    number: int
    """What it shows."""
    tile: Tile | None = None
    """The tile that shows it; None where only the number was told."""


class OpenDouble(msgspec.Struct, frozen=True, gc=False):
    """A double that still takes tiles, and is not dead."""

    train: int
    number: int
    left: int = 1
    """How many tiles it still takes."""


ON_BEGUN_TRAINS = "after-own-start", "after-all-started"
"""The values of `trains.public_start` that turn on which trains of seats have a tile."""

BEGUN, TURNED = 32, 16
"""Where in `signs` the bits begin of the trains that have a tile, and of the seats that finished a first turn."""


class Trains(Table):
    """All trains of one round. Python reads the attributes of an object faster while it has fewer than thirty."""

    def __init__(self, setup: Setup, seen: Iterable[Tile] | None = None) -> None:
        super().__init__(setup, seen)
        self.seats = seats = len(setup.players)
        self.heads = [NONE] * seats
        """For every train, and the public one that may be begun next, the number at its end, one of them where it has
        several: the engine's before its first tile, NONE where nobody told it."""
        self.begun: list[bool | None] = [False] * seats
        """Whether every train of a seat and every public one has a tile; None where nobody told how it stands."""
        self.several: dict[int, tuple[Tip, ...]] | None = {} if setup.rules.trains.branching else None
        """The ends of every train that has a tile, where doubles take more than one tile; None where they do not."""
        self.lines: list[list[int]] = [[] for _seat in range(seats)]
        """For every train, and the public one that may be begun next, its tiles in order, as bits, as far as they
        were laid since this table began."""
        self.marks: list[bool | None] = [False] * seats
        """Whether the train of each seat has its marker, None where nobody can tell; `mark` changes it."""
        self.signs = 0
        """Which seats have a marker, which public trains there are, who finished a first turn, and where a rule turns
        on it which trains of seats have a tile, as bits."""
        self.own_started = setup.rules.trains.elsewhere == "own-started"
        """Whether a player begins their own train before they lay on any other."""
        self.open: list[OpenDouble] = []
        """Open doubles, oldest first."""
        self.turns = [0] * seats
        """Turns that each seat has finished: none, one, or 2 for more."""
        self.doubles: list[OpenDouble] = []
        """Doubles that were laid in this turn, oldest first."""
        self.chain = 0
        """Doubles laid in this turn since its last plain tile."""
        self.due: OpenDouble | None = None
        """The double of this turn for which an extra tile is owed."""
        self.run = False
        """Whether the player on turn may, but need not, go on with a run."""
        self.on_own = True
        """Whether all tiles of this turn lie on the player's own train."""
        self.given_up = False
        """Whether a double that nobody can cover any more ends the round."""
        self.finishing: Outcome | None = None
        """How the round ends, where a seat is out while others still have their first turn."""

    def copy(self) -> Self:
        twin = super().copy()
        twin.lines = [line.copy() for line in self.lines]
        return twin

    def begin(self, double: int) -> None:
        """Lay the engine, from which every train starts that has no tile."""
        self.double = double
        self.lying |= BIT[DOUBLE_OF[double]]
        for train, begun in enumerate(self.begun):
            if begun is False:
                self.heads[train] = double
        self._offer_public()

    def tell(self, train: int, *numbers: int) -> None:
        """Let a train that is begun show these numbers, the next public one too; none where nobody told them."""
        if train == len(self.begun):
            self._add_public(NONE)
        self.heads[train], self.lines[train] = numbers[-1] if numbers else NONE, []
        if self.several is not None and numbers:
            self.several[train] = tuple(map(Tip, numbers))
        self.begin_train(train, begun=True if numbers else None)

    def mark(self, seat: int, marked: bool | None) -> None:
        """Put the marker on the train of a seat, or take it off; None where nobody can tell."""
        self.marks[seat] = marked
        self.signs |= 1 << seat
        if not marked:
            self.signs ^= 1 << seat
        if marked is None or not self.all_told:
            self.all_told = None not in self.marks and None not in self.begun

    def end_first_turn(self, seat: int) -> None:
        """Note that the seat has had its first turn."""
        self.turns[seat] = 1
        self.signs |= 1 << TURNED + seat

    def begin_train(self, train: int, begun: bool | None) -> None:
        """Note that a train has a tile, also the public one that comes next; None where nobody told that."""
        if train == len(self.begun):
            self._add_public(self.double)
            self._offer_public()
        rules, self.begun[train] = self.rules.trains, begun
        matters = train >= self.seats or rules.unstarted != "open" or rules.public_start in ON_BEGUN_TRAINS
        if begun and matters:
            self.signs |= 1 << BEGUN + train
        if begun is None or not self.all_told:
            self.all_told = None not in self.marks and None not in self.begun

    def own_first(self, seat: int) -> bool:
        """Whether the seat has to begin its own train before it lays on any other, even to cover a double."""
        return self.own_started and self.begun[seat] is False

    def _add_public(self, number: int) -> None:
        """Add a public train that shows a number, where it is not offered already."""
        if len(self.heads) == len(self.begun):
            self.heads.append(number)
            self.lines.append([])
        self.signs |= 1 << BEGUN + len(self.begun)
        self.begun.append(False)

    def _offer_public(self) -> None:
        """Offer the next public train, unless there are as many as there may be."""
        if self.public < self.most_public:
            self.heads.append(self.double)
            self.lines.append([])

    @property
    def most_public(self) -> int:
        """How many public trains there may be."""
        rules = self.rules.trains
        most = self.set_size - self.seats if rules.public_count == "any" else rules.public_count
        return most if rules.ownership == "own-and-public" else 0

    @property
    def public(self) -> int:
        """How many public trains are begun."""
        return len(self.begun) - self.seats

    def number(self, name: Train) -> int:
        """Return the train's number; of public trains that are not begun, the next is the first without tiles."""
        return number_of_train(name, self.seats)

    def tips(self, train: int) -> tuple[Tip, ...] | None:
        """Return the ends of a train, none before its first tile; None where nobody told how it stands."""
        if self.several and train in self.several:
            return self.several[train]
        begun = train < len(self.begun) and self.begun[train]
        if not begun:
            return None if begun is None else ()
        return (Tip(self.heads[train], TILE_OF[self.lines[train][-1]] if self.lines[train] else None),)

    def ends(self, train: int) -> tuple[int, ...] | None:
        """Return the numbers that take a tile, the engine's before the first tile; None where nobody can tell."""
        tips = self.tips(train)
        if not tips:
            return None if tips is None else (self.double,)
        return tuple(tip.number for tip in tips)

    def open_on(self, train: int, number: int) -> OpenDouble | None:
        """Return the open double of this number on a train, if there is one."""
        for double in self.open:
            if double.train == train and double.number == number:
                return double
        return None
