"""Finds the tables in a sheet: which lines name the columns, which way the rounds run, who is a player.

Takes cells and returns `WrittenTable`s, one for each game, in which everything is still text. Headings are data,
`rules/headings.toml`; what no heading and no cell explains is refused.
"""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import pairwise, zip_longest
from typing import NamedTuple

from scorekeeper.errors import Malformed
from scorekeeper.reading.headings import days_in, games_in, is_half_day, kind_of, label_of
from scorekeeper.reading.reader import answered
from scorekeeper.text import N_, _

LISTS = ("results of", "people")
"""What begins a sheet of ours that lists games or people, and is none."""

FACTS = ("date", "game", "set", "rules", "house", "finished")
"""The words of lines below a table of ours that say what game it is."""

_MARKS = ("x", "X", "1", "*", "✓", "✔")
_NUMBER = re.compile(r"-?\d+(?:[.,]\d+)?")


class WrittenCell(NamedTuple):
    """What stands in a cell, and on which line of its file."""

    text: str
    line: int


NOTHING = WrittenCell("", 0)


class CellGrid(NamedTuple):
    """A sheet of a file; a line without content has no cells."""

    name: str
    rows: tuple[tuple[WrittenCell, ...], ...]


def fault(sentence: str, cell: WrittenCell) -> Malformed:
    """Return a fault of a cell, on its line; the sentence may quote its `text`."""
    return Malformed(_(sentence, text=cell.text), _("line {number}", number=cell.line))


class _NoRounds(Malformed):
    """A sheet that is about no rounds: in a file with games it is left out."""

    @classmethod
    def at_cell(cls, sentence: str, cell: WrittenCell) -> "_NoRounds":
        error = fault(sentence, cell)
        return cls(error.message, error.where)


Row = Sequence[WrittenCell]


class Line(NamedTuple):
    """A round, or the totals after so many of the rounds, as somebody wrote it."""

    at: WrittenCell
    """What names it."""
    cells: Mapping[str, WrittenCell]
    ended: str = ""
    summed: WrittenCell = NOTHING
    """All points of the line together."""
    running: Mapping[str, WrittenCell] = {}
    """The totals that stand beside the points."""
    began: str = ""
    """The double that started it, where it was another than that which names it."""
    given: Mapping[str, WrittenCell] = {}
    """What those begin with who come in this round or a later one."""
    rounds: int = 0


class WrittenTable(NamedTuple):
    """A game as somebody wrote it."""

    title: str
    day: WrittenCell
    names: tuple[str, ...]
    rounds: tuple[Line, ...]
    totals: tuple[Line, ...] = ()
    facts: Mapping[str, Sequence[str]] = {}
    """What a line of `FACTS` says of the game."""
    left_out: tuple[str, ...] = ()
    """Headings of what is about no player's points."""
    doubles: bool = False
    """Whether the heading says that rounds are named by their doubles."""
    sheet: str = ""
    """Where it stands, in a file with several sheets."""
    half_day: str = ""
    """What names a part of a day above it, where nothing names a whole one."""
    games: tuple[str, ...] = ()
    """The ids of the games that its title names, or else what stands above it."""


def tables_in(
    sheets: Sequence[CellGrid], known: Collection[str] = (), closed: bool = False
) -> tuple[WrittenTable, ...]:
    """Return the tables of sheets. Raises Malformed, with the line, for what is not recognised.

    `known` are players whose names count as such, whatever else they mean; if `closed`, nobody else played.
    """
    keys, written = {name.casefold() for name in known}, list[WrittenTable]()
    games = [sheet for sheet in sheets if not any(row and row[0].text in LISTS for row in sheet.rows[:1])]
    without, refusals, several = list[str](), list[Malformed](), len(games) > 1
    for sheet in games:
        try:
            tables = [table for block in _blocks(sheet) for table in _tables_of(block, keys, closed)]
            if several and tables and not any(map(_has_rounds, tables)):
                raise _NoRounds(_("The table has no rounds."))
        except _NoRounds as error:
            without.append(sheet.name)
            refusals.append(error.within(sheet.name) if several else error)
        except Malformed as error:
            raise (error.within(sheet.name) if several else error) from None
        else:
            written += [table._replace(sheet=sheet.name if several else "") for table in tables]
    if refusals and not written:
        raise refusals[0]
    written[:1] = [table._replace(left_out=(*table.left_out, *without)) for table in written[:1]]
    return tuple(_settled(written))


