"""Players in lines to be read from far away: rank, letter, name, points and gap, as large as there is room for.

Letters are drawn with half blocks, three lines high or a multiple of that; a text with other letters than Latin
capitals, digits and marks is left as it is. Knows no game: the screen says what stands in each line.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import chain, zip_longest
from pathlib import Path
from textwrap import wrap
from typing import NamedTuple, TypeAlias
from unicodedata import normalize

from rich.cells import cell_len
from rich.text import Text
from textual.reactive import reactive
from textual.widget import Widget

from scorekeeper.tui.base.colours import Badge

_ROWS = 6
_BLOCKS = {(False, False): " ", (True, False): "▀", (False, True): "▄", (True, True): "█"}

_ACCENTS = {"\u0300": "#..", "\u0301": "..#", "\u0302": ".#.", "\u0303": ".##", "\u0308": "#.#"}


def _read(drawn: str) -> Mapping[str, tuple[str, ...]]:
    return {letter: tuple(rows) for letter, *rows in map(str.split, drawn.splitlines())}


_LETTERS, _UNDER_ACCENTS = map(
    _read, Path(__file__).with_name("letters.txt").read_text("utf-8").split("\n\n")
)
"""The rows of letters, and of those that are drawn under an accent, one row lower."""


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


def flowed(text: str, width: int, most: int, low: bool = False) -> str:
    """Return a text in letters of three lines, broken into at most so many, at dots if it can be, or between words.

    Nothing comes back if it does not fit. Letters that are `low` have a free row of dots above them.

    >>> print(flowed("2 · 3", 8, 2))
    ▀▀▄
    ▄▀
    ▀▀▀
    ▀▀▄
     ▀▄
    ▀▀
    """
    total, parts = enlarged_width(text), text.replace(" · ", " ·\n").split("\n")
    whole = len(parts) <= most and max(map(enlarged_width, parts)) <= width
    for room in range(total if total <= width else total // most, width + 1) if total and most else ():
        lines = [""]
        for word in parts if whole else text.split():
            longer = f"{lines[-1]} {word}".strip()
            lines = [*lines[:-1], longer] if enlarged_width(longer) <= room else [*lines, word]
        if len(lines) <= most and max(map(enlarged_width, lines)) <= width:
            drawn = [_halved(_dots(line.removesuffix(" ·"), 1, low)) for line in lines]
            return "\n".join(row.rstrip() for rows in drawn for row in rows)
    return ""


def enlarged(text: str, scale: int = 1) -> tuple[str, ...]:
    """Return a text in letters of three lines times `scale`, all lines equally long; () if it has other letters.

    >>> enlarged("1.", 2)
    ('  ██      ', '████      ', '  ██      ', '  ██      ', '██████  ██', '          ')
    """
    return tuple(_halved(_dots(text, scale)))


def _dots(text: str, scale: int, low: bool = False) -> list[str]:
    """Return the dots of a text in rows, # for one that is drawn; [] if it has letters that are not known here.

    They stand on the lowest row if one has an accent, or where they are to be `low`.
    """
    letters = [_letter(letter) for letter in normalize("NFC", text.upper())]
    if not all(letters):
        return []
    accented = low or any(len(letter) == _ROWS for letter in letters)
    drawn = [_in_six_rows(letter, accented) for letter in letters]
    rows = [" ".join(row) for row in zip(*drawn, strict=True)]
    return ["".join(dot * scale for dot in row.replace(" ", ".")) for row in rows for _time in range(scale)]


DOTS = {4: (" " * 6, "▄████▄", "██████", "▀████▀"), 3: (" " * 5, "▄███▄", "▀███▀"), 1: (" ● ",)}
"""The lines of a dot with what is left free around it, by how many times larger the tile is."""


def drawn_double(double: int, scale: int = 1, upright: bool = False) -> str:
    """Return a double as a tile that lies on its side, or stands, so many times larger.

    >>> print(drawn_double(5))
    ┌───────┬───────┐
    │ ●   ● │ ●   ● │
    │   ●   │   ●   │
    │ ●   ● │ ●   ● │
    └───────┴───────┘
    >>> print(drawn_double(2, upright=True))
    ┌───────┐
    │ ●     │
    │       │
    │     ● │
    ├───────┤
    │ ●     │
    │       │
    │     ● │
    └───────┘
    """
    return drawn_tile(double, double, scale, upright)


def drawn_tile(high: int, low: int, scale: int = 1, upright: bool = False) -> str:
    """Return a tile as `drawn_double` does.

    >>> print(drawn_tile(5, 1))
    ┌───────┬───────┐
    │ ●   ● │       │
    │   ●   │   ●   │
    │ ●   ● │       │
    └───────┴───────┘
    """
    width = max(5, *(2 * -(-number // 3) - 1 for number in (high, low)))
    left, right = (_half(number, width, scale) for number in (high, low))
    line = "─" * scale * (width + 2)
    if upright:
        sides = [[f"│{row}│" for row in half] for half in (left, right)]
        return "\n".join([f"┌{line}┐", *sides[0], f"├{line}┤", *sides[1], f"└{line}┘"])
    rows = (f"│{one}│{other}│" for one, other in zip(left, right, strict=True))
    return "\n".join([f"┌{line}┬{line}┐", *rows, f"└{line}┴{line}┘"])


def _half(number: int, width: int, scale: int) -> list[str]:
    """Return half of a tile in rows."""
    outer = max(2, -(-number // 3))
    row = [" ".join("●" * count).center(width) for count in range(outer + 1)]
    row[2] = "●   ●".center(width)
    corner = "●" if number > 1 else ""
    half = (
        (row[outer], row[number - 2 * outer], row[outer])
        if number > 3
        else (corner.ljust(width), row[number % 2], corner.rjust(width))
    )
    pad = " " * scale
    wide = [pad + row.replace(" ", pad) + pad for row in half]
    rows = [row.replace(" ● ", dot) for row in wide for dot in DOTS[scale]]
    return rows + rows[: scale // 3]


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
        return ("..",) * 5 if letter == " " else _LETTERS.get(letter, ())
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

BADGE, NAME = 2, 3
"""The places of two columns; the numbers are those after the name."""

GUTTER, WIDEST_GUTTER = 2, 28
"""Columns between two columns of a line: the least, and the most where there is room."""

BLOCKS = "█▀▄ "
"""What blocks are drawn with."""


class BoardLine(NamedTuple):
    """What a board says of one player."""

    player: str
    badge: Badge
    rank: str = ""
    arrow: str = ""
    """Whether the place is better or worse than before the last round."""
    last: str = ""
    """The points of the last round."""
    points: str = ""
    gap: str = ""
    """How far it is behind; a word, of who leads, is a star where there is no room for it in large letters."""
    note: str = ""
    """A few words beside the gap."""


class _Size(NamedTuple):
    """How large the points, the names and the gaps are; 0 for the terminal's own letters."""

    points: int
    names: int
    gap: int = 0
    extras: int = 1
    """1 where arrows are shown, 2 where the points of the last round are, too."""

    @property
    def height(self) -> int:
        """The rows of a line."""
        return max(1, 3 * self.points)

    @property
    def halves_apart(self) -> int:
        """The columns between two columns of lines."""
        return 5 * self.points if self.points > 1 else 2 * GUTTER

    def gutters(self, widths: list[int], width: int = 0) -> list[int]:
        """Return the columns before each column: more than there are in it, and still more where it is so wide."""
        around, apart = max(1, 2 * self.names), 2 * self.points + 1 if self.names else GUTTER
        nearer = apart if widths[NAME + 1] else min(apart, 4)
        least = (0, self.points // 2, around, around, apart, nearer, nearer if self.gap else GUTTER)
        gaps = [gap if widths[at] and any(widths[:at]) else 0 for at, gap in enumerate(least)]
        spare, numbers = max(0, width - sum(widths) - sum(gaps)), sum(map(bool, gaps[NAME + 1 :])) or 1
        more = [(spare + at % numbers) // numbers if at > NAME and gap else 0 for at, gap in enumerate(gaps)]
        return [min(gap + one, WIDEST_GUTTER) for gap, one in zip(gaps, more, strict=True)]


_SIZES = (
    *(
        _Size(points, names, gap, extras)
        for names in range(5, 0, -1)
        for points in (min(names + 1, 5), names)
        for gap in ((1, 0) if points == 1 else (points - 1, max(1, points - 2)))
        for extras in (2, 1, 0)
    ),
    _Size(1, 0),
    _Size(0, 0),
)


_Cells: TypeAlias = tuple[Sequence[str], ...]
"""The columns of a line, each as rows of letters: rank, arrow, badge, name, last points, points and gap."""


class Board(Widget):
    """The lines, drawn for the room that the widget has."""

    lines: reactive[tuple[BoardLine, ...]] = reactive(())
    heads: Sequence[Sequence[str]] = ()
    """What stands at the left where there is room, and above the last points, the points and the gaps; then the same
    in fewer letters."""

    def render(self) -> Text:
        """Return the lines as large as they can be."""
        return board(self.lines, *self.size, self.heads) if self.lines else Text()


ONE_COLUMN = 6
"""Lines up to which all stand in one column, if they have numbers; names alone have two where they can."""


def board(lines: Sequence[BoardLine], width: int, height: int, heads: Sequence[Sequence[str]] = ()) -> Text:
    """Return the lines in the largest letters that there is room for, in two columns if they are larger there."""
    columns = (1, 2) if len(lines) > ONE_COLUMN else (1,) if any(line.points for line in lines) else (2, 1)
    for size in _SIZES:
        for count in columns:
            most, room = -(-len(lines) // count), (width - size.halves_apart * (count - 1)) // count
            if _fits(lines, size, room, height, most):
                return Text("\n").join(_rows(lines, size, room, height, most, heads))
    return Text()


def _rows(
    lines: Sequence[BoardLine],
    size: _Size,
    width: int,
    height: int,
    most: int,
    heads: Sequence[Sequence[str]],
) -> list[Text]:
    """Return lines in one grid, `most` below each other, with a free row between two and heads if there is room."""
    room = _room(lines, size, width)
    cells = [_cells(line, size, _whole(line.player, size, room)) for line in lines]
    widths = _widths(cells)
    free = max(0, height - size.height * most)
    plain = [("", *told[1:]) for told in heads[:1]]
    large = [*heads[:1], *plain, *heads[1:]] if size.points > 1 else []
    ways = [*((told, 1) for told in large), *((told, 0) for told in plain)]
    tried = ((*_above(told, scale, widths, size, width), told[1:], scale) for told, scale in ways)
    fit = (one for one in tried if 0 < len(one[0]) <= free)
    above, widths, numbers, scale = next(fit, ([], widths, (), 0))
    beside = above and _above(("", *numbers), scale, widths, size, width)[0]
    gutters = size.gutters(widths, width)
    roomy = free - len(above) >= most
    blank = [Text()] * (0 < len(above) <= free - (most if roomy else 2 - scale))
    tops = [[*one, *blank] if len(one) > 1 else [*blank, *one] for one in (above, beside)]
    pairs = zip(lines, cells, strict=True)
    drawn = [[*_drawn(line, size, own, widths, gutters), *[Text()] * roomy] for line, own in pairs]
    for row in chain(*tops, *drawn):
        row.pad_right(width - row.cell_len)
    parts = ([*tops[at > 0], *chain(*drawn[at : at + most])] for at in range(0, len(lines), most))
    apart = Text(" " * size.halves_apart)
    rows = [apart.join(row) for row in zip_longest(*parts, fillvalue=Text())]
    return rows[: len(rows) - roomy]


def _above(
    told: Sequence[str], scale: int, widths: list[int], size: _Size, width: int
) -> tuple[list[Text], list[int]]:
    """Return heads in letters of this size, [] if they do not fit, and how wide the columns are with them.

    The first one stands at the left, the others, which are quieter, above the right ends of the numbers.
    """
    heads = [_enlarged(head, scale) for head in told]
    numbers = zip(widths[NAME + 1 :], heads[1:], strict=True)
    wide = [*widths[: NAME + 1], *(own and max(own, _width(head)) for own, head in numbers)]
    rows, gutters = [""] * (3 if scale else 1), size.gutters(wide, width)
    if sum(wide) + sum(size.gutters(wide)) > width:
        return [], widths
    for at, head in enumerate(heads, NAME):
        end = sum(wide[: at + 1]) + sum(gutters[: at + 1])
        if told[at - NAME] and wide[at]:
            start = end - _width(head) if at > NAME else 0
            if len(head) < len(rows) or start < len(rows[0]) + 5 * scale * bool(rows[0]):
                return [], widths
            rows = [row.ljust(start) + part for row, part in zip(rows, head, strict=True)]
    until, quiet = _width(heads[0]), "dim" if scale else "bold dim"
    drawn = [Text.assemble((row[:until], "bold"), (row[until:], quiet)) for row in rows]
    return drawn if any(rows) else [], wide


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
    cells = [_cells(line, size, [" "]) for line in lines]
    widths = _widths(cells)
    return width - sum(widths) - sum(size.gutters(widths)) + 1


def _whole(name: str, size: _Size, room: int) -> Sequence[str]:
    """Return a name as large as all of it fits, in lines if need be, at last of the terminal's own letters."""
    if drawn := _largest(name, size.names, room) or flowed(name, room, size.height // 3).splitlines():
        return drawn
    rows = wrap(name, max(1, room), break_long_words=False) or [name]
    return [_shortened(row, 0, room) for row in (rows if len(rows) <= size.height else [name])]


def _largest(text: str, most: int, room: int) -> Sequence[str]:
    """Return a text in large letters, at most so large, that fit; () if none do."""
    return next((_enlarged(text, one) for one in range(most, 0, -1) if _columns(text, one) <= room), ())


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
    """Return the columns of a line; the rank is as large as the name."""
    gap = (*_enlarged(line.gap, size.gap), *filter(None, [line.note]))
    return (
        _enlarged(line.rank, size.names),
        _enlarged(line.arrow if size.extras else "", size.points // 2),
        cut_out(line.badge.letter, size.points),
        name,
        _enlarged(line.last if size.extras > 1 else "", size.gap),
        _enlarged(line.points, size.points),
        gap if size.points else ("  ".join(filter(None, gap)),),
    )


def cut_out(letter: str, points: int) -> Sequence[str]:
    """Return a player's letter cut out of the middle of a block that is as high as the points."""
    scale, wide = points - 1, cell_len(letter) + 2
    dots = [row for row in _dots(letter, scale) if "#" in row] if points > 1 else []
    if not dots:
        return ("█" * wide, f" {letter} ", "▀" * wide) if letter and points else (letter,)
    wide, free = max(3 * scale + 4, 5 * scale + 2), 5 * points - len(dots)
    rows = [""] * (free // 2) + dots + [""] * (free - free // 2)
    cut_out = [row.center(wide, ".").translate(_CUT_OUT) for row in rows]
    return tuple(_halved([*cut_out, *["." * wide] * (points % 2)]))


_CUT_OUT = str.maketrans("#.", ".#")


def _centred(rows: Sequence[str], size: _Size) -> Sequence[str]:
    """Return rows in the middle of those of a line that are drawn on, without an empty one below them."""
    if len(rows) > 1 and not rows[-1].strip():
        return _centred(rows[:-1], size)
    above = max(0, (5 * size.points + 1) // 2 - len(rows)) // 2
    return [*[""] * above, *rows, *[""] * size.height][: size.height]


def _enlarged(text: str, scale: int) -> Sequence[str]:
    """Return a text in large letters; in the terminal's own where the scale is 0, or where it has others."""
    return (enlarged(text, scale) if scale else ()) or (text,)


def _width(rows: Sequence[str]) -> int:
    return max(map(cell_len, rows))


def _widths(cells: Sequence[_Cells]) -> list[int]:
    return [max(map(_width, column)) for column in zip(*cells, strict=True)]


def _drawn(
    line: BoardLine, size: _Size, cells: _Cells, widths: list[int], gutters: list[int]
) -> Iterator[Text]:
    """Yield the rows of a line: the letter and the name in the player's colour, the rest quieter."""
    own = f"bold {line.badge.colour}"
    gap = "dim" if line.gap.startswith("+") else "bold"
    styles = ("bold", "bold", own, own, "dim", "bold", gap)
    for row in zip(*(_centred(cell, size) for cell in cells), strict=True):
        drawn = Text()
        for at, (text, style) in enumerate(zip(row, styles, strict=True)):
            free, is_number = widths[at] - cell_len(text), at == 0 or at > NAME
            drawn.append(" " * (gutters[at] + free * is_number))
            is_letter = at == BADGE and text.strip(BLOCKS)
            drawn.append(text, f"{style} reverse" if is_letter else style)
            drawn.append(" " * (free * (not is_number)))
        yield drawn
