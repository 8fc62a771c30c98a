"""`scorekeeper judge QUESTION`: every fact has a flag, typed as in the app."""

from collections.abc import Callable

import click
import pytest

from scorekeeper.cli.flags import FLAGS
from scorekeeper.cli.judge import judge
from scorekeeper.judge.facts import FACTS
from tests.conftest import Ran, cases


@pytest.mark.parametrize("case", cases("flags"), ids=lambda case: " ".join(case["typed"]))
def test_a_dispute_is_told_by_flags(cli: Callable[..., Ran], case) -> None:
    """The ruling is that on the facts told; what cannot be understood is named by its flag."""
    ran = cli("judge", *case["typed"])
    assert (ran.status, case["says"] in ran.out + ran.err) == (case["status"], True), ran


def test_every_fact_has_a_flag() -> None:
    """Whatever a question asks for can be told on the command line."""
    assert FACTS.keys() <= {name for flag in FLAGS.values() for name in flag.facts}


@pytest.mark.parametrize(
    ("begun", "offered"),
    [("pl", [("play", "plain")]), ("", [("", "file")]), ("disp", [("disp", "file")])],
)
def test_a_shell_offers_questions_and_files(begun: str, offered: list[tuple[str, str]]) -> None:
    """A question where one is begun, else the files of the folder."""
    (asked,) = [parameter for parameter in judge.params if parameter.name == "asked"]
    found = asked.shell_complete(click.Context(judge), begun)
    assert [(item.value, item.type) for item in found] == offered
