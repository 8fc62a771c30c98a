"""`scorekeeper export`: a game as text, in one of the forms of `formats.export`."""

import sys
from pathlib import Path

import click

from scorekeeper.cli.common import force_option, game_argument, names_file, now, open_kept, write_files
from scorekeeper.cli.output import say
from scorekeeper.errors import Malformed, Unavailable
from scorekeeper.formats import EXPORTS, read_log
from scorekeeper.game import GameLog
from scorekeeper.session import shelf
from scorekeeper.system import ending_of
from scorekeeper.text import _, join_or


@click.command(epilog="scorekeeper export last -o friday.csv")
@game_argument
@click.option(
    "--format",
    "kind",
    type=click.Choice([*EXPORTS]),
    help="; ".join(f"{name}: {form.purpose} ({form.ending})" for name, form in EXPORTS.items())
    + ". If left out, the name's ending decides, or else it is toml.",
)
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Where to write it; - for stdout.",
)
@force_option
def export(game: str, kind: str | None, output: Path | None, force: bool) -> None:
    """Write a game as a file, or to stdout if no file is named."""
    text = EXPORTS[_kind(kind, output)].show(_log(game))
    if output is not None and str(output) != "-":
        write_files({output: text.encode()}, force)
        say(str(output))
    elif sys.stdout is None:  # it was closed when the program was started
        raise Unavailable(_("There is no standard output to write to; name a file with -o."))
    elif sys.stdout.isatty():
        say(*text.removesuffix("\n").split("\n"))
    else:
        click.echo(text.encode(), nl=False)


def _kind(asked: str | None, output: Path | None) -> str:
    """Return the export that is asked for, by name or by the file's ending. Raises Malformed where the two differ."""
    end = "" if output is None else ending_of(output.name)
    named = next((name for name, form in EXPORTS.items() if form.ending == f".{end.lower()}"), None)
    if end and named is None:
        endings = join_or([form.ending for form in EXPORTS.values()])
        raise Malformed(
            _("An export cannot be a .{end} file; it can be {forms}.", end=end, forms=endings), str(output)
        )
    if asked and named and asked != named:
        raise Malformed(
            _("This ends as a {named} file, not as {asked}.", named=named, asked=asked), str(output)
        )
    return asked or named or next(iter(EXPORTS))


def _log(game: str) -> GameLog:
    """Return the log of a stored game, or one that makes the game of a file."""
    if names_file(game):
        return read_log(Path(game), shelf().book, now())
    return open_kept(game).kept.log
