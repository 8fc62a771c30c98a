"""Who sits at which table: as equal as can be, as few meeting again as can be, and what people asked for."""

from functools import partial
from itertools import combinations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.club import (
    ClubPerson,
    ClubTable,
    PeopleSet,
    SittingDrawn,
    as_drawn,
    draw_sitting,
)
from scorekeeper.club.seats import table_sizes
from scorekeeper.errors import Impossible
from tests.build import AT
from tests.clubs import club_log, drawn, met_before, seats


@given(st.integers(3, 200), st.integers(3, 8))
def test_tables_are_as_equal_as_can_be(people: int, most: int) -> None:
    """Everybody has a seat, no table has two more than another, and none has fewer than three."""
    sizes = table_sizes(people, most)
    assert sum(sizes) == people
    assert max(sizes) - min(sizes) <= 1
    assert min(sizes) >= 3
    assert max(sizes) <= most or people < 3 * len(sizes) + 3


@pytest.mark.parametrize("seed", range(8))
def test_seventy_people_meet_nobody_twice_in_six_sittings(seed: int) -> None:
    """At twelve tables of five and six, three stay away and two come late, each sitting is drawn when it is due."""
    log = club_log(72, most=6)
    moves = {1: "-P70 -P71", 2: "+P70 +P71 -P5", 3: "-P6", 4: "-P7"}
    for sitting in range(1, 7):
        people = [ClubPerson(word[1:], word[0] == "+") for word in moves.get(sitting, "").split()]
        log = drawn(log.after(PeopleSet(tuple(people)), AT), sitting, seed)
        sizes = {len(table.players) for table in log.club.sittings[-1]}
        assert (len(log.club.sittings[-1]), sizes <= {5, 6}) == (12, True)
        assert met_before(log.club, sitting) == [], sitting


def test_five_hundred_people_are_seated_at_once() -> None:
    """Six sittings at a hundred tables are drawn without a repeat; how fast is measured in `benchmarks`."""
    log = club_log(500, most=5)
    for sitting in range(1, 7):
        log = drawn(log, sitting)
        assert len(log.club.sittings[-1]) == 100
        assert met_before(log.club, sitting) == []


Met = dict[tuple[str, str], int]
"""How often two people met."""


def cost(met: Met, group: tuple[str, ...]) -> int:
    """Return what it costs that these people meet, squared."""
    return sum(max(0, 2 * met[pair] - 1) for pair in combinations(sorted(group), 2))


def least_cost(met: Met, left: tuple[str, ...], sizes: tuple[int, ...]) -> int:
    """Return the least that tables of these sizes can cost, all seats tried."""
    return (
        min(
            (
                cost(met, group)
                + least_cost(met, tuple(name for name in left if name not in group), sizes[1:])
                for group in combinations(left, sizes[0])
            ),
            default=0,
        )
        if sizes
        else 0
    )


@pytest.mark.parametrize(("people", "most"), [(8, 4), (9, 3), (10, 5), (7, 4), (11, 4)])
def test_a_small_sitting_is_as_good_as_can_be(people: int, most: int) -> None:
    """No other seats of the same tables have fewer meetings, squared: all are counted plainly."""
    log = club_log(people, most=most)
    for sitting in range(1, 5):
        log = drawn(log, sitting, seed=sitting)
        met = {
            pair: sum(
                set(pair) <= set(table.players) for tables in log.club.sittings[:-1] for table in tables
            )
            for pair in combinations(sorted(log.club.names), 2)
        }
        sizes = table_sizes(people, most)

        seated = [table.players for table in log.club.sittings[-1]]
        assert sum(map(partial(cost, met), seated)) == least_cost(met, log.club.names, sizes)


