"""A score sheet as CSV text, keyed on any machine, read into the changes that make its rounds.

Round by round as `export --format csv` writes it (`round`, `ended`, a column per player), or player by
player (`player`, a column per round). Text in, values out; nothing is kept here.
"""

import csv
import re
from collections.abc import Iterator, Mapping, Sequence, Set
from typing import NamedTuple

from msgspec import UNSET

from scorekeeper.errors import Malformed
from scorekeeper.events import RoundScored, apply
from scorekeeper.game import Blocked, Ending, Game, Out
from scorekeeper.keying import blank, keyed
from scorekeeper.words import _

ENDED = ""
"""Stands for the column that says how rounds ended."""

_SEPARATORS = ",;\t"
_BLOCKED = re.compile(r"b?[, ]*(\d{1,2})(?:-\d{1,2})?(?: [^,]*)?")


class Sheet(NamedTuple):
    """What a CSV text says: the game as it would stand with nothing else entered, and the written totals."""

    game: Game
    totals: Mapping[str, int]


def read_sheet(text: str, game: Game) -> Sheet:
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
    head = text.lstrip("\ufeff").partition("\n")[0]
    separator = max(_SEPARATORS, key=head.count)
    try:
        yield from csv.reader(text.lstrip("\ufeff").splitlines(), delimiter=separator)
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


def _read(rows: Sequence[Sequence[str]], game: Game) -> Sheet:
    head = [_column(game, word) for word in rows[0][1:]]
    named = [name for name in head if name is not None]
    if len(set(named)) < len(named):
        raise Malformed(_("the first line of a sheet has a column twice; each player has one"))
    sheet, totals, read = blank(game), dict[str, int](), set[int]()
    for first, *cells in rows[1:]:
        word = first.casefold()
        if any(cells[len(head) :]):
            raise Malformed(_("this line has more cells than the first line has"), first)
        line = dict(zip(head, cells, strict=False))
        if word in ("total", _("total").casefold()):
            totals = {name: int(cell) for name, cell in line.items() if name in named and cell.isdecimal()}
        elif word not in ("rank", _("rank").casefold()):
            number = _number(game, first, read)
            read.add(number)
            sheet = _with_line(sheet, number, line)
    return Sheet(sheet, totals)


def _column(game: Game, word: str) -> str:
    """Return the player of a column; nothing for the column that says how rounds ended."""
    if word.casefold() in ("ended", _("ended").casefold()):
        return ENDED
    return game.player(word.removeprefix("'") if word.startswith("'") else word)


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


def _with_line(sheet: Game, number: int, line: Mapping[str, str]) -> Game:
    """Return the sheet with one round as its line says."""
    double = sheet.round(number).double
    where = _("round {double}-{double}").format(double=double)
    goes_out = sheet.rules_of(number).scoring.out
    ending = _ending(sheet, line.get(ENDED, ""), where)
    if ending is not None:
        sheet = apply(RoundScored(round=number, ending=ending), sheet)
    for player, text in line.items():
        out = sheet.round(number).out
        if player == ENDED or not text or (player == out and text == str(goes_out)):
            continue
        try:
            what = keyed(sheet, number, player, text)
        except Malformed as error:
            raise error.within(f"{where}, {player}") from None
        if out is not None and what.ending not in (UNSET, Out(out)):
            raise Malformed(
                _("{text!r} cannot be: by this line {name} went out").format(text=text, name=out),
                f"{where}, {player}",
            )
        sheet = apply(what, sheet)
    return sheet


def _ending(game: Game, text: str, where: str) -> Ending | None:
    """Read how a round ended: as an exported table says it, or shorter (`Ana`, `b`, `b4`)."""
    if not text:
        return None
    for name in game.players:
        if text.casefold() in (name.casefold(), _("{name} out").format(name=name).casefold()):
            return Out(name)
    words = (_("blocked"), "blocked", "b")
    found = _BLOCKED.fullmatch(text.casefold().removeprefix(_("blocked").casefold()))
    if text.casefold() in words:
        return Blocked()
    if found:
        return Blocked(int(found[1]))
    raise Malformed(
        _(
            "{word!r} is no ending; write who went out, b for blocked, or b4 for a block short of toes on 4-4"
        ).format(word=text),
        where,
    )
