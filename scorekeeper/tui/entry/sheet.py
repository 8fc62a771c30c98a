"""The line of the cell in hand: which one it is, what is typed, and what is wrong or odd about it."""

from typing import ClassVar

from msgspec.structs import replace
from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Container, Horizontal
from textual.events import Resize
from textual.widgets import Static

from scorekeeper.errors import ScorekeeperError
from scorekeeper.game import (
    EntryCell,
    Game,
    RoundScored,
    apply_event,
    corrected_cells,
    first_empty_cell,
    held_entry,
    keyed_change,
    keying_order,
    neighbour_cell,
    next_cell,
    show_held,
)
from scorekeeper.session import (
    ASKED_BY_SCREENS,
    BLOCKED,
    LOOK_EVERY,
    Evening,
    Review,
    called_now,
    parse_ending,
    review_change,
)
from scorekeeper.text import N_, _
from scorekeeper.tui.base.actions import ScreenAction
from scorekeeper.tui.base.screen import GameScreen
from scorekeeper.tui.entry.differences import Differences
from scorekeeper.tui.entry.lines import OUT, overtaken
from scorekeeper.tui.entry.questions import AskCellReason, AskFoot, again_keeps, discard_and_leave
from scorekeeper.tui.widgets.dialogs import Confirm
from scorekeeper.tui.widgets.field import Field
from scorekeeper.tui.widgets.footer import KeyLine
from scorekeeper.tui.widgets.score_table import ScoreGrid, ScoreTable, points_columns, running_columns


class KeyedLine(Horizontal):
    """What is typed for one cell of a sheet."""

    def __init__(self) -> None:
        super().__init__(id="keyed")
        self.kept = ""
        """The text of what the cell holds."""
        self._of_typing = False

    def compose(self) -> ComposeResult:
        """Show the cell, the field, and what is said of it."""
        yield Static(id="keyed-cell", markup=False)
        yield Field(compact=True, max_length=200)
        yield Static(id="keyed-means", markup=False)

    @property
    def field(self) -> Field:
        """Where the hand is typed."""
        return self.query_one(Field)

    @property
    def typed(self) -> str:
        """What stands in the field."""
        return self.field.value.strip()

    @property
    def changed(self) -> bool:
        """Whether something was typed that is not kept."""
        return self.typed != self.kept

    def name_cell(self, name: str) -> None:
        """Say which cell is in hand."""
        self.query_one("#keyed-cell", Static).update(name)

    def begin(self, name: str, kept: str) -> None:
        """Take a cell in hand, its text marked so that what is typed takes its place."""
        self.name_cell(name)
        self.kept = self.field.value = kept
        self.field.select_all()
        self.say("")

    def say(self, sentence: str | Text, level: str = "", of_typing: bool = False) -> None:
        """Show what is `wrong` or `odd` about the cell; `of_typing` goes once the text is as it was."""
        shown = self.query_one("#keyed-means", Static)
        shown.set_class(level == "wrong", "-wrong")
        shown.set_class(level == "odd", "-odd")
        shown.update(sentence)
        self._of_typing = of_typing

    def unsay(self) -> None:
        """Take back what was said of a text that is typed no more."""
        if self._of_typing:
            self.say("")


