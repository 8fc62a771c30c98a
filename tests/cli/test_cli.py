"""Every command, as a person or a script uses it."""

import json
import re
import tomllib
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest

from scorekeeper.storage import make_backup
from scorekeeper.storage.event_rows import here
from scorekeeper.system import paths
from tests import servers
from tests.conftest import CASES, Ran

Cli = Callable[..., Ran]


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """Set the clock."""
    at = datetime(2026, 11, 20, 21, 30, tzinfo=UTC)
    for module in ("games", "common"):
        monkeypatch.setattr(f"scorekeeper.cli.{module}.now", lambda: at)


def test_new_prints_its_id(cli: Cli) -> None:
    """`new` prints the id of the game, and nothing else."""
    ran = cli("new", "--players", "Ana, Ben ,Carla", "--house", "scoring.double_blank=25")
    assert (ran.status, ran.err, len(ran.out.split())) == (0, "", 1)
    exported = tomllib.loads(cli("export", ran.out.strip()).out)
    assert exported["players"] == ["Ana", "Ben", "Carla"]
    assert exported["house"] == {"scoring": {"double_blank": 25}}
    assert (exported["set"], exported["rules"]) == (9, "classic")


def test_new_plays_so_many_rounds(cli: Cli) -> None:
    """`--rounds` makes a short game, and the sheet shows the change; the usual number is no change."""
    cli("new", "--players", "Ana,Ben", "--rounds", "3")
    assert tomllib.loads(cli("export", "last").out)["house"] == {"rounds": {"length": "fixed", "count": 3}}
    cli("new", "--players", "Ana,Ben", "--rounds", "10")
    assert "house" not in tomllib.loads(cli("export", "last").out)
    assert cli("new", "--players", "Ana,Ben", "--rounds", "0").status == 2


def test_new_outside_the_book_warns(cli: Cli) -> None:
    """A set that the rule book does not mention is a warning, not a refusal."""
    ran = cli("new", "--players", "Ana,Ben", "--rules", "tedmontgomery", "--set", "12")
    assert ran.status == 0
    assert ran.err == "scorekeeper: This rule book does not mention a double-twelve set.\n"


def test_round_enters_and_shows_standings(cli: Cli, game: str) -> None:
    """`round` prints what was entered, the standings, and the next round."""
    ran = cli("round", game, "--out", "ana", "Ben=5-0 3-2", "carla=23")
    assert ran == Ran(
        0,
        "Round 9-9: Ana went out. Ben 10, Carla 23.\n"
        "   player  total  behind  won\n"
        "1  Ana         0            1\n"
        "2  Ben        10     +10    0\n"
        "3  Carla      23     +23    0\n"
        "Next: round 8-8.\n",
        "",
    )


def test_round_without_an_ending_is_saved_and_says_what_is_missing(cli: Cli, game: str) -> None:
    """Nobody reads that an entry was refused; the next round comes once it is known who went out."""
    ran = cli("round", game, "Ana=5", "Ben=10", "Carla=3")
    assert ran.err == (
        "scorekeeper: This is saved. Still missing is how the round ended: add --out NAME or --blocked.\n"
    )
    assert ran.out.splitlines()[-1] == ("Round 9-9: still missing who went out, or that it was blocked.")
    assert cli("round", game, "--blocked").out.splitlines()[-1] == "Next: round 8-8."


def test_names_that_something_else_separates_are_told_of_the_comma(cli: Cli, game: str) -> None:
    """Ana;Ben;Carla is no name of one player."""
    for words in (("new", "--players", "Ana;Ben;Carla"), ("seats", game, "Ana / Ben /Carla")):
        ran = cli(*words)
        assert (ran.status, ran.err) == (2, "scorekeeper: Separate the names with commas: Ana,Ben,Carla.\n")


def test_round_by_double_corrects(cli: Cli, game: str) -> None:
    """`round --double` corrects an earlier round and prints old and new."""
    cli("round", game, "--out", "Ana", "Ben=19", "Carla=23")
    ran = cli("round", game, "--double", "9", "Ben=91", "--reason", "counted again")
    assert ran.out.startswith("Round 9-9: Ben 19 → 91. (counted again)\n")


def test_blocked_alone_is_said_of_the_round_that_waits_for_its_ending(cli: Cli, game: str) -> None:
    """With every hand in and no ending the table stays; hands and who went out are of the next round."""
    cli("round", game, "Ana=9", "Ben=4", "Carla=23")
    assert cli("round", game, "--blocked").out.startswith("Round 9-9: The round was blocked.")
    cli("round", game, "Ana=1", "Ben=4", "Carla=2")
    assert cli("round", game, "--out", "Ben").out.startswith("Round 7-7: Ben went out.")


