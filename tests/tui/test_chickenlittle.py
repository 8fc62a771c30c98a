"""The reminder of a penalty over the table; what is noted and said is in cases/app/last_tile.toml."""

from scorekeeper.game.round import Call
from scorekeeper.tui.table.chickenlittle import penalty_reminder


async def test_a_tap_on_the_reminder_says_that_the_penalty_is_served(app, keep) -> None:
    """It goes, and nothing is left to serve."""
    async with app(keep(book="tedmontgomery")).run_test() as pilot:
        await pilot.press("c", "down", "enter", "down", "enter")
        await pilot.click("#due")
        await pilot.pause()
        assert pilot.app.session.game.rounds[0].calls[0].served
        assert not pilot.app.screen.check_action("served", ())


def test_a_penalty_of_the_tables_own_is_said_as_it_was_written() -> None:
    """Whatever stands in the game file."""
    assert "sings a song" in penalty_reminder(Call("chickenlittle", "Ben", "Ana", "sings a song"), "x")
