"""All hands of one round, and how it ended."""

from collections.abc import Mapping
from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.widgets import Input

from scorekeeper.errors import ScorekeeperError
from scorekeeper.game import OUT, Game, Round, RoundCleared, RoundScored, starter_words
from scorekeeper.session import (
    ALWAYS_COUNTED,
    BLOCKED,
    DOUBLE,
    MIND_NOT,
    AppSession,
    double_blank_question,
    holding_double_blank,
    lacks_last_tile,
    lacks_starter,
    may_hide_double_blank,
    names_from,
    not_minding,
    parse_starter,
    unsaid,
)
from scorekeeper.system import typed_picture
from scorekeeper.text import N_, _, pgettext
from scorekeeper.tui.base.actions import ACTIONS, ScreenAction
from scorekeeper.tui.base.colours import badges
from scorekeeper.tui.base.screen import FRAME, asks, entitle
from scorekeeper.tui.chart import ChartPane
from scorekeeper.tui.entry.chickenlittle import CallScreen
from scorekeeper.tui.entry.grid import ROWS_AROUND, EntryGrid
from scorekeeper.tui.entry.lines import Cell, EntryLine, ending_label, hand_columns
from scorekeeper.tui.standing import (
    LEAST_STANDING,
    WIDEST_STANDING,
    StandingPane,
    round_line,
    standing_panel,
    standing_strip,
)
from scorekeeper.tui.widgets.dialogs import Choose, Confirm, Unforeseen

AROUND_HANDS, LEAST_CHART = 8, 10
"""Rows of the pane with the hands for all but these, and of that with the chart at the least."""


class WhoHadDoubleBlank(Unforeseen, Choose):
    """Asks whose counted hand held 0-0; answers with nothing where nobody did."""

    def __init__(self, game: Game, played: Round) -> None:
        question, choices = double_blank_question(game, played)
        super().__init__(question, list(choices.items()))
        self.holders = may_hide_double_blank(game, played)
        """Whose hands may have held it when this was asked."""
        self.settled = ""
        """What another window did meanwhile that settles it, in sentences."""


