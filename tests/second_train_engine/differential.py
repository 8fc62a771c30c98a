"""Two engines for Mexican Train on random rounds and what damage made of them."""

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from scorekeeper import Impossible, Malformed, settle
from tests.second_train_engine.damage import damaged
from tests.second_train_engine.records import Record, replay
from tests.second_train_engine.rounds import random_house, random_record

DAMAGED = 3
"""Damaged records made of each round."""


class Ruled(NamedTuple):
    """What an engine says about a record: the first illegal action and its rule, or how the round ended."""

    at: int | None = None
    rule: str | None = None
    ended: str | None = None
    out: str | None = None
    points: dict[str, int] | None = None


def judge_with_ours(record: Record) -> Ruled:
    """Return what the second engine says about a record."""
    at, rule, result = replay(record)
    if result is None or result.ended is None:
        return Ruled(at, rule)
    return Ruled(ended=result.ended, out=result.out, points=result.points)


def judge_with_theirs(record: Record) -> Ruled:
    """Return what the program says about a record; it is asked as any program would ask."""
    ruling = settle(record)
    if ruling.verdict == "illegal" or ruling.result is None:
        return Ruled(ruling.at, ruling.rule)
    result = ruling.result
    if result.ended is None:
        return Ruled()
    return Ruled(ended=result.ended, out=result.out, points=dict(result.points))


def records(rules: str, numbers: range) -> Iterator[Record]:
    """Yield random rounds under a rule book, each followed by damaged ones."""
    for number in numbers:
        random = Random(f"{rules} {number}")
        record = random_record(rules, random, house=random_house(random))
        yield record
        for _ in range(DAMAGED):
            yield damaged(record, random)


def agree(ours: Ruled, theirs: Ruled | str) -> bool:
    """Return whether both say the same; where the second engine names no rule, any of the program's will do."""
    if isinstance(theirs, str) or ours.rule is not None or ours.at is None:
        return ours == theirs
    return ours.at == theirs.at


def differences(rules: str, numbers: range) -> list[tuple[Record, Ruled, Ruled | str]]:
    """Return the records on which the engines differ, with what each of them says, the shortest first."""
    found: list[tuple[Record, Ruled, Ruled | str]] = []
    for record in records(rules, numbers):
        ours = judge_with_ours(record)
        try:
            theirs: Ruled | str = judge_with_theirs(record)
        except (Impossible, Malformed) as error:
            theirs = str(error)
        if not agree(ours, theirs):
            found.append((record, ours, theirs))
    return sorted(found, key=lambda difference: len(difference[0]["actions"]))
