"""A number outside its range is refused with the number that was typed."""

import re
from collections.abc import Iterator

import click
import pytest

from scorekeeper.cli import scorekeeper
from scorekeeper.judge import QUESTIONS
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

ANY = {("club draw", "--seed"), ("simulate", "--seed")}
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


FLAGS = {"on_double": "toes", "totals": "totals Ana="}
"""What is typed for a fact, where it is not the name alone."""

TYPED = [
    *(
        f"judge {ask} --players Ana,Ben --{FLAGS.get(asked.fact.name, asked.fact.name)}"
        for ask, question in QUESTIONS.items()
        for asked in question.facts
        if asked.fact.kind.name in ("count", "toes", "points")
    ),
    "join last Eve --score",
    "round last --blocked Ben=",
    "round last --blocked Ben==",
    "round last --blocked Ben=1+",
    "score =",
    "score 1+",
]
"""What takes a number as a text: the last word, or what it begins."""


def typed_after(words: str, typed: str) -> list[str]:
    """Return the words of a command, with what is typed after them or into the last of them."""
    before, last = words.rsplit(" ", 1)
    return [*before.split(), *([last + typed] if last.endswith(("=", "+")) else [last, typed])]


@pytest.mark.parametrize("typed", ["1234567", "9" * 30])
@pytest.mark.parametrize("words", TYPED)
def test_a_number_that_is_too_large_is_no_other_thing(cli: Cli, game: str, words: str, typed: str) -> None:
    """It is refused as it was typed, with the numbers that are possible, and is not called anything but a number."""
    ran = cli(*typed_after(words, typed))
    assert (ran.status, ran.out) == (2, "")
    assert "use " in ran.err, ran.err
    assert not re.search("is not a (number; |number [(]|way|tile)", ran.err), ran.err


@pytest.mark.parametrize("words", [words for words in TYPED if words.startswith(("judge", "join"))])
def test_a_number_below_zero_is_a_number(cli: Cli, game: str, words: str) -> None:
    """It is refused as it was typed, with the numbers that are possible."""
    ran = cli(*typed_after(words, "-12345678"))
    assert (ran.status, "-12345678" in ran.err, "use " in ran.err) == (2, True, True), ran.err


@pytest.mark.parametrize(("command", "option"), sorted(set(_numbers(scorekeeper)) - ANY))
def test_a_number_outside_its_range_is_refused_as_it_was_typed(
    cli: Cli, game: str, command: str, option: str
) -> None:
    """Every option that is a number names the one that was typed, not what became of it on the way."""
    ran = cli(*command.split(), *GIVEN.get(command, ()), option, "-7")
    assert (ran.status, ran.out) == (2, "")
    assert "-7" in ran.err
    assert "round 0" not in ran.err, "nobody was entered in that one"
