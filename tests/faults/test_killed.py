"""The process killed, the power gone: every acknowledged entry is there on the next start."""

import random
import subprocess
import sys
from collections.abc import Iterable
from contextlib import closing, suppress
from pathlib import Path

import pytest

from scorekeeper.errors import Unavailable
from scorekeeper.storage import kept_club, open_store
from tests.faults.evening import changes, enter, kept_of

ROOT = Path(__file__).parent.parent.parent
SEED = 20261120
ENTRIES = 24
"""Of an evening whose power fails."""


@pytest.mark.parametrize("points", [range(4), pytest.param(range(4, 1000), marks=pytest.mark.full)])
def test_acknowledged_entry_outlives_sigkill(points: range, tmp_path: Path) -> None:
    """Killed after some acknowledgement, maybe in the middle of a write, the game has what was acknowledged."""
    for point in points:
        luck, path = random.Random(SEED + point), tmp_path / f"{point}.db"
        wanted = luck.randint(0, len(changes()))
        with subprocess.Popen(
            [sys.executable, "-m", "tests.faults.writer", path], cwd=ROOT, stdout=subprocess.PIPE, text=True
        ) as writer:
            assert writer.stdout is not None
            acknowledged = [int(writer.stdout.readline()) for _entry in range(wanted)]
            for _moment in range(luck.randint(0, 20_000)):
                pass
            writer.kill()
            acknowledged += map(int, writer.stdout.read().split())
        kept = kept_of(path)
        assert max(acknowledged, default=0) <= len(kept) <= max(acknowledged, default=0) + 1


@pytest.mark.parametrize("points", [range(2), pytest.param(range(2, 100), marks=pytest.mark.full)])
def test_acknowledged_change_of_an_event_outlives_sigkill(points: range, tmp_path: Path) -> None:
    """Killed in the middle of an event, it has what was acknowledged, and the games on the list are its tables'."""
    for point in points:
        luck, path = random.Random(SEED + point), tmp_path / f"{point}.db"
        with subprocess.Popen(
            [sys.executable, "-m", "tests.faults.club_host", path],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            text=True,
        ) as host:
            assert host.stdout is not None
            club_id = host.stdout.readline().strip()
            acknowledged = [int(host.stdout.readline()) for _change in range(luck.randint(1, 20))]
            for _moment in range(luck.randint(0, 200_000)):
                pass
            host.kill()
            acknowledged += map(int, host.stdout.read().split())
        with closing(open_store(path)) as store:
            kept = kept_club(store, club_id)
            assert acknowledged[-1] <= len(kept.log.events) <= acknowledged[-1] + 1
            assert {game.id for game in store.list(-1)} == set(kept.club.game_ids)


GAMES = 200


@pytest.mark.parametrize("points", [(0, 7, 120, 199, 200), pytest.param(range(201), marks=pytest.mark.full)])
def test_an_import_that_is_killed_is_there_whole_or_not_at_all(points: Iterable[int], tmp_path: Path) -> None:
    """Killed while it writes its two hundred games, after the first, the last or any other, it has saved none."""
    for point in points:
        path = tmp_path / f"{point}.db"
        with subprocess.Popen(
            [sys.executable, "-m", "tests.faults.importer", path, str(GAMES)],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            text=True,
        ) as program:
            assert program.stdout is not None
            lines = [program.stdout.readline() for _game in range(point + 1)]
            program.kill()
            lines += program.stdout.readlines()
        with closing(open_store(path)) as store:
            written = {0} if len(lines) < GAMES else {0, GAMES}
            assert store.count() in ({GAMES} if "saved\n" in lines else written)


class Evening:
    """The files of an evening that ended without a farewell, and how much was acknowledged when."""

    def __init__(self, folder: Path) -> None:
        self.folder, path = folder, folder / "evening.db"
        self.sizes: list[int] = []
        journal = folder / "evening.db-wal"
        enter(path, lambda _count: self._note(journal), ENTRIES)
        self.data, self.journal = self._left

    def _note(self, journal: Path) -> None:
        self.sizes.append(journal.stat().st_size)
        self._left = ((self.folder / "evening.db").read_bytes(), journal.read_bytes())

    def after(self, journal: bytes) -> int:
        """Return how many events the next start finds where the journal is all that reached the disk."""
        path = self.folder / "cut.db"
        path.write_bytes(self.data)
        (self.folder / "cut.db-wal").write_bytes(journal)
        kept = len(kept_of(path))
        for end in ("", "-wal", "-shm"):
            (self.folder / f"cut.db{end}").unlink(missing_ok=True)
        return kept

    def promised(self, reached: int) -> int:
        """Return how many events were acknowledged once so many bytes of the journal were on the disk."""
        return sum(size <= reached for size in self.sizes)

    def check(self, cuts: Iterable[int]) -> None:
        """Cut the journal at these places, with nothing, zeros or old bytes behind; look at what is left."""
        for cut in cuts:
            rest = len(self.journal) - cut
            tail = (b"", bytes(rest), self.journal[:rest])[cut % 3]
            assert self.after(self.journal[:cut] + tail) >= self.promised(cut), cut


@pytest.fixture
def evening(tmp_path: Path) -> Evening:
    """Return an evening whose power is about to fail."""
    return Evening(tmp_path)


def test_acknowledged_entry_outlives_power_loss(evening: Evening) -> None:
    """Cut at or beside the end of any write, the journal gives back what was acknowledged until then."""
    assert evening.after(evening.journal) == ENTRIES + 1
    luck = random.Random(SEED)
    near = [size + step for size in luck.sample(evening.sizes, 20) for step in (-2, -1, 0)]
    evening.check([0, 1, 31, 32, 33, *near, *(luck.randrange(len(evening.journal)) for _cut in range(20))])


@pytest.mark.full
@pytest.mark.parametrize("part", range(4))
def test_acknowledged_entry_outlives_power_loss_at_random_bytes(evening: Evening, part: int) -> None:
    """The same at 20,000 random bytes of the journal."""
    evening.check(random.Random(SEED + part).sample(range(len(evening.journal) + 1), 5000))


@pytest.mark.parametrize("step", [511, pytest.param(1, marks=pytest.mark.full)])
def test_file_cut_anywhere(step: int, tmp_path: Path) -> None:
    """A file of games that ends too soon is read whole or refused, and not changed."""
    enter(tmp_path / "whole.db", most=20)
    data = (tmp_path / "whole.db").read_bytes()
    path = tmp_path / "cut.db"
    for cut in range(2, len(data), step):  # SQLite takes one byte for an empty file
        path.write_bytes(data[:cut])
        with suppress(Unavailable):
            assert len(kept_of(path)) == 21
        assert path.read_bytes() == data[:cut]
        for end in ("-wal", "-shm"):
            path.with_name(path.name + end).unlink(missing_ok=True)
