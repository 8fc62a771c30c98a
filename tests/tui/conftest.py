"""What tests of the app share: an app on its own store, and an evening to type in."""

from collections.abc import Callable
from datetime import UTC, date, datetime
from pathlib import Path

import pytest

from scorekeeper.formats.rule_packs import Shelf
from scorekeeper.game.events import Started
from scorekeeper.rules.rulebook import with_changes
from scorekeeper.rules.schema import Value
from scorekeeper.storage.store import KeptGame, Store
from scorekeeper.system.paths import HOME_VARIABLE
from scorekeeper.tui.app import ScorekeeperApp

NAMES = ("Ana", "Ben", "Carla", "Dan")
NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return an empty home for the program."""
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path))
    return tmp_path


@pytest.fixture
def keep(home: Path, shelf: Shelf) -> Callable[..., KeptGame]:
    """Return a function that keeps a game of double-nine, or as asked."""

    def kept(
        players: tuple[str, ...] = NAMES, book: str = "classic", set_size: int = 9, **house: Value
    ) -> KeptGame:
        rules = with_changes(shelf.book(book).rules, house)
        started = Started(
            title="Friday night",
            date=date(2026, 11, 20),
            set_size=set_size,
            players=players,
            book=book,
            rules=rules,
        )
        store = Store(home / "games.db")
        game = store.create(started, NOON)
        store.close()
        return game

    return kept


@pytest.fixture
def app(home: Path) -> Callable[..., ScorekeeperApp]:
    """Return a function that makes the app, on a game if one is given."""

    def made(kept: KeptGame | None = None) -> ScorekeeperApp:
        return ScorekeeperApp(home / "games.db", kept.id if kept else None)

    return made
