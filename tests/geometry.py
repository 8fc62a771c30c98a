"""Measures a printed page from the drawing commands of its PDF: its letters, its lines, and the boxes between them.

Lengths are in points, from the lower left corner. No part of the program.
"""

import io
import re
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any, NamedTuple, cast

from pypdf import PageObject, PdfReader
from pypdf.generic import DictionaryObject, StreamObject

POINTS_PER_MM = 72 / 25.4
LONG = 14 * POINTS_PER_MM
"""Straight lines of this length belong to a table, or are there to write on; shorter ones are parts of pictures."""

CAPITALS, TAIL = 0.66, 0.02
"""How high digits and capitals stand over their line, and how deep round ones hang below it, in sizes."""

STRING = rb"\((?:\\.|[^\\()])*\)"
for _depth in range(6):  # parentheses in pairs may stand in a string as they are
    STRING = rb"\((?:\\.|[^\\()]|" + STRING + rb")*\)"
TOKEN = re.compile(
    rb"(?P<text>" + STRING + rb")"
    rb"|(?P<number>-?\d*\.?\d+)|/(?P<name>[^\s/\[\]()<>]+)|(?P<word>[A-Za-z]+\*?)|[\[\]<>]",
    re.DOTALL,
)
ESCAPE = re.compile(rb"\\([0-7]{3}|.)", re.DOTALL)
CONTROL = {b"n": b"\n", b"r": b"\r", b"t": b"\t", b"b": b"\b", b"f": b"\f"}

Matrix = tuple[float, float, float, float, float, float]
Place = tuple[float, float]


class Run(NamedTuple):
    """Letters in a row, upright: where they stand, how far they reach, and their size."""

    left: float
    right: float
    baseline: float
    size: float
    text: str


class Line(NamedTuple):
    """A straight line: whether it lies, where it is, and from where to where it goes."""

    lies: bool
    at: float
    start: float
    end: float


class Page(NamedTuple):
    """What a page shows: its letters, and its long lines."""

    runs: tuple[Run, ...]
    lines: tuple[Line, ...]

    @property
    def smallest_letter(self) -> float:
        """The size of the smallest letters, in points."""
        return min(run.size for run in self.runs)

    @property
    def smallest_box(self) -> float:
        """The shorter side of the smallest box of the tables, in millimetres."""
        return min(_gap(self.lines, lies) for lies in (True, False)) / POINTS_PER_MM

    @property
    def crossed(self) -> tuple[str, ...]:
        """The letters that a long line goes through, or touches."""
        return tuple(run.text for run in self.runs if any(_crosses(line, run) for line in self.lines))


def measured(pdf: bytes) -> list[Page]:
    """Return what every page of a PDF shows."""
    return [_Reader(page).page() for page in PdfReader(io.BytesIO(pdf)).pages]


def _gap(lines: tuple[Line, ...], lies: bool) -> float:
    """Return the least distance between two lines of a table; lying ones are all equally long."""
    same = sorted({line for line in lines if line.lies == lies}, key=lambda line: line.at)
    return min(
        (
            other.at - one.at
            for one, other in combinations(same, 2)
            if other.at - one.at > 0.5 and (_alike(one, other) if lies else _overlap(one, other) > LONG / 2)
        ),
        default=float("inf"),
    )


def _alike(one: Line, other: Line) -> bool:
    return abs(one.start - other.start) < 0.1 and abs(one.end - other.end) < 0.1


def _overlap(one: Line, other: Line) -> float:
    return min(one.end, other.end) - max(one.start, other.start)


def _crosses(line: Line, run: Run) -> bool:
    low, high = run.baseline - TAIL * run.size, run.baseline + CAPITALS * run.size
    if line.lies:
        return low < line.at < high and line.start < run.right and run.left < line.end
    return run.left < line.at < run.right and line.start < high and low < line.end


class _Font(NamedTuple):
    widths: dict[int, float]
    letters: dict[int, str]


def _font(font: DictionaryObject) -> _Font:
    """Return the widths of a font's glyphs, as parts of its size, and the letters that they stand for."""
    (below,) = cast("list[DictionaryObject]", font["/DescendantFonts"])
    ranges = [
        float(value) for value in cast("list[float]", cast("DictionaryObject", below.get_object())["/W"])
    ]
    widths = {
        glyph: width / 1000
        for first, last, width in zip(*(ranges[part::3] for part in range(3)), strict=True)
        for glyph in range(int(first), int(last) + 1)
    }
    named = re.findall(rb"<(\w{4})> <(\w+)>", cast("StreamObject", font["/ToUnicode"]).get_data())
    return _Font(
        widths, {int(glyph, 16): bytes.fromhex(text.decode()).decode("utf-16-be") for glyph, text in named}
    )


