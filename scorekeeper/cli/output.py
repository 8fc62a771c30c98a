"""What the command line prints: lines, tables, JSON, errors.

Control characters in what people typed or files hold come out escaped, so that no terminal obeys them.
"""

import json
import re
import shutil
import sys
from collections.abc import Iterable, Sequence
from typing import Any

import click
import msgspec
from rich.cells import cell_len, chop_cells

from scorekeeper.errors import Impossible, Unavailable
from scorekeeper.text import N_, _, join_with_commas, unprintable

NAME = "scorekeeper"
"""The name of the command."""

DISTRIBUTION = "domino-scorekeeper"
"""The name that the program is installed by; another project has the plain one."""

WIDEST = 100
"""Longer lines than this are hard to read, however wide the terminal."""

_ONE_LINE = 10_000
"""Columns that are enough for any line."""

_GAP = "  "
NO_BREAK = "\N{NO-BREAK SPACE}"
"""Stands in our own sentences, as in “33 %”; no terminal obeys it."""
_ALOUD = f"{__name__}.aloud"
"""Where Click keeps that a run is listened to."""

_TILES = re.compile(r"“[^”]*”|\"[^\"]*\"|(?<![\w.=/-])\d+-\d+(?: \d+-\d+)*(?![\w/-])")
_ASIDE = re.compile(r" \([a-z]+\.[a-z_]+\)|(?<=\.) [·?~](?= |$)")
"""The key of a rule behind its name, and the mark behind what a book says of it."""
_BULLET, _COLUMNS = re.compile(r"^\s*(?:[-·~?] )?"), re.compile(" {2,}")

_OBEYED = re.compile(r"[\x7f-\x9f\ud800-\udfff]")
"""Control characters that JSON leaves as they are, and bytes in the name of a file that are no UTF-8."""


def printable(text: str) -> str:
    r"""Return the text with everything a terminal could obey written out.

    >>> print(printable("a\x1b[31mb"))
    a\x1b[31mb
    """
    if text.isprintable():
        return text
    return "".join(
        letter.encode("unicode_escape").decode() if unprintable(letter) and letter != NO_BREAK else letter
        for letter in text
    )


def read_aloud() -> None:
    """Print for ears from now on, until the command ends: sentences, with no columns and no marks."""
    click.get_current_context().meta[_ALOUD] = True


def is_aloud() -> bool:
    """Whether what is printed is listened to."""
    ctx = click.get_current_context(silent=True)
    return ctx is not None and _ALOUD in ctx.meta


def as_spoken(line: str) -> str:
    """Return a line with words in place of the marks that a screen reader speaks as signs; empty if it has no word.

    What stands between quotation marks was typed or can be typed, and stays.

    >>> as_spoken("Round 9-9: Ana 12 → 7 (scoring.out). Left: 6-4 0-0"), as_spoken("====")
    ('Round double 9: Ana 12, now 7. Left: 6 4, double blank', '')
    >>> as_spoken('Write it like "Ben=5-0 3-2".')
    'Write it like "Ben=5-0 3-2".'
    """
    if not any(map(str.isalnum, line)):
        return ""
    line = _BULLET.sub("", _ASIDE.sub("", line)).replace(" · ", ", ").replace(" → ", _(", now "))
    return _TILES.sub(lambda match: _spoken_tiles(match[0]), _COLUMNS.sub(", ", line))


def _spoken_tiles(text: str) -> str:
    return text if text.startswith(("“", '"')) else join_with_commas([*map(_spoken_tile, text.split())])


def _spoken_tile(tile: str) -> str:
    low, high = tile.split("-")
    if low != high:
        return f"{low} {high}"
    return _("double blank") if low == "0" else _("double {number}", number=low)


def say(*lines: str) -> None:
    """Print lines on standard output."""
    for line in filter(None, map(as_spoken, lines)) if is_aloud() else lines:
        click.echo(printable(line))


def complain(*sentences: str) -> None:
    """Print sentences on standard error."""
    for sentence in sentences:
        line = as_spoken(sentence) if is_aloud() else f"{NAME}: {sentence}"
        click.echo(printable(line), err=True)


def write_out(data: bytes) -> None:
    """Write the bytes of a file to standard output, in a terminal with everything written out that it could obey.

    Raises Unavailable if it was closed, as they would be lost, and Impossible for a terminal that cannot show them.
    """
    if sys.__stdout__ is None:
        raise Unavailable(_("There is no standard output to write to; name a file with -o."))
    if not sys.stdout.isatty():
        click.echo(data, nl=False)
        return
    try:
        text = data.decode()
    except UnicodeDecodeError:
        sentence = N_("A terminal cannot show this file; name it with -o, or send it into a pipe or a file.")
        raise Impossible(_(sentence)) from None
    say(*text.removesuffix("\n").split("\n"))


def say_json(value: Any) -> None:
    """Print a value as JSON, in UTF-8 whatever the terminal speaks."""
    text = json.dumps(msgspec.to_builtins(value, enc_hook=str), indent=2, ensure_ascii=False)
    click.echo(_OBEYED.sub(lambda match: f"\\u{ord(match[0]):04x}", text).encode())


def columns() -> int:
    """Return how many columns the terminal has; aloud no line is too long."""
    return _ONE_LINE if is_aloud() else shutil.get_terminal_size().columns


def say_table(rows: Iterable[Sequence[str]], right: str, most: int | None = None, widest: int = 0) -> None:
    """Print rows in columns; `right` has one mark per column, `>` for those aligned to the right.

    If they are wider than `most` columns of the terminal, the `widest` one is cut with an ellipsis. Aloud, a row is
    what stands in its cells.
    """
    if is_aloud():
        say(*(join_with_commas([*filter(None, map(as_spoken, row))]) for row in rows))
        return
    texts = [[printable(cell) for cell in row] for row in rows]
    widths = [max(map(cell_len, column)) for column in zip(*texts, strict=True)]
    if most is not None:
        others = sum(widths) - widths[widest] + len(_GAP) * (len(widths) - 1)
        widths[widest] = min(widths[widest], max(most - others, 4))
    for row in texts:
        cells = []
        for cell, wide, mark in zip(row, widths, right, strict=True):
            fits = cut(cell, wide)
            space = " " * (wide - cell_len(fits))
            cells.append(space + fits if mark == ">" else fits + space)
        click.echo(_GAP.join(cells).rstrip())


def cut(text: str, columns: int) -> str:
    """Return the text in at most these columns.

    >>> cut("Ana Maria", 6), cut("明明明", 4), cut("👍🏽 Ana", 5), cut("Ana", 3)
    ('Ana M…', '明…', '👍🏽 A…', 'Ana')
    """
    return text if cell_len(text) <= columns else f"{chop_cells(text, columns - 1)[0]}…"
