"""A whole sheet entered on the command line, and entered a second time to compare."""

import io
import json
from pathlib import Path

import pytest

from tests.cli.test_cli import Cli

SHEET = "round,ended,Ana,Ben,Carla\n9-9,,o,12,31\n8-8,b4,20,7,15\ntotal,,20,19,46\n"


@pytest.fixture
def sheet(tmp_path: Path) -> Path:
    """Return a sheet of two rounds in a file."""
    path = tmp_path / "sheet.csv"
    path.write_text(SHEET)
    return path


def test_key_enters_a_whole_sheet(cli: Cli, game: str, sheet: Path) -> None:
    """One command enters every round of the sheet and prints one line for each."""
    ran = cli("key", game, str(sheet))
    assert (ran.status, ran.err) == (0, "")
    assert "Round 9-9: Ana went out. Ben 12, Carla 31." in ran.out
    assert "Next: round 7-7." in ran.out
    told = json.loads(cli("standings", game, "--json").out)["standings"]
    assert {one["player"]: one["by_round"] for one in told} == {
        "Ana": [0, 20],
        "Ben": [12, 7],
        "Carla": [31, 15],
    }


def test_key_corrects_only_with_a_reason(cli: Cli, game: str, sheet: Path) -> None:
    """A sheet that differs from the game is refused as a whole; with a reason, it corrects the game."""
    cli("round", game, "--out", "Ana", "--points", "Ben=13")
    ran = cli("key", game, str(sheet))
    assert (ran.status, ran.out) == (2, "")
    assert "sheet.csv: Round 9-9, Ben: 13 is entered, the sheet says 12; --reason corrects it." in ran.err
    assert "8-8" not in cli("log", game).out
    ran = cli("key", game, str(sheet), "--reason", "read again")
    assert ran.status == 0
    assert "read again" in cli("log", game).out


def test_key_keeps_nothing_of_a_sheet_that_cannot_be(cli: Cli, game: str, sheet: Path) -> None:
    """With an impossible score in the last round, not even the first round is entered."""
    sheet.write_text(SHEET.replace("20,7,15", "6-4 5-5,6-4,15"))
    ran = cli("key", game, str(sheet))
    assert ran.status == 2
    assert "sheet.csv: round 8-8: 6-4 cannot be in two hands (Ana and Ben)" in ran.err
    assert "9-9" not in cli("log", game).out


def test_key_says_where_the_paper_is_added_up_wrong(cli: Cli, game: str, sheet: Path) -> None:
    """Wrong totals on the sheet are reported, and the rounds are stored."""
    sheet.write_text(SHEET.replace("total,,20,19", "total,,20,18"))
    ran = cli("key", game, str(sheet))
    assert ran.status == 0
    assert "The sheet's total for Ben is 18; its rounds make 19." in ran.err


def test_key_of_a_game_with_hidden_totals_tells_none(cli: Cli, game: str, sheet: Path) -> None:
    """`key` prints no standings if the table hides its totals."""
    cli("hide", game)
    assert "46" not in cli("key", game, str(sheet)).out


def test_whatever_key_refuses_or_finds_odd_is_named_with_its_place(cli: Cli, game: str, sheet: Path) -> None:
    """Impossible scores, contradictions to the game and warnings name file, round and player."""
    sheet.write_text("round,Ana,Ben\n9-9,o,3\n8-8,o,99999\n")
    assert "sheet.csv: round 8-8: Ben: 99999 is not a possible score" in cli("key", game, str(sheet)).err
    cli("round", game, "Ana=9+0-0")
    sheet.write_text("round,Ben\n9-9,9+0-0\n")
    assert (
        "sheet.csv: round 9-9: 0-0 cannot be in two hands (Ana and Ben)" in cli("key", game, str(sheet)).err
    )
    sheet.write_text("round,Ana,Ben\n8-8,o,3\n7-7,o,280\n")
    ran = cli("key", game, str(sheet))
    assert ran.status == 0
    assert "sheet.csv: round 7-7: " in ran.err


def test_an_exported_sheet_comes_home_into_a_new_game(cli: Cli, tmp_path: Path) -> None:
    """Whoever came late, left, came back or sat out has the same rounds and totals; a new name is a new player."""
    away = cli("new", "--players", "Ana,Ben,Carla").out.strip()
    cli("round", away, "Ana=out", "Ben==12", "Carla==31")
    cli("join", away, "Dan", "--score", "60")
    cli("round", away, "--blocked", "--open-foot", "4", "Ana==20", "Ben==7", "Carla==15", "Dan=-")
    cli("leave", away, "Ben")
    cli("round", away, "Ana==5", "Carla=out", "Dan==9")
    cli("round", away, "Ana==6", "Carla==4", "Dan=out")
    cli("join", away, "Ben", "--score", "highest")
    cli("round", away, "Ana==1", "Ben==2", "Carla==3", "Dan=out")
    cli("join", away, "Eve", "--score", "zero")
    path = tmp_path / "sheet.csv"
    cli("export", away, "-o", str(path))
    home = cli("new", "--players", "Ana,Ben,Carla").out.strip()
    ran = cli("key", home, str(path))
    assert (ran.status, ran.err) == (0, "")
    assert "Dan joined in round 2 with 60" in ran.out
    first, second = (json.loads(cli("standings", one, "--json").out) for one in (away, home))
    assert first["standings"] == second["standings"]
    assert (first["missing"], first["rounds_played"]) == (second["missing"], second["rounds_played"])
    again = tmp_path / "again.csv"
    cli("export", home, "-o", str(again))
    assert again.read_text() == path.read_text()


def test_a_misspelt_name_is_no_new_player(cli: Cli, game: str, sheet: Path) -> None:
    """While somebody of the game has no column, an unknown name is refused as before."""
    sheet.write_text(SHEET.replace("Ben", "Bne"))
    assert "Nobody called “Bne”" in cli("key", game, str(sheet)).err


def test_whoever_has_an_empty_last_cell_is_not_entered_yet(cli: Cli, game: str, sheet: Path) -> None:
    """Only a round that others have played past says that somebody was not there."""
    sheet.write_text("round,ended,Ana,Ben,Carla\n9-9,,o,12,31\n8-8,Ana,0,7,\n")
    cli("key", game, str(sheet))
    missing = json.loads(cli("standings", game, "--json").out)["missing"]
    assert [(one["round"], one["player"]) for one in missing] == [(2, "Carla")]


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("s.xlsx", "Save a spreadsheet as CSV"),
        ("s.json", "export --format csv"),
        ("s.toml", "import a game file"),
    ],
)
def test_another_kind_of_file_is_refused_with_what_to_use(cli: Cli, game: str, name: str, says: str) -> None:
    """Nobody has to guess why a spreadsheet or a game file is not read."""
    ran = cli("key", game, name)
    assert (ran.status, says in ran.err) == (2, True)


def test_a_sheet_comes_from_standard_input(cli: Cli, game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """`-` reads the sheet from stdin."""
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(SHEET.encode())))
    assert cli("key", game, "-").status == 0
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"Ana,Ben\n")))
    ran = cli("key", game, "-")
    assert (ran.status, ran.err[:29]) == (2, "scorekeeper: standard input: ")
