"""Reads a score sheet from CSV text into the changes that make its rounds.

The sheet is round by round, as `export --format csv` writes it (`round`, `ended`, a column per player), or player
by player (`player`, a column per round). Text in, values out; nothing is stored here. Errors carry the round and the
player of the wrong cell. The words of a sheet are the same in every language.
"""

import csv
import re
from collections.abc import Iterator, Mapping, Sequence, Set
from contextlib import suppress
from itertools import zip_longest
from typing import NamedTuple

from msgspec import UNSET

from scorekeeper.errors import Impossible, Malformed, at_place
from scorekeeper.game import (
    Begins,
    Blocked,
    Ending,
    Game,
    Out,
    PlayerJoined,
    PlayerLeft,
    Points,
    RoundScored,
    apply_event,
    cell_change,
    counted_value,
    keyed_change,
    name_key,
    normalise_spelling,
    without_entries,
)
from scorekeeper.reading import Around
from scorekeeper.reading import read as read_typed
from scorekeeper.text import N_, _, join_with_commas, language

ENDED = ""
"""Stands for the column with the ends of rounds."""

_NO_ROUNDS = ("start", "given", "total", "rank")
"""What the lines begin with that are not about a round."""

_TOTAL = re.compile(r"-?\d{1,6}")
_BLOCKED = re.compile(r"b?[, ]*(\d{1,2})(?:-\d{1,2})?(?: [^,]*)?")


class KeyedSheet(NamedTuple):
    """The content of a CSV text: the game with nothing else entered, and the totals as written."""

    game: Game
    totals: Mapping[str, int]


def read_sheet(text: str, game: Game) -> KeyedSheet:
    """Read a score sheet of this game.

    Raises Malformed with the round, the player and what is wrong; Impossible for impossible entries.
    """
    rows = _table(text, game)
    names = map(str.casefold, game.players)
    plain = {"ended", *names}  # what names a column just as it stands, without the apostrophe of an export
    if not all(name_key(cell) in plain for cell in rows[0][1:]):
        rows = [[cell.removeprefix("'") for cell in row] for row in rows]
    head = _columns(game, rows[0][1:])
    if len(set(head)) < len(head):
        raise Malformed(_("The first line of a sheet has a column twice; each player has one."))
    sheet, totals, read = without_entries(game), dict[str, int](), set[int]()
    for first, *cells in rows[1:]:
        if any(cells[len(head) :]):
            raise Malformed(_("This line has more cells than the first line has."), first)
        line, word = dict(zip(head, cells, strict=False)), first.casefold()
        if word == "total":
            written = {name: cell for name, cell in line.items() if name != ENDED and cell}
            for name, cell in written.items():
                if not _TOTAL.fullmatch(cell):
                    sentence = _("“{text}” is not a total; write a number.", text=cell)
                    raise Malformed(sentence, f"{first}, {name}")
            totals = {name: int(cell) for name, cell in written.items()}
        elif word not in _NO_ROUNDS:
            number = _number(game, first, read)
            read.add(number)
            sheet = _with_line(sheet, game, number, line)
    return KeyedSheet(sheet, totals)


def read_company(text: str, game: Game) -> tuple[PlayerJoined | PlayerLeft, ...]:
    """Return who joins and who leaves, by a sheet that is read into a game of which nothing was entered yet.

    Names that nobody has are new players, unless a player of the game has no column: then they are faults, which
    `read_sheet` tells. Whoever has an empty cell in a round that others have played past was not there.
    """
    head, *rows = _table(text, game)
    names = _company(game, head[1:])
    if any(played.under_way for played in game.rounds) or not names:
        return ()
    lines, read, given = list[tuple[int, Mapping[str, str]]](), set[int](), dict[str, str]()
    for first, *cells in rows:
        line = dict(zip(names, (cell.removeprefix("'") for cell in cells), strict=False))
        if first.casefold() == "start":
            given = line
        elif first.casefold() not in _NO_ROUNDS and any(line.values()):
            number = _number(game, first, read)
            read.add(number)
            lines.append((number, line))
    found = (change for name in names if name != ENDED for change in _stays(game, name, lines, given))
    return tuple(sorted(found, key=lambda one: (one.round or 0, isinstance(one, PlayerLeft))))


def _company(game: Game, head: Sequence[str]) -> list[str]:
    """Return the player of every column, who may be a new one; nobody if a player of the game has none."""
    names = []
    for cell in head:
        name = normalise_spelling(cell.removeprefix("'"))
        try:
            names.append(ENDED if cell.casefold() == "ended" else game.player(name))
        except Malformed:
            names.append(name)
    return names if set(game.players) <= set(names) and "" not in {*names} - {ENDED} else []


def _stays(
    game: Game, name: str, lines: Sequence[tuple[int, Mapping[str, str]]], given: Mapping[str, str]
) -> Iterator[PlayerJoined | PlayerLeft]:
    """Yield when a player came and left; who has an empty cell in the last round alone is not entered yet."""
    was_there, points = name in game.players, given.get(name, "")
    known = was_there

    def joined(number: int) -> PlayerJoined:
        stands = int(points) if points.isdecimal() else 0
        begins: Begins = "given" if stands else "before" if known else "zero"
        return PlayerJoined(player=name, round=number, begins=begins, points=stands or None)

    for number, line in lines:
        ended = name_key(line.get(ENDED, ""))
        there = bool(line.get(name)) or ended in (name.casefold(), f"{name} out".casefold())
        if number == lines[-1][0] and was_there:
            there = True
        if there and not was_there:
            yield joined(number)
            known, points = True, ""
        elif was_there and not there:
            yield PlayerLeft(player=name, round=number)
        was_there = there
    if not known:  # who has not played yet comes in the next round
        yield joined(lines[-1][0] + 1 if lines else 1)


