"""Rules as one value: reading keys, changing them, comparing two sets of rules.

`rules.scoring.double_blank` is the key `scoring.double_blank` of `rules/README.md`. A rule book is such a
value together with what its source states and leaves open. Nothing here knows what a rule does.
"""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import cache
from inspect import get_annotations
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin

import msgspec

from scorekeeper.errors import Malformed, misfit, nearest, short, value_in, would_do
from scorekeeper.rules.schema import Rules, Value, frozen
from scorekeeper.rules.tables import check_number, check_rows
from scorekeeper.text import N_, _, join_or, join_with_commas

Basis = Literal["stated", "inferred", "ambiguous", "unstated"]

_LONGEST_TEXT = 40
LONGEST_TITLE = 80
"""Of a book, and of a game."""
"""Letters in a text such as `foot.call`."""


class RuleBook(msgspec.Struct, frozen=True, kw_only=True):
    """A rule book: its rules, and which of them its source really states."""

    id: str
    title: str
    game: str
    """The id of the game that it is for."""
    summary: str
    peculiar: str
    sources: tuple[str, ...]
    rules: Rules
    stated: frozenset[str]
    inferred: frozenset[str]
    ambiguous: frozenset[str]
    choices: Mapping[str, tuple[Value, ...]]
    """Keys on which its source offers several values, and these values."""
    to_agree: frozenset[str] = frozenset()
    """Those on which the table must agree before the game, because the source names no usual value."""
    made_from: str = ""
    """Title of the book that it keeps wherever it sets nothing; empty where it has a source of its own."""
    own: frozenset[str] = frozenset()
    """Keys that it sets itself."""

    def __repr__(self) -> str:
        return f"<RuleBook {self.id}>"

    def basis(self, key: str) -> Basis:
        """Return how the source supports this book's value of a key."""
        if key in self.ambiguous:
            return "ambiguous"
        if key in self.inferred:
            return "inferred"
        return "stated" if key in self.stated else "unstated"

    @property
    def is_collected(self) -> bool:
        """Whether it has no source of its own and is only what is usual in other rule books."""
        return not (self.stated or self.inferred or self.ambiguous or self.made_from)

    def kept_from(self, key: str) -> str:
        """Return the title of the book whose value of a key this one keeps; empty where it keeps none."""
        return "" if key in self.own else self.made_from


@cache
def key_types() -> Mapping[str, Any]:
    """Return every key with the type of its values, in the order of `Rules`."""
    return {
        f"{section}.{name}": kind
        for section, struct in get_annotations(Rules).items()
        for name, kind in get_annotations(struct).items()
    }


@cache
def needed_keys() -> tuple[str, ...]:
    """Return the keys without a default: rules of any age have them."""
    return tuple(
        f"{section}.{field.name}"
        for section, struct in get_annotations(Rules).items()
        for field in msgspec.structs.fields(struct)
        if field.required
    )


def value_of(rules: Rules, key: str) -> Value:
    """Return the value of one key; None where an optional key is absent."""
    section, _dot, name = key.partition(".")
    return getattr(getattr(rules, section), name)


def rule_values(rules: Rules) -> dict[str, Value]:
    """Return all keys that have a value, flat, as files write them."""
    return {key: plain_value(value) for key in key_types() if (value := value_of(rules, key)) is not None}


def plain_value(value: Value) -> Value:
    """Return a rule's value in the types that TOML and JSON write."""
    return msgspec.to_builtins(value, enc_hook=dict)


def key_choices(key: str) -> tuple[str | int, ...]:
    """Return the words or fixed numbers that a key accepts; empty where it takes any value of a type.

    >>> key_choices("turn.must_play")
    ('must', 'may-draw-and-pass')
    """
    return tuple(dict.fromkeys(_literals(key_types()[key])))


def _literals(hint: Any) -> Iterator[str | int]:
    origin = get_origin(hint)
    if origin is Literal:
        yield from get_args(hint)
    elif origin in (Union, UnionType, tuple):
        for part in get_args(hint):
            yield from _literals(part)


def is_optional(key: str) -> bool:
    """Return whether a table may do without this rule; files write `false` to take it away."""
    return type(None) in get_args(key_types()[key])


def check_key(key: str) -> None:
    """Raise Malformed, naming the nearest key, if there is no such key."""
    if key not in key_types():
        raise Malformed(_("There is no rule {key}; {hint}", key=short(key), hint=nearest(key, key_types())))


def flatten_tables(tables: Mapping[str, Value]) -> dict[str, Value]:
    """Turn TOML tables (`[scoring] out = 0`) into keys (`scoring.out`).

    Raises Malformed for anything that is no table of keys.
    """
    flat: dict[str, Value] = {}
    for section, rows in tables.items():
        if "." in section:
            flat[section] = rows
        elif isinstance(rows, Mapping) and section in Rules.__struct_fields__:
            flat |= {f"{section}.{name}": value for name, value in rows.items()}
        elif isinstance(rows, Mapping):
            check_key(f"{section}.{next(iter(rows), '')}")
        else:
            check_key(section)
    return flat


def nest_keys(changes: Mapping[str, Value]) -> dict[str, dict[str, Value]]:
    """Turn keys (`scoring.out`) into tables (`{"scoring": {"out": 0}}`), as files write them."""
    return _tables({key: False if value is None else plain_value(value) for key, value in changes.items()})


