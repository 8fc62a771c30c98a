"""The standing between rounds, in large letters for everybody to see."""

from collections.abc import Iterator, Mapping
from typing import ClassVar

from rich.cells import cell_len
from rich.text import Text
from textual.app import ComposeResult
from textual.content import Content
from textual.widgets import Static

from scorekeeper.game import Game, ended_early, fewer_rounds, next_starter, standings_so_far, starter_words
from scorekeeper.session import AppSession
from scorekeeper.text import N_, _, join_and, ngettext
from scorekeeper.tui.base.colours import badges
from scorekeeper.tui.base.screen import AppScreen, Words
from scorekeeper.tui.standing import standing_bands, title_line
from scorekeeper.tui.widgets.bands import Band, Bands
from scorekeeper.tui.widgets.letters import large

MARGINS, AROUND_SUBTITLE, PART = 2, 6, 6
"""Columns around what is announced, and around it in a frame; and which part of the rows a line of it takes at the
most.
"""


class Scoreboard(AppScreen):
    """Names and totals, to be read from far away."""

    CSS_PATH = "table.tcss"
    place: ClassVar[str] = "scoreboard"
    FOLLOWS = True
    PANES: ClassVar[Mapping[str, str]] = {"board": N_("Standing")}

    def __init__(self, session: AppSession) -> None:
        super().__init__(session)
        self.goes_on = False
        """Whether the person left the scoreboard to enter the next round."""

    def body(self) -> ComposeResult:
        """Show who begins, the players, and who is missing."""
        yield Static(id="headline", markup=False)
        yield Bands(id="board")
        yield Static(id="under-board", markup=False)

    def title_words(self) -> Words:
        """Return which game it is, and what comes next."""
        return title_line(self.session.game, self.session.book_title())

    async def poll(self) -> None:
        """Show what other windows enter; close once the game is over, for the result has the places."""
        if self.catch_up():
            self.dismiss() if self.session.game.over else self.redraw()

    def redraw(self) -> None:
        """Show the game as it stands."""
        super().redraw()
        game, (width, height) = self.session.game, self.size
        marks, (words, own), room = badges(game, self.app.current_theme), _announced(game), width - MARGINS
        drawn = "\n".join(large(word, room, height // PART) for word in words)
        self.show_line("headline", Text(drawn, marks[own].colour if own else ""))
        seats = (Band(name, marks[name], "", "", 0, "", "", ()) for name in game.at_table)
        self.query_one(Bands).show(standing_bands(game, marks) or [*seats])
        facts = list(_below(game))
        line = "  ·  ".join(facts)
        framed = self.has_class("-panes") and cell_len(line) <= room - AROUND_SUBTITLE
        self.query_one(Bands).border_subtitle = Content(line if framed else "")
        self.show_line("under-board", "" if framed else line if cell_len(line) <= room else "\n".join(facts))
        self.refresh_bindings()

    def offers(self, action: str) -> bool:
        """Offer the next round where there is one."""
        return action != "go_on" or self.session.game.current is not None

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


def _below(game: Game) -> Iterator[str]:
    """Yield what stands below the board: what the totals count, and who is missing in the next round or starts it."""
    current = None if game.finished else game.current
    if game.hides_totals:
        yield _("Totals are hidden until the end.")
    elif game.rounds_played:
        yield ngettext("After {count} round", "After {count} rounds", game.rounds_played)
    if current is not None and current.under_way:
        yield _("Still to come: {names}", names=join_and(game.missing_in(current)))
    elif current is not None and game.rounds_played:
        yield starter_words(game, current.number)
    if game.rounds_played and not game.hides_totals:
        yield from fewer_rounds(standings_so_far(game).standings)
        yield from filter(None, [ended_early(game)])
