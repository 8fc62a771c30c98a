"""Entry of a round: one line per player, kept the moment enter is pressed.

An empty line means not yet. What a line means is shown as it is typed; what cannot be is said at the
line and not kept; what was typed is never thrown away without asking.
"""

from typing import ClassVar

from msgspec.structs import replace
from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Horizontal, VerticalScroll
from textual.events import Resize
from textual.widgets import Footer, Input, Static

from scorekeeper.checks import Finding, round_findings
from scorekeeper.entry import OUT_WORDS, parse_entry, show_entry
from scorekeeper.errors import Malformed, ScorekeeperError
from scorekeeper.events import RoundCleared, RoundScored, apply
from scorekeeper.game import Blocked, Entry, Game, Out, Pips, Round, score_entry
from scorekeeper.scoring import Score
from scorekeeper.tui.ask import AskLine, Confirm
from scorekeeper.tui.desk import Desk
from scorekeeper.tui.place import Place
from scorekeeper.words import _

_BLOCKED_WORDS = frozenset({"b", "?", "blocked"})


class EntryLine(Horizontal):
    """A player's line: the name, what is typed, and what it means."""

    def __init__(self, player: str) -> None:
        super().__init__(classes="line")
        self.player = player
        self.kept = ""
        """The text of what is kept."""
        self._said = 0

    def compose(self) -> ComposeResult:
        """Show name, field and meaning."""
        yield Static(self.player, classes="name", markup=False)
        yield Input(compact=True, max_length=200)
        yield Static(classes="meaning", markup=False)

    @property
    def field(self) -> Input:
        """Where the hand is typed."""
        return self.query_one(Input)

    @property
    def typed(self) -> str:
        """What stands in the field."""
        return self.field.value.strip()

    @property
    def changed(self) -> bool:
        """Whether something was typed that is not kept."""
        return self.typed != self.kept

    def show_kept(self, text: str, meaning: Text) -> None:
        """Show what is kept, unless the person has typed something else meanwhile."""
        if not self.changed:
            self.field.value = text
        self.kept = text
        if not self.changed:
            self.say(meaning)

    def say(self, meaning: Text) -> None:
        """Show what the line means, or what is wrong with it."""
        shown = self.query_one(".meaning", Static)
        room = shown.size.width
        fits = max(len(meaning), self._said) <= room
        self._said = len(meaning)
        shown.update(meaning, layout=not fits)


