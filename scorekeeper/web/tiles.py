"""Tiles as pictures for pages: each half is drawn once on a page, and tiles refer to it."""

from collections.abc import Iterator
from functools import cache

from markupsafe import Markup

from scorekeeper.tiles import Tile

_COLUMNS = {
    10: (4, 2, 4),
    11: (4, 3, 4),
    12: (4, 4, 4),
    13: (5, 3, 5),
    14: (5, 4, 5),
    15: (5, 5, 5),
    16: (4, 4, 4, 4),
    17: (3, 4, 3, 4, 3),
    18: (4, 3, 4, 3, 4),
}
"""How many pips each column of a half has, from ten on."""

_NEAR, _MIDDLE, _FAR = 24, 50, 76
_CORNERS = ((_NEAR, _NEAR), (_FAR, _FAR), (_NEAR, _FAR), (_FAR, _NEAR))
_SIDES, _ENDS = ((_NEAR, _MIDDLE), (_FAR, _MIDDLE)), ((_MIDDLE, _NEAR), (_MIDDLE, _FAR))
_SPAN = 60
"""How much of a half's 100 units its outer pips lie apart, from ten on."""


def pips(number: int) -> tuple[tuple[float, float], ...]:
    """Return where the pips of a half lie, in a square of 100 units; up to nine as everybody knows them.

    >>> pips(1), len(pips(18))
    (((50, 50),), 18)
    """
    if number >= 10:
        return tuple(_in_columns(_COLUMNS[number]))
    even = (
        _CORNERS[: 2 * min(2, number // 2)] + (_SIDES if number >= 6 else ()) + (_ENDS if number >= 8 else ())
    )
    return (*even, (_MIDDLE, _MIDDLE)) if number % 2 else even


def _in_columns(columns: tuple[int, ...]) -> Iterator[tuple[float, float]]:
    most = max(columns)
    for column, count in enumerate(columns):
        span = _SPAN * (count - 1) / (most - 1)
        for row in range(count):
            x = _MIDDLE - _SPAN / 2 + _SPAN * column / (len(columns) - 1)
            yield round(x, 1), round(_MIDDLE - span / 2 + span * row / (count - 1), 1)


def _radius(number: int) -> float:
    return 10 if number < 7 else 9 if number < 10 else 6.5 if number < 13 else 5.5


@cache
def double_picture(number: int) -> Markup:
    """Return a lying double, whole in itself, as large as where it stands; a screen reader is told elsewhere."""
    halves = (
        f'<circle cx="{y + begins}" cy="{x}" r="{_radius(number)}"/>'
        for begins in (0, 100)
        for x, y in pips(number)
    )
    return Markup(
        '<svg class="double" viewBox="-4 -4 208 108" aria-hidden="true" focusable="false">'
        f'<rect width="200" height="100" rx="16"/><path d="M100 12V88"/>{"".join(halves)}</svg>'
    )


@cache
def halves(highest: int) -> Markup:
    """Return the drawings of all halves of a set, to stand once on a page; they show nothing by themselves."""
    symbols = (
        f'<symbol id="half{number}" viewBox="0 0 100 100">'
        + "".join(f'<circle cx="{x}" cy="{y}" r="{_radius(number)}"/>' for x, y in pips(number))
        + "</symbol>"
        for number in range(highest + 1)
    )
    return Markup(f'<svg class="halves" aria-hidden="true" focusable="false">{"".join(symbols)}</svg>')


@cache
def tile_picture(tile: Tile) -> Markup:
    """Return a standing tile, made of two halves of `halves`; what it is called stands on what it belongs to."""
    return Markup(
        '<svg class="tile" viewBox="-4 -4 108 208" aria-hidden="true" focusable="false">'
        '<rect width="100" height="200" rx="16"/><path d="M12 100H88"/>'
        f'<use href="#half{tile.high}" width="100" height="100"/>'
        f'<use href="#half{tile.low}" y="100" width="100" height="100"/></svg>'
    )
