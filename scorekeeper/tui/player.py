"""A player's page, how the games went over time and against whom; and two players side by side."""

from collections.abc import Sequence
from functools import partial
from textwrap import wrap
from typing import ClassVar

from textual.app import ComposeResult
from textual.containers import Horizontal, VerticalScroll
from textual.content import Content
from textual.widgets import Static

from scorekeeper.game import name_key
from scorekeeper.history import (
    NOTHING,
    Faced,
    Past,
    are_alike,
    everyone_seated,
    faced,
    faced_by,
    game_outcome,
    games_together,
    played_periods,
    player_portrait,
    player_record,
    show_average,
    show_bar,
    show_faced,
    show_period,
    show_periods,
)
from scorekeeper.session import AppSession
from scorekeeper.text import N_, _, join_and, pgettext
from scorekeeper.tui.base.actions import ScreenAction
from scorekeeper.tui.base.screen import GameScreen, Words, asks
from scorekeeper.tui.widgets.data_list import Column, LongList
from scorekeeper.tui.widgets.dialogs import Choose
from scorekeeper.tui.widgets.text import fitted

BOTH = 120
"""Columns from which two lists stand side by side."""

NARROW = 72
"""Columns of a list below which its lesser columns give way."""

WIDEST_BAR = 30
HEADING = 14


