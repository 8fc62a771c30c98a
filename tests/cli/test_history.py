"""`history` and `players`, as a person or a script uses them."""

import json
from collections.abc import Callable

import pytest

from tests.conftest import Ran

Cli = Callable[..., Ran]
ONE_ROUND = ("--house", "rounds.length=fixed", "--house", "rounds.count=1")


@pytest.fixture
def evenings(cli: Cli) -> list[str]:
    """Keep three games and return their ids: two finished, one that goes on."""
    ids = [
        cli("new", "--players", names, "--title", "Evening", "--set", size, *house).out.strip()
        for names, size, house in (
            ("Ana,Ben,Cy", 9, ONE_ROUND),
            ("Anna,Dan", 12, ONE_ROUND),
            ("Ana,Ben", 9, ()),
        )
    ]
    cli("round", ids[0], "--out", "Ana", "Ben==10", "Cy==30")
    cli("round", ids[1], "--out", "Anna", "Dan==7")
    cli("round", ids[2], "--out", "Ben", "Ana==4")
    return ids


def test_history_shows_how_everybody_did(cli: Cli, evenings: list[str]) -> None:
    """Each player's line has games, wins, points per round, rounds won, best and worst, in 80 columns."""
    ran = cli("history", "--set", "9")
    lines = ran.out.splitlines()
    assert lines[0].split("  ")[0] == "player"
    assert lines[1].split() == ["Ana", "2", "1", "100%", "2.0", "1", "0", "0"]
    assert lines[2].split() == ["Ben", "2", "0", "0%", "5.0", "1", "10", "10"]
    assert lines[-1].startswith("2 games, since ")
    assert max(map(len, lines)) <= 80


def test_history_lists_games(cli: Cli, evenings: list[str]) -> None:
    """--games has a line per game, the one begun last first, cut to the terminal."""
    lines = cli("history", "--games").out.splitlines()
    assert [line.split("  ")[1] for line in lines] == evenings[::-1]
    assert lines[0].endswith("1 of 10   Ben ahead with 0 · Ana")
    assert cli("history", "--games", "--most", 1).err == "scorekeeper: 2 more; --most 3 lists all.\n"


def test_history_of_one_player(cli: Cli, evenings: list[str]) -> None:
    """A player's page has the figures, the course of time, and everybody else."""
    out = cli("history", "ana").out
    for told in ("1 of 1 finished games, 100%", "Points per round over time:", "2 games, 1 won"):
        assert told in out
    assert ["Ben", "2", "1", "0", "0", "2.0", "5.0"] in [line.split() for line in out.splitlines()]
    assert max(map(len, out.splitlines())) <= 80


def test_history_of_two_players(cli: Cli, evenings: list[str]) -> None:
    """Two players are shown side by side."""
    out = cli("history", "ana", "ben").out.splitlines()
    assert out[0].startswith("Ana and Ben sat in 2 games together. In 1 finished game, Ana finished ahead 1")
    assert out[2].split() == ["Ana", "1", "2.0", "1"]


def test_history_as_json(cli: Cli, evenings: list[str]) -> None:
    """Every view has its JSON, with all fields."""
    everybody = json.loads(cli("history", "--json").out)
    assert (everybody["games"], len(everybody["players"])) == (3, 5)
    one = json.loads(cli("history", "cy", "--json").out)
    assert (one["player"]["average"], [met["other"] for met in one["against"]]) == (30.0, ["Ana", "Ben"])
    assert one["player"]["best_game"][:2] == [30, evenings[0]]
    two = json.loads(cli("history", "cy", "dan", "--json").out)
    assert (two["player"], two["other"], two["games"], two["average"]) == ("Cy", "Dan", 0, None)
    games = json.loads(cli("history", "--games", "--json").out)
    assert [(game["id"], game["finished"], game["rounds"]) for game in games[1:]] == [
        (evenings[1], True, 1),
        (evenings[0], True, 1),
    ]
    assert games[0]["players"][0] == {
        "player": "Ben", "rank": 1, "won": False, "total": 0, "rounds": 1, "rounds_won": 1,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("words", "games"),
    [
        (["--set", "12"], 1),
        (["--game", "chickenfoot"], 3),
        (["--game", "mexican-train"], 0),
        (["--rules", "hastings"], 0),
        (["--finished"], 2),
        (["--with", "ana"], 2),
        (["--when", "..1999"], 0),
        (["--when", "2000..", "--with", "ben,cy"], 1),
    ],
)
def test_filters_narrow_what_is_counted(cli: Cli, evenings: list[str], words: list[str], games: int) -> None:
    """Each filter keeps only the matching games."""
    assert json.loads(cli("history", *words, "--json").out)["games"] == games


