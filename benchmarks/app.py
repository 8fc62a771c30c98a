"""Compares the app and the quick commands with bare Textual, and entries and the store as they grow.

Start and memory are measured in whole processes with their own terminal, the rest in this process. Each figure is
the median of runs in turn, of the quick commands the best. The line before a ratio has its bar.
"""

import asyncio
import fcntl
import os
import pty
import select
import struct
import subprocess
import sys
import tempfile
import termios
from collections.abc import Sequence
from datetime import UTC, date, datetime
from pathlib import Path
from statistics import median
from time import perf_counter, process_time
from typing import TYPE_CHECKING, NamedTuple

from benchmarks.sheets import best, surroundings
from scorekeeper.formats.rule_packs import Shelf
from scorekeeper.game.events import RoundScored, Started
from scorekeeper.game.log import GameLog, begin_game
from scorekeeper.game.notation import parse_entry
from scorekeeper.game.round import Out
from scorekeeper.storage import open_store
from scorekeeper.system import paths

if TYPE_CHECKING:
    from textual.app import App

RUNS = 12
AT = datetime(2026, 11, 20, 20, tzinfo=UTC)
CASES = Path(__file__).parent.parent / "tests"
FEW, MANY = 10, 10_000
OPENINGS = 6
"""How often a screen is opened in one run."""
SMALL, LARGE = (6, 3, 7), (18, 12, 19)
"""A set, players and rounds."""

PATIENCE = 30
"""Seconds within which a program must draw its first frame."""

LEAVE = b"\x11"
"""Ctrl+Q, which both programs know."""

BARE = """
from textual.app import App
from textual.widgets import DataTable, Footer, Header

class Bare(App):
    BINDINGS = [("n", "new", "New game"), ("p", "print", "Blank sheet"), ("b", "books", "Rule books")]

    def compose(self):
        yield Header()
        yield DataTable()
        yield Footer()

    def on_mount(self):
        table = self.query_one(DataTable)
        table.add_columns("Game", "Players")
        for number in range(10):
            table.add_row(f"Game {number}", "Ana, Ben, Carla")

Bare().run()
"""
DRAWN = (b"Game 9", b"New game")
"""What both show in the middle and in the footer: when it has come, the first frame is drawn."""


class Opened(NamedTuple):
    """How long a program took to draw its first frame, the processor's seconds until its end, and its peak memory."""

    seconds: float
    worked: float
    kilobytes: int


def opened(command: Sequence[str], folder: Path, drawn: Sequence[bytes] = DRAWN) -> Opened:
    """Open a program in a terminal of 120 by 40, wait for its first frame, leave it."""
    began = perf_counter()
    child, terminal = pty.fork()
    if child == 0:
        os.execvpe(command[0], command, {**surroundings(folder), "TERM": "xterm-256color", "COLUMNS": "120"})
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 120, 0, 0))
    _shown_by(terminal, drawn)
    took = perf_counter() - began
    os.write(terminal, LEAVE)
    _shown_by(terminal, ())
    _child, _status, used = os.wait4(child, 0)
    os.close(terminal)
    return Opened(took, used.ru_utime + used.ru_stime, used.ru_maxrss)


def _shown_by(terminal: int, words: Sequence[bytes]) -> None:
    """Read what a program draws until all words have come; without words, until it ends."""
    drawn = b""
    while not words or not all(word in drawn for word in words):
        if not select.select([terminal], [], [], PATIENCE)[0]:
            sys.exit(f"nothing more is drawn, and {words} never came")
        try:
            came = os.read(terminal, 65536)
        except OSError:  # how a terminal says that its program has ended
            came = b""
        if not came:
            break
        drawn += came


def shelf() -> Shelf:
    """Return the shipped rule books."""
    return Shelf(paths.shipped_folder("rules"))


def new_game(title: str, set_size: int = 9, players: int = 3) -> GameLog:
    """Return a game that begins, with hands small enough for every table."""
    book = shelf().book("classic")
    names = tuple(f"Player {seat}" for seat in range(1, players + 1))
    facts = {"title": title, "date": date(2026, 11, 20), "set_size": set_size, "players": names}
    return begin_game(Started(**facts, book=book.id, rules=book.rules), AT)


