"""The app in a real terminal, under random bursts of keys and changes of size.

Run by hand: `python -m tests.random_keys [RUNS [FIRST]]`; ends with status 1 if the app ended by anything but the
key that ends it, did not end by that one, or lost an entry that its screen had shown as saved.
"""

import fcntl
import os
import pty
import re
import select
import struct
import sys
import termios
import time
from codecs import getincrementaldecoder
from contextlib import suppress
from itertools import cycle
from pathlib import Path
from random import Random
from signal import SIGKILL
from tempfile import TemporaryDirectory
from typing import NamedTuple

from rich.cells import cell_len

from scorekeeper.game.events import RoundScored
from scorekeeper.game.notation import show_entry
from scorekeeper.game.round import Out
from scorekeeper.storage import open_store
from scorekeeper.system.paths import HOME_VARIABLE
from tests.build import AT, scored, started

NAMES = ("Ana", "Ben", "Carla", "Dan")
SIZES = ((80, 24), (80, 24), (45, 30), (140, 40), (60, 12), (30, 8), (200, 60))
KEYS = {
    "Enter": "\r", "Esc": "\x1b[27u", "Tab": "\t", "Shift+Tab": "\x1b[Z", "Backspace": "\x7f", "Delete": "\x1b[3~",
    "Up": "\x1b[A", "Down": "\x1b[B", "Right": "\x1b[C", "Left": "\x1b[D", "PageUp": "\x1b[5~",
    "PageDown": "\x1b[6~", "Home": "\x1b[H", "End": "\x1b[F", "F1": "\x1bOP", "F2": "\x1bOQ", "F3": "\x1bOR",
    "F4": "\x1bOS", "F5": "\x1b[15~", "F6": "\x1b[17~", "F7": "\x1b[18~", "F8": "\x1b[19~", "Space": " ",
    "Ctrl+Q": "\x11",
}  # fmt: skip
"""What a terminal sends for the keys that have a name."""
NAMED = tuple(key for key in KEYS if key != "Ctrl+Q")
OFTEN = ("Enter", "Enter", "Enter", "Esc", "Esc", "Up", "Down", "PageUp", "PageDown", "F1", "F2")
LETTERS = "abcdefghijklmnoprstuvwxyz0123456789+=-o"
"""All that is typed but `q`, which leaves the app at home."""
QUIET, PATIENCE = 0.2, 30.0
"""Seconds without a change after which a screen is drawn, and seconds of the app's own after which it hangs."""

_CONTROL = re.compile(
    r"\x1b\[(?P<numbers>[0-9;?<>=]*)[ -/]*(?P<command>[@-~])|\x1b[\]P_].*?(?:\x07|\x1b\\)|\x1b[ -/]*[0-Z^`-~]"
    r"|[\x00-\x1a]|(?P<text>[^\x00-\x1f]+)"
)


class Saved(NamedTuple):
    """A hand that the screen shows as saved."""

    round: int
    player: str
    typed: str


class Wrong(AssertionError):
    """The app did not do as it should."""


class Picture:
    """What a terminal shows, as far as Textual's drawing needs it."""

    def __init__(self, width: int, height: int) -> None:
        self._decoder = getincrementaldecoder("utf-8")()
        self._waiting = ""
        self.resize(width, height)

    def resize(self, width: int, height: int) -> None:
        """Begin with an empty screen of another size."""
        self._cells = [[" "] * width for _row in range(height)]
        self._row = self._column = 0

    @property
    def rows(self) -> list[str]:
        """The lines from top to bottom."""
        return ["".join(row) for row in self._cells]

    def feed(self, output: bytes) -> None:
        """Draw what the app wrote; half a control sequence waits for its other half."""
        text, end = self._waiting + self._decoder.decode(output), 0
        while found := _CONTROL.match(text, end):
            end = found.end()
            if found["text"]:
                self._write(found["text"])
            elif found["command"] == "H":
                row, column = [*found["numbers"].split(";"), "", ""][:2]
                self._row, self._column = int(row or 1) - 1, int(column or 1) - 1
            elif found[0] == "\r":
                self._column = 0
            elif found[0] == "\n":
                self._row += 1
        self._waiting = text[end:]

    def _write(self, text: str) -> None:
        for letter in text:
            if self._row < len(self._cells) and self._column < len(self._cells[0]):
                self._cells[self._row][self._column] = letter
            self._column += cell_len(letter)

    def saved(self) -> set[Saved]:
        """Return the hands that the screen of a round shows as saved; not those that are typed anew."""
        rows = self.rows
        title = re.match(r"\s*\d+-\d+  round (\d+)", rows[0])
        found = set()
        for above, row in zip(["", *rows], rows, strict=False):
            line, button, _rest = (row if "tiles" in row else above).partition("tiles")
            name, _blank, typed = line.strip().partition(" ")
            told = row.partition("✓ ")[2].strip()
            if title and button and told and name in NAMES and told in (typed.strip(), "went out"):
                found.add(Saved(int(title[1]), name, typed.strip()))
        return found


