"""What is asked of a picture and what is seen in it: plain values, which go from one process to another."""

import msgspec

from scorekeeper.tiles import Tile


class SeenTile(msgspec.Struct, frozen=True):
    """A tile in a picture."""

    halves: tuple[int, int]
    """What it shows; the edge of the first half lies between the last corner and the first."""
    outline: tuple[tuple[float, float], ...]
    """Its four corners, as parts of the picture's width and height."""
    confidence: float
    """How likely this reading is, from 0 to 1."""
    sure: bool
    """Whether it needs no second look."""

    @property
    def tile(self) -> Tile:
        """The tile, as a hand has it."""
        return Tile(*self.halves)


class SeenPhoto(msgspec.Struct, frozen=True):
    """A picture with the tiles in it, to be shown."""

    tiles: tuple[SeenTile, ...]
    """From top to bottom."""
    picture: bytes
    """As JPEG, the way up that people see it, and small."""
    size: tuple[int, int]
    """Its width and height in pixels."""


class Expected(msgspec.Struct, frozen=True):
    """What is known of the tiles before anything is seen."""

    highest: int
    """The highest number of the set."""
    elsewhere: tuple[tuple[int, int], ...] = ()
    """Tiles that lie somewhere else, if everybody is right; the higher half first."""
    count: int | None = None
    """How many tiles there are, if somebody says so."""
