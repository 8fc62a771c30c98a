"""Programs that back up the same games in the same second: each says what became of its entry, and nothing else."""

import os
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from datetime import datetime, timedelta
from pathlib import Path
from threading import Barrier

import pytest

from scorekeeper.errors import Unavailable
from scorekeeper.storage import open_store
from scorekeeper.storage.backups import COPIES, OFTEN, backups_folder, list_backups, make_backup
from scorekeeper.system.paths import HOME_VARIABLE
from tests.build import AT, started
from tests.conftest import Ran
from tests.waiting import PATIENCE

ROOT = Path(__file__).parent.parent.parent
AT_ONCE = 3


@pytest.fixture
def games(tmp_path: Path) -> Path:
    """Return a database with one game."""
    path = tmp_path / "games.db"
    with closing(open_store(path)) as store:
        store.create(started(), AT)
    return path


def _race(games: Path, at: datetime) -> list[Path | None]:
    """Make backups at the same moment, by the clock and by the starter's gun."""
    gun = Barrier(AT_ONCE)

    def copied(_runner: int) -> Path | None:
        gun.wait(PATIENCE)
        with closing(open_store(games)) as store:
            return make_backup(store, at)

    with ThreadPoolExecutor(AT_ONCE) as runners:
        return list(runners.map(copied, range(AT_ONCE)))


@pytest.mark.parametrize("races", [5, pytest.param(1000, marks=pytest.mark.full)])
def test_backups_of_the_same_second_have_their_own_files(races: int, games: Path) -> None:
    """None fails, none takes another's name, each is whole, and no half-written one stays."""
    for race in range(races):
        shutil.rmtree(backups_folder(games), ignore_errors=True)
        made = [path for path in _race(games, AT + race * OFTEN) if path is not None]
        assert made
        assert len(set(made)) == len(made)
        assert sorted(copy.path for copy in list_backups(games)) == sorted(made)
        assert all(copy.games == 1 for copy in list_backups(games))
        assert not list(backups_folder(games).glob("*.part"))


@pytest.mark.parametrize("rounds", [1, pytest.param(80, marks=pytest.mark.full)])
def test_games_begun_at_once_are_all_told_as_saved(rounds: int, tmp_path: Path) -> None:
    """Commands that begin a game in the same second succeed, all of them, and all the games are there."""
    command = [sys.executable, "-m", "scorekeeper", "new", "--players", "Ana,Ben"]
    for count in range(1, rounds + 1):
        shutil.rmtree(tmp_path / "copies", ignore_errors=True)
        running = [
            subprocess.Popen(
                command,
                cwd=ROOT, env=os.environ | {HOME_VARIABLE: str(tmp_path)},
                stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            )
            for _program in range(AT_ONCE)
        ]  # fmt: skip
        told = [process.communicate(timeout=PATIENCE) for process in running]
        assert [(process.returncode, err) for process, (_out, err) in zip(running, told, strict=True)] == [
            (0, "")
        ] * AT_ONCE
        with closing(open_store(tmp_path / "games.db")) as store:
            assert {out.strip() for out, _err in told} <= {one.id for one in store.list(1000)}
            assert len(store.list(1000)) == count * AT_ONCE


def test_a_backup_that_fails_does_not_fail_the_entry(games: Path, cli, home: Path) -> None:
    """Where no backup can be made the entry is saved, its status is 0, and the backup is spoken of by itself."""
    home.mkdir()
    (home / "copies").write_text("a file in its place")
    ran: Ran = cli("new", "--players", "Ana,Ben")
    assert ran.status == 0
    assert ran.err.startswith("scorekeeper: The games are saved, but could not be backed up: ")
    assert cli("games").out.startswith(ran.out.strip())
    with pytest.raises(Unavailable):
        make_backup(open_store(home / "games.db"), AT)


def test_what_a_killed_program_left_of_a_backup_is_swept_away(games: Path) -> None:
    """A half-written backup is deleted once enough later ones are whole, whatever clocks say; until then it stays."""
    backups_folder(games).mkdir()
    parts = [backups_folder(games) / name for name in ("2026-01-01-000000.part", "1.part")]
    for part in parts:
        part.touch()
    with closing(open_store(games)) as store:
        for day in range(COPIES):
            assert all(part.exists() for part in parts)
            make_backup(store, AT - timedelta(days=400 * day))
    assert not any(part.exists() for part in parts)
    assert len(list_backups(games)) == COPIES
