"""A field of one line, for whatever is typed, which marks the letters at fault."""

from abc import abstractmethod
from collections.abc import Callable, Sequence
from typing import Any

from rich.highlighter import Highlighter
from rich.style import Style
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding
from textual.events import Click, Key, Paste
from textual.message import Message
from textual.style import Style as VisualStyle
from textual.widgets import Input

from scorekeeper.errors import Position
from scorekeeper.text import _, join_with_commas
from scorekeeper.tui.base.screen import BaseScreen, Steady
from scorekeeper.tui.widgets.text import DrawnLines

OWN_KEYS = {binding.key: binding.action for binding in Binding.make_bindings(Input.BINDINGS)}
"""What the keys do that every field has, such as backspace and left."""


class FaultMark(Highlighter):
    """Draws the letters from `start` to `end`, counted from 0, in a style."""

    def __init__(self, start: int, end: int, style: Callable[[], Style]) -> None:
        self.span = start, end
        self._style = style

    def highlight(self, text: Text) -> None:
        """Give the letters their style."""
        text.stylize(self._style(), *self.span)


class Field(Steady, Input):
    """A field that takes keys in the order in which they come, and stays where it is.

    Textual hands the keys that do something up to the app, so that a letter typed right after a backspace
    would be there before it. What is typed moves within the field, so the screen is not laid out anew.
    Of what is pasted Textual takes the first line; here no line is lost: the screen takes them, or they are joined.
    """

    def __init__(
        self, value: str | None = None, *, compact: bool = False, joint: str = " ", **options: Any
    ) -> None:
        super().__init__(value, **options)
        self._joint = joint
        """What stands between lines that were pasted here."""
        self.set_class(compact, "-textual-compact", update=False)  # Textual would style it before it is shown

    @property
    def typed(self) -> str:
        """What stands in the field, without the spaces around it."""
        return self.value.strip()

    def mark(self, at: Position | None) -> None:
        """Mark the letters at fault, counted in `typed`, until the text changes; None marks nothing."""
        before = len(self.value) - len(self.value.lstrip())
        span = at.within(before + 1).span if at is not None and at.length else None
        if span == self.marked:
            return
        self.highlighter = FaultMark(*span, style=self._fault_style) if span else None
        self.refresh()

    @property
    def marked(self) -> tuple[int, int] | None:
        """Which letters of the text are marked, from and to, counted from 0; None for none."""
        return self.highlighter.span if isinstance(self.highlighter, FaultMark) else None

    def _fault_style(self) -> Style:
        reverse = " reverse" if self.app.no_color else ""
        return VisualStyle.parse(f"bold underline $text-error{reverse}").rich_style

    def watch_value(self) -> None:
        """Take the mark away: what was at fault may be so no more, and the field is drawn anew as it is."""
        self.highlighter = None

    async def on_key(self, event: Key) -> None:
        """Do at once what a key of the field's own does."""
        action = OWN_KEYS.get(event.key)
        if action is not None:
            event.stop()
            event.prevent_default()
            await self.run_action(action)

    def on_paste(self, event: Paste) -> None:
        """Take what was pasted in the terminal."""
        event.stop()
        event.prevent_default()
        self.take_pasted(event.text)

    def action_paste(self) -> None:
        """Take what was copied in the app."""
        self.take_pasted(self.app.clipboard)

    def take_pasted(self, text: str) -> None:
        """Take a text, or let the screen take one of several cells; say what does not fit."""
        rows = [[cell.strip() for cell in row.split("\t")] for row in text.rstrip().splitlines()]
        text = text.strip("\r\n")
        if len(rows) > 1 or "\t" in text:
            if isinstance(self.screen, BaseScreen) and self.screen.fill(self, rows):
                return
            text = self._joint.join(cell for row in rows for cell in row if cell)
        if self.max_length and len(self.value) - len(self.selected_text) + len(text) > self.max_length:
            sentence = _("What you pasted is too long: this line takes {most} letters.", most=self.max_length)
            self.notify(sentence, severity="warning", markup=False)
        else:
            self.replace(text, *self.selection)


MOST_LEFT = 12
"""How many pasted cells that did not fit are named."""


def left_out(cells: Sequence[str]) -> str:
    """Return what of a pasted text has no place."""
    named = [*cells[:MOST_LEFT], *["…"] * (len(cells) > MOST_LEFT)]
    return _("This did not fit and was left out: {cells}.", cells=join_with_commas(named))


class FieldLine(DrawnLines):
    """A line with a field: what it is called, what is typed, a mark to tap, and what it means."""

    class Tapped(Message):
        """Somebody wants to pick what the line asks for instead of typing it."""

        def __init__(self, line: "FieldLine") -> None:
            super().__init__()
            self.line = line

    field: Field
    """Where it is typed."""

    def compose(self) -> ComposeResult:
        """Show the field."""
        yield self.field

    @property
    def narrow(self) -> bool:
        """Whether the terminal is narrow."""
        return self.screen.has_class("-narrow")

    @abstractmethod
    def mark_at(self, width: int) -> range:
        """Return the columns of the mark, in a line so wide; none where nothing can be picked."""

    def on_click(self, event: Click) -> None:
        """Pick instead of type, where the mark is tapped."""
        on_field = event.widget is self and event.y < self.field.outer_size.height
        if on_field and event.x in self.mark_at(self.content_size.width):
            event.stop()
            self.post_message(self.Tapped(self))


class SearchField(Field):
    """The line above a list in which any word is searched for."""

    def __init__(self, placeholder: str) -> None:
        super().__init__(placeholder=placeholder, id="search", max_length=60, compact=True)

    def leave(self) -> bool:
        """Clear the search; return whether there was one."""
        searched = bool(self.value) or self.has_focus
        self.value = ""
        return searched
