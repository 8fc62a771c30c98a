"""A whole sheet keyed in from paper: pages of lines, each with a round or a player."""

from collections.abc import Mapping
from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult

from scorekeeper.game import Entry, RoundScored, first_empty_cell, keyed_change, keying_order, show_held
from scorekeeper.session import AppSession
from scorekeeper.text import N_, _
from scorekeeper.tui.entry.grid import EntryGrid
from scorekeeper.tui.entry.lines import Cell, EntryLine, ending_label
from scorekeeper.tui.standing import StandingPane


class KeySheet(EntryGrid):
    """All rounds of a game, a page of lines after the other."""

    place: ClassVar[str] = "keying"
    PANES: ClassVar[Mapping[str, str]] = {"lines": N_("Sheet")}

    def __init__(self, session: AppSession) -> None:
        super().__init__(session)
        first = first_empty_cell(session.game, session.keys_by_player)
        self._at = Cell(first.round, first.player)
        """The cell that the page was opened for."""

    def body(self) -> ComposeResult:
        """Show the lines, and the standing beside them."""
        yield from super().body()
        yield StandingPane()

    @property
    def _by_player(self) -> bool:
        return self.session.keys_by_player

    def cells(self) -> Mapping[Cell, str]:
        """Return the cells of the page: a player's in every round, or every player's in a round and how it ended."""
        game, (number, player) = self.session.game, self._at
        cells = [Cell(*cell) for cell in keying_order(game, self._by_player)]
        if self._by_player:
            doubles = {cell: game.round(cell.round).double for cell in cells if cell.player == player}
            return {cell: f"{double}-{double}" for cell, double in doubles.items()}
        seats = {cell: str(cell.player) for cell in cells if cell.round == number}
        return {**seats, Cell(number, None): ending_label(game, number)} if seats else {}

    def written(self, entry: Entry) -> str:
        """Return a hand as it stands on paper."""
        return show_held(entry)

    def parse(self, line: EntryLine) -> RoundScored:
        """Return the change that a line makes: a plain number is points, as on paper. Raises Malformed."""
        if line.player is None:
            return super().parse(line)
        return keyed_change(self.session.game, line.cell.round, line.player, line.typed)

    def title_words(self) -> Text:
        """Return which page it is, and what its points add up to so far, unless totals are hidden or covered."""
        game, (number, player) = self.session.game, self._at
        double = game.round(number).double
        page = str(player) if self._by_player else f"{double}-{double}"
        if not (game.hides_totals or self.covered):
            points = game.points[number - 1] if number <= len(game.rounds) else {}
            total = game.total(str(player)) if self._by_player else sum(points.values())
            page = _("{page}: {total}", page=page, total=total)
        order = (
            _("a whole sheet, player by player") if self._by_player else _("a whole sheet, round by round")
        )
        return self.of_game(page, order)

    def show_kept(self) -> None:
        """Show what is kept of the page, and what it adds up to."""
        super().show_kept()
        self.redraw()

    def begin(self) -> None:
        """Go to the cell that the page was opened for."""
        if not self.cells():  # its player or its round is gone
            self._at = Cell(*first_empty_cell(self.session.game, self._by_player))
            self.call_later(self.reseat)
        there = [line for line in self.lines.lines if line.cell == self._at]
        (there[0] if there else self.lines.lines[0]).enter()

    def renamed(self, names: Mapping[str, str]) -> None:
        """Stay with the player in hand, whatever the name is by now."""
        self._at = self._at._replace(player=names.get(self._at.player or "", self._at.player))
        if not self.cells():
            self._at = Cell(*first_empty_cell(self.session.game, self._by_player))

    def go_on(self, line: EntryLine) -> None:
        """Go to the next line, from an ending to the first empty hand; after the last to the next page."""
        lines = self.lines.lines
        empty = [hand for hand in lines if hand.player is not None and not hand.typed]
        index = lines.index(line) + 1
        if line.player is None and empty:
            empty[0].enter()
        elif index < len(lines) and (lines[index].player is not None or self._asks_ending(line)):
            lines[index].enter()
        else:
            self._turn(1, line)

    def _asks_ending(self, line: EntryLine) -> bool:
        played = self.session.game.round(line.cell.round)
        return bool(played.entries) and played.ending is None and not self.session.game.missing_in(played)

    def _turn(self, by: int, line: EntryLine) -> None:
        """Go to another page, at its first line, or backwards at its last; a line that cannot be kept comes first."""
        if unsaved := self.unsaved():
            unsaved[0].enter()
            return
        order = [Cell(*cell) for cell in keying_order(self.session.game, self._by_player)]
        mine = [order.index(hand.cell) for hand in self.lines.lines if hand.cell in order]
        index = mine[-1] + 1 if by > 0 else mine[0] - 1
        if index == len(order):
            line.say(_("That was the last cell. Check the totals against the paper."))
        elif index >= 0:
            self._at = order[index]
            self.call_next(self._show_page)  # where a question came first, no key waits for it

    async def action_keep(self) -> None:
        """Keep the line and go on; a page that is turned is there before the next key."""
        await super().action_keep()
        await self._show_page()

    async def _show_page(self) -> None:
        """Show the page with the cell to go to, unless it is there."""
        if self.cells() and self._at not in {line.cell for line in self.lines.lines}:
            await self.reseat()
            self.begin()

    def pages(self) -> list[list[Cell]]:
        """Return the cells of this page and those after it: a player's in every round, or everybody's in a round."""
        game, (number, player) = self.session.game, self._at
        rounds, players = range(1, game.last_number + 1), game.players
        if self._by_player:
            return [[Cell(row, name) for row in rounds] for name in players[players.index(str(player)) :]]
        return [[Cell(row, name) for name in players] for row in rounds[number - 1 :]]

    async def show_page_of(self, cell: Cell) -> None:
        """Show the page with a cell."""
        self._at = cell
        await self._show_page()

    async def action_page_before(self) -> None:
        """Go to the page before."""
        await self._to_page(-1)

    async def action_page_after(self) -> None:
        """Go to the next page."""
        await self._to_page(1)

    async def _to_page(self, by: int) -> None:
        line = self.line_in_hand()
        if line is not None:
            self.keep_left(line, lambda line: self._turn(by, line))
            await self._show_page()

    async def action_turn(self) -> None:
        """Go along the rounds in place of down the players, or the other way round; the line in hand is kept."""
        line = self.line_in_hand()
        if line is not None:
            self.keep_left(line)
        if line is not None and not line.changed:
            first = self.lines.lines[0].cell
            self._at = line.cell if line.player is not None else first
            self.session.keys_by_player = not self._by_player
            await self.reseat()
            self.begin()

    async def action_blocked(self) -> None:
        """Mark the round of the line in hand as blocked; player by player, on the page of its round."""
        if self._by_player:
            await self.action_turn()
        if not self._by_player:
            self.block(self.lines.ending)

    def done(self) -> None:
        """Leave."""
        self.dismiss()
