"""The available rule books and their words, the changes that a table makes to one, and a game counted by another.

Reads the shipped rule books and the user's own; writes nothing.
"""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

import tomli
from msgspec.structs import replace

from scorekeeper.errors import Impossible, Malformed, Position
from scorekeeper.formats import BASE_BOOK, Shelf
from scorekeeper.rules import (
    LENGTHS,
    RuleBook,
    Rules,
    Value,
    amend_periods,
    deal,
    read_changes,
    with_changes,
    with_house,
)
from scorekeeper.system import house_rules_folder, shipped_folder
from scorekeeper.text import _, escaped

if TYPE_CHECKING:
    from scorekeeper.game import Game


def shelf() -> Shelf:
    """Return the available rule books."""
    return Shelf(shipped_folder("rules"), house_rules_folder())


def parse_house(values: Iterable[str], where: str = "--house") -> dict[str, Value]:
    """Parse `KEY=VALUE` arguments; a value is TOML, and a bare word is a string.

    Raises Malformed with the key, what is wrong and what would be right. The line of its position is the
    number of the argument, counted from 1.

    >>> parse_house(["scoring.double_blank=25", "turn.must_play=must", 'winning.ties=["share"]'])
    {'scoring.double_blank': 25, 'turn.must_play': 'must', 'winning.ties': ('share',)}
    """
    changes: dict[str, Value] = {}
    for number, word in enumerate(values, start=1):
        key, equals, value = word.partition("=")
        if not equals:
            raise Malformed(
                _("“{word}” needs a value, such as scoring.double_blank=25.", word=escaped(word)),
                where,
                Position(1, len(word), number),
            )
        try:
            changes |= read_changes({key.strip(): _toml_value(value.strip())})
        except Malformed as error:
            at = Position(len(key) + 2, len(value)) if error.where else Position(1, len(key))
            raise error.within(where).marking(at.within(line=number)) from None
    return changes


def _toml_value(text: str) -> Value:
    try:
        tables = tomli.loads(f"value = {text}")
    except (ValueError, RecursionError):
        return text
    return tables["value"] if len(tables) == 1 else text


def book_and_rules(book_id: str | None, house: Iterable[str]) -> tuple[RuleBook, dict[str, Value]]:
    """Return a rule book with the table's changes applied, and those changes."""
    book, changes = shelf().book(book_id or BASE_BOOK), parse_house(house)
    return changed_book(book, changes, "--house"), changes


def changed_book(book: RuleBook, changes: Mapping[str, Value], where: str) -> RuleBook:
    """Return a rule book with these changes (typed values), which were told at `where`."""
    changed = with_house(book, changes)
    check_length(changes, changed.rules, where)
    return changed


def check_length(changes: Mapping[str, Value], rules: Rules, where: str) -> None:
    """Raise Malformed for a number of rounds or a target that has no effect on the length of the game."""
    for key, length in LENGTHS.items():
        if changes.get(key) is not None and rules.rounds.length != length:
            raise Malformed(
                _("{key} counts only with rounds.length={length}; say that too.", key=key, length=length),
                where,
            )


def under_other_rules(game: "Game", book_id: str | None, house: Iterable[str]) -> "Game":
    """Return a game, counted by other rules than its own.

    A rule book applies as written, to all rounds, without the changes that the table made before or during
    the game. Raises Impossible if a game in progress has a set or players that those rules do not allow, or if
    an entry lacks a fact that they need.
    """
    from scorekeeper.game import check_round  # a question about a hand does without

    if book_id is None:
        changes = parse_house(house)
        if not changes:
            return game
        other = replace(
            game,
            rules=with_changes(game.rules, changes),
            earlier=amend_periods(game.earlier, game.rules, changes, 0, True),
            house={**game.house, **changes},
        )
        check_length(changes, other.rules, "--house")
    else:
        book, changes = book_and_rules(book_id, house)
        other = replace(game, rules=book.rules, earlier=(), book=book.id, house=changes)
    if not game.over:
        deal(other.rules, other.set_size, len(other.at_table))
    for played in other.rounds:
        try:
            check_round(other, played)
        except Impossible as error:
            fault = _("Round {double}-{double}, {fault}", double=played.double, fault=error)
            raise Impossible(fault) from None
    return other
