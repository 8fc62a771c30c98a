"""Parts of a picture of the table in text: the starting double, a chicken foot, a row that leads to one, trains.

```
┏9┳─9:4›        tiles are written from the middle outwards
┃ ┣─9:1─┤...    a double lies crosswise, its toes spread to the side
┗9┻─○           an empty toe that must be filled first; `·` where it need not be
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


def draw_trains(engine: str, trains: Sequence[tuple[str, str]]) -> list[str]:
    """Return the engine with the trains that leave it, each the words before it and what is drawn of its tiles.

    There are two at least, as there are players.
    """
    column, last = max(len(words) for words, _tiles in trains), len(trains) - 1
    lines = []
    for row, (words, tiles) in enumerate(trains):
        inside = engine if row in (0, last) else " " * len(engine)
        place = (row > 0) + (row == last)
        lines.append(f"{'┏┃┗'[place]}{inside}{'┳┣┻'[place]}─ {words.ljust(column)}  {tiles}")
    return lines


def draw_line(tiles: Sequence[tuple[int, int]], engine: int, end: str = OPEN_END) -> str:
    """Return the tiles of one train, each number beside the one that it fits; an empty place before the first.

    >>> draw_line([(6, 1), (3, 1), (3, 3)], 6)
    '6:1─1:3─3:3›'
    """
    number, drawn = engine, []
    for high, low in tiles:
        other = low if high == number else high
        drawn.append(f"{number}:{other}")
        number = other
    return "─".join(drawn) + end if drawn else EMPTY
