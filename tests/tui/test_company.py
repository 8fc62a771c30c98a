"""Whoever comes, goes and sits out during an evening, every screen opens."""

from contextlib import suppress

import pytest
from hypothesis import HealthCheck, given, settings

from scorekeeper.errors import ScorekeeperError
from scorekeeper.tui.table.table import TableScreen
from tests.company import EVENINGS, PEOPLE, Evening, deed, hands

SCREENS = "wesglctk"
"""The keys of the table that open what shows players, one screen or question each; e is for the entry."""


async def play(pilot, evening: Evening, at_once: int) -> None:
    """Play an evening, and after each step open so many screens, taking turns."""
    session, opened = pilot.app.session, 0
    for number, deeds in enumerate(evening, 1):
        for what, lot in deeds:
            change = deed(session.game, what, lot)
            with suppress(ScorekeeperError):
                session.keep(*[change] if change else [])
        for entered in hands(session.game, number + len(deeds)):
            session.keep(entered)
        for key in (SCREENS * 2)[opened : opened + at_once]:
            await pilot.press("enter" if key == "e" else key, "escape")
            while not isinstance(pilot.app.screen, TableScreen):
                await pilot.press("escape")
        opened = (opened + at_once) % len(SCREENS)
    assert session.game.complete


@given(EVENINGS)
@settings(max_examples=1, deadline=None, suppress_health_check=list(HealthCheck))
async def test_screens_open_while_people_come_and_go(app, keep, evening: Evening) -> None:
    """Ten rounds with people who join, leave, return, sit out and are renamed; a screen opens after each."""
    async with app(keep(PEOPLE[:3])).run_test() as pilot:
        await play(pilot, evening, at_once=1)


@pytest.mark.full
@given(EVENINGS)
@settings(max_examples=30, deadline=None, suppress_health_check=list(HealthCheck))
async def test_every_screen_opens_after_each_round(app, keep, evening: Evening) -> None:
    """The same, with every screen after each round, and more evenings."""
    async with app(keep(PEOPLE[:3])).run_test() as pilot:
        await play(pilot, evening, at_once=len(SCREENS))
