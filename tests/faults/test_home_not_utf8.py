"""A home folder whose name is not UTF-8, and whatever else goes wrong with a backup: the entry's word is true."""

import json
import os
import re
import sqlite3
import sys
from pathlib import Path

import pytest

from scorekeeper.errors import Unavailable
from scorekeeper.system import paths
from tests.conftest import Cli

AS_JSON = [
    ("where",), ("restore",), ("games",), ("log", "last"), ("standings", "last"), ("check", "last"),
    ("store", "check"), ("rules", "list"), ("history",), ("players", "list"),
    ("restore", "last", "--yes"),
]  # fmt: skip


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="its disks take UTF-8 only")
def test_a_home_that_is_not_utf8(cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every entry is saved and told as saved, there are backups, and what is printed as JSON names the folder."""
    home = tmp_path / os.fsdecode(b"h\xf6me \xff")
    monkeypatch.setenv(paths.HOME_VARIABLE, str(home))
    ran = cli("new", "--players", "Ana,Ben,Cy")
    assert (ran.status, ran.err) == (0, "")
    assert len([*(home / "copies").glob("*.db")]) == 1
    ran = cli("round", "last", "--out", "Ana", "Ben=4", "Cy=5")
    assert (ran.status, ran.err) == (0, "")
    for words in AS_JSON:
        if words[0] == "restore" and words[1:]:
            cli("round", "last", "--out", "Ana", "Ben=4", "Cy=6")
        ran = cli(*words, "--json")
        assert (ran.status, ran.err) == (0, ""), (words, ran)
        found = json.loads(ran.out)
        if words == ("where",):
            assert found["games"] == str(home / "games.db")
    for words in (("where",), ("store", "check"), ("restore",)):
        assert cli(*words).status == 0, words


@pytest.mark.parametrize(
    "fault",
    [
        Unavailable("no"), OSError(5, "no"), UnicodeEncodeError("utf-8", "\udcff", 0, 1, "no"), ValueError("no"),
        sqlite3.OperationalError("no"), MemoryError(), RecursionError("no"), KeyError("no"), AssertionError(),
    ],
    ids=lambda fault: type(fault).__name__,
)  # fmt: skip
@pytest.mark.parametrize("place", ["make_backup", "write_backup", "move_into_place", "_clear"])
def test_whatever_escapes_a_backup_the_entry_is_told_as_saved(
    place: str, fault: Exception, cli: Cli, game: str, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The command says what it says otherwise and ends with 0; the backup that failed has a sentence of its own."""
    for path in (home / "copies").iterdir():
        path.unlink()
    module = "" if place == "make_backup" else ".backups"

    def fail(*_values: object, **_options: object) -> None:
        raise fault

    monkeypatch.setattr(f"scorekeeper.storage{module}.{place}", fail, raising=place != "make_backup")
    ran = cli("round", game, "--out", "Ana", "Ben=4", "Carla=5")
    assert (ran.status, ran.out.splitlines()[0]) == (0, "Round 9-9: Ana went out. Ben 4, Carla 5."), ran
    backed_up = (place, type(fault)) == ("_clear", OSError)  # only an old one could not be deleted
    told = re.fullmatch("scorekeeper: The games are saved, but could not be backed up: .+\n", ran.err)
    assert ran.err == "" if backed_up else told, ran
    assert "Ana went out" in cli("log", game).out


def test_a_backup_that_fails_where_nobody_can_be_told(
    cli: Cli, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With a closed standard error the entry is saved, and its status says so."""
    home.mkdir()
    (home / "copies").write_text("a file in its place")
    monkeypatch.setattr("scorekeeper.cli.common.complain", lambda _sentence: os.write(999, b""))
    ran = cli("new", "--players", "Ana,Ben")
    assert (ran.status, len(ran.out.strip())) == (0, 6)
