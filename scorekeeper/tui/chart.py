"""Chart: how far everybody was behind the leader after each round, who led on top; below, the best and worst rounds.

Players' names stand at the ends of their lines. Nothing rests on colour: where there is none, or no room for names,
they have a letter at each round. Of many only the first places and the last are drawn.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import reduce
from itertools import count, pairwise
from operator import or_
from typing import ClassVar

from rich.cells import cell_len
from rich.table import Table as Grid
from rich.text import Text
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.theme import Theme
from textual.widgets import Static

from scorekeeper.game import (
    Game,
    RoundPoints,
    complete_rounds_only,
    game_progress,
    points_behind,
    running_totals,
    standings,
)
from scorekeeper.text import N_, _
from scorekeeper.tui.base.colours import Badge, badged, badges
from scorekeeper.tui.base.screen import FRAME, AppScreen, SelfDrawn, SteadyText, Words, entitle
from scorekeeper.tui.standing import StandingPane, behind, standing_notes

AXIS = 6
"""Columns for the numbers at the left."""

CROWDED, AHEAD = 6, 3
"""Players up to whom all are drawn; of more, so many in front and the last."""

BRAILLE, DOTS = 0x2800, ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))
"""The first braille letter, and the bits of its dots, row by row: thin lines are drawn with them."""

ROWS_BETWEEN = 3
"""The least rows from one number at the left to the next."""

LEAST_ROWS = 14
"""Rows of a chart that is worth a look; where there are fewer, what is below it is to be scrolled to."""

AXIS_ROWS = 2
"""Rows of a chart for the axis and the doubles below it."""

FIRST = 2
"""The column of the first round, so that its double can stand below its middle."""

MET = 3
"""Columns for the letters of players whose last totals fall together, after which the names stand."""

LETTERED, NAMED, BESIDE_NAME = 10, 21, 11
"""Columns for the last totals and letters at the right, and for names; and how many of these no name takes."""

NAMED_FROM = 3
"""Columns between two rounds from which on the players are named at the right."""

LEFT = 55
"""The part of a hundred of the columns that the chart has beside the standing."""


class Chart(AppScreen):
    """How far everybody was behind the leader."""

    CSS_PATH = "table/table.tcss"
    place: ClassVar[str] = "chart"
    PANES: ClassVar[Mapping[str, str]] = {"plot": N_("Points behind the leader"), "rows": N_("Rounds")}

    def title_words(self) -> Words:
        """Return which game it is."""
        return self.of_game(_("points behind the leader"))

    def body(self) -> ComposeResult:
        """Show the chart and whose letters they are."""
        with VerticalScroll(classes="page", id="chart"):
            yield Static(id="plot", markup=False)
            yield Static(id="rows")
        yield StandingPane()

    def redraw(self) -> None:
        """Draw the chart for the room there is."""
        game = self.session.game
        if game.hides_totals:
            self.query_one("#plot", Static).update(_("Totals are hidden until the end."))
            return
        shown, marks, (width, height) = (
            complete_rounds_only(game),
            badges(game, self.app.current_theme),
            self.size,
        )
        notes = len(standing_notes(game))
        if self.has_class("-panes"):
            width, least = width * LEFT // 100 - FRAME.width, 0
            most = height - 2 - 2 * FRAME.height - AXIS_ROWS
        else:
            width, most, least = width - 6, height - 6, LEAST_ROWS
        above = most - 1 - len(game.players) - notes
        self.query_one("#plot").border_subtitle = who_is_drawn(shown)
        drawn = plot(shown, self.app.current_theme, width, above if above >= least else most)
        self.query_one("#plot", Static).update(drawn)
        self.query_one("#rows", Static).update(rows(shown, game, marks))


class ChartPane(SteadyText, SelfDrawn):
    """How far everybody was behind in the open game, in a titled pane below what a screen shows of it."""

    _drawn_for: object = None

    def __init__(self) -> None:
        super().__init__(id="below", classes="pane", markup=False)
        entitle(self, _("Points behind the leader"))

    def redraw(self) -> None:
        """Show it for the complete rounds."""
        screen, (width, height) = self.screen, self.content_size
        if not (height and isinstance(screen, AppScreen)):
            return
        game, theme = complete_rounds_only(screen.session.game), self.app.current_theme
        if self._drawn_for != (drawn_for := (game, theme, width, height)):
            self._drawn_for = drawn_for
            self.border_subtitle = who_is_drawn(game)
            self.update(plot(game, theme, width, height - AXIS_ROWS), layout=False)


def who_is_drawn(game: Game) -> str:
    """Return whose points the chart shows, and how it is read."""
    crowded = len(game.players) > CROWDED
    return _("The first three and the last; the leader is on top") if crowded else _("The leader is on top")


def plot(game: Game, theme: Theme, width: int, height: int, only: Collection[str] | None = None) -> Text:
    """Return how far behind the leader everybody was, in so many columns and rows, two at least: rounds to the right.

    Of `only` some players the totals are drawn, on the scale of all, with letters at their ends alone.
    """
    height, marks, table = max(2, height), badges(game, theme), standings(game)
    names = [place.player for place in table.standings]
    totals = points_behind(game) if only is None else {name: running_totals(game, name) for name in names}
    rounds = max(map(len, totals.values()), default=0)
    if rounds == 0:
        return Text(_("Nothing to draw yet: no round is complete."))
    if only is None:
        names = names if len(names) <= CROWDED else [*names[:AHEAD], names[-1]]
    totals = {name: totals[name] for name in names}
    most = max(1, *(total for row in totals.values() for total in row if total is not None))
    apart = _numbers_apart(most, height)
    longest = max(map(cell_len, totals))
    totals = totals if only is None else {name: totals[name] for name in names if name in only}
    step, right = _spread(width - AXIS - 2 - FIRST, rounds, longest, is_named=len(totals) <= height)
    last_column = FIRST + (rounds - 1) * step

    def level(total: int) -> int:
        """Return the dot of a total, four a row from the top."""
        return round(4 * total * (height - 1) / most) + 1

    levels = {
        name: {FIRST + number * step: level(total) for number, total in enumerate(row) if total is not None}
        for name, row in totals.items()
    }
    canvas = [[Text(" ")] * (last_column + step) for _row in range(height)]
    _draw_lines(canvas, levels, marks, [place.player for place in table.standings if place.rank == 1])
    last = {name: at[last_column] // 4 for name, at in levels.items() if last_column in at}
    words = {
        place.player: str(place.total) if only is not None else behind(place, table)
        for place in table.standings
    }
    named = _named_rows(game, last, words, marks, height, right) if right > MET else {}
    plain = only is not None or (named and not theme.ansi)
    for column in range(FIRST, last_column + (not named), step):
        lettered = (name for name, at in levels.items() if column in at and not (plain and column < max(at)))
        here = {name: levels[name][column] // 4 for name in lettered}
        _draw_letters(canvas, column, step, here, marks)
    numbers = {level(number) // 4: number for number in range(0, most + 1, apart)}
    lines = _beside_axis(canvas, numbers, named, last_column + (1 if named else step))
    lines.append(Text(" " * (AXIS - 1) + "└" + "─" * (last_column + 1 + FIRST)))
    lines.append(Text(_doubles(game, step, rounds)))
    return Text("\n").join(lines)


def _beside_axis(
    canvas: Sequence[Sequence[Text]], numbers: Mapping[int, int], named: Mapping[int, Text], columns: int
) -> list[Text]:
    """Return the rows of a canvas, so many columns of it, between the numbers of the axis and the names."""
    lines = []
    for level, row in enumerate(canvas):
        axis = f"{numbers.get(level, ''):>{AXIS - 2}} {'┤' if level in numbers else '│'}"
        line = Text.assemble(axis, *row[:columns])
        if level in named:
            line.pad_right(AXIS + columns - line.cell_len)
            line.append_text(named[level])
        line.rstrip()
        lines.append(line)
    return lines


def _spread(columns: int, rounds: int, longest: int, *, is_named: bool) -> tuple[int, int]:
    """Return how many of the columns are from one round to the next, and how many at the right of the last one."""
    steps = max(1, rounds - 1)
    widths = (max(NAMED, BESIDE_NAME + longest), NAMED, LETTERED) if is_named else ()
    right = next((width for width in widths if (columns - width) // steps >= NAMED_FROM), MET)
    return max(1, (columns - right) // steps), right


def _numbers_apart(most: int, height: int) -> int:
    """Return from which round number to the next the axis has numbers, up to the highest total."""
    rounded: Iterator[int] = (figure * 10**zeros for zeros in count() for figure in (1, 2, 5))
    room = max(1, (height - 1) // ROWS_BETWEEN)
    return next(step for step in rounded if step * room >= most)


def _draw_lines(
    canvas: list[list[Text]],
    levels: Mapping[str, Mapping[int, int]],
    marks: Mapping[str, Badge],
    broad: Collection[str],
) -> None:
    """Draw lines through dots, four a row, given by column; some broad and in front, others take turns in a cell."""
    lines = {name: _dots(at, 1 + (name in broad), 4 * len(canvas)) for name, at in levels.items()}
    for row, column in set().union(*lines.values()):
        here = [name for name in lines if lines[name][row, column]]
        front = [name for name in here if name in broad] or here
        dots = reduce(or_, (lines[name][row, column] for name in here))
        canvas[row][column] = Text(chr(BRAILLE + dots), style=marks[front[column % len(front)]].colour)


def _dots(levels: Mapping[int, int], thickness: int, height: int) -> Counter[tuple[int, int]]:
    """Return a line of so many dots through dots, given by column, as bits of a braille letter by row and column."""
    cells = Counter[tuple[int, int]]()
    for (left, start), (right, end) in pairwise(levels.items()):
        before = start
        for half in range(2 * left + 1, 2 * right + 2):
            down = round(start + (end - start) * (half - 2 * left - 1) / (2 * (right - left)))
            for dot in range(min(down, before + 1), min(height, max(down, before - 1) + thickness)):
                for beside in range(half - thickness + 1, half + 1):
                    cells[dot // 4, beside // 2] |= DOTS[dot % 4][beside % 2]
            before = down
    return cells


def _draw_letters(
    canvas: list[list[Text]], column: int, step: int, levels: Mapping[str, int], marks: Mapping[str, Badge]
) -> None:
    """Draw the players' letters over a round, side by side where totals fall together."""
    for level in set(levels.values()):
        here = [marks[name] for name in levels if levels[name] == level]
        letters = Text.assemble(*((mark.letter, f"bold {mark.colour}") for mark in here))
        letters.truncate(step, overflow="ellipsis")
        canvas[level][column : column + letters.cell_len] = [letters, *[Text("")] * (letters.cell_len - 1)]


