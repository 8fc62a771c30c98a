"""Opens a game: in the app, alone or on a sample game that leaves no trace; or to phones.

What only some of these need is loaded there, so that the first frame does not wait for it.
"""

import os
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path

import click
import msgspec

from scorekeeper.cli import options
from scorekeeper.cli.common import STREAM, agreed, names_file, open_kept, put_away, say_reach, store
from scorekeeper.cli.output import complain
from scorekeeper.errors import Ambiguous, Impossible, NotFound, nearest
from scorekeeper.session import shelf
from scorekeeper.storage import LATEST, Store, StorePlace, open_store, usual_place
from scorekeeper.system import games_file, now, read_settings, settings_file
from scorekeeper.text import N_, _


def open_app(games: StorePlace | None = None, game_id: str | None = None) -> int:
    """Open the app on a file of kept games, and return its exit status; the screens are loaded only here."""
    run: Callable[[StorePlace, str | None], tuple[Store, int]] = import_module("scorekeeper.tui.app").run_app
    used, status = run(games or usual_place(), game_id)
    put_away(used)
    return status


@click.command(hidden=True, context_settings={"ignore_unknown_options": True})
@click.argument("game")
@click.argument("more", nargs=-1, type=click.UNPROCESSED)
def open_command(game: str, more: tuple[str, ...]) -> int:
    """Open the app on a game."""
    if more:
        raise NotFound(_("There is no command “{name}”; {hint}", name=game, hint=_nearest_command(game)))
    if game == STREAM:
        raise Impossible(
            _("The app reads keys from standard input, not a game; save that with scorekeeper import -.")
        )
    return open_app(game_id=_imported(Path(game)) if names_file(game) else _game_id(game))


def _game_id(name: str) -> str:
    try:
        return store().find(name)
    except NotFound as error:
        if isinstance(error, Ambiguous) or name == LATEST:
            raise
        sentence = N_("There is no command and no saved game “{name}”; {hint}")
        raise NotFound(_(sentence, name=name, hint=_nearest_command(name))) from None


def _nearest_command(name: str) -> str:
    root = click.get_current_context().find_root()
    assert isinstance(root.command, click.Group)
    return nearest(name, root.command.list_commands(root))


def _imported(path: Path) -> str:
    """Return the id under which the game of a file is kept, keeping it first if the person agrees."""
    from scorekeeper.formats import read_log, show_game

    log, kept_games = read_log(path, shelf().book, now()), store()
    text = show_game(log.game)
    for listed in kept_games.list():
        if listed.players == log.game.players and show_game(kept_games.game(listed.id).game) == text:
            return listed.id
    if not agreed(_("This game is not saved yet. Save it and open it?"), default=True):
        raise click.Abort
    game_id = kept_games.bring_in([log])[0].id
    complain(_("Saved as {id}.", id=game_id))
    return game_id


@click.command(epilog="scorekeeper demo")
def demo() -> int:
    """Open the app on a sample game; no change to it is saved."""
    from tempfile import TemporaryDirectory

    from scorekeeper.game import SAMPLE_BOOK, sample_game

    with TemporaryDirectory(prefix="scorekeeper-") as folder:
        games = open_store(Path(folder) / games_file().name)
        game_id = games.add_games([sample_game(shelf().book(SAMPLE_BOOK))])[0].id
        games.close()
        return open_app(games.place, game_id)


@click.command(epilog="scorekeeper share last")
@click.argument("game", default="last", shell_complete=options.complete_game)
@click.option("--port", type=click.IntRange(0, 65535), help="The port; 0 takes a free one.")
@click.option("--address", metavar="ADDRESS", help="The address of this computer that phones use.")
@click.option("--private", is_flag=True, help="Ask for the PIN on the big screen too.")
@click.option("--json", "as_json", is_flag=True, help="Print one line of JSON, then serve.")
def share(game: str, port: int | None, address: str | None, private: bool, as_json: bool) -> None:
    """Open a game to the phones at the table and to a big screen, until Ctrl+C."""
    from scorekeeper.web import Host, qr_text  # takes longer to load than other commands to run

    session = open_kept(game)
    place, game_id = session.store.place, session.kept.id
    session.store.close()
    theme = read_settings(settings_file()).theme
    host = Host(place, game_id, address, port, private=private, theme=theme, log=complain)
    facts = {
        "address": host.origin,
        "table": host.table_address,
        "pin": host.devices.pin,
        "keeper": host.new_keeper_address(),
        "screen": host.screen_address,
    }

    def show() -> None:
        if as_json:
            click.echo(msgspec.json.encode(facts).decode())
        else:
            code = qr_text(facts["table"])
            if sys.stdout.isatty() and "NO_COLOR" not in os.environ:  # whatever the terminal's colours are
                lines = (click.style(line, fg="bright_white", bg="black") for line in code.splitlines())
                code = "\n".join(lines)
            click.echo(code)
            click.echo(_("Phones: {address}   PIN {pin}", address=facts["table"], pin=facts["pin"]))
            click.echo(_("Big screen: {address}", address=facts["screen"]))
            click.echo(_("Your own phone, once: {address}", address=facts["keeper"]))
            say_reach(host.moved, host.port, host.alone)

    host.run(show)
