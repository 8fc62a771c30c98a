"""Games as a spreadsheet: a sheet for each, with formulas for the totals, and lists of results and of people."""

from collections.abc import Iterable, Sequence
from datetime import UTC, date, datetime, time
from io import BytesIO
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from scorekeeper.formats.score_table import table_rows
from scorekeeper.game import Game, standings_so_far
from scorekeeper.reading import LISTS

if TYPE_CHECKING:
    from xlsxwriter import Workbook
    from xlsxwriter.worksheet import Worksheet


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
    last, results = next(place for place, row in enumerate(rows) if row[0] == "total"), list[Row]()
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
