"""A terminal that sends what no key sends: the app lives on, is never still for long, and can always be ended."""

import signal
import sys
import time
from pathlib import Path

import pytest

from scorekeeper.game import EntryCell, held_entry, show_held
from scorekeeper.storage import open_store
from scorekeeper.tui.app import ScorekeeperApp, run_app
from tests.conftest import cases
from tests.faults.test_app_killed import Terminal, started_game, terminals
from tests.waiting import PATIENCE

__all__ = ["terminals"]

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="there is no pseudo-terminal here")

HOSTILE = cases("hostile_terminal")


def stored(home: Path, game: str) -> str:
    """Return the hand that is stored for Ana."""
    store = open_store(home / "games.db")
    kept = store.game(game).game
    store.close()
    return show_held(held_entry(kept, EntryCell(1, "Ana")))


def at_ana(terminal: Terminal) -> None:
    """Type half of Ana's hand."""
    terminal.wait_for("Carla")
    terminal.type("\r")
    terminal.wait_for("tiles")
    terminal.type("2")
    terminal.wait_for(" 2 ")


def at_screen(terminal: Terminal, screen: str) -> None:
    """Go from the table, where the app begins, to a screen."""
    terminal.wait_for("Carla")
    keys, shown = SCREENS[screen]
    terminal.type(keys)
    terminal.wait_for(shown)


def fill(terminal: Terminal) -> None:
    """Let the app draw until the terminal, which nobody reads, is full, and more waits."""
    for turn in range(30):
        terminal.resize(24, 80 + turn % 2)
        time.sleep(0.03)  # the more it draws, the fuller it is


@pytest.mark.parametrize(
    "case",
    [
        pytest.param(case, id=case["name"], marks=[pytest.mark.full] * (at % 6 > 0))
        for at, case in enumerate(HOSTILE)
    ],
)
def test_an_app_lives_on_after_what_is_no_key(
    case: dict[str, str], tmp_path: Path, terminals: list[Terminal]
) -> None:
    """What was typed before stays on its line, what is typed after it is taken, and the app ends with 0."""
    game = started_game(tmp_path)
    terminals.append(terminal := Terminal(tmp_path, game))
    at_ana(terminal)
    terminal.send(case["bytes"].encode("latin-1"))
    time.sleep(1)  # else the next key would be a part of it
    terminal.type("3\r")
    terminal.wait_for("✓ 23")
    terminal.app.send_signal(signal.SIGTERM)
    assert terminal.ended() == 0
    assert stored(tmp_path, game) == "23"


def test_who_has_no_terminal_in_utf_8_is_told(tmp_path: Path, terminals: list[Terminal]) -> None:
    """The app says why a letter does not come, and what to do."""
    terminals.append(terminal := Terminal(tmp_path, started_game(tmp_path)))
    at_ana(terminal)
    terminal.send("é\r".encode("latin-1"))
    terminal.wait_for("set the terminal")


SCREENS = {"hand": ("\r", "tiles"), "question": ("\x1bOQ", "Never mind")}
"""What is typed at the table to get to a screen, and what is on it then."""


@pytest.mark.parametrize("screen", SCREENS)
def test_an_app_ends_without_its_terminal(screen: str, tmp_path: Path, terminals: list[Terminal]) -> None:
    """No signal comes: it sees by itself that its terminal is gone, and ends with 1."""
    terminals.append(terminal := Terminal(tmp_path, started_game(tmp_path)))
    at_screen(terminal, screen)
    terminal.close()
    assert terminal.ended() == 1


def test_an_app_ends_at_a_terminal_that_takes_nothing(tmp_path: Path, terminals: list[Terminal]) -> None:
    """Asked to end while its output waits, it does, with 0, and what was saved is saved."""
    game = started_game(tmp_path)
    terminals.append(terminal := Terminal(tmp_path, game))
    terminal.wait_for("Carla")
    terminal.type("\r")
    terminal.wait_for("tiles")
    terminal.type("23\r")
    terminal.wait_for("✓ 23")
    terminal.type("\x1b")
    terminal.wait_for("Home")
    at_screen(terminal, "hand")
    fill(terminal)
    terminal.app.send_signal(signal.SIGTERM)
    assert terminal.app.wait(PATIENCE) == 0
    assert stored(tmp_path, game) == "23"


def test_a_question_is_asked_in_the_smallest_terminal(tmp_path: Path, terminals: list[Terminal]) -> None:
    """Words that have no place at all are no reason to end."""
    terminals.append(terminal := Terminal(tmp_path, started_game(tmp_path)))
    terminal.wait_for("Carla")
    terminal.send(b"\x1bOQ")  # F2
    terminal.wait_for("Never mind")
    terminal.resize(1, 1)
    terminal.read(1)
    terminal.resize(24, 80)
    terminal.send(b"\x1b")
    terminal.wait_for("Carla")


def test_an_app_whose_input_fails_ends_with_1(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where Textual gives up without a status, the program does not claim that all is well."""
    for stream in (sys.stdin, sys.stdout):
        monkeypatch.setattr(stream, "isatty", lambda: True)
    monkeypatch.setattr(ScorekeeperApp, "run", lambda _app: None)
    store, status = run_app(tmp_path / "games.db")
    store.close()
    assert status == 1
