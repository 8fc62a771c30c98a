"""Parts of a picture of the table in text: the starting double, a chicken foot, a row that leads to one, trains.

```
┏9┳─│9│4│›        tiles are written from the middle outwards
┃ ┣─│9│1│─┤...    a double lies crosswise, its toes spread to the side
┗9┻─○             an empty toe that must be filled first; `·` where it need not be
```
`›` and `‹` mark open ends. Which tiles lie where is the caller's matter, and so are the rules.
"""

import re
from collections.abc import Sequence
from typing import NamedTuple

OPEN_END, URGENT, EMPTY = "›", "○", "·"
_MIRRORED = str.maketrans("╭╮╰╯├┤┏┓┗┛┣┫›‹", "╮╭╯╰┤├┓┏┛┗┫┣‹›")
_NUMBER = re.compile(r"\d+")


class Block(NamedTuple):
    """Some lines of a picture, and the one that joins on to what lies to the left."""

    lines: list[str]
    anchor: int


def draw_start(number: str, toes: list[Block], spread: bool = True) -> list[str]:
    """Return the starting double with its toes, on both sides or on one."""
    half = len(toes) // 2 if spread else 0
    height = max(2, _height(toes[:half]), _height(toes[half:]))
    left = _side("", toes[:half], height, "┓┃┛", "┳┣┻")
    right = _side(number, toes[half:], height, "┓┃┛", "┳┣┻")
    column = max(map(len, left))
    return [mirrored(near.ljust(column)) + far for near, far in zip(left, right, strict=True)]


def mirrored(line: str) -> str:
    """Return a line as seen from the other side, its numbers still readable."""
    turned = line[::-1].translate(_MIRRORED)
    return _NUMBER.sub(lambda number: number[0][::-1], turned)


def _height(toes: list[Block]) -> int:
    return sum(len(toe.lines) for toe in toes)


def _side(number: str, toes: list[Block], height: int, plain: str, joined: str) -> list[str]:
    """Return the right side of a double with its toes, in so many lines.

    The signs are those of its wall at the top, between and at the bottom: plain, and where a toe joins on.
    """
    lines, joins = [""] * ((height - _height(toes)) // 2), set()
    for toe in toes:
        joins.add(len(lines) + toe.anchor)
        lines += [("─" if row == toe.anchor else " ") + line for row, line in enumerate(toe.lines)]
    lines += [""] * (height - len(lines))
    drawn = []
    for row, line in enumerate(lines):
        part = (row > 0) + (row == height - 1)
        inside = " " * len(number) if part == 1 else number
        drawn.append(inside + (joined if row in joins else plain)[part] + line)
    return drawn


def join_before(head: str, beyond: Block) -> Block:
    """Return what is written before a block, joined on to it."""
    blank = " " * (len(head) + 1)
    lines = [(head + "─" if row == beyond.anchor else blank) + line for row, line in enumerate(beyond.lines)]
    return Block(lines, beyond.anchor)


def draw_foot(number: str, toes: list[Block]) -> Block:
    """Return a later double lying crosswise, its toes beyond it."""
    height = max(3, _height(toes))
    near = ["╭", *["│"] * (height - 2), "╰"]
    near[height // 2] = "┤"
    return Block(list(map(str.__add__, near, _side(number, toes, height, "╮│╯", "┬├┴"))), height // 2)


def draw_trains(engine: str, trains: Sequence[tuple[str, str]]) -> list[str]:
    """Return the engine with the trains that leave it, each the words before it and what is drawn of its tiles."""
    column = max(len(words) for words, _tiles in trains)
    rows = [Block([f" {words.ljust(column)}  {tiles}"], 0) for words, tiles in trains]
    return draw_start(engine, rows, spread=False)


def tile_face(near: object, far: object) -> str:
    """Return a tile, its near number before the far one.

    >>> tile_face(6, "?")
    '│6│?│'
    """
    return f"│{near}│{far}│"


def draw_line(tiles: Sequence[tuple[int, int]], engine: int, end: str = OPEN_END) -> str:
    """Return the tiles of one train, each number beside the one that it fits; an empty place before the first.

    >>> draw_line([(6, 1), (3, 1), (3, 3)], 6)
    '│6│1│─│1│3│─│3│3│›'
    """
    number, drawn = engine, []
    for high, low in tiles:
        other = low if high == number else high
        drawn.append(tile_face(number, other))
        number = other
    return "─".join(drawn) + end if drawn else EMPTY