class EntryScreen(CallScreen, EntryGrid):
    """All hands of one round."""

    place: ClassVar[str] = "entry"

    def __init__(self, session: AppSession, number: int, player: str | None = None) -> None:
        super().__init__(session)
        self._number = number
        self._correcting = self._is_complete
        self._first = player
        due = unsaid(session.game, session.answers.read()).get("double-blank") if self.shared else None
        is_asked_of_all = due is not None and due.number == number
        self._asks_double_blank = not self._correcting or not self._holders() or is_asked_of_all
        """Whether to ask who had 0-0: not in a correction of a round that was closed without saying so."""
        self._completed_elsewhere = False
        """Whether another window completed the round, so that it asks who had 0-0."""
        self._asks_foot = False
        """Whether the round was marked as blocked before its last hand, so that the open foot is asked after it."""
        self._asks_last_tile = not self._correcting
        """Whether to ask if the last tile was a double; in a correction, its line says it."""
        self._asked: WhoHadDoubleBlank | None = None
        """The question who had 0-0, once it was asked; it may be answered."""
        self._asked_after: EntryLine | None = None
        """The line that was saved before who began was asked on the last one; None while that is not asked."""
        self.closes_itself = False
        """Whether the last line closed the round, so that nobody has to ask for it."""

    @property
    def _round(self) -> Round:
        return self.session.game.round(self._number)

    @property
    def _is_gone(self) -> bool:
        return self._number > self.session.game.last_scheduled

    @property
    def _is_complete(self) -> bool:
        return not self._is_gone and self.session.game.is_closed(self._round)

    def _holders(self) -> tuple[str, ...]:
        return may_hide_double_blank(self.session.game, self._round)

    @property
    def _nobody_had_double_blank(self) -> bool:
        return self.session.answers.read().settles_double_blank(self._number)

    @property
    def marked_round(self) -> int:
        """The number of the round."""
        return self._number

    def cells(self) -> Mapping[Cell, str]:
        """Return a cell per player, in the order of reading, and one for how the round ended."""
        if self._is_gone:
            return {}
        seats = {Cell(self._number, name): name for name in self.session.reading_order(self._number)}
        asks_starter = self._asked_after is not None
        last = _("Who began?") if asks_starter else ending_label(self.session.game, self._number)
        return {**seats, Cell(self._number, None): last}

    def title_words(self) -> Text:
        """Return which round it is, and who starts it."""
        game, number = self.session.game, self._number
        done = pgettext("a round", "complete") if self._is_complete else starter_words(game, number)
        return round_line(game, number, _("correcting") if self._correcting else done)

    def body(self) -> ComposeResult:
        """Show the lines, and the standing beside or below them where there is room."""
        yield from super().body()
        for pane in StandingPane(), ChartPane():
            pane.display = False
            yield pane

    def redraw(self) -> None:
        """Show the standing as it is now, and what Enter does, but no place that everybody is to see one by one."""
        super().redraw()
        self.refresh_bindings()
        if self.has_class("-panes"):
            self._share_room()
            return
        standing, game, (width, height) = self.query_one(StandingPane), self.session.game, self.size
        self.query_one(ChartPane).display = False
        room, theme = width - 2, self.app.current_theme
        marks = badges(game, theme)
        tall = 1 + (self.has_class("-roomy") or self.has_class("-narrow"))
        free = height - ROWS_AROUND - self.has_class("-roomy") - len(self.cells()) * tall
        if not game.rounds_played or len(game.players) + 2 >= free:
            panel = standing_strip(game, marks, room)
        else:
            panel = standing_panel(game, marks, theme, room, self.key("hide", "table"))
        standing.display = bool(panel) and not self.covered and len(panel.split()) < free
        standing.say(panel)

    def _share_room(self) -> None:
        """Share out the room among the hands and what stands beside and below them."""
        game, lines, (width, height) = self.session.game, self.lines, self.size
        least, most = width - width * WIDEST_STANDING // 100, width - LEAST_STANDING
        left = max(least, min(hand_columns(lines.lines[0]) + FRAME.width, most))
        tall = 4 if self.has_class("-ample") else 1 + self.has_class("-roomy")
        rows, taken = height - 2, AROUND_HANDS + 3 * (tall > 1) + tall * len(lines.order)
        charted = (
            game.rounds_played > 0 and rows - taken >= LEAST_CHART and not (self.covered or game.hides_totals)
        )
        self.styles.grid_columns = (left, "1fr")
        self.styles.grid_rows = (taken if charted else rows, "1fr")
        entitle(lines, _("Hands of {double}-{double}", double=self._round.double))
        self.call_after_refresh(self._show_beside, charted)

    def _show_beside(self, charted: bool) -> None:
        """Show what stands beside and below the hands, once these are there: nobody waits for it."""
        if self.is_there:
            self.query_one(ChartPane).display, self.query_one(StandingPane).display = charted, True

    def show_kept(self) -> None:
        """Show what is kept of the round; leave it once another window has taken it off the schedule."""
        if self._is_gone:
            self.dismiss()
            return
        self._completed_elsewhere = self._completed_elsewhere and self._is_complete
        super().show_kept()
        if self._asked_after is not None and not self.lines.ending.changed:
            self._say_starter()
        self.redraw()

    def begin(self) -> None:
        """Go to the first player who is missing, once a hand was entered to the marked one; or ask for the ending."""
        order, missing = self.session.reading_order(self._number), self._missing()
        if not (missing or self._correcting):
            self._ask_how_it_ended()
            return
        begun = len(missing) + len(self._round.sits_out) < len(order)
        first = self._first if begun and self._first in order else (missing or order)[0]
        self.lines.of(Cell(self._number, first)).enter()

    async def poll(self) -> None:
        """Take over what another window entered; if that answers the question that is open, close it."""
        if self._asked is not None and self.app.screen is self._asked:
            await self._poll_behind(self._asked)
            return
        was_complete = self._is_complete
        if self.catch_up():
            came = self.session.came
            closed = self._is_complete and not was_complete
            self._completed_elsewhere = self._completed_elsewhere or closed
            await self.take_over()
            if closed:
                closed_words = (
                    N_("The game is over. Press {key} for the table.")
                    if self.session.game.over
                    else N_("Round {double}-{double} is complete. Press {key} for the table.")
                )
                sentence = _(closed_words, double=self._round.double, key=self.key("back"))
                self.tell(f"{came} {sentence}")

    async def _poll_behind(self, question: WhoHadDoubleBlank) -> None:
        """Take over what another window entered while this is asked; close the question if that answers it."""
        try:
            came = self.session.look_again()
        except ScorekeeperError:
            return  # it is shown once the question is answered
        if came:
            await self.reseat()
        if self._holders() != question.holders or self._nobody_had_double_blank:
            question.settled = came
            question.dismiss()
        elif came:
            self.tell(came)

    def _missing(self) -> tuple[str, ...]:
        """Return who has not been entered, in reading order."""
        return self._round.missing(self.session.reading_order(self._number))

    def footer_words(self, action: str) -> str | None:
        """Say that Enter saves the hand that is still to come, if only one is."""
        last = action == "keep" and not self._is_gone and len(self._missing()) == 1
        return _("Save the last hand") if last else None

    def go_on(self, line: EntryLine) -> None:
        """Go to the next missing player, then to what is not saved and how it ended, then back to the table."""
        missing, told_ending = self._missing(), line is self.lines.ending
        if told_ending and self._asked_after is not None:
            line, told_ending = self._asked_after, False
            self._stop_asking_starter(leave=True)
        is_first = {*self._round.hands, self._round.out} - {None} == {line.player}
        if is_first and self._lacks_starter:
            self._ask_starter(line)
        elif missing:
            self.lines.of(Cell(self._number, self._next_missing(line.player, missing))).enter()
        elif unsaved := self.unsaved():
            unsaved[0].enter()
        elif self._round.ending is None and not told_ending:
            self._ask_how_it_ended()
        elif self._asks_foot and self._round.blocked and not told_ending:
            self._asks_foot = False
            self.block(self.lines.ending)
        elif self._lacks_last_tile and not told_ending and self._asks_last_tile:
            self._ask_last_tile()
        else:
            if self._lacks_last_tile and told_ending:
                self.attempt(lambda: self.session.answers.note(no_last_double=self._number))
            self.closes_itself = True
            self._finish()

    @property
    def _lacks_starter(self) -> bool:
        return lacks_starter(self.session.game, self.session.answers.read()) == self._round

    def _ask_starter(self, after: EntryLine) -> None:
        """Ask on the last line who began; it has another name meanwhile."""
        self._asked_after = after
        self.lines.ending.rename({}, self.cells())
        self.lines.ending.enter()
        self._say_starter()

    def _say_starter(self) -> None:
        line = self.lines.ending
        line.field.placeholder = ""
        with line.field.prevent(Input.Changed):
            line.field.value = ""  # a blocked round has its letter there
        line.take()
        sentence = _("Who began? Type the first letters of a name; {key} leaves it.", key=self.key("keep"))
        line.say(sentence, "odd")

    def _stop_asking_starter(self, *, leave: bool) -> None:
        """Let the last line be about how the round ended again; note that the question was left, if so."""
        if self._lacks_starter and leave:
            self.attempt(lambda: self.session.answers.note(no_starter=True))
        self._asked_after = None
        with self.lines.ending.field.prevent(Input.Changed):
            self.lines.ending.field.value = self.lines.ending.kept
            self.lines.ending.rename({}, self.cells())
            self.show_kept()

    def parse(self, line: EntryLine) -> RoundScored:
        """Return the change that a line makes: how the round ended, or who began it while that is asked."""
        if self._asked_after is None or line.player is not None:
            return super().parse(line)
        return parse_starter(self.session.game, self._number, line.typed)

    def on_input_changed(self, event: Input.Changed) -> None:
        """Say what a line means; a hand that is typed where who began is asked waits there, a photo does not."""
        event.prevent_default()  # else it is handled once more
        super().on_input_changed(event)
        if self._asked_after is not None and self._holds_hand:
            if typed_picture(self.lines.ending.typed) is not None:
                self.hand_in_hand()
                return
            name = self._next_missing(self._asked_after.player, self._missing())
            sentence = _(
                "No name starts with that; {key} takes it as {name}'s hand.", key=self.key("keep"), name=name
            )
            self.lines.ending.say(sentence, "odd")

    @property
    def _holds_hand(self) -> bool:
        """Whether what is typed for who began begins no name, so that it is the hand of the next player."""
        typed = self.lines.ending.typed
        is_asked = self._asked_after is not None and bool(typed and self._missing())
        return is_asked and not names_from(self.session.game, self._number, typed)

    def hand_in_hand(self) -> EntryLine | None:
        """Return the line of the hand that is typed next; who began is left for it without an answer."""
        line, after, missing = self.line_in_hand(), self._asked_after, self._missing()
        if line is not self.lines.ending or after is None or not missing:
            return line
        typed = line.typed if self._holds_hand else ""
        self._stop_asking_starter(leave=False)
        hand = self.lines.of(Cell(self._number, self._next_missing(after.player, missing)))
        if typed:
            events = () if typed_picture(typed) is not None else (Input.Changed,)  # a photo is counted there
            with hand.field.prevent(*events):
                hand.field.value = typed
        hand.enter()
        return hand

    def beside(self, line: EntryLine, by: int) -> EntryLine:
        """Return the line above another one or below it; who began is asked between two hands."""
        if line is self.lines.ending and self._asked_after is not None:
            return self._asked_after if by < 0 else self.hand_in_hand() or line
        return super().beside(line, by)

    async def action_keep(self) -> None:
        """Keep the line and go on; from an empty hand only if Enter is pressed again, as one may be a slip."""
        await self.typed_out()
        line = self.hand_in_hand() if self._holds_hand else self.line_in_hand()
        is_empty = line is not None and not (line.changed or self._is_gone) and line.player in self._missing()
        if line is None or not is_empty or (line.cell, "") in self.remarked:
            await super().action_keep()
            return
        self.remarked |= {(line.cell, "")}
        name, key = line.player, self.key("keep")
        line.say(_("{name}, still to come. Press {key} again to go on.", name=name, key=key), "odd")

    def _next_missing(self, player: str | None, missing: tuple[str, ...]) -> str:
        """Return the next line in reading order, then the first missing."""
        order = self.session.reading_order(self._number)
        after = order[order.index(player) + 1 :] if player in order else ()
        return next((name for name in after if name in missing), missing[0])

    def _ask_how_it_ended(self) -> None:
        self.lines.ending.enter()
        sentence = (
            N_(
                "Nobody went out. If the round was blocked: {blocked}, or the double that still lacked toes, such as "
                "4. Else {out} on the line of who went out."
            )
            if self.session.game.rules_of(self._number).layout.open_foot
            else N_(
                "Nobody went out: was the round blocked? Then {blocked}; {out} on a player's line: went out."
            )
        )
        self.lines.ending.say(_(sentence, blocked=BLOCKED, out=OUT), "odd")

    @property
    def _lacks_last_tile(self) -> bool:
        return lacks_last_tile(self.session.game, self._round, self.session.answers.read())

    def _ask_last_tile(self) -> None:
        """Ask whether the last tile was a double, where that counts."""
        self._asks_last_tile = False
        self.lines.ending.enter()
        sentence = _(
            "Was {name}'s last tile a double? ({double} if it was, else {key})",
            name=self._round.out,
            double=DOUBLE,
            key=self.key("keep"),
        )
        self.lines.ending.say(sentence, "odd")

    def done(self) -> None:
        """Leave; if the round is complete, ask first what is to be asked."""
        if self._round.ending is None:
            self._leave()
        else:
            self._finish()

    def _finish(self) -> None:
        """Close the round; ask first who had 0-0 where that matters and nobody said."""
        asks = self._asks_double_blank and not self._completed_elsewhere
        if self._missing() or self._nobody_had_double_blank or not (asks and self._holders()):
            self._leave()
            return

        def answered(player: str | None) -> None:
            if player == ALWAYS_COUNTED:
                self.attempt(lambda: self.session.answers.note(counts_double_blank=True))
            elif player in ("", MIND_NOT):
                self.attempt(lambda: self.session.answers.note(no_double_blank=self._number))
            if player in (None, "", ALWAYS_COUNTED) or self._take_double_blank(player):
                self._leave()
            if player in (MIND_NOT, *question.holders):
                self.tell(self.session.last_sentence())
            if question.settled:
                self.tell(question.settled)
            question.let_go()

        self._asked = question = WhoHadDoubleBlank(self.session.game, self._round)
        self.app.push_screen(question, answered)

    def _take_double_blank(self, player: str) -> bool:
        """Add 0-0 to a hand, or count it no more; return whether that is settled, as where others were faster."""
        if player == MIND_NOT:
            return self.change(not_minding())
        if player in self._holders():
            return self.change(holding_double_blank(self._round, player))
        self.tell(_("Another window has changed this round, so your answer was not saved."), "warning")
        return True

    def _leave(self) -> None:
        played = self._round
        self.dismiss()
        if played.entries and played.ending is None and not self._missing():
            self.tell(
                _(
                    "Round {double}-{double} does not say who went out. Press {key} on it to say so.",
                    double=played.double,
                    key=self.key("enter", "table"),
                ),
                "warning",
            )

    def action_read_earlier(self) -> None:
        """Move this line one up in the order that hands are read out."""
        self._read(-1)

    def action_read_later(self) -> None:
        """Move this line one down in the order that hands are read out."""
        self._read(1)

    def _read(self, by: int) -> None:
        line = self.line_in_hand()
        if line is not None:
            self.lines.move(line, by)
            self.session.read_in(self.lines.order)

    def action_blocked(self) -> None:
        """Mark the round as blocked; the cursor stays at a hand that is still to come."""
        in_hand, ending = self.hand_in_hand(), self.lines.ending
        if in_hand is ending or not self._missing():
            self.block(ending)
        elif self.mark_blocked(ending):
            self._asks_foot = True
            self.keep(ending)

    @property
    def commands(self) -> tuple[ScreenAction, ...]:
        """The actions of this screen, and what is called while a round is played."""
        return (*self.ACTIONS, *(action for action in ACTIONS["table"] if action.about))

    @asks
    async def action_clear(self) -> None:
        """Take away all entries of the round, after asking."""
        sure = await self.ask(Confirm(_("Clear this round? (you can undo it)")))
        if sure and self.change(RoundCleared(self._number)):
            for line in self.lines.lines:
                line.field.value = line.kept
            self.show_kept()
