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
from scorekeeper.storage import open_store
from scorekeeper.storage.backups import make_backup
from tests.build import AT, scored, started
from tests.faults.evening import changes, kept_of
from tests.processes import python

ROOT = Path(__file__).parent.parent.parent

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
            kept = store.append(kept, [replace(scored(1, "Ana"), note="x" * 500)], AT)
        except Unavailable as error:
            said = str(error)
    assert said.startswith("The disk is full, so nothing was saved")
    store.close()
    full = open_store(path)
    assert (full.game(kept.id), len(full.list())) == (kept, 1)
    full.close()
    (small_disk / "filling").unlink()
    assert store.append(kept, [scored(1, "Ana")], AT) == store.game(kept.id)
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
    ran = python("-c", dedent(program), path, check=True)
    *acknowledged, said = ran.stdout.splitlines()
    assert "cannot be written or read" in said
    assert "so nothing was saved" in said
    assert len(kept_of(path)) == int(acknowledged[-1])


def test_clock_going_backwards(tmp_path: Path) -> None:
    """Events keep their order, the latest game stays the latest and copies are made, whatever the clock says."""
    store = open_store(tmp_path / "games.db")
    kept = store.create(started(), AT)
    make_backup(store, AT)
    for day, what in enumerate(changes()):
        kept = store.append(kept, [what], AT - timedelta(days=day))
    assert store.game(kept.id) == kept
    assert [event.number for event in kept.log.events] == list(range(1, len(changes()) + 2))
    assert store.find("last") == kept.id
    assert make_backup(store, AT - timedelta(days=60)) is not None


@pytest.mark.parametrize(("writers", "entries"), [(3, 3), pytest.param(8, 500, marks=pytest.mark.full)])
def test_many_writers_at_once(writers: int, entries: int, tmp_path: Path) -> None:
    """Programs that enter into one game at once lose nothing and never take each other's place."""
    store = open_store(tmp_path / "games.db")
    kept = store.create(started(), AT)
    command = [sys.executable, "-m", "tests.faults.writer", store.place, kept.id, str(entries)]
    running = [
        subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) for _writer in range(writers)
    ]
    told = [process.communicate(timeout=800)[0].split() for process in running]
    assert [process.returncode for process in running] == [0] * writers
    assert sorted(int(number) for one in told for number in one) == list(range(2, writers * entries + 2))
    events = store.game(kept.id).log.events
    assert [event.number for event in events] == list(range(1, writers * entries + 2))
