"""A line of the judge's form: what is asked, what is typed, a place to tap, and what it means."""

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.events import Click
from textual.message import Message
from textual.widgets import Input, Static

from scorekeeper.draft import Line


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
        self._text = text

    def compose(self) -> ComposeResult:
        """Show label, field, a mark to tap, and meaning."""
        yield Static(self._label, classes="label", markup=False)
        yield Input(self._text, compact=True, max_length=200)
        yield Static("▾", classes="tap")
        yield Static(classes="meaning", markup=False)

    @property
    def field(self) -> Input:
        """Where the fact is typed."""
        return self.query_one(Input)

    def say(self, meaning: str, wrong: bool = False) -> None:
        """Show what the line means, or what is wrong with it."""
        style = "bold" if wrong else "dim"
        shown = f"✘ {meaning}" if wrong else meaning
        self.query_one(".meaning", Static).update(Text(shown, style=style))
        self.set_class(wrong, "-wrong")

    def on_click(self, event: Click) -> None:
        """Pick instead of type, where the mark is tapped."""
        if event.widget is not None and event.widget.has_class("tap"):
            event.stop()
            self.post_message(self.Tapped(self))
