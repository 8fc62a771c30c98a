"""Log: every change of the open game, with its time; what was taken back stays visible."""

from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.widgets import Static

from scorekeeper.dates import show_moment_of_year
from scorekeeper.formats import words_of
from scorekeeper.game import describe_events
from scorekeeper.text import N_, _
from scorekeeper.tui.base.actions import ScreenAction
from scorekeeper.tui.base.screen import GameScreen
from scorekeeper.tui.widgets.footer import KeyLine


class LogScreen(GameScreen):
    """Every change of the open game."""

    place: ClassVar[str] = "log"
    ACTIONS: ClassVar[tuple[ScreenAction, ...]] = (
        ScreenAction("back", "escape,q", N_("Back"), N_("Back to the table.")),
    )

    def compose(self) -> ComposeResult:
        """Show the changes, the latest at the bottom."""
        yield Static(
            _("Log of {title}", title=self.session.game.title or _("Untitled")),
            id="title",
            markup=False,
        )
        with VerticalScroll(id="changes", classes="page"):
            yield Static(self._changes(), markup=False)
        yield KeyLine()

    def on_mount(self) -> None:
        """Begin at the latest change."""
        self.query_one("#changes").scroll_end(animate=False)

    def _changes(self) -> Text:
        lines = []
        for change in describe_events(self.session.kept.log, words_of):
            line = Text(f"{show_moment_of_year(change.at.astimezone())}  ", style="dim")
            line.append(change.sentence, style="" if change.in_force else "strike dim")
            if change.by:
                line.append("  ").append(_("by {name}", name=change.by), style="dim")
            if not change.in_force:
                line.append("  ").append(_("taken back"), style="dim")
            lines.append(line)
        return Text("\n").join(lines)
