"""Large letters, drawn with half blocks: three lines high, or a multiple of that.

For Latin capitals, some of them with accents, digits, and the marks of names, questions and calls; any other
text is left as it is, and so is one that has no room.
"""

from collections.abc import Iterator, Mapping
from functools import cache
from unicodedata import normalize

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