def _tables_of(block: "_Block", keys: Collection[str], closed: bool) -> list[WrittenTable]:
    """Return the tables of a block. Raises Malformed, also if each game has only a line."""
    tables = [_table(block, game, keys, closed) for game in _games(block, keys)]
    if any(kind_of(cell.text) in ("date", "game") for cell in block.head):
        rounds = [table.rounds for table in tables]
        if not any(len(lines) != 1 or lines[0].at.text for lines in rounds):
            sentence = N_("One line for a game has only its totals, and a game needs its rounds.")
            raise _NoRounds.at_cell(sentence, rounds[0][0].at)
    return tables


def _has_rounds(table: WrittenTable) -> bool:
    """Whether a table may be a game: its lines name rounds, or have the points of several people."""
    return any(line.at.text or len(table.names) > 1 for line in table.rounds)


def _settled(tables: list[WrittenTable]) -> list[WrittenTable]:
    """Return tables with their days, of which each that may be two is in the order of those that cannot."""
    days = [days_in(table.day.text) for table in tables]
    orders = {order for day in days if len(day) == 1 for order in day if order}
    if len(orders) == 1:  # what could be two days is settled by what can be one: 25/1/2024, then 5/1/2024
        (order,) = orders
        for index, (table, day) in enumerate(zip(tables, days, strict=True)):
            if len(day) == 2 and order in day:
                tables[index] = table._replace(day=WrittenCell(day[order].isoformat(), table.day.line))
    return tables


def only_table(sheets: Sequence[CellGrid], known: Collection[str]) -> WrittenTable:
    """Return the one table of sheets. Raises Malformed as `tables_in`, and if there are more, or none."""
    tables = tables_in(sheets, known)
    if len(tables) != 1:
        sentence = N_("A sheet is one game, and this file has {count}; import reads them all.")
        raise Malformed(_(sentence, count=len(tables)) if tables else _("There is no table in this file."))
    return tables[0]


class _Block(NamedTuple):
    """A heading with the lines below it, and the lines of text above it."""

    titles: Sequence[Row]
    head: Row
    rows: Sequence[Row]


def _blocks(sheet: CellGrid) -> Iterator[_Block]:
    """Yield each heading of a sheet with its lines. Raises Malformed if there is none."""
    rows: list[Row] = [*sheet.rows]
    heads = [*_heads(rows)]
    if not heads and any(rows):
        sentence = N_(
            "The line that names the columns is missing, such as round,ended,Ana,Ben or player,9-9,8-8."
        )
        counted = any(sum(_is_value(cell.text) for cell in row) > 1 for row in rows)
        raise (fault if counted else _NoRounds.at_cell)(sentence, next(row[0] for row in rows if row))
    above: list[Row] = (
        [] if kind_of(sheet.name.rstrip(" 0123456789")) == "unnamed" else [(WrittenCell(sheet.name, 1),)]
    )
    above += rows[: heads[0]] if heads else []
    for head, end in pairwise([*heads, len(rows)]):
        below = rows[head + 1 : end]
        titles = [*filter(None, above)]
        leads = any(_is_fact(row) for row in titles)  # then what is said of a game stands above it, not below
        above, own = list[Row](), list[Row]()
        for row in below:
            (above if _is_text(row) or (leads and _is_fact(row)) else own).append(row)
        yield _Block(titles, rows[head], own)


def _heads(rows: Sequence[Row]) -> Iterator[int]:
    """Yield where the lines are that name columns; below a date or a game that stands once, a corner is empty."""
    has_facts = False
    for index, row in enumerate(rows):
        if _names_columns(row, rows[index + 1 :]) and not (has_facts and not row[0].text):
            has_facts = kind_of(row[0].text) in ("date", "game")
            yield index


def _is_text(row: Row) -> bool:
    """Whether a line is a remark, not one of a table."""
    written = [cell.text for cell in row if cell.text]
    words = [text for text in written if not days_in(text)]
    plain = not any(_is_value(text) or kind_of(text) for text in words)
    return plain and (len(written) == 1 or len(words) < len(written))