def test_round_keeps_nothing_that_changes_nothing(cli: Cli, game: str) -> None:
    """Deleting a missing entry, or repeating an entry, adds nothing to the log, and the command says so."""
    before = cli("log", game).out
    ran = cli("round", game, "Ana=")
    assert ran.status == 0
    assert ran.out.startswith("Nothing changed, so nothing was saved.\n")
    assert cli("log", game).out == before
    cli("round", game, "--out", "Ana", "Ben=19", "Carla=23")
    before = cli("log", game).out
    assert cli("round", game, "--double", "9", "Ben=19", "--reason", "again", "--json").status == 0
    assert cli("log", game).out == before


def test_round_options_of_trains(cli: Cli, game: str) -> None:
    """Who is marked and a double as the last tile are stored as given, and taken back."""
    words = "--out Ana --last-tile double --marked carla --marked Ana Ben=5"
    cli("round", game, *words.split())
    (played,) = tomllib.loads(cli("export", game).out)["rounds"]
    assert (played["out_on_double"], played["marked"]) == (True, ["Ana", "Carla"])
    cli("round", game, "--round", "1", "--last-tile", "plain", "--marked", "")
    (played,) = tomllib.loads(cli("export", game).out)["rounds"]
    assert not {"out_on_double", "marked"} & played.keys()


def test_round_options(cli: Cli, game: str) -> None:
    """Points, blocked rounds, an open foot, another start and a note are stored as given."""
    ran = cli(
        "round", game, "--blocked", "--open-foot", "4", "--points", "--started-with", "7", "--began", "carla",
        "--note", "late",
        "Ana=5", "Ben==60", "Carla=5-0",
    )  # fmt: skip
    assert ran.status == 0
    cli("round", game, "--round", "1", "--open-foot", "5")
    (played,) = tomllib.loads(cli("export", game).out)["rounds"]
    assert played == {
        "double": 9,
        "started_with": 7,
        "began": "Carla",
        "ended": "blocked",
        "open_foot": 5,
        "note": "late",
        "hands": {"Carla": "5-0"},
        "points": {"Ana": 5, "Ben": 60},
    }


def test_who_began_a_round_is_told_and_taken_back(cli: Cli, game: str) -> None:
    """`--began` names who laid the starting double; undo takes that back, and so does an empty name."""
    assert cli("round", game, "--began", "Ben").status == 0
    assert tomllib.loads(cli("export", game).out)["rounds"] == [{"double": 9, "began": "Ben"}]
    assert "Round 9-9: Ben began the round." in cli("log", game).out
    cli("undo", game)
    assert "rounds" not in tomllib.loads(cli("export", game).out)
    cli("redo", game)
    cli("round", game, "--began", "")
    assert "rounds" not in tomllib.loads(cli("export", game).out)


@pytest.mark.parametrize(("word", "told"), [("Ana=", "still missing Ana"), ("Ana=7", "Ana 7")])
def test_round_takes_back_who_went_out(cli: Cli, game: str, word: str, told: str) -> None:
    """A name with nothing or a hand after it has not gone out, as on the entry screen."""
    cli("round", game, "--out", "Ana", "Ben=19", "Carla=23")
    ran = cli("round", game, "--double", "9", word)
    assert (ran.status, told in ran.out) == (0, True), ran
    assert "out" not in tomllib.loads(cli("export", game).out)["rounds"][0]


def test_round_warns_and_keeps(cli: Cli, game: str) -> None:
    """An unusual entry is stored, with one warning on stderr."""
    ran = cli("round", game, "Ben=0", "Carla=3")
    assert (ran.status, ran.err) == (
        0,
        "scorekeeper: Ben has nothing left; mark Ben as the one who went out.\n",
    )
    assert cli("round", game, "--double", "9", "Carla=4").err == ""


def test_names_may_hold_equals_signs_and_spaces(cli: Cli) -> None:
    """An argument is split at the last = that leaves a player's name before it."""
    kept = cli("new", "--players", "Ana = Bea,Ana,[b]").out.strip()
    ran = cli("round", kept, "ana = bea=5-0", "Ana==7", "[B]=out")
    assert ran.out.startswith("Round 9-9: [b] went out. Ana = Bea 5, Ana 7.\n")


def test_down_and_up_takes_the_open_round(cli: Cli) -> None:
    """If a double has two rounds, `--double` means the first incomplete one; if both are complete, it is refused."""
    kept = cli("new", "--players", "Ana,Ben", "--set", "6", "--house", "rounds.order=down-and-up").out.strip()
    assert cli("round", kept, "--double", "6", "--out", "Ana", "Ben=3").status == 0
    assert cli("round", kept, "--double", "6", "--out", "Ben", "Ana=4").status == 0
    ran = cli("round", kept, "--double", "6", "Ana=5")
    assert (ran.status, ran.out) == (2, "")
    assert ran.err == "scorekeeper: The rounds 1, 13 all start with 6-6; say which with --round.\n"
    assert cli("round", kept, "--round", "13", "--double", "6", "Ana=5").status == 0


