"""Opens a game to phones and the big screen, until Ctrl+C."""

import os
import sys

import click
import msgspec

from scorekeeper.cli.common import complete_game, open_kept
from scorekeeper.cli.output import complain
from scorekeeper.system import read_settings, settings_file
from scorekeeper.text import _


class Addresses(msgspec.Struct, frozen=True):
    """Where a shared table is found, as `--json` prints it."""

    address: str
    table: str
    pin: str
    keeper: str
    screen: str


def _colours() -> bool:
    """Whether what is printed can be black on white, whatever the terminal's colours are."""
    return sys.stdout.isatty() and "NO_COLOR" not in os.environ


def _coloured(code: str) -> str:
    if not _colours():
        return code
    return "\n".join(click.style(line, fg="black", bg="bright_white") for line in code.splitlines())


@click.command(epilog="scorekeeper share last")
@click.argument("game", default="last", shell_complete=complete_game)
@click.option("--port", type=click.IntRange(0, 65535), help="The port; 0 takes a free one.")
@click.option("--address", metavar="ADDRESS", help="The address of this computer that phones use.")
@click.option("--private", is_flag=True, help="Ask for the PIN on the big screen too.")
@click.option("--json", "as_json", is_flag=True, help="Print one line of JSON, then serve.")
def share(game: str, port: int | None, address: str | None, private: bool, as_json: bool) -> None:
    """Open a game to the phones at the table and to a big screen, until Ctrl+C."""
    from scorekeeper.web import Host, qr_text  # takes longer to load than other commands to run

    session = open_kept(game)
    path, game_id = session.store.path, session.kept.id
    session.store.close()
    theme = read_settings(settings_file()).theme if settings_file().exists() else ""
    host = Host(path, game_id, address, port, private=private, theme=theme)
    found = Addresses(
        host.origin, host.table_address, host.devices.pin, host.new_keeper_address(), host.screen_address
    )

    def show() -> None:
        if as_json:
            click.echo(msgspec.json.encode(found).decode())
        else:
            click.echo(_coloured(qr_text(found.table, dark=_colours())))
            click.echo(_("Phones: {address}   PIN {pin}", address=found.table, pin=found.pin))
            click.echo(_("Big screen: {address}", address=found.screen))
            click.echo(_("Your own phone, once: {address}", address=found.keeper))
            complain(_("Everybody on this network can reach it; Ctrl+C ends it."))

    host.run(show)
