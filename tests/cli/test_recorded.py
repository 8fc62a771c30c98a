"""`scorekeeper round GAME --from RECORD`: a round written down play by play enters itself, or not at all."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.conftest import Ran

RECORDS = Path(__file__).parents[1] / "records"
Cli = Callable[..., Ran]


@pytest.fixture
def trio(cli: Cli) -> str:
    """Return the id of a new double-nine game of the three who are in the records."""
    return cli("new", "--players", "Ana,Ben,Cy").out.strip()


def test_a_recorded_round_is_entered_with_its_hands_and_ending(cli: Cli, trio: str) -> None:
    """Who began, who went out and what was left come from the record."""
    assert cli("round", trio, "--from", RECORDS / "valid" / "goes-out.toml").status == 0
    told = json.loads(cli("standings", trio, "--json").out)
    assert {one["player"]: one["total"] for one in told["standings"]} == {"Ana": 11, "Ben": 0, "Cy": 33}
    assert "Round 9-9: Ana began the round. Ben went out." in cli("log", trio).out


def test_whoever_laid_the_starting_double_began_the_recorded_round(cli: Cli, tmp_path: Path) -> None:
    """What was drawn in search of it comes before."""
    record = """
format = "scorekeeper-record/1"
set = 9
round = 9
players = ["Ana", "Ben", "Cy"]
rules = "classic"
actions = ["Ana draw 8-1", "Ben draw 9-9", "Ben 9-9", "Ben 9-2"]
[hands]
Ana = "9-1"
Ben = "9-2"
Cy = "9-3"
"""
    (tmp_path / "held.toml").write_text(record, encoding="utf-8")
    house = ("--house", "start.source=held", "--house", "start.missing=draw-in-turn")
    game = cli("new", "--players", "Ana,Ben,Cy", *house).out.strip()
    told = cli("round", game, "--from", tmp_path / "held.toml")
    assert "Ben began the round." in cli("log", game).out, told.err


CAUGHT = """
format = "scorekeeper-record/1"
set = 9
round = 9
players = ["Ana", "Ben", "Cy"]
rules = "classic"
actions = ["Ana 9-1", "Ben 9-2", "Cy challenges Ana", "Ana draw 9-8", "Cy 9-3", "Ana 9-5", "Ben 6-2"]
[hands]
Ana = "9-1 9-5"
Ben = "9-2 6-2"
Cy = "9-3 6-3 8-7 7-5"
"""


def test_calls_in_the_record_are_noted(cli: Cli, tmp_path: Path) -> None:
    """A player caught in the record is caught in the game."""
    (tmp_path / "caught.toml").write_text(CAUGHT, encoding="utf-8")
    game = cli("new", "--players", "Ana,Ben,Cy", "--house", "little.mode=penalty").out.strip()
    told = cli("round", game, "--from", tmp_path / "caught.toml")
    assert told.status == 0, told.err
    assert "Ana did not call Chickenlittle." in cli("log", game).out


def test_a_block_is_entered_that_ends_with_the_neighbour_of_who_drew_the_last_tile(cli: Cli) -> None:
    """The pass of whoever drew the last tile is the first of the circuit, so no further one is asked for."""
    game = cli("new", "--players", "Ana,Ben,Cy", "--set", "6", "--house", "yard.reserve=4").out.strip()
    record = RECORDS / "valid" / "blocked-with-the-pass-of-who-drew-the-last-tile.toml"
    told = cli("round", game, "--from", record)
    assert told.status == 0, told.err
    assert "blocked, with 6-6 short of toes" in cli("log", game).out


def test_a_recorded_round_that_stops_early_is_not_entered(cli: Cli, trio: str) -> None:
    """A record that goes on says so."""
    told = cli("round", trio, "--from", RECORDS / "valid" / "round-goes-on.toml")
    assert (told.status, told.out) == (2, "")
    assert "before the round is over" in told.err


def test_a_recorded_round_with_a_play_that_cannot_stand_is_not_entered(
    cli: Cli, trio: str, tmp_path: Path
) -> None:
    """The first such play is named with its reason, and nothing is kept."""
    text = (RECORDS / "valid" / "goes-out.toml").read_text(encoding="utf-8")
    (tmp_path / "wrong.toml").write_text(text.replace('"Ben 9-2"', '"Ben 6-1"'), encoding="utf-8")
    told = cli("round", trio, "--from", tmp_path / "wrong.toml")
    assert told.status == 2
    assert "Action 2 (Ben 6-1) cannot stand" in told.err
    assert json.loads(cli("standings", trio, "--json").out)["rounds_played"] == 0


@pytest.mark.parametrize(
    ("players", "more", "fault"),
    [
        ("Ana,Ben,Cy,Dot", (), "must name all players"),
        ("Ana,Ben,Cy", ("--round", "2"), "the round is 8-8"),
        ("Ana,Ben,Cy", ("Ana=5",), "leave the others out"),
    ],
)
def test_a_record_of_another_table_is_refused(
    cli: Cli, players: str, more: tuple[str, ...], fault: str
) -> None:
    """Players, set and double must be those of the round."""
    game = cli("new", "--players", players).out.strip()
    told = cli("round", game, "--from", RECORDS / "valid" / "goes-out.toml", *more)
    assert told.status == 2
    assert fault in told.err