def _named_rows(
    game: Game,
    last: Mapping[str, int],
    words: Mapping[str, str],
    marks: Mapping[str, Badge],
    height: int,
    width: int,
) -> Mapping[int, Text]:
    """Return by row who is at the end of a line, each after `words`; where lines meet the upper goes up."""
    names = sorted(last, key=lambda name: (last[name], game.total(name)))
    rows: list[int] = []
    for name in reversed(names):
        rows.insert(0, min(last[name], rows[0] - 1 if rows else height - 1))
    rows = [max(row, index) for index, row in enumerate(rows)]
    return {
        row: Text(f"{words[name]:>5} ").append_text(badged(name, marks[name], width - MET - 6))
        for row, name in zip(rows, names, strict=True)
    }


def _doubles(game: Game, step: int, rounds: int) -> str:
    """Return the rounds' doubles under the axis, as many as there is room for."""
    done = [f"{played.double}-{played.double}" for played in game.rounds]
    every = -(-(1 + max(map(len, done))) // step)
    line = ""
    for number in range(0, rounds, every):
        line = line.ljust(AXIS + FIRST + number * step - len(done[number]) // 2) + done[number]
    return line


def rows(shown: Game, game: Game, marks: Mapping[str, Badge]) -> Grid:
    """Return whose letter is whose, how many rounds they won, and their best and their worst one."""
    grid = Grid(box=None, pad_edge=False, padding=(0, 1, 0, 0))
    for head in ("", _("player"), _("out"), _("lowest"), _("highest")):
        grid.add_column(Text(head, style="dim"), no_wrap=True)
    doing = {progress.player: progress for progress in game_progress(shown)}
    for place in standings(shown).standings:
        mark, progress = marks[place.player], doing[place.player]
        grid.add_row(
            Text(mark.letter, f"bold {mark.colour}"),
            place.player,
            Text(str(place.rounds_won), justify="right"),
            _describe_round(shown, progress.best_round),
            _describe_round(shown, progress.worst_round),
            style="bold" if place.rank == 1 else "",
        )
    if notes := standing_notes(game):
        grid.caption = Text("\n".join(notes), "dim")
    return grid


def _describe_round(game: Game, scored: RoundPoints | None) -> str:
    """Return points and the double of the round they were scored in."""
    if scored is None:
        return ""
    double = game.round(scored.round).double
    return _("{points} in {double}-{double}", points=scored.points, double=double)
