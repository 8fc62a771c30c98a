"""What a table can choose for a rule: its sentences, notable numbers, and what other books say.

Reads what a person typed for a rule. Changes no rule and asks nobody.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any, get_args

from scorekeeper.errors import Malformed, Position
from scorekeeper.rules.rulebook import (
    RuleBook,
    is_optional,
    key_choices,
    key_types,
    plain_value,
    read_value,
    value_of,
)
from scorekeeper.rules.schema import ANY, Value
from scorekeeper.rules.wording import SPECIAL, Wording
from scorekeeper.text import _


def rule_options(key: str, books: Sequence[RuleBook], words: Wording) -> tuple[tuple[Value, str], ...]:
    """Return the values to pick from for a key, with their sentences.

    They are the words of the key, the notable numbers, and whatever some book uses.
    """
    values: list[Value] = []
    for value in _candidates(key, books, words):
        with suppress(Malformed):
            read_value(key, plain_value(value))
            if value not in values:
                values.append(value)
    return tuple((value, " ".join(words.sentences(key, value))) for value in values)


def open_choices(
    book: RuleBook, books: Sequence[RuleBook], words: Wording
) -> Mapping[str, tuple[tuple[Value, str], ...]]:
    """Return what a book leaves to the table: each key with values and sentences, the book's own first.

    Where the book names no values, whatever may be picked for the key is offered.
    """
    options = {}
    for key, offered in book.choices.items():
        own = value_of(book.rules, key)
        others = offered or [value for value, _sentence in rule_options(key, books, words)]
        values = [own, *(value for value in others if value != own)]
        options[key] = tuple((value, " ".join(words.sentences(key, value))) for value in values)
    return options


def _candidates(key: str, books: Sequence[RuleBook], words: Wording) -> Iterator[Value]:
    for word in words.keys[key].values:
        if word == "absent":
            yield None
        elif word in ("true", "false"):
            yield word == "true"
        elif word not in SPECIAL:
            yield int(word) if word.removeprefix("-").isdecimal() else word
    for choice in key_choices(key):
        yield (choice,)
    for book in books:
        yield value_of(book.rules, key)


def choice_hint(key: str) -> str | None:
    """Return what may be typed for a rule besides its options; None where nothing may.

    >>> choice_hint("turn.must_play"), choice_hint("scoring.double_blank")
    (None, 'or type a number')
    """
    hint = key_types()[key]
    if hint is int or int in get_args(hint):
        return _("or type a number")
    if key_choices(key):
        return None
    if hint is str:
        return _("or type the words, with {n} for the number")
    return _("or type a number of tiles, or tiles shared out such as 42/n") if _shares(hint) else None


def read_choice(key: str, typed: str) -> Value:
    """Return the value that a person typed for a rule.

    Raises Malformed, naming the key, if the rule cannot have it.
    """
    text = typed.strip()
    hint = key_types()[key]
    value: Value = int(text) if text.removeprefix("-").isdecimal() and hint is not str else text
    if not is_optional(key) and not text and hint is not str:
        raise Malformed(_("Type something, or choose one of the sentences."), key, Position(1, 0))
    try:
        return read_value(key, {ANY: value} if _shares(hint) else value)
    except Malformed as error:
        raise error.marking(Position(typed.index(text) + 1, len(text))) from None


def _shares(hint: Any) -> bool:
    """Whether a rule is a table of numbers or formulas, by set."""
    rows = get_args(hint)
    return len(rows) == 2 and rows[0] is str and str in get_args(rows[1])
