"""A number outside its range is refused with the number that was typed."""

from collections.abc import Iterator

import click
import pytest

from scorekeeper.cli import scorekeeper
from tests.conftest import Cli

GIVEN = {
    "new": ["--players", "Ana,Ben"],
    "round": ["last", "--blocked", "Ben=5"],
    "call": ["last", "Ben"],
    "join": ["last", "Eve", "--score", "zero"],
    "leave": ["last", "Ben"],
    "score": ["5"],
    "share": ["last"],
}
"""What a command needs besides a number; the others need nothing."""

ANY = {("simulate", "--seed")}
"""What any number fits."""


def _numbers(group: click.Group, *before: str) -> Iterator[tuple[str, str]]:
    """Yield each command that takes a number, with the option."""
    ctx = click.Context(group)
    for name in group.list_commands(ctx):
        command = group.get_command(ctx, name)
        assert command is not None
        if isinstance(command, click.Group):
            yield from _numbers(command, *before, name)
        for option in command.params:
            if isinstance(option.type, click.types.IntParamType | click.types.FloatParamType):
                yield " ".join((*before, name)), option.opts[0]


@pytest.mark.parametrize(("command", "option"), sorted(set(_numbers(scorekeeper)) - ANY))
def test_a_number_outside_its_range_is_refused_as_it_was_typed(
    cli: Cli, game: str, command: str, option: str
) -> None:
    """Every option that is a number names the one that was typed, not what became of it on the way."""
    ran = cli(*command.split(), *GIVEN.get(command, ()), option, "-7")
    assert (ran.status, ran.out) == (2, "")
    assert "-7" in ran.err
    assert "round 0" not in ran.err, "nobody was entered in that one"
