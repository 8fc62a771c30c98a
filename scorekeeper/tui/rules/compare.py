"""Compare: what some rule books differ on, and nothing else."""

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.events import Resize
from textual.widgets import Static

from scorekeeper.rules import RuleBook
from scorekeeper.session import Evening
from scorekeeper.text import N_, _
from scorekeeper.tui.base.actions import ScreenAction
from scorekeeper.tui.base.screen import GameScreen
from scorekeeper.tui.widgets.footer import KeyLine
from scorekeeper.tui.widgets.rule_text import compare_page

_MARGIN = 6
"""Columns beside the text: padding and the scroll bar."""


class CompareScreen(GameScreen):
    """Two or more rule books side by side."""

    place: ClassVar[str] = "compare"
    ACTIONS: ClassVar[tuple[ScreenAction, ...]] = (
        ScreenAction("back", "escape,q", N_("Back"), N_("Back to the rule books.")),
    )

    def __init__(self, session: Evening, books: Sequence[RuleBook]) -> None:
        super().__init__(session)
        self._books = tuple(books)

    def compose(self) -> ComposeResult:
        """Show the differences."""
        yield Static(_("Where these rule books differ"), id="title", markup=False)
        with VerticalScroll(classes="page"):
            yield Static(id="differences", markup=False)
        yield KeyLine()

    def on_resize(self, event: Resize) -> None:
        """Lay the books out for the width there is."""
        page = compare_page(self._books, self.session.wording, event.size.width - _MARGIN)
        self.query_one("#differences", Static).update(page)