class EntryScreen(Place):
    """All hands of one round."""

    place: ClassVar[str] = "entry"

    def __init__(self, desk: Desk, number: int, player: str | None = None) -> None:
        super().__init__(desk)
        self._number = number
        self._first = player
        self._correcting = not self._round.missing(desk.game.players)
        self._warned = False

    @property
    def _round(self) -> Round:
        return self.desk.game.round(self._number)

    def compose(self) -> ComposeResult:
        """Show a line per player, and one for a blocked round."""
        yield Static(self._title(), id="title", markup=False)
        with VerticalScroll(id="lines"):
            for player in self.desk.game.players:
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
        missing = self._round.missing(self.desk.game.players)
        first = self._first if self._correcting or self._first in missing else next(iter(missing), None)
        self._focus(self._line(first or self.desk.game.players[0]))

    def on_resize(self, event: Resize) -> None:
        """Give the lines more room where there is some."""
        self.set_class(len(self._lines()) * 3 + 6 <= event.size.height, "-roomy")

    def _lines(self) -> list[EntryLine]:
        return list(self.query(EntryLine))

    def _line(self, player: str) -> EntryLine:
        return self._lines()[self.desk.game.players.index(player)]

    @property
    def _ending_line(self) -> EntryLine:
        return self._lines()[-1]

    def _show_kept(self) -> None:
        game, played = self.desk.game, self._round
        for line in self._lines()[:-1]:
            entry = played.entries.get(line.player)
            if line.player == played.out:
                line.show_kept("o", Text(_("went out"), style="bold"))
            elif entry is not None:
                line.show_kept(show_entry(entry), Text("✓ ") + meaning(score_entry(entry, game.rules)))
            else:
                line.show_kept("", Text(_("not yet"), style="dim"))
        self._ending_line.show_kept(*_ending_shown(played))

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
            if isinstance(entry, str) or _means_out(game, self._round, entry):
                return Text(_("went out"), style="bold")
            return meaning(score_entry(entry, game.rules))
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
            what = self._ending_change(line) if line is self._ending_line else self._hand_change(line)
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
            self._append(line, reasoned(what, reason), then_go_on)

        question = _("{name}: {before} becomes {after}. Why? (kept in the log; may be empty)")
        shown = question.format(name=line.player, before=_spoken(line.kept), after=_spoken(line.typed))
        self.app.push_screen(AskLine(shown, _("counted again")), answered)

    def _append(self, line: EntryLine, what: RoundScored, then_go_on: bool) -> None:
        if self.change(what):
            line.kept = line.typed
        self._show_kept()
        if not line.changed and then_go_on:
            self._go_on(line)

    def _hand_change(self, line: EntryLine) -> RoundScored:
        game, played, player = self.desk.game, self._round, line.player
        entry = parse_entry(line.typed, game.set_size)
        if isinstance(entry, str) or (entry is not None and _means_out(game, played, entry)):
            if played.out not in (None, player):
                raise Malformed(
                    _("{other} is marked as the one who went out; give {other} a hand first").format(
                        other=played.out
                    )
                )
            return RoundScored(round=self._number, ending=Out(player))
        if played.out == player:
            return RoundScored(round=self._number, ending=None, entries={player: entry})
        return RoundScored(round=self._number, entries={player: entry})

    def _ending_change(self, line: EntryLine) -> RoundScored:
        typed = line.typed.casefold()
        if not typed:
            return RoundScored(round=self._number, ending=None)
        if self._round.out is not None:
            raise Malformed(_("{name} went out, so the round was not blocked").format(name=self._round.out))
        if typed in _BLOCKED_WORDS:
            return RoundScored(round=self._number, ending=Blocked())
        number = typed.split("-")[0]
        if not number.isdecimal():
            raise Malformed(
                _("type the double that was short of toes, such as 4, or b where it is not known")
            )
        return RoundScored(round=self._number, ending=Blocked(int(number)))

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
        played, players = self._round, self.desk.game.players
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
        players = self.desk.game.players
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

    def _drop(self, yes: bool | None) -> None:
        if yes:
            self.dismiss()


def _means_out(game: Game, played: Round, entry: Entry) -> bool:
    """Whether a typed 0 can only mean that the player went out (fact D5)."""
    return entry == Pips(0) and game.rules.scoring.double_blank != 0 and played.out is None


def _spoken(typed: str) -> str:
    """Return what was typed for a hand as a person would say it."""
    if not typed:
        return _("not yet")
    return _("went out") if typed.casefold() in OUT_WORDS else typed


def _ending_shown(played: Round) -> tuple[str, Text]:
    if not isinstance(played.ending, Blocked):
        return "", Text(_("F4, where nobody could play"), style="dim")
    foot = played.ending.open_foot
    if foot is None:
        return "b", Text(_("✓ blocked"))
    return str(foot), Text(_("✓ blocked, {foot}-{foot} short of toes").format(foot=foot))


def reasoned(what: RoundScored, reason: str) -> RoundScored:
    """Return the change with its reason, if one was given."""
    return replace(what, reason=reason or None)


def meaning(score: Score) -> Text:
    """Return a score with the parts that make it up."""
    text = Text(str(score.total), style="bold")
    parts = [f"{line.tile} {line.points}" for line in score.lines if line.tile is not None]
    if len(score.lines) > 1:
        loose = [str(line.points) for line in score.lines if line.tile is None]
        text.append("  = " + " + ".join([*loose, *parts]), style="dim")
    return text
