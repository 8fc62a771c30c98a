"""Reads from CSV who sits at which table of an event.

The first line may name the columns: `table`, `round`, `start`; every other column is a player. Without such a line,
the first column is the table and all others are players.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from scorekeeper.errors import Malformed, Position
from scorekeeper.game import typed_players
from scorekeeper.system import csv_lines
from scorekeeper.text import N_, _, letter_name, unprintable

LONGEST = 20
"""The most characters of a table's name, a round or a time."""

TABLE, ROUND, START = "table", "round", "start"


class Seating(NamedTuple):
    """One table of an event."""

    table: str
    round: str
    start: str
    players: tuple[str, ...]

    @property
    def time(self) -> str:
        """When it plays, as far as the file says: in which round, else at what time."""
        return self.round or self.start


def read_seating(text: str) -> tuple[Seating, ...]:
    """Read the tables of an event.

    Raises Malformed with the line if a table has no name or its players cannot play, and if a table or a person
    is named twice for one time.
    """
    spaced = ((number, [" ".join(cell.split()) for cell in cells]) for number, cells in csv_lines(text))
    lines = [(number, cells) for number, cells in spaced if any(cells)]
    columns = [TABLE]
    if lines and TABLE in (head := [cell.casefold() for cell in lines[0][1]]):
        columns, lines = head, lines[1:]
    if not lines:
        raise Malformed(_("There is no table in it; a line is a table and its players, separated by commas."))
    seatings = [(number, _seating(columns, cells, number)) for number, cells in lines]
    _refuse_twice(seatings)
    return tuple(seating for _number, seating in seatings)


def _refuse_twice(seatings: Iterable[tuple[int, Seating]]) -> None:
    """Raise Malformed for a table or a person whom an earlier line has for the same time."""
    tables: dict[tuple[str, str], int] = {}
    people: dict[tuple[str, str], str] = {}
    for number, seating in seatings:
        first = tables.setdefault((seating.time, seating.table.casefold()), number)
        if first != number:
            raise _fault(
                _("Table {table} is named twice, first on line {line}.", table=seating.table, line=first),
                number,
            )
        for name in seating.players:
            table = people.setdefault((seating.time, name.casefold()), seating.table)
            if table != seating.table:
                raise _fault(
                    _(
                        "{name} sits at two tables, {first} and {second}; "
                        "two people need different names, such as {name} B.",
                        name=name,
                        first=table,
                        second=seating.table,
                    ),
                    number,
                )


def _fault(message: str, number: int) -> Malformed:
    return Malformed(message, _line(number), Position(1, 0, number))


def _seating(columns: Sequence[str], cells: Sequence[str], number: int) -> Seating:
    named = {TABLE: "", ROUND: "", START: ""}
    players = []
    for index, cell in enumerate(cells):
        column = columns[index] if index < len(columns) else ""
        if column in named:
            named[column] = _short(cell, column, number)
        elif cell:
            players.append(cell)
    if not named[TABLE]:
        raise _fault(_("The table has no name or number."), number)
    try:
        return Seating(named[TABLE], named[ROUND], named[START], typed_players(players))
    except Malformed as error:
        raise error.within(_line(number)).marking(Position(1, 0, number)) from None


def _short(cell: str, column: str, number: int) -> str:
    if letter := unprintable(cell):
        sentence = N_("“{cell}” has the letter {letter}, which cannot be shown; leave that out.")
        raise _fault(_(sentence, cell=cell.replace(letter, ""), letter=letter_name(letter)), number)
    if len(cell) > LONGEST:
        sentence = N_("“{cell}” is too long for the column {column}; {most} letters fit.")
        raise _fault(_(sentence, cell=cell[:LONGEST] + "…", column=column, most=LONGEST), number)
    return cell


def _line(number: int) -> str:
    return _("line {number}", number=number)