class PlayerScreen(GameScreen):
    """How one player did in the games that the history shows."""

    place: ClassVar[str] = "player"
    ACTIONS: ClassVar[tuple[ScreenAction, ...]] = (
        ScreenAction(
            "open", "enter", N_("Against"), N_("Show this player and the marked one against each other.")
        ),
        ScreenAction(
            "view", "v", N_("Over time"), N_("Show how the games went over time, or the other players again.")
        ),
        ScreenAction("same", "m", N_("Merge"), N_("Merge with another spelling of the same player.")),
        ScreenAction("apart", "u", N_("Split"), N_("Undo a merge: count a name separately.")),
        ScreenAction("back", "escape,q", N_("Back"), N_("Back to the history.")),
    )

    def __init__(self, session: AppSession, player: str, games: Sequence[Past]) -> None:
        super().__init__(session)
        self._player = player
        self._games = games_together(games, player)
        self._alike = are_alike(self._games, session.shelf.game_name)
        self._record = player_record(self._games, player, self._alike)
        self._faced = faced(self._games, player, self._alike)
        self._periods = played_periods(self._games, player, self._alike)
        names = dict.fromkeys(one.summary.seats[one.people.index(player)].player for one in self._games)
        spellings = {name_key(name): name for name in names if name_key(name) != name_key(player)}
        self._typed = list(spellings.values())
        self._shows_time = False

    def title_words(self) -> Words:
        """Return the title."""
        return Content.styled(self._player, "bold")

    def body(self) -> ComposeResult:
        """Show the figures, then the others at the table and the course of time."""
        with VerticalScroll(id="portrait"):
            yield Static(id="figures", markup=False)
        with Horizontal(id="lists"):
            yield LongList("others")
            with VerticalScroll(id="time"):
                yield Static(id="course", markup=False)

    def on_mount(self) -> None:
        """Begin in the list of the others."""
        self.query_one("#others").focus()

    def redraw(self) -> None:
        """Show the figures and both lists, side by side where there is room."""
        also = [(_("Also"), join_and(self._typed))] if self._typed else []
        facts = [*player_portrait(self._record), *also]
        pairs = [(head, text) for head, text in facts if not text.startswith(NOTHING)]
        self.query_one("#figures", Static).update(_pairs(pairs, self.size.width - 4))
        both, narrow = self.size.width >= BOTH, self.size.width < NARROW or not self._alike
        others = self.query_one("#others", LongList)
        others.display = both or not self._shows_time
        self.query_one("#time").display = both or self._shows_time
        others.show(_columns(narrow), self._faced)
        width = min(WIDEST_BAR, max(self.size.width // (2 if both else 1) - 46, 8))
        self.query_one("#course", Static).update(_course(show_periods(self._periods, width), self._alike))

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
        met = {one.other for one in self._faced}
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


class Against(GameScreen):
    """Two players side by side, and the games that both played."""

    place: ClassVar[str] = "against"
    ACTIONS: ClassVar[tuple[ScreenAction, ...]] = (
        ScreenAction("open", "enter", N_("Open"), N_("Open the game that is marked.")),
        ScreenAction("back", "escape,q", N_("Back"), N_("Back to the player.")),
    )

    def __init__(self, session: AppSession, player: str, other: str, games: Sequence[Past]) -> None:
        super().__init__(session)
        self._games = games_together(games, player, other)
        self._faced = faced_by(games, player, other, are_alike(self._games, session.shelf.game_name))

    def title_words(self) -> Words:
        """Return the title."""
        return _("{player} and {other}", player=self._faced.player, other=self._faced.other)

    def body(self) -> ComposeResult:
        """Show the two, then their games."""
        yield Static(id="figures", markup=False)
        yield LongList("past")

    def on_mount(self) -> None:
        """Begin in the list of games."""
        self.query_one("#past").focus()

    def redraw(self) -> None:
        """Show both in bars, and their games."""
        width = max(min(self.size.width - 34, WIDEST_BAR), 6)
        self.query_one("#figures", Static).update(_sides(self._faced, width))
        two = [] if self.size.width < NARROW else [self._faced.player, self._faced.other]
        totals = [Column(name, partial(_total_of, name), HEADING, True) for name in two]
        date = Column(_("date"), lambda one: show_period(one.summary.date), 11)
        how = Column(_("how it came out"), game_outcome)
        self.query_one("#past", LongList).show([date, *totals, how], self._games)

    def action_open(self) -> None:
        """Open the game that is marked."""
        from scorekeeper.tui.table.table import TableScreen

        game_id = self._games[self.query_one("#past", LongList).cursor].id
        if self.attempt(lambda: self.session.open(game_id)):
            self.app.push_screen(TableScreen(self.session))


def _total_of(player: str, one: Past) -> str:
    return str(one.summary.seats[one.people.index(player)].total)


def _pairs(pairs: Sequence[tuple[str, str]], width: int) -> Content:
    indent = "\n" + " " * HEADING
    return Content("\n").join(
        Content.assemble(
            (f"{head:<{HEADING}}", "$primary"), indent.join(wrap(text, max(width - HEADING, 16)))
        )
        for head, text in pairs
    )


def _course(rows: Sequence[tuple[str, str, str]], alike: bool) -> Content:
    heading = Content.styled(_("Points per round over time"), "bold $primary")
    if not alike:
        return heading + "\n" + _("Choose one game and one set in the history to compare points.")
    if not rows:
        return heading + "\n" + _("No round is counted yet.")
    width = max(len(drawn) for _when, drawn, _figures in rows)
    lines = [
        Content.assemble(f"{when_played:<12}", (f"{drawn:<{width}}", "$secondary"), f"  {figures}")
        for when_played, drawn, figures in rows
    ]
    return Content("\n").join([heading, *lines])


def _sides(one: Faced, width: int) -> Content:
    """Return a pair of bars for each thing that two players can be compared by."""
    averages = [one.average or 0.0, one.other_average or 0.0]
    blocks = (
        (_("Finished ahead"), [one.ahead, one.behind], [str(one.ahead), str(one.behind)]),
        (
            _("Points per round; fewer is better"),
            averages,
            [show_average(one.average), show_average(one.other_average)],
        ),
        (
            _("Rounds won"),
            [one.rounds_won, one.other_rounds_won],
            [str(one.rounds_won), str(one.other_rounds_won)],
        ),
    )
    parts = [Content(show_faced(one))]
    for heading, values, labels in blocks:
        parts.append(Content.styled(heading, "bold $primary"))
        for name, value, label in zip((one.player, one.other), values, labels, strict=True):
            drawn = show_bar(value, max(values), width) if value else ""
            parts.append(
                Content.assemble(f"  {fitted(name, HEADING)}", f"{label:>6}  ", (drawn, "$secondary"))
            )
    return Content("\n").join(parts)


def _columns(narrow: bool) -> list[Column]:
    found = [
        Column(_("against"), lambda one: one.other),
        Column(_("games"), lambda one: str(one.games), 5, True),
        Column(_("ahead"), lambda one: str(one.ahead), 5, True),
        Column(_("behind"), lambda one: str(one.behind), 6, True),
        Column(pgettext("neither ahead nor behind", "level"), lambda one: str(one.level), 5, True),
        Column(_("own average"), lambda one: show_average(one.average), 12, True),
        Column(_("their average"), lambda one: show_average(one.other_average), 13, True),
    ]
    return found[:4] if narrow else found
