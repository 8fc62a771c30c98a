"""New game: who plays, in the order of the seats, and by which rules."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cached_property
from itertools import chain, count
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.events import Key, Paste
from textual.suggester import SuggestFromList
from textual.widget import Widget
from textual.widgets import Button, Input, Select, Static

from scorekeeper.dates import weekday_name
from scorekeeper.errors import Malformed, Position, ScorekeeperError
from scorekeeper.formats import BASE_BOOK, shipped_wording
from scorekeeper.game import Started, lookalikes, name_key, start_game, typed_players
from scorekeeper.history import Past, PlayerRecord, people_colours, player_records
from scorekeeper.rules import (
    MOST_PLAYERS,
    RuleBook,
    Rules,
    Value,
    changes_for_hand,
    changes_for_length,
    deal,
    hand_size,
    open_choices,
    outside_book,
    planned_doubles,
    read_changes,
    rule_differences,
    with_changes,
)
from scorekeeper.session import AppSession, Begun
from scorekeeper.system import local_time
from scorekeeper.text import N_, _, folded, ngettext, typed_words, whole_number
from scorekeeper.tiles import SET_SIZES, set_name
from scorekeeper.tui.base.colours import LEADS, band_ground, people_badges
from scorekeeper.tui.base.screen import AppScreen, asks
from scorekeeper.tui.widgets.dialogs import Confirm, ask_about_names
from scorekeeper.tui.widgets.field import Field, left_out
from scorekeeper.tui.widgets.figures import Card, Figures

_FEWEST_LINES = 4

_GAME = N_("What you play; the rule books below are those of this game.")
_LENGTH = N_("How many rounds are played, such as 7; or the points that end the game, such as: to 200.")


class SeatLines(VerticalScroll):
    """A line for each player; names that are known are offered while they are typed."""

    def __init__(self, known: Sequence[str], latest: Sequence[str]) -> None:
        super().__init__(id="seats", can_focus=False)
        self._known = known
        self._latest = latest

    def compose(self) -> ComposeResult:
        """Begin with those who played last, and an empty line."""
        yield Static(_("Players, clockwise"), classes="heading")
        names = [*self._latest, ""] if self._latest else [""] * _FEWEST_LINES
        for number, name in enumerate(names[:MOST_PLAYERS], start=1):
            yield self._seat(number, name)

    def _seat(self, number: int, name: str = "") -> Horizontal:
        seat = Field(
            name,
            placeholder=_("name"),
            suggester=SuggestFromList(self._known, case_sensitive=False),
            max_length=80,
            classes="seat",
            compact=True,
            tooltip=_("A player's name, in the order of the seats. Right arrow completes one that is known."),
        )
        facts = Static(classes="seat-facts only-panes", markup=False)
        return Horizontal(Static(f"{number:>2}", classes="seat-number"), seat, facts, classes="seat-line")

    @property
    def lines(self) -> list[Field]:
        """The lines, the empty ones too."""
        return list(self.query("Input.seat").results(Field))

    @property
    def names(self) -> list[str]:
        """The names as they were typed."""
        return [line.typed for line in self.lines if line.typed]

    def mark(self, at: Position) -> None:
        """Mark the letters at fault; the line of their position is the number of the name."""
        named = [line for line in self.lines if line.typed]
        named[(at.line or 1) - 1].mark(at)

    async def keep_one_empty(self) -> None:
        """Put an empty line at the end, while there is room at the table."""
        lines = self.lines
        if lines[-1].value.strip() and len(lines) < MOST_PLAYERS:
            await self.mount(self._seat(len(lines) + 1))

    def show_people(self, games: Sequence[Past], records: Mapping[str, PlayerRecord]) -> None:
        """Show in panes whose seat a line is, in the person's colour, and how often they played and won."""
        theme, colours = self.app.current_theme, people_colours(games) if games else {}
        for number, seat in enumerate(self.query(".seat-line"), 1):
            block, facts = (seat.query_one(name, Static) for name in (".seat-number", ".seat-facts"))
            name = seat.query_one(Field).typed
            key, letter, own, ground = name_key(name), f"{number:>2}", "", ""
            if key in colours:
                letter, own = people_badges({name: colours[key]}, theme)[name]
                ground = band_ground(theme, own)
            seat.styles.background = facts.styles.background = ground or None
            block.styles.background, block.styles.color = (own, theme.background) if ground else (None, None)
            block.update(letter)
            record = records.get(key)
            played = ngettext("{count} game", "{count} games", record.games) if record else ""
            facts.update(f"{played}  {record.wins} {LEADS}" if record else "")

    async def fill(self, line: Field, names: Sequence[str]) -> list[str]:
        """Put names on this line and those after it; return those for which there is no seat."""
        seat: Field | None = line
        for index, name in enumerate(names):
            if seat is None:
                return [*names[index:]]
            seat.value = name
            self.screen.set_focus(seat)
            seat = await self.after(seat)
        return []

    async def after(self, line: Field) -> Field | None:
        """Return the line after this one; None after the last seat."""
        await self.keep_one_empty()
        lines = self.lines
        return next(iter(lines[lines.index(line) + 1 :]), None)

    def move(self, line: Field, step: int) -> None:
        """Let a player change seats with the one above or below."""
        lines = self.lines
        index = lines.index(line) + step
        if 0 <= index < len(lines):
            line.value, lines[index].value = lines[index].value, line.value
            lines[index].focus()


