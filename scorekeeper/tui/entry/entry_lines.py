"""The lines of a round: one per player in the order hands are read out, and one for a blocked round.

Shows what a round keeps and hands the lines out; what is typed on them is settled by `entry`.
"""

from collections.abc import Mapping, Sequence

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.widget import Widget

from scorekeeper.game.game import Game
from scorekeeper.game.notation import show_entry
from scorekeeper.game.round import Round, score_entry
from scorekeeper.text import _
from scorekeeper.tui.entry.lines import EntryLine, ending_shown, meaning


class EntryLines(VerticalScroll, can_focus=False):
    """All lines of a round."""

    def __init__(self, players: Sequence[str]) -> None:
        super().__init__(id="lines")
        self._players = players

    def compose(self) -> ComposeResult:
        """Show a line per player, and one for how a blocked round ended."""
        for player in self._players:
            yield EntryLine(player, player)
        yield EntryLine(_("Blocked"), None)

    @property
    def lines(self) -> list[EntryLine]:
        """All lines, from top to bottom."""
        return list(self.query(EntryLine))

    @property
    def ending(self) -> EntryLine:
        """The line that says how a blocked round ended."""
        return self.lines[-1]

    @property
    def order(self) -> tuple[str, ...]:
        """The players from top to bottom."""
        return tuple(line.player for line in self.lines if line.player is not None)

    def of(self, player: str) -> EntryLine:
        """Return a player's line."""
        return next(line for line in self.lines if line.player == player)

    def around(self, widget: Widget | None) -> EntryLine | None:
        """Return the line that a widget is part of."""
        within = widget.ancestors if widget is not None else []
        return next((one for one in within if isinstance(one, EntryLine)), None)

    def beside(self, line: EntryLine, by: int) -> EntryLine:
        """Return the line so many lines on, round and round."""
        return self.lines[(self.lines.index(line) + by) % len(self.lines)]

    def move(self, line: EntryLine, by: int) -> None:
        """Move a player's line one up or down among the players."""
        index = self.lines.index(line)
        if line.player is None or not 0 <= index + by < len(self.order):
            return
        if by < 0:
            self.move_child(line, before=self.lines[index - 1])
        else:
            self.move_child(line, after=self.lines[index + 1])
        line.scroll_visible()

    async def seat(self, players: Sequence[str], names: Mapping[str, str]) -> None:
        """Give the lines to those who play now, by their new names; a typed line of one who is gone stays."""
        for line in self.lines[:-1]:
            line.rename(names.get(line.title, line.title))
            if line.player not in players and not line.changed:
                await line.remove()
        for player in players:
            if player not in self.order:
                await self.mount(EntryLine(player, player), before=self.ending)

    def show(self, game: Game, played: Round) -> None:
        """Show what is kept of the round, beside what is being typed."""
        rules = game.rules_of(played.number)
        here = game.players_of(played.number)
        for line in self.lines:
            entry = played.entries.get(line.player or "")
            if line.player is not None and line.player not in here:
                told = _("{name} does not play in this round any more; what is typed here is not kept.")
                line.say(told.format(name=line.player), "wrong")
            elif line.player is None:
                line.show_kept(*ending_shown(played))
            elif line.player == played.out:
                line.show_kept("o", Text("✓ ").append(_("went out"), style="bold"))
            elif entry is not None:
                line.show_kept(show_entry(entry), Text("✓ ") + meaning(score_entry(entry, rules)))
            else:
                line.show_kept("", Text(_("not yet"), style="dim"))
