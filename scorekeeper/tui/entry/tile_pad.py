"""The pad on which the tiles of a hand are picked."""

from functools import partial
from typing import ClassVar, NamedTuple

from rich.cells import cell_len
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.content import Content
from textual.events import Click, Key
from textual.reactive import reactive
from textual.widgets import Button, Static

from scorekeeper.game import Game, Round, tiles_elsewhere, tiles_left, tiles_typed
from scorekeeper.rules import score_tiles
from scorekeeper.text import N_, _, ngettext
from scorekeeper.tiles import Tile, show_tiles
from scorekeeper.tui.base.actions import key_name
from scorekeeper.tui.base.colours import badged, badges
from scorekeeper.tui.widgets.dialogs import Dialog
from scorekeeper.tui.widgets.text import DrawnLines

MOST_ACROSS = 13
"""Tiles in a row of the pad."""

LARGE, AROUND, APART = 40, 4, 3
"""Rows of a terminal from which tiles are larger, columns around them, and the most between two of a row."""

LEAST_WIDTH = 72
"""Columns that the frame takes at the least where there is room."""


class Spot(NamedTuple):
    """A number or a tile on the pad, where its left upper corner lies, and its columns."""

    is_tile: bool
    number: int
    x: int
    y: int
    wide: int


def _across(count: int, wide: int, width: int) -> int:
    """Return how many of so many columns stand in a row so wide, where all rows are about equally long."""
    most = max(1, min(MOST_ACROSS, (width + 1) // (wide + 1)))
    return -(-count // -(-count // most))


class Tray(DrawnLines, can_focus=True):
    """The numbers of a set, and below them the tiles of one of them: typed, moved to with arrows, or tapped."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "pick", N_("Pick")),
        Binding("0-9", "app.bell", N_("Type")),
        Binding("left", "step(-1, 0)", show=False),
        Binding("right", "step(1, 0)", show=False),
        Binding("up", "step(0, -1)", show=False),
        Binding("down", "step(0, 1)", show=False),
    ]

    held: reactive[tuple[Tile, ...]] = reactive(())
    suit: reactive[int] = reactive(0)
    """The number whose tiles are shown."""
    marked: reactive[tuple[bool, int]] = reactive((False, 0))
    """Whether the cursor is on a tile, or else on a number; and which."""
    begun: reactive[str] = reactive("")
    """What is typed of a tile so far."""

    def __init__(self, highest: int, possible: frozenset[Tile], held: tuple[Tile, ...]) -> None:
        super().__init__()
        self._highest, self._possible = highest, possible
        self.set_reactive(Tray.held, held)
        self.set_reactive(Tray.suit, held[-1].high if held else highest)
        self.set_reactive(Tray.marked, (False, self.suit))
        self._digits = ""
        self.example = 12 if highest >= 12 else 6
        """The first number of a tile that shows how to type one: with two digits where the set has such."""

    @property
    def _space(self) -> int:
        """What is free around the figures of a tile."""
        return 1 if self.screen.size.height >= LARGE else 0

    @property
    def tall(self) -> int:
        """The rows of a tile, and of what points to it from below where there is room."""
        return 1 if self.screen.has_class("-low") else 4 + 2 * self._space

    @property
    def half(self) -> int:
        """The columns of half a tile: an odd number where there is room, so that one figure is in the middle."""
        digits = len(str(self._highest))
        return digits + 2 * self._space + (digits > 1 and not self.screen.has_class("-narrow"))

    @property
    def wide(self) -> int:
        """The columns of a tile."""
        return 2 * self.half + 3

    @property
    def _is_labelled(self) -> bool:
        """Whether words say what the numbers and the tiles are."""
        return (self._highest < MOST_ACROSS and not self.screen.has_class("-low")) or self._space > 0

    def widest(self, most: int) -> int:
        """Return the columns that one row of all tiles takes, as far apart as so many columns allow."""
        across = min(MOST_ACROSS, self._highest + 1)
        apart = (most - across * self.wide) // (across - 1)
        return across * self.wide + max(1, min(APART, apart)) * (across - 1)

    def spots(self, width: int) -> list[Spot]:
        """Return everything to pick in so many columns: every number above its tile, if two rows hold them."""
        count, low, spots = self._highest + 1, self.screen.has_class("-low"), list[Spot]()
        top, wide = int(self._is_labelled), self.wide
        if _across(count, wide, width) * (1 if low else 2) < count:
            wide = 3 + len(str(self._highest))
        for is_tile, tall in ((False, 1), (True, self.tall)):
            wide = self.wide if is_tile else wide
            across, free = _across(count, wide, width), width - wide
            gaps = max(1, across - 1)
            free -= free % gaps if 2 * (free % gaps) <= gaps else 0
            for index, number in enumerate(range(self._highest, -1, -1)):
                x, y = round(index % across * free / gaps), top + index // across * tall
                spots.append(Spot(is_tile, number, x, y, wide))
            top = spots[-1].y + tall + (not low) + self._is_labelled
        return spots

    def drawn(self, width: int) -> list[Content]:
        """Return the numbers, then the tiles."""
        lines, spots = dict[int, Content](), self.spots(width)
        if self._is_labelled:
            for spot, label in ((spots[0], _("Number")), (spots[self._highest + 1], _("Tile"))):
                lines[spot.y - 1] = Content.styled(label, "$text-muted")
        for spot in spots:
            for row, face in enumerate(self._tile(spot.number) if spot.is_tile else self._number(spot)):
                line = lines.get(spot.y + row, Content())
                lines[spot.y + row] = line.pad_right(spot.x - line.cell_length) + face
        return [lines.get(row, Content()) for row in range(max(lines) + 1)]

    def _number(self, spot: Spot) -> list[Content]:
        number = spot.number
        held = "•" if any(tile.shows(number) for tile in self.held) else " "
        words, usual = f" {number}{held}".center(spot.wide), "bold underline" if number == self.suit else ""
        return [Content.styled(words, "bold reverse $accent" if self._points_to(False, number) else usual)]

    def _points_to(self, is_tile: bool, number: int) -> bool:
        return self.has_focus and self.marked == (is_tile, number)

    def _tile(self, number: int) -> list[Content]:
        """Return a tile as it is drawn: filled in the hand, dotted where it cannot be; the cursor is below it."""
        tile, high, half = Tile(self.suit, number), str(self.suit), self.half
        left, right = high.rjust((half + len(high) + 1) // 2).ljust(half), f"{number:^{half}}"
        pointed = self._points_to(True, number)
        if tile in self.held:
            edge, style = "┏ ━ ┓ ┃ ┗ ┛", "bold $block-cursor-foreground on $block-cursor-background"
        elif tile in self._possible:
            edge, style = "┌ ─ ┐ │ └ ┘", ""
        else:
            edge, style = "┌ ┄ ┐ ┆ └ ┘", "$text-muted"
        style = "bold reverse $accent" if pointed else style
        corner, across, right_corner, down, low_corner, low_right = edge.split()
        line, empty = across * (2 * len(left) + 1), " " * len(left)
        free = [f"{down}{empty}{down}{empty}{down}"] * self._space
        shown = [f"{down}{left}{down}{right}{down}"]
        if self.screen.has_class("-low"):
            return [Content.styled(shown[0], f"{style} underline" if pointed else style)]
        shown = [f"{corner}{line}{right_corner}", *free, *shown, *free, f"{low_corner}{line}{low_right}"]
        below = Content.styled(f"{'▲' if pointed else '':^{len(line) + 2}}", "bold $accent")
        return [*(Content.styled(row, style) for row in shown), below]

    def action_step(self, across: int, down: int) -> None:
        """Go to the nearest spot in a direction that can be picked; a number shows its tiles at once."""
        spots = self.spots(self.content_size.width)
        here = next(spot for spot in spots if spot[:2] == self.marked)
        candidates = [
            (abs(dx) + abs(dy) * 4 if across else abs(dy) * 4 + abs(dx), spot)
            for spot in spots
            if not spot.is_tile or self._can_hold(Tile(self.suit, spot.number))
            for dx, dy in [(spot.x - here.x, spot.y - here.y)]
            if (dx * across > 0 and dy == 0) or (dy * down > 0)
        ]
        if candidates:
            self._mark(*min(candidates, key=lambda pair: pair[0])[1][:2])

    def _mark(self, is_tile: bool, number: int) -> None:
        self.begun = self._digits = ""
        self.marked = is_tile, number
        if not is_tile:
            self.suit = number

    def _can_hold(self, tile: Tile) -> bool:
        return tile in self._possible or tile in self.held

    def action_pick(self) -> None:
        """Put the marked tile in or out; from a number go to its tiles."""
        is_tile, number = self.marked
        if is_tile:
            self._toggle(Tile(self.suit, number))
        elif can := [other for other in range(self._highest + 1) if self._can_hold(Tile(number, other))]:
            self._mark(True, min(can, key=lambda other: abs(other - number)))

    def _toggle(self, tile: Tile) -> None:
        if tile in self.held:
            self.held = tuple(other for other in self.held if other != tile)
        elif tile in self._possible:
            self.held = (*self.held, tile)
        else:
            self.app.bell()

    def on_click(self, event: Click) -> None:
        """Pick what was tapped."""
        for spot in self.spots(self.content_size.width):
            rows = self.tall if spot.is_tile else 1
            if 0 <= event.x - spot.x < spot.wide and 0 <= event.y - spot.y < rows:
                self._mark(*spot[:2])
                if spot.is_tile:
                    self.action_pick()

    def on_key(self, event: Key) -> None:
        """Take digits: the two numbers of a tile put it in or out."""
        if event.character is not None and event.character.isdecimal():
            event.stop()
            self._type(event.character)
        elif self._digits and event.character in ("-", " ", ",", "/"):
            event.stop()
            self._take_number(int(self._digits))

    def _type(self, digit: str) -> None:
        """Take a digit; in a large set 1 may be the beginning of a number."""
        if self._digits and int(self._digits + digit) > self._highest:
            self._take_number(int(self._digits))
        self._digits += digit
        number = int(self._digits)
        if number > self._highest:
            self._digits = ""
            self.app.bell()
        elif len(self._digits) == len(str(self._highest)) or not 0 < number * 10 <= self._highest:
            self._take_number(number)

    def _take_number(self, number: int) -> None:
        """Take the first number of a tile, or the second."""
        first, self._digits = not self.begun, ""
        self.marked = (not first, number)
        if first:
            self.suit, self.begun = number, f"{number}-"
        else:
            self.begun = ""
            self._toggle(Tile(self.suit, number))


def _where_gone(played: Round, player: str, number: int) -> str:
    """Return where the tiles with a number are that a player's hand cannot hold; empty where it may hold all."""
    return " · ".join(
        _("on the table: {tiles}", tiles=shown)
        if name is None
        else _("{name} has {tiles}", name=name, tiles=shown)
        for name, tiles in tiles_elsewhere(played, player).items()
        if (shown := show_tiles(tile for tile in tiles if tile.shows(number)))
    )


class TilePicker(Dialog[str]):
    """Asks for tiles; answers with them as they would be typed, at once where only so many are asked for."""

    CSS_PATH = "entry.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [("f3", "take", N_("Done"))]

    def __init__(self, question: str, tray: Tray, most: int | None = None, empty: str = "") -> None:
        super().__init__(question)
        self.tray = tray
        """The tiles to pick from."""
        self._most, self._empty, self._begun_with = most, empty, tray.held

    @property
    def has_typed(self) -> bool:
        """Whether other tiles are picked than at first."""
        return bool(self.tray.begun) or self.tray.held != self._begun_with

    @property
    def takes(self) -> str:
        """What can be typed here."""
        return _(
            "Type {high} 4 to put the tile {high}-4 in or out, or move with the arrows; {enter} does so with the "
            "marked tile. {take} when it is done.",
            high=self.tray.example,
            enter=key_name("enter"),
            take=self.key("take"),
        )

    def body(self) -> ComposeResult:
        """Show what is picked, the numbers, the tiles of one number, and two ways out."""
        yield Static(id="hand", markup=False)
        with VerticalScroll(id="squares", can_focus=False):
            yield self.tray
        with Horizontal(classes="buttons"):
            yield Button(_("Done ({key})", key=self.key("take")), id="take", compact=True)
            yield Button(_("Never mind ({key})", key=self.key("back")), id="drop", compact=True)

    def on_mount(self) -> None:
        """Show the tiles as they are picked."""
        for name in ("held", "suit", "begun"):
            self.watch(self.tray, name, self._picked)
        self.watch(self.app, "theme", self._picked, init=False)
        width = self.tray.widest(self.app.size.width - AROUND) + AROUND
        self.query_one(".question").styles.width = max(LEAST_WIDTH, width)
        self.tray.focus()

    def _picked(self) -> None:
        held = self.tray.held
        hand = Text(" ").join(Text(f" {tile} ", "reverse") for tile in held)
        hand.append(f"  {self.tray.begun}" if self.tray.begun else "", "bold")
        title, low = self.titled(), self.has_class("-low")
        hint = _("Type {high} 4 for {high}-4, or pick a number, then the tile.", high=self.tray.example)
        if held:
            hint = _("• held · choose a tile again to take it out")
        hand = self.explained(hand or Text(_("no tile yet"), "dim"), "\n" + hint)
        self.query_one("#take").set_class(bool(held), "-ready")
        self.query_one("#hand", Static).update(Text.assemble(title, "  ", hand) if low else hand)
        self.query_one(".question").border_title = title
        if len(held) == self._most:
            self.action_take()

    def explained(self, hand: Text, hint: str) -> Text:
        """Return what is picked with what is to be said about it, the hint among that."""
        return hand.append(hint, "dim")

    def titled(self) -> Text:
        """Return what stands in the frame."""
        return Text(self._question)

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """Take the tiles, or leave."""
        (self.action_take if event.button.id == "take" else self.action_back)()

    def action_take(self) -> None:
        """Hand the tiles to the line."""
        self.dismiss(show_tiles(self.tray.held) or self._empty)


class TilePad(TilePicker):
    """Asks for the tiles of a hand of a game, and says what they count and where others are."""

    def __init__(self, game: Game, played: Round, player: str, typed: str) -> None:
        possible = frozenset(tiles_left(game, played, player))
        super().__init__(player, Tray(game.set_size, possible, tiles_typed(typed, game.set_size)))
        self._game, self._rules = game, game.rules_of(played.number)
        self._where_gone = partial(_where_gone, played, player)

    def explained(self, hand: Text, hint: str) -> Text:
        """Return the hand with the tiles that have a value of their own, and where those are that it cannot have."""
        counted, hand = score_tiles(self.tray.held, self._rules), Text.assemble(_("Hand"), "  ", hand)
        if self.tray.held:
            points = ngettext("{count} point", "{count} points", counted.total)
            hand.append(f"  = {points}", "bold")
        for line in counted.lines:
            if line.tile is not None and line.points != line.tile.pips:
                hand.append(f"  {line.tile} = {line.points}", "dim")
        gone = self._where_gone(self.tray.suit)
        return hand.append(f"{hint}\n{gone}".rstrip(), "dim")

    def titled(self) -> Text:
        """Return whose hand it is."""
        badge = badges(self._game, self.app.current_theme)[self._question]
        return badged(self._question, badge, cell_len(self._question) + len(badge.letter) + 1)
