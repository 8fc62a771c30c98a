"""What the command palette finds: actions by their names, and by the words that describe them.

The app lists the actions; nothing here knows a screen.
"""

from textual.command import CommandList, CommandPalette, Hit, Hits
from textual.system_commands import SystemCommandsProvider
from textual.widgets.option_list import Option

from scorekeeper.text import _

DESCRIBED = 0.01
"""How well a command matches whose description alone has the word: after every one found by its name."""


class Palette(CommandPalette):
    """The command palette, in the language in use."""

    def __init__(self) -> None:
        super().__init__(placeholder=_("Search for anything you can do"), id="--command-palette")

    def _start_no_matches_countdown(self, search_value: str) -> None:
        """Say so, in our words, where nothing is found for a while."""
        self._stop_no_matches_countdown()
        if search_value:
            self._no_matches_timer = self.set_timer(self._NO_MATCHES_COUNTDOWN, self._show_no_matches)

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
