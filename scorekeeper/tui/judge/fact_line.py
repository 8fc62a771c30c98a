"""A line of the judge's form: what is asked, what is typed, a place to tap, and what it means."""

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.events import Click
from textual.message import Message
from textual.widgets import Static

from scorekeeper.judge.draft import Line
from scorekeeper.tui.widgets.field import Field


class FactLine(Horizontal):
    """One fact of a dispute."""

    class Tapped(Message):
        """Somebody wants to pick the fact instead of typing it."""

        def __init__(self, line: "FactLine") -> None:
            super().__init__()
            self.line = line

    def __init__(self, line: Line, label: str, text: str) -> None:
        super().__init__(classes="fact")
        self.line = line
        self._label = label
        self.field = Field(text, compact=True, max_length=200, select_on_focus=False)
        """Where the fact is typed; what stands there is added to."""
        self._meaning = Static(classes="meaning", markup=False)

    def compose(self) -> ComposeResult:
        """Show label, field, a mark to tap, and meaning."""
        yield Static(self._label, classes="label", markup=False)
        yield self.field
        yield Static("▾", classes="tap")
        yield self._meaning

    def enter(self) -> None:
        """Put the cursor behind what is typed."""
        self.field.cursor_position = len(self.field.value)
        self.screen.set_focus(self.field)

    def say(self, meaning: str, wrong: bool = False) -> None:
        """Show what the line means, or what is wrong with it."""
        style = "bold" if wrong else "dim"
        shown = f"✘ {meaning}" if wrong else meaning
        self._meaning.update(Text(shown, style=style))
        self.set_class(wrong, "-wrong")

    def on_click(self, event: Click) -> None:
        """Pick instead of type, where the mark is tapped."""
        if event.widget is not None and event.widget.has_class("tap"):
            event.stop()
            self.post_message(self.Tapped(self))
