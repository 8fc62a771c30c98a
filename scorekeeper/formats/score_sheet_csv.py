"""A score sheet as CSV text, keyed on any machine, read into the changes that make its rounds.

Round by round as `export --format csv` writes it (`round`, `ended`, a column per player), or player by
player (`player`, a column per round). Text in, values out; nothing is kept here.
"""

import csv
import re
from collections.abc import Iterator, Mapping, Sequence, Set
from functools import partial
from typing import NamedTuple

from msgspec import UNSET

from scorekeeper.errors import Impossible, Malformed
from scorekeeper.game import (
    Blocked,
    Ending,
    Game,
    Out,
    Points,
    RoundScored,
    apply_event,
    cell_change,
    counted_value,
    keyed_change,
    normalise_spelling,
    without_entries,
)
from scorekeeper.text import _

ENDED = ""
"""Stands for the column that says how rounds ended."""

_SEPARATORS = ",;\t"
_TOTAL = re.compile(r"-?\d{1,6}")
_BLOCKED = re.compile(r"b?[, ]*(\d{1,2})(?:-\d{1,2})?(?: [^,]*)?")


class KeyedSheet(NamedTuple):
    """What a CSV text says: the game as it would stand with nothing else entered, and the written totals."""

    game: Game
    totals: Mapping[str, int]


def read_sheet(text: str, game: Game) -> KeyedSheet:
    """Read a score sheet of this game.

    Raises Malformed that names the round, the player and the fault; Impossible for what cannot be.
    """
    rows = [[cell.strip() for cell in row] for row in _rows(text)]
    rows = [row for row in rows if any(row)]
    if not rows or len(rows[0]) < 2:
        raise Malformed(
            _("a sheet begins with a line such as round,ended,{names}").format(names=_names(game))
        )
    corner = rows[0][0].casefold()
    if corner in ("player", _("player").casefold()):
        rows = _turned(rows)
    elif corner not in ("round", _("round").casefold()):
        raise Malformed(
            _("{word!r} begins no sheet; its first line is round,ended,{names} or player,{doubles}").format(
                word=rows[0][0], names=_names(game), doubles=",".join(_doubles(game))
            )
        )
    return _read(rows, game)


def _rows(text: str) -> Iterator[list[str]]:
    lines = text.lstrip("\ufeff").lstrip().splitlines()
    separator = next((letter for line in lines[:1] for letter in line if letter in _SEPARATORS), ",")
    try:
        yield from csv.reader(lines, delimiter=separator)
    except csv.Error as error:
        raise Malformed(_("this is no CSV ({why})").format(why=error)) from None


def _names(game: Game) -> str:
    return ",".join(game.players)


def _doubles(game: Game) -> list[str]:
    last = len(game.rounds) + len(game.ahead)
    return [f"{double}-{double}" for double in (game.round(number).double for number in range(1, last + 1))]


def _turned(rows: Sequence[Sequence[str]]) -> list[list[str]]:
    """Return a sheet kept player by player as one kept round by round."""
    wide = max(map(len, rows))
    return [list(column) for column in zip(*([*row, *[""] * (wide - len(row))] for row in rows), strict=True)]


def _read(rows: Sequence[Sequence[str]], game: Game) -> KeyedSheet:
    if not all(map(partial(_names_column, game), rows[0][1:])):
        rows = [[cell.removeprefix("'") for cell in row] for row in rows]
    head = _columns(game, rows[0][1:])
    if len(set(head)) < len(head):
        raise Malformed(_("the first line of a sheet has a column twice; each player has one"))
    sheet, totals, read = without_entries(game), dict[str, int](), set[int]()
    for first, *cells in rows[1:]:
        word = first.casefold()
        if any(cells[len(head) :]):
            raise Malformed(_("this line has more cells than the first line has"), first)
        line = dict(zip(head, cells, strict=False))
        if word in ("total", _("total").casefold()):
            totals = dict(_totals(line, first))
        elif word not in ("given", _("given").casefold(), "rank", _("rank").casefold()):
            number = _number(game, first, read)
            read.add(number)
            sheet = _with_line(sheet, game, number, line)
    return KeyedSheet(sheet, totals)


