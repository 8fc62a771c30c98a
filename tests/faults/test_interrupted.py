"""Ctrl+C at any moment, from the first line of ours to the last: the program ends, and says nothing of it."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from scorekeeper.system.paths import HOME_VARIABLE
from tests.conftest import Cli
from tests.processes import python

CODE = """
import _signal, atexit, sys
from scorekeeper.__main__ import main

_signal.signal(_signal.SIGINT, _signal.default_int_handler)

moment, calls = sys.argv.pop(1), 0

def count(frame, _event, _value):
    global calls
    calls += 1
    if moment in (str(calls), frame.f_code.co_name):
        sys.setprofile(None)
        import os
        os.killpg(0, _signal.SIGINT)

atexit.register(lambda: print("calls", calls, file=sys.stderr) if moment == "0" else None)
sys.setprofile(count)
main()
"""
"""Runs a command, presses Ctrl+C at a call of a function, or says at the end how many calls there were.

As in a terminal, all processes of the command are told of it, also where the tests run in the background of a shell
that ignores Ctrl+C for them.
"""

FIRST = 3
"""The calls before are Python's own, to call us."""

COMMANDS = (
    "score 6-4",
    "games",
    "new --players Ana,Ben",
    "round last Ana=5",
    "sheet -o sheet.pdf",
    "restore --lang es",
    "simulate --evenings 2 --cores 2 --policy random",
)
MOMENTS = 200


def interrupted(command: str, moment: int | str, home: Path) -> "subprocess.CompletedProcess[str]":
    """Run a command, and press Ctrl+C at this call, or at the first one of a function; 0 means never."""
    env = os.environ | {HOME_VARIABLE: str(home)}
    return python("-c", CODE, moment, *command.split(), cwd=home, env=env, start_new_session=True)


@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl+C is no signal here")
@pytest.mark.parametrize("step", [MOMENTS, pytest.param(1, marks=pytest.mark.full)])
@pytest.mark.parametrize("command", COMMANDS)
def test_an_interrupt_ends_the_program_without_a_word(
    command: str, step: int, cli: Cli, game: str, home: Path
) -> None:
    """Whenever it comes, while modules load, while a command works, or while it ends.

    Where a library drops it, as msgspec does while it hashes types, the command does all of its work, not a part.
    """
    whole = interrupted(command, 0, home)
    calls = int(whole.stderr.split()[-1])
    for part in range(COMMANDS.index(command) * 31 % step, MOMENTS, step):
        ran = interrupted(command, FIRST + (calls - FIRST) * part // MOMENTS, home)
        assert ran.stderr.strip() == "", f"interrupted after {part} of {MOMENTS} parts, it says something"
        if ran.returncode not in (130, -signal.SIGINT):
            assert (ran.returncode, ran.stdout.count("\n")) == (0, whole.stdout.count("\n")), (part, ran)


@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl+C is no signal here")
@pytest.mark.parametrize("function", ["submit", "spawnv_passfds", "_undisturbed", "result"])
def test_the_processes_that_play_evenings_never_hear_of_it(function: str, game: str, home: Path) -> None:
    """Not even while they begin: only the program that asked for them ends, with no word of theirs."""
    ran = interrupted("simulate --evenings 30 --cores 2 --policy random", function, home)
    assert (ran.returncode, ran.stdout, ran.stderr.strip()) == (130, "", "")
