"""What will be printed, in a terminal: what is on the first page, on white paper, and how many pages there are."""

import struct
from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

from msgspec.structs import replace
from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.geometry import Size
from textual.timer import Timer
from textual.widgets import Static
from textual.worker import Worker, WorkerState, get_current_worker

from scorekeeper.errors import ScorekeeperError
from scorekeeper.sheets import Look, Sheet, typeset
from scorekeeper.text import N_, _, ngettext
from scorekeeper.tui.widgets.text import fitted, hang

INK, FAINT, GREY = "#000000 on #ffffff", "#6a6a6a on #ffffff", "#e4e4e4"
"""What is written on paper, what is less important there, and the columns that are told apart by their grey."""

PAUSE = 0.15
"""Seconds without a change before a page is set."""

PROBE, AFTER_SIGNATURE = 4, 16
"""Points per inch of a page of which only the size is read, from behind the first bytes of its PNG."""

_FEWEST_LINES = 8
"""Of a page with fewer lines nothing could be made out, so it is not shown."""

_LABEL, _LEAST = 6, 2
"""Columns for the rounds, and for a player at the least."""


def as_text(sheet: Sheet, template: str, columns: int, height: int = 0) -> Text:
    """Return what is on a page in so many columns, on white paper: its title, names, lines and numbers.

    The paper is at least so high. Where there is room, the rounds of a score sheet stand apart above its small print.
    """
    room = columns - 2
    texts: list[str] = []
    rows: list[list[str]] = []
    if template == "ruling":
        for ruling in sheet.rulings:
            texts += ["", ruling.question, "", ruling.answer, "", ruling.reason]
    elif template == "result":
        rows = [
            [f"{place.rank:>3}  {fitted(place.player, room - 11)} {place.total:>5}"] for place in sheet.places
        ]
        texts = ["", sheet.result]
    elif template == "rules-card":
        for chapter in sheet.chapters:
            texts += ["", chapter.heading.upper(), *(rule.text for rule in chapter.rules)]
    else:
        rows = _score_rows(sheet, max(_LEAST, (room - _LABEL) // len(sheet.players)))
    rows += [[line] for text in texts for line in (hang("", text, room) if text else [""])]
    lines = [
        _on_white([], columns),
        _on_white([sheet.title or sheet.game], columns, f"bold {INK}"),
        _on_white([sheet.date], columns, FAINT),
        _on_white([], columns),
    ]
    apart = not texts and height > len(lines) + 2 * len(rows)
    for row in rows:
        lines += [_on_white(row, columns, INK if apart or len(row) == 1 else "")]
        lines += [_on_white(["─" * room], columns, FAINT)] * apart
    small = ("", sheet.result, *(f"{note.lead} {note.text}" for note in sheet.small_print)) if apart else ()
    foot = [line for text in small for line in hang("", text, room)]
    lines += [_on_white([line], columns, FAINT) for line in foot[: max(0, height - len(lines) - 1)]]
    return Text("\n").join([*lines, *[_on_white([], columns)] * max(1, height - len(lines))])


def _score_rows(sheet: Sheet, width: int) -> list[list[str]]:
    """Return names, rounds and totals of a score sheet, each player in so many columns."""
    rows = [["", *(seat.name for seat in sheet.players)]]
    for played in sheet.rounds:
        points = ("" if cell is None or cell.points is None else str(cell.points) for cell in played.cells)
        rows.append(["" if played.double is None else f"{played.double}-{played.double}", *points])
    totals = ["" if seat.total is None else str(seat.total) for seat in sheet.players]
    if any(totals) and max(map(len, totals)) < width:
        rows.append(["=", *totals])
    return [
        [fitted(label, _LABEL), *(cell[: max(_LEAST, width - 1)].rjust(width) for cell in cells)]
        for label, *cells in rows
    ]


def _on_white(cells: Sequence[str], columns: int, style: str = INK) -> Text:
    """Return a line on white paper in this style; without one, every other cell of it is in a light grey."""
    line = Text(" ", INK)
    for index, cell in enumerate(cells):
        line.append(cell, style or (f"{INK.partition(' ')[0]} on {GREY}" if index % 2 else INK))
    line.truncate(columns, pad=True)
    return Text.assemble(line, style=INK)


class Drawn(NamedTuple):
    """The first page as text; how many there are; and what people should know."""

    page: Text
    pages: int
    upright: bool
    warnings: tuple[str, ...]


def drawn(sheets: Sequence[Sheet], look: Look, room: Size) -> Drawn:
    """Set sheets, and write the first page in the room there is. Raises ScorekeeperError."""
    done = typeset(sheets, replace(look, pixels_per_inch=PROBE), "png")
    width, height = struct.unpack_from(">II", done.pages[0], AFTER_SIGNATURE)
    return Drawn(as_text(sheets[0], look.template, *room), len(done.pages), height >= width, done.warnings)


class Preview(Vertical):
    """The first page of some sheets, and a sentence on what it is."""

    def __init__(self, covered: bool = False) -> None:
        super().__init__(id="preview")
        self._covered = covered
        """Whether nobody may read yet what is on the page."""
        self._wanted: tuple[tuple[Sheet, ...], Look] | None = None
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
            width, height = self.query_one("#sheet-page").size
            task = partial(self._drawn, *self._wanted, Size(max(width, 1), height))
            self.run_worker(task, thread=True, exclusive=True, exit_on_error=False)

    @staticmethod
    def _drawn(sheets: tuple[Sheet, ...], look: Look, room: Size) -> Drawn | str:
        if get_current_worker().is_cancelled:
            return ""
        try:
            return drawn(sheets, look, room)
        except ScorekeeperError as error:
            return str(error)

    def on_worker_state_changed(self, event: Worker.StateChanged) -> None:
        """Show a page that is set; a worker that was overtaken ends as cancelled."""
        if event.state is not WorkerState.SUCCESS or self._wanted is None:
            return
        done = event.worker.result
        if isinstance(done, Drawn):
            page = self.query_one("#sheet-page", Static)
            is_read = page.size.height >= _FEWEST_LINES and not self._covered
            page.update(done.page if is_read else "")
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
