"""The score table: players across, one row per starting double, points and running total.

A picture of the game and nothing else: `show` takes a game and draws what changed. A zero is `0`,
a player not entered is `·`; marks stand beside the points so that nothing rests on colour.
"""

from rich.cells import cell_len, set_cell_size
from rich.text import Text
from textual.coordinate import Coordinate
from textual.widgets import DataTable

from scorekeeper.game import EntryCell, Game, Round, next_starter
from scorekeeper.text import _

NOT_ENTERED = "·"
OUT, BLOCKED, CORRECTED, CALLED, CAUGHT, STARTS = "●", "■", "*", "♪", "!", "▸"
HOW_ENDED = "?"
WIDEST_NAME = 14
_NARROWEST = 10
LABEL = 5


def legend() -> str:
    """Return what the marks mean."""
    return _("● out  ■ blocked  * corrected  ♪ call  ! caught  · not yet  ? ending  ▸ starts")


class ScoreTable(DataTable[Text]):
    """All rounds of a game. The cursor is on one player's cell of one round."""

    def __init__(self) -> None:
        super().__init__(cursor_type="cell", zebra_stripes=True, id="scores", fixed_columns=1)
        self._shown: list[list[Text]] = []
        self._heads: list[str] = []

    def show(self, game: Game, corrected: frozenset[EntryCell], room: int) -> None:
        """Draw the game in so many columns, where it can; only cells that changed are touched."""
        widths = _widths(game, room)
        rows = [_row(game, game.round(number), corrected, widths) for number in range(1, _rounds(game) + 1)]
        heads = _heads(game, widths)
        if heads != self._heads or _labels(rows) != _labels(self._shown):
            self._rebuild(heads, rows)
        for number, row in enumerate(rows):
            for column, cell in enumerate(row):
                if _drawn(self._shown[number][column]) != _drawn(cell):
                    self.update_cell_at(Coordinate(number, column), cell)
        self._shown = rows

    def _rebuild(self, heads: list[str], rows: list[list[Text]]) -> None:
        cursor = self.cursor_coordinate
        self.clear(columns=True)
        for head in heads:
            self.add_column(Text(head), width=cell_len(head) or max(len(row[0]) for row in rows))
        for row in rows:
            self.add_row(*row)
        self._heads, self._shown = heads, rows
        self.move_cursor(row=cursor.row, column=cursor.column)

    def natural_width(self) -> int:
        """Return the columns that the whole table needs."""
        return sum(column.get_render_width(self) for column in self.ordered_columns)


def _labels(rows: list[list[Text]]) -> list[int]:
    return [len(row[0]) for row in rows]


def _drawn(cell: Text) -> tuple[object, ...]:
    """Return what distinguishes two drawn cells; Text itself compares words only."""
    return cell.plain, cell.style, cell.spans


def _rounds(game: Game) -> int:
    return len(game.rounds) + len(game.ahead)


def _widths(game: Game, room: int) -> list[int]:
    """Return the width of every player's column: wide enough for the name where there is room."""
    wide = [max(_NARROWEST, min(cell_len(name) + 2, WIDEST_NAME)) for name in game.players]
    needed = sum(wide) + 2 * len(wide) + 2 * LABEL
    return wide if needed <= room else [_NARROWEST] * len(wide)


def _heads(game: Game, widths: list[int]) -> list[str]:
    current = game.current
    starter = next_starter(game, current.number) if current else None
    heads = [""]
    for name, width in zip(game.players, widths, strict=True):
        mark = f" {STARTS}" if name == starter else ""
        room = width - len(mark)
        shown = name if cell_len(name) <= room else set_cell_size(name, room - 1).rstrip() + "…"
        heads.append(" " * (room - cell_len(shown)) + shown + mark)
    return heads


def _row(game: Game, played: Round, corrected: frozenset[EntryCell], widths: list[int]) -> list[Text]:
    return [
        _label(played, game.players_of(played.number)),
        *(
            _cell(game, played, name, (played.number, name) in corrected, width)
            for name, width in zip(game.players, widths, strict=True)
        ),
    ]


def _label(played: Round, players: tuple[str, ...]) -> Text:
    text = Text(f"{played.double}-{played.double}", style="bold" if played.under_way else "dim")
    if played.began_with != played.double:
        text.append(f"→{played.began_with}", style="dim")
    if played.blocked:
        text.append(BLOCKED)
    elif played.ending is None and not played.missing(players):
        text.append(HOW_ENDED)
    return text


def _cell(game: Game, played: Round, name: str, corrected: bool, width: int) -> Text:
    points = game.points[played.number - 1].get(name) if played.number <= len(game.rounds) else None
    marks = _marks(played, name, corrected)
    if points is None:
        missing = played.under_way and name in game.players_of(played.number)
        return Text(f"{NOT_ENTERED if missing else ''}{marks}".rjust(width - 5) + " " * 5, style="dim")
    total = "" if game.hides_totals else game.total(name, played.number)
    style = "bold" if name == played.out else ""
    return Text.assemble((f"{marks}{points}".rjust(width - 5), style), (f"{total}".rjust(5), "dim"))


def _marks(played: Round, name: str, corrected: bool) -> str:
    own = [call.caught for call in played.calls if call.player == name]
    caught, called = CAUGHT if any(own) else "", CALLED if not all(own) else ""
    return caught + called + (CORRECTED if corrected else "") + (OUT if name == played.out else "")
