"""Print: what goes on the sheet or the page of a ruling, how it would look, and where the file is put.

The file is written where the person wants it, and never over another without asking. The form reads the file of
tables that is named.
"""

import os
import sys
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import ClassVar, NamedTuple, get_args

from msgspec.structs import replace
from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.message import Message
from textual.widget import Widget
from textual.widgets import Button, Input, Select, Static

from scorekeeper.errors import ScorekeeperError, Unavailable
from scorekeeper.formats import BASE_BOOK, shipped_wording
from scorekeeper.game import Game, clean_title, corrected_cells, dealt_counts, file_name, parse_players
from scorekeeper.rules import RuleBook, Value, with_changes
from scorekeeper.session import AppSession
from scorekeeper.sheets import (
    Look,
    Sheet,
    blank_sheet,
    blank_warnings,
    filled_sheet,
    table_sheets,
    template_names,
    template_titles,
    typeset,
)
from scorekeeper.system import (
    Format,
    Orientation,
    Paper,
    Printing,
    format_of,
    free_path,
    make_folder,
    page_paths,
    read_text,
    refuse_links,
    sheets_folder,
    usual_paper,
    write_whole,
)
from scorekeeper.text import N_, _, ngettext
from scorekeeper.tiles import SET_SIZES, set_name
from scorekeeper.tui.base.screen import GameScreen, Words, asks
from scorekeeper.tui.widgets.dialogs import Confirm
from scorekeeper.tui.widgets.field import Field
from scorekeeper.tui.widgets.figures import Card, Figures
from scorekeeper.tui.widgets.page_preview import Preview

USUAL_SEATS, USUAL_TEMPLATE = "4", "classic"
RULING = "ruling"
"""The template that only a ruling is printed with."""

AS_THE_BOOK, ORDER = "", "rounds.order"

Options = Iterable[tuple[str, str]]


class SheetChoice(NamedTuple):
    """What is to be printed, and what people should know about it."""

    sheets: tuple[Sheet, ...]
    look: Look
    form: Format
    warnings: tuple[str, ...]


