"""The lines that hands are typed on: what a line is called, what is typed, the tiles, and what it means in words."""

from collections.abc import Callable, Mapping, Sequence
from itertools import zip_longest
from typing import NamedTuple, TypeAlias, cast

from rich.cells import cell_len
from rich.text import Text
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widget import Widget

from scorekeeper.errors import Position
from scorekeeper.game import (
    SITS_OUT,
    Blocked,
    Entry,
    Game,
    Hand,
    Round,
    SitsOut,
    not_a_tile,
    says_out,
    score_entry,
)
from scorekeeper.rules import PIPS, Rules, Score
from scorekeeper.session import BLOCKED, DOUBLE, counts_last_tile, ending_words
from scorekeeper.text import _, pgettext
from scorekeeper.tui.base.colours import BLOCK, Badge, badged, blocked
from scorekeeper.tui.base.screen import Steady, SteadyText, entitle
from scorekeeper.tui.widgets.field import Field, FieldLine
from scorekeeper.tui.widgets.text import NO_BREAK, DrawnLines, broken_lines, fitted

_NAME, _NARROW_NAME, _PANED_NAME, _BROAD_NAME = 16, 12, 21, 28
"""Columns before the field, usually, in a narrow terminal, where panes are and in a very wide terminal."""

_FIELD_END, _VAST_FIELD_END = 34, 58
"""Where the field ends that has the meaning beside it, usually and in a very wide terminal."""

_LEVELS = {"wrong": "bold $text-error", "odd": "bold $text-warning", "": "$foreground"}
"""How words of a level are drawn."""

TOTAL = 4
"""Columns of a total."""

_TILES = 7
"""Columns of the way to the tiles, after one that stays free."""


class Cell(NamedTuple):
    """What a line is for: a player's hand in a round, or with None how the round ended."""

    round: int
    player: str | None


ChangedBy: TypeAlias = Callable[[int, str | None], str | None]
"""Returns who changed a cell last; None where nobody says."""


