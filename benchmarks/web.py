"""A shared table under load: viewers who wait for an entry, phones that enter hands, and a bare page beside it.

The server is the command as people run it, in a process of its own. A line before a figure has its bar.
"""

import asyncio
import json
import os
import resource
import sys
import tempfile
import textwrap
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from statistics import quantiles
from subprocess import PIPE, Popen, run
from time import perf_counter, sleep

PLAYERS = tuple(f"Player {seat}" for seat in range(1, 13))
VIEWERS, PHONES, POSTS, PAGES = 200, 20, 15, 1500
BARE = """
import sys, uvicorn
from starlette.applications import Starlette
from starlette.responses import HTMLResponse
from starlette.routing import Route

page = "x" * int(sys.argv[2])
app = Starlette(routes=[Route("/", lambda _request: HTMLResponse(page))])
uvicorn.run(app, host="127.0.0.1", port=int(sys.argv[1]), log_level="critical", access_log=False)
"""


class Client:
    """A device: one connection at a time, and its cookie."""

    def __init__(self, origin: str) -> None:
        self.origin, self.cookie = origin, ""
        self.host, port = origin.removeprefix("http://").rsplit(":", 1)
        self.port = int(port)
        self._open: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, method: str, path: str, body: str = "") -> tuple[int, bytes]:
        """Send a request on a connection that stays open; return status and body."""
        if self._open is None:
            self._open = await asyncio.open_connection(self.host, self.port)
        reader, writer = self._open
        writer.write(self.request(method, path, body))
        status, headers = await head(reader)
        if "set-cookie" in headers:
            self.cookie = headers["set-cookie"].split(";")[0]
        return status, await reader.readexactly(int(headers.get("content-length", 0)))

    def request(self, method: str, path: str, body: str = "") -> bytes:
        """Return a request as it is sent."""
        lines = [f"{method} {path} HTTP/1.1", f"Host: {self.host}:{self.port}", f"Cookie: {self.cookie}"]
        if method == "POST":
            lines += [f"Origin: {self.origin}", "Content-Type: application/x-www-form-urlencoded"]
            lines += [f"Content-Length: {len(body)}"]
        return ("\r\n".join(lines) + "\r\n\r\n" + body).encode()

    async def stream(self, path: str) -> asyncio.StreamReader:
        """Open a stream, and return where its events come."""
        reader, writer = await asyncio.open_connection(self.host, self.port)
        writer.write(self.request("GET", path))
        self._open = reader, writer
        await head(reader)
        return reader


async def head(reader: asyncio.StreamReader) -> tuple[int, dict[str, str]]:
    """Return status and headers of an answer."""
    first, *lines = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").strip().split("\r\n")
    headers = dict(line.lower().split(": ", 1) if ": " in line else (line, "") for line in lines)
    kept = {name: value for name, value in headers.items() if name != "set-cookie"}
    cookie = next((line.split(": ", 1)[1] for line in lines if line.lower().startswith("set-cookie")), None)
    return int(first.split()[1]), kept | ({"set-cookie": cookie} if cookie else {})


def scorekeeper(home: Path, *words: str) -> str:
    """Run a command, and return what it prints."""
    env = os.environ | {"SCOREKEEPER_HOME": str(home)}
    return run(
        [sys.executable, "-m", "scorekeeper", *words], env=env, check=True, stdout=PIPE, text=True
    ).stdout


def served(home: Path) -> tuple[Popen[str], dict[str, str], float]:
    """Start `share`; return the process, the addresses, and how long it took until phones could come."""
    began = perf_counter()
    process = Popen(
        [sys.executable, "-m", "scorekeeper", "share", "--json", "--address", "127.0.0.1", "--port", "0"],
        env=os.environ | {"SCOREKEEPER_HOME": str(home)}, stdout=PIPE, text=True,
    )  # fmt: skip
    assert process.stdout is not None
    return process, json.loads(process.stdout.readline()), perf_counter() - began


@asynccontextmanager
async def viewers(origin: str, count: int) -> AsyncIterator[list[asyncio.StreamReader]]:
    """Open so many big screens, each up to date."""
    clients = [Client(origin) for _viewer in range(count)]
    readers = [await client.stream("/live/screen") for client in clients]
    for reader in readers:
        await reader.readuntil(b"data: ")
        await reader.readuntil(b"\n\n")
    yield readers


async def time_to_see(origin: str, home: Path) -> float:
    """Return how long it takes after another program's entry until all viewers have it; one reads nothing."""
    stalled = Client(origin)
    await stalled.stream("/live/screen")
    async with viewers(origin, VIEWERS) as readers:
        waiting = [asyncio.create_task(reader.readuntil(b"data: ")) for reader in readers]
        entered = await asyncio.to_thread(_entered_at, home)
        await asyncio.gather(*waiting)
        return perf_counter() - entered


def _entered_at(home: Path) -> float:
    scorekeeper(home, "round", "last", "Player 12=12")
    return perf_counter()


