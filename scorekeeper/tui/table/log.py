"""Log: every change of the open game, with its time, round by round; what was taken back stays visible."""

from collections.abc import Mapping
from typing import ClassVar

from rich.table import Table as Grid
from rich.text import Text
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.widgets import Static

from scorekeeper.dates import show_moment_of_year
from scorekeeper.formats import shipped_wording
from scorekeeper.game import Sentence, describe_backwards, naming_round
from scorekeeper.system import local_time
from scorekeeper.text import N_, _
from scorekeeper.tui.base.actions import ScreenAction
from scorekeeper.tui.base.screen import GameScreen, Words
from scorekeeper.tui.standing import StandingPane


def _shown(change: Sentence, who: str | None, named: str) -> Text:
    """Return a change as a line, without what is `named` above it; `who` made it elsewhere, without a name."""
    line = Text(change.sentence.replace(named, "", 1), style="" if change.in_force else "strike dim")
    if name := change.by or who:
        line.append("  ").append(_("by {name}", name=name), style="dim")
    if not change.in_force:
        line.append("  ").append(_("undone"), style="dim")
    return line


class LogScreen(GameScreen):
    """Every change of the open game."""

    CSS_PATH = "table.tcss"
    place: ClassVar[str] = "log"
    PANES: ClassVar[Mapping[str, str]] = {"changes": N_("Changes")}
    ACTIONS: ClassVar[tuple[ScreenAction, ...]] = (
        ScreenAction("back", "enter,escape,q", N_("Back"), N_("Back to the table.")),
    )

    def title_words(self) -> Words:
        """Return the title."""
        return self.of_game(_("log"))

    def body(self) -> ComposeResult:
        """Show the changes, the latest on top."""
        with VerticalScroll(id="changes", classes="page"):
            yield from self._changes()
        yield StandingPane()

    def _changes(self) -> ComposeResult:
        """Show a heading for each round, and below it its changes; what is about no round stays where it came."""
        log, who = self.session.kept.log, self.session.elsewhere()
        shown: int | None = None
        lines: Grid | None = None
        for change in describe_backwards(log, shipped_wording, title_of=self.session.shelf.title):
            number = getattr(log.steps[change.number - 1].what, "round", None) or shown
            if number != shown and number is not None:
                double = log.game.round(number).began_with
                words = _("Round {number} · {double}", number=number, double=f"{double}-{double}")
                yield Static(words, classes="heading")
            if number != shown or lines is None:
                lines, shown = Grid.grid(padding=(0, 2, 0, 0)), number
                yield Static(lines)
            moment = show_moment_of_year(local_time(change.at))
            at = Text(moment, style="dim", no_wrap=True, justify="right")
            named = "" if number is None else naming_round(log.game.round(number), "")
            lines.add_row(at, _shown(change, who.get(change.number), named))
