"""The help of a screen: every action with its keys and what it does."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.widgets import Footer, Static

from scorekeeper.tui.actions import ACTIONS, EVERYWHERE, Action, key_names
from scorekeeper.tui.desk import Desk
from scorekeeper.tui.place import Place
from scorekeeper.words import _

TYPING = _(
    "In a hand type 23, or 12+7+4, or the tiles: 6-4 0-0 5-5 (64 00 55 in sets up to nine).\n"
    "o means: went out. 23+0-0 means: 23 pips, and 0-0 was among them.\n"
    "23 b2 means: two of the tiles have one blank. =60 means: points as the table counted them.\n"
    "An empty line means: not yet. It is never zero."
)


class Help(Place):
    """What can be done on a screen."""

    place: ClassVar[str] = "help"

    def __init__(self, desk: Desk, about: str) -> None:
        super().__init__(desk)
        self._about = about

    def compose(self) -> ComposeResult:
        """Show the actions of the screen, then those of all screens."""
        with VerticalScroll(classes="page"):
            yield Static(_("What you can do here"), classes="heading")
            yield Static(_told(ACTIONS[self._about]), markup=False)
            if self._about == "entry":
                yield Static(_("What you can type"), classes="heading")
                yield Static(TYPING, markup=False)
            yield Static(_("Everywhere"), classes="heading")
            yield Static(_told(EVERYWHERE), markup=False)
        yield Footer()


def _told(actions: tuple[Action, ...]) -> str:
    width = max(len(key_names(action)) for action in actions)
    return "\n".join(f"{key_names(action):<{width}}  {action.label}: {action.help}" for action in actions)
