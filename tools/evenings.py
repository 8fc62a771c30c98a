"""Plays the evenings of every rule book for the table in `docs/simulate.md`: `python -m tools.pages --evenings`.

Playing takes minutes, so the figures are kept in `docs/evenings.json` and `make pages` only shows them.
"""

import json
import subprocess
import sys
from pathlib import Path

import msgspec

from scorekeeper.simulate.figures import Simulation, figure_rows
from scorekeeper.simulate.words import range_words
from tools.book_pages import SHELF

KEPT = Path(__file__).parent.parent / "docs" / "evenings.json"
EVENINGS, SET, PLAYERS = 200, 9, 4

COLUMNS = {
    "blocked": "blocked rounds",
    "turns": "turns a round",
    "points": "points a round",
    "leader_holds": "half-time leader wins",
    "double_blank_cost": "points a round for 0-0",
    "decided_by_call": "decided by a call",
}
"""The figures of the table, and their headings."""


def command() -> list[str]:
    """Return the words of the command that plays the evenings."""
    books = [word for name in SHELF.ids() for word in ("--rules", name)]
    table = ["--set", str(SET), "--players", str(PLAYERS), "--evenings", str(EVENINGS)]
    return ["scorekeeper", "simulate", *books, *table, "--json"]


def play() -> None:
    """Play the evenings and keep their figures, a line for each rule book."""
    ran = subprocess.run([sys.executable, "-m", *command()], stdout=subprocess.PIPE, check=True)
    figures = json.loads(ran.stdout)
    books = ",\n".join(json.dumps(book) for book in figures.pop("books"))
    KEPT.write_text(f'{json.dumps(figures)[:-1]}, "books": [\n{books}\n]}}\n', encoding="utf-8")


def kept() -> Simulation:
    """Return the figures that are kept."""
    return msgspec.json.decode(KEPT.read_bytes(), type=Simulation)


def rows() -> list[list[str]]:
    """Return the table: a row for each rule book, each figure as a range over the ways of playing."""
    lines = []
    for book in kept().books:
        ranges = {row.name: range_words(row) for row in figure_rows(book.policies) if not row.place}
        lines.append(
            [f"[{SHELF.book(book.rules).title}](books/{book.rules}.md)", *map(ranges.__getitem__, COLUMNS)]
        )
    return lines
