"""Reads a score sheet from CSV text into the changes that make its rounds.

The sheet is round by round, as `export --format csv` writes it (`round`, `ended`, a column per player), or player
by player (`player`, a column per round). Text in, values out; nothing is stored here. Errors carry the line and the
column of the wrong cell in the text. The words of a sheet are the same in every language.
"""

import csv
import re
from collections.abc import Iterator, Mapping, Sequence, Set
from contextlib import suppress
from typing import NamedTuple

from msgspec import UNSET

from scorekeeper.errors import Impossible, Malformed, Position
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
    normalise_spelling,
    without_entries,
)
from scorekeeper.text import _, join_with_commas

ENDED = ""
"""Stands for the column with the ends of rounds."""

_NO_ROUNDS = ("start", "given", "total", "rank")
"""What the lines begin with that are not about a round."""

_SEPARATORS = ",;\t"
_TOTAL = re.compile(r"-?\d{1,6}")
_NEAR_NUMBER = re.compile(r"[^\W\d_]+|[-−+]?\d+([.,]\d*)?[^\W\d_]*")
"""What stands where points belong and is neither points nor tiles: a word, 14.5, -13 or 17x."""
_BLOCKED = re.compile(r"b?[, ]*(\d{1,2})(?:-\d{1,2})?(?: [^,]*)?")


class CsvCell(NamedTuple):
    """A cell without surrounding spaces, and its place in the text, or None if it is not there."""

    text: str
    at: Position | None = None

    def unmarked(self) -> "CsvCell":
        """Return the cell without the apostrophe that exports put before formulas."""
        if not self.text.startswith("'"):
            return self
        at = self.at and Position(self.at.column + 1, self.at.length - 1, self.at.line)
        return CsvCell(self.text[1:], at)

    def fault(self, message: str, where: str = "") -> Malformed:
        """Return an error about the whole cell."""
        return Malformed(message, where, self.at)

    def placed(self, error: Malformed) -> Malformed:
        """Return an error about a part of the cell, with its place in the text."""
        literal = self.at is not None and self.at.length == len(self.text)
        if self.at is None or error.at is None or not literal:
            return error.marking(self.at)
        return error.marking(error.at.within(self.at.column, self.at.line))


class KeyedSheet(NamedTuple):
    """The content of a CSV text: the game with nothing else entered, and the totals as written."""

    game: Game
    totals: Mapping[str, int]


def read_sheet(text: str, game: Game) -> KeyedSheet:
    """Read a score sheet of this game.

    Raises Malformed with the round, the player and what is wrong; Impossible for impossible entries.
    """
    return _read(_table(text, game), game)


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
        line = dict(zip(names, (cell.unmarked().text for cell in cells), strict=False))
        if first.text.casefold() == "start":
            given = line
        elif first.text.casefold() not in _NO_ROUNDS and any(line.values()):
            number = _number(game, first, read)
            read.add(number)
            lines.append((number, line))
    found = (change for name in names if name != ENDED for change in _stays(game, name, lines, given))
    return tuple(sorted(found, key=lambda one: (one.round or 0, isinstance(one, PlayerLeft))))


def _company(game: Game, head: Sequence[CsvCell]) -> list[str]:
    """Return the player of every column, who may be a new one; nobody if a player of the game has none."""
    names = []
    for cell in head:
        try:
            names.append(ENDED if _heads_endings(cell.text) else game.player(cell.unmarked().text))
        except Malformed:
            names.append(normalise_spelling(cell.unmarked().text))
    return names if set(game.players) <= set(names) and "" not in {*names} - {ENDED} else []


def _stays(
    game: Game, name: str, lines: Sequence[tuple[int, Mapping[str, str]]], given: Mapping[str, str]
) -> Iterator[PlayerJoined | PlayerLeft]:
    """Yield when a player came and left; who has an empty cell in the last round alone is not entered yet."""
    was_there, points = name in game.players, given.get(name, "")
    known = was_there
    for number, line in lines:
        ended = normalise_spelling(line.get(ENDED, "")).casefold()
        there = bool(line.get(name)) or ended in (name.casefold(), f"{name} out".casefold())
        if number == lines[-1][0] and was_there:
            there = True
        if there and not was_there:
            stands = int(points) if points.isdecimal() else 0
            begins: Begins = "given" if stands else "before" if known else "zero"
            yield PlayerJoined(player=name, round=number, begins=begins, points=stands or None)
            known, points = True, ""
        elif was_there and not there:
            yield PlayerLeft(player=name, round=number)
        was_there = there
    if not known:  # who has not played yet comes in the next round
        stands = int(points) if points.isdecimal() else 0
        last = lines[-1][0] if lines else 0
        yield PlayerJoined(
            player=name, round=last + 1, begins="given" if stands else "zero", points=stands or None
        )


