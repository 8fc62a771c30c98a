"""Every command, as a person or a script uses it."""

import io
import json
import re
import tomllib
from datetime import UTC, datetime
from pathlib import Path

import pytest

from scorekeeper.cli.output import say_table
from scorekeeper.session import AnswersFile
from scorekeeper.storage import make_backup, open_store
from scorekeeper.system import paths
from tests import servers
from tests.conftest import CASES, Cli


def test_new_prints_its_id(cli: Cli) -> None:
    """`new` prints the id of the game, and nothing else."""
    ran = cli("new", "--players", "Ana, Ben ,Carla", "--house", "scoring.double_blank=25")
    assert (ran.status, ran.err, len(ran.out.split())) == (0, "", 1)
    exported = tomllib.loads(cli("export", ran.out.strip()).out)
    assert exported["players"] == ["Ana", "Ben", "Carla"]
    assert exported["house"] == {"scoring": {"double_blank": 25}}
    assert (exported["set"], exported["rules"]) == (9, "classic")


def test_export_and_import(cli: Cli, game: str, tmp_path: Path) -> None:
    """A game exported and imported is the same game under a new id; its file stays the same."""
    cli("round", game, "--out", "Ana", "Ben=19", "Carla=23")
    path = tmp_path / "friday.toml"
    assert cli("export", game, "-o", path).out == f"{path}\n"
    assert cli("export", game).out == path.read_text(encoding="utf-8")
    again, other = cli("import", path, CASES / "games" / "f2.toml").out.split()
    assert cli("export", again).out == cli("export", game).out
    assert len({game, again, other}) == 3
    (told,) = json.loads(cli("import", path, "--json").out)
    assert (told["title"], told["players"]) == ("Friday night", ["Ana", "Ben", "Carla"])


def test_delete_and_bring_back(cli: Cli, game: str, home: Path) -> None:
    """A deleted game is hidden, with nothing left about phones, and `undo` with its id brings it back."""
    about_phones = [home / "shared" / f"{game}.{ending}" for ending in ("json", "lock")]
    about_phones[0].parent.mkdir()
    for file in about_phones:
        file.write_text("")
    assert (
        cli("delete", game[:4]).out == f"Friday night is deleted; scorekeeper undo {game} brings it back.\n"
    )
    assert not any(file.exists() for file in about_phones)
    assert cli("standings", game).status == 2
    assert cli("undo", "last").err == (
        f"scorekeeper: All games are deleted; scorekeeper undo {game} brings the last one back.\n"
    )
    assert cli("undo", game).out == f"{game} is back.\n"
    assert cli("standings", game).status == 0


def test_what_a_restore_replaces_can_be_restored(cli: Cli, game: str, home: Path) -> None:
    """`restore` names the backup of the games that it replaces, and that backup has them."""
    make_backup(open_store(servers.place(home / "games.db")), datetime(2026, 11, 20, 20, tzinfo=UTC))
    cli("round", game, "--out", "Ana", "Ben=4", "Carla=5")
    told = cli("restore", "2026-11-20-2000", "--yes")
    found = re.fullmatch(
        rf"changes  {game}  Friday night  Ana, Ben and Carla  \S+ \S+ → \S+ \S+\n"
        r"1 game was restored from the backup.\n"
        r"The games that were there before are in a backup; scorekeeper (restore \S+) brings them back.\n",
        told.out,
    )
    assert found
    assert "Ana went out" not in cli("log", game).out
    assert cli(*found[1].split(), "--yes").status == 0
    assert "Ana went out" in cli("log", game).out


def test_damaged_games_that_a_restore_replaces_are_named(cli: Cli, game: str, home: Path) -> None:
    """`restore` says where the damaged file is now, and promises no backup of it."""
    file = home / "games.db"
    path = make_backup(open_store(file), datetime(2026, 11, 20, 20, tzinfo=UTC))
    assert path is not None
    for part in home.glob("games.db*"):
        part.write_bytes(b"spoiled" * 1000)
    *_compared, first, second = cli("restore", path.stem, "--yes").out.splitlines()
    assert first == "1 game was restored from the backup."
    (aside,) = path.parent.glob("damaged-*.db")
    assert second == f"The damaged file that was there before is {aside}."
    assert cli("standings", game).status == 0


