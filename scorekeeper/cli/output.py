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
from scorekeeper.text import _, unprintable

NAME = "scorekeeper"
"""The name of the command."""

DISTRIBUTION = "domino-scorekeeper"
"""The name that the program is installed by; another project has the plain one."""

WIDEST = 100
"""Longer lines than this are hard to read, however wide the terminal."""

_GAP = "  "
NO_BREAK = "\N{NO-BREAK SPACE}"
"""Stands in our own sentences, as in “33 %”; no terminal obeys it."""
_OBEYED = re.compile(r"[\x7f-\x9f\ud800-\udfff]")
"""Control characters that JSON leaves as they are, and bytes in the name of a file that are no UTF-8."""


def printable(text: str) -> str:
    r"""Return the text with everything a terminal could obey written out.

    >>> print(printable("a\x1b[31mb"))
    a\x1b[31mb
    """
    return "".join(
        letter.encode("unicode_escape").decode() if unprintable(letter) and letter != NO_BREAK else letter
        for letter in text
    )


def say(*lines: str) -> None:
    """Print lines on standard output."""
    for line in lines:
        click.echo(printable(line))


def complain(*sentences: str) -> None:
    """Print sentences on standard error."""
    for sentence in sentences:
        click.echo(f"{NAME}: {printable(sentence)}", err=True)


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
        raise Impossible(
            _("A terminal cannot show this file; name it with -o, or send it into a pipe or a file.")
        ) from None
    say(*text.removesuffix("\n").split("\n"))


def say_json(value: Any) -> None:
    """Print a value as JSON, in UTF-8 whatever the terminal speaks."""
    text = json.dumps(msgspec.to_builtins(value, enc_hook=str), indent=2, ensure_ascii=False)
    click.echo(_OBEYED.sub(lambda found: f"\\u{ord(found[0]):04x}", text).encode())


def columns() -> int:
    """Return how many columns the terminal has."""
    return shutil.get_terminal_size().columns


def say_table(rows: Iterable[Sequence[str]], right: str, most: int | None = None, widest: int = 0) -> None:
    """Print rows in columns; `right` has one mark per column, `>` for those aligned to the right.

    If they are wider than `most` columns of the terminal, the `widest` one is cut with an ellipsis.
    """
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
