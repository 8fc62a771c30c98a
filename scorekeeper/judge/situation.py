"""A situation: a position as people remember it, with a question about it.

Frozen values, nothing more. Whatever nobody said is None, which means unknown and never zero. Files are
read by `situations`, answers are found by `answers`.
"""

from collections.abc import Mapping
from typing import Literal, NamedTuple, TypeAlias

import msgspec

from scorekeeper.engine import Dealt
from scorekeeper.rules import Value
from scorekeeper.tiles import Tile

Ask: TypeAlias = Literal[
    "play",
    "draw",
    "pass",
    "keep",
    "closed",
    "round-over",
    "starting-double",
    "starter",
    "chickenlittle",
    "score",
    "misplay",
]

UNKNOWN = Dealt((), None)
"""A hand of which nothing is known."""


class Foot(NamedTuple):
    """The open foot: the number of its double, and the toes on it (None: nobody said)."""

    double: int
    toes: int | None = None


class Question(msgspec.Struct, frozen=True, kw_only=True):
    """What is asked. Seats count from 0; which fields are there depends on `ask`."""

    ask: Ask
    seat: int | None = None
    tile: Tile | None = None
    on: int | None = None
    drawn: bool = False
    """Whether the tile that is to be laid was drawn in this turn."""
    played: int = 0
    drew: int = 0
    double: int | None = None
    hand: tuple[Tile, ...] = ()
    held: Mapping[int, tuple[Tile, ...]] = {}
    earlier: tuple[int, ...] = ()
    yard_has: tuple[Tile, ...] = ()
    draws: Mapping[int, Tile] = {}
    """What each seat drew to see who begins."""
    events: tuple[str, ...] = ()
    blocked: bool = False
    """Whether a hand is to be scored that was left in a blocked round."""


class Situation(msgspec.Struct, frozen=True, kw_only=True):
    """A position and a question."""

    set_size: int
    double: int
    players: tuple[str, ...]
    rules: str
    """The id of a rule book."""
    house: Mapping[str, Value] = {}
    toes: int | None = None
    """Toes on the starting double."""
    foot: Foot | None = None
    ends: tuple[int, ...] | None = None
    """Numbers that open ends show; one that several show may be named once."""
    laid: tuple[Tile, ...] = ()
    yard: int | None = None
    hands: tuple[Dealt, ...]
    question: Question

    def name(self, seat: int) -> str:
        """Return the player's name."""
        return self.players[seat]

    def on_table(self) -> tuple[Tile, ...]:
        """Return every tile that lies on the table for certain, highest first."""
        doubles = {Tile(self.double, self.double)} if self.begun else set()
        if self.foot is not None:
            doubles.add(Tile(self.foot.double, self.foot.double))
        return tuple(sorted(doubles.union(self.laid), reverse=True))

    @property
    def begun(self) -> bool:
        """Whether anything was said of the table."""
        return bool(self.laid or self.ends or self.foot or self.toes is not None)
