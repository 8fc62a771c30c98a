"""The trains on the table: their ends, markers and open doubles, and what the turn has brought so far.

Knows no rule: `access` decides which trains a player may use, `table` what a tile brings about. A train is
known by its number; see `names`.
"""

from collections.abc import Iterable, Sequence
from typing import Self, TypeAlias

import msgspec

from scorekeeper.engine.actions import NONE, Train
from scorekeeper.engine.base_state import Table
from scorekeeper.engine.bits import BIT
from scorekeeper.engine.setup import Setup
from scorekeeper.engine.trains.names import number_of_train, train_of_number
from scorekeeper.tiles import Tile

Mark: TypeAlias = bool | None
"""Whether a train has its marker; None where nobody can tell."""


class Tip(msgspec.Struct, frozen=True, gc=False):
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


class Trains(Table):
    """All trains of one round."""

    def __init__(self, setup: Setup, seen: Iterable[Tile] | None = None) -> None:
        super().__init__(setup, seen)
        self.branching = setup.rules.trains.branching
        self.seats = seats = len(setup.players)
        most = setup.rules.trains.public_count if setup.rules.trains.ownership == "own-and-public" else 0
        self.most = setup.set_size if most == "any" else seats + most
        """The most trains that there may be."""
        self.tips: list[list[Tip] | None] = [[] for _seat in range(seats)]
        """For every train its ends, none before its first tile; None where nobody told how it stands."""
        self.shown = [NONE] * (seats + 1)
        """The number at the end of every train and of the public one that is next; NONE where it is not just one."""
        self.laid: dict[Tile, int] = {}
        """The train of every tile, in the order in which they were laid."""
        self.marks: list[Mark] = [False] * seats
        """Whether the train of each seat has its marker."""
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
        self.finishing = NONE
        """The seat that is out while others still have their first turn."""
        self.out_on_double = False
        """Whether that seat laid a double last."""

    def copy(self) -> Self:
        twin = super().copy()
        twin.tips = [tips and tips.copy() for tips in self.tips]
        return twin

    def begin(self, double: int) -> None:
        """Lay the engine, from which every train starts that has no tile."""
        self.double = double
        self.lying |= BIT[Tile(double, double)]
        self.shown = [*map(self._shown, self.tips), double]

    def _shown(self, tips: list[Tip] | None) -> int:
        """Return the one number at the end of a train, NONE where there are several or nobody told."""
        if not tips:
            return NONE if tips is None else self.double
        return tips[0].number if len(tips) == 1 else NONE

    @property
    def lines(self) -> list[list[Tile]]:
        """For every train its tiles in order, as far as they were laid since this table began."""
        lines: list[list[Tile]] = [[] for _train in self.tips]
        for tile, train in self.laid.items():
            lines[train].append(tile)
        return lines

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
        shown = self.shown
        number = shown[train] if train < len(shown) else self.double
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

    def put(self, tile: Tile, train: int, number: int) -> None:
        """Lay a tile on an end that shows the number."""
        if train == len(self.tips):
            self.tips.append([])
            self.shown.append(self.double)
        if self.open:
            self._cover(train, number)
        outer, count = tile[0] + tile[1] - number, 1
        if outer == number:
            count = self.foot_toes if self.branching else 1
            self.open.append(OpenDouble(train, number, count))
        tips = [Tip(outer, tile)]
        if self.branching:
            before = self.tips[train] or []
            tips = (_without(before, number) if len(before) > 1 else []) + tips * count
        self.tips[train], self.shown[train] = tips, outer if len(tips) == 1 else NONE
        self.laid[tile] = train
        self.lying |= BIT[tile]

    def _cover(self, train: int, number: int) -> None:
        covered = self.open_on(train, number)
        if covered is None:
            return
        place = self.open.index(covered)
        if covered.left == 1:
            del self.open[place]
        else:
            self.open[place] = OpenDouble(train, number, covered.left - 1)


def _without(tips: Sequence[Tip], number: int) -> list[Tip]:
    """Return ends of a train but one that shows the number."""
    taken = next(place for place, tip in enumerate(tips) if tip.number == number)
    return [*tips[:taken], *tips[taken + 1 :]]
