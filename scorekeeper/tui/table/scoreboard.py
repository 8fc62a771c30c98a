"""What is shown in large letters for everybody to see: the standing between rounds, and at the end the places.

The places come from last to first, a key press each; the last key press leads to the result, which names the
winner. Players who share a place are shown together.
"""

from collections.abc import Iterator, Mapping
from typing import ClassVar

from rich.cells import cell_len
from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.events import Click, Key
from textual.widgets import Static

from scorekeeper.game import (
    Game,
    Standing,
    Standings,
    TieBreaker,
    complete_rounds_only,
    ended_early,
    fewer_rounds,
    game_progress,
    next_starter,
    standings_so_far,
    starter_words,
)
from scorekeeper.session import AppSession, covered_ranks, open_questions
from scorekeeper.text import N_, _, join_and, ngettext, pgettext
from scorekeeper.tui.base.actions import ScreenAction
from scorekeeper.tui.base.colours import LEADS, Badge, badges
from scorekeeper.tui.base.screen import GameScreen, Words
from scorekeeper.tui.standing import title_line
from scorekeeper.tui.widgets.board import NEW, ONE_COLUMN, Board, BoardLine, flowed, large

HIGH = 36
"""Rows from which large letters say how many rounds count, and who is missing in the next or starts it."""

HEADS = "last", "total", "behind"
"""What stands above the numbers, as above those of every standing."""

MARGINS, PARTS = 2, ((), (5,), (6, 10))
"""Columns around what is announced, and by its lines which part of the rows each takes at the most."""