def _is_fact(row: Row) -> bool:
    """Whether a line says which game it is, or of which day."""
    return len(row) == 2 and kind_of(row[0].text) in ("date", "game")


def _is_value(text: str) -> bool:
    return bool(_NUMBER.fullmatch(text) or label_of(text) or text in ("-", "–") or answered(text) == "o")


def _names_columns(row: Row, below: Sequence[Row]) -> bool:
    """Whether a line names the columns of what stands below it."""
    written = [cell.text for cell in row if cell.text]
    kinds = [kind_of(text) for text in written]
    first = kinds[0] if kinds else ""
    fewest = 3 if written and written[0].casefold() in FACTS else 2
    if len(written) < fewest or any(map(days_in, written)):
        return False
    values = [_is_value(text) for text in written]
    if "player" in kinds and first in ("other", "total"):  # a rank or a total may stand left of the players
        first = "player"
    after = [line for line in below if line][: 2 if first == "player" else 1]
    below_names = not row[0].text and {*kinds} <= {"points", "total"}
    if first and first not in ("round", "double", "date", "game", "player") and not below_names:
        return False
    if not first and any(values):  # the doubles of players down may stand right of an empty corner
        name = after[0][0].text if after else ""
        others = [text for text in written if not kind_of(text)]
        if row[0].text or not name or _is_value(name) or kind_of(name) or not all(map(label_of, others)):
            return False
    return not after or any(_is_value(cell.text) for line in after for cell in line)


class _Game(NamedTuple):
    """The lines of one game, the heading first, without the columns that say which game it is."""

    title: str
    day: WrittenCell
    half_day: str
    rows: list[Row]


def _games(block: _Block, known: Collection[str]) -> Iterator[_Game]:
    """Yield the games of a block: by columns for date and game, or by blank lines where the rounds begin again."""
    kinds = _kinds(block.head, known)
    facts = {column: kind for column, kind in enumerate(kinds) if kind in ("date", "game")}
    columns = [column for column in range(max(map(len, (block.head, *block.rows)))) if column not in facts]
    groups: dict[tuple[str, ...], tuple[WrittenCell, list[Row]]] = {}
    key, day, blank, number, first = ("",) * len(facts), NOTHING, False, 0, ""
    for row in block.rows:
        cells = [_at(row, column) for column in columns]
        words = [_at(row, column) for column in facts if kind_of(_at(row, column).text)]
        if words and not cells[0].text:  # the word of a line of totals stands in the column of the date
            cells[0] = words[0]
        elif facts and not words:
            key = tuple(_at(row, column).text or old for column, old in zip(facts, key, strict=True))
            day = next(
                (_at(row, column) for column in facts if facts[column] == "date" and _at(row, column).text),
                day,
            )
        elif not facts and row:
            first = first or cells[0].text
            number += blank and bool(first) and cells[0].text == first
            key = (str(number),)
        if row:
            groups.setdefault(key, (day, []))[1].append(cells)
        blank = not row
    head = [_at(block.head, column) for column in columns]
    titles = [cell for row in block.titles for cell in row if cell.text]
    title = next(filter(_is_title, (cell.text for row in block.titles for cell in _first_words(row))), "")
    dated = next((cell for cell in titles if days_in(cell.text)), NOTHING)
    half_day = next((cell.text for cell in titles if is_half_day(cell.text)), "")
    for key, (day, rows) in (groups or {(): (NOTHING, [])}).items():
        named = dict(zip(facts.values(), key, strict=False))
        own = day if day.text else dated
        called = named.get("game", "")
        called = title if called.isdecimal() else called or title
        yield _Game(called, own, "" if own.text else half_day, [head, *rows])


def _first_words(row: Row) -> Row:
    """Return what may be a title in a line above the heading, which may also have the names over their columns."""
    written = [cell for cell in row if cell.text]
    return written if len(written) == 1 or _is_fact(row) else row[:1]


def _is_title(text: str) -> bool:
    return bool(text) and not (text.isdecimal() or kind_of(text) or days_in(text))


def _at(row: Row, column: int) -> WrittenCell:
    return row[column] if column < len(row) else NOTHING


