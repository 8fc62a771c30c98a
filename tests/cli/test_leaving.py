"""The process ends without losing output, and says so where it cannot be written."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.processes import python


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
def test_output_that_cannot_be_written_at_the_end_is_told() -> None:
    """A full disk behind stdout gives a sentence and a status, even at the last moment."""
    patient = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        ran = subprocess.run(
            [sys.executable, "-m", "scorekeeper", "score", "6-4"],
            stdout=full, stderr=subprocess.PIPE, env=patient, text=True, check=False, timeout=60,
        )  # fmt: skip
    assert ran.returncode == 2
    assert ran.stderr == f"scorekeeper: Cannot write the output ({os.strerror(28)}).\n"


@pytest.mark.parametrize(("words", "status"), [(["score", "6-4"], 0), (["score", "6-10"], 2)])
def test_the_status_is_that_of_the_command(words: list[str], status: int) -> None:
    """What was printed arrives whole, and the process ends with the status of the command."""
    ran = python("-m", "scorekeeper", *words)
    assert (ran.returncode, bool(ran.stdout), bool(ran.stderr)) == (status, status == 0, status == 2)
