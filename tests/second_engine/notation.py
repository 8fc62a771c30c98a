"""Tiles and actions as they are written in a record."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple


class Tile(NamedTuple):
    """One domino, the higher half first."""

    high: int
    low: int

    @property
    def double(self) -> bool:
        """Whether both halves show the same number."""
        return self.high == self.low

    def across(self, number: int) -> int:
        """Return the half that is not used when `number` is."""
        return self.low if number == self.high else self.high

    def __str__(self) -> str:
        return f"{self.high}-{self.low}"


def tile_of(text: str) -> Tile:
    """Read a tile; its halves come in either order."""
    one, other = sorted(map(int, text.split("-")), reverse=True)
    return Tile(one, other)


@cache
def all_tiles(highest: int) -> tuple[Tile, ...]:
    """Return every tile of a set."""
    return tuple(Tile(high, low) for high in range(highest + 1) for low in range(high + 1))


@dataclass(frozen=True)
class Move:
    """What one player did: `lay`, `draw`, `pass`, `little` or `challenge`.

    `place` is the tile whose open end is named, or `start`; `whom` is who is challenged.
    """

    seat: int
    kind: str
    tile: Tile | None = None
    place: Tile | str | None = None
    whom: int | None = None

    def written(self, names: Sequence[str]) -> str:
        """Return the move as a record has it."""
        name = names[self.seat]
        if self.kind == "lay":
            return f"{name} {self.tile}" + ("" if self.place is None else f" on {self.place}")
        if self.kind == "challenge":
            assert self.whom is not None
            return f"{name} challenges {names[self.whom]}"
        return f"{name} {self.kind}" + ("" if self.tile is None else f" {self.tile}")


def move_of(text: str, names: Sequence[str]) -> Move:
    """Read one action of a record."""
    name = max((name for name in names if text.startswith(f"{name} ")), key=len)
    seat, words = names.index(name), text[len(name) + 1 :].split(" ", 1)
    match words:
        case ["challenges", whom]:
            return Move(seat, "challenge", whom=names.index(whom))
        case ["draw", tile]:
            return Move(seat, "draw", tile_of(tile))
        case ["draw" | "pass" | "little" as kind]:
            return Move(seat, kind)
        case [tile]:
            return Move(seat, "lay", tile_of(tile))
        case [tile, on]:
            place = on.removeprefix("on ")
            return Move(seat, "lay", tile_of(tile), place if place == "start" else tile_of(place))
    raise ValueError(text)


class Hand(NamedTuple):
    """A hand as dealt: the tiles that were shown, and how many were not."""

    tiles: tuple[Tile, ...]
    hidden: int

    @property
    def size(self) -> int:
        """All tiles of the hand."""
        return len(self.tiles) + self.hidden

    def __str__(self) -> str:
        return " ".join([*map(str, self.tiles), *([f"{self.hidden}?"] if self.hidden else [])])


def hand_of(text: str) -> Hand:
    """Read a hand in which `?` is a tile that was not shown and `7?` is seven of them."""
    words = text.split()
    hidden = sum(int(word[:-1] or 1) for word in words if word.endswith("?"))
    return Hand(tuple(tile_of(word) for word in words if re.fullmatch(r"\d+-\d+", word)), hidden)


def pips(tiles: Iterable[Tile]) -> int:
    """Return all dots on the tiles."""
    return sum(tile.high + tile.low for tile in tiles)