def _kinds(head: Row, known: Collection[str]) -> list[str]:
    """Return what each heading stands for; a known player's name is a word only where it stands twice, at first."""
    keys = [cell.text.casefold() for cell in head]
    return [
        "" if key in known and (keys.count(key) == 1 or key in keys[:column]) else kind_of(head[column].text)
        for column, key in enumerate(keys)
    ]


def _rounds_down(rows: Sequence[Row], known: Collection[str]) -> Sequence[Row]:
    """Return the rows of a table with a round in each, whichever way it was written."""
    kinds = _kinds(rows[0], known)
    others = [cell.text for cell, kind in zip(rows[0][1:], kinds[1:], strict=True) if cell.text and not kind]
    if "points" in kinds and "player" in kinds:
        return _pivot(rows, kinds)
    if others and all(map(label_of, others)) and others[0].casefold() not in known:
        turned = [list(column) for column in zip_longest(*rows, fillvalue=NOTHING)]
        # a rank may stand left of the players
        return sorted(turned, key=lambda row: kind_of(row[0].text) != "player")
    return rows


def _table(block: _Block, game: _Game, known: Collection[str], closed: bool) -> WrittenTable:
    """Return the table of a game, whichever way its rounds run."""
    rows = _rounds_down(game.rows, known)
    columns = _columns(rows, block.titles, known)
    if closed:
        columns = [
            ("other" if kind == "player" and name.casefold() not in known else kind, name)
            for kind, name in columns
        ]
    labelled = any(kind == "label" for kind, _name in columns)
    rounds, totals, given = list[Line](), list[Line](), dict[str, WrittenCell]()
    facts, day = dict[str, list[str]](), game.day
    heads = " / ".join(cell.text for cell in block.head)
    above = " / ".join([*(cell.text for row in block.titles for cell in row), heads])
    for number, row in enumerate(rows[1:], 2):
        line = _line(row, columns)
        written = {name: cell for name, cell in line.cells.items() if cell.text}
        kind = "" if label_of(line.at.text) else kind_of(line.at.text)
        unnamed = bool(written) and not line.at.text and (labelled or number == len(rows) > 3)
        if (fact := line.at.text.casefold()) in FACTS and not label_of(fact):
            facts.setdefault(fact, []).extend(cell.text for cell in row[1:] if cell.text)
            day = WrittenCell(facts[fact][0], line.at.line) if fact == "date" and facts[fact] else day
        elif kind == "total" or (unnamed and _adds_up(written, rounds)):
            totals.append(line._replace(rounds=len(rounds)))
        elif kind == "start":
            given = written
        elif unnamed and labelled:
            raise fault(N_("“{text}” stands on a line that names no round."), next(iter(written.values())))
        elif kind not in ("other", "player", "points", "round") and (line.ended or written):
            rounds.append(line._replace(given=given))
            given = {}
    return WrittenTable(
        title=" ".join(facts.get("game", [game.title])),
        day=day,
        names=tuple(name for kind, name in columns if kind == "player"),
        rounds=tuple(rounds),
        totals=tuple(totals),
        facts=facts,
        left_out=tuple(name for kind, name in columns if kind == "other" and name),
        doubles=any(kind == "label" and kind_of(name) == "double" for kind, name in columns),
        half_day="" if day.text else game.half_day,
        games=games_in(game.title) or games_in(above) or games_in(heads, "headings"),
    )


def _adds_up(written: Mapping[str, WrittenCell], rounds: Sequence[Line]) -> bool:
    """Whether a line that nobody named has the totals of the rounds above it."""
    numbers = {name: [line.cells[name].text for line in rounds] for name in written}
    sums = {name: sum(int(text) for text in texts if text.isdecimal()) for name, texts in numbers.items()}
    return all(cell.text == str(sums[name]) for name, cell in written.items())


