"""Home: the games going on, those that are over, and what else there is to do."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import date
from typing import ClassVar

from rich.cells import cell_len, set_cell_size
from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Container, Vertical
from textual.content import Content
from textual.events import Paste
from textual.geometry import Size
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from scorekeeper.dates import show_day_of_year, show_short_day
from scorekeeper.errors import Damaged, ScorekeeperError
from scorekeeper.game import Game
from scorekeeper.history import (
    Past,
    Summary,
    first_of,
    game_outcome,
    past_games,
    player_records,
    rounds_played_of,
)
from scorekeeper.session import AnswersFile, AppSession
from scorekeeper.storage import Listed
from scorekeeper.system import local_time
from scorekeeper.text import N_, _, join_and, join_with_commas, ngettext, pgettext
from scorekeeper.tiles import set_name
from scorekeeper.tui.base.actions import ScreenAction
from scorekeeper.tui.base.colours import LEADS, Badge, badges, blocked, own_badges, past_badges
from scorekeeper.tui.base.screen import FRAME, AppScreen, asks, entitle
from scorekeeper.tui.standing import show_standing, standing_strip
from scorekeeper.tui.table import open_game
from scorekeeper.tui.widgets.bands import Bands
from scorekeeper.tui.widgets.dialogs import Choose, Confirm
from scorekeeper.tui.widgets.letters import drawn_tile
from scorekeeper.tui.widgets.text import fitted

MOST_SHOWN = 200

TILE_LINES = 6
"""What a double-five takes, which the first screen shows where there is room."""

FRAME_LINES, STRIP_LINES = 6, 5
"""Banner, margins and footer; and the standing of the marked game where it has only a few lines, below the games."""


LEAST_OFFERED = 4
"""Lines below the games that are worth a pane with what can be done."""

LABEL_GAP = 3
"""Cells between what an action is called and what it does."""


WIDEST, LEAST_TITLE = 22, 6
"""Columns of a title or of who won or leads at the most, and of a title at the least."""

ROUNDS, POINTS = 8, 5
"""Columns for the rounds of a game and for points."""

AROUND, BETWEEN = 8, 6
"""Columns around a line, and between its first four parts."""

GAMES = 54
"""The part of a hundred of the columns for the pane with the games."""

BADGE, PLAYED, WON = 4, 12, 7
"""Columns of a letter before a name, of how many games somebody played, and of how many they won."""

MARKED, UNMARKED = "▸ ", "  "
"""What stands before the marked game, and before the others."""


class Doing(Static):
    """A line with the key and the description of an action; a click does it."""

    def __init__(self, action: ScreenAction, key: str, width: int) -> None:
        super().__init__(classes="doing", markup=False)
        self.does = action.name
        label = "  " + set_cell_size(_(action.label), width)
        self.update(Content.assemble((f"{key:>6}", "bold $accent"), label, (_(action.help), "$text-muted")))

    async def on_click(self) -> None:
        """Do it."""
        await self.screen.run_action(self.does)


class Home(AppScreen):
    """The first screen."""

    place: ClassVar[str] = "home"
    AHEAD = True
    FOLLOWS = True
    DRAWN_BY_SIZE = True

    def __init__(self, session: AppSession, *, covered: bool = False) -> None:
        super().__init__(session)
        self._is_empty = covered
        """Whether it holds nothing yet, because the app begins with a game in front of it."""
        self._lines = 0
        """The lines of the list of games."""
        self._rows: dict[str, Content] = {}
        """The lines of the games, by id."""
        self._pointed = ""
        """The game whose line has the mark."""
        self._covered = ""
        """The game whose places nobody may read yet."""
        self._people: Sequence[Past] = ()
        """The games with merged names, to tell in a pane who plays most often."""
        self._drawn_for: tuple[object, ...] = ()
        self._shown: tuple[object, ...] = ()
        """What the lines were drawn for, and what the panes beside them show."""
        self._days: dict[str, date] = {}
        """When the games were played, by id."""
        self._listed: tuple[Listed, ...] = ()
        self._events: tuple[Listed, ...] = ()
        """The club nights."""
        self._last = session.last_kept
        self._imported = ""
        """A game of the last import, until that is taken back and brought back."""
        self._taken_back = False
        """Whether the last import is taken back."""

    def body(self) -> ComposeResult:
        """Show the name of the program, then the games, then what can be done."""
        yield Static(drawn_tile(5, 5), id="tile", markup=False)
        games = join_and(list(self.session.shelf.games().values()))
        yield Static(_("scorekeeper · {games}", games=games), id="banner", markup=False)
        yield Static(id="empty", markup=False)
        with Container(id="shelf"):
            yield OptionList(id="games", classes="pane", markup=False)
            with Vertical(id="side"):
                yield Bands(id="marked", classes="pane", markup=False)
                yield Static(id="people", classes="pane", markup=False)
            with Vertical(id="menu", classes="pane"):
                width = max(cell_len(_(action.label)) for action in self.ACTIONS) + LABEL_GAP
                for action in self.ACTIONS:
                    yield Doing(action, self.key(action.name), width)
        yield Static(id="more", markup=False)

    def compose(self) -> ComposeResult:
        """Show nothing before it is in front."""
        if not self._is_empty:
            yield from super().compose()

    def on_mount(self) -> None:
        """Read the games."""
        if not self._is_empty:
            self.refresh_games()

    async def on_screen_resume(self) -> None:
        """Read the games again after another screen may have changed them; mark the one just left."""
        if self._is_empty:
            if not self.in_front:
                return
            self._is_empty = False
            await self.recompose()
        before, self._last = self._last, self.session.last_kept
        just_left = self._last if self._last is not before else None
        if self.was_in_front:  # else they were read a moment ago
            self.refresh_games(just_left.id if just_left is not None else None)

    async def show_anew(self) -> None:
        """Show everything again, in the language in use."""
        if not self._is_empty:
            await self.recompose()
            self.refresh_games()

    async def poll(self) -> None:
        """Show what another window did to the games; not while they are shown anew in another language."""
        if self.in_front and self.query("#games") and self.session.store.others_wrote():
            self.refresh_games()

    def refresh_games(self, to_mark: str | None = None) -> None:
        """Show the games as they are kept now: those going on first; the mark stays unless one is named."""
        games: tuple[Listed, ...] = ()
        summaries: dict[str, Summary] = {}
        try:
            games = self.session.store.list(MOST_SHOWN + 1)
            self._events = self.session.store.list_clubs()
            with suppress(Damaged):
                summaries = self.session.store.summaries(len(games))
        except ScorekeeperError as error:
            self.tell(str(error), "error")
            if self._listed:  # what was read before stays
                return
        self._listed, latest = games, games[0] if games else None
        self._covered = ""
        if latest is not None and latest.complete:
            answers = AnswersFile(self.session.store.place, latest.id).read()
            if answers.places is not None:  # they are still being shown one by one
                self._covered = latest.id
                summaries.pop(latest.id, None)
        marked = to_mark or self._marked()
        self._list(games[:MOST_SHOWN], summaries)
        shared, below = self.session.shared, list[str]()
        if shared is not None:
            open_to_phones = (_title(game) for game in games if game.id == shared.game_id)
            below += (_("Open to phones: {title}.", title=title) for title in open_to_phones)
        if len(games) > MOST_SHOWN:
            more = ngettext(
                "The latest {count} game; {key} shows all.",
                "The latest {count} games; {key} shows all.",
                MOST_SHOWN,
                key=self.key("history"),
            )
            below.append(more)
        self.show_line("more", " ".join(below))
        self.query_one("#games").display = bool(games)
        self.show_line("empty", "" if games else self._how_to_begin())
        if games:
            options = self.query_one("#games", OptionList)
            ids = [option.id for option in options.options if option.id is not None]
            options.highlighted = options.get_option_index(marked if marked in ids else ids[0])
            options.focus()
        self.redraw()
        self.refresh_bindings()

    def _list(self, shown: Sequence[Listed], summaries: Mapping[str, Summary]) -> None:
        """List games: first those in progress."""
        options = self.query_one("#games", OptionList)
        options.clear_options()
        self._drawn_for = self.app.size.width, self.has_class("-panes"), self.app.theme
        self._rows = dict(self._drawn_rows(shown, summaries))
        self._lines = len(shown)
        for heading, complete in ((_("In progress"), False), (_("Finished"), True)):
            if group := [game for game in shown if game.complete == complete]:
                above = "\n" if options.option_count else ""
                options.add_option(Option(above + UNMARKED + self._rows[heading], disabled=True))
                options.add_options([Option(self._prompt(game.id), id=game.id) for game in group])
                self._lines += 1 + len(above)

    def _drawn_rows(
        self, shown: Sequence[Listed], summaries: Mapping[str, Summary]
    ) -> Iterator[tuple[str, Content]]:
        """Yield headings by their words, and games by their ids.

        They are in columns: title, day, rounds, who won or leads, points, the others.
        """
        panes = self.has_class("-panes")
        self._days = {
            game.id: summaries[game.id].date if game.id in summaries else local_time(game.changed).date()
            for game in shown
        }
        one_year = len({day.year for day in self._days.values()}) == 1
        show = show_day_of_year if one_year else show_short_day
        latest = sorted(shown, key=lambda listed: listed.started, reverse=True)
        kept = [(game.id, summaries[game.id]) for game in latest if game.id in summaries]
        pasts = {id_: Past(id_, game, tuple(seat.player for seat in game.seats)) for id_, game in kept}
        self._people = past_games(kept, self.session.store.same_players()) if panes else ()
        room = self.app.size.width * (GAMES if panes else 100) // 100 - AROUND
        cells = {game.id: (_title(game), show(self._days[game.id])) for game in shown}
        title, day, first = _widths(cells.values(), pasts.values(), room)
        rounds = pgettext("head of a column", "rounds")
        heads = pgettext("head of a column", "ahead"), pgettext("head of a column", "winner")
        for words, head in zip((_("In progress"), _("Finished")), heads, strict=True):
            heading = Content.styled(words.ljust(title + day + 4), "bold $text-muted")
            rest = f"{rounds:>{ROUNDS}}  {head}" if pasts else ""
            yield words, heading + Content.styled(rest, "$text-muted")
        names = {id_: self.session.shelf.game_name(game.summary.book) for id_, game in pasts.items()}
        differ = len({*names.values()}) > 1
        for listed in shown:
            titled, dated = cells[listed.id]
            row = Content.styled(fitted(titled, title), "" if panes else "bold")
            row += Content.styled(f"  {fitted(dated, day, 'right')}  ", "$text-muted")
            if (game := pasts.get(listed.id)) is None:
                yield listed.id, row + join_and(listed.players)
                continue
            row += self._drawn_first(game, first)
            others = [name for name in game.people if name not in first_of(game)]
            words = _as_many(others, room - row.cell_length) + f"  {names[listed.id]}" * differ
            yield listed.id, (row + Content.styled(words, "$text-muted")).rstrip()

    def _drawn_first(self, game: Past, width: int) -> Content:
        """Return the rounds of a game, and who won or leads in so many columns, with how many points."""
        summary, people = game.summary, first_of(game)
        rounds = str(summary.rounds) if summary.finished else rounds_played_of(game)
        row = Content(f"{rounds:>{ROUNDS}}  ")
        if not people:
            return row + f"{game_outcome(game):<{width + POINTS}}  "
        alone = len(people) == 1
        colour = past_badges(game, self.app.current_theme)[people[0]].colour if alone else ""
        drawn = Content("") + Content.styled(fitted(join_and(people), width), colour)
        points = summary.seats[0].total if summary.finished else summary.ahead_with
        return row + (drawn + f" {points:>{POINTS - 1}}  ").stylize("bold")

    def _how_to_begin(self) -> str:
        """Return how to begin where there is no game, or how missing games come back."""
        from scorekeeper.storage import missing_from

        sentence = ""
        with suppress(ScorekeeperError):  # shown already, when the games were read
            sentence = missing_from(self.session.store.place)
        return sentence or _("No games yet. Press {key} to start the first one.", key=self.key("resume"))

    def redraw(self) -> None:
        """Show the marked game beside the games; where there is no room, it and what can be done below."""
        if self._is_empty:
            return
        panes = self.has_class("-panes")
        beside = panes and bool(self._lines)
        if (self.size.width, panes, self.app.theme) != self._drawn_for:
            self.refresh_games()
            return
        taken = self._lines + STRIP_LINES if self._lines and not beside else 0
        free = self.size.height - FRAME_LINES - taken
        menu = self.query_one("#menu")
        room = self.size.height - self._lines - 3 * FRAME.height if panes else free
        offered = [doing for doing in menu.query(Doing) if self._has_use(doing.does)]
        for doing in menu.query(Doing):
            doing.display = doing in (offered[:room] if panes else offered)
        self.set_class(not self._lines, "-empty")
        entitle(menu, _("What you can do"))
        menu.display = room >= (LEAST_OFFERED if panes else len(offered))
        self.query_one("#tile").display = free >= len(offered) + TILE_LINES and not beside
        self.query_one("#shelf").set_class(beside, "-beside")
        self.query_one("#games").set_class(menu.display, "-short")
        self.query_one("#marked").display = bool(self._lines) and (panes or free >= 0)
        self.query_one("#people").display = panes and bool(self._lines)
        entitle(self.query_one("#games"), _("Games"))
        entitle(self.query_one("#people"), _("People"))
        self._show_marked()

    def on_option_list_option_highlighted(self) -> None:
        """Point to the marked game, and show how it stands."""
        options, before = self.query_one("#games", OptionList), self._pointed
        self._pointed = self._marked() or ""
        for game_id in {before, self._pointed} & self._rows.keys():
            options.replace_option_prompt(game_id, self._prompt(game_id))
        self._show_marked()

    def _prompt(self, game_id: str) -> Content:
        """Return the line of a game as the list has it."""
        mark = MARKED if game_id == self._pointed else UNMARKED
        return Content(mark) + self._rows[game_id]

    def _has_use(self, action: str) -> bool:
        """Whether there is a game or an event that an action can be done with."""
        needed = {"resume": self._lines, "delete": self._lines, "club": self._events}
        return bool(needed.get(action, True))

    def offers(self, action: str) -> bool:
        """Offer what can be done; Enter begins the first game, and the palette the first event."""
        return action in {"resume", "club"} or self._has_use(action)

    @property
    def wanted_next(self) -> str:
        """To bring games in, where there is none."""
        return "" if self._lines else "take_in"

    def footer_words(self, action: str) -> str | None:
        """Say that Enter begins the first game where there is none, and that an import can be taken back."""
        if action == "bring_back" and self._imported and not self._taken_back:
            return _("Undo import")
        if action == "resume" and not self._lines:
            return _("First game")
        in_menu = self.query_one("#menu").display and action not in {"resume", "new", "leave"}
        return "" if in_menu and any(action == offer.name for offer in self.ACTIONS) else None

    def _show_marked(self) -> None:
        """Show how the marked game stands, unless its places are still being shown one by one."""
        game_id, panel = self._marked(), self.query_one("#marked", Bands)
        if game_id is None or not panel.display:
            return
        try:
            game = self.session.store.game(game_id).game
        except ScorekeeperError:  # it says why once it is opened
            panel.say(Text())
            return
        if self.has_class("-panes"):
            self._show_panes(game_id, game)
            return
        self._shown = ()
        strip = standing_strip(game, badges(game, self.app.current_theme), self.app.size.width - AROUND)
        panel.say(Text() if game_id == self._covered else strip)

    def _show_panes(self, game_id: str, game: Game) -> None:
        """Show how the marked game stands, and below it who plays most often, and how often they won."""
        shown = game_id, self._people, self.size, self.app.theme
        if shown == self._shown:
            return
        self._shown, theme, panel = shown, self.app.current_theme, self.query_one(Bands)
        room = self.size - Size(self.size.width * GAMES // 100, FRAME.height) - FRAME
        count = max(room.height // 3, room.height - 5 * len(game.at_table)) - FRAME.height
        people = self._people_lines(count, room.width, badges(game, theme))
        self.query_one("#people", Static).update(Text("\n").join(people))
        if game_id == self._covered:
            panel.say(Text())
        else:
            room -= Size(0, len(people) + FRAME.height)
            show_standing(panel, game, badges(game, theme), room, self.key("hide", "table"))
            panel.border_subtitle = panel.border_title
        entitle(panel, f"{game.title or _('Untitled')} · {set_name(game.set_size)}")

    def _people_lines(self, count: int, width: int, shown: Mapping[str, Badge]) -> list[Text]:
        """Return how many games so many people played and won, who plays most often first, with letters as shown."""
        lines = list[Text]()
        records = sorted(player_records(self._people), key=lambda record: -record.games)
        more = len(records) - count + 1 if len(records) > count else 0
        records = records[: count - (more > 0)]
        people = [record.player for record in records]
        marks = {**own_badges(people, self._people, self.app.current_theme), **shown}
        most = max((record.wins for record in records), default=0)
        longest = max((cell_len(name) + BADGE for name in people), default=0)
        room = min(longest, width - PLAYED - WON)
        for record in records:
            line = blocked(record.player, marks[record.player], room)
            line.pad_right(room - line.cell_len)
            line.append(f"{ngettext('{count} game', '{count} games', record.games):>{PLAYED}}", "dim")
            if most:
                line.append(f"{record.wins:>4} {LEADS} ", "bold")
                bar = "━" * round((width - line.cell_len) * record.wins / most)
                line.append(bar, marks[record.player].colour)
            lines.append(line)
        if more:
            lines.append(Text(_("and {count} more", count=more), "dim"))
        return lines

    def _marked(self) -> str | None:
        option = self.query_one("#games", OptionList).highlighted_option
        return None if option is None else option.id

    def on_option_list_option_selected(self) -> None:
        """Open the game that was chosen with enter or the mouse."""
        self.action_resume()

    def action_resume(self) -> None:
        """Open the marked game; where there is none, set up the first one."""
        game_id = self._marked()
        if game_id is None:
            self.action_new()
        else:
            open_game(self, game_id)

    def action_new(self) -> None:
        """Set up a game."""
        from scorekeeper.tui.new_game import NewGame

        self.app.push_screen(NewGame(self.session))

    def before_quitting(self) -> str:
        """Return the question whether what was typed on a screen that was left may be lost: only the app keeps it."""
        if self.session.begun is not None and (loss := self.session.begun.loss):
            return loss
        if any(self.session.disputes.values()):
            return _("There is no ruling yet. Leave and discard what you typed?")
        return ""

    def action_blank(self) -> None:
        """Print an empty sheet."""
        from scorekeeper.tui.printing import Print

        self.app.push_screen(Print(self.session, blank=True))

    def action_judge(self) -> None:
        """Ask the judge about a table that is not kept here."""
        from scorekeeper.session import Dispute
        from scorekeeper.tui.judge.questions import Judge

        self.attempt(lambda: self.app.push_screen(Judge(self.session, Dispute.at_home(self.session))))

    def action_books(self) -> None:
        """Open the rule books."""
        from scorekeeper.tui.rules.library import RuleBooksScreen

        self.app.push_screen(RuleBooksScreen(self.session))

    def action_history(self) -> None:
        """Open the past games and how everybody did."""
        from scorekeeper.tui.history import History

        self.app.push_screen(History(self.session))

    @asks
    async def action_club(self) -> None:
        """Open a club night, or begin one."""
        from scorekeeper.session import ClubSession
        from scorekeeper.tui.club import EventScreen, begin_event

        events, chosen = [(event.id, _named_event(event)) for event in self._events], ""
        if events:
            options = [*events, ("", _("A new event"))]
            chosen = await self.ask(Choose(_("Which event?"), options))
        club = ClubSession(self.session.store, self.session.now)
        club.open(chosen) if chosen else await begin_event(self, club)
        self.app.push_screen(EventScreen(self.session, club))

    def on_paste(self, event: Paste) -> None:
        """Show what is in a file that is dropped here."""
        event.stop()
        self.action_take_in(event.text)

    @asks
    async def action_take_in(self, files: str = "") -> None:
        """Show what is in files, and take the games in."""
        from scorekeeper.tui.importing import Import

        screen = Import(self.session, files)
        await self.until_closed(screen)
        if screen.kept:
            self._imported, self._taken_back = screen.kept[-1].id, False
            self.refresh_games(self._imported)
            sentence = ngettext(
                "{count} game was imported. {key} takes it back.",
                "{count} games were imported. {key} takes all of them back.",
                len(screen.kept),
                key=self.key("bring_back"),
            )
            self.tell(sentence)

    def _undo_import(self) -> None:
        """Delete all games that were imported last, or bring them back."""
        count = self.session.store.delete(self._imported, deleted=not self._taken_back, together=True)
        games = ngettext("{count} game", "{count} games", count)
        if self._taken_back:
            self.tell(_("Brought back: {game}.", game=games))
            self._imported = ""
        else:
            key, sentence = self.key("bring_back"), N_("{games} taken back. Press {key} to bring them back.")
            self.tell(_(sentence, games=games, key=key))
        self._taken_back = not self._taken_back
        self.refresh_games()

    @asks
    async def action_delete(self) -> None:
        """Hide the marked game from the list."""
        game_id = self._marked()
        listed = next((game for game in self._listed if game.id == game_id), None)
        if listed is None:
            return
        named, key = _named(listed, self._days[listed.id]), self.key("bring_back")
        if await self.ask(Confirm(_("Delete {game} from the list?", game=named))):
            self.session.store.delete(listed.id)
            self.tell(_("Deleted: {game}. Press {key} to bring it back.", game=named, key=key))
            self.refresh_games()

    @asks
    async def action_bring_back(self) -> None:
        """Bring a deleted game back into the list; or take back the last import, or bring that back."""
        if self._imported:
            self._undo_import()
            return
        gone = {game.id: game for game in self.session.store.list(MOST_SHOWN, deleted=True)}
        if not gone:
            self.tell(_("No game was deleted."))
            return
        days = {game_id: summary.date for game_id, summary in self.session.store.count_up(gone).items()}
        named = {
            game.id: _named(game, days.get(game.id, local_time(game.started).date()))
            for game in gone.values()
        }
        game_id = await self.ask(Choose(_("Which game do you want back?"), [*named.items()]))
        self.session.store.delete(game_id, deleted=False)
        self.tell(_("Brought back: {game}.", game=named[game_id]))
        self.refresh_games(game_id)

    async def action_leave(self) -> None:
        """Leave the app."""
        await self.app.action_quit()


def _named(listed: Listed, day: date) -> str:
    """Return a game as a sentence names it."""
    facts = {"title": _title(listed), "day": show_short_day(day), "players": join_and(listed.players)}
    return _("{title} of {day} ({players})", **facts)


def _named_event(listed: Listed) -> str:
    return f"{listed.title} · {show_short_day(local_time(listed.started).date())}"


def _title(listed: Listed) -> str:
    return listed.title or _("Untitled")


def _widths(cells: Collection[tuple[str, str]], pasts: Collection[Past], room: int) -> tuple[int, int, int]:
    """Return the columns for titles, for days, and for who won or leads, in lines of so many columns."""
    titles, days = zip(*cells, strict=True) if cells else ((), ())
    firsts = [join_and(first_of(game)) for game in pasts]
    title, day, first = (
        min(WIDEST, max(map(cell_len, words), default=0)) for words in (titles, days, firsts)
    )
    free = room - day - ROUNDS - POINTS - BETWEEN
    first = min(first, max(room // 4, free - title))
    return max(LEAST_TITLE, min(title, free - first)), day, first


def _as_many(names: Sequence[str], room: int) -> str:
    """Return as many names as so many columns have the room for, and how many there are besides; "" if none has.

    >>> _as_many(["Ana", "Ben", "Carla"], 14), _as_many(["Ana", "Ben"], 10)
    ('Ana and 2 more', 'Ana, Ben')
    """
    for count in range(len(names), 0, -1):
        words, more = join_with_commas(names[:count]), len(names) - count
        if more:
            words = _("{names} and {count} more", names=words, count=more)
        if cell_len(words) <= room:
            return words
    return ""
