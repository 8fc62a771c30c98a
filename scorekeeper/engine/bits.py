"""Tiles as bits of a number: a hand is an int, and what fits on the table is found by one operation.

A tile has the same bit in every set.
"""

from collections.abc import Iterable

from scorekeeper.tiles import SET_SIZES, Tile, full_set

HIGHEST = SET_SIZES[-1]

BIT = {tile: 1 << index for index, tile in enumerate(full_set(HIGHEST))}
"""The bit of each tile."""

TILE_OF = {bit: tile for tile, bit in BIT.items()}
"""The tile of each bit."""

TILES = tuple(BIT)
"""Every tile, the one of the lowest bit first."""

BITS = tuple(BIT.values())
"""Every bit, the lowest first."""

SUIT = tuple(sum(bit for tile, bit in BIT.items() if number in tile) for number in range(HIGHEST + 1))
"""For each number, the tiles that show it."""

DOUBLE_OF = tuple(Tile(number, number) for number in range(HIGHEST + 1))
"""The double of each number."""

DOUBLES = sum(bit for tile, bit in BIT.items() if tile.is_double)

PIPS = {bit: tile.pips for tile, bit in BIT.items()}
"""The dots of the tile of each bit."""

TOES = tuple(suit & ~DOUBLES for suit in SUIT)
"""For each number, the tiles that can be toes of its double."""


class _Fits(dict[int, int]):
    """For each set of numbers, as bits, the tiles that show one of them; found when first wanted."""

    def __missing__(self, numbers: int) -> int:
        highest = numbers.bit_length() - 1
        self[numbers] = SUIT[highest] | self[numbers ^ 1 << highest] if numbers else 0
        return self[numbers]


FITS = _Fits()


def mask_of(tiles: Iterable[Tile]) -> int:
    """Return tiles, each of them once or more often, as bits."""
    mask = 0
    for tile in tiles:
        mask |= BIT[tile]
    return mask


def every_tile(highest: int) -> int:
    """Return all tiles of a set as bits."""
    return (1 << len(full_set(highest))) - 1


def tiles_of(mask: int) -> list[Tile]:
    """Return the tiles of bits, highest first."""
    tiles = []
    while mask:
        index = mask.bit_length() - 1
        tiles.append(TILES[index])
        mask ^= BITS[index]
    return tiles
