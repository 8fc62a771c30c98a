"""Club night: who sits where in a sitting, which tables are out, and the standing beside them; and the roster."""

from collections.abc import Mapping
from functools import partial
from random import Random
from typing import ClassVar

from msgspec.structs import replace
from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.widgets import Static

from scorekeeper.club import ClubPerson, ClubPlace, PeopleSet, ScoredBy, TableResult
from scorekeeper.dates import show_decimal
from scorekeeper.errors import Impossible, Malformed, ScorekeeperError
from scorekeeper.formats import BASE_BOOK, typed_totals
from scorekeeper.game import Redone, Undone, lookalikes, name_key, parse_names
from scorekeeper.session import AppSession, ClubSession
from scorekeeper.text import N_, _, join_with_commas, ngettext, whole_number
from scorekeeper.tiles import set_name
from scorekeeper.tui.base.colours import Badge
from scorekeeper.tui.base.screen import AppScreen, Words, asks
from scorekeeper.tui.table import open_game
from scorekeeper.tui.widgets.data_list import Column, LongList
from scorekeeper.tui.widgets.dialogs import AskLine, Choose, Confirm, ask_about_names

WAYS: Mapping[ScoredBy, str] = {"mean": N_("mean"), "place": N_("place"), "points": N_("points")}
"""What a standing adds up, as the heads of its columns."""

STATES = {N_("still out"): "accent", N_("begun"): "warning", N_("done"): "success"}
"""How far a table can be, with the colour of the theme for it."""

MOST_TOLD = 5
"""The faults of a draw that are told."""


async def begin_event(screen: AppScreen, club: ClubSession) -> None:
    """Ask for what a new club night needs, and begin it; the rules are those of the book."""
    shelf = screen.session.shelf
    title = await screen.ask(AskLine(_("What is the event called?")))
    books = [(book_id, shelf.title(book_id)) for book_id in shelf.ids()]
    book = shelf.book(await screen.ask(Choose(_("Which rule book?"), books, BASE_BOOK)))
    sets = [(str(size), set_name(size)) for size in book.rules.set.sizes]
    size = await screen.ask(Choose(_("Which set?"), sets, str(book.rules.set.default)))
    club.start(title, book, int(size), await screen.ask(AskLine(_("How many share a table?"), "4-6", "4-6")))


