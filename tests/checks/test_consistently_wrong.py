"""A sheet that is wrong throughout: each check says so where it starts, whatever stands in the rounds before."""

from collections.abc import Mapping, Sequence

import pytest
from msgspec.structs import replace

from scorekeeper.checks.findings import Check, checked_round
from scorekeeper.checks.round import CHECKS, game_findings, totals_add_up
from scorekeeper.game.events import RoundScored
from scorekeeper.game.game import Game
from scorekeeper.game.round import Out, Points, Round, SitsOut
from tests.build import AT, new_log
from tests.checks.test_registry import games

__all__ = ["games"]


def emptied(_found: Round, played: Round) -> Round:
    """Return a round in which nothing was entered."""
    return replace(played, entries={}, ending=None, calls=())


def repeated(found: Round, played: Round) -> Round:
    """Return a round with the entries of the one in which something was found."""
    return replace(played, entries=found.entries, ending=found.ending, calls=found.calls)


def totalled(found: Round, played: Round) -> Round:
    """Return a round with totals in the place of points."""
    entries = {name: Points(40 * played.number + seat) for seat, name in enumerate(found.entries)}
    return replace(played, entries=entries, ending=None, calls=())


@pytest.mark.parametrize("others", [emptied, repeated, totalled], ids=lambda change: change.__name__)
@pytest.mark.parametrize(
    "one", [one for one in CHECKS if one is not totals_add_up], ids=lambda one: one.find.__name__
)
def test_a_check_finds_the_same_whatever_is_wrong_in_other_rounds(
    one: Check, others: object, games: Sequence[Game]
) -> None:
    """With nothing in the others, with the same error in each, and with totals in each, its finding stays."""
    seen = 0
    for game in games:
        for played in game.rounds:
            if found := one.findings(checked_round(game, played)):
                rounds = tuple(other if other is played else others(played, other) for other in game.rounds)
                again = replace(game, rounds=rounds)
                assert one.findings(checked_round(again, played)) == found
                seen += 1
    assert seen


ROUNDS: Sequence[Mapping[str, int]] = (
    {"Ana": 0, "Ben": 31, "Cy": 48},
    {"Ana": 12, "Ben": 0, "Cy": 24},
    {"Ana": 7, "Ben": 23, "Cy": 0},
    {"Ana": 0, "Ben": 9, "Cy": 5},
    {"Ana": 20, "Ben": 0, "Cy": 11},
    {"Ana": 8, "Ben": 41, "Cy": 0},
    {"Ana": 0, "Ben": 3, "Cy": 26},
    {"Ana": 14, "Ben": 2, "Cy": 0},
    {"Ana": 10, "Ben": 0, "Cy": 6},
    {"Ana": 0, "Ben": 15, "Cy": 33},
)
"""Points of an evening of three; whoever has 0 went out."""


def sheet(begun: int, who_is_marked: str, missing: int) -> Game:
    """Return the evening with totals from a round on.

    `who_is_marked` is whose going out is written: `all`, or only where a 0 stands; Cy sits out the round `missing`.
    """
    log, totals = new_log(), dict.fromkeys(ROUNDS[0], 0)
    for number, points in enumerate(ROUNDS, 1):
        there = {name: count for name, count in points.items() if (number, name) != (missing, "Cy")}
        totals |= {name: totals[name] + count for name, count in there.items()}
        written = {name: totals[name] if number >= begun else count for name, count in there.items()}
        out = next((name for name, count in there.items() if count == 0), None)
        if out is not None and who_is_marked != "all" and written[out]:
            out = None
        entries = {name: Points(count) for name, count in written.items() if name != out}
        entries |= {name: SitsOut() for name in points.keys() - there.keys()}
        log = log.after(RoundScored(round=number, entries=entries, ending=out and Out(out)), AT)
    return log.game


@pytest.mark.parametrize("missing", [0, 5])
@pytest.mark.parametrize("who_is_marked", ["all", "only zeros"])
@pytest.mark.parametrize("begun", [1, 2, 3, 4])
def test_running_totals_are_named_from_where_they_start(begun: int, who_is_marked: str, missing: int) -> None:
    """In every round from the first whose numbers are no points, and in none before; the first round is both."""
    found = [one.round for one in game_findings(sheet(begun, who_is_marked, missing)) if one.fact == "D18"]
    assert found == [*range(max(begun, 2), len(ROUNDS) + 1)]


@pytest.mark.parametrize("who_is_marked", ["all", "only zeros"])
def test_points_are_no_running_totals(who_is_marked: str) -> None:
    """The same evening as it should be written has no such finding."""
    found = game_findings(sheet(len(ROUNDS) + 1, who_is_marked, 0))
    assert not [one for one in found if one.fact == "D18"]
