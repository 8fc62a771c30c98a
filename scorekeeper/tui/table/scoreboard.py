"""Scoreboard: who stands where, in the largest letters there is room for, for everybody at the table to see.

Counts complete rounds only, as the panel beside the table does, and says who is missing in the next one.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.widgets import Static

from scorekeeper.game import Game, Standing, ended_early, fewer_rounds, standings_so_far
from scorekeeper.session import LOOK_EVERY, Evening
from scorekeeper.text import N_, _, join_and, ngettext
from scorekeeper.tui.base.actions import ScreenAction
from scorekeeper.tui.base.players import LEADS, Badge, badges
from scorekeeper.tui.base.screen import GameScreen
from scorekeeper.tui.table.title import title_line
from scorekeeper.tui.widgets.board import Board, BoardLine
from scorekeeper.tui.widgets.footer import KeyLine


class Scoreboard(GameScreen):
    """Names and totals, to be read from far away."""

    place: ClassVar[str] = "scoreboard"
    ACTIONS: ClassVar[tuple[ScreenAction, ...]] = (
        ScreenAction("go_on", "enter", N_("Go on"), N_("Enter the next round, or the rest of it.")),
        ScreenAction(
            "pop_up",
            "a",
            N_("Show by itself"),
            N_("Choose whether the scoreboard shows by itself between rounds on a large terminal."),
        ),
        ScreenAction("back", "escape,q,b", N_("Table"), N_("Back to the table.")),
    )

    def __init__(self, session: Evening) -> None:
        super().__init__(session)
        self.goes_on = False
        """Whether the person left the scoreboard to enter the next round."""

    def compose(self) -> ComposeResult:
        """Show the round, the players, and who is missing."""
        yield Static(id="title", markup=False)
        yield Board()
        yield Static(id="under-board", markup=False)
        yield KeyLine()

    def on_mount(self) -> None:
        """Show the game; follow what other windows enter, and the colours of the theme."""
        self.redraw()
        self.app.theme_changed_signal.subscribe(self, lambda _theme: self.redraw())
        self.set_interval(LOOK_EVERY, self._look)

    def _look(self) -> None:
        if self.look_again():
            self.redraw()

    def redraw(self) -> None:
        """Show the game as it stands."""
        game = self.session.game
        self.query_one("#title", Static).update(title_line(game, self.session.book_title()))
        self.query_one(Board).lines = score_lines(game, badges(game, self.app.current_theme))
        self.query_one("#under-board", Static).update("  ·  ".join(_below(game)))
        self.refresh_bindings()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer the next round where there is one."""
        if action == "go_on":
            return self.session.game.current is not None and not self.session.game.finished
        return super().check_action(action, parameters)

    def action_go_on(self) -> None:
        """Close the scoreboard, and have the table open the next round."""
        self.goes_on = True
        self.dismiss()

    def footer_words(self, action: str) -> str | None:
        """Say whether the scoreboard shows by itself."""
        if action != "pop_up":
            return None
        return _("Show by itself: on") if self.session.settings.scoreboard else _("Show by itself: off")

    def action_pop_up(self) -> None:
        """Let the scoreboard show by itself no longer, or again."""
        wanted = not self.session.settings.scoreboard
        if self.attempt(lambda: self.session.remember(scoreboard=wanted)):
            self.refresh_bindings()
            self.tell(
                _("The scoreboard shows by itself between rounds on a large terminal.")
                if wanted
                else _("The scoreboard no longer shows by itself.")
            )


def score_lines(game: Game, badge: Mapping[str, Badge]) -> tuple[BoardLine, ...]:
    """Return everybody's line after the complete rounds, best first; before the first, and without totals, names."""
    table = standings_so_far(game)
    if game.hides_totals or not table.rounds_played:
        return tuple(BoardLine(name, badge[name]) for name in game.at_table)
    return tuple(place_line(place, table.standings, badge[place.player]) for place in table.standings)


def place_line(place: Standing, places: Sequence[Standing], badge: Badge) -> BoardLine:
    """Return a player's line with the gap to the leader, who has a star."""
    shared = [one.rank for one in places].count(place.rank) > 1
    gap = place.total - places[0].total
    behind = f"+{gap}" if gap > 0 and place.left is None else ""
    return BoardLine(
        place.player,
        badge,
        rank=f"{place.rank}=" if shared else f"{place.rank}",
        points=f"{place.total}",
        gap=LEADS if place.rank == 1 else behind,
        note="" if place.left is None else _("left the table"),
    )


def _below(game: Game) -> Iterator[str]:
    """Yield what stands below the board: what the totals count, and who is missing."""
    if game.hides_totals:
        yield _("Totals are hidden until the end.")
    elif game.rounds_played:
        yield ngettext("Standing after {count} round", "Standing after {count} rounds", game.rounds_played)
        yield from fewer_rounds(standings_so_far(game).standings)
        yield from filter(None, [ended_early(game)])
    current = None if game.finished else game.current
    if current is not None and current.under_way:
        missing = join_and(game.lacks(current))
        yield _(
            "Round {number} ({double}-{double}) lacks {names}.",
            number=current.number,
            double=current.double,
            names=missing,
        )