def full_game(set_size: int, players: int, rounds: int) -> GameLog:
    """Return a game of which all rounds but the last are entered."""
    log = new_game("Friday", set_size, players)
    for number in range(1, rounds):
        out, *others = log.game.players
        entries = {name: parse_entry("23", set_size) for name in others}
        log = log.after(RoundScored(round=number, entries=entries, ending=Out(out)), AT)
    return log


def start_and_memory(folder: Path) -> None:
    """Print how the app's start and memory compare with a bare app's."""
    store = open_store(folder / "home" / "games.db")
    store.add_games([new_game(f"Game {number}") for number in range(FEW)])
    store.close()
    programs = [[sys.executable, "-m", "scorekeeper"], [sys.executable, "-c", BARE]]
    runs = [[opened(program, folder) for program in programs] for _run in range(RUNS + 1)]
    ours, bare = ([run[index] for run in runs[1:]] for index in range(2))
    compare(
        "start/bare-textual", 1.3, median(run.seconds for run in ours), median(run.seconds for run in bare)
    )
    memory = [median(run.kilobytes for run in program) / 1000 for program in (ours, bare)]
    compare("memory/bare-textual", 1.6, *memory, unit="MB", scale=1)


def spanish(folder: Path) -> None:
    """Print how the start of the app and of a quick command compare with English, in the processor's seconds."""
    ours = [sys.executable, "-m", "scorekeeper", "--lang"]
    words = {"en": DRAWN, "es": (b"Game 9", b"Nueva partida")}
    runs = [
        [opened([*ours, code], folder, drawn).worked for code, drawn in words.items()] for _run in range(RUNS)
    ]
    english, spanish = (min(times) for times in zip(*runs, strict=True))
    compare("start-in-spanish/in-english", 1.05, spanish, english)
    score = ["score", "6-5 0-0 3-2"]
    runs = [[worked([*ours, code, *score], folder) for code in words] for _run in range(2 * RUNS)]
    english, spanish = (min(times) for times in zip(*runs, strict=True))
    compare("score-in-spanish/in-english", 1.05, spanish, english)


def worked(command: Sequence[str], folder: Path) -> float:
    """Return the processor's seconds of a command."""
    child = subprocess.Popen(command, env=surroundings(folder), stdout=subprocess.DEVNULL)
    _child, _status, used = os.wait4(child.pid, 0)
    return used.ru_utime + used.ru_stime


def quick_commands(folder: Path) -> None:
    """Print how commands that draw no screen compare with the mere import of Textual."""
    commands = {
        "score": ["score", "6-5 0-0 3-2"],
        "standings": ["standings", str(CASES / "cases" / "games" / "f2.toml")],
        "judge-record": ["judge", str(CASES / "records" / "valid" / "blocked-by-a-circuit-of-passes.toml")],
        "judge-situation": [
            "judge",
            str(CASES / "situations" / "settled" / "a-hand-that-nobody-saw-counted.toml"),
        ],
    }
    ours = [[sys.executable, "-m", "scorekeeper", *words] for words in commands.values()]
    textual, *times = best([[sys.executable, "-c", "import textual.app"], *ours], folder)
    for name, seconds in zip(commands, times, strict=True):
        compare(f"{name}/import-textual", 0.8, seconds, textual)


async def entering(folder: Path, size: tuple[int, int, int]) -> float:
    """Return the processor's seconds per score typed into the last round of a full game.

    Without those in which the pilot asks every widget whether it has come to rest, which nobody waits for at a table.
    """
    from scorekeeper.tui.app import ScorekeeperApp

    path = folder / f"{size}.db"
    store = open_store(path)
    kept = store.add_games([full_game(*size)])[0]
    store.close()
    app = ScorekeeperApp(path, kept.id)
    async with app.run_test(size=(140, 40)) as pilot:
        await pilot.press("enter")
        taken, resting = [], []
        for _hand in range(3):  # as many as the small table has
            began = process_time()
            await pilot.press("2", "3", "enter")
            done = process_time()
            await pilot.pause()
            taken.append(done - began)
            resting.append(process_time() - done)
        assert len(app.session.kept.log.events) == len(kept.log.events) + 3
    return median(taken) - median(resting)


def entries(folder: Path) -> None:
    """Print how entering a score grows with the table."""
    taken = []
    for run in range(RUNS):
        home = folder / str(run)
        home.mkdir()
        taken.append([asyncio.run(entering(home, size)) for size in (LARGE, SMALL)])
    large, small = (median(times) for times in zip(*taken, strict=True))
    compare("entry-12x19/3x7", 1.5, large, small)