def test_complete_game_says_who_won(cli: Cli, home: Path) -> None:
    """The entry of the last round prints who won; after that, a correction must name its round."""
    kept = cli("new", "--players", "Ana,Ben", "--house", "rounds.length=fixed", "--house", "rounds.count=1")
    ran = cli("round", kept.out.strip(), "--out", "Ana", "Ben=23")
    assert ran.out.endswith("Ana wins with 0, 23 points fewer than Ben.\n")
    assert "name the one to correct" in cli("round", "last", "Ben=1").err
    assert cli("call", "last", "Ben").out == "Round 9-9: Ben called Chickenlittle.\n"
    assert "complete" in cli("standings", "last").out
    assert cli("games").out.split()[3] == "complete"


def test_call_is_noted(cli: Cli, game: str) -> None:
    """`call` notes a call in the current round, or in the one named."""
    ran = cli("call", game, "ben", "--by", "Ana", "--effect", "draw-1", "--note", "late")
    assert (
        ran.out
        == "Round 9-9: Ana caught Ben, who had not called Chickenlittle. The penalty is to draw 1 tile. (late)\n"
    )
    assert (
        cli("call", game, "Ben", "--kind", "misplay", "--double", "7").out
        == "Round 7-7: “misplay” was noted for Ben.\n"
    )


def test_undo_redo_and_log(cli: Cli, clock: None, game: str) -> None:
    """Undo and redo say what they did, and the log keeps them all."""
    cli("round", game, "--out", "Ana", "Ben=19", "Carla=23")
    assert cli("undo", game).out == "Undone: Round 9-9: Ana went out. Ben 19, Carla 23.\n"
    assert cli("undo", game) == Ran(2, "", "scorekeeper: There is nothing to undo.\n")
    lines = cli("log", game).out.splitlines()
    assert lines[1] == "2  2026-11-20 21:30:00  undone    Round 9-9: Ana went out. Ben 19, Carla 23."
    assert cli("redo", game).out.startswith("Redone: ")
    told = json.loads(cli("log", game, "--json").out)
    assert [one["in_force"] for one in told] == [True, True, True, True]
    assert {told[1].pop(name) for name in ("person", "computer")} == set(here())
    assert told[1] == {
        "number": 2,
        "at": "2026-11-20T21:30:00Z",
        "by": None,
        "sentence": "Round 9-9: Ana went out. Ben 19, Carla 23.",
        "in_force": True,
    }


def test_standings_of_a_file(cli: Cli) -> None:
    """`standings` shows places, gaps, what decided a tie, and why, in columns that line up."""
    assert cli("standings", CASES / "games" / "f2.toml").out == (
        "F2 · double-nine · Classic · complete\n"
        "   player  total  behind  won  moved  best  worst  tie decided by\n"
        "1  Ana       124            3            0     29  most rounds won\n"
        "2  Ben       124            2            0     31\n"
        "3  Carla     177     +53    2            0     41\n"
        "4  Dan       217     +93    2            0     40\n"
        "Ana and Ben both have 124; Ana won 3 rounds, Ben 2.\n"
    )


def test_standings_line_up_with_wide_names(cli: Cli) -> None:
    """Names in wide characters keep the columns straight."""
    cli("new", "--players", "明美,Ben")
    lines = cli("standings", "last").out.splitlines()
    assert lines[2:4] == [
        "1=  明美        0            0                      nothing; they share",
        "1=  Ben         0            0",
    ]


def test_standings_under_another_book(cli: Cli) -> None:
    """Another rule book counts as written, with the given house keys on top."""
    path = CASES / "games" / "example.toml"

    def ben(*options: str) -> int:
        told = json.loads(cli("standings", path, "--json", *options).out)["standings"]
        return next(one["total"] for one in told if one["player"] == "Ben")

    assert ben() == 66
    assert ben("--house", "scoring.double_blank=100") == 141
    assert ben("--rules", "tedmontgomery") == 91
    assert ben("--rules", "classic", "--house", "scoring.blank_half=25") == 141


def test_check_finds_nothing(cli: Cli, game: str) -> None:
    """A game without findings ends with status 0."""
    assert cli("check", game) == Ran(0, "No errors or warnings.\n", "")
    assert json.loads(cli("check", game, "--json").out) == {"ok": True, "findings": []}


