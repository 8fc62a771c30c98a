"""Home: the kept games, the latest first, and what else there is to do."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.content import Content
from textual.widgets import Footer, OptionList, Static
from textual.widgets.option_list import Option

from scorekeeper.errors import ScorekeeperError
from scorekeeper.store import Listed
from scorekeeper.tui.place import Place
from scorekeeper.words import _

MOST_SHOWN = 200


class Home(Place):
    """The first screen."""

    place: ClassVar[str] = "home"

    def compose(self) -> ComposeResult:
        """Show the name of the program, then the games."""
        yield Static(_("scorekeeper · Chickenfoot"), id="banner")
        yield OptionList(id="games", markup=False)
        yield Static(
            _(
                "No games yet.\n\nPress n to start the first one, p to print an empty score sheet, "
                "j to ask the judge, b to read the rule books, F1 for help."
            ),
            id="empty",
        )
        yield Footer()

    def on_mount(self) -> None:
        """Read the games."""
        self.refresh_games()

    def on_screen_resume(self) -> None:
        """Read the games again after another screen may have changed them."""
        self.refresh_games()

    def refresh_games(self) -> None:
        """Show the games as they are kept now."""
        games: tuple[Listed, ...] = ()
        try:
            games = self.desk.store.list(MOST_SHOWN)
        except ScorekeeperError as error:
            self.tell(str(error), "error")
        options = self.query_one("#games", OptionList)
        marked = options.highlighted or 0
        options.clear_options()
        options.add_options([Option(self._line(listed), id=listed.id) for listed in games])
        options.display = bool(games)
        self.query_one("#empty").display = not games
        if games:
            options.highlighted = min(marked, len(games) - 1)
            options.focus()

    def _line(self, listed: Listed) -> Content:
        state = _("finished") if listed.complete else _("going on")
        return Content.assemble(
            (listed.title or _("Untitled"), "bold"),
            "  ",
            (state, "$success" if not listed.complete else "$text-muted"),
            (f"  {listed.changed.astimezone():%a %d %b %Y %H:%M}", "$text-muted"),
            "\n  ",
            ", ".join(listed.players),
        )

    def _marked(self) -> str | None:
        options = self.query_one("#games", OptionList)
        return None if options.highlighted is None else options.get_option_at_index(options.highlighted).id

    def on_option_list_option_selected(self) -> None:
        """Open the game that was chosen with enter or the mouse."""
        self.action_resume()

    def action_resume(self) -> None:
        """Open the marked game."""
        from scorekeeper.tui.table import Table

        game_id = self._marked()
        if game_id is not None and self.attempt(lambda: self.desk.open(game_id)):
            self.app.push_screen(Table(self.desk))

    def action_new(self) -> None:
        """Set up a game."""
        from scorekeeper.tui.new_game import NewGame

        self.app.push_screen(NewGame(self.desk))

    def action_blank(self) -> None:
        """Print an empty sheet."""
        from scorekeeper.tui.printing import Print

        self.app.push_screen(Print(self.desk, blank=True))

    def action_judge(self) -> None:
        """Ask the judge about a table that is not kept here."""
        from scorekeeper.tui.dispute import Dispute
        from scorekeeper.tui.judge import Judge

        self.attempt(lambda: self.app.push_screen(Judge(self.desk, Dispute.at_home(self.desk))))

    def action_books(self) -> None:
        """Open the rule books."""
        from scorekeeper.tui.rule_books import RuleBooks

        self.app.push_screen(RuleBooks(self.desk))

    def action_delete(self) -> None:
        """Hide the marked game from the list."""
        from scorekeeper.tui.ask import Confirm

        game_id = self._marked()
        if game_id is None:
            return

        def deleted(yes: bool | None) -> None:
            if yes and self.attempt(lambda: self.desk.store.delete(game_id)):
                self.tell(_("Deleted. The command scorekeeper undo {id} brings it back.").format(id=game_id))
                self.refresh_games()

        self.app.push_screen(Confirm(_("Delete this game from the list?")), deleted)

    def action_leave(self) -> None:
        """Leave the app."""
        self.app.exit()
