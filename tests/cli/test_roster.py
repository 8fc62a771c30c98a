"""The commands about the people at the table, and about the end of the game."""

import json
import tomllib
from collections.abc import Callable

import pytest

from tests.conftest import Ran

Cli = Callable[..., Ran]


@pytest.fixture
def evening(cli: Cli, game: str) -> str:
    """Return a game of Ana, Ben and Carla after a round of 0, 10 and 23."""
    cli("round", game, "--out", "Ana", "Ben=5-0 3-2", "Carla=23")
    return game


def test_join_asks_what_to_begin_with(cli: Cli, evening: str) -> None:
    """Whoever joins after the first round must be said to begin with something."""
    ran = cli("join", evening, "Dan")
    assert ran.status == 2
    assert "Say what Dan begins with: --score zero, highest, average, or a number." in ran.err
    assert cli("join", evening, "Dan", "--score", "lots").err == (
        "scorekeeper: --score: “lots” is not a way to begin; use before, zero, highest, average or a number.\n"
    )


@pytest.mark.parametrize(
    ("score", "told"),
    [
        ("zero", "Dan joined in round 2 and begins with nothing.\n"),
        ("highest", "Dan joined in round 2 with 23, the highest total of the table.\n"),
        ("average", "Dan joined in round 2 with 11, the average of the table.\n"),
        ("40", "Dan joined in round 2 with 40, as the table decided.\n"),
    ],
)
def test_join_tells_what_is_begun_with(cli: Cli, evening: str, score: str, told: str) -> None:
    """What a latecomer begins with is said, and in the standings."""
    deal = "From round 2 on everybody draws 11 tiles.\n"
    assert cli("join", evening, "Dan", "--score", score, "--by", "Ana").out == told + deal
    places = json.loads(cli("standings", evening, "--json").out)["standings"]
    (dan,) = [place for place in places if place["player"] == "Dan"]
    assert (dan["joined"], dan["total"], dan["by_round"], dan["running"]) == (
        2,
        dan.get("began_with", 0),
        [None],
        [None],
    )


def test_sitting_out_is_a_word_for_a_hand(cli: Cli, evening: str) -> None:
    """`NAME=-` lets a player sit out the round; the standings say who leads with a round fewer."""
    ran = cli("round", evening, "--out", "Carla", "Ben=40", "Ana=-")
    assert ran.out.startswith("Round 8-8: Carla went out. Ana sits out. Ben 40.\n")
    assert "Ana has played one round fewer." in ran.out
    assert "Ana has played one round fewer." in cli("standings", evening).out
    fewer = [
        one.get("fewer_rounds", 0) for one in json.loads(cli("standings", evening, "--json").out)["standings"]
    ]
    assert fewer == [1, 0, 0]
    assert cli("export", evening, "--format", "csv").out.splitlines()[2] == "8-8,Carla out,-,40,0"


def test_a_hand_that_sits_out_counts_nothing(cli: Cli) -> None:
    """`score` says that there is nothing to count."""
    assert (
        cli("score", "-").err
        == "scorekeeper: “-” is not a hand; write its tiles or its pips, such as 6-5 0-0 or 23.\n"
    )


def test_leave_rename_and_seats(cli: Cli, evening: str) -> None:
    """Leaving, names and seats are told in a sentence; the standings show who left."""
    assert cli("leave", evening, "ben", "--reason", "last bus").out == (
        "Ben left, and plays no round from round 2 on. (last bus)\nFrom round 2 on everybody draws 21 tiles.\n"
    )
    assert "3  Ben (left)     10     +10    0" in cli("standings", evening).out
    assert cli("rename", evening, "carla", "Clara").out == "Carla is now called Clara.\n"
    assert cli("seats", evening, "Clara, Ana").out == "New seats, clockwise: Clara and Ana.\n"
    assert tomllib.loads(cli("export", evening).out)["players"] == ["Clara", "Ana", "Ben"]


def test_finish_locks_and_reopen_unlocks(cli: Cli, evening: str) -> None:
    """A finished game takes nothing but reopen, which its refusal names; both are told with their reason."""
    assert cli("finish", evening, "--reason", "late").out == (
        "The game ended early, after 1 of 10 rounds. (late)\n"
    )
    ran = cli("round", evening, "--double", "9", "Ben=12")
    assert ran == Ran(2, "", "scorekeeper: This game is finished; reopen it to change it.\n")
    assert cli("finish", evening).status == 2
    assert "· finished\n" in cli("standings", evening).out
    assert json.loads(cli("standings", evening, "--json").out)["winners"] == ["Ana"]
    assert cli("games").out.split()[3] == "complete"
    assert cli("reopen", evening, "--reason", "Ben counted wrong").out == (
        "The game was opened again. (Ben counted wrong)\n"
    )
    assert cli("reopen", evening).err == (
        "scorekeeper: This game is not finished, so there is nothing to reopen.\n"
    )
    assert cli("round", evening, "--double", "9", "Ben=12", "--reason", "counted again").status == 0


def test_hidden_totals(cli: Cli, game: str) -> None:
    """A table may hide its totals until the end; --open and JSON show them."""
    assert cli("hide", game).out == "Totals are hidden until the end.\n"
    assert "Carla          23" not in cli("round", game, "--out", "Ana", "Ben=10", "Carla=23").out
    assert cli("standings", game).out.endswith("Totals are hidden until the end; --open shows them.\n")
    assert "Carla" in cli("standings", game, "--open").out
    assert json.loads(cli("standings", game, "--json").out)["hidden"] is True
    assert tomllib.loads(cli("export", game).out)["totals_hidden"] is True
    assert cli("hide", game, "--off").out == "Totals are shown again.\n"
    assert "Carla" in cli("standings", game).out
    cli("hide", game)
    cli("finish", game)
    assert "Carla" in cli("standings", game).out


def test_names_that_look_alike_are_used_where_they_are_meant(cli: Cli) -> None:
    """With --similar-names a game begins, goes on and is told with names that look alike."""
    game = cli("new", "--players", "Ana,Аna", "--similar-names").out.strip()
    assert (
        cli("join", game, "Αna", "--similar-names").out.splitlines()[0]
        == "Αna joined in round 1 and begins with nothing."
    )
    assert cli("rename", game, "Αna", "An\u200da", "--similar-names").status == 0
    places = json.loads(cli("standings", game, "--json").out)["standings"]
    assert [place["player"] for place in places] == ["Ana", "Аna", "An\u200da"]


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
    cli: Callable[..., Ran], monkeypatch: pytest.MonkeyPatch, typed: str, status: int
) -> None:
    """The prompt shows the letters of the language, takes its words and the English ones, and asks again in it."""
    asked, answers = list[str](), iter(["quizá", typed])
    monkeypatch.setattr("scorekeeper.cli.common.in_terminal", lambda: True)
    monkeypatch.setattr("click.prompt", lambda question, **_options: asked.append(question) or next(answers))
    ran = cli("--lang", "es", "new", "--players", "Zoe,Zoë")
    assert (asked[1].endswith(" [s/N]"), ran.status) == (True, status)
    assert "Responde s para sí o n para no." in ran.err
