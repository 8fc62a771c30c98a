"""The command line opens the app, explains itself, and names its version."""

import sys
from pathlib import Path
from types import ModuleType

import pytest

from scorekeeper.cli import COMMANDS
from scorekeeper.storage import open_store
from scorekeeper.storage.store import Store
from tests.conftest import CASES, Cli

EVERY = sorted(COMMANDS)


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Path, str | None, str]]:
    """Put an app in place that writes down what it was opened on."""
    calls: list[tuple[Path, str | None, str]] = []
    app = ModuleType("scorekeeper.tui.app")

    def run(store_path: Path, game_id: str | None = None) -> tuple[Store, int]:
        store = open_store(store_path)
        calls.append((store_path, game_id, store.game(game_id).game.title if game_id else ""))
        return store, app.status

    app.run_app, app.status = run, 0  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "scorekeeper.tui.app", app)
    return calls


Opened = list[tuple[Path, str | None, str]]


def test_alone_opens_the_app(cli: Cli, home: Path, opened: Opened) -> None:
    """`scorekeeper` alone opens the app."""
    assert cli().status == 0
    assert opened == [(home / "games.db", None, "")]


def test_game_opens_the_app_on_it(cli: Cli, home: Path, game: str, opened: Opened) -> None:
    """`scorekeeper GAME` opens the app on a kept game."""
    assert cli(game[:5]).status == 0
    assert opened == [(home / "games.db", game, "Friday night")]


def test_an_app_that_breaks_down_says_so_by_its_exit_status(
    cli: Cli, home: Path, opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If the app crashes, the exit status shows it."""
    monkeypatch.setattr(sys.modules["scorekeeper.tui.app"], "status", 1)
    assert cli().status == 1


def test_file_is_offered_to_be_kept(
    cli: Cli, home: Path, opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A game file that is not stored yet is stored and opened if the person agrees, but only once."""
    path = CASES / "games" / "f2.toml"
    monkeypatch.setattr("click.prompt", lambda *_words, **_options: "")
    assert cli(path).err.startswith("scorekeeper: Saved as ")
    assert cli(path).err == ""
    assert [title for _path, _id, title in opened] == ["F2", "F2"]
    assert len(cli("games").out.splitlines()) == 1


def test_a_file_of_a_kept_game_opens_that_game(
    cli: Cli, home: Path, game: str, opened: Opened, tmp_path: Path
) -> None:
    """Colours, which no file has, make it no other game."""
    path = tmp_path / "friday.toml"
    assert cli("export", game, "-o", path).status == 0
    assert cli(path).err == ""
    assert [game_id for _path, game_id, _title in opened] == [game]


def test_demo_leaves_no_trace(cli: Cli, home: Path, opened: Opened) -> None:
    """`demo` opens the app on a sample game in a scratch folder that is gone afterwards."""
    assert cli("demo").status == 0
    ((path, _id, title),) = opened
    assert title == "Friday night"
    assert not path.parent.exists()
    assert not home.exists()


@pytest.mark.parametrize("command", EVERY)
def test_command_has_help_with_an_example(command: str, cli: Cli) -> None:
    """Every command explains itself and gives one example."""
    ran = cli(command, "--help")
    assert (ran.status, ran.err) == (0, "")
    assert f"Example: scorekeeper {command}" in ran.out


def test_help_lists_every_command(cli: Cli) -> None:
    """`--help` lists all commands; `--version` shows the version."""
    out = cli("--help").out
    assert all(f"\n  {command} " in out for command in COMMANDS)
