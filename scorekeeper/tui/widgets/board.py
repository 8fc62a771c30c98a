"""Players in lines to be read from far away: rank, letter, name, points and gap, as large as there is room for.

Letters are drawn with half blocks, three lines high or a multiple of that; a text with other letters than Latin
capitals, digits and marks is left as it is. Knows no game: the screen says what stands in each line.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import zip_longest
from textwrap import wrap
from typing import NamedTuple
from unicodedata import normalize

from rich.cells import cell_len, set_cell_size
from rich.text import Text
from textual.reactive import reactive
from textual.widget import Widget

from scorekeeper.tui.base.colours import LEADS, Badge

_ROWS = 6
_BLOCKS = {(False, False): " ", (True, False): "▀", (False, True): "▄", (True, True): "█"}

_DRAWN = """
A .#. #.# ### #.# #.#
B ##. #.# ##. #.# ##.
C .## #.. #.. #.. .##
D ##. #.# #.# #.# ##.
E ### #.. ##. #.. ###
F ### #.. ##. #.. #..
G .## #.. #.# #.# .##
H #.# #.# ### #.# #.#
I ### .#. .#. .#. ###
J ..# ..# ..# #.# .#.
K #.# #.# ##. #.# #.#
L #.. #.. #.. #.. ###
M #...# ##.## #.#.# #...# #...#
N #...# ##..# #.#.# #..## #...#
O .#. #.# #.# #.# .#.
P ##. #.# ##. #.. #..
Q .#. #.# #.# ##. .##
R ##. #.# ##. #.# #.#
S .## #.. .#. ..# ##.
T ### .#. .#. .#. .#.
U #.# #.# #.# #.# ###
V #...# #...# .#.#. .#.#. ..#..
W #...# #...# #.#.# ##.## #...#
X #.# #.# .#. #.# #.#
Y #.# #.# .#. .#. .#.
Z ### ..# .#. #.. ###
0 ### #.# #.# #.# ###
1 .#. ##. .#. .#. ###
2 ##. ..# .#. #.. ###
3 ##. ..# .#. ..# ##.
4 #.# #.# ### ..# ..#
5 ### #.. ##. ..# ##.
6 .## #.. ### #.# ###
7 ### ..# .#. .#. .#.
8 ### #.# ### #.# ###
9 ### #.# ### ..# ##.
- ... ... ### ... ...
+ ... .#. ### .#. ...
= ... ### ... ### ...
: . # . # .
, .. .. .. .# #.
. . . . . #
… ..... ..... ..... ..... #.#.#
◀ ..# .## ### .## ..#
▲ ..... ..#.. .###. ##### .....
▼ ..... ##### .###. ..#.. .....
★ ....#.... ...###... ######### ..#####.. .##...##.
/ ..# ..# .#. #.. #..
' # # . . .
’ # # . . .
! # # # . #
¡ # . # # #
? ##. ..# .#. ... .#.
¿ .#. ... .#. #.. .##
"""

_LOW = """
A .#. #.# ### #.#
E ### ##. #.. ###
I ### .#. .#. ###
N #...# ##..# #.#.# #..##
O .#. #.# #.# .#.
U #.# #.# #.# ###
"""
"""Letters as they are drawn under an accent, one row lower."""

_ACCENTS = {"\u0300": "#..", "\u0301": "..#", "\u0302": ".#.", "\u0303": ".##", "\u0308": "#.#"}


def _read(drawn: str) -> Mapping[str, tuple[str, ...]]:
    return {letter: tuple(rows) for letter, *rows in (line.split() for line in drawn.split("\n") if line)}


_LETTERS = {**_read(_DRAWN), " ": ("..",) * 5}
_UNDER_ACCENTS = _read(_LOW)


def large(text: str, width: int, height: int = 3) -> str:
    """Return a text in the largest letters that fit, or as it is where it does not fit or has other letters.

    >>> print(large("No", 20))
    █▄  █ ▄▀▄
    █ ▀▄█ █ █
    ▀   ▀  ▀
    >>> print(large("Sí", 20))
     ▄▄   ▀
    ▀▄  ▀█▀
    ▄▄▀ ▄█▄
    """
    for scale in (3, 2, 1):
        lines = enlarged(text, scale)
        if lines and len(lines) <= height and len(lines[0]) <= width:
            return "\n".join(line.rstrip() for line in lines)
    return text


def enlarged(text: str, scale: int = 1) -> tuple[str, ...]:
    """Return a text in letters of three lines times `scale`, all lines equally long; () if it has other letters.

    >>> enlarged("1.", 2)
    ('  ██      ', '████      ', '  ██      ', '  ██      ', '██████  ██', '          ')
    """
    letters = [_letter(letter) for letter in normalize("NFC", text.upper())]
    if not letters or not all(letters):
        return ()
    accented = any(len(letter) == _ROWS for letter in letters)
    drawn = [_in_six_rows(letter, accented) for letter in letters]
    rows = [" ".join(row) for row in zip(*drawn, strict=True)]
    wide = ["".join(dot * scale for dot in row.replace(" ", ".")) for row in rows for _time in range(scale)]
    return tuple(_halved(wide))


DOTS = {4: (" " * 6, "▄████▄", "██████", "▀████▀"), 2: (" ▄▄ ", " ▀▀ "), 1: (" ● ",)}
"""The lines of a dot with what is left free around it, by how many times larger the tile is; the largest first."""


def drawn_double(double: int, scale: int = 1) -> str:
    """Return a double as a tile that lies on its side, so many times larger.

    >>> print(drawn_double(5))
    ┌───────┬───────┐
    │ ●   ● │ ●   ● │
    │   ●   │   ●   │
    │ ●   ● │ ●   ● │
    └───────┴───────┘
    >>> drawn_double(1, 2).splitlines()[3]
    '│      ▄▄      │      ▄▄      │'
    """
    outer = max(2, -(-double // 3))
    width = max(5, 2 * outer - 1)
    row = [" ".join("●" * count).center(width) for count in range(outer + 1)]
    row[2] = "●   ●".center(width)
    corner = "●" if double > 1 else ""
    half = (
        (row[outer], row[double - 2 * outer], row[outer])
        if double > 3
        else (corner.ljust(width), row[double % 2], corner.rjust(width))
    )
    pad, line = " " * scale, "─" * scale * (width + 2)
    wide = [pad + row.replace(" ", pad) + pad for row in half]
    rows = [row.replace(" ● ", dot) for row in wide for dot in DOTS[scale]]
    rows += rows[: scale // 4]
    return "\n".join([f"┌{line}┬{line}┐", *(f"│{one}│{one}│" for one in rows), f"└{line}┴{line}┘"])


def enlarged_width(text: str) -> int:
    """Return how many columns a text takes in letters of three lines; 0 if it has other letters.

    >>> enlarged_width("Ana"), enlarged_width("王芳")
    (13, 0)
    """
    letters = [_letter(letter) for letter in normalize("NFC", text.upper())]
    return sum(len(letter[0]) + 1 for letter in letters) - 1 if letters and all(letters) else 0


@cache
def _letter(letter: str) -> tuple[str, ...]:
    """Return the rows of a letter, one more with an accent; nothing where it is not drawn here."""
    parts = normalize("NFD", letter)
    if len(parts) == 1:
        return _LETTERS.get(letter, ())
    low, mark = _UNDER_ACCENTS.get(parts[0]), _ACCENTS.get(parts[1:])
    if low is None or mark is None:
        return ()
    width = len(low[0])
    return (mark.ljust(width, "."), "." * width, *low)


def _in_six_rows(letter: tuple[str, ...], accented: bool) -> tuple[str, ...]:
    """Return a letter on the line that it shares with the others: lower where one of them has an accent."""
    if len(letter) == _ROWS:
        return letter
    gap = "." * len(letter[0])
    return (gap, *letter) if accented else (*letter, gap)


def _halved(rows: list[str]) -> Iterator[str]:
    """Yield lines of half blocks, two rows to a line."""
    for upper, lower in zip(rows[::2], rows[1::2], strict=True):
        yield "".join(_BLOCKS[one == "#", other == "#"] for one, other in zip(upper, lower, strict=True))


LEAST_LETTERS = 6
"""Letters that are left of a name before smaller ones are taken."""

GUTTER, WIDEST_GUTTER = 2, 16
"""Columns between two columns of a line: the least, and the most where there is room."""

COVER, NEW, HALF = "?", "◀", "▀"


class BoardLine(NamedTuple):
    """What a board says of one player."""

    player: str
    badge: Badge
    rank: str = ""
    arrow: str = ""
    """Whether the place is better or worse than before the last round."""
    points: str = ""
    gap: str = ""
    note: str = ""
    """A few words beside the gap."""
    covered: bool = False
    """Whether only the rank is to be seen."""
    tint: str = ""
    """The colour behind it, as Rich names it."""


class _Size(NamedTuple):
    """How large the points, the names and the gaps are; 0 for the terminal's own letters."""

    points: int
    names: int
    gap: int = 0
    has_badges: bool = True

    @property
    def height(self) -> int:
        """The rows of a line."""
        return max(1, 3 * self.points)

    @property
    def apart(self) -> int:
        """The least columns between two columns of a line: more than between two letters of a name."""
        return GUTTER + (self.names > 1)

    @property
    def middle(self) -> int:
        """The rows of a line that are drawn on, among which what is smaller stands in the middle."""
        return max(1, (5 * self.points + 1) // 2)


_SIZES = (
    *(
        _Size(points, names, gap, has_badges)
        for names in range(5, 0, -1)
        for points in (min(names + 1, 5), names)
        for gap, has_badges in (
            ((1, True), (1, False), (0, True))
            if points == 2
            else ((max(1, points - 1), True), (max(0, points - 2), True))
        )
    ),
    _Size(1, 0),
    _Size(0, 0),
)


class _Cells(NamedTuple):
    """The columns of a line, each as rows of letters."""

    rank: Sequence[str]
    badge: Sequence[str]
    name: Sequence[str]
    points: Sequence[str]
    gap: Sequence[str]


class Board(Widget):
    """The lines, drawn for the room that the widget has."""

    lines: reactive[tuple[BoardLine, ...]] = reactive(())

    def render(self) -> Text:
        """Return the lines as large as they can be."""
        return board(self.lines, *self.size) if self.lines else Text()


ONE_COLUMN = 6
"""Lines up to which all stand in one column."""


def board(lines: Sequence[BoardLine], width: int, height: int) -> Text:
    """Return the lines in the largest letters that there is room for, in two columns if they are larger there."""
    half = -(-len(lines) // 2)
    for size in _SIZES:
        apart = GUTTER * max(1, size.points)
        room = (width - apart) // 2
        if _fits(lines, size, width, height, len(lines)):
            rows = _rows(lines, size, width, height, len(lines))
            return Text("\n").join(rows[: len(lines) * (size.height + 1) - 1])  # none free below the last
        if len(lines) > ONE_COLUMN and _fits(lines, size, room, height, half):
            rows = _rows(lines, size, room, height, half)
            below = half * len(rows) // len(lines)
            for left in rows[:below]:
                left.pad_right(room + apart - left.cell_len)
            pairs = zip_longest(rows[:below], rows[below:], fillvalue=Text())
            return Text("\n").join(Text.assemble(*pair) for pair in pairs)
    return Text()


def _rows(lines: Sequence[BoardLine], size: _Size, width: int, height: int, most: int) -> list[Text]:
    """Return the rows of all lines in one grid, with a free one after each where there is room for `most` of them."""
    room = _room(lines, size, width)
    cells = [_cells(line, size, _whole(line.player, size, room)) for line in lines]
    widths = [max(map(_width, column)) for column in zip(*cells, strict=True)]
    spare = max(0, width - sum(widths) - 3 * size.apart)
    apart = min(GUTTER, spare // 6)  # first at both sides of the badge, and within a large one
    broader = apart * (size.points > 1)
    cells = [
        own._replace(
            rank=_pointing(own.rank, line.arrow, widths[0] - 1),
            badge=[row[:1] * broader + row + row[-1:] * broader for row in own.badge],
        )
        for line, own in zip(lines, cells, strict=True)
    ]
    widths[:2] = [widths[0] and widths[0] + apart, widths[1] + 2 * broader + apart]
    gutter = min(size.apart + spare // 2 - apart - broader, WIDEST_GUTTER)
    roomy = size.height * most + most <= height
    rows = []
    for line, own in zip(lines, cells, strict=True):
        for row in _drawn(line, size, own, widths, gutter):
            if line.tint:
                row.pad_right(width - row.cell_len)
                row.stylize_before(f"on {line.tint}")
            rows.append(row)
        rows += [Text()] * roomy
    return rows


def _fits(lines: Sequence[BoardLine], size: _Size, width: int, height: int, most: int) -> bool:
    """Whether there is room for `most` lines below each other, with enough of every name to tell them apart."""
    if size == _SIZES[-1] and most == len(lines):
        return True
    if size.height * most > height:
        return False
    room = _room(lines, size, width)
    names = [_shortened(line.player, size.names, room) for line in lines]
    pairs = zip(lines, names, strict=True)
    enough = all(name == line.player or len(name) > LEAST_LETTERS for line, name in pairs)
    return enough and len(set(names)) == len(names)


def _room(lines: Sequence[BoardLine], size: _Size, width: int) -> int:
    """Return the columns that are left for the names."""
    others = zip(*(_cells(line, size, [""]) for line in lines), strict=True)
    return width - sum(max(map(_width, column)) for column in others) - 3 * size.apart


def _whole(name: str, size: _Size, room: int) -> Sequence[str]:
    """Return a name as large as all of it fits, at last in lines of the terminal's own letters, or shortened."""
    for scale in range(size.names, 0, -1):
        if _columns(name, scale) <= room:
            return _enlarged(name, scale)
    rows = wrap(name, max(1, room), break_long_words=False) or [name]
    fit = len(rows) <= size.height and _width(rows) <= room
    return rows if fit else [_shortened(name, 0, room)]


def _shortened(name: str, scale: int, room: int) -> str:
    """Return what of a name fits, with a mark where something is left out; "" where nothing does."""
    if _columns(name, scale) <= room:
        return name
    cut = (f"{name[:count].rstrip()}…" for count in range(len(name) - 1, 0, -1))
    return next((short for short in cut if _columns(short, scale) <= room), "")


def _columns(text: str, scale: int) -> int:
    """Return the width of a text in letters of this size, or in the terminal's own."""
    return scale * enlarged_width(text) or cell_len(text)


def _cells(line: BoardLine, size: _Size, name: Sequence[str]) -> _Cells:
    """Return the columns of a line; the rank is one size smaller than the points."""
    if not size.points:
        beside = "  ".join(filter(None, (line.gap, line.note)))
        return _Cells((f"{line.rank:>2} ",), (line.badge.letter,), name, (line.points,), (beside,))
    smaller, letter = size.points - 1, line.badge.letter * size.has_badges
    return _Cells(
        rank=[row and row + " " * min(size.points, 2) for row in _enlarged(line.rank, smaller)],
        badge=_block(letter, min(smaller, max(1, smaller // 2)), size.points),
        name=name,
        points=_enlarged(line.points, size.points),
        gap=(*_enlarged(line.gap, size.gap), *filter(None, [line.note])),
    )


def _block(letter: str, scale: int, points: int) -> Sequence[str]:
    """Return a player's letter in the middle of a block as high as the points, which may end with half a row."""
    shown = _enlarged(letter, scale)
    wide, height = _width(shown) + 2, 5 * points // 2
    empty = [" " * wide] * height
    whole = [*empty[: (height + 1 - len(shown)) // 2], *(row.center(wide) for row in shown), *empty][:height]
    return [*whole, *[HALF * wide] * (points % 2)] if letter else [""]


def _pointing(rank: Sequence[str], arrow: str, column: int) -> Sequence[str]:
    """Return a rank with its arrow in the middle row, in a column that is the same in all lines."""
    middle = len(rank) // 2
    turned = set_cell_size(rank[middle], column) + arrow if arrow else rank[middle]
    return [*rank[:middle], turned, *rank[middle + 1 :]]


def _centred(rows: Sequence[str], size: _Size) -> Sequence[str]:
    """Return rows in the middle of a line's."""
    above = max(0, size.middle - len(rows)) // 2
    return [*[""] * above, *rows, *[""] * size.height][: size.height]


def _enlarged(text: str, scale: int) -> Sequence[str]:
    """Return a text in large letters; in the terminal's own where the scale is 0, or where it has others."""
    return (enlarged(text, scale) if scale else ()) or (text,)


def _width(rows: Sequence[str]) -> int:
    return max(map(cell_len, rows))


def _drawn(line: BoardLine, size: _Size, cells: _Cells, widths: Sequence[int], gutter: int) -> Iterator[Text]:
    """Yield the rows of a line: the letter and the name in the player's colour, the rest quieter."""
    if line.covered:
        cells = _cells(BoardLine(line.player, Badge("", ""), line.rank), size, _enlarged(COVER, size.names))
    colour = "dim" if line.covered else f"bold {line.badge.colour}"
    gap = " " * gutter
    for rank, badge, name, points, beside in zip(*(_centred(cell, size) for cell in cells), strict=True):
        yield Text.assemble(
            (set_cell_size(rank, widths[0]), "dim" if line.covered else "bold"),
            (badge, colour + " reverse" * (not badge.startswith(HALF))),
            " " * (widths[1] - cell_len(badge) + size.apart),
            (name, colour),
            " " * (widths[2] - cell_len(name)),
            gap,
            (points.rjust(widths[3]), "bold"),
            gap,
            (beside.rjust(widths[4]), "bold" if line.gap in {LEADS, NEW} else "dim"),
        )
