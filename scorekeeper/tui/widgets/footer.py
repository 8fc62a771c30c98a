"""The line at the foot of every screen: the keys that matter now, as many as there is room for.

What gives way on a narrow screen is in the help and among all commands; the ways there and back never do.
The line is one widget. Textual's `Footer` makes a widget of each key, half of all widgets of a screen, and
makes them anew whenever the focus moves.
"""

from typing import NamedTuple

from rich.cells import cell_len
from textual.binding import Binding
from textual.content import Content
from textual.events import Leave, MouseDown, MouseMove
from textual.reactive import reactive
from textual.screen import Screen
from textual.widget import Widget

from scorekeeper.text import _
from scorekeeper.tui.base.screen import GameScreen
from scorekeeper.tui.base.steady import Steady

ALWAYS = frozenset(["help", "back", "leave", "command_palette"])
"""Actions whose keys are shown however narrow the screen."""


class KeyHint(NamedTuple):
    """A key, and what it does now."""

    key: str
    shown: str
    """The key as the keyboard names it."""
    words: str
    action: str
    enabled: bool
    tooltip: str

    @property
    def width(self) -> int:
        """The columns it takes: a space on both sides of the key, and one behind the words."""
        return cell_len(self.shown) + cell_len(self.words) + 3


class KeyLine(Steady, Widget):
    """The keys of the screen, never wider than the screen; a click on one presses it."""

    ALLOW_SELECT = False
    COMPONENT_CLASSES = {"key-line--key", "key-line--words", "key-line--hovered", "key-line--disabled"}
    DEFAULT_CSS = """
    KeyLine {
        dock: bottom;
        height: 1;
        text-wrap: nowrap;
        color: $footer-foreground;
        background: $footer-background;
        .key-line--key { color: $footer-key-foreground; text-style: bold; }
        .key-line--words { color: $footer-description-foreground; }
        .key-line--hovered { color: $footer-key-foreground; background: $block-hover-background; }
        .key-line--disabled { text-style: dim; }
    }
    """

    keys: reactive[tuple[KeyHint, ...]] = reactive(())
    """All keys of the screen, in its order."""
    hovered: reactive[KeyHint | None] = reactive(None)

    def on_mount(self) -> None:
        """Follow what can be done on the screen."""
        self.screen.bindings_updated_signal.subscribe(self, self._follow)

    def _follow(self, screen: Screen[object]) -> None:
        if screen.app.app_focus:
            self.call_later(self._look)

    def _look(self) -> None:
        """Take over the keys of the screen, one for each action; the way to all commands comes last."""
        if not self.is_attached:
            return
        found: dict[str, KeyHint] = {}
        for _node, binding, enabled, tooltip in self.screen.active_bindings.values():
            if binding.show or binding.key == self.app.COMMAND_PALETTE_BINDING:
                found.setdefault(binding.action, self._hint(binding, enabled, tooltip))
        self.keys = tuple(sorted(found.values(), key=_is_last))

    def _hint(self, binding: Binding, enabled: bool, tooltip: str) -> KeyHint:
        """Return what is said of a key, in the language in use: the binding was made before there was one."""
        action = binding.action.rpartition(".")[2]
        words = self.screen.footer_words(action) if isinstance(self.screen, GameScreen) else None
        return KeyHint(
            key=binding.key,
            shown=self.app.get_key_display(binding),
            words=_(binding.description) if words is None else words,
            action=action,
            enabled=enabled,
            tooltip=_(tooltip) if tooltip else "",
        )

    def shown_keys(self) -> tuple[KeyHint, ...]:
        """Return the keys that fit beside those that are always shown."""
        shown = list(self.keys)
        for key in reversed(self.keys):
            if sum(one.width for one in shown) > self.size.width and key.action not in ALWAYS:
                shown.remove(key)
        return tuple(shown)

    def render(self) -> Content:
        """Return the line: the way to all commands at its right end, the others from the left."""
        shown = self.shown_keys()
        gap = Content(" " * (self.size.width - sum(key.width for key in shown)))
        return Content("").join(
            part for key in shown for part in ([gap] if _is_last(key) else []) + [self._drawn(key)]
        )

    def _drawn(self, key: KeyHint) -> Content:
        keys, words = "key-line--key", "key-line--words"
        if key == self.hovered:
            keys = words = "key-line--hovered"
        faint = () if key.enabled else ("key-line--disabled",)
        return Content.assemble(
            (f" {key.shown} ", self.get_visual_style(keys, *faint)),
            (f"{key.words} ", self.get_visual_style(words, *faint)),
        )

    def _at(self, column: int) -> KeyHint | None:
        """Return the key in this column."""
        start = 0
        for key in self.shown_keys():
            if _is_last(key):
                start = self.size.width - key.width
            if start <= column < start + key.width:
                return key
            start += key.width
        return None

    def on_mouse_down(self, event: MouseDown) -> None:
        """Press the key that was clicked; ring where it does nothing now."""
        key = self._at(event.x)
        if key is None:
            return
        if key.enabled:
            self.app.simulate_key(key.key)
        else:
            self.app.bell()

    def on_mouse_move(self, event: MouseMove) -> None:
        """Light up the key under the mouse."""
        self.hovered = self._at(event.x)

    def on_leave(self, _event: Leave) -> None:
        """Light up none."""
        self.hovered = None

    def watch_hovered(self, hovered: KeyHint | None) -> None:
        """Say more of the key under the mouse."""
        self.tooltip = hovered.tooltip if hovered and hovered.tooltip else None


def _is_last(key: KeyHint) -> bool:
    """Whether the key stands at the right end: the way to all commands."""
    return key.action == "command_palette"
