"""Log: every change of the open game, with its time, round by round; what was taken back stays visible."""

from collections.abc import Callable, Mapping
from itertools import islice
from typing import ClassVar

from rich.table import Table as Grid
from rich.text import Text
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.widgets import Static

from scorekeeper.dates import show_moment_of_year
from scorekeeper.formats import shipped_wording
from scorekeeper.game import GameLog, Sentence, describe_backwards, naming_round
from scorekeeper.system import local_time
from scorekeeper.text import N_, _
from scorekeeper.tui.base.screen import AppScreen, Words
from scorekeeper.tui.standing import StandingPane

MOST_AT_ONCE = 300
"""Changes that are shown before somebody scrolls down to earlier ones; more than any screen has lines."""


class Changes(VerticalScroll):
    """The changes of a game, the latest on top; earlier ones are described once somebody scrolls down."""

    def __init__(self, log: GameLog, who: Mapping[int, str], title_of: Callable[[str], str]) -> None:
        super().__init__(id="changes", classes="page")
        self._log, self._who = log, who
        self._earlier = describe_backwards(log, shipped_wording, title_of=title_of)
        self._round: int | None = None
        """The round of the last change that is shown; what is about no round stands below it."""

    def compose(self) -> ComposeResult:
        """Show the latest changes."""
        yield from self._next(MOST_AT_ONCE)

    def _next(self, most: int | None = None) -> list[Static]:
        """Return the changes before those that are shown, so many or all, and a heading for each round."""
        parts: list[Static] = []
        for change in islice(self._earlier, most):
            number = getattr(self._log.steps[change.number - 1].what, "round", None) or self._round
            if number != self._round or not parts:
                if number != self._round and number is not None:
                    double = self._log.game.round(number).began_with
                    words = _("Round {number} · {double}", number=number, double=f"{double}-{double}")
                    parts.append(Static(words, classes="heading"))
                lines, self._round = Grid.grid(padding=(0, 2, 0, 0)), number
                parts.append(Static(lines))
            moment = show_moment_of_year(local_time(change.at))
            at = Text(moment, style="dim", no_wrap=True, justify="right")
            named = "" if number is None else naming_round(self._log.game.round(number), "")
            lines.add_row(at, _shown(change, self._who.get(change.number), named))
        return parts

    def watch_scroll_y(self, old_value: float, new_value: float) -> None:
        """Show earlier changes below the last that is shown, once it is reached."""
        super().watch_scroll_y(old_value, new_value)
        if new_value == self.max_scroll_y > old_value:
            self.mount(*self._next(MOST_AT_ONCE))

    def action_scroll_end(self) -> None:
        """Go to the first change of the game."""
        self.mount(*self._next())
        super().action_scroll_end()


def _shown(change: Sentence, who: str | None, named: str) -> Text:
    """Return a change as a line, without what is `named` above it; `who` made it elsewhere, without a name."""
    line = Text(change.sentence.replace(named, "", 1), style="" if change.in_force else "strike dim")
    if name := change.by or who:
        line.append("  ").append(_("by {name}", name=name), style="dim")
    if not change.in_force:
        line.append("  ").append(_("undone"), style="dim")
    return line


class LogScreen(AppScreen):
    """Every change of the open game."""

    CSS_PATH = "table.tcss"
    place: ClassVar[str] = "log"
    PANES: ClassVar[Mapping[str, str]] = {"changes": N_("Changes")}

    def title_words(self) -> Words:
        """Return the title."""
        return self.of_game(_("log"))

    def body(self) -> ComposeResult:
        """Show the changes, the latest on top."""
        yield Changes(self.session.kept.log, self.session.elsewhere(), self.session.shelf.title)
        yield StandingPane()
