"""The Tab key completes commands and games in real shells, set up as docs/commands.md says."""

import os
import re
import shutil
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

SHELLS = {
    "bash": ["--norc", "--noprofile", "-i"],
    "zsh": ["-f", "-i"],
    "fish": ["--no-config", "-i"],
}
"""By shell, what starts it without anybody's settings."""

pytestmark = pytest.mark.skipif(os.name == "nt", reason="these shells need a terminal of Unix")


def _setup(shell: str) -> str:
    """Return the line that the documentation gives for a shell."""
    text = (ROOT / "docs" / "commands.md").read_text(encoding="utf-8")
    (line,) = re.findall(rf"^\| {shell} \| `[^`]+` \| `(.+)` \|$", text, re.MULTILINE)
    return line.replace("\\|", "|")


@contextmanager
def _typing(shell: str, home: Path) -> Iterator[Callable[[str, str], str]]:
    """Start a shell in a terminal; the function types a line and returns what came until a text."""
    import pty

    scorekeeper = str(Path(sys.executable).parent)
    environment = {
        "PATH": os.pathsep.join((scorekeeper, os.environ["PATH"])),
        "HOME": str(home),
        "SCOREKEEPER_HOME": str(home),
        "TERM": "xterm",
        "LC_ALL": "C.UTF-8",
    }
    process, terminal = pty.fork()
    if not process:
        os.execvpe(shell, [shell, *SHELLS[shell]], environment)

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
    """What is begun is completed, in the shell itself, by the line that the documentation gives."""
    if shutil.which(shell) is None:
        pytest.skip(f"{shell} is not here; install it, for instance with apt install {shell}")
    game = cli("new", "--players", "Ana,Ben", "--title", "Friday night").out.strip()
    with _typing(shell, home) as typed:
        assert "ready" in typed(f"{_setup(shell)}\necho rea''dy\n", "ready")
        assert "Friday night" in typed(f"scorekeeper stand\t{game[:5]}\t\n", "Friday night")
