"""Another program locks the store: keys show at once, and what is entered is saved when the lock is gone."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from scorekeeper.game.round import Pips
from scorekeeper.storage.opening import open_store
from scorekeeper.tui.home.home import Home
from scorekeeper.tui.widgets.dialogs import Confirm
from tests.tui.test_bursts import drawn
from tests.tui.test_feel import told
from tests.tui.test_screens import until


@contextmanager
def locked(home: Path) -> Iterator[None]:
    """Write to the store as another program, and take long."""
    other = sqlite3.connect(home / "games.db", isolation_level=None)
    other.execute("begin immediate")
    yield
    other.execute("rollback")
    other.close()


async def test_a_round_is_entered_while_the_store_is_locked(app, keep, home: Path) -> None:
    """Each line goes on to the next one, says that it is not saved, and is saved in order afterwards."""
    kept = keep(("Ana", "Ben"))
    async with app(kept).run_test() as pilot:
        await pilot.press("enter")
        with locked(home):
            await pilot.press("1", "2", "enter", "o")
            assert "not saved yet:" in drawn(pilot)
            assert "1 change waits to be saved" in told(pilot.app)
            assert open_store(home / "games.db").game(kept.id).game.rounds == ()
            await pilot.press("enter")
        await pilot.pause(0.5)
        assert not pilot.app.session.waiting
        assert "Everything is saved now." in told(pilot.app)
        (played,) = open_store(home / "games.db").game(kept.id).game.rounds
        assert (played.entries, played.out) == ({"Ana": Pips(12)}, "Ben")


async def test_leaving_while_something_waits_asks_first(app, keep, home: Path) -> None:
    """The app stays until somebody says that it may go; a game that is not saved yet stays open."""
    async with app(keep(("Ana", "Ben"))).run_test() as pilot:
        with locked(home):
            await pilot.press("h", "escape", "n")
            await pilot.press("escape", "enter")
            assert pilot.app.session.game.hidden
            await pilot.press("ctrl+q")
            await pilot.pause()
            assert isinstance(pilot.app.screen, Confirm)
            await pilot.press("n", "escape", "q")
            await pilot.pause()
            assert isinstance(pilot.app.screen, Confirm)
            await pilot.press("n")
        await pilot.pause(0.5)
        assert isinstance(pilot.app.screen, Home)
        assert not pilot.app.session.waiting


async def test_what_waits_is_shown_as_long_as_it_waits(app, keep, home: Path) -> None:
    """However often the app reminds of it, the message is in sight, and so is the one that everything is saved."""
    async with app(keep(("Ana", "Ben"))).run_test(size=(80, 24), notifications=True) as pilot:
        await pilot.press("enter")
        with locked(home):
            await pilot.press("1", "2", "enter")
            for _reminder in range(30):
                pilot.app._remind_of_waiting()
                await pilot.pause(0.02)
            await until(pilot, lambda: "1 change waits to be saved" in drawn(pilot))
        await until(pilot, lambda: "Everything is saved now." in drawn(pilot))
