"""Files removed, replaced or overwritten under an open window, as sync programs do: noticed, and nothing lost."""

import json
import os
import random
import re
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing, suppress
from pathlib import Path

import pytest

from scorekeeper.errors import Unavailable
from scorekeeper.storage.backups import list_copies
from scorekeeper.storage.database import SCHEMA_VERSION
from scorekeeper.storage.opening import open_store
from scorekeeper.storage.store import KeptGame, Store
from scorekeeper.system.paths import HOME_VARIABLE
from tests.build import AT, scored, started
from tests.faults.evening import changes, whole

ROOT = Path(__file__).parent.parent.parent
SEED = 20261122
TAKEN = r"moved, deleted or replaced .* nothing was saved; .* scorekeeper restore 20"


def _most(path: Path) -> int:
    """Return how many events of the evening the longest game of a file holds; nothing else may be in it."""
    with closing(open_store(path)) as store:
        logs = [store.game(one.id).log for one in store.list()]
    for log in logs:
        assert log.events == whole().events[: len(log.events)]
    return max((len(log.events) for log in logs), default=0)


def _found(games: Path) -> int:
    """Return how many events are in the database or, if it has fewer, in a backup that can be restored."""
    return max(map(_most, [games, *(copy.path for copy in list_copies(games))]))


def _removed_at_random(games: Path, luck: random.Random) -> None:
    """Remove side files under a program that enters an evening, and let another one read or write meanwhile."""
    wanted = luck.randint(1, len(changes()))
    with subprocess.Popen(
        [sys.executable, "-m", "tests.faults.writer", games],
        cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    ) as writer:  # fmt: skip
        assert writer.stdout is not None
        acknowledged = [int(writer.stdout.readline()) for _entry in range(wanted)]
        for _moment in range(luck.randint(0, 20_000)):
            pass
        for end in luck.choice([("-wal",), ("-shm",), ("-wal", "-shm")]):
            games.with_name(games.name + end).unlink(missing_ok=True)
        with suppress(Unavailable), closing(open_store(games)) as other:
            luck.choice([other.list, lambda: other.create(started(), AT), lambda: None])()
        told, refused = writer.communicate()
    assert "Unavailable" in refused or not refused
    assert _found(games) >= max([*acknowledged, *map(int, told.split())])


@pytest.mark.skipif(sys.platform == "win32", reason="an open file cannot be removed here")
@pytest.mark.parametrize("point", range(6))
def test_side_files_removed_at_a_random_moment(point: int, tmp_path: Path) -> None:
    """What was acknowledged is in the database or in the backup that the window made."""
    _removed_at_random(tmp_path / "games.db", random.Random(SEED + point))


@pytest.mark.full
@pytest.mark.timeout(3600)
def test_side_files_removed_at_two_hundred_moments(tmp_path: Path) -> None:
    """The same two hundred times."""
    for point in range(200):
        folder = tmp_path / str(point)
        folder.mkdir()
        _removed_at_random(folder / "games.db", random.Random(SEED + 100 + point))


@pytest.fixture
def store(tmp_path: Path) -> Store:
    """Return an open store."""
    return open_store(tmp_path / "games.db")


def _refused(store: Store, kept: KeptGame) -> str:
    """Expect that the next look and the next entry are refused; return the name of the backup that they tell."""
    with pytest.raises(Unavailable, match=TAKEN):
        store.changed(kept)
    with pytest.raises(Unavailable, match=TAKEN) as refused:
        store.append(kept, scored(2, "Ben"), AT)
    return re.findall(r"scorekeeper restore (\S+)", str(refused.value))[0]


@pytest.mark.skipif(sys.platform == "win32", reason="an open file cannot be removed here")
def test_what_the_window_still_reads_can_be_restored(store: Store) -> None:
    """The backup holds what was acknowledged; restoring it backs up first what others wrote meanwhile."""
    kept = store.append(store.create(started(), AT), scored(1, "Ana"), AT)
    for end in ("-wal", "-shm"):
        store.place.with_name(store.place.name + end).unlink()
    _command(store.place, "new", "--players", "Cy,Dot")
    rescued = _refused(store, kept)
    already = {copy.name for copy in list_copies(store.place)}
    said = _command(store.place, "restore", rescued)
    games = json.loads(_command(store.place, "games", "--json"))
    assert [one["id"] for one in games] == [kept.id]
    assert len(json.loads(_command(store.place, "log", "last", "--json"))) == len(kept.log.events)
    (before,) = {copy.name for copy in list_copies(store.place)} - already
    assert before in said
    _refused(store, kept)


