"""`scorekeeper export`: a game as text, in one of the forms of `formats.export`."""

import sys
from pathlib import Path

import click

from scorekeeper.cli.common import force_option, game_argument, names_file, now, open_kept, write_files
from scorekeeper.cli.output import say
from scorekeeper.errors import Unavailable
from scorekeeper.formats import EXPORTS, read_log
from scorekeeper.game import GameLog
from scorekeeper.session import shelf
from scorekeeper.text import _


@click.command(epilog="scorekeeper export last --format csv -o friday.csv")
@game_argument
@click.option(
    "--format",
    "kind",
    type=click.Choice([*EXPORTS]),
    default=next(iter(EXPORTS)),
    show_default=True,
    help="; ".join(f"{name}: {form.purpose} ({form.ending})" for name, form in EXPORTS.items()) + ".",
)
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Where to write it; - for stdout.",
)
@force_option
def export(game: str, kind: str, output: Path | None, force: bool) -> None:
    """Write a game as a file, or to stdout if no file is named."""
    text = EXPORTS[kind].show(_log(game))
    if output is not None and str(output) != "-":
        write_files({output: text.encode()}, force)
    elif sys.stdout is None:  # it was closed when the program was started
        raise Unavailable(_("There is no standard output to write to; name a file with -o."))
    elif sys.stdout.isatty():
        say(*text.removesuffix("\n").split("\n"))
    else:
        click.echo(text.encode(), nl=False)


def _log(game: str) -> GameLog:
    """Return the log of a stored game, or one that makes the game of a file."""
    if names_file(game):
        return read_log(Path(game), shelf().book, now())
    return open_kept(game).kept.log