def _tables(flat: Mapping[str, Value]) -> dict[str, dict[str, Value]]:
    tables: dict[str, dict[str, Value]] = {}
    for key, value in flat.items():
        section, _dot, name = key.partition(".")
        tables.setdefault(section, {})[name] = value
    return tables


def read_changes(tables: Mapping[str, Value]) -> dict[str, Value]:
    """Read keys and values as files and `--house` give them; the values come back typed.

    Raises Malformed that names the key, what is wrong with it and what would be right.
    """
    changes = {}
    for key, value in flatten_tables(tables).items():
        check_key(key)
        changes[key] = read_value(key, value)
    return changes


def rule_faults(tables: Mapping[str, Mapping[str, Value]]) -> tuple[Malformed, ...]:
    """Return everything that `read_changes` would refuse, not only the first."""
    faults = []
    for section, rows in tables.items():
        for name, value in rows.items():
            try:
                read_changes({f"{section}.{name}": value})
            except Malformed as error:
                faults.append(error)
    return tuple(faults)


def read_value(key: str, value: Value) -> Value:
    """Read one value of a known key, strictly; `false` takes an optional rule away.

    >>> read_value("winning.ties", ["share"])
    ('share',)
    """
    if is_optional(key) and value is False:
        return None
    try:
        typed = msgspec.convert(value, key_types()[key])
    except msgspec.ValidationError as error:
        raise _value_fault(key, value, error) from None
    if isinstance(typed, Mapping):
        check_rows(key, typed)
    elif isinstance(typed, int) and not isinstance(typed, bool):
        check_number(key, typed)
    elif typed == () and key == "set.sizes":
        raise Malformed(_("At least one set is needed."), key)
    elif isinstance(typed, str) and not (len(typed) <= _LONGEST_TEXT and (typed + " ").isprintable()):
        raise Malformed(_("A text must be one line of at most {most} letters.", most=_LONGEST_TEXT), key)
    return frozen(typed)


def _value_fault(key: str, value: Value, error: msgspec.ValidationError) -> Malformed:
    accepted = [str(choice) for choice in key_choices(key)]
    parts = [value] if isinstance(value, str) else value if isinstance(value, list) else ()
    parts = list(value.values()) if isinstance(value, Mapping) else parts
    word = next((word for word in parts if isinstance(word, str) and word not in accepted), None)
    if isinstance(value, str) and value in accepted:
        return Malformed(_("A list belongs here: write {key}=[{value}].", key=key, value=f'"{value}"'), key)
    if accepted and word is not None:
        sentence = N_("{value} is not one of its words; {hint}")
        return Malformed(_(sentence, value=short(word), hint=nearest(word, accepted)), key)
    if accepted:
        facts = {"value": short(value), "choices": join_with_commas(accepted)}
        for other in key_types():
            if other != key and other.rpartition(".")[2] == key.rpartition(".")[2]:
                with suppress(msgspec.ValidationError):
                    msgspec.convert(value, key_types()[other])
                    sentence = N_(
                        "{value} is not one of its values; known are {choices}. {other} can have it."
                    )
                    return Malformed(_(sentence, **facts, other=other), key)
        return Malformed(_("{value} is not one of its values; known are {choices}.", **facts), key)
    where = misfit(error, value).where
    sentence = N_("{value} does not fit; use {right}.")
    return Malformed(
        _(sentence, value=short(value_in(value, where)), right=would_do(error)),
        ".".join(filter(None, (key, where))),
    )


def build_rules(changes: Mapping[str, Value]) -> Rules:
    """Build rules from keys and typed values; a key that older rules did not have takes its default.

    Raises Malformed if a key that every table needs is missing, or two keys contradict each other.
    """
    missing = [key for key in needed_keys() if key not in changes]
    if missing:
        raise Malformed(
            _("These rules are not complete; missing are {keys}.", keys=join_with_commas(missing))
        )
    sections, tables = get_annotations(Rules), _tables(changes)
    rules = Rules(**{name: section(**tables.get(name, {})) for name, section in sections.items()})
    if rules.rounds.length == "fixed" and rules.rounds.count is None:
        raise Malformed(_("A game of fixed length needs the number of rounds."), "rounds.count")
    if rules.rounds.length == "target-score" and rules.rounds.target is None:
        raise Malformed(_("A game to a target score needs the target."), "rounds.target")
    if rules.set.default not in rules.set.sizes:
        sizes = join_or([str(size) for size in rules.set.sizes])
        raise Malformed(_("The usual set must be one of set.sizes: {sizes}.", sizes=sizes), "set.default")
    return rules


def with_changes(rules: Rules, changes: Mapping[str, Value]) -> Rules:
    """Return these rules with some keys (typed, as `read_changes` gives them) changed."""
    return build_rules(rule_values(rules) | dict(changes)) if changes else rules


def with_house(book: RuleBook, house: Mapping[str, Value]) -> RuleBook:
    """Return the book with a table's own rules in it; for those the table itself is the source."""
    own = frozenset(house)
    return msgspec.structs.replace(
        book,
        rules=with_changes(book.rules, house),
        stated=book.stated | own,
        inferred=book.inferred - own,
        ambiguous=book.ambiguous - own,
        to_agree=book.to_agree - own,
    )


def rule_differences(rules: Rules, base: Rules) -> dict[str, Value]:
    """Return the keys of `rules`, with their values, that are not as in `base`; None where one is absent."""
    here, there = rule_values(rules), rule_values(base)
    return {key: here.get(key) for key in key_types() if here.get(key) != there.get(key)}
