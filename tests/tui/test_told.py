"""What is told to the person: where it is, and how long it stays."""

import pytest
from textual.widgets._toast import Toast

from scorekeeper.tui.base.screen import KeyLine
from tests.tui.conftest import told


@pytest.mark.parametrize("size", [(45, 30), (80, 24)])
async def test_what_is_told_covers_nothing(size, app, keep) -> None:
    """It has rows of its own: the table, the marked cell, the marks and the keys stay in sight."""
    async with app(keep()).run_test(size=size, notifications=True) as pilot:
        await pilot.press("r")
        screen = pilot.app.screen
        told = screen.query_one(Toast).region
        assert told.height == 1
        for part in ("#title", "#score", "#cell", "#legend", KeyLine):
            assert not screen.query_one(part).region.overlaps(told)


async def test_what_is_told_stays_on_its_screen(app, keep) -> None:
    """The next screen does not begin with what was told on the one before."""
    async with app(keep()).run_test(notifications=True) as pilot:
        await pilot.press("r")
        assert told(pilot.app) == "There is nothing to redo."
        await pilot.press("enter")
        assert told(pilot.app) == ""


async def test_what_is_told_on_leaving_is_read_on_the_next_screen(app, keep) -> None:
    """A round that does not say who went out is named on the table, where it is to be mended."""
    async with app(keep(("Ana", "Ben"))).run_test(notifications=True) as pilot:
        await pilot.press("enter", "5", "enter", "6", "enter", "escape")
        assert "does not say who went out" in told(pilot.app)
