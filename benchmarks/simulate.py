"""Counts the seconds of a simulation as people start it: a thousand evenings of four players on two cores.

The time is that of the whole command, the start of Python and of its processes included; the best of several runs.
"""

import subprocess
import sys
import tempfile
from pathlib import Path
from time import perf_counter

from benchmarks.sheets import surroundings

RUNS = 3
BOOKS = ("classic", "train-usual")
LONGEST = 5.0
"""Seconds that a thousand evenings in one way of playing may take."""


def seconds(book: str, folder: Path) -> float:
    """Return how long the command takes under a rule book."""
    words = ["--rules", book, "--set", "9", "--players", "4", "--evenings", "1000", "--cores", "2"]
    command = [sys.executable, "-m", "scorekeeper", "simulate", *words, "--policy", "heaviest", "--json"]
    began = perf_counter()
    subprocess.run(command, env=surroundings(folder), check=True, capture_output=True)
    return perf_counter() - began


def main() -> None:
    """Measure and print; fail where a thousand evenings take too long."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        took = {book: min(seconds(book, folder) for _run in range(RUNS)) for book in BOOKS}
    for book, best in took.items():
        print(f"1,000 evenings of {book}: {best:.1f} s on two cores (bar {LONGEST})")
    if max(took.values()) > LONGEST:
        raise SystemExit("below the bar")


if __name__ == "__main__":
    main()
