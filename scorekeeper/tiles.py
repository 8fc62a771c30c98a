"""Tiles, sets of tiles and hands: what they are, how they are written and read.

A tile is written higher half first, `6-4`. Nothing here knows what a tile counts under a rule book
(`rules.scoring`) or where it may be laid (`engine.feet`, `engine.trains`).
"""

import re
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import chain, pairwise
from typing import NamedTuple

from scorekeeper.errors import Impossible, Malformed, Position, short
from scorekeeper.text import N_, _, join_and

SET_SIZES = (6, 9, 12, 15, 18)
"""The highest pip of every set that is made: double-six to double-eighteen."""

_TILE = re.compile(r"\[?(\d{1,3})[-|:](\d{1,3})\]?|(\d)(\d)")
_SPLIT = re.compile(r"[^\s,]+")


class _Halves(NamedTuple):
    high: int
    low: int


class Tile(_Halves):
    """One domino, its halves given in either order; 0 is a blank half.

    >>> Tile(1, 9), Tile(1, 9) == Tile(9, 1), str(Tile(1, 9))
    (Tile(9, 1), True, '9-1')
    """

    __slots__ = ()

    def __new__(cls, half: int, other: int) -> "Tile":
        """Return the tile, the higher half first."""
        return tuple.__new__(cls, (half, other) if half >= other else (other, half))

    @property
    def is_double(self) -> bool:
        """Whether both halves show the same number."""
        return self.high == self.low

    @property
    def pips(self) -> int:
        """All dots on the tile."""
        return self.high + self.low

    @property
    def one_blank(self) -> bool:
        """Whether exactly one half is blank."""
        return self.low == 0 < self.high

    def shows(self, number: int) -> bool:
        """Whether either half shows the number."""
        return number in (self.high, self.low)

    def other(self, number: int) -> int:
        """Return the half across from `number`, which the tile must show."""
        return self.low if number == self.high else self.high

    def __str__(self) -> str:
        return f"{self.high}-{self.low}"

    def __repr__(self) -> str:
        return f"Tile({self.high!r}, {self.low!r})"


DOUBLE_BLANK = Tile(0, 0)


@cache
def full_set(highest: int) -> tuple[Tile, ...]:
    """Return every tile of the double-`highest` set, lowest first; a tile is the same object in each set.

    >>> len(full_set(6)), len(full_set(9)), len(full_set(18))
    (28, 55, 190)
    """
    smaller = full_set(highest - 1) if highest > 0 else ()
    return *smaller, *(Tile(highest, low) for low in range(highest + 1))


def check_set(highest: int) -> None:
    """Raise Impossible for a set that nobody makes."""
    if highest not in SET_SIZES:
        sizes = join_and([str(size) for size in SET_SIZES])
        raise Impossible(_("There is no set {size}; sets are {sizes}.", size=highest, sizes=sizes))


def check_tile(tile: object) -> None:
    """Raise Malformed for a value of a program that is not a tile with two numbers."""
    if not isinstance(tile, Tile) or type(tile[0]) is not int or type(tile[1]) is not int:
        raise Malformed(_("{found} is not a tile; make one of two numbers: Tile(6, 4).", found=short(tile)))


def set_name(highest: int) -> str:
    """Return what people call the set.

    >>> set_name(9)
    'double-nine'
    """
    return {
        6: _("double-six"),
        9: _("double-nine"),
        12: _("double-twelve"),
        15: _("double-fifteen"),
        18: _("double-eighteen"),
    }[highest]


def parse_tile(token: str, highest: int, position: int | None = None) -> Tile:
    """Read one tile in any of the accepted ways.

    Raises Malformed if the token is no tile or its numbers are not in the set; it names the position of the token,
    counted from 1, if one is given.

    >>> str(parse_tile("4-6", 9)), str(parse_tile("[6|4]", 9)), str(parse_tile("64", 9))
    ('6-4', '6-4', '6-4')
    """

    def fault(sentence: str, **facts: object) -> Malformed:
        named = _("“{word}”", word=token)
        if position is not None:
            named = _("“{word}” (position {position})", word=token, position=position)
        words = _(sentence, token=named, name=set_name(highest), highest=highest, **facts)
        return Malformed(words, at=Position(position or 1, len(token)))

    match = _TILE.fullmatch(token)
    if match is None or token.startswith("[") != token.endswith("]"):
        raise fault(N_("{token} is not a tile; tiles are written 6-4."))
    if match[3] is not None and highest > 9:
        sentence = N_("In a {name} set {token} has to be written {one}-{other}.")
        raise fault(sentence, one=match[3], other=match[4])
    high, low = Tile(int(match[1] or match[3]), int(match[2] or match[4]))
    if high > highest:
        raise fault(N_("{token} is not in a {name} set, whose highest number is {highest}."))
    return full_set(highest)[high * (high + 1) // 2 + low]


def parse_tiles(text: str, highest: int) -> tuple[Tile, ...]:
    """Read tiles separated by spaces or commas; an empty text is no tiles.

    Raises Malformed that names the token and its position, counted from 1.

    >>> show_tiles(parse_tiles("5-0, 2-3", 9))
    '5-0 3-2'
    """
    tiles: list[Tile] = []
    for position, token in tokens(text):
        tile = parse_tile(token, highest, position)
        if tile in tiles:
            raise Malformed(
                _("{tile} is named twice, again at position {position}.", tile=tile, position=position),
                at=Position(position, len(token)),
            )
        tiles.append(tile)
    return tuple(tiles)


def tokens(text: str) -> Iterator[tuple[int, str]]:
    """Yield each word separated by spaces or commas, with its position counted from 1."""
    for match in _SPLIT.finditer(text):
        yield match.start() + 1, match[0]


def show_tiles(tiles: Iterable[Tile]) -> str:
    """Return the tiles as they are written in files, in the order given."""
    return " ".join(map(str, tiles))


def repeated(hands: Iterable[Iterable[Tile]]) -> tuple[Tile, ...]:
    """Return the tiles that are in more than one place, highest first."""
    tiles = sorted(chain.from_iterable(hands), reverse=True)
    again = (tile for tile, other in pairwise(tiles) if tile == other)
    return tuple(dict.fromkeys(again))