class _Reader:
    """Follows the commands of one page."""

    def __init__(self, page: PageObject) -> None:
        contents = page.get_contents()
        assert contents is not None
        self._commands = contents.get_data()
        fonts = cast("DictionaryObject", page["/Resources"])["/Font"]
        self._fonts = {name[1:]: _font(font.get_object()) for name, font in fonts.items()}
        self._matrix: Matrix = (1, 0, 0, 1, 0, 0)
        self._saved: list[Matrix] = []
        self._path: list[tuple[Place, Place]] = []
        self._pen: Place = (0, 0)
        self._font, self._size = _Font({}, {}), 0.0
        self._runs: list[Run] = []
        self._lines: list[Line] = []

    def page(self) -> Page:
        """Return what the page shows."""
        values: list[Any] = []
        for token in TOKEN.finditer(self._commands):
            if (command := token["word"]) is not None:
                self._do(command.decode(), values)
                values = []
            elif (number := token["number"]) is not None:
                values.append(float(number))
            elif (name := token["name"]) is not None:
                values.append(name.decode())
            elif (text := token["text"]) is not None:
                values.append(text)
        return Page(tuple(self._runs), tuple(self._lines))

    def _do(self, command: str, values: Sequence[Any]) -> None:
        match command:
            case "q":
                self._saved.append(self._matrix)
            case "Q":
                self._matrix = self._saved.pop()
            case "cm":
                self._matrix = _combined(values[-6:], self._matrix)
            case "m":
                self._pen = self._place(*values[-2:])
            case "l":
                start, self._pen = self._pen, self._place(*values)
                self._path.append((start, self._pen))
            case "S" | "B" | "f" | "n":
                if command in "SB":
                    self._lines += filter(None, (_line(start, end) for start, end in self._path))
                self._path = []
            case "Tf":
                self._font, self._size = self._fonts[values[-2]], values[-1]
            case "Tj" | "TJ":
                self._runs += filter(None, [self._run(values)])

    def _place(self, x: float, y: float) -> Place:
        a, b, c, d, e, f = self._matrix
        return a * x + c * y + e, b * x + d * y + f

    def _run(self, values: Sequence[float | bytes]) -> Run | None:
        """Return the letters of strings and of the kerning between them, without spaces at their ends."""
        at, right, shown = 0.0, 0.0, ""
        for value in values:
            if isinstance(value, float):
                at -= value / 1000
                continue
            for glyph in _glyphs(value):
                at += self._font.widths[glyph]
                shown += self._font.letters.get(glyph, "?")
                right = at if shown[-1:].strip() else right
        left, baseline = self._place(0, 0)
        size = self._size * self._matrix[0]
        return Run(left, left + right * size, baseline, size, shown.strip()) if shown.strip() else None


def _glyphs(text: bytes) -> Iterator[int]:
    """Yield the numbers of the glyphs of a string, two bytes each."""
    numbers = ESCAPE.sub(_unescaped, text[1:-1])
    return (int.from_bytes(pair) for pair in (numbers[at : at + 2] for at in range(0, len(numbers), 2)))


def _unescaped(escape: re.Match[bytes]) -> bytes:
    code = escape[1]
    return bytes([int(code, 8)]) if len(code) == 3 else CONTROL.get(code, code)


def _combined(inner: Sequence[float], outer: Matrix) -> Matrix:
    """Return the matrix that first does the inner one, then the outer one."""
    a, b, c, d, e, f = inner
    g, h, i, j, k, m = outer
    return (
        a * g + b * i,
        a * h + b * j,
        c * g + d * i,
        c * h + d * j,
        e * g + f * i + k,
        e * h + f * j + m,
    )


def _line(start: Place, end: Place) -> Line | None:
    """Return a long line that lies or stands, else None."""
    (x, y), (to_x, to_y) = sorted((start, end))
    if abs(to_y - y) < 0.01 and to_x - x > LONG:
        return Line(True, y, x, to_x)
    if abs(to_x - x) < 0.01 and abs(to_y - y) > LONG:
        return Line(False, x, min(y, to_y), max(y, to_y))
    return None
