"""The table in numbers: everything that the rules ask about what lies on it.

A layout of tiles and a situation told from memory both come down to this summary. It knows no
players and no tile's place; `layout` does.
"""

from collections.abc import Iterable

from scorekeeper.engine.actions import NONE
from scorekeeper.tiles import Tile


class TableCounts:
    """Start, open foot, open ends, suits and yard. Mutable: it changes with every tile."""

    __slots__ = (
        "double",
        "ends",
        "foot",
        "foot_left",
        "foot_toes",
        "plain",
        "reserve",
        "set_size",
        "start_left",
        "start_toes",
        "yard",
    )

    def __init__(self, set_size: int, start_toes: int, foot_toes: int, yard: int, reserve: int) -> None:
        self.set_size = set_size
        self.start_toes = start_toes
        """Toes that the starting double asks for."""
        self.foot_toes = foot_toes
        """Toes that a later double asks for."""
        self.yard = yard
        """Tiles face down, the reserve among them."""
        self.reserve = reserve
        self.double = NONE
        """The number of the starting double, once it lies."""
        self.start_left = 0
        """Toes that the starting double still lacks."""
        self.foot = NONE
        """The number of the open foot."""
        self.foot_left = 0
        """Toes that the open foot still lacks."""
        self.ends = [0] * (set_size + 1)
        """For each number, the open ends that show it; toe places that bind nobody are among them."""
        self.plain = [0] * (set_size + 1)
        """For each number, the tiles of its suit on the table that are not double."""

    def copy(self) -> "TableCounts":
        """Return a table that goes its own way from here."""
        twin = TableCounts.__new__(TableCounts)
        for name in TableCounts.__slots__:
            setattr(twin, name, getattr(self, name))
        twin.ends, twin.plain = list(self.ends), list(self.plain)
        return twin

    @property
    def bound(self) -> int:
        """The number of the double that must have a toe before anything else, or NONE."""
        return self.double if self.start_left else self.foot

    @property
    def drawable(self) -> int:
        """Tiles of the yard that may be drawn."""
        return self.yard - self.reserve if self.yard > self.reserve else 0

    @property
    def closeable(self) -> bool:
        """Whether the table alone leaves enough tiles to complete the open foot (catalogue G4)."""
        return self.set_size - self.plain[self.foot] >= self.foot_left

    def fits_any(self, tiles: Iterable[Tile]) -> bool:
        """Whether some place takes one of the tiles now."""
        bound = self.double if self.start_left else self.foot
        ends = self.ends
        for high, low in tiles:
            if bound < 0:
                if ends[high] or ends[low]:
                    return True
            elif high != low and bound in (high, low):
                return True
        return False

    def fitting(self, tiles: Iterable[Tile]) -> list[Tile]:
        """Return those of the tiles that fit somewhere now."""
        bound = self.double if self.start_left else self.foot
        if bound >= 0:
            return [tile for tile in tiles if bound in tile and tile[0] != tile[1]]
        ends = self.ends
        return [tile for tile in tiles if ends[tile[0]] or ends[tile[1]]]

    def wanted(self) -> tuple[int, ...]:
        """Return the numbers that a tile must show to be laid now."""
        if self.bound >= 0:
            return (self.bound,)
        return tuple(number for number, count in enumerate(self.ends) if count)

    def begin(self, double: int) -> None:
        """Lay the starting double."""
        self.double = double
        self.start_left = self.start_toes

    def recall(
        self, double: int, toes: int, foot: tuple[int, int] | None, ends: Iterable[int], laid: Iterable[Tile]
    ) -> None:
        """Take the table as people remember it, instead of tile by tile.

        `toes` lie on the starting double and `foot` is an open foot with the toes that it has; `laid`
        are tiles known to be down, of which suits are counted.
        """
        self.double = double
        self.start_left = max(0, self.start_toes - toes)
        if foot is not None:
            self.foot, self.foot_left = foot[0], self.foot_toes - foot[1]
        for number in ends:
            self.ends[number] += 1
        for tile in laid:
            if not tile.is_double:
                self.plain[tile.high] += 1
                self.plain[tile.low] += 1

    def join(self, tile: Tile, number: int, lock: bool) -> None:
        """Add a tile to a place that shows the number; `lock` says whether a double binds everybody."""
        if self.start_left:
            self.start_left -= 1
        elif self.foot == number:
            self.foot_left -= 1
            if not self.foot_left:
                self.foot = NONE
        else:
            self.ends[number] -= 1
        high, low = tile
        if high != low:
            self.plain[high] += 1
            self.plain[low] += 1
            self.ends[low if number == high else high] += 1
        elif lock:
            self.foot, self.foot_left = number, self.foot_toes
        else:
            self.ends[number] += self.foot_toes

    def release(self) -> None:
        """Let the open foot bind nobody any more; its empty toe places become open ends (G4)."""
        self.ends[self.foot] += self.foot_left
        self.foot, self.foot_left = NONE, 0