def _command(games: Path, *words: str) -> str:
    """Return what a command prints that runs on this database, in a process of its own."""
    ran = subprocess.run(
        [sys.executable, "-m", "scorekeeper", *words],
        cwd=ROOT, env=os.environ | {HOME_VARIABLE: str(games.parent)}, capture_output=True, text=True, check=True,
    )  # fmt: skip
    return ran.stdout


@pytest.mark.skipif(sys.platform == "win32", reason="an open file cannot be removed here")
def test_leaving_saves_what_only_this_window_has(store: Store) -> None:
    """Side files removed unnoticed: closing the store backs up, and writes nothing into the database."""
    kept = store.append(store.create(started(), AT), scored(1, "Ana"), AT)
    store.place.with_name("games.db-wal").unlink()
    before = store.place.read_bytes()
    store.close()
    assert store.place.read_bytes() == before
    (rescued,) = list_copies(store.place)
    with closing(open_store(rescued.path)) as copy:
        assert copy.game(kept.id) == kept


@pytest.mark.skipif(sys.platform == "win32", reason="an open file cannot be moved here")
def test_files_put_back_are_used_again(store: Store, tmp_path: Path) -> None:
    """A side file that is put back is the one that is open, and entries are accepted again."""
    kept = store.create(started(), AT)
    journal, elsewhere = store.place.with_name("games.db-wal"), tmp_path / "elsewhere"
    journal.rename(elsewhere)
    _refused(store, kept)
    elsewhere.rename(journal)
    assert store.append(kept, scored(1, "Ana"), AT) == store.game(kept.id)
    assert len(list_copies(store.place)) == 1


@pytest.mark.parametrize("with_mark", [True, False])
@pytest.mark.parametrize("content", ["older", "other", "no database"])
def test_a_file_overwritten_in_place_is_noticed(
    content: str, with_mark: bool, store: Store, tmp_path: Path
) -> None:
    """The same file with other content, be it an older copy of itself, is not written to."""
    game = store.create(started(), AT)
    store.close()
    older = shutil.copyfile(store.place, tmp_path / "older.db")
    with closing(open_store(tmp_path / "other.db")) as other:
        other.create(started(), AT)
        other.append(other.game(other.find("last")), scored(1, "Ana"), AT)
    if not with_mark:
        for path in (older, tmp_path / "other.db"):
            with closing(sqlite3.connect(path, isolation_level=None)) as connection:
                connection.execute("drop table mark")
    (tmp_path / "no database.db").write_bytes(b"dear diary " * 3000)
    kept = store.append(store.game(game.id), scored(1, "Ana"), AT)
    store.close()
    kept = store.game(kept.id)
    with store.place.open("rb+") as file:
        file.write((tmp_path / f"{content}.db").read_bytes())
    written = store.place.read_bytes()
    with pytest.raises(Unavailable, match="nothing was saved"):
        store.append(kept, scored(2, "Ben"), AT)
    assert store.place.read_bytes() == written


def test_a_look_at_the_mark_leaves_the_locks(store: Store) -> None:
    """Another program that comes and goes does not take the side files of a window that looks at its file."""
    kept = store.create(started(), AT)
    program = (
        "import sys, sqlite3; c = sqlite3.connect(sys.argv[1]); c.execute('delete from same_players');"
        "c.commit(); c.close()"
    )
    for number in range(1, 4):
        assert not store.changed(kept)
        subprocess.run([sys.executable, "-c", program, store.place], check=True)
        kept = store.append(kept, scored(number, "Ana"), AT)
    assert store.game(kept.id) == kept


def test_a_database_that_became_newer_is_left_alone(store: Store) -> None:
    """Once a newer program has taken the games over, an open window reads and writes no more."""
    kept = store.create(started(), AT)
    with closing(sqlite3.connect(store.place, isolation_level=None)) as newer:
        newer.execute(f"pragma user_version = {SCHEMA_VERSION + 1}")
    for deed in (lambda: store.changed(kept), lambda: store.append(kept, scored(1, "Ana"), AT)):
        with pytest.raises(Unavailable, match="written by a newer scorekeeper"):
            deed()
    assert list_copies(store.place) == ()
