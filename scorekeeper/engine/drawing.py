"""The table as text: a picture where it fits, an outline where it does not.

```
┏9┳─9:4›        tiles are written from the middle outwards
┃ ┣─9:1─┤...    a double lies crosswise, its toes spread to the side
┗9┻─○           an empty toe that must be filled first; `·` where it need not be
```
`›` and `‹` mark open ends. Nothing is known of rules but which double binds everybody.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from scorekeeper.engine.counts import NONE
from scorekeeper.engine.layout import Layout
from scorekeeper.tiles import Tile

WIDEST = 80
OPEN_END, URGENT, EMPTY = "›", "○", "·"
_MIRRORED = str.maketrans("╭╮╰╯├┤┏┓┗┛┣┫›‹", "╮╭╯╰┤├┓┏┛┗┫┣‹›")
_NUMBER = re.compile(r"\d+")
_STEP = "  "


class Block(NamedTuple):
    """Some lines of a picture, and the one that joins on to what lies to the left."""

    lines: list[str]
    anchor: int


def draw_layout(layout: Layout, bound: int = NONE, width: int = WIDEST) -> str:
    """Return a picture that is no wider than `width`, or an outline where there is none.

    `bound` is the number of the double that must have a toe before anything else.
    """
    if layout.start is None:
        return ""
    for spread in (True, False):
        lines = _start(layout, layout.start, bound, spread)
        if max(map(len, lines)) <= width:
            return "\n".join(line.rstrip() for line in lines)
    return outline(layout, bound, width)


def _start(layout: Layout, start: Tile, bound: int, spread: bool) -> list[str]:
    """Return the whole picture, the toes of the starting double on both sides or on one."""
    return draw_start(str(start.high), _toes(layout, layout.children(), start, bound), spread)


def draw_start(number: str, toes: list[Block], spread: bool = True) -> list[str]:
    """Return the starting double with its toes, on both sides or on one."""
    half = len(toes) // 2 if spread else 0
    left, right = _stacked(toes[:half]), _stacked(toes[half:])
    height = max(len(left[0]), len(right[0]), 2)
    left_lines, left_joins = _padded(left, height)
    right_lines, right_joins = _padded(right, height)
    column = max(map(len, left_lines))
    lines = []
    for row in range(height):
        inside = number if row in (0, height - 1) else " " * len(number)
        near = mirrored(_wall(row, height, row in left_joins, "┓┛┃┣┳┻"))
        far = _wall(row, height, row in right_joins, "┓┛┃┣┳┻")
        lines.append(mirrored(left_lines[row].ljust(column)) + near + inside + far + right_lines[row])
    return lines


def mirrored(line: str) -> str:
    """Return a line as seen from the other side, its numbers still readable."""
    turned = line[::-1].translate(_MIRRORED)
    return _NUMBER.sub(lambda number: number[0][::-1], turned)


def _wall(row: int, height: int, join: bool, signs: str) -> str:
    """Return one letter of a double's right side: top, bottom, plain, joined, joined at top or bottom."""
    if row == 0:
        return signs[4] if join else signs[0]
    if row == height - 1:
        return signs[5] if join else signs[1]
    return signs[3] if join else signs[2]


def _stacked(blocks: list[Block]) -> tuple[list[str], set[int]]:
    """Put blocks below one another; return the lines and those that join on."""
    lines: list[str] = []
    joins = set()
    for block in blocks:
        joins.add(len(lines) + block.anchor)
        lines += [("─" if row == block.anchor else " ") + line for row, line in enumerate(block.lines)]
    return lines, joins


def _padded(stack: tuple[list[str], set[int]], height: int) -> tuple[list[str], set[int]]:
    lines, joins = stack
    above = (height - len(lines)) // 2
    below = height - len(lines) - above
    return [""] * above + lines + [""] * below, {row + above for row in joins}


def _toes(layout: Layout, children: dict[Tile, list[Tile]], double: Tile, bound: int) -> list[Block]:
    """Return a block for each toe of a double and for each empty place."""
    sign = URGENT if double.high == bound else EMPTY
    toes = [_branch(layout, children, tile, bound) for tile in children[double]]
    return toes + [Block([sign], 0)] * layout.room[double]


def _branch(layout: Layout, children: dict[Tile, list[Tile]], tile: Tile, bound: int) -> Block:
    """Return a tile and all that lies beyond it."""
    if tile.is_double:
        return draw_foot(str(tile.high), _toes(layout, children, tile, bound))
    head = written(layout, tile)
    if not children[tile]:
        return Block([head + OPEN_END], 0)
    return join_before(head, _branch(layout, children, children[tile][0], bound))


def join_before(head: str, beyond: Block) -> Block:
    """Return what is written before a block, joined on to it."""
    lines = [
        (head + "─" if row == beyond.anchor else " " * (len(head) + 1)) + line
        for row, line in enumerate(beyond.lines)
    ]
    return Block(lines, beyond.anchor)


def draw_foot(number: str, toes: list[Block]) -> Block:
    """Return a later double lying crosswise, its toes beyond it."""
    stack = _stacked(toes)
    height = max(3, len(stack[0]))
    lines, joins = _padded(stack, height)
    anchor = height // 2
    drawn = []
    for row in range(height):
        inside = number if row in (0, height - 1) else " " * len(number)
        near = "╭" if row == 0 else "╰" if row == height - 1 else "┤" if row == anchor else "│"
        drawn.append(near + inside + _wall(row, height, row in joins, "╮╯│├┬┴") + lines[row])
    return Block(drawn, anchor)


def written(layout: Layout, tile: Tile) -> str:
    """Return a tile written from the middle outwards."""
    outer = layout.shows[tile]
    return f"{tile.other(outer)}:{outer}"


def outline(layout: Layout, bound: int = NONE, width: int = WIDEST) -> str:
    """Return the table as a list: one line for what lies in a row, the toes of a double set in below it."""
    if layout.start is None:
        return ""
    lines = [f"{layout.start.high}:{layout.start.low}"]
    _set_in(layout, layout.children(), layout.start, bound, 1, width, lines)
    return "\n".join(lines)


def _set_in(
    layout: Layout,
    children: dict[Tile, list[Tile]],
    double: Tile,
    bound: int,
    depth: int,
    width: int,
    lines: list[str],
) -> None:
    """Add the lines of a double's toes."""
    for toe in children[double]:
        line, tile = _STEP * depth, toe
        for tile in _row(children, toe):
            if tile != toe and len(line) + len(written(layout, tile)) + 2 > width:
                lines.append(line.rstrip())
                line = _STEP * depth + "+ "
            line += written(layout, tile) + " "
        lines.append(line.rstrip() if children[tile] or tile.is_double else line + OPEN_END)
        if tile.is_double:
            _set_in(layout, children, tile, bound, depth + 1, width, lines)
    sign = URGENT if double.high == bound else EMPTY
    lines.extend([_STEP * depth + sign] * layout.room[double])


def _row(children: dict[Tile, list[Tile]], tile: Tile) -> Iterator[Tile]:
    """Yield a tile and those beyond it, up to the next double or the open end."""
    yield tile
    while not tile.is_double and children[tile]:
        tile = children[tile][0]
        yield tile
