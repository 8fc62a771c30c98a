"""The help of a screen: every action with its keys and what it does."""

from collections.abc import Iterator
from typing import ClassVar

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.widgets import Select, Static

from scorekeeper.session import Evening
from scorekeeper.text import N_, _, join_or
from scorekeeper.tui.base.actions import ANYWHERE, EVERYWHERE, ScreenAction, key_name, key_names
from scorekeeper.tui.base.keymap import key_map
from scorekeeper.tui.base.screen import GameScreen
from scorekeeper.tui.widgets.dialogs import Dialog
from scorekeeper.tui.widgets.footer import KeyLine

TYPING = N_(
    "For a hand, type 23, or 12+7+4, or the tiles: 6-4 0-0 5-5 (64 00 55 in sets up to double-nine).\n"
    "o means: went out. 23+0-0 means: 23 pips, and 0-0 was among them.\n"
    "23 b2 means: two of the tiles have one blank. =60 means: points as the table counted them.\n"
    "An empty line means: not yet. It is never zero."
)
CHOICE = N_(
    "{enter} opens the list. Move with the arrows or type a letter; {enter} takes what is marked, {escape} closes "
    "the list."
)


class Help(GameScreen):
    """What can be done on a screen, beginning with what has the focus there."""

    place: ClassVar[str] = "help"
    ACTIONS: ClassVar[tuple[ScreenAction, ...]] = (
        ScreenAction("back", "escape,q,f1", N_("Back"), N_("Close this page.")),
    )

    def __init__(self, session: Evening, about: GameScreen | Dialog[object]) -> None:
        super().__init__(session)
        self._about = about

    def compose(self) -> ComposeResult:
        """Show what the widget with the focus takes, the actions of the screen, then those of all screens."""
        with VerticalScroll(classes="page"):
            if in_hand := "\n".join(self._in_hand()):
                yield Static(_("Where you are"), classes="heading")
                yield Static(in_hand, markup=False)
            yield Static(_("What you can do here"), classes="heading")
            yield Static(self._described(self._about.place, self._offered()), markup=False)
            if self._about.place == "entry":
                yield Static(_("What you can type"), classes="heading")
                yield Static(_(TYPING), markup=False)
            yield Static(_("Everywhere"), classes="heading")
            yield Static(self._described(ANYWHERE, EVERYWHERE), markup=False)
        yield KeyLine()

    def _in_hand(self) -> Iterator[str]:
        """Yield what the widget with the focus takes."""
        if isinstance(self._about, Dialog):
            yield self._about.takes
            return
        widget = self._about.focused
        if widget is not None and isinstance(widget.tooltip, str):
            yield widget.tooltip
        if isinstance(widget, Select):
            yield _(CHOICE, enter=key_name("enter"), escape=key_name("escape"))

    def _offered(self) -> tuple[ScreenAction, ...]:
        """Return the actions of the screen without those that this table does not have now."""
        about = self._about
        return tuple(action for action in about.ACTIONS if about.check_action(action.name, ()) is not False)

    def _described(self, place: str, actions: tuple[ScreenAction, ...]) -> str:
        chosen = key_map(self.session.settings.keys).keys
        keys = [join_or(key_names(chosen.get(f"{place}.{action.name}", action.keys))) for action in actions]
        width = max(map(len, keys))
        return "\n".join(
            f"{key:<{width}}  {_(action.label)}: {_(action.help)}"
            for key, action in zip(keys, actions, strict=True)
        )
