"""The process killed at any moment: every acknowledged entry is there on the next start."""

import random
import subprocess
import sys
from pathlib import Path

import pytest

from scorekeeper.game import Pips
from scorekeeper.store import Store

WRITER = Path(__file__).parent / "writer.py"
SEED = 20261120


@pytest.mark.parametrize("point", range(50))
def test_acknowledged_entry_outlives_sigkill(point: int, tmp_path: Path) -> None:
    """Killed after some acknowledgement, maybe in the middle of a write, the game has what was acknowledged."""
    path = tmp_path / "games.db"
    entries = random.Random(SEED + point).randint(1, 12)
    with subprocess.Popen([sys.executable, WRITER, path], stdout=subprocess.PIPE, text=True) as writer:
        assert writer.stdout is not None
        acknowledged = [int(writer.stdout.readline()) for _entry in range(entries)]
        writer.kill()
        acknowledged += map(int, writer.stdout.read().split())
    store = Store(path)
    game = store.game(store.find("last")).game
    assert game.round(1).entries["Ben"] == Pips(max(acknowledged[-1], game.round(1).entries["Ben"].count))
    assert len(store.game(store.find("last")).log.events) >= acknowledged[-1] + 1
    store.close()
