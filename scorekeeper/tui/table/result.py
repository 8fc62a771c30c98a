"""Result: who won or is ahead, what decided every place, and what to do next."""

from collections.abc import Mapping, Sequence
from typing import ClassVar

from rich.cells import cell_len
from rich.table import Table as Grid
from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Horizontal, VerticalScroll
from textual.content import Content
from textual.geometry import Size
from textual.widgets import Static

from scorekeeper.formats import shipped_wording
from scorekeeper.game import (
    Game,
    Standing,
    Standings,
    TieDrawn,
    complete_rounds_only,
    corrected_cells,
    file_name,
    standings,
    standings_so_far,
)
from scorekeeper.system import Format, Printing, make_folder, sheets_folder, write_new
from scorekeeper.text import N_, _, join_and, ngettext, pgettext
from scorekeeper.tui.base.actions import ScreenAction
from scorekeeper.tui.base.colours import Badge, badged, badges
from scorekeeper.tui.base.screen import GameScreen, Words, asks
from scorekeeper.tui.chart import plot
from scorekeeper.tui.standing import behind
from scorekeeper.tui.widgets.board import large
from scorekeeper.tui.widgets.dialogs import Choose, Confirm
from scorekeeper.tui.widgets.text import broken_lines

FORMS: Sequence[Format] = ("png", "svg")
TEMPLATE = "result"


MARGINS = 6
"""Columns beside what is shown, a scrollbar among them."""

AROUND = 8
"""Lines that are empty, and those for the heads of the places and for the keys."""

BESIDE = 140
"""Columns from which the chart stands beside the places."""

SHORT = 72
"""Columns below which the rounds won are left out."""


