"""Pictures in a terminal: from the PNG that Typst draws to how dark each point is, and to characters.

Two points stand above each other in a cell. Knows no screen and no colour theme.
"""

import struct
import zlib
from collections.abc import Iterator, Sequence
from functools import partial
from typing import NamedTuple, TypeAlias

from msgspec.structs import replace
from rich.color import Color
from rich.segment import Segment
from rich.style import Style
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.strip import Strip
from textual.timer import Timer
from textual.widget import Widget
from textual.widgets import Static
from textual.worker import Worker, WorkerState, get_current_worker

from scorekeeper.errors import ScorekeeperError
from scorekeeper.sheets import Look, Sheet, typeset
from scorekeeper.text import N_, Language, _, language, ngettext, spoken

Ink: TypeAlias = tuple[tuple[float, ...], ...]
"""Rows of points, each from 0 for paper to 1 for black."""

SIGNATURE = 8
CHANNELS = {0: 1, 2: 3, 4: 2, 6: 4}
"""Bytes of a point, by PNG's number for the kind of colour."""

FAINT = 0.5
"""The power that a point's darkness is raised to, so that a line thinner than a point is still seen."""

INKED = 0.2
"""From here on a point counts as black where there are no shades."""

HALVES = {(False, False): " ", (True, False): "▀", (False, True): "▄", (True, True): "█"}


def ink(png: bytes) -> Ink:
    """Return how dark each point of a PNG with eight bits a channel is; what is transparent is paper."""
    width, _height, _depth, kind = struct.unpack_from(">IIBB", png, 16)
    data = zlib.decompress(b"".join(body for name, body in _chunks(png) if name == b"IDAT"))
    channels = CHANNELS[kind]
    rows, before = [], bytes(width * channels)
    for start in range(0, len(data), width * channels + 1):
        before = _unfiltered(data[start], data[start + 1 : start + 1 + width * channels], before, channels)
        rows.append(tuple(_dark(before[at : at + channels]) for at in range(0, len(before), channels)))
    return tuple(rows)


def _chunks(png: bytes) -> Iterator[tuple[bytes, bytes]]:
    at = SIGNATURE
    while at < len(png):
        length, name = struct.unpack_from(">I4s", png, at)
        yield name, png[at + 8 : at + 8 + length]
        at += length + 12


