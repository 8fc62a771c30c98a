"""Judge: which question there is a dispute about, and at which table.

Opened from a game it knows set, rules, round and players; from Home the person gives them.
"""

from collections.abc import Mapping
from itertools import chain, repeat
from typing import ClassVar

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.events import Key
from textual.widget import Widget
from textual.widgets import Input, OptionList, Select, Static
from textual.widgets.option_list import Option

from scorekeeper.game import parse_names, typed_players
from scorekeeper.judge import FACTS, QUESTIONS, FactContext
from scorekeeper.rules import AskText
from scorekeeper.session import AppSession, Dispute
from scorekeeper.text import N_, _
from scorekeeper.tiles import SET_SIZES, set_name
from scorekeeper.tui.base.screen import AppScreen, asks, paned
from scorekeeper.tui.judge.form import table_summary
from scorekeeper.tui.judge.picture import LaidDouble
from scorekeeper.tui.standing import StandingPane
from scorekeeper.tui.widgets.field import Field, SearchField
from scorekeeper.tui.widgets.text import MUTED, NAME, TextLine, fitted, hang, page

KEYS = "123456789abcdef"
"""A key for each question; further ones have none."""

HALF, AROUND_QUESTION = 55, 12
"""The part of a hundred of the columns for the questions in panes, and what is around their words."""

AROUND_QUESTIONS = 5
"""Rows around the questions in panes."""


def _lines_below(text: str, width: int, rows: int) -> list[TextLine]:
    """Return a text in just so many rows, the last one cut where there are more."""
    *whole, last = [*hang("   ", text, width), *[""] * rows][:rows]
    last = fitted(f"   {text[len(' '.join(map(str.strip, whole))) :].strip()}", width)
    return [(line, MUTED) for line in (*whole, last)]


class Questions(OptionList):
    """The questions in a row; above the first one are the facts about the table."""

    def action_cursor_up(self) -> None:
        """Go one question up; from the first one to the line above, if there is one."""
        above = self.screen.query("#players")
        if self.highlighted == 0 and above:
            above.first().focus()
        else:
            super().action_cursor_up()


