"""A program that keeps entering scores, and prints a number once that entry is acknowledged."""

import sys
from itertools import count
from pathlib import Path

from scorekeeper.store import Store
from tests.build import AT, scored, started


def write(path: Path) -> None:
    """Enter one score after the other until killed."""
    store = Store(path)
    kept = store.create(started(), AT)
    for number in count(1):
        kept = store.append(kept, scored(1, "Ana", Ben=str(number)), AT)
        print(number, flush=True)


if __name__ == "__main__":
    write(Path(sys.argv[1]))
