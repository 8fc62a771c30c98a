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
from tests.conftest import Ran

ROOT = Path(__file__).parent.parent.parent
KINDS = ("pipe", "device", "socket", "folder", "loop of links", "link to nothing", "far too large", "no text")
READERS = {
    "settings.toml": ("sheet", "--players", "3", "-o", "sheet.pdf"),
    "rules/house.toml": ("rules", "list"),
    "game.toml": ("import", "{file}"),
    "shown.toml": ("standings", "{file}"),
    "record.toml": ("judge", "{file}"),
    "sheet.csv": ("key", "last", "{file}"),
    "second.csv": ("check", "last", "--against", "{file}"),
    "second.toml": ("check", "last", "--against", "{file}"),
    "tables.csv": ("sheet", "--template", "tournament", "--tables", "{file}", "-o", "tables.pdf"),
    "templates/own.typ": ("sheet", "--players", "3", "--template", "own", "-o", "own.pdf"),
    "games.db": ("games",),
}
"""A command that reads each file; a file that is not named on the command line has its usual place."""


def put(kind: str, path: Path) -> None:
    """Put something where a file should be; skips what this system does not have."""
    path.parent.mkdir(parents=True, exist_ok=True)
    match kind:
        case "folder":
            path.mkdir()
        case "far too large":
            path.write_bytes(b"# nothing\n" * (LARGEST // 5))
        case "no text":
            path.write_bytes(b"\xff\xfe\x00" * 400)
        case "loop of links":
            path.symlink_to(path)
        case "link to nothing":
            path.symlink_to(path.with_name("nothing"))
        case _ if sys.platform == "win32":
            pytest.skip("there are no such files here")
        case "pipe":
            os.mkfifo(path)
        case "device":
            path.symlink_to("/dev/zero")
        case "socket":
            with socket.socket(socket.AF_UNIX) as one:
                try:
                    one.bind(str(path))
                except OSError:
                    pytest.skip("the path is too long for a socket here")


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", READERS)
@pytest.mark.timeout(20)
def test_a_reader_says_what_it_cannot_read(
    name: str, kind: str, cli: Callable[..., Ran], game: str, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One sentence that names the file, no traceback, and the command ends."""
    monkeypatch.chdir(home)
    put(kind, home / name)
    ran = cli(*[word.format(file=home / name) for word in READERS[name]])
    missing = kind == "link to nothing" and name in ("settings.toml", "rules/house.toml", "games.db")
    assert ran.status in (
        (0, 1, 2) if missing else (0, 2) if name in ("settings.toml", "rules/house.toml") else (2,)
    )
    if ran.status:
        assert len(ran.err.strip().splitlines()) == 1
        assert Path(name).name.removesuffix(".typ") in ran.err


@pytest.mark.skipif(sys.platform == "win32", reason="a shell closes streams otherwise here")
@pytest.mark.parametrize("streams", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
@pytest.mark.parametrize("command", ["", "key last -", "check last --against -", "games", "export last"])
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
