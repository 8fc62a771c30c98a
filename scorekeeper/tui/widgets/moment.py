"""The winner's moment: one picture of how a game stands, which uncovers the places and floods in the winner's colour.

At its head stands who is named now, with the total, in the player's colour; below it why, the podium with all
places, and how the totals went. Every frame is a function of the time. Knows no game.
"""

from collections.abc import Callable, Sequence
from typing import Literal, NamedTuple

from rich.cells import cell_len
from rich.text import Text
from textual.content import Content
from textual.geometry import Size
from textual.strip import Strip

from scorekeeper.text import _, pgettext
from scorekeeper.tui.base.colours import Badge, badged
from scorekeeper.tui.widgets.canvas import DEEP, Canvas, band_ground, block, tinted
from scorekeeper.tui.widgets.letters import inked
from scorekeeper.tui.widgets.moving import Moving
from scorekeeper.tui.widgets.text import broken_lines, fitted

SWEEPS, FLOODS = 0.45, 2.0
"""Seconds that a place takes to come in, and the winner's colour with all that follows."""

WIPED, COUNTED, DRAWN = (0.0, 0.28), (0.15, 0.6), (0.5, 1.0)
"""In which part of the time the colour takes the screen, the total counts up, and the colour leaves what is below."""

COVER = "???"
HEAD, LEAST_HEAD, LEAST_PODIUM, LEAST_CHART = 0.36, 5, 8, 8
"""The part of the rows that the head has, and the least rows of the head, of the podium and of a chart."""

PANES = Size(120, 28)
"""From where on places and chart stand beside each other."""

SIZES = (
    *((size, size, below) for size in (5, 4, 3, 2) for below in (False, True)),
    *((1, digits, below) for digits in (2, 1) for below in (False, True)),
    *((0, digits, below) for digits in (2, 1) for below in (False, True)),
    (0, 0, True),
)
"""How large words and numbers can be, 0 for the terminal's own letters, and whether numbers stand below words."""

MARGIN, GUTTER, NAME_AT, STEPS = 2, 2, 8, (1.0, 0.72, 0.5)
"""Columns left free beside words and between columns; the column of a name; and the heights of the podium."""

BROAD, ALL_WORDS, LEAST_NAME, LEAST_STEP, ROOMY = 60, 70, 6, 8, 8
"""Columns from which every row has the rounds won, and of rows from which their head says so in all words; those of a
name and of a step, at the least; and rows of a head from which letters have a free row above and below.
"""


class Place(NamedTuple):
    """What is told of one player."""

    player: str
    badge: Badge
    step: int
    """The rank as a number; 0 for who left."""
    rank: str
    total: int
    gap: str
    won: str
    """How many rounds the player won."""
    why: str
    """What put the player ahead of the next one."""


class Shown(NamedTuple):
    """All that the picture says."""

    places: tuple[Place, ...]
    """All of them, best first."""
    covered: int = 0
    """How many of them are covered, from the best one on."""
    named: tuple[Place, ...] = ()
    """Who stands at the head."""
    has_won: bool = False
    headline: str = ""
    """What stands at the head while nobody does."""
    why: str = ""
    chart: Callable[[int, int], Text] = lambda _width, _height: Text()
    """How the totals went of those who are not covered, in so many columns and rows."""


