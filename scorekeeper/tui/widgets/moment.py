"""The winner's moment: one picture of how a game stands, which uncovers the places and floods in the winner's colour.

At its head stands who is named now, with the total, in the player's colour; below it why, the podium with all
places, and how the totals went. Every frame is a function of the time. Knows no game.
"""

from collections.abc import Callable, Sequence
from typing import Literal, NamedTuple

from rich.cells import cell_len
from rich.segment import Segment
from rich.text import Text
from textual.content import Content
from textual.geometry import Size
from textual.strip import Strip

from scorekeeper.text import _, pgettext
from scorekeeper.tui.base.colours import DEEP, Badge, badged, band_ground, block, tinted
from scorekeeper.tui.base.screen import paned
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
        self._frame: tuple[object, Sequence[Strip]] | None = None
        self._chart: tuple[object, Text] | None = None
        self._stood: Sequence[Strip] | None = None
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
        rows = self._frame[1]
        return rows[y] if y < len(rows) else Strip.blank(self.size.width, self.rich_style)

    @property
    def _swept(self) -> float:
        """How much of its width a place has that comes in."""
        return 1 - (1 - self.time) ** 3

    def _past(self, part: tuple[float, float]) -> float:
        """Return how much of a part of the flood is over, ever slower; all of it where nothing floods."""
        start, end = part
        done = min(1.0, max(0.0, (self.time - start) / (end - start))) if self.shown.has_won else 1.0
        return 1 - (1 - done) ** 3

    def _words(self, width: int) -> list[str]:
        return [line.plain for line in broken_lines(Content(self.shown.why), max(1, width - 2 * MARGIN))]

    def _strips(self, lines: Sequence[Text]) -> list[Strip]:
        """Return lines as they are drawn over the whole width."""
        width, ground = self.size.width, self.rich_style
        drawn = (Segment.apply_style(line.render(self.app.console), ground) for line in lines)
        return [Strip(segments).adjust_cell_length(width, ground) for segments in drawn]

    def _drawn(self) -> Sequence[Strip]:
        width, height = self.size
        if self._stood is not None and self._past(WIPED) < 1.0:
            return self._under_head(height, self._stood)
        words, count = self._words(width), len(self.shown.places)
        head = max(LEAST_HEAD, min(int(height * HEAD), height - len(words) - 1 - count))
        lines = [Text()] * head + [Text(" " * MARGIN).append(line, "bold") for line in words]
        room = height - len(lines)
        if paned(Size(width, height + 2)):
            left = max(54, width * 2 // 5)
            places = self._places(left - 4, room - 2, podium=True)
            chart = self._chart_lines(width - left - 4, room - 2)
            panes = (
                self._framed(places, left, room, _("Places")),
                self._framed(chart, width - left, room, _("Totals by round")),
            )
            lines += [left_line + right_line for left_line, right_line in zip(*panes, strict=True)]
        else:
            spare = room - 2 - count
            charted = spare >= LEAST_CHART
            rows = self._places(width - 2, count + 1 if charted else room, podium=False)
            rows += (
                [Text()] * (count + 2 - len(rows)) + self._chart_lines(width - 2, spare) if charted else []
            )
            lines += [Text(" ") + row for row in rows]
        lines += [Text()] * (height - len(lines))
        flooded = round(head + (height - head) * (1 - self._past(DRAWN)))
        return self._under_head(flooded, self._strips(lines[:height]))

    def _under_head(self, rows: int, strips: Sequence[Strip]) -> list[Strip]:
        """Return the picture under so many rows for who is named, in equal parts of the width, or the headline."""
        theme, width = self.app.current_theme, self.size.width
        edge, parts, won = width, list[list[Text]](), self.shown.has_won
        if not self.shown.named:
            parts.append(_large(width, rows, self.shown.headline))
            _tint(parts[0], width, "" if theme.ansi else f"on {theme.panel}")
        wiped = self._past(WIPED) if won else self._swept
        for at, place in enumerate(self.shown.named, 1):
            count = len(self.shown.named)
            start, edge = (round(width * part * wiped / count) for part in (at - 1, at))
            ground = tinted(theme, place.badge.colour, DEEP)
            style = block(theme, place.badge.colour) if won else f"on {ground}" if ground else ""
            part = [Text() for _row in range(rows)]
            if wiped >= 1.0 or not won:
                words = place.player if won else f"{place.rank.rstrip('=')} {place.player}"
                counted = str(round(place.total * (self._past(COUNTED) if won else wiped)))
                room, inwards = width * at // count - start, 1 - self._past(DRAWN)
                part = _large(room, rows, words, counted, str(place.total), inwards)
            for line in part if at < count else ():
                line.truncate(edge - start)
            _tint(part, edge - start, style)
            parts.append(part)
        edge = edge if won else width
        heads = self._strips([Text.assemble(*line) for line in zip(*parts, strict=True)])
        pairs = zip(heads, strips, strict=False)
        return [
            *(Strip.join([head.crop(0, edge), strip.crop(edge)]) for head, strip in pairs),
            *strips[rows:],
        ]

    def _framed(self, lines: Sequence[Text], width: int, height: int, title: str) -> list[Text]:
        """Return lines in a titled frame of so many columns and rows."""
        theme = self.app.current_theme
        frame = tinted(theme, theme.foreground or "", 0.22) or "dim"
        head = (f" {title} ", "bold" if theme.ansi else f"bold {theme.primary}")
        inner = [line.copy() for line in lines] + [Text() for _row in range(height)]
        for line in inner:
            line.truncate(width - 4, pad=True)
        return [
            Text.assemble("╭─", head, "─" * (width - 5 - cell_len(title)), "╮", style=frame),
            *(Text.assemble(("│ ", frame), line, (" │", frame)) for line in inner[: height - 2]),
            Text(f"╰{'─' * (width - 2)}╯", frame),
        ]

    def _chart_lines(self, width: int, height: int) -> list[Text]:
        """Return how the totals went, from the left to the right."""
        key = self.shown, width, height, self.app.theme
        if self._chart is None or self._chart[0] != key:
            self._chart = key, self.shown.chart(width, height - 2)
        lines = [*self._chart[1].split(allow_blank=True)]
        for line in lines:
            line.truncate(round(width * self._past(DRAWN)))
        return lines

    def _places(self, width: int, height: int, *, podium: bool) -> list[Text]:
        """Return all places in rows, and above them the podium if it has the rows."""
        count, lines = len(self.shown.places), list[Text]()
        if not count:
            return lines
        tall = 2 if height - 2 * count - 2 >= 2 * LEAST_PODIUM else 1
        steps = height - tall * count - 2
        if podium and steps >= LEAST_PODIUM and (lines := self._podium(width, steps)):
            lines.append(Text())
        tall, columns = max(1, min(3, (height - len(lines) - 1) // count)), self._columns(width)
        heads = _("player"), *(column.head for column in columns[1:])
        lines.append(Text(" " * NAME_AT) + _cells(columns, heads, "dim", "dim"))
        return lines + [row for at in range(count) for row in self._row(at, width, tall, columns)]

    def _row(self, at: int, width: int, tall: int, columns: Sequence["_Column"]) -> list[Text]:
        """Return a place in so many columns and rows, the last one free where there are three."""
        theme, place = self.app.current_theme, self.shown.places[at]
        if at < self.shown.covered:
            return [Text(f"{at + 1:>2}".ljust(NAME_AT) + COVER, "dim"), *[Text()] * (tall - 1)]
        colour, rank = place.badge.colour, place.rank.rstrip("=")
        line = Text.assemble(
            (f"{rank:>2}{'=' * place.rank.endswith('=')}".ljust(4), "bold"),
            (place.badge.letter.center(3), f"bold {block(theme, colour)}"),
        )
        line.pad_right(NAME_AT - line.cell_len)
        cells = place.player, *(column.texts[at] for column in columns[1:])
        line += _cells(columns, cells, f"bold {colour}", "bold" if place.step == 1 else "")
        comes = place in self.shown.named and not self.shown.has_won
        swept = round(width * self._swept) if comes else width
        rows = [line, *(Text() for _row in range(tall - 1 - (tall > 2)))]
        for ground, wide in (tinted(theme, colour, DEEP), min(4, swept)), (band_ground(theme, colour), swept):
            _tint(rows, wide, f"on {ground}" if ground else "")
        return rows + [Text()] * (tall > 2)

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

    def _podium(self, width: int, height: int) -> list[Text]:
        """Return the first three steps, which rise; nothing where there is nobody, or no room."""
        theme = self.app.current_theme
        best = [place for place in self.shown.places if 0 < place.step <= len(STEPS)]
        wide = width // max(1, len(best))
        if self.shown.covered or wide < LEAST_STEP:
            return []
        order, columns = sorted(range(len(best)), key=lambda at: at if at % 2 == 0 else -at), []
        for place in (best[at] for at in order):
            rows = max(1, round((height - 2) * STEPS[place.step - 1] * self._past(DRAWN)))
            digit = inked(str(place.step), min(4, rows // 4, wide // 6))
            name = badged(place.player, place.badge, wide - 1)
            name.pad_left((wide - 1 - name.cell_len) // 2)
            step = [Text() for _row in range(rows)]
            for line, drawn in zip(step[(rows - len(digit)) // 2 :], digit, strict=False):
                line.append(" " * ((wide - 1 - len(drawn)) // 2)).append(drawn, "bold")
            _tint(step, wide - 1, block(theme, place.badge.colour))
            total = Text(str(place.total).center(wide - 1), "bold")
            columns.append([*(Text() for _row in range(height - 2 - rows)), name, total, *step])
        for line in (line for column in columns for line in column):
            line.pad_right(wide - line.cell_len)
        return [Text.assemble(*parts) for parts in zip(*columns, strict=True)]


class _Column(NamedTuple):
    """A column of the places."""

    head: str
    texts: Sequence[str]
    width: int
    align: Literal["left", "right"] = "right"


def _figures(head: str, texts: Sequence[str]) -> _Column:
    return _Column(head, texts, GUTTER + max(map(cell_len, (head, *texts))))


def _cells(columns: Sequence[_Column], cells: Sequence[str], name: str, rest: str) -> Text:
    """Return the name, then the other cells of a row in its columns."""
    line = Text()
    for at, (column, cell) in enumerate(zip(columns, cells, strict=True)):
        gutter = min(GUTTER, column.width) * (column.align == "left" and at > 0)
        line.append(" " * gutter).append(
            fitted(cell, max(0, column.width - gutter), column.align), rest if at else name
        )
    return line


def _tint(lines: Sequence[Text], width: int, style: str) -> None:
    """Give so many columns of lines a style; what stands there has its own besides."""
    for line in lines:
        line.pad_right(width - line.cell_len)
        line.stylize_before(style, 0, width)


def _large(
    width: int, rows: int, words: str, number: str = "", whole: str = "", inwards: float = 0.0
) -> list[Text]:
    """Return words, and a number beside or below them, as large as both fit into so many columns and rows.

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
    top, counted = (rows - high + 1) // 2, inked(number, digits) or ("",)
    end = MARGIN + figure_shift + len(figure[0]) if below else width - MARGIN - figure_shift
    over = top + (high - len(figure)) // (1 if below else 2)
    lines = [Text() for _row in range(rows)]
    for first, column, drawn in (
        (top + (0 if below else (high - len(name)) // 2), MARGIN + shift, name),
        (over, end - len(counted[0]), counted),
    ):
        for line, part in zip(lines[max(0, first) :], drawn, strict=False):
            line.pad_right(column - line.cell_len)
            line.append(part, "bold")
    return lines