class KeySheet(GameScreen):
    """All rounds of a game, to be keyed cell by cell."""

    place: ClassVar[str] = "keying"
    ACTIONS: ClassVar[tuple[ScreenAction, ...]] = (
        ScreenAction(
            "keep", "enter", N_("Save"), N_("Save this cell and go to the next one."), False, ahead=True
        ),
        ScreenAction(
            "cell_up", "up", N_("Round up"), N_("Go one round up; this cell is saved."), False, ahead=True
        ),
        ScreenAction(
            "cell_down",
            "down",
            N_("Round down"),
            N_("Go one round down; this cell is saved."),
            False,
            ahead=True,
        ),
        ScreenAction(
            "cell_left",
            "left",
            N_("Player left"),
            N_("Go one player back; this cell is saved."),
            False,
            ahead=True,
        ),
        ScreenAction(
            "cell_right",
            "right",
            N_("Player right"),
            N_("Go one player on; this cell is saved."),
            False,
            ahead=True,
        ),
        ScreenAction(
            "back", "escape", N_("Done"), N_("Back to where you came from; what you entered is saved.")
        ),
        ScreenAction(
            "turn", "f6", N_("Other order"), N_("Switch between going round by round and player by player.")
        ),
        ScreenAction("blocked", "f4", N_("Blocked"), N_("The round was blocked: nobody could play.")),
        ScreenAction(
            "compare",
            "f5",
            N_("Compare"),
            N_("Key in the sheet a second time, then see where the two differ."),
        ),
    )

    def __init__(self, session: Evening, second: bool = False) -> None:
        super().__init__(session)
        self._second = second
        self._by_player = session.keys_by_player
        self._known = session.kept.log
        self._at = first_empty_cell(self.game, self._by_player)
        self._overtaken: str | None = None
        """What another window did to the cell in hand while something else was typed there."""
        self.agreed = False
        self._seen: set[str] = set()
        """What was said of the cell in hand and may be overruled by enter."""

    @property
    def game(self) -> Game:
        """The game that is keyed: the one that is open, or its second keying."""
        return self.session.second_keying if self._second else self.session.game

    def compose(self) -> ComposeResult:
        """Show the grid, and the line of the cell in hand."""
        yield Static(id="title", markup=False)
        with Container(id="score"):
            yield ScoreGrid()
        yield KeyedLine()
        yield Static(self._notes(), id="legend", markup=False)
        yield KeyLine()

    def _notes(self) -> str:
        if self._second:
            return _(
                "Key in the same sheet again; {key} shows where the two differ.", key=self.key("compare")
            )
        return _("23 points as on paper · {out} went out · empty: not entered · 6-4 0-0 tiles", out=OUT)

    def on_mount(self) -> None:
        """Begin at the first cell that is empty."""
        self.query_one(ScoreTable).can_focus = False
        self._redraw()
        self._land(self._at)
        self.set_interval(LOOK_EVERY, self._look)

    def on_resize(self, _event: Resize) -> None:
        """Use the room there is."""
        self._redraw()

    @property
    def _line(self) -> KeyedLine:
        return self.query_one(KeyedLine)

    def _redraw(self) -> None:
        marks = frozenset() if self._second else corrected_cells(self.session.kept.log)
        self.query_one("#title", Static).update(self._title())
        columns = running_columns(self.game, self.size.width)
        if columns.width > self.size.width:
            columns = points_columns(self.game, self.size.width - 1)
        self.query_one(ScoreGrid).show(self.game, marks, columns)
        self._mark()

    def _title(self) -> Text:
        sentence = _("Second keying") if self._second else _("Key in a whole sheet")
        order = _("player by player") if self._by_player else _("round by round")
        return Text.assemble((sentence, "bold"), f"  {order}")

    def _mark(self) -> None:
        """Put the cursor of the grid on the cell in hand."""
        players = self.game.players
        if self._at.player in players:
            column = players.index(self._at.player) + 1
            self.query_one(ScoreTable).move_cursor(row=self._at.round - 1, column=column)

    def _land(self, cell: EntryCell) -> None:
        """Go to a cell."""
        self._at = cell
        self._overtaken = None
        self._seen.clear()
        self._line.begin(self._cell_name(cell), self._held())
        self._mark()
        self.set_focus(self._line.field)

    def _held(self) -> str:
        return show_held(held_entry(self.game, self._at))

    def _cell_name(self, cell: EntryCell) -> str:
        double = self.game.round(cell.round).double
        return f"{double}-{double}  {cell.player}"

    def on_input_changed(self) -> None:
        """Say what is wrong or odd about the cell as it is typed."""
        self._seen.clear()
        if not self._line.changed:
            self._overtaken = None
            self._line.unsay()
            return
        try:
            reviewed = self._review()
        except ScorekeeperError as error:
            self._line.field.mark(error.at)
            self._line.say(str(error), of_typing=True)
        else:
            self._line.say(*_objection(reviewed), of_typing=True)

    def _review(self) -> Review:
        """Return what there is to say of the cell before it is stored. Raises ScorekeeperError."""
        change = keyed_change(self.game, self._at.round, self._at.player, self._line.typed)
        return review_change(self.game, change, overtaken=self._overtaken, unless=ASKED_BY_SCREENS)

    async def action_keep(self) -> None:
        """Keep the cell and go to the next one."""
        await self.typed_out()
        self._keep(next_cell(self.game, self._by_player, self._at))

    async def action_cell_up(self) -> None:
        """Go one round up; the cell is kept."""
        await self._step(-1, 0)

    async def action_cell_down(self) -> None:
        """Go one round down; the cell is kept."""
        await self._step(1, 0)

    async def action_cell_left(self) -> None:
        """Go one player to the left; the cell is kept."""
        await self._step(0, -1)

    async def action_cell_right(self) -> None:
        """Go one player to the right; the cell is kept."""
        await self._step(0, 1)

    async def _step(self, down: int, across: int) -> None:
        await self.typed_out()
        self._keep_left(neighbour_cell(self.game, self._at, down, across))

    def _keep_left(self, then: EntryCell | None) -> None:
        """Keep a cell that is left; enter alone keeps one in place of what somebody else entered meanwhile."""
        if self._overtaken is not None:
            self._seen.clear()
        self._keep(then)

    def _keep(self, then: EntryCell | None) -> None:
        """Keep what is typed in the cell, and go to another; stay where it cannot be kept."""
        if not self._line.changed:
            self._go(then)
            return
        try:
            reviewed = self._review()
        except ScorekeeperError as error:
            self._stay(str(error), "wrong")
            return
        sentence, level = _objection(reviewed)
        if level == "wrong":
            self._stay(sentence, level)
        elif sentence and sentence not in self._seen:
            self._seen.add(sentence)
            self._stay(again_keeps(sentence, self.key("keep")), level)
        elif reviewed.corrects and not self._second:
            self._ask_why(reviewed.overruled(), then)
        else:
            self._put_typed(reviewed.overruled(), then)

    def _stay(self, sentence: str, level: str) -> None:
        self._line.say(sentence, level)
        self._mark()

    def _ask_why(self, what: RoundScored, then: EntryCell | None) -> None:
        def answered(reason: str | None) -> None:
            if reason is not None:
                self._put_typed(replace(what, reason=reason or None), then)

        self.app.push_screen(AskCellReason(self._at.player, self._line.kept, self._line.typed), answered)

    def _put_typed(self, what: RoundScored, then: EntryCell | None) -> None:
        """Put what is typed into the record and go to another cell; stay where another window was faster."""
        kept = self._put(what)
        if not kept:
            self._follow()
        self._redraw()
        if kept:
            self._go(then)

    def _put(self, what: RoundScored) -> bool:
        """Put a change into the record, or into the second keying; say whether it is there."""
        if self._second:
            return self.attempt(lambda: self.session.key_second(apply_event(what, self.game)))
        return self.change(what)

    def _go(self, then: EntryCell | None) -> None:
        """Go to a cell; after the last one say so, or compare."""
        self._land(then or self._at)
        if then is None and self._second:
            self._compare()
        elif then is None:
            self._line.say(_("That was the last cell. Check the totals against the paper."))

    def on_data_table_cell_highlighted(self) -> None:
        """Go to the cell that was tapped; the one in hand is kept."""
        row, column = self.query_one(ScoreTable).cursor_coordinate
        tapped = EntryCell(row + 1, self.game.players[column - 1]) if column else self._at
        if tapped != self._at and tapped in keying_order(self.game, self._by_player):
            self._keep_left(tapped)
        else:
            self._mark()

    def action_turn(self) -> None:
        """Go along the rounds in place of down the players, or the other way round."""
        self._by_player = self.session.keys_by_player = not self._by_player
        self._redraw()

    def action_blocked(self) -> None:
        """Mark the round as blocked, where nobody could play; with feet ask which double was short of toes."""
        number = self._at.round
        if self.game.rules_of(number).has_trains:
            self.attempt(lambda: self._put_ending(number, BLOCKED))
            return

        def answered(typed: str | None) -> None:
            if typed is not None:
                self.attempt(lambda: self._put_ending(number, typed))

        self.app.push_screen(AskFoot(self.game.round(number).double), answered)

    def _put_ending(self, number: int, typed: str) -> None:
        change = parse_ending(self.game, number, typed or BLOCKED)
        self._put(review_change(self.game, change, unless=ASKED_BY_SCREENS).overruled())
        self._follow()
        self._redraw()

    def action_compare(self) -> None:
        """Key the sheet a second time; there, see where the two differ."""
        if self._second:
            self._keep_left(self._at)
            if not self._line.changed:
                self._compare()
            return
        self.session.begin_second_keying()
        self._open(KeySheet(self.session, second=True))

    def _compare(self) -> None:
        self._open(Differences(self.session))

    def _open(self, above: "KeySheet | Differences") -> None:
        """Open a screen, and leave this one after it where the two keyings agree."""

        def closed(_nothing: None) -> None:
            self.agreed = above.agreed
            if self.agreed:
                self.action_back()

        self.app.push_screen(above, closed)

    def on_screen_resume(self) -> None:
        """Show what was settled or entered meanwhile."""
        self._follow()
        self._redraw()

    async def _look(self) -> None:
        """Take over what another window entered, and say what it was."""
        if self.look_again():
            self._follow()
            self._redraw()
            self.tell(self.session.came)

    def _follow(self) -> None:
        """Stay with the player in hand, whatever the name is by now, and show what the cell holds by now."""
        names, self._known = called_now(self._known, self.session.kept.log), self.session.kept.log
        self.session.rename_second(names)
        player = names.get(self._at.player, self._at.player)
        if player != self._at.player:
            self._at = self._at._replace(player=player)
            self._line.name_cell(self._cell_name(self._at))
        if self._at in keying_order(self.game, self._by_player):
            self._show_held()
        elif not self._line.changed:  # it is gone, with its player or its round
            self._land(first_empty_cell(self.game, self._by_player))

    def _show_held(self) -> None:
        """Show what the cell in hand holds by now; beside what is typed there, say who entered it."""
        held, was_changed = self._held(), self._line.changed
        if held == self._line.kept:
            return
        self._line.kept = held
        if not was_changed:
            self._land(self._at)
        elif self._line.changed:
            by = self.session.changed_by(self._at.round, self._at.player)
            self._overtaken = overtaken(self._at.player, held, by)
            self._line.say(self._overtaken, "odd", of_typing=True)
        else:
            self._line.say("")

    def action_back(self) -> None:
        """Keep the cell in hand and go back; ask before dropping what cannot be kept."""
        self._keep_left(self._at)
        if self.app.screen is not self:
            return
        if not self._line.changed:
            self.dismiss()
            return
        question = _("What you typed for {name} is not saved. Discard it?", name=self._at.player)
        self.app.push_screen(Confirm(question), self._drop)

    def _drop(self, yes: bool | None) -> None:
        if yes:
            self.dismiss()

    def before_leaving(self) -> str:
        """Keep what is typed; return the question whether it may be lost if it cannot be kept."""
        if self.in_front:
            self._keep_left(self._at)
        return discard_and_leave(self._at.player) if self._line.changed else ""


def _objection(reviewed: Review) -> tuple[str, str]:
    """Return what is wrong or unusual about a change, with its level; empty where nothing is."""
    if reviewed.errors:
        return reviewed.errors[0].message, "wrong"
    return " ".join(reviewed.unusual), "odd" if reviewed.unusual else ""
