"""The roster of an event: who is here, away, late or gone, at which table for good, apart and together."""

from collections.abc import Mapping
from typing import ClassVar

from msgspec.structs import replace
from rich.text import Text
from textual.app import ComposeResult

from scorekeeper.club import ClubPerson, PeopleSet
from scorekeeper.errors import Impossible, Malformed
from scorekeeper.game import lookalikes, name_key, parse_names
from scorekeeper.session import AppSession, ClubSession
from scorekeeper.text import N_, _, join_with_commas, ngettext, whole_number
from scorekeeper.tui.base.colours import Badge
from scorekeeper.tui.base.screen import GameScreen, Words, asks
from scorekeeper.tui.widgets.data_list import Column, LongList
from scorekeeper.tui.widgets.dialogs import AskLine, Choose, Confirm, ask_about_names

WISHES = {
    "table": N_("The table where {name} always sits"),
    "apart": N_("Who never shares a table with {name}"),
    "together": N_("Who always shares a table with {name}"),
}
"""What somebody can wish, by the field of a person."""


class ClubRoster(GameScreen):
    """Everybody who comes to an event."""

    CSS_PATH = "../history.tcss"
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