def _unfiltered(kind: int, row: bytes, above: bytes, channels: int) -> bytes:
    """Undo PNG's prediction of a row from what is left of it and above it."""
    out = bytearray(row)
    for at, value in enumerate(row):
        left = out[at - channels] if at >= channels else 0
        corner = above[at - channels] if at >= channels else 0
        guess = (0, left, above[at], (left + above[at]) // 2, _nearest(left, above[at], corner))[kind]
        out[at] = (value + guess) & 0xFF
    return bytes(out)


def _nearest(left: int, above: int, corner: int) -> int:
    """Return which of the three is nearest to `left + above - corner`, as Paeth has it."""
    guess = left + above - corner
    return min((left, above, corner), key=lambda one: abs(guess - one))


def _dark(point: bytes) -> float:
    seen = point[-1] / 255 if len(point) in (2, 4) else 1.0
    shades = point[:3] if len(point) > 2 else point[:1]
    shade = (1 - sum(shades) / len(shades) / 255) * seen
    return float(shade**FAINT)


def cells(picture: Ink) -> list[list[tuple[float, float]]]:
    """Return the upper and the lower point of every cell, row by row."""
    rows = [*picture, *([(0.0,) * len(picture[0])] if len(picture) % 2 else [])]
    return [list(zip(upper, lower, strict=True)) for upper, lower in zip(rows[::2], rows[1::2], strict=True)]


def characters(row: Sequence[tuple[float, float]]) -> str:
    """Return a row of cells without shades.

    >>> characters([(0, 0), (1, 0), (0, 1), (1, 1)])
    ' ▀▄█'
    """
    return "".join(HALVES[upper >= INKED, lower >= INKED] for upper, lower in row)


PAUSE = 0.15
"""Seconds without a change before a page is set."""

PROBE = 4
"""Points per inch of the first try, which shows how many pages there are and how large."""

SHOWN = 4
"""Sheets that may share the first page."""

_FEWEST_LINES = 8
"""Of a page with fewer lines nothing could be made out, so it is not drawn."""

PAPER, BLACK = 250, 20


class Drawn(NamedTuple):
    """The first page, small; how many there are; and what people should know."""

    picture: Ink
    pages: int
    upright: bool
    warnings: tuple[str, ...]


def drawn(sheets: Sequence[Sheet], look: Look, columns: int, lines: int) -> Drawn:
    """Set sheets and draw the first page as large as fits into so many cells. Raises ScorekeeperError."""
    probe = typeset(sheets, replace(look, pixels_per_inch=PROBE), "png")
    small = ink(probe.pages[0])
    scale = min(columns / len(small[0]), 2 * lines / len(small))
    fitting = replace(look, pixels_per_inch=PROBE * scale)
    picture = ink(typeset(sheets[:SHOWN], fitting, "png").pages[0])
    fitted = tuple(row[:columns] for row in picture[: 2 * lines])
    return Drawn(fitted, len(probe.pages), len(small) >= len(small[0]), probe.warnings)


class PagePicture(Widget):
    """A page in half blocks: shades of grey, or the terminal's own ink where it has no colours."""

    def __init__(self) -> None:
        super().__init__(id="sheet-page")
        self._rows: list[list[tuple[float, float]]] = []

    def show(self, picture: Ink) -> None:
        """Draw another page."""
        self._rows = cells(picture)
        self.refresh()

    def render_line(self, y: int) -> Strip:
        """Draw a line of the page, in the middle."""
        if y >= len(self._rows) or self.size.height < _FEWEST_LINES:
            return Strip.blank(self.size.width, self.rich_style)
        row = self._rows[y]
        margin = Segment(" " * ((self.size.width - len(row)) // 2), self.rich_style)
        if self.app.no_color:
            strip = Strip([margin, Segment(characters(row), self.rich_style)])
        else:
            shades = (Style(color=_grey(upper), bgcolor=_grey(lower)) for upper, lower in row)
            strip = Strip([margin, *(Segment("▀", shade) for shade in shades)])
        return strip.adjust_cell_length(self.size.width, self.rich_style)


def _grey(dark: float) -> Color:
    shade = round(PAPER + (BLACK - PAPER) * dark)
    return Color.from_rgb(shade, shade, shade)


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
        yield PagePicture()
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
        self.query_one(PagePicture).show(())
        self._write(sentence, faulty=True)

    def on_resize(self) -> None:
        """Draw the page anew for the room there is."""
        if self._wanted is not None:
            self.want(*self._wanted, self._warnings)

    def _draw(self) -> None:
        if self._wanted is not None:
            size = self.query_one(PagePicture).size
            room = max(size.width, 1), max(size.height, 1)
            task = partial(
                self._drawn, language(), *self._wanted, *room
            )  # a thread has no language of its own
            self.run_worker(task, thread=True, exclusive=True, exit_on_error=False)

    @staticmethod
    def _drawn(
        spoken_here: Language, sheets: tuple[Sheet, ...], look: Look, columns: int, lines: int
    ) -> Drawn | str:
        if get_current_worker().is_cancelled:
            return ""
        with spoken(spoken_here):
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
            self.query_one(PagePicture).show(done.picture)
            self._write(self._describe(done))
        else:
            self.refuse(str(done))

    def _describe(self, done: Drawn) -> str:
        assert self._wanted is not None
        sheets, _look = self._wanted
        pages = ngettext("{count} page", "{count} pages", done.pages)
        lies = N_("{pages}, upright · {facts}") if done.upright else N_("{pages}, across · {facts}")
        return "\n".join([_(lies, pages=pages, facts=sheets[0].facts), *self._warnings, *done.warnings])

    def _write(self, sentence: str, faulty: bool = False) -> None:
        line = self.query_one("#page-facts", Static)
        line.update(sentence)
        line.set_class(faulty, "-faulty")
