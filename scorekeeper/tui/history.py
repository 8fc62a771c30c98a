"""History: the kept games by date and the players by how they did, narrowed by filters.

`scorekeeper.history` counts and words the figures; a player's own page is in `player`.
"""

import asyncio
from collections import Counter
from collections.abc import Mapping
from functools import cached_property
from typing import ClassVar

from msgspec.structs import replace
from rich.cells import cell_len
from textual.app import ComposeResult
from textual.containers import Container, Horizontal
from textual.content import Content
from textual.widgets import Input, Select, Static

from scorekeeper.errors import Malformed, ScorekeeperError
from scorekeeper.game import parse_names
from scorekeeper.history import (
    GameFilter,
    Past,
    PlayerRecord,
    are_alike,
    filter_games,
    first_of,
    outcome_with_others,
    parse_span,
    player_records,
    rounds_played_of,
    show_average,
    show_bar,
    show_number,
    show_period,
    show_share,
)
from scorekeeper.session import AppSession
from scorekeeper.text import N_, _, ngettext, pgettext
from scorekeeper.tiles import set_name
from scorekeeper.tui.base.colours import Badge, own_badges, past_badges
from scorekeeper.tui.base.screen import AppScreen
from scorekeeper.tui.player import BOTH, NARROW
from scorekeeper.tui.table import open_game
from scorekeeper.tui.widgets.data_list import GAP, Column, LongList
from scorekeeper.tui.widgets.field import Field

BATCH = 40
"""Games counted between two looks at the keyboard."""

_BAR = 10
AROUND = 9
"""Columns around a row in panes: the frame, the cursor and the letter."""
SLIM = 54
"""Columns of a list below which even its names give way."""


