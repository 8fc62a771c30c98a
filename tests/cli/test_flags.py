"""`scorekeeper judge QUESTION`: every fact has a flag, typed as in the app."""

from collections.abc import Callable
from pathlib import Path

import click
import pytest

from scorekeeper.cli.flags import FLAGS
from scorekeeper.cli.judge import judge
from scorekeeper.judge.situation import FACTS
from tests.conftest import Ran, cases
from tests.judge.test_situations import CORPUS


@pytest.mark.parametrize("case", cases("flags"), ids=lambda case: " ".join(case["typed"]))
def test_a_dispute_is_told_by_flags(cli: Callable[..., Ran], case) -> None:
    """The ruling is that on the facts told; what cannot be understood is named by its flag."""
    ran = cli("judge", *case["typed"])
    assert (ran.status, case["says"] in ran.out + ran.err) == (case["status"], True), ran


def test_every_fact_has_a_flag() -> None:
    """Whatever a question asks for can be told on the command line."""
    assert FACTS.keys() <= {name for flag in FLAGS.values() for name in flag.facts}


def test_a_question_is_saved_as_a_file_that_has_the_same_ruling(
    cli: Callable[..., Ran], tmp_path: Path
) -> None:
    """What was told, the rule book and the table's own rules are in the file."""
    told = (
        "draw",
        "--hand",
        "Cora=5-3 9-6",
        "--ends",
        "5 2",
        "--yard",
        "9",
        "--house",
        "turn.must_play=may-draw-and-pass",
    )
    path = tmp_path / "dispute.toml"
    asked = cli("judge", *told, "--save", path)
    assert asked.status == 0
    assert cli("judge", path).out == asked.out


def test_a_file_is_not_told_by_flags_as_well(cli: Callable[..., Ran]) -> None:
    """Facts beside a file are refused, and named."""
    ran = cli("judge", next(CORPUS.glob("scenarios/*.toml")), "--yard", "3")
    assert (ran.status, "--yard: A file tells all of it" in ran.err) == (2, True)


def test_only_a_question_is_saved(cli: Callable[..., Ran], tmp_path: Path) -> None:
    """A record is a file already."""
    ran = cli("judge", CORPUS.parent / "records" / "valid" / "goes-out.toml", "--save", tmp_path / "x.toml")
    assert (ran.status, "--save: Only a question can be saved" in ran.err) == (2, True)


def test_a_game_tells_the_table(cli: Callable[..., Ran], home: Path) -> None:
    """Rules, players, set and round are those of the game; another rule book leaves the table's changes out."""
    cli("new", "--players", "Ana,Ben,Carla", "--rules", "hastings", "--house", "scoring.double_blank=25")
    assert "25 points" in cli("judge", "score", "--game", "last", "--hand", "0-0").out
    assert "50 points" in cli("judge", "score", "--game", "last", "--hand", "0-0", "--rules", "classic").out
    assert (
        "Carla may lay 9-5"
        in cli("judge", "play", "--game", "last", "--player", "c", "--tile", "9-5", "--toes", "0").out
    )
    assert "known are Ana, Ben, Carla" in cli("judge", "draw", "--game", "last", "--player", "Zoe").err


@pytest.mark.parametrize(
    ("begun", "offered"),
    [("pl", [("play", "plain")]), ("", [("", "file")]), ("disp", [("disp", "file")])],
)
def test_a_shell_offers_questions_and_files(begun: str, offered: list[tuple[str, str]]) -> None:
    """A question where one is begun, else the files of the folder."""
    (asked,) = [parameter for parameter in judge.params if parameter.name == "asked"]
    found = asked.shell_complete(click.Context(judge), begun)
    assert [(item.value, item.type) for item in found] == offered
