"""The trains on the table: their ends, markers and open doubles, and what the turn has brought so far.

Knows no rule: `access` decides which trains a player may use, `table` what a tile brings about. A train is
known by its number: each player's seat, then the public trains in order.
"""

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Self, TypeAlias

import msgspec

from scorekeeper.engine.actions import NONE, PUBLIC, Action, Train
from scorekeeper.engine.base_state import Outcome, Table
from scorekeeper.engine.bits import BIT, HIGHEST, TILES
from scorekeeper.engine.reasons import TrainFact
from scorekeeper.engine.setup import Setup
from scorekeeper.tiles import Tile, full_set


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


Mark: TypeAlias = bool | None
"""Whether a train has its marker; None where nobody can tell."""


class Tip(msgspec.Struct, frozen=True, gc=False):
    """An end of a train."""

    number: int
    """What it shows."""
    tile: Tile | None = None
    """The tile that shows it; None where only the number was told."""


TIPS: tuple[dict[int, tuple[Tip, ...]], ...] = tuple({} for _number in range(HIGHEST + 1))
"""For each number the ends of a train once the tile of each bit, by its place, is joined to it."""

for _place, _tile in enumerate(TILES):
    for _number in _tile:
        TIPS[_number][_place] = (Tip(sum(_tile) - _number, _tile),)


class OpenDouble(msgspec.Struct, frozen=True, gc=False):
    """A double that still takes tiles, and is not dead."""

    train: int
    number: int
    left: int = 1
    """How many tiles it still takes."""


class Trains(Table):
    """All trains of one round."""

    def __init__(self, setup: Setup, seen: Iterable[Tile] | None = None) -> None:
        super().__init__(setup, seen)
        self.branching = setup.rules.trains.branching
        self.seats = seats = len(setup.players)
        self.tips: list[Sequence[Tip] | None] = [()] * seats
        """For every train its ends, none before its first tile; None where nobody told how it stands."""
        self.tracks = [(train, NONE) for train in range(seats)]
        """Every train, and the public one that may be begun next, with the number at its end; NONE where it is not
        just one."""
        self.lines: list[list[Tile]] = [[] for _seat in range(seats)]
        """For every train its tiles in order, as far as they were laid since this table began."""
        self.marks: list[Mark] = [False] * seats
        """Whether the train of each seat has its marker; `mark` changes it."""
        self.marked_seats: list[int] = []
        """The seats whose trains surely have it."""
        self.own_started = setup.rules.trains.elsewhere == "own-started"
        """Whether a player begins their own train before they lay on any other."""
        self.begun_only = setup.rules.trains.unstarted != "open"
        """Whether a marker opens only a train that is begun."""
        self.open: list[OpenDouble] = []
        """Open doubles, oldest first."""
        self.turns = [0] * seats
        """Turns that each seat has finished."""
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
        self.lying |= BIT[Tile(double, double)]
        self.lines = [[] for _train in self.tips]
        ends = [self.ends(train) or () for train in range(len(self.tips))]
        self.tracks = [(train, end[0] if len(end) == 1 else NONE) for train, end in enumerate(ends)]
        self._offer_public()

    def _offer_public(self) -> None:
        """Offer the next public train, unless there are as many as there may be."""
        if not self.full:
            self.tracks.append((len(self.tips), self.double))

    @property
    def full(self) -> bool:
        """Whether no other public train may be begun."""
        rules = self.rules.trains
        most = self.set_size - self.seats if rules.public_count == "any" else rules.public_count
        return rules.ownership != "own-and-public" or self.public >= most

    def mark(self, seat: int, marked: Mark) -> None:
        """Put the marker on the train of a seat, or take it off."""
        self.marks[seat] = marked
        self.marked_seats = [each for each, up in enumerate(self.marks) if up]

    @property
    def public(self) -> int:
        """How many public trains are begun."""
        return len(self.tips) - self.seats

    @property
    def all_told(self) -> bool:
        """Whether every end and every marker is known."""
        return None not in self.marks and (self.whole or None not in self.tips)

    def place_of(self, train: int) -> Train:
        """Return the train as actions name it."""
        return train_of_number(train, self.seats)

    def number(self, name: Train) -> int:
        """Return the train's number; of public trains that are not begun, the next is the first without tiles."""
        return number_of_train(name, self.seats)

    def begun(self, train: int) -> bool | None:
        """Whether a train has a tile; None where nobody can tell."""
        if train >= len(self.tips):
            return False
        tips = self.tips[train]
        return None if tips is None else bool(tips)

    def ends(self, train: int) -> tuple[int, ...] | None:
        """Return the numbers that take a tile, the engine's before the first tile; None where nobody can tell."""
        if train >= len(self.tips):
            return (self.double,)
        tips = self.tips[train]
        if not tips:
            return None if tips is None else (self.double,)
        return tuple(tip.number for tip in tips)

    def open_ends(self, found: Iterable[tuple[int, int]]) -> tuple[list[tuple[int, int]], int]:
        """Return each train with each number that is known to be at its end, and all of these numbers as bits.

        Of a train that is found with NONE every end is meant; where nobody told what it shows, it may be any number.
        """
        ends, numbers = list[tuple[int, int]](), 0
        for way in found:
            train, number = way
            if number != NONE:
                ends.append(way)
                numbers |= 1 << number
            elif (told := self.ends(train)) is None:
                numbers |= (2 << self.set_size) - 1
            else:
                for number in dict.fromkeys(told):
                    ends.append((train, number))
                    numbers |= 1 << number
        return ends, numbers

    def end_for(self, train: int, tile: Tile) -> int:
        """Return the first number at the end of a train that a tile shows, NONE without any.

        Where nobody told what the train shows, the tile's higher number.
        """
        number = self.tracks[train][1] if train < len(self.tracks) else self.double
        if number != NONE:
            return number if number in tile else NONE
        tips = self.tips[train]
        return tile[0] if tips is None else next((tip.number for tip in tips if tip.number in tile), NONE)

    def open_on(self, train: int, number: int) -> OpenDouble | None:
        """Return the open double of this number on a train, if there is one."""
        return next((one for one in self.open if one.train == train and one.number == number), None)

    def still_open(self) -> OpenDouble | None:
        """Return the last double of this turn that still takes a tile, None where there is none."""
        return next(
            (double for double in reversed(self.doubles) if self.open_on(double.train, double.number)), None
        )

    def put(self, bit: int, train: int, number: int) -> None:
        """Lay the tile of a bit on an end that shows the number."""
        if train == len(self.tips):
            self.tips.append(())
            self.lines.append([])
            if train == len(self.tracks):
                self.tracks.append((train, self.double))
            self._offer_public()
        if self.open:
            self._cover(train, number)
        place = bit.bit_length() - 1
        tips = TIPS[number][place]
        outer = tips[0].number
        if self.branching:
            before = self.tips[train] or ()
            taken = next((place for place, tip in enumerate(before) if tip.number == number), 0)
            tips *= self.foot_toes if outer == number else 1
            tips = (*before[:taken], *before[taken + 1 :], *tips)
        if outer == number:
            self.open.append(OpenDouble(train, number, self.foot_toes if self.branching else 1))
        self.tips[train], self.tracks[train] = tips, (train, outer if len(tips) == 1 else NONE)
        self.lines[train].append(TILES[place])
        self.lying |= bit

    def _cover(self, train: int, number: int) -> None:
        for place, double in enumerate(self.open):
            if double.train == train and double.number == number:
                self.open[place : place + 1] = (
                    [OpenDouble(train, number, double.left - 1)] if double.left > 1 else []
                )
                return