async def opening(app: "App[None]", keys: Sequence[str]) -> tuple[list[float], int]:
    """Return the processor's seconds that a screen takes from its last key until drawn, each time, and its fields.

    Without those in which the pilot asks every widget whether it has come to rest, as for `entering`.
    """
    from textual.widgets import Input

    async with app.run_test(size=(100, 40)) as pilot:
        await pilot.press(*keys[:-1])
        taken, fields = [], 0
        for _time in range(OPENINGS):
            began = process_time()
            await pilot.press(keys[-1])
            await pilot.pause()
            opened = process_time()
            await pilot.press("f20")  # which means nothing
            await pilot.pause()
            taken.append(2 * opened - began - process_time())
            fields = len(app.screen.query(Input))
            await pilot.press("escape")
            await pilot.pause()
    return taken, fields


def bare_screen(fields: int) -> "App[None]":
    """Return an app that opens a screen with so many fields, in Textual's own styles."""
    from textual.app import App, ComposeResult
    from textual.screen import Screen
    from textual.widgets import Input

    class Fields(Screen[None]):
        BINDINGS = [("escape", "dismiss", "Back")]

        def compose(self) -> ComposeResult:
            yield from (Input() for _field in range(fields))

    class Bare(App[None]):
        BINDINGS = [("o", "open", "Open")]

        def action_open(self) -> None:
            self.push_screen(Fields())

    return Bare()


def screens(folder: Path) -> None:
    """Print how opening the round's entry and the judge's first form compares with a bare screen's."""
    from scorekeeper.tui.app import ScorekeeperApp

    path = folder / "screens.db"
    store = open_store(path)
    kept = store.add_games([full_game(9, 6, 3)])[0]
    store.close()
    for name, keys in {"entry": ["enter"], "judge-form": ["j", "1"]}.items():
        ours, bare = list[float](), list[float]()
        for _run in range(RUNS):
            taken, fields = asyncio.run(opening(ScorekeeperApp(path, kept.id), keys))
            ours += taken
            bare += asyncio.run(opening(bare_screen(fields), ["o"]))[0]
        compare(f"{name}/bare-screen", 2.5, median(ours), median(bare))


def stores(folder: Path) -> None:
    """Print how opening, listing and appending grow with the kept games."""
    paths = [folder / f"{games}.db" for games in (MANY, FEW)]
    for path, games in zip(paths, (MANY, FEW), strict=True):
        store = open_store(path)
        store.add_games([full_game(9, 3, 3)] * games)
        store.close()
    for name, work in {"open": _open, "list": _list, "append": _append}.items():
        many, few = (
            median(times) for times in zip(*[map(work, paths) for _run in range(20 * RUNS)], strict=True)
        )
        compare(f"{name}-10000/10-games", 1.5, many, few)


def _open(path: Path) -> float:
    began = perf_counter()
    store = open_store(path)
    store.game(store.find("last"))
    store.close()
    return perf_counter() - began


def _list(path: Path) -> float:
    store = open_store(path)
    store.list(1)
    began = perf_counter()
    store.list(FEW)
    took = perf_counter() - began
    store.close()
    return took


def _append(path: Path) -> float:
    store = open_store(path)
    kept = store.game(store.find("last"))
    what = RoundScored(round=3, entries={"Player 1": parse_entry(str(len(kept.log.events)), 9)})
    began = perf_counter()
    store.append(kept, [what], AT)
    took = perf_counter() - began
    store.close()
    return took


def compare(name: str, bar: float, ours: float, theirs: float, unit: str = "ms", scale: int = 1000) -> None:
    """Print one line with both measurements and the bar, and one with the ratio."""
    own, other = name.split("/")
    print(f"{own} {ours * scale:.2f} {unit}, {other} {theirs * scale:.2f} {unit}; the bar is {bar}")
    print(f"ratio {name} {ours / theirs:.2f}")


def main() -> None:
    """Measure and print."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        os.environ[paths.HOME_VARIABLE] = str(folder / "home")
        start_and_memory(folder)
        spanish(folder)
        quick_commands(folder)
        entries(folder)
        screens(folder)
        stores(folder)


if __name__ == "__main__":
    main()