class StartButton(Button):
    """Starts the game; a name typed here goes to the first seat, and the name there gives way."""

    def __init__(self, words: str, seats: SeatLines) -> None:
        super().__init__(words, id="start", variant="primary")
        self._seats = seats

    def on_paste(self, event: Paste) -> None:
        """Send names to the seats, from the first on."""
        event.stop()
        self._seats.lines[0].focus().post_message(Paste(event.text))

    def on_key(self, event: Key) -> None:
        """Send a name, or the key up, to the first seat, and what was meant for this button after it."""
        letter = event.is_printable and (event.character or "").strip()
        if self.screen.focused is self and (letter or event.key == "up"):
            first = self._seats.lines[0]
            self.screen.set_focus(first)
            if letter:
                first.value = ""
        elif not (event.is_printable and isinstance(self.screen.focused, Input)):
            return
        event.stop()
        if event.is_printable and self.screen.focused is not None:
            self.screen.focused.post_message(Key(event.key, event.character))


_LINES = ("rounds", "hand-size", "game-title")
"""The lines beside the names."""

USUAL_BOOK, USUAL_SET = BASE_BOOK, 9
"""What the first game of all is offered."""


class NewGame(AppScreen):
    """The set-up of a game, as it was left the last time. Enter alone takes what is there."""

    CSS_PATH = "new_game.tcss"
    place: ClassVar[str] = "new"
    PANES: ClassVar[Mapping[str, str]] = {"seats": N_("Players, clockwise"), "choices": N_("Rules")}

    def __init__(self, session: AppSession) -> None:
        super().__init__(session)
        self._known: tuple[str, ...] = ()
        self._latest: tuple[str, ...] = ()
        self._titles: frozenset[str] = frozenset()
        self._books: Mapping[str, RuleBook] = {}
        self._begun = Begun((), USUAL_BOOK, USUAL_SET)
        self._open: Mapping[str, tuple[tuple[Value, str], ...]] = {}
        """What is asked of the rules that a book leaves open, and of which book."""
        self._asked = ""
        self._starters: list[str] | None = None
        """Who was offered to start."""
        self.attempt(self._remember)
        begun, session.begun = session.begun, None
        if begun is not None:
            known = begun.book in self._books
            self._begun = begun if known else self._begun._replace(names=begun.names, lines=begun.lines)

    def _remember(self) -> None:
        books: dict[str, RuleBook] = {}
        for book_id in self.session.shelf.ids():
            try:
                books[book_id] = self.session.shelf.book(book_id)
            except ScorekeeperError as error:
                self.tell(str(error), "warning")
        self._books = books
        self._known = self.session.store.known_players()
        latest = self.session.store.list()
        self._titles = frozenset(game.title for game in latest)
        if latest:
            self._latest = latest[0].players
            with suppress(ScorekeeperError):  # it says why once it is opened
                self._latest = self.session.store.game(latest[0].id).game.at_table
        self._begun = self._begun._replace(names=self._latest)
        for summary in self.session.store.summaries(1).values():
            if summary.book in books:
                self._begun = self._begun._replace(book=summary.book, set_size=summary.set_size)

    def body(self) -> ComposeResult:
        """Show the players on the left, the game on the right."""
        book, seats = self._books[self._begun.book], SeatLines(self._known, self._begun.names)
        games = [(Content(name), game_id) for game_id, name in self.session.shelf.games().items()]
        with Horizontal(id="what"):
            yield Static(_("New game"), id="title")
            yield Select(games, value=book.game, allow_blank=False, id="game", compact=True, tooltip=_(_GAME))
        with Horizontal(id="setup"):
            yield seats
            with VerticalScroll(id="choices", can_focus=False):
                yield Static(_("Rule book"), classes="heading")
                books = self._books_of(book.game)
                yield Select(books, value=book.id, allow_blank=False, id="book", compact=True)
                yield Static(book.summary, id="special", markup=False)
                yield from self._set_and_rounds()
                yield Vertical(*self._choices(book), id="agree")
                yield Static(_("First to start"), classes="heading", id="first-label")
                yield Select([], prompt=_("drawn at the table"), id="first", compact=True)
                yield Static(_("Title"), classes="heading")
                yield Field(placeholder=self._usual_title(), max_length=80, id="game-title", compact=True)
                yield Figures(id="deal", classes="only-panes")
        with Horizontal(id="ready"):
            yield StartButton(_("Start ({key})", key=self.key("start")), seats)
            yield Static(id="facts", markup=False)

    def _set_and_rounds(self) -> ComposeResult:
        with Horizontal(id="length"):
            with Vertical():
                yield Static(_("Set"), classes="heading")
                sets = [(set_name(size), size) for size in SET_SIZES]
                yield Select(sets, value=self._begun.set_size, allow_blank=False, id="set", compact=True)
            with Vertical(classes="how-many"):
                yield Static(_("Rounds"), classes="heading")
                yield Field(max_length=9, id="rounds", compact=True, tooltip=_(_LENGTH))
            with Vertical(classes="how-many"):
                yield Static(_("Tiles each"), classes="heading")
                yield Field(max_length=2, id="hand-size", compact=True)

    def _books_of(self, game: str) -> list[tuple[Content, str]]:
        """Return a game's rule books: the table's own, the usual one, then the others by title."""
        shelf, usual = self.session.shelf, self.session.shelf.usual_book(game)

        def rank(book: RuleBook) -> tuple[bool, bool, str]:
            return shelf.is_shipped(book.id), book.id != usual, book.title.casefold()

        def shown(book: RuleBook) -> str:
            return book.title if shelf.is_shipped(book.id) else _("{title} (yours)", title=book.title)

        books = sorted((book for book in self._books.values() if book.game == game), key=rank)
        return [(Content(shown(book)), book.id) for book in books]

    def _usual_title(self) -> str:
        """Return the day's name, numbered where that game is kept already."""
        usual = _("{weekday} game", weekday=weekday_name(local_time(self.session.now())))
        numbered = (_("{title} {number}", title=usual, number=number) for number in count(2))
        return next(title for title in chain([usual], numbered) if title not in self._titles)

    def on_mount(self) -> None:
        """Offer to start at once where the players are known."""
        for line, typed in self._begun.lines.items():
            self.query_one(f"#{line}", Field).value = typed
        self._facts()
        if self._latest:
            self.set_focus(self.query_one("#start"))
        else:
            self.set_focus(self._seats.lines[-1 if self._begun.names else 0])

    @property
    def _seats(self) -> SeatLines:
        return self.query_one(SeatLines)

    async def on_input_changed(self) -> None:
        """Keep one empty seat at the end and show what the deal would be."""
        await self._seats.keep_one_empty()
        self._facts()
        self._show_people()

    def redraw(self) -> None:
        """Show in panes who sits where, once there is room."""
        super().redraw()
        self.call_after_refresh(self._show_people)

    def _show_people(self) -> None:
        if self.is_there and self.has_class("-panes"):
            self._seats.show_people(self._past, self._records)
        elif self.is_there and "_past" in vars(self):  # there were panes
            self._seats.show_people((), {})

    @cached_property
    def _past(self) -> tuple[Past, ...]:
        """The games before, counted once they are shown."""
        return self.session.store.past()

    @cached_property
    def _records(self) -> Mapping[str, PlayerRecord]:
        return {name_key(record.player): record for record in player_records(self._past)}

    async def on_select_changed(self, event: Select.Changed) -> None:
        """Offer the books of the game, ask what the book leaves open, and show what the deal would be."""
        if event.select.id in ("game", "book"):
            await self._follow_book()
        self._facts()

    async def _follow_book(self) -> None:
        """Offer the books of the chosen game, the set of the chosen book, and what that one leaves open."""
        game, sets = str(self.query_one("#game", Select).value), self.query_one("#set", Select)
        if self._book.game != game:
            usual, books = self.session.shelf.usual_book(game), self.query_one("#book", Select)
            with self.prevent(Select.Changed):
                books.set_options(self._books_of(game))
                books.value = usual
            sets.value = self._book.rules.set.default
        book = self._book
        if sets.value not in book.rules.set.sizes:
            sets.value = book.rules.set.default
        if self._asked != book.id:  # nothing is made anew for the book that is asked about
            self.query_one("#special", Static).update(book.summary)
            agree = self.query_one("#agree", Vertical)
            await agree.remove_children()
            await agree.mount_all(self._choices(book))

    def _choices(self, book: RuleBook) -> list[Widget]:
        """Return a question, and what to choose from, for each rule that a book leaves open."""
        self._asked, words = book.id, shipped_wording().under(book.rules)
        self._open = open_choices(book, self.session.books_of_game(book.id), words)
        shown: list[Widget] = []
        for key, offered in self._open.items():
            label = Static(words.keys[key].question, classes="heading", markup=False)
            options = [(Content(sentence), index) for index, (_value, sentence) in enumerate(offered)]
            select = Select(options, value=0, allow_blank=False, compact=True, classes="choice", name=key)
            shown += [label, select]
        return shown

    @property
    def _book(self) -> RuleBook:
        return self._books[str(self.query_one("#book", Select).value)]

    @property
    def _set(self) -> int:
        """The highest double of the chosen set."""
        return self.query_one("#set", Select).selection or USUAL_SET

    def _rules(self) -> Rules:
        """Return the rules in force. Raises Malformed for what is no number of rounds."""
        rules, size, players = (
            with_changes(self._book.rules, self._chosen()),
            self._set,
            self._how_many_players,
        )
        if (tiles := self._number("#hand-size", _("Tiles each"))) is not None:
            rules = with_changes(rules, read_changes(changes_for_hand(rules, size, players, tiles)))
        return with_changes(rules, read_changes(self._changed_length(rules, size)))

    def _changed_length(self, rules: Rules, size: int) -> Mapping[str, Value]:
        """Return what the typed length changes: so many rounds, or `to` so many points. Raises Malformed."""
        line = self.query_one("#rounds", Field)
        word, _gap, points = line.typed.partition(" ")
        if folded(word) in typed_words("to") and (target := whole_number(points.strip())) is not None:
            line.mark(None)
            return {"rounds.length": "target-score", "rounds.target": target}
        rounds = self._number("#rounds", _("Rounds"))
        return {} if rounds is None else changes_for_length(rules, size, rounds)

    def _number(self, field: str, heading: str) -> int | None:
        """Return the number on a line; None for nothing. Raises Malformed, with the letters marked."""
        line = self.query_one(field, Field)
        if not line.typed:
            return None
        if (number := whole_number(line.typed)) is None:
            at, sentence = (
                Position(1, len(line.typed)),
                N_("“{typed}” is not a number; type one such as 5, or nothing."),
            )
            line.mark(at)
            raise Malformed(_(sentence, typed=line.typed), heading, at)
        line.mark(None)
        return number

    @property
    def _how_many_players(self) -> int:
        return max(2, len(self._seats.names))

    def _chosen(self) -> dict[str, Value]:
        """Return what was chosen of all that the book leaves open."""
        selects = self.query(".choice").results(Select)
        picks = {str(select.name): select.selection or 0 for select in selects}
        return {key: offered[picks[key]][0] for key, offered in self._open.items() if key in picks}

    def _facts(self) -> None:
        """Show tiles per hand, tiles in the yard and rounds, or why it cannot be played."""
        names, usual, size = self._seats.names, self._book.rules, self._set
        try:
            rules = self._rules()
            self._offer_starters(rules, names)
            text = self._describe_deal(rules, self._how_many_players)
        except ScorekeeperError as error:
            text = str(error)
        facts = self.query_one("#facts", Static)
        facts.set_class(False, "-refused")
        facts.update(text)
        length = (
            _("to {points}", points=usual.rounds.target)
            if usual.rounds.length == "target-score"
            else _("all {count}", count=len(planned_doubles(usual, size)))
        )
        self.query_one("#rounds", Input).placeholder = length
        self.query_one("#hand-size", Input).placeholder = str(hand_size(usual, size, self._how_many_players))

    def _describe_deal(self, rules: Rules, players: int) -> str:
        """Return what everybody is dealt, how long the game is, and with which double it begins."""
        dealt, doubles = deal(rules, self._set, players), planned_doubles(rules, self._set)
        double, target = doubles[0], rules.rounds.target
        hands = _(
            "{players}: {tiles} each, {yard} left in the yard.",
            players=ngettext("{count} player", "{count} players", players),
            tiles=ngettext("{count} tile", "{count} tiles", dealt.hand),
            yard=dealt.yard,
        )
        if rules.rounds.length == "target-score":
            goal = Card(str(target), _("Points to play to"))
            length = _("To {points} points, from {double}-{double}.", points=target, double=double)
        else:
            goal = Card(str(len(doubles)), _("Rounds"))
            length = ngettext(
                "{count} round, from {double}-{double}.",
                "{count} rounds, from {double}-{double}.",
                len(doubles),
                double=double,
            )
        tiles = Card(str(dealt.hand), _("Tiles each")), Card(str(dealt.yard), _("Left in the yard"))
        self.query_one(Figures).put([*tiles, goal, Card(f"{double}-{double}", _("First double"))])
        return "\n".join([hands, length, *outside_book(rules, self._set, players)])

    def _offer_starters(self, rules: Rules, names: list[str]) -> None:
        asks = rules.start.later_starter == "rotate-left"
        select = self.query_one("#first", Select)
        select.display = self.query_one("#first-label").display = asks
        options = list(dict.fromkeys(" ".join(name.split()) for name in names))
        if asks and options != self._starters:
            self._starters = options
            select.set_options([(Content(name), name) for name in options])

    def offers(self, action: str) -> bool:
        """Leave enter to whatever has the focus, unless that is a line to type on."""
        return action != "next" or isinstance(self.focused, (Input, Button))

    def fill(self, field: Widget, rows: Sequence[Sequence[str]]) -> bool:
        """Give a seat to everybody whose name was pasted."""
        if not isinstance(field, Field) or field not in self._seats.lines:
            return False
        self.run_worker(self._fill(field, [name for row in rows for name in row if name]))
        return True

    async def _fill(self, seat: Field, names: Sequence[str]) -> None:
        if left := await self._seats.fill(seat, names):
            self.tell(left_out(left), "warning")

    async def action_next(self) -> None:
        """Go to the next seat; after the last one, to the start button."""
        await self.typed_out()
        here, start_button = self.focused, self.query_one("#start")
        if isinstance(here, Button):
            self.action_start()
        elif isinstance(here, Field) and here in self._seats.lines:
            self.set_focus(await self._seats.after(here) or start_button)
        else:
            self.set_focus(start_button)

    async def action_game(self) -> None:
        """Take the next game at once, for the next key may start it."""
        select, games = self.query_one("#game", Select), [*self.session.shelf.games()]
        select.value = games[(games.index(str(select.value)) + 1) % len(games)]
        await self._follow_book()

    async def action_seat_up(self) -> None:
        """Move the player of this line one seat up."""
        await self._move(-1)

    async def action_seat_down(self) -> None:
        """Move the player of this line one seat down."""
        await self._move(1)

    async def _move(self, step: int) -> None:
        await self.typed_out()
        if isinstance(self.focused, Field) and self.focused in self._seats.lines:
            self._seats.move(self.focused, step)

    async def action_clear(self) -> None:
        """Clear all names, and what was said about them, and begin in the first seat."""
        await self.typed_out()
        self.app.clear_notifications()
        for line in self._seats.lines:
            line.value = ""
        self.set_focus(self._seats.lines[0])

    def _left(self) -> Begun:
        lines = {line: self.query_one(f"#{line}", Field) for line in _LINES}
        return Begun(
            tuple(self._seats.names), self._book.id, self._set,
            {line: field.value for line, field in lines.items()},
            any(field.typed for field in lines.values()) or self._seats.names not in ([], [*self._latest]),
        )  # fmt: skip

    def before_leaving(self) -> str:
        """Keep what was typed for the next time."""
        self.session.begun = self._left()
        return ""

    def before_quitting(self) -> str:
        """Return the question whether what was typed may be lost."""
        return self._left().loss

    def action_back(self) -> None:
        """Close this screen; what was typed stays."""
        self.before_leaving()
        super().action_back()

    @on(Button.Pressed)
    @asks
    async def action_start(self) -> None:
        """Keep the game, and open its table and the first round; ask first about names that look alike."""
        from scorekeeper.tui.table.table import TableScreen

        await self.typed_out()
        try:
            started = self.started()
            sat_together = set(self._latest)
            pairs = [pair for pair in lookalikes(started.players) if not sat_together.issuperset(pair)]
            if pairs and not await self.ask(Confirm(ask_about_names(pairs))):
                return
            self.session.start(started)
        except ScorekeeperError as error:
            facts = self.query_one("#facts", Static)
            if str(error) == str(facts.content):  # it is said already, and lights up
                facts.add_class("-refused")
            else:
                self.tell(str(error), "error")
        else:
            table = TableScreen(self.session)
            self.app.switch_screen(table)
            table.call_later(table.action_enter)

    def started(self) -> Started:
        """Return the game that is chosen, or mark the letters at fault. Raises ScorekeeperError if it cannot be."""
        first, rules = self.query_one("#first", Select), self._rules()
        try:
            players = typed_players(self._seats.names)
        except Malformed as error:
            if error.at is not None:
                self._seats.mark(error.at)
            raise
        started = Started(
            title=self.query_one("#game-title", Input).value or self._usual_title(),
            date=local_time(self.session.now()).date(),
            set_size=self._set,
            players=players,
            book=self._book.id,
            rules=rules,
            house=read_changes(rule_differences(rules, self._book.rules)),
            first_starter=first.selection if first.display else None,
        )
        start_game(started)
        return started
