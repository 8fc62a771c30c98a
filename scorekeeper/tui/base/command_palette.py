"""What the command palette finds: actions by their names, and by the words that describe them.

The app lists the actions; nothing here knows a screen.
"""

from typing import ClassVar

from textual.await_complete import AwaitComplete
from textual.binding import BindingType
from textual.command import Command, CommandList, CommandPalette, Hit, Hits
from textual.events import Mount
from textual.system_commands import SystemCommandsProvider
from textual.widgets.option_list import Option

from scorekeeper.text import _
from scorekeeper.tui.base.actions import ANYWHERE, EVERYWHERE, bindings
from scorekeeper.tui.base.screen import ClosesOnce

DESCRIBED = 0.01
"""How well a command matches whose description alone has the word: after every one found by its name."""


class Palette(CommandPalette, ClosesOnce[None]):
    """The command palette, in the language in use."""

    BINDINGS: ClassVar[list[BindingType]] = bindings(ANYWHERE, EVERYWHERE)

    def __init__(self) -> None:
        super().__init__(placeholder=_("Search for anything you can do"))

    def _start_no_matches_countdown(self, search_value: str) -> None:
        """Say so, in our words, where nothing is found for a while."""
        self._stop_no_matches_countdown()
        if search_value:
            self._no_matches_timer = self.set_timer(self._NO_MATCHES_COUNTDOWN, self._show_no_matches)

    def dismiss(self, result: None = None) -> AwaitComplete:
        """End the search before the list that it fills is gone."""
        self._cancel_gather_commands()
        return super().dismiss(result)

    def _on_mount(self, event: Mount) -> None:
        """Spare a palette that was closed before it was there what Textual does with the screen below it."""
        if not self.is_there:
            event.prevent_default()

    def _refresh_command_list(
        self, command_list: CommandList, commands: list[Command], clear_current: bool
    ) -> None:
        """Show what was found, unless the palette was closed meanwhile."""
        if self.is_there:
            super()._refresh_command_list(command_list, commands, clear_current)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Leave out what moves in a list that is not there yet, or no more."""
        return super().check_action(action, parameters) if self.query(CommandList) else action == "escape"

    def _action_command_list(self, action: str) -> None:
        """Leave out a turn of pages while the list is not drawn; Textual counts its lines only then."""
        if self.query_one(CommandList).scrollable_content_region or not action.startswith("page"):
            super()._action_command_list(action)

    def _show_no_matches(self) -> None:
        nothing = Option(_("Nothing found"), disabled=True, id=self._NO_MATCHES)
        self.query_one(CommandList).add_option(nothing)
        self._list_visible = True


class Commands(SystemCommandsProvider):
    """Everything that can be done on the screen below."""

    async def search(self, query: str) -> Hits:
        """Find by letters of the name in their order, or by the beginnings of words of the description."""
        matcher, sought = self.matcher(query), query.casefold().split()
        for name, description, command, _discover in self.app.get_system_commands(self.screen):
            match = matcher.match(name)
            if match > 0:
                yield Hit(match, matcher.highlight(name), command, help=description)
            elif _describes(description, sought):
                yield Hit(DESCRIBED, name, command, help=description)


def _describes(description: str, sought: list[str]) -> bool:
    words = description.casefold().split()
    return bool(sought) and all(any(word.startswith(part) for word in words) for part in sought)
