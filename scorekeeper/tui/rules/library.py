"""Rule books: all that are at hand, read, searched, compared, and started from."""

from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from scorekeeper.errors import Impossible, ScorekeeperError
from scorekeeper.formats import PackFault, shipped_wording
from scorekeeper.rules import RuleBook, check_same_game
from scorekeeper.session import AppSession
from scorekeeper.text import N_, _
from scorekeeper.tui.base.screen import AppScreen, asks
from scorekeeper.tui.rules.pages import book_page, compare_page
from scorekeeper.tui.widgets.field import SearchField
from scorekeeper.tui.widgets.text import HEADING, MUTED, NAME, fitted

_COMPARED_MARGIN = 6
"""Columns beside the text: padding and the scroll bar."""


class CompareScreen(AppScreen):
    """Two or more rule books side by side."""

    CSS_PATH = "rules.tcss"
    TITLE = N_("Where these rule books differ")
    place: ClassVar[str] = "compare"
    PANES: ClassVar[Mapping[str, str]] = {"comparing": N_("Rules")}

    def __init__(self, session: AppSession, books: Sequence[RuleBook]) -> None:
        super().__init__(session)
        self._books = tuple(books)

    def body(self) -> ComposeResult:
        """Show the differences."""
        with VerticalScroll(classes="page", id="comparing"):
            yield Static(id="differences", markup=False)

    def redraw(self) -> None:
        """Lay the books out for the width there is."""
        page = compare_page(self._books, shipped_wording(), self.size.width - _COMPARED_MARGIN)
        self.query_one("#differences", Static).update(page)

    def action_evening(self) -> None:
        """Simulate evenings by each of the books."""
        from scorekeeper.simulate import PlannedBook
        from scorekeeper.tui.rules.simulation import SimulationScreen

        books = [PlannedBook(book.id, book.title, book.rules) for book in self._books]
        self.app.push_screen(SimulationScreen(self.session, books))


_MARGIN = 4
"""Columns beside the text of a book: padding and the scroll bar."""


