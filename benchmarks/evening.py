"""Compares a game of 60 rounds and 12 players after 5,000 changes with the same game after 50.

Commands are measured in whole processes, the log as the app opens it, in this process. Each figure is the best of
several runs in turn. The line before a ratio has its bar.
"""

import asyncio
import os
import sys
import tempfile
from collections.abc import Iterator, Sequence
from datetime import date
from itertools import cycle, islice
from pathlib import Path
from time import perf_counter

from benchmarks.app import AT, compare, shelf
from benchmarks.sheets import seconds
from scorekeeper.game import EventKind, GameLog, Out, Pips, Redone, RoundScored, Started, Undone, begin_game
from scorekeeper.rules import with_changes
from scorekeeper.storage import open_store
from scorekeeper.system import games_file
from scorekeeper.system.paths import HOME_VARIABLE

RUNS = 8
ROUNDS = 60
PLAYERS = tuple(f"Player {seat}" for seat in range(1, 13))
MANY, FEW = 5_000, 50
"""Changes."""

COMMANDS = {
    "round": ["round", "last", "--round", "1", "Player 2={points}"],
    "undo": ["undo", "last"],
}


def long_game(count: int) -> GameLog:
    """Return a game after so many changes."""
    book, house = shelf().book("classic"), {"rounds.length": "fixed", "rounds.count": ROUNDS}
    log = begin_game(
        Started(
            title="Marathon",
            date=date(2026, 11, 20),
            set_size=18,
            players=PLAYERS,
            book=book.id,
            rules=with_changes(book.rules, house),
            house=house,
        ),
        AT,
    )
    for change in islice(changes(), count):
        log = log.after(change, AT)
    return log


def changes() -> Iterator[EventKind]:
    """Yield the entries of all rounds, hand by hand, then corrections for ever; some are undone and redone."""
    out, *others = PLAYERS
    for least in cycle(range(20, 40)):
        for number in range(1, ROUNDS + 1):
            yield RoundScored(round=number, ending=Out(out))
            for more, name in enumerate(others):
                yield RoundScored(round=number, entries={name: Pips(least + more)})
            yield Undone()
            yield Redone()


def commands(folders: Sequence[Path]) -> None:
    """Print how commands that change a game grow with its changes."""
    for name, words in COMMANDS.items():
        taken = []
        for run in range(RUNS):
            typed = [word.format(points=60 + run) for word in words]
            taken.append(
                [seconds([sys.executable, "-m", "scorekeeper", *typed], folder) for folder in folders]
            )
        many, few = (min(times) for times in zip(*taken[1:], strict=True))
        compare(f"{name}-{MANY}/{FEW}-changes", 5, many, few)


async def opening_log(store: Path, game_id: str) -> float:
    """Return the seconds from the key that opens the log to its drawn screen."""
    from scorekeeper.tui.app import ScorekeeperApp

    app = ScorekeeperApp(store, game_id)
    async with app.run_test(size=(100, 30)) as pilot:
        began = perf_counter()
        await pilot.press("l")
        await pilot.pause()
        return perf_counter() - began


def main() -> None:
    """Measure and print."""
    with tempfile.TemporaryDirectory() as name:
        folders = [Path(name) / f"{count}" for count in (MANY, FEW)]
        for folder, count in zip(folders, (MANY, FEW), strict=True):
            os.environ[HOME_VARIABLE] = str(folder / "home")
            store = open_store(games_file())
            kept = store.add_games([long_game(count)])[0]
            store.close()
            opened = min(asyncio.run(opening_log(games_file(), kept.id)) for _run in range(3))
            print(f"log of {count} changes opened in {opened:.2f} s; the bar is 1")
        commands(folders)


if __name__ == "__main__":
    main()
