"""Who stands where, in bands of the players' colours: rank, letter, name, rounds as bars, the total in large digits.

The bands share the whole height. Numbers are never cut nor smaller than others; names yield, all to one size. Knows
no game. Nothing rests on colour: where a terminal has only its own, no ground is tinted.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple, TypeVar

from rich.cells import cell_len, set_cell_size
from rich.text import Text
from textual.content import Content
from textual.theme import Theme
from textual.widgets import Static

from scorekeeper.tui.base.colours import DEEP, Badge, band_ground, tinted
from scorekeeper.tui.base.screen import Steady
from scorekeeper.tui.widgets.letters import centred, enlarged_width, inked
from scorekeeper.tui.widgets.moving import Moving
from scorekeeper.tui.widgets.text import fitted

LISTED, LISTED_ON_LIGHT = 0.22, 0.15
"""How much of a player's colour is behind the marked line of a list, on light grounds less."""

MOST_IN_ONE = 8
"""Bands up to which all stand below each other."""

HIGH = 3
"""Rows of a band from which a total is in large digits."""

GLIDES = 0.9
"""Seconds in which bands glide to their new places, and totals count up."""

_RANK, _LOW_BLOCK, _BLOCK, _BROAD_BLOCK, _AROUND = 4, 3, 5, 7, 5
"""Columns of the rank, of the letter in a low band, beside small digits and beside larger ones, and around the parts.
"""

_LEAST_NAME = 8
"""Columns of a name that larger digits leave."""

_SPARK, _WIDEST_BAR = 5, 4
"""The most rows and columns of a round's bar."""

_SIZES = (4, 2), (3, 2), (3, 1), (2, 1), (3, 0), (2, 0), (1, 1), (1, 0)
"""How large totals and names can be; names of 0 have the terminal's own letters."""

_Line = TypeVar("_Line")

_EIGHTHS = " ▁▂▃▄▅▆▇█"


class Band(NamedTuple):
    """What is told of one player."""

    player: str
    badge: Badge
    rank: str
    """Without one there is nothing to be placed by, and the total is not shown."""
    arrow: str
    total: int
    gap: str
    last: str
    """The points of the last round, in words."""
    by_round: tuple[int | None, ...]

    @property
    def figure(self) -> str:
        """The total as it is shown."""
        return str(self.total) if self.rank else ""


class Bands(Steady, Moving, Static):
    """The bands, or words where there is nothing to place; of class -glides they glide when a round closes."""

    placed: tuple[Band, ...] = ()
    _before: tuple[Band, ...] = ()

    def show(self, bands: Sequence[Band]) -> None:
        """Show these bands."""
        if self.placed != (placed := tuple(bands)):
            self._before, self.placed = self.placed, placed
            self.finish()
            self.remove_class("-unplaced")
            if self.has_class("-glides") and 0 < _rounds(self._before) < _rounds(placed):
                self.move(GLIDES, "in_out_cubic")
            self.refresh()

    def say(self, words: Text) -> None:
        """Show words."""
        if self.placed or words != self.content:
            self.placed = ()
            self.add_class("-unplaced")
            self.update(words)

    def render(self) -> Content:
        """Draw the bands for the room there is."""
        if not (self.placed and self.content_size):
            return super().render()  # type: ignore[return-value]
        before = self._before if self.time < 1.0 else ()
        bands = drawn_bands(self.placed, self.app.current_theme, *self.content_size, before, self.time)
        return Content.from_rich_text(bands)


def banded(line: Text, colour: str, theme: Theme, size: tuple[int, int], *, marked: bool = False) -> Text:
    """Return a line in the middle of a band of so many columns and rows, with more of the colour if it is marked."""
    width, rows = size
    halved = rows > HIGH
    lit = tinted(theme, colour, LISTED if theme.dark else LISTED_ON_LIGHT)
    ground = lit if marked else band_ground(theme, colour)
    above, style = (rows - halved - 1) // 2, f"on {ground}" if ground else ""
    line.stylize_before(style)
    line.append(" " * (width - line.cell_len), style)
    blank, edge = Text(" " * width, style), Text("▀" * width * bool(ground), ground)
    return Text("\n").join([blank] * above + [line] + [blank] * (rows - halved - 1 - above) + [edge] * halved)


