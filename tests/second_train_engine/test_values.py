"""Values of the keys that Mexican Train brought decide something, in both engines; dispute m08 adds one more."""

from random import Random
from typing import Literal, get_args, get_origin, get_type_hints

import pytest

from scorekeeper.rules.schema import EndingRules, FootRules, ScoringRules, TrainRules
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


NEW: tuple[tuple[type, str, tuple[str, ...]], ...] = (
    (FootRules, "foot", ("again", "chain", "order", "draw")),
    (EndingRules, "ending", ("first_turn",)),
    (ScoringRules, "scoring", ("out_on_double",)),
    (TrainRules, "trains", tuple(TrainRules.__struct_fields__)),
)
"""Chapters, and their keys that rounds of trains brought or changed."""

ELSEWHERE = {
    ("trains.ownership", "none"),
    ("foot.order", "any"),
}
"""Without trains all other tests play; `foot.order = any` is tried by dispute m08."""


def test_every_value_of_a_word_is_tried() -> None:
    """No key of trains has a word that the test above leaves out."""
    tried = {(key, value) for _, key, values in VALUES for value in values} | ELSEWHERE
    for chapter, name, keys in NEW:
        types = get_type_hints(chapter)
        for key in keys:
            words = get_args(types[key]) if get_origin(types[key]) is Literal else ()
            assert {(f"{name}.{key}", word) for word in words} <= tried