class Moment(Moving):
    """The picture, as large as the screen, or larger where it must."""

    DEFAULT_CSS = "Moment { width: 1fr; height: auto; }"
    ALLOW_SELECT = False

    shown: Shown = Shown(())

    def __init__(self) -> None:
        super().__init__()
        self._frame: tuple[object, Canvas] | None = None
        self._chart: tuple[object, Text] | None = None
        self._stood: Canvas | None = None
        """What the winner's colour floods."""

    def show(self, shown: Shown) -> None:
        """Show this; what it uncovers comes in."""
        self.finish()
        uncovers = self.shown.covered > shown.covered and bool(shown.named)
        self._stood = self._drawn() if uncovers and shown.has_won else None
        self.shown = shown
        if uncovers:
            self.move(FLOODS if shown.has_won else SWEEPS)
        self.refresh(layout=True)

    def watch_time(self) -> None:
        """Offer what can be done once nothing moves."""
        if self.time >= 1.0 and self.is_attached:
            self.screen.refresh_bindings()

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:  # noqa: ARG002
        """Return the rows of the room, or those that are needed."""
        least = LEAST_HEAD + len(self._words(width)) + 1 + len(self.shown.places)
        return max(container.height, least)

    def render_line(self, y: int) -> Strip:
        """Return a row of the frame for this moment."""
        key = self.shown, self.time, self.size, self.app.theme
        if self._frame is None or self._frame[0] != key:
            self._frame = key, self._drawn()
        return self._frame[1].strip(y)

    def _past(self, part: tuple[float, float]) -> float:
        """Return how much of a part of the flood is over, ever slower; all of it where nothing floods."""
        start, end = part
        done = min(1.0, max(0.0, (self.time - start) / (end - start))) if self.shown.has_won else 1.0
        return 1 - (1 - done) ** 3

    def _words(self, width: int) -> list[str]:
        return [line.plain for line in broken_lines(Content(self.shown.why), max(1, width - 2 * MARGIN))]

    def _drawn(self) -> Canvas:
        width, height = self.size
        if self._stood is not None and self._past(WIPED) < 1.0:
            canvas = self._stood.copy()
            self._draw_head(canvas, height)
            return canvas
        canvas, words = Canvas(width, height, self.rich_style), self._words(width)
        count = len(self.shown.places)
        head = max(LEAST_HEAD, min(int(height * HEAD), height - len(words) - 1 - count))
        top = head + len(words)
        for row, line in enumerate(words, head):
            canvas.put(MARGIN, row, line, "bold")
        if width >= PANES.width and height + 2 >= PANES.height:
            left = max(54, width * 2 // 5)
            self._draw_pane(canvas, 0, top, left, height - top, _("Places"))
            self._draw_places(canvas, 2, top + 1, left - 4, height - top - 2, podium=True)
            self._draw_pane(canvas, left, top, width - left, height - top, _("Totals by round"))
            self._draw_chart(canvas, left + 2, top + 1, width - left - 4, height - top - 2)
        else:
            spare = height - top - 2 - count
            charted = spare >= LEAST_CHART
            self._draw_places(canvas, 1, top, width - 2, count + 1 if charted else height - top, podium=False)
            if charted:
                self._draw_chart(canvas, 1, top + count + 2, width - 2, spare)
        flooded = round(head + (height - head) * (1 - self._past(DRAWN)))
        self._draw_head(canvas, flooded)
        return canvas

    def _draw_head(self, canvas: Canvas, rows: int) -> None:
        """Draw who is named, all in equal parts of the width, or what stands there while nobody is."""
        theme, named, width = self.app.current_theme, self.shown.named, canvas.width
        if not named:
            canvas.fill(0, 0, width, rows, "" if theme.ansi else f"on {theme.panel}")
            _draw_large(canvas, 0, width, rows, self.shown.headline)
        wiped = self._past(WIPED) if self.shown.has_won else 1 - (1 - self.time) ** 3
        for at, place in enumerate(named):
            start, end = (round(width * part * wiped / len(named)) for part in (at, at + 1))
            ground = tinted(theme, place.badge.colour, DEEP)
            style = (
                block(theme, place.badge.colour) if self.shown.has_won else f"on {ground}" if ground else ""
            )
            canvas.fill(start, 0, end - start, rows, style)
            if wiped >= 1.0 or not self.shown.has_won:
                rank = "" if self.shown.has_won else f"{place.rank.rstrip('=')} "
                counted = round(place.total * (self._past(COUNTED) if self.shown.has_won else wiped))
                room = width * (at + 1) // len(named) - start
                wholes = rank + place.player, str(counted), str(place.total)
                _draw_large(canvas, start, room, rows, *wholes, inwards=1 - self._past(DRAWN))

    def _draw_pane(self, canvas: Canvas, x: int, y: int, width: int, height: int, title: str) -> None:
        theme = self.app.current_theme
        frame = tinted(theme, theme.foreground or "", 0.22) or "dim"
        canvas.put(x, y, f"╭{'─' * (width - 2)}╮", frame)
        for row in range(y + 1, y + height - 1):
            canvas.put(x, row, "│", frame)
            canvas.put(x + width - 1, row, "│", frame)
        canvas.put(x, y + height - 1, f"╰{'─' * (width - 2)}╯", frame)
        canvas.put(x + 2, y, f" {title} ", "bold" if theme.ansi else f"bold {theme.primary}")

    def _draw_chart(self, canvas: Canvas, x: int, y: int, width: int, height: int) -> None:
        """Draw how the totals went, from the left to the right."""
        key = self.shown, width, height, self.app.theme
        if self._chart is None or self._chart[0] != key:
            self._chart = key, self.shown.chart(width, height - 2)
        lines = self._chart[1].split(allow_blank=True)
        for line in lines:
            line.truncate(round(width * self._past(DRAWN)))
        canvas.put_text(x, y, Text("\n").join(lines), self.app.console)

    def _draw_places(self, canvas: Canvas, x: int, y: int, width: int, height: int, *, podium: bool) -> None:
        """Draw all places in rows, and above them the podium if it has the rows."""
        count = len(self.shown.places)
        if not count:
            return
        tall = 2 if height - 2 * count - 2 >= 2 * LEAST_PODIUM else 1
        steps = height - tall * count - 2
        if podium and steps >= LEAST_PODIUM and self._draw_podium(canvas, x, y, width, steps):
            y, height = y + steps + 1, height - steps - 1
        tall, columns = max(1, min(3, (height - 1) // count)), self._columns(width)
        _put_cells(
            canvas, x, y, columns, (_("player"), *(column.head for column in columns[1:])), "dim", "dim"
        )
        for at in range(count):
            self._draw_row(canvas, x, y + 1 + at * tall, width, tall, at, columns)

    def _draw_row(
        self, canvas: Canvas, x: int, y: int, width: int, tall: int, at: int, columns: Sequence["_Column"]
    ) -> None:
        theme, place = self.app.current_theme, self.shown.places[at]
        if at < self.shown.covered:
            canvas.put(x, y, f"{at + 1:>2}".ljust(NAME_AT) + COVER, "dim")
            return
        comes = place in self.shown.named and not self.shown.has_won
        swept = round(width * (1 - (1 - self.time) ** 3)) if comes else width
        colour = place.badge.colour
        for ground, wide in (
            (band_ground(theme, colour), swept),
            (tinted(theme, colour, DEEP), min(4, swept)),
        ):
            if ground:
                canvas.fill(x, y, wide, tall - (tall > 2), f"on {ground}")
        first = "bold" if place.step == 1 else ""
        canvas.put(x, y, f"{place.rank.rstrip('='):>2}{'=' * place.rank.endswith('=')}", "bold")
        canvas.put(x + 4, y, place.badge.letter.center(3), f"bold {block(theme, place.badge.colour)}")
        cells = (place.player, *(column.texts[at] for column in columns[1:]))
        _put_cells(canvas, x, y, columns, cells, f"bold {place.badge.colour}", first)

    def _columns(self, width: int) -> list["_Column"]:
        """Return the columns from the name on: numbers are whole, names yield, and first what decided a place."""
        hidden = ("",) * self.shown.covered
        places = self.shown.places[self.shown.covered :]
        totals = [
            f"{row.gap} {row.total}" if hidden and not row.step else str(row.total) for row in places
        ]  # the column beside it, which says that somebody left, comes last
        columns = [_figures(pgettext("head of a column", "total"), (*hidden, *totals))]
        if not self.shown.covered:
            columns.append(_figures(pgettext("head of a column", "behind"), [row.gap for row in places]))
            if self.size.width >= BROAD:
                head = _("rounds won") if width >= ALL_WORDS else pgettext("head of a column", "won")
                columns.append(_figures(head, [row.won for row in places]))
            head, why = _("ahead by"), [row.why for row in places]
            columns.append(_Column(head, why, GUTTER + max(map(cell_len, (head, *why))), "left"))
        longest = max(cell_len(row.player) for row in self.shown.places)
        spare = width - NAME_AT - longest - sum(column.width for column in columns)
        if not self.shown.covered:
            least = min(longest, LEAST_NAME) - longest
            columns[-1] = columns[-1]._replace(width=max(0, columns[-1].width + min(0, spare - least)))
        more = max(0, spare) // (len(columns) + 1)
        columns = [column._replace(width=column.width + more) for column in columns]
        room = width - NAME_AT - sum(column.width for column in columns)
        return [_Column("", (), room, "left"), *columns]

    def _draw_podium(self, canvas: Canvas, x: int, y: int, width: int, height: int) -> bool:
        """Draw the first three steps, which rise; return whether there is anything to draw, and room."""
        theme = self.app.current_theme
        best = [place for place in self.shown.places if 0 < place.step <= len(STEPS)]
        wide = width // max(1, len(best))
        if self.shown.covered or wide < LEAST_STEP:
            return False
        order = sorted(range(len(best)), key=lambda at: at if at % 2 == 0 else -at)
        for across, place in enumerate(best[at] for at in order):
            left, style = x + across * wide, block(theme, place.badge.colour)
            rows = max(1, round((height - 2) * STEPS[place.step - 1] * self._past(DRAWN)))
            top = y + height - rows
            canvas.fill(left, top, wide - 1, rows, style)
            digit = inked(str(place.step), min(4, rows // 4, wide // 6))
            canvas.put_rows(
                left + (wide - 1 - len(digit[0])) // 2, top + (rows - len(digit)) // 2, digit, "bold"
            )
            name = badged(place.player, place.badge, wide - 1)
            canvas.put_text(left + (wide - 1 - name.cell_len) // 2, top - 2, name, self.app.console)
            canvas.put(left, top - 1, str(place.total).center(wide - 1), "bold")
        return True


class _Column(NamedTuple):
    """A column of the places."""

    head: str
    texts: Sequence[str]
    width: int
    align: Literal["left", "right"] = "right"


def _figures(head: str, texts: Sequence[str]) -> _Column:
    return _Column(head, texts, GUTTER + max(map(cell_len, (head, *texts))))


def _put_cells(
    canvas: Canvas, x: int, y: int, columns: Sequence[_Column], cells: Sequence[str], name: str, rest: str
) -> None:
    """Put the name, then the other cells of a row in its columns."""
    x += NAME_AT
    for at, (column, cell) in enumerate(zip(columns, cells, strict=True)):
        gutter = GUTTER * (column.align == "left" and at > 0)
        canvas.put(
            x + gutter, y, fitted(cell, max(0, column.width - gutter), column.align), rest if at else name
        )
        x += column.width


def _draw_large(
    canvas: Canvas,
    x: int,
    width: int,
    rows: int,
    words: str,
    number: str = "",
    whole: str = "",
    inwards: float = 0.0,
) -> None:
    """Draw words, and a number beside or below them, as large as both fit into so many columns and rows.

    The number has the room of the `whole` one, and is never cut; words that do not fit are. They stand at the edges,
    or that part of the way to the middle `inwards`.
    """
    room = width - 2 * MARGIN
    for size, digits, below in SIZES:
        name, figure = inked(words, size), inked(whole, digits) or ("",)
        widths, heights = (cell_len(name[0]) if name else 0, len(figure[0])), (len(name), len(figure))
        wide = max(widths) if below else sum(widths) + 2 * GUTTER * max(1, size) * bool(whole)
        high = sum(heights) + 1 if below else max(heights)
        if name and wide <= room and high <= rows - (1 if rows < ROOMY else 2):
            break
    else:
        name, figure, below, digits = (fitted(words, max(0, room - len(whole) - GUTTER)),), (whole,), False, 0
        wide, high = room, 1
    shift, figure_shift = (round((room - (part if below else wide)) / 2 * inwards) for part in widths)
    left, top = x + MARGIN, (rows - high + 1) // 2
    canvas.put_rows(left + shift, top + (0 if below else (high - len(name)) // 2), name, "bold")
    counted = inked(number, digits) or ("",)
    end = left + figure_shift + len(figure[0]) if below else x + width - MARGIN - figure_shift
    over = (high - len(figure)) // (1 if below else 2)
    canvas.put_rows(end - len(counted[0]), top + over, counted, "bold")
