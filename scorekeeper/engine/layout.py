"""The tiles on the table as a tree: the starting double, its toes, the feet, the open ends.

Every tile but the starting double lies on exactly one other. A place is named by the tile that offers
it: a plain tile offers one open end, a double its empty toes. Knows no rule: `lay` obeys.
"""

from scorekeeper.tiles import Tile


class Layout:
    """All tiles on the table, in the order in which they were laid. Mutable; `copy` is cheap."""

    __slots__ = ("lies_on", "places", "room", "set_size", "shows", "start")

    def __init__(self, set_size: int) -> None:
        self.set_size = set_size
        self.start: Tile | None = None
        self.shows: dict[Tile, int] = {}
        """The number that each tile shows outwards."""
        self.lies_on: dict[Tile, Tile] = {}
        """For every tile but the starting double, the one that it was joined to."""
        self.room: dict[Tile, int] = {}
        """The empty toes of every double."""
        self.places: list[list[Tile]] = [[] for _number in range(set_size + 1)]
        """For each number, the tiles that offer a place showing it, first laid first."""

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Layout):
            return NotImplemented
        return (self.start, self.lies_on, self.room) == (other.start, other.lies_on, other.room)

    __hash__ = None  # type: ignore[assignment]

    def __contains__(self, tile: Tile) -> bool:
        return tile in self.shows

    def copy(self) -> "Layout":
        """Return a layout that goes its own way from here."""
        twin = Layout(self.set_size)
        twin.start, twin.room = self.start, dict(self.room)
        twin.shows, twin.lies_on = dict(self.shows), dict(self.lies_on)
        twin.places = [list(places) for places in self.places]
        return twin

    def begin(self, double: Tile, toes: int) -> None:
        """Lay the starting double with so many places for toes."""
        self.start = double
        self.shows[double] = double.high
        self.room[double] = toes
        self.places[double.high].append(double)

    def lay(self, tile: Tile, on: Tile, toes: int) -> None:
        """Lay a tile on a place that is there; a double offers so many places for toes."""
        number = self.shows[on]
        offered = self.places[number]
        if on[0] != on[1]:
            offered.remove(on)
        elif self.room[on] > 1:
            self.room[on] -= 1
        else:
            self.room[on] = 0
            offered.remove(on)
        high, low = tile
        outer = low if number == high else high
        if high == low:
            self.room[tile] = toes
        self.shows[tile] = outer
        self.lies_on[tile] = on
        self.places[outer].append(tile)

    def tiles(self) -> tuple[Tile, ...]:
        """Return every tile on the table, the starting double first."""
        return tuple(self.shows)