class Terminal:
    """The app in a terminal of its own."""

    def __init__(self, home: Path, width: int, height: int) -> None:
        self.picture = Picture(width, height)
        self.size = width, height
        self.printed = b""
        self.status: int | None = None
        self.process, self._file = pty.fork()
        if self.process == 0:
            plain = {"TERM": "xterm-256color", "LANG": "C.UTF-8", HOME_VARIABLE: str(home)}
            os.execve(sys.executable, [sys.executable, "-m", "scorekeeper"], os.environ | plain)
        self.resize(width, height)

    def resize(self, width: int, height: int) -> None:
        """Give the terminal another size."""
        self.size = width, height
        self.picture.resize(width, height)
        fcntl.ioctl(self._file, termios.TIOCSWINSZ, struct.pack("HHHH", height, width, 0, 0))

    def type(self, keys: str) -> None:
        """Send keys in one burst, if the app is still there."""
        try:
            os.write(self._file, keys.encode())
        except OSError:
            self.settle()

    def clock(self) -> float:
        """Return seconds that stand still while the app waits for a processor, where the system counts them."""
        waited = 0.0
        with suppress(OSError):
            _ran, waited_ns, _turns = Path(f"/proc/{self.process}/schedstat").read_text().split()
            waited = int(waited_ns) / 1e9
        return time.monotonic() - waited

    def settle(self) -> None:
        """Read what the app draws until it rests or is over. Raises Wrong if it never does."""
        end = self.clock() + PATIENCE
        while self.status is None and select.select([self._file], [], [], QUIET)[0]:
            try:
                output = os.read(self._file, 65536)
            except OSError:  # Linux: the other side is closed
                output = b""
            if not output:
                self.status = os.waitstatus_to_exitcode(os.waitpid(self.process, 0)[1])
                break
            self.printed = (self.printed + output)[-100_000:]
            self.picture.feed(output)
            if self.clock() > end:
                raise Wrong("it never rests:\n" + "\n".join(self.picture.rows))

    def close(self) -> None:
        """End the app, whatever it does."""
        if self.status is None:
            os.kill(self.process, SIGKILL)
            os.waitpid(self.process, 0)
        os.close(self._file)


def burst(rng: Random) -> list[str]:
    """Return the names of a few keys that are typed at once."""
    pool = rng.choice([OFTEN, OFTEN, NAMED, tuple(LETTERS), (*OFTEN, *"12o"), (*NAMED, *LETTERS)])
    return [rng.choice(pool) for _key in range(rng.randint(1, 12))]


def run(home: Path, seed: int, typed: list[str]) -> None:
    """Play with the app, noting in `typed` what it was given. Raises Wrong at the first fault."""
    rng, saved = Random(seed), set[Saved]()
    keep_game(home)
    terminal = Terminal(home, *rng.choice(SIZES))
    try:
        wait_for_start(terminal)
        if rng.random() < 0.7:
            give(terminal, ["Enter"], typed)
        for _burst in range(rng.randint(5, 25)):
            size = rng.choice(SIZES)
            if rng.random() < 0.25 and size != terminal.size:
                typed.append(f"<{size[0]}x{size[1]}>")
                terminal.resize(*size)
            give(terminal, burst(rng), typed)
            if rng.random() < 0.6:
                terminal.settle()
                saved |= terminal.picture.saved()
            if terminal.status is not None:
                break
        leave(terminal, typed)
    finally:
        terminal.close()
    if lost := saved - stored(home):
        raise Wrong(f"lost: {sorted(lost)}")
    check_ending(terminal)


