"""The lines on which the players' names are typed, in the order of their seats; one empty at the end."""

from collections.abc import Sequence

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.suggester import SuggestFromList
from textual.widgets import Input, Static

from scorekeeper.rules.deal import MOST_PLAYERS
from scorekeeper.text import _
from scorekeeper.tui.widgets.field import Field

FEWEST_LINES = 4


class SeatLines(VerticalScroll):
    """A line for each player; names that are known are offered while they are typed."""

    def __init__(self, known: Sequence[str], latest: Sequence[str]) -> None:
        super().__init__(id="seats", can_focus=False)
        self._known = known
        self._latest = latest

    def compose(self) -> ComposeResult:
        """Begin with those who played last."""
        yield Static(_("Players, clockwise"), classes="heading")
        for name in self._latest or [""] * FEWEST_LINES:
            yield self._seat(name)

    def _seat(self, name: str = "") -> Input:
        return Field(
            name,
            placeholder=_("name"),
            suggester=SuggestFromList(self._known, case_sensitive=False),
            max_length=80,
            classes="seat",
            compact=True,
            tooltip=_("A player's name, in the order of the seats. Right arrow completes one that is known."),
        )

    @property
    def lines(self) -> list[Input]:
        """The lines, the empty ones too."""
        return list(self.query("Input.seat").results(Input))

    @property
    def names(self) -> list[str]:
        """The names as they were typed."""
        return [line.value for line in self.lines if line.value.strip()]

    async def keep_one_empty(self) -> None:
        """Put an empty line at the end, while there is room at the table."""
        lines = self.lines
        if lines[-1].value.strip() and len(lines) < MOST_PLAYERS:
            await self.mount(self._seat())

    async def after(self, line: Input) -> Input | None:
        """Return the line after one that holds a name; None after the last seat."""
        await self.keep_one_empty()
        lines = self.lines
        return next(iter(lines[lines.index(line) + 1 :]), None)

    def move(self, line: Input, step: int) -> None:
        """Let a player change seats with the one above or below."""
        lines = self.lines
        place = lines.index(line) + step
        if 0 <= place < len(lines):
            line.value, lines[place].value = lines[place].value, line.value
            lines[place].focus()
