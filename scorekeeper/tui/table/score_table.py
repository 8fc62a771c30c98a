"""The score table: players across, one row per starting double, below them the totals.

A picture of the game and nothing else: `show` takes a game and draws what changed. Where there is room, every
cell has the points of the round and the running total; where there is none, only the points, so that every
player stays on the screen. A zero is `0`, a player not entered is `·`, one who sits out `–`; marks stand beside
the points so that nothing rests on colour.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from rich.cells import cell_len, set_cell_size
from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.coordinate import Coordinate
from textual.widgets import DataTable, Static

from scorekeeper.game import (
    Before,
    EntryCell,
    Game,
    Round,
    complete_rounds_only,
    next_starter,
    round_scores,
    standings,
    stays_of,
)
from scorekeeper.rules import ScorePart
from scorekeeper.text import N_, _, join_with_commas, ngettext, pgettext
from scorekeeper.tui.base.colours import LEADS, Badge, badged, badges
from scorekeeper.tui.widgets.text import NO_BREAK, fitted


def describe_cell(game: Game, number: int, player: str, stood: Before) -> Text:
    """Return what is behind a cell, in one line."""
    played = game.round(number)
    double = f"{played.double}-{played.double}"
    text = Text.assemble((f"{double} {player}", "bold"), "  ")
    score = round_scores(game, played).get(player)
    if score is None:
        text.append(_why_empty(game, played, player), style="dim")
    elif player == played.out and len(score.lines) == 1:
        text.append(_("{points}, went out", points=score.total))
    else:
        text.append(str(score.total))
        if len(score.lines) > 1:
            text.append("  " + ", ".join(map(_describe_line, score.lines)), style="dim")
    if earlier := stood.get(EntryCell(number, player)):
        text.append("  " + _("before: {values}", values=join_with_commas(earlier)))
    if played.note:
        text.append("  " + _("note: {note}", note=played.note), style="italic")
    return text


def _why_empty(game: Game, played: Round, player: str) -> str:
    """Return why a cell has no points."""
    if player in played.sits_out:
        return _("sat out this round")
    if points := points_to_begin(game, played.number, player):
        return ngettext("comes with {count} point", "comes with {count} points", points)
    if player not in game.players_of(played.number):
        return _("not at the table")
    return _("still to come")


def _describe_line(line: ScorePart) -> str:
    if line.tile is not None:
        return f"{line.tile}{NO_BREAK}={NO_BREAK}{line.points}"
    labels = {
        "little.points": N_("call {points}"),
        "scoring.open_foot": N_("open foot {points}"),
        "scoring.out_on_double": N_("out on a double {points}"),
        "scoring.marker": N_("marker {points}"),
        "scoring.blank_half": N_("blanks {points}"),
        "scoring.out": N_("out {points}"),
        "scoring.blocked": N_("lowest hand {points}"),
    }
    return _(labels.get(line.rule, "{points}"), points=line.points).replace(" ", NO_BREAK)


NOT_ENTERED = "·"
SAT_OUT = "–"
OUT, BLOCKED, CORRECTED, CALLED, CAUGHT, STARTS = "●", "■", "*", "♪", "!", "▸"
HOW_ENDED = "?"
WIDEST_NAME, BROADEST, WHOLE_NAME = 14, 18, 34
_NARROWEST, WHOLE_WORDS = 10, 12
_TIGHTEST = 9
"""Columns of a player in a pane, at the least."""
_EDGES = 2
"""Columns and rows of a pane's frame."""
_NARROWEST_POINTS = 4
_COMFORTABLE = 5
_BADGED = 6
"""Columns of a name from which its letter stands before it."""
BADGE = 3
"""Columns before a name: its letter, and one free at both sides."""
TOTAL = 5
LABEL = 5
ROOMY, TALL, BARRED = 32, (5, 4, 3), 2
"""Rows for the table from which its rows may be so high, the words in the middle; and those with a bar below points.
"""


