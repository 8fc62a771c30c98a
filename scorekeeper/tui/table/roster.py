"""Who sits at the table: somebody comes late or comes back, leaves, has another name, sits elsewhere.

Rounds that were played stay as they are; every change can be undone on the table.
"""

from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from scorekeeper.game import (
    Begins,
    Game,
    PlayerJoined,
    PlayerLeft,
    PlayerRenamed,
    SeatsChanged,
    newcomer_points,
)
from scorekeeper.text import N_, _, escaped
from scorekeeper.tui.base.actions import ScreenAction
from scorekeeper.tui.base.screen import GameScreen
from scorekeeper.tui.widgets.dialogs import AskLine, Choose, Confirm
from scorekeeper.tui.widgets.footer import KeyLine


class RosterScreen(GameScreen):
    """The players, seat by seat."""

    place: ClassVar[str] = "company"
    ACTIONS: ClassVar[tuple[ScreenAction, ...]] = (
        ScreenAction("join", "j", N_("Join"), N_("Add somebody who comes late or comes back.")),
        ScreenAction("gone", "x", N_("Leave"), N_("The marked player leaves; the points stay.")),
        ScreenAction("rename", "e", N_("Rename"), N_("Give the marked player another name, in all rounds.")),
        ScreenAction("seat_up", "f7", N_("Seat up"), N_("Move this player one seat up.")),
        ScreenAction("seat_down", "f8", N_("Seat down"), N_("Move this player one seat down.")),
        ScreenAction("back", "escape,q", N_("Back"), N_("Back to the table.")),
    )

    def compose(self) -> ComposeResult:
        """Show the seats."""
        yield Static(_("At the table, clockwise"), id="title", markup=False)
        yield OptionList(id="company", markup=False)
        yield KeyLine()

    def on_mount(self) -> None:
        """Begin at the first seat."""
        self._draw(0)

    def _draw(self, marked: int) -> None:
        options = self.query_one("#company", OptionList)
        options.clear_options()
        options.add_options(Option(_seat(self.session.game, name), id=name) for name in self._names)
        options.highlighted = min(marked, len(self._names) - 1)
        options.focus()

    @property
    def _names(self) -> tuple[str, ...]:
        """Those who play, then those who left."""
        game = self.session.game
        return (*game.at_table, *(name for name in game.players if name not in game.at_table))

    @property
    def _marked(self) -> int:
        return self.query_one("#company", OptionList).highlighted or 0

    @property
    def _player(self) -> str:
        return self._names[self._marked]

    def action_join(self) -> None:
        """Seat somebody who comes late, or who comes back."""
        back = "" if self._player in self.session.game.at_table else self._player

        def named(name: str | None) -> None:
            if name:
                self._ask_beginning(name)

        self.app.push_screen(AskLine(_("Who comes to the table?"), _("a name"), back), named)

    def _ask_beginning(self, name: str) -> None:
        game = self.session.game
        number = len(game.rounds) + 1
        labels: dict[Begins, str] = {
            "zero": N_("Nothing: 0"),
            "average": N_("The average of the table: {points}"),
            "highest": N_("The highest total of the table: {points}"),
            "given": N_("Another number"),
        }

        def chosen(begins: str | None) -> None:
            word = next((word for word in labels if word == begins), None)
            if word == "given":
                self.app.push_screen(AskLine(_("How many points does {name} begin with?", name=name)), given)
            elif word is not None:
                self._join(PlayerJoined(player=name, begins=word))

        def given(typed: str | None) -> None:
            if typed is not None and typed.isdecimal():
                self._join(PlayerJoined(player=name, begins="given", points=int(typed)))
            elif typed is not None:
                self.tell(
                    _("“{typed}” is not a number; type 40 for forty points.", typed=escaped(typed)), "error"
                )

        if not game.rounds:
            self._join(PlayerJoined(player=name))
            return
        options = [
            (word, _(label, points=0 if word == "given" else newcomer_points(game, number, word)))
            for word, label in labels.items()
        ]
        self.app.push_screen(
            Choose(
                _("{name} plays from round {number} on, and begins with:", name=name, number=number), options
            ),
            chosen,
        )

    def _join(self, what: PlayerJoined) -> None:
        if self.change(what):
            self._draw(len(self.session.game.at_table) - 1)

    def action_gone(self) -> None:
        """Let the marked player leave the table."""
        name, marked = self._player, self._marked

        def answered(yes: bool | None) -> None:
            if yes and self.change(PlayerLeft(player=name)):
                self._draw(marked)

        if name in self.session.game.at_table:
            self.app.push_screen(
                Confirm(
                    _(
                        "Does {name} leave the game? The points stay in the table.",
                        name=name,
                    )
                ),
                answered,
            )

    def action_rename(self) -> None:
        """Give the marked player another name, in all rounds."""
        name, marked = self._player, self._marked

        def named(new: str | None) -> None:
            if new and new != name and self.change(PlayerRenamed(player=name, name=new)):
                self._draw(marked)

        self.app.push_screen(AskLine(_("What is the new name of {name}?", name=name), value=name), named)

    def action_seat_up(self) -> None:
        """Move the marked player one seat up."""
        self._move(-1)

    def action_seat_down(self) -> None:
        """Move the marked player one seat down."""
        self._move(1)

    def _move(self, by: int) -> None:
        seats, here = [*self.session.game.at_table], self._marked
        if here < len(seats) and 0 <= here + by < len(seats):
            seats[here], seats[here + by] = seats[here + by], seats[here]
            if self.change(SeatsChanged(tuple(seats))):
                self._draw(here + by)


def _seat(game: Game, name: str) -> Text:
    stay = game.stay(name)
    text = Text(name, style="bold" if name in game.at_table else "dim")
    text.append(f"  {_total(game, name)}")
    if stay.joined > 1:
        text.append("  " + _("since round {number}", number=stay.joined), style="dim")
    if stay.left is not None and name not in game.at_table:
        text.append("  " + _("left before round {number}", number=stay.left), style="dim")
    return text


def _total(game: Game, name: str) -> str:
    return "" if game.hides_totals else str(game.total(name))
