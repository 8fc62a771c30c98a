"""Games brought in from tables, as a person in a terminal and a program do it."""

import json
from pathlib import Path

import pytest

from tests.conftest import Cli

SHEET = "round,Anna,Ben\n12,0,31\n11,12,0\n"


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Be in a terminal, and answer with what a test puts into this list, the last one first."""
    answers: list[str] = []
    monkeypatch.setattr("scorekeeper.cli.imports.in_terminal", lambda: True)
    monkeypatch.setattr("click.prompt", lambda *_words, **_options: answers.pop())
    return answers


@pytest.mark.parametrize(("same", "player"), [("y", "Ana"), ("n", "Anna")])
def test_a_terminal_asks_who_a_new_name_is(
    same: str, player: str, asked: list[str], cli: Cli, tmp_path: Path
) -> None:
    """A name that is nearly a known one is asked about once, and then whether to save what is shown."""
    assert cli("new", "--players", "Ana,Ben").status == 0
    (tmp_path / "friday.csv").write_text(SHEET, encoding="utf-8")
    asked += ["y", same]
    ran = cli("import", tmp_path / "friday.csv")
    assert (ran.status, asked) == (0, [])
    assert f"{player} 12, Ben 31." in ran.err
    assert player in cli("standings", ran.out.strip()).out


def test_whoever_says_no_saves_nothing(asked: list[str], cli: Cli, tmp_path: Path) -> None:
    """A no at the end leaves no game behind."""
    (tmp_path / "friday.csv").write_text(SHEET, encoding="utf-8")
    asked += ["n"]
    ran = cli("import", tmp_path / "friday.csv")
    assert (ran.status, "Nothing was saved." in ran.err) == (2, True)
    assert cli("games").out == ""


def test_programs_are_told_how_a_table_was_understood(cli: Cli, tmp_path: Path) -> None:
    """Each game has its day, set, totals, place, what was left out and what is in doubt; a dry run has no ids."""
    (tmp_path / "friday.csv").write_text("round,Ana,Ben,Notes\n12,0,31,\n10,12,0,\n", encoding="utf-8")
    ran = cli("import", tmp_path / "friday.csv", "--json", "--dry-run", "--date", "2024-01-05")
    (game,) = json.loads(ran.out)
    assert (game["id"], game["date"], game["set"], game["rounds_played"]) == ("", "2024-01-05", 12, 2)
    assert game["totals"] == {"Ana": 12, "Ben": 31}
    assert (game["left_out"], game["doubts"]) == (["Notes"], ["Not everybody is entered in 11-11."])
    assert cli("games").out == ""


def test_what_is_wrong_in_one_file_keeps_all_others_out(cli: Cli, tmp_path: Path) -> None:
    """Two files are one import: the second is refused, and nothing of the first is saved."""
    (tmp_path / "good.csv").write_text(SHEET, encoding="utf-8")
    (tmp_path / "bad.csv").write_text(SHEET + "total,1,2\n", encoding="utf-8")
    ran = cli("import", tmp_path / "good.csv", tmp_path / "bad.csv", "--yes")
    assert (ran.status, "bad.csv: line 4: The file's total for Anna is 1" in ran.err) == (2, True)
    assert cli("games").out == ""


def test_everything_that_is_wrong_stands_on_a_line_of_its_own(cli: Cli, tmp_path: Path) -> None:
    """No line end is written out, and each line says who speaks."""
    (tmp_path / "bad.csv").write_text("game,double,Ana,Ben\na,9,x,5\nb,9,x,5\n", encoding="utf-8")
    lines = cli("import", tmp_path / "bad.csv").err.splitlines()
    assert ["line 2," in lines[0], "line 3," in lines[-1], len(lines)] == [True, True, 2], lines
    assert all(line.startswith("scorekeeper: ") for line in lines)


def test_games_that_came_together_go_and_come_back_together(cli: Cli, tmp_path: Path) -> None:
    """They are all games of that import, and no other one."""
    table = "game,round,Ana,Ben\na,12,0,31\na,11,12,0\nb,12,4,0\nb,11,0,9\n"
    (tmp_path / "two.csv").write_text(table, encoding="utf-8")
    other = cli("new", "--players", "Cy,Di").out.strip()
    first, second = cli("import", tmp_path / "two.csv", "--yes").out.split()
    assert cli("delete", second, "--import").out.startswith("2 games were deleted;")
    assert [line.split()[0] for line in cli("games").out.splitlines()] == [other]
    assert cli("undo", first, "--import").status == 0
    refused = cli("undo", first, "--import")
    assert (refused.status, refused.out) == (2, "")
    assert f"{first} is not deleted, so there is no import to bring back." in refused.err
    assert "12-12" in cli("log", first).out
    assert {line.split()[0] for line in cli("games").out.splitlines()} == {first, second, other}


@pytest.mark.parametrize("date", ["", "Friday 5 January 2024\n"])
def test_a_game_that_is_kept_already_is_in_doubt(date: str, cli: Cli, tmp_path: Path) -> None:
    """The same file twice is refused, and another evening or other points are not."""
    file = tmp_path / "friday.csv"
    file.write_text(date + SHEET, encoding="utf-8")
    assert cli("import", file).status == 0
    again = cli("import", file)
    assert (again.status, again.out) == (2, "")
    assert "A game of these players with these points is kept already." in again.err
    assert cli("import", file, "--yes").status == 0
    file.write_text(date + SHEET.replace("31", "30"), encoding="utf-8")
    assert cli("import", file).status == 0
    file.write_text("Friday 12 January 2024\n" + SHEET, encoding="utf-8")
    assert cli("import", file).status == 0


def test_lists_and_history_follow_the_day_of_a_game(cli: Cli, tmp_path: Path) -> None:
    """They show the day on which it was played, not that of the import, and follow a correction and its undo."""
    (tmp_path / "friday.csv").write_text(SHEET, encoding="utf-8")
    game = cli("import", tmp_path / "friday.csv", "--date", "2024-03-01").out.strip()
    assert cli("games").out.startswith(f"{game}  2024-03-01  ")
    assert cli("date", game, "2020-01-05").status == 0
    assert cli("games").out.startswith(f"{game}  2020-01-05  ")
    assert [one["date"] for one in json.loads(cli("games", "--json").out)] == ["2020-01-05"]
    assert "05 Jan 2020" in cli("history").out
    assert cli("history", "Anna", "Ben", "--when", "2020").out.startswith(
        "Anna and Ben sat in 1 game together."
    )
    cli("undo", game)
    assert "01 Mar 2024" in cli("history").out
