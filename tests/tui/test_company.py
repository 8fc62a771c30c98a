"""Whoever comes, goes and sits out during an evening, every screen opens."""

from collections.abc import Awaitable, Callable, Iterable, Iterator
from contextlib import suppress
from itertools import cycle
from typing import TypeAlias

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from textual.pilot import Pilot
from textual.widgets import OptionList

from scorekeeper.errors import ScorekeeperError
from scorekeeper.game.events import Change, PlayerJoined, PlayerLeft, PlayerRenamed, RoundScored
from scorekeeper.game.game import Game
from scorekeeper.game.notation import show_entry
from scorekeeper.game.round import Blocked, Out
from scorekeeper.tui.table.roster import RosterScreen
from scorekeeper.tui.table.table import TableScreen
from tests.company import EVENINGS, PEOPLE, Evening, deed, hands

CHANGING = ("undo", "redo", "served", "hide", "back")
"""The actions of the table that open nothing."""

SCREENS = tuple(one.keys.split(",")[0] for one in TableScreen.ACTIONS if one.name not in CHANGING)
"""The keys of the table that open something, a screen or a question."""

Keeps: TypeAlias = Callable[[Pilot[None], Change], Awaitable[None]]
"""How a change is made."""


def ends_round(change: Change) -> bool:
    """Whether a change enters the hands of a round."""
    return isinstance(change, RoundScored) and isinstance(change.ending, Out | Blocked)


async def keep_at_once(pilot: Pilot[None], change: Change) -> None:
    """Make a change as another window would, if the game allows it."""
    with suppress(ScorekeeperError):
        pilot.app.session.keep(change)


async def keep_by_keys(pilot: Pilot[None], change: Change) -> None:
    """Make a change on the keyboard, as people at the table do."""
    if ends_round(change):
        await pilot.press("enter")
        await _type_hands(pilot, change)
    else:
        await pilot.press("w")
        await _change_company(pilot, change)
    await _back_to_table(pilot)


async def _type_hands(pilot: Pilot[None], change: RoundScored) -> None:
    """Type the hands that are missing, and the line for a blocked round; enter again keeps what is unusual."""
    session = pilot.app.session
    missing = session.game.round(change.round).missing(session.reading_order(change.round))
    blocked = [("", "b")] if isinstance(change.ending, Blocked) else []
    hands_typed = [
        (name, show_entry(change.entries[name]) if name in change.entries else "o") for name in missing
    ]
    for name, typed in hands_typed + blocked:
        await pilot.press(*typed, "enter")
        for _again in range(3):
            played = session.game.round(change.round)
            if name in (*played.entries, played.out) or (played.blocked and not name):
                break
            await pilot.press("enter")


async def _change_company(pilot: Pilot[None], change: Change) -> None:
    """Mark somebody on the screen of the players, and press what changes them."""
    roster = pilot.app.screen
    assert isinstance(roster, RosterScreen)
    match change:
        case PlayerJoined():
            gone = change.player in pilot.app.session.game.players
            await pilot.press("j")
            if isinstance(pilot.app.screen.focused, OptionList):
                await _choose(pilot, change.player if gone else "")
            if not gone:
                await pilot.press(*change.player, "enter")
            if pilot.app.screen is not roster:
                await _choose(pilot, change.begins)
        case PlayerLeft():
            await _mark(pilot, roster, change.player)
            await pilot.press("x", "y")
        case PlayerRenamed():
            await _mark(pilot, roster, change.player)
            await pilot.press("e", "ctrl+u", *change.name, "enter")
        case RoundScored():
            (name,) = change.entries
            await _mark(pilot, roster, name)
            await pilot.press("f9")


async def _mark(pilot: Pilot[None], roster: RosterScreen, name: str) -> None:
    listed = roster.query_one("#company", OptionList)
    listed.highlighted = listed.get_option_index(name)
    await pilot.pause()


async def _choose(pilot: Pilot[None], option: str) -> None:
    listed = pilot.app.screen.query_one(OptionList)
    listed.highlighted = listed.get_option_index(option)
    await pilot.press("enter")


async def _back_to_table(pilot: Pilot[None]) -> None:
    for _try in range(10):
        if isinstance(pilot.app.screen, TableScreen):
            return
        await pilot.press("escape")
    raise AssertionError(f"escape does not leave {pilot.app.screen}")


def steps(game: Callable[[], Game], evening: Evening) -> Iterator[Change]:
    """Yield what happens in an evening, each as the game is by then: what people do, and the hands of a round."""
    for number, deeds in enumerate(evening, 1):
        for what, lot in deeds:
            change = deed(game(), what, lot)
            yield from [change] if change else []
        yield from hands(game(), number + len(deeds))


async def play(pilot: Pilot[None], evening: Evening, keep: Keeps) -> None:
    """Play an evening; on the keyboard every screen is opened after each step, else one after each round."""
    session, turns = pilot.app.session, cycle(SCREENS)
    for change in steps(lambda: session.game, evening):
        await keep(pilot, change)
        if keep is keep_by_keys:
            await open_screens(pilot, SCREENS)
        elif ends_round(change):
            await open_screens(pilot, [next(turns)])
    assert session.game.complete


async def open_screens(pilot: Pilot[None], keys: Iterable[str]) -> None:
    """Open screens of the table and leave them again; only a game without a round cannot be finished."""
    for key in keys:
        await pilot.press(key)
        refused = key == "f" and not pilot.app.session.game.rounds_played
        assert isinstance(pilot.app.screen, TableScreen) is refused, key
        await _back_to_table(pilot)


@given(EVENINGS)
@settings(max_examples=1, deadline=None, suppress_health_check=list(HealthCheck))
async def test_screens_open_while_people_come_and_go(app, keep, evening: Evening) -> None:
    """Ten rounds with people who join, leave, return, sit out and are renamed; a screen opens after each."""
    async with app(keep(PEOPLE[:3])).run_test() as pilot:
        await play(pilot, evening, keep_at_once)


@pytest.mark.full
@given(EVENINGS)
@settings(
    max_examples=30,
    deadline=None,
    phases=[Phase.reuse, Phase.generate],
    suppress_health_check=list(HealthCheck),
)
async def test_every_screen_opens_after_each_step(app, keep, evening: Evening) -> None:
    """The same with every screen after each step, every change typed, and more evenings."""
    async with app(keep(PEOPLE[:3])).run_test() as pilot:
        await play(pilot, evening, keep_by_keys)
