"""What the command palette finds: actions by their names, and by the words that describe them."""

from collections.abc import Callable, Iterable

from rich.text import Text
from textual.app import ComposeResult, SystemCommand
from textual.containers import Vertical
from textual.events import Key
from textual.fuzzy import Matcher
from textual.widgets import Input, OptionList
from textual.widgets.option_list import Option

from scorekeeper.text import _
from scorekeeper.tui.base.actions import key_name
from scorekeeper.tui.widgets.dialogs import Dialog
from scorekeeper.tui.widgets.field import Field
from scorekeeper.tui.widgets.footer import KeyLine


class Palette(Dialog[Callable[[], object]]):
    """Asks which of the actions to do; answers with what does it."""

    def __init__(self, commands: Iterable[SystemCommand]) -> None:
        super().__init__("")
        self._commands = tuple(commands)
        self._found = self._commands

    @property
    def takes(self) -> str:
        """What can be typed here."""
        return _("Type some letters; {enter} does what is marked.", enter=key_name("enter"))

    def compose(self) -> ComposeResult:
        """Show a line to search on, and what it finds."""
        with Vertical(classes="question"):
            yield Field(placeholder=_("Search for anything you can do"), max_length=80)
            yield OptionList(id="found")
        yield KeyLine()

    def on_mount(self) -> None:
        """Begin with everything."""
        self._show("")

    def on_input_changed(self, event: Input.Changed) -> None:
        """Show what is found."""
        self._show(event.value.strip())

    def _show(self, sought: str) -> None:
        ranked = [(rank(one, sought), one) for one in self._commands]
        self._found = tuple(one for mark, one in sorted(ranked, key=lambda pair: -pair[0]) if mark > 0)
        listed = self.query_one(OptionList)
        listed.set_options(Option(Text.assemble((one.title, "bold"), f"  {one.help}")) for one in self._found)
        if self._found:
            listed.highlighted = 0
        else:
            listed.add_option(Option(_("Nothing found"), disabled=True))

    async def on_key(self, event: Key) -> None:
        """Move in the list while the line has the focus."""
        moves = {"up": "cursor_up", "down": "cursor_down", "pageup": "page_up", "pagedown": "page_down"}
        if event.key in moves and self.focused is not self.query_one(OptionList):
            event.stop()
            await self.query_one(OptionList).run_action(moves[event.key])

    def on_input_submitted(self) -> None:
        """Do what is marked."""
        marked = self.query_one(OptionList).highlighted
        if marked is not None and self._found:
            self.dismiss(self._found[marked].callback)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Do what was tapped."""
        self.dismiss(self._found[event.option_index].callback)


def rank(command: SystemCommand, sought: str) -> float:
    """Return how well a command is found: by letters of its name in their order, else by beginnings of its words."""
    if not sought:
        return 1
    match = Matcher(sought).match(command.title)
    words = command.help.casefold().split()
    described = all(any(word.startswith(part) for word in words) for part in sought.casefold().split())
    return match or (0.01 if described else 0)
