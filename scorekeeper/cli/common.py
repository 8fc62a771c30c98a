"""What several commands need: the game, the rules and the time they are asked about.

The store is loaded only where a kept game is wanted: a question about a file does without.
"""

from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click
import tomli
from msgspec.structs import replace

from scorekeeper import folders
from scorekeeper.cli.output import complain
from scorekeeper.errors import Malformed, ScorekeeperError
from scorekeeper.packs import BASE, Shelf
from scorekeeper.rules import RuleBook, read_changes, with_changes
from scorekeeper.sections import Rules, Value
from scorekeeper.tiles import SET_SIZES
from scorekeeper.words import _

if TYPE_CHECKING:
    from scorekeeper.game import Game
    from scorekeeper.store import KeptGame, Store

Command = TypeVar("Command", bound=Callable[..., Any])


def rules_options(command: Command) -> Command:
    """Give a command the options `--rules` and `--house`."""
    house = click.option(
        "--house", metavar="KEY=VALUE", multiple=True, help="A rule that this table changed; may be repeated."
    )
    return click.option("--rules", "book", metavar="PACK", help="The rule book to go by.")(house(command))


set_option = click.option(
    "--set",
    "set_size",
    type=click.Choice([str(size) for size in SET_SIZES]),
    help="The highest double of the set.",
)
by_option = click.option("--by", metavar="NAME", help="Who says so.")
json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON.")


def now() -> datetime:
    """Return the time, with the offset of the clock on the wall."""
    return datetime.now().astimezone()


def shelf() -> Shelf:
    """Return the rule books at hand."""
    return Shelf(folders.shipped("rules"), folders.house_packs())


def store() -> "Store":
    """Return the kept games, let go of when the command ends."""
    from scorekeeper.store import Store

    kept = Store(folders.kept_games())
    if ctx := click.get_current_context(silent=True):
        ctx.call_on_close(lambda: put_away(kept))
    return kept


def put_away(kept: "Store") -> None:
    """Let go of the kept games, and copy them if they were changed and no copy is young."""
    kept.close()
    if kept.wrote:
        from scorekeeper.copies import keep_copy

        try:
            keep_copy(kept.path, now())
        except ScorekeeperError as error:
            complain(_("The games are kept, but no copy of them: {why}").format(why=error))


def open_game(name: str) -> "Game":
    """Return the game of a file, or the kept game that an id, its beginning or `last` names."""
    if names_file(name):
        from scorekeeper.files import read_game

        return read_game(Path(name), shelf().book)
    return open_kept(name)[1].game


def open_kept(name: str) -> "tuple[Store, KeptGame]":
    """Return a kept game and the store it is in, to add to it."""
    if names_file(name):
        raise Malformed(_("this is a file; keep it first with scorekeeper import"), name)
    kept = store()
    return kept, kept.game(kept.find(name))


def names_file(name: str) -> bool:
    """Whether a GAME is a file: it looks like a path, or a file of that name lies here."""
    if any(mark in name for mark in ("/", "\\", ".")):
        return True
    with suppress(OSError, ValueError):  # a name that no file can have
        return name != "last" and Path(name).is_file()
    return False


def parse_house(values: Iterable[str], where: str = "--house") -> dict[str, Value]:
    """Read `KEY=VALUE` words; a value is TOML, and a bare word stands for a string.

    Raises Malformed that names the key, what is wrong and what would be right.

    >>> parse_house(["scoring.double_blank=25", "turn.must_play=must", 'winning.ties=["share"]'])
    {'scoring.double_blank': 25, 'turn.must_play': 'must', 'winning.ties': ('share',)}
    """
    changes: dict[str, Value] = {}
    for word in values:
        key, equals, value = word.partition("=")
        if not equals:
            raise Malformed(
                _("{word!r} is no KEY=VALUE; write it like scoring.double_blank=25").format(word=word),
                where,
            )
        try:
            changes |= read_changes({key.strip(): _toml_value(value.strip())})
        except Malformed as error:
            raise error.within(where) from None
    return changes


def _toml_value(text: str) -> Value:
    try:
        tables = tomli.loads(f"value = {text}")
    except (ValueError, RecursionError):
        return text
    return tables["value"] if len(tables) == 1 else text


def book_and_rules(book_id: str | None, house: Iterable[str]) -> tuple[RuleBook, dict[str, Value]]:
    """Return a rule book with the table's changes in its rules, and those changes."""
    book, changes = shelf().book(book_id or BASE), parse_house(house)
    rules = with_changes(book.rules, changes)
    check_length(changes, rules)
    return replace(book, rules=rules), changes


def check_length(changes: Mapping[str, Value], rules: Rules, where: str = "--house") -> None:
    """Raise Malformed for a number of rounds, or a target, that the length of the game does not heed."""
    heeded = {"rounds.count": "fixed", "rounds.target": "target-score"}
    for key, length in heeded.items():
        if changes.get(key) is not None and rules.rounds.length != length:
            raise Malformed(
                _("{key} counts only with rounds.length={length}; say that too").format(
                    key=key, length=length
                ),
                where,
            )