class EventScreen(AppScreen):
    """A club night: its tables, and one standing over all of them."""

    CSS_PATH = "history.tcss"
    place: ClassVar[str] = "event"
    FOLLOWS = True
    PANES: ClassVar[Mapping[str, str]] = {"seated": N_("Tables"), "ranked": N_("Standing")}

    def __init__(self, session: AppSession, club: ClubSession) -> None:
        super().__init__(session)
        self._club, self._by, self._sitting = club, club.club.started.by, club.sitting
        self._tables: tuple[TableResult, ...] = ()
        self._shows_standing = False

    def title_words(self) -> Words:
        """Return the night, its sitting, and how many tables are out."""
        club, parts = self._club.club, list[str]()
        if self._tables:
            planned = max(club.started.sittings, len(club.sittings))
            out = sum(result.totals is None for result in self._tables)
            parts = [_("sitting {sitting} of {count}", sitting=self._sitting, count=planned)]
            parts.append(ngettext("{count} table out", "{count} tables out", out))
        return Text.assemble((club.started.title, "bold"), *(f" · {part}" for part in parts))

    def body(self) -> ComposeResult:
        """Show the tables and the standing."""
        with Horizontal(id="lists"):
            yield LongList("seated")
            yield LongList("ranked")
        yield Static(id="counted", markup=False)

    def on_screen_resume(self) -> None:
        """Read the night again: a table may have been played, and people may have come."""
        self.attempt(lambda: self._club.open(self._club.kept.id))
        self.redraw()

    async def poll(self) -> None:
        """Show what others did."""
        if self.in_front and self.session.store.others_wrote():
            self.on_screen_resume()

    def _lists(self) -> tuple[LongList, LongList]:
        return self.query_one("#seated", LongList), self.query_one("#ranked", LongList)

    def redraw(self) -> None:
        """Show the sitting and the standing, side by side where there is room."""
        results, standing = self._club.results, self._club.standing(self._by)
        self._sitting = min(self._sitting, len(self._club.club.sittings)) or self._club.sitting
        self._tables = tuple(result for result in results if result.sitting == self._sitting)
        super().redraw()
        both, (seated, ranked), theme = self.has_class("-panes"), self._lists(), self.app.current_theme
        seated.display, ranked.display = both or not self._shows_standing, both or self._shows_standing

        def badge(result: TableResult) -> Badge:
            return Badge("", getattr(theme, STATES[_state(result)]) or theme.primary)

        number = Column(_("table"), "{0.table.number}".format, 5, True)
        players, state = (
            Column(_("players"), self._players),
            Column(_("state"), lambda result: _(_state(result)), 9),
        )
        seated.show([number, players, state], self._tables, badge)
        places = [Column(_("rank"), "{0.rank}".format, 4, True), Column(_("player"), "{0.player}".format)]
        for field in sorted(WAYS, key=lambda field: field != self._by):
            head = _(WAYS[field]) + " ▾" * (field == self._by)
            places.append(Column(head, partial(_figure, field), 8, True))
        ranked.show(places, standing.standing, lambda _place: Badge("", theme.primary))
        self.show_line("counted", standing.explanation if self._tables else self._next_step)

    @property
    def _next_step(self) -> str:
        """What to do where no sitting is drawn."""
        sentence = N_("No sitting is drawn. Press {people} to list who is here, then {draw} to seat them.")
        return _(sentence, people=self.key("people"), draw=self.key("draw"))

    def _players(self, result: TableResult) -> str:
        """Return who sits at a table, with their totals; who went home is named as such."""
        club, totals = self._club.club, result.totals
        if totals is not None:
            return join_with_commas([f"{name} {points}" for name, points in totals.items()])
        return ", ".join(club.person(name).shown for name in result.table.players)

    @property
    def _marked(self) -> TableResult:
        """The marked table. Raises Impossible where no sitting is drawn."""
        if not self._tables:
            raise Impossible(self._next_step)
        return self._tables[self._lists()[0].cursor]

    def action_open(self) -> None:
        """Open the marked table, or that of the marked person."""
        seated, ranked = self._lists()
        if ranked.has_focus and ranked.rows:
            name = ranked.rows[ranked.cursor].player
            at = (index for index, result in enumerate(self._tables) if name in result.table.players)
            seated.cursor = next(at, seated.cursor)
        self.attempt(lambda: open_game(self, self._marked.table.game))

    @asks
    async def action_totals(self) -> None:
        """Ask for the totals of the marked table, until they can be."""
        result, fault = self._marked, ""
        number, names = result.table.number, join_with_commas(result.table.players)
        question = _("Totals of table {table}, in this order: {names}", table=number, names=names)
        typed = " ".join(map(str, (result.totals or {}).values()))
        while True:
            typed = await self.ask(AskLine(fault + question, "124 98 77", typed))
            try:
                words = typed.replace(",", " ").split()
                self._club.enter([typed_totals(result.sitting, result.table, words)])
                return self.redraw()
            except ScorekeeperError as error:
                fault = f"{error}\n"

    @asks
    async def action_draw(self) -> None:
        """Seat the next sitting."""
        await self._draw(len(self._club.club.sittings) + 1)

    @asks
    async def action_draw_again(self) -> None:
        """Draw again for the tables that have not begun."""
        await self._draw(self._marked.sitting)

    async def _draw(self, sitting: int) -> None:
        """Draw a sitting, say what is not ideal, and keep the seats if they are wanted."""
        drawn = self._club.draw(sitting, Random().random)
        sentences = drawn.problems[:MOST_TOLD] or (_("Nobody meets again."),)
        more = ["…"] * (len(drawn.problems) > MOST_TOLD)
        head = _("Sitting {sitting}: {count} tables.", sitting=sitting, count=len(drawn.tables))
        if await self.ask(Confirm(" ".join((head, *sentences, *more, _("Keep these seats?"))))):
            self._club.keep_draw(drawn)
            self._sitting = sitting
            self.redraw()

    def action_people(self) -> None:
        """Show the roster."""
        self.app.push_screen(ClubRoster(self.session, self._club))

    def action_view(self) -> None:
        """Go to the standing, or back to the tables."""
        self._shows_standing = not self._lists()[1].has_focus
        self.redraw()
        self._lists()[self._shows_standing].focus()

    def action_by(self) -> None:
        """Count the standing by another score."""
        ways = [*WAYS]
        self._by = ways[(ways.index(self._by) + 1) % len(ways)]
        self.redraw()

    def action_sitting(self) -> None:
        """Show the next sitting, or after the last the first one."""
        self._sitting = self._sitting % max(1, len(self._club.club.sittings)) + 1
        self.redraw()

    def action_undo(self) -> None:
        """Undo the last change."""
        self._keep(Undone())

    def action_redo(self) -> None:
        """Redo the last undone change."""
        self._keep(Redone())

    def _keep(self, what: Undone | Redone) -> None:
        if self.attempt(lambda: self._club.keep(what)):
            self.tell(self._club.kept.log.sentences[-1].sentence)
            self.redraw()


