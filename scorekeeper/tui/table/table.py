"""The table: the score table of the open game, what it shows beside it, and the ways to the other screens."""

from collections.abc import Mapping
from functools import partial
from typing import ClassVar, NamedTuple

from rich.cells import cell_len
from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container
from textual.content import Content
from textual.events import Click, Key
from textual.widgets import Static

from scorekeeper.errors import Malformed, Position
from scorekeeper.game import (
    Before,
    DayChanged,
    EventKind,
    Finished,
    Game,
    Redone,
    Reopened,
    RoundScored,
    RulesChanged,
    TotalsHidden,
    Undone,
    check_new_change,
    corrected_cells,
    half_entered,
    next_starter,
    penalties_due,
    standings,
    values_before,
)
from scorekeeper.reading import parse_day
from scorekeeper.rules import Value
from scorekeeper.session import AppSession, TableAnswers, open_questions, unsaid
from scorekeeper.storage import local_file
from scorekeeper.system import close_left, left_open, local_time
from scorekeeper.text import N_, _, join_and, ngettext, whole_number
from scorekeeper.tui.base.actions import ACTIONS, ScreenAction
from scorekeeper.tui.base.colours import badges
from scorekeeper.tui.base.screen import FRAME, Words, asks
from scorekeeper.tui.chart import ChartPane
from scorekeeper.tui.entry.chickenlittle import CallScreen, penalty_reminder, round_of
from scorekeeper.tui.standing import (
    LEAST_STANDING,
    WIDEST_STANDING,
    StandingPane,
    standing_notes,
    standing_panel,
    title_line,
)
from scorekeeper.tui.table.score_table import (
    ROOMY,
    TALL,
    ScoreColumns,
    ScoreGrid,
    ScoreTable,
    describe_cell,
    legend,
    pane_columns,
    points_columns,
    rows_needed,
    running_columns,
)
from scorekeeper.tui.widgets.bands import MOST_IN_ONE
from scorekeeper.tui.widgets.dialogs import AskLine, Choose, ChooseOrType
from scorekeeper.tui.widgets.text import Unbroken, broken_lines

PANEL, WITH_BARS = 29, 40
"""Columns of the standing beside the table: the least, and those for a bar of every round."""

CHART_PANE, LEAST_CHART = 14, 12
"""Rows of the pane with the chart: those that it has before rounds get higher, and the least that it has."""

MESSAGE = 2
"""Rows that a message may take, so that it pushes no place out of sight."""


class Arrangement(NamedTuple):
    """How the score table and the standing share the screen."""

    columns: ScoreColumns
    panel: int = 0
    """The columns of the standing beside the table; 0 where it is below."""
    standing: bool = True
    """Whether there is room for the standing."""


