"""Files removed, replaced or overwritten under an open window, as sync programs do: refused before the next entry."""

import shutil
import sqlite3
import sys
from contextlib import closing
from pathlib import Path
from textwrap import dedent

import pytest

from scorekeeper.errors import ScorekeeperError, Unavailable
from scorekeeper.storage import open_store
from scorekeeper.storage.backups import list_backups
from scorekeeper.storage.database import VERSION
from scorekeeper.storage.store import KeptGame, Store
from tests.build import AT, scored, started
from tests.processes import python

ROOT = Path(__file__).parent.parent.parent

TAKEN = r"moved, deleted or replaced .* nothing was saved; .* scorekeeper restore"


@pytest.fixture
def store(tmp_path: Path) -> Store:
    """Return an open store."""
    return open_store(tmp_path / "games.db")


def _refused(store: Store, kept: KeptGame) -> None:
    """Expect that the next look and the next entry are refused."""
    assert store.others_wrote()
    with pytest.raises(Unavailable, match=TAKEN):
        store.changed(kept)
    with pytest.raises(Unavailable, match=TAKEN):
        store.append(kept, [scored(2, "Ben")], AT)


@pytest.mark.skipif(sys.platform == "win32", reason="an open file cannot be removed here")
@pytest.mark.parametrize("ends", [["-wal"], ["-shm"], ["-wal", "-shm"], [""], ["", "-wal", "-shm"]])
@pytest.mark.parametrize("other", ["nobody", "reads", "writes"])
def test_what_is_removed_is_noticed(ends: list[str], other: str, store: Store) -> None:
    """Whatever others do with what is left, the window refuses, and nothing that they saved is lost by its end."""
    kept = store.append(store.create(started(), AT), [scored(1, "Ana")], AT)
    with closing(sqlite3.connect(store.place)) as connection:
        connection.execute("pragma wal_checkpoint(truncate)")
    for end in ends:
        store.place.with_name(f"games.db{end}").unlink()
    with closing(open_store(store.place)) as another:
        games = another.list()
        if other == "writes":
            games = (Ellipsis, *games)
            theirs = another.create(started(), AT)
        _refused(store, kept)
        store.close()
        if other == "writes":
            assert another.append(theirs, [scored(1, "Cy")], AT) == another.game(theirs.id)
    with closing(open_store(store.place)) as later:
        assert len(later.list()) == len(games)


@pytest.mark.skipif(sys.platform == "win32", reason="an open file cannot be removed here")
def test_an_old_journal_is_not_written_over_new_entries(store: Store) -> None:
    """A window that still holds a journal without its index ends without losing what others saved since."""
    kept = store.append(store.create(started(), AT), [scored(1, "Ana")], AT)
    store.place.with_name("games.db-shm").unlink()
    program = f"""
        from pathlib import Path
        from scorekeeper.storage import open_store
        from tests.build import AT, scored
        another = open_store(Path({str(store.place)!r}))
        another.append(another.game({kept.id!r}), [scored(1, "Cy")], AT)
        another.close()
    """
    python("-c", dedent(program), check=True)
    _refused(store, kept)
    store.close()
    with closing(open_store(store.place)) as later:
        assert len(later.game(kept.id).log.events) == 3


@pytest.mark.skipif(sys.platform == "win32", reason="an open file cannot be moved here")
def test_files_put_back_are_used_again(store: Store, tmp_path: Path) -> None:
    """A side file that is put back is the one that is open, and entries are accepted again."""
    kept = store.create(started(), AT)
    journal, elsewhere = store.place.with_name("games.db-wal"), tmp_path / "elsewhere"
    journal.rename(elsewhere)
    _refused(store, kept)
    elsewhere.rename(journal)
    assert store.append(kept, [scored(1, "Ana")], AT) == store.game(kept.id)


@pytest.mark.parametrize("content", ["older", "other", "no database"])
def test_a_file_overwritten_in_place_is_refused(content: str, store: Store, tmp_path: Path) -> None:
    """The same file with other content, be it an older copy of itself, takes no entry into the game that was open."""
    game = store.create(started(), AT)
    store.close()
    shutil.copyfile(store.place, tmp_path / "older.db")
    with closing(open_store(tmp_path / "other.db")) as other:
        other.append(other.create(started(), AT), [scored(1, "Ana")], AT)
    (tmp_path / "no database.db").write_bytes(b"dear diary " * 3000)
    kept = store.append(store.game(game.id), [scored(1, "Ana")], AT)
    store.close()
    kept = store.game(kept.id)
    with store.place.open("rb+") as file:
        file.write((tmp_path / f"{content}.db").read_bytes())
    with pytest.raises(ScorekeeperError):
        store.append(kept, [scored(2, "Ben")], AT)


def test_a_database_that_became_newer_is_left_alone(store: Store) -> None:
    """Once a newer program has taken the games over, an open window reads and writes no more."""
    kept = store.create(started(), AT)
    with closing(sqlite3.connect(store.place, isolation_level=None)) as newer:
        newer.execute(f"pragma user_version = {VERSION + 1}")
    for deed in (lambda: store.changed(kept), lambda: store.append(kept, [scored(1, "Ana")], AT)):
        with pytest.raises(Unavailable, match="written by a newer scorekeeper"):
            deed()
    assert list_backups(store.place) == ()
