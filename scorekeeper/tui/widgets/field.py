"""A field of one line, for whatever is typed, which marks the letters at fault."""

from abc import abstractmethod
from collections.abc import Callable
from typing import Any

from rich.highlighter import Highlighter
from rich.style import Style
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding
from textual.events import Click, Key
from textual.message import Message
from textual.style import Style as VisualStyle
from textual.widgets import Input

from scorekeeper.errors import Position
from scorekeeper.tui.base.screen import Steady
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
    """

    def __init__(self, value: str | None = None, *, compact: bool = False, **options: Any) -> None:
        super().__init__(value, **options)
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
