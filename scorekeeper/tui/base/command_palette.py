"""What the command palette finds: actions by their names, and by the words that describe them.

The app lists the actions; nothing here knows a screen.
"""

from textual.command import Hit, Hits
from textual.system_commands import SystemCommandsProvider

DESCRIBED = 0.01
"""How well a command matches whose description alone has the word: after every one found by its name."""


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