class Judge(AppScreen):
    """The questions that the judge answers."""

    CSS_PATH = "judge.tcss"
    TITLE = N_("Ask the judge")
    place: ClassVar[str] = "judge"
    PANES: ClassVar[Mapping[str, str]] = {"questions": N_("Question")}
    AUTO_FOCUS: ClassVar[str | None] = "#questions"

    def __init__(self, session: AppSession, dispute: Dispute) -> None:
        super().__init__(session)
        self._dispute = dispute
        self._book = dispute.draft.rules
        self._all = dispute.asks(self._book)
        """The questions that can be asked."""
        self._asks = self._all
        """Those of them that are offered."""
        self.set_class(dispute.round is None, "-alone", update=False)
        self._highest = dispute.draft.set_size

    def body(self) -> ComposeResult:
        """Show whose table it is, then the questions."""
        with Vertical(id="asking"):
            yield SearchField(_("{key}: search for any word, such as draw", key=self.key("search")))
            if self._dispute.round is None:
                yield from self._about()
            else:
                yield Static(table_summary(self._dispute), id="about", markup=False)
            yield Static(id="unmatched", markup=False)
            yield Questions(*self._options(), id="questions", markup=False)
        if self._dispute.round is not None:
            yield StandingPane()

    def _options(self) -> list[Option]:
        asks, self._drawn_for = zip(chain(KEYS, repeat(" ")), self._asks.items(), strict=False), self.app.size
        if paned(self.app.size):
            room = self.app.size.width * HALF // 100 - AROUND_QUESTION
            below = max(1, (self.app.size.height - AROUND_QUESTIONS) // len(self._all) - 1)
            return [
                Option(
                    page([(f"{key}  {text.question}", NAME), *_lines_below(text.fill, room, below)]), id=ask
                )
                for key, (ask, text) in asks
            ]
        apart = "\n" if self.has_class("-high") else ""
        return [
            Option(Content.assemble((f"{key}  ", "$text-muted"), text.question, apart), id=ask)
            for key, (ask, text) in asks
        ]

    def redraw(self) -> None:
        """Say in other room in other lines what every question asks for."""
        super().redraw()
        if self._drawn_for != self.app.size:
            questions = self.query_one("#questions", OptionList)
            marked = questions.highlighted
            questions.set_options(self._options()).highlighted = marked

    def _about(self) -> ComposeResult:
        draft = self._dispute.draft
        books = [(Content(book.title), book.id) for book in self.session.books()]
        sets = [(set_name(size), size) for size in SET_SIZES]
        began = "" if draft.started_with is None else str(draft.started_with)
        only_if = _("only if another double started it")
        rules = Select(books, value=draft.rules, allow_blank=False, id="book", compact=True)
        players = Field(", ".join(draft.players), id="players", max_length=900, compact=True, joint=", ")
        fields: dict[str, Widget] = {
            _("Rule book"): rules,
            _("Set"): Select(sets, value=draft.set_size, allow_blank=False, id="set", compact=True),
            _("The round's double"): Field(str(draft.double), id="double", max_length=5, compact=True),
            _("Started with"): Field(
                began, id="started-with", max_length=5, compact=True, placeholder=only_if
            ),
            _("Players"): players,
        }
        with Vertical(id="table-told"):
            for label, field in fields.items():
                yield Vertical(Static(label, classes="label"), field, classes="told")
            yield LaidDouble(draft.double)

    def on_mount(self) -> None:
        """Begin at the first question."""
        self.show_line("unmatched", "")
        for part in self.query("#about, #table-told"):
            part.add_class("pane").border_title = _("The table")
        questions = self.query_one("#questions", OptionList)
        questions.highlighted = 0
        for book in self.query("#book"):
            self.watch(book, "expanded", self._book_list, init=False)

    def _book_list(self, is_open: bool) -> None:
        """Go on to the questions once the list of rule books closes, whether or not another was chosen."""
        if not is_open:
            self.call_after_refresh(self.query_one("#questions").focus)

    def on_select_changed(self, event: Select.Changed) -> None:
        """Let the round begin with the highest double of another set; offer what can be asked under another book.

        Another game is played with its usual set.
        """
        if event.select.id == "book":
            shelf = self.session.shelf
            before, book = shelf.book(self._book), shelf.book(str(event.value))
            self._book = book.id
            self._all = self._dispute.asks(book.id)
            self._offer(self._all)
            if book.rules.layout != before.rules.layout:
                self.query_one("#set", Select).value = book.rules.set.default
        elif event.select.id == "set" and isinstance(event.value, int) and event.value != self._highest:
            self._highest = event.value
            self.query_one("#double", Input).value = str(event.value)

    def _offer(self, asks: Mapping[str, AskText]) -> None:
        """Offer other questions, or in another order."""
        if list(asks.items()) != list(self._asks.items()):
            self._asks = asks
            questions = self.query_one("#questions", OptionList)
            questions.set_options(self._options())
            questions.highlighted = 0

    def on_input_changed(self, event: Input.Changed) -> None:
        """Offer the questions that can be meant, all where no word fits; draw another double."""
        if event.input.id == "double" and event.value.isdecimal():
            self.query_one(LaidDouble).show(int(event.value))
        if event.input.id == "search":
            matches = self._dispute.find(self._book, event.value)
            self._offer(matches or self._all)
            sentence = _("No question of this game has these words; here are all.")
            self.show_line("unmatched", sentence if event.value.strip() and not matches else "")

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Go on to the questions; from the search put the first one."""
        if event.input.id == "search":
            self.put(next(iter(self._asks)))
        else:
            self.query_one("#questions").focus()

    def action_back(self) -> None:
        """Leave the search, then the screen."""
        if self.query_one(SearchField).leave():
            self.query_one("#questions").focus()
        else:
            super().action_back()

    def on_key(self, event: Key) -> None:
        """Put the question with the number that is pressed; let arrows leave a line."""
        if event.key in KEYS[: len(self._asks)] and isinstance(self.focused, Questions | None):
            self.put(list(self._asks)[KEYS.index(event.key)])
        elif event.key in ("up", "down") and isinstance(self.focused, Input):
            event.stop()
            if self.focused.id == "search":
                self.query_one("#questions").focus()
            else:
                self.focus_previous() if event.key == "up" else self.focus_next()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Put the question that was chosen."""
        self.put(list(self._asks)[event.option_index])

    @asks
    async def put(self, ask: str) -> None:
        """Open a question's form, or the ruling on a rule; then offer all again, with the names typed meanwhile."""
        from scorekeeper.tui.judge.form import JudgeForm
        from scorekeeper.tui.judge.ruling import RulingScreen

        if self._dispute.round is None:
            self._take_table()
        self._dispute.about(ask)
        shown = JudgeForm if ask in QUESTIONS else RulingScreen
        await self.until_closed(shown(self.session, self._dispute))
        self.query_one(SearchField).leave()
        self.query_one("#questions").focus()
        for players in self.query("#players").results(Input):
            players.value = ", ".join(self._dispute.draft.players)

    def _take_table(self) -> None:
        """Take over the table as it is described. Raises ScorekeeperError."""
        players = typed_players(parse_names(self.query_one("#players", Input).value))
        highest = self.query_one("#set", Select).selection or SET_SIZES[0]
        parse, around = FACTS["double"].kind.parse_typed, FactContext(highest, players)
        double, began = (self.query_one(f"#{line}", Field).typed for line in ("double", "started-with"))
        started_with = parse(began, around) if began else None
        self._dispute.at_table(self._book, highest, parse(double, around), players, started_with)

    def offers(self, action: str) -> bool:
        """Offer to choose the rule book only where no game has one."""
        return action != "book" or self._dispute.round is None

    def action_book(self) -> None:
        """Open the list of rule books."""
        book = self.query_one("#book", Select)
        book.focus()
        book.action_show_overlay()

    def action_pick(self) -> None:
        """Put the marked question."""
        questions = self.query_one("#questions", OptionList)
        if questions.highlighted is not None:
            self.put(list(self._asks)[questions.highlighted])