class History(AppScreen):
    """All past games, or all who played them."""

    CSS_PATH = "history.tcss"
    TITLE = N_("History")
    place: ClassVar[str] = "history"
    PANES: ClassVar[Mapping[str, str]] = {
        "filters": N_("Filters"),
        "past": N_("Games"),
        "people": N_("People"),
    }

    def __init__(self, session: AppSession) -> None:
        super().__init__(session)
        self._all: tuple[Past, ...] = ()
        self._games: tuple[Past, ...] = ()
        self._stamp: tuple[object, ...] | None = None
        self._shows_players = False

    def body(self) -> ComposeResult:
        """Show the filters, the two lists, and what they come to."""
        yield Select([], prompt=_("every game"), id="played", compact=True)
        with Container(id="filters"):
            yield Field(placeholder=_("players"), id="with", max_length=200, compact=True, joint=", ")
            yield Field(placeholder=_("when: 2026-11"), id="when", max_length=40, compact=True)
            yield Select([], prompt=_("any set"), id="set", compact=True)
            yield Select([], prompt=_("any book"), id="book", compact=True)
            yield Select([(_("finished"), True)], prompt=_("all games"), id="finished", compact=True)
        with Horizontal(id="lists"):
            yield LongList("past")
            yield LongList("people")
        yield Static(id="none", markup=False)
        yield Static(id="counted", markup=False)

    def on_mount(self) -> None:
        """Count what was not counted before, then show everything."""
        self._lists()[0].focus()
        self.run_worker(self._count())

    def on_screen_resume(self) -> None:
        """Read the games again after another screen may have changed them."""
        if self._stamp is not None:
            self._read()

    async def _count(self) -> None:
        """Count games that nobody counted yet, a few at a time, so that keys still work."""
        try:
            waiting = self.session.store.uncounted()
            for first in range(0, len(waiting), BATCH):
                self._show_below(_("Counting games: {done} of {all}", done=first, all=len(waiting)))
                self.session.store.count_up(waiting[first : first + BATCH])
                await asyncio.sleep(0)
        except ScorekeeperError as error:
            self.tell(str(error), "error")
        self._read()

    def _read(self) -> None:
        """Read the games and show them, unless nothing changed since they were read."""
        before = self._stamp
        try:
            if (stamp := self.session.store.stamp()) != before:
                self._all = self.session.store.past()
                self._stamp = stamp
                self._offer()
        except ScorekeeperError as error:
            self.tell(str(error), "error")
        if self._stamp != before or before is None:
            self._narrow()

    def _offer(self) -> None:
        """Offer the games, the one played last chosen at first, and the sets and rule books that were played with."""
        game_of = self.session.shelf.game_name
        games = {game_of(game.summary.book) for game in self._all}
        played = self.query_one("#played", Select)
        first = not played.display
        played.display = len(games) > 1
        self._offer_in("#played", [(Content(name), name) for name in sorted(games)])
        if first and played.display:
            with self.prevent(Select.Changed):
                played.value = game_of(self._all[0].summary.book)
        sizes = sorted({game.summary.set_size for game in self._all})
        books = sorted({game.summary.book for game in self._all})
        self._offer_in("#set", [(Content(set_name(size)), size) for size in sizes])
        self._offer_in("#book", [(Content(self.session.shelf.title(book)), book) for book in books])

    def _offer_in(self, where: str, options: list[tuple[Content, int | str]]) -> None:
        select: Select[int | str] = self.query_one(where, Select)
        chosen = select.value
        with self.prevent(Select.Changed):
            select.set_options(options)
            if chosen in [value for _words, value in options]:
                select.value = chosen

    def _wanted(self) -> GameFilter:
        """Return the filter as it is set. Raises Malformed where a date cannot be read."""
        chosen = {str(select.id): select.selection for select in self.query(Select)}
        game, game_of = chosen["played"], self.session.shelf.game_name
        books = {past.summary.book for past in self._all if game_of(past.summary.book) == game}
        return GameFilter(
            players=parse_names(self.query_one("#with", Input).value),
            set_size=chosen["set"],
            book=chosen["book"],
            books=None if game is None else frozenset(books),
            span=parse_span(self.query_one("#when", Field).typed),
            finished=chosen["finished"] is True,
        )

    def _narrow(self) -> None:
        """Show the games that the filters leave, and how their players did."""
        try:
            self._games = filter_games(self._all, self._wanted())
        except Malformed as error:
            self._show_below(str(error))
            self.query_one("#when", Field).mark(error.at)
            return
        vars(self).pop("_players", None)
        self.redraw()
        self._show_below(self._counted())

    @cached_property
    def _players(self) -> tuple[PlayerRecord, ...]:
        """How the players of these games did; counted once they are looked at."""
        return player_records(self._games, self._are_alike)

    @property
    def _are_alike(self) -> bool:
        return are_alike(self._games, self.session.shelf.game_name)

    def _counted(self) -> str:
        if not self._games:
            return ""
        finished = sum(game.summary.finished for game in self._games)
        counted = _(
            "{games}, {finished}",
            games=ngettext(
                "{count} game since {date}",
                "{count} games since {date}",
                len(self._games),
                date=show_period(self._games[-1].summary.date),
            ),
            finished=ngettext("{count} finished", "{count} finished", finished),
        )
        if self._are_alike:
            return counted
        return _("{counted}. Choose one game and one set to compare points.", counted=counted)

    def _show_below(self, sentence: str) -> None:
        self.query_one("#counted", Static).update(sentence)

    def _lists(self) -> tuple[LongList, LongList]:
        return self.query_one("#past", LongList), self.query_one("#people", LongList)

    def redraw(self) -> None:
        """Show both lists where there is room."""
        past, people = self._lists()
        both = self.size.width >= BOTH
        room = self.size.width // 2 if both else self.size.width
        past.display = both or not self._shows_players
        people.display = both or self._shows_players
        past.show(_game_columns(narrow=room < NARROW), self._games, self._winner)
        if people.display:
            most = max((row.wins for row in self._players), default=0)
            longest = max((cell_len(row.player) for row in self._players), default=0)
            columns, theme = _player_columns(room, self._are_alike, most, longest), self.app.current_theme
            marks = own_badges([row.player for row in self._players], self._all, theme)
            people.show(columns, self._players, lambda row: marks[row.player])
        self.query_one("#lists").display = bool(self._games)
        self.show_line("none", "" if self._games else self._nothing())

    def _winner(self, past: Past) -> Badge:
        """Return the badge of who won or leads; a grey one where nobody does."""
        theme, first = self.app.current_theme, first_of(past)
        return past_badges(past, theme)[first[0]] if first else Badge(" ", theme.foreground or "")

    def _nothing(self) -> str:
        if self._all:
            return _("No game fits.\n\nPress {key} to clear the filters.", key=self.key("back"))
        return _(
            "No games yet.\n\nEvery game you keep is counted here: who won, how well everybody played, "
            "and against whom.\n\nPress {back}, then {new} to start the first one.",
            back=self.key("back"),
            new=self.key("new", "home"),
        )

    def on_input_changed(self) -> None:
        """Narrow the lists as it is typed."""
        self._narrow()

    def on_input_submitted(self) -> None:
        """Go from a filter to what it found."""
        self._focus_list()

    def on_select_changed(self) -> None:
        """Narrow the lists to a set, a rule book, or finished games."""
        self._narrow()

    def _focus_list(self) -> None:
        self._lists()[self._shows_players].focus()

    def action_open(self) -> None:
        """Open the game or the player that is marked."""
        past, people = self._lists()
        if not self._games:
            return
        if people.has_focus or not past.display:
            from scorekeeper.tui.player import PlayerScreen

            player = self._players[people.cursor].player
            self.app.push_screen(PlayerScreen(self.session, player, self._games))
        else:
            open_game(self, self._games[past.cursor].id)

    def action_view(self) -> None:
        """Show the players in place of the games, by the set played most; or the games again."""
        self._shows_players = not self._shows_players
        if self._shows_players and self._games and not self._are_alike:
            sizes = Counter(game.summary.set_size for game in self._games)
            self.query_one("#set", Select).value = sizes.most_common(1)[0][0]
        self.redraw()
        self._focus_list()

    def action_search(self) -> None:
        """Go to the line to filter by players."""
        self.query_one("#with", Input).focus()

    def action_back(self) -> None:
        """Take the filters away, else leave."""
        if self._wanted_anything() or isinstance(self.focused, Input | Select):
            with self.prevent(Input.Changed, Select.Changed):
                for line in self.query("#filters Input").results(Input):
                    line.value = ""
                for select in self.query("#filters Select").results(Select):  # the game stays chosen
                    select.clear()
            self._narrow()
            self._focus_list()
        else:
            self.dismiss()

    def _wanted_anything(self) -> bool:
        try:
            return replace(self._wanted(), books=None) != GameFilter()
        except Malformed:
            return True


