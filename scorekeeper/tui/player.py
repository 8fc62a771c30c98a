"""A player's page, how the games went over time and against whom; and two players side by side."""

from collections.abc import Mapping, Sequence
from functools import partial
from itertools import chain
from textwrap import wrap
from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Horizontal, VerticalScroll
from textual.content import Content
from textual.widgets import Static

from scorekeeper.game import ColourChosen, name_key
from scorekeeper.history import (
    NOTHING,
    Faced,
    Past,
    PlayerRecord,
    are_alike,
    everyone_seated,
    faced,
    faced_by,
    game_outcome,
    games_together,
    people_colours,
    played_periods,
    player_portrait,
    player_record,
    show_average,
    show_faced,
    show_period,
    show_periods,
)
from scorekeeper.session import AppSession
from scorekeeper.text import N_, _, join_and, pgettext
from scorekeeper.tui.base.colours import Badge, blocked, own_badges, palette_badges
from scorekeeper.tui.base.screen import AppScreen, Words, asks
from scorekeeper.tui.table import open_game
from scorekeeper.tui.widgets.bands import banded
from scorekeeper.tui.widgets.data_list import TALLEST, Column, LongList
from scorekeeper.tui.widgets.dialogs import Choose
from scorekeeper.tui.widgets.figures import Card, Figures

BOTH = 120
"""Columns from which two lists stand side by side."""

NARROW = 72
"""Columns of a list below which its lesser columns give way."""

AROUND_BAR = 42
"""Columns around a bar."""
HEADING = 14
WIDEST_NAME = 20
"""Columns of a name in a colour to choose."""


