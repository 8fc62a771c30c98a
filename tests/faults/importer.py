"""A program that brings games into a store at once, and prints a number as each is written, then saved."""

import sys
from collections.abc import Iterator
from pathlib import Path

from scorekeeper.game.log import GameLog
from scorekeeper.storage import open_store
from tests.build import evening


def games(count: int) -> Iterator[GameLog]:
    """Yield so many games; the next one is asked for once the last is written."""
    for number in range(count):
        yield evening()
        print(number, flush=True)


if __name__ == "__main__":
    open_store(Path(sys.argv[1])).add_games(games(int(sys.argv[2])))
    print("saved", flush=True)