@pytest.mark.parametrize(("words", "average"), [([], None), (["--set", "9"], 30.0)])
def test_points_of_different_sets_are_not_compared(
    cli: Cli, evenings: list[str], words: list[str], average: float | None
) -> None:
    """Nobody is ranked by points of two sets: the places go by wins and names, and a sentence says what to choose."""
    players = json.loads(cli("history", *words, "--json").out)["players"]
    (cy,) = (one for one in players if one["player"] == "Cy")
    assert (cy["average"], cy["best_game"] is None, cy["points"]) == (average, average is None, 30)
    assert ("Choose one game and one set" in cli("history", *words).err) == (average is None)


def test_points_of_different_games_are_not_averaged_for_one_player(cli: Cli, evenings: list[str]) -> None:
    """Neither one player nor two have an average over both games, and a sentence says so; one game has one."""
    for end in (["--out", "Ana", "Ben==10"], ["--out", "Ben", "Ana==4"]):
        train = cli("new", "--players", "Ana,Ben", "--rules", "train-usual", *ONE_ROUND).out.strip()
        cli("round", train, *end)
    for words, average in (([], None), (["--game", "chickenfoot"], 2.0), (["--game", "mexican-train"], 2.0)):
        one = json.loads(cli("history", "Ana", *words, "--json").out)
        assert {period["average"] for period in (one["player"], *one["over_time"])} == {average}
        assert one["against"][0]["average"] == average
        assert json.loads(cli("history", "Ana", "Ben", *words, "--json").out)["average"] == average
        for names in (["Ana"], ["Ana", "Ben"]):
            assert ("Choose one game and one set" in cli("history", *names, *words).err) == (average is None)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--when", "soon"], "--when: “soon” is not a date"),
        (["Anq"], "No player is called “Anq”; did you mean Ana?"),
        (["Ana", "Ben", "Cy"], "Name one player, or two"),
        (["--game", "mexican"], "--game: There is no game “mexican”; did you mean mexican-train?"),
    ],
)
def test_what_history_cannot_answer_is_refused(
    cli: Cli, evenings: list[str], words: list[str], told: str
) -> None:
    """Wrong usage ends with status 2 and a sentence that helps."""
    ran = cli("history", *words)
    assert (ran.status, ran.out) == (2, "")
    assert told in ran.err


@pytest.mark.parametrize("words", [[], ["Ana"], ["Ana", "Dan"], ["--games"]])
def test_nothing_to_count_is_told(cli: Cli, evenings: list[str], words: list[str]) -> None:
    """If no game matches, the command says so, with status 0."""
    ran = cli("history", *words, "--when", "..1999")
    assert (ran.status, ran.out) == (0, "")
    assert "No game fits" in ran.err


def test_names_of_one_player_are_put_together_and_apart(cli: Cli, evenings: list[str]) -> None:
    """`players same` counts a name as another player, and `apart` undoes it; no game changes."""
    before = cli("export", evenings[1]).out
    assert cli("players", "same", "anna", "ana").out.startswith("anna counts as Ana from now on")
    assert "Ana  3  also Anna\n" in cli("players").out
    data = json.loads(cli("players", "list", "--json").out)
    assert data["put_together"] == {"anna": "Ana"}
    assert {"player": "Ana", "games": 3, "also": ["Anna"]} in data["players"]
    assert cli("export", evenings[1]).out == before
    assert cli("players", "apart", "Anna").out == "Anna counts as a separate player again.\n"
    assert "also" not in cli("players", "list").out


def test_players_who_met_are_not_put_together(cli: Cli, evenings: list[str]) -> None:
    """Two players of one game cannot be merged."""
    ran = cli("players", "same", "Ana", "Ben")
    assert (ran.status, "two people" in ran.err) == (2, True)
    assert cli("players", "apart", "Ana").status == 2


def test_no_players_yet(cli: Cli) -> None:
    """Without any games, `players` says what to do."""
    assert "start one with scorekeeper new" in cli("players").err
