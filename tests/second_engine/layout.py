"""The tiles on the table: which of them have an open end, and where a tile can be laid."""

from typing import NamedTuple

from tests.second_engine.notation import Tile, all_tiles

FOOT_TOES = 3


class Layout(NamedTuple):
    """What lies on the table.

    `start_toes` are the toes on the starting double so far, of `start_needs`. `ends` are the tiles with an open end
    and its number, `feet` the later doubles short of toes and how many toes they have.
    """

    start: Tile
    start_needs: int
    highest: int
    feet_close: bool
    start_toes: int = 0
    laid: frozenset[Tile] = frozenset()
    ends: frozenset[tuple[Tile, int]] = frozenset()
    feet: frozenset[tuple[Tile, int]] = frozenset()

    def free(self, double: Tile) -> int:
        """Return how many tiles of the double's suit are neither the double nor on the table."""
        on_table = sum(double.high in tile and tile != double for tile in self.laid)
        return self.highest - on_table

    def uncloseable(self, double: Tile, toes: int) -> bool:
        """Whether the table alone proves that the double will never have all its toes (G4, G18)."""
        return self.free(double) < FOOT_TOES - toes

    @property
    def locking(self) -> tuple[Tile, int] | None:
        """The double that must have its toes before anything else is laid, and its toes so far."""
        if self.start_toes < self.start_needs:
            return self.start, self.start_toes
        for double, toes in self.feet:
            if not (self.feet_close and self.uncloseable(double, toes)):
                return double, toes
        return None

    def open_ends(self) -> dict[Tile, int]:
        """Return the places where a tile may be laid now, each with its number."""
        if self.locking is not None:
            return {self.locking[0]: self.locking[0].high}
        return {**dict(self.ends), **{double: double.high for double, _ in self.feet}}

    def places(self, tile: Tile) -> list[Tile]:
        """Return the places that take the tile."""
        if tile in self.laid:
            return []
        return [place for place, number in self.open_ends().items() if number in tile]

    def fitting(self) -> frozenset[Tile]:
        """Return every tile that could be laid somewhere now."""
        numbers = set(self.open_ends().values())
        tiles = all_tiles(self.highest)
        return frozenset(tile for tile in tiles if not numbers.isdisjoint(tile)) - self.laid

    def shown(self) -> list[int]:
        """Return the numbers that open ends show, each as often as there are ends."""
        toes_left = [double.high for double, toes in self.feet for _ in range(FOOT_TOES - toes)]
        return sorted([*(number for _, number in self.ends), *toes_left])

    def after(self, tile: Tile, place: Tile) -> "Layout":
        """Return the layout once the tile is laid."""
        number = self.open_ends()[place]
        feet, ends, start_toes = dict(self.feet), dict(self.ends), self.start_toes
        if place == self.start:
            start_toes += 1
        elif place in feet:
            feet[place] += 1
            if feet[place] == FOOT_TOES:
                del feet[place]
        else:
            del ends[place]
        if tile.double:
            feet[tile] = 0
        else:
            ends[tile] = tile.across(number)
        return self._replace(
            start_toes=start_toes,
            laid=self.laid | {tile},
            ends=frozenset(ends.items()),
            feet=frozenset(feet.items()),
        )
