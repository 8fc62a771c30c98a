"""Result: who won or is ahead, what decided every place, and what to do next."""

from functools import partial
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.events import Click, Key

from scorekeeper.game import (
    Standings,
    TieDrawn,
    complete_rounds_only,
    explain_places,
    file_name,
    standings,
    standings_so_far,
)
from scorekeeper.session import AppSession, covered_ranks, open_questions
from scorekeeper.system import Printing, make_folder, sheets_folder, write_new
from scorekeeper.text import _, join_and, ngettext
from scorekeeper.tui.base.colours import badges
from scorekeeper.tui.base.screen import AppScreen, Words, asks
from scorekeeper.tui.chart import plot
from scorekeeper.tui.standing import behind
from scorekeeper.tui.widgets.dialogs import Choose, Confirm
from scorekeeper.tui.widgets.moment import Moment, Place, Shown

TEMPLATE = "result"


class ResultScreen(AppScreen):
    """The places, best first; once the game is over they come in one by one, and the winner last."""

    CSS_PATH = "table.tcss"
    place: ClassVar[str] = "result"
    FOLLOWS = True

    def __init__(self, session: AppSession, *, is_covered: bool = False) -> None:
        super().__init__(session)
        announced = session.answers.read().places
        self._is_shared = announced is not None
        """Whether phones and the big screen show the places with this screen."""
        self._places = announced if self._is_shared else 0 if is_covered else None
        """How many places are shown; None where all are."""

    def title_words(self) -> Words:
        """Return what is shown of which game, and how many places while some are covered."""
        game, ranks = self.session.game, self._covered
        total, places = len(game.players), standings_so_far(game).standings
        covered = sum(place.rank in ranks for place in places)
        shown = (
            _("{count} of {total} shown", count=total - covered, total=total) if 0 < covered < total else ""
        )
        return self.of_game(_("result") if game.over else _("standing"), shown)

    def body(self) -> ComposeResult:
        """Show the picture."""
        with VerticalScroll(id="moment"):
            yield Moment()

    @property
    def _covered(self) -> tuple[int, ...]:
        """The ranks that nobody may see yet."""
        return covered_ranks(self.session.game, self._places) if self.session.game.over else ()

    async def poll(self) -> None:
        """Follow phones: the keeper's may show the next place, too, and any may still change the result."""
        came, announced = self.catch_up(), self.session.answers.read().places
        if came:
            self.tell(self.session.came)
        if announced is not None or self._is_shared:
            came, self._is_shared = came or announced != self._places, True
            self._places = announced
        if came:
            self.redraw()

    def redraw(self) -> None:
        """Show the places that are not covered."""
        super().redraw()
        self.query_one("#moment").can_focus = not self._covered
        self.query_one(Moment).show(self._shown())
        self.refresh_bindings()

    def _shown(self) -> Shown:
        game, covered = self.session.game, self._covered
        table, theme = standings_so_far(game), self.app.current_theme
        if game.hides_totals or not table.rounds_played:
            hidden = _("Totals are hidden until the end.") if game.hides_totals else ""
            return Shown((), headline=hidden or _("No round is complete yet"))
        marks = badges(game, theme)
        places = tuple(
            Place(
                place.player,
                marks[place.player],
                place.rank if place.left is None else 0,
                table.rank(place),
                place.total,
                behind(place, table),
                str(place.rounds_won),
                table.reason(place),
            )
            for place in table.standings
        )
        seen = [place for place in table.standings if place.rank not in covered]
        hides = len(places) - len(seen)
        first = [at for at, place in enumerate(table.standings) if seen and place.rank == seen[0].rank]
        named = tuple(places[at] for at in first)
        chart = partial(plot, complete_rounds_only(game), theme, only=[place.player for place in seen])
        return Shown(places, hides, named, game.over and not covered, _("Who wins?"), self._why(table), chart)

    def _why(self, table: Standings) -> str:
        """Return what stands below the head: who won and why, or what is still to be done."""
        game, covered = self.session.game, self._covered
        if not covered:
            return (
                explain_places(game, table) if game.over else f"{_ahead(table)}. {table.explanation}".strip()
            )
        hint = (
            _("Any key shows who won.")
            if len(covered) == 1
            else _("Every key shows one more place, the last one first.")
        )
        return " ".join([*open_questions(game, self.session.answers.read()), hint])

    def offers(self, action: str) -> bool:
        """Offer nothing but the next place, and all of them, while some are covered or anything moves."""
        if action in ("print", "chart", "share", "rematch", "drawn") and (self._covered or self._moves):
            return False
        if action == "share":
            return bool(self.session.game.rounds_played) and not self.session.game.hides_totals
        return action != "drawn" or bool(self._who_draw)

    @property
    def _who_draw(self) -> list[str]:
        """Those who tie for the first place, if a drawn tile decides that."""
        game = self.session.game
        tied = [place.player for place in standings(game).standings if place.rank == 1]
        return tied if "draw-a-tile" in game.rules.winning.ties and len(tied) > 1 else []

    def footer_words(self, action: str) -> str | None:
        """Say that Enter shows the next place, and Esc all of them, while some are covered."""
        return {"go_on": _("Next place"), "back": _("Show all")}.get(action) if self._covered else None

    @property
    def _moves(self) -> bool:
        return self.is_mounted and self.query_one(Moment).time < 1.0

    def on_screen_suspend(self) -> None:
        """Show the end of what moves to whoever comes back."""
        self.query_one(Moment).finish()

    def on_key(self, event: Key) -> None:
        """Take every key that does nothing else as a wish for the next place."""
        if event.key not in self.active_bindings and (self._covered or self._moves):
            event.stop()
            self.show_next_place()

    @on(Click, "Moment")
    def show_next_place(self) -> None:
        """Show the next place; end what moves where all are shown."""
        game, shown = self.session.game, self._places or 0
        if not self._covered:
            self.query_one(Moment).finish()
        elif self._is_shared:
            self.attempt(lambda: self.session.answers.show_next_place(game, shown))
            self.call_next(self.poll)
        else:
            self._places = shown + 1 if len(self._covered) > 1 else None
            self.redraw()

    def action_go_on(self) -> None:
        """Show the next place; end what moves; go to the table."""
        if self._covered or self._moves:
            self.show_next_place()
        else:
            self.dismiss()

    def action_back(self) -> None:
        """Show all places at once, on phones and the big screen, too; go to the table."""
        if not self._covered:
            self.action_go_on()
        elif not self._is_shared or self.attempt(lambda: self.session.answers.note(places=None)):
            self._places = None
            self.redraw()

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
        """Put the moment into a picture, where sheets are put."""
        self.attempt(self._save_picture)

    def _save_picture(self) -> None:
        from scorekeeper.sheets import moment_picture  # loaded with the first picture

        folder, title = sheets_folder(), self.session.title
        make_folder(folder)
        picture = folder / f"{file_name(_('{title}, result', title=title))}.png"
        saved = write_new(picture, [moment_picture(self.session.game, title)])
        self.tell(_("The result is in {files}.", files=join_and([*map(str, saved)])))

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
        tied = self._who_draw
        player = await self.ask(Choose(_("Who drew the better tile?"), [(name, name) for name in tied]))
        rest = [name for name in tied if name != player]
        if self.change(TieDrawn((player, *rest))):
            self.redraw()


def _ahead(table: Standings) -> str:
    """Return who is ahead after how many rounds."""
    return ngettext(
        "{names} ahead after {count} round",
        "{names} ahead after {count} rounds",
        table.rounds_played,
        names=join_and([place.player for place in table.standings if place.rank == 1]),
    )
