"""How a typed line of a round is kept: what is objected once, what is asked, and what another window did.

The entry screen is built on this; where the cursor goes after a line is its own matter.
"""

from collections.abc import Callable
from functools import partial
from typing import ClassVar

from msgspec.structs import replace
from rich.text import Text
from textual.app import ComposeResult
from textual.events import Resize
from textual.widgets import Input

from scorekeeper.errors import ScorekeeperError
from scorekeeper.game import SITS_OUT, EntryCell, Round, RoundCleared, RoundScored
from scorekeeper.session import (
    ASKED_BY_SCREENS,
    BLOCKED,
    DOUBLE,
    LOOK_EVERY,
    Evening,
    Review,
    asks_last_tile,
    called_now,
    holding_double_blank,
    marking,
    may_hide_double_blank,
    parse_ending,
    parse_line,
    review_change,
)
from scorekeeper.text import N_, _, pgettext
from scorekeeper.tui.base.actions import ScreenAction
from scorekeeper.tui.base.screen import GameScreen
from scorekeeper.tui.base.steady import SteadyText
from scorekeeper.tui.entry.lines import OUT, EntryLine, EntryLines
from scorekeeper.tui.entry.preview import Meaning, preview
from scorekeeper.tui.entry.questions import (
    AskReason,
    AskWhy,
    WhoHadDoubleBlank,
    again_keeps,
    discard_and_leave,
)
from scorekeeper.tui.entry.tile_pad import TilePad
from scorekeeper.tui.widgets.dialogs import AskLine, Confirm
from scorekeeper.tui.widgets.footer import KeyLine


def _stay_here() -> None:
    """Leave the cursor where it is."""


