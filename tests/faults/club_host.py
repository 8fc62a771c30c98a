"""A program that hosts an event without end: people, draws, totals; prints what happened once it is acknowledged.

`club_host PATH` hosts one; `club_host PATH EVENT NAME COUNT` puts so many people on a roster that others change too.
"""

import sys
from itertools import count
from pathlib import Path
from random import Random

from scorekeeper.club import ClubPerson, PeopleSet, TableTotals
from scorekeeper.session import ClubSession
from scorekeeper.storage import StorePlace, open_store, parse_place
from tests.build import AT
from tests.clubs import club_started


def host(path: Path) -> None:
    """Host an event of a dozen people, sitting after sitting."""
    session = ClubSession(open_store(path), lambda: AT)
    session.begin(club_started(most=4))
    print(session.kept.id, flush=True)
    session.keep(PeopleSet(tuple(ClubPerson(f"P{number}") for number in range(12))))
    for sitting in count(1):
        for seed in range(2):
            session.keep_draw(session.draw(sitting, Random(seed).random))
            print(len(session.kept.log.events), flush=True)
        for table in session.club.sittings[-1]:
            session.enter([TableTotals(sitting, table.number, dict.fromkeys(table.players, sitting))])
            print(len(session.kept.log.events), flush=True)


def help_out(place: StorePlace, club_id: str, name: str, many: int) -> None:
    """Put people on a roster, one by one, while others do the same."""
    session = ClubSession(open_store(place), lambda: AT)
    session.open(club_id)
    for number in range(many):
        session.keep(PeopleSet((ClubPerson(f"{name} {number}"),)))


if __name__ == "__main__":
    if len(sys.argv) == 2:
        host(Path(sys.argv[1]))
    else:
        help_out(parse_place(sys.argv[1]), sys.argv[2], sys.argv[3], int(sys.argv[4]))
