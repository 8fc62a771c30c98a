"""`import`: takes games from our own files and from tables that people made, all of them or none."""

import sys
from collections.abc import Sequence
from datetime import date

import click

from scorekeeper.checks import game_findings
from scorekeeper.cli import options
from scorekeeper.cli.common import agreed, in_terminal, store
from scorekeeper.cli.games import about
from scorekeeper.cli.output import complain, printable, say, say_json
from scorekeeper.errors import Impossible
from scorekeeper.formats import ImportHints, ImportPlan
from scorekeeper.game import parse_names
from scorekeeper.session import Incoming, book_and_rules, doubting_kept, near_names, read_files, read_games
from scorekeeper.system import Source, now
from scorekeeper.text import N_, _, ngettext

HINTS = ImportHints("--set 12", "--players", "--running, --points", "--rules")
_LONG = 20
"""From so many games on their reading is shown in a terminal."""


@click.command("import", epilog=N_("scorekeeper import evenings.xlsx --dry-run"))
@click.argument("files", nargs=-1, required=True, type=options.InputFile(), metavar="FILE…")
@options.set_size
@options.rules
@click.option(
    "--players",
    default="",
    metavar="NAMES",
    help="Who played, separated by commas; other columns are left out.",
)
@options.day
@click.option(
    "--running/--points", default=None, help="The numbers are running totals, or points of each round."
)
@click.option("--dry-run", is_flag=True, help="Show what would be saved, and save nothing.")
@click.option("--yes", is_flag=True, help="Save the games as shown, without a question.")
@options.json
def take_in(
    files: tuple[Source, ...],
    set_size: int | None,
    book: str | None,
    house: tuple[str, ...],
    players: str,
    day: date | None,
    running: bool | None,
    dry_run: bool,
    yes: bool,
    as_json: bool,
) -> None:
    """Import games from files, all or none, and print their ids.

    FILE is a game file or a table of your own: CSV, .xlsx or .ods, with one game or many. It is shown first how
    each table was understood. In a terminal you are asked about what is not clear; elsewhere it is refused, unless
    you say --yes.
    """
    chosen, changes = book_and_rules(book, house)
    plan = ImportPlan(chosen, changes, set_size, running, day, now(), HINTS, own_rules=not (book or house))
    asks = in_terminal() and not (yes or as_json or dry_run)
    tables, known = [*read_files(files, parse_names(players), plan.at)], store().known_players()
    near = near_names(tables, known)
    question = N_("“{name}” is new here. Is it {other}?")
    same = {
        name: other
        for name, other in near.items()
        if asks and agreed(_(question, name=name, other=other), default=True)
    }
    hidden = len(tables) < _LONG or not sys.stderr.isatty()
    with click.progressbar(tables, label=_("Reading"), file=sys.stderr, hidden=hidden) as going:
        games = doubting_kept(read_games(going, plan, known, same), store().summaries().values())
    unclear = [f"{game.place}: {doubt}" for game in games for doubt in game.doubts]
    if not asks:
        sentence = N_("“{name}” is new here; it may be {other}.")
        unclear += [_(sentence, name=name, other=other) for name, other in near.items()]
    if not as_json:
        for game in games if dry_run or any(game.table for game in games) else ():
            click.echo(printable(game.sentence), err=not dry_run)
    complain(*unclear)
    if asks and any(game.table for game in games):
        if not agreed(ngettext("Save {count} game?", "Save {count} games?", len(games)), default=True):
            raise Impossible(_("Nothing was saved."))
    elif unclear and not (yes or dry_run):
        sentence = N_(
            "Not all of this is clear, so nothing was saved. Correct the file, or save it as shown with --yes."
        )
        raise Impossible(_(sentence))
    kept = () if dry_run else store().bring_in([game.log for game in games])
    ids = [game.id for game in kept] or [""] * len(games)
    _complain_of_errors(games, ids)
    if as_json:
        say_json([_understood(game, game_id) for game, game_id in zip(games, ids, strict=True)])
    elif kept:
        say(*ids)
    if len(kept) > 1:
        complain(_("To take all of them back, use scorekeeper delete {id} --import.", id=ids[0]))


def _understood(game: Incoming, game_id: str) -> dict[str, object]:
    """Return a game and how it was understood, for programs."""
    made = game.log.game
    return about(game_id, made) | {
        "date": made.date,
        "set": made.set_size,
        "rounds_played": made.rounds_played,
        "totals": {name: made.total(name) for name in made.players},
        "place": game.place,
        "left_out": game.table.left_out if game.table else (),
        "notes": game.notes,
        "doubts": game.doubts,
    }


def _complain_of_errors(games: Sequence[Incoming], ids: Sequence[str]) -> None:
    """Name the game files in which something cannot be true; they are kept all the same, to be mended."""
    for game, game_id in zip(games, ids, strict=True):
        wrong = any(finding.level == "error" for finding in game_findings(game.log.game))
        if game_id and game.table is None and wrong:
            sentence = N_("{file} was imported with errors; scorekeeper check {id} shows them.")
            complain(_(sentence, file=game.file, id=game_id))
