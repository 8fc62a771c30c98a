"""Import: games from files that people made, shown as they were understood before anything is saved."""

import asyncio
import shlex
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from threading import Event as Flag
from typing import ClassVar, NamedTuple

from textual import on
from textual.app import ComposeResult
from textual.containers import Container, Horizontal
from textual.content import Content
from textual.events import Paste
from textual.widgets import Input, Select, Static

from scorekeeper.dates import show_short_day
from scorekeeper.errors import Impossible, ScorekeeperError
from scorekeeper.formats import ImportHints, ImportPlan
from scorekeeper.game import name_key, parse_names, standings
from scorekeeper.reading import parse_day
from scorekeeper.session import (
    AppSession,
    Found,
    Incoming,
    book_and_rules,
    doubting_kept,
    near_names,
    read_files,
    read_games,
)
from scorekeeper.storage import KeptGame
from scorekeeper.system import local_time, typed_paths
from scorekeeper.text import N_, _, join_with_commas, ngettext, pgettext
from scorekeeper.tiles import SET_SIZES, set_name
from scorekeeper.tui.base.colours import Badge, badges
from scorekeeper.tui.base.screen import AppScreen, asks
from scorekeeper.tui.standing import show_standing
from scorekeeper.tui.widgets.bands import Bands
from scorekeeper.tui.widgets.data_list import Column, LongList
from scorekeeper.tui.widgets.dialogs import Choose, Confirm
from scorekeeper.tui.widgets.field import Field

BAR = 30
"""Columns of the bar that shows how many games were read."""

MOST_NEAR = 3
"""How many names that may be known ones stand below the games."""


class FilesField(Field):
    """The line for files; what is dropped or pasted here is another file."""

    def take_pasted(self, text: str) -> None:
        """Put the files behind those that are there, and show at once what is in them."""
        pasted = [shlex.quote(str(path)) for line in text.splitlines() for path in typed_paths(line)]
        if pasted:
            kept = [] if self.selected_text else [self.typed]
            self.value = " ".join(filter(None, (*kept, *pasted)))
            self.cursor_position = len(self.value)
            self.post_message(self.Submitted(self, self.value))


class Understood(NamedTuple):
    """What is in the files: the tables, the games, and the known name that each new one may mean."""

    found: Sequence[Found] = ()
    games: Sequence[Incoming] = ()
    near: Mapping[str, str] = {}


