"""Print: what goes on the sheet or the page of a ruling, how it would look, and where the file is put.

In a terminal the file is written where the person wants it, and never over another without asking; in a
browser it is delivered there, and nothing that is typed names a file.
"""

import os
import sys
from collections.abc import Callable, Sequence
from io import BytesIO
from pathlib import Path
from typing import ClassVar

from msgspec.structs import replace
from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.widgets import Button, Input, Static

from scorekeeper.errors import ScorekeeperError, Unavailable
from scorekeeper.game import file_name
from scorekeeper.session import Evening
from scorekeeper.sheets import Sheet, typeset
from scorekeeper.system import (
    Format,
    Printing,
    format_of,
    free_path,
    make_folder,
    page_paths,
    sheets_folder,
    write_ours,
)
from scorekeeper.text import N_, _, ngettext
from scorekeeper.tui.base.actions import ScreenAction
from scorekeeper.tui.base.screen import GameScreen
from scorekeeper.tui.printing.page_preview import Preview
from scorekeeper.tui.printing.sheet_form import RULING, SheetChoice, SheetForm
from scorekeeper.tui.widgets.field import Field
from scorekeeper.tui.widgets.footer import KeyLine


class Print(GameScreen):
    """The choices for one sheet beside a picture of it."""

    place: ClassVar[str] = "print"
    ACTIONS: ClassVar[tuple[ScreenAction, ...]] = (
        ScreenAction("print", "f5", N_("Save"), N_("Save the sheet as a file.")),
        ScreenAction("open", "f6", N_("Open"), N_("Open the saved file in its usual program.")),
        ScreenAction("back", "escape", N_("Back"), N_("Back to where you came from.")),
    )

    def __init__(
        self, session: Evening, blank: bool = False, ruling: Sheet | None = None, template: str = ""
    ) -> None:
        super().__init__(session)
        self._blank = blank
        self._ruling = ruling
        self._template = template or session.settings.print.template
        """What the form begins with."""
        self._offered = ""
        self._saved: Path | None = None

    def compose(self) -> ComposeResult:
        """Show the choices on the left, the page on the right."""
        yield Static(self._heading(), id="title", markup=False)
        with Horizontal(id="press"):
            with Vertical(id="choosing"):
                begins_with = replace(self.session.settings.print, template=self._template)
                yield SheetForm(self.session, self._blank, begins_with, self._ruling)
                if not self.app.is_web:
                    yield Field(
                        id="file",
                        compact=True,
                        tooltip=_(
                            "Where to save the file. Its ending decides the format: .pdf, .png or .svg."
                        ),
                    )
                with Horizontal(id="deeds"):
                    yield Button(self._save_label(), id="save", variant="primary", compact=True)
                    if not self.app.is_web:
                        yield Button(
                            _("Open it ({key})", key=self.key("open")), id="open", compact=True, disabled=True
                        )
                yield Static(id="outcome", markup=False)
            yield Preview()
        yield KeyLine()

    def _heading(self) -> str:
        if self._ruling is not None:
            return _("This ruling")
        if self._blank:
            return _("An empty sheet")
        return _("The sheet of {title}", title=self.session.title)

    def _save_label(self) -> str:
        key = self.key("print")
        return _("Download ({key})", key=key) if self.app.is_web else _("Save the file ({key})", key=key)

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

    def _offer_file(self) -> None:
        """Put a free name into the line, or the right end to a name that the person typed."""
        if self.app.is_web:
            return
        line = self.query_one("#file", Input)
        if line.value in ("", self._offered):
            self._offered = str(
                free_path(self._folder() / f"{file_name(self._form.title)}.{self._form.form}")
            )
            line.value = self._offered
        elif _form_named(line.value) not in (None, self._form.form):
            line.value = str(Path(line.value).with_suffix(f".{self._form.form}"))

    def _folder(self) -> Path:
        last = Path(self.session.settings.print.folder)
        return last if self.session.settings.print.folder and last.is_dir() else sheets_folder()

    @on(Input.Submitted, "#file")
    def _file_named(self) -> None:
        self.action_print()

    @on(Input.Blurred, "#file")
    def _file_left(self, event: Input.Blurred) -> None:
        """Take the kind of file from the end of its name."""
        form = _form_named(event.value)
        if form is not None and form != self._form.form:
            self._form.choose_form(form)

    @on(Button.Pressed, "#save")
    def action_print(self) -> None:
        """Set the sheet and put it where the person wants it."""
        self.attempt(self._print)

    def _print(self) -> None:
        picked = self._form.picked()
        if self.app.is_web:
            self._deliver(picked)
            return
        path = self._path(picked)
        picked = picked._replace(form=format_of(path.name) or picked.form)
        done = typeset(picked.sheets, picked.look, picked.form)
        places = page_paths(path, len(done.pages))
        warnings = [*picked.warnings, *done.warnings]
        taken = [place for place in places if os.path.lexists(place)]
        if taken:
            self._ask_to_replace(taken[0], lambda: self._write(places, done.pages, warnings, picked))
        else:
            self._write(places, done.pages, warnings, picked)

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

    def _ask_to_replace(self, path: Path, write: Callable[[], None]) -> None:
        from scorekeeper.tui.widgets.dialogs import Confirm

        def answered(yes: bool | None) -> None:
            if yes:
                self.attempt(write)

        self.app.push_screen(Confirm(_("The file {path} already exists. Replace it?", path=path)), answered)

    def _write(
        self, places: Sequence[Path], pages: Sequence[bytes], warnings: Sequence[str], picked: SheetChoice
    ) -> None:
        write_ours(dict(zip(places, pages, strict=True)), lasting=False)
        self._saved = places[0].resolve()
        self._show_below(
            [
                ngettext(
                    "Saved: {path}",
                    "Saved {count} files; the first is {path}",
                    len(places),
                    path=self._saved,
                ),
                *warnings,
            ]
        )
        opener = self.query_one("#open", Button)
        opener.disabled = False
        self.refresh_bindings()
        opener.focus()
        self._remember(picked, self._saved.parent)
        self._offered = self.query_one("#file", Input).value

    def _deliver(self, picked: SheetChoice) -> None:
        done = typeset(picked.sheets, picked.look, picked.form)
        names = page_paths(Path(f"{file_name(self._form.title)}.{picked.form}"), len(done.pages))
        for name, page in zip(names, done.pages, strict=True):
            self.app.deliver_binary(BytesIO(page), save_filename=name.name)
        self._show_below([*picked.warnings, *done.warnings])

    def _show_below(self, sentences: Sequence[str]) -> None:
        self.query_one("#outcome", Static).update("\n".join(sentences))

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
        """Offer to open a file once there is one; in a browser the browser does that."""
        if action == "open" and self._saved is None:
            return False if self.app.is_web else None
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