def _game_columns(narrow: bool) -> list[Column]:
    date = Column(_("date"), lambda game: show_period(game.summary.date), 11)
    how = Column(_("how it came out"), outcome_with_others)
    title = Column(_("game"), lambda game: game.summary.title or _("Untitled"), 16)
    return [date, how] if narrow else [date, title, Column(_("state"), rounds_played_of, 8), how]


def _player_columns(room: int, alike: bool, most: int, longest: int) -> list[Column]:
    """Return the columns of the players that fit; without points where none compare.

    Bars, then shares, give way to names of so many columns.
    """
    columns = [
        Column(_("player"), lambda row: row.player),
        Column(_("games"), lambda row: str(row.games), 5, True),
        Column(_("per round"), lambda row: show_average(row.average), 9, True),
        Column(pgettext("games", "won"), lambda row: str(row.wins), 4, True),
        Column(pgettext("of games won", "share"), lambda row: show_share(row.wins, row.finished), 6, True),
        Column("", lambda row: show_bar(row.wins, most, _BAR) if row.wins else "", _BAR),
        Column(_("rounds won"), lambda row: str(row.rounds_won), 10, True),
        Column(_("lowest"), lambda row: show_number(row.best_game and row.best_game.points), 6, True),
        Column(_("highest"), lambda row: show_number(row.worst_game and row.worst_game.points), 7, True),
    ]
    fitting = columns[:5] if room < SLIM else columns if room > NARROW else columns[:6]
    shown = fitting if alike else [*fitting[:2], *fitting[3:7]]
    for spare in (column for column in (columns[5], columns[4]) if column in shown):
        if room >= SLIM and longest + sum(GAP + column.width for column in shown) + AROUND > room:
            shown.remove(spare)
    return shown