def legend(game: Game, corrected: frozenset[EntryCell]) -> str:
    """Return what the marks mean that stand in the table; none is to be parted from its meaning."""
    rounds, current = game.rounds, game.current
    calls = [call for played in rounds for call in played.calls]
    meanings = {
        OUT: (pgettext("legend", "out"), any(played.out for played in rounds)),
        BLOCKED: (pgettext("legend", "blocked"), any(played.blocked for played in rounds)),
        SAT_OUT: (pgettext("legend", "sits out"), any(played.sits_out for played in rounds)),
        CORRECTED: (pgettext("legend", "corrected"), bool(corrected)),
        CALLED: (pgettext("legend", "call"), not all(call.caught for call in calls)),
        CAUGHT: (pgettext("legend", "caught"), any(call.caught for call in calls)),
        NOT_ENTERED: (
            pgettext("legend", "still to come"),
            any(played.under_way and game.missing_in(played) for played in rounds),
        ),
        HOW_ENDED: (pgettext("legend", "ending"), any(_ending_lacks(game, played) for played in rounds)),
        STARTS: (
            pgettext("legend", "starts"),
            current is not None and next_starter(game, current.number) is not None,
        ),
    }
    shown = (f"{mark} {meaning}" for mark, (meaning, stands) in meanings.items() if stands)
    return "  ".join(part.replace(" ", NO_BREAK) for part in shown)


class ScoreColumns(NamedTuple):
    """How the width is shared out."""

    label: int
    widths: tuple[int, ...]
    """The width of every player's column, without what is left free at both sides."""
    running: bool
    """Whether every cell has the running total beside the points."""
    tall: int = 1
    """The rows of a cell."""
    gap: int = 0
    """The columns left free at the right of points alone."""

    @property
    def padding(self) -> int:
        """The columns left free at both sides of a cell."""
        return 1 if self.running else 0

    def for_rows(self, game: Game, height: int, talls: Sequence[int]) -> "ScoreColumns":
        """Return them with every row as high as the first of these that so many rows have the room for."""
        higher = [self._replace(tall=tall) for tall in talls]
        return next((columns for columns in higher if rows_needed(game, columns) <= height), self)

    def broader(self, room: int) -> "ScoreColumns":
        """Return them as broad as so many columns let them be, though not so broad that a row falls apart."""
        more = max(0, room - self.width) // len(self.widths)
        return self._replace(widths=tuple(max(width, min(width + more, BROADEST)) for width in self.widths))

    @property
    def comfortable(self) -> bool:
        """Whether every player has room for points with a mark and a space."""
        return min(self.widths) + self.gap >= _COMFORTABLE

    @property
    def width(self) -> int:
        """The columns of the whole table."""
        count = len(self.widths)
        return self.label + sum(self.widths) + 2 * self.padding * (1 + count) + self.gap * count


def running_columns(game: Game, room: int, ample: int) -> ScoreColumns:
    """Return columns for points and running totals, at most so many, as wide as the names where there is room.

    Only where they fit into `ample` columns, long names are whole.
    """
    columns = ScoreColumns(_label_width(game), (_NARROWEST,) * len(game.players), running=True)
    for least, widest, most in (
        (_NARROWEST, WIDEST_NAME, room),
        (_NARROWEST, WHOLE_NAME, ample),
        (WHOLE_WORDS, WHOLE_NAME, ample),
    ):
        wide = tuple(max(least, min(cell_len(name) + 4, widest)) for name in game.players)
        broader = columns._replace(widths=wide)
        columns = broader if broader.width <= most else columns
    return columns


def _label_width(game: Game) -> int:
    rounds = (game.round(number) for number in range(1, game.last_number + 1))
    return max(LABEL, *(_label(game, played).cell_len for played in rounds))


def pane_columns(game: Game, room: int, most: int, rows: int) -> ScoreColumns:
    """Return columns for a pane of so many columns, or up to `most` where points and running totals need them.

    In a game that has begun a row is two high where that fits, with a bar below the points.
    """
    count, label = len(game.players), _label_width(game)
    running = (ScoreColumns(label, (least,) * count, running=True) for least in (_NARROWEST, _TIGHTEST))
    most, room, below = most - _EDGES, room - _EDGES, max(LABEL, *map(cell_len, _labels_below()))
    points = points_columns(game, max(room, min(most, below + _COMFORTABLE * count)))
    fitting = next((columns for columns in running if columns.width <= most), points)
    more = max(0, room - fitting.width) // count
    columns = fitting._replace(widths=tuple(width + more for width in fitting.widths))
    names = zip(columns.widths, game.players, strict=True)
    whole = columns._replace(widths=tuple(max(width, cell_len(name) + BADGE) for width, name in names))
    columns = whole if whole.width <= most else columns
    return columns.for_rows(game, rows - _EDGES, (BARRED,) if game.rounds_played else (*TALL, BARRED))


