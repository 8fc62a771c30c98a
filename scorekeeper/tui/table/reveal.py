"""The winner's moment: the places of a game that has just ended, from last to first, a key press each.

The last key press leads to the result, which names the winner. Players who share a place are shown together.
"""

from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.events import Click, Key
from textual.widgets import Static

from scorekeeper.game import Standing, TieBreaker, standings_so_far
from scorekeeper.session import LOOK_EVERY, Evening, covered_ranks
from scorekeeper.text import N_, _
from scorekeeper.tui.base.actions import ScreenAction
from scorekeeper.tui.base.players import Badge, badges
from scorekeeper.tui.base.screen import GameScreen
from scorekeeper.tui.table.scoreboard import place_line
from scorekeeper.tui.widgets.board import Board, BoardLine
from scorekeeper.tui.widgets.footer import KeyLine


class Reveal(GameScreen):
    """The places, covered; it lies over the result."""

    place: ClassVar[str] = "reveal"
    ACTIONS: ClassVar[tuple[ScreenAction, ...]] = (
        ScreenAction(
            "next_place",
            "enter,space,down,right,pagedown",
            N_("Next place"),
            N_("Show the next place, from last to first; any other key does so too."),
        ),
        ScreenAction("back", "escape,s", N_("Show all"), N_("Show the result at once.")),
    )

    def __init__(self, session: Evening) -> None:
        super().__init__(session)
        self._places = standings_so_far(session.game).standings
        announced = session.announcements.read().places
        self._is_shared = announced is not None
        """Whether phones and the big screen show the places with this screen."""
        self._shown = announced or 0
        """How many places are shown."""

    def compose(self) -> ComposeResult:
        """Show a line for each place, and what the next key shows."""
        game = self.session.game
        title = _("{title} is over", title=game.title) if game.title else _("The game is over")
        yield Static(title, id="title", markup=False)
        yield Board()
        yield Static(id="under-board", markup=False)
        yield KeyLine()

    def on_mount(self) -> None:
        """Show the places, covered; follow the colours of the theme."""
        self.redraw()
        if self._is_shared:
            self.set_interval(LOOK_EVERY, self._look)
        self.app.theme_changed_signal.subscribe(self, lambda _theme: self.redraw())

    @property
    def _covered(self) -> tuple[int, ...]:
        return covered_ranks(self.session.game, self._shown)

    def _look(self) -> None:
        """Follow the keeper's phone, which may show the next place, too."""
        places = self.session.announcements.read().places
        if places is None:
            if self.in_front:
                self.dismiss()
        elif places != self._shown:
            self._shown = places
            self.redraw()

    def redraw(self) -> None:
        """Show the places that are not covered any more."""
        badge = badges(self.session.game, self.app.current_theme)
        self.query_one(Board).lines = tuple(self._line(place, badge[place.player]) for place in self._places)
        self.query_one("#under-board", Static).update(
            _("Any key shows who won.")
            if len(self._covered) == 1
            else _("Every key shows one more place, the last one first.")
        )

    def _line(self, place: Standing, badge: Badge) -> BoardLine:
        """Return a player's line, with what broke a tie; a gap would tell the winner's total."""
        line = place_line(place, self._places, badge)._replace(gap="")
        if isinstance(place.decider, TieBreaker):
            line = line._replace(note=place.label)
        return line._replace(covered=place.rank in self._covered)

    def action_next_place(self) -> None:
        """Show the next place; the first one is the result's."""
        if self._is_shared:
            game, shown = self.session.game, self._shown
            self.attempt(lambda: self.session.announcements.show_next_place(game, shown))
            self._look()
        elif len(self._covered) > 1:
            self._shown += 1
            self.redraw()
        elif self.in_front:
            self.dismiss()

    def action_back(self) -> None:
        """Show the result at once, on phones and the big screen, too."""
        if not self._is_shared or self.attempt(lambda: self.session.announcements.note(places=None)):
            super().action_back()

    def on_key(self, event: Key) -> None:
        """Take every key that does nothing else as a wish for the next place."""
        if event.key not in self.active_bindings:
            event.stop()
            self.action_next_place()

    @on(Click, "Board")
    def shown_by_tap(self) -> None:
        """Show the next place, by a tap on the board."""
        self.action_next_place()
