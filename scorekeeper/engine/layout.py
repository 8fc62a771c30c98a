"""The tiles on the table as a tree: the starting double, its toes, the feet, the open ends.

Every tile but the starting double lies on exactly one other. A place is named by the tile that offers
it: a plain tile offers one open end, a double its empty toes. Where nobody said on which of several equal
places a tile lies, one is taken, and left again if a later tile lies there. Knows no rule: `lay` obeys.
"""

from scorekeeper.tiles import Tile


class Layout:
    """All tiles on the table, in the order in which they were laid. Mutable; `copy` is cheap."""

    __slots__ = ("guessed", "lies_on", "places", "room", "set_size", "shows", "start")

    def __init__(self, set_size: int) -> None:
        self.set_size = set_size
        self.start: Tile | None = None
        self.shows: dict[Tile, int] = {}
        """The number that each tile shows outwards."""
        self.lies_on: dict[Tile, Tile] = {}
        """For every tile but the starting double, the one that it was joined to."""
        self.guessed: dict[Tile, None] = {}
        """Tiles that might lie on another place with the same number, for nobody said on which."""
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
        twin.start, twin.room, twin.guessed = self.start, dict(self.room), dict(self.guessed)
        twin.shows, twin.lies_on = dict(self.shows), dict(self.lies_on)
        twin.places = [list(places) for places in self.places]
        return twin

    def begin(self, double: Tile, toes: int) -> None:
        """Lay the starting double with so many places for toes."""
        self.start = double
        self.shows[double] = double.high
        self.room[double] = toes
        self.places[double.high].append(double)

    def could_offer(self, place: Tile) -> bool:
        """Whether a tile on the table offers a place, or could if those of which nobody said it lay elsewhere."""
        return place in self.places[self.shows[place]] or bool(self._moves_off(place, set()))

    def lay(self, tile: Tile, on: Tile, toes: int, guessed: bool = False) -> None:
        """Lay a tile on a place that could be offered; a double offers so many places for toes.

        `guessed` says that it may as well be another place with the same number.
        """
        number = self.shows[on]
        if on not in self.places[number]:
            for other, place in self._moves_off(on, set()):
                self._offer(self.lies_on[other])
                self._take(place)
                self.lies_on[other] = place
        self._take(on)
        high, low = tile
        outer = low if number == high else high
        if high == low:
            self.room[tile] = toes
        if guessed:
            self.guessed[tile] = None
        self.shows[tile] = outer
        self.lies_on[tile] = on
        self.places[outer].append(tile)

    def _take(self, place: Tile) -> None:
        """Use up one of the places that a tile offers."""
        if place[0] == place[1]:
            self.room[place] -= 1
            if self.room[place]:
                return
        self.places[self.shows[place]].remove(place)

    def _offer(self, place: Tile) -> None:
        """Offer a place again that was used up."""
        if place[0] == place[1]:
            self.room[place] += 1
        self.places[self.shows[place]].append(place)

    def _moves_off(self, place: Tile, tried: set[Tile]) -> list[tuple[Tile, Tile]]:
        """Return which tiles go where, so that the place is free; none where that cannot be.

        A tile goes to a place that was there before it, which may have to be left by another.
        """
        tried.add(place)
        laid, number = self.tiles(), self.shows[place]
        for tile in (tile for tile in self.guessed if self.lies_on[tile] == place):
            before = [other for other in laid[: laid.index(tile)] if self.shows[other] == number]
            for other in before:
                if other in self.places[number]:
                    return [(tile, other)]
            for other in before:
                if other not in tried and (moves := self._moves_off(other, tried)):
                    return [*moves, (tile, other)]
        return []

    def tiles(self) -> tuple[Tile, ...]:
        """Return every tile on the table, the starting double first."""
        return tuple(self.shows)
