"""The app itself killed in a real terminal, in the middle of a round: the next start goes on where it was."""

import os
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from scorekeeper.game.round import Out, Pips, TileEntry
from scorekeeper.storage import open_store
from scorekeeper.system.paths import HOME_VARIABLE
from scorekeeper.tiles import parse_tiles
from tests.build import AT, started
from tests.waiting import PATIENCE

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="there is no pseudo-terminal here")

ESCAPES = re.compile(
    rb"\x1b(?:\[[0-9;:?<>=]*[ -/]*[@-~]|[P\]_^].*?(?:\x1b\\|\x07)|[()#][0-9A-Z]|[=>78M])", re.DOTALL
)
PLAYERS = ("Ana", "Ben", "Carla", "Dan")


class Terminal:
    """The app in a terminal of 80 by 24: what it writes is read, what is typed it gets."""

    def __init__(self, home: Path, game: str, kind: str = "xterm-256color") -> None:
        import fcntl
        import pty
        import struct
        import termios

        self.end, its_end = pty.openpty()
        self._resize = lambda size: fcntl.ioctl(
            self.end, termios.TIOCSWINSZ, struct.pack("HHHH", *size, 0, 0)
        )
        self._resize((24, 80))
        self.app = subprocess.Popen(
            [sys.executable, "-m", "scorekeeper", game],
            env=os.environ | {HOME_VARIABLE: str(home), "TERM": kind, "TEXTUAL_ANIMATIONS": "none"},
            stdin=its_end,
            stdout=its_end,
            stderr=its_end,
            start_new_session=True,
        )
        os.close(its_end)
        self.written = b""

    def type(self, text: str) -> None:
        """Press keys; what is read from here on was written after them."""
        self.send(text.encode())

    def send(self, sent: bytes) -> None:
        """Send bytes, as a terminal does that is asked, or is out of order."""
        self.written = b""
        os.write(self.end, sent)

    def wait_for(self, text: str) -> None:
        """Read until some text is on the screen."""
        deadline = time.monotonic() + PATIENCE
        while text not in (shown := ESCAPES.sub(b"", self.written).decode(errors="replace")):
            ready, _, _ = select.select([self.end], [], [], max(0, deadline - time.monotonic()))
            assert ready, f"{text!r} did not come in {shown!r}"
            self.written += os.read(self.end, 65536)

    def wait_until_taken(self) -> None:
        """Read until the app has let the terminal go and taken it again: then it asks for pastes in brackets."""
        self.written = b""
        deadline = time.monotonic() + PATIENCE
        while b"\x1b[?2004h" not in self.written.partition(b"\x1b[?2004l")[2]:
            ready, _, _ = select.select([self.end], [], [], max(0, deadline - time.monotonic()))
            assert ready, "the app did not take the terminal again"
            self.written += os.read(self.end, 65536)

    def ended(self) -> int:
        """Read until the app has ended by itself; return its status."""
        deadline = time.monotonic() + PATIENCE
        while (status := self.app.poll()) is None:
            assert time.monotonic() < deadline, "the app did not end"
            self.read(0.05)
        return status

    def read(self, patience: float) -> None:
        """Read what comes within so many seconds, if anything does."""
        with suppress(OSError, ValueError):
            if select.select([self.end], [], [], patience)[0]:
                self.written = self.written[-100_000:] + os.read(self.end, 65536)

    def last(self) -> str:
        """Return what was written last, which after a fault says where it was."""
        return ESCAPES.sub(b"", self.written).decode(errors="replace")[-6000:]

    def resize(self, lines: int, columns: int) -> None:
        """Change the size, as a hand at the corner of a window does."""
        self._resize((lines, columns))
        self.app.send_signal(signal.SIGWINCH)

    def close(self) -> None:
        """Take the terminal away."""
        os.close(self.end)
        self.end = -1

    def kill(self) -> None:
        """Kill the app as the system would, without a farewell."""
        self.app.kill()
        self.app.wait(PATIENCE)
        if self.end >= 0:
            self.close()


@pytest.fixture
def terminals() -> Iterator[list[Terminal]]:
    """Give a list for the terminals of a test, whose apps are ended after it."""
    opened: list[Terminal] = []
    yield opened
    for terminal in opened:
        if terminal.app.poll() is None:
            terminal.kill()


def started_game(home: Path) -> str:
    """Keep a new game; return its id."""
    store = open_store(home / "games.db")
    game = store.create(started(players=PLAYERS), AT).id
    store.close()
    return game


def test_half_entered_round_outlives_sigkill(tmp_path: Path, terminals: list[Terminal]) -> None:
    """What the screen said was kept is there on the next start; a half-typed hand is still missing, not zero."""
    game = started_game(tmp_path)
    terminals.append(first := Terminal(tmp_path, game))
    first.wait_for("Carla")
    first.type("\r")
    first.wait_for("tiles")
    for hand, said in (("23", "✓ 23"), ("o", "went out"), ("6-4 5-5", "✓ 20")):
        first.type(f"{hand}\r")
        first.wait_for(said)
    first.type("6-4 5-")
    first.wait_for("-")
    first.kill()

    store = open_store(tmp_path / "games.db")
    left = store.game(game).game
    store.close()
    assert left.round(1).entries == {"Ana": Pips(23), "Carla": TileEntry(parse_tiles("6-4 5-5", 9))}
    assert (left.round(1).ending, [one.player for one in left.missing]) == (Out("Ben"), ["Dan"])

    terminals.append(again := Terminal(tmp_path, game))
    again.wait_for("Dan")
    again.type("\r")
    for said in ("✓ 23", "went out", "✓ 20"):
        again.wait_for(said)
    again.type("14\r")
    again.wait_for("Who had 0-0?")
    again.kill()

    store = open_store(tmp_path / "games.db")
    assert store.game(game).game.points == ({"Ana": 23, "Ben": 0, "Carla": 20, "Dan": 14},)
    store.close()


def test_an_app_that_was_stopped_goes_on_and_can_be_left(tmp_path: Path, terminals: list[Terminal]) -> None:
    """Stopped and continued from outside, twice, the app shows its screen again, takes each key once, and ends."""
    terminals.append(terminal := Terminal(tmp_path, started_game(tmp_path)))
    terminal.wait_for("Carla")
    for _time in range(2):
        terminal.app.send_signal(signal.SIGSTOP)
        terminal.app.send_signal(signal.SIGCONT)
        terminal.wait_until_taken()  # what is typed before that may be lost
        terminal.wait_for("Carla")
    terminal.type("\r")
    terminal.wait_for("tiles")
    terminal.type("23\r")
    terminal.wait_for("✓ 23")
    terminal.app.send_signal(signal.SIGTERM)
    assert terminal.ended() == 0


def test_an_app_ends_with_its_terminal(tmp_path: Path, terminals: list[Terminal]) -> None:
    """Continued when its terminal is gone, the app ends instead of waiting for keys."""
    terminals.append(terminal := Terminal(tmp_path, started_game(tmp_path)))
    terminal.wait_for("Carla")
    terminal.close()
    terminal.app.send_signal(signal.SIGCONT)
    assert terminal.ended() == 1