class Keeping(GameScreen):
    """A round whose lines are kept one by one."""

    def __init__(self, session: Evening, number: int) -> None:
        super().__init__(session)
        self._number = number
        self._correcting = self._is_complete
        self._asks_double_blank = not self._correcting or not self._may_hide_double_blank()
        """Whether to ask who had 0-0: not in a correction of a round that was closed without saying so."""
        self._completed_elsewhere = False
        """Whether another window completed the round, so that it asks who had 0-0."""
        self._seen: set[str] = set()
        """What was said of the line in hand and may be overruled by enter."""
        self._without_reason: EntryLine | None = None
        """The line that nobody wanted to give a reason for, as long as it stays as it is."""
        self._known = session.kept.log
        """The game as it was when the lines were last given to its players."""

    @property
    def _round(self) -> Round:
        return self.session.game.round(self._number)

    @property
    def _is_gone(self) -> bool:
        return self._number > len(self.session.game.rounds) + len(self.session.game.scheduled)

    @property
    def _is_complete(self) -> bool:
        return not self._is_gone and self.session.game.is_closed(self._round)

    def _may_hide_double_blank(self) -> tuple[str, ...]:
        return may_hide_double_blank(self.session.game, self._round)

    @property
    def _lines(self) -> EntryLines:
        return self.query_one(EntryLines)

    def _line_in_hand(self) -> EntryLine | None:
        return self._lines.around(self.focused)

    def _focus(self, line: EntryLine) -> None:
        """Go to a line at once, so that the next key is typed there."""
        self.set_focus(line.field)

    def _focus_again(self, line: EntryLine) -> None:
        """Go back to a line, but not from one with something typed: two such lines would do so for ever."""
        in_hand = self._line_in_hand()
        if in_hand is None or not in_hand.changed:
            self._focus(line)

    def _show_kept(self) -> None:
        """Show what is kept of the round; leave it once another window has taken it off the schedule."""
        if self._is_gone:
            self.dismiss()
            return
        self._completed_elsewhere = self._completed_elsewhere and self._is_complete
        added = self.session.numbers_of(self._round)
        self._lines.show(self.session.game, self._round, added, self.key("blocked", "entry"))

    def _reseated(self) -> bool:
        """Whether others play in this round, or under other names, than the lines say."""
        names = called_now(self._known, self.session.kept.log)
        seated = self._known.game.players_of(self._number)
        return {names[name] for name in seated} != set(self.session.game.players_of(self._number)) or any(
            name != now for name, now in names.items()
        )

    async def _reseat(self) -> None:
        """Give the lines to those who play now; what is typed stays with the person it was typed for."""
        names, self._known = called_now(self._known, self.session.kept.log), self.session.kept.log
        in_hand = self._lines.around(self.focused)
        await self._lines.seat(self.session.reading_order(self._number), names)
        self._show_kept()
        if in_hand is not None and in_hand not in self._lines.lines:
            self._focus(self._lines.lines[0])

    def _keep(self, line: EntryLine, then: Callable[[], None] = _stay_here) -> None:
        """Keep what is typed on a line, and then go where the cursor belongs; stay there if it is not kept."""
        if not line.changed:
            then()
            return
        try:
            reviewed = self._review(line)
        except ScorekeeperError as error:
            self._stay(line, Meaning(str(error), "wrong", error.at))
            return
        objection = self._objection(reviewed)
        if objection is not None:
            self._stay(line, objection)
        elif self._correcting and (line.kept or reviewed.replaces):
            self._ask(AskReason(line), line, reviewed, then)
        elif reviewed.warnings:
            self._ask(AskWhy(reviewed.warnings), line, reviewed, then)
        else:
            self._append(line, reviewed.change, then)

    def _keep_left(self, line: EntryLine, then: Callable[[], None] = _stay_here) -> None:
        """Keep a line that is left; enter alone keeps one in place of what somebody else entered meanwhile."""
        if line.overtaken is not None:
            self._seen.discard(line.overtaken)
        self._keep(line, then)

    def _stay(self, line: EntryLine, meaning: Meaning) -> None:
        line.say(*meaning)
        self._focus_again(line)

    def _review(self, line: EntryLine) -> Review:
        """Return what there is to say of a line before it is stored. Raises ScorekeeperError."""
        game = self.session.game
        change = parse_line(game, self._number, line.player, line.typed)
        return review_change(
            game, change, typed=line.typed, overtaken=line.overtaken, unless=ASKED_BY_SCREENS
        )

    def _objection(self, reviewed: Review) -> Meaning | None:
        """Return what is said before a line is kept: an error, or what is unusual or left out, once."""
        if reviewed.errors:
            return Meaning(reviewed.errors[0].message, "wrong")
        if self._seen.issuperset(reviewed.unusual):
            return None
        self._seen.update(reviewed.unusual)
        return Meaning(again_keeps(" ".join(reviewed.unusual), self.key("keep", "entry")), "odd")

    def _ask(self, why: AskLine, line: EntryLine, reviewed: Review, then: Callable[[], None]) -> None:
        """Ask why, for a correction or against a warning, and keep the line with the answer."""

        def answered(reason: str | None) -> None:
            if reason is None:
                self._without_reason = line
                self._focus_again(line)
                return
            change = reviewed.overruled(why=reason or None)
            corrected = isinstance(why, AskReason)
            self._append(line, replace(change, reason=reason or None) if corrected else change, then)

        self.app.push_screen(why, answered)

    def _append(self, line: EntryLine, what: RoundScored, then: Callable[[], None]) -> None:
        if self.change(what):
            if line.player is not None:
                self.session.note_sum(EntryCell(self._number, line.player), line.typed)
            line.take()
        if self._reseated():
            self.call_later(self._reseat)
            return
        self._show_kept()
        if not line.changed:
            then()


