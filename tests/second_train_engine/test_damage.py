"""Random rounds and what damage makes of them: the rules that they come upon."""

from random import Random

from tests.second_train_engine.books import BOOKS
from tests.second_train_engine.damage import damaged
from tests.second_train_engine.records import replay
from tests.second_train_engine.rounds import random_house, random_record


def test_random_rounds() -> None:
    """Random rounds are legal under every book with house changes, and go on to their end."""
    for rules in BOOKS:
        for number in range(4):
            random = Random(f"{rules} {number}")
            result = replay(random_record(rules, random, house=random_house(random))).result
            assert result is not None
            assert result.ended


def test_damage() -> None:
    """Some damaged records stay legal, some are wrong without a rule, and the others come upon most rules."""
    verdicts = set()
    for rules in BOOKS:
        for number in range(10):
            random = Random(f"{rules} {number}")
            record = random_record(rules, random, highest=6)
            verdicts |= {replay(damaged(record, random))[:2] for _ in range(6)}
    assert (None, None) in verdicts
    assert {rule for at, rule in verdicts if at is not None} >= {
        None,
        "foot.again",
        "foot.lock",
        "start.source",
        "trains.first_turn",
        "trains.first_turn_place",
        "trains.marker_off",
        "trains.marker_on",
        "trains.ownership",
        "trains.public_count",
        "turn.drawn_tile",
        "turn.draws",
        "turn.must_play",
        "turn.plays",
    }
