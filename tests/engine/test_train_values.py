"""No value of a key that Mexican Train brought is left out by the laws, the two engines compared, and the cases."""

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal, get_args, get_origin, get_type_hints

from scorekeeper.rules import Rules, value_of
from tests.engine.test_train_laws import BRANCHING, rounds
from tests.second_train_engine.test_values import VALUES

CASES = Path(__file__).parents[1] / "cases"

CHANGED: dict[str, tuple[str, ...]] = {
    "rounds": ("first_double",),
    "foot": ("again", "chain", "order", "draw"),
    "ending": ("first_turn",),
    "scoring": ("out_on_double", "marker"),
}
"""Chapters that were there before, with the keys that trains brought or gave another meaning."""

ADDED: set[tuple[str, object]] = {
    ("start.source", "highest-held"),
    ("start.first_starter", "highest-engine-tile"),
    ("start.later_starter", "lowest-total"),
    ("little.penalty", "draw-2"),
}
"""Values that trains added to keys of old."""

REFUSED = {("trains.wild_blanks", True), ("trains.ownership", "none")}
"""What no round of trains has: blanks that fit everything are not ruled on, and without trains there are feet."""


def new_keys() -> Iterator[tuple[str, Any]]:
    """Yield every key that trains brought or changed, with its type."""
    chapters = get_type_hints(Rules)
    for chapter, keys in (CHANGED | {"trains": chapters["trains"].__struct_fields__}).items():
        types = get_type_hints(chapters[chapter])
        yield from ((f"{chapter}.{key}", types[key]) for key in keys)


def wanted(kind: Any) -> set[object]:
    """Return the values of a type that have to be met: every word, and yes and no; of numbers any two."""
    if kind is bool:
        return {True, False}
    words: set[object] = set()
    for part in (kind, *get_args(kind)):
        if get_origin(part) is Literal:
            words |= set(get_args(part))
    return words


def flat(house: object, before: str = "") -> Iterator[tuple[str, object]]:
    """Yield each key of house rules, nested or dotted, with its value."""
    if isinstance(house, list) and not before:
        yield from (tuple(rule.split("=", 1)) for rule in house if isinstance(rule, str))
    elif isinstance(house, dict):
        for key, value in house.items():
            yield from flat(value, f"{before}{key}.")
    else:
        yield before.removesuffix("."), house


def houses(told: object) -> Iterator[object]:
    """Yield the house rules of every case in a file."""
    if isinstance(told, dict):
        if "house" in told:
            yield told["house"]
        told = list(told.values())
    if isinstance(told, list):
        for part in told:
            yield from houses(part)


def met() -> set[tuple[str, object]]:
    """Return every value that some round or some case has."""
    found: set[tuple[str, object]] = {(key, value) for _, key, values in VALUES for value in values}
    for steps in rounds():
        found |= {(key, value_of(steps[0].before.rules, key)) for key, _kind in new_keys()}
    for house in BRANCHING:
        found |= set(flat(house))
    for path in CASES.glob("*.toml"):
        for house in houses(tomllib.loads(path.read_text(encoding="utf-8"))):
            found |= {pair for pair in flat(house) if not isinstance(pair[1], (dict, list))}
    return found


def test_every_value_of_every_key_is_met() -> None:
    """Every word, yes and no, and of every number at least two are played, judged or ruled on by some test."""
    found = met()
    words = {(key, value) for key, kind in new_keys() for value in wanted(kind)} | ADDED
    assert words - REFUSED - found == set()
    numbers = [key for key, kind in new_keys() if not wanted(kind)]
    assert [key for key in numbers if len({value for name, value in found if name == key}) < 2] == []
