"""The export formats of a game: game file, and the score table as CSV or as a spreadsheet.

`EXPORTS` lists them; a new one needs a function and a line there. Nothing here opens a file or prints.
`import` reads all of them; the game file alone has calls, markers and the tiles of each hand.
"""

import csv
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import UTC, date, datetime, time
from io import BytesIO, StringIO
from typing import TYPE_CHECKING, NamedTuple, TypeAlias
from unicodedata import normalize

import msgspec
import tomli

from scorekeeper.formats.game_file import inline, show_game
from scorekeeper.game import (
    HAS_LEFT,
    NOT_ENTERED,
    SITS_OUT,
    Blocked,
    Game,
    Out,
    Round,
    rounds_reseated,
    standings_so_far,
    stays_of,
)
from scorekeeper.reading import LISTS
from scorekeeper.rules import plain_value
from scorekeeper.text import JOINERS, N_

if TYPE_CHECKING:
    from xlsxwriter import Workbook
    from xlsxwriter.worksheet import Worksheet

FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""The first characters of what a spreadsheet takes for a formula."""


def show_csv(game: Game) -> str:
    """Return the score table as CSV: a row per round, then totals and ranks.

    `table_rows` says which. The words are the same in every language.
    Words that a spreadsheet would take for a formula, and words that begin with an apostrophe, get an apostrophe
    in front.
    """
    text = StringIO()
    csv.writer(text, lineterminator="\n").writerows(map(safe, map(str, row)) for row in table_rows(game))
    return text.getvalue()


def safe(cell: str) -> str:
    """Return the cell so that no spreadsheet computes it and it can be read back.

    Numbers stay numbers, and the mark of somebody who sits out stays alone. A wide sign counts as the usual one, and
    an invisible letter does not hide what follows it.

    >>> safe("=1+2"), safe("\uff1d1+2"), safe("'t Hart"), safe("Ana"), safe("-5"), safe("-")
    ("'=1+2", "'＝1+2", "''t Hart", 'Ana', '-5', '-')
    """
    harmless = cell == SITS_OUT or cell.removeprefix("-").isdecimal()
    seen = normalize("NFKC", cell).lstrip(f"{JOINERS} ")
    return f"'{cell}" if not harmless and (cell.startswith("'") or seen.startswith(FORMULA)) else cell


def show_json(game: Game) -> str:
    """Return the tables of the game file as JSON."""
    return msgspec.json.format(msgspec.json.encode(tomli.loads(show_game(game))), indent=2).decode() + "\n"


def table_rows(game: Game) -> Iterator[list[str | int]]:
    """Yield the rows of the table, in the words that `import` and `key` read.

    They are the head, rounds with what latecomers are given, totals, ranks, and what the game is. What the first
    latecomers are given stands first, and what somebody is given who comes back above that round.
    """
    given = dict[int, dict[str, int]]()
    for name in game.players:
        for index, stay in enumerate(stays_of(game.stays, name)):
            if stay.points:
                given.setdefault(stay.joined if index else 0, {})[name] = stay.points
    other_doubles = any(played.started_with is not None for played in game.rounds)
    yield ["round", "ended", *game.players, *["started with"] * other_doubles]
    entered = [played.number for played in game.rounds if played.entries or played.ending]
    last = max([*entered[-1:], *rounds_reseated(game.stays)]) if entered or game.stays else 0
    for number in range(last + 1):
        if points := given.get(number):
            yield ["start", "", *(points.get(name, "") for name in game.players)]
        if number:
            yield _round_row(game, game.round(number), last, other_doubles)
    yield ["total", "", *map(game.total, game.players)]
    ranks = {place.player: place.rank for place in standings_so_far(game).standings}
    yield ["rank", "", *(ranks[name] for name in game.players)]
    yield ["date", game.date.isoformat()]
    yield ["game", game.title]
    yield ["set", game.set_size]
    yield ["rules", game.book]
    for key, value in game.house.items():
        yield ["house", f"{key}={inline(False if value is None else plain_value(value))}"]
    if game.finished:
        yield ["finished"]


def _round_row(game: Game, played: Round, last: int, other_doubles: bool) -> list[str | int]:
    number = played.number
    shown: dict[str, str | int] = dict.fromkeys(played.sits_out, SITS_OUT)
    shown |= game.points[number - 1] if number <= len(game.rounds) else {}
    cells = (shown[name] if name in shown else _no_points(game, number, last, name) for name in game.players)
    began = "" if played.started_with is None else f"{played.started_with}-{played.started_with}"
    return [f"{played.double}-{played.double}", _ended(played), *cells, *[began] * other_doubles]


def _no_points(game: Game, number: int, last: int, name: str) -> str:
    """Return what stands for somebody without points: nothing where an empty cell means what it is.

    It means that the player was away, and in the last round that nobody entered a player who was there before.
    """
    *before, there = (name in game.players_of(round_number) for round_number in range(1, number + 1))
    means_there = number == last and (before[-1] if any(before) else None if before else True)
    return "" if there is means_there else NOT_ENTERED if there else HAS_LEFT


def _ended(played: Round) -> str:
    match played.ending:
        case Out(player):
            return f"{player} out"
        case Blocked(None):
            return "blocked"
        case Blocked(foot):
            return f"blocked, {foot}-{foot} open"
    return ""


class Formula(NamedTuple):
    """A formula, and its value now."""

    text: str
    value: float


Row: TypeAlias = list[str | float | date | Formula]


def show_workbook(games: Sequence[Game]) -> bytes:
    """Return a spreadsheet of games, `.xlsx`, which `import` reads. The same games give the same bytes."""
    from xlsxwriter import Workbook  # takes longer to load than most commands

    data = BytesIO()
    with Workbook(data, {"in_memory": True}) as book:
        book.set_properties({"created": datetime.combine(max(game.date for game in games), time(), UTC)})
        names = ("Results", "People") if len(games) > 1 else ("Standing",)
        lists, results = [book.add_worksheet(name) for name in names], list[Row]()
        for number, game in enumerate(games, 1):
            results += _game_sheet(book, f"{number} {game.date}", game)
        head: Row = [LISTS[0], "date", "title", "place", "player", "total", "rounds won"]
        for sheet, rows in zip(lists, ([head, *results], _people(results)), strict=False):
            _fill(book, sheet, rows)
    return data.getvalue()


def _game_sheet(book: "Workbook", name: str, game: Game) -> list[Row]:
    """Write the score table of a game; return its results. Whoever plays a game that goes on has no place yet."""
    from xlsxwriter.utility import xl_col_to_name

    rows: list[Row] = [[*row] for row in table_rows(game)]
    last, results = next(index for index, row in enumerate(rows) if row[0] == "total"), list[Row]()
    for standing in standings_so_far(game).standings:
        player, at = standing.player, game.players.index(standing.player) + 2
        column, total = xl_col_to_name(at), game.total(player)
        if last > 1:
            rows[last][at] = Formula(f"=SUM({column}2:{column}{last})", total)
        out, won = f"{player} out".replace('"', '""'), sum(played.out == player for played in game.rounds)
        row: Row = [name, game.date, game.title, standing.rank if game.over else "", player]
        row.append(Formula(f"='{name}'!{column}{last + 1}", total))
        row.append(Formula(f"=SUMPRODUCT(--('{name}'!B1:B{last}=\"{out}\"))", won))
        results.append(row)
    _fill(book, book.add_worksheet(name), rows)
    return results


def _people(results: Sequence[Row]) -> list[Row]:
    """Return the list of people, which is computed from the results."""
    places, names, totals = (f"Results!${column}$2:${column}${len(results) + 1}" for column in "DEF")
    rows: list[Row] = [[LISTS[1], "games", "won", "points", "points per game"]]
    for row, name in enumerate(sorted({str(result[4]) for result in results}), 2):
        own = [result for result in results if result[4] == name]
        points = sum(result[5].value for result in own if isinstance(result[5], Formula))
        rows.append(
            [
                name,
                Formula(f"=COUNTIF({names},A{row})", len(own)),
                Formula(f"=COUNTIFS({names},A{row},{places},1)", sum(result[3] == 1 for result in own)),
                Formula(f"=SUMIF({names},A{row},{totals})", points),
                Formula(f"=D{row}/B{row}", points / len(own)),
            ]
        )
    return rows


def _fill(book: "Workbook", sheet: "Worksheet", rows: Iterable[Row]) -> None:
    """Write rows into a sheet, the first in bold letters; what people typed is never a formula."""
    bold, day = book.add_format({"bold": True}), book.add_format({"num_format": "yyyy-mm-dd"})
    for y, row in enumerate(rows):
        for x, cell in enumerate(row):
            match cell:
                case Formula(text, value):
                    sheet.write_formula(y, x, text, None, value)
                case date():
                    sheet.write_datetime(y, x, cell, day)
                case str():
                    sheet.write_string(y, x, cell, None if y else bold)
                case number:
                    sheet.write_number(y, x, number)
    sheet.freeze_panes(1, 1)
    sheet.autofit()


class Export(NamedTuple):
    """An export format."""

    show: Callable[[Game], bytes]
    ending: str
    """The usual ending of such a file's name."""
    purpose: str
    show_all: Callable[[Sequence[Game]], bytes] | None = None
    """Shows many games in one file; None if each needs its own."""


EXPORTS: Mapping[str, Export] = {
    "toml": Export(lambda game: show_game(game).encode(), ".toml", N_("a game file, to be imported again")),
    "json": Export(lambda game: show_json(game).encode(), ".json", N_("the game file as JSON, for programs")),
    "csv": Export(lambda game: show_csv(game).encode(), ".csv", N_("the score table for spreadsheets")),
    "xlsx": Export(
        lambda game: show_workbook([game]),
        ".xlsx",
        N_("the score table with formulas, and the standing"),
        show_workbook,
    ),
}
"""The export formats by name, the default first."""