def _table(text: str, game: Game) -> list[list[CsvCell]]:
    """Return the rows of a sheet, round by round, the first with its head. Raises Malformed where it has none."""
    rows = [row for row in _rows(text) if any(cell.text for cell in row)]
    if not rows or len(rows[0]) < 2:
        first = rows[0][0] if rows else CsvCell("", Position(1, 0, 1))
        raise first.fault(_("A sheet begins with a line such as round,ended,{names}.", names=_names(game)))
    corner = rows[0][0].text.casefold()
    if corner == "player":
        rows = _turned(rows)
    elif corner != "round":
        raise rows[0][0].fault(_no_head(game, rows[0][0].text))
    return rows


def _no_head(game: Game, word: str) -> str:
    """Return that a text begins with this word in place of a first line, and what that line would be."""
    names, doubles = _names(game), ",".join(_doubles(game))
    if word in _doubles(game) or word in game.players:
        return _(
            "The first line that names the columns is missing: round,ended,{names} or player,{doubles}.",
            names=names,
            doubles=doubles,
        )
    return _(
        "“{word}” does not begin a sheet; its first line is round,ended,{names} or player,{doubles}.",
        word=word,
        names=names,
        doubles=doubles,
    )


def _rows(text: str) -> Iterator[list[CsvCell]]:
    """Yield the cells of each row; a row may take several lines of the text."""
    text = text.lstrip("\ufeff")
    lines = text.lstrip().splitlines()
    blank = (text[: len(text) - len(text.lstrip())] + "x").splitlines()
    separator = next((letter for line in lines[:1] for letter in line if letter in _SEPARATORS), ",")
    reader, read = csv.reader(lines, delimiter=separator), 0
    try:
        for row in reader:
            begins = Position(1 if read else len(blank[-1]), 0, len(blank) + read)
            raw = _split(lines[read], separator) if reader.line_num == read + 1 else []
            read = reader.line_num
            yield list(_cells(row, raw, begins))
    except csv.Error as error:
        at = Position(1, 0, len(blank) - 1 + reader.line_num)
        raise Malformed(_("This is not CSV ({why}).", why=error), at=at) from None


def _cells(row: Sequence[str], raw: Sequence[str], begins: Position) -> Iterator[CsvCell]:
    """Yield the cells of a row that begins here; `raw` has them as written.

    If the two do not match, as in a row of several lines, every cell gets the place of the row.
    """
    if len(raw) != len(row):
        yield from (CsvCell(cell.strip(), begins) for cell in row)
        return
    column = begins.column
    for text, written in zip(map(str.strip, row), raw, strict=True):
        before, length = (written.index(text), len(text)) if text in written else (0, len(written))
        yield CsvCell(text, Position(column + before, length, begins.line))
        column += len(written) + 1


def _split(line: str, separator: str) -> list[str]:
    """Return the cells of a line as written, with quotes and spaces."""
    cells, quoted = [""], False
    for part in line.split(separator):
        cells[-1] += part
        quoted ^= part.count('"') % 2 == 1
        if quoted:
            cells[-1] += separator
        else:
            cells.append("")
    return cells[:-1] if not quoted else cells


def _names(game: Game) -> str:
    return ",".join(game.players)


def _doubles(game: Game) -> list[str]:
    last = len(game.rounds) + len(game.ahead)
    return [f"{double}-{double}" for double in (game.round(number).double for number in range(1, last + 1))]


def _turned(rows: Sequence[Sequence[CsvCell]]) -> list[list[CsvCell]]:
    """Convert a sheet that is player by player to one that is round by round."""
    wide = max(map(len, rows))
    filled = ([*row, *[CsvCell("")] * (wide - len(row))] for row in rows)
    return [list(column) for column in zip(*filled, strict=True)]


def _read(rows: Sequence[Sequence[CsvCell]], game: Game) -> KeyedSheet:
    if not all(_names_column(game, cell.text) for cell in rows[0][1:]):
        rows = [[cell.unmarked() for cell in row] for row in rows]
    head = _columns(game, rows[0][1:])
    if len(set(head)) < len(head):
        again = next(place for place, name in enumerate(head) if name in head[:place])
        raise rows[0][again + 1].fault(
            _("The first line of a sheet has a column twice; each player has one.")
        )
    sheet, totals, read = without_entries(game), dict[str, int](), set[int]()
    for first, *cells in rows[1:]:
        word = first.text.casefold()
        if surplus := [cell for cell in cells[len(head) :] if cell.text]:
            raise surplus[0].fault(_("This line has more cells than the first line has."), first.text)
        line = dict(zip(head, cells, strict=False))
        if word == "total":
            totals = dict(_totals(line, first.text))
        elif word not in _NO_ROUNDS:
            number = _number(game, first, read)
            read.add(number)
            sheet = _with_line(sheet, game, number, line)
    return KeyedSheet(sheet, totals)


def _names_column(game: Game, word: str) -> bool:
    """Whether a word names a column just as it stands, without the apostrophe of an export."""
    return _heads_endings(word) or normalise_spelling(word).casefold() in map(str.casefold, game.players)