def _figure(field: str, place: ClubPlace) -> str:
    return show_decimal(getattr(place, field))


def _state(result: TableResult) -> str:
    """Return how far a table is."""
    return "done" if result.totals is not None else "begun" if result.begun else "still out"


WISHES = {
    "table": N_("The table where {name} always sits"),
    "apart": N_("Who never shares a table with {name}"),
    "together": N_("Who always shares a table with {name}"),
}
"""What somebody can wish, by the field of a person."""


class ClubRoster(AppScreen):
    """Everybody who comes to an event."""

    CSS_PATH = "history.tcss"
    place: ClassVar[str] = "roster"
    PANES: ClassVar[Mapping[str, str]] = {"people": N_("People")}

    def __init__(self, session: AppSession, club: ClubSession) -> None:
        super().__init__(session)
        self._club = club

    @property
    def _people(self) -> tuple[ClubPerson, ...]:
        return tuple(self._club.club.people.values())

    @property
    def _marked(self) -> ClubPerson:
        """The marked person. Raises Impossible where nobody is."""
        if not self._people:
            raise Impossible(_("Nobody is on the roster; press {key} to add people.", key=self.key("join")))
        return self._people[self.query_one(LongList).cursor]

    def title_words(self) -> Words:
        """Return the event, and how many are here."""
        here = sum(person.here for person in self._people)
        count = ngettext("{count} person is here", "{count} people are here", here)
        return Text.assemble((self._club.club.started.title, "bold"), f" · {count}")

    def body(self) -> ComposeResult:
        """Show the people."""
        yield LongList("people")

    def redraw(self) -> None:
        """Show everybody."""
        super().redraw()
        theme, sittings = self.app.current_theme, self._club.club.sittings
        ever = {name for tables in sittings for table in tables for name in table.players}
        now = {name for table in (sittings or [()])[self._club.sitting - 1] for name in table.players}

        def state(person: ClubPerson) -> str:
            if person.here:
                return _("here") if person.name in now or not sittings else _("late")
            return _("gone") if person.name in ever else _("away")

        def badge(person: ClubPerson) -> Badge:
            colour = theme.success if person.here else theme.foreground
            return Badge(person.name[0], colour or theme.primary)

        columns = [
            Column(_("player"), lambda person: person.name),
            Column(_("state"), state, 9),
            Column(_("table"), lambda person: str(person.table or ""), 5, True),
            Column(_("apart from"), lambda person: join_with_commas(person.apart), 14),
            Column(_("together with"), lambda person: join_with_commas(person.together), 14),
        ]
        self.query_one(LongList).show(columns[: 5 if self.size.width > 70 else 3], self._people, badge)

    def _keep(self, *people: ClubPerson) -> None:
        self._club.keep(PeopleSet(people))
        self.redraw()

    def action_open(self) -> None:
        """Let the marked person come or go."""
        self.attempt(lambda: self._keep(replace(self._marked, here=not self._marked.here)))

    @asks
    async def action_join(self) -> None:
        """Put people on the roster."""
        typed = await self.ask(AskLine(_("Who comes?"), _("names, with commas between")))
        names, known = parse_names(typed), self._club.club.people
        pairs = lookalikes([name for name in names if name_key(name) not in known], self._club.club.names)
        meant = not pairs or await self.ask(Confirm(ask_about_names(pairs)))
        if names and meant:
            people = (replace(known.get(name_key(name)) or ClubPerson(name), here=True) for name in names)
            self._keep(*people)
            self.query_one(LongList).action_last()

    @asks
    async def action_wish(self) -> None:
        """Ask what the marked person wishes; what is left empty is no wish."""
        person = self._marked
        wishes = {wish: _(words, name=person.name) for wish, words in WISHES.items()}
        wish = await self.ask(Choose(_("What does {name} wish?", name=person.name), [*wishes.items()]))
        before, seat = getattr(person, wish), wish == "table"
        shown = str(before or "") if seat else join_with_commas(before)
        typed = await self.ask(AskLine(wishes[wish], "3" if seat else _("names, with commas between"), shown))
        if seat and typed and whole_number(typed) is None:
            raise Malformed(_("“{text}” is no number of a table.", text=typed))
        self._keep(replace(person, **{wish: whole_number(typed) if seat else parse_names(typed)}))
