"""Large letters for the answer to a dispute: three lines high, drawn with half blocks.

For Latin capitals and digits; any other text is left as it is, and so is one that has no room.
"""

from collections.abc import Iterator, Mapping

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
"""

_LETTERS: Mapping[str, tuple[str, ...]] = {
    letter: tuple(rows) for letter, *rows in (line.split() for line in _DRAWN.split("\n") if line)
} | {" ": ("..",) * 5}


def large(text: str, width: int) -> str:
    """Return a text in large letters, or as it is where it does not fit or has other letters.

    >>> print(large("No", 20))
    █▄ █ ▄▀▄
    █ ▀█ █ █
    ▀  ▀  ▀
    """
    capitals = text.upper()
    if not text or any(letter not in _LETTERS for letter in capitals):
        return text
    rows = [" ".join(_LETTERS[letter][row] for letter in capitals) for row in range(_ROWS - 1)]
    if len(rows[0]) > width:
        return text
    return "\n".join(line.rstrip() for line in _halved([*rows, "." * len(rows[0])]))


def _halved(rows: list[str]) -> Iterator[str]:
    """Yield lines of half blocks, two rows to a line."""
    for upper, lower in zip(rows[::2], rows[1::2], strict=True):
        yield "".join(_BLOCKS[one == "#", other == "#"] for one, other in zip(upper, lower, strict=True))