def drawn_bands(
    bands: Sequence[Band],
    theme: Theme,
    width: int,
    height: int,
    before: Sequence[Band] = (),
    time: float = 1.0,
) -> Text:
    """Return the bands in so many columns and rows; at a time before 1 on their way from where they were `before`.

    Many stand in two columns where that makes totals larger, or keeps large ones apart; they do not move there.
    """
    shown, half, side = bands[:height], -(-len(bands) // 2), (width - 1) // 2
    pane = _Pane.of(bands, theme, width, height, len(shown))
    beside = _Pane.of(bands, theme, side, height, half)
    abreast = len(bands) > MOST_IN_ONE and beside.size >= max(1, pane.size + (pane.rows > HIGH))
    if not abreast:
        return Text("\n").join(pane.lines(shown, height, before, time))
    rows = zip(*(beside.lines(part, height) for part in (bands[:half], bands[half:])), strict=True)
    apart = width - side
    return Text("\n").join(
        [
            Text.assemble(left, " " * (apart - left.cell_len), right, " " * (side - right.cell_len))
            for left, right in rows
        ]
    )


def _rounds(bands: Sequence[Band]) -> int:
    """Return how many rounds are over in these bands."""
    return max((len(band.by_round) for band in bands), default=0)


class _Span(NamedTuple):
    """Where a band is: from which row, over how many whole rows, and whether half of the next one is its own."""

    top: int
    rows: int
    half: bool


def _spans(height: int, count: int) -> list[_Span]:
    """Return where so many bands are in so many rows, from a whole row on.

    Half a row is between them where enough is left for large digits, elsewhere a row if all can have one. Of
    rows that are left over the first ones have one more at their foot.
    """
    rows, more = divmod(height, count)
    half = rows > HIGH
    if not half and count * (rows + 1) <= height + 1:
        return [_Span((rows + 1) * at, rows, half=False) for at in range(count)]
    return [_Span(rows * at + min(at, more), rows + (at < more) - half, half) for at in range(count)]


class _Pane(NamedTuple):
    """What all bands of a pane have in common: so many rows, and how large totals and names are."""

    bands: Sequence[Band]
    theme: Theme
    width: int
    spans: Sequence[_Span]
    rows: int
    """The rows that every band has as a whole."""
    digits: int
    names: int
    figures: int
    """The columns of totals in large digits."""

    @classmethod
    def of(cls, bands: Sequence[Band], theme: Theme, width: int, height: int, count: int) -> "_Pane":
        """Return them for so many bands below each other, with the largest totals that leave names to be read.

        Larger names are whole.
        """
        figures, spans = max(enlarged_width(band.figure) for band in bands), _spans(height, count)
        rows = min(span.rows for span in spans)
        for digits, names in _SIZES:
            pane = cls(bands, theme, width, spans, rows, digits, names, figures * digits)
            wide = [enlarged_width(band.player) * names if names else cell_len(band.player) for band in bands]
            needed = max(wide) if names else min(max(wide), _LEAST_NAME)
            high = max((5 * digits + 1) // 2, 3 * names + 1)
            if high <= rows and all(wide) and needed <= pane._room:
                break
        return pane

    def lines(
        self, shown: Sequence[Band], height: int, before: Sequence[Band] = (), time: float = 1.0
    ) -> list[Text]:
        """Return some bands below each other in so many rows, the first the highest, on their way at such a time."""
        was = {band.player: (at, band.total) for at, band in enumerate(before)}
        ways = []
        for at, band in enumerate(shown):
            came_from, total = was.get(band.player, (at, band.total))
            top = self.spans[at].top
            came = _spans(height, len(before))[came_from].top if before else top
            ways.append((came - top, round(came + (top - came) * time), at, total))
        lines = [Text()] * height
        for _climbed, top, at, total in sorted(ways):  # who climbs most passes before the others
            band = shown[at]._replace(total=round(total + (shown[at].total - total) * time))
            span = self.spans[at]
            drawn = [*(self.high(band) if self.rows >= HIGH else self.low(band))]
            drawn += [self.row(band)] * (span.rows - len(drawn))
            drawn += [self.edge(band)] * span.half
            lines[top : top + len(drawn)] = drawn[: height - top]
        return lines

    @property
    def size(self) -> int:
        """How large the totals are; 0 where there is no room for large ones beside names."""
        return self.digits if self.rows >= HIGH and self._room >= _LEAST_NAME else 0

    @property
    def _block(self) -> int:
        """The columns of the letter."""
        return _LOW_BLOCK if self.rows < HIGH else _BLOCK if self.digits < 2 else _BROAD_BLOCK

    @property
    def _room(self) -> int:
        """The columns between the letter and totals in large digits."""
        return self.width - _RANK - self._block - _AROUND - self.figures

    @property
    def _names_above(self) -> bool:
        """Whether names stand above the totals: not all fit beside them, and there is a row for it."""
        longest = max(cell_len(band.player) for band in self.bands)
        return not self.names and longest > self._room and self.rows > (5 * self.digits + 1) // 2

    def _grounds(self, band: Band) -> tuple[str, str]:
        """Return what is behind the rank and behind the rest, as Rich names it; "" where nothing is tinted."""
        return tinted(self.theme, band.badge.colour, DEEP), band_ground(self.theme, band.badge.colour)

    def row(self, band: Band, rank: str = "", letter: str = "", rest: Text | None = None) -> Text:
        """Return a row of a band: the rank, the letter in its block, and the rest."""
        deep, ground = (f" on {colour}" if colour else "" for colour in self._grounds(band))
        block = set_cell_size(" " * ((self._block - cell_len(letter)) // 2) + letter, self._block)
        line = Text.assemble(
            (f"{rank:<{_RANK}}", f"bold{deep}"), (block, f"bold reverse {band.badge.colour}"), (" ", ground)
        )
        if rest is not None:
            rest.stylize_before(ground)
            line.append_text(rest)
        return line.append(" " * (self.width - line.cell_len), ground)

    def edge(self, band: Band) -> Text:
        """Return the last row of a band, of which it has half, so that bands stand apart."""
        deep, ground = self._grounds(band)
        rest = self.width - _RANK - self._block
        parts = ((_RANK, deep), (self._block, band.badge.colour), (rest, ground)) if ground else ()
        return Text.assemble(*(("▀" * columns, colour) for columns, colour in parts))

    def high(self, band: Band) -> Iterator[Text]:
        """Yield the rows that every band has, with a total in large digits."""
        letter, rows = band.badge.letter, self.rows
        halves, above = 2 * rows + self.spans[0].half, self._names_above
        large = centred(letter, 1, halves)[:rows] if self.digits > 1 else ()
        letters = large or _centred([letter], rows, "")
        ranks = _centred([band.rank, f" {band.arrow}"] if band.arrow else [band.rank], rows, "")
        total = centred(band.figure, self.digits, halves - 2 * above)[: rows - above]
        lines = self._told(band, max((5 * self.digits + 1) // 2 + above, rows - 2 + above))
        lines = [*lines, *[Text()] * (rows - len(lines))] if above else _centred(lines, rows, Text())
        totals = [""] * above + [*total] if total else [""] * rows
        for rank, block, line, digits in zip(ranks, letters, lines, totals, strict=True):
            rest = Text.assemble(" ", line)
            if digits:
                rest.pad_right(self._room + 1 - rest.cell_len)
                rest.append(f"{digits:>{self.figures + 2}}", "bold")
            yield self.row(band, rank, block, rest)

    def _told(self, band: Band, rows: int) -> list[Text]:
        """Return the name, and of who has a place the points, and the rounds as bars in what so many rows leave."""
        room = self._room
        whole = room + self.figures * self._names_above
        names = inked(band.player, self.names) if self.names else [_cut(band.player, whole)]
        lines = [Text(name, f"bold {band.badge.colour}") for name in names]
        if not band.rank:
            return lines
        gap, last = Text(band.gap, "bold"), Text(_cut(band.last, room), "dim")
        if gap.cell_len + 2 + last.cell_len <= room:
            lines.append(Text.assemble(gap, "  ", last))
        else:
            lines += [gap, last] if rows > HIGH else [gap]
        left = min(rows - len(lines), _SPARK)
        return [*lines, *self._spark(band, room, left)] if left > 0 and len(band.by_round) > 1 else lines

    def low(self, band: Band) -> Iterator[Text]:
        """Yield the rows of a band that is too low for large digits."""
        rows = ((other.gap, other.last, other.player) for other in self.bands)
        gaps, lasts, longest = (max(map(cell_len, words)) for words in zip(*rows, strict=True))
        figures = f"{band.figure:>5} {band.gap:>{gaps}} "
        room = self.width - _RANK - self._block - 1 - len(figures)
        name = Text(_cut(band.player, room), f"bold {band.badge.colour}")
        latest = Text(f"  {band.last:>{lasts}}" * (room - longest >= lasts + 2 > 2), "dim")
        free = room - longest - latest.cell_len - 1
        if self.rows < 2 and free >= len(band.by_round) > 1:
            latest = Text.assemble(self._spark(band, len(band.by_round), 1)[0], latest)
        name.pad_right(room - name.cell_len - latest.cell_len)
        rest = Text.assemble(name, latest, (figures, "bold"))
        yield self.row(band, f"{band.rank}{band.arrow}", band.badge.letter, rest)
        if self.rows > 1:
            bars = self._spark(band, self.width - _RANK - self._block - 2, 1) if band.by_round else [Text()]
            yield self.row(band, rest=bars[0])

    def _spark(self, band: Band, room: int, rows: int) -> list[Text]:
        """Return every round as a bar in so many rows, the lowest the best; the last ones where room is short."""
        worst = max(points for other in self.bands for points in other.by_round if points is not None) or 1
        step = max(1, min(_WIDEST_BAR, rows + 1, (room + 1) // len(band.by_round)))
        wide, shown = max(1, step - 1), band.by_round[-(room // step) :]
        heights = [None if points is None else max(1, round(8 * rows * points / worst)) for points in shown]
        lines = []
        for row in reversed(range(rows)):
            cells = [
                ("·" if not row else " ") if eighths is None else _EIGHTHS[max(0, min(8, eighths - 8 * row))]
                for eighths in heights
            ]
            lines.append(Text((" " * (step - wide)).join(cell * wide for cell in cells), band.badge.colour))
        return lines


def _cut(name: str, room: int) -> str:
    return name if cell_len(name) <= room else fitted(name, max(0, room))


def _centred(lines: Sequence[_Line], rows: int, blank: _Line) -> list[_Line]:
    """Return lines in the middle of so many rows; those for which there is no room are left out."""
    above = max(0, (rows - len(lines) + 1) // 2)  # the last row is half a row
    below = max(0, rows - above - len(lines))
    return [*([blank] * above), *lines[: rows - above], *([blank] * below)]