def _names_column(game: Game, word: str) -> bool:
    """Whether a word names a column as it stands; one that a spreadsheet computes has an apostrophe more."""
    return _says_ended(word) or normalise_spelling(word).casefold() in map(str.casefold, game.players)


def _says_ended(word: str) -> bool:
    return word.casefold() in ("ended", _("ended").casefold())


def _columns(game: Game, words: Sequence[str]) -> list[str]:
    """Return the player of every column, ENDED for the one that says how rounds ended.

    Where somebody is called like that column, theirs is the last of that name.
    """
    ended = [place for place, word in enumerate(words) if _says_ended(word)]
    if ended and normalise_spelling(words[ended[-1]]).casefold() in map(str.casefold, game.players):
        ended.pop()
    return [ENDED if place in ended[:1] else game.player(word) for place, word in enumerate(words)]


def _totals(line: Mapping[str, str], first: str) -> Iterator[tuple[str, int]]:
    for name, text in line.items():
        if name == ENDED or not text:
            continue
        if not _TOTAL.fullmatch(text):
            raise Malformed(_("{text!r} is no total; write a number").format(text=text), f"{first}, {name}")
        yield name, int(text)


def _number(game: Game, word: str, read: Set[int]) -> int:
    """Return the round that a line is of: the first of that double which no line before it was of."""
    last = len(game.rounds) + len(game.scheduled)
    double = word.split("-")[0]
    for number in range(1, last + 1):
        if number not in read and double == str(game.round(number).double):
            return number
    raise Malformed(
        _("{word!r} is no round of this game that is still to come; its rounds are {doubles}").format(
            word=word, doubles=", ".join(_doubles(game))
        )
    )


def _with_line(sheet: Game, record: Game, number: int, line: Mapping[str, str]) -> Game:
    """Return the sheet with one round as its line says."""
    double = sheet.round(number).double
    where = _("round {double}-{double}").format(double=double)
    try:
        ending = _ending(sheet, line.get(ENDED, ""))
        if ending is not None:
            sheet = apply_event(RoundScored(round=number, ending=ending), sheet)
        for player, text in line.items():
            if player != ENDED and text and not _went_out(sheet, number, player, text):
                sheet = _with_cell(sheet, record, number, player, text)
    except Malformed as error:
        raise Malformed(error.message, ", ".join(filter(None, (where, error.where)))) from None
    except Impossible as error:
        raise error.within(where) from None
    return sheet


def _went_out(sheet: Game, number: int, player: str, text: str) -> bool:
    """Whether a cell has what the rules give to the player who went out, with or without calls."""
    if sheet.round(number).out != player:
        return False
    return text in (str(sheet.rules_of(number).scoring.out), str(sheet.points[number - 1][player]))


def _with_cell(sheet: Game, record: Game, number: int, player: str, text: str) -> Game:
    """Return the sheet with one hand as its cell says; points of the record stand for its entry."""
    played, counted = sheet.round(number), counted_value(record, number, player)
    if isinstance(counted, int) and text == str(counted):
        what = cell_change(played, player, Points(counted))
    else:
        try:
            what = keyed_change(sheet, number, player, text)
        except Malformed as error:
            raise error.within(player) from None
    if played.out is not None and what.ending not in (UNSET, Out(played.out)):
        cannot = _("{text!r} cannot be: by this line {name} went out")
        raise Malformed(cannot.format(text=text, name=played.out), player)
    return apply_event(what, sheet)


def _ending(game: Game, text: str) -> Ending | None:
    """Read how a round ended: as an exported table says it, or shorter (`Ana`, `b`, `b4`)."""
    said = normalise_spelling(text).casefold()
    out = _("{name} out")
    endings: dict[str, Ending | None] = {"b": Blocked()}
    endings |= {name.casefold(): Out(name) for name in game.players}
    endings |= {"": None, "blocked": Blocked(), _("blocked").casefold(): Blocked()}
    endings |= {out.format(name=name).casefold(): Out(name) for name in game.players}
    if said in endings:
        return endings[said]
    if found := _BLOCKED.fullmatch(said.removeprefix(_("blocked").casefold())):
        return Blocked(int(found[1]))
    raise Malformed(
        _(
            "{word!r} is no ending; write who went out, b for blocked, or b4 for a block short of toes on 4-4"
        ).format(word=text)
    )
