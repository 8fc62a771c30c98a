"""The line at the foot of every screen: the keys that matter now, as many as there is room for.

What gives way on a narrow screen is in the help and among all commands; the ways there and back never do.
"""

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.widgets import Footer
from textual.widgets._footer import FooterKey

from scorekeeper.text import _

ALWAYS = frozenset(["help", "back", "leave", "command_palette"])
"""Actions whose keys are shown however narrow the screen."""

AROUND = 3
"""Columns that a key takes beside its letters."""


class KeyLine(Footer):
    """The keys of the screen, never wider than the screen."""

    _drawn: object = None
    """What the keys that stand there were drawn from."""

    def compose(self) -> ComposeResult:
        """Show the first keys of the screen that fit beside those that are always shown."""
        self._drawn = self._from() if self._bindings_ready else None
        shown = [key for key in super().compose() if isinstance(key, FooterKey)]
        for key in shown:
            _translate(key)
            if not key.has_class("-command-palette"):
                # It would begin compact, follow the line, which is not, and so be styled three times.
                key.set_reactive(FooterKey.compact, self.compact)
        for key in reversed(shown):
            if sum(map(_width, shown)) > self.app.size.width and _action(key) not in ALWAYS:
                shown.remove(key)
        yield from shown

    async def recompose(self) -> None:
        """Draw the keys anew, unless the same ones stand there: it is slow, and asked for often."""
        if self.is_attached and self._drawn != self._from():
            await super().recompose()

    async def on_resize(self) -> None:
        """Show more or fewer keys."""
        await self.recompose()

    def _from(self) -> object:
        """Return all that the keys are drawn from: the room, and what can be done."""
        active = self.screen.active_bindings.values()
        shown = [(one.binding, one.enabled) for one in active if one.binding.show]
        return self.app.size.width, shown


def _translate(key: FooterKey) -> None:
    """Put the words of a key into the language in use: its binding was made before there was one."""
    key.description = _(key.description)
    if isinstance(key.tooltip, str):
        key.tooltip = _(key.tooltip)


def _action(key: FooterKey) -> str:
    return key.action.rpartition(".")[2]


def _width(key: FooterKey) -> int:
    return cell_len(key.key_display) + cell_len(key.description) + AROUND
