"""A club evening under load: twelve tables, seventy phones and three walls in one process.

All tables play at once: each hand is timed until all phones of its table have it. Then one after the other ends, and
that is timed until all walls have it in the standing.
"""

import argparse
import asyncio
import json
import os
import resource
import sys
import tempfile
from pathlib import Path
from statistics import quantiles
from subprocess import PIPE, Popen
from time import perf_counter, sleep
from typing import Any
from urllib.parse import urlencode

from benchmarks.web import Client, cpu, memory, scorekeeper

WALLS = 3


class Phone(Client):
    """A player's phone: it has joined, and follows its table on a second connection."""

    def __init__(self, table: dict[str, Any], seats: dict[str, Any], player: str) -> None:
        self.table, self.game, self.player = table, seats["game"], player
        super().__init__(table["address"].rpartition("/j/")[0])

    async def join(self) -> None:
        """Join, and follow what shows who is missing."""
        path = self.table["address"].removeprefix(self.origin)
        status, _body = await self.ask(
            "POST", path, urlencode({"pin": self.table["pin"], "player": self.player})
        )
        assert status == 303, status
        self.follower = Client(self.origin)  # which stays open as long as this
        self.follower.cookie = self.cookie
        self.follows = await self.follower.stream("/live/screen")
        await self.shown()

    async def shown(self) -> None:
        """Wait for the next event."""
        await self.follows.readuntil(b"data: ")
        await self.follows.readuntil(b"\n\n")

    async def enter(self, **hand: str) -> None:
        """Enter a hand of the first round."""
        sent = {"game": self.game, "round": "1", "player": self.player, **hand}
        sender = Client(self.origin)  # for a server ends a connection that says nothing for seconds
        sender.cookie = self.cookie
        status, body = await sender.ask("POST", "/hand", urlencode(sent))
        assert status == 303, (status, body)


async def entries(table: list[Phone], pause: float) -> list[float]:
    """Let all but the first phone enter their hands; return how long each took to reach the whole table."""
    times = []
    for phone in table[1:]:
        await asyncio.sleep(pause)
        waiting = [asyncio.create_task(watcher.shown()) for watcher in table]
        began = perf_counter()
        await phone.enter(typed="20", sure="20", do="save")
        await asyncio.wait_for(asyncio.gather(*waiting), 20)
        times.append(perf_counter() - began)
    return times


async def ended(table: list[Phone], walls: list[asyncio.StreamReader]) -> float:
    """Let the first phone end the only round; return how long that took to be on all walls."""
    waiting = [asyncio.create_task(wall.readuntil(b"data: ")) for wall in walls]
    began = perf_counter()
    await table[0].enter(do="out", sure="out")
    await asyncio.wait_for(asyncio.gather(*waiting), 20)
    return perf_counter() - began


async def evening(shared: dict[str, Any], seats: dict[str, Any]) -> tuple[list[float], list[float]]:
    """Return the times of all entries at their tables, and of all ends on the walls."""
    numbers = {table["table"]: table for table in shared["tables"]}
    tables = [
        [Phone(numbers[row["table"]], row, player) for player in row["players"]] for row in seats["tables"]
    ]
    for table in tables:
        for phone in table:
            await phone.join()
    screens = [Client(shared["address"]) for _wall in range(WALLS)]
    walls = [await screen.stream("/live/wall") for screen in screens]
    for wall in walls:
        await wall.readuntil(b"data: ")
    pauses = (1 + index / len(tables) for index in range(len(tables)))
    done = await asyncio.gather(*map(entries, tables, pauses))
    ends = [await ended(table, walls) for table in tables]
    return [time for times in done for time in times], ends


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--people", type=int, default=70)
    chosen = parser.parse_args()
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    with tempfile.TemporaryDirectory() as name:
        home = Path(name)
        scorekeeper(home, "club", "new", "Friday", "--rounds", "1", "--tables-of", "5-6")
        people = [word for number in range(chosen.people) for word in ("--add", f"Player {number}")]
        scorekeeper(home, "club", "people", "last", *people)
        scorekeeper(home, "club", "draw", "last", "--seed", "1")
        seats = json.loads(scorekeeper(home, "club", "seats", "last", "--json"))
        began = perf_counter()
        words = ("club", "share", "last", "--json", "--address", "127.0.0.1", "--port", "0")
        env = os.environ | {"SCOREKEEPER_HOME": str(home)}
        with Popen([sys.executable, "-m", "scorekeeper", *words], env=env, stdout=PIPE, text=True) as process:
            assert process.stdout is not None
            shared = json.loads(process.stdout.readline())
            try:
                start, before = perf_counter() - began, cpu(process.pid)
                sleep(10)
                idle = (cpu(process.pid) - before) / 10
                times, ends = asyncio.run(evening(shared, seats))
                largest = memory(process.pid)
            finally:
                process.terminate()
    print(f"start of {len(shared['tables'])} tables: {start:.2f} s")
    print(f"idle CPU: {100 * idle:.1f} %")
    print(
        f"p99 of an entry at all phones of its table, at most 250 ms: {1000 * quantiles(times, n=100)[98]:.0f} ms"
    )
    print(f"p99 of a table's end on {WALLS} walls, at most 1 s: {1000 * quantiles(ends, n=100)[98]:.0f} ms")
    print(f"memory, at most 160 MB: {largest:.0f} MB")


if __name__ == "__main__":
    resource.setrlimit(resource.RLIMIT_NOFILE, (4096, 4096))
    main()
