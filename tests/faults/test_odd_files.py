"""Whatever stands where a file should be, every reader says so in one sentence and waits for nothing."""

import os
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from scorekeeper.cli import COMMANDS
from scorekeeper.system.files import LARGEST
from scorekeeper.system.paths import HOME_VARIABLE
from tests.conftest import CASES, Cli
from tests.waiting import PATIENCE

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


STREAMS = ("<&-", ">&-", "2>&-", "<&- >&- 2>&-")
OF_THE_LATEST = "delete export finish hide keep log redo reopen restore standings undo"
WORDS = {name: f"{name} last" for name in OF_THE_LATEST.split()} | {
    "call": "call last Ana",
    "date": "date last 2024-01-05",
    "import": f"import {CASES / 'games' / 'f2.toml'}",
    "join": "join last Ed",
    "judge": "judge starter",
    "key": "key last -",
    "leave": "leave last Ana",
    "new": "new --players Ana,Аna",
    "rename": "rename last Ana Eve",
    "round": "round last Ana=7",
    "rule": "rule last scoring.double_blank=25",
    "rules": "rules list",
    "score": "score 6-4",
    "seats": "seats last Ben,Ana,Carla",
    "share": "share nothing",
    "sheet": "sheet -o -",
    "simulate": "simulate --evenings 2",
    "store": "store check",
}
"""Commands as they are tried, where the name alone is not enough."""

CLOSED = [(WORDS.get(name, name), streams) for name in (*COMMANDS, "") for streams in STREAMS]


@pytest.mark.skipif(sys.platform == "win32", reason="a shell closes streams otherwise here")
@pytest.mark.parametrize(
    ("command", "streams"),
    [pytest.param(*case, marks=[pytest.mark.full] * (at % 13 > 0)) for at, case in enumerate(CLOSED)],
)
def test_a_closed_stream_is_no_traceback(streams: str, command: str, game: str, home: Path) -> None:
    """Without a standard input, output or error a command does what can be done, or says what is missing."""
    ran = subprocess.run(
        f"echo 7 | {sys.executable} -m scorekeeper {command} {streams}",
        shell=True, cwd=ROOT, env=os.environ | {HOME_VARIABLE: str(home)},
        capture_output=True, text=True, errors="replace", timeout=PATIENCE,
    )  # fmt: skip
    assert "Traceback" not in ran.stdout + ran.stderr
    assert ran.returncode in range(5)
    if command.endswith(" -"):
        lacking = {"<&-": "no standard input to read", ">&-": "no standard output to write to"}
        stream = "<&-" if command.startswith("key") else ">&-"
        assert streams != stream or lacking[stream] in ran.stderr


STRANGE = "<+99>-99 <-99>99 XXX24 XXX-24:59:59 XXX-167 AAA0BBB-30,0,365 XXX-23:59:59 UTC+0:0:30"
ZONES = [*STRANGE.split(), "Foo/Bar", ":", "A", "", "/etc/passwd", "\udcff", "EST5EDT,M3.2.0,M11.1.0"]


@pytest.mark.skipif(sys.platform == "win32", reason="the zone is no variable here")
@pytest.mark.parametrize("zone", ZONES)
def test_a_strange_time_zone_is_no_traceback(
    zone: str, tmp_path: Path, cli: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A game is begun and written as a file that can be read, however far away the clock on the wall claims to be."""
    monkeypatch.setenv("TZ", zone)
    time.tzset()
    try:
        assert cli("new", "--players", "Ana,Ben").status == 0
        cli("round", "last", "--out", "Ana", "Ben=5")
        written = cli("export", "last").out
        (tmp_path / "game.toml").write_text(written, encoding="utf-8")
        assert cli("log", "last").status == 0
        assert cli("import", tmp_path / "game.toml").status == 0
        assert cli("sheet", "last", "-o", tmp_path / "game.pdf").status == 0
    finally:
        monkeypatch.delenv("TZ")
        time.tzset()