class Import(AppScreen):
    """Games from files."""

    CSS_PATH = ["history.tcss", "importing.tcss"]
    TITLE = N_("Import games")
    place: ClassVar[str] = "import"
    PANES: ClassVar[Mapping[str, str]] = {
        "search": N_("Files"),
        "filters": N_("Where the files do not say it"),
        "incoming": N_("Games"),
        "standing": N_("Standing"),
        "none": N_("What can be imported"),
        "understood": N_("How it was read"),
    }

    def __init__(self, session: AppSession, files: str = "") -> None:
        super().__init__(session)
        self._files = files
        """What was dropped on another screen."""
        self._known = session.store.known_players()
        self._read = Understood()
        self._same = dict[str, str]()
        """The known player for each name that was said to be theirs."""
        self._stop: Flag | None = None
        """Stops the reading that is under way."""
        self._refused = ""
        """Why nothing could be read."""
        self.kept: Sequence[KeptGame] = ()
        """The games, once they are saved."""

    def body(self) -> ComposeResult:
        """Show the files, what they may leave open, and the games with how they were read."""
        hint = _("drop a file here, or paste or type where it is")
        yield FilesField(placeholder=hint, id="search", max_length=4000, compact=True)
        with Container(id="filters"):
            only = _("Who played, separated by commas; other columns are left out.")
            yield Field(
                placeholder=_("players"), id="who", max_length=400, compact=True, joint=", ", tooltip=only
            )
            day = _("The day of a game for which the file names none.")
            yield Field(placeholder=_("day: today"), id="day", max_length=40, compact=True, tooltip=day)
            sets = [(Content(set_name(size)), size) for size in SET_SIZES]
            yield Select(sets, prompt=_("set: as read"), id="set", compact=True)
            books = [(Content(book.title), book.id) for book in self.session.books()]
            yield Select(books, prompt=_("usual rules"), id="book", compact=True)
            numbers = [(_("are points"), False), (_("are totals"), True)]
            which = _("The numbers are running totals, or points of each round.")
            yield Select(numbers, prompt=_("numbers"), id="numbers", compact=True, tooltip=which)
        with Horizontal(id="lists"):
            yield LongList("incoming")
            yield Bands(id="standing", markup=False)
        yield Static(id="none", markup=False)
        yield Static(id="understood", markup=False)
        yield Static(id="counted", markup=False)

    def on_mount(self) -> None:
        """Begin with the files that were dropped, or wait for some."""
        self.watch(self.query_one(LongList), "cursor", self._show_marked, init=False)
        if self._files:
            self.query_one(FilesField).take_pasted(self._files)

    def on_paste(self, event: Paste) -> None:
        """Take a file that is dropped anywhere."""
        event.stop()
        self.query_one(FilesField).take_pasted(event.text)

    @property
    def _plan(self) -> ImportPlan:
        """What is said of the games beside the files. Raises Malformed for what is no day."""
        chosen = {str(select.id): select.selection for select in self.query(Select)}
        typed, now = self.query_one("#day", Field).typed, local_time(self.session.now())
        return ImportPlan(
            *book_and_rules(chosen["book"], ()),
            set_size=chosen["set"],
            running=chosen["numbers"],
            day=parse_day(typed, now.date()) if typed else None,
            at=now,
            hints=ImportHints(
                _("“set” above"), _("“players” above"), _("“numbers” above"), _("“usual rules” above")
            ),
            own_rules=chosen["book"] is None,
        )

    @on(Input.Changed)
    @on(Select.Changed)
    def _read_again(self) -> None:
        """Read once all files are there that are named; what was read before is no longer what would be saved."""
        self._read, self._same = Understood(), {}
        files = typed_paths(self.query_one(FilesField).typed)
        if files and all(path.is_file() for path in files):
            self._begin(to_list=isinstance(self.focused, FilesField))
        else:
            self._stop_reading()
            self._show()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Read what was dropped, and go to the games."""
        event.stop()
        self._begin(to_list=True)

    def _begin(self, *, to_list: bool = False) -> None:
        self._stop_reading()
        self._stop, self._refused = Flag(), ""
        self.run_worker(self._take(self._stop, to_list), name="reading")

    def _stop_reading(self) -> None:
        if self._stop is not None:
            self._stop.set()
            self._stop = None

    async def _take(self, stop: Flag, to_list: bool) -> None:
        """Read the files in a thread, and show what is in them unless something else is wanted by then."""
        self._show()
        before, known, same, refused = self._read, self._known, self._same, ""
        loop = asyncio.get_running_loop()

        def watched(tables: Sequence[Found]) -> Iterator[Found]:
            """Yield what was found until somebody stops it, and show how far it is."""
            for number, table in enumerate(tables):
                if stop.is_set():
                    raise Impossible(_("Nothing was saved."))
                loop.call_soon_threadsafe(self._show_progress, number, len(tables), stop)
                yield table

        try:
            files, plan = typed_paths(self.query_one(FilesField).typed), self._plan
            players = parse_names(self.query_one("#who", Field).value)
            kept = self.session.store.summaries().values()

            def understand() -> Understood:
                tables = before.found or [*read_files(files, players, plan.at)]
                games = doubting_kept(read_games(watched(tables), plan, known, same), kept)
                return Understood(tables, games, near_names(tables, known))

            read = await asyncio.to_thread(understand)
        except ScorekeeperError as error:
            read, refused = before._replace(games=()), str(error)
        if self._stop is stop:
            self._stop, self._read, self._refused = None, read, refused
            self._show()
            if to_list and read.games:
                self.query_one(LongList).focus()

    def _show_progress(self, done: int, count: int, stop: Flag) -> None:
        if self._stop is stop and self.is_there:
            words = _("Reading games: {done} of {all}", done=done, all=count)
            self.query_one("#counted", Static).update(f"{words}  {'━' * (BAR * done // count):─<{BAR}}")

    def redraw(self) -> None:
        """Show the games in other room or in other colours."""
        super().redraw()
        self._show()

    def _show(self) -> None:
        """Show the games and what they come to, or why there are none."""
        games, listed = self._read.games, self.query_one("#incoming", LongList)
        self.query_one("#lists").display = bool(games)
        rounds = pgettext("head of a column", "rounds")
        columns = [
            Column("", lambda game: "?" if game.doubts else "", 1),
            Column(_("date"), lambda game: show_short_day(game.log.game.date), 11),
            Column(rounds, lambda game: str(game.log.game.rounds_played), 7, True),
            Column(_("how it came out"), _places),
        ]
        listed.show(columns, games, self._winner)
        self.show_line("none", "" if games else self._nothing())
        self.query_one("#none", Static).set_class(bool(self._refused), "-refused")
        self.query_one("#counted", Static).update(self._counted())
        self._show_marked()
        self.refresh_bindings()

    def _winner(self, game: Incoming) -> Badge:
        first = standings(game.log.game).standings[0].player
        return badges(game.log.game, self.app.current_theme)[first]

    def _nothing(self) -> str:
        """Return what prevents that there are games, or what can be imported."""
        if self._refused:
            return f"✘ {self._refused}"
        if self._stop is not None:
            return _("Reading the files …")
        return _(
            "A spreadsheet of games, as CSV, .xlsx or .ods, or a game file: one game, or years of them. Rounds or "
            "players down, points or running totals, such as:\n\n"
            "  Date        Round  Ana  Ben  Carla\n"
            "  2024-01-05     12    0   31     18\n"
            "  2024-01-05     11   12    0     44\n\n"
            "You see first how every game was read. Nothing is saved before."
        )

    def _counted(self) -> str:
        """Return how many games there are, of which days, people and rounds."""
        games = [game.log.game for game in self._read.games]
        if not games:
            return ""
        days = sorted(game.date for game in games)
        people = {name_key(name) for game in games for name in game.players}
        last = f" – {show_short_day(days[-1])}" if days[0] < days[-1] else ""
        return " · ".join(
            [
                ngettext("{count} game", "{count} games", len(games)),
                show_short_day(days[0]) + last,
                ngettext("{count} player", "{count} players", len(people)),
                ngettext("{count} round", "{count} rounds", sum(game.rounds_played for game in games)),
            ]
        )

    def _show_marked(self) -> None:
        """Show how the marked game was read and stands, and which names may be known ones."""
        games, standing = self._read.games, self.query_one("#standing", Bands)
        standing.display = bool(games) and self.has_class("-panes")
        if not games:
            self.show_line("understood", "")
            return
        marked = games[self.query_one("#incoming", LongList).cursor]
        named = marked._replace(file=Path(Path(str(marked.file)).name))  # the line above has where it is
        lines = [named.sentence, *(f"? {doubt}" for doubt in marked.doubts)]
        self.show_line("understood", "\n".join([*lines, *self._names()]))
        game = marked.log.game
        show_standing(standing, game, badges(game, self.app.current_theme), standing.content_size, "")

    def _names(self) -> Iterator[str]:
        """Yield the names that may be known ones, and which key says so."""
        key, near = self.key("same"), self._read.near
        for name, other in [*near.items()][:MOST_NEAR]:
            if name in self._same:
                yield _("“{name}” counts as {other}; {key} changes that.", name=name, other=other, key=key)
            else:
                yield _("“{name}” is new here. {key}: it is {other}.", name=name, other=other, key=key)
        if len(near) > MOST_NEAR:
            yield ngettext("… and {count} more name.", "… and {count} more names.", len(near) - MOST_NEAR)

    def offers(self, action: str) -> bool:
        """Leave Enter to a list of choices; ask about names where one may be known."""
        if action == "keep":
            return isinstance(self.focused, Input | LongList)
        return action != "same" or bool(self._read.near)

    def footer_words(self, action: str) -> str | None:
        """Say how many games Enter saves."""
        count = len(self._read.games)
        saves = ngettext("Save {count} game", "Save {count} games", count)
        return saves if action == "keep" and count else None

    @asks
    async def action_keep(self) -> None:
        """Save all games as they are shown; read the files where none is."""
        await self.typed_out()
        if self._stop is not None:
            return
        games = self._read.games
        if not games:
            if self.query_one(FilesField).typed:
                self._begin(to_list=True)
            return
        doubts = [f"{game.place}: {doubt}" for game in games for doubt in game.doubts]
        if doubts:
            more = [_("… and {count} more.", count=len(doubts) - 1)] * (len(doubts) > 1)
            question = _("{doubt} Save the games as they are shown?", doubt=" ".join([doubts[0], *more]))
            if not await self.ask(Confirm(question)):
                return
        self.kept = self.session.store.bring_in([game.log for game in games])
        self.dismiss()

    @asks
    async def action_same(self) -> None:
        """Count a name as the known player, or as a new one again; ask which where there are several."""
        near = self._read.near
        name, options = next(iter(near)), [(name, f"{name} → {other}") for name, other in near.items()]
        if len(near) > 1:
            name = await self.ask(Choose(_("Which name?"), options))
        if self._same.pop(name, None) is None:
            self._same[name] = near[name]
        self._begin()

    def action_back(self) -> None:
        """Stop reading; else leave."""
        if self._stop is not None:
            self._stop_reading()
            self._show()
            self.tell(_("Reading was stopped. Nothing was saved."))
        else:
            super().action_back()

    def on_unmount(self) -> None:
        """Let the thread end."""
        self._stop_reading()


def _places(incoming: Incoming) -> str:
    """Return who played with how many points, best first, and the title."""
    game = incoming.log.game
    totals = [f"{place.player} {place.total}" for place in standings(game).standings]
    return join_with_commas(totals) + (f" · {game.title}" if game.title else "")
