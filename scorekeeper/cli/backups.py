"""`scorekeeper restore`: lists the backups of the stored games, and brings one back."""

import click

from scorekeeper.cli.common import json_option, now
from scorekeeper.cli.output import complain, say, say_json, say_table
from scorekeeper.storage import Backup, list_copies, restore_backup
from scorekeeper.system import games_file
from scorekeeper.text import _, ngettext


@click.command(epilog="scorekeeper restore last")
@click.argument("backup", required=False)
@json_option
def restore(backup: str | None, as_json: bool) -> None:
    """List the backups of the saved games, or restore one.

    BACKUP is a backup's name, the beginning of one, or `last`. The current games are backed up first.
    """
    games = games_file()
    if backup is not None:
        done = restore_backup(games, backup, now())
        say(
            ngettext(
                "{count} game was restored from the backup.",
                "{count} games were restored from the backup.",
                done.games,
                count=done.games,
            )
        )
        if done.backup:
            say(
                _(
                    "The games that were there before are in a backup; scorekeeper restore {name} brings them back.",
                    name=done.backup,
                )
            )
        elif done.before is not None:
            say(_("The damaged file that was there before is {path}.", path=done.before))
        return
    found = list_copies(games)
    if as_json:
        say_json(found)
    elif found:
        say_table([_row(one) for one in found], right="<><<")
    else:
        complain(_("There is no backup yet; one is made when games have changed, at most one an hour."))


def _row(one: Backup) -> tuple[str, ...]:
    many = ngettext("{count} game", "{count} games", one.games)
    return one.name, many, one.changed[:16].replace("T", " "), one.latest
