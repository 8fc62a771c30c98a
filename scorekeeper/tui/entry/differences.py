"""Where two keyings of a sheet differ, cell by cell; each is settled by one of the two, or left."""

from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from scorekeeper.game import (
    CellValue,
    Difference,
    Game,
    SitsOut,
    WentOut,
    keyed_rounds,
    keying_differences,
    settle_difference,
)
from scorekeeper.session import Evening
from scorekeeper.text import N_, _, ngettext
from scorekeeper.tui.base.actions import ScreenAction
from scorekeeper.tui.base.screen import GameScreen
from scorekeeper.tui.widgets.dialogs import Choose
from scorekeeper.tui.widgets.footer import KeyLine


class Differences(GameScreen):
    """The cells that two keyings do not agree on."""

    place: ClassVar[str] = "differences"
    ACTIONS: ClassVar[tuple[ScreenAction, ...]] = (
        ScreenAction(
            "first", "1", N_("First is right"), N_("Keep what was keyed in first for the marked cell.")
        ),
        ScreenAction(
            "second", "2", N_("Second is right"), N_("Correct the marked cell to what was keyed in second.")
        ),
        ScreenAction(
            "back",
            "escape,q",
            N_("Back"),
            N_("Back to the second keying, or to the table if nothing differs."),
        ),
    )

    def __init__(self, session: Evening) -> None:
        super().__init__(session)
        self.agreed = False
        """Whether rounds were keyed twice and nothing differs in them."""
        self._left: set[Difference] = set()
        """Differences for which the first keying stands."""

    def compose(self) -> ComposeResult:
        """Show the differences."""
        yield Static(_("Two keyings compared"), id="title", markup=False)
        yield Static(id="counted", markup=False)
        yield OptionList(id="differences", markup=False)
        yield KeyLine()

    def on_mount(self) -> None:
        """List them."""
        self._draw(0)

    def _found(self) -> list[Difference]:
        second = self.session.second_keying
        found = keying_differences(self.session.game, second, keyed_rounds(second))
        return [one for one in found if one not in self._left]

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer to settle a difference only where there is one."""
        if action in ("first", "second"):
            return bool(self._found())
        return super().check_action(action, parameters)

    def _draw(self, marked: int) -> None:
        found = self._found()
        options = self.query_one("#differences", OptionList)
        options.clear_options()
        options.add_options(Option(difference_line(self.session.game, one)) for one in found)
        options.display = bool(found)
        if found:
            options.highlighted = min(marked, len(found) - 1)
            options.focus()
        self.agreed = not found and bool(keyed_rounds(self.session.second_keying))
        self.query_one("#counted", Static).update(self._summary(len(found)))
        self.refresh_bindings()

    def _summary(self, count: int) -> str:
        if not count:
            return _("Nothing differs in the rounds that were keyed in twice.")
        return ngettext("{count} cell differs.", "{count} cells differ.", count)

    def _marked(self) -> Difference | None:
        marked, found = self.query_one("#differences", OptionList).highlighted, self._found()
        return found[marked] if marked is not None and marked < len(found) else None

    def on_option_list_option_selected(self) -> None:
        """Ask which of the two is right, after a tap or enter."""
        one = self._marked()
        if one is None:
            return
        choices = [
            ("first", _("{value}, as keyed first", value=_show_cell(one.first))),
            ("second", _("{value}, as keyed second", value=_show_cell(one.second))),
        ]

        def chosen(which: str | None) -> None:
            if which is not None:
                (self.action_first if which == "first" else self.action_second)()

        self.app.push_screen(Choose(_("What does the paper say?"), choices), chosen)

    def action_first(self) -> None:
        """Let the first keying stand for the marked cell."""
        one = self._marked()
        if one is not None:
            self._left.add(one)
            self._draw(self.query_one("#differences", OptionList).highlighted or 0)

    def action_second(self) -> None:
        """Correct the marked cell to what the second keying says."""
        one = self._marked()
        if one is None:
            return
        what = settle_difference(self.session.game, self.session.second_keying, one, _("second keying"))
        if self.change(what):
            self._draw(self.query_one("#differences", OptionList).highlighted or 0)


def difference_line(game: Game, one: Difference) -> Text:
    """Return a difference as a line."""
    double = game.round(one.round).double
    line = Text(f"{double}-{double}  {one.player}  ", style="bold")
    line.append(_("first {first}", first=_show_cell(one.first)), style="not bold")
    return line.append("  " + _("second {second}", second=_show_cell(one.second)), style="not bold")


def _show_cell(value: CellValue) -> str:
    if value is None:
        return _("not entered")
    if isinstance(value, SitsOut):
        return _("sits out")
    return _("went out") if isinstance(value, WentOut) else str(value)
