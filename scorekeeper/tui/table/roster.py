"""Who sits at the table: somebody comes late or comes back, leaves, has another name, sits elsewhere.

Rounds that were played stay as they are; every change can be undone on the table.
"""

from collections.abc import Mapping
from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from scorekeeper.game import (
    SITS_OUT,
    Game,
    PlayerJoined,
    PlayerLeft,
    PlayerRenamed,
    SeatsChanged,
    beginnings,
    complete_rounds_only,
    joined_with,
    new_deal,
    new_lookalikes,
    seat_notes,
)
from scorekeeper.session import parse_line
from scorekeeper.text import N_, _, pgettext
from scorekeeper.tui.base.colours import Badge, badged, badges
from scorekeeper.tui.base.screen import AppScreen, Words, asks
from scorekeeper.tui.standing import StandingPane
from scorekeeper.tui.widgets.bands import banded
from scorekeeper.tui.widgets.dialogs import AskLine, Choose, Confirm, ask_about_names
from scorekeeper.tui.widgets.text import fitted

_SEAT, _NAME, _TOTAL = 7, 24, 5
"""Columns for the number of a seat, for a name with its badge, and for a total."""

MOST_ROWS = 6
"""Rows of a seat at the most."""


class RosterScreen(AppScreen):
    """The players, seat by seat."""

    CSS_PATH = "table.tcss"
    place: ClassVar[str] = "company"
    PANES: ClassVar[Mapping[str, str]] = {"sitting": N_("Seats")}

    def title_words(self) -> Words:
        """Return what is shown of which game."""
        return self.of_game(_("at the table, clockwise"))

    def body(self) -> ComposeResult:
        """Show the seats under what their columns are."""
        total = "" if self.session.game.hides_totals else pgettext("head of a column", "total")
        seat, player = _("seat"), _("player")
        heads = f"{seat:>{_SEAT}}  {fitted(player, _NAME)}  {total:>{_TOTAL}}"
        with Vertical(id="sitting"):
            yield Static(heads, id="seat-heads", markup=False)
            yield OptionList(id="company", markup=False)
        yield StandingPane()

    _lit = 0
    """The place of the seat that is drawn as the marked one."""

    def on_mount(self) -> None:
        """Begin at the first seat."""
        self._draw(0)

    def redraw(self) -> None:
        """Show the seats in the colours of the theme, once there is room for them."""
        super().redraw()
        self._draw(self._marked)
        if self.has_class("-panes"):
            self.call_after_refresh(lambda: self._draw(self._marked))

    @asks
    async def begin(self, action: str) -> None:
        """Do an action that was chosen on another screen; ask first whom it is for, unless that comes later."""
        if action != "join":
            question = _(next(offer.help for offer in self.ACTIONS if offer.name == action))
            players = [(name, name) for name in self.session.game.at_table]
            self._draw(self._names.index(await self.ask(Choose(question, players))))
        await self.run_action(action)

    def _draw(self, marked: int) -> None:
        options, self._lit = self.query_one("#company", OptionList), min(marked, len(self._names) - 1)
        options.set_options(Option(self._line(index), id=name) for index, name in enumerate(self._names))
        options.highlighted = self._lit
        options.focus()

    def _line(self, index: int) -> Text:
        """Return a line of the table of seats; in panes it is a band, and all of them share the room."""
        game, name, theme = self.session.game, self._names[index], self.app.current_theme
        mark, options = badges(game, theme)[name], self.query_one("#company", OptionList)
        line = _seat(game, name, index + 1, mark)
        width, height = options.content_size
        rows = min(MOST_ROWS, height // len(self._names))
        if not (self.has_class("-panes") and rows and width):
            return line
        return banded(line, mark.colour, theme, (width, rows), marked=index == self._lit)

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Draw the marked seat as such."""
        before, self._lit = self._lit, event.option_index
        for index in {before, self._lit} if self.has_class("-panes") else ():
            event.option_list.replace_option_prompt_at_index(index, self._line(index))

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

    @asks
    async def action_join(self) -> None:
        """Seat somebody who comes back, or who comes late."""
        name = ""
        if gone := [name for name in self._names if name not in self.session.game.at_table]:
            gone.sort(key=self._player.__ne__)
            options = [(name, _seat_words(self.session.game, name)) for name in gone]
            options.append(("", _("Somebody new")))
            name = await self.ask(Choose(_("Who comes to the table?"), options))
        if not name:
            name = await self.ask(AskLine(_("Who comes to the table?"), _("a name")))
            if not name or not await self._may_be_named(PlayerJoined(player=name)):
                return
        game = self.session.game
        number = game.last_under_way + 1
        choices = beginnings(game, name)
        begins: str = choices[0].begins
        if len(choices) > 1:
            question = _("{name} plays from round {number} on, and begins with:", name=name, number=number)
            options = [(choice.begins, choice.words(hidden=game.hides_totals)) for choice in choices]
            begins = await self.ask(Choose(question, options))
        word = next(choice.begins for choice in choices if choice.begins == begins)
        joined = PlayerJoined(player=name, round=number, begins=word)
        if begins == "given":
            typed = await self.ask(AskLine(_("How many points does {name} begin with?", name=name)))
            joined = joined_with(name, number, typed)
        before = self.session.game
        if self.change(joined):
            self._draw(len(self.session.game.at_table) - 1)
            self._tell_change(before)

    def _tell_change(self, before: Game) -> None:
        """Tell who came or left, and how many tiles everybody draws then."""
        sentences = (self.session.last_sentence(), new_deal(before, self.session.game))
        self.tell(" ".join(filter(None, sentences)))

    async def _may_be_named(self, what: PlayerJoined | PlayerRenamed) -> bool:
        """Ask if a new name looks like another one; whether it is meant. Raises Malformed if it is no name."""
        pairs = new_lookalikes(what, self.session.game)
        return not pairs or await self.ask(Confirm(ask_about_names(pairs)))

    @asks
    async def action_gone(self) -> None:
        """Let the marked player leave the table."""
        name, marked = self._player, self._marked
        question = _("Does {name} leave the game? The points stay in the table.", name=name)
        if name not in self.session.game.at_table or not await self.ask(Confirm(question)):
            return
        before = self.session.game
        if self.change(PlayerLeft(player=name)):
            self._draw(marked)
            self._tell_change(before)

    def action_sits_out(self) -> None:
        """Let the marked player sit out the round that is played; or let them play it after all."""
        name, played = self._player, self.session.game.current
        if played is None:
            self.tell(_("Every round is entered."))
        elif name in self.session.game.at_table:
            typed = "" if name in played.sits_out else SITS_OUT
            if self.change(parse_line(self.session.game, played.number, name, typed)):
                self._draw(self._marked)
                self.tell(self.session.last_sentence())

    @asks
    async def action_rename(self) -> None:
        """Give the marked player another name, in all rounds."""
        name, marked = self._player, self._marked
        new = await self.ask(AskLine(_("What is the new name of {name}?", name=name), value=name))
        if new and new != name:
            what = PlayerRenamed(player=name, name=new)
            if await self._may_be_named(what) and self.change(what):
                self._draw(marked)

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


def _seat(game: Game, name: str, seat: int, badge: Badge) -> Text:
    """Return a line of the table of seats: the seat of who plays, the name with its badge, the total, notes."""
    text = Text(f"{seat if name in game.at_table else '':>{_SEAT}}  ").append_text(badged(name, badge, _NAME))
    text.pad_right(_SEAT + 2 + _NAME - text.cell_len)
    text.append("" if game.hides_totals else f"  {complete_rounds_only(game).total(name):>{_TOTAL}}")
    for note in seat_notes(game, name):
        text.append(f"  {note}", style="dim")
    return text


def _seat_words(game: Game, name: str) -> str:
    """Return somebody who left, with the total, as one of the choices."""
    if game.hides_totals:
        return name
    return _("{name}, who left with {points}", name=name, points=game.total(name))
