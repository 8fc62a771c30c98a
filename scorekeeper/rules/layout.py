"""How tiles lie on the table: what differs between the games, as capabilities that everybody else asks for.

A layout is a tagged value in the rules, `Rules.layout`. A new one is a value here, listed in `LAYOUTS`.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal, TypeAlias

import msgspec

LayoutName: TypeAlias = Literal["feet", "trains"]


class TableLayout(msgspec.Struct, frozen=True, kw_only=True):
    """What lies on the table, and what can be said of it."""

    name: LayoutName
    words: str = ""
    """The section of the files of words with what is said otherwise; empty where the usual words are meant."""
    start_toes: bool = False
    """Whether the starting double needs its toes before anything else is laid."""
    open_foot: bool = False
    """Whether a blocked round can name the double that was short of toes."""
    owned_ends: bool = False
    """Whether an end is a player's or public; if not, all are open to everybody."""
    starting_double: Literal["start", "engine"] = "start"
    """What sheets call the double that starts a round."""
    last_tile_call: Literal["chickenlittle", "announcement"] = "announcement"
    """What a player says on the last tile."""
    sheet_columns: tuple[str, ...] = ()
    """What a sheet has room for besides points: who began a round, how it ended. It has boxes to tick, too."""

    def has(self, *named: str) -> bool:
        """Whether something belongs to this layout that names its layouts; one that names none is of all."""
        return all(name in ("", self.name) for name in named)


FEET = TableLayout(name="feet", start_toes=True, open_foot=True, last_tile_call="chickenlittle")
TRAINS = TableLayout(
    name="trains",
    words="with_trains",
    owned_ends=True,
    starting_double="engine",
    sheet_columns=("starter", "ended"),
)

LAYOUTS: Mapping[str, TableLayout] = MappingProxyType({layout.name: layout for layout in (FEET, TRAINS)})
