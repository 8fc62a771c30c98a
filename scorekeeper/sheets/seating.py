"""Reads from CSV who sits at which table of an event.

The first line may name the columns: `table`, `round`, `start`; every other column is a player. Without such a line,
the first column is the table and all others are players.
"""

import csv
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from scorekeeper.errors import Malformed, Position
from scorekeeper.game import clean_players
from scorekeeper.text import _

LONGEST = 20
"""The most characters of a table's name, a round or a time."""

TABLE, ROUND, START = "table", "round", "start"


class Seating(NamedTuple):
    """One table of an event."""

    table: str
    round: str
    start: str
    players: tuple[str, ...]


def read_seating(text: str) -> tuple[Seating, ...]:
    """Read the tables of an event.

    Raises Malformed with the line if a table has no name or its players cannot play.
    """
    lines = [(number, cells) for number, cells in _lines(text) if any(cells)]
    columns = [TABLE]
    if lines and TABLE in (first := [cell.casefold() for cell in lines[0][1]]):
        columns, lines = first, lines[1:]
    if not lines:
        raise Malformed(_("there is no table in it; a line is a table and its players, separated by commas"))
    return tuple(_seating(columns, cells, number) for number, cells in lines)


def _lines(text: str) -> Iterator[tuple[int, list[str]]]:
    """Yield each line's number and cells; some spreadsheets write semicolons in place of commas."""
    delimiter = ";" if text.count(";") > text.count(",") else ","
    reader = csv.reader(text.splitlines(), delimiter=delimiter, strict=True)
    try:
        for cells in reader:
            yield reader.line_num, [" ".join(cell.split()) for cell in cells]
    except csv.Error as error:
        raise Malformed(str(error), _line(reader.line_num), Position(1, 0, reader.line_num)) from None


def _seating(columns: Sequence[str], cells: Sequence[str], number: int) -> Seating:
    named = {TABLE: "", ROUND: "", START: ""}
    players = []
    for place, cell in enumerate(cells):
        column = columns[place] if place < len(columns) else ""
        if column in named:
            named[column] = _short(cell, column, number)
        elif cell:
            players.append(cell)
    if not named[TABLE]:
        raise Malformed(_("the table has no name or number"), _line(number), Position(1, 0, number))
    try:
        return Seating(named[TABLE], named[ROUND], named[START], clean_players(players))
    except Malformed as error:
        raise error.within(_line(number)).marking(Position(1, 0, number)) from None


def _short(cell: str, column: str, number: int) -> str:
    if len(cell) > LONGEST or not cell.isprintable():
        raise Malformed(
            _(
                "{cell!r} is too long for the column {column}; {most} letters fit",
                cell=cell[:LONGEST] + "…",
                column=column,
                most=LONGEST,
            ),
            _line(number),
            Position(1, 0, number),
        )
    return cell


def _line(number: int) -> str:
    return _("line {number}", number=number)
