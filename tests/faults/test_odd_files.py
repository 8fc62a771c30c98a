"""Whatever stands where a file should be, every reader says so in one sentence and waits for nothing."""

import os
import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from scorekeeper.system.files import LARGEST
from scorekeeper.system.paths import HOME_VARIABLE
from tests.conftest import Cli

ROOT = Path(__file__).parent.parent.parent
READERS = {
    "settings.toml": ("sheet", "--players", "3", "-o", "sheet.pdf"),
    "rules/house.toml": ("rules", "list"),
    "game.toml": ("import", "{file}"),
    "shown.toml": ("standings", "{file}"),
    "record.toml": ("judge", "{file}"),
    "sheet.csv": ("key", "last", "{file}"),
    "tables.csv": ("sheet", "--template", "tournament", "--tables", "{file}", "-o", "tables.pdf"),
    "templates/own.typ": ("sheet", "--players", "3", "--template", "own", "-o", "own.pdf"),
    "games.db": ("games",),
}
"""A command that reads each file; a file that is not named on the command line has its usual place."""


USED_ANYWAY = ("settings.toml", "rules/house.toml")
"""Files without which a command does its work all the same, and says so."""


def bound(path: Path) -> None:
    """Put a socket there; skips where its path would be too long."""
    with socket.socket(socket.AF_UNIX) as one:
        try:
            one.bind(str(path))
        except OSError:
            pytest.skip("the path is too long for a socket here")


PUT: dict[str, Callable[[Path], object]] = {
    "folder": Path.mkdir,
    "far too large": lambda path: path.write_bytes(b"# nothing\n" * (LARGEST // 5)),
    "no text": lambda path: path.write_bytes(b"\xff\xfe\x00" * 400),
    "loop of links": lambda path: path.symlink_to(path),
    "link to nothing": lambda path: path.symlink_to(path.with_name("nothing")),
}
if sys.platform != "win32":
    PUT |= {"pipe": os.mkfifo, "device": lambda path: path.symlink_to("/dev/zero"), "socket": bound}
"""What puts each kind of thing where a file should be."""


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        pytest.param(name, kind, marks=[pytest.mark.full] * ((at + which) % 3 > 0))
        for at, name in enumerate(READERS)
        for which, kind in enumerate(PUT)
    ],
)
@pytest.mark.timeout(20)
def test_a_reader_says_what_it_cannot_read(
    name: str, kind: str, cli: Cli, game: str, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One sentence that names the file, no traceback, and the command ends."""
    monkeypatch.chdir(home)
    (home / name).parent.mkdir(exist_ok=True)
    (home / name).unlink(missing_ok=True)
    PUT[kind](home / name)
    ran = cli(*[word.format(file=home / name) for word in READERS[name]])
    usual = name in ("settings.toml", "rules/house.toml", "games.db")
    nothing = kind == "link to nothing" or (kind, name) == ("loop of links", "games.db")
    assert ran.status == 2 or (usual and nothing) or (name in USED_ANYWAY and ran.status == 0)
    if ran.status or not nothing:
        assert len(ran.err.strip().splitlines()) == 1
        assert Path(name).name.removesuffix(".typ") in ran.err


@pytest.mark.skipif(sys.platform == "win32", reason="a shell closes streams otherwise here")
@pytest.mark.parametrize(
    ("command", "streams"),
    [("key last -", "<&-"), ("export last", ">&-"), ("", "<&- >&- 2>&-"), ("games", "2>&-")],
)
def test_a_closed_stream_is_no_traceback(streams: str, command: str, game: str, home: Path) -> None:
    """Without a standard input, output or error a command does what can be done, or says what is missing."""
    ran = subprocess.run(
        f"{sys.executable} -m scorekeeper {command} {streams}",
        shell=True, cwd=ROOT, env=os.environ | {HOME_VARIABLE: str(home)}, capture_output=True, text=True, timeout=30,
    )  # fmt: skip
    assert "Traceback" not in ran.stdout + ran.stderr
    assert ran.returncode in (0, 2)
    if command.endswith("-") and streams == "<&-":
        assert ran.stderr == "scorekeeper: There is no standard input to read.\n"
