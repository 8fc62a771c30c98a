"""Ctrl+C at any moment, from the first line of ours to the last: the program ends, and says nothing of it."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from scorekeeper.system.paths import HOME_VARIABLE
from tests.conftest import Cli

CODE = """
import atexit, sys
from scorekeeper.__main__ import main

moment, calls = int(sys.argv.pop(1)), 0

def count(_frame, _event, _value):
    global calls
    calls += 1
    if calls == moment:
        sys.setprofile(None)
        import _signal
        _signal.raise_signal(_signal.SIGINT)

atexit.register(lambda: None if moment else print("calls", calls, file=sys.stderr))
sys.setprofile(count)
main()
"""
"""Runs a command, presses Ctrl+C at a call of a function, or says at the end how many calls there were."""

FIRST = 3
"""The calls before are Python's own, to call us."""

COMMANDS = (
    "score 6-4",
    "games",
    "new --players Ana,Ben",
    "round last Ana=5",
    "sheet -o sheet.pdf",
    "restore --lang es",
)
MOMENTS = 200


def interrupted(command: str, moment: int, home: Path) -> "subprocess.CompletedProcess[str]":
    """Run a command, and press Ctrl+C at this call; 0 means never."""
    return subprocess.run(
        [sys.executable, "-c", CODE, str(moment), *command.split()],
        cwd=home, env=os.environ | {HOME_VARIABLE: str(home)},
        capture_output=True, text=True, check=False, timeout=60,
    )  # fmt: skip


@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl+C is no signal here")
@pytest.mark.parametrize(
    ("command", "part"),
    [
        pytest.param(command, part, marks=[pytest.mark.full] * (part % 100 != at * 17))
        for at, command in enumerate(COMMANDS)
        for part in range(MOMENTS)
    ],
)
def test_an_interrupt_ends_the_program_without_a_word(
    command: str, part: int, cli: Cli, game: str, home: Path
) -> None:
    """Whenever it comes, while modules load, while a command works, or while it ends.

    Where a library drops it, as msgspec does while it hashes types, the command does all of its work, not a part.
    """
    whole = interrupted(command, 0, home)
    calls = int(whole.stderr.split()[-1])
    ran = interrupted(command, FIRST + (calls - FIRST) * part // MOMENTS, home)
    assert ran.stderr.strip() == ""
    if ran.returncode not in (130, -signal.SIGINT):
        assert (ran.returncode, ran.stdout.count("\n")) == (0, whole.stdout.count("\n"))
