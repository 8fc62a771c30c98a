"""One standing over unequal tables: three ways to score, ties, missed sittings, what is still out."""

import pytest

from scorekeeper.club import (
    ClubLog,
    Missed,
    ScoredBy,
    SittingDrawn,
    TableTotals,
    TotalsEntered,
    club_standing,
    still_out,
    table_results,
)
from scorekeeper.game import Finished, PlayerJoined, PlayerRenamed
from tests.build import AT
from tests.clubs import club_log, seats, table_log

NAMES = ["Ana", "Ben", "Cy", "Dot", "Eve", "Flo", "Gus"]


def totals(sitting: int, table: int, **points: int) -> TableTotals:
    """Return the totals of a table."""
    return TableTotals(sitting, table, points)


def evening(*entered: TableTotals, **facts: object) -> ClubLog:
    """Return an event of two tables and two sittings, with these totals."""
    log = club_log(NAMES, **facts)
    log = log.after(SittingDrawn(1, seats("Ana Ben Cy", "Dot Eve Flo Gus")), AT)
    log = log.after(SittingDrawn(2, seats("Ana Dot Eve", "Ben Cy Flo")), AT)
    return log.after(TotalsEntered(entered), AT) if entered else log


ALL = (
    totals(1, 1, Ana=10, Ben=20, Cy=30),
    totals(1, 2, Dot=0, Eve=20, Flo=20, Gus=80),
    totals(2, 1, Ana=15, Dot=15, Eve=60),
    totals(2, 2, Ben=5, Cy=40, Flo=45),
)


@pytest.mark.parametrize(
    ("by", "expected"),
    [
        ("points", {"Dot": 15, "Ana": 25, "Ben": 25, "Flo": 65, "Cy": 70, "Eve": 80, "Gus": 140}),
        ("place", {"Dot": 25, "Ana": 25, "Ben": 50, "Flo": 150, "Cy": 150, "Eve": 150, "Gus": 200}),
    ],
)
def test_scores(by: ScoredBy, expected: dict[str, int]) -> None:
    """Points are added, places are from 0 to 100 whatever the table's size, and 100 is the mean of the table."""
    found = club_standing(evening(*ALL).club, {}, by)
    assert {place.player: place.score for place in found.standing} == expected
    assert found.missing == ()


def test_a_line_has_all_scores_and_places() -> None:
    """The other scores stand beside the one that counts; a sitting without a result has no place."""
    gus = club_standing(evening(*ALL).club, {}).standing[-1]
    assert (gus.player, gus.score, gus.points, gus.place, gus.mean) == ("Gus", 466.7, 80, 200, 466.7)
    assert (gus.places, gus.sittings, gus.decided_by) == ((4, None), 1, None)


def test_ties_are_explained() -> None:
    """More tables won, then fewer points, then the rank is shared."""
    found = club_standing(evening(*ALL).club, {}, "place")
    assert [(place.rank, place.player, place.decided_by) for place in found.standing] == [
        (1, "Dot", "points"),
        (2, "Ana", "score"),
        (3, "Ben", "score"),
        (4, "Flo", "points"),
        (5, "Cy", "points"),
        (6, "Eve", "score"),
        (7, "Gus", None),
    ]
    assert found.explanation == (
        "Dot and Ana both have 25, and won as many tables; Dot has fewer points. "
        "Flo and Cy both have 150, and won as many tables; Flo has fewer points. "
        "Cy and Eve both have 150, and won as many tables; Cy has fewer points."
    )
    points = club_standing(evening(*ALL).club, {}, "points")
    assert points.explanation == "Dot leads with 15. Ana and Ben both have 25; Ana won more tables."
    shared = club_standing(evening(totals(1, 1, Ana=5, Ben=5, Cy=5)).club, {}, "points")
    assert [(place.rank, place.decided_by) for place in shared.standing] == [
        (1, "share"),
        (1, "share"),
        (1, None),
    ]
    assert shared.explanation == "Ana, Ben and Cy share rank 1."


@pytest.mark.parametrize(("missed", "score"), [("worst", 80 + 60), ("average", 160)])
def test_a_missed_sitting(missed: Missed, score: int) -> None:
    """It counts as the worst score that anybody has in it, or as one's own average."""
    found = club_standing(evening(*ALL, missed=missed).club, {}, "points")
    assert {place.player: place.score for place in found.standing}["Gus"] == score


def test_tables_still_out_are_listed() -> None:
    """A table without totals is missing, and after the first sitting only its tables count."""
    found = club_standing(evening(*ALL[:3]).club, {})
    assert [(out.sitting, out.table) for out in found.missing] == [(2, 2)]
    assert club_standing(evening(*ALL).club, {}, after=1).standing[0].places == (1,)
    nothing = club_standing(evening().club, {})
    assert (nothing.standing, len(nothing.missing), nothing.explanation) == ((), 4, "")


def test_a_game_that_is_over_counts_before_totals() -> None:
    """A correction in it moves the standing; a game that goes on leaves the totals as they were entered."""
    club = evening(ALL[0]).club
    table = club.sittings[0][0]
    over = table_log(table, {"Ana": 50, "Ben": 20, "Cy": 30})
    going_on = table_log(table, {"Ana": 50, "Ben": 20, "Cy": 30}, over=False)
    assert table_results(club, {"g1": over})[0].totals == {"Ana": 50, "Ben": 20, "Cy": 30}
    assert table_results(club, {"g1": going_on})[0].totals == {"Ana": 10, "Ben": 20, "Cy": 30}
    begun = [one.begun for one in table_results(evening().club, {"g2": going_on})]
    assert begun == [False, True, False, True]


def test_names_of_a_table_may_change() -> None:
    """Who is renamed in a game stays the same person, and who joined a table from the roster counts there."""
    club = club_log(NAMES).after(SittingDrawn(1, seats("Ana Ben Cy")), AT).club
    log = table_log(club.sittings[0][0], {"Ana": 1, "Ben": 2, "Cy": 3}, over=False)
    log = log.after(PlayerRenamed("Ana", "Anna"), AT)
    for name in ("Gus", "Stranger"):
        log = log.after(PlayerJoined(player=name, begins="given", points=9), AT)
    log = log.after(Finished(), AT)
    (result,) = table_results(club, {"g1": log})
    assert result.totals == {"Ana": 1, "Ben": 2, "Cy": 3, "Gus": 9}


def test_everybody_with_nothing_is_as_good_as_the_table() -> None:
    """Where nobody has a point, everybody has the mean."""
    found = club_standing(evening(totals(1, 1, Ana=0, Ben=0, Cy=0)).club, {})
    assert [place.score for place in found.standing] == [100, 100, 100]


def test_what_is_out_is_said_by_sitting() -> None:
    """Each sitting with tables out has a sentence."""
    missing = club_standing(evening(ALL[0]).club, {}).missing
    assert still_out(missing) == [
        "Tables still out in sitting 1: 2.",
        "Tables still out in sitting 2: 1 and 2.",
    ]
