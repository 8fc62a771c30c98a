"""The line of the cell in hand: which one it is, what is typed, and what is wrong or odd about it."""

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.widgets import Input, Static

from scorekeeper.tui.widgets.field import Field


class KeyedLine(Horizontal):
    """What is typed for one cell of a sheet."""

    def __init__(self) -> None:
        super().__init__(id="keyed")
        self.kept = ""
        """The text of what the cell held when the cursor came to it."""
        self._of_typing = False

    def compose(self) -> ComposeResult:
        """Show the cell, the field, and what is said of it."""
        yield Static(id="keyed-cell", markup=False)
        yield Field(compact=True, max_length=200)
        yield Static(id="keyed-means", markup=False)

    @property
    def field(self) -> Input:
        """Where the hand is typed."""
        return self.query_one(Input)

    @property
    def typed(self) -> str:
        """What stands in the field."""
        return self.field.value.strip()

    @property
    def changed(self) -> bool:
        """Whether something was typed that is not kept."""
        return self.typed != self.kept

    def name_cell(self, name: str) -> None:
        """Say which cell is in hand."""
        self.query_one("#keyed-cell", Static).update(name)

    def begin(self, name: str, kept: str) -> None:
        """Take a cell in hand, its text marked so that what is typed takes its place."""
        self.name_cell(name)
        self.kept = self.field.value = kept
        self.field.select_all()
        self.say("")

    def say(self, sentence: str | Text, level: str = "", of_typing: bool = False) -> None:
        """Show what is `wrong` or `odd` about the cell; `of_typing` goes once the text is as it was."""
        shown = self.query_one("#keyed-means", Static)
        shown.set_class(level == "wrong", "-wrong")
        shown.set_class(level == "odd", "-odd")
        shown.update(sentence)
        self._of_typing = of_typing

    def unsay(self) -> None:
        """Take back what was said of a text that is typed no more."""
        if self._of_typing:
            self.say("")