class EntryScreen(Keeping):
    """All hands of one round."""

    place: ClassVar[str] = "entry"
    AUTO_FOCUS: ClassVar[str | None] = ""
    ACTIONS: ClassVar[tuple[ScreenAction, ...]] = (
        ScreenAction(
            "keep",
            "enter",
            N_("Save"),
            N_("Save this line and go to the next missing one."),
            False,
            ahead=True,
        ),
        ScreenAction(
            "line_up", "up", N_("Line up"), N_("Go one line up; this line is saved."), False, ahead=True
        ),
        ScreenAction(
            "line_down",
            "down",
            N_("Line down"),
            N_("Go one line down; this line is saved."),
            False,
            ahead=True,
        ),
        ScreenAction("back", "escape", N_("Done"), N_("Back to the table; what you entered is saved.")),
        ScreenAction("blocked", "f4", N_("Blocked"), N_("The round was blocked: nobody could play.")),
        ScreenAction(
            "sits_out",
            "f9",
            N_("Sits out"),
            N_("This player sits out the round; press it again to let them play."),
        ),
        ScreenAction("tiles", "f3", N_("Tiles"), N_("Pick the tiles of this hand by tapping them.")),
        ScreenAction(
            "read_earlier",
            "f6",
            N_("Read earlier"),
            N_("Move this line up in the order hands are read."),
            False,
        ),
        ScreenAction(
            "read_later",
            "f7",
            N_("Read later"),
            N_("Move this line down in the order hands are read."),
            False,
        ),
        ScreenAction(
            "marker", "f5", N_("Marker"), N_("With trains: note a marker that counts, or take it away.")
        ),
        ScreenAction("clear", "f8", N_("Clear round"), N_("Delete everything entered for this round.")),
    )

    def __init__(self, session: Evening, number: int, player: str | None = None) -> None:
        super().__init__(session, number)
        self._first = player
        self._asks_last_tile = not self._correcting and asks_last_tile(session.game, number)
        """Whether to ask if the last tile was a double; in a correction, its line says it."""
        self._asked: WhoHadDoubleBlank | None = None
        """The question who had 0-0, once it was asked; it may be answered."""
        self.closes_itself = False
        """Whether the last line closed the round, so that nobody has to ask for it."""
        self.set_class(self._is_roomy(self.app.size.height), "-roomy", update=False)

    def compose(self) -> ComposeResult:
        """Show a line per player, and one for how the round ended."""
        yield SteadyText(self._title(), id="title", markup=False)
        asks = asks_last_tile(self.session.game, self._number)
        ending = pgettext("a round", "Ended") if asks else pgettext("a round", "Blocked")
        changed_by = partial(self.session.changed_by, self._number)
        yield EntryLines(self.session.reading_order(self._number), ending, changed_by)
        yield SteadyText(self._legend(), id="legend", markup=False)
        yield KeyLine()

    def _legend(self) -> str:
        """Return the ways to type a hand; none holds the double that lies on the table."""
        if self.session.game.round(self._number).began_with == 0:
            return _("23 · 12+7+4 · 6-4 5-5 · {out} went out", out=OUT)
        return _("23 · 12+7+4 · 6-4 0-0 5-5 · 23+0-0 with the double blank · {out} went out", out=OUT)

    def _title(self) -> Text:
        double = self._round.double
        text = Text(f"{double}-{double}", style="bold")
        text.append("  " + _("round {number}", number=self._number))
        if self._correcting:
            text.append("  " + _("correcting"), style="bold")
        return text

    def on_mount(self) -> None:
        """Show what is kept, and begin where the next hand is typed."""
        self._show_kept()
        first = self._begins_at()
        if first is None:
            self._ask_how_it_ended()
        else:
            self._focus(self._lines.of(first))
        self.set_interval(LOOK_EVERY, self._look)

    def on_resize(self, event: Resize) -> None:
        """Give the lines more room where there is some."""
        self.set_class(self._is_roomy(event.size.height), "-roomy")

    def _is_roomy(self, height: int) -> bool:
        """Whether a line per player, and one more, can stand apart on a screen so high."""
        return (len(self.session.reading_order(self._number)) + 1) * 3 + 6 <= height

    async def _look(self) -> None:
        """Take over what another window entered, and say what it was."""
        if self._asked is not None and self.app.screen is self._asked:
            await self._look_behind(self._asked)
            return
        was_complete = self._is_complete
        if self.look_again():
            came = self.session.came
            if self._is_complete and not was_complete:
                self._completed_elsewhere = True
            await self._reseat()
            self.tell(came)

    async def _look_behind(self, question: WhoHadDoubleBlank) -> None:
        """Take over what another window entered while this is asked; close the question if that answers it."""
        try:
            came = self.session.look_again()
        except ScorekeeperError:
            return  # it is shown once the question is answered
        if came:
            await self._reseat()
            if self._may_hide_double_blank() == question.holders:
                self.tell(came)
            else:
                question.settled = came
                question.dismiss()

    def _begins_at(self) -> str | None:
        """Return the first player who is missing, or once a hand was entered the marked one; None for the ending."""
        order, missing = self.session.reading_order(self._number), self._missing()
        if not (missing or self._correcting):
            return None
        begun = len(missing) + len(self._round.sits_out) < len(order)
        if begun and self._first in order:
            return self._first
        return (missing or order)[0]

    def _missing(self) -> tuple[str, ...]:
        """Return who has not been entered, in reading order."""
        return self._round.missing(self.session.reading_order(self._number))

    def on_input_changed(self, event: Input.Changed) -> None:
        """Say what the line means, and what is wrong with it, as it is typed."""
        line = self._lines.around(event.input)
        if line is None or (not line.changed and event.input is not self.focused):
            return
        self._seen.clear()
        self._without_reason = None
        if line.changed:
            line.say(*preview(self.session.game, self._round, line.player, line.typed))
        else:
            line.say_kept()

    async def action_keep(self) -> None:
        """Keep the line and go to the next one that is missing."""
        await self.typed_out()
        line = self._line_in_hand()
        if line is not None:
            self._keep(line, partial(self._go_on, line))

    async def action_line_up(self) -> None:
        """Go one line up."""
        await self._step(-1)

    async def action_line_down(self) -> None:
        """Go one line down."""
        await self._step(1)

    async def _step(self, by: int) -> None:
        await self.typed_out()
        line = self._line_in_hand()
        if line is None:
            return
        if self._correcting:
            self._go_beside(line, by)
        else:
            self._keep_left(line, partial(self._go_beside, line, by))

    def _go_beside(self, line: EntryLine, by: int) -> None:
        self._focus(self._lines.beside(line, by))

    def on_input_blurred(self, event: Input.Blurred) -> None:
        """Keep a line that is left by the mouse."""
        line = self._lines.around(event.input)
        if line is not None and line.changed and not self._correcting and self.in_front:
            self._keep_left(line)

    def _go_on(self, line: EntryLine) -> None:
        """Go to the next missing player, then to how it ended, then back to the table."""
        missing = self._missing()
        if missing:
            self._focus(self._lines.of(self._next_missing(line.player, missing)))
        elif self._round.ending is None and line is not self._lines.ending:
            self._ask_how_it_ended()
        elif self._round.out is not None and line is not self._lines.ending and self._asks_last_tile:
            self._ask_last_tile()
        else:
            self.closes_itself = True
            self._finish()

    def _next_missing(self, player: str | None, missing: tuple[str, ...]) -> str:
        """Return the next line in reading order, then the first missing."""
        order = self.session.reading_order(self._number)
        after = order[order.index(player) + 1 :] if player in order else ()
        later = [name for name in after if name in missing]
        return later[0] if later else missing[0]

    def _ask_how_it_ended(self) -> None:
        self._focus(self._lines.ending)
        sentence = (
            N_("Nobody went out: was the round blocked? ({blocked}; {out} on a player's line: went out)")
            if self._has_trains
            else N_(
                "Nobody went out: which double was short of toes? (4, or {blocked} if not known; {out} on a "
                "player's line: went out)"
            )
        )
        self._lines.ending.say(_(sentence, blocked=BLOCKED, out=OUT), "odd")

    def _ask_last_tile(self) -> None:
        """Ask whether the last tile was a double, where that counts."""
        self._asks_last_tile = False
        self._focus(self._lines.ending)
        sentence = _(
            "Was {name}'s last tile a double? ({double} if it was, else {key})",
            name=self._round.out,
            double=DOUBLE,
            key=self.key("keep"),
        )
        self._lines.ending.say(sentence, "odd")

    @property
    def _has_trains(self) -> bool:
        return self.session.game.rules_of(self._number).has_trains

    def _finish(self) -> None:
        """Close the round; ask first who had 0-0 where that matters and nobody said."""
        holders = self._may_hide_double_blank()
        asks = self._asks_double_blank and not self._completed_elsewhere
        if self._missing() or not (holders and asks):
            self._leave()
            return

        def answered(player: str | None) -> None:
            if player == "":
                self.attempt(lambda: self.session.announcements.say_no_double_blank(self._number))
            if not player or self._hold_double_blank(player):
                self._leave()
            if question.settled:
                self.tell(question.settled)
            question.let_go()

        self._asked = question = WhoHadDoubleBlank(self.session.game, self._round, holders)
        self.app.push_screen(question, answered)

    def _hold_double_blank(self, player: str) -> bool:
        """Add 0-0 to a hand; return whether the question is settled, as it is if another window was faster."""
        if player in self._may_hide_double_blank():
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

    async def action_sits_out(self) -> None:
        """Let the player of the line in hand sit out the round; or let them play it after all."""
        await self.typed_out()
        line = self._line_in_hand()
        if line is None or line.player is None:
            return
        plays_again = line.typed == SITS_OUT
        line.field.value = "" if plays_again else SITS_OUT
        self._keep(line, _stay_here if plays_again else partial(self._go_on, line))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer the marker where it counts."""
        if action == "marker":
            return bool(self.session.game.rules_of(self._number).scoring.marker)
        return super().check_action(action, parameters)

    def action_marker(self) -> None:
        """Put the marker on the train of the line in hand, or take it off; what is typed there stays."""
        line = self._line_in_hand()
        if line is not None and line.player is not None and self.change(marking(self._round, line.player)):
            self._show_kept()

    def action_tiles(self) -> None:
        """Open the tile pad for the line in hand."""
        line = self._line_in_hand()
        if line is not None:
            self._open_pad(line)

    def on_entry_line_tiles_wanted(self, event: EntryLine.TilesWanted) -> None:
        """Open the tile pad for the line whose button was tapped."""
        self._focus(event.line)
        self._open_pad(event.line)

    def _open_pad(self, line: EntryLine) -> None:
        def taken(typed: str | None) -> None:
            self._focus(line)
            if typed is not None:
                line.field.value = typed
                line.field.cursor_position = len(typed)

        if line.player is not None:
            self.app.push_screen(TilePad(self.session.game, self._round, line.player, line.typed), taken)

    def action_read_earlier(self) -> None:
        """Move this line one up in the order that hands are read out."""
        self._read(-1)

    def action_read_later(self) -> None:
        """Move this line one down in the order that hands are read out."""
        self._read(1)

    def _read(self, by: int) -> None:
        line = self._line_in_hand()
        if line is not None:
            self._lines.move(line, by)
            self.session.read_in(self._lines.order)

    def action_blocked(self) -> None:
        """Mark the round as blocked; with feet ask which double was short of toes, enter leaves that unknown."""
        line = self._lines.ending
        if not line.typed:
            try:
                parse_ending(self.session.game, self._number, BLOCKED)
            except ScorekeeperError as error:
                self._stay(line, Meaning(str(error), "wrong"))
                return
            with line.field.prevent(Input.Changed):
                line.field.value = BLOCKED
        self._focus(line)
        if self._has_trains:
            self._keep(line, partial(self._go_on, line))
            return
        line.field.select_all()
        line.say(
            _("Blocked: which double was short of toes? (4, or {key} if not known)", key=self.key("keep")),
            "odd",
        )

    def action_clear(self) -> None:
        """Take away all entries of the round, after asking."""

        def answered(yes: bool | None) -> None:
            if yes and self.change(RoundCleared(self._number)):
                for line in self._lines.lines:
                    line.field.value = line.kept
                self._show_kept()

        self.app.push_screen(Confirm(_("Clear this round? (you can undo it)")), answered)

    def action_back(self) -> None:
        """Keep the line in hand and go back; ask before dropping what cannot be read or got no reason."""
        for line in self._unsaved():
            if line is not self._without_reason:
                self._keep_left(line)
        if self.app.screen is not self:
            return
        unsaved = self._unsaved()
        if unsaved:
            question = _("What you typed for {name} is not saved. Discard it?", name=unsaved[0].title)
            self.app.push_screen(Confirm(question), self._drop)
        elif self._round.ending is None:
            self._leave()
        else:
            self._finish()

    def before_leaving(self) -> str:
        """Keep what is typed; return the question whether what cannot be kept may be lost."""
        if self.in_front:
            for line in self._unsaved():
                self._keep_left(line)
        unsaved = self._unsaved()
        return discard_and_leave(unsaved[0].title) if unsaved else ""

    def _unsaved(self) -> list[EntryLine]:
        return [line for line in self._lines.lines if line.changed]

    def _drop(self, yes: bool | None) -> None:
        if yes:
            self.dismiss()
