"""Log: every change of the open game, with its time; what was taken back stays visible."""

from collections.abc import Mapping
from itertools import islice
from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.widgets import Static

from scorekeeper.dates import show_moment_of_year
from scorekeeper.formats import words_of
from scorekeeper.game import GameLog, Sentence, describe_backwards
from scorekeeper.text import N_, _
from scorekeeper.tui.base.actions import ScreenAction
from scorekeeper.tui.base.screen import GameScreen, Words

MOST_AT_ONCE = 300
"""Changes that are shown before somebody scrolls up to earlier ones; more than any screen has lines."""


class Changes(VerticalScroll):
    """The changes of a game, the latest at the bottom; earlier ones are described once somebody scrolls up."""

    def __init__(self, log: GameLog, who: Mapping[int, str]) -> None:
        super().__init__(id="changes", classes="page")
        self._who = who
        self._earlier = describe_backwards(log, words_of)

    def compose(self) -> ComposeResult:
        """Show the latest changes."""
        yield from self._next(MOST_AT_ONCE)

    def on_mount(self) -> None:
        """Begin at the latest change."""
        self.scroll_end(animate=False)

    def _next(self, most: int | None = None) -> list[Static]:
        """Return the changes before those that are shown, so many or all; none once all are shown."""
        lines = [_shown(change, self._who.get(change.number)) for change in islice(self._earlier, most)]
        return [Static(Text("\n").join(reversed(lines)), markup=False)] if lines else []

    def watch_scroll_y(self, old_value: float, new_value: float) -> None:
        """Show earlier changes above the first that is shown, once it is reached."""
        super().watch_scroll_y(old_value, new_value)
        if new_value == 0 < old_value and (earlier := self._next(MOST_AT_ONCE)):
            first = self.children[0]
            self.mount(*earlier, before=0)
            self.call_after_refresh(self.scroll_to_widget, first, animate=False, top=True)

    def action_scroll_home(self) -> None:
        """Go to the first change of the game."""
        self.mount(*self._next(), before=0)
        super().action_scroll_home()


def _shown(change: Sentence, who: str | None) -> Text:
    """Return a change as a line; `who` made it at another computer, where no name was given."""
    line = Text(f"{show_moment_of_year(change.at.astimezone())}  ", style="dim")
    line.append(change.sentence, style="" if change.in_force else "strike dim")
    if name := change.by or who:
        line.append("  ").append(_("by {name}", name=name), style="dim")
    if not change.in_force:
        line.append("  ").append(_("undone"), style="dim")
    return line


class LogScreen(GameScreen):
    """Every change of the open game."""

    place: ClassVar[str] = "log"
    ACTIONS: ClassVar[tuple[ScreenAction, ...]] = (
        ScreenAction("back", "escape,q", N_("Back"), N_("Back to the table.")),
    )

    def title_words(self) -> Words:
        """Return the title."""
        return _("Log of {title}", title=self.session.game.title or _("Untitled"))

    def body(self) -> ComposeResult:
        """Show the changes, the latest at the bottom."""
        yield Changes(self.session.kept.log, self.session.elsewhere())
