"""`last` and whatever else takes a game without its id say which game that is, so that nobody writes into another."""

import io
import json
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import click
import pytest

from scorekeeper.cli import scorekeeper
from scorekeeper.storage import open_store, usual_place
from tests.conftest import Cli, case_file

TITLE, PLAYERS = "Friday night", ("Ana", "Ben", "Carla")
SHEET = "round,ended,Ana,Ben,Carla\n9-9,Ana,out,5,7\n"

GIVEN: dict[str, list[str]] = case_file("command_words.toml")
"""What a command needs besides a game; the others need nothing."""


def _with_a_game(group: click.Group) -> Iterator[tuple[str, list[str]]]:
    """Yield every command that takes a saved game, and how it is told that this is the latest one."""
    ctx = click.Context(group)
    for name in group.list_commands(ctx):
        command = group.get_command(ctx, name)
        assert command is not None
        if name in ("history", "restore"):  # what is played, such as Chickenfoot; a game of a backup
            continue
        for parameter in command.params:
            if parameter.name in ("game", "games", "told_game"):
                yield name, ["--game", "last"] if isinstance(parameter, click.Option) else ["last"]


COMMANDS = dict(_with_a_game(scorekeeper))


@pytest.fixture
def tables(cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Cli:
    """Keep the games of two tables, and return a function that runs a command line in a folder of its own."""

    def no_host(*_given: object, **_options: object) -> None:
        raise click.Abort

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("scorekeeper.web.Host", no_host)
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    (tmp_path / "friday.csv").write_text(SHEET, encoding="utf-8")
    assert cli("new", "--players", "Gus,Hal").status == 0
    assert cli("new", "--players", ",".join(PLAYERS), "--title", TITLE).status == 0
    return cli


def _latest() -> str:
    with closing(open_store(usual_place())) as store:
        return store.list(1)[0].id


def test_the_tree_of_commands_has_games() -> None:
    """What needs words besides a game is among the commands that take one."""
    assert GIVEN.keys() <= COMMANDS.keys()
    assert {"keep", "share", "undo", "delete"} <= COMMANDS.keys()


@pytest.mark.parametrize("command", COMMANDS)
def test_last_is_told_by_its_title_and_players(tables: Cli, command: str) -> None:
    """Whether it succeeds or is refused, a command on the latest of several games says which one that is."""
    words = GIVEN.get(command, [])
    asked = [*words, *COMMANDS[command]] if command == "judge" else [*COMMANDS[command], *words]
    ran = tables(command, *asked)
    lacking = [name for name in (TITLE, *PLAYERS) if name not in ran.out + ran.err]
    assert lacking == ([*PLAYERS] if command == "delete" else []), ran


@pytest.mark.parametrize("command", [command for command in COMMANDS if command != "export"])
def test_last_is_told_from_its_copy_by_its_id(tables: Cli, command: str) -> None:
    """Where two games have one title and the same players, the id tells which one is meant."""
    tables("new", "--players", ",".join(PLAYERS), "--title", TITLE)
    latest, words = _latest(), GIVEN.get(command, [])
    asked = [*words, *COMMANDS[command]] if command == "judge" else [*COMMANDS[command], *words]
    ran = tables(command, *asked)
    assert latest in ran.out + ran.err, ran


@pytest.mark.parametrize("command", ["log", "standings", "check"])
def test_what_is_printed_as_data_stays_data(tables: Cli, command: str) -> None:
    """Which game it is goes to stderr where stdout is JSON or a file."""
    ran = tables(command, "last", "--json")
    json.loads(ran.out)
    assert ran.err == f"scorekeeper: This is “Friday night” ({_latest()}), the game of Ana, Ben and Carla.\n"
    assert tables("export", "last").out.startswith('format = "scorekeeper-game/1"')


def test_a_game_without_a_title_is_told_by_its_players(tables: Cli) -> None:
    """An untitled game is the one of its players."""
    tables("new", "--players", "Ivy,Jo")
    assert tables("check", "last").err == f"scorekeeper: This is {_latest()}, the game of Ivy and Jo.\n"


def test_keep_says_which_game_goes_on(tables: Cli) -> None:
    """Without a game `keep` takes the latest that is not over, and names it."""
    ran = tables("keep")
    assert (ran.err, ran.out.splitlines()[0]) == ("", "Friday night.")
    assert "At the table: Ana, Ben and Carla." in ran.out


@pytest.mark.parametrize("name", ["last", "ID"])
def test_what_can_mean_no_other_game_is_not_told(cli: Cli, game: str, name: str) -> None:
    """Nothing is said of the only game, nor of one that was named by its id."""
    if name == "ID":
        name = game
        cli("new", "--players", "Gus,Hal")
    assert cli("round", name, "Ben=5").err == ""
