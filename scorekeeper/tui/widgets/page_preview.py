"""Pages in a terminal, drawn in greys: a page seen from a few steps away; where there is no room, as text."""

import struct
import zlib
from collections.abc import Iterator, Sequence
from functools import partial
from typing import NamedTuple, TypeAlias

from msgspec.structs import replace
from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.timer import Timer
from textual.widgets import Static
from textual.worker import Worker, WorkerState, get_current_worker

from scorekeeper.errors import ScorekeeperError
from scorekeeper.sheets import Look, Sheet, typeset
from scorekeeper.text import N_, _, ngettext
from scorekeeper.tui.widgets.text import fitted, hang

QUARTERS = " ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█"
"""Letters whose inked quarters are the bits of their place here: upper left, upper right, lower left, lower right."""

Ink: TypeAlias = tuple[tuple[float, ...], ...]
"""Rows of points, each from 0 for paper to 1 for black."""

SIGNATURE = 8
CHANNELS = 4
"""Bytes of a point: red, green, blue, and how much it covers."""

FAINT = 0.5
"""The power that a point's darkness is raised to, so that a line thinner than a point is still seen."""


def ink(png: bytes) -> Ink:
    """Return how dark each point of a PNG is, as it is typeset; what is transparent is paper."""
    (width,) = struct.unpack_from(">I", png, 16)
    data = zlib.decompress(b"".join(body for name, body in _chunks(png) if name == b"IDAT"))
    rows, before = [], bytes(width * CHANNELS)
    for start in range(0, len(data), len(before) + 1):
        before = _unfiltered(data[start], data[start + 1 : start + 1 + len(before)], before)
        rows.append(tuple(_dark(before[at : at + CHANNELS]) for at in range(0, len(before), CHANNELS)))
    return tuple(rows)


def _chunks(png: bytes) -> Iterator[tuple[bytes, bytes]]:
    at = SIGNATURE
    while at < len(png):
        length, name = struct.unpack_from(">I4s", png, at)
        yield name, png[at + 8 : at + 8 + length]
        at += length + 12


