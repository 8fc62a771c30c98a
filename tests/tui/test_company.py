"""Whoever comes, goes and sits out during an evening, every screen opens."""

from contextlib import suppress
from itertools import cycle

import pytest
from hypothesis import HealthCheck, given, settings

from scorekeeper.errors import ScorekeeperError
from scorekeeper.game.events import PlayerJoined, RoundScored, Undone
from scorekeeper.game.round import Out, Pips
from scorekeeper.tui.table.score_table import ScoreTable
from scorekeeper.tui.table.table import TableScreen
from tests.company import EVENINGS, PEOPLE, Evening, deed, hands
from tests.web.table import at_keyboard

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


@pytest.mark.parametrize("key", ["u", "", *KEYS])
async def test_a_latecomer_is_taken_back_who_is_marked(app, keep, home, key: str) -> None:
    """Whether the app undoes it or another window while any screen is open, the app goes on."""
    first = RoundScored(round=1, entries={"Ben": Pips(7), "Cy": Pips(12)}, ending=Out("Ana"))
    kept = keep(PEOPLE[:3], happened=[first, PlayerJoined(player="Dot", begins="highest")])
    async with app(kept).run_test() as pilot:
        table = pilot.app.screen
        table.query_one(ScoreTable).move_cursor(row=1, column=4)
        await pilot.press(*[key] if key else [])
        if key != "u":
            at_keyboard(home / "games.db", kept.id, lambda session: session.keep(Undone()))
        for _screen in range(4):
            for screen in pilot.app.screen_stack[1:]:
                if hasattr(screen, "poll"):
                    await screen.poll()
            if pilot.app.screen is not table:
                await pilot.press("escape")
        assert pilot.app.screen is table
        assert table.session.game.players == PEOPLE[:3]
        assert table.query_one(ScoreTable).cursor_column <= 3