def keep_game(home: Path) -> None:
    """Store a game with one round."""
    store = open_store(home / "games.db")
    kept = store.create(started(players=NAMES), AT)
    store.append(kept, scored(1, "Ana", Ben="12", Carla="7+3", Dan="5"), AT)
    store.close()


def wait_for_start(terminal: Terminal) -> None:
    """Wait for the first screen."""
    end = terminal.clock() + PATIENCE
    while not any("scorekeeper" in row or "F1" in row for row in terminal.picture.rows):
        terminal.settle()
        if terminal.status is not None or terminal.clock() > end:
            raise Wrong(f"it did not start: {terminal.printed.decode(errors='replace')}")


def give(terminal: Terminal, keys: list[str], typed: list[str]) -> None:
    """Type keys by their names."""
    typed.extend(keys)
    terminal.type("".join(KEYS.get(key, key) for key in keys))


def leave(terminal: Terminal, typed: list[str]) -> None:
    """Press the key that ends the app, letting go what it asks about."""
    end = terminal.clock() + PATIENCE
    for key in cycle(["Ctrl+Q", "Ctrl+Q", "Esc", "y", "Ctrl+Q", "y"]):
        terminal.settle()
        if terminal.status is not None or terminal.clock() > end:
            return
        give(terminal, [key], typed)
        time.sleep(QUIET)


def check_ending(terminal: Terminal) -> None:
    """Raise Wrong unless the app ended by the key that ends it."""
    if terminal.status is None:
        raise Wrong("it does not end:\n" + "\n".join(terminal.picture.rows))
    if terminal.status or b"Traceback" in terminal.printed:
        raise Wrong(f"it ended with {terminal.status}: {traceback(terminal.printed)}")


def traceback(printed: bytes) -> str:
    """Return the places of a traceback, and its end; Rich draws it in a frame."""
    plain = re.sub(r"\x1b\[[0-9;?<>=]*[a-zA-Z]", "", printed.decode(errors="replace")).replace("│", "")
    drawn = " ".join(plain.partition("Traceback")[2].split())
    places = re.findall(r"(\S+\.py:\d+) in (\w+)", drawn)
    end = drawn.rpartition("╯")[2][-1000:]
    return "".join(f"\n    {place} {name}" for place, name in places) + f"\n    {end}"


def stored(home: Path) -> set[Saved]:
    """Return every hand that was ever stored, as the screen shows it."""
    store, found = open_store(home / "games.db"), set[Saved]()
    games = [store.game(one.id) for hidden in (False, True) for one in store.list(deleted=hidden)]
    for event in (event.what for kept in games for event in kept.log.events):
        if isinstance(event, RoundScored):
            hands = event.entries.items()
            found |= {Saved(event.round, name, show_entry(hand)) for name, hand in hands if hand}
            if isinstance(event.ending, Out):
                found.add(Saved(event.round, event.ending.player, "o"))
    store.close()
    return found


def main(runs: int = 200, first: int = 0) -> None:
    """Run the app so many times, with seeds from `first`; print each fault with the keys that led to it."""
    faults = 0
    for seed in range(first, first + runs):
        typed: list[str] = []
        with TemporaryDirectory() as folder:
            try:
                run(Path(folder), seed, typed)
            except Wrong as wrong:
                faults += 1
                print(f"run {seed}: {wrong}\n  typed: {' '.join(typed)}", flush=True)
    print(f"{runs} runs, {faults} faults")
    sys.exit(bool(faults))


if __name__ == "__main__":
    main(*[int(word) for word in sys.argv[1:]])
