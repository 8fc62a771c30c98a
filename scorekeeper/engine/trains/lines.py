"""The trains on the table: their ends, markers and open doubles, and what the turn has brought so far.

Knows no rule: `access` decides which trains a player may use, `places` what a tile brings about. A train is
known by its number; see `names`.
"""

from typing import TypeAlias

import msgspec

from scorekeeper.engine.actions import NONE, Train
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


class Trains:
    """All trains of one round. Mutable; `copy` is cheap."""

    __slots__ = (
        "chain",
        "doubles",
        "due",
        "engine",
        "finishing",
        "given_up",
        "laid",
        "marks",
        "on_own",
        "open",
        "out_on_double",
        "run",
        "seats",
        "shown",
        "tips",
        "turns",
    )

    def __init__(self, seats: int) -> None:
        self.seats = seats
        self.engine = NONE
        """The number of the engine, once it lies."""
        self.tips: list[list[Tip] | None] = [[] for _seat in range(seats)]
        """For every train its ends, none before its first tile; None where nobody told how it stands."""
        self.shown = [NONE] * (seats + 1)
        """The number at the end of every train and of the public one that is next; NONE where it is not just one."""
        self.laid: dict[Tile, int] | None = {}
        """The train of every tile, in the order in which they were laid; None where only the ends are known."""
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

    def copy(self) -> "Trains":
        """Return trains that go their own way from here."""
        twin = Trains.__new__(Trains)
        for name in Trains.__slots__:
            setattr(twin, name, getattr(self, name))
        twin.tips = [None if tips is None else list(tips) for tips in self.tips]
        twin.shown = list(self.shown)
        twin.laid = None if self.laid is None else dict(self.laid)
        twin.marks, twin.open, twin.turns = list(self.marks), list(self.open), list(self.turns)
        twin.doubles = list(self.doubles)
        return twin

    def begin(self, engine: int) -> None:
        """Lay the engine, from which every train starts that has no tile."""
        self.engine = engine
        self.shown = [*map(self._shown, self.tips), engine]

    def _shown(self, tips: list[Tip] | None) -> int:
        """Return the one number at the end of a train, NONE where there are several or nobody told."""
        if not tips:
            return NONE if tips is None else self.engine
        return tips[0].number if len(tips) == 1 else NONE

    def tell(self, train: int, number: int) -> None:
        """Let a train that is begun show a number."""
        self.tips[train], self.shown[train] = [Tip(number)], number

    @property
    def lines(self) -> list[list[Tile]] | None:
        """For every train its tiles in order; None where only the ends are known."""
        if self.laid is None:
            return None
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
        return None not in self.marks and (self.laid is not None or None not in self.tips)

    def name(self, train: int) -> Train:
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
            return (self.engine,)
        tips = self.tips[train]
        if not tips:
            return None if tips is None else (self.engine,)
        return tuple(tip.number for tip in tips)

    def joint(self, train: int, tile: Tile) -> int:
        """Return the first number at the end of a train that a tile shows, NONE without any.

        Where nobody told what the train shows, the tile's higher number.
        """
        shown = self.shown
        number = shown[train] if train < len(shown) else self.engine
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

    def lay(self, tile: Tile, train: int, number: int, toes: int) -> None:
        """Lay a tile on an end that shows the number; a double takes so many tiles."""
        if train == len(self.tips):
            self.tips.append([])
            self.shown.append(self.engine)
        if self.open:
            self._cover(train, number)
        high, low = tile
        outer = low if high == number else high
        tips = [Tip(outer, tile)]
        if high == low:
            tips *= toes
            self.open.append(OpenDouble(train, number, toes))
        before = self.tips[train]
        if before and len(before) > 1:
            tips = _without(before, number) + tips
        self.tips[train], self.shown[train] = tips, outer if len(tips) == 1 else NONE
        if self.laid is not None:
            self.laid[tile] = train

    def _cover(self, train: int, number: int) -> None:
        covered = self.open_on(train, number)
        if covered is None:
            return
        place = self.open.index(covered)
        if covered.left == 1:
            del self.open[place]
        else:
            self.open[place] = OpenDouble(train, number, covered.left - 1)


def _without(tips: list[Tip], number: int) -> list[Tip]:
    """Return ends of a train but one that shows the number."""
    taken = next(place for place, tip in enumerate(tips) if tip.number == number)
    return tips[:taken] + tips[taken + 1 :]
