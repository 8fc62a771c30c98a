"""Disks that are full, read only, taken away; other programs, other clocks: told, and nothing lost."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from datetime import timedelta
from pathlib import Path
from textwrap import dedent

import pytest
from msgspec.structs import replace

from scorekeeper.errors import Unavailable
from scorekeeper.game.log import Event
from scorekeeper.storage import open_store
from scorekeeper.storage.backups import make_backup
from scorekeeper.storage.places import ServerAddress
from scorekeeper.storage.store import Store
from tests import servers
from tests.build import AT, scored, started
from tests.faults.evening import changes, enter, kept_of

ROOT = Path(__file__).parent.parent.parent
NOBODY = 65534

needs_root = pytest.mark.skipif(
    not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only the superuser can mount, or become nobody"
)


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """Return the folder of a disk of 300 kB."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=300k", "tmpfs", str(folder)]
    if shutil.which("mount") is None or subprocess.run(mount, capture_output=True, timeout=60).returncode:
        pytest.skip("nothing can be mounted here")
    yield folder
    subprocess.run(["umount", "-l", str(folder)], check=True, timeout=60)


def _fill(folder: Path, leave: int = 0) -> None:
    """Write until the disk of a folder is full but for so many bytes."""
    with suppress(OSError), (folder / "filling").open("wb", buffering=0) as file:
        while shutil.disk_usage(folder).free > leave:
            file.write(bytes(min(4096, shutil.disk_usage(folder).free - leave)))


@needs_root
@pytest.mark.parametrize("room", range(0, 200_000, 20_000))
def test_full_disk_is_told_and_loses_nothing(room: int, small_disk: Path) -> None:
    """However much room is left, what was acknowledged is there on the full disk, and more is kept once it is not."""
    path = small_disk / "games.db"
    store = open_store(path)
    kept = store.create(started(), AT)
    _fill(small_disk, room)
    said = ""
    while not said:
        try:
            kept = store.append(kept, replace(scored(1, "Ana"), note="x" * 500), AT)
        except Unavailable as error:
            said = str(error)
    assert said.startswith("The disk is full, so nothing was saved")
    store.close()
    full = open_store(path)
    assert (full.game(kept.id), len(full.list())) == (kept, 1)
    full.close()
    (small_disk / "filling").unlink()
    assert store.append(kept, scored(1, "Ana"), AT) == store.game(kept.id)
    store.close()