def test_what_people_asked_for_is_kept() -> None:
    """A fixed seat, two apart and two together hold in every sitting, and nothing is said of them."""
    people = (
        ClubPerson("P0", table=2),
        ClubPerson("P1", apart=("P2",)),
        ClubPerson("P3", together=("P4",)),
        ClubPerson("P5", together=("P0",)),
    )
    log = club_log(18, most=6).after(PeopleSet(people), AT)
    for sitting in range(1, 5):
        log = drawn(log, sitting, seed=sitting)
        at = {name: table.number for table in log.club.sittings[-1] for name in table.players}
        problems = as_drawn(log.club, sitting, log.club.sittings[-1]).problems
        assert not [one for one in problems if "P3 and P4" in one or "P0 and P5" in one]
        assert (at["P0"], at["P5"], at["P3"] == at["P4"], at["P1"] == at["P2"]) == (2, 2, True, False)


def test_what_cannot_be_kept_is_said() -> None:
    """Each wish that fails, each table of another size, each pair that meets again is a sentence."""
    people = (
        ClubPerson("Ana", table=9),
        ClubPerson("Ben", apart=("Cy",)),
        ClubPerson("Dot", together=("Eve", "Gus")),
        ClubPerson("Hal"),
        ClubPerson("Ida", False, table=1),
    )
    log = club_log(["Ana", "Ben", "Cy", "Dot", "Eve", "Flo", "Gus", "Hal", "Ida"], fewest=4, most=4)
    log = log.after(PeopleSet(people), AT).after(SittingDrawn(1, seats("Ana Ben Cy", "Dot Flo Gus")), AT)
    found = draw_sitting(log.club, 2, seats("Ana Ben Cy", "Dot Flo Gus", "Eve Hal"), Random(1).random)
    assert found.repeated == 5  # Dot and Gus asked for it
    assert found.problems[:9] == (
        "Ana is to sit at table 9, and sits at 1.",
        "Ben and Cy are to sit apart, and both sit at table 1.",
        "Dot and Eve are to sit together, and sit at two tables.",
        "Table 1 has 3 people; the event asks for 4 to 4.",
        "Table 2 has 3 people; the event asks for 4 to 4.",
        "Table 3 has 2 people; the event asks for 4 to 4.",
        "Ana and Ben meet again, at table 1.",
        "Ana and Cy meet again, at table 1.",
        "Ben and Cy meet again, at table 1.",
    )


def test_tables_that_have_begun_stay() -> None:
    """Those who came late sit at tables of their own numbers; two of them are too few, which is said."""
    begun = (ClubTable(2, ("P0", "P1", "P2")),)
    late = draw_sitting(club_log(7, most=4).club, 1, begun, Random(1).random)
    assert late.tables[1] == begun[0]
    assert [(table.number, len(table.players)) for table in late.tables] == [(1, 4), (2, 3)]
    few = draw_sitting(club_log(5, most=4).club, 1, begun, Random(1).random)
    assert few.tables == begun
    assert few.problems[:2] == ("P3 is here and has no seat.", "P4 is here and has no seat.")


def test_more_people_than_seats_at_a_fixed_table() -> None:
    """As many as fit sit there, and it is said of the others."""
    people = tuple(ClubPerson(f"P{number}", table=1) for number in range(5))
    log = club_log(8, most=4).after(PeopleSet(people), AT)
    found = draw_sitting(log.club, 1, (), Random(1).random)
    assert len([problem for problem in found.problems if "is to sit at table 1" in problem]) == 1


def test_the_larger_table_is_the_one_where_people_want_to_sit() -> None:
    """Of seven people four may sit at table 2, where four have a seat for good, and nothing is said of them."""
    people = tuple(ClubPerson(f"P{number}", table=2) for number in range(4))
    log = club_log(7, most=4).after(PeopleSet(people), AT)
    assert draw_sitting(log.club, 1, (), Random(1).random).problems == ()


def test_too_few_people() -> None:
    """Two people are no sitting."""
    with pytest.raises(Impossible, match="A table needs 3 people; so many are here: 2"):
        draw_sitting(club_log(2).club, 1, (), Random(1).random)


def test_the_same_seed_gives_the_same_seats() -> None:
    """Chance comes from outside alone."""
    club = club_log(30, most=6).club
    assert draw_sitting(club, 1, (), Random(7).random) == draw_sitting(club, 1, (), Random(7).random)
    assert draw_sitting(club, 1, (), Random(7).random) != draw_sitting(club, 1, (), Random(8).random)