class SheetForm(VerticalScroll, can_focus=False):
    """All choices for a sheet of a game, for an empty one, or for the page of a ruling."""

    class Changed(Message):
        """Something else is chosen."""

    FORMS: ClassVar[dict[str, str]] = {
        "pdf": N_("PDF, to print"),
        "png": N_("PNG, a picture to share"),
        "svg": N_("SVG, to draw on"),
    }

    def __init__(self, session: AppSession, empty: bool, last: Printing, ruling: Sheet | None = None) -> None:
        super().__init__(id="sheet-form")
        self._session = session
        self._empty = empty
        self._last = last
        self._ruling = ruling
        self._book, self._set = self._last_played()
        self._game = self._book.game
        """The game of the book that an empty sheet was last for."""

    def _last_played(self) -> tuple[RuleBook, int]:
        """Return rule book and set of the latest game, or the usual ones."""
        with suppress(ScorekeeperError):  # an unreadable game, or a lost book, must not prevent a sheet
            latest = next(iter(self._session.store.summaries(1).values()), None)
            if latest is not None:
                return self._session.shelf.book(latest.book), latest.set_size
        usual = self._session.shelf.book(BASE_BOOK)
        return usual, usual.rules.set.default

    def compose(self) -> ComposeResult:
        """Show first what is on the sheet, then how it looks."""
        if self._ruling is None:
            names = [name for name in template_names() if name != RULING]
            titles = template_titles()
            templates = [(titles.get(name, name), name) for name in names]
            chosen = self._last.template if self._last.template in names else USUAL_TEMPLATE
            yield from self._choice("template", _("Sheet"), templates, chosen)
            kinds = [(_("the game as it stands"), "filled"), (_("empty, with these names"), "empty")]
            game_choices = self._choice("kind", _("Filled in"), kinds, "filled")
            yield from self._empty_choices() if self._empty else game_choices
        papers = [(_("US Letter"), "letter"), (_("A4"), "a4")]
        yield from self._choice("paper", _("Paper"), papers, self._last.paper or usual_paper())
        if self._ruling is None:
            lies = [(_("automatic"), "auto"), (_("portrait"), "portrait"), (_("landscape"), "landscape")]
            yield from self._choice("orientation", _("Page"), lies, self._last.orientation)
        forms = [(_(label), form) for form, label in self.FORMS.items()]
        yield from self._choice("form", _("Format"), forms, self._last.form)

    def _empty_choices(self) -> ComposeResult:
        sizes = [(set_name(size), str(size)) for size in SET_SIZES]
        yield from self._choice("set", _("Set"), sizes, str(self._set))
        yield from self._line(
            "players",
            _("Players"),
            USUAL_SEATS,
            _("how many, or names: Ana, Ben"),
            _(
                "How many play, or their names separated by commas. Without names there is room to write them."
            ),
        )
        yield from self._choice(
            "book", _("Rule book"), [(book.title, book.id) for book in self._session.books()], self._book.id
        )
        orders = [
            (_("as the book says"), AS_THE_BOOK),
            (_("from the highest double down"), "descending"),
            (_("from the double blank up"), "ascending"),
            (_("down and up again"), "down-and-up"),
        ]
        yield from self._choice("order", _("Rounds"), orders, AS_THE_BOOK)
        yield from self._line(
            "sheet-title", _("Title"), "", _("no title"), _("The heading of the sheet; may be empty.")
        )
        yield from self._line(
            "tables",
            _("Tables"),
            "",
            _("a file with a line per table"),
            _(
                "A spreadsheet file (CSV): each line is a table, its players separated by commas. A page each."
            ),
        )

    def _choice(self, name: str, label: str, options: Options, usual: str) -> ComposeResult:
        shown = [(Content(words), value) for words, value in options]
        yield _row(label, Select(shown, value=usual, allow_blank=False, id=name, compact=True))

    def _line(self, name: str, label: str, value: str, hint: str, takes: str) -> ComposeResult:
        joint = ", " if name == "players" else " "
        field = Field(
            value, placeholder=hint, id=name, max_length=1000, compact=True, tooltip=takes, joint=joint
        )
        yield _row(label, field)

    def on_select_changed(self, event: Select.Changed) -> None:
        """Post that something else is chosen; a book of another game comes with the set it is usually played with."""
        event.stop()
        if event.select.id == "book":
            book = self._session.shelf.book(self._value("book"))
            if book.game != self._game:
                self._game = book.game
                self.query_one("#set", Select).value = str(book.rules.set.default)
        self.post_message(self.Changed())

    def on_input_changed(self, event: Input.Changed) -> None:
        """Post that something else is chosen."""
        event.stop()
        self.post_message(self.Changed())

    def _value(self, name: str) -> str:
        return str(self.query_one(f"#{name}", Select).value)

    def _typed(self, name: str) -> str:
        return self.query_one(f"#{name}", Input).value.strip()

    @property
    def form(self) -> Format:
        """The kind of file."""
        return next(form for form in get_args(Format) if form == self._value("form"))

    @property
    def look(self) -> Look:
        """How the sheets are to look."""
        papers: tuple[Paper, ...] = get_args(Paper)
        paper = next(paper for paper in papers if paper == self._value("paper"))
        if self._ruling is not None:
            return Look(template=RULING, paper=paper)
        lies: tuple[Orientation, ...] = get_args(Orientation)
        return Look(
            template=self._value("template"),
            paper=paper,
            orientation=next(lie for lie in lies if lie == self._value("orientation")),
        )

    @property
    def title(self) -> str:
        """What the file is best named after."""
        if self._ruling is not None:
            return " ".join(filter(None, (_("{game} ruling", game=self._ruling.game), self._ruling.title)))
        if self._empty:
            game = self._session.shelf.game_name(self._value("book"))
            return self._typed("sheet-title") or _("{game} sheet", game=game)
        return self._session.title

    @property
    def file(self) -> str:
        """The usual name of the file; of a game's sheet it ends with the template, unless that is the usual one."""
        named = self._empty or self._ruling is not None or self.look.template == USUAL_TEMPLATE
        title = self.title if named else f"{self.title} {self.look.template}"
        return f"{file_name(title)}.{self.form}"

    def picked(self) -> SheetChoice:
        """Return what is to be printed. Raises ScorekeeperError if that cannot be."""
        if self._ruling is not None:
            return SheetChoice((self._ruling,), self.look, self.form, ())
        if not self._empty:
            return SheetChoice((self._game_sheet(),), self.look, self.form, ())
        if tables := self._typed("tables"):
            sheets = tuple(table_sheets(self._sheet_for, read_text(Path(tables).expanduser())))
        else:
            sheets = (self._sheet_for(parse_players(self._typed("players") or USUAL_SEATS)),)
        warnings = tuple(blank_warnings(sheets, self._ruled()[0].rules))
        return SheetChoice(sheets, self.look, self.form, warnings)

    def _game_sheet(self) -> Sheet:
        game, title = self._session.game, self._session.book_title()
        if self._value("kind") == "filled":
            log = self._session.kept.log
            marks, dealt = corrected_cells(log), dealt_counts(log)
            return filled_sheet(game, title, wording=shipped_wording(), corrected=marks, dealt=dealt)
        empty = Game(
            title=game.title,
            date=game.date,
            set_size=game.set_size,
            players=game.players,
            book=game.book,
            rules=game.rules,
            house=game.house,
        )
        return filled_sheet(empty, title, wording=shipped_wording())

    def _sheet_for(self, seats: int | Sequence[str]) -> Sheet:
        book, house = self._ruled()
        title, words = clean_title(self._typed("sheet-title")), shipped_wording()
        return blank_sheet(book, int(self._value("set")), seats, title=title, house=house, wording=words)

    def _ruled(self) -> tuple[RuleBook, dict[str, Value]]:
        """Return the rule book with the order of rounds in it, and what that changes."""
        book, order = self._session.shelf.book(self._value("book")), self._value("order")
        house: dict[str, Value] = {} if order == AS_THE_BOOK else {ORDER: order}
        return replace(book, rules=with_changes(book.rules, house)), house