def _unfiltered(kind: int, row: bytes, above: bytes) -> bytes:
    """Undo PNG's prediction of a row from what is left of it and above it."""
    out = bytearray(row)
    for at, value in enumerate(row):
        left = out[at - CHANNELS] if at >= CHANNELS else 0
        corner = above[at - CHANNELS] if at >= CHANNELS else 0
        guess = (0, left, above[at], (left + above[at]) // 2, _nearest(left, above[at], corner))[kind]
        out[at] = (value + guess) & 0xFF
    return bytes(out)


def _nearest(left: int, above: int, corner: int) -> int:
    """Return which of the three is nearest to `left + above - corner`, as Paeth has it."""
    guess = left + above - corner
    return min((left, above, corner), key=lambda one: abs(guess - one))


def _dark(point: bytes) -> float:
    *shades, seen = point
    return float(((1 - sum(shades) / 3 / 255) * seen / 255) ** FAINT)


def on_paper(picture: Ink) -> Text:
    """Return a picture in letters of two points by four: its darker quarters in one grey, the others in another.

    >>> on_paper(((1.0, 0.0, 1.0), (1.0, 0.0, 0.0))).plain
    '▘▘'
    """
    lines = []
    for rows in (picture[top : top + 4] for top in range(0, len(picture), 4)):
        line = Text()
        for columns in (slice(left, left + 2) for left in range(0, len(rows[0]), 2)):
            above, below = ([row[columns] for row in half] for half in (rows[:2], rows[2:]))
            quarters = [
                sum(row[x] for row in half if x < len(row)) / 2 for half in (above, below) for x in (0, 1)
            ]
            middle = (min(quarters) + max(quarters)) / 2
            letter = sum((one > middle) << place for place, one in enumerate(quarters))
            light = [one for one in quarters if one <= middle]
            dark = [one for one in quarters if one > middle] or light
            line.append(QUARTERS[letter], f"{_grey(dark)} on {_grey(light)}")
        lines.append(line)
    return Text("\n").join(lines)


def _grey(points: Sequence[float]) -> str:
    """Return the colour of points on white paper."""
    shade = round(255 * (1 - sum(points) / len(points)))
    return f"#{shade:02x}{shade:02x}{shade:02x}"


INK, GREY = "#000000 on #ffffff", "#e4e4e4"
"""What is written on paper, and the columns that are told apart by their grey."""

PAUSE = 0.15
"""Seconds without a change before a page is set."""

PROBE = 4
"""Points per inch of the first try, which shows how many pages there are and how large."""

SHOWN = 4
"""Sheets that may share the first page."""

_FEWEST_LINES = 8
"""Of a page with fewer lines nothing could be made out, so it is not drawn."""


READABLE = 70
"""Columns below which a page is written as text, for its letters could not be made out."""

_LABEL, _LEAST = 6, 2
"""Columns for the rounds, and for a player at the least."""


def as_text(sheet: Sheet, template: str, columns: int) -> Text:
    """Return what is on a page in so many columns, on white paper: its title, names, lines and numbers."""
    room = columns - 2
    if template == "ruling":
        told = [line for one in sheet.rulings for line in (one.question, one.answer, one.reason)]
        rows = [[line] for text in told for line in ("", *hang("", text, room))]
    elif template == "result":
        rows = [[f"{one.rank:>3}  {fitted(one.player, room - 11)} {one.total:>5}"] for one in sheet.places]
    elif template == "rules-card":
        rows = [[chapter.heading] for chapter in sheet.chapters]
    else:
        rows = _score_rows(sheet, max(_LEAST, (room - _LABEL) // len(sheet.players)))
    return Text("\n").join(
        _on_white(row, columns) for row in ([], [sheet.title or sheet.game], [], *rows, [])
    )


def _score_rows(sheet: Sheet, each: int) -> list[list[str]]:
    """Return names, rounds and totals of a score sheet, each player in so many columns."""
    rows = [["", *(seat.name for seat in sheet.players)]]
    for played in sheet.rounds:
        points = ("" if cell is None or cell.points is None else str(cell.points) for cell in played.cells)
        rows.append(["" if played.double is None else f"{played.double}-{played.double}", *points])
    totals = ["" if seat.total is None else str(seat.total) for seat in sheet.players]
    if any(totals) and max(map(len, totals)) < each:
        rows.append(["=", *totals])
    return [
        [fitted(label, _LABEL), *(one[: max(_LEAST, each - 1)].rjust(each) for one in cells)]
        for label, *cells in rows
    ]


def _on_white(cells: Sequence[str], columns: int) -> Text:
    """Return a line on white paper, every other cell of it in a light grey."""
    line = Text(" ", INK)
    for place, cell in enumerate(cells):
        line.append(cell, f"{INK.partition(' ')[0]} on {GREY}" if place % 2 and len(cells) > 1 else INK)
    line.truncate(columns, pad=True)
    return Text.assemble(line, style=INK)


class Drawn(NamedTuple):
    """The first page, small; how many there are; and what people should know."""

    picture: Text
    pages: int
    upright: bool
    warnings: tuple[str, ...]


def drawn(sheets: Sequence[Sheet], look: Look, columns: int, lines: int) -> Drawn:
    """Set sheets and draw the first page as large as fits into so many cells. Raises ScorekeeperError."""
    probe = typeset(sheets, replace(look, pixels_per_inch=PROBE), "png")
    small = ink(probe.pages[0])
    upright = len(small) >= len(small[0])
    if columns < READABLE:
        return Drawn(as_text(sheets[0], look.template, columns), len(probe.pages), upright, probe.warnings)
    scale = min(2 * columns / len(small[0]), 4 * lines / len(small))
    fitting = replace(look, pixels_per_inch=PROBE * scale)
    picture = ink(typeset(sheets[:SHOWN], fitting, "png").pages[0])
    fitted = tuple(row[: 2 * columns] for row in picture[: 4 * lines])
    return Drawn(on_paper(fitted), len(probe.pages), upright, probe.warnings)


class Preview(Vertical):
    """The first page of some sheets, and a sentence on what it is."""

    def __init__(self) -> None:
        super().__init__(id="preview")
        self._wanted: tuple[tuple[Sheet, ...], Look] | None = None
        self._shown: tuple[tuple[Sheet, ...], Look] | None = None
        self._warnings: tuple[str, ...] = ()
        self._waiting: Timer | None = None

    def compose(self) -> ComposeResult:
        """Show the page above the sentence."""
        yield Static(id="sheet-page", markup=False)
        yield Static(id="page-facts", markup=False)

    def want(self, sheets: tuple[Sheet, ...], look: Look, warnings: tuple[str, ...] = ()) -> None:
        """Show these sheets soon, with what people should know, and none that were wanted before."""
        self._wanted, self._warnings = (sheets, look), warnings
        if self._waiting is not None:
            self._waiting.stop()
        self._waiting = self.set_timer(PAUSE, self._draw)

    def refuse(self, sentence: str) -> None:
        """Show why there is no page, in place of the last one."""
        self._wanted = None
        self.query_one("#sheet-page", Static).update("")
        self._write(sentence, faulty=True)

    def on_resize(self) -> None:
        """Draw the page anew for the room there is."""
        if self._wanted is not None:
            self.want(*self._wanted, self._warnings)

    def _draw(self) -> None:
        if self._wanted is not None:
            size = self.query_one("#sheet-page").size
            room = max(size.width, 1), max(size.height, 1)
            task = partial(self._drawn, *self._wanted, *room)
            self.run_worker(task, thread=True, exclusive=True, exit_on_error=False)

    @staticmethod
    def _drawn(sheets: tuple[Sheet, ...], look: Look, columns: int, lines: int) -> Drawn | str:
        if get_current_worker().is_cancelled:
            return ""
        try:
            return drawn(sheets, look, columns, lines)
        except ScorekeeperError as error:
            return str(error)

    def on_worker_state_changed(self, event: Worker.StateChanged) -> None:
        """Show a page that is set; a worker that was overtaken ends as cancelled."""
        if event.state is not WorkerState.SUCCESS or self._wanted is None:
            return
        done, self._shown = event.worker.result, self._wanted
        if isinstance(done, Drawn):
            page = self.query_one("#sheet-page", Static)
            page.update(done.picture if page.size.height >= _FEWEST_LINES else "")
            self._write(self._describe(done))
        else:
            self.refuse(str(done))

    def _describe(self, done: Drawn) -> str:
        assert self._wanted is not None
        sheets, _look = self._wanted
        pages = ngettext("{count} page", "{count} pages", done.pages)
        lies = N_("{pages}, portrait · {facts}") if done.upright else N_("{pages}, landscape · {facts}")
        return "\n".join([_(lies, pages=pages, facts=sheets[0].facts), *self._warnings, *done.warnings])

    def _write(self, sentence: str, faulty: bool = False) -> None:
        line = self.query_one("#page-facts", Static)
        line.update(sentence)
        line.set_class(faulty, "-faulty")