async def posted(host: dict[str, str]) -> Sequence[float]:
    """Let players' phones enter hands again and again, while others look; return how long each took."""
    phones = []
    for player in PLAYERS:
        phone = Client(host["address"])
        path = host["table"].removeprefix(host["address"])
        status, _body = await phone.ask("POST", path, f"pin={host['pin']}&player={player.replace(' ', '+')}")
        assert status == 303, status
        phones.append((phone, player))
    _status, page = await phones[0][0].ask("GET", "/hand")
    game = page.decode().partition('name="game" value="')[2].partition('"')[0]
    watchers = [Client(host["address"]) for _watcher in range(PHONES - len(phones))]

    async def play(phone: Client, player: str) -> list[float]:
        times = []
        await asyncio.sleep(PLAYERS.index(player) / 25)  # people do not press at the same moment
        for turn in range(POSTS):
            body = (
                f"game={game}&round=1&player={player.replace(' ', '+')}"
                f"&typed={turn + 10}&sure={turn + 10}&do=save"
            )
            began = perf_counter()
            status, _body = await phone.ask("POST", "/hand", body)
            times.append(perf_counter() - began)
            assert status == 303, (status, _body)
            await asyncio.sleep(0.5)
        return times

    async def look(phone: Client) -> list[float]:
        for _turn in range(POSTS):
            await phone.ask("GET", "/screen")
            await asyncio.sleep(0.5)
        return []

    done = await asyncio.gather(
        *(play(phone, player) for phone, player in phones), *(look(watcher) for watcher in watchers)
    )
    return [seconds for times in done for seconds in times]


async def rate(origin: str, path: str) -> tuple[float, int]:
    """Return requests per second over ten connections, and the size of the page."""
    clients = [Client(origin) for _client in range(10)]
    size = len((await clients[0].ask("GET", path))[1])

    async def ask(client: Client) -> None:
        for _request in range(PAGES // len(clients)):
            await client.ask("GET", path)

    began = perf_counter()
    await asyncio.gather(*(ask(client) for client in clients))
    return PAGES / (perf_counter() - began), size


async def bare_rate(size: int, folder: Path) -> float:
    """Return the requests per second of a bare page of the same size."""
    program = folder / "bare.py"
    program.write_text(textwrap.dedent(BARE), encoding="utf-8")
    port = 8399
    process = Popen([sys.executable, str(program), str(port), str(size)])
    try:
        await asyncio.sleep(2)
        return (await rate(f"http://127.0.0.1:{port}", "/"))[0]
    finally:
        process.terminate()
        process.wait()


def memory(pid: int) -> float:
    """Return the megabytes of a process; 0 where the system does not say."""
    status = Path(f"/proc/{pid}/status")
    if not status.exists():
        return 0
    return int(status.read_text(encoding="utf-8").split("VmHWM:")[1].split()[0]) / 1024


def cpu(pid: int) -> float:
    """Return the seconds of CPU that a process has used; 0 where the system does not say."""
    stat = Path(f"/proc/{pid}/stat")
    if not stat.exists():
        return 0
    words = stat.read_text(encoding="utf-8").rpartition(")")[2].split()
    return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")


def main() -> None:
    """Measure and print."""
    os.environ.pop(
        "PYTHONDONTWRITEBYTECODE", None
    )  # people's Python compiles a module once, not at each start
    with tempfile.TemporaryDirectory() as name:
        home = Path(name)
        scorekeeper(home, "new", "--players", ",".join(PLAYERS), "--set", "18")
        starts = []
        for _run in range(3):
            process, shared, took = served(home)
            starts.append(took)
            process.terminate()
            process.wait()
        process, shared, _took = served(home)
        try:
            before = cpu(process.pid)
            sleep(10)
            idle = (cpu(process.pid) - before) / 10
            requests, size = asyncio.run(rate(shared["address"], "/screen"))
            times = sorted(asyncio.run(posted(shared)))
            seen = [asyncio.run(time_to_see(shared["address"], home))]
            largest = memory(process.pid)
        finally:
            process.terminate()
            process.wait()
        bare = asyncio.run(bare_rate(size, home))
    print(f"start, at most 0.4 s: {min(starts):.2f} s")
    print(f"idle CPU, at most 1 %: {100 * idle:.1f} %")
    print(f"an entry at {VIEWERS} viewers, at most 0.25 s: {max(seen):.3f} s")
    print(
        f"p99 of a posted hand with {PHONES} phones, at most 100 ms: {1000 * quantiles(times, n=100)[98]:.0f} ms"
    )
    print(f"memory, at most 80 MB: {largest:.0f} MB")
    print(f"pages per second: {requests:.0f}, bare page of {size} bytes: {bare:.0f}")
    print(f"ratio share/bare {requests / bare:.2f}, at least 0.50")


if __name__ == "__main__":
    resource.setrlimit(resource.RLIMIT_NOFILE, (4096, 4096))
    main()
