"""Entry of a round: one line per player, kept the moment enter is pressed.

An empty line means not yet. What a line means is shown as it is typed; what cannot be is said at the
line and not kept; what was typed is never thrown away without asking.
"""

from typing import ClassVar

from msgspec.structs import replace
from rich.text import Text
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.events import Resize
from textual.widgets import Footer, Input, Static

from scorekeeper.checks import Finding, round_findings
from scorekeeper.entry import parse_entry, show_entry
from scorekeeper.errors import Malformed, ScorekeeperError
from scorekeeper.events import RoundCleared, RoundScored, apply
from scorekeeper.game import Round, score_entry
from scorekeeper.tui.ask import AskLine, Confirm
from scorekeeper.tui.desk import Desk
from scorekeeper.tui.entering import ending_change, hand_change, means_out
from scorekeeper.tui.entry_line import EntryLine, ending_shown, meaning, spoken
from scorekeeper.tui.place import Place
from scorekeeper.words import _


class EntryScreen(Place):
    """All hands of one round."""

    place: ClassVar[str] = "entry"

    def __init__(self, desk: Desk, number: int, player: str | None = None) -> None:
        super().__init__(desk)
        self._number = number
        self._first = player
        self._correcting = not desk.game.lacks(self._round)
        self._warned = False
        self._asked_to_leave = False

    @property
    def _round(self) -> Round:
        return self.desk.game.round(self._number)

    @property
    def _players(self) -> tuple[str, ...]:
        return self.desk.game.players_of(self._number)

    def compose(self) -> ComposeResult:
        """Show a line per player, and one for a blocked round."""
        yield Static(self._title(), id="title", markup=False)
        with VerticalScroll(id="lines"):
            for player in self._players:
                yield EntryLine(player)
            yield EntryLine(_("Blocked"))
        yield Static(
            _("23 · 12+7+4 · 6-4 0-0 5-5 · 23+0-0 with double-blank · o went out"),
            id="legend",
            markup=False,
        )
        yield Footer()

    def _title(self) -> Text:
        double = self._round.double
        text = Text(f"{double}-{double}", style="bold")
        text.append("  " + _("round {number}").format(number=self._number))
        if self._correcting:
            text.append("  " + _("correcting"), style="bold")
        return text

    def on_mount(self) -> None:
        """Show what is kept and begin at the marked or first missing player."""
        self._show_kept()
        missing = self.desk.game.lacks(self._round)
        first = self._first if self._correcting or self._first in missing else next(iter(missing), None)
        self._focus(self._line(first if first in self._players else self._players[0]))

    def on_resize(self, event: Resize) -> None:
        """Give the lines more room where there is some."""
        self.set_class(len(self._lines()) * 3 + 6 <= event.size.height, "-roomy")

    def _lines(self) -> list[EntryLine]:
        return list(self.query(EntryLine))

    def _line(self, player: str) -> EntryLine:
        return self._lines()[self._players.index(player)]

    @property
    def _ending_line(self) -> EntryLine:
        return self._lines()[-1]

    def _show_kept(self) -> None:
        game, played = self.desk.game, self._round
        rules = game.rules_of(played.number)
        for line in self._lines()[:-1]:
            entry = played.entries.get(line.player)
            if line.player == played.out:
                line.show_kept("o", Text(_("went out"), style="bold"))
            elif entry is not None:
                line.show_kept(show_entry(entry), Text("✓ ") + meaning(score_entry(entry, rules)))
            else:
                line.show_kept("", Text(_("not yet"), style="dim"))
        self._ending_line.show_kept(*ending_shown(played))

    def on_input_changed(self, event: Input.Changed) -> None:
        """Say what the line means as it is typed."""
        line = event.input.parent
        if isinstance(line, EntryLine) and line.changed and line is not self._ending_line:
            self._warned = False
            line.say(self._preview(line))

    def _preview(self, line: EntryLine) -> Text:
        game = self.desk.game
        try:
            entry = parse_entry(line.typed, game.set_size)
            if entry is None:
                return Text(_("not yet"), style="dim")
            if isinstance(entry, str) or means_out(game, self._round, entry):
                return Text(_("went out"), style="bold")
            return meaning(score_entry(entry, game.rules_of(self._round.number)))
        except ScorekeeperError as error:
            return Text(str(error), style="dim italic")

    async def action_keep(self) -> None:
        """Keep the line and go to the next one that is missing."""
        await self.typed_out()
        line = self._line_in_hand()
        if line is not None:
            self._keep(line, then_go_on=True)

    async def action_line_up(self) -> None:
        """Go one line up."""
        await self._step(-1)

    async def action_line_down(self) -> None:
        """Go one line down."""
        await self._step(1)

    async def _step(self, by: int) -> None:
        await self.typed_out()
        line, lines = self._line_in_hand(), self._lines()
        if line is not None:
            self._focus(lines[(lines.index(line) + by) % len(lines)])

    def _line_in_hand(self) -> EntryLine | None:
        parent = self.focused.parent if self.focused else None
        return parent if isinstance(parent, EntryLine) else None

    def _focus(self, line: EntryLine) -> None:
        """Go to a line at once, so that the next key is typed there."""
        self.set_focus(line.field)

    def on_input_blurred(self, event: Input.Blurred) -> None:
        """Keep a line that is left by arrow or mouse."""
        line = event.input.parent
        if isinstance(line, EntryLine) and line.changed and not self._correcting and self.is_current:
            self._keep(line, then_go_on=False)

    def _keep(self, line: EntryLine, then_go_on: bool) -> None:
        if not line.changed:
            if then_go_on:
                self._go_on(line)
            return
        try:
            if line is self._ending_line:
                what = ending_change(self.desk.game, self._number, line.typed)
            else:
                what = hand_change(self.desk.game, self._number, line.player, line.typed)
            self._refuse_errors(what, line)
        except ScorekeeperError as error:
            line.say(Text(str(error), style="bold red"))
            self._focus(line)
            return
        if self._correcting:
            self._ask_reason(line, what, then_go_on)
        else:
            self._append(line, what, then_go_on)

    def _ask_reason(self, line: EntryLine, what: RoundScored, then_go_on: bool) -> None:
        def answered(reason: str | None) -> None:
            if reason is None:
                self._focus(line)
                return
            self._append(line, replace(what, reason=reason or None), then_go_on)

        question = _("{name}: {before} becomes {after}. Why? (kept in the log; may be empty)")
        shown = question.format(name=line.player, before=spoken(line.kept), after=spoken(line.typed))
        self.app.push_screen(AskLine(shown, _("counted again")), answered)

    def _append(self, line: EntryLine, what: RoundScored, then_go_on: bool) -> None:
        if self.change(what):
            line.kept = line.typed
        self._show_kept()
        if not line.changed and then_go_on:
            self._go_on(line)

    def _refuse_errors(self, what: RoundScored, line: EntryLine) -> None:
        """Raise Malformed for what cannot be; a warning is said once and may be overruled by enter."""
        after = apply(what, self.desk.game)
        new = [one for one in round_findings(after, after.round(self._number)) if one not in self._findings()]
        for finding in new:
            if finding.level == "error" or (finding.player == line.player and not self._warned):
                self._warned = finding.level == "warning"
                hint = _(" Enter again keeps it.") if self._warned else ""
                raise Malformed(finding.message + hint)

    def _findings(self) -> tuple[Finding, ...]:
        return round_findings(self.desk.game, self._round)

    def _go_on(self, line: EntryLine) -> None:
        """Go to the next missing player, then to how it ended, then back to the table."""
        played, players = self._round, self._players
        missing = played.missing(players)
        if not missing and played.ending is None:
            self._focus(self._ending_line)
            if line is self._ending_line:
                self.action_back()
            else:
                told = _("Nobody went out. Which double was short of toes? (4, or b if not known)")
                self._ending_line.say(Text(told, style="bold"))
        elif not missing:
            self.dismiss()
        elif line is self._ending_line or line.player not in players:
            self._focus(self._line(missing[0]))
        else:
            self._focus(self._line(self._next_missing(line.player, missing)))

    def _next_missing(self, player: str, missing: tuple[str, ...]) -> str:
        """Return the next line in reading order, then the first missing."""
        players = self._players
        later = [name for name in players[players.index(player) + 1 :] if name in missing]
        return later[0] if later else missing[0]

    def action_blocked(self) -> None:
        """Go to the line that says which double was short of toes."""
        self._focus(self._ending_line)
        self._ending_line.say(Text(_("Which double was short of toes? (4, or b if not known)"), style="bold"))

    def action_clear(self) -> None:
        """Take away all entries of the round, after asking."""

        def answered(yes: bool | None) -> None:
            if yes and self.change(RoundCleared(self._number)):
                for line in self._lines():
                    line.field.value = line.kept
                self._show_kept()

        self.app.push_screen(Confirm(_("Clear this round? (undo brings it back)")), answered)

    def action_back(self) -> None:
        """Keep the line in hand and go back; ask before dropping what cannot be read."""
        for line in self._lines():
            if line.changed:
                self._keep(line, then_go_on=False)
        if self.app.screen is not self:
            return
        unread = [line.player for line in self._lines() if line.changed]
        if not unread:
            self.dismiss()
            return
        question = _("What is typed for {name} is not kept. Drop it?").format(name=unread[0])
        self.app.push_screen(Confirm(question), self._drop)

    def may_leave(self) -> bool:
        """Keep what is typed; stay once for what cannot be read, so that it can be mended."""
        unread = [line for line in self._lines() if line.changed and not self._asked_to_leave]
        for line in unread:
            self._keep(line, then_go_on=False)
        self._asked_to_leave = True
        return not any(line.changed for line in unread)

    def _drop(self, yes: bool | None) -> None:
        if yes:
            self.dismiss()
