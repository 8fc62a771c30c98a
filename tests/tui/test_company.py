"""Whoever comes, goes and sits out during an evening, every screen opens."""

from contextlib import suppress
from itertools import cycle

from hypothesis import HealthCheck, given, settings

from scorekeeper.errors import ScorekeeperError
from scorekeeper.tui.table.table import TableScreen
from tests.company import EVENINGS, PEOPLE, Evening, deed, hands

OPEN_NOTHING = ("undo", "redo", "served", "hide", "rematch", "back")
KEYS = tuple(one.keys.split(",")[0] for one in TableScreen.ACTIONS if one.name not in OPEN_NOTHING)
"""The keys of the table that open something, a screen or a question."""


@given(EVENINGS)
@settings(max_examples=1, deadline=None, suppress_health_check=list(HealthCheck))
async def test_screens_open_while_people_come_and_go(app, keep, evening: Evening) -> None:
    """Ten rounds with people who join, leave, return, sit out and are renamed; a screen opens after each."""
    async with app(keep(PEOPLE[:3])).run_test() as pilot:
        session, keys = pilot.app.session, cycle(KEYS)
        for number, deeds in enumerate(evening, 1):
            for what, lot in deeds:
                if change := deed(session.game, what, lot):
                    with suppress(ScorekeeperError):
                        session.keep(change)
            for entered in hands(session.game, number + len(deeds)):
                session.keep(entered)
            key = next(keys)
            await pilot.press(key)
            covered = session.game.complete  # the places are shown first, one by one
            assert covered or not isinstance(pilot.app.screen, TableScreen), key
            for _screen in range(10):
                if not isinstance(pilot.app.screen, TableScreen):
                    await pilot.press("escape")
            assert isinstance(pilot.app.screen, TableScreen), key
        assert session.game.complete
