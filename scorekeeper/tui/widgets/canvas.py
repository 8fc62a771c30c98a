"""Cells in rows: blocks of colour, words and large letters are put anywhere on them, then drawn as lines.

Knows no game. Where a terminal has only its own colours nothing is tinted, and a block of a colour is reversed.
"""

from collections.abc import Sequence
from functools import cache
from itertools import groupby
from operator import mul

from rich.cells import cell_len
from rich.console import Console
from rich.segment import Segment
from rich.style import Style
from rich.text import Text
from textual.color import Color
from textual.strip import Strip
from textual.theme import Theme

BLACK_FROM = 0.179
"""The luminance from which on black contrasts more with a colour than white."""

BAND, BAND_ON_LIGHT, DEEP = 0.17, 0.11, 0.34
"""How much of a player's colour is in the ground of a band, and behind its rank and a name that has not won."""


@cache
def ink(colour: str) -> str:
    """Return black or white, whichever contrasts more with a colour.

    >>> ink("#f0e442"), ink("#0b50d0")
    ('#000000', '#ffffff')
    """
    parts = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in Color.parse(colour).normalized
    )
    luminance = sum(map(mul, (0.2126, 0.7152, 0.0722), parts))
    return "#000000" if luminance > BLACK_FROM else "#ffffff"


def block(theme: Theme, colour: str) -> str:
    """Return the style of a block of a colour, and of what stands on it."""
    return f"reverse {colour}" if theme.ansi else f"{ink(colour)} on {colour}"


def tinted(theme: Theme, colour: str, part: float) -> str:
    """Return the ground of a theme with a part of a colour in it; nothing where the terminal has its own colours."""
    return "" if theme.ansi else _blended(theme.background or "", colour, part)


@cache
def _blended(ground: str, colour: str, part: float) -> str:
    return Color.parse(ground).blend(Color.parse(colour), part).hex


def band_ground(theme: Theme, colour: str) -> str:
    """Return the ground of a band in a player's colour, with so little of it that names can be read."""
    return tinted(theme, colour, BAND if theme.dark else BAND_ON_LIGHT)


class Canvas:
    """The cells; what is put beside them is left out."""

    def __init__(self, width: int, height: int, ground: Style) -> None:
        self.width, self.height = width, height
        self._ground = ground
        self._letters = [[" "] * width for _row in range(height)]
        self._styles = [[ground] * width for _row in range(height)]

    def copy(self) -> "Canvas":
        """Return another one with the same cells."""
        other = Canvas(self.width, 0, self._ground)
        other.height = self.height
        other._letters, other._styles = ([[*row] for row in rows] for rows in (self._letters, self._styles))
        return other

    def fill(self, x: int, y: int, width: int, height: int, style: str = "") -> None:
        """Make a block of a style, and take away what stood there."""
        drawn, left, right = self._ground + Style.parse(style), max(0, x), min(x + width, self.width)
        for row in range(max(0, y), min(y + height, self.height)):
            self._letters[row][left:right] = [" "] * max(0, right - left)
            self._styles[row][left:right] = [drawn] * max(0, right - left)

    def put(self, x: int, y: int, words: str, style: str | Style = "") -> None:
        """Put words on a row, on the ground that is there."""
        drawn = Style.parse(style) if isinstance(style, str) else style
        for letter in words if 0 <= y < self.height else "":
            wide = cell_len(letter)
            if 0 <= x <= self.width - wide and wide:
                self._letters[y][x : x + wide] = [letter, *[""] * (wide - 1)]
                self._styles[y][x : x + wide] = [self._styles[y][x] + drawn] * wide
            x += wide

    def put_rows(self, x: int, y: int, rows: Sequence[str], style: str = "") -> None:
        """Put rows of large letters below each other; between them the ground stays."""
        drawn = Style.parse(style)
        for down, row in enumerate(rows):
            for right, letter in enumerate(row):
                self.put(x + right, y + down, letter if letter != " " else "", drawn)

    def put_text(self, x: int, y: int, text: Text, console: Console) -> None:
        """Put styled lines below each other."""
        for down, line in enumerate(text.split(allow_blank=True)):
            at = x
            for segment in line.render(console):
                words = segment.text.rstrip("\n")
                self.put(at, y + down, words, segment.style or "")
                at += cell_len(words)

    def strip(self, y: int) -> Strip:
        """Return a row as it is drawn."""
        if not 0 <= y < self.height:
            return Strip.blank(self.width, self._ground)
        cells = zip(self._letters[y], self._styles[y], strict=True)
        runs = groupby(cells, lambda cell: cell[1])
        return Strip(
            [Segment("".join(letter for letter, _style in run), style) for style, run in runs], self.width
        )
