"""A list with columns that draws only the rows on the screen, however many there are."""

from collections.abc import Callable, Sequence
from typing import Any, ClassVar, NamedTuple

from rich.cells import set_cell_size
from rich.segment import Segment
from rich.style import Style
from textual.binding import Binding, BindingType
from textual.events import Click
from textual.geometry import Region, Size
from textual.reactive import reactive
from textual.scroll_view import ScrollView
from textual.strip import Strip

from scorekeeper.text import N_
from scorekeeper.tui.base.colours import BLOCK, DEEP, Badge, band_ground, tinted
from scorekeeper.tui.base.screen import paned
from scorekeeper.tui.widgets.bands import HIGH
from scorekeeper.tui.widgets.text import fitted

GAP, TALLEST = 2, 6
"""Columns between two, and the most rows of the terminal that one row takes."""


class Column(NamedTuple):
    """A column with its heading, and its words in a row; one of width 0 takes the room that the others leave."""

    label: str
    words: Callable[[Any], str]
    width: int = 0
    right: bool = False


class LongList(ScrollView, can_focus=True):
    """Rows of text under a heading, with a cursor; the screen's action `open` is about its row."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {"long-list--heading", "long-list--cursor", "long-list--row"}
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "move(-1)", N_("Up"), show=False),
        Binding("down", "move(1)", N_("Down"), show=False),
        Binding("pageup", "turn(-1)", N_("Page up"), show=False),
        Binding("pagedown", "turn(1)", N_("Page down"), show=False),
        Binding("home", "first", N_("First"), show=False),
        Binding("end", "last", N_("Last"), show=False),
    ]
    cursor: reactive[int] = reactive(0)

    def __init__(self, name: str) -> None:
        super().__init__(id=name)
        self.columns: Sequence[Column] = ()
        self.rows: Sequence[Any] = ()
        self.badge_of: Callable[[Any], Badge] | None = None
        self.tall = 1
        """The rows of the terminal that a row of the list takes: in panes those with badges share the height."""

    def show(
        self, columns: Sequence[Column], rows: Sequence[Any], badge_of: Callable[[Any], Badge] | None = None
    ) -> None:
        """Show rows; a column is asked for its words when a row is drawn.

        In panes a row is a band in the colour of a badge.
        """
        self.columns, self.rows = columns, rows
        self.badge_of = badge_of if paned(self.app.size) else None
        share = (self.size.height - 1) // max(1, len(rows))
        self.tall = max(1, min(TALLEST, share)) if self.badge_of else 1
        self.virtual_size = Size(0, len(rows) * self.tall + 1)
        self.cursor = self.validate_cursor(self.cursor)
        self.refresh()

    def on_resize(self) -> None:
        """Share out another height."""
        self.show(self.columns, self.rows, self.badge_of)

    def cells(self, row: int) -> list[str]:
        """Return the words of a row."""
        return [column.words(self.rows[row]) for column in self.columns]

    def validate_cursor(self, row: int) -> int:
        """Keep the cursor on a row."""
        return max(0, min(row, len(self.rows) - 1))

    def watch_cursor(self) -> None:
        """Bring the cursor into view."""
        region = Region(0, self.cursor * self.tall, 1, 1 + self.tall)
        self.scroll_to_region(region, animate=False, force=True, immediate=True)
        self.refresh()

    def render_line(self, y: int) -> Strip:
        """Draw the heading, which stays, or a row."""
        if y == 0:
            words = [column.label for column in self.columns]
            lead = " " * (1 if self.badge_of is None else 2 + BLOCK)
            return self._strip(words, self.get_component_rich_style("long-list--heading"), lead)
        row, at = divmod(self.scroll_offset.y + y - 1, self.tall)
        if row >= len(self.rows):
            return Strip.blank(self.size.width, self.rich_style)
        marked = row == self.cursor and self.has_focus
        part = "long-list--cursor" if marked else "long-list--row"
        lead, style = "▸" if row == self.cursor else " ", self.get_component_rich_style(part)
        if self.badge_of is None:
            return self._strip(self.cells(row), style, lead)
        theme, badge, halved = self.app.current_theme, self.badge_of(self.rows[row]), self.tall > HIGH
        ground = tinted(theme, badge.colour, DEEP) if marked else band_ground(theme, badge.colour)
        width = self.scrollable_content_region.width
        if halved and at == self.tall - 1:
            return Strip([Segment("▀" * width, Style(color=ground))] if ground else []).adjust_cell_length(
                width
            )
        is_middle = at == (self.tall - halved - 1) // 2
        block = set_cell_size(f" {badge.letter}" if is_middle else "", BLOCK)
        words = self.cells(row) if is_middle else [""] * len(self.columns)
        style = style + Style(bgcolor=ground) if ground else style
        drawn = self._strip(words, style, f"{lead if is_middle else ' '}{block} ")
        parts = [*drawn.divide([1, 1 + BLOCK, width])]
        ink = f"{theme.background} on {badge.colour}" if ground else f"reverse {badge.colour}"
        letter = Strip([Segment(block, style + Style.parse(f"bold {ink}"))])
        return Strip.join([parts[0], letter, parts[2]])

    def _strip(self, words: Sequence[str], style: Style, lead: str = " ") -> Strip:
        fixed = sum(column.width for column in self.columns) + GAP * (len(self.columns) - 1)
        width = self.scrollable_content_region.width
        rest = max(width - fixed - len(lead), 4)
        cells = [
            fitted(word, column.width or rest, "right" if column.right else "left")
            for word, column in zip(words, self.columns, strict=True)
        ]
        line = lead + (" " * GAP).join(cells)
        return Strip([Segment(line, style)]).adjust_cell_length(width, style)

    async def on_click(self, event: Click) -> None:
        """Put the cursor on a row; open the row if it was there already."""
        row = (self.scroll_offset.y + event.y - 1) // self.tall
        if event.y > 0 and row < len(self.rows):
            again, self.cursor = row == self.cursor, row
            if again:
                await self.screen.run_action("open")

    def on_focus(self) -> None:
        """Show the cursor."""
        self.refresh()

    def on_blur(self) -> None:
        """Show the cursor faintly."""
        self.refresh()

    def action_move(self, step: int) -> None:
        """Go some rows up or down."""
        self.cursor += step

    def action_turn(self, pages: int) -> None:
        """Go a screenful up or down."""
        self.cursor += pages * max(self.size.height - 2, 1)

    def action_first(self) -> None:
        """Go to the first row."""
        self.cursor = 0

    def action_last(self) -> None:
        """Go to the last row."""
        self.cursor = len(self.rows) - 1
