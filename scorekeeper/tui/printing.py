"""Print: what goes on the sheet or the page of a ruling, on what paper, and where the file is laid.

In a terminal the file is written where the person says; in a browser it is delivered there.
"""

import locale
from io import BytesIO
from pathlib import Path
from typing import ClassVar, Literal, get_args

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.widgets import Button, Footer, Input, Select, Static

from scorekeeper import folders
from scorekeeper.corrections import corrected
from scorekeeper.deal import FEWEST_PLAYERS, MOST_PLAYERS
from scorekeeper.documents import make_folder, write_whole
from scorekeeper.players import file_name
from scorekeeper.sheets import Look, Printed, Sheet, blank, filled, printed
from scorekeeper.tiles import SET_SIZES, set_name
from scorekeeper.tui.desk import Desk
from scorekeeper.tui.place import Place
from scorekeeper.words import _

Paper = Literal["letter", "a4"]
Form = Literal["pdf", "svg", "png"]

LETTER_LANDS = frozenset(["US", "CA", "MX", "PH", "CO", "CL", "VE", "CR", "GT", "PA", "DO", "PR", "NI", "SV"])
USUAL_BOOK = "classic"


class Print(Place):
    """The choices for one sheet."""

    place: ClassVar[str] = "print"

    def __init__(self, desk: Desk, blank: bool = False, ruling: Sheet | None = None) -> None:
        super().__init__(desk)
        self._blank = blank
        self._ruling = ruling
        self._names_itself = True

    def compose(self) -> ComposeResult:
        """Show the choices; for a blank sheet also set, players and rule book."""
        yield Static(self._heading(), id="title", markup=False)
        with VerticalScroll(classes="page"):
            if self._blank:
                yield from self._blank_choices()
            papers = [(_("US Letter"), "letter"), (_("A4"), "a4")]
            yield from self._choice("paper", _("Paper"), papers, usual_paper())
            forms = [(_("PDF, to print"), "pdf"), (_("PNG, a picture to share"), "png"), (_("SVG"), "svg")]
            yield from self._choice("form", _("As"), forms, "pdf")
            if not self.app.is_web:
                yield Static(_("File"), classes="heading")
                yield Input(id="file", compact=True)
            yield Button(_("Print (F5)"), id="print", variant="primary")
            yield Static(id="told", markup=False)
        yield Footer()

    def _heading(self) -> str:
        if self._ruling is not None:
            return _("Print this ruling")
        return (
            _("Print an empty sheet")
            if self._blank
            else _("Print the sheet of {title}").format(title=self._title)
        )

    def _blank_choices(self) -> ComposeResult:
        yield from self._choice("set", _("Set"), [(set_name(size), str(size)) for size in SET_SIZES], "9")
        counts = [(str(count), str(count)) for count in range(FEWEST_PLAYERS, MOST_PLAYERS + 1)]
        yield from self._choice("players", _("Players"), counts, "4")
        books = [(self.desk.book(book_id).title, book_id) for book_id in self.desk.shelf.ids()]
        yield from self._choice("book", _("Rule book"), books, USUAL_BOOK)

    def _choice(self, name: str, heading: str, options: list[tuple[str, str]], usual: str) -> ComposeResult:
        yield Static(heading, classes="heading")
        yield Select(options, value=usual, allow_blank=False, id=name, compact=True)

    def on_mount(self) -> None:
        """Offer to print at once."""
        self._offer_file()
        self.query_one("#print").focus()

    @property
    def _title(self) -> str:
        if self._ruling is not None:
            return " ".join(filter(None, (_("Chickenfoot ruling"), self._ruling.title)))
        return _("Chickenfoot sheet") if self._blank else self.desk.game.title or _("Chickenfoot")

    def _value(self, name: str) -> str:
        return str(self.query_one(f"#{name}", Select).value)

    def on_select_changed(self) -> None:
        """Name the file by what is chosen, until the person has named it."""
        self._offer_file()

    def on_input_changed(self, event: Input.Changed) -> None:
        """Leave the name alone once the person has typed one."""
        self._names_itself = event.value in ("", str(self._usual_file()))

    def _offer_file(self) -> None:
        if self._names_itself and not self.app.is_web:
            self.query_one("#file", Input).value = str(self._usual_file())

    def _usual_file(self) -> Path:
        return folders.printed_sheets() / f"{file_name(self._title)}.{self._value('form')}"

    def on_input_submitted(self) -> None:
        """Print, by enter in the file's name."""
        self.action_print()

    def on_button_pressed(self) -> None:
        """Print, by enter or the mouse."""
        self.action_print()

    def action_print(self) -> None:
        """Set the sheet and lay it where the person wants it."""
        self.attempt(self._print)

    def _print(self) -> None:
        form: Form = next(form for form in get_args(Form) if form == self._value("form"))
        paper: Paper = next(paper for paper in get_args(Paper) if paper == self._value("paper"))
        look = Look(paper=paper, template="classic" if self._ruling is None else "ruling")
        done = printed([self._sheet()], look, form)
        self._lay(done, form)

    def _lay(self, done: Printed, form: Form) -> None:
        told = [*done.warnings]
        if self.app.is_web:
            name = f"{file_name(self._title)}.{form}"
            self.app.deliver_binary(BytesIO(done.pages[0]), save_filename=name)
        else:
            path = Path(self.query_one("#file", Input).value).expanduser()
            if path.parent == folders.printed_sheets():
                make_folder(path.parent)
            write_whole(path, done.pages[0])
            told.insert(0, _("Printed to {path}").format(path=path))
        self.query_one("#told", Static).update("\n".join(told))

    def _sheet(self) -> Sheet:
        if self._ruling is not None:
            return self._ruling
        if self._blank:
            book = self.desk.book(self._value("book"))
            return blank(
                book, int(self._value("set")), int(self._value("players")), wording=self.desk.wording
            )
        marks = corrected(self.desk.kept.log)
        return filled(self.desk.game, self.desk.book_title(), wording=self.desk.wording, corrected=marks)


def usual_paper() -> Paper:
    """Return the paper of the land that the computer is set to."""
    land = (locale.getlocale()[0] or "").partition("_")[2]
    return "letter" if land in LETTER_LANDS else "a4"