def arrange(game: Game, width: int, height: int) -> Arrangement:
    """Share out so many columns and rows: every player is shown, then running totals, then the standing."""
    running = running_columns(game, width - PANEL, width - WITH_BARS)
    talls = TALL if height >= ROOMY else ()
    places = 1 if game.hides_totals else len(game.players) + 2
    room = width - (rows_needed(game, running) > height)  # for the scroll bar
    if running.width + PANEL <= room:
        running = running.broader(width // 2)
        return Arrangement(running.for_rows(game, height, talls), room - running.width)
    if running.width <= room and rows_needed(game, running) + places <= height:
        return Arrangement(running.broader(room))
    narrow = points_columns(game, room - PANEL)
    if narrow.width + PANEL <= room and narrow.comfortable:
        return Arrangement(narrow.for_rows(game, height, talls), room - narrow.width)
    broad = points_columns(game, room)
    return Arrangement(broad, standing=rows_needed(game, broad) + places <= height)


def ask_end(game: Game) -> ChooseOrType[int]:
    """Return the question after how many rounds a game ends; 0 is now."""
    begun = max(1, len(game.rounds))
    due = game.open_round or game.current
    last = begun if due is None else due.number

    def read(typed: str) -> int:
        count = whole_number(typed)
        if count is None or count < begun:
            sentence = _("Type how many rounds the game has: {least} or more.", least=begun)
            raise Malformed(sentence, at=Position(1, len(typed)))
        return count

    options = [(0, _("Now: stop here and lock the game"))]
    if last != game.rounds_total:
        options.insert(0, (last, _("After this round, round {number}", number=last)))
    hint = _("or type after how many rounds, such as {count}", count=last + 1)
    return ChooseOrType(_("When does this game end?"), options, read, hint=hint)


class TableScreen(CallScreen):
    """The table of the open game, where most of the evening is spent."""

    CSS_PATH = "table.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(digit, f"type('{digit}')", show=False, priority=True) for digit in "0123456789"
    ]
    place: ClassVar[str] = "table"
    AHEAD = True
    FOLLOWS = True
    DRAWN_BY_SIZE = True
    GROUPS: ClassVar[Mapping[str, str]] = {
        N_("Hands and rounds"): "enter undo redo call served began note key_in numbers",
        N_("Who stands where"): "scoreboard result chart log hide",
        N_("On paper and on phones"): "print share",
        N_("The game and its rules"): "judge rules company day finish rematch back",
    }

    def __init__(self, session: AppSession) -> None:
        super().__init__(session)
        self._stood: Before = {}
        self._drawn_for: tuple[object, ...] = ()
        """What the scores were drawn for."""
        self._answers = TableAnswers()
        """What everybody at the table has been told, as it was shown last."""
        self._entry_closed_itself = False
        """Whether the round entry has just closed by itself, so that the next Esc may be meant for it."""
        self._left_open = False
        """Whether phones were open when the app ended, which nobody has settled since."""
        self._left_due = 0
        """The round that was due and marked when another screen was opened; 0 where another one was marked."""

    def body(self) -> ComposeResult:
        """Show the title, the score table and who is ahead."""
        yield from (Static(id=name, markup=False) for name in ("due", "over", "left", "question"))
        with Container(id="score"):
            yield ScoreGrid(classes="pane")
            yield StandingPane("-glides")
            yield ChartPane()
        yield Unbroken(id="cell")
        yield Unbroken(id="legend")

    def on_mount(self) -> None:
        """Draw the game, with the cursor on the round to enter; go on with the places where they are being shown."""
        self.redraw()
        self.to_current()
        if self.covered:
            self.call_after_refresh(self.action_result)

    def on_screen_resume(self) -> None:
        """Draw the game again after another screen may have changed it, the mark on a hand that is still missing."""
        if self.was_in_front:
            self.redraw()
        if self._is_away and self._left_due == self.marked_round:
            self.to_current()
        game, (row, column) = self.session.game, self.query_one(ScoreTable).cursor_coordinate
        due, marked = game.current, game.players[column - 1] if column else None
        if due is not None and row + 1 == due.number and marked and marked not in game.missing_in(due):
            self.to_current()

    def title_words(self) -> Words:
        """Return which game it is, and what comes next."""
        return title_line(self.session.game, self.session.book_title())

    async def poll(self) -> None:
        """Show what others did, here and on phones."""
        game = self.session.game
        came = self.catch_up()
        if came or self.session.answers.read() != self._answers:
            self.redraw()
        if came:
            if game.current is not None and self.marked_round == game.current.number:
                self.to_current()
            self.tell(self.session.came)
            if self.covered and not game.over:
                self.action_result()

    def redraw(self) -> None:
        """Show the game as it stands."""
        super().redraw()
        game, self._answers = self.session.game, self.session.answers.read()
        self.refresh_bindings()
        meanings = self.query_one("#legend", Unbroken)
        meanings.update(self._legend_below())
        meanings.set_class(not self._legend_below(), "-empty")
        self._stood = values_before(self.session.kept.log)
        self._show_cell()
        over = (
            game.over and not self.covered
        )  # then nobody needs the phones that were open when the app ended
        place = local_file(self.session.store.place)
        self._left_open = not over and self.shared is None and left_open(place, self.session.kept.id)
        for name, sentence in self._above(game).items():
            self.show_line(name, sentence)
        room, keys = (self.size, self.classes - {"-stacked", "-tight"}), self.session.settings.keys
        drawn_for = (self.session.kept, self.app.theme, room, self._rows_around(game), self.covered, keys)
        if drawn_for != self._drawn_for:
            self._drawn_for = drawn_for
            self._show_scores(game)

    def _show_scores(self, game: Game) -> None:
        """Show the rounds and the standing in the room there is."""
        if self.has_class("-panes"):
            self._show_panes(game)
            return
        width, height = self.size
        rows = height - self._rows_around(game)
        covered = self.covered
        arranged = (
            Arrangement(points_columns(game, width), standing=False)
            if covered
            else arrange(game, width, rows - MESSAGE * (not game.over))
        )
        corrected = corrected_cells(self.session.kept.log)
        taken = rows_needed(game, arranged.columns)
        placed = not arranged.standing and taken < rows - MESSAGE
        self.query_one(ScoreGrid).show(game, corrected, arranged.columns, covered=covered, placed=placed)
        indented = not arranged.columns.running and arranged.columns.width < width
        self.query_one(ScoreGrid).styles.margin = (0, 0, 0, indented)
        self.set_class(not arranged.panel, "-stacked")
        self.query_one(ChartPane).display = False
        standing = self.query_one(StandingPane)
        standing.display = True
        if not arranged.standing and game.rounds_played:
            notes, free = Text("\n".join(standing_notes(game)), "dim"), rows - taken - placed
            if free < len(broken_lines(Content.from_text(notes), width - 2)):
                notes = Text(notes.plain.replace("\n", " · "), "dim")
                notes.truncate(width - 2, overflow="ellipsis")
            self.set_class(free < 1 + len(notes.split()), "-tight")
            standing.say(notes)
            return
        panel = max(0, arranged.panel - indented)
        room, theme = (panel or width) - 2, self.app.current_theme
        standing.styles.width = panel or "100%"
        standing.say(standing_panel(game, badges(game, theme), theme, room, self.key("hide")))

    def _show_panes(self, game: Game) -> None:
        """Show the rounds, beside them the standing, and below them the totals by round."""
        self.remove_class("-stacked", "-tight")
        width, rows, covered = self.size.width, self.size.height - self._rows_around(game), self.covered
        abreast = 2 if len(game.players) > MOST_IN_ONE and self.has_class("-vast") else 1
        least, most = width - width * WIDEST_STANDING // 100, width - LEAST_STANDING * abreast
        columns = pane_columns(game, least, most, rows - CHART_PANE)
        charted = rows - rows_needed(game, columns) - FRAME.height >= LEAST_CHART and bool(game.rounds_played)
        if covered:
            charted, columns = False, points_columns(game, width - FRAME.width)
        elif not charted or game.hides_totals:
            charted, columns = False, pane_columns(game, least, most, rows)
        left, taken = columns.width + 2, rows_needed(game, columns) + FRAME.height
        score, grid = self.query_one("#score"), self.query_one(ScoreGrid)
        score.styles.grid_columns = (left, "1fr")
        score.styles.grid_rows = (taken if charted else rows, "1fr")
        grid.styles.margin = 0
        grid.border_title = _("Rounds")
        grid.border_subtitle = "" if self._legend_below() else self._legend()
        grid.show(game, corrected_cells(self.session.kept.log), columns, covered=covered)
        standing, self.query_one(ChartPane).display = self.query_one(StandingPane), charted
        standing.display, standing.styles.width = not covered, "100%"

    def _rows_around(self, game: Game) -> int:
        """Return how many rows are above and below the scores, one of them for the marked cell."""
        above = [sentence for name, sentence in self._above(game).items() if sentence and name != "due"]
        lines = sum(len(broken_lines(Content(words), self.size.width - 2)) for words in above)
        if self.has_class("-low"):
            return 2 + lines
        marks = self._legend_below()
        explained = broken_lines(Content(marks), self.size.width - 2) if marks else ()
        return 3 + lines + len(explained) + len(penalties_due(game))

    def _legend_below(self) -> str:
        """Return what the marks mean, unless the frame of the rounds says it."""
        framed = (
            self.has_class("-panes") and cell_len(self._legend()) < self.size.width // 2 - 2 * FRAME.width
        )
        return "" if framed else self._legend()

    def _legend(self) -> str:
        return legend(self.session.game, corrected_cells(self.session.kept.log))

    def offers(self, action: str) -> bool:
        """Offer what can be done now: to enter a round, to serve a penalty, to play again once the game is over.

        Totals are not shown before the places are.
        """
        if action == "enter":
            return not self.session.game.finished or self._leads_to_result
        if action in ("chart", "scoreboard", "company"):
            return not self.covered
        if action == "rematch":
            return self.session.game.over
        return super().offers(action)

    def _over_sentence(self, game: Game) -> str:
        """Return who won, unless that is covered, and which key shows the result; empty while the game goes on."""
        key = self.key("enter" if self._leads_to_result else "result")
        if not game.over:
            return ""
        if self.covered:
            return _("The game is over. Press {key} for the result.", key=key)
        winners = standings(game).winners
        return ngettext(
            "The game is over: {names} wins. Press {key} for the result.",
            "The game is over: {names} share the win. Press {key} for the result.",
            len(winners),
            names=join_and(winners),
            key=key,
        )

    def _above(self, game: Game) -> Mapping[str, str]:
        """Return the sentences above the scores by their lines; none where there is nothing to say."""
        reminders = (penalty_reminder(penalty.call, self.key("served")) for penalty in penalties_due(game))
        left = N_("Phones were open: {open} opens them again at the same address, {back} puts this away.")
        keys = {"open": self.key("share"), "back": self.key("back")}
        return {
            "due": "\n".join(reminders),
            "over": self._over_sentence(game),
            "left": _(left, **keys) if self._left_open else "",
            "question": self._questions(game),
        }

    @property
    def _leads_to_result(self) -> bool:
        """Whether Enter leads to the result: once the game is over, as long as nobody marks a hand."""
        return self.session.game.over and not self.query_one(ScoreTable).cursor_coordinate.column

    def _questions(self, game: Game) -> str:
        """Return what everybody at the table is asked on phones and the big screen."""
        asked = open_questions(game, self._answers) if self.shared is not None else ()
        answered_there = asked and unsaid(game, self._answers).keys() - {"began"}
        how = _("Press {key} on the round to answer.", key=self.key("enter")) if answered_there else ""
        return " ".join([*asked, how]).strip()

    def to_current(self) -> None:
        """Put the cursor on the round to enter next, at the first player who is missing; on none after the last."""
        game = self.session.game
        current = None if game.finished else game.current
        if current is not None:
            missing = current.missing(self.session.reading_order(current.number))
            column = game.players.index(missing[0]) + 1 if missing else 1
            self.query_one(ScoreTable).move_cursor(row=current.number - 1, column=column)
        elif game.over:
            self.query_one(ScoreTable).move_cursor(row=0, column=0)

    def on_data_table_cell_highlighted(self) -> None:
        """Show what is behind the marked cell, and where Enter and Esc lead from there."""
        self._show_cell()
        self.show_line("over", self._over_sentence(self.session.game))
        self.refresh_bindings()

    @property
    def _is_away(self) -> bool:
        """Whether another round is marked than the one that is due."""
        game = self.session.game
        return not game.finished and game.current is not None and game.current.number != self.marked_round

    def footer_words(self, action: str) -> str | None:
        """Say that Esc leads to the round that is due while another one is marked, or Enter to the result."""
        if action == "enter" and self._leads_to_result:
            return _("Result")
        if action == "share" and self.shared is not None:
            return _("Phones on")
        if action == "back" and self._left_open:
            return _("Put away")
        return _("Round due") if action == "back" and self._is_away else None

    @property
    def wanted_next(self) -> str:
        """Printing, once the game is over or while a round before the one that is due is looked at."""
        return "print" if self.session.game.over or self._is_away else ""

    def _show_cell(self) -> None:
        game, marked = self.session.game, self.query_one(ScoreTable).cursor_coordinate
        text = Text("")
        there = (
            marked.column <= len(game.players) and marked.row < game.last_number
        )  # else it is drawn anew soon
        if marked.column and there:
            text = describe_cell(game, marked.row + 1, game.players[marked.column - 1], self._stood)
        self.query_one("#cell", Unbroken).update(text)
        self.query_one(ScoreTable).set_class(self._leads_to_result, "-unmarked")

    async def on_data_table_cell_selected(self) -> None:
        """Enter the marked round, by the mouse; where nothing can be entered, say why."""
        if self.session.game.finished and not self._leads_to_result:
            self._tell_finished()
        else:
            await self.run_action("enter")

    async def action_type(self, digit: str) -> None:
        """Enter or correct the marked hand, and begin with a digit that is typed here."""
        if not self._leads_to_result:
            await self.action_enter()
            if self.app.screen is not self and (field := self.app.screen.focused) is not None:
                field.post_message(Key(digit, digit))

    async def action_enter(self) -> None:
        """Enter or correct the marked round, beginning with the marked player; or show the result."""
        await self.typed_out()
        if self._leads_to_result:
            self.action_result()
            return
        from scorekeeper.tui.entry.round import EntryScreen

        game = self.session.game
        marked = self.query_one(ScoreTable).cursor_coordinate
        player = game.players[marked.column - 1] if marked.column else None
        if not self.attempt(lambda: game.round(marked.row + 1)):
            return

        entry = EntryScreen(self.session, marked.row + 1, player)

        def entered(_nothing: None) -> None:
            self.redraw()
            if game.current is not None and marked.row + 1 >= game.current.number:
                self.to_current()
            self._entry_closed_itself = entry.closes_itself
            if self.session.game.over and not game.over:
                self.to_current()
                self.action_result(is_covered=True)

        await self.app.push_screen(entry, entered)

    def _tell_finished(self) -> None:
        sentence = _("This game is finished. Press {key} to reopen it.", key=self.key("finish"))
        self.tell(sentence, "warning")

    def on_screen_suspend(self) -> None:
        """Take the next Esc for what it is once something else was opened, and remember which round was due."""
        self._entry_closed_itself = False
        self._left_due = 0 if self._is_away else self.marked_round

    def action_back(self) -> None:
        """Go to the round that is due, from there home; not by an Esc meant for the entry, which closed by itself."""
        closed, self._entry_closed_itself = self._entry_closed_itself, False
        if self._left_open:
            close_left(local_file(self.session.store.place), self.session.kept.id)
            self.redraw()
        elif self._is_away:
            self.to_current()
        elif closed:
            self.tell(_("Press {key} again for the list of games.", key=self.key("back")))
        else:
            super().action_back()

    def action_undo(self) -> None:
        """Undo the last change."""
        self._change_back(Undone(), N_("{sentence} Press {key} to redo it."))

    def action_redo(self) -> None:
        """Redo the last undone change."""
        self._change_back(Redone(), "{sentence}")

    def _change_back(self, what: Undone | Redone, template: str) -> None:
        """Draw the game again after undo or redo, and show what it was."""
        if self.change(what):
            self.redraw()
            self.to_current()
            self.tell(_(template, sentence=self.session.last_sentence(), key=self.key("redo")))

    @property
    def marked_round(self) -> int:
        """The number of the round with the cursor."""
        return self.query_one(ScoreTable).cursor_coordinate.row + 1

    def action_judge(self) -> None:
        """Ask the judge about the round that goes on."""
        from scorekeeper.session import Dispute
        from scorekeeper.tui.judge.questions import Judge

        self.attempt(lambda: self.app.push_screen(Judge(self.session, Dispute.of_game(self.session))))

    def action_rules(self) -> None:
        """Show the rules in force, to read or to change."""
        from scorekeeper.tui.rules.editor import RulesInForce

        self.app.push_screen(RulesInForce(self.session))

    def action_log(self) -> None:
        """Show every change."""
        from scorekeeper.tui.table.log import LogScreen

        self.app.push_screen(LogScreen(self.session))

    def action_share(self) -> None:
        """Show how phones join, and who has joined."""
        from scorekeeper.tui.table.share import ShareScreen

        was_over = self.session.game.over
        self.app.push_screen(ShareScreen(self.session), lambda _none: self._go_on_with_places(was_over))

    def action_scoreboard(self) -> None:
        """Show the totals in large letters; once the game is over, the result."""
        from scorekeeper.tui.table.scoreboard import Scoreboard

        if self.session.game.over:
            self.action_result()
            return
        shown = Scoreboard(self.session)

        async def left(_none: None) -> None:
            if shown.goes_on:
                self.to_current()
                await self.action_enter()
            else:
                self._go_on_with_places(False)

        self.app.push_screen(shown, left)

    def _go_on_with_places(self, was_over: bool) -> None:
        """Show the places where the game has ended elsewhere while another screen was in front."""
        self.redraw()
        if self.covered and not was_over:
            self.action_result(is_covered=True)

    @on(Click, "#over")
    def action_result(self, *, is_covered: bool = False) -> None:
        """Show who is ahead or won; the places one by one while they are covered here or on phones."""
        from scorekeeper.tui.table.result import ResultScreen

        before, was_over = self.session.kept.id, self.session.game.over

        def left(_none: None) -> None:
            if self.session.kept.id != before:  # a rematch was begun there
                self._go_to_rematch(before)
            else:
                self._go_on_with_places(was_over)

        self.app.push_screen(ResultScreen(self.session, is_covered=is_covered), left)

    def action_rematch(self) -> None:
        """Start a new game with the same players and rules."""
        before = self.session.kept.id
        if self.attempt(self.session.start_rematch):
            self._go_to_rematch(before)

    def _go_to_rematch(self, before: str) -> None:
        """Show the table of the new game, and take along the phones of the one `before`."""
        self.app.switch_screen(TableScreen(self.session))
        if (shared := self.session.shared) is not None and shared.game_id == before:
            from scorekeeper.tui.table.share import take_phones_along

            self.app.run_worker(partial(take_phones_along, self.app, self.session), thread=True)

    def action_chart(self) -> None:
        """Show how the totals went."""
        from scorekeeper.tui.chart import Chart

        self.app.push_screen(Chart(self.session))

    async def action_company(self, action: str = "") -> None:
        """Show who plays, to change it; do one of the actions there at once if it is named."""
        from scorekeeper.tui.table.roster import RosterScreen

        roster = RosterScreen(self.session)
        await self.app.push_screen(roster)
        if action:
            roster.begin(action)

    @property
    def commands(self) -> tuple[ScreenAction, ...]:
        """The actions of this screen, and what players do."""
        of_players = (action for action in ACTIONS["company"] if action.name != "back")
        return (*self.ACTIONS, *(action._replace(name=f"company('{action.name}')") for action in of_players))

    def action_hide(self) -> None:
        """Hide totals until the end, or show them again."""
        hidden = not self.session.game.hidden
        if self.change(TotalsHidden(hidden)):
            self.redraw()
            self.tell(
                _("Totals are hidden until the end. Press {key} to show them.", key=self.key("hide"))
                if hidden
                else _("Totals are shown.")
            )

    @asks
    async def action_numbers(self) -> None:
        """Say what numbers are that can be pips or tiles."""
        ways = [
            ("pips", _("Pips that add up: 12 14 is 26")),
            ("tiles", _("Tiles: 12 14 is 2-1 4-1")),
            ("ask", _("Ask the next time, and keep to the answer")),
        ]
        question = _("How are numbers such as 12 14 read in this game?")
        chosen = await self.ask(Choose(question, ways, self.session.answers.read().numbers or "ask"))
        numbers = "" if chosen == "ask" else chosen
        self.attempt(lambda: self.session.answers.note(numbers=numbers))

    @asks
    async def action_finish(self) -> None:
        """Say after which round the game ends, or end it now; or open it again."""
        before = self.session.game
        if before.finished:
            hint = _("for example: too late for another round")
            question = _("Reopen this game? Why? (for the log; may be empty)")
            reason = await self.ask(AskLine(question, hint, enter=_("Reopen the game")))
            what: EventKind = Reopened(reason or None)
        else:
            what = await self._ask_end(before)
        if self.change(what):
            self.redraw()
            self.to_current()
            if isinstance(what, RulesChanged):
                self.tell(self.session.last_sentence())
        if self.session.game.over and not before.finished:
            self.action_result(is_covered=True)

    async def _ask_end(self, game: Game) -> Finished | RulesChanged:
        """Ask when the game ends, and why: after a round to come, or now. Raises Impossible without a round."""
        rounds = 0 if game.over else await self.ask(ask_end(game))
        enter = _("Play to round {number}", number=rounds)
        question = _("Round {number} will be the last. Why? (for the log; may be empty)", number=rounds)
        if not rounds:
            check_new_change(Finished(), game)
            enter, question = _("End the game"), _("End and lock this game? Why? (for the log; may be empty)")
            if open_rounds := half_entered(game):
                doubles = join_and(open_rounds)
                lacking = _("Not every hand of {doubles} is in, so that does not count.", doubles=doubles)
                question = f"{lacking} {question}"
        reason = await self.ask(AskLine(question, _("for example: too late for another round"), enter=enter))
        if not rounds:
            return Finished(reason or None)
        length: Mapping[str, Value] = {"rounds.length": "fixed", "rounds.count": rounds}
        return RulesChanged(changes=length, reason=reason or None)

    @asks
    async def action_note(self) -> None:
        """Write a note on the marked round."""
        number = self.marked_round
        played = self.session.game.round(number)
        question = _("Note on round {double}-{double}", double=played.double)
        note = await self.ask(AskLine(question, value=played.note))
        if self.change(RoundScored(round=number, note=note)):
            self.redraw()

    @asks
    async def action_began(self) -> None:
        """Note who began the marked round, unless it is still to come."""
        game, number = self.session.game, round_of(self.session.game, self.marked_round)
        played = game.round(number)
        nobody = [("", _("Nobody said"))] if played.began else []
        names = [(name, name) for name in game.dealt_in(number)]
        question = _("Who began the round of {double}-{double}?", double=played.double)
        began = played.began or next_starter(game, number)
        marked = began if began in game.dealt_in(number) else ""
        player = await self.ask(Choose(question, [*names, *nobody], marked))
        if self.change(RoundScored(round=number, began=player or None)):
            self.redraw()

    @asks
    async def action_day(self) -> None:
        """Correct the day of the game; ask again for what is no day that was."""
        typed = before = str(self.session.game.date)
        question = sentence = _("On which day was this game played?")
        while (typed := await self.ask(AskLine(question, value=typed))) not in ("", before):
            try:
                day = parse_day(typed, local_time(self.session.now()).date())
            except Malformed as error:
                question = f"{error.message} {sentence}"
                continue
            if self.change(DayChanged(day)):
                self.tell(self.session.last_sentence())
                self.redraw()
            return

    @asks
    async def action_key_in(self) -> None:
        """Key in a whole sheet from paper."""
        from scorekeeper.tui.entry.sheet import KeySheet

        if self.session.game.finished:
            self._tell_finished()
            return
        was_over = self.session.game.over
        await self.until_closed(KeySheet(self.session))
        self._go_on_with_places(was_over)
        self.to_current()

    def action_print(self) -> None:
        """Print the sheet of this game."""
        from scorekeeper.tui.printing import Print

        self.app.push_screen(Print(self.session))