def points_columns(game: Game, room: int) -> ScoreColumns:
    """Return columns for the points alone, as many as fit into the room with every player."""
    count, label = len(game.players), max(LABEL, *map(cell_len, _labels_below()))
    if room < label + _COMFORTABLE * count:
        label = LABEL
    width = max(_NARROWEST_POINTS, min((room - label) // count, WIDEST_NAME))
    gap = int(width > _COMFORTABLE)
    return ScoreColumns(label, (width - gap,) * count, running=False, gap=gap)


def rows_needed(game: Game, columns: ScoreColumns) -> int:
    """Return how many rows the whole table takes, with its head and what is below it."""
    return game.last_number * columns.tall + (2 if columns.running else 1 if game.hides_totals else 3)


class ScoreTable(DataTable[Text]):
    """All rounds of a game. The cursor is on one player's cell of one round."""

    def __init__(self) -> None:
        super().__init__(cursor_type="cell", zebra_stripes=True, id="scores", fixed_columns=1)
        self._columns: ScoreColumns | None = None

    def show(self, game: Game, corrected: frozenset[EntryCell], columns: ScoreColumns) -> None:
        """Draw the game in these columns; only cells that changed are touched."""
        marks = badges(game, self.app.current_theme)
        rows = [
            _row(game, game.round(number), corrected, columns, marks)
            for number in range(1, game.last_number + 1)
        ]
        heads = _heads(game, marks, columns)
        labels = [_drawn(column.label) for column in self.ordered_columns]
        if columns != self._columns or len(rows) != self.row_count or [*map(_drawn, heads)] != labels:
            cursor = self.cursor_coordinate
            self.clear(columns=True)
            self.cell_padding = columns.padding
            self.header_height = 2 if columns.running else 1
            broad = (columns.label, *(width + columns.gap for width in columns.widths))
            for head, width in zip(heads, broad, strict=True):
                self.add_column(head, width=width)
            for row in rows:
                self.add_row(*row, height=columns.tall)
            if self._columns not in (None, columns):
                self.call_after_refresh(self.refresh, layout=True)  # what is beside it goes by its new width
            self._columns = columns
            self.move_cursor(row=cursor.row, column=cursor.column)
        for number, row in enumerate(rows):
            for column, cell in enumerate(row):
                at = Coordinate(number, column)
                if _drawn(self.get_cell_at(at)) != _drawn(cell):
                    self.update_cell_at(at, cell)


class ScoreGrid(Vertical):
    """The score table with the totals under it."""

    DEFAULT_CSS = """
    ScoreGrid { width: auto; height: auto; max-width: 100%; max-height: 100%; }
    ScoreGrid #totals { dock: bottom; width: auto; height: auto; }
    """

    def __init__(self, classes: str) -> None:
        super().__init__(classes=classes)
        self._below: list[Text] = []
        self._label = LABEL

    def compose(self) -> ComposeResult:
        """Show the rounds, then the totals."""
        yield ScoreTable()
        yield Static(id="totals", markup=False)

    def on_mount(self) -> None:
        """Keep the totals under their columns."""
        self.watch(self.query_one(ScoreTable), "scroll_x", self._show_below, init=False)

    def show(
        self,
        game: Game,
        corrected: frozenset[EntryCell],
        columns: ScoreColumns,
        *,
        covered: bool = False,
        placed: bool = False,
    ) -> None:
        """Draw the game in these columns, without totals below them if these are covered, or with places, too."""
        self.query_one(ScoreTable).show(game, corrected, columns)
        bare = columns.running or game.hides_totals or covered or not game.rounds_played
        marks = badges(game, self.app.current_theme)
        self._below = [] if bare else _totals_below(game, marks, columns, placed)
        self._label = columns.label
        self._show_below()

    def _show_below(self) -> None:
        scrolled = self._label + round(self.query_one(ScoreTable).scroll_x)
        totals = self.query_one("#totals", Static)
        totals.display = bool(self._below)
        totals.update(Text("\n").join(line[: self._label] + line[scrolled:] for line in self._below))


def _totals_below(game: Game, marks: Mapping[str, Badge], columns: ScoreColumns, placed: bool) -> list[Text]:
    """Return lines to stand under the columns: the totals, how far each is behind the leader, and the places.

    Like the standing they count complete rounds only.
    """
    shown = complete_rounds_only(game)
    counted = standings(shown)
    table, leader = {place.player: place for place in counted.standings}, counted.standings[0].total
    label, behind = _labels_below()
    totals = Text(fitted(label, columns.label), style="bold")
    for name, width in zip(game.players, columns.widths, strict=True):
        leads, figure = table[name].rank == 1, str(table[name].total)
        marked = LEADS + figure if leads and len(figure) < width else figure
        totals.append(" " * (width - len(marked)))
        totals.append(marked, f"reverse {marks[name].colour}" if leads else "").append(" " * columns.gap)
    places = [table[name] for name in game.players]
    gaps = [None if row.rank == 1 or row.left is not None else row.total - leader for row in places]
    pairs = zip(gaps, columns.widths, strict=True)
    sign = "+" if all(len(f" +{gap}") <= width + columns.gap for gap, width in pairs) else ""
    lines = [totals, _row_below(behind, columns, ["" if gap is None else f"{sign}{gap}" for gap in gaps])]
    if placed:
        head = pgettext("row of a table", "place")
        lines.append(_row_below(head, columns, [counted.rank(row) for row in places]))
    return lines


def _row_below(label: str, columns: ScoreColumns, words: Sequence[str]) -> Text:
    """Return a row under the columns whose label, if it is long, goes on into the free part of the first one."""
    pairs = zip(words, columns.widths, strict=True)
    first, *cells = (word.rjust(width) + " " * columns.gap for word, width in pairs)
    shown = fitted(label, columns.label + len(first) - len(first.lstrip()) - 1)
    return Text("".join([shown, " ", first.lstrip(), *cells]))


def _labels_below() -> tuple[str, str]:
    return pgettext("row of a table", "total"), pgettext("row of a table", "behind")


def _drawn(cell: Text) -> tuple[object, ...]:
    """Return what distinguishes two drawn cells; Text itself compares words only."""
    return cell.plain, cell.style, cell.spans


def _heads(game: Game, marks: Mapping[str, Badge], columns: ScoreColumns) -> list[Text]:
    current = game.current
    starter = next_starter(game, current.number) if current else None
    room = columns.widths[0] + columns.gap - 2  # where beginnings of names tell players apart without letters
    plain = room < _BADGED and len({name[:room] for name in game.players}) == len(game.players)
    names = [
        _name_head(
            name, marks[name], width, (STARTS if name == starter else "").rjust(1 - columns.gap), plain
        )
        for name, width in zip(game.players, columns.widths, strict=True)
    ]
    if not columns.running:
        touches = not names[0].plain.startswith(" ")
        return [Text(_points_word(columns.label - touches), style="dim"), *names]
    total = fitted(pgettext("head of a column", "total"), TOTAL)
    rooms = [width - TOTAL - 1 for width in columns.widths]
    points = _points_word(min(rooms))
    labels = [Text(f"\n{points:>{room}} {total}", style="dim") for room in rooms]
    return [Text(), *(Text.assemble(*pair) for pair in zip(names, labels, strict=True))]


def _points_word(room: int) -> str:
    """Return what stands over points in so many columns."""
    whole = pgettext("head of a column", "points")
    return whole if cell_len(whole) <= room else fitted(pgettext("head of a column", "pts"), room).strip()


def _name_head(name: str, mark: Badge, width: int, starts: str, plain: bool) -> Text:
    """Return a name, `plain` without its letter, behind the mark of who starts."""
    free = width - len(starts)
    if plain:
        head = Text.assemble(starts, (set_cell_size(name, min(free, cell_len(name))), mark.colour))
    else:
        head = Text(starts).append_text(badged(name, mark, free))
    head.pad_left(width - head.cell_len)
    return head


def _row(
    game: Game,
    played: Round,
    corrected: frozenset[EntryCell],
    columns: ScoreColumns,
    marks: Mapping[str, Badge],
) -> list[Text]:
    cell = _running_cell if columns.running else _points_cell
    label = _label(game, played)
    if label.cell_len > columns.label:
        label = _label(game, played, short=True)
    above = Text("\n" * ((columns.tall - 1) // 2))
    return [
        above + label,
        *(
            above
            + cell(game, played, name, _marks(played, name, (played.number, name) in corrected), width)
            + _bar(game, played, name, columns, width, marks[name].colour)
            for name, width in zip(game.players, columns.widths, strict=True)
        ),
    ]


def _bar(game: Game, played: Round, name: str, columns: ScoreColumns, width: int, colour: str) -> Text:
    """Return points as a bar to stand below them where rows are two high, all by one measure."""
    if columns.tall != BARRED:
        return Text()
    beside = TOTAL * columns.running
    points = _points(game, played, name)
    most = max((max(row.values()) for row in game.points if row), default=0)
    halves = round(2 * (min(columns.widths) - beside) * (points or 0) / max(1, most))
    bar = "╺" * (halves % 2) + "━" * (halves // 2)
    style = f"dim {colour}" if game.missing_in(played) else colour
    return Text("\n").append(bar.rjust(width - beside), style)


def _label(game: Game, played: Round, short: bool = False) -> Text:
    double = str(played.double) if short else f"{played.double}-{played.double}"
    text = Text(double, style="bold" if played.under_way or played == game.current else "dim")
    if played.began_with != played.double:
        text.append(f"→{played.began_with}", style="dim")
    if played.blocked:
        text.append(BLOCKED)
    elif _ending_lacks(game, played):
        text.append(HOW_ENDED)
    return text


def _ending_lacks(game: Game, played: Round) -> bool:
    """Whether everybody is entered in a round, but not how it ended."""
    return played.ending is None and not game.missing_in(played)


def _points(game: Game, played: Round, name: str) -> int | None:
    return game.points[played.number - 1].get(name) if played.number <= len(game.rounds) else None


def _not_entered(game: Game, played: Round, name: str) -> str:
    """Return what stands where there are no points."""
    if name in played.sits_out:
        return SAT_OUT
    return NOT_ENTERED if played.under_way and name in game.players_of(played.number) else ""


def points_to_begin(game: Game, number: int, name: str) -> int:
    """Return what somebody begins with who comes right after a round; 0 while totals are hidden."""
    stays = () if game.hides_totals else stays_of(game.stays, name)
    return sum(stay.points for stay in stays if stay.joined == number + 1)


def _running_cell(game: Game, played: Round, name: str, marks: str, width: int) -> Text:
    """Return the points, and brighter the running total."""
    points, room = _points(game, played, name), width - TOTAL
    if points is None and (begins := points_to_begin(game, played.number, name)):
        stands = f"{game.total(name, played.number)}".rjust(TOTAL)
        return Text.assemble((f"+{begins}".rjust(room), "dim"), (stands, "bold"))
    if points is None:
        return Text(f"{_not_entered(game, played, name)}{marks}".rjust(room) + " " * TOTAL, style="dim")
    total = "" if game.hides_totals else game.total(name, played.number)
    style = "" if name == played.out else "dim"
    counted = "dim" if game.missing_in(played) else "bold"
    return Text.assemble((f"{marks}{points}".rjust(room), style), (f"{total}".rjust(TOTAL), counted))


def _points_cell(game: Game, played: Round, name: str, marks: str, width: int) -> Text:
    """Return the points with as many marks as there is room for."""
    points = _points(game, played, name)
    begins = points_to_begin(game, played.number, name) if points is None else 0
    shown = f"+{begins}" if begins else _not_entered(game, played, name) if points is None else str(points)
    style = "dim" if points is None or game.missing_in(played) else "bold" if name == played.out else ""
    return Text((marks[max(0, len(marks) + len(shown) - width) :] + shown).rjust(width), style=style)


def _marks(played: Round, name: str, corrected: bool) -> str:
    own = [call.caught for call in played.calls if call.player == name]
    caught, called = CAUGHT if any(own) else "", CALLED if not all(own) else ""
    return caught + called + (CORRECTED if corrected else "") + (OUT if name == played.out else "")
