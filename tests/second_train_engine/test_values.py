"""Values of the keys that Mexican Train brought decide something, in both engines; dispute m08 adds one more."""

from random import Random

import pytest

from tests.second_train_engine.differential import judge_with_ours, judge_with_theirs
from tests.second_train_engine.rounds import random_record

TRIES = 80

VALUES: tuple[tuple[str, str, tuple[object, ...]], ...] = (
    ("train-celko", "foot.chain", ("any", "none", "if-covered")),
    ("train-usual", "foot.again", ("must-cover", "must-play-again", "none")),
    ("train-celko", "foot.order", ("newest-first", "oldest-first")),
    ("mexican-train", "foot.draw", ("per-tile", "per-turn")),
    ("mexican-train", "trains.first_turn", ("run", "one")),
    ("train-usual", "trains.first_turn_place", ("any-open", "own-or-public", "own-only")),
    ("train-celko", "trains.first_turn_double", ("as-usual", "waits", "not-last")),
    (
        "train-florida",
        "trains.public_start",
        ("any-turn", "after-first-turn", "after-own-start", "after-all-first-turns", "after-all-started"),
    ),
    ("train-usual", "trains.public_count", (1, 2, "any")),
    ("train-usual", "trains.ownership", ("own-and-public", "own-only")),
    ("train-usual", "trains.elsewhere", ("free", "own-started")),
    ("train-usual", "trains.unstarted", ("open", "reserved")),
    ("train-usual", "trains.marker_on", ("stuck", "own-blocked")),
    ("train-usual", "trains.marker_off", ("own-play", "any-play")),
    ("train-usual", "ending.first_turn", ("at-once", "all-finish-first-turn")),
    ("train-usual", "scoring.out_on_double", ("plain", "doubled")),
    ("train-usual", "scoring.marker", (0, 5)),
    ("train-usual", "start.source", ("preplaced", "held", "highest-held")),
)
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