def test_check_finds_an_error(cli: Cli, tmp_path: Path) -> None:
    """An impossible entry in a file is an error with its fact, and status 1."""
    path = tmp_path / "odd.toml"
    text = (CASES / "games" / "f1.toml").read_text().replace("5-0 3-2", "0-0 3-2")
    path.write_text(text)
    ran = cli("check", path)
    assert (ran.status, ran.err) == (1, "")
    assert ran.out == ("Error D3, round 6-6: 0-0 cannot be in two hands (Ben and Carla).\n1 finding.\n")
    (finding,) = json.loads(cli("check", path, "--json").out)["findings"]
    assert (finding["level"], finding["fact"], finding["round"], finding["player"]) == (
        "error",
        "D3",
        1,
        "Carla",
    )


def test_imported_error_may_be_mended_one_by_one(cli: Cli, tmp_path: Path) -> None:
    """An entry is refused for the errors it adds, not for earlier ones."""
    path = tmp_path / "odd.toml"
    path.write_text((CASES / "games" / "f1.toml").read_text().replace("5-0 3-2", "0-0 3-2"))
    cli("import", path)
    assert cli("round", "last", "--double", "6", "--note", "Ben had five-nil").status == 0
    assert cli("round", "last", "--double", "6", "Ben=5-0 3-2").status == 0
    assert cli("check", "last").status == 0


def test_score_prints_lines(cli: Cli) -> None:
    """`score` prints every piece of a hand and its total."""
    assert cli("score", "6-5 0-0").out == "6-5  11\n0-0  50  scoring.double_blank\n61 points\n"
    told = json.loads(cli("score", "5-0", "--house", "scoring.blank_half=25", "--json").out)
    assert told == {"total": 30, "lines": [{"tile": "5-0", "points": 30, "rule": "scoring.blank_half"}]}
    assert cli("score", "12-11", "--set", "12", "--round", "7").out == "12-11  23\n23 points\n"


def test_games_are_listed(cli: Cli, clock: None, home: Path) -> None:
    """`games` lists the stored games, the one changed last first."""
    assert cli("games").err == "scorekeeper: There are no saved games yet; start one with scorekeeper new.\n"
    assert json.loads(cli("games", "--json").out) == []
    first = cli("new", "--players", "Ana,Ben", "--title", "One").out.strip()
    second = cli("new", "--players", "Cy,Dan").out.strip()
    assert cli("games").out == (
        f"{second}  2026-11-20 21:30  going on       Cy and Dan\n"
        f"{first}  2026-11-20 21:30  going on  One  Ana and Ben\n"
    )
    (told,) = json.loads(cli("games", "--json", "--most", "1").out)
    assert (told["id"], told["players"], told["complete"]) == (second, ["Cy", "Dan"], False)


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


def test_import_is_all_or_nothing(cli: Cli, tmp_path: Path) -> None:
    """If one of several files is faulty, none is stored."""
    bad = tmp_path / "bad.toml"
    bad.write_text("format = 1")
    ran = cli("import", CASES / "games" / "f2.toml", bad)
    assert (ran.status, ran.out) == (2, "")
    assert str(bad) in ran.err
    assert cli("games").out == ""


def test_import_says_where_check_finds_errors(cli: Cli, game: str, tmp_path: Path) -> None:
    """A game with impossible hands is stored, and a line refers to `check`."""
    cli("round", game, "--out", "Ana", "Ben=6-4", "Carla=5-5")
    good, bad = tmp_path / "good.toml", tmp_path / "bad.toml"
    good.write_text(cli("export", game).out)
    bad.write_text(good.read_text().replace('"5-5"', '"6-4"'))
    ran = cli("import", good, bad)
    kept = ran.out.split()
    assert (ran.status, len(kept)) == (0, 2)
    assert ran.err == (
        f"scorekeeper: {bad} was imported with 1 error; scorekeeper check {kept[1]} shows it.\n"
    )
    assert "6-4 cannot be in two hands" in cli("check", kept[1]).out


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
    make_backup(servers.place(home / "games.db"), datetime(2026, 11, 20, 20, tzinfo=UTC))
    cli("round", game, "--out", "Ana", "Ben=4", "Carla=5")
    told = cli("restore", "2026-11-20-2000")
    found = re.fullmatch(
        r"1 game was restored from the backup.\n"
        r"The games that were there before are in a backup; scorekeeper (restore \S+) brings them back.\n",
        told.out,
    )
    assert found
    assert "Ana went out" not in cli("log", game).out
    assert cli(*found[1].split()).status == 0
    assert "Ana went out" in cli("log", game).out


def test_damaged_games_that_a_restore_replaces_are_named(cli: Cli, game: str, home: Path) -> None:
    """`restore` says where the damaged file is now, and promises no backup of it."""
    file = home / "games.db"
    path = make_backup(file, datetime(2026, 11, 20, 20, tzinfo=UTC))
    assert path is not None
    for part in home.glob("games.db*"):
        part.write_bytes(b"spoiled" * 1000)
    first, second = cli("restore", path.stem).out.splitlines()
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
