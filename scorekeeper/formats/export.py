"""The export formats of a game: game file, and the score table as CSV or as a spreadsheet.

`EXPORTS` lists them; a new one needs a function and a line there. Nothing here opens a file or prints.
`import` reads all of them; the game file alone has calls, markers and the tiles of each hand.
"""

import csv
from collections.abc import Callable, Mapping
from io import StringIO
from typing import NamedTuple
from unicodedata import normalize

import msgspec
import tomli

from scorekeeper.formats.game_file import show_game
from scorekeeper.formats.score_table import table_rows
from scorekeeper.formats.workbook import show_workbook
from scorekeeper.game import SITS_OUT, Game
from scorekeeper.text import JOINERS

FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""The first characters of what a spreadsheet takes for a formula."""


def show_csv(game: Game) -> str:
    """Return the score table as CSV: a row per round, then totals and ranks.

    `table_rows` says which. The words are the same in every language.
    Words that a spreadsheet would take for a formula, and words that begin with an apostrophe, get an apostrophe
    in front.
    """
    text = StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerows([safe(str(cell)) for cell in row] for row in table_rows(game))
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


class Export(NamedTuple):
    """An export format."""

    show: Callable[[Game], bytes]
    ending: str
    """The usual ending of such a file's name."""
    purpose: str


EXPORTS: Mapping[str, Export] = {
    "toml": Export(lambda game: show_game(game).encode(), ".toml", "a game file, to be imported again"),
    "json": Export(lambda game: show_json(game).encode(), ".json", "the game file as JSON, for programs"),
    "csv": Export(lambda game: show_csv(game).encode(), ".csv", "the score table for spreadsheets"),
    "xlsx": Export(
        lambda game: show_workbook([game]), ".xlsx", "the score table with formulas, and the standing"
    ),
}
"""The export formats by name, the default first."""