def _table(text: str, game: Game) -> list[list[str]]:
    """Return the cells of a sheet, round by round, the first line with its head. Raises Malformed without a head."""
    lines = text.lstrip("\ufeff").lstrip().splitlines()
    separator = next((letter for line in lines[:1] for letter in line if letter in ",;\t"), ",")
    try:
        rows = [[cell.strip() for cell in row] for row in csv.reader(lines, delimiter=separator)]
    except csv.Error as error:
        raise Malformed(_("This is not CSV ({why}).", why=error)) from None
    rows, names = [row for row in rows if any(row)], ",".join(game.players)
    if not rows or len(rows[0]) < 2:
        raise Malformed(_("A sheet begins with a line such as round,ended,{names}.", names=names))
    word = rows[0][0]
    if word.casefold() == "player":
        return [list(column) for column in zip_longest(*rows, fillvalue="")]
    if word.casefold() == "round":
        return rows
    doubles = _doubles(game)
    sentence = (
        N_("The first line that names the columns is missing: round,ended,{names} or player,{doubles}.")
        if word in doubles or word in game.players
        else N_("“{word}” does not begin a sheet; its first line is round,ended,{names} or player,{doubles}.")
    )
    raise Malformed(_(sentence, word=word, names=names, doubles=",".join(doubles)))


def _doubles(game: Game) -> list[str]:
    rounds = (game.round(number) for number in range(1, game.last_number + 1))
    return [f"{played.double}-{played.double}" for played in rounds]


def _columns(game: Game, cells: Sequence[str]) -> list[str]:
    """Return the player of every column, and `ENDED` for the column with the ends of rounds.

    If a player has the same name as that column, the last column of that name is the player's.
    """
    ended = [place for place, cell in enumerate(cells) if cell.casefold() == "ended"]
    if ended and "ended" in map(str.casefold, game.players):
        ended.pop()
    return [ENDED if place in ended[:1] else game.player(cell) for place, cell in enumerate(cells)]


def _number(game: Game, cell: str, read: Set[int]) -> int:
    """Return the number of a line's round: the first of that double that no earlier line has."""
    double = read_typed("round", cell, Around(game.set_size, language=language().codes[-1])).said or cell
    fitting = [
        number for number in range(1, game.last_scheduled + 1) if double == str(game.round(number).double)
    ]
    if left := [number for number in fitting if number not in read]:
        return left[0]
    if not fitting:
        raise Malformed(
            _(
                "“{word}” is not a round of this game that is still to come; its rounds are {doubles}.",
                word=cell,
                doubles=join_with_commas(_doubles(game)),
            )
        )
    sentence = (
        N_("Round {double}-{double} is on the sheet twice.")
        if len(fitting) == 1
        else N_("Round {double}-{double} is on the sheet {lines} times; this game plays it {rounds} times.")
    )
    raise Malformed(_(sentence, double=double, lines=len(fitting) + 1, rounds=len(fitting)))


def _with_line(sheet: Game, record: Game, number: int, line: Mapping[str, str]) -> Game:
    """Return the sheet with the entries of one line."""
    double = sheet.round(number).double
    where = _("round {double}-{double}", double=double)
    try:
        ending = _ending(sheet, line.get(ENDED, ""))
        if ending is not None:
            sheet = apply_event(RoundScored(round=number, ending=ending), sheet)
        for player, cell in line.items():
            if player != ENDED and cell and not _went_out(sheet, number, player, cell):
                sheet = _with_cell(sheet, record, number, player, cell)
    except Malformed as error:
        raise Malformed(error.message, ", ".join(filter(None, (where, error.where)))) from None
    except Impossible as error:
        raise error.within(where) from None
    return sheet


def _went_out(sheet: Game, number: int, player: str, cell: str) -> bool:
    """Whether a cell has the points of the player who went out, with or without those for calls."""
    if sheet.round(number).out != player:
        return False
    return cell in (str(sheet.rules_of(number).scoring.out), str(sheet.points[number - 1][player]))


def _with_cell(sheet: Game, record: Game, number: int, player: str, cell: str) -> Game:
    """Return the sheet with the hand in one cell; a number equal to the record's points is taken as points."""
    played, counted = sheet.round(number), counted_value(record, number, player)
    if isinstance(counted, int) and cell == str(counted):
        what = cell_change(played, player, Points(counted))
    else:
        with at_place(player):
            what = keyed_change(sheet, number, player, cell)
    if played.out is not None and what.ending not in (UNSET, Out(played.out)):
        raise Malformed(
            _("“{text}” is impossible: on this line {name} went out.", text=cell, name=played.out), player
        )
    return apply_event(what, sheet)


def _ending(game: Game, cell: str) -> Ending | None:
    """Parse the end of a round, as exports write it or shorter (`Ana`, `b`, `b4`)."""
    word = name_key(cell)
    endings: dict[str, Ending | None] = {"b": Blocked()}
    endings |= {name.casefold(): Out(name) for name in game.players}
    endings |= {"": None, "blocked": Blocked()}
    endings |= {f"{name} out".casefold(): Out(name) for name in game.players}
    if word in endings:
        return endings[word]
    if found := _BLOCKED.fullmatch(word.removeprefix("blocked")):
        return Blocked(int(found[1]))
    with suppress(Malformed):
        return Out(game.player(word.removesuffix(" out")))
    raise Malformed(
        _(
            "“{word}” is not an ending; write who went out, b for blocked, or b4 for a block short of toes on 4-4.",
            word=cell,
        )
    )
