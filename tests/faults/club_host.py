"""A program that hosts an event without end: people, draws, totals; prints what happened once it is acknowledged."""

import sys
from itertools import count
from pathlib import Path
from random import Random

from scorekeeper.club import ClubPerson, PeopleSet, TableTotals
from scorekeeper.session import ClubSession
from scorekeeper.storage import open_store
from tests.build import AT
from tests.clubs import club_started


def host(path: Path) -> None:
    """Host an event of a dozen people, sitting after sitting."""
    session = ClubSession(open_store(path), lambda: AT)
    session.start(club_started(most=4))
    print(session.kept.id, flush=True)
    session.keep(PeopleSet(tuple(ClubPerson(f"P{number}") for number in range(12))))
    for sitting in count(1):
        for seed in range(2):
            session.keep_draw(sitting, session.draw(sitting, Random(seed).random))
            print(len(session.kept.log.events), flush=True)
        for table in session.club.sittings[-1]:
            session.enter([TableTotals(sitting, table.number, dict.fromkeys(table.players, sitting))])
            print(len(session.kept.log.events), flush=True)


if __name__ == "__main__":
    host(Path(sys.argv[1]))
