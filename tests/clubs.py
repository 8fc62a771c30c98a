"""Events for tests: `club_log(names)`, `drawn(log)`, `table_log(club, table, totals)`."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from scorekeeper.club import (
    Club,
    ClubEvent,
    ClubLog,
    ClubPerson,
    ClubStarted,
    ClubTable,
    PeopleSet,
    SittingDrawn,
    draw_sitting,
    replay_club,
)
from scorekeeper.game import Finished, GameLog, Points, RoundScored, begin_game
from tests.build import AT, DAY, SHELF, started


def club_started(**facts: Any) -> ClubStarted:
    """Return the start of an event by the classic rules."""
    usual = {
        "title": "Club night",
        "date": DAY,
        "set_size": 9,
        "book": "classic",
        "rules": SHELF.book("classic").rules,
        "fewest": 3,
    }
    return ClubStarted(**usual | facts)


def club_log(people: int | Sequence[str] = 8, **facts: Any) -> ClubLog:
    """Return the log of an event to which these people came, by name or so many."""
    names = [f"P{number}" for number in range(people)] if isinstance(people, int) else people
    log = replay_club([ClubEvent(1, AT, None, club_started(**facts))])
    return log.after(PeopleSet(tuple(map(ClubPerson, names))), AT)


def seats(*tables: str) -> tuple[ClubTable, ...]:
    """Return tables with these people, such as `Ana Ben Cy`, and games named `g1`, `g2` and so on."""
    return tuple(
        ClubTable(number, tuple(names.split()), f"g{number}") for number, names in enumerate(tables, start=1)
    )


def drawn(log: ClubLog, sitting: int, seed: int = 1) -> ClubLog:
    """Return the log once a sitting is drawn."""
    tables = draw_sitting(log.club, sitting, (), Random(seed).random).tables
    return log.after(SittingDrawn(sitting, tables), AT)


def table_log(table: ClubTable, totals: Mapping[str, int], over: bool = True) -> GameLog:
    """Return the game of a table after a round, finished if `over`."""
    log = begin_game(started(players=table.players), AT)
    entries = {name: Points(points) for name, points in totals.items()}
    log = log.after(RoundScored(round=1, entries=entries), AT)
    return log.after(Finished(), AT) if over else log


def met_before(club: Club, sitting: int) -> list[frozenset[str]]:
    """Return the pairs at a table of a sitting who shared one in an earlier sitting, counted plainly."""

    def pairs(number: int) -> list[frozenset[str]]:
        return [
            frozenset((one, other))
            for table in club.sittings[number - 1]
            for one in table.players
            for other in table.players
            if one < other
        ]

    earlier = {pair for number in range(1, sitting) for pair in pairs(number)}
    return [pair for pair in pairs(sitting) if pair in earlier]
