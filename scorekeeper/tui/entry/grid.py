"""Lines of hands that are kept one by one: what is objected once, what is asked, and what another window did.

The two screens where hands are typed are built on this: a round, and a whole sheet. What lines there are, and where
the cursor goes after one, is their own matter.
"""

from abc import abstractmethod
from asyncio import to_thread
from collections.abc import Callable, Mapping, Sequence
from itertools import zip_longest
from pathlib import Path
from typing import ClassVar, NamedTuple, TypeAlias

from rich.text import Text
from textual.app import ComposeResult
from textual.events import Resize
from textual.widget import Widget
from textual.widgets import Input

from scorekeeper.errors import Position, ScorekeeperError
from scorekeeper.game import (
    OUT,
    SITS_OUT,
    Entry,
    EntryCell,
    Out,
    Round,
    RoundScored,
    called_now,
    could_become,
    score_entry,
    show_entry,
    tiles_left,
)
from scorekeeper.reading import Unclear, hand_in_words
from scorekeeper.session import (
    BLOCKED,
    AppSession,
    Review,
    counts_last_tile,
    ending_words,
    marking,
    numbers_in,
    parse_agreed,
    parse_ending,
    review_change,
)
from scorekeeper.system import typed_picture
from scorekeeper.text import N_, _
from scorekeeper.tiles import show_tiles
from scorekeeper.tui.base.colours import badges
from scorekeeper.tui.base.screen import FRAME, AppScreen, asks
from scorekeeper.tui.entry.lines import (
    Cell,
    EntryLine,
    EntryLines,
    Heads,
    ending_shown,
    entry_words,
    hand_meaning,
    marker_charge,
    meaning,
    spoken,
    totals_moved,
    without_parts,
)
from scorekeeper.tui.entry.tile_pad import TilePad
from scorekeeper.tui.widgets.dialogs import AskLine, Choose, Confirm
from scorekeeper.tui.widgets.field import left_out

ROWS_AROUND = 6
"""Rows above and below the lines."""

ROOMS = (3, "-roomy"), (4, "-ample")
"""From how many rows for each line on there is how much room for it."""

Onwards: TypeAlias = Callable[[EntryLine], object]
"""Goes on from a line once it is kept: at once, for the next key belongs there, or after a question."""


class Meaning(NamedTuple):
    """What stands beside a line; its level is `wrong`, `odd` or nothing. `at` are the typed letters at fault."""

    text: Text | str
    level: str = ""
    at: Position | None = None
    totals: str = ""
    """The player's total before and after."""


