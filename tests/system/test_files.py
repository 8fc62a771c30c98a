"""Files are written whole, and may be read by nobody who may not read what they replace."""

import os
import stat
import sys
from collections.abc import Callable
from pathlib import Path
from types import FrameType

import pytest

from scorekeeper.session.table_answers import AnswersFile
from scorekeeper.system import files
from scorekeeper.system.files import write_new, write_whole
from scorekeeper.system.settings import Memory
from tests.conftest import Cli

WRITERS: dict[str, Callable[[Cli, Path, str], object]] = {
    "a file": lambda _cli, home, _game: write_whole(home / "file", b"new"),
    "a file that need not last": lambda _cli, home, _game: write_whole(home / "file", b"new", lasting=False),
    "through a link": lambda _cli, home, _game: write_whole(home / "link", b"new"),
    "settings": lambda _cli, home, _game: Memory(home / "settings.toml").keep(theme="daylight"),
    "what the table answered": lambda _cli, home, game: AnswersFile(home / "games.db", game).note(places=1),
    "an export": lambda cli, home, game: cli("export", game, "-o", home / "game.toml", "--force"),
    "all games": lambda cli, home, _game: cli("store", "export", home / "all", "--force"),
}


def _modes(home: Path) -> dict[Path, int]:
    """Return who may read and write each file that is no database, by its path."""
    found = (path for path in home.rglob("*") if path.is_file() and "games.db" not in path.name)
    return {path: stat.S_IMODE(path.stat().st_mode) for path in found if path.parent.name != "copies"}


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such modes")
@pytest.mark.parametrize("mode", [0o600, 0o660])
@pytest.mark.parametrize("writer", WRITERS)
def test_nobody_else_may_read_a_file_for_a_moment(
    writer: str, mode: int, cli: Cli, game: str, home: Path
) -> None:
    """At every step of writing no file may be read by more people than the one that it will replace."""
    (home / "file").write_text("old")
    (home / "link").symlink_to(home / "file")
    WRITERS[writer](cli, home, game)
    before = _modes(home)
    for path in before:
        path.chmod(mode)
    seen: set[int] = set()

    def look(frame: FrameType, _event: str, _value: object) -> None:
        if frame.f_code.co_filename == files.__file__ or "pathlib" in frame.f_code.co_filename:
            seen.update(_modes(home).values())

    sys.setprofile(look)
    try:
        WRITERS[writer](cli, home, game)
    finally:
        sys.setprofile(None)
    assert {oct(one) for one in seen if one & ~mode} == set()
    assert _modes(home) == dict.fromkeys(before, mode)


def test_a_new_file_replaces_nothing(tmp_path: Path) -> None:
    """A name that is taken, or one of its pages, gets a number; several pages are numbered."""
    (tmp_path / "a-2.pdf").touch()
    written = write_new(tmp_path / "a.pdf", [b"1", b"2"]) + write_new(tmp_path / "b.pdf", [b"1"])
    written += write_new(tmp_path / "b.pdf", [b"2"])
    assert [path.name for path in written] == ["a (2)-1.pdf", "a (2)-2.pdf", "b.pdf", "b (2).pdf"]
    assert (tmp_path / "a-2.pdf").read_bytes() == b""
