"""A program that enters scores and prints a number once that entry is acknowledged.

`writer PATH` enters the evening; `writer PATH GAME COUNT` enters so many scores into a game that others
change as well, looking again whenever it was overtaken, and trying again where it is told to.
"""

import os
import sys

from scorekeeper.errors import Unavailable
from scorekeeper.game.events import RoundScored
from scorekeeper.game.notation import parse_entry
from scorekeeper.storage import open_store
from scorekeeper.storage.places import StorePlace, parse_place
from scorekeeper.storage.store import Overtaken
from tests.build import AT
from tests.faults.evening import enter


def acknowledge(count: int) -> None:
    """Print how many entries are kept."""
    print(count, flush=True)


def share(path: StorePlace, game: str, entries: int) -> None:
    """Enter scores into a game that others change as well."""
    store = open_store(path)
    kept, myself = store.game(game), f"writer {os.getpid()}"
    for entry in range(entries):
        told = parse_entry(str(entry), 9)
        assert not isinstance(told, str)
        while True:
            try:
                kept = store.append(kept, [RoundScored(round=1, entries={"Ben": told})], AT, myself)
                break
            except Overtaken as overtaken:
                kept = overtaken.kept
            except Unavailable:  # the others never let go of the file for long enough; it says to try again
                continue
        acknowledge(kept.log.events[-1].number)


if __name__ == "__main__":
    if len(sys.argv) == 2:
        enter(parse_place(sys.argv[1]), acknowledge)
    else:
        share(parse_place(sys.argv[1]), sys.argv[2], int(sys.argv[3]))