class EntryLine(FieldLine):
    """A line: what it is called, what is typed, and what it means."""

    def __init__(self, cell: Cell, title: str) -> None:
        super().__init__(classes="line -hand" if cell.player else "line -ending")
        self.title = title
        self.cell = cell
        self.kept = ""
        """The text of what is kept."""
        self.overtaken: str | None = None
        """What another window did to this line while the cursor was on it, or something else was typed."""
        self._taken = False
        """Whether what is kept is what was typed here."""
        self.field = Field(compact=True, max_length=200)
        self.badge: Badge | None = None
        """The player's, once it is known."""
        self._means = Text("")
        self.kept_totals = self._totals = ""
        """The player's total before and after, as it is kept and as it is shown."""
        self.said = Text("")
        """What it means, or what is wrong with it."""
        self.level = ""

    def drawn(self, width: int) -> list[Content]:
        """Return the name, the way to the tiles and the meaning, around the field."""
        narrow, tiles = self.narrow, self.mark_at(width).start
        indent = _NARROW_NAME if narrow else tiles + _TILES + 1
        room = max(1, width - indent - (0 if narrow else 1))
        meaning = broken_lines(self._meaning(), room)
        if self.in_pane:
            meaning = [self._meaning().truncate(room, ellipsis=True)]
        columns, block = self.name_columns, Content()
        name = Content.styled(self.title, "bold" if self.player or self.typed else "$text-muted")
        if self.badge is not None and self.title == self.player:
            name = Content.from_rich_text(badged(self.title, self.badge, columns - 1))
            if self.is_tall:
                block = Content.from_rich_text(Text(" " * BLOCK, f"reverse {self.badge.colour}"))
                name = Content.from_rich_text(blocked(self.title, self.badge, columns - 1))
        head = (
            name.truncate(columns, ellipsis=True, pad=True).pad_right(tiles - columns) + self.way_to_tiles()
        )
        if narrow:
            return [head, *(line.pad_left(indent) for line in meaning if line)]
        edge = (
            [block.pad_right(tiles - block.cell_length) + self.way_to_tiles(is_edge=True)]
            if self.is_tall
            else []
        )
        rows, texts = [*edge, head, *edge], [Content("")] * len(edge) + meaning
        rows += [Content(" " * (indent - 1))] * (len(texts) - len(rows))
        return [row + " " + text for row, text in zip_longest(rows, texts, fillvalue=Content(""))]

    @property
    def is_tall(self) -> bool:
        """Whether the field has a free row above and below."""
        return self.player is not None and self.screen.has_class("-panes", "-ample")

    @property
    def name_columns(self) -> int:
        """The columns before the field."""
        widths = {"-narrow": _NARROW_NAME, "-vast": _BROAD_NAME, "-panes": _PANED_NAME}
        return next((width for name, width in widths.items() if self.screen.has_class(name)), _NAME)

    def mark_at(self, width: int) -> range:
        """Return the columns of the way to the tiles, in a line so wide; none on a line that is no player's."""
        end = _VAST_FIELD_END if self.screen.has_class("-vast") else _FIELD_END
        start = max(width - _TILES, _NARROW_NAME) if self.narrow else end + 1
        return range(start, start + (0 if self.player is None else _TILES))

    def way_to_tiles(self, *, is_edge: bool = False) -> Content:
        """Return the words that lead to the tile pad, or what is free above them; blank if it is no player's."""
        words = Content(_("tiles") if self.player and not is_edge else "").truncate(_TILES)
        free = _TILES - words.cell_length
        style = "bold $foreground" if self.field.has_focus else "$text-muted"
        shade = f"{style} on {self.field.styles.background.hex}"
        return words.pad(free // 2, free - free // 2).stylize(shade if self.player else "")

    def _meaning(self) -> Content:
        shown = self.said if self.field.has_focus and not self.in_pane else without_parts(self.said)
        if self.field.has_focus and self.player and not (self.kept or self.typed):
            shown = Text(_("{name}, still to come", name=self.player)) + self.said[len(_("still to come")) :]
        words = (
            Content.styled(self.said.plain, _LEVELS[self.level])
            if self.level
            else Content.from_rich_text(shown)
        )
        if self.level == "wrong":
            words = Content.styled("✘ ", _LEVELS["wrong"]) + words
        if self._totals and not self.narrow:
            words = words.pad_right(max(0, _before_totals() - words.cell_length))
        return words + Content.styled(f"  {self._totals}" if self._totals else "", "$text-muted")

    def redraw(self) -> None:
        """Draw the line anew, and in a pane, where nothing is to move for it, what belongs to it elsewhere."""
        super().redraw()
        if self.in_pane and self.field.has_focus:
            cast("EntryLines", self.parent).explain(self)

    @property
    def in_pane(self) -> bool:
        """Whether the lines stand in a pane, in which none takes more rows than another."""
        return isinstance(self.parent, EntryLines) and bool(self.parent.styles.border_bottom[0])

    @property
    def typed(self) -> str:
        """What stands in the field."""
        return self.field.typed

    @property
    def changed(self) -> bool:
        """Whether something was typed that is not kept."""
        return self.typed != self.kept

    @property
    def player(self) -> str | None:
        """Whose hand it is; None for how a round ended."""
        return self.cell.player

    @property
    def about(self) -> str:
        """What a question calls the line: the player, or how the round ended."""
        return self.player or self.title

    def rename(self, names: Mapping[str, str], cells: Mapping[Cell, str]) -> None:
        """Follow the player's new name, and take the title that these cells give to the line."""
        self.cell = self.cell._replace(player=names.get(self.player or "", self.player))
        self.title = cells.get(self.cell, self.title)
        self.refresh()

    def enter(self) -> None:
        """Go to the line at once, so that the next key is typed there."""
        self.screen.set_focus(self.field)

    def on_descendant_focus(self) -> None:
        """Show the parts of the hand, which no other line shows."""
        self.redraw()
        self.scroll_visible(animate=False)

    def on_resize(self) -> None:
        """Keep all of it in sight where what is said of it takes more rows."""
        if self.field.has_focus:
            self.scroll_visible(animate=False)

    def on_descendant_blur(self) -> None:
        """Show the points alone."""
        self.redraw()

    def show_kept(self, text: str, meaning: Text, totals: str, changed_by: ChangedBy) -> None:
        """Show what is kept, unless the person has typed something else meanwhile; `totals` are before and after."""
        changed, came = self.changed, text != self.kept and not self._taken
        if came:
            asks = changed or (text and self.field.has_focus)
            self.overtaken = overtaken(self.about, text, changed_by(*self.cell)) if asks else None
        if changed and came:
            self.say(self.overtaken or "", "odd")
        self.kept, self._taken = text, False
        self._means, self.kept_totals = meaning, totals
        if not changed:
            self.give_back(select=came)
            self.say_kept()

    def give_back(self, select: bool = True) -> None:
        """Let what is kept stand in the field; what is typed next replaces it, as on every line that has a hand."""
        self.field.value = self.kept
        if select and self.field.has_focus:
            self.field.select_all()

    def say_kept(self) -> None:
        """Show what the kept text means."""
        self.say(self._means, totals=self.kept_totals)

    def take(self) -> None:
        """Take what is typed for what is kept."""
        self.kept, self._taken = self.typed, True
        self.overtaken = None

    def say(self, meaning: Text | str, level: str = "", at: Position | None = None, totals: str = "") -> None:
        """Show what the line means, or what is `wrong` or `odd` about it; mark the typed letters at fault."""
        self.field.mark(at)
        text = Text(meaning) if isinstance(meaning, str) else meaning
        if (text, text.style, level, totals) == (self.said, self.said.style, self.level, self._totals):
            return
        self.said, self.level, self._totals = text, level, totals
        self.redraw()


def without_parts(means: Text) -> Text:
    """Return what a hand means without the parts that make it up, which are dim."""
    parts = [span for span in means.spans if span.style == "dim"]
    return means[: parts[0].start] + means[parts[-1].end :] if parts else means


def meaning(score: Score, added: Sequence[int] = ()) -> Text:
    """Return a score with the parts that make it up; `added` are the numbers that its pips were typed as."""
    text = Text(str(score.total), style="bold")
    parts = [
        f"{line.tile}{NO_BREAK}={NO_BREAK}{line.points}" for line in score.lines if line.tile is not None
    ]
    loose = [line for line in score.lines if line.tile is None]
    numbers = [
        number for line in loose for number in (added if added and line.rule == PIPS else [line.points])
    ]
    items = [*map(str, numbers), *parts]
    if len(items) > 1:
        text.append("  " + ", ".join(items) if parts else "  = " + " + ".join(items), style="dim")
    return text


def hand_meaning(game: Game, number: int, hand: Hand, typed: str) -> Text:
    """Return what a hand counts, with its parts; or that a number was taken as points, where it reads like a tile."""
    score = score_entry(hand, game.rules_of(number))
    points = not_a_tile(typed, score.total, game.set_size)
    return Text(points, style="bold") if points else meaning(score)


def entry_words(entry: Entry | str | None, means: Callable[[Hand], Text]) -> Text:
    """Return what stands for a player in words: a hand as it `means`, `OUT` for who went out."""
    if entry is None:
        return Text(_("still to come"), style="dim")
    if isinstance(entry, str):
        return Text(_("went out"), style="bold")
    return Text(_("sits out"), style="bold") if isinstance(entry, SitsOut) else means(entry)


def marker_charge(rules: Rules, played: Round, player: str | None) -> Text:
    """Return what a marked train adds to a player's points; nothing where no marker is there, or none counts."""
    points = rules.scoring.marker
    if not points or player is None or not played.counts_marker(player):
        return Text("")
    return Text("  " + _("+ marker {points}", points=points), style="bold")


def spoken(typed: str) -> str:
    """Return what was typed for a hand in words."""
    if not typed:
        return _("still to come")
    if typed == SITS_OUT:
        return _("sits out")
    return _("went out") if says_out(typed) else typed


def overtaken(name: str, kept: str, by: str | None) -> str:
    """Return what somebody did to a line meanwhile, or another window where nobody says who it was."""
    if by is None:
        return _("{name} was entered as {kept} by another window.", name=name, kept=spoken(kept))
    return _("{name} was entered as {kept} by {by}.", name=name, kept=spoken(kept), by=by)


def ending_label(game: Game, number: int) -> str:
    """Return what the line on how a round ended is called."""
    asks = counts_last_tile(game, number)
    return pgettext("a round", "Ended") if asks else pgettext("a round", "Blocked")


def ending_shown(game: Game, played: Round) -> tuple[str, Text]:
    """Return how a round ended, as it is typed and in words."""
    if played.out is not None and counts_last_tile(game, played.number):
        if played.out_on_double:
            return DOUBLE, Text(f"✓ {ending_words(played)}")
        return "", Text(_("{double} if the last tile was a double", double=DOUBLE), style="dim")
    if not isinstance(played.ending, Blocked):
        return "", Text()
    foot = played.ending.open_foot
    return BLOCKED if foot is None else str(foot), Text(f"✓ {ending_words(played)}")


def hand_columns(line: EntryLine) -> int:
    """Return the columns that a line needs with what it means and the totals."""
    return line.mark_at(0).stop + 1 + _before_totals() + 2 + cell_len(f"{0:>{TOTAL}} →{0:>{TOTAL}}") + 1


def _before_totals() -> int:
    """Return the columns between the beginning of what a hand means and the total behind it."""
    return max(cell_len(_("still to come")), cell_len(_("this round")))


class Heads(DrawnLines):
    """What stands in the columns of the lines, and how many are entered; that alone in a narrow terminal."""

    def drawn(self, width: int) -> list[Content]:
        """Return the words, each above its column."""
        lines = list(self.screen.query(EntryLine))
        kept = [bool(line.kept) for line in lines if line.player]
        count = _("{count} of {total} entered", count=sum(kept), total=len(kept))
        before, tiles = lines[0].name_columns + 1, lines[0].mark_at(width).start
        columns = fitted(_("hand"), tiles + _TILES + 1 - before) + fitted(
            _("this round"), _before_totals() + 3
        )
        total = pgettext("head of a column", "total") if any(line.kept_totals for line in lines) else ""
        return [Content(count if lines[0].narrow else fitted(count, before - 1) + " " + columns + total)]


class EntryLines(Steady, VerticalScroll, can_focus=False):
    """Lines that are typed one after the other: a round's, or a player's on a whole sheet."""

    def __init__(self, cells: Mapping[Cell, str], legend: str) -> None:
        super().__init__(id="lines")
        self._cells, self._legend = cells, legend

    def compose(self) -> ComposeResult:
        """Show a line per cell, between what its columns are and how a hand is typed."""
        yield Heads()
        lines = [EntryLine(cell, title) for cell, title in self._cells.items()]
        yield from (line for line in lines if line.player)
        yield SteadyText(self._legend, id="legend", markup=False)
        yield from (line for line in lines if not line.player)

    @property
    def lines(self) -> list[EntryLine]:
        """All lines, from top to bottom."""
        return list(self.query_children(EntryLine))

    @property
    def ending(self) -> EntryLine:
        """The line on how the round ended."""
        return self.lines[-1]

    def explain(self, line: EntryLine) -> None:
        """Show at the foot what makes up a line's hand; what is too long or is wrong, in place of the help."""
        parts = [line.said.plain[span.start : span.end] for span in line.said.spans if span.style == "dim"]
        words = line.said.plain if line.level else "".join(parts).strip() if line.typed else ""
        below = line.level or cell_len(f"{line.title}: {words}") > self.content_size.width - 4
        entitle(self, subtitle="" if below or not words else f"{line.title}: {words}")
        help_line = self.query_one("#legend", SteadyText)
        shown = Content.styled(words, _LEVELS[line.level]) if below else self._legend
        if shown != help_line.content:
            help_line.update(shown, layout=False)

    @property
    def order(self) -> tuple[str, ...]:
        """The players from top to bottom."""
        return tuple(line.player for line in self.lines if line.player is not None)

    def of(self, cell: Cell) -> EntryLine:
        """Return a cell's line."""
        return next(line for line in self.lines if line.cell == cell)

    def around(self, widget: Widget | None) -> EntryLine | None:
        """Return the line that a widget is part of."""
        within = widget.ancestors if widget is not None else []
        return next((node for node in within if isinstance(node, EntryLine)), None)

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

    async def seat(self, cells: Mapping[Cell, str], names: Mapping[str, str]) -> None:
        """Show the lines of these cells, with players' new names; a typed line of one who is gone stays."""
        for line in self.lines:
            line.rename(names, cells)
        await self.remove_children([row for row in self.lines if row.cell not in cells and not row.changed])
        left = {line.cell: line for line in self.lines}
        new = [EntryLine(cell, title) for cell, title in cells.items() if cell not in left]
        await self.mount(*(line for line in new if line.player), before="#legend")
        await self.mount(*(line for line in new if not line.player))


def totals_moved(game: Game, number: int, player: str) -> str:
    """Return what a round makes of a player's total; empty while totals are hidden, and in the first round."""
    if game.hides_totals or number == 1:
        return ""
    before = game.total(player, number - 1)
    after = (
        "" if player in game.missing_in(game.round(number)) else f" →{game.total(player, number):>{TOTAL}}"
    )
    return f"{before:>{TOTAL}}{after}".replace(" ", NO_BREAK)
