"""`scorekeeper keep`: an evening line by line, without a screen, for screen readers, slow lines and pipes."""

import sys

import click

from scorekeeper.cli import UNKNOWN, fault_of, options
from scorekeeper.cli.common import open_kept, store, take_stdin
from scorekeeper.cli.keep.evening import NewEvening, SpokenEvening
from scorekeeper.cli.output import as_spoken, complain, printable, read_aloud, say
from scorekeeper.errors import ScorekeeperError, Unanswered, Unavailable
from scorekeeper.text import _


def ask(question: str) -> str:
    """Ask, and return what was typed. Raises EOFError at the end of the input."""
    if sys.stdin.isatty():
        return input(f"{printable(as_spoken(question))} ").strip()
    say(question)
    return input().strip()


def _evening(game_id: str, by: str | None) -> NewEvening | SpokenEvening:
    """Return what is asked during a game, which is introduced, or before there is one."""
    if not game_id:
        return NewEvening()
    evening = SpokenEvening(game_id, by)
    evening.introduce()
    return evening


@click.command("keep", epilog="scorekeeper keep last")
@click.argument("game", required=False, shell_complete=options.complete_game)
@options.by
def keep(game: str | None, by: str | None) -> int:
    """Keep a game line by line, without a screen: it asks for each hand and saves each line at once.

    Without GAME it is the latest game that is not over, or a new one. At every question you can type a
    command, such as `standing`, `undo`, `judge`, `call`, `log`, `leave` or `help`.
    """
    if sys.__stdin__ is None:  # it was closed when the program was started
        raise Unavailable(_("There is no standard input to read."))
    take_stdin()
    game_id = open_kept(game).kept.id if game else ""  # which says which one is the last
    game_id = game_id or next((listed.id for listed in store().list() if not listed.complete), "")
    read_aloud()
    evening = _evening(game_id, by)
    say(_("At every question you can type help, or say in a sentence what you want; quit leaves."))
    refused = 0  # the exit status of a pipe: 1 where a line was refused
    while True:
        try:
            prompt = evening.prompt()
            evening.take(prompt, ask(prompt.text))
            if evening.is_left:
                evening = _evening(evening.next_game, by)
        except EOFError:
            break
        except (ScorekeeperError, click.ClickException) as error:
            refused = UNKNOWN if isinstance(error, Unanswered) else refused or 1
            complain(fault_of(error))
    return 0 if sys.stdin.isatty() else refused
