"""The boxes of a sheet's table: a row for every round, with a box for everybody who ever played.

Here are the boxes as values, and the empty ones; `played` fills them from a game. Nothing here knows
words or paper.
"""

import msgspec

from scorekeeper.rules.schedule import to_come
from scorekeeper.rules.schema import Rules


class Cell(msgspec.Struct, frozen=True):
    """One player's round: its points, the running total, and what happened.

    Somebody who was away has no points, and a total only where it changed all the same.
    """

    points: int | None
    total: int | None
    out: bool = False
    little: bool = False
    called: bool = False
    corrected: bool = False
    away: bool = False


class Row(msgspec.Struct, frozen=True):
    """One round; a cell is None where nobody has entered it yet."""

    number: int
    double: int
    began_with: int
    blocked: bool
    cells: tuple[Cell | None, ...]


def empty_rows(rules: Rules, set_size: int, seats: int) -> tuple[Row, ...]:
    """Return a row for every round of a game to come, its boxes empty."""
    return tuple(
        Row(number=number, double=double, began_with=double, blocked=False, cells=(None,) * seats)
        for number, double in enumerate(to_come(rules, set_size, ()), start=1)
    )
