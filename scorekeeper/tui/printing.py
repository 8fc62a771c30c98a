"""Print: what goes on the sheet or the page of a ruling, how it would look, and where the file is put.

The file is written where the person wants it, and never over another without asking. The form reads the file of
tables that is named.
"""

import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, ClassVar, NamedTuple

from msgspec.structs import replace
from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
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
from scorekeeper.tui.base.screen import AppScreen, Words, asks
from scorekeeper.tui.widgets.dialogs import Confirm
from scorekeeper.tui.widgets.field import Field
from scorekeeper.tui.widgets.figures import Card, Figures
from scorekeeper.tui.widgets.page_preview import Preview

USUAL_SEATS, USUAL_TEMPLATE = "4", "classic"
RULING = "ruling"
"""The template that only a ruling is printed with."""

AS_THE_BOOK, ORDER = "", "rounds.order"

AS_AGREED = ("title", "date", "set_size", "players", "book", "rules", "house")
"""What an empty sheet has of a game."""


class SheetChoice(NamedTuple):
    """What is to be printed, and what people should know about it."""

    sheets: tuple[Sheet, ...]
    warnings: tuple[str, ...] = ()


class Print(AppScreen):
    """The choices for a sheet of the game, an empty one, or the page of a ruling, beside what will be on it."""

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
        self._book, self._set = self._last_played()
        """The rule book of an empty sheet, and the set that it begins with."""
        self._offered = ""
        self._saved: Path | None = None

    def _last_played(self) -> tuple[RuleBook, int]:
        """Return rule book and set of the latest game, or the usual ones."""
        with suppress(ScorekeeperError):  # an unreadable game, or a lost book, must not prevent a sheet
            latest = next(iter(self.session.store.summaries(1).values()), None)
            if latest is not None:
                return self.session.shelf.book(latest.book), latest.set_size
        usual = self.session.shelf.book(BASE_BOOK)
        return usual, usual.rules.set.default

    def body(self) -> ComposeResult:
        """Show the choices on the left, the page on the right."""
        with Horizontal(id="press"):
            with Vertical(id="choosing"):
                yield VerticalScroll(*self._choices(), id="sheet-form", can_focus=False)
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

    def _choices(self) -> Iterator[Widget]:
        """Yield first what is on the sheet, then how it looks."""
        last, titles = self.session.settings.print, template_titles()
        if self._ruling is None:
            templates = {name: titles.get(name, name) for name in template_names() if name != RULING}
            chosen = self._template if self._template in templates else USUAL_TEMPLATE
            yield _choice("template", _("Sheet"), templates, chosen)
            if self._blank:
                yield from self._blank_choices()
            else:
                kinds = {"filled": _("the game as it stands"), "empty": _("empty, with these names")}
                yield _choice("kind", _("Filled in"), kinds, "filled")
        papers = {"letter": _("US Letter"), "a4": _("A4")}
        yield _choice("paper", _("Paper"), papers, last.paper or usual_paper())
        if self._ruling is None:
            lies = {"auto": _("automatic"), "portrait": _("portrait"), "landscape": _("landscape")}
            yield _choice("orientation", _("Page"), lies, last.orientation)
        forms = {
            "pdf": _("PDF, to print"),
            "png": _("PNG, a picture to share"),
            "svg": _("SVG, to draw on"),
        }
        yield _choice("form", _("Format"), forms, last.form)

    def _blank_choices(self) -> Iterator[Widget]:
        yield _choice("set", _("Set"), {str(size): set_name(size) for size in SET_SIZES}, str(self._set))
        takes = _(
            "How many play, or their names separated by commas. Without names there is room to write them."
        )
        hint = _("how many, or names: Ana, Ben")
        yield _line("players", _("Players"), hint, takes, USUAL_SEATS, joint=", ")
        books = {book.id: book.title for book in self.session.books()}
        yield _choice("book", _("Rule book"), books, self._book.id)
        orders = {
            AS_THE_BOOK: _("as the book says"),
            "descending": _("from the highest double down"),
            "ascending": _("from the double blank up"),
            "down-and-up": _("down and up again"),
        }
        yield _choice("order", _("Rounds"), orders, AS_THE_BOOK)
        yield _line("sheet-title", _("Title"), _("no title"), _("The heading of the sheet; may be empty."))
        takes = _(
            "A spreadsheet file (CSV): each line is a table, its players separated by commas. A page each."
        )
        yield _line("tables", _("Tables"), _("a file with a line per table"), takes)

    def title_words(self) -> Words:
        """Return what is printed."""
        if self._ruling is not None:
            return _("This ruling")
        if self._blank:
            return _("An empty sheet")
        return self.of_game(_("the sheet"))

    def on_mount(self) -> None:
        """Offer to save a filled sheet at once; an empty one is chosen first."""
        self._show_page()
        self.query_one("#template" if self._blank else "#save").focus()

    def _value(self, name: str) -> Any:
        """Return what is chosen, or typed."""
        field: Any = self.query_one(f"#{name}")
        return field.typed if isinstance(field, Field) else field.value

    @property
    def _look(self) -> Look:
        if self._ruling is not None:
            return Look(template=RULING, paper=self._value("paper"))
        template, orientation = self._value("template"), self._value("orientation")
        return Look(template=template, paper=self._value("paper"), orientation=orientation)

    @property
    def _file(self) -> str:
        """The usual name of the file; of a game's sheet it ends with the template, unless that is the usual one."""
        if self._ruling is not None:
            title = " ".join(filter(None, (_("{game} ruling", game=self._ruling.game), self._ruling.title)))
        elif self._blank:
            game = self.session.shelf.game_name(self._book.id)
            title = self._value("sheet-title") or _("{game} sheet", game=game)
        else:
            template = self._value("template")
            title = self.session.title + f" {template}" * (template != USUAL_TEMPLATE)
        return f"{file_name(title)}.{self._value('form')}"

    def _picked(self) -> SheetChoice:
        """Return what is to be printed. Raises ScorekeeperError if that cannot be."""
        if self._ruling is not None:
            return SheetChoice((self._ruling,))
        if not self._blank:
            return SheetChoice((self._game_sheet(),))
        order, title = self._value("order"), clean_title(self._value("sheet-title"))
        house: dict[str, Value] = {} if order == AS_THE_BOOK else {ORDER: order}
        book = replace(self._book, rules=with_changes(self._book.rules, house))

        def sheet(seats: int | Sequence[str]) -> Sheet:
            size, words = int(self._value("set")), shipped_wording()
            return blank_sheet(book, size, seats, title=title, house=house, wording=words)

        if tables := self._value("tables"):
            sheets = tuple(table_sheets(sheet, read_text(Path(tables).expanduser())))
        else:
            sheets = (sheet(parse_players(self._value("players") or USUAL_SEATS)),)
        return SheetChoice(sheets, tuple(blank_warnings(sheets, book.rules)))

    def _game_sheet(self) -> Sheet:
        game, title, log = self.session.game, self.session.book_title(), self.session.kept.log
        if self._value("kind") == "filled":
            marks, dealt = corrected_cells(log), dealt_counts(log)
            return filled_sheet(game, title, wording=shipped_wording(), corrected=marks, dealt=dealt)
        facts = {name: getattr(game, name) for name in AS_AGREED}
        return filled_sheet(Game(**facts), title, wording=shipped_wording())

    @on(Select.Changed, "#book")
    def _follow_book(self) -> None:
        """Take a book; one of another game comes with the set that it is usually played with."""
        before, self._book = self._book, self.session.shelf.book(self._value("book"))
        if self._book.game != before.game:
            self.query_one("#set", Select).value = str(self._book.rules.set.default)

    @on(Select.Changed)
    @on(Input.Changed, "#sheet-form Input")
    def _show_page(self) -> None:
        """Show the page as it would be now, and name the file by what is chosen."""
        self._offer_file()
        preview = self.query_one(Preview)
        try:
            picked = self._picked()
        except ScorekeeperError as error:
            preview.refuse(str(error))
        else:
            preview.want(picked.sheets, self._look, picked.warnings)
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
            line.value = self._offered = str(free_path(folder / self._file))
        elif _form_named(line.value) not in (None, self._value("form")):
            line.value = str(Path(line.value).with_suffix(f".{self._value('form')}"))

    @on(Input.Blurred, "#file")
    def _file_left(self, event: Input.Blurred) -> None:
        """Take the kind of file from the end of its name."""
        if (form := _form_named(event.value)) is not None:
            self.query_one("#form", Select).value = form

    @on(Button.Pressed, "#save")
    @on(Input.Submitted, "#file")
    @asks
    async def action_print(self) -> None:
        """Set the sheet and put it where the person wants it."""
        picked, look, path = self._picked(), self._look, self._path()
        form = format_of(path.name) or self._value("form")
        done = typeset(picked.sheets, look, form)
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
        self._remember(look, form, self._saved.parent)
        self._offered = self.query_one("#file", Input).value

    def _path(self) -> Path:
        """Return where the file is to be put. Raises Unavailable if there is no such folder."""
        path = Path(self.query_one("#file", Input).value or self._offered).expanduser()
        if format_of(path.name) is None:
            path = path.with_name(f"{path.name}.{self._value('form')}")
        if path.parent == sheets_folder():
            make_folder(path.parent)
        if not path.parent.is_dir():
            raise Unavailable(_("There is no folder {folder}; choose one that exists.", folder=path.parent))
        return path

    def _remember(self, look: Look, form: Format, folder: Path) -> None:
        last = self.session.settings.print
        now = Printing(
            paper=look.paper,
            form=form,
            orientation=last.orientation if self._ruling else look.orientation,
            template=last.template if look.template in (RULING, self._template) else look.template,
            folder="" if folder == sheets_folder().resolve() else str(folder),
        )
        if now != last:
            self.attempt(lambda: self.session.remember(print=now))

    def offers(self, action: str) -> bool:
        """Offer to open a file once there is one."""
        return action != "open" or self._saved is not None

    @on(Button.Pressed, "#open")
    def action_open(self) -> None:
        """Show the file in the program that the system has for it."""
        assert self._saved is not None, "there is something to open only once it is saved"
        if not _has_windows():
            self.tell(_("No program can open a window here; the file is {path}.", path=self._saved))
        else:
            self.app.open_url(self._saved.as_uri())


def _choice(name: str, label: str, options: Mapping[str, str], chosen: str) -> Horizontal:
    shown = [(Content(words), value) for value, words in options.items()]
    return _row(label, Select(shown, value=chosen, allow_blank=False, id=name, compact=True))


def _line(name: str, label: str, hint: str, takes: str, value: str = "", joint: str = " ") -> Horizontal:
    field = Field(value, placeholder=hint, id=name, max_length=1000, compact=True, tooltip=takes, joint=joint)
    return _row(label, field)


def _row(label: str, field: Widget) -> Horizontal:
    return Horizontal(Static(label, classes="label"), field, classes="row")


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
