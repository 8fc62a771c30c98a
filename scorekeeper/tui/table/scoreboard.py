"""The standing between rounds, in large letters for everybody to see."""

from collections.abc import Iterator, Mapping
from typing import ClassVar

from rich.cells import cell_len
from rich.text import Text
from textual.app import ComposeResult
from textual.widgets import Static

from scorekeeper.game import (
    Game,
    complete_rounds_only,
    ended_early,
    fewer_rounds,
    game_progress,
    next_starter,
    standings_so_far,
    starter_words,
)
from scorekeeper.session import AppSession
from scorekeeper.text import N_, _, join_and, ngettext, pgettext
from scorekeeper.tui.base.actions import ScreenAction
from scorekeeper.tui.base.colours import LEADS, Badge, badges
from scorekeeper.tui.base.screen import GameScreen, Words
from scorekeeper.tui.standing import StandingPane, standing_bands, title_line
from scorekeeper.tui.widgets.board import ONE_COLUMN, Board, BoardLine, flowed, large

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
        ScreenAction("back", "escape,q,b", N_("Table"), N_("Back to the table.")),
    )

    def __init__(self, session: AppSession) -> None:
        super().__init__(session)
        self.goes_on = False
        """Whether the person left the scoreboard to enter the next round."""

    def body(self) -> ComposeResult:
        """Show who begins, the players, and who is missing."""
        yield Static(id="headline", markup=False)
        yield Board()
        yield StandingPane()
        yield Static(id="under-board", markup=False)

    def title_words(self) -> Words:
        """Return which game it is, and what comes next."""
        return title_line(self.session.game, self.session.book_title())

    async def look(self) -> None:
        """Show what other windows enter; close once the game is over, for the result has the places."""
        if self.look_again():
            self.dismiss() if self.session.game.over else self.redraw()

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
        board, pane = self.query_one(Board), self.query_one(StandingPane)
        pane.display = self.has_class("-panes") and bool(standing_bands(game, marks))
        board.display = not pane.display
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
        count = len(told) if game.rounds_played and height >= HIGH else 0
        while not (drawn := flowed(" · ".join(told[:count]), room, 2, low=True)) and count:
            count -= 1
        below = ("  ·  " if cell_len("  ·  ".join(told[count:])) <= room else "\n").join(told[count:])
        self.show_line("under-board", Text(f"{drawn}\n\n{below}".strip("\n"), "dim" if drawn else ""))
        self.refresh_bindings()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer the next round where there is one."""
        if action == "go_on":
            return self.session.game.current is not None
        return super().check_action(action, parameters)

    def action_go_on(self) -> None:
        """Close the scoreboard, and have the table open the next round."""
        self.goes_on = True
        self.dismiss()


def _announced(game: Game) -> tuple[tuple[str, ...], str]:
    """Return what everybody waits for before the first round, and in whose colour: its double and who begins."""
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
        BoardLine(
            place.player,
            badge[place.player],
            rank=table.rank(place),
            arrow=one.arrow,
            last="" if (points := place.by_round[-1]) is None else f"+{points}",
            points=f"{place.total}",
            gap=LEADS if place.rank == 1 else table.gap(place) if place.left is None else "",
            note="" if place.left is None else _("left the table"),
        )
        for place, one in zip(table.standings, doing, strict=True)
    )


def _below(game: Game) -> Iterator[str]:
    """Yield what stands below the board: what the totals count, and who is missing in the next round or starts it."""
    current, table = None if game.finished else game.current, standings_so_far(game)
    if game.hides_totals:
        yield _("Totals are hidden until the end.")
    elif game.rounds_played:
        yield ngettext("After {count} round", "After {count} rounds", game.rounds_played)
    if current is not None and current.under_way:
        yield _("Still to come: {names}", names=join_and(game.lacks(current)))
    elif current is not None and game.rounds_played:
        yield starter_words(game, current.number)
    if game.rounds_played and not game.hides_totals:
        yield from fewer_rounds(table.standings)
        yield from filter(None, [ended_early(game)])
