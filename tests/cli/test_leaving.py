"""The process ends at once, but loses no output and no cleanup."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

SETTING = "import atexit, sys, threading, time; from scorekeeper.cli import leave; "


def left(code: str) -> "subprocess.CompletedProcess[str]":
    """Run code in a process of its own."""
    return subprocess.run(
        [sys.executable, "-c", SETTING + code], capture_output=True, text=True, check=False, timeout=60
    )


def test_what_was_printed_arrives_before_the_end() -> None:
    """Buffered output is written before the process ends, and the status is right."""
    ran = left("print('out', end=''); print('err', end='', file=sys.stderr); leave(2)")
    assert (ran.stdout, ran.stderr, ran.returncode) == ("out", "err", 2)


def test_what_was_asked_for_at_the_end_is_done() -> None:
    """Functions registered with `atexit` run, such as the removal of a file."""
    assert left("atexit.register(print, 'done'); leave(0)").stdout == "done\n"


def test_a_thread_that_must_not_be_cut_off_is_waited_for() -> None:
    """The process waits for threads, but not for daemon threads."""
    thread = (
        "threading.Thread(target=lambda: (time.sleep(0.2), print('written')), daemon={}).start(); leave(3)"
    )
    waited, cut = left(thread.format(False)), left(thread.format(True))
    assert (waited.stdout, waited.returncode) == ("written\n", 3)
    assert (cut.stdout, cut.returncode) == ("", 3)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
def test_output_that_cannot_be_written_at_the_end_is_told() -> None:
    """A full disk behind stdout gives a sentence and a status, even at the last moment."""
    patient = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        ran = subprocess.run(
            [sys.executable, "-c", f"{SETTING}print('lost'); leave(0)"],
            stdout=full, stderr=subprocess.PIPE, env=patient, text=True, check=False, timeout=60,
        )  # fmt: skip
    assert ran.returncode == 2
    assert ran.stderr == f"scorekeeper: Cannot write the output ({os.strerror(28)}).\n"
