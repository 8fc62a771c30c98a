"""What a dispute is about as a picture: the tiles in question, and the known part of the table."""

from collections.abc import Sequence
from contextlib import suppress

from textual.content import Content
from textual.widgets import Static

from scorekeeper.errors import ScorekeeperError
from scorekeeper.judge import Situation, situation_of
from scorekeeper.session import Dispute
from scorekeeper.text import _
from scorekeeper.tiles import Tile
from scorekeeper.tui.base.screen import SelfDrawn, paned
from scorekeeper.tui.widgets.letters import drawn_tile, largest_double
from scorekeeper.tui.widgets.text import DrawnLines

PICTURE_ROOM = 6
"""Columns that frame the picture."""

MOST_TILE_ROWS = 3
"""Rows of large tiles at the most."""

AROUND_PICTURE = 10
"""Rows around the picture."""


class Picture(DrawnLines):
    """The tiles in question, the known part of the table, and why it is impossible, if it is."""

    def __init__(self, dispute: Dispute) -> None:
        super().__init__()
        self._dispute = dispute
        self._table = ""
        self._held: list[Tile] = []
        """The tile that is asked about and those of the hand."""

    def drawn(self, width: int) -> list[Content]:
        """Return the reasons, the tiles, then the table; it stays as it was while a line cannot be parsed."""
        reasons: tuple[str, ...] = ()
        with suppress(ScorekeeperError):
            self._table, reasons = self._dispute.look(max(20, width - PICTURE_ROOM))
            self._held = tiles_in(situation_of(self._dispute.draft))
        faults = "\n✘ ".join([_("This is impossible; check it."), *reasons] if reasons else [""])
        table = Content(self._table).split("\n", allow_blank=True)
        hint = Content(_("The table appears here as you describe it.")).wrap(max(1, width))
        if paned(self.app.size):
            room = self.app.size.height - AROUND_PICTURE - len(hint)
            hint += [Content(), *double_in(self._dispute.draft.double, width, room)]
        tiles = large_tiles(self._held, width) if paned(self.app.size) else []
        small = [Content(" ").join(Content.styled(f" {tile} ", "reverse") for tile in self._held)]
        tiles = tiles or small * bool(self._held)
        return [
            *Content.styled(faults, "bold $error").wrap(max(1, width)),
            *(line.truncate(width) for line in tiles),
            *([Content()] if tiles else []),
            *(table if self._table else hint),
        ]


def tiles_in(situation: Situation) -> list[Tile]:
    """Return the tile that is asked about, then those of the hand."""
    held = situation.hand or ()
    if situation.seat is not None:
        held = (*held, *situation.hands[situation.seat].known)
    asked = [] if situation.tile is None else [situation.tile]
    return asked + [tile for tile in held if tile != situation.tile]


def large_tiles(tiles: Sequence[Tile], width: int) -> list[Content]:
    """Return tiles with dots and faces in rows of so many columns; nothing where they would be too many rows."""
    drawn = [[f"{row} " for row in drawn_tile(tile.high, tile.low).split("\n")] for tile in tiles]
    across = max(1, width // max((len(rows[0]) for rows in drawn), default=1))
    lines = [drawn[first : first + across] for first in range(0, len(drawn), across)]
    if len(lines) > MOST_TILE_ROWS:
        return []
    return [
        Content(" ").join(Content.styled(row.rstrip(), "$foreground on $panel") for row in parts)
        for line in lines
        for parts in zip(*line, strict=True)
    ]


class LaidDouble(Static, SelfDrawn):
    """A double as a tile with a face, as large as there is room for; only where panes are."""

    def __init__(self, double: int) -> None:
        super().__init__(classes="only-panes", markup=False)
        self._double = double

    def show(self, double: int) -> None:
        """Draw another one."""
        self._double = double
        self.redraw()

    def redraw(self) -> None:
        """Draw it for the room there is."""
        self.update(Content("\n").join(double_in(self._double, *self.content_size)), layout=False)


def double_in(double: int, width: int, height: int) -> list[Content]:
    """Return a double as a tile with a face, as large as so many columns and rows have the room for."""
    tile = largest_double(double, width, height)
    return [Content()] * ((height - len(tile)) // 2) + [
        Content.styled(row, "$foreground on $panel").pad_left((width - len(row)) // 2) for row in tile
    ]
