"""The export formats of a game: game file and CSV table.

`EXPORTS` lists them; a new one needs a function and a line there. Nothing here opens a file or prints.
`game_file` writes the game file, the only export that can be imported.
"""

import csv
from collections.abc import Callable, Iterator, Mapping
from io import StringIO
from typing import NamedTuple
from unicodedata import normalize

from scorekeeper.formats.game_file import show_game
from scorekeeper.game import SITS_OUT, Blocked, Game, Out, Round, standings_so_far, stays_of
from scorekeeper.text import JOINERS

FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""The first characters of what a spreadsheet takes for a formula."""


def show_csv(game: Game) -> str:
    """Return the score table as CSV: a row per round, then totals and ranks.

    Before the rounds stands what latecomers began with. A cell is empty if not entered, and - for somebody who sat
    out. The words are the same in every language.
    Words that a spreadsheet would take for a formula, and words that begin with an apostrophe, get an apostrophe
    in front.
    """
    text = StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerows([safe(cell) for cell in row] for row in _rows(game))
    return text.getvalue()


def safe(cell: str) -> str:
    """Return the cell so that no spreadsheet computes it and `key` can read it back.

    Numbers stay numbers, and the mark of somebody who sits out stays alone. A wide sign counts as the usual one, and
    an invisible letter does not hide what follows it.

    >>> safe("=1+2"), safe("\uff1d1+2"), safe("'t Hart"), safe("Ana"), safe("-5"), safe("-")
    ("'=1+2", "'＝1+2", "''t Hart", 'Ana', '-5', '-')
    """
    harmless = cell == SITS_OUT or cell.removeprefix("-").isdecimal()
    seen = normalize("NFKC", cell).lstrip(f"{JOINERS} ")
    return f"'{cell}" if not harmless and (cell.startswith("'") or seen.startswith(FORMULA)) else cell


def _rows(game: Game) -> Iterator[list[str]]:
    """Yield the rows of the table, in the words that `key` reads.

    They are the head, points given to latecomers, rounds, totals, ranks.
    """
    yield ["round", "ended", *game.players]
    if any(stay.points for stay in game.stays):
        given = {name: sum(stay.points for stay in stays_of(game.stays, name)) for name in game.players}
        yield ["start", "", *(str(given[name] or "") for name in game.players)]
    for played, points in zip(game.rounds, game.points, strict=True):
        shown = dict.fromkeys(played.sits_out, SITS_OUT) | {name: str(one) for name, one in points.items()}
        cells = (shown.get(name, "") for name in game.players)
        yield [f"{played.double}-{played.double}", _ended(played), *cells]
    yield ["total", "", *(str(game.total(name)) for name in game.players)]
    ranks = {one.player: str(one.rank) for one in standings_so_far(game).standings}
    yield ["rank", "", *(ranks[name] for name in game.players)]


def _ended(played: Round) -> str:
    match played.ending:
        case Out(player):
            return f"{player} out"
        case Blocked(None):
            return "blocked"
        case Blocked(foot):
            return f"blocked, {foot}-{foot} open"
    return ""


class Export(NamedTuple):
    """An export format."""

    show: Callable[[Game], str]
    ending: str
    """The usual ending of such a file's name."""
    purpose: str


EXPORTS: Mapping[str, Export] = {
    "toml": Export(show_game, ".toml", "a game file, to be imported again"),
    "csv": Export(show_csv, ".csv", "the score table for spreadsheets"),
}
"""The export formats by name, the default first."""
