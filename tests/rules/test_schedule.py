"""Which double each round wants, under every order, length and way on."""

from typing import Any

import pytest

from scorekeeper.errors import Impossible
from scorekeeper.rules.rulebook import key_choices, with_changes
from scorekeeper.rules.schedule import (
    RulePeriod,
    amend_periods,
    changes_for_length,
    check_periods,
    double_order,
    doubles_in_periods,
    doubles_to_come,
    planned_doubles,
    rules_of_round,
    starter_key,
    wanted_double,
)
from scorekeeper.rules.schema import Rules
from scorekeeper.session.library import parse_house
from scorekeeper.tiles import SET_SIZES
from tests.conftest import CLASSIC, cases


def _rules(*house: str) -> Rules:
    return with_changes(CLASSIC, parse_house(house))


@pytest.mark.parametrize("case", cases("schedule"), ids=lambda case: case["name"])
def test_doubles_to_come(case: dict[str, Any]) -> None:
    """The doubles to come are those of the case."""
    assert list(doubles_to_come(_rules(*case["house"]), case["set"], case["started"])) == case["next"]


@pytest.mark.parametrize("size", SET_SIZES)
@pytest.mark.parametrize("next_double", key_choices("start.next_double"))
@pytest.mark.parametrize("length", key_choices("rounds.length"))
@pytest.mark.parametrize("way", key_choices("rounds.order"))
def test_every_game_starts_as_planned(way: str, length: str, next_double: str, size: int) -> None:
    """Where every round starts with the double due, all ways on give the plan, round by round."""
    rules = _rules(
        f"rounds.order={way}",
        f"rounds.length={length}",
        "rounds.count=12",
        "rounds.target=100",
        f"start.next_double={next_double}",
    )
    planned, started = planned_doubles(rules, size), []
    for _round in planned:
        started.append(doubles_to_come(rules, size, started)[0])
    assert tuple(started) == planned
    assert bool(doubles_to_come(rules, size, started)) == (length == "target-score")


@pytest.mark.parametrize(("size", "rounds"), [(6, 13), (9, 19), (12, 25), (15, 31), (18, 37)])
def test_down_and_up_has_2m_plus_1_rounds(size: int, rounds: int) -> None:
    """A game down and up has 2m + 1 rounds (catalogue section D)."""
    assert len(double_order(_rules("rounds.order=down-and-up"), size)) == rounds


@pytest.mark.parametrize("length", key_choices("rounds.length"))
@pytest.mark.parametrize("count", [1, 3, 10, 14])
def test_a_game_can_last_as_many_rounds_as_wanted(length: str, count: int) -> None:
    """Whatever the book says, so many rounds are played; a game that has them already changes nothing."""
    rules = _rules(f"rounds.length={length}", "rounds.count=12", "rounds.target=100")
    changes = changes_for_length(rules, 9, count)
    assert len(doubles_to_come(with_changes(rules, changes), 9, ())) == count
    assert bool(changes) == (length != "all-doubles" or count != 10)


def test_earlier_rounds_keep_the_rules_they_were_played_by() -> None:
    """Rules that change after two rounds leave these as they were, and count them again only if asked."""
    changed = {"scoring.double_blank": 25, "rounds.order": "ascending"}
    kept, again = (amend_periods((), CLASSIC, changed, 2, count_again) for count_again in (False, True))
    now = with_changes(CLASSIC, changed)
    assert [rules_of_round(kept, now, number) for number in (2, 3)] == [CLASSIC, now]
    (recounted,) = again
    assert recounted == RulePeriod(2, with_changes(CLASSIC, {"scoring.double_blank": 25}))
    assert doubles_in_periods(kept, now, 9, [])[:3] == (9, 8, 2)
    for ends in ((2, 2), (3, 2), (0,)):
        with pytest.raises(Impossible, match="each end with a later round"):
            check_periods([RulePeriod(end, CLASSIC) for end in ends])


def test_a_round_wants_the_double_that_is_left() -> None:
    """Where a round may start with another double than planned, later ones want what no round had."""
    rules = _rules("start.next_double=highest-unused")
    assert [wanted_double(rules, 9, 8, started) for started in ([], [8], [9])] == [8, 9, 8]
    assert [starter_key(rules, 9, double) for double in (9, 8)] == [
        "start.first_starter",
        "start.later_starter",
    ]