class RuleBooksScreen(AppScreen):
    """The shelf on the left, the marked book on the right."""

    CSS_PATH = "rules.tcss"
    TITLE = N_("Rule books")
    place: ClassVar[str] = "books"
    PANES: ClassVar[Mapping[str, str]] = {"books": N_("Books"), "reader": N_("Text")}

    def __init__(self, session: AppSession) -> None:
        super().__init__(session)
        self._books: dict[str, RuleBook] = {}
        self._faults: dict[str, PackFault] = {}
        self._compared: list[str] = []

    def body(self) -> ComposeResult:
        """Show the books, the line to search by, and the book to read."""
        with Horizontal(id="shelf"):
            yield OptionList(id="books", markup=False)
            with Vertical(id="reader"):
                yield SearchField(_("{key}: search for any word, such as boneyard", key=self.key("search")))
                with VerticalScroll(id="reading"):
                    yield Static(id="text", markup=False)

    def on_mount(self) -> None:
        """Read the books, and begin with the one that was played by last."""
        self.take_down()
        self.attempt(self._mark_latest)
        self._list().focus()

    def _mark_latest(self) -> None:
        for summary in self.session.store.summaries(1).values():
            if summary.book in self._books:
                self.mark(summary.book)

    def redraw(self) -> None:
        """Draw the list anew once the panes have their sizes, and with it the text."""
        self.call_after_refresh(self._draw)

    def _list(self) -> OptionList:
        return self.query_one("#books", OptionList)

    def take_down(self) -> None:
        """Read the shelf as it is now."""
        self._books, self._faults = {}, {}
        try:
            self._books = {book.id: book for book in self.session.books()}
            self._faults = {f"! {fault.path.name}": fault for fault in self.session.shelf.unusable()}
        except ScorekeeperError as error:
            self.tell(str(error), "error")
        self._compared = [book_id for book_id in self._compared if book_id in self._books]
        self._draw()

    def _draw(self) -> None:
        options, at = self._list(), self._list().highlighted
        options.clear_options()
        for heading, books in self._groups():
            if books:
                options.add_option(Option(Content.styled(heading, HEADING), disabled=True))
                options.add_options([Option(self._line(book), id=book.id) for book in books])
        for name in self._faults:
            line = Content.assemble((name, "bold $error"), "\n  ", (_("cannot be used"), MUTED))
            options.add_option(Option(line, id=name))
        if options.option_count:
            here = min(at or 0, options.option_count - 1)
            options.highlighted = here + options.get_option_at_index(here).disabled

    def _groups(self) -> Iterator[tuple[str, list[RuleBook]]]:
        """Yield the books that come with the program, game by game, then the table's own."""
        shelf, books = self.session.shelf, self._books.values()
        for game, name in shelf.games().items():
            yield name, [book for book in books if book.game == game and shelf.is_shipped(book.id)]
        yield _("Your own"), [book for book in books if not shelf.is_shipped(book.id)]

    def _line(self, book: RuleBook) -> Content:
        mark = "✓ " if book.id in self._compared else "  "
        own = "" if self.session.shelf.is_shipped(book.id) else "  " + _("yours")
        return Content.assemble(
            (mark, HEADING),
            (self._short(book.title), NAME),
            (own, "$success"),
            "\n  ",
            (self._short(book.summary), MUTED),
        )

    def _short(self, text: str) -> str:
        """Return a text cut to a line of the list."""
        return fitted(text, max(self._list().size.width - 6, 1)).rstrip()

    def marked(self) -> str:
        """Return the id of the book under the cursor; nothing where there is none."""
        option = self._list().highlighted_option
        return "" if option is None else option.id or ""

    def mark(self, book_id: str) -> None:
        """Put the cursor on a book."""
        self._list().highlighted = self._list().get_option_index(book_id)

    def on_option_list_option_highlighted(self) -> None:
        """Show the book under the cursor, from its beginning."""
        self._read()

    def on_input_changed(self) -> None:
        """Find as it is typed."""
        self._read()

    def on_input_submitted(self) -> None:
        """Go from the search to what was found."""
        self.query_one("#reading").focus()

    def on_option_list_option_selected(self) -> None:
        """Read the book that was chosen with enter or the mouse."""
        self.action_read()

    def _read(self) -> None:
        reading, text = self.query_one("#reading"), self.query_one("#text", Static)
        book_id = self.marked()
        if book_id in self._books:
            sought = self.query_one(SearchField).value
            width = reading.size.width - _MARGIN
            text.update(book_page(self._books[book_id], shipped_wording(), width, sought))
        elif book_id in self._faults:
            fault = self._faults[book_id]
            heading = _("{file} cannot be used", file=fault.path.name)
            advice = _("Fix or remove the file; all other books still work.")
            parts = (heading, "bold $error"), "\n", fault.message, "\n\n", (advice, MUTED)
            text.update(Content.assemble(*parts))
        reading.scroll_home(animate=False)

    def action_read(self) -> None:
        """Go into the book, so that arrows turn its pages."""
        self.query_one("#reading").focus()

    def action_mark(self) -> None:
        """Mark the book for comparing, or take the mark away."""
        book_id = self.marked()
        if book_id not in self._books:
            self.tell(_("A book with a fault cannot be compared."), "warning")
        elif book_id in self._compared:
            self._compared.remove(book_id)
        else:
            self._compared.append(book_id)
        self._draw()

    def action_compare(self) -> None:
        """Show what the marked books differ on; one mark is compared with the book under the cursor."""
        chosen = list(self._compared)
        if len(chosen) == 1 and self.marked() in self._books:
            chosen = list(dict.fromkeys((*chosen, self.marked())))
        books = [self._books[book_id] for book_id in chosen]
        try:
            if len(books) < 2:
                sentence = N_("Mark at least two books with {mark}, then press {compare}.")
                raise Impossible(_(sentence, mark=self.key("mark"), compare=self.key("compare")))
            check_same_game(books)
        except ScorekeeperError as error:
            self.tell(str(error), "warning")
            return
        self.app.push_screen(CompareScreen(self.session, books))

    def action_new(self) -> None:
        """Write a book that starts from the one under the cursor."""
        if self.marked() in self._books:
            self._edit(self.marked(), own=False)
        else:
            self.tell(_("You cannot start from a book with a fault."), "warning")

    def action_edit(self) -> None:
        """Change a book of the user's own."""
        book_id = self.marked()
        if book_id in self._faults:
            self.tell(_("Fix or remove the file first; the fault is shown beside it."), "warning")
        elif self.session.shelf.is_shipped(book_id):
            sentence = N_(
                "This book comes with the program. Press {key} to write one of your own based on it."
            )
            self.tell(_(sentence, key=self.key("new")), "warning")
        else:
            self._edit(book_id, own=True)

    @asks
    async def _edit(self, book_id: str, own: bool) -> None:
        from scorekeeper.tui.rules.editor import Editor

        screen = Editor.of(self.session, book_id) if own else Editor(self.session, self._books[book_id])
        await self.until_closed(screen)
        self.take_down()
        if screen.saved is not None:
            self.mark(screen.saved)

    def action_back(self) -> None:
        """Leave the search, then the book, then the screen."""
        if not self.query_one(SearchField).leave() and self.focused is self._list():
            self.dismiss()
        self._list().focus()
