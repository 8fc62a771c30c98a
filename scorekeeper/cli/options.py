"""The arguments and options that several commands have, and what is read from each."""

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar, get_args

import click
from click.shell_completion import CompletionItem

from scorekeeper import reading
from scorekeeper.cli.common import STDOUT, STREAM, names_file, source, store
from scorekeeper.errors import Malformed, ScorekeeperError
from scorekeeper.session import shelf
from scorekeeper.system import Paper, now
from scorekeeper.text import join_and, language
from scorekeeper.tiles import SET_SIZES

Command = TypeVar("Command", bound=Callable[..., Any])


class NamedFile(click.Path):
    """A file, by its name."""

    def get_metavar(self, *_: object, **__: object) -> str:
        """Return what stands for it in help."""
        return "FILE"


class InputFile(NamedFile):
    """A file to read, or standard input for `-`."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:  # noqa: ARG002
        """Return the file, or standard input."""
        return source(value)


class OutputFile(NamedFile):
    """A file to write, or `STDOUT` for `-`."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:  # noqa: ARG002
        """Return the file; that of the name `./-` in full."""
        path = Path(value)
        return path.absolute() if path == STDOUT and value != STREAM else path


class ReadType(click.ParamType):  # type: ignore[type-arg]
    """What is read by a function of ours, which raises Malformed for what it cannot read."""

    def __init__(self, name: str, read: Callable[[str], object]) -> None:
        self.name, self._read = name, read

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return what was typed, as a value."""
        try:
            return self._read(str(value))
        except Malformed as fault:
            self.fail(str(fault), param, ctx)


DAY = ReadType("day", lambda text: reading.parse_day(text, now().date()))
"""A day of the past, or today."""

DOUBLE = ReadType(
    "double",
    lambda text: int(
        reading.heard("round", text, reading.Around(max(SET_SIZES), language=language().codes[-1]))
    ),
)
"""A double, by its number or as a tile: `9`, `9-9`, `double nine`."""


def complete_game(_ctx: click.Context, _parameter: click.Parameter, begun: str) -> list[CompletionItem]:
    """Return what a shell offers where a GAME belongs: `last` and saved games, or files where one is begun."""
    items = list[CompletionItem]()
    with suppress(ScorekeeperError):
        kept = () if names_file(begun) else store().list()
        known = {"last": ""} | {listed.id: listed.title or join_and(listed.players) for listed in kept}
        items = [CompletionItem(name, help=title) for name, title in known.items() if name.startswith(begun)]
    return items or [CompletionItem(begun, type="file")]


game = click.argument("game", shell_complete=complete_game)


class BookName(ReadType):
    """A rule book, by its id or its title; what names none is refused where the book is opened."""

    def shell_complete(self, _ctx: Any, _param: Any, incomplete: str) -> list[CompletionItem]:
        """Return the ids that begin so, for a shell to offer."""
        return [CompletionItem(book_id) for book_id in shelf().ids() if book_id.startswith(incomplete)]


BOOK = BookName("book", lambda name: shelf().id_of(name))


def rules(command: Command) -> Command:
    """Give a command the options `--rules` and `--house`."""
    house = click.option(
        "--house", metavar="KEY=VALUE", multiple=True, help="A rule that this table changed; can be repeated."
    )
    book = click.option("--rules", "book", type=BOOK, help="The rule book, by its id or title.")
    return book(house(command))


set_size = click.option(
    "--set", "set_size", type=click.Choice(SET_SIZES), help="The highest double of the set."
)
rounds = click.option(
    "--rounds",
    type=click.IntRange(min=1),
    metavar="NUMBER",
    help="How many rounds; the rules decide if left out.",
)
day = click.option(
    "--date", "day", type=DAY, help="The day of the game, such as 2025-01-31; today if left out."
)
by = click.option("--by", metavar="NAME", help="Who makes this entry.")
output = click.option("-o", "--output", type=OutputFile(), help="Where to write it; - for stdout.")
force = click.option("--force", is_flag=True, help="Replace an existing file.")
similar = click.option("--similar-names", "similar", is_flag=True, help="Allow names that look alike.")
paper = click.option(
    "--paper",
    type=click.Choice(get_args(Paper), case_sensitive=False),
    help="The paper; if left out, the one last chosen in the app, or your country's.",
)
json = click.option("--json", "as_json", is_flag=True, help="Print JSON.")


round_number = click.option("--round", "number", type=int, help="The round by its number, from 1.")
double = click.option("--double", type=DOUBLE, help="The round by its double; the current round if left out.")
