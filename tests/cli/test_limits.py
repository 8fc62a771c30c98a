"""A number or a list that is too large is refused at once, with its limit, by every option that takes one."""

import re
import tracemalloc
from collections.abc import Iterator
from io import StringIO
from itertools import cycle
from pathlib import Path
from time import process_time

import click
import pytest

from scorekeeper.cli import COMMANDS, LONGEST_WORD, MOST_WORDS, load_command
from tests.conftest import Cli

NEEDED = {
    "call": "call last Ana",
    "club draw": "club draw last",
    "club enter": "club enter last",
    "club new": "club new Friday",
    "club new --rounds": "club new Friday",
    "club print": "club print last sheets",
    "club seats": "club seats last",
    "club standing": "club standing last",
    "join": "join last Ed",
    "judge": "judge play",
    "leave": "leave last Ana",
    "new": "new --players Ana,Ben",
    "round": "round last Ana=5",
    "round --open-foot": "round last --blocked",
    "score": "score 6-4",
}
"""What a command, or one of its options, needs beside the option that is tried."""

HUGE = 10**9
NO_COUNTS = {"club draw --seed", "simulate --seed"}
"""Numbers that count nothing."""

PEAK = 20_000_000
"""Bytes that a refusal takes at most."""

MOMENT = 20
"""Seconds of the processor that none of these takes; what else the machine does counts for nothing."""


@pytest.fixture(autouse=True)
def _in_a_moment() -> Iterator[None]:
    """Let no command of these tests work for long."""
    began = process_time()
    yield
    assert process_time() - began < MOMENT


def options() -> Iterator[tuple[str, click.Parameter]]:
    """Yield the parameters of every command, each with the words of the command."""

    def below(words: str, command: click.Command) -> Iterator[tuple[str, click.Parameter]]:
        yield from ((words, parameter) for parameter in command.params)
        if isinstance(command, click.Group):
            for name, part in command.commands.items():
                yield from below(f"{words} {name}", part)

    for name in COMMANDS:
        yield from below(name, load_command(name))


def of_types(*types: type[click.ParamType]) -> list[tuple[str, str]]:
    """Return the command and the name of every option of these types."""
    return [(words, one.opts[0]) for words, one in options() if isinstance(one.type, types)]


NUMBERS = of_types(type(click.INT))
TEXTS = [
    (words, one.opts[0] if isinstance(one, click.Option) else "")
    for words, one in options()
    if isinstance(one.type, type(click.STRING) | click.Path)
    and (isinstance(one, click.Argument) or one.opts[0] != "--lang")
]
REPEATED = [
    (words, one.opts[0] if isinstance(one, click.Option) else "")
    for words, one in options()
    if (isinstance(one, click.Option) and one.multiple) or one.nargs < 0
]


def refused(cli: Cli, *words: str) -> str:
    """Run a command that is refused in one sentence, at once; return the sentence."""
    tracemalloc.start()
    ran = cli(*words)
    _now, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert (ran.status, ran.err.count("\n")) == (2, 1), ran.err[:500]
    assert peak < PEAK
    return ran.err


def needed(command: str, option: str = "") -> list[str]:
    """Return the words of a command with what it and the option need."""
    return NEEDED.get(f"{command} {option}", NEEDED.get(command, command)).split()


@pytest.mark.parametrize(("command", "option"), [one for one in NUMBERS if " ".join(one) not in NO_COUNTS])
def test_a_number_has_a_limit(command: str, option: str, cli: Cli, game: str) -> None:
    """A thousand million of anything is refused with a number that is allowed."""
    said = refused(cli, *needed(command, option), option, str(HUGE))
    assert [number for number in re.findall(r"\d+", said) if int(number) < HUGE], said


def test_every_number_is_a_whole_one() -> None:
    """No option takes a fraction, so none takes what is no finite number."""
    assert of_types(type(click.FLOAT)) == []


@pytest.mark.parametrize(
    ("command", "option", "item"),
    [(*text, item) for text, item in zip(TEXTS, cycle(("Ana,", "5 ", "6-4,", "1+", "x")), strict=False)],
)
def test_a_long_list_is_refused(command: str, option: str, item: str, cli: Cli) -> None:
    """A word that nobody types is refused with how long it may be, before anybody reads it."""
    said = refused(cli, *needed(command), *filter(None, [option]), item * 50_000)
    assert f"has {50_000 * len(item)} letters; {LONGEST_WORD} fit" in said


@pytest.mark.parametrize(("command", "option"), REPEATED)
def test_a_list_of_too_many_words_is_refused(command: str, option: str, cli: Cli) -> None:
    """More words than anybody types are refused with how many there may be."""
    said = refused(cli, *needed(command), *[*filter(None, [option]), "Ana=5"] * MOST_WORDS)
    assert f"at most {MOST_WORDS} words" in said


@pytest.mark.parametrize(("command", "option"), TEXTS)
def test_the_longest_list_is_read_in_a_moment(
    command: str, option: str, cli: Cli, game: str, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A list that is just short enough takes no work that grows with its square."""
    monkeypatch.chdir(home)
    monkeypatch.setattr("sys.stdin", StringIO())
    for item in ("Ana,", "5 ", "6-4,", "1+"):
        text = item * (LONGEST_WORD // len(item))
        said = cli(*needed(command), *filter(None, [option]), text).err
        assert said.count("\n") < 2, f"{item} many times over: {said[:500]}"


TABLES = {
    "names in a line": (lambda: "1," + ",".join(f"P{one}" for one in range(50_000)), "2 to 12 players"),
    "tables": (lambda: "\n".join(f"{one},A{one},B{one}" for one in range(30_000)), "At most 1000 pages"),
}


@pytest.mark.parametrize("many", TABLES)
def test_a_file_of_too_many_tables_is_refused(many: str, cli: Cli, home: Path, tmp_path: Path) -> None:
    """So many names or pages are refused with the limit, before they are compared or set."""
    write, limit = TABLES[many]
    (tmp_path / "tables.csv").write_text(write(), encoding="utf-8")
    ran = cli("sheet", "--tables", tmp_path / "tables.csv")
    assert (ran.status, limit in ran.err) == (2, True), ran.err


def test_too_many_games_are_not_printed_at_once(cli: Cli, game: str) -> None:
    """More pages than can be printed are refused before a game is read."""
    assert "At most 1000 pages" in cli("sheet", *["last"] * 1001).err