class EntryGrid(AppScreen):
    """Lines of hands, kept one by one."""

    CSS_PATH = "entry.tcss"
    AUTO_FOCUS: ClassVar[str | None] = ""
    FOLLOWS = True
    DRAWN_BY_SIZE = True

    def __init__(self, session: AppSession) -> None:
        super().__init__(session)
        self.remarked: frozenset[tuple[Cell, str]] = frozenset()
        """What was asked about which line; Enter there answers it, and nothing else does."""
        self._lacks_foot: EntryLine | None = None
        """The line that was marked as blocked and asks for the open foot."""
        self._without_reason: EntryLine | None = None
        """The line that nobody wanted to give a reason for, as long as it stays as it is."""
        self._known = session.kept.log
        """The game as it was when the lines were last given to its players."""
        self._correcting = False
        """Whether arrows leave a line without keeping it, as in a round that was complete."""

    @abstractmethod
    def cells(self) -> Mapping[Cell, str]:
        """Return the cells that can be typed now, with what their lines are called."""

    @abstractmethod
    def begin(self) -> None:
        """Go where the next hand is typed."""

    @abstractmethod
    def go_on(self, line: EntryLine) -> None:
        """Go where the cursor belongs after a line was kept."""

    @abstractmethod
    def done(self) -> None:
        """Leave, once everything is kept."""

    def written(self, entry: Entry) -> str:
        """Return how a hand is typed here."""
        return show_entry(entry)

    def parse(self, line: EntryLine) -> RoundScored:
        """Return the change that a line makes. Raises Malformed."""
        return parse_agreed(self.session.game, *line.cell, line.typed, self.session.answers.read())

    def renamed(self, names: Mapping[str, str]) -> None:
        """Follow players whose names changed."""

    def body(self) -> ComposeResult:
        """Show the lines."""
        self._make_room(self.app.size.height, update=False)  # nothing is styled yet
        yield EntryLines(self.cells(), self._legend())

    def _legend(self) -> str:
        """Return the ways to type a hand; none holds the double that lies on the table."""
        began = {self.session.game.round(cell.round).began_with for cell in self.cells()}
        if began == {0}:
            return _("Type 23, 12+7+4, or tiles 6-4 5-5; {out} = went out", out=OUT)
        double = "4-4" if began == {5} else "5-5"
        return _(
            "Type 23, 12+7+4, or tiles 6-4 {double}; 23+0-0 with a double blank; {out} = went out",
            double=double,
            out=OUT,
        )

    def on_mount(self) -> None:
        """Show what is kept, and begin where the next hand is typed."""
        self.show_kept()
        self.begin()

    def on_resize(self, event: Resize) -> None:
        """Give the lines more room where there is some."""
        self._make_room(event.size.height)

    def _make_room(self, height: int, update: bool = True) -> None:
        rows = (height - ROWS_AROUND - FRAME.height * self.has_class("-panes")) // max(1, len(self.cells()))
        for least, name in ROOMS:
            self.set_class(rows >= least, name, update=update)

    @property
    def lines(self) -> EntryLines:
        """The lines."""
        return self.query_one(EntryLines)

    def line_in_hand(self) -> EntryLine | None:
        """Return the line with the cursor."""
        return self.lines.around(self.focused)

    def hand_in_hand(self) -> EntryLine | None:
        """Return the line of the hand that a key without letters is meant for."""
        return self.line_in_hand()

    def _focus_again(self, line: EntryLine) -> None:
        """Go back to a line, but not from one with something typed: two such lines would do so for ever."""
        in_hand = self.line_in_hand()
        if in_hand is None or not in_hand.changed:
            line.enter()

    def redraw(self) -> None:
        """Show the title, and the players in the colours of the theme."""
        super().redraw()
        marks = badges(self.session.game, self.app.current_theme)
        for line in self.lines.lines:
            if line.badge != (badge := marks.get(line.player or "")):
                line.badge = badge
                line.refresh()

    def show_kept(self) -> None:
        """Show what is kept of every line, beside what is being typed."""
        game = self.session.game
        for line in self.lines.lines:
            number, player = line.cell
            if number > game.last_scheduled or (player is not None and player not in game.players_of(number)):
                line.say(
                    _("{name} no longer plays in this round; what you type here is not saved.", name=player),
                    "wrong",
                )
                continue
            played, totals = game.round(number), ""
            if player is None:
                asks = counts_last_tile(game, number)
                words = N_("{key} if blocked") if asks else N_("no ({key})")
                is_said = asks and played.out is not None
                line.field.placeholder = "" if is_said else _(words, key=self.key("blocked"))
                typed, means = ending_shown(game, played)
            else:
                typed, means = self._hand_shown(played, player)
                totals = "" if self.covered else totals_moved(game, number, player)
            line.show_kept(typed, means, totals, self.session.changed_by)
        self.query_one(Heads).refresh()

    def _hand_shown(self, played: Round, player: str) -> tuple[str, Text]:
        """Return what is kept of a player's hand, as it is typed and in words."""
        kept = OUT if player == played.out else played.entries.get(player)
        rules, added = self.session.game.rules_of(played.number), self.session.numbers_of(played)
        words = entry_words(kept, lambda hand: meaning(score_entry(hand, rules), added.get(player, ())))
        words += marker_charge(rules, played, player)
        if kept is None:
            return "", words
        return OUT if isinstance(kept, str) else self.written(kept), Text("✓ ") + words

    def _reseated(self) -> bool:
        """Whether there are others to enter, or under other names, than the lines say."""
        cells, lines = self.cells(), self.lines.lines
        return not cells.keys() <= {line.cell for line in lines} or any(
            line.cell not in cells and not line.changed for line in lines
        )

    async def reseat(self) -> None:
        """Show the lines of those who play now; what is typed stays with the person it was typed for."""
        names, self._known = called_now(self._known, self.session.kept.log), self.session.kept.log
        self.renamed(names)
        in_hand = self.line_in_hand()
        await self.lines.seat(self.cells(), names)
        self.show_kept()
        if in_hand is not None and in_hand not in self.lines.lines and self.cells():
            self.begin()

    async def poll(self) -> None:
        """Take over what another window entered, and say what it was."""
        if self.catch_up():
            await self.take_over()

    async def take_over(self) -> None:
        """Show what another window entered, and say what it was."""
        came = self.session.came
        await self.reseat()
        self.tell(came)

    def on_input_changed(self, event: Input.Changed) -> None:
        """Say what the line means, and what is wrong with it, as it is typed."""
        line = self.lines.around(event.input)
        if line is None or (not line.changed and event.input is not self.focused):
            return
        if line.overtaken is not None and not line.typed:
            line.give_back()  # what was typed is gone, and what somebody else entered is not
            return
        self.remarked, self._lacks_foot, self._without_reason = frozenset(), None, None
        if not line.changed:
            line.say_kept()
        elif line.player is not None and (file := typed_picture(line.typed)) is not None:
            self.run_worker(self._count_photo(line, line.player, file), name="photo")
        else:
            line.say(*self._meaning(line))

    def _meaning(self, line: EntryLine) -> Meaning:
        """Return what a line would mean if it were kept as it is; no totals while places are covered."""
        game, (number, player), typed = self.session.game, line.cell, line.typed
        try:
            if player is not None:
                half = could_become(typed, tiles_left(game, game.round(number), player), game.set_size)
                if half is not None:
                    return Meaning(Text(show_tiles(half) or _("no such tile is left"), style="dim"))
            change = self.parse(line)
            review = review_change(game, change)
        except Unclear as question:  # Enter asks
            return Meaning(question.message, "odd", question.at)
        except ScorekeeperError as error:
            return Meaning(str(error), "wrong", error.at)
        played, totals = review.after.round(number), ""
        if player is None:
            means = Text((change.began or ending_words(played)) if typed else "")
        else:
            entry = OUT if isinstance(change.ending, Out) else change.entries[player]
            means = entry_words(entry, lambda hand: hand_meaning(game, number, hand, typed))
            means += marker_charge(game.rules_of(number), played, player)
            if not (self.covered or review.errors):
                totals = totals_moved(review.after, number, player)
        if sentences := [*(finding.message for finding in review.errors), *review.unusual]:
            means = Text("  ").join(filter(None, [means, Text(sentences[0])]))
        level = "wrong" if review.errors else "odd" if sentences else ""
        return Meaning(means, level, totals=totals)

    async def _count_photo(self, line: EntryLine, player: str, file: Path) -> None:
        """Put the tiles in a photo into the line that names it, and say which ones to look at; nothing is kept."""
        from scorekeeper.tui.entry.photo import see_hand, seen_words  # few lines name a photo

        typed, game = line.typed, self.session.game
        line.say(_("Counting the tiles in {file}…", file=file.name))
        try:
            seen = await to_thread(see_hand, file, game, game.round(line.cell.round), player)
        except ScorekeeperError as error:
            if line.typed == typed:
                line.say(str(error), "wrong")
            return
        if line.typed != typed:
            return  # something else was typed meanwhile
        with line.field.prevent(Input.Changed):
            line.field.value = show_tiles(tile.tile for tile in seen)
            line.field.cursor_position = len(line.field.value)
        means = self._meaning(line)
        counts = means.text if isinstance(means.text, str) else without_parts(means.text).plain
        level = means.level or ("" if all(tile.sure for tile in seen) else "odd")
        line.say(f"{counts}  {seen_words(seen)}", level, means.at, means.totals)

    def keep(self, line: EntryLine, then: Onwards | None = None) -> None:
        """Keep what is typed on a line, and then go where the cursor belongs; stay there if it is not kept."""
        if not line.changed:
            line.overtaken = None
            if then is not None:
                then(line)
            return
        try:
            review = review_change(
                self.session.game, self.parse(line), typed=line.typed, overtaken=line.overtaken
            )
        except Unclear as question:
            self._ask_which(line, question.choices, then)
            return
        except ScorekeeperError as error:
            self.stay(line, Meaning(str(error), "wrong", error.at))
            return
        unusual = {(line.cell, sentence) for sentence in review.unusual}
        if review.errors:
            self.stay(line, Meaning(review.errors[0].message, "wrong"))
        elif not unusual <= self.remarked:
            self.remarked |= unusual
            sentences, key = " ".join(review.unusual), self.key("keep")
            again = _("{sentence} Press {key} again to save what you typed.", sentence=sentences, key=key)
            self.stay(line, Meaning(again, "odd"))
        elif (review.corrects and (line.kept or review.replaces)) or review.warnings:
            self._ask_why(line, review, then)
        else:
            self._append(line, review, then)

    def _ask_which(self, line: EntryLine, choices: Sequence[str], then: Onwards | None) -> None:
        """Ask which of two things was meant; the line then has the chosen one, and is kept."""

        def chosen(choice: str | None) -> None:
            if choice is None:
                self._focus_again(line)
                return
            if self.attempt(lambda: self.session.answers.note(numbers=numbers_in(choice))):
                key = self.key("numbers", "table")
                self.tell(
                    _(
                        "Such numbers are read so in this game from now on; {key} on the table changes that.",
                        key=key,
                    )
                )
            line.field.value = choice
            self.keep(line, then)

        question = _("What does “{text}” mean?", text=line.typed)
        options = [(choice, hand_in_words(choice)) for choice in choices]
        self.app.push_screen(Choose(question, options, choices[0]), chosen)

    def _ask_why(self, line: EntryLine, review: Review, then: Onwards | None) -> None:
        """Ask why a line is corrected, or stands against a warning, and keep it with the answer."""
        corrects = review.corrects and (line.kept or review.replaces)

        def answered(reason: str | None) -> None:
            if reason is None:
                self._without_reason = line
                self._focus_again(line)
            else:
                self._append(line, review, then, why=reason, corrects=reason if corrects else None)

        before, after = spoken(line.kept), spoken(line.typed)
        corrected = N_("{name}: {before} becomes {after}. Why? (for the log; may be empty)")
        overruled = N_("{warnings} Why keep it anyway? (for the log; may be empty)")
        warnings = " ".join(finding.message for finding in review.warnings)
        sentence = _(
            corrected if corrects else overruled,
            name=line.about,
            before=before,
            after=after,
            warnings=warnings,
        )
        self.app.push_screen(AskLine(sentence, _("for example: counted again") if corrects else ""), answered)

    def keep_left(self, line: EntryLine, then: Onwards | None = None) -> None:
        """Keep a line that is left, unless something is asked about it: that is asked again."""
        self.remarked = frozenset()
        if line.changed and line is self._lacks_foot:
            self._ask_foot(line)
            self._focus_again(line)
        else:
            self.keep(line, then)

    def stay(self, line: EntryLine, why: Meaning) -> None:
        """Stay on a line, and say why."""
        line.say(*why)
        self._focus_again(line)

    def _append(
        self,
        line: EntryLine,
        review: Review,
        then: Onwards | None,
        why: str = "",
        corrects: str | None = None,
    ) -> None:
        """Store a line; go on, unless others play by now or something else stands there."""
        if self.change_reviewed(review, why or None, corrects):
            if line.player is not None:
                self.session.note_sum(EntryCell(line.cell.round, line.player), line.typed)
            line.take()
        if self._reseated():
            self.call_later(self.reseat)
            return
        self.show_kept()
        if then is not None and not line.changed:
            then(line)

    async def action_keep(self) -> None:
        """Keep the line and go on."""
        await self.typed_out()
        line = self.line_in_hand()
        if line is not None:
            self.keep(line, self.go_on)

    async def action_line_up(self) -> None:
        """Go one line up."""
        await self._step(-1)

    async def action_line_down(self) -> None:
        """Go one line down."""
        await self._step(1)

    async def _step(self, by: int) -> None:
        await self.typed_out()
        line = self.line_in_hand()
        if line is None:
            return
        if self._correcting:
            self.beside(line, by).enter()
        else:
            self.keep_left(line, lambda line: self.beside(line, by).enter())

    def beside(self, line: EntryLine, by: int) -> EntryLine:
        """Return the line above another one or below it."""
        return self.lines.beside(line, by)

    def pages(self) -> Sequence[Sequence[Cell]]:
        """Return the cells that pasted columns fill, this page first; a cell of somebody who is not there is none."""
        return ([line.cell for line in self.lines.lines if line.player],)

    async def show_page_of(self, cell: Cell) -> None:
        """Show the page with a cell; a round has only one."""

    def fill(self, field: Widget, rows: Sequence[Sequence[str]]) -> bool:
        """Type pasted cells into the lines from this one on downwards, the next column into the next page."""
        line = self.lines.around(field)
        if line is None or line.player is None:
            return False
        self.run_worker(self._fill(line, rows))
        return True

    async def _fill(self, first: EntryLine, rows: Sequence[Sequence[str]]) -> None:
        """Fill page after page, up to a line that something is asked about; say what is left out."""
        pages = self.pages()
        if len(pages) == len(rows) == 1:  # a line of a spreadsheet has everybody's hand
            rows = [[cell] for cell in rows[0]]
        at, left, last = pages[0].index(first.cell), list[str](), None
        stays = False
        for column, texts in enumerate(zip_longest(*rows, fillvalue="")):
            cells = pages[column][at:] if column < len(pages) and not stays else ()
            if cells:
                await self.show_page_of(cells[0])
            there = {line.cell: line for line in self.lines.lines}
            pasted = [(there.get(cell), text) for cell, text in zip_longest(cells, texts) if text]
            left += [text for line, text in pasted if line is None]
            filled = [(line, text) for line, text in pasted if line is not None]
            for line, text in filled:
                line.field.value = text
            stays = stays or not all(self._kept_as_left(last := line) for line, _text in filled)
        if last is not None and not stays:
            self.go_on(last)
        if left:
            self.tell(left_out(left), "warning")

    def _kept_as_left(self, line: EntryLine) -> bool:
        """Keep a line; return whether nothing is asked about it."""
        self.keep_left(line)
        return not line.changed

    def on_input_blurred(self, event: Input.Blurred) -> None:
        """Keep a line that is left by the mouse."""
        line = self.lines.around(event.input)
        if line is not None and line.changed and not self._correcting and self.in_front:
            self.keep_left(line)

    async def action_sits_out(self) -> None:
        """Let the player of the line in hand sit out the round; or let them play it after all."""
        await self.typed_out()
        line = self.hand_in_hand()
        if line is not None and line.player is not None:
            self._sit_out(line)

    @asks
    async def _sit_out(self, line: EntryLine) -> None:
        plays_again = line.typed == SITS_OUT
        question = _(
            "Delete what stands for {name} ({hand}), and let {name} sit out?",
            name=line.player,
            hand=spoken(line.typed),
        )
        corrects = self.session.game.is_closed(self.session.game.round(line.cell.round))  # asked about anyway
        if line.typed and not plays_again and not corrects and not await self.ask(Confirm(question)):
            return
        line.field.value = "" if plays_again else SITS_OUT
        self.keep_left(line, None if plays_again else self.go_on)

    def offers(self, action: str) -> bool:
        """Offer the marker where it counts."""
        if action == "marker":
            return any(self.session.game.rules_of(cell.round).scoring.marker for cell in self.cells())
        return super().offers(action)

    def action_marker(self) -> None:
        """Put the marker on the train of the line in hand, or take it off; what is typed there stays."""
        line = self.hand_in_hand()
        if line is not None and line.player is not None:
            played = self.session.game.round(line.cell.round)
            if self.change(marking(played, line.player)):
                self.show_kept()

    def action_tiles(self) -> None:
        """Open the tile pad for the line in hand."""
        line = self.hand_in_hand()
        if line is not None and line.player is not None:
            self._pick_tiles(line, line.player)

    def on_field_line_tapped(self, event: EntryLine.Tapped) -> None:
        """Open the tile pad for the line whose button was tapped."""
        if isinstance(event.line, EntryLine):
            event.line.enter()
            self.action_tiles()

    @asks
    async def _pick_tiles(self, line: EntryLine, player: str) -> None:
        game = self.session.game
        typed = await self.until_closed(TilePad(game, game.round(line.cell.round), player, line.typed))
        line.enter()
        if typed is not None:
            line.field.value = typed
            line.field.cursor_position = len(typed)

    def mark_blocked(self, line: EntryLine) -> bool:
        """Type on the line for the ending that the round was blocked; return whether it can be."""
        if not line.typed:
            try:
                parse_ending(self.session.game, line.cell.round, BLOCKED)
            except ScorekeeperError as error:
                self.stay(line, Meaning(str(error), "wrong"))
                return False
            with line.field.prevent(Input.Changed):
                line.field.value = BLOCKED
        return True

    def block(self, line: EntryLine) -> None:
        """Mark a round as blocked; with feet ask which double lacked toes, enter leaves that unknown."""
        if not self.mark_blocked(line):
            return
        line.enter()
        if not self.session.game.rules_of(line.cell.round).layout.open_foot:
            self.keep(line, self.go_on)
            return
        line.field.select_all()
        self._lacks_foot = line
        self._ask_foot(line)

    def _ask_foot(self, line: EntryLine) -> None:
        """Ask which double lacked toes in a blocked round."""
        sentence = _(
            "Blocked: which double still lacked toes? Such as 4; {key} if nobody knows.", key=self.key("keep")
        )
        line.say(sentence, "odd")

    @asks
    async def action_back(self) -> None:
        """Keep what is typed and go back; ask before dropping what cannot be read or got no reason."""
        for line in self.unsaved():
            if line is not self._without_reason:
                self.keep_left(line)
        if self.app.screen is not self:
            return
        unsaved = self.unsaved()
        if unsaved:
            question = _("What you typed for {name} is not saved. Discard it?", name=unsaved[0].about)
            if await self.ask(Confirm(question)):
                self.dismiss()
        else:
            self.done()

    def before_leaving(self) -> str:
        """Keep what is typed; return the question whether what cannot be kept may be lost."""
        if self.in_front:
            for line in self.unsaved():
                self.keep_left(line)
        unsaved = self.unsaved()
        sentence = N_("What you typed for {name} is not saved. Leave and discard it?")
        return _(sentence, name=unsaved[0].about) if unsaved else ""

    def unsaved(self) -> list[EntryLine]:
        """Return the lines with something typed that is not kept."""
        return [line for line in self.lines.lines if line.changed]
