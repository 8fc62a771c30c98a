"""Two engines for Mexican Train, one written from the rule catalogue alone, agree on rounds whole and damaged."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from tests.second_train_engine.books import BOOKS
from tests.second_train_engine.differential import agree, differences, judge_with_ours, judge_with_theirs

ROUNDS = 125
"""Rounds under each book, 1,000 in all; every run plays the first few of them."""

FEW = 8

CASES = tomllib.loads(
    (Path(__file__).parents[1] / "cases" / "two_train_engines.toml").read_text(encoding="utf-8")
)["case"]


@pytest.mark.parametrize("numbers", [range(FEW), pytest.param(range(FEW, ROUNDS), marks=pytest.mark.full)])
@pytest.mark.parametrize("name", BOOKS)
def test_two_engines_agree(name: str, numbers: range) -> None:
    """Both engines say the same about rounds and what damage made of them: verdict, action, rule, result."""
    apart = differences(name, numbers)
    if apart:
        record, ours, theirs = apart[0]
        pytest.fail(f"{len(apart)} records: {record}\nsecond engine: {ours}\nscorekeeper: {theirs}")


@pytest.mark.parametrize("case", CASES, ids=[case["claim"] for case in CASES])
def test_settled(case: dict[str, Any]) -> None:
    """Both engines give the action, the rule and the end of the round that were settled on."""
    record = {"format": "scorekeeper-record/1", **case["record"]}
    expected = case.get("at"), case.get("rule"), case.get("ended")
    ours, theirs = judge_with_ours(record), judge_with_theirs(record)
    assert ours[:3] == expected
    assert agree(ours, theirs)
