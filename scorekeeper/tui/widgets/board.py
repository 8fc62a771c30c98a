"""Players in lines to be read from far away: rank, letter, name, points and gap, as large as there is room for.

Letters are drawn with half blocks, three lines high or a multiple of that; a text with other letters than Latin
capitals, digits and marks is left as it is. Knows no game: the screen says what stands in each line.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import zip_longest
from typing import NamedTuple
from unicodedata import normalize

from rich.cells import cell_len, set_cell_size
from rich.text import Text
from textual.reactive import reactive
from textual.widget import Widget

from scorekeeper.tui.base.colours import Badge

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
N #..# ##.# #.## #..# #..#
O .#. #.# #.# #.# .#.
P ##. #.# ##. #.. #..
Q .#. #.# #.# ##. .##
R ##. #.# ##. #.# #.#
S .## #.. .#. ..# ##.
T ### .#. .#. .#. .#.
U #.# #.# #.# #.# ###
V #.# #.# #.# #.# .#.
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
. . . . . #
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
N #..# ##.# #.## #..#
O .#. #.# #.# .#.
U #.# #.# #.# ###
"""
"""Letters as they are drawn under an accent, one row lower."""

_ACCENTS = {"\u0300": "#..", "\u0301": "..#", "\u0302": ".#.", "\u0303": ".##", "\u0308": "#.#"}


def _read(drawn: str) -> Mapping[str, tuple[str, ...]]:
    return {letter: tuple(rows) for letter, *rows in (line.split() for line in drawn.split("\n") if line)}


_LETTERS = {**_read(_DRAWN), " ": ("..",) * 5}
_UNDER_ACCENTS = _read(_LOW)


def large(text: str, width: int) -> str:
    """Return a text in large letters, or as it is where it does not fit or has other letters.

    >>> print(large("No", 20))
    █▄ █ ▄▀▄
    █ ▀█ █ █
    ▀  ▀  ▀
    >>> print(large("Sí", 20))
     ▄▄   ▀
    ▀▄  ▀█▀
    ▄▄▀ ▄█▄
    """
    lines = enlarged(text)
    if not lines or len(lines[0]) > width:
        return text
    return "\n".join(line.rstrip() for line in lines)


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


def enlarged_width(text: str) -> int:
    """Return how many columns a text takes in letters of three lines; 0 if it has other letters.

    >>> enlarged_width("Ana"), enlarged_width("王芳")
    (12, 0)
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

GUTTER, WIDEST_GUTTER = 2, 8
"""Columns between two columns of a line: the least, and the most where there is room."""

COVER = "?"


class BoardLine(NamedTuple):
    """What a board says of one player."""

    player: str
    badge: Badge
    rank: str = ""
    points: str = ""
    gap: str = ""
    note: str = ""
    """A few words beside the gap."""
    covered: bool = False
    """Whether only the rank is to be seen."""


class _Size(NamedTuple):
    """How large the points and the names are; 0 for the terminal's own letters."""

    points: int
    names: int

    @property
    def height(self) -> int:
        """The rows of a line."""
        return max(1, 3 * self.points)


_SIZES = (
    *(_Size(points, names) for names in range(5, 0, -1) for points in (min(names + 1, 5), names)),
    _Size(1, 0),
    _Size(0, 0),
)


class _Cells(NamedTuple):
    """The columns of a line, each as rows of letters."""

    rank: Sequence[str]
    name: Sequence[str]
    points: Sequence[str]
    gap: Sequence[str]


class Board(Widget):
    """The lines, drawn for the room that the widget has."""

    lines: reactive[tuple[BoardLine, ...]] = reactive(())

    def render(self) -> Text:
        """Return the lines as large as they can be."""
        return board(self.lines, *self.size) if self.lines else Text()


ONE_COLUMN, APART = 6, 4
"""Lines up to which all stand in one column, and the columns between two."""


