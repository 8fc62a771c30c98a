"""The page as it would be printed: set by Typst beside the screen's own work, and drawn small.

Shows what it is given and asks nobody; a picture that is no longer wanted is dropped.
"""

from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

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
from scorekeeper.sheets import Look, Sheet, printed
from scorekeeper.text import _, ngettext
from scorekeeper.tui.printing.pixels import Ink, cells, characters, ink

PAUSE = 0.15
"""Seconds without a change before a page is set."""

PROBE = 4
"""Points per inch of the first try, which tells how many pages there are and how large."""

SHOWN = 4
"""Sheets that may share the first page."""

FEWEST_LINES = 8
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
    probe = printed(sheets, replace(look, pixels_per_inch=PROBE), "png")
    small = ink(probe.pages[0])
    scale = min(columns / len(small[0]), 2 * lines / len(small))
    fitting = replace(look, pixels_per_inch=PROBE * scale)
    picture = ink(printed(sheets[:SHOWN], fitting, "png").pages[0])
    fitted = tuple(row[:columns] for row in picture[: 2 * lines])
    return Drawn(fitted, len(probe.pages), len(small) >= len(small[0]), probe.warnings)


class Page(Widget):
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
        if y >= len(self._rows) or self.size.height < FEWEST_LINES:
            return Strip.blank(self.size.width, self.rich_style)
        row = self._rows[y]
        margin = Segment(" " * ((self.size.width - len(row)) // 2), self.rich_style)
        if self.app.no_color:
            strip = Strip([margin, Segment(characters(row), self.rich_style)])
        else:
            strip = Strip([margin, *(Segment("▀", _shades(*cell)) for cell in row)])
        return strip.adjust_cell_length(self.size.width, self.rich_style)


def _shades(upper: float, lower: float) -> Style:
    return Style(color=_grey(upper), bgcolor=_grey(lower))


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
        yield Page()
        yield Static(id="says", markup=False)

    @property
    def up_to_date(self) -> bool:
        """Whether what is shown is what was wanted last."""
        return self._wanted is None or self._shown is self._wanted

    def want(self, sheets: tuple[Sheet, ...], look: Look, warnings: tuple[str, ...] = ()) -> None:
        """Show these sheets soon, with what people should know, and none that were wanted before."""
        self._wanted, self._warnings = (sheets, look), warnings
        if self._waiting is not None:
            self._waiting.stop()
        self._waiting = self.set_timer(PAUSE, self._draw)

    def refuse(self, sentence: str) -> None:
        """Say why there is nothing to show; the last page stays in sight no longer."""
        self._wanted = None
        self.query_one(Page).show(())
        self._say(sentence, faulty=True)

    def on_resize(self) -> None:
        """Draw the page anew for the room there is."""
        if self._wanted is not None:
            self.want(*self._wanted, self._warnings)

    def _draw(self) -> None:
        if self._wanted is not None:
            size = self.query_one(Page).size
            task = partial(self._drawn, *self._wanted, max(size.width, 1), max(size.height, 1))
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
            self.query_one(Page).show(done.picture)
            self._say(self._told(done))
        else:
            self.refuse(str(done))

    def _told(self, done: Drawn) -> str:
        assert self._wanted is not None
        sheets, _look = self._wanted
        pages = ngettext("{count} page", "{count} pages", done.pages).format(count=done.pages)
        lies = _("{pages}, upright · {facts}") if done.upright else _("{pages}, across · {facts}")
        return "\n".join([lies.format(pages=pages, facts=sheets[0].facts), *self._warnings, *done.warnings])

    def _say(self, sentence: str, faulty: bool = False) -> None:
        says = self.query_one("#says", Static)
        says.update(sentence)
        says.set_class(faulty, "-faulty")