class ResultScreen(GameScreen):
    """The places, best first."""

    place: ClassVar[str] = "result"
    FOLLOWS = True
    ACTIONS: ClassVar[tuple[ScreenAction, ...]] = (
        ScreenAction("print", "p", N_("Print"), N_("Print the result, or this game's score sheet.")),
        ScreenAction("chart", "g", N_("Chart"), N_("How the totals went, round by round.")),
        ScreenAction("share", "i", N_("Picture"), N_("Save the result as a picture to share, PNG and SVG.")),
        ScreenAction("rematch", "n", N_("Rematch"), N_("Start a new game with the same players and rules.")),
        ScreenAction(
            "drawn", "t", N_("Draw a tile"), N_("Say who drew the better tile, if that breaks the tie.")
        ),
        ScreenAction("back", "escape,q", N_("Table"), N_("Back to the table.")),
    )

    def title_words(self) -> Words:
        """Return what is shown of which game."""
        return self.of_game(_("result") if self.session.game.over else _("standing"))

    def body(self) -> ComposeResult:
        """Show the winner, the places, and why."""
        with Horizontal():
            with VerticalScroll(classes="page"):
                yield Static(id="winner-name")
                yield Static(id="winner", markup=False)
                yield Static(id="places")
                yield Static(id="why", markup=False)
            yield Static(id="plot")

    async def look(self) -> None:
        """Show what somebody corrected elsewhere; close where the places are to be shown one by one now."""
        if self.look_again():
            self.tell(self.session.came)
            self.dismiss() if self.covered else self.redraw()

    def redraw(self) -> None:
        """Show the places as they are now."""
        super().redraw()
        game = self.session.game
        if game.hides_totals:
            self.query_one("#winner", Static).update(_("Totals are hidden until the end."))
            return
        table = standings_so_far(game)
        colours = badges(game, self.app.current_theme)
        drawn, beside = self.query_one("#plot", Static), self.size.width >= BESIDE
        drawn.display = beside
        if beside:
            chart = plot(complete_rounds_only(game), colours, self.size.width // 2 - 6, self.size.height - 6)
            drawn.update(chart)
        width = max(1, self.size.width // (2 if beside else 1) - MARGINS)
        above, why = headline(game, table), Content(table.explanation)
        sentences = len(broken_lines(Content(above), width)) + len(broken_lines(why, width))
        left = self.size.height - AROUND - sentences - len(table.standings)
        self.query_one("#winner", Static).update(above)
        self.query_one("#why", Static).update(why)
        self.query_one("#places", Static).update(places(table, colours, short=self.size.width < SHORT))
        self.show_line("winner-name", large_names(table.winners, colours, Size(width, left)))

    @asks
    async def action_print(self) -> None:
        """Print the result or the score sheet, as the person chooses."""
        from scorekeeper.tui.printing import Print

        last = self.session.settings.print.template
        templates = [
            (TEMPLATE, _("The result")),
            (Printing().template if last == TEMPLATE else last, _("The score sheet")),
        ]
        template = await self.ask(Choose(_("What would you like to print?"), templates))
        self.app.push_screen(Print(self.session, template=template))

    def action_chart(self) -> None:
        """Show how the totals went."""
        from scorekeeper.tui.chart import Chart

        self.app.push_screen(Chart(self.session))

    def action_share(self) -> None:
        """Put the result into pictures, where sheets are put."""
        self.attempt(self._save_pictures)

    def _save_pictures(self) -> None:
        from scorekeeper.sheets import Look, filled_sheet, typeset  # loaded with the first picture

        session, marks = self.session, corrected_cells(self.session.kept.log)
        sheet = filled_sheet(session.game, session.book_title(), wording=shipped_wording(), corrected=marks)
        name = file_name(_("{title}, result", title=session.title))
        warnings: list[str] = []
        places: list[str] = []
        for form in FORMS:
            done = typeset([sheet], Look(template=TEMPLATE), form)
            warnings += [warning for warning in done.warnings if warning not in warnings]
            folder = sheets_folder()
            make_folder(folder)
            places += map(str, write_new(folder / f"{name}.{form}", done.pages))
        self.tell(" ".join([_("The result is in {files}.", files=join_and(places)), *warnings]))

    @asks
    async def action_rematch(self) -> None:
        """Start again, after asking where this game is not over; the table sees that another game is open."""
        question = _("This game is not over. Start another one anyway?")
        if self.session.game.over or await self.ask(Confirm(question)):
            self.session.start_rematch()
            self.dismiss()

    @asks
    async def action_drawn(self) -> None:
        """Note who drew the better tile among those who tie."""
        tied = [place.player for place in standings(self.session.game).standings if place.rank == 1]
        if "draw-a-tile" not in self.session.game.rules.winning.ties or len(tied) < 2:
            self.tell(_("No tie here is decided by drawing a tile."))
            return
        player = await self.ask(Choose(_("Who drew the better tile?"), [(name, name) for name in tied]))
        rest = [name for name in tied if name != player]
        if self.change(TieDrawn((player, *rest))):
            self.redraw()


def large_names(names: Sequence[str], colours: Mapping[str, Badge], room: Size) -> Text:
    """Return the winners' names in the largest letters there is room for; nothing where there is none."""
    drawn = [Text(large(name, room.width, room.height // len(names)), colours[name].colour) for name in names]
    return Text("\n").join(drawn) if all("\n" in name.plain for name in drawn) else Text()


def headline(game: Game, table: Standings) -> str:
    """Return the one line that everybody waits for."""
    if not game.over:
        first = [place.player for place in table.standings if place.rank == 1]
        if not table.rounds_played:
            return _("No round is complete yet")
        return ngettext(
            "{names} ahead after {count} round",
            "{names} ahead after {count} rounds",
            table.rounds_played,
            names=join_and(first),
        )
    return ngettext(
        "{names} wins the game",
        "{names} share the win of the game",
        len(table.winners),
        names=join_and(table.winners),
    )


def places(table: Standings, colours: Mapping[str, Badge], short: bool = False) -> Grid:
    """Return the places as a table: rank, player, points, points behind, rounds won, and what decided them.

    A `short` one has no rounds won.
    """
    grid = Grid(box=None, pad_edge=False, padding=(0, 2 - short, 0, 0))
    heads = (
        _("place"),
        _("player"),
        _("points"),
        pgettext("head of a column", "behind"),
        *([] if short else [_("rounds won")]),
        _("ahead"),
    )
    for head in heads:
        grid.add_column(Text(head), justify="left" if head in (heads[1], heads[-1]) else "right")
    for place in table.standings:
        grid.add_row(
            Text(table.rank(place)),
            badged(place.player, colours[place.player], cell_len(place.player) + 3),
            Text(str(place.total)),
            Text(behind(place, table) if table.rounds_played else ""),
            *([] if short else [Text(str(place.rounds_won))]),
            Text(_reason(place, table)),
            style="bold" if place.rank == 1 else "",
        )
    return grid


def _reason(place: Standing, table: Standings) -> str:
    """Return what puts a player before the next one: the points, or what broke the tie; nothing at first."""
    if not table.rounds_played:
        return ""
    after = table.standings[table.standings.index(place) + 1 :]
    if after and after[0].left is None and after[0].total > place.total:
        return _("by {points}", points=after[0].total - place.total)
    return place.label
