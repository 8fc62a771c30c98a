"""Which tiles a hand may still hold, and what a half-typed tile could become. Knows no widget."""

import re
from collections.abc import Sequence
from functools import partial
from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, ItemGrid, VerticalScroll
from textual.widgets import Button, Static

from scorekeeper.errors import ScorekeeperError
from scorekeeper.game import Blocked, Game, Pips, Round, TileEntry, parse_entry
from scorekeeper.rules import score_tiles
from scorekeeper.text import N_, _, ngettext
from scorekeeper.tiles import DOUBLE_BLANK, Tile, full_set, show_tiles
from scorekeeper.tui.base.actions import key_name
from scorekeeper.tui.entry.lines import meaning
from scorekeeper.tui.widgets.dialogs import Dialog

_HALF = re.compile(r"(?:^|[\s,])\[?(\d{1,2})[-|:](\d{0,2})$")


def tiles_left(game: Game, played: Round, player: str) -> tuple[Tile, ...]:
    """Return the tiles that a player's hand may hold, highest first.

    Not among them: what is on the table, and what other hands of the round name.
    """
    gone = {tile for tiles in _gone(played, player).values() for tile in tiles}
    return tuple(tile for tile in reversed(full_set(game.set_size)) if tile not in gone)


def _gone(played: Round, player: str) -> dict[str | None, tuple[Tile, ...]]:
    """Return the tiles that a player's hand cannot hold, by the player who has them; None is for the table."""
    on_table = {played.began_with}
    if isinstance(played.ending, Blocked) and played.ending.open_foot is not None:
        on_table.add(played.ending.open_foot)
    gone: dict[str | None, tuple[Tile, ...]] = {None: tuple(Tile(double, double) for double in on_table)}
    for name, entry in played.entries.items():
        if name != player and isinstance(entry, TileEntry):
            gone[name] = entry.tiles
        elif name != player and isinstance(entry, Pips) and entry.double_blank:
            gone[name] = (DOUBLE_BLANK,)
    return gone


def _where_gone(played: Round, player: str, number: int) -> str:
    """Return where the tiles with a number are that a player's hand cannot hold; empty where it may hold all."""
    return " · ".join(
        _("on the table: {tiles}", tiles=shown) if name is None else f"{name}: {shown}"
        for name, tiles in _gone(played, player).items()
        if (shown := show_tiles(tile for tile in tiles if tile.shows(number)))
    )


def tiles_typed(typed: str, highest: int) -> tuple[Tile, ...]:
    """Return the tiles that a line names; none where it is counted, or cannot be read."""
    try:
        entry = parse_entry(typed, highest)
    except ScorekeeperError:
        return ()
    return entry.tiles if isinstance(entry, TileEntry) else ()


def could_become(typed: str, tiles: Sequence[Tile], highest: int) -> tuple[Tile, ...] | None:
    """Return the tiles that a half-typed one at the end of a line could become; None if there is none.

    >>> [str(tile) for tile in could_become("6-4 5-", [Tile(6, 5), Tile(5, 4), Tile(4, 4)], 9)]
    ['6-5', '5-4']
    """
    half = _HALF.search(typed)
    if half is None or (half[2] and not (highest > 9 and half[2] == "1")):
        return None
    named = tiles_typed(typed[: half.start()], highest)
    number = int(half[1])
    return tuple(
        tile
        for tile in tiles
        if tile.shows(number) and tile not in named and str(tile.other(number)).startswith(half[2])
    )


IN_HAND = "✓"


class Square(Button):
    """A number or a tile to tap."""

    def __init__(self, number: int, group: str) -> None:
        super().__init__(str(number), classes=group)
        self.number = number


class TilePad(Dialog[str]):
    """Asks for the tiles of a hand; answers with them as they would be typed."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "step(-1, 0)", N_("Left"), priority=True),
        Binding("right", "step(1, 0)", N_("Right"), priority=True),
        Binding("up", "step(0, -1)", N_("Up"), priority=True),
        Binding("down", "step(0, 1)", N_("Down"), priority=True),
        ("f3", "take", N_("Take these tiles")),
    ]

    def __init__(self, game: Game, played: Round, player: str, typed: str) -> None:
        super().__init__(player)
        self._highest = game.set_size
        self._rules = game.rules_of(played.number)
        self._possible = frozenset(tiles_left(game, played, player))
        self._where_gone = partial(_where_gone, played, player)
        self._held = list(tiles_typed(typed, game.set_size))
        self._suit = game.set_size

    @property
    def takes(self) -> str:
        """What can be typed here."""
        return _(
            "Move with the arrows; {enter} picks a number, then a tile, or puts one back. {take} takes the hand.",
            enter=key_name("enter"),
            take=self.key("take"),
        )

    def body(self) -> ComposeResult:
        """Show the hand, the numbers, the tiles of one number, and two ways out."""
        numbers = range(self._highest, -1, -1)
        yield Static(id="hand", markup=False)
        with VerticalScroll(id="squares", can_focus=False):
            with ItemGrid(min_column_width=4 if self._highest > 12 else 6, id="suits"):
                yield from (Square(number, "suit") for number in numbers)
            with ItemGrid(min_column_width=8, id="tiles"):
                yield from (Square(number, "tile") for number in numbers)
        with Horizontal(classes="buttons"):
            yield Button(_("Take ({key})", key=self.key("take")), id="take", variant="primary")
            yield Button(_("Never mind ({key})", key=self.key("back")), id="drop")

    def on_mount(self) -> None:
        """Begin at the numbers."""
        self._draw()
        self.query(Square).first().focus()

    def _draw(self) -> None:
        found = Text.assemble((self._question, "bold"), "  ")
        found.append(show_tiles(self._held) or _("no tiles yet: pick a number, then the tile"))
        if self._held:
            count = ngettext("{count} tile", "{count} tiles", len(self._held))
            found.append(f"  {count}  ").append(meaning(score_tiles(self._held, self._rules)))
        if gone := self._where_gone(self._suit):
            found.append(f"\n{gone}", "dim")
        self.query_one("#hand", Static).update(found)
        for square in self.query(Square):
            if square.has_class("suit"):
                square.set_class(square.number == self._suit, "-chosen")
            else:
                tile = Tile(self._suit, square.number)
                held = tile in self._held
                square.label = Text(f"{IN_HAND}{tile}" if held else str(tile))
                square.disabled = tile not in self._possible and not held
                square.set_class(held, "-held")

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """Choose a number, take or put back a tile, or leave."""
        event.stop()
        pressed = event.button
        if isinstance(pressed, Square) and pressed.has_class("suit"):
            self._suit = pressed.number
        elif isinstance(pressed, Square):
            tile = Tile(self._suit, pressed.number)
            (self._held.remove if tile in self._held else self._held.append)(tile)
        elif pressed.id == "take":
            self.action_take()
        else:
            self.action_back()
        self._draw()

    def action_take(self) -> None:
        """Hand the tiles to the line."""
        self.dismiss(show_tiles(self._held))

    def action_step(self, across: int, down: int) -> None:
        """Go to the nearest button in a direction; the first one there is, at an edge."""
        if self.focused is None:
            return
        here = self.focused.region
        found = [
            (abs(dx) + abs(dy) * 4 if across else abs(dy) * 4 + abs(dx), button)
            for button in self.query(Button)
            if not button.disabled
            for dx, dy in [(button.region.x - here.x, button.region.y - here.y)]
            if (dx * across > 0 and dy == 0) or (dy * down > 0)
        ]
        if found:
            self.set_focus(min(found, key=lambda one: one[0])[1])
