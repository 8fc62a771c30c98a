"""Letters and tiles to be read from far away, as large as there is room for.

Letters are drawn with half blocks, three lines high or a multiple of that; a text with other letters than Latin
capitals, digits and marks is left as it is.
"""

from collections.abc import Iterator, Mapping
from functools import cache
from itertools import product
from pathlib import Path
from unicodedata import normalize

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


@cache
def enlarged(text: str, scale: int = 1) -> tuple[str, ...]:
    """Return a text in letters of three lines times `scale`, all lines equally long; () if it has other letters.

    >>> enlarged("1.", 2)
    ('  ██      ', '████      ', '  ██      ', '  ██      ', '██████  ██', '          ')
    """
    return tuple(_halved(_dots(text, scale)))


@cache
def inked(text: str, scale: int) -> tuple[str, ...]:
    """Return the rows of a text that are not blank in such letters, 0 for the terminal's own; () if it has others."""
    return tuple(row for row in (enlarged(text, scale) if scale else (text,)) if row.strip())


def centred(text: str, scale: int, halves: int) -> tuple[str, ...]:
    """Return a text in such letters, in the middle of so many half rows; () if it has others.

    >>> centred("1", 1, 7)
    (' ▄ ', '▀█ ', '▄█▄', '   ')
    """
    rows = [row for row in _dots(text, scale) if "#" in row]
    if not rows:
        return ()
    above, blank = (halves - len(rows)) // 2, ["." * len(rows[0])]
    return tuple(_halved([*blank * above, *rows, *blank * (halves + halves % 2 - above - len(rows))]))


def _dots(text: str, scale: int) -> list[str]:
    """Return the dots of a text in rows, # for one that is drawn; [] if it has letters that are not known here.

    They stand on the lowest row if one has an accent.
    """
    letters = [_letter(letter) for letter in normalize("NFC", text.upper())]
    if not all(letters):
        return []
    accented = any(len(letter) == _ROWS for letter in letters)
    drawn = []
    for letter in letters:
        gap = ["." * len(letter[0])] * (_ROWS - len(letter))
        drawn.append([*gap, *letter] if accented else [*letter, *gap])
    rows = [" ".join(row) for row in zip(*drawn, strict=True)]
    return ["".join(dot * scale for dot in row.replace(" ", ".")) for row in rows for _time in range(scale)]


DOTS = {4: (" " * 6, "▄████▄", "██████", "▀████▀"), 3: (" " * 5, "▄███▄", "▀███▀"), 1: (" ● ",)}
"""The lines of a dot with what is left free around it, by how many times larger the tile is."""


def drawn_tile(high: int, low: int, scale: int = 1, upright: bool = False) -> str:
    """Return a tile that lies on its side, or stands, so many times larger.

    >>> print(drawn_tile(5, 1))
    ┌───────┬───────┐
    │ ●   ● │       │
    │   ●   │   ●   │
    │ ●   ● │       │
    └───────┴───────┘
    >>> print(drawn_tile(2, 2, upright=True))
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
    width = max(5, *(2 * -(-number // 3) - 1 for number in (high, low)))
    left, right = (_half(number, width, scale) for number in (high, low))
    line = "─" * scale * (width + 2)
    if upright:
        sides = [[f"│{row}│" for row in half] for half in (left, right)]
        return "\n".join([f"┌{line}┐", *sides[0], f"├{line}┤", *sides[1], f"└{line}┘"])
    rows = (f"│{left_row}│{right_row}│" for left_row, right_row in zip(left, right, strict=True))
    return "\n".join([f"┌{line}┬{line}┐", *rows, f"└{line}┴{line}┘"])


def largest_double(double: int, width: int, height: int) -> list[str]:
    """Return a double as a tile in rows, as large as so many columns and rows have the room for; [] for no room."""
    tiles = (drawn_tile(double, double, *size).split("\n") for size in product((4, 3, 1), (False, True)))
    return next((tile for tile in tiles if len(tile[0]) <= width and len(tile) <= height), [])


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
    return len(next(iter(enlarged(text)), ""))


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


def _halved(rows: list[str]) -> Iterator[str]:
    """Yield lines of half blocks, two rows to a line."""
    for upper, lower in zip(rows[::2], rows[1::2], strict=True):
        yield "".join(_BLOCKS[above == "#", below == "#"] for above, below in zip(upper, lower, strict=True))
