"""Values of the keys that Mexican Train brought decide something, in both engines; dispute m08 adds one more."""

import tomllib
from pathlib import Path
from random import Random

import pytest

from tests.second_train_engine.differential import judge_with_ours, judge_with_theirs
from tests.second_train_engine.rounds import random_record

TRIES = 80

VALUES = tomllib.loads(Path(__file__).with_name("values.toml").read_text(encoding="utf-8"))["values"]
"""A rule book, a key, and its values: rounds made with the first one are judged with every other."""

PAIRS = [(rules, key, values[0], other) for rules, key, values in VALUES for other in values[1:]]


@pytest.mark.parametrize(("rules", "key", "value", "other"), PAIRS)
def test_values_differ(rules: str, key: str, value: object, other: object) -> None:
    """Some round that is legal with one value is illegal, ends or counts otherwise with another, in both engines."""
    for number in range(TRIES):
        record = random_record(rules, Random(f"{key} {number}"), 6, {key: value})
        changed = record | {"house": {key: other}}
        if all(judge(record) != judge(changed) for judge in (judge_with_ours, judge_with_theirs)):
            return
    pytest.fail(f"no difference in {TRIES} rounds")
