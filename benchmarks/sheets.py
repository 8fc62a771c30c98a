"""Compares a blank sheet with a ReportLab script that draws the same, and twenty tables with one, in whole processes.

Ours is the command as people type it. Theirs is `reportlab_sheet.py`, which draws what our sheet shows: head,
table with its tiles, legend, rules in columns and signature lines, in fonts that need not be embedded. It knows
every number and sentence beforehand. Each is the best of several runs, in turn.
"""

import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from time import perf_counter

RUNS = 30
TABLES = 20

REPORTLAB = Path(__file__).with_name("reportlab_sheet.py")


def surroundings(folder: Path) -> dict[str, str]:
    """Return an environment with a home of its own, where Python keeps what it has compiled.

    Installed programs are compiled once, not at every start; theirs and ours alike.
    """
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return {**kept, "SCOREKEEPER_HOME": str(folder / "home"), "PYTHONPYCACHEPREFIX": str(folder / "compiled")}


def seconds(command: Sequence[str], folder: Path) -> float:
    """Return how long a command takes, from its start to its end."""
    began = perf_counter()
    subprocess.run(command, cwd=folder, env=surroundings(folder), check=True, capture_output=True)
    return perf_counter() - began


def best(commands: Sequence[Sequence[str]], folder: Path) -> list[float]:
    """Return the best time of each command; the first round, which warms up, does not count."""
    rounds = [[seconds(command, folder) for command in commands] for _run in range(RUNS + 1)]
    return [min(times) for times in zip(*rounds[1:], strict=True)]


def tables(count: int) -> str:
    """Return a file of tables with six players each."""
    lines = [
        ",".join([str(table), *(f"Player {table}.{seat}" for seat in range(1, 7))])
        for table in range(1, count + 1)
    ]
    return "\n".join(lines)


def main() -> None:
    """Measure and print the ratios."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "one.csv").write_text(tables(1), encoding="utf-8")
        (folder / "twenty.csv").write_text(tables(TABLES), encoding="utf-8")
        ours = [sys.executable, "-m", "scorekeeper", "sheet"]
        blank, theirs, single, twenty = best(
            [
                [*ours, "--set", "9", "--players", "6", "--output", "blank.pdf", "--force"],
                [sys.executable, str(REPORTLAB)],
                [*ours, "--tables", "one.csv", "-o", "one.pdf", "--force"],
                [*ours, "--tables", "twenty.csv", "-o", "twenty.pdf", "--force"],
            ],
            folder,
        )
    print(f"sheet {blank * 1000:.0f} ms, reportlab {theirs * 1000:.0f} ms")
    print(f"one table {single * 1000:.0f} ms, twenty tables {twenty * 1000:.0f} ms")
    print(f"ratio sheet/reportlab {blank / theirs:.2f}")
    print(f"ratio twenty-tables/one-table {twenty / single:.2f}")


if __name__ == "__main__":
    main()