def _heads_endings(word: str) -> bool:
    return word.casefold() == "ended"


def _columns(game: Game, cells: Sequence[CsvCell]) -> list[str]:
    """Return the player of every column, and `ENDED` for the column with the ends of rounds.

    If a player has the same name as that column, the last column of that name is the player's.
    """
    ended = [place for place, cell in enumerate(cells) if _heads_endings(cell.text)]
    if ended and normalise_spelling(cells[ended[-1]].text).casefold() in map(str.casefold, game.players):
        ended.pop()
    return [ENDED if place in ended[:1] else _player(game, cell) for place, cell in enumerate(cells)]


def _player(game: Game, cell: CsvCell) -> str:
    try:
        return game.player(cell.text)
    except Malformed as error:
        raise cell.placed(error) from None


def _totals(line: Mapping[str, CsvCell], first: str) -> Iterator[tuple[str, int]]:
    for name, cell in line.items():
        if name == ENDED or not cell.text:
            continue
        if not _TOTAL.fullmatch(cell.text):
            raise cell.fault(
                _("“{text}” is not a total; write a number.", text=cell.text), f"{first}, {name}"
            )
        yield name, int(cell.text)


def _number(game: Game, cell: CsvCell, read: Set[int]) -> int:
    """Return the number of a line's round: the first of that double that no earlier line has."""
    last = len(game.rounds) + len(game.scheduled)
    double = cell.text.split("-")[0]
    fitting = [number for number in range(1, last + 1) if double == str(game.round(number).double)]
    for number in fitting:
        if number not in read:
            return number
    if fitting:
        raise cell.fault(_too_often(double, len(fitting)))
    raise cell.fault(
        _(
            "“{word}” is not a round of this game that is still to come; its rounds are {doubles}.",
            word=cell.text,
            doubles=join_with_commas(_doubles(game)),
        )
    )


def _too_often(double: str, rounds: int) -> str:
    """Return that a sheet has more lines for a double than the game has rounds of it."""
    if rounds == 1:
        return _("Round {double}-{double} is on the sheet twice.", double=double)
    return _(
        "Round {double}-{double} is on the sheet {lines} times; this game plays it {rounds} times.",
        double=double,
        lines=rounds + 1,
        rounds=rounds,
    )


def _with_line(sheet: Game, record: Game, number: int, line: Mapping[str, CsvCell]) -> Game:
    """Return the sheet with the entries of one line."""
    double = sheet.round(number).double
    where = _("round {double}-{double}", double=double)
    try:
        ending = _ending(sheet, line.get(ENDED, CsvCell("")))
        if ending is not None:
            sheet = apply_event(RoundScored(round=number, ending=ending), sheet)
        for player, cell in line.items():
            if player != ENDED and cell.text and not _went_out(sheet, number, player, cell.text):
                sheet = _with_cell(sheet, record, number, player, cell)
    except Malformed as error:
        raise Malformed(error.message, ", ".join(filter(None, (where, error.where))), error.at) from None
    except Impossible as error:
        raise error.within(where) from None
    return sheet


def _went_out(sheet: Game, number: int, player: str, text: str) -> bool:
    """Whether a cell has the points of the player who went out, with or without those for calls."""
    if sheet.round(number).out != player:
        return False
    return text in (str(sheet.rules_of(number).scoring.out), str(sheet.points[number - 1][player]))


def _with_cell(sheet: Game, record: Game, number: int, player: str, cell: CsvCell) -> Game:
    """Return the sheet with the hand in one cell; a number equal to the record's points is taken as points."""
    played, counted = sheet.round(number), counted_value(record, number, player)
    if isinstance(counted, int) and cell.text == str(counted):
        what = cell_change(played, player, Points(counted))
    else:
        try:
            what = keyed_change(sheet, number, player, cell.text)
        except Malformed as error:
            if _NEAR_NUMBER.fullmatch(cell.text):
                raise cell.fault(_no_number(cell.text), player) from None
            raise cell.placed(error).within(player) from None
    if played.out is not None and what.ending not in (UNSET, Out(played.out)):
        raise cell.fault(
            _("“{text}” is impossible: on this line {name} went out.", text=cell.text, name=played.out),
            player,
        )
    return apply_event(what, sheet)


def _no_number(text: str) -> str:
    return _(
        "“{text}” is not a whole number of points; write one, or out for going out, or - for sitting out.",
        text=text,
    )


def _ending(game: Game, cell: CsvCell) -> Ending | None:
    """Parse the end of a round, as exports write it or shorter (`Ana`, `b`, `b4`)."""
    word = normalise_spelling(cell.text).casefold()
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
    raise cell.fault(
        _(
            "“{word}” is not an ending; write who went out, b for blocked, or b4 for a block short of toes on 4-4.",
            word=cell.text,
        )
    )
