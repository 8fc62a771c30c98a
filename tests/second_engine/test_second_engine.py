"""Two engines, one written from the rule catalogue alone, agree on random rounds, whole and damaged."""

from collections.abc import Iterator
from random import Random

import pytest

from tests.second_engine.damage import damaged
from tests.second_engine.play import Record, random_record
from tests.second_engine.replay import replay
from tests.second_engine.scorekeeper_says import ruled

BOOKS = (
    "tedmontgomery", "hastings", "wikipedia", "gamerules", "no-draw", "chickie-sixes", "draw-until-playable",
    "draw-and-pass", "club-sheet",
)  # fmt: skip
"""The nine rule books that differ most in how a round is played."""

ROUNDS = 223
"""Rounds under each book, 2,000 in all; every run plays the first few of them."""

FEW = 23

DAMAGED = 3
"""Damaged records made of each round."""


def records(name: str, numbers: range) -> Iterator[Record]:
    """Yield random rounds under a rule book, each followed by damaged ones."""
    for number in numbers:
        random = Random(f"{name} {number}")
        record = random_record(name, random)
        yield record
        for _ in range(DAMAGED):
            yield damaged(record, random)


@pytest.mark.parametrize("numbers", [range(FEW), pytest.param(range(FEW, ROUNDS), marks=pytest.mark.full)])
@pytest.mark.parametrize("name", BOOKS)
def test_two_engines_agree(name: str, numbers: range) -> None:
    """Both engines say the same about rounds and what damage made of them: verdict, action, result."""
    apart = [record for record in records(name, numbers) if replay(record) != ruled(record)]
    if apart:
        record = min(apart, key=lambda record: len(record["actions"]))
        pytest.fail(
            f"{len(apart)} records: {record}\nsecond engine: {replay(record)}\nscorekeeper: {ruled(record)}"
        )
