"""How a typed line of a round is kept: what is objected once, what is asked, and what another window did.

The entry screen is built on this; where the cursor goes after a line is its own matter.
"""

from abc import abstractmethod
from collections.abc import Sequence

from msgspec.structs import replace

from scorekeeper.checks.findings import Finding
from scorekeeper.errors import ScorekeeperError
from scorekeeper.game.events import RoundScored
from scorekeeper.game.round import Round
from scorekeeper.session.entering import (
    blanks_untold,
    called_now,
    ending_change,
    hand_change,
    new_findings,
    takes_the_place,
)
from scorekeeper.session.review import overruling
from scorekeeper.session.session import Desk
from scorekeeper.text import _
from scorekeeper.tui.base.screen import Place
from scorekeeper.tui.entry.entry_lines import EntryLines
from scorekeeper.tui.entry.lines import EntryLine
from scorekeeper.tui.entry.preview import Said
from scorekeeper.tui.entry.questions import AskReason, AskWhy
from scorekeeper.tui.widgets.dialogs import AskLine


class Keeping(Place):
    """A round whose lines are kept one by one."""

    def __init__(self, desk: Desk, number: int) -> None:
        super().__init__(desk)
        self._number = number
        self._correcting = not desk.game.lacks(self._round) and self._round.ending is not None
        self._told: set[str] = set()
        """What was said of the line in hand and may be overruled by enter."""
        self._known = desk.kept.log
        """The game as it was when the lines were last given to its players."""

    @property
    def _round(self) -> Round:
        return self.desk.game.round(self._number)

    @property
    def _lines(self) -> EntryLines:
        return self.query_one(EntryLines)

    @abstractmethod
    def _go_on(self, line: EntryLine) -> None:
        """Go where the cursor belongs after a line was kept."""

    def _focus(self, line: EntryLine) -> None:
        """Go to a line at once, so that the next key is typed there."""
        self.set_focus(line.field)

    def _show_kept(self) -> None:
        self._lines.show(self.desk.game, self._round)

    def _reseated(self) -> bool:
        """Whether others play in this round, or under other names, than the lines say."""
        names = called_now(self._known, self.desk.kept.log)
        seated = self._known.game.players_of(self._number)
        return {names[name] for name in seated} != set(self.desk.game.players_of(self._number)) or any(
            name != now for name, now in names.items()
        )

    async def _reseat(self) -> None:
        """Give the lines to those who play now; what is typed stays with the person it was typed for."""
        names, self._known = called_now(self._known, self.desk.kept.log), self.desk.kept.log
        in_hand = self._lines.around(self.focused)
        await self._lines.seat(self.desk.reading_order(self._number), names)
        self._show_kept()
        if in_hand is not None and in_hand not in self._lines.lines:
            self._focus(self._lines.lines[0])

    def _keep(self, line: EntryLine, then_go_on: bool) -> None:
        if not line.changed:
            if then_go_on:
                self._go_on(line)
            return
        try:
            what = self._change_of(line)
            found = new_findings(self.desk.game, what)
            objection = self._objection(line, what, found)
        except ScorekeeperError as error:
            self._stay(line, Said(str(error), "wrong"))
            return
        if objection is not None:
            self._stay(line, objection)
        elif self._correcting and (line.kept or takes_the_place(self._round, what)):
            self._ask(AskReason(line), line, what, found, then_go_on)
        elif found:
            self._ask(AskWhy(found), line, what, found, then_go_on)
        else:
            self._append(line, what, then_go_on)

    def _stay(self, line: EntryLine, said: Said) -> None:
        line.say(*said)
        self._focus(line)

    def _change_of(self, line: EntryLine) -> RoundScored:
        if line.player is None:
            return ending_change(self.desk.game, self._number, line.typed)
        return hand_change(self.desk.game, self._number, line.player, line.typed)

    def _objection(self, line: EntryLine, what: RoundScored, found: Sequence[Finding]) -> Said | None:
        """Return what is said before a line is kept: an error, or what is odd or untold, once."""
        errors = [one.message for one in found if one.level == "error"]
        if errors:
            return Said(errors[0], "wrong")
        asked = (
            line.overtaken,
            takes_the_place(self._round, what),
            blanks_untold(self.desk.game, what, line.typed),
        )
        odd = [*filter(None, asked), *(one.message for one in found)]
        if self._told.issuperset(odd):
            return None
        self._told.update(odd)
        return Said(_("{sentence} Enter again keeps it.").format(sentence=" ".join(odd)), "odd")

    def _ask(
        self, why: AskLine, line: EntryLine, what: RoundScored, found: Sequence[Finding], then_go_on: bool
    ) -> None:
        """Ask why, for a correction or against a warning, and keep the line with the answer."""

        def answered(reason: str | None) -> None:
            if reason is None:
                self._focus(line)
                return
            kept = overruling(what, found, why=reason or None)
            corrected = isinstance(why, AskReason)
            self._append(line, replace(kept, reason=reason or None) if corrected else kept, then_go_on)

        self.app.push_screen(why, answered)

    def _append(self, line: EntryLine, what: RoundScored, then_go_on: bool) -> None:
        if self.change(what):
            line.take()
        if self._reseated():
            self.call_later(self._reseat)
            return
        self._show_kept()
        if not line.changed and then_go_on:
            self._go_on(line)