def test_where_shows_the_folders(cli: Cli, home: Path) -> None:
    """`where` shows the places for games, packs, templates and settings."""
    assert json.loads(cli("where", "--json").out) == {
        "games": str(servers.place(home / "games.db")),
        "rules": str(home / "rules"),
        "templates": str(home / "templates"),
        "settings": str(home / "settings.toml"),
    }
    assert cli("where").out.splitlines()[0] == f"Games       {servers.place(home / 'games.db')}"


def test_platform_folders_without_a_home(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a home of our own the platform's folders are used."""
    monkeypatch.delenv(paths.HOME_VARIABLE, raising=False)
    assert paths.games_file().parent.name == "scorekeeper"
    assert paths.settings_file().name == "settings.toml"


def test_a_sheet_comes_from_standard_input(cli: Cli, game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """`key GAME -` reads the sheet from stdin."""
    for typed, status, said in ((b"round,Ana,Ben\n9-9,o,3\n", 0, ""), (b"Ana,Ben\n", 2, "standard input: ")):
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(typed)))
        ran = cli("key", game, "-")
        assert (ran.status, said in ran.err) == (status, True)


@pytest.mark.parametrize(
    ("answer", "status", "said"), [("y", 0, ""), ("n", 2, "Nothing was saved; choose another name.")]
)
def test_a_terminal_asks_about_names_that_look_alike(
    answer: str, status: int, said: str, cli: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who can be asked is asked, and Yes alone begins the game."""
    asked = list[str]()
    monkeypatch.setattr("scorekeeper.cli.common.in_terminal", lambda: True)
    monkeypatch.setattr("click.prompt", lambda question, **_options: asked.append(question) or answer)
    ran = cli("new", "--players", "Zoe,Zoë")
    assert asked == ["“Zoë” and “Zoe” look alike. Use both? [y/N]"]
    assert (ran.status, said in ran.err) == (status, True)
    assert len(cli("games").out.splitlines()) == (status == 0)


@pytest.mark.parametrize(("typed", "status"), [("Sí", 0), ("y", 0), ("", 2)])
def test_the_question_is_answered_in_spanish(
    cli: Cli, monkeypatch: pytest.MonkeyPatch, typed: str, status: int
) -> None:
    """The prompt shows the letters of the language, takes its words and the English ones, and asks again in it."""
    asked, answers = list[str](), iter(["quizá", typed])
    monkeypatch.setattr("scorekeeper.cli.common.in_terminal", lambda: True)
    monkeypatch.setattr("click.prompt", lambda question, **_options: asked.append(question) or next(answers))
    ran = cli("--lang", "es", "new", "--players", "Zoe,Zoë")
    assert (asked[1].endswith(" [s/N]"), ran.status) == (True, status)
    assert "Responde s para sí o n para no." in ran.err


def test_a_plain_last_tile_is_told_to_phones_too(cli: Cli, home: Path) -> None:
    """Where a double as the last tile counts, nobody is asked for what the command said."""
    cli("new", "--players", "Ana,Ben", "--rules", "train-usual", "--house", "scoring.out_on_double=doubled")
    for last, plain in (("double", 0), ("plain", 2)):
        assert cli("round", "last", "--out", "Ana", "Ben=5", "--last-tile", last).status == 0
        store = open_store(home / "games.db")
        assert AnswersFile(store.place, store.find("last")).read().no_last_double == plain
        store.close()


def test_columns_stand_below_each_other_whatever_names_have(capsys: pytest.CaptureFixture[str]) -> None:
    """Two columns of a terminal for 明, for a heart and for a thumb of any colour, one for an accent of its own."""
    say_table([("明", "1"), ("❤️", "1"), ("👍🏽", "1"), ("e\u0301", "1"), ("Ana", "22")], right="<>")
    assert capsys.readouterr().out == "明    1\n❤️    1\n👍🏽    1\ne\u0301     1\nAna  22\n"
