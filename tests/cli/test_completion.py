"""The Tab key completes commands and games in real shells, set up as docs/commands.md says."""

import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from select import select

import pytest

from tests.conftest import Cli
from tests.markdown import ROOT
from tests.waiting import PATIENCE

SHELLS = {"bash": ["--noprofile", "-i"], "zsh": ["-d", "-i"], "fish": ["-i"]}
"""By shell, what starts it with the start-up file of its user alone."""

pytestmark = pytest.mark.skipif(os.name == "nt", reason="these shells need a terminal of Unix")


def _setup(shell: str) -> str:
    """Return the command that the documentation gives for a shell."""
    text = (ROOT / "docs" / "commands.md").read_text(encoding="utf-8")
    (command,) = re.findall(rf"^\| {shell} \| `(.+)` \|$", text, re.MULTILINE)
    return command


def _environment(home: Path) -> dict[str, str]:
    """Return the environment of somebody who has installed the program and lives in that home."""
    scorekeeper = str(Path(sys.executable).parent)
    return {
        "PATH": os.pathsep.join((scorekeeper, os.environ["PATH"])),
        "HOME": str(home),
        "SCOREKEEPER_HOME": str(home),
        "TERM": "xterm",
        "LC_ALL": "C.UTF-8",
    }


@contextmanager
def _typing(shell: str, home: Path) -> Iterator[Callable[[str, str], str]]:
    """Start a shell in a terminal; the function types a line and returns what came until a text."""
    import pty

    process, terminal = pty.fork()
    if not process:
        os.execvpe(shell, [shell, *SHELLS[shell]], _environment(home))

    def typed(line: str, awaited: str) -> str:
        os.write(terminal, line.encode())
        came, end = "", time.monotonic() + PATIENCE
        while awaited not in came and time.monotonic() < end:
            if select([terminal], [], [], 0.1)[0]:
                came += os.read(terminal, 65536).decode(errors="replace")
        return came

    try:
        yield typed
    finally:
        os.kill(process, 9)
        os.waitpid(process, 0)
        os.close(terminal)


@pytest.mark.parametrize("shell", SHELLS)
def test_tab_completes_commands_and_games(shell: str, cli: Cli, home: Path) -> None:
    """What is begun is completed, in the shell itself, once the command of the documentation was run."""
    if shutil.which(shell) is None:
        pytest.skip(f"{shell} is not here; install it, for instance with apt install {shell}")
    game = cli("new", "--players", "Ana,Ben", "--title", "Friday night").out.strip()
    (home / ".config" / "fish").mkdir(parents=True)  # fish makes it when it is first started
    # else fish reads every manual page, in a process that outlives the test
    (home / ".local" / "share" / "fish" / "generated_completions").mkdir(parents=True)
    subprocess.run(["sh", "-c", _setup(shell)], env=_environment(home), check=True, timeout=60)
    with _typing(shell, home) as typed:
        assert "ready" in typed("echo rea''dy\n", "ready")
        assert "Friday night" in typed(f"scorekeeper stand\t{game[:5]}\t\n", "Friday night")


@pytest.mark.parametrize("shell", SHELLS)
def test_the_line_alone_goes_into_a_file(shell: str, cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only in a terminal it is said, on stderr, where the line belongs."""
    redirected = cli("completion", shell)
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    shown = cli("completion", shell)
    assert (redirected.status, redirected.out.count("\n"), redirected.err) == (0, 1, "")
    file = _setup(shell).partition(" >> ")[2]
    assert shown == (0, redirected.out, f"scorekeeper: Add this line to {file}, and open a new window.\n")