class PlayerScreen(AppScreen):
    """How one player did in the games that the history shows."""

    CSS_PATH = "history.tcss"
    place: ClassVar[str] = "player"
    AUTO_FOCUS: ClassVar[str | None] = "#others"
    PANES: ClassVar[Mapping[str, str]] = {"portrait": "", "others": N_("Against"), "time": N_("By month")}

    def __init__(self, session: AppSession, player: str, games: Sequence[Past]) -> None:
        super().__init__(session)
        self._player = player
        self._games = games_together(games, player)
        self._alike = are_alike(self._games, session.shelf.game_name)
        self._record = player_record(self._games, player, self._alike)
        self._faced = faced(self._games, player, self._alike)
        self._periods = played_periods(self._games, player, self._alike)
        names = dict.fromkeys(game.summary.seats[game.people.index(player)].player for game in self._games)
        spellings = {name_key(name): name for name in names if name_key(name) != name_key(player)}
        self._typed = list(spellings.values())
        self._shows_time = False

    def title_words(self) -> Words:
        """Return the title."""
        return Content.styled(self._player, "bold")

    def body(self) -> ComposeResult:
        """Show the figures, then the others at the table and the course of time."""
        with VerticalScroll(id="portrait"):
            yield Figures(id="numbers")
            yield Static(id="figures", markup=False)
        with Horizontal(id="lists"):
            yield LongList("others")
            with VerticalScroll(id="time"):
                yield Static(id="course", markup=False)

    def redraw(self) -> None:
        """Show the figures and both lists, side by side where there is room."""
        also = [(_("Also"), join_and(self._typed))] if self._typed else []
        facts = [*player_portrait(self._record), *also]
        pairs = [(head, text) for head, text in facts if not text.startswith(NOTHING)]
        text = self.query_one("#figures", Static)
        room = text.content_size.width if self.has_class("-panes") else self.size.width - 4
        text.update(_pairs(pairs, room))
        both, narrow = self.size.width >= BOTH, self.size.width < NARROW or not self._alike
        others = self.query_one("#others", LongList)
        others.display = both or not self._shows_time
        self.query_one("#time").display = both or self._shows_time
        theme, games, record = self.app.current_theme, self.session.store.past(), self._record
        marks = own_badges([self._player, *(pair.other for pair in self._faced)], games, theme)
        others.show(_columns(narrow or self.has_class("-panes")), self._faced, lambda pair: marks[pair.other])
        colour = marks[self._player].colour
        self.query_one(Figures).put(_numbers(record), colour)
        self.query_one("#portrait").border_title = Content(self._player)
        self.call_after_refresh(self._show_periods, self.query_one("#course", Static), colour)

    def _show_periods(self, periods: Static, colour: str) -> None:
        """Show the points of every month or day as a band; all of them share the room."""
        width, height = self.query_one("#time").content_size
        rows = show_periods(self._periods, max(8, width - AROUND_BAR))
        if not (self._alike and rows):
            few = _("No round is counted yet.")
            periods.update(
                few if self._alike else _("Choose one game and one set in the history to compare points.")
            )
            return
        tall = max(1, min(2 * TALLEST, height // len(rows)))
        longest = max(len(drawn) for _when, drawn, _words in rows)
        lines = [
            Text.assemble((f" {when:<12}", "bold"), (f"{drawn:<{longest}}", colour), f"  {words}")
            for when, drawn, words in rows
        ]
        bands = [banded(line, colour, self.app.current_theme, (width, tall)) for line in lines]
        periods.update(Text("\n").join(bands))

    def action_open(self) -> None:
        """Show this player and the marked one against each other."""
        other = self._faced[self.query_one("#others", LongList).cursor].other
        self.app.push_screen(Against(self.session, self._player, other, self._games))

    def action_view(self) -> None:
        """Show the course of time in place of the others, or the others again."""
        self._shows_time = not self._shows_time
        self.redraw()
        self.query_one("#time" if self._shows_time else "#others").focus()

    @asks
    async def action_same(self) -> None:
        """Count these games as those of the same person under another name."""
        met = {pair.other for pair in self._faced}
        everyone = sorted(everyone_seated(self.session.store.past()), key=name_key)
        others = [(name, name) for name in everyone if name not in met and name != self._player]
        if not others:
            self.tell(_("Everybody else has played against {name}.", name=self._player))
            return
        question = _("Which player is the same person as {name}? No game is changed.", name=self._player)
        person = await self.ask(Choose(question, others))
        self.session.store.put_together(self._player, person)
        sentence = N_("{name} counts as {person} now. Press {key} on that page to undo this.")
        self.tell(_(sentence, name=self._player, person=person, key=self.key("apart")))
        self.dismiss()

    @asks
    async def action_colour(self) -> None:
        """Give this player another colour from the latest game on, one that is free at that table."""
        games, player = self.session.store.past(), self._player
        latest = max((past for past in games if player in past.people), key=lambda past: past.began)
        seat = latest.summary.seats[latest.people.index(player)]
        taken = {other.colour for other in latest.summary.seats}
        palette = palette_badges(player, self.app.current_theme)
        owners, colours = dict[int, list[str]](), people_colours(games)
        for name in everyone_seated(games):
            owners.setdefault(colours[name_key(name)], []).append(name)
        options = [
            (str(index), blocked(player, badge, WIDEST_NAME) + f"  {join_and(owners.get(index, ()))}")
            for index, badge in enumerate(palette)
            if index not in taken
        ]
        if not options:
            self.tell(_("Everybody at the latest table of {name} has a colour; none is free.", name=player))
            return
        question = _("Which colour? The names beside one have it at other tables.")
        choice = await self.ask(Choose(question, options))
        self.session.keep_elsewhere(latest.id, ColourChosen(seat.player, int(choice)))
        self.tell(
            _("{name} has this colour from the latest game on. Undo in that game takes it back.", name=player)
        )
        self.redraw()

    @asks
    async def action_apart(self) -> None:
        """Take apart names that were put together."""
        same = self.session.store.same_players()
        typed = [(name, name) for name in self._typed if name_key(name) in same]
        if not typed:
            self.tell(_("No other name was merged with {name}.", name=self._player))
            return
        name = await self.ask(Choose(_("Which name is another player?"), typed))
        self.session.store.take_apart(name)
        self.tell(_("{name} counts as a separate player again.", name=name))
        self.dismiss()


class Against(AppScreen):
    """Two players side by side, and the games that both played."""

    CSS_PATH = "history.tcss"
    place: ClassVar[str] = "against"
    PANES: ClassVar[Mapping[str, str]] = {"numbers": N_("Against"), "past": N_("Games")}

    def __init__(self, session: AppSession, player: str, other: str, games: Sequence[Past]) -> None:
        super().__init__(session)
        self._games = games_together(games, player, other)
        self._faced = faced_by(games, player, other, are_alike(self._games, session.shelf.game_name))

    def title_words(self) -> Words:
        """Return the title."""
        return _("{player} and {other}", player=self._faced.player, other=self._faced.other)

    def body(self) -> ComposeResult:
        """Show the two, then their games."""
        yield Figures(id="numbers")
        yield Static(id="figures", markup=False)
        yield LongList("past")

    def redraw(self) -> None:
        """Show both in figures, and their games."""
        self.query_one("#figures", Static).update(show_faced(self._faced))
        two = [] if self.size.width < NARROW else [self._faced.player, self._faced.other]
        totals = [Column(name, partial(_total_of, name), HEADING, True) for name in two]
        date = Column(_("date"), lambda game: show_period(game.summary.date), 11)
        how = Column(_("how it came out"), game_outcome)
        theme, pair = self.app.current_theme, self._faced
        marks = own_badges([pair.player, pair.other], self.session.store.past(), theme)
        best = {past.id: min((pair.player, pair.other), key=partial(_total_in, past)) for past in self._games}
        columns = [date, *totals, how]
        self.query_one("#past", LongList).show(columns, self._games, lambda past: marks[best[past.id]])
        numbers, cards = self.query_one(Figures), _compared(pair, marks)
        pairs = chain(*zip(cards[: len(cards) // 2], cards[len(cards) // 2 :], strict=True))
        numbers.put(cards if self.has_class("-panes") else [*pairs])
        numbers.border_subtitle = Content(show_faced(pair))

    def action_open(self) -> None:
        """Open the game that is marked."""
        open_game(self, self._games[self.query_one("#past", LongList).cursor].id)


def _total_in(game: Past, player: str) -> int:
    return game.summary.seats[game.people.index(player)].total


def _total_of(player: str, game: Past) -> str:
    return str(_total_in(game, player))


def _numbers(record: PlayerRecord) -> list[Card]:
    """Return the figures of a player to be shown in large."""
    best, worst = (game and game.points for game in (record.best_game, record.worst_game))
    pairs = (
        (_("Games"), record.games),
        (_("Wins"), record.wins),
        (_("Rounds won"), record.rounds_won),
        (_("Best game"), best),
        (_("Worst game"), worst),
        (_("Best round"), record.best_round),
        (_("Worst round"), record.worst_round),
    )
    figures = [Card(str(value), words) for words, value in pairs if value is not None]
    figures.insert(3, Card(show_average(record.average), _("Points per round")))
    return figures


def _compared(pair: Faced, marks: Mapping[str, Badge]) -> list[Card]:
    """Return what two players can be compared by, first of the one, then of the other."""
    rows = (
        (_("Finished ahead"), str(pair.ahead), str(pair.behind)),
        (_("Points per round"), show_average(pair.average), show_average(pair.other_average)),
        (_("Rounds won"), str(pair.rounds_won), str(pair.other_rounds_won)),
    )
    sides = ((pair.player, 1), (pair.other, 2))
    return [Card(row[at], f"{row[0]} · {name}", marks[name].colour) for name, at in sides for row in rows]


def _pairs(pairs: Sequence[tuple[str, str]], width: int) -> Content:
    indent = "\n" + " " * HEADING
    return Content("\n").join(
        Content.assemble(
            (f"{head:<{HEADING}}", "$primary"), indent.join(wrap(text, max(width - HEADING, 16)))
        )
        for head, text in pairs
    )


def _columns(narrow: bool) -> list[Column]:
    columns = [
        Column(_("against"), lambda row: row.other),
        Column(_("games"), lambda row: str(row.games), 5, True),
        Column(_("ahead"), lambda row: str(row.ahead), 7, True),
        Column(_("behind"), lambda row: str(row.behind), 6, True),
        Column(pgettext("neither ahead nor behind", "level"), lambda row: str(row.level), 5, True),
        Column(_("own average"), lambda row: show_average(row.average), 12, True),
        Column(_("their average"), lambda row: show_average(row.other_average), 13, True),
    ]
    return columns[:4] if narrow else columns