def _pivot(rows: Sequence[Row], kinds: Sequence[str]) -> list[Row]:
    """Return a table of which each line has one player's points in one round with a line for each round."""
    column_of = {kind: column for column, kind in reversed([*enumerate(kinds)])}
    label = column_of.get("double", column_of.get("round"))
    if label is None:
        sentence = N_("A line for each player and round needs a column with the round.")
        raise _NoRounds.at_cell(sentence, rows[0][0])
    lines, names = dict[str, dict[str, WrittenCell]](), dict[str, WrittenCell]()
    for row in rows[1:]:
        name = row[column_of["player"]]
        line, key = lines.setdefault(row[label].text, {"": row[label]}), name.text.casefold()
        names.setdefault(key, name)
        if key in line:
            raise fault(N_("“{text}” has points twice in one round."), name)
        line[key] = row[column_of["points"]]
        ended = row[column_of["ended"]].text if "ended" in column_of else ""
        if ended:  # a mark, or the end as other tables write it
            line["\n"] = name if ended in _MARKS or answered(ended) in ("y", "o") else WrittenCell(ended, 0)
    table = [[line.get(key, NOTHING) for key in ("", "\n", *names)] for line in lines.values()]
    return [[rows[0][label], WrittenCell("ended", 0), *names.values()], *table]


Column = tuple[str, str]
"""What a column holds, and for whom: `label`, `player`, `ended`, `total` or `other`; `count` for a second label."""


def _columns(rows: Sequence[Row], titles: Sequence[Row], known: Collection[str]) -> list[Column]:
    """Return what each column of a table with a line for each round holds."""
    kinds, head = _kinds(rows[0], known), [cell.text for cell in rows[0]]
    above = titles[-1] if titles and len(titles[-1]) > 1 and all(kinds[1:]) else ()
    label, player, columns = _label_column(rows, kinds), "", list[Column]()
    seats = (
        kinds.count("points")
        if above
        else sum(bool(text) and not kind for text, kind in zip(head, kinds, strict=True))
    )
    paired = kinds.count("total") == seats > 1
    for column, (kind, text) in enumerate(zip(kinds, head, strict=True)):
        if above and kind in ("points", "total"):  # a first heading above has the names over their columns
            text = next((cell.text for cell in above[column::-1] if cell.text), "")
            kind = "" if kind == "points" else kind
        whose = next(
            (name for name in head if name and kind_of(text.partition(f"{name} ")[2]) == "total"), ""
        )
        filled = next((row[column] for row in rows[1:] if _at(row, column).text), None)
        if column == label:
            columns.append(("label", text))
        elif kind == "total" or (not kind and whose):
            columns.append(("total", player if kind and paired else "" if kind else whose))
        elif text and not kind and _NUMBER.fullmatch(text) and text.casefold() not in known:
            raise fault(N_("“{text}” is no name, and stands above a column."), rows[0][column])
        elif text and not kind:
            columns.append(("player", player := text))
        elif not text and filled:
            raise fault(N_("“{text}” stands in a column without a heading."), filled)
        else:
            columns.append((kind if kind in ("ended", "began") else "other", text))
    return columns


def _label_column(rows: Sequence[Row], kinds: Sequence[str]) -> int | None:
    """Return which column names the rounds; None if no column does."""
    for kind in ("double", "round"):
        columns = [column for column, other in enumerate(kinds) if other == kind]
        if columns:  # the numbers of the lines may stand beside what names the rounds
            return next((at for at in columns if rows[1:] and _at(rows[1], at).text != "1"), columns[0])
    first = [row[0].text for row in rows[1:] if row[0].text]
    labels = [label_of(text) for text in first if not kind_of(text)]
    sure = bool(first) and all(label and label.double for label in labels)
    return 0 if sure or ((kinds[0] in ("player", "points") or not rows[0][0].text) and all(labels)) else None


def _line(row: Row, columns: Sequence[Column]) -> Line:
    """Return what a line says; the word of a line of totals may stand left of the label."""
    cells = [(kind, name, _at(row, column)) for column, (kind, name) in enumerate(columns)]
    words = [cell for kind, _name, cell in cells if kind == "other" and kind_of(cell.text)]
    label = next((cell for kind, _name, cell in cells if kind == "label" and cell.text), None)
    line = next((cell.line for cell in row if cell.line), 0)
    return Line(
        at=label or next(iter(words), WrittenCell("", line)),
        cells={name: cell for kind, name, cell in cells if kind == "player"},
        ended=next((cell.text for kind, _name, cell in cells if kind == "ended"), ""),
        began=next((cell.text for kind, _name, cell in cells if kind == "began"), ""),
        summed=next((cell for kind, name, cell in cells if kind == "total" and not name), NOTHING),
        running={name: cell for kind, name, cell in cells if kind == "total" and name},
    )
