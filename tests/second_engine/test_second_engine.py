"""Two engines, one written from the rule catalogue alone, agree on random rounds, and on what was once disputed."""

import tomllib
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.second_engine.damage import damaged
from tests.second_engine.play import Record, random_record
from tests.second_engine.replay import Verdict, replay
from tests.second_engine.scorekeeper_says import ruled

BOOKS = (
    "tedmontgomery", "hastings", "wikipedia", "gamerules", "no-draw", "chickie-sixes", "draw-until-playable",
    "draw-and-pass", "club-sheet",
)  # fmt: skip
"""The nine rule books that differ most in how a round is played."""

ROUNDS = 223
"""Rounds under each book, 2,000 in all; every run plays the first few of them."""

FEW = 8

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


CASES = tomllib.loads((Path(__file__).parents[1] / "cases" / "two_engines.toml").read_text(encoding="utf-8"))[
    "case"
]


def told(verdict: Verdict) -> tuple[str, int | None, str | None]:
    """Return the part of a verdict that the cases name."""
    return verdict.verdict, verdict.at, verdict.result and verdict.result.ended


@pytest.mark.parametrize("case", CASES, ids=[case["claim"] for case in CASES])
def test_settled(case: dict[str, Any]) -> None:
    """Both engines give the verdict, the action and the end of the round that were settled on."""
    record = {"format": "scorekeeper-record/1", **case["record"]}
    expected = case["verdict"], case.get("at"), case.get("ended")
    assert [told(replay(record)), told(ruled(record))] == [expected, expected]
