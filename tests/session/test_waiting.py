"""Changes that wait while another program has locked the store: none is lost, reordered or saved twice."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from scorekeeper.errors import Locked
from scorekeeper.game.events import Undone
from scorekeeper.game.round import Pips
from scorekeeper.session.evening import Evening
from scorekeeper.session.session import Session
from scorekeeper.storage.opening import open_store
from scorekeeper.system.paths import HOME_VARIABLE
from tests.build import AT, scored, started


class Other:
    """Another program that can lock the store."""

    def __init__(self, path: Path) -> None:
        self._connection = sqlite3.connect(path, isolation_level=None)

    def lock(self) -> None:
        """Begin to write."""
        self._connection.execute("begin immediate")

    def release(self) -> None:
        """Stop writing."""
        self._connection.execute("rollback")

    def close(self) -> None:
        """End the program."""
        self._connection.close()


pytestmark = pytest.mark.sqlite  # a server locks no store; what waits for it is tested in tests/faults


@pytest.fixture
def evening(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Evening]:
    """Return an evening with an open game."""
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path))
    evening = Evening.at(tmp_path / "games.db")
    evening.start(started())
    yield evening
    evening.store.close()


@pytest.fixture
def other(evening: Evening) -> Iterator[Other]:
    """Return another program on the same store."""
    with closing(Other(evening.store.place)) as program:
        yield program


def stored(evening: Evening) -> Session:
    """Return the game as another window reads it."""
    session = Session(open_store(evening.store.place), lambda: AT)
    session.open(evening.kept.id)
    return session


def test_changes_are_saved_in_their_order(evening: Evening, other: Other) -> None:
    """An entry, an undo and another entry are in the game at once, and on disk after the lock."""
    other.lock()
    evening.keep(scored(1, Ana="12"))
    evening.keep(Undone())
    evening.keep(scored(1, Ana="13"))
    assert evening.game.rounds[0].entries == {"Ana": Pips(13)}
    assert evening.saved_game.rounds == stored(evening).game.rounds == ()
    assert evening.save_waiting() == ""
    assert evening.waiting.startswith("Another program is using the saved games; 3 changes")
    other.release()
    assert evening.save_waiting() == evening.waiting == ""
    assert stored(evening).kept.log == evening.kept.log
    assert [type(event.what).__name__ for event in evening.kept.log.events[1:]] == [
        "RoundScored",
        "Undone",
        "RoundScored",
    ]


def test_a_change_that_somebody_else_made_first_is_reported(evening: Evening, other: Other) -> None:
    """What cannot be saved any more is named in words; what can be saved is."""
    other.lock()
    evening.keep(scored(1, Ana="12"))
    evening.keep(scored(1, Ben="7"))
    other.release()
    stored(evening).keep(scored(1, Ana="40"))
    told = evening.save_waiting()
    assert "Not saved: " in told
    assert "Ana 12" in told
    assert evening.game.rounds[0].entries == {"Ana": Pips(40), "Ben": Pips(7)}
    assert stored(evening).kept.log == evening.kept.log


def test_no_other_game_is_opened_while_changes_wait(evening: Evening, other: Other) -> None:
    """Only the game that they belong to can be opened, and it still has them."""
    another = stored(evening).store.create(started(), AT)
    other.lock()
    evening.keep(scored(1, Ana="12"))
    evening.open(evening.kept.id)
    assert evening.look_again() == ""
    assert evening.game.rounds[0].entries == {"Ana": Pips(12)}
    for deed in (lambda: evening.open(another.id), lambda: evening.start(started())):
        with pytest.raises(Locked, match="1 change waits"):
            deed()


def test_leaving_waits_as_long_as_a_command_would(
    evening: Evening, other: Other, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At the end, what waits is saved; an error says so where the lock outlasts the patience."""
    other.lock()
    evening.keep(scored(1, Ana="12"))
    with monkeypatch.context() as patch:
        patch.setattr("scorekeeper.session.evening.WAIT", 0.1)
        with pytest.raises(Locked, match="1 change waits"):
            evening.save_at_last()
    other.release()
    evening.save_at_last()
    assert stored(evening).game.rounds[0].entries == {"Ana": Pips(12)}