@pytest.mark.skipif(sys.platform == "win32", reason="no limit can be set here")
def test_limit_on_files_is_told(tmp_path: Path) -> None:
    """Where the system lets no file grow, an entry is refused in a sentence and the game stays readable."""
    path = tmp_path / "games.db"
    program = """
        import resource, sys
        from pathlib import Path
        from tests.faults.evening import enter
        from scorekeeper.errors import Unavailable
        resource.setrlimit(resource.RLIMIT_FSIZE, (60_000, 60_000))
        try:
            enter(Path(sys.argv[1]), lambda count: print(count, flush=True))
        except Unavailable as error:
            print(error)
    """
    ran = subprocess.run(
        [sys.executable, "-c", dedent(program), path],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    *acknowledged, said = ran.stdout.splitlines()
    assert "cannot be written or read" in said
    assert "so nothing was saved" in said
    assert len(kept_of(path)) == int(acknowledged[-1])


def _as_nobody(path: Path, deed: str) -> str:
    """Return what a program says that may write nothing, doing something with a store of these games."""
    program = f"""
        import os, sqlite3, sys  # as nobody, sqlite3 could not be loaded any more
        from pathlib import Path
        from scorekeeper.errors import ScorekeeperError
        from scorekeeper.storage import open_store
        from scorekeeper.storage.store import Store
        from tests.build import AT, scored
        os.seteuid({NOBODY})
        store = open_store(Path(sys.argv[1]))
        try:
            print({deed})
        except ScorekeeperError as error:
            print(error)
    """
    ran = subprocess.run(
        [sys.executable, "-c", dedent(program), path], cwd=ROOT, capture_output=True, text=True, timeout=60
    )
    assert ran.returncode == 0, ran.stderr
    return ran.stdout.strip()


@needs_root
def test_read_only_folder_is_read(tmp_path: Path) -> None:
    """Where nothing may be written games are read, and entries are refused."""
    folder = tmp_path / "games"
    folder.mkdir()
    enter(folder / "games.db")
    for one in (*tmp_path.parents, tmp_path):
        if one.is_relative_to("/tmp") and one != Path("/tmp"):
            one.chmod(0o755)
    folder.chmod(0o555)
    path = folder / "games.db"
    before = {one.name: one.read_bytes() for one in folder.iterdir()}
    events = int(_as_nobody(path, "len(store.game(store.find('last')).log.events)"))
    assert events == len(changes()) + 1
    said = _as_nobody(path, "store.append(store.game(store.find('last')), scored(1, 'Ana'), AT)")
    assert "cannot be written, so nothing was saved" in said
    assert {one.name: one.read_bytes() for one in folder.iterdir()} == before
    folder.chmod(0o755)
    assert len(kept_of(path)) == events


def test_folder_taken_away_while_running(tmp_path: Path) -> None:
    """An entry into games that were taken away is refused, not lost, and kept once they are back."""
    folder, elsewhere = tmp_path / "stick", tmp_path / "pocket"
    store = open_store(folder / "games.db")
    kept = store.create(started(), AT)
    folder.rename(elsewhere)
    for deed in (
        lambda: store.append(kept, scored(1, "Ana"), AT),
        store.list,
        lambda: store.create(started(), AT),
    ):
        with pytest.raises(Unavailable, match=r"moved, deleted or replaced .* so nothing was saved"):
            deed()
    assert not folder.exists()
    elsewhere.rename(folder)
    assert store.append(kept, scored(1, "Ana"), AT).log == open_store(folder / "games.db").game(kept.id).log


def test_other_file_in_place_while_running(tmp_path: Path) -> None:
    """An entry is not written into a file that another one has replaced."""
    store, other = open_store(tmp_path / "games.db"), open_store(tmp_path / "other.db")
    kept = store.create(started(), AT)
    other.create(started(), AT)
    other.close()
    (tmp_path / "other.db").replace(tmp_path / "games.db")
    with pytest.raises(Unavailable, match=r"moved, deleted or replaced .* nothing was saved"):
        store.append(kept, scored(1, "Ana"), AT)


def test_clock_going_backwards(tmp_path: Path) -> None:
    """Events keep their order, the latest game stays the latest and copies are made, whatever the clock says."""
    store = open_store(tmp_path / "games.db")
    kept = store.create(started(), AT)
    make_backup(store.place, AT)
    for day, what in enumerate(changes()):
        kept = store.append(kept, what, AT - timedelta(days=day))
    assert store.game(kept.id) == kept
    assert [event.number for event in kept.log.events] == list(range(1, len(changes()) + 2))
    assert store.find("last") == kept.id
    assert make_backup(store.place, AT - timedelta(days=60)) is not None


@pytest.mark.parametrize("kind", servers.KINDS)
@pytest.mark.parametrize(("writers", "entries"), [(4, 4), pytest.param(8, 500, marks=pytest.mark.full)])
def test_many_writers_at_once(writers: int, entries: int, kind: str, tmp_path: Path) -> None:
    """Programs that enter into one game at once lose nothing and never take each other's place."""
    place = tmp_path / "games.db" if kind == "sqlite" else servers.new_address()
    store = open_store(place)
    kept = store.create(started(), AT)
    name = place.secret if isinstance(place, ServerAddress) else place
    command = [sys.executable, "-m", "tests.faults.writer", name, kept.id, str(entries)]
    running = [
        subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) for _writer in range(writers)
    ]
    told = [process.communicate(timeout=800)[0].split() for process in running]
    assert [process.returncode for process in running] == [0] * writers
    acknowledged = [int(number) for one in told for number in one]
    assert sorted(acknowledged) == list(range(2, writers * entries + 2))
    assert [event.number for event in _events(store, kept.id)] == list(range(1, writers * entries + 2))


def _events(store: Store, game_id: str) -> tuple[Event, ...]:
    return store.game(game_id).log.events
