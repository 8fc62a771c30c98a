"""Ruling: yes or no in large, then why, what may be done instead, the rule's source, and which rule books differ."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.events import Resize
from textual.widgets import Static

from scorekeeper.game import RulingKept
from scorekeeper.judge import RULING_MARKS, ruling_headline, ruling_tone, settling_fact
from scorekeeper.session import Dispute, Evening, Rulings
from scorekeeper.text import N_, _
from scorekeeper.tui.base.actions import ScreenAction
from scorekeeper.tui.base.screen import GameScreen
from scorekeeper.tui.judge.ruling_text import comparison_page, ruling_content
from scorekeeper.tui.widgets.big_text import large
from scorekeeper.tui.widgets.footer import KeyLine

_MARGIN = 6
"""Columns beside the text: padding and the scroll bar."""


LARGE_SIGN = 4
"""Columns that the sign before a large answer takes."""


class RulingScreen(GameScreen):
    """One ruling, on the facts as they were given. Raises ScorekeeperError where there can be none."""

    place: ClassVar[str] = "ruling"
    ACTIONS: ClassVar[tuple[ScreenAction, ...]] = (
        ScreenAction("give", "enter", N_("Give the fact"), N_("Go to the fact that would settle it.")),
        ScreenAction("compare", "c", N_("Compare"), N_("Compare the answers of all rule books.")),
        ScreenAction("keep", "k", N_("Save"), N_("Save this ruling in the log of the game.")),
        ScreenAction("print", "p", N_("Print"), N_("Print this ruling on one page.")),
        ScreenAction("back", "escape,q", N_("Back"), N_("Back to the facts, all of them still there.")),
    )

    def __init__(self, session: Evening, dispute: Dispute) -> None:
        super().__init__(session)
        self._dispute = dispute
        self.ruling = dispute.ruling()
        self._others = dispute.under_every_book()
        dispute.settle()
        self._is_kept = False
        self.wanted: str | None = None
        """The fact that the person wants to give."""

    def compose(self) -> ComposeResult:
        """Show question, answer and reasons."""
        mood = ruling_tone(self.ruling, self._dispute.draft.kind)
        yield Static(Content.styled(self._dispute.text.question, "bold"), id="title", markup=False)
        yield Static(id="answer", classes=f"-{mood}", markup=False)
        with VerticalScroll(classes="page", id="reasons"):
            yield Static(id="why", markup=False)
        yield KeyLine()

    def on_mount(self) -> None:
        """Let the arrows scroll."""
        self.query_one("#reasons").focus()

    def on_resize(self, event: Resize) -> None:
        """Wrap the text to the width there is."""
        self.query_one("#answer", Static).update(self._answer(event.size.width - _MARGIN))
        self.query_one("#why", Static).update(
            ruling_content(
                self._dispute,
                self.ruling,
                self._others,
                event.size.width - _MARGIN,
                self.key("more", "dispute"),
            )
        )

    def _answer(self, width: int) -> Content:
        """Return the answer, its first words in large, with its sign beside it."""
        answer = ruling_headline(self.ruling, self._dispute.text.answers)
        first, comma, rest = answer.partition(", ")
        drawn = large(first, width - LARGE_SIGN)
        sign = RULING_MARKS[ruling_tone(self.ruling, self._dispute.draft.kind)]
        if drawn == first:
            return Content(f"{sign}  {answer}")
        top, *below = drawn.split("\n")
        lines = [f"{sign}  {top}", *(f"   {line}" for line in below)]
        if comma:
            lines[-1] += f"   {rest}" if len(lines[-1]) + len(rest) < width else f"\n   {rest}"
        return Content("\n".join(lines))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer to give a fact only where one is wanted."""
        if action == "give":
            return self.ruling.verdict == "depends"
        return super().check_action(action, parameters)

    def action_give(self) -> None:
        """Go back to the line of the fact that would settle it."""
        draft = self._dispute.draft
        self.wanted = settling_fact(self.ruling, draft.kind, draft.with_trains)
        self.dismiss()

    def action_compare(self) -> None:
        """Show the ruling of every rule book."""
        self.app.push_screen(Comparison(self.session, self._dispute, self._others))

    def action_keep(self) -> None:
        """Keep the ruling in the game's log."""
        number = self._dispute.round
        if number is None:
            self.tell(_("Only a game keeps rulings. Press {key} to print this one.", key=self.key("print")))
        elif self._is_kept:
            self.tell(_("This ruling is kept already."))
        elif self.change(RulingKept(number, self._dispute.kept(self.ruling))):
            self._is_kept = True
            key = self.key("undo", "table")
            self.tell(_("Saved in the log of this game. Press {key} on the table to undo it.", key=key))

    def action_print(self) -> None:
        """Print the ruling on one page."""
        from scorekeeper.tui.printing.print import Print

        self.app.push_screen(Print(self.session, ruling=self._dispute.sheet(self.ruling, self._others)))


class Comparison(GameScreen):
    """The same question under every rule book, by answer."""

    place: ClassVar[str] = "comparison"
    ACTIONS: ClassVar[tuple[ScreenAction, ...]] = (
        ScreenAction("back", "escape,q", N_("Back"), N_("Back to the ruling.")),
    )

    def __init__(self, session: Evening, dispute: Dispute, others: Rulings) -> None:
        super().__init__(session)
        self._dispute = dispute
        self._others = others

    def compose(self) -> ComposeResult:
        """Show the answers."""
        yield Static(
            _("{question} All rule books", question=self._dispute.text.question),
            id="title",
            markup=False,
        )
        with VerticalScroll(classes="page", id="answers"):
            yield Static(id="every-book", markup=False)
        yield KeyLine()

    def on_mount(self) -> None:
        """Let the arrows scroll."""
        self.query_one("#answers").focus()

    def on_resize(self, event: Resize) -> None:
        """Wrap the text to the width there is."""
        self.query_one("#every-book", Static).update(
            comparison_page(
                self._dispute, self._others, event.size.width - _MARGIN, self.key("more", "dispute")
            )
        )
