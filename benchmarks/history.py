"""Compares a store of 10,000 games with one of 10: opening the history, filtering it, browsing it, going home.

The time is that of the process, from the key to the screen as it is drawn, best of several runs. The bar:
nobody waits, half a second at most for anything.
"""

import asyncio
import os
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path
from time import process_time

from textual.pilot import Pilot

from benchmarks.data.many import fill
from scorekeeper.tui.app import ScorekeeperApp
from scorekeeper.tui.widgets.data_list import LongList

MANY, FEW, RUNS = 10_000, 10, 3
BAR = 0.5
STEPS = {
    "history opens": ("h",),
    "last game": ("end",),
    "one row up": ("up",),
    "players": ("v",),
    "a letter of a name": ("v", "s", "a"),
    "filters taken away": ("escape",),
    "players again": ("v",),
    "a player's page": ("enter",),
    "two side by side": ("enter",),
}


async def timed(do: Callable[[], Awaitable[object]], pilot: Pilot[None]) -> float:
    """Return how long something takes until the screen has settled."""
    began = process_time()
    await do()
    await pilot.pause()
    return process_time() - began


async def steps(games: Path) -> dict[str, float]:
    """Go through the history once and return how long each step took, in seconds."""
    app = ScorekeeperApp(games)
    began = process_time()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        times = {"home": process_time() - began}
        for name, keys in STEPS.items():
            times[name] = await timed(lambda keys=keys: pilot.press(*keys), pilot)  # type: ignore[misc]
        assert app.screen.query(LongList)
    return times


def best(games: Path) -> dict[str, float]:
    """Return the best time of each step."""
    runs = [asyncio.run(steps(games)) for _run in range(RUNS)]
    return {name: min(run[name] for run in runs) for name in runs[0]}


def main() -> None:
    """Measure and print each step with many games beside few."""
    with tempfile.TemporaryDirectory() as name:
        os.environ["SCOREKEEPER_HOME"] = name
        folders = {count: Path(name) / str(count) for count in (FEW, MANY)}
        for folder in folders.values():
            folder.mkdir()
        few, many = (best(fill(folders[count], count)) for count in (FEW, MANY))
    for step, seconds in many.items():
        print(f"{step:<20} {few[step] * 1000:6.0f} ms with {FEW}, {seconds * 1000:6.0f} ms with {MANY}")
    print(f"ratio home many/few {many['home'] / few['home']:.2f}")
    print(f"slowest {max(many.values()):.2f} s, bar {BAR} s")


if __name__ == "__main__":
    main()
