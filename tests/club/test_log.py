"""What happens at an event: who may be on the roster, what is refused, undo, and sentences about it all."""

import pytest
from msgspec.structs import replace

from scorekeeper.club import (
    ClubEvent,
    ClubPerson,
    ClubTable,
    PeopleSet,
    SittingDrawn,
    TableTotals,
    TotalsEntered,
    replay_club,
)
from scorekeeper.errors import ScorekeeperError
from scorekeeper.game import Redone, Undone
from tests.build import AT
from tests.clubs import club_log, club_started, seats

NAMES = ["Ana", "Ben", "Cy", "Dot"]


@pytest.mark.parametrize(
    ("facts", "fault"),
    [
        ({"title": " "}, "An event needs a title."),
        ({"fewest": 2}, "Tables of 2 to 6 cannot be; a table has 3 to 8 people."),
        ({"fewest": 5, "most": 4}, "Tables of 5 to 4 cannot be; a table has 3 to 8 people."),
        ({"set_size": 6, "most": 8}, "double-six"),
    ],
)
def test_an_event_that_cannot_be(facts: dict[str, object], fault: str) -> None:
    """Its tables must have people for which there are tiles, and it needs a title."""
    with pytest.raises(ScorekeeperError, match=fault):
        club_log(NAMES, **facts)


@pytest.mark.parametrize(
    ("what", "fault"),
    [
        (club_started(), "An event begins once."),
        (PeopleSet((ClubPerson(" "),)), "A player needs a name."),
        (PeopleSet((ClubPerson("Ana", apart=("Bem",)),)), "did you mean Ben"),
        (SittingDrawn(3, seats("Ana Ben")), "Sitting 2 comes next."),
        (SittingDrawn(2, seats("Ana Ben", "Ana Cy")), "everybody at one of them"),
        (SittingDrawn(2, seats("Ana Zoe")), "Zoe"),
        (
            SittingDrawn(2, (ClubTable(1, ("Ana", "Ben")), ClubTable(1, ("Cy", "Dot")))),
            "numbers of their own",
        ),
        (SittingDrawn(2, seats("Ana")), "everybody at one of them"),
        (
            TotalsEntered((TableTotals(2, 1, {}),)),
            "Sitting 2 is not drawn yet; draw it first.",
        ),
        (TotalsEntered((TableTotals(1, 2, {}),)), "Sitting 1 has no table 2; its tables are 1."),
        (TotalsEntered((TableTotals(1, 1, {"Ana": 1}),)), "Table 1 lacks the total of Ben, Cy and Dot"),
        (TotalsEntered((TableTotals(1, 1, {"Zoe": 1}),)), "Zoe"),
        (TotalsEntered(()), "There are no totals here"),
        (SittingDrawn(2, ()), "everybody at one of them"),
        (Redone(), "There is nothing to redo."),
    ],
    ids=lambda one: type(one).__name__ if not isinstance(one, str) else "",
)
def test_what_cannot_happen(what: object, fault: str) -> None:
    """It is refused with a sentence, and the event stays as it is."""
    log = club_log(NAMES).after(SittingDrawn(1, seats("Ana Ben Cy Dot")), AT)
    with pytest.raises(ScorekeeperError, match=fault):
        log.after(what, AT)


def test_a_log_without_its_beginning() -> None:
    """It cannot be read."""
    for events in ((), (ClubEvent(1, AT, None, Undone()),)):
        with pytest.raises(ScorekeeperError, match="The first change of this event is missing"):
            replay_club(events)


def test_a_log_with_a_number_that_is_not_due() -> None:
    """It cannot be read."""
    first, second = club_log(NAMES).events
    for number in (1, 3, -1):
        with pytest.raises(ScorekeeperError, match="change 2 is missing"):
            replay_club((first, replace(second, number=number)))


def test_undo_has_no_limit() -> None:
    """All is undone back to the beginning, then redone; a new change ends redo."""
    log = club_log(NAMES).after(SittingDrawn(1, seats("Ana Ben Cy Dot")), AT)
    undone = log.after(Undone(), AT).after(Undone(), AT)
    assert (undone.club.people, undone.club.sittings) == ({}, ())
    with pytest.raises(ScorekeeperError, match="nothing to undo"):
        undone.after(Undone(), AT)
    assert undone.after(Redone(), AT).after(Redone(), AT).club == log.club
    with pytest.raises(ScorekeeperError, match="nothing to redo"):
        undone.after(PeopleSet((ClubPerson("Eve"),)), AT).after(Redone(), AT)


def test_people_are_found_as_they_are_spelled() -> None:
    """A name is one name whatever its capitals; what is said of somebody again replaces what was.

    Nobody can be apart from themselves.
    """
    log = club_log(NAMES).after(PeopleSet((ClubPerson("ANA", False, 2, ("ben", "Ben", "ana")),)), AT)
    assert log.club.person("ana") == ClubPerson("ANA", False, 2, ("Ben",))
    assert log.club.names == ("ANA", "Ben", "Cy", "Dot")


def test_sentences() -> None:
    """The log tells everything, and marks what was undone."""
    log = club_log(NAMES).after(PeopleSet(tuple(ClubPerson(f"P{n}", False) for n in range(9))), AT)
    log = log.after(PeopleSet((ClubPerson("Ana", False),)), AT)
    log = log.after(SittingDrawn(1, seats("Ana Ben Cy Dot")), AT)
    totals = TableTotals(1, 1, dict.fromkeys(NAMES, 5))
    log = log.after(TotalsEntered((totals,)), AT).after(Undone(), AT).after(Redone(), AT).after(Undone(), AT)
    lines = log.sentences
    assert [(line.number, line.in_force, line.sentence) for line in lines] == [
        (1, True, "The event “Club night” began."),
        (2, True, "On the roster: Ana, Ben, Cy, Dot."),
        (3, True, "People put on the roster: 9."),
        (4, True, "On the roster: Ana (away)."),
        (5, True, "Sitting 1 was drawn; tables: 1."),
        (6, False, "Sitting 1, table 1: Ana 5, Ben 5, Cy 5, Dot 5."),
        (7, True, "The last change was undone."),
        (8, True, "The last undone change was made again."),
        (9, True, "The last change was undone."),
    ]
    both = SittingDrawn(1, seats("Ana Ben", "Cy Dot"))
    totals = (TableTotals(1, 1, {"Ana": 1, "Ben": 2}), TableTotals(1, 2, {"Cy": 1, "Dot": 2}))
    two = club_log(NAMES).after(both, AT).after(TotalsEntered(totals), AT)
    assert two.sentences[-1].sentence == "Tables whose totals were entered: 2."


def test_the_games_of_an_event() -> None:
    """Every table has its game."""
    log = club_log(NAMES).after(SittingDrawn(1, seats("Ana Ben", "Cy Dot")), AT)
    assert log.club.game_ids == ("g1", "g2")
    assert replace(log.club, sittings=()).game_ids == ()
    assert log.after(Undone(), AT).game_ids == {"g1", "g2"}