def _row(label: str, field: Widget) -> Horizontal:
    return Horizontal(Static(label, classes="label"), field, classes="row")


class Print(GameScreen):
    """The choices for one sheet beside what will be on it."""

    CSS_PATH = "printing.tcss"
    place: ClassVar[str] = "print"
    PANES: ClassVar[Mapping[str, str]] = {"choosing": N_("Choices"), "preview": N_("Page")}

    def __init__(
        self, session: AppSession, blank: bool = False, ruling: Sheet | None = None, template: str = ""
    ) -> None:
        super().__init__(session)
        self._blank = blank
        self._ruling = ruling
        self._template = template or session.settings.print.template
        """What the form begins with."""
        self._offered = ""
        self._saved: Path | None = None

    def body(self) -> ComposeResult:
        """Show the choices on the left, the page on the right."""
        with Horizontal(id="press"):
            with Vertical(id="choosing"):
                begins_with = replace(self.session.settings.print, template=self._template)
                yield SheetForm(self.session, self._blank, begins_with, self._ruling)
                yield Field(
                    id="file",
                    compact=True,
                    tooltip=_("Where to save the file. Its ending decides the format: .pdf, .png or .svg."),
                )
                with Horizontal(id="what-to-do"):
                    label = _("Save the file ({key})", key=self.key("print"))
                    yield Button(label, id="save", variant="primary", compact=True)
                    opener = Button(_("Open it ({key})", key=self.key("open")), id="open", compact=True)
                    opener.display = False
                    yield opener
                yield Static(id="outcome", markup=False)
                yield Figures(id="sheet-figures")
            yield Preview(covered=self._ruling is None and not self._blank and self.covered)

    def title_words(self) -> Words:
        """Return what is printed."""
        if self._ruling is not None:
            return _("This ruling")
        if self._blank:
            return _("An empty sheet")
        return self.of_game(_("the sheet"))

    def on_mount(self) -> None:
        """Offer to save a filled sheet at once; an empty one is chosen first."""
        self._look_again()
        self.query_one("#template" if self._blank else "#save").focus()

    @property
    def _form(self) -> SheetForm:
        return self.query_one(SheetForm)

    @on(SheetForm.Changed)
    def _look_again(self) -> None:
        """Show the page as it would be now, and name the file by what is chosen."""
        self._offer_file()
        preview = self.query_one(Preview)
        try:
            picked = self._form.picked()
        except ScorekeeperError as error:
            preview.refuse(str(error))
        else:
            preview.want(picked.sheets, picked.look, picked.warnings)
            sheet = picked.sheets[0]
            counted = (
                (_("Sheets"), len(picked.sheets)),
                (_("Players"), len(sheet.players)),
                (_("Rounds"), len(sheet.rounds)),
            )
            self.query_one(Figures).put([Card(str(count), words) for words, count in counted if count])

    def _offer_file(self) -> None:
        """Put a free name into the line, or the right end to a name that the person typed."""
        line, last = self.query_one("#file", Input), self.session.settings.print.folder
        if line.value in ("", self._offered):
            folder = Path(last) if last and Path(last).is_dir() else sheets_folder()
            self._offered = str(free_path(folder / self._form.file))
            line.value = self._offered
        elif _form_named(line.value) not in (None, self._form.form):
            line.value = str(Path(line.value).with_suffix(f".{self._form.form}"))

    @on(Input.Blurred, "#file")
    def _file_left(self, event: Input.Blurred) -> None:
        """Take the kind of file from the end of its name."""
        form = _form_named(event.value)
        if form is not None and form != self._form.form:
            self.query_one("#form", Select).value = form

    @on(Button.Pressed, "#save")
    @on(Input.Submitted, "#file")
    @asks
    async def action_print(self) -> None:
        """Set the sheet and put it where the person wants it."""
        picked = self._form.picked()
        path = self._path(picked)
        picked = picked._replace(form=format_of(path.name) or picked.form)
        done = typeset(picked.sheets, picked.look, picked.form)
        files = page_paths(path, len(done.pages))
        refuse_links(files)
        if taken := next(filter(os.path.lexists, files), None):
            question = _("The file {path} already exists. Replace it?", path=taken)
            if not await self.ask(Confirm(question)):
                return
        for file, page in zip(files, done.pages, strict=True):
            write_whole(file, page, lasting=False)
        self._saved = files[0].resolve()
        saved = ngettext(
            "Saved: {path}", "Saved {count} files; the first is {path}", len(files), path=self._saved
        )
        self.query_one("#outcome", Static).update("\n".join([saved, *picked.warnings, *done.warnings]))
        opener = self.query_one("#open", Button)
        opener.display = True
        self.refresh_bindings()
        opener.focus()
        self._remember(picked, self._saved.parent)
        self._offered = self.query_one("#file", Input).value

    def _path(self, picked: SheetChoice) -> Path:
        """Return where the file is to be put. Raises Unavailable if there is no such folder."""
        path = Path(self.query_one("#file", Input).value or self._offered).expanduser()
        if format_of(path.name) is None:
            path = path.with_name(f"{path.name}.{picked.form}")
        if path.parent == sheets_folder():
            make_folder(path.parent)
        if not path.parent.is_dir():
            raise Unavailable(_("There is no folder {folder}; choose one that exists.", folder=path.parent))
        return path

    def _remember(self, picked: SheetChoice, folder: Path) -> None:
        last = self.session.settings.print
        now = Printing(
            paper=picked.look.paper,
            form=picked.form,
            orientation=last.orientation if self._ruling else picked.look.orientation,
            template=last.template
            if picked.look.template in (RULING, self._template)
            else picked.look.template,
            folder="" if folder == sheets_folder().resolve() else str(folder),
        )
        if now != last:
            self.attempt(lambda: self.session.remember(print=now))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer to open a file once there is one."""
        if action == "open":
            return self._saved is not None
        return super().check_action(action, parameters)

    @on(Button.Pressed, "#open")
    def action_open(self) -> None:
        """Show the file in the program that the system has for it."""
        assert self._saved is not None, "there is something to open only once it is saved"
        if not _has_windows():
            self.tell(_("No program can open a window here; the file is {path}.", path=self._saved))
        else:
            self.app.open_url(self._saved.as_uri())


def _form_named(file: str) -> Format | None:
    """Return the kind of file that a name asks for; None where it asks for none that a sheet can be."""
    try:
        return format_of(file)
    except ScorekeeperError:
        return None


def _has_windows() -> bool:
    """Whether programs can open windows here; without, the system would draw over the app."""
    return sys.platform in ("win32", "darwin") or any(
        os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY")
    )
