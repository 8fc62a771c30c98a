"""What tests of the store share."""

import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from scorekeeper.storage import open_store
from scorekeeper.storage.store import Store


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """Return an empty store."""
    kept = open_store(tmp_path / "games.db")
    yield kept
    kept.close()


@pytest.fixture
def read_only(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Return a function from which on SQLite may only read."""
    opened = sqlite3.connect

    def connect(path: Path | str, **options: object) -> sqlite3.Connection:
        place = path if isinstance(path, str) else f"file:{path}?mode=ro"
        return opened(place, **options | {"uri": True})  # type: ignore[call-overload, no-any-return]

    return lambda: monkeypatch.setattr("scorekeeper.storage.sqlite.sqlite3.connect", connect)
