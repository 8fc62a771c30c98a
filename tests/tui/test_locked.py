"""Another program locks the store, or takes the file: what is typed stays on its line until it can be saved."""

import sqlite3
from pathlib import Path

from scorekeeper.game.round import Pips
from scorekeeper.storage import open_store
from tests.tui.conftest import told
from tests.tui.test_bursts import drawn


async def test_what_is_typed_while_the_store_is_locked_stays_on_its_line(app, keep, home: Path) -> None:
    """The entry is refused in a sentence; Enter saves it once the store is free."""
    kept = keep(("Ana", "Ben"))
    async with app(kept).run_test() as pilot:
        await pilot.press("enter")
        other = sqlite3.connect(home / "games.db", isolation_level=None)
        other.execute("begin immediate")
        await pilot.press("1", "2", "enter")
        assert "locked by another program, so nothing was saved" in told(pilot.app)
        assert pilot.app.session.game.rounds == ()
        assert "12" in drawn(pilot)
        other.execute("rollback")
        other.close()
        await pilot.press("enter")
        (played,) = open_store(home / "games.db").game(kept.id).game.rounds
        assert played.entries == {"Ana": Pips(12)}


async def test_a_file_that_was_replaced_is_not_written_to(app, keep, home: Path) -> None:
    """Neither the old file nor the new one; the sentence says what to do."""
    kept = keep(("Ana", "Ben"))
    async with app(kept).run_test() as pilot:
        await pilot.press("enter")
        games = home / "games.db"
        copy = home / "other.db"
        sqlite3.connect(games).execute("vacuum into ?", (str(copy),))
        copy.replace(games)
        await pilot.press("1", "2", "enter")
        assert "moved, deleted or replaced" in told(pilot.app)
        assert "12" in drawn(pilot)
    assert open_store(games).game(kept.id).game.rounds == ()