def board(lines: Sequence[BoardLine], width: int, height: int) -> Text:
    """Return the lines in the largest letters that there is room for, in two columns if they are larger there."""
    half = -(-len(lines) // 2)
    one = next(place for place, size in enumerate(_SIZES) if _fits(lines, size, width, height))
    if len(lines) > ONE_COLUMN:
        parts, room = (lines[:half], lines[half:]), (width - APART) // 2
        for size in _SIZES[:one]:
            if all(_fits(part, size, room, height) for part in parts):
                left, right = (
                    _column(part, size, room, height).split("\n", allow_blank=True) for part in parts
                )
                for line in left:
                    line.pad_right(room + APART - line.cell_len)
                rows = zip_longest(left, right, fillvalue=Text())
                return Text("\n").join(Text.assemble(*row) for row in rows)
    return _column(lines, _SIZES[one], width, height)


def _column(lines: Sequence[BoardLine], size: _Size, width: int, height: int) -> Text:
    """Return lines below each other."""
    names = _names(lines, size, width)
    cells = [_cells(line, size, name) for line, name in zip(lines, names, strict=True)]
    widths = [max(map(_width, column)) for column in zip(*cells, strict=True)]
    spare = max(0, width - sum(widths) - 3 * GUTTER)
    gutter = min(GUTTER + spare // 3, WIDEST_GUTTER)
    drawn = [_drawn(line, size, own, widths, gutter) for line, own in zip(lines, cells, strict=True)]
    roomy = size.height * len(lines) + len(lines) - 1 <= height
    return Text("\n\n" if roomy else "\n").join(drawn)


def _fits(lines: Sequence[BoardLine], size: _Size, width: int, height: int) -> bool:
    """Whether there is room for the lines, with enough of every name to tell it from the others."""
    if size == _SIZES[-1]:
        return True
    if size.height * len(lines) > height:
        return False
    names = _names(lines, size, width)
    pairs = zip(lines, names, strict=True)
    enough = all(name == line.player or len(name) > LEAST_LETTERS for line, name in pairs)
    return enough and len(set(names)) == len(names)


def _names(lines: Sequence[BoardLine], size: _Size, width: int) -> list[str]:
    """Return the names, shortened to what the other columns leave of the width."""
    others = zip(*(_cells(line, size, "") for line in lines), strict=True)
    room = width - sum(max(map(_width, column)) for column in others) - 3 * GUTTER
    return [_shortened(line.player, size.names, room) for line in lines]


def _shortened(name: str, scale: int, room: int) -> str:
    """Return what of a name fits, with a mark where something is left out; "" where nothing does."""
    if _columns(name, scale) <= room:
        return name
    ending = "." if scale and enlarged_width(name) else "…"
    cut = (name[:count].rstrip() + ending for count in range(len(name) - 1, 0, -1))
    return next((short for short in cut if _columns(short, scale) <= room), "")


def _columns(text: str, scale: int) -> int:
    """Return the width of a text in letters of this size, or in the terminal's own."""
    return scale * enlarged_width(text) or cell_len(text)


def _cells(line: BoardLine, size: _Size, name: str) -> _Cells:
    """Return the columns of a line; what stands beside the points is one size smaller."""
    if not size.points:
        beside = "  ".join(filter(None, (line.gap, line.note)))
        return _Cells((f"{line.rank:>2} {line.badge.letter}",), (name,), (line.points,), (beside,))
    smaller = size.points - 1
    large = enlarged(name, size.names) if size.names else ()
    return _Cells(
        rank=(*_enlarged(line.rank, smaller), line.badge.letter),
        name=large or (*("",) * (size.height // 2), name),
        points=_enlarged(line.points, size.points),
        gap=(*_enlarged(line.gap, smaller), line.note),
    )


def _enlarged(text: str, scale: int) -> Sequence[str]:
    """Return a text in large letters; in the terminal's own where the scale is 0, or where it has others."""
    return (enlarged(text, scale) if scale else ()) or (text,)


def _width(rows: Sequence[str]) -> int:
    return max(map(cell_len, rows))


def _drawn(line: BoardLine, size: _Size, cells: _Cells, widths: Sequence[int], gutter: int) -> Text:
    """Return the rows of a line: the letter and the name in the player's colour, the rest quieter."""
    if line.covered:
        cells = _cells(BoardLine(line.player, Badge("", ""), line.rank), size, COVER)
    colour = "dim" if line.covered else f"bold {line.badge.colour}"
    rows = zip_longest(*cells, fillvalue="")
    shown = list(rows)[: size.height]
    gap = " " * gutter
    return Text("\n").join(
        Text.assemble(
            _badged(set_cell_size(rank, widths[0]), line, colour, row == len(cells.rank) - 1),
            gap,
            (set_cell_size(name, widths[1]), colour),
            gap,
            (points.rjust(widths[2]), "bold"),
            gap,
            (beside, "dim"),
        )
        for row, (rank, name, points, beside) in enumerate(shown)
    )


def _badged(rank: str, line: BoardLine, colour: str, is_badge: bool) -> Text:
    """Return a row of the first column; the letter in the last one stands on the player's colour."""
    shown, letter = Text(rank, colour), line.badge.letter
    if is_badge and not line.covered:
        shown.stylize("reverse", at := rank.rindex(letter), at + len(letter))
    return shown
