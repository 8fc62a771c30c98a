"""Compares this checkout with another one, such as the last version: start, an entry opened, a hand saved, the end.

BEFORE names the folder of the other one: BEFORE=../before make bench BENCH=costs. Both take turns, each time in a
process of their own, and each figure is the best in the processor's seconds. The line before a ratio has its bar.
"""

import asyncio
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from time import process_time
from typing import TYPE_CHECKING, Any

from benchmarks.app import DRAWN, FEW, compare, full_game, new_game, opened
from scorekeeper.storage import open_store

if TYPE_CHECKING:
    from textual.screen import Screen

RUNS, OPENINGS, PLAYERS = 12, 6, 6
BAR = 1.05
SECONDS = 3.0
"""How long the end of a game may move."""


async def opening_and_saving(path: Path, game_id: str) -> tuple[float, float]:
    """Return the processor's seconds until the hands of an entry are drawn, and a hand is saved, at the best."""
    from scorekeeper.tui.app import ScorekeeperApp

    app, frames = ScorekeeperApp(path, game_id), list[float]()
    display = app._display

    def watched(screen: "Screen[Any]", renderable: Any) -> None:
        """Draw a frame, and note when the hands of a round are in it."""
        display(screen, renderable)
        if any(line.region for line in screen.query("EntryLine")):
            frames.append(process_time())

    app._display = watched  # type: ignore[method-assign]
    async with app.run_test(size=(120, 40)) as pilot:
        opens, saves = [], []
        for _time in range(OPENINGS):
            frames.clear()
            began = process_time()
            await pilot.press("enter")
            await pilot.pause()
            opens.append(frames[0] - began)
            await pilot.press("escape")
            await pilot.pause()
        await pilot.press("enter")
        for _hand in range(PLAYERS - 1):
            began = process_time()
            await pilot.press("2", "3", "enter")
            saves.append(process_time() - began)
        return min(opens), min(saves)


async def ending(path: Path, game_id: str) -> float:
    """Return the processor's seconds from the last hand until everybody's place is there and nothing moves."""
    from scorekeeper.tui.app import ScorekeeperApp

    async with ScorekeeperApp(path, game_id).run_test(size=(120, 40)) as pilot:
        await pilot.press("enter", "o", "enter")
        for _hand in range(PLAYERS - 2):
            await pilot.press("2", "3", "enter")
        began = process_time()
        await pilot.press("2", "3", "enter")
        for _place in range(PLAYERS):
            await pilot.pause(0.6)
            await pilot.press("space")
        await pilot.pause(SECONDS)
        return process_time() - began


def measured(folder: Path) -> tuple[float, ...]:
    """Return what an entry, a hand and an end cost in this process."""
    path = folder / "games.db"
    store = open_store(path)
    games = [store.add_games([full_game(9, PLAYERS, rounds)])[0].id for rounds in (5, 10)]
    store.close()
    return *asyncio.run(opening_and_saving(path, games[0])), asyncio.run(ending(path, games[1]))


def started(checkout: Path, folder: Path) -> float:
    """Return the processor's seconds of the app of a checkout, from its second start to its end."""
    os.chdir(checkout)
    _compiled, ready = (opened([sys.executable, "-m", "scorekeeper"], folder, DRAWN) for _start in range(2))
    return ready.worked


def costs(checkout: Path) -> list[float]:
    """Return what the app of a checkout costs now."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        store = open_store(folder / "home" / "games.db")
        store.add_games([new_game(f"Game {number}") for number in range(FEW)])
        store.close()
        start = started(checkout, folder)
        here = {
            **os.environ,
            "PYTHONPATH": str(checkout),
            "TEXTUAL_ANIMATIONS": "full",
            "SCOREKEEPER_HOME": name,
        }
        command = [sys.executable, str(Path(__file__).resolve()), "--measure", name]
        ran = subprocess.run(command, env=here, cwd=checkout, check=True, capture_output=True, text=True)
        return [start, *map(float, ran.stdout.split())]


def main() -> None:
    """Print how this checkout compares with the other one."""
    if sys.argv[1:2] == ["--measure"]:
        print(*measured(Path(sys.argv[2])))
        return
    before = os.environ.get("BEFORE")
    if before is None:
        print("BEFORE names no other checkout, so nothing is compared.")
        return
    here, other = Path(__file__).resolve().parent.parent, Path(before).resolve()
    runs = [(costs(here), costs(other)) for _run in range(RUNS)]
    fewest = [[min(run[side][index] for run in runs) for side in range(2)] for index in range(4)]
    for name, (ours, theirs) in zip(("start", "entry-opened", "hand-saved"), fewest, strict=False):
        compare(f"{name}/before", BAR, ours, theirs)
    ours, theirs = (1000 * side for side in fewest[3])
    print(f"moment {ours:.2f} ms, before {theirs:.2f} ms; it may move, so it has no bar")


if __name__ == "__main__":
    main()