class Scoreboard(GameScreen):
    """Names and totals, to be read from far away."""

    place: ClassVar[str] = "scoreboard"
    FOLLOWS = True
    ACTIONS: ClassVar[tuple[ScreenAction, ...]] = (
        ScreenAction("go_on", "enter", N_("Go on"), N_("Enter the next round, or the rest of it.")),
        ScreenAction(
            "pop_up",
            "v",
            N_("Show by itself"),
            N_("Choose whether the scoreboard shows by itself between rounds on a large terminal."),
        ),
        ScreenAction("back", "escape,q,b", N_("Table"), N_("Back to the table.")),
    )

    def __init__(self, session: AppSession) -> None:
        super().__init__(session)
        self.goes_on = False
        """Whether the person left the scoreboard to enter the next round, or to see the result."""

    def body(self) -> ComposeResult:
        """Show who begins or who won, the players, and who is missing."""
        yield Static(id="headline", markup=False)
        yield Board()
        yield Static(id="under-board", markup=False)

    def title_words(self) -> Words:
        """Return which game it is, and what comes next."""
        if self.session.game.over:
            return self.of_game(_("result"))
        return title_line(self.session.game, self.session.book_title())

    async def look(self) -> None:
        """Show what other windows enter; close where the places are to be shown one by one now."""
        if self.look_again():
            self.dismiss() if self.covered else self.redraw()

    def redraw(self) -> None:
        """Show the game as it stands."""
        super().redraw()
        game, (width, height) = self.session.game, self.size
        marks, (words, own) = badges(game, self.app.current_theme), _announced(game)
        if len(game.at_table) > ONE_COLUMN and height < HIGH:
            words = ("  ".join(words),) * bool(words)
        parts = zip(words, PARTS[len(words)], strict=True)
        drawn = "\n".join(large(one, width - MARGINS, height // part) for one, part in parts)
        self.show_line("headline", Text(drawn, marks[own].colour if own else ""))
        board = self.query_one(Board)
        current = game.current if game.rounds_played and not game.finished else None
        double = f"{current.double}-{current.double}" if current else ""
        number = _("Round {number}: {double}", number=current.number, double=double) if current else ""
        names = [pgettext("head of a column", one) for one in HEADS]
        brief = (*names[:-1], pgettext("head of a column", "gap"))
        board.heads = (
            (number, *names),
            (number, *brief),
            (f"{current.number} · {double}" if current else "", *brief),
        )
        board.lines = score_lines(game, marks)
        told, room = list(_below(game)), width - MARGINS
        count = len(told) if game.rounds_played and not game.over and height >= HIGH else 0
        while not (drawn := flowed(" · ".join(told[:count]), room, 2, low=True)) and count:
            count -= 1
        below = ("  ·  " if cell_len("  ·  ".join(told[count:])) <= room else "\n").join(told[count:])
        self.show_line("under-board", Text(f"{drawn}\n\n{below}".strip("\n"), "dim" if drawn else ""))
        self.refresh_bindings()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer the next round where there is one, and the result once the game is over."""
        game = self.session.game
        if action == "go_on":
            return game.over or (game.current is not None and not game.finished)
        return super().check_action(action, parameters)

    def action_go_on(self) -> None:
        """Close the scoreboard, and have the table open the next round or the result."""
        self.goes_on = True
        self.dismiss()

    def footer_words(self, action: str) -> str | None:
        """Say where Enter leads once the game is over, and whether the scoreboard shows by itself."""
        if action == "go_on" and self.session.game.over:
            return _("Result")
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


def _announced(game: Game) -> tuple[tuple[str, ...], str]:
    """Return what everybody waits for, and in whose colour: the first double and who begins, or who won."""
    if game.over:
        winners = standings_so_far(game).winners
        words = ngettext("{names} wins", "{names} share the win", len(winners), names=join_and(winners))
        return (words,), winners[0] if len(winners) == 1 else ""
    if game.rounds_played or game.current is None:
        return (), ""
    number, double = game.current.number, f"{game.current.double}-{game.current.double}"
    starter, words = next_starter(game, number), starter_words(game, number)
    return ((f"{double}  {words}",), starter) if starter else ((double, words), "")


def score_lines(game: Game, badge: Mapping[str, Badge]) -> tuple[BoardLine, ...]:
    """Return everybody's line after the complete rounds, best first; before the first, and without totals, names.

    It says who was moved by the last round, and with how many points.
    """
    table = standings_so_far(game)
    if game.hides_totals or not table.rounds_played:
        return tuple(BoardLine(name, badge[name]) for name in game.at_table)

    doing = game_progress(complete_rounds_only(game))
    return tuple(
        place_line(place, table, badge[place.player])._replace(
            arrow=one.arrow, last="" if (points := place.by_round[-1]) is None else f"+{points}"
        )
        for place, one in zip(table.standings, doing, strict=True)
    )


def place_line(place: Standing, table: Standings, badge: Badge) -> BoardLine:
    """Return a player's line with the gap to the leader, who has a word; once there are winners, a star."""
    leads = LEADS if table.winners else pgettext("in the column of points behind the leader", "leads")
    behind = table.gap(place) if place.left is None else ""
    return BoardLine(
        place.player,
        badge,
        rank=table.rank(place),
        points=f"{place.total}",
        gap=leads if place.rank == 1 else behind,
        note="" if place.left is None else _("left the table"),
    )


def _below(game: Game) -> Iterator[str]:
    """Yield what stands below the board: what the totals count, and who is missing in the next round or starts it."""
    current, table = None if game.finished else game.current, standings_so_far(game)
    if game.hides_totals:
        yield _("Totals are hidden until the end.")
    elif game.over:
        yield table.explanation
    elif game.rounds_played:
        yield ngettext("After {count} round", "After {count} rounds", game.rounds_played)
    if current is not None and current.under_way:
        yield _("Still to come: {names}", names=join_and(game.lacks(current)))
    elif current is not None and game.rounds_played:
        yield starter_words(game, current.number)
    if game.rounds_played and not game.hides_totals:
        yield from fewer_rounds(table.standings)
        yield from filter(None, [ended_early(game)])


class Reveal(GameScreen):
    """The places, covered; it lies over the result."""

    place: ClassVar[str] = "reveal"
    FOLLOWS = True
    ACTIONS: ClassVar[tuple[ScreenAction, ...]] = (
        ScreenAction(
            "next_place",
            "enter,space,down,right,pagedown",
            N_("Next place"),
            N_("Show the next place, from last to first; any other key does so too."),
        ),
        ScreenAction("back", "escape,s", N_("Show all"), N_("Show the result at once.")),
    )

    def __init__(self, session: AppSession) -> None:
        super().__init__(session)
        announced = session.announcements.read().places
        self._is_shared = announced is not None
        """Whether phones and the big screen show the places with this screen."""
        self._shown = announced or 0
        """How many places are shown."""

    def title_words(self) -> Words:
        """Return which game is over, and how many places are shown."""
        places = standings_so_far(self.session.game).standings
        shown = sum(place.rank not in self._covered for place in places)
        return self.of_game(
            _("result"), _("{count} of {total} shown", count=shown, total=len(places)) if shown else ""
        )

    def body(self) -> ComposeResult:
        """Show a line for each place, and what the next key shows."""
        yield Board()
        yield Static(id="under-board", markup=False)

    @property
    def _covered(self) -> tuple[int, ...]:
        return covered_ranks(self.session.game, self._shown)

    async def look(self) -> None:
        """Follow phones: the keeper's may show the next place, too, and any may still change the result."""
        if self.look_again():
            self.tell(self.session.came)
            if not self.session.game.over:
                self.dismiss()
                return
            self.redraw()
        places = self.session.announcements.read().places if self._is_shared else self._shown
        if places is None:
            if self.in_front:
                self.dismiss()
        elif places != self._shown:
            self._shown = places
            self.redraw()

    def redraw(self) -> None:
        """Show the places that are not covered any more."""
        super().redraw()
        game = self.session.game
        badge, table = badges(game, self.app.current_theme), standings_so_far(game)
        self.query_one(Board).lines = tuple(
            self._line(place, table, badge[place.player]) for place in table.standings
        )
        asked = open_questions(game, self.session.announcements.read())
        hint = (
            _("Any key shows who won.")
            if len(self._covered) == 1
            else _("Every key shows one more place, the last one first.")
        )
        self.query_one("#under-board", Static).update("\n".join([*asked, hint]))

    def _line(self, place: Standing, table: Standings, badge: Badge) -> BoardLine:
        """Return a player's line, with what broke a tie; a gap would tell the winner's total.

        Lines that are covered are counted through, for a shared place would tell of itself.
        """
        line = place_line(place, table, badge)._replace(gap="")
        if isinstance(place.decider, TieBreaker):
            line = line._replace(note=place.label)
        if place.rank in self._covered:
            return line._replace(covered=True, rank=f"{table.standings.index(place) + 1}")
        newest = min(one.rank for one in table.standings if one.rank not in self._covered)
        theme = self.app.current_theme
        tint = "" if theme.ansi else theme.panel or ""
        return line._replace(gap=NEW, tint=tint) if place.rank == newest else line

    @on(Click, "Board")
    def action_next_place(self) -> None:
        """Show the next place; the first one is the result's."""
        if self._is_shared:
            game, shown = self.session.game, self._shown
            self.attempt(lambda: self.session.announcements.show_next_place(game, shown))
            self.call_next(self.look)
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
