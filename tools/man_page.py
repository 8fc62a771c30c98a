"""Writes the man page `docs/scorekeeper.1` from the commands; `tools.pages` calls it, and the wheel installs it."""

import re
from collections.abc import Iterator

import click

from scorekeeper.cli import GROUPS, scorekeeper
from tools import made

TYPED = {"\\": "\\e", "-": "\\-", "'": "\\(aq", '"': "\\(dq", "`": "\\(ga", "~": "\\(ti", "^": "\\(ha"}
"""What stands for the letters that typesetting would change, or take for its own."""


def page() -> str:
    """Return the man page."""
    name, *more = made.paragraphs(scorekeeper.help or "")
    lines = [
        r".\" Written by `make pages`.",
        '.TH SCOREKEEPER 1 "" scorekeeper "User Commands"',
        *(".nh", ".ad l"),  # no word is broken, no gap is stretched: both would change what is typed
        ".SH NAME",
        rf"scorekeeper \- {roff(name[0].lower() + name[1:].removesuffix('.'))}",
        ".SH SYNOPSIS",
        rf"\fBscorekeeper\fR {roff(scorekeeper.subcommand_metavar)}",
        ".SH DESCRIPTION",
        *_text(more),
        ".PP",
        rf"\fBscorekeeper\fR {roff('COMMAND --help')} says the same of one command.",
    ]
    for heading, names in GROUPS.items():
        lines.append(f".SH {roff(heading.upper())}")
        for command in names:
            for ctx in made.in_group(command):
                lines += _command(ctx)
    return "\n".join([*lines, ""])


def _command(ctx: click.Context) -> Iterator[str]:
    yield f".SS {roff(made.usage(ctx))}"
    yield from _text(made.paragraphs(ctx.command.help or ""))
    for names, text in made.options(ctx):
        yield from (".TP", rf"\fB{roff(names)}\fR", roff(text))
    yield from (".PP", rf"For example \fB{roff(made.example(ctx))}\fR")


def _text(paragraphs: list[str]) -> Iterator[str]:
    for index, paragraph in enumerate(paragraphs):
        yield from ([".PP"] if index else [])
        yield re.sub(r"\\\(ga(.*?)\\\(ga", r"\\fB\1\\fR", roff(paragraph))


def roff(text: str) -> str:
    r"""Return a text as roff shows it, every letter as it is typed.

    >>> print(roff("-o … it's"))
    \-o \[u2026] it\(aqs
    """
    shown = "".join(
        TYPED.get(letter, letter if letter.isascii() else rf"\[u{ord(letter):04X}]") for letter in text
    )
    return rf"\&{shown}" if shown.startswith(".") else shown
