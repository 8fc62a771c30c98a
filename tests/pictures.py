"""Reads pictures and outlines of a table back, to prove that they show all there is."""

import re

from scorekeeper.engine.drawing import mirrored
from scorekeeper.engine.layout import Layout
from scorekeeper.tiles import Tile

Toes = list["Node"]
Node = tuple[str, Toes]
"""A tile as it is written, and what lies on it; an empty place is written as its sign."""

_ITEM = re.compile(r"─*(?:(\d+:\d+)([›─])|([·○])|(┤))")


def read(text: str, set_size: int) -> Layout:
    """Return the layout that a picture or an outline shows."""
    lines = text.split("\n")
    start, toes = _read_picture(lines) if lines[0].count(":") != 1 or "─" in text else _read_outline(lines)
    layout = Layout(set_size)
    layout.begin(Tile(start, start), len(toes))
    _lay(layout, Tile(start, start), toes)
    return layout


def _lay(layout: Layout, on: Tile, toes: Toes) -> None:
    for written, beyond in toes:
        if written not in "·○":
            inner, outer = map(int, written.split(":"))
            layout.lay(Tile.of(inner, outer), on, len(beyond))
            _lay(layout, Tile.of(inner, outer), beyond)


def _read_picture(lines: list[str]) -> tuple[int, Toes]:
    width = max(map(len, lines))
    grid = [line.ljust(width) for line in lines]
    column = next(place for place in range(width) if grid[0][place] in "┏┳")
    number = re.match(r"\d+", grid[0][column + 1 :])
    assert number is not None
    right = _toes(grid, 0, len(grid) - 1, column + 1 + len(number[0]))
    back = [mirrored(line) for line in grid]
    return int(number[0]), _toes(back, 0, len(grid) - 1, width - 1 - column) + right


def _toes(grid: list[str], top: int, bottom: int, wall: int) -> Toes:
    """Read what joins the right side of a double."""
    rows = [row for row in range(top, bottom + 1) if grid[row][wall] in "┣┳┻├┬┴"]
    return [_node(grid, row, wall + 1) for row in rows]


def _node(grid: list[str], row: int, column: int) -> Node:
    item = _ITEM.match(grid[row], column)
    assert item is not None, (row, column, grid[row])
    if item[3]:
        return item[3], []
    if item[4]:
        return _foot(grid, row, item.end() - 1)
    return item[1], [] if item[2] == "›" else [_node(grid, row, item.end())]


def _foot(grid: list[str], anchor: int, wall: int) -> Node:
    top = bottom = anchor
    while grid[top][wall] != "╭":
        top -= 1
    while grid[bottom][wall] != "╰":
        bottom += 1
    number = re.match(r"\d+", grid[top][wall + 1 :])
    assert number is not None
    return f"{number[0]}:{number[0]}", _toes(grid, top, bottom, wall + 1 + len(number[0]))


def _read_outline(lines: list[str]) -> tuple[int, Toes]:
    start: Node = (lines[0], [])
    doubles, last = [start], start
    for line in lines[1:]:
        words = line.split()
        depth = (len(line) - len(line.lstrip())) // 2
        if words[0] != "+":
            doubles = doubles[:depth]
            last = doubles[-1]
        for word in words:
            if word not in "+›":
                node: Node = (word, [])
                last[1].append(node)
                last = node
        if len(set(words[-1].split(":"))) == 1 and ":" in words[-1]:
            doubles.append(last)
    return int(lines[0].split(":")[0]), start[1]
